"""Published reports about other libraries: what happens here."""

import math
import threading

import networkx as nx
import pytest

from graphpuzzles import limits as limits_module
from graphpuzzles.limits import Limits
from graphpuzzles.search import (
    DeadEndPruner,
    Guarantee,
    Pruner,
    SearchIncomplete,
    all_shortest_paths,
    astar_search,
    beam_search,
    bfs_search,
    bidirectional_search,
    branch_and_bound,
    check_heuristic,
    explored_graph,
    idastar_search,
    lazy_graph,
    number_of_shortest_paths,
    shortest_path,
)
from tests.search.test_puzzles import SOLVED, Sliding


def weighted(edges):
    graph = nx.DiGraph()
    graph.add_weighted_edges_from(edges)
    return graph


# Answers that must be right ----------------------------------------------------------------------

# An admissible, inconsistent heuristic; source, target, least cost.
INCONSISTENT = {
    # https://github.com/petgraph/petgraph/issues/378
    "petgraph 378": (
        [("A", "B", 3), ("B", "C", 3), ("C", "D", 3), ("A", "C", 8), ("A", "D", 10)],
        {"A": 9, "B": 6, "C": 0, "D": 0},
        ("A", "D", 9),
    ),
    # rustworkx 0.18.1 gives 6.
    "rustworkx": (
        [(0, 2, 1), (0, 3, 3), (1, 0, 2), (2, 3, 1), (3, 2, 1), (3, 4, 3)],
        {0: 0, 1: 2, 2: 2, 3: 0, 4: 0},
        (0, 4, 5),
    ),
}


@pytest.mark.parametrize("name", INCONSISTENT)
@pytest.mark.parametrize("ties", ["lifo", "fifo", "h"])
def test_astar_is_right_with_an_admissible_inconsistent_heuristic(name, ties):
    edges, h, (source, target, cost) = INCONSISTENT[name]
    graph = weighted(edges)
    audit = check_heuristic(graph, source, target, h.get)
    assert audit.admissible
    assert not audit.consistent
    for result in (
        astar_search(graph, source, target, h.get, ties=ties),
        idastar_search(graph, source, target, h.get),
        branch_and_bound(graph, source, target, h.get),
    ):
        assert (result.cost, result.optimal) == (cost, True)
    assert astar_search(graph, source, target, h.get).stats.reopened == 1


def test_a_heuristic_that_overestimates_is_found_out():
    """https://github.com/networkx/networkx/issues/3464: two of these estimates are too high."""
    graph = weighted([(1, 0, 11), (1, 2, 1), (2, 0, 6)])
    audit = check_heuristic(graph, 1, 0, {0: 0, 1: 36, 2: 16}.get)
    assert [(o.u, o.h, o.distance) for o in audit.overestimates] == [(1, 36, 7), (2, 16, 6)]


def test_an_estimate_in_the_wrong_unit_is_found_out():
    """https://github.com/jrialland/python-astar/issues/28: estimates indices, not costs."""
    first = [1, 4, 3, 6, 7, 1, 2, 2, 5, 2, 3, 3, 2, 1, 7]
    second = [3, 7, 2, 1, 1, 8, 6, 5, 5, 4, 1, 2, 4, 8, 2]
    graph = {
        u: {v: (first[u - 1] + second[v - 1]) % 8 for v in range(1, 16) if v != u}
        for u in range(1, 16)
    }
    audit = check_heuristic(graph, 1, 15, lambda u: 15 - u)
    assert audit.overestimates[0].u == 1
    assert audit.overestimates[0].h > audit.overestimates[0].distance == 2
    assert astar_search(graph, 1, 15, lambda _: 0).cost == 2


def test_a_cutoff_of_0_is_a_cutoff():
    """https://github.com/networkx/networkx/pull/8529: a path of length 4 in spite of cutoff=0."""
    graph = nx.path_graph(5)

    def within(source, target, cutoff):
        return astar_search(graph, source, target, lambda _: 0, cutoff=cutoff)

    assert within(0, 4, 0).status == "exhausted"
    assert within(0, 0, 0).path == [0]
    assert within(0, 4, 4).path == [0, 1, 2, 3, 4]


# Graphs that are only functions ------------------------------------------------------------------


def test_astar_on_a_puzzle_given_by_a_start_and_its_moves():
    """https://github.com/networkx/networkx/issues/1745"""
    start = (1, 2, 5, 3, 4, 0, 6, 7, 8)
    moves = Sliding(3).successors
    result = astar_search(moves, start, SOLVED, Sliding(3).heuristic)
    assert (result.cost, result.optimal) == (3, True)
    assert nx.astar_path_length(lazy_graph(moves), start, SOLVED) == 3


@pytest.mark.parametrize("function", [nx.astar_path, nx.dijkstra_path])
def test_a_graph_backed_by_a_function_is_a_networkx_graph(function):
    """https://github.com/networkx/networkx/issues/4018, broadinstitute/pyfrost 1."""
    assert function(lazy_graph(lambda n: (2 * n, n + 1)), 1, 10) == [1, 2, 4, 5, 10]


# Searches that must end --------------------------------------------------------------------------


def test_a_target_that_is_walled_in_does_not_flood_the_graph():
    """https://github.com/networkx/networkx/pull/7073"""
    plane = {"wall": {(5, 6), (6, 5), (4, 5), (5, 4)}}

    class Plane:
        def successors(self, u):
            x, y = u
            for v in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
                if v not in plane["wall"]:
                    yield v

        predecessors = successors

    result = bidirectional_search(Plane(), (0, 0), (5, 5))
    assert (result.status, result.proved) == ("exhausted", True)
    assert result.stats.states < 12
    dead = DeadEndPruner(lambda u: 0 if u == (5, 5) else math.inf)
    assert bfs_search(Plane(), (0, 0), (5, 5), prune=dead).stats.expanded == 0


