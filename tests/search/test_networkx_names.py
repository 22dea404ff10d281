"""Shortest paths under networkx's names, and networkx itself on a lazy graph, against networkx."""

import itertools
import math
from functools import partial
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles import search
from graphpuzzles.errors import LimitError
from graphpuzzles.limits import Limits
from graphpuzzles.search import lazy_graph
from tests.search.search_spaces import Grid, WeightedGrid, random_graphs


def outcome(call):
    try:
        return call()
    except nx.NetworkXNoPath:
        return "no path"


@settings(max_examples=80)
@given(random_graphs())
def test_the_named_functions_give_what_networkx_gives(graph):
    s, t = 0, len(graph) - 1
    for weight in (None, "weight"):
        found = outcome(partial(search.shortest_path_length, graph, s, t, weight))
        assert found == outcome(partial(nx.shortest_path_length, graph, s, t, weight))
        path = outcome(partial(search.shortest_path, graph, s, t, weight))
        steps = graph.edges if weight is None else graph.edges(data=weight)
        weights = {(u, v): w[0] if w else 1 for u, v, *w in steps}
        assert path == found or sum(weights[step] for step in pairwise(path)) == found
    assert dict(search.predecessor(graph, s)) == nx.predecessor(graph, s)
    assert list(search.predecessor(graph, s, t)) == nx.predecessor(graph, s, t)


# What networkx does itself, on a lazy graph: a function of the graph, its source and its target.
THROUGH_THE_LAZY_GRAPH = {
    "astar_path_length": nx.astar_path_length,
    "bfs_edges": lambda g, s, t: list(nx.bfs_edges(g, s)),
    "bfs_edges, limited": lambda g, s, t: list(nx.bfs_edges(g, s, depth_limit=1)),
    "bfs_edges, backwards": lambda g, s, t: list(
        nx.bfs_edges(g, s, reverse=True, sort_neighbors=sorted)
    ),
    "bfs_layers": lambda g, s, t: list(nx.bfs_layers(g, [s])),
    "bidirectional_dijkstra": lambda g, s, t: nx.bidirectional_dijkstra(g, s, t)[0],
    "bidirectional_shortest_path": lambda g, s, t: len(nx.bidirectional_shortest_path(g, s, t)),
    "descendants": lambda g, s, t: nx.descendants(g, s),
    "descendants_at_distance": lambda g, s, t: nx.descendants_at_distance(g, s, 2),
    "dijkstra_path": nx.dijkstra_path,
    "dijkstra_path_length": nx.dijkstra_path_length,
    "has_path": nx.has_path,
    "single_source_shortest_path": lambda g, s, t: nx.single_source_shortest_path(g, s, 2),
    "single_source_shortest_path_length": lambda g, s, t: dict(
        nx.single_source_shortest_path_length(g, s)
    ),
}


@settings(max_examples=60)
@given(random_graphs(), st.booleans())
def test_networkx_s_own_functions_run_on_the_lazy_graph(graph, sized):
    s, t = 0, len(graph) - 1
    lazy = lazy_graph(graph, len(graph)) if sized else lazy_graph(graph)
    for name, call in THROUGH_THE_LAZY_GRAPH.items():
        found, expected = (outcome(partial(call, g, s, t)) for g in (lazy, graph))
        assert found == expected, name


def test_where_networkx_would_not_end_a_search_gives_up_with_what_it_has():
    """Limits and a proof of "no path" for what the functions above leave open."""
    limits = Limits(max_states=50)
    seen = search.bfs_search(halves_and_adds, 1, targets=(), limits=limits)
    assert (seen.status, len(seen.seen)) == ("state_limit", 50)
    assert search.bfs_search(halves_and_adds, 1, targets=(), cutoff=3).status == "exhausted"
    assert search.bfs_search(lambda n: [(n + 2) % 30], 0, 1, limits=limits).proved
    assert not search.bfs_search(lambda n: [n + 2], 0, 1, limits=limits).proved


@settings(max_examples=80)
@given(random_graphs())
def test_all_shortest_paths_and_their_number(graph):
    s, t = 0, len(graph) - 1
    for weight in (None, "weight"):
        expected = outcome(partial(brute_force, graph, s, t, weight))
        found = outcome(lambda weight=weight: list(search.all_shortest_paths(graph, s, t, weight)))
        if expected == "no path":
            assert found == "no path"
            continue
        assert sorted(found) == expected
        assert search.number_of_shortest_paths(graph, s, t, weight) == len(expected)


def brute_force(graph, s, t, weight):
    """Return all simple paths of least cost, in order."""
    paths = [[s]] if s == t else list(nx.all_simple_paths(graph, s, t))
    if not paths:
        raise nx.NetworkXNoPath
    costs = [
        len(path) - 1 if weight is None else nx.path_weight(graph, path, weight) for path in paths
    ]
    return sorted(p for p, cost in zip(paths, costs, strict=True) if cost == min(costs))


@pytest.mark.parametrize("space", [Grid(6, 6, blocked=0), Grid(9, 9, 4, 0.15)])
def test_paths_and_counts_from_layers_of_arrays(space):
    graph = nx.DiGraph((u, v) for u in range(space.n_states) for v in space.successors(u))
    graph = graph.subgraph(u for u in graph if u in space)
    expected = sorted(nx.all_shortest_paths(graph, 0, space.goal))
    assert sorted(search.all_shortest_paths(space, 0, space.goal)) == expected
    assert search.number_of_shortest_paths(space, 0, space.goal) == len(expected)


