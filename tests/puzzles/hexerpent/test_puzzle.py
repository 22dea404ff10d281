"""Hexerpent: cases, brute force, the step cap, proofs, text."""

import json
import pickle
import random
from collections import Counter
from dataclasses import replace
from itertools import islice

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.errors import (
    CertificateError,
    LimitError,
    NoSolutionError,
    NotApplicableError,
    ParseError,
    PuzzleError,
    RuleError,
    WriteError,
)
from graphpuzzles.limits import Limits
from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles.hexerpent.puzzle import Hexerpent, Walk
from graphpuzzles.puzzles.walking import walker as walking
from graphpuzzles.validation import cross_validate
from tests.puzzles.hexerpent.hexerpents import (
    DATA,
    PENNED,
    SEARCHES,
    STRAIGHT,
    brute,
    brute_answer,
    distance,
    moves,
    random_hexerpent,
    staircase,
)


def all_heads(heads):
    return np.ones(len(heads), dtype=bool)


# Cases -----------------------------------------------------------------------------------------


def cases(*slow):
    paths = sorted(path for path in DATA.glob("*.in") if path.stem not in slow)
    return [pytest.param(path, id=path.stem) for path in paths]


def judged(puzzles, method):
    return [puzzle.judge(puzzle.solve(method), number) for number, puzzle in enumerate(puzzles, 1)]


@pytest.mark.parametrize("method", ["auto", "layers", "bidirectional"])
@pytest.mark.parametrize("path", cases())
def test_cases(path, method):
    puzzles = Hexerpent.read(path.read_text())
    assert "\n".join([*judged(puzzles, method), ""]) == path.with_suffix(".out").read_text()


@pytest.mark.parametrize("path", cases("derived_straight8"))
def test_cases_one_state_at_a_time(path):
    puzzles = Hexerpent.read(path.read_text())
    assert "\n".join([*judged(puzzles, "astar"), ""]) == path.with_suffix(".out").read_text()


@pytest.mark.parametrize("path", cases())
def test_cases_are_proved(path):
    assert all(puzzle.solve().verify() for puzzle in Hexerpent.read(path.read_text()))


def golden():
    for line in (DATA / "layer_sizes.txt").read_text().splitlines():
        if not line.startswith("#"):
            name, sizes = line.split(": ")
            yield pytest.param(*name.split(), [int(size) for size in sizes.split()], id=name)


@pytest.mark.parametrize(("file", "number", "sizes"), list(golden()))
def test_layer_sizes(file, number, sizes):
    puzzles = list(Hexerpent.read((DATA / file).read_text()))
    assert puzzles[int(number) - 1].layer_sizes() == sizes


def test_states_within_20_steps_of_a_straight_body():
    # Counted by a separate program too.
    straight = Hexerpent([(0, y) for y in range(8)], goal=(0, -4))
    assert sum(straight.layer_sizes()) == 285_426


@pytest.mark.parametrize(("ahead", "steps"), [(1, 10), (2, 14), (3, 18), (4, 22)])
def test_a_straight_body_is_slow(ahead, steps):
    straight = Hexerpent([(0, y) for y in range(8)], goal=(0, -ahead), cap=22)
    assert straight.solve().value == steps


# Brute force -----------------------------------------------------------------------------------


def test_hundreds_of_random_planes():
    rng = random.Random(2)
    kinds = Counter()
    for _ in range(200):
        hexerpent = random_hexerpent(rng, 5, 5)
        best, ways, closed = brute_answer(hexerpent)
        solution = hexerpent.solve()
        lower = hexerpent.walker.lower_bound
        assert solution.value == best, hexerpent
        kinds[solution.method, solution.status, lower == best] += 1
        if best is not None:
            assert solution.verify()
            assert hexerpent.number_of_best_walks() == ways
        else:
            # A closed set may take more steps than brute force makes; then its proof says so.
            assert solution.status is Status.INFEASIBLE or not closed
            assert solution.verify()
            assert solution.bounds in {(None, None), (6, None)}
            assert hexerpent.judge(solution, 1) == "-1"
    for kind in [
        ("bounds", Status.SOLVED, True),
        ("bounds", Status.INFEASIBLE, True),
        ("bounds", Status.LIMIT, False),
        ("astar", Status.SOLVED, True),
        ("astar", Status.SOLVED, False),
        ("astar", Status.INFEASIBLE, False),
        ("astar", Status.LIMIT, False),
    ]:
        assert kinds[kind] > 1, kind


