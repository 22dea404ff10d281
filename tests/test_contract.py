"""What every puzzle must do, with no word about any of them."""

import functools
import inspect
import json
import pickle
import sys
from dataclasses import fields, is_dataclass

import igraph
import networkx as nx
import pytest

from graphpuzzles.certificate import certificate_from_dict, certificate_to_dict
from graphpuzzles.errors import (
    CertificateError,
    NotApplicableError,
    ParseError,
    RuleError,
)
from graphpuzzles.export import write_graph
from graphpuzzles.generate import board_random
from graphpuzzles.judge import judge_answers
from graphpuzzles.limits import Limits
from graphpuzzles.puzzle import Puzzle, Solution, Status
from graphpuzzles.puzzles import PUZZLES, load, puzzle_names, solution_from_dict
from graphpuzzles.puzzles._template import DigitDescent
from graphpuzzles.validation import cross_validate
from tests.export.export_graphs import assert_tells, assert_valid
from tests.svg import harmless

CLASSES = [*(load(name) for name in puzzle_names()), DigitDescent]  # added ones too
EXAMPLES = [
    pytest.param(cls, text, value, id=f"{cls.name}-{i}")
    for cls in CLASSES
    for i, (text, value) in enumerate(cls.EXAMPLES.items())
]
ASKED = [
    (case, case.values[0].parse(case.values[1]), name, method)
    for case in EXAMPLES
    for name, method in case.values[0].methods().items()
]
# A method may say of a puzzle that it does not serve it, or that it may take very long on it.
METHODS = [
    pytest.param(*case.values, name, id=f"{case.id}-{name}")
    for case, puzzle, name, method in ASKED
    if method.refuses(puzzle) is None and method.slow(puzzle) is None
]
REFUSED = [
    pytest.param(puzzle, name, reason, id=f"{case.id}-{name}")
    for case, puzzle, name, method in ASKED
    if (reason := method.refuses(puzzle)) is not None
]
MALFORMED = [
    pytest.param(cls, text, id=f"{cls.name}-{i}")
    for cls in CLASSES
    for i, text in enumerate(cls.MALFORMED)
]
# Graphs of more examples are larger ones of the same kinds, if anything.
GRAPHS = [
    pytest.param(cls, text, kind, id=f"{cls.name}-{i}-{kind}")
    for cls in CLASSES
    for i, text in [*enumerate(cls.EXAMPLES)][::2]
    for kind in cls.graphs()
]
# So much is enough for every example; a method that needs more says that it is slow there.
PATIENCE = Limits(max_states=200_000)
each_class = pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.name)
# Added puzzles need not speak as plainly of mistakes as ours.
each_own = pytest.mark.parametrize("cls", [load(name) for name in PUZZLES], ids=PUZZLES)
each_text = pytest.mark.parametrize(
    ("cls", "text"), [pytest.param(*case.values[:2], id=case.id) for case in EXAMPLES]
)
each_method = pytest.mark.parametrize(
    ("cls", "text", "method"),
    [pytest.param(*case.values[:2], case.values[3], id=case.id) for case in METHODS],
)
# A puzzle that another package adds need not have a generator.
GENERATED = [cls for cls in CLASSES if cls.generator.__func__ is not Puzzle.generator.__func__]
each_generated = pytest.mark.parametrize("cls", GENERATED, ids=lambda cls: cls.name)
each_example = pytest.mark.parametrize(("cls", "text", "value"), EXAMPLES)


@functools.cache
def solved(cls, text, method="auto"):
    """Return what a method finds; a limit may only be one that belongs to the question."""
    puzzle = cls.parse(text)
    solution = puzzle.solve(method, limits=PATIENCE)
    assert solution.status is not Status.LIMIT or puzzle.answered(solution), solution.stats
    return solution


def test_the_registry_is_sorted_and_every_name_is_the_class_name():
    assert list(PUZZLES) == sorted(PUZZLES)
    assert [load(name).name for name in PUZZLES] == list(PUZZLES)