def test_the_number_of_paths_through_the_array_engine_is_exact_beyond_64_bits():
    space = Grid(40, 40, blocked=0)
    assert search.number_of_shortest_paths(space, 0, space.goal) == math.comb(78, 39)


def test_counting_paths_through_circles_that_cost_nothing_keeps_to_its_limits():
    everyone = {u: {v: 0 for v in range(12) if v != u} for u in range(12)}
    with pytest.raises(LimitError, match=r"max_expanded reached: \d+ paths were counted"):
        search.number_of_shortest_paths(
            everyone, 0, 11, "weight", limits=Limits(max_expanded=10_000)
        )
    few = {u: {v: 0 for v in range(7) if v != u} for u in range(7)}
    expected = sum(math.perm(5, k) for k in range(6))
    assert search.number_of_shortest_paths(few, 0, 6, "weight") == expected


# What networkx does not do -----------------------------------------------------------------------


def halves_and_adds(n):
    return (2 * n, n + 1)


def test_functions_end_on_an_infinite_graph_where_networkx_does_not():
    assert search.shortest_path(halves_and_adds, 1, 100) == nx_path(100)
    assert sorted(search.all_shortest_paths(halves_and_adds, 1, 6)) == [[1, 2, 3, 6]]
    assert sorted(search.predecessor(halves_and_adds, 1, 4)) == [2]
    assert search.number_of_shortest_paths(halves_and_adds, 1, 2) == 1


def nx_path(target):
    graph = nx.DiGraph((n, v) for n in range(1, target) for v in halves_and_adds(n))
    return next(iter(nx.all_shortest_paths(graph, 1, target)))


@pytest.mark.parametrize(
    "function",
    [
        search.shortest_path,
        search.shortest_path_length,
        search.all_shortest_paths,
        search.number_of_shortest_paths,
    ],
)
def test_giving_up_is_not_the_same_as_no_path(function):
    limits = Limits(max_states=20)
    with pytest.raises(search.SearchIncomplete) as caught:
        function(lambda n: [n + 2], 0, 1, limits=limits)
    assert isinstance(caught.value, nx.NetworkXException)
    assert not isinstance(caught.value, nx.NetworkXNoPath)
    assert caught.value.result.status == "state_limit"
    assert caught.value.result.stats.states == 20
    with pytest.raises(nx.NetworkXNoPath):
        function(lambda n: [(n + 2) % 30], 0, 1, limits=limits)


def test_predecessors_give_up_with_what_they_have():
    with pytest.raises(search.SearchIncomplete, match="state_limit after 50 states"):
        search.predecessor(halves_and_adds, 1, limits=Limits(max_states=50))


def test_states_that_are_not_in_the_graph():
    for graph in ({0: [1]}, nx.path_graph(2), Grid(2, 2)):
        with pytest.raises(nx.NodeNotFound):
            search.shortest_path(graph, 0, 77)
        with pytest.raises(nx.NodeNotFound):
            search.predecessor(graph, 77)


def test_undirected_and_multigraphs_are_taken_as_networkx_takes_them():
    graph = nx.MultiGraph()
    graph.add_weighted_edges_from([(0, 1, 5), (0, 1, 2), (1, 2, 1), (0, 2, 4)])
    assert search.shortest_path(graph, 2, 0, "weight") == nx.dijkstra_path(graph, 2, 0)
    assert search.shortest_path_length(graph, 2, 0, "weight") == 3
    graph.add_edge(0, 2, toll=7)
    assert search.shortest_path_length(graph, 2, 0, "toll") == nx.dijkstra_path_length(
        graph, 2, 0, "toll"
    )
    result = search.bidirectional_search(graph, 2, 0, weight="weight")
    assert (result.cost, result.path) == (1, [2, 0])


def test_a_weight_of_none_hides_a_step():
    def weight(u, v):
        return None if (u, v) == (0, 2) else 1

    graph = nx.DiGraph([(0, 1), (1, 2), (0, 2)])
    assert search.shortest_path(graph, 0, 2, weight) == [0, 1, 2]
    assert search.shortest_path(graph, 0, 2, weight) == nx.dijkstra_path(
        graph, 0, 2, lambda u, v, _: weight(u, v)
    )
    result = search.bidirectional_search(graph, 0, 2, weight=weight)
    assert (result.cost, result.path) == (2, [0, 1, 2])


@given(st.integers(1, 200))
def test_big_weights_stay_exact(n):
    graph = {0: {1: 2**63 + n}, 1: {2: 2**53 + 1}}
    assert search.shortest_path_length(graph, 0, 2, "weight") == 2**63 + 2**53 + n + 1
    assert search.bidirectional_search(graph, 0, 2).cost == 2**63 + 2**53 + n + 1


def test_the_weights_of_a_space_are_used_where_they_are_asked_for():
    space = WeightedGrid(5, 5, 84, 0.3)
    assert search.shortest_path_length(space, 0, space.goal) == 10
    assert search.shortest_path_length(space, 0, space.goal, "weight") == 12
    assert search.shortest_path_length(space, 0, space.goal, lambda *_: 2) == 20
    with pytest.raises(TypeError, match="no edge attribute 'toll'"):
        search.shortest_path(space, 0, space.goal, "toll")


def test_an_endless_list_of_successors_is_no_obstacle_where_they_are_asked_for_one_by_one():
    result = search.bfs_search(lambda n: itertools.count(n + 1), 0, limits=Limits(max_states=9))
    assert result.stats.states == 9
    assert result.resume(Limits(max_states=12)).stats.states == 12