@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_all_methods_on_random_planes(seed):
    hexerpent = random_hexerpent(random.Random(seed), 5, 5)
    best, _, closed = brute_answer(hexerpent)
    result = cross_validate(hexerpent)
    assert result.value == best
    if best is not None or closed:
        assert result.confirmed
    lines = {hexerpent.judge(solution, 1) for solution in result.solutions}
    assert lines == {"-1" if best is None else str(best)}


@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_steps_on_arrays_are_the_steps_of_the_rules(seed):
    hexerpent = random_hexerpent(random.Random(seed), 6, 2)
    states = sorted(brute(hexerpent)[0])
    parts = list(hexerpent.expand(np.array(states), all_heads))
    origin, reached = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
    rocks = set(hexerpent.rocks)
    for number, body in enumerate(states):
        found = [tuple(map(tuple, after)) for after in reached[origin == number].tolist()]
        assert len(found) == len(set(found))
        assert set(found) == moves(body, rocks) == set(hexerpent.successors(body))


@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_best_walks_and_the_farthest(seed):
    hexerpent = random_hexerpent(random.Random(seed), 4, 5)
    steps, _, _ = brute(hexerpent)
    best, ways, _ = brute_answer(hexerpent)
    far = hexerpent.farthest_walk()
    assert far.steps == max(steps.values()) == steps[far.states[-1]]
    if best is not None:
        walks = list(islice(hexerpent.best_walks(), 50))
        assert len(set(walks)) == min(ways, 50)
        assert {hexerpent.check(walk) for walk in walks} == {best}


def test_hardest_start_within_the_cap():
    hexerpent = Hexerpent([(0, 0), (0, 1)], cap=4)
    hardest, steps = hexerpent.hardest_start()
    assert (steps, hardest.solve().value, hardest.goal) == (4, 4, (0, 0))


# The step cap ----------------------------------------------------------------------------------


def test_beyond_the_cap_is_an_answer_with_a_proof_of_a_bound():
    straight = replace(STRAIGHT, cap=5)
    for method in SEARCHES:
        solution = straight.solve(method)
        assert (solution.status, solution.bounds) == (Status.LIMIT, (6, None))
        assert straight.answered(solution)
        assert straight.judge(solution, 1) == "-1"
        assert solution.claims() == {"bound": "proof"}


def test_the_cap_itself_is_enough():
    best = STRAIGHT.solve().value
    assert {replace(STRAIGHT, cap=best).solve(method).value for method in SEARCHES} == {best}


@pytest.mark.parametrize("method", SEARCHES)
def test_a_limit_is_not_the_cap(method):
    solution = STRAIGHT.solve(method, limits=Limits(max_states=3))
    assert solution.status is Status.LIMIT
    assert not STRAIGHT.answered(solution)
    assert STRAIGHT.judge(solution, 1) == "?"


@pytest.mark.parametrize("method", SEARCHES)
def test_a_closed_set_is_impossible_at_any_cap(method):
    solution = PENNED.solve(method)
    assert (solution.status, solution.verify()) == (Status.INFEASIBLE, True)
    assert PENNED.judge(solution, 1) == "-1"


def test_a_goal_farther_than_the_cap_needs_no_search():
    far = Hexerpent([(0, 0), (0, 1)], goal=(0, 10**8))
    solution = far.solve()
    assert (solution.method, solution.bounds) == ("bounds", (21, None))
    assert far.judge(solution, 1) == "-1"
    assert str(solution.certificate()) == "StepBound(21, 0 cells, 0 states)"
    assert solution.verify()


def ring(centre, radius):
    side = range(-radius, radius + 1)
    cells = [(centre[0] + x, centre[1] + y) for x in side for y in side]
    return [cell for cell in cells if distance(cell, centre) == radius]