@each_class
def test_a_puzzle_is_a_frozen_dataclass_that_keeps_the_equality_of_the_base(cls):
    assert is_dataclass(cls)
    assert cls.__dataclass_params__.frozen
    assert not cls.__dataclass_params__.eq
    assert cls.__eq__ is Puzzle.__eq__
    assert cls.__hash__ is Puzzle.__hash__
    assert fields(cls)


@each_class
def test_there_are_two_families_of_methods_and_auto_is_none_of_them(cls):
    methods = cls.methods()
    assert "auto" not in methods
    assert len({method.family for method in methods.values()}) > 1


@each_class
def test_the_module_tells_its_input_text_its_graph_and_its_source(cls):
    text = inspect.getdoc(inspect.getmodule(cls))
    headings = {line for line in text.splitlines() if line[:1].isalpha()}
    assert headings >= {"Input text", "Source"}
    assert headings & {"Graphs", "States", "Diagram"}


@each_text
def test_text_survives_parsing(cls, text):
    puzzle = cls.parse(text)
    assert cls.parse(str(puzzle)) == puzzle
    assert str(cls.parse(str(puzzle))) == str(puzzle)


@each_class
def test_several_puzzles_survive_in_one_text(cls):
    puzzles = [cls.parse(text) for text in cls.EXAMPLES]
    assert list(cls.read(cls.write(puzzles))) == puzzles


@each_text
def test_json_and_pickle_survive(cls, text):
    puzzle = cls.parse(text)
    copies = [
        cls.from_dict(json.loads(json.dumps(puzzle.to_dict()))),
        pickle.loads(pickle.dumps(puzzle)),
    ]
    for copy in copies:
        assert copy == puzzle
        assert hash(copy) == hash(puzzle)


@each_class
def test_different_puzzles_are_different(cls):
    puzzles = [cls.parse(text) for text in cls.EXAMPLES]
    assert len(set(puzzles)) == len(puzzles)
    assert puzzles[0] != object()


@pytest.mark.parametrize("cls", [c for c in CLASSES if fields(c)[0].type not in {"str", str}])
@pytest.mark.parametrize("text", ["AAB", "2\nAA\nBC\n", b"AAB"])
def test_a_text_in_place_of_rows_is_told_about_parse(cls, text):
    with pytest.raises(TypeError, match=rf"takes no text; `{cls.__name__}\.parse` reads a text"):
        cls(text)


@pytest.mark.parametrize(("cls", "text"), MALFORMED)
def test_malformed_text_is_refused_at_a_place(cls, text):
    with pytest.raises(ParseError) as caught:
        cls.parse(text)
    assert caught.value.line >= 1
    assert caught.value.column >= 1
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("cls", "text", "value", "method"), METHODS)
def test_every_method_gives_the_published_value_with_a_proof(cls, text, value, method):
    solution = solved(cls, text, method)
    if solution.status is Status.LIMIT:
        assert cls.parse(text).answered(solution)
        return
    assert solution.value == value
    assert solution.status is (Status.INFEASIBLE if value is None else Status.SOLVED)
    assert solution.verify()
    if value is not None:
        assert solution.bounds == (value, value)


@pytest.mark.parametrize(("puzzle", "method", "reason"), REFUSED)
def test_a_method_that_does_not_serve_a_puzzle_says_why(puzzle, method, reason):
    with pytest.raises(NotApplicableError) as caught:
        puzzle.solve(method)
    assert reason in str(caught.value)
    assert "\n" not in reason
    (run,) = cross_validate(puzzle, [method]).runs
    assert run.skipped == reason


@each_method
def test_a_method_says_the_same_every_time(cls, text, method):
    # Not what is kept for the other tests.
    first, second = (solved.__wrapped__(cls, text, method) for _ in range(2))
    assert json.dumps(first.to_dict()) == json.dumps(second.to_dict())


