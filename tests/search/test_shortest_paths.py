"""Shortest paths and traversals under networkx's names, against networkx."""

import itertools
import math
from collections import deque
from functools import partial

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles import search
from graphpuzzles.limits import Limits
from tests.search.search_spaces import Grid, WeightedGrid, random_graphs

INFINITE = {"halve and add": lambda n: (2 * n, n + 1)}


def outcome(call):
    try:
        return call()
    except nx.NetworkXNoPath:
        return "no path"


@settings(max_examples=150)
@given(random_graphs())
def test_the_named_functions_give_what_networkx_gives(graph):
    s, t = 0, len(graph) - 1
    for weight in (None, "weight"):
        found = outcome(partial(search.shortest_path_length, graph, s, t, weight))
        assert found == outcome(partial(nx.shortest_path_length, graph, s, t, weight))
    assert search.has_path(graph, s, t) == nx.has_path(graph, s, t)
    length = outcome(lambda: nx.dijkstra_path_length(graph, s, t))
    assert outcome(lambda: search.dijkstra_path_length(graph, s, t)) == length
    assert outcome(lambda: search.astar_path_length(graph, s, t)) == length
    assert outcome(lambda: search.bidirectional_dijkstra(graph, s, t)[0]) == length
    assert outcome(lambda: len(search.bidirectional_shortest_path(graph, s, t))) == outcome(
        lambda: len(nx.bidirectional_shortest_path(graph, s, t))
    )
    for path in (search.dijkstra_path, search.astar_path):
        found = outcome(partial(path, graph, s, t))
        assert found == "no path" or nx.path_weight(graph, found, "weight") == length
    assert list(search.bfs_edges(graph, s)) == list(nx.bfs_edges(graph, s))
    assert list(search.bfs_edges(graph, s, depth_limit=1)) == list(
        nx.bfs_edges(graph, s, depth_limit=1)
    )
    assert list(search.bfs_edges(graph, s, reverse=True, sort_neighbors=sorted)) == list(
        nx.bfs_edges(graph, s, reverse=True, sort_neighbors=sorted)
    )
    assert list(search.bfs_layers(graph, s)) == list(nx.bfs_layers(graph, [s]))
    assert search.descendants(graph, s) == nx.descendants(graph, s)
    assert dict(search.predecessor(graph, s)) == nx.predecessor(graph, s)
    assert list(search.predecessor(graph, s, t)) == nx.predecessor(graph, s, t)
    assert search.single_source_shortest_path(graph, s, 2) == (
        nx.single_source_shortest_path(graph, s, 2)
    )
    assert dict(search.single_source_shortest_path_length(graph, s)) == (
        nx.single_source_shortest_path_length(graph, s)
    )
    for d in range(3):
        assert search.descendants_at_distance(graph, s, d) == (
            nx.descendants_at_distance(graph, s, d)
        )


@settings(max_examples=200)
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
        try:
            number = search.number_of_shortest_paths(graph, s, t, weight)
        except ValueError:
            assert weight == "weight"
            assert 0 in nx.get_edge_attributes(graph, "weight").values()
        else:
            assert number == len(expected)


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
    assert [sorted(layer) for layer in search.bfs_layers(space, 0)] == [
        sorted(layer) for layer in nx.bfs_layers(graph, 0)
    ]
    assert all(type(u) is int for layer in search.bfs_layers(space, 0) for u in layer)


def test_the_number_of_paths_through_the_array_engine_is_exact_beyond_64_bits():
    space = Grid(40, 40, blocked=0)
    assert search.number_of_shortest_paths(space, 0, space.goal) == math.comb(78, 39)


def test_steps_of_weight_0_in_a_circle_are_refused_where_paths_are_counted():
    graph = {0: {1: 0}, 1: {0: 0, 2: 0}, 2: {1: 0, 3: 1}}
    assert list(search.all_shortest_paths(graph, 0, 3, "weight")) == [[0, 1, 2, 3]]
    with pytest.raises(ValueError, match="cycle of weight 0"):
        search.number_of_shortest_paths(graph, 0, 3, "weight")


# What networkx does not do -----------------------------------------------------------------------


def halves_and_adds(n):
    return (2 * n, n + 1)


def test_functions_end_on_an_infinite_graph_where_networkx_does_not():
    assert search.shortest_path(halves_and_adds, 1, 100) == nx_path(100)
    assert sorted(search.all_shortest_paths(halves_and_adds, 1, 6)) == [[1, 2, 3, 6]]
    assert sorted(search.predecessor(halves_and_adds, 1, 4)) == [2]
    assert search.number_of_shortest_paths(halves_and_adds, 1, 2) == 1
    assert len(list(itertools.islice(search.bfs_edges(halves_and_adds, 1), 50))) == 50
    assert len(list(itertools.islice(search.bfs_layers(halves_and_adds, 1), 8))) == 8