@pytest.mark.parametrize(
    ("rocks", "goal"), [(ring((0, 9), 2), (0, 9)), (ring((0, 0), 3), (0, 9)), ([(0, -1)], (0, -1))]
)
def test_a_goal_that_the_head_cannot_see_needs_no_search(rocks, goal):
    hexerpent = Hexerpent([(0, 0), (0, 1)], rocks, goal)
    solution = hexerpent.solve()
    assert (solution.method, solution.status) == ("bounds", Status.INFEASIBLE)
    assert solution.verify()
    certificate = solution.certificate()
    with pytest.raises(CertificateError):
        certificate.proves(replace(hexerpent, rocks=rocks[1:]))


def test_a_pen_with_a_gate_is_not_closed():
    gate = [rock for rock in ring((0, 0), 3) if rock != (0, -3)]
    hexerpent = Hexerpent([(0, 0), (0, 1)], gate, (0, -4))
    assert hexerpent.solve().value == brute_answer(replace(hexerpent, cap=12))[0]


def test_a_great_cap_takes_no_memory():
    hexerpent = Hexerpent([(0, y) for y in range(6)], goal=(1, -1), cap=1000)
    assert "MiB" in hexerpent.walker.table_obstacle()
    assert hexerpent.choose() == "astar"
    assert hexerpent.solve().value == replace(hexerpent, cap=20).solve().value


# Proofs and walks ------------------------------------------------------------------------------


def test_proof_of_a_straight_body_and_its_corruption():
    solution = STRAIGHT.solve()
    certificate = solution.certificate()
    assert certificate.proves(STRAIGHT) == solution.value
    for g, layer in enumerate(certificate.layers):
        layers = list(certificate.layers)
        layers[g] = layer[1:]
        with pytest.raises(CertificateError):
            replace(certificate, layers=layers).proves(STRAIGHT)
    with pytest.raises(CertificateError):
        replace(certificate, bound=solution.value + 1).proves(STRAIGHT)
    with pytest.raises(CertificateError, match="differ by more than 1"):
        replace(certificate, beyond=solution.value + 9).proves(STRAIGHT)


@pytest.mark.parametrize(
    "hexerpent",
    [STRAIGHT, PENNED, Hexerpent([(5, 5)], goal=(5, 9)), Hexerpent([(1, 0), (1, 1)], [(0, 0)])],
)
def test_a_stranger_can_check_a_solution(hexerpent):
    data = json.loads(json.dumps(hexerpent.solve().to_dict()))
    stranger = Hexerpent.solution_from_dict(data)
    assert stranger.verify()
    assert pickle.loads(pickle.dumps(stranger)).verify()


def test_a_solution_beyond_the_cap_survives_json():
    solution = replace(STRAIGHT, cap=3).solve()
    back = Hexerpent.solution_from_dict(json.loads(json.dumps(solution.to_dict())))
    assert back.puzzle.answered(back)


BODY = STRAIGHT.body


@pytest.mark.parametrize(
    ("after", "message"),
    [
        (((0, -1), *BODY[1:]), "section 2 is not adjacent to section 1"),
        (((0, 2), *BODY[1:]), "section 1 moves to .0, 2., which is not adjacent"),
        (((1, 0), (1, 1), *BODY[2:]), "sections 1 and 2 move at once"),
        ((*BODY[:2], (-1, 2), *BODY[3:]), "section 4 is not adjacent to section 3"),
        (BODY[:-1], "has 4 sections, not 5"),
        (((-1, 1), *BODY[1:]), "onto the rock .-1, 1."),
    ],
)
def test_steps_that_break_a_rule(after, message):
    hexerpent = replace(STRAIGHT, rocks=[(-1, 1)])
    with pytest.raises(RuleError, match=f"step 1: .*{message}"):
        hexerpent.check(Walk((BODY, after)))


def test_sections_that_come_to_touch():
    hexerpent = Hexerpent([(0, 0), (1, 0), (2, -1), (2, -2)], goal=(1, -1))
    with pytest.raises(RuleError, match="section 3 is adjacent to section 1"):
        hexerpent.check(Walk((hexerpent.body, ((1, -1), (1, 0), (2, -1), (2, -2)))))