@each_example
def test_methods_are_cross_validated(cls, text, value):
    result = cross_validate(cls.parse(text), limits=PATIENCE)
    if result.status is not Status.LIMIT:
        assert result.value == value
    assert json.loads(json.dumps(result.to_dict()))["confirmed"] is result.confirmed


@each_class
def test_some_example_is_confirmed(cls):
    assert any(cross_validate(cls.parse(text), limits=PATIENCE).confirmed for text in cls.EXAMPLES)


@each_method
def test_a_solution_survives_json_and_pickle_and_a_stranger_can_verify_it(cls, text, method):
    solution = solved(cls, text, method)
    if solution.status is Status.LIMIT:
        return
    data = json.loads(json.dumps(solution.to_dict()))
    restored = cls.solution_from_dict(data)
    assert restored.verify()
    assert json.dumps(restored.to_dict()) == json.dumps(solution.to_dict())
    if cls.name in puzzle_names():
        assert solution_from_dict(data).verify()
    assert pickle.loads(pickle.dumps(solution)).verify()


@each_text
def test_a_false_value_does_not_verify(cls, text):
    solution = solved(cls, text)
    if solution.status is Status.LIMIT:
        return
    data = solution.to_dict()
    others = {json.dumps(v) for v in cls.EXAMPLES.values()} - {json.dumps(data["value"])}
    for other in sorted(others):
        data["value"] = json.loads(other)
        with pytest.raises((CertificateError, RuleError)):
            cls.solution_from_dict(data).verify()


@each_class
def test_the_certificate_of_one_puzzle_does_not_serve_all_others(cls):
    """Put every certificate under every other puzzle's answer: it must not prove the wrong."""
    solutions = [solved(cls, text) for text in cls.EXAMPLES]
    data = [s.to_dict() for s in solutions if s.status is not Status.LIMIT]
    for mine in data:
        for other in data:
            forged = {**mine, "certificate": other["certificate"], "value": other["value"]}
            if mine["value"] == other["value"]:
                continue
            with pytest.raises((CertificateError, RuleError)):
                cls.solution_from_dict(forged).verify()


@each_text
def test_a_certificate_survives_json_and_shows_what_it_is(cls, text):
    solution = solved(cls, text)
    if solution.status is Status.LIMIT:
        return
    certificate = solution.certificate()
    data = json.loads(json.dumps(certificate_to_dict(certificate)))
    assert certificate_to_dict(certificate_from_dict(data, cls.certificates())) == data
    assert certificate.strength in {"proof", "recomputed"}
    assert repr(certificate).startswith(type(certificate).__name__)
    data["strength"] = "divine"
    with pytest.raises(ValueError, match="strength"):
        certificate_from_dict(data, cls.certificates())


@each_class
def test_limits_of_another_kind_are_refused(cls):
    puzzle = cls.parse(next(iter(cls.EXAMPLES)))
    with pytest.raises(TypeError, match=r"not 5"):
        puzzle.solve(limits=5)


@each_own
@pytest.mark.parametrize("answer", [5, None, "x"])
def test_an_answer_of_another_kind_is_refused(cls, answer):
    puzzle = cls.parse(next(iter(cls.EXAMPLES)))
    with pytest.raises(TypeError, match=rf"^expected a [A-Z]\w+, not {answer!r}$"):
        puzzle.check(answer)


@each_own
def test_a_board_of_another_kind_is_refused_in_our_own_words(cls):
    needed = [p for p in inspect.signature(cls).parameters.values() if p.default is p.empty]
    for value in (3, 3.5, None):
        with pytest.raises(TypeError, match=r", not (3|3\.5|None|int|float|NoneType)$"):
            cls(*[value] * len(needed))


@each_text
def test_what_a_session_shows_is_one_short_line(cls, text):
    solution = solved(cls, text)
    shown = [solution.puzzle, solution, solution.answer]
    if solution.status is not Status.LIMIT:
        shown.append(solution.certificate())
    for line in map(repr, shown):
        assert len(line) < 300
        assert "\n" not in line
        assert " object at " not in line


