"""The lazy networkx graph: which functions of the installed networkx run on it, and which do not.

The lists below are those of the page ``docs/lazy-graphs.md``.
"""

import re
from pathlib import Path

import networkx as nx
import pytest

from graphpuzzles.search import astar_search, bfs_search, lazy_graph
from tests.search.search_spaces import Grid, WeightedGrid

# Older releases of networkx announce changes that do not matter here.
pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")

PAGE = Path(__file__).parents[2] / "docs" / "lazy-graphs.md"

SPACE = WeightedGrid(5, 5, 84, 0.3)
GOAL = SPACE.goal


class Plane:
    """The infinite square lattice, which can be left by any side."""

    def __init__(self, *, backward):
        if backward:
            self.predecessors = self.successors

    def successors(self, u):
        x, y = u
        return [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]


START, END = (0, 0), (2, 1)


class TooMuchError(Exception):
    """The function wanted more of the infinite plane than it needs for its answer."""


class Watched(Plane):
    """A plane that counts what is asked of it."""

    def __init__(self, *, backward, allowed=300):
        super().__init__(backward=backward)
        self.left = allowed

    def successors(self, u):
        self.left -= 1
        if self.left < 0:
            raise TooMuchError
        return super().successors(u)


def first(iterator, count=5):
    return [x for x, _ in zip(iterator, range(count), strict=False)]


def manhattan(u, v):
    return abs(u[0] - v[0]) + abs(u[1] - v[1])


def zero(*_):
    return 0