def test_standing_still_is_a_step():
    hexerpent = Hexerpent([(0, 0), (0, 1)], goal=(1, 0))
    walk = hexerpent.solve().answer
    assert hexerpent.check(Walk((walk.states[0], *walk.states))) == walk.steps + 1


def test_a_walk_beyond_the_cap_is_no_answer():
    walk = STRAIGHT.solve().answer
    with pytest.raises(RuleError, match="over 4"):
        replace(STRAIGHT, cap=4).check(walk)


# Sizes, graphs, limits of questions ------------------------------------------------------------


def test_bodies_too_long_for_a_table():
    body = [(0, 0), (1, 0), (1, 1), (1, 2), (0, 3), (0, 4), (0, 5), (1, 5), (2, 5), (3, 4), (4, 3)]
    hexerpent = Hexerpent(body, goal=(0, -1))
    solution = hexerpent.solve()
    assert (solution.method, solution.value, solution.verify()) == ("astar", 4, True)
    assert hexerpent.solve("bfs").value == 4
    with pytest.raises(NotApplicableError, match="up to 10 sections"):
        hexerpent.solve("layers")


def test_graphs():
    solution = replace(STRAIGHT, cap=6).solve()
    board = solution.graph("board")
    assert len(board) == 3 * 6 * 7 + 1
    assert board.degree["0,0"] == 6
    assert board.nodes["0,-1"]["is_target"]
    states = solution.graph("states")
    assert states.number_of_nodes() == sum(replace(STRAIGHT, cap=6).layer_sizes())
    assert (
        nx.shortest_path_length(states, "n0")[max(states, key=lambda n: states.nodes[n]["depth"])]
        == 6
    )
    walked = [edge for *edge, on in states.edges(data="on_path") if on]
    assert len(walked) == (solution.value or 0)
    shapes = solution.graph("shapes")
    assert (len(shapes), shapes.number_of_edges()) == (162, 1536)


def test_board_graphs_are_refused_where_they_are_too_big():
    for puzzle in (replace(STRAIGHT, cap=1000), replace(STRAIGHT, cap=200)):
        with pytest.raises(LimitError, match="more than 50000 cells"):
            puzzle.graph("board")
    assert len(replace(STRAIGHT, cap=40).board_graph(max_nodes=4921)) == 4921
    with pytest.raises(LimitError, match="more than 4920 cells"):
        replace(STRAIGHT, cap=40).board_graph(max_nodes=4920)
    penned = Hexerpent(PENNED.body, ring((0, 0), 4), PENNED.goal, cap=1000)
    assert len(penned.graph("board")) == 37


@pytest.mark.parametrize("method", ["auto", "astar", "bfs"])
@pytest.mark.parametrize("limits", [Limits(max_states=2000), Limits(max_seconds=0)])
def test_limits_are_looked_at_inside_one_expansion(method, limits):
    # 24 million moves of the first state.
    solution = staircase(36, goal=(-3, 0)).solve(method, limits=limits)
    assert solution.status is Status.LIMIT
    assert solution.stats["limit"] in {"max_states", "max_seconds"}
    # The head alone needs 3 steps, with the section after it 7, the first eleven at least 13.
    assert solution.bounds[0] in {3, 7, 13}


def test_a_long_staircase_to_a_far_goal_needs_no_search():
    solution = staircase(30, goal=(500, 0)).solve()
    assert (solution.method, solution.bounds) == ("bounds", (21, None))
    assert len(json.dumps(solution.to_dict())) < 1000
    assert solution.verify()


@pytest.mark.parametrize("length", [10, 11, 12, 30])
def test_the_first_sections_tell_how_far_a_long_hexerpent_is(length):
    # A straight one of n sections needs n + 10 steps.
    hexerpent = Hexerpent([(0, y) for y in range(length)], goal=(0, -3))
    solution = hexerpent.solve("astar", limits=Limits(max_states=20_000))
    assert solution.bounds == ((20, 20) if length == 10 else (21, None))


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_arrays_at_once_and_the_first_sections_alone(seed):
    hexerpent = random_hexerpent(random.Random(seed), 7, 5)
    best = brute_answer(hexerpent)[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walking, "SCALAR_EFFORT", 0)
        patch.setattr(walking, "PREFIX_LENGTH", 2)
        solution = hexerpent.solve("astar")
    assert solution.value == best
    assert solution.answer is None or hexerpent.check(solution.answer) == best