@each_text
def test_the_judge_gets_one_line(cls, text):
    solution = solved(cls, text)
    line = cls.parse(text).judge(solution, 1)
    assert line
    assert "\n" not in line


@each_text
def test_the_judges_line_is_read_back_and_judged_right(cls, text):
    solution = solved(cls, text)
    puzzle = cls.parse(text)
    tokens = puzzle.judge(solution, 7).split()
    assert puzzle.read_judged(tokens, 7) == solution.value
    if solution.value is not None:
        assert puzzle.compare(solution.value, solution.value) == 0
    (verdict,) = judge_answers([puzzle], [puzzle.judge(solution, 1)], limits=PATIENCE)
    assert str(verdict) == "dataset 1: right"
    (verdict,) = judge_answers([puzzle], [json.dumps(solution.to_dict())], limits=PATIENCE)
    assert str(verdict) == "dataset 1: right"


STRANGE_LINES = ("?", "x", "1.5", "+1", "01", "-0", "1e3", "0x1", "1_0", "\u0661", "1 2 3 4")
STRANGE_LINES += ("\x00", "nan", "None", "case 1: 1", "9" * 10**6, "-" * 10**6)


@each_class
@pytest.mark.parametrize("line", STRANGE_LINES, ids=lambda line: ascii(line[:9]))
def test_a_line_of_another_form_is_refused_in_one_line(cls, line):
    puzzle = cls.parse(next(iter(cls.EXAMPLES)))
    with pytest.raises(ValueError, match=r"^[ -~]{1,200}$"):
        puzzle.read_judged(line.split(), 1)


@pytest.mark.parametrize(("cls", "text", "kind"), GRAPHS)
def test_graphs_are_safe_to_write_and_come_back_equal(cls, text, kind, tmp_path):
    solution = solved(cls, text)
    unmarked, graph = solution.puzzle.graph(kind), solution.graph(kind)
    for suffix in ("graphml", "json"):
        write_graph(graph, tmp_path / f"graph.{suffix}")
        write_graph(unmarked, tmp_path / f"unmarked.{suffix}")
    assert all(isinstance(node, str) for node in graph)
    assert_valid((tmp_path / "unmarked.graphml").read_bytes())
    assert_tells((tmp_path / "graph.graphml").read_bytes(), graph)
    for size in sizes_read(tmp_path / "graph.graphml"):
        assert size == (len(graph), graph.number_of_edges())
    data = json.loads((tmp_path / "graph.json").read_text("utf-8"))
    back = nx.node_link_graph(data, edges="edges")
    assert type(back) is type(graph)
    assert nx.utils.graphs_equal(back, graph)
    assert back.graph == graph.graph


def sizes_read(path):
    """Yield how many nodes and edges other programs find in a file of GraphML."""
    by_networkx = nx.read_graphml(path)
    yield len(by_networkx), by_networkx.number_of_edges()
    by_igraph = igraph.Graph.Read_GraphML(str(path))
    yield by_igraph.vcount(), by_igraph.ecount()


@each_text
def test_pictures_are_harmless_svg_made_without_solving(cls, text, monkeypatch):
    solution = solved(cls, text)
    puzzle = cls.parse(text)

    def refuse(*_arguments, **_options):
        raise AssertionError("a picture must not solve or prove anything")

    monkeypatch.setattr(Puzzle, "solve", refuse)
    monkeypatch.setattr(Solution, "certificate", refuse)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for drawable in (puzzle, solution):
        picture = drawable._repr_svg_()
        harmless(picture)
        assert drawable._repr_svg_() == picture
        assert drawable.scene().title