# name -> call(g, s, t), where the plane's answer is finite.
FORWARD = {
    "bfs_edges": lambda g, s, t: first(nx.bfs_edges(g, s)),
    "generic_bfs_edges": lambda g, s, t: first(nx.generic_bfs_edges(g, s, g.neighbors)),
    "bfs_tree": lambda g, s, t: list(nx.bfs_tree(g, s, depth_limit=2)),
    "bfs_successors": lambda g, s, t: first(nx.bfs_successors(g, s)),
    "bfs_layers": lambda g, s, t: first(nx.bfs_layers(g, [s])),
    "bfs_labeled_edges": lambda g, s, t: first(nx.bfs_labeled_edges(g, s)),
    "bfs_beam_edges": lambda g, s, t: first(nx.bfs_beam_edges(g, s, zero, 2)),
    "descendants_at_distance": lambda g, s, t: nx.descendants_at_distance(g, s, 2),
    "dfs_edges": lambda g, s, t: first(nx.dfs_edges(g, s)),
    "dfs_labeled_edges": lambda g, s, t: first(nx.dfs_labeled_edges(g, s)),
    "dfs_preorder_nodes": lambda g, s, t: first(nx.dfs_preorder_nodes(g, s)),
    "dfs_postorder_nodes": lambda g, s, t: list(nx.dfs_postorder_nodes(g, s, depth_limit=2)),
    "dfs_predecessors": lambda g, s, t: nx.dfs_predecessors(g, s, depth_limit=2),
    "dfs_successors": lambda g, s, t: nx.dfs_successors(g, s, depth_limit=2),
    "dfs_tree": lambda g, s, t: list(nx.dfs_tree(g, s, depth_limit=2)),
    "edge_bfs": lambda g, s, t: first(nx.edge_bfs(g, s)),
    "edge_dfs": lambda g, s, t: first(nx.edge_dfs(g, s)),
    "astar_path": nx.astar_path,
    "astar_path_length": nx.astar_path_length,
    "dijkstra_path": nx.dijkstra_path,
    "dijkstra_path_length": nx.dijkstra_path_length,
    "single_source_dijkstra": nx.single_source_dijkstra,
    "multi_source_dijkstra": lambda g, s, t: nx.multi_source_dijkstra(g, {s}, t),
    "single_source_dijkstra_path": lambda g, s, t: nx.single_source_dijkstra_path(g, s, 2),
    "single_source_dijkstra_path_length": lambda g, s, t: nx.single_source_dijkstra_path_length(
        g, s, 2
    ),
    "dijkstra_predecessor_and_distance": lambda g, s, t: nx.dijkstra_predecessor_and_distance(
        g, s, 2
    ),
    "single_source_shortest_path": lambda g, s, t: nx.single_source_shortest_path(g, s, 2),
    "single_source_shortest_path_length": lambda g, s, t: nx.single_source_shortest_path_length(
        g, s, 2
    ),
    "all_simple_paths": lambda g, s, t: sorted(nx.all_simple_paths(g, s, t, cutoff=3)),
    "all_simple_edge_paths": lambda g, s, t: sorted(nx.all_simple_edge_paths(g, s, t, cutoff=3)),
    "ego_graph": lambda g, s, t: sorted(nx.ego_graph(g, s, radius=1)),
    "subgraph": lambda g, s, t: sorted(g.subgraph([s, *g[s]]).edges),
    "edge_subgraph": lambda g, s, t: sorted(g.edge_subgraph((s, v) for v in g[s]).edges),
    "has_edge": lambda g, s, t: g.has_edge(s, t),
    "out_degree": lambda g, s, t: g.out_degree(s),
    "out_edges": lambda g, s, t: sorted(g.out_edges([s])),
    "neighbors": lambda g, s, t: list(g.neighbors(s)),
    "freeze": lambda g, s, t: first(nx.bfs_edges(nx.freeze(g), s)),
}
BACKWARD = {
    "shortest_path": lambda g, s, t: len(nx.shortest_path(g, s, t)),
    "shortest_path_length": nx.shortest_path_length,
    "has_path": nx.has_path,
    "bidirectional_shortest_path": lambda g, s, t: len(nx.bidirectional_shortest_path(g, s, t)),
    "bidirectional_dijkstra": lambda g, s, t: nx.bidirectional_dijkstra(g, s, t)[0],
    "shortest_simple_paths": lambda g, s, t: len(first(nx.shortest_simple_paths(g, s, t), 1)[0]),
    "single_target_shortest_path": lambda g, s, t: sorted(
        nx.single_target_shortest_path(g, t, cutoff=2)
    ),
    "single_target_shortest_path_length": lambda g, s, t: sorted(
        dict(nx.single_target_shortest_path_length(g, t, cutoff=2))
    ),
    "reverse": lambda g, s, t: sorted(g.reverse(copy=False)[t]),
    "predecessors": lambda g, s, t: sorted(g.predecessors(t)),
    "in_degree": lambda g, s, t: g.in_degree(t),
    "degree": lambda g, s, t: g.degree(t),
    "all_neighbors": lambda g, s, t: sorted(nx.all_neighbors(g, t)),
}
ENDLESS = {
    "all_shortest_paths": lambda g, s, t: next(nx.all_shortest_paths(g, s, t)),
    "single_source_all_shortest_paths": lambda g, s, t: next(
        iter(nx.single_source_all_shortest_paths(g, s))
    ),
    "predecessor": nx.predecessor,
    "bellman_ford_path_length": nx.bellman_ford_path_length,
    "bellman_ford_path": nx.bellman_ford_path,
    "descendants": lambda g, s, t: nx.descendants(g, s),
    "ancestors": lambda g, s, t: nx.ancestors(g, t),
    "eccentricity": lambda g, s, t: nx.eccentricity(g, s),
}
FAILING = {
    "nodes": lambda g, s, t: list(g.nodes),
    "edges": lambda g, s, t: list(g.edges),
    "iter": lambda g, s, t: list(g),
    "copy": lambda g, s, t: g.copy(),
    "DiGraph": lambda g, s, t: nx.DiGraph(g),
    "to_undirected": lambda g, s, t: g.to_undirected(),
    "str": lambda g, s, t: str(g),
    "number_of_edges": lambda g, s, t: g.number_of_edges(),
    "strongly_connected_components": lambda g, s, t: list(nx.strongly_connected_components(g)),
    "weakly_connected_components": lambda g, s, t: list(nx.weakly_connected_components(g)),
    "topological_sort": lambda g, s, t: list(nx.topological_sort(g)),
    "is_directed_acyclic_graph": lambda g, s, t: nx.is_directed_acyclic_graph(g),
    "pagerank": lambda g, s, t: nx.pagerank(g),
    "floyd_warshall": lambda g, s, t: nx.floyd_warshall(g),
    "generate_graphml": lambda g, s, t: list(nx.generate_graphml(g)),
    "node_link_data": lambda g, s, t: nx.node_link_data(g, edges="edges"),
}
# The name of a method, or of something that is not in the namespace of networkx.
METHODS = {
    "subgraph", "edge_subgraph", "has_edge", "out_degree", "out_edges", "neighbors", "reverse",
    "predecessors", "in_degree", "degree", "nodes", "edges", "iter", "copy", "to_undirected",
    "str", "number_of_edges",
}  # fmt: skip
ALL = FORWARD | BACKWARD | ENDLESS | FAILING


def present(name):
    if name in METHODS:
        return True
    return hasattr(nx, name)


def known(functions):
    return pytest.mark.parametrize(
        "call",
        [
            pytest.param(
                call,
                id=name,
                marks=pytest.mark.skipif(not present(name), reason="not in this networkx"),
            )
            for name, call in functions.items()
        ],
    )


def explicit(n=6, *, plane=True):
    if plane:
        step = Plane(backward=False).successors
        nodes = [(x, y) for x in range(-n, n + 1) for y in range(-n, n + 1)]
        return nx.DiGraph((u, v) for u in nodes for v in step(u))
    graph = nx.DiGraph()
    graph.add_nodes_from(u for u in range(SPACE.n_states) if u in SPACE)
    graph.add_weighted_edges_from(
        (u, v, SPACE.weight(u, v)) for u in list(graph) for v in SPACE.successors(u)
    )
    return graph


@known(FORWARD)
def test_functions_that_need_only_successors_look_at_no_more_than_they_must(call):
    lazy = lazy_graph(Watched(backward=False))
    assert call(lazy, START, END) == call(explicit(), START, END)


@known(BACKWARD)
def test_functions_that_need_predecessors_run_where_there_are_some(call):
    assert call(lazy_graph(Watched(backward=True)), START, END) == call(explicit(), START, END)