def test_no_walk_to_count_beyond_the_cap():
    with pytest.raises(LimitError, match="3 steps or fewer"):
        replace(STRAIGHT, cap=3).number_of_best_walks()


def test_no_walk_to_count_in_a_pen():
    with pytest.raises(NoSolutionError):
        PENNED.number_of_best_walks()


# Text and data ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "value"), list(Hexerpent.EXAMPLES.items()))
def test_examples(text, value):
    puzzle = Hexerpent.parse(text)
    assert (puzzle.solve().value, Hexerpent.parse(str(puzzle))) == (value, puzzle)


@pytest.mark.parametrize("text", Hexerpent.MALFORMED)
def test_malformed(text):
    with pytest.raises(ParseError):
        Hexerpent.parse(text)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("2\n0 0\n\n1 1\n0\n0 5\n0", 4, 1, "section 2 at 1 1, which is not adjacent to section 1"),
        ("3\n0 0\n0 1\n1 0\n0\n0 5\n0", 4, 1, "section 3 at 1 0, which is adjacent to section 1"),
        ("2\n0 0\n0 0\n0\n0 5\n0", 3, 1, "which is where section 1 is"),
        ("1\n0 0\n2\n1 1\n 0 0\n0 5\n0", 5, 2, "0 0, a section"),
        ("1\n0 0\n0\n0 5\n0\n0", 6, 1, "the end of the text, found '0'"),
        ("1\n0 0\n0\n0", 4, 2, "the second coordinate of the goal, found the end"),
        ("1\n0 -\n0\n0 1\n0", 2, 3, "found '-'"),
        ("101\n", 1, 1, r"sections \(at most 100\), or 0, found"),
    ],
)
def test_where_a_text_is_wrong(text, line, column, message):
    with pytest.raises(ParseError, match=message) as caught:
        list(Hexerpent.read(text))
    assert (caught.value.line, caught.value.column) == (line, column)


def test_the_end_mark_may_be_missing_and_lines_may_be_broken():
    assert list(Hexerpent.read("1 2\n\n3 0 4\n5")) == [Hexerpent([(2, 3)], goal=(4, 5))]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([],), "1 to 100 sections, not 0"),
        (([(0, 0), (0, 2)],), "section 2.*is not adjacent to section 1"),
        (([(0, 0), (0, 1), (1, 0)],), "section 3.*is adjacent to section 1"),
        (([(0, 0), (0, 1), (0, 0)],), "section 3.*is where section 1 is"),
        (([(0, 0)], [(0, 0)]), "rock .0, 0. lies on the hexerpent"),
        (([(0, 10**9)],), "outside the board"),
        (([(0, 0)], [], (0, 0, 0)), "a goal has two coordinates"),
        (([(0, 0)], [], (0, 1), -1), "step cap must be from 0 to 1000"),
        (([(0, 0)], [], (0, 1), 1001), "step cap must be from 0 to 1000"),
    ],
)
def test_puzzles_that_contradict_the_rules(arguments, message):
    with pytest.raises(PuzzleError, match=message):
        Hexerpent(*arguments)


def test_the_text_format_knows_one_cap():
    with pytest.raises(WriteError, match="cap"):
        Hexerpent.write([replace(STRAIGHT, cap=19)])


@given(st.integers(0, 2**32))
def test_round_trips(seed):
    rng = random.Random(seed)
    hexerpents = [random_hexerpent(rng, 6, 20) for _ in range(2)]
    assert list(Hexerpent.read(Hexerpent.write(hexerpents))) == hexerpents
    other = random_hexerpent(rng, 6, rng.randint(0, 1000))
    assert Hexerpent.from_dict(json.loads(json.dumps(other.to_dict()))) == other
    assert pickle.loads(pickle.dumps(other)) == other
