"""ManhattanWiring and Numberlink: every method against brute force and against each other."""

import itertools
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings

from graphpuzzles.errors import LimitError, NoSolutionError, NotApplicableError
from graphpuzzles.limits import Limits
from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles.wiring import methods, program
from graphpuzzles.puzzles.wiring.puzzles import ManhattanWiring, Numberlink
from graphpuzzles.validation import cross_validate
from tests.puzzles.wiring.wiring_cases import (
    TOUCHES,
    brute_force,
    contest_boards,
    graph_links,
    mixed_boards,
    numberlinks,
    random_board,
    weight_of,
)

DATA = Path(__file__).parents[2] / "data" / "manhattan_wiring"
METHODS = ("frontier", "flow", "search")
LIMITS = Limits(max_expanded=2_000_000)
"""What no method needs on boards that all are asked to finish."""


@pytest.mark.parametrize("case", sorted(path.stem for path in DATA.glob("*.in")))
def test_published_files_byte_for_byte(case):
    puzzles = ManhattanWiring.read((DATA / f"{case}.in").read_text())
    lines = [puzzle.judge(puzzle.solve(), i) for i, puzzle in enumerate(puzzles, 1)]
    assert "\n".join([*lines, ""]) == (DATA / f"{case}.out").read_text()


@pytest.mark.parametrize("case", sorted(path.stem for path in DATA.glob("*.in")))
def test_files_are_written_as_they_were_read(case):
    text = (DATA / f"{case}.in").read_text()
    assert ManhattanWiring.write(ManhattanWiring.read(text)) == text


@pytest.mark.parametrize("method", METHODS)
def test_boards_on_which_cutting_u_turns_loses_the_only_wiring(method):
    puzzles = ManhattanWiring.read((DATA / "pruning_trap.in").read_text())
    assert [puzzle.solve(method).value for puzzle in puzzles] == [12, 12, 12]


def finds_what_brute_force_finds(puzzle):
    """Check every method, the bounds, the count and the list of a puzzle."""
    everything = brute_force(puzzle)
    weights = [weight_of(puzzle, paths) for paths in everything]
    best = min(weights, default=None)
    bounds = puzzle.model.bounds
    if bounds.separated is None and best is not None:
        assert bounds.lower <= best
    for method in puzzle.methods():
        if puzzle.methods()[method].refuses(puzzle) is not None:
            assert method == "bounds"
            continue
        solution = puzzle.solve(method)
        assert solution.value == best
        assert solution.verify()
        if best is not None:
            assert tuple(solution.answer.paths.values()) in everything
    solutions = everything
    if puzzle.board.rule == "shortest":
        solutions = [p for p, w in zip(everything, weights, strict=True) if w == best]
    assert puzzle.count() == len(solutions)
    listed = [tuple(wiring.paths.values()) for wiring in puzzle.solutions()]
    assert sorted(listed) == sorted(solutions)
    by_weight = [weight_of(puzzle, paths) for paths in listed]
    assert by_weight == sorted(by_weight)


@given(contest_boards())
@settings(max_examples=150)
def test_contest_boards_against_brute_force(puzzle):
    finds_what_brute_force_finds(puzzle)


@given(numberlinks())
@settings(max_examples=200)
def test_grids_of_any_rule_against_brute_force(puzzle):
    finds_what_brute_force_finds(puzzle)


@given(graph_links())
@settings(max_examples=200)
def test_graphs_against_brute_force(puzzle):
    finds_what_brute_force_finds(puzzle)


@pytest.mark.parametrize("size", [5, 6, 7, 8, 9])
def test_methods_agree_on_larger_boards(size):
    rng = random.Random(size)
    classes = Counter()
    for _ in range(12):
        puzzle = ManhattanWiring(random_board(rng, size, size, rng.choice((0.1, 0.25, 0.35))))
        result = cross_validate(puzzle, limits=LIMITS)
        classes[result.confirmed] += 1
    assert classes == {True: 12}


def test_classes_of_the_mixed_boards():
    classes = Counter()
    for _, cells in mixed_boards():
        puzzle = ManhattanWiring(cells)
        bounds = puzzle.model.bounds
        if bounds.separated is not None:
            classes["a terminal cannot be reached"] += 1
        elif bounds.closed:
            classes["shortest lines"] += 1
        elif puzzle.model.crossing is not None:
            classes["planarity"] += 1
        else:
            classes["open"] += 1
            assert puzzle.choose() == "frontier"
            continue
        assert puzzle.solve("bounds").value == puzzle.solve("frontier").value
    assert classes == {
        "a terminal cannot be reached": 13,
        "shortest lines": 46,
        "planarity": 4,
        "open": 8,
    }


