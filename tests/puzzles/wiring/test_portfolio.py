"""What "auto" tries on wirings, and the questions that it answers with or without the extra."""

import random
import sys
from pathlib import Path

import pytest

from graphpuzzles.errors import LimitError
from graphpuzzles.limits import Limits
from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles.wiring import portfolio
from graphpuzzles.puzzles.wiring.puzzles import ManhattanWiring, Numberlink
from tests.puzzles.wiring.wiring_cases import (
    brute_force,
    forced_detour,
    random_puzzle,
    weight_of,
)

DATA = Path(__file__).parents[2] / "data" / "numberlink_fill"
# Two steps longer than the sum of the shortest lines; beyond a dense table; nothing is planar.
OPEN = ["A.....B", "...C...", ".B...D.", "...E...", ".D...A.", ".C.....", "....E.."]
WAYS = pytest.mark.parametrize("installed", [True, False])


def published(case, rule="fill"):
    return Numberlink.parse((DATA / f"{case}.in").read_text().replace("fill", rule, 1))


@pytest.fixture(autouse=True)
def solver(request, monkeypatch):
    """Take the solver of clauses away where a test says that it is not installed."""
    if not getattr(request.node, "callspec", None) or request.node.callspec.params.get(
        "installed", True
    ):
        return
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)


@WAYS
@pytest.mark.parametrize("case", ["10_4", "13_3", "15_4"])
def test_published_boards_are_solved_and_unique(case, installed):
    puzzle = published(case)
    solution = puzzle.solve()
    assert solution.value == int((DATA / f"{case}.out").read_text())
    assert solution.method == ("sat" if installed else "frontier")
    assert puzzle.is_unique()
    assert puzzle.model.swept is not installed


@WAYS
def test_answers_are_those_of_brute_force_with_and_without_the_extra(installed, monkeypatch):
    monkeypatch.setattr(portfolio, "_NARROW", -1)
    rng = random.Random(5)
    methods = set()
    for _ in range(150):
        puzzle = random_puzzle(rng)
        everything = brute_force(puzzle)
        weights = [weight_of(puzzle, paths) for paths in everything]
        best = min(weights, default=None)
        solution = puzzle.solve()
        assert solution.value == best
        methods.add(solution.method)
        wanted = sorted(
            (weight, paths)
            for weight, paths in zip(weights, everything, strict=True)
            if weight == best or puzzle.board.rule != "shortest"
        )
        assert puzzle.is_unique() is (len(wanted) == 1)
        listed = [tuple(wiring.paths.values()) for wiring in puzzle.solutions(3)]
        assert [weight_of(puzzle, paths) for paths in listed] == [w for w, _ in wanted[:3]]
        assert len(set(listed)) == len(listed)
        assert set(listed) <= {paths for _, paths in wanted}
    assert methods == {"bounds", "frontier"} | ({"sat"} if installed else set())


def test_a_method_that_gives_up_is_followed_by_the_next(monkeypatch):
    puzzle = Numberlink(OPEN)
    monkeypatch.setattr(portfolio, "_NARROW", -1)
    best = puzzle.solve()
    assert best.method == "sat"
    monkeypatch.setattr(portfolio, "_CONFLICTS", 0)
    other = puzzle.solve()
    assert (other.method, other.value) == ("flow", best.value)


@WAYS
def test_a_large_dense_table_comes_after_what_may_be_quick(installed):
    puzzle = ManhattanWiring(forced_detour(14))
    names = [name for name, _ in portfolio.stages(puzzle.model)]
    assert names == ["sat"] * installed + ["flow", "frontier"]


def test_where_none_has_an_answer_the_best_bounds_of_all_are_told(monkeypatch):
    puzzle = published("15_4", "shortest")
    limits = Limits(max_states=900)
    tried = [("sat", limits), ("frontier", limits)]
    monkeypatch.setattr(portfolio, "stages", lambda model: iter(tried))
    told = puzzle.solve("sat", limits=limits)
    assert told.bounds[1] is not None
    solution = puzzle.solve()
    assert (solution.status, solution.method) == (Status.LIMIT, "frontier")
    assert solution.bounds == told.bounds
    assert solution.answer == told.answer


@pytest.mark.parametrize("limit", ["max_seconds", "stopped"])
def test_time_that_is_up_ends_all_tries(limit):
    stopping = limit == "stopped"
    solution = published("12_3").solve(
        limits=Limits() if stopping else Limits(max_seconds=0),
        progress=lambda event: stopping,
    )
    assert (solution.method, solution.stats["limit"]) == ("sat", limit)
    with pytest.raises(LimitError, match=r"^max_seconds"):
        published("12_3").is_unique(limits=Limits(max_seconds=0))
    with pytest.raises(LimitError, match=r"^max_seconds"):
        published("12_3").solutions(2, limits=Limits(max_seconds=0))


def test_a_question_that_clauses_give_up_is_answered_by_the_diagram(monkeypatch):
    monkeypatch.setattr(portfolio, "_CONFLICTS", 0)
    puzzle = published("10_4")
    assert [wiring.length for wiring in puzzle.solutions(2)] == [89]
    assert puzzle.model.swept
    puzzle = published("10_4")
    assert puzzle.is_unique()
    assert puzzle.model.swept