@known(BACKWARD)
def test_functions_that_need_predecessors_say_so_where_there_are_none(call):
    with pytest.raises(nx.NetworkXNotImplemented, match="no predecessors"):
        call(lazy_graph(Watched(backward=False)), START, END)


@known(ENDLESS)
def test_functions_that_never_end_on_an_infinite_graph(call):
    with pytest.raises(TooMuchError):
        call(lazy_graph(Watched(backward=True, allowed=3000)), START, END)


# networkx before 3.5 lists the nodes for single_source_all_shortest_paths after its search.
LISTING = {"eccentricity", "single_source_all_shortest_paths"}


@known({name: call for name, call in ENDLESS.items() if name not in LISTING})
def test_functions_that_never_end_on_an_infinite_graph_are_right_on_a_finite_one(call):
    assert call(lazy_graph(SPACE), 0, GOAL) == call(explicit(plane=False), 0, GOAL)


@known(FAILING)
def test_functions_that_want_the_list_of_nodes_fail_and_say_why(call):
    for space in (SPACE, Watched(backward=True)):
        with pytest.raises(nx.NetworkXError, match=r"cannot be listed|not a correct"):
            call(lazy_graph(space), 0, 1)


@known(FORWARD | BACKWARD)
def test_functions_agree_on_a_finite_weighted_board(call):
    """Whether the number of states is told or not, and whether a space or a graph is behind it."""
    graph = explicit(plane=False)
    for lazy in (
        lazy_graph(SPACE),
        lazy_graph(SPACE, n=len(graph)),
        lazy_graph(graph, len(graph)),
    ):
        assert call(lazy, 0, GOAL) == call(graph, 0, GOAL)


def test_subgraphs_are_frozen_graphs_of_their_own():
    g = lazy_graph({0: [1], 1: [2], 2: [3]}, n=4)
    assert list(g.subgraph([0, 1, 2]).edges) == [(0, 1), (1, 2)]
    assert list(nx.subgraph(g, [2, 3, 3]).edges) == [(2, 3)]
    assert list(g.edge_subgraph([(1, 2), (2, 1)])) == [1, 2]
    weighted = lazy_graph(SPACE).subgraph(SPACE.successors(0))
    assert nx.is_frozen(weighted)
    assert all(data["weight"] == SPACE.weight(u, v) for u, v, data in weighted.edges(data=True))


def test_a_length_that_is_too_small_cuts_short_so_that_it_is_an_upper_bound():
    assert len(lazy_graph(SPACE, 25)) == 25
    seen = {v for _, v in nx.bfs_edges(lazy_graph(SPACE, 25), 0)} | {0}
    assert seen == set(bfs_search(SPACE, 0, targets=()).seen)
    assert len(list(nx.bfs_edges(lazy_graph(SPACE, 5), 0))) < len(seen) - 1
    for n in (0, -3):
        with pytest.raises(ValueError, match="must be positive"):
            lazy_graph(SPACE, n)
    with pytest.raises(TypeError):
        lazy_graph(SPACE, 2.5)


def test_membership_and_data():
    g = lazy_graph(SPACE)
    assert 0 in g
    assert 25 not in g
    assert None not in g
    assert [0] not in g  # as any networkx graph says of an unhashable thing
    assert g.nodes[0] == {}
    with pytest.raises(KeyError):
        g.nodes[25]
    with pytest.raises(nx.NodeNotFound):
        nx.dijkstra_path(g, 25, 0)
    u, v = 0, next(iter(SPACE.successors(0)))
    assert g[u][v] == {"weight": SPACE.weight(u, v)} == g.edges[u, v]
    assert g.pred[v][u] == {"weight": SPACE.weight(u, v)}
    assert v not in g[v]

    class Named(Grid):
        def node_attrs(self, u):
            return {"name": f"cell {u}"}

        def edge_attrs(self, u, v):
            return {"move": v - u}

    g = lazy_graph(Named(5, 5, 84, 0.3))
    assert g.nodes[0] == {"name": "cell 0"}
    assert g[u][v] == {"move": v - u}


def test_the_view_of_an_explicit_graph_is_that_graph():
    graph = explicit(plane=False)
    lazy = lazy_graph(graph)
    for u, v, data in graph.edges(data=True):
        assert lazy.edges[u, v] == data
    assert lazy.pred[GOAL] == graph.pred[GOAL]


def test_a_wrong_networkx_answer_is_not_inherited():
    """networkx's astar_path takes cutoff=0 for no cutoff; the search layer does not."""
    result = astar_search(lazy_graph(SPACE), 0, GOAL, zero, cutoff=0)
    assert (result.status, result.path) == ("exhausted", None)


def test_the_page_lists_what_is_tested():
    text = PAGE.read_text(encoding="utf-8")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    for heading, functions in (
        ("Successors are enough", FORWARD),
        ("Predecessors are needed", BACKWARD),
        ("Never ends on an infinite graph", ENDLESS),
        ("Fails", FAILING),
    ):
        (section,) = [part for part in sections if part.startswith(heading)]
        rows = re.findall(r"^- `(?:nx\.|G\.)?(\w+)", section, flags=re.MULTILINE)
        assert rows == list(functions)
