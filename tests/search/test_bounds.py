"""What searches prove: heuristics below 0, infinite weights, and bounds after a stop."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpuzzles.limits import UNLIMITED, Limits
from graphpuzzles.search import (
    BoundPruner,
    SearchStatus,
    astar_search,
    bfs_search,
    bidirectional_search,
    branch_and_bound,
    check_heuristic,
    dijkstra_search,
    explored_graph,
    idastar_search,
)
from tests.search.search_spaces import random_graphs
from tests.search.tiny_questions import questions

INFORMED = [astar_search, idastar_search, branch_and_bound]
UNINFORMED = [bfs_search, dijkstra_search, bidirectional_search]


@pytest.mark.parametrize("search", INFORMED)
@given(random_graphs(), st.sets(st.integers(0, 7), min_size=1), st.lists(st.integers(-9, 0)))
def test_a_heuristic_below_0_is_a_lower_bound_like_any_other(search, graph, targets, values):
    listed = sorted(targets & set(graph))
    estimates = dict(enumerate(values))
    options = {"targets": listed, "cutoff": None if len(values) % 2 else 3}
    expected = dijkstra_search(graph, 0, **options)
    result = search(graph, 0, heuristic=lambda u: estimates.get(u, -5), **options)
    assert (result.status, result.cost) == (expected.status, expected.cost)


@pytest.mark.parametrize("ties", ["lifo", "fifo", "h"])
def test_a_dear_target_does_not_come_first_for_its_heuristic(ties):
    graph = {"a": {"dear": 5, "cheap": 1}}
    estimates = {"a": 0, "dear": -9, "cheap": 0}
    result = astar_search(
        graph, "a", targets=["dear", "cheap"], heuristic=estimates.get, ties=ties
    )
    assert (result.cost, result.lower_bound) == (1, 1)


@pytest.mark.parametrize("search", [*INFORMED, dijkstra_search, bidirectional_search])
@pytest.mark.parametrize("limits", [UNLIMITED, Limits(max_states=100)])
def test_a_step_of_infinite_weight_is_no_step(search, limits):
    graph = {"a": {"b": math.inf, "c": 1}, "b": {}, "c": {"c": math.inf}}
    options = {"heuristic": lambda _: 0} if search in INFORMED else {}
    result = search(graph, "a", "b", limits=limits, **options)
    assert (result.status, result.path, result.lower_bound) == ("exhausted", None, math.inf)


def test_nothing_else_takes_a_step_of_infinite_weight():
    graph = {"a": {"b": math.inf, "c": 1}, "b": {}, "c": {"b": 2}}
    result = dijkstra_search(graph, "a")
    assert explored_graph(result, edges="all").number_of_edges() == 2
    assert check_heuristic(graph, "a", "b", {"a": 3, "b": 0, "c": 2}.get).consistent
    pruner = BoundPruner(["a", "b"], lower=lambda _: 0)
    with pytest.raises(ValueError, match="has no weight"):
        dijkstra_search(graph, "a", "b", prune=pruner)


@pytest.mark.parametrize("search", [*INFORMED, *UNINFORMED])
def test_nothing_is_proved_before_the_sources_are_looked_at(search):
    graph = {"a": ["b"], "b": []}
    options = {"heuristic": lambda _: 0} if search in INFORMED else {}
    result = search(graph, "a", "a", limits=Limits(max_states=0), **options)
    assert result.lower_bound == 0
    assert result.resume().cost == 0


def test_a_bound_holds_for_paths_beyond_the_cutoff():
    graph = {5: [0], 0: [1], 3: [4], 4: [1], 1: []}
    estimates = {5: 5, 0: 1, 3: 2, 4: 1, 1: 0}
    result = astar_search(
        graph,
        sources=[5, 3],
        targets=[1],
        heuristic=estimates.get,
        cutoff=1,
        limits=Limits(max_expanded=1),
    )
    assert result.status is SearchStatus.EXPANDED_LIMIT
    assert result.lower_bound == 1


@pytest.mark.parametrize("search", [*INFORMED, *UNINFORMED])
def test_none_is_no_state(search):
    graph = {0: [None], None: [2], 2: []}
    options = {"heuristic": lambda _: 0} if search in INFORMED else {}
    for question in ({"source": 0, "target": 2}, {"source": 0, "targets": [None]}):
        with pytest.raises(ValueError, match="None cannot be a state"):
            search(graph, **question, **options)
    with pytest.raises(ValueError, match="None cannot be a state"):
        search(graph, sources=[None], target=2, **options)


@pytest.mark.parametrize("search", [*INFORMED, *UNINFORMED])
def test_a_cutoff_is_not_negative(search):
    options = {"heuristic": lambda _: 0} if search in INFORMED else {}
    with pytest.raises(ValueError, match="must not be negative, got -1"):
        search({0: []}, 0, 0, cutoff=-1, **options)


ENGINES = {
    "dijkstra": lambda question, h, **options: dijkstra_search(question.graph, **options),
    "bidirectional": lambda question, h, **options: bidirectional_search(
        question.graph, **options
    ),
    "astar": lambda question, h, **options: astar_search(question.graph, heuristic=h, **options),
    "idastar": lambda question, h, **options: idastar_search(
        question.graph, heuristic=h, **options
    ),
    "branch and bound": lambda question, h, **options: branch_and_bound(
        question.graph, heuristic=h, **options
    ),
}


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("limit", ["max_states", "max_expanded"])
def test_the_bound_of_a_stopped_search_holds_and_grows(name, limit):
    stops = 0
    for rng, question in questions("integers", 120):
        h = question.estimates(rng, "integers").get
        ends = {"sources": question.sources, "targets": question.targets}
        result = ENGINES[name](question, h, **ends, limits=Limits(**{limit: 0}))
        bounds = []
        while result.status.endswith("_limit"):
            bounds.append(result.lower_bound)
            result = result.resume(Limits(**{limit: len(bounds)}))
        assert all(bound <= (result.cost or math.inf) for bound in bounds)
        assert bounds == sorted(bounds)
        stops += len(bounds)
    assert stops > 80


def test_a_bidirectional_search_adds_up_what_waits_on_both_sides():
    """Also in the middle of an expansion, whose state waits on neither side any more."""
    graph = {0: {1: 2, 2: 7}, 1: {3: 4}, 2: {3: 1, 4: 3}, 3: {4: 6, 5: 9}, 4: {5: 2}, 5: {}}
    stopped = [
        bidirectional_search(graph, 0, 5, limits=Limits(max_states=held)) for held in range(9)
    ]
    assert [result.lower_bound for result in stopped] == [0, 0, 0, 0, 2, 2, 4, 8, 11]
    # The state under way is on the one side once, and once on the other.
    assert {result.search._pending[0] for result in stopped[2:]} == {0, 1}
    assert bidirectional_search(graph, 0, 5).cost == 12


@pytest.mark.parametrize("search", [dijkstra_search, *INFORMED[:1]])
def test_a_step_that_is_told_twice_is_one_step(search):
    graph = {0: [1, 1, 2, 2], 1: [3, 3], 2: [3, 3], 3: []}
    options = {"heuristic": lambda _: 0} if search in INFORMED else {}
    for weight in (None, lambda *_: 2):
        result = search(graph.get, 0, 3, weight=weight, all_predecessors=True, **options)
        before = {u: sorted(states) for u, states in result.predecessors.items()}
        assert before == {0: [], 1: [0], 2: [0], 3: [1, 2]}