def test_all_shortest_paths_end_with_the_layer_of_the_target():
    """https://github.com/networkx/networkx/pull/7131, and 4210: memory for counting paths."""
    expanded = []

    def lattice(u):
        expanded.append(u)
        x, y = u
        return [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]

    assert len(list(all_shortest_paths(lattice, (0, 0), (2, 2)))) == 6
    assert len(expanded) <= 2 * 4 * 5 + 1
    assert number_of_shortest_paths(lattice, (0, 0), (8, 8)) == math.comb(16, 8)


def test_an_unsolvable_puzzle_ends_with_a_proof_or_a_limit_and_says_which():
    """https://github.com/MilanPecov/15-Puzzle-Solvers/issues/2, simpleai-team/simpleai 76."""
    swapped = (0, 2, 1, *range(3, 9))
    result = bfs_search(Sliding(3), swapped, SOLVED, limits=Limits(max_states=200_000))
    assert (result.status, result.stats.states) == ("exhausted", 181_440)
    fifteen = (0, 2, 1, *range(3, 16))
    result = astar_search(Sliding(4), fifteen, tuple(range(16)), limits=Limits(max_states=20_000))
    assert (result.status, result.stats.states) == ("state_limit", 20_000)
    assert not result.proved
    assert result.lower_bound >= 2


def test_an_incomplete_search_does_not_call_a_problem_unsolvable():
    """https://github.com/aibasel/pyperplan/issues/3"""
    graph = {0: [1, 2], 1: [3], 2: [4], 3: [], 4: [5]}
    beam = beam_search(graph, 0, 5, value=lambda u: -u, width=1)
    greedy = bfs_search(graph, 0, 5, prune=Pruner(lambda _, v, __: v == 2, name="greedy"))
    for result in (beam, greedy):
        assert (result.status, result.guarantee) == ("incomplete", Guarantee.NONE)
        assert not result.proved
        assert result.lower_bound == 0


# Searches that can be stopped --------------------------------------------------------------------


def test_astar_can_be_stepped_from_outside_and_tells_how_far_it_got():
    """https://github.com/evenfurther/pathfinding/issues/253, 565, 609, 775."""

    def steps(cell):
        x, y = cell
        return [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]

    def distance(cell):
        return abs(20 - cell[0]) + abs(cell[1])

    result = astar_search(steps, (0, 0), (20, 0), distance, limits=Limits(max_expanded=5))
    assert result.status == "expanded_limit"
    assert result.best == (5, 0)
    assert result.path_to(result.best) == [(x, 0) for x in range(6)]
    assert result.path is None
    count = 5
    while not result.proved:
        count += 1
        result = result.resume(Limits(max_expanded=count))
    assert (result.cost, count) == (20, 20)
    with pytest.raises(SearchIncomplete) as caught:
        shortest_path(steps, (0, 0), (20, 0), limits=Limits(max_expanded=5))
    assert caught.value.result.resume().cost == 20


def test_the_best_path_so_far_of_a_stopped_search_is_kept():
    graph = {0: {1: 1, 2: 5}, 1: {3: 9}, 2: {3: 1}, 3: {4: 1}}
    result = branch_and_bound(graph, 0, 4, lambda _: 0, limits=Limits(max_expanded=3))
    assert (result.status, result.path, result.cost) == ("expanded_limit", [0, 1, 3, 4], 11)
    assert not result.optimal
    assert result.resume().path == [0, 2, 3, 4]


@pytest.mark.parametrize("cost", [1.0, 1e-6])
def test_the_clock_is_looked_at_more_often_where_a_step_takes_long(monkeypatch, cost):
    """https://github.com/guylangston/SokoSolve/issues/1: three minutes where one was allowed."""
    now = [0.0]
    monkeypatch.setattr(limits_module.time, "perf_counter", lambda: now[0])

    def slow(n):
        now[0] += cost
        return [n + 1, n + 2]

    for search in (bfs_search, lambda *a, **k: astar_search(*a, lambda _: 0, **k)):
        now[0] = 0.0
        result = search(slow, 0, -1, limits=Limits(max_seconds=5000 * cost))
        assert result.status == "time_limit"
        assert 5000 * cost <= now[0] <= 5000 * cost + max(2 * cost, 256e-6)


def test_a_search_in_a_thread_can_be_called_off():
    called_off = threading.Event()
    results = []

    def work():
        results.append(
            bfs_search(lambda n: [n + 1, 2 * n], 1, -1, progress=lambda _: called_off.is_set())
        )

    thread = threading.Thread(target=work)
    thread.start()
    called_off.set()
    thread.join(timeout=60)
    assert results[0].status == "stopped"


# State graphs as data ----------------------------------------------------------------------------


def test_the_explored_states_are_data_and_too_many_for_a_picture_are_refused():
    """https://github.com/tlaplus/tlaplus/issues/523 and 524."""
    result = bfs_search(Sliding(3), SOLVED, limits=Limits(max_steps=6))
    graph = explored_graph(result, edges="all")
    assert len(graph) == 1 + 2 + 4 + 8 + 16 + 20 + 39
    assert nx.is_strongly_connected(graph)
    assert {type(value) for _, data in graph.nodes(data=True) for value in data.values()} == {
        str,
        int,
        bool,
    }
    with pytest.raises(ValueError, match="90 states, more than max_nodes=50"):
        explored_graph(result, max_nodes=50)