@each_class
def test_an_answer_is_seen_in_the_picture(cls):
    pictures = (
        [puzzle._repr_svg_(), puzzle.solve(limits=PATIENCE)._repr_svg_()]
        for puzzle in map(cls.parse, cls.EXAMPLES)
    )
    shown = any(board != answer for board, answer in pictures)
    assert shown or cls.scene is Puzzle.scene  # the picture of the text shows no answer


@each_class
def test_pictures_are_drawn_on_axes_and_close(cls):
    plt = pytest.importorskip("matplotlib.pyplot")
    plt.switch_backend("Agg")
    before = plt.get_fignums()
    solution = solved(cls, next(iter(cls.EXAMPLES)))
    for drawable in (solution.puzzle, solution):
        ax = drawable.draw()
        assert isinstance(ax, plt.Axes)
        ax.figure.canvas.draw()
        plt.close(ax.figure)
    assert plt.get_fignums() == before


@each_text
def test_a_film_begins_at_the_puzzle_and_ends_at_the_answer(cls, text):
    solution = solved(cls, text)
    try:
        film = solution.film()
    except NotApplicableError:
        assert solution.answer is None or cls.film is Puzzle.film
        return
    assert len({frame.svg() for frame in film.frames}) == len(film.frames)
    assert len(set(film.captions)) == len(film.frames)
    assert solution.animate().html().count("<svg ") >= 1
    harmless(film.frames[0].svg())
    harmless(film.frames[-1].svg())


def test_every_puzzle_of_the_package_has_a_generator():
    assert {load(name) for name in PUZZLES} <= set(GENERATED)


@each_generated
def test_a_seed_gives_one_board_and_others_give_others(cls):
    boards = [cls.generate(board_random(seed, 0)) for seed in range(5)]
    assert all(type(board) is cls for board in boards)
    assert boards == [cls.generate(board_random(seed, 0)) for seed in range(5)]
    assert len(set(boards)) > 1


@each_generated
def test_generated_boards_survive_text_and_data(cls):
    boards = [cls.generate(board_random(0, index)) for index in range(5)]
    assert list(cls.read(cls.write(boards))) == boards
    assert [cls.from_dict(json.loads(json.dumps(board.to_dict()))) for board in boards] == boards


@each_generated
def test_wishes_say_what_they_are_and_refuse_what_they_are_not(cls):
    generator = cls.generator()
    taken = set(inspect.signature(cls.generate).parameters) - {"wish"}
    for name, wish in generator.wishes.items():
        assert name.isidentifier()
        assert name not in taken
        assert wish.text
        assert "\n" not in wish.text
        assert wish.values.form
        assert wish.default is None or wish.values.read(wish.default) == wish.default
        with pytest.raises((TypeError, ValueError), match=f"^{name}: expected"):
            cls.generate(board_random(0, 0), **{name: object()})
    with pytest.raises(ValueError, match="there is no wish 'magic'; there are"):
        cls.generate(board_random(0, 0), magic=True)


@each_class
def test_an_unknown_name_lists_the_known_ones(cls):
    puzzle = cls.parse(next(iter(cls.EXAMPLES)))
    with pytest.raises(ValueError, match="it has auto"):
        puzzle.solve("magic")
    with pytest.raises(ValueError, match=f"it has {next(iter(cls.graphs()))}"):
        puzzle.graph("magic")
    with pytest.raises(ValueError, match="it has"):
        cross_validate(puzzle, ["magic"])


@each_class
def test_questions_lead_to_classes_that_read_the_same_text(cls):
    questions = cls.questions()
    if questions:
        assert next(iter(questions.values())) is cls
        text = next(iter(cls.EXAMPLES))
        assert all(other.parse(text) for other in questions.values())


@each_class
@pytest.mark.parametrize("data", [{}, {"puzzle": {}}, {"puzzle": {"name": "x"}}, {"puzzle": None}])
def test_data_of_another_form_are_no_solution(cls, data):
    with pytest.raises(ValueError, match=r"solution|puzzle"):
        cls.solution_from_dict(data)
