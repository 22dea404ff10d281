"""Speed of searches beside nographs and networkx on a lazy graph, all on the same state spaces.

Run with ``pytest tests/bench/bench_search.py``; nographs is skipped where it is not installed.
Compare ratios within one run. Every search has the same successor function, which looks a list up,
so that the differences are those of the searches.
"""

from __future__ import annotations

from functools import cache

import networkx as nx
import pytest

from graphpuzzles.search import (
    Guarantee,
    Pruner,
    astar_search,
    bfs_search,
    bidirectional_search,
    dijkstra_search,
    lazy_graph,
)
from tests.bench.peers.spaces import Board


class CostedBoard(Board):
    """A board with costs beside, for searches that are given a weight."""

    def cost(self, u, v):
        return 1 + (u * 7 + v * 13) % 4


@cache
def board() -> CostedBoard:
    return CostedBoard(500, 1, walls=0.3)


def nographs_bfs(space, *, gear=None):
    nog = pytest.importorskip("nographs")
    if gear is None:
        traversal = nog.TraversalBreadthFirst(lambda u, _: space.successors(u))
    else:
        traversal = nog.TraversalBreadthFirstFlex(
            nog.vertex_as_id, gear(nog), lambda u, _: space.successors(u)
        )
    traversal.start_from(0, build_paths=True)
    goal = space.goal
    for u in traversal:
        if u == goal:
            return len(traversal.paths[u]) - 1
    return None


def nographs_dijkstra(space):
    nog = pytest.importorskip("nographs")
    traversal = nog.TraversalShortestPaths(
        lambda u, _: [(v, space.cost(u, v)) for v in space.successors(u)]
    )
    traversal.start_from(0, build_paths=True)
    traversal.go_to(space.goal)
    return traversal.distance


def nographs_astar(space):
    nog = pytest.importorskip("nographs")
    traversal = nog.TraversalAStar(lambda u, _: [(v, 1) for v in space.successors(u)])
    traversal.start_from(space.heuristic, 0, build_paths=True)
    traversal.go_to(space.goal)
    return traversal.path_length


def nographs_bidirectional(space):
    nog = pytest.importorskip("nographs")
    search = nog.BSearchBreadthFirst(
        (lambda u, _: space.successors(u), lambda u, _: space.predecessors(u))
    )
    return search.start_from((0, space.goal), build_path=True)[0]


def networkx_bfs(space):
    depth = {0: 0}
    for u, v in nx.bfs_edges(lazy_graph(space), 0):
        depth[v] = depth[u] + 1
        if v == space.goal:
            return depth[v]
    return None


class Weighted:
    """The board with its weights, for networkx."""

    def __init__(self, space: Board) -> None:
        self.successors = space.successors
        self.weight = space.cost


def never(*_):
    return False


BREADTH_FIRST = {
    "array": lambda space: bfs_search(space, 0, space.goal).cost,
    "python": lambda space: bfs_search(space, 0, space.goal, engine="python").cost,
    "python, one pruner": lambda space: (
        bfs_search(space, 0, space.goal, prune=Pruner(never, guarantee=Guarantee.ALL)).cost
    ),
    "nographs": nographs_bfs,
    "nographs, int gear": lambda space: nographs_bfs(
        space, gear=lambda nog: nog.GearForIntVertexIDsAndCFloats()
    ),
    "networkx on lazy_graph": networkx_bfs,
}
DIJKSTRA = {
    "graphpuzzles": lambda space: dijkstra_search(space, 0, space.goal, weight=space.cost).cost,
    "nographs": nographs_dijkstra,
    "networkx on lazy_graph": lambda space: nx.dijkstra_path_length(
        lazy_graph(Weighted(space)), 0, space.goal
    ),
}
ASTAR = {
    "graphpuzzles": lambda space: astar_search(space, 0, space.goal).cost,
    "nographs": nographs_astar,
    "networkx on lazy_graph": lambda space: nx.astar_path_length(
        lazy_graph(space), 0, space.goal, lambda u, _: space.heuristic(u)
    ),
}
BIDIRECTIONAL = {
    "graphpuzzles": lambda space: bidirectional_search(space, 0, space.goal).cost,
    "nographs": nographs_bidirectional,
    "networkx on lazy_graph": lambda space: nx.shortest_path_length(
        lazy_graph(space), 0, space.goal
    ),
}
CORRIDOR = 100_000


@pytest.mark.parametrize("how", BREADTH_FIRST)
@pytest.mark.benchmark(group="breadth-first, 172,000 cells")
def test_breadth_first(benchmark, how):
    space = board()
    assert benchmark(BREADTH_FIRST[how], space) == bfs_search(space, 0, space.goal).cost


@pytest.mark.parametrize("how", DIJKSTRA)
@pytest.mark.benchmark(group="Dijkstra, 172,000 cells, weights 1 to 4")
def test_dijkstra(benchmark, how):
    space = board()
    expected = dijkstra_search(space, 0, space.goal, weight=space.cost).cost
    assert benchmark(DIJKSTRA[how], space) == expected


@pytest.mark.parametrize("how", ASTAR)
@pytest.mark.benchmark(group="A*, the same board, Manhattan distance")
def test_astar(benchmark, how):
    space = board()
    assert benchmark(ASTAR[how], space) == bfs_search(space, 0, space.goal).cost


@pytest.mark.parametrize("how", BIDIRECTIONAL)
@pytest.mark.benchmark(group="bidirectional, the same board")
def test_bidirectional(benchmark, how):
    space = board()
    assert benchmark(BIDIRECTIONAL[how], space) == bfs_search(space, 0, space.goal).cost


@pytest.mark.parametrize("how", ["graphpuzzles", "nographs"])
@pytest.mark.benchmark(group="breadth-first along a corridor of 100,000 cells")
def test_corridor(benchmark, how):
    class Corridor:
        goal = CORRIDOR

        def successors(self, u):
            return (u + 1,)

    space = Corridor()
    search = {"graphpuzzles": BREADTH_FIRST["python"], "nographs": nographs_bfs}[how]
    assert benchmark(search, space) == CORRIDOR
