"""Wirings found by clauses, against brute force; the method `sat` within limits and without."""

import random
import sys
from pathlib import Path

import networkx as nx
import pytest

from graphpuzzles.errors import LimitError, NotApplicableError
from graphpuzzles.limits import Limits, Meter
from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles.wiring.clause_search import least_search, next_wirings, only_wiring
from graphpuzzles.puzzles.wiring.puzzles import Numberlink
from tests.puzzles.wiring.wiring_cases import brute_force, random_puzzle, weight_of

DATA = Path(__file__).parents[2] / "data" / "numberlink_fill"


def published(case, rule):
    return Numberlink.parse((DATA / f"{case}.in").read_text().replace("fill", rule, 1))


def asked(puzzle, **limits):
    """Return the arguments of the questions about a puzzle."""
    return puzzle.model.network, Meter(Limits(**limits))


def test_what_brute_force_finds():
    rng = random.Random(12)
    for _ in range(400):
        puzzle = random_puzzle(rng)
        everything = brute_force(puzzle)
        weights = [weight_of(puzzle, paths) for paths in everything]
        best = min(weights, default=None)
        solution = puzzle.solve("sat")
        assert solution.value == best
        if best is not None:
            assert tuple(solution.answer.paths.values()) in everything
        shortest = puzzle.board.rule == "shortest"
        wanted = [
            paths
            for paths, weight in zip(everything, weights, strict=True)
            if weight == best or not shortest
        ]
        assert only_wiring(*asked(puzzle), least=shortest) is (len(wanted) == 1)
        if len(wanted) > 50:
            continue
        found = [
            tuple(puzzle.model.wiring(paths).paths.values())
            for paths in next_wirings(*asked(puzzle), least=shortest)
        ]
        assert sorted(found) == sorted(wanted)
        by_weight = [weight_of(puzzle, paths) for paths in found]
        assert by_weight == sorted(by_weight)


@pytest.mark.parametrize("case", ["12_3", "15_3"])
def test_published_boards_have_one_wiring_that_fills_them(case):
    puzzle = published(case, "fill")
    assert puzzle.solve("sat").value == int((DATA / f"{case}.out").read_text())
    assert only_wiring(*asked(puzzle), least=False)


def test_a_second_wiring_that_only_fills_is_none_under_any():
    # Both wirings of the square fill it; the shorter way leaves two cells empty.
    rows = ["AA", ".."]
    assert only_wiring(*asked(Numberlink(rows, rule="fill")), least=False)
    assert not only_wiring(*asked(Numberlink(rows, rule="any")), least=False)
    assert only_wiring(*asked(Numberlink(rows, rule="any", self_touch="no_chord")), least=False)


def test_cycles_beside_the_lines_are_refused_where_all_is_to_be_filled():
    # Only a cycle could fill the triangle.
    graph = nx.Graph([("a", "b"), (0, 1), (1, 2), (2, 0), ("b", 0)])
    assert Numberlink(graph, {"x": ("a", "b")}, rule="fill").solve("sat").value is None
    assert Numberlink(graph, {"x": ("a", "b")}, rule="any").solve("sat").value == 1


@pytest.mark.parametrize("limit", ["max_states", "max_memory"])
def test_a_limit_leaves_both_bounds(limit):
    puzzle = published("15_4", "shortest")
    most = {"max_states": 900, "max_memory": 10**4}[limit]
    solution = puzzle.solve("sat", limits=Limits(**{limit: most}))
    assert (solution.status, solution.stats["limit"]) == (Status.LIMIT, limit)
    lower, upper = solution.bounds
    assert lower <= 197
    if limit == "max_states":
        assert upper == solution.puzzle.check(solution.answer) >= 197
    with pytest.raises(LimitError):
        only_wiring(*asked(puzzle, **{limit: most}), least=True)


def test_bounds_rise_while_less_is_refused():
    """With so few conflicts not all sums are refused that are less than the least."""
    puzzle = published("12_4", "shortest")
    network = puzzle.model.network
    proved = set()
    for most in (300, 1000, 1700, 5000):
        search = least_search(network, Meter(Limits(max_states=most)))
        try:
            search.find_least()
        except LimitError:
            proved.add(search.lower)
        else:
            assert search.lower == network.length(search.paths) == 99
        assert search.lower <= 99
    assert len(proved) > 1


@pytest.mark.parametrize("rule", ["shortest", "fill"])
def test_large_weights_and_a_missing_solver_are_refused(rule, monkeypatch):
    rows = ["A..", "...", "..A"]
    heavy = Numberlink(rows, rule=rule, weights={((0, 0), (0, 1)): 10**4})
    with pytest.raises(NotApplicableError, match="add up to more than 2000"):
        heavy.solve("sat")
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    with pytest.raises(NotApplicableError, match="python-sat is not installed"):
        Numberlink(rows, rule=rule).solve("sat")


def test_lines_with_room_are_found_from_below():
    """From above none is found in 80,000 conflicts."""
    rows = [
        "G......G........",
        "...........L....",
        "................",
        "..............L.",
        ".....I.....H....",
        "................",
        ".......I.....F..",
        ".AD............H",
        "................",
        "....F...B.......",
        "................",
        ".........C......",
        ".J....A..E......",
        ".....E.........B",
        "..D..J..........",
        "...........KK..C",
    ]
    solution = Numberlink(rows).solve("sat", limits=Limits(max_states=20_000))
    assert (solution.value, solution.puzzle.model.bounds.lower) == (89, 85)