def nx_path(target):
    graph = nx.DiGraph((n, v) for n in range(1, target) for v in halves_and_adds(n))
    return next(iter(nx.all_shortest_paths(graph, 1, target)))


@pytest.mark.parametrize(
    "function",
    [
        search.shortest_path,
        search.shortest_path_length,
        search.has_path,
        search.all_shortest_paths,
        search.number_of_shortest_paths,
        search.dijkstra_path,
        search.dijkstra_path_length,
        search.astar_path,
        search.astar_path_length,
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
    if function is search.has_path:
        assert not function(lambda n: [(n + 2) % 30], 0, 1, limits=limits)
    else:
        with pytest.raises(nx.NetworkXNoPath):
            function(lambda n: [(n + 2) % 30], 0, 1, limits=limits)


@pytest.mark.parametrize(
    "function",
    [
        lambda limits: search.descendants(halves_and_adds, 1, limits=limits),
        lambda limits: search.descendants_at_distance(halves_and_adds, 1, 9, limits=limits),
        lambda limits: search.predecessor(halves_and_adds, 1, limits=limits),
        lambda limits: search.single_source_shortest_path(halves_and_adds, 1, limits=limits),
    ],
)
def test_traversals_give_up_with_what_they_have(function):
    with pytest.raises(search.SearchIncomplete, match="state_limit after 50 states"):
        function(Limits(max_states=50))


def test_states_that_are_not_in_the_graph():
    for graph in ({0: [1]}, nx.path_graph(2), Grid(2, 2)):
        with pytest.raises(nx.NodeNotFound):
            search.shortest_path(graph, 0, 77)
        with pytest.raises(nx.NodeNotFound):
            search.bfs_edges(graph, 77)


def test_undirected_and_multigraphs_are_taken_as_networkx_takes_them():
    graph = nx.MultiGraph()
    graph.add_weighted_edges_from([(0, 1, 5), (0, 1, 2), (1, 2, 1), (0, 2, 4)])
    assert search.dijkstra_path(graph, 2, 0) == nx.dijkstra_path(graph, 2, 0)
    assert search.dijkstra_path_length(graph, 2, 0) == 3
    graph.add_edge(0, 2, toll=7)
    assert search.dijkstra_path_length(graph, 2, 0, "toll") == nx.dijkstra_path_length(
        graph, 2, 0, "toll"
    )
    assert search.bidirectional_dijkstra(graph, 2, 0) == (1, [2, 0])


def test_a_weight_of_none_hides_a_step():
    def weight(u, v):
        return None if (u, v) == (0, 2) else 1

    graph = nx.DiGraph([(0, 1), (1, 2), (0, 2)])
    assert search.dijkstra_path(graph, 0, 2, weight) == [0, 1, 2]
    assert search.dijkstra_path(graph, 0, 2, weight) == nx.dijkstra_path(
        graph, 0, 2, lambda u, v, _: weight(u, v)
    )
    assert search.bidirectional_dijkstra(graph, 0, 2, weight) == (2, [0, 1, 2])


@given(st.integers(1, 200))
def test_big_weights_stay_exact(n):
    graph = {0: {1: 2**63 + n}, 1: {2: 2**53 + 1}}
    assert search.dijkstra_path_length(graph, 0, 2) == 2**63 + 2**53 + n + 1
    assert search.bidirectional_dijkstra(graph, 0, 2)[0] == 2**63 + 2**53 + n + 1


def test_the_weights_of_a_space_are_used_where_they_are_asked_for():
    space = WeightedGrid(5, 5, 84, 0.3)
    assert search.shortest_path_length(space, 0, space.goal) == 10
    assert search.shortest_path_length(space, 0, space.goal, "weight") == 12
    assert search.dijkstra_path_length(space, 0, space.goal) == 12
    assert search.dijkstra_path_length(space, 0, space.goal, lambda *_: 2) == 20
    with pytest.raises(TypeError, match="no edge attribute 'toll'"):
        search.dijkstra_path(space, 0, space.goal, "toll")


def test_an_endless_list_of_successors_is_no_obstacle_where_they_are_asked_for_one_by_one():
    edges = search.bfs_edges(lambda n: itertools.count(n + 1), 0)
    assert deque(itertools.islice(edges, 5), maxlen=1)[0] == (0, 5)
    result = search.bfs_search(lambda n: itertools.count(n + 1), 0, limits=Limits(max_states=9))
    assert result.stats.states == 9
    assert result.resume(Limits(max_states=12)).stats.states == 12