def test_several_pairs_agree_on_larger_grids():
    rng = random.Random(3)
    statuses = Counter()
    for _ in range(25):
        size = rng.choice((6, 7))
        rows = [["#" if rng.random() < 0.05 else "." for _ in range(size)] for _ in range(size)]
        free = [(r, c) for r in range(size) for c in range(size) if rows[r][c] == "."]
        pairs = rng.choice((2, 3))
        for i, (r, c) in enumerate(rng.sample(free, 2 * pairs)):
            rows[r][c] = "ABCD"[i // 2]
        rule = rng.choice(("shortest", "shortest", "fill"))
        puzzle = Numberlink(rows, rule=rule)
        result = cross_validate(puzzle, ["frontier", "flow"], limits=LIMITS)
        assert result.confirmed
        statuses[result.status] += 1
    assert statuses == {Status.SOLVED: 14, Status.INFEASIBLE: 11}


# Counting ----------------------------------------------------------------------------------------


def test_a_count_beyond_64_bits():
    # imos/Puzzle, NumberLink/sample_input: a 10 x 10 board from corner to corner.
    cells = [["."] * 10 for _ in range(10)]
    cells[0][9] = cells[9][0] = "1"
    assert Numberlink(cells, rule="any").count() == 41044208702632496804


def test_counts_of_the_rules_differ():
    grid = ["A...", "B..A", "...B"]
    counts = [Numberlink(grid, rule=rule).count() for rule in ("shortest", "any", "fill")]
    assert counts == [6, 8, 2]


def test_a_unique_wiring():
    assert Numberlink(["AB.", ".A.", "B.."]).is_unique()


def test_samples_are_uniform_and_reproducible():
    puzzle = Numberlink(["A...", "B..A", "...B"], rule="any")
    rng = random.Random(1)
    drawn = Counter(puzzle.sample(rng) for _ in range(800))
    again = random.Random(1)
    assert len(drawn) == 8
    assert min(drawn.values()) > 60
    assert [puzzle.sample(random.Random(5)) for _ in range(2)] == [
        puzzle.sample(random.Random(5)) for _ in range(2)
    ]
    assert puzzle.sample(again) in drawn


def test_there_is_no_sample_without_a_wiring():
    with pytest.raises(NoSolutionError):
        Numberlink(["AB", "BA"]).sample(random.Random(0))


def test_solutions_come_lazily_and_limited():
    cells = [["."] * 10 for _ in range(10)]
    cells[0][9] = cells[9][0] = "1"
    puzzle = Numberlink(cells, rule="any")
    first = list(itertools.islice(puzzle.solutions(), 5))
    assert [wiring.length for wiring in first] == [18] * 5
    assert first == list(puzzle.solutions(5))


def test_counting_obeys_limits():
    with pytest.raises(LimitError) as caught:
        Numberlink(["A....", ".....", "....A"], rule="any").count(limits=Limits(max_states=20))
    assert caught.value.limit == "max_states"


# Methods -----------------------------------------------------------------------------------------


def test_bounds_refuse_a_gap_and_say_it():
    puzzle = ManhattanWiring(["1000001", "2000002", "1131311"])
    with pytest.raises(NotApplicableError, match="at least 10, at most 12"):
        puzzle.solve("bounds")


def test_what_takes_too_long_is_left_out_of_a_cross_validation():
    wide = Numberlink([["A", *["."] * 17, "A"], *[["."] * 19] * 17, ["B", *["."] * 17, "B"]])
    skipped = {run.method: run.skipped for run in cross_validate(wide).runs if run.skipped}
    assert skipped == {
        "frontier": "a frontier of 20 edges",
    }


@pytest.mark.parametrize(
    ("method", "limits", "limit"),
    [
        ("frontier", Limits(max_memory=100), "max_memory"),
        ("frontier", Limits(max_seconds=0), "max_seconds"),
        ("flow", Limits(max_seconds=0), "max_seconds"),
        ("search", Limits(max_expanded=3), "max_expanded"),
        ("bounds", Limits(max_seconds=0), "max_seconds"),
    ],
)
def test_a_limit_proves_nothing_but_bounds(method, limits, limit):
    board = ["000", "203", "023"] if method == "bounds" else ["1000001", "2000002", "1131311"]
    solution = ManhattanWiring(board).solve(method, limits=limits)
    assert solution.status is Status.LIMIT
    assert solution.stats["limit"] == limit
    assert solution.value is None
    assert solution.bounds[0] is not None
    assert solution.puzzle.judge(solution, 1) == "?"


def test_the_integer_program_never_runs_without_a_limit(monkeypatch):
    crossed = ["20003", "00000", "00000", "00000", "30002"]
    monkeypatch.setattr(program, "DEFAULT_NODES", 2)
    solution = ManhattanWiring(crossed).solve("flow")
    assert solution.status is Status.LIMIT
    assert solution.stats["limit"] == "max_expanded"
    assert solution.bounds == (16, None)


def test_states_obey_limits():
    solution = Numberlink(["A....B", "......", "B....A"], rule="fill").solve(
        "frontier", limits=Limits(max_states=30)
    )
    assert (solution.status, solution.stats["limit"]) == (Status.LIMIT, "max_states")


def test_progress_can_stop_every_method():
    puzzle = ManhattanWiring(["1000001", "2000002", "1131311"])
    stopped = {
        method: puzzle.solve(method, progress=lambda _: True).stats["limit"] for method in METHODS
    }
    assert stopped == dict.fromkeys(METHODS, "stopped")


def test_weights_beyond_the_engines_are_refused_or_exact():
    grid = ["A.A"]
    weights = {((0, 0), (0, 1)): 2**61, ((0, 1), (0, 2)): 2**61 - 1}
    exact = Numberlink(grid, weights=weights)
    assert exact.solve("frontier").value == 2**62 - 1
    with pytest.raises(NotApplicableError, match="floating point"):
        exact.solve("flow")
    weights[(0, 1), (0, 2)] += 1
    beyond = Numberlink(grid, weights=weights)
    assert {beyond.solve(method).value for method in ("auto", "frontier", "search")} == {2**62}
    assert beyond.solve().verify()


@pytest.mark.parametrize("rule", ["shortest", "any", "fill"])
@pytest.mark.parametrize("touch", TOUCHES)
def test_counts_with_weights_beyond_64_bits(rule, touch):
    grid = [*map(list, ("A..B.", ".....", "B...A"))]
    borders = [
        ((r, c), q)
        for r, c in itertools.product(range(3), range(5))
        for q in ((r + 1, c), (r, c + 1))
        if q[0] < 3 and q[1] < 5
    ]
    weights = {border: (10**25 if i % 4 else 3) + i % 3 for i, border in enumerate(borders)}
    puzzle = Numberlink(grid, rule=rule, self_touch=touch, weights=weights)
    found = [weight_of(puzzle, paths) for paths in brute_force(puzzle)]
    best = min(found, default=None)
    assert puzzle.solve().value == puzzle.solve("frontier").value == best
    wanted = [best] * found.count(best) if rule == "shortest" else sorted(found)
    assert [weight_of(puzzle, w.paths.values()) for w in puzzle.solutions()] == wanted
    assert puzzle.count() == len(wanted)


def test_edges_of_no_weight_leave_no_stray_cycle():
    grid = ["A...", "....", "A..."]
    borders = [
        ((r, c), q)
        for r in range(3)
        for c in range(4)
        for q in ((r + 1, c), (r, c + 1))
        if q[0] < 3 and q[1] < 4
    ]
    puzzle = Numberlink(grid, weights=dict.fromkeys(borders, 0))
    assert {puzzle.solve(method).value for method in ("bounds", *METHODS)} == {0}
    assert puzzle.count() == len(brute_force(puzzle))


def test_two_words_a_state():
    rows = [["."] * 4 for _ in range(15)]
    labels = "ABCDEFGHIJKLMN"
    for i, label in enumerate(labels):
        rows[i][0], rows[i + 1][1] = label, label
    puzzle = Numberlink([list(row) for row in zip(*rows, strict=True)])
    wirings = puzzle.diagram()
    assert puzzle.solve("flow").value == puzzle.solve("frontier").value
    assert wirings.count == puzzle.count()


def test_bounds_that_meet_are_an_answer_though_a_limit_was_reached():
    puzzle = ManhattanWiring(["1000001", "2000002", "1131311"])
    assert (puzzle.model.bounds.lower, puzzle.model.bounds.upper) == (10, 12)
    outcome = methods._unfinished(puzzle.model, "max_seconds", {"nodes": 7}, 12)
    assert (outcome.status, outcome.value, outcome.bounds) == (Status.SOLVED, 12, (12, 12))
    assert outcome.stats == {"nodes": 7, "closed_by": "bounds that meet"}
    assert methods._unfinished(puzzle.model, "max_seconds", {}, 11).status is Status.LIMIT
