"""rustworkx: algorithms in Rust on explicit graphs."""

from itertools import pairwise

import rustworkx as rx

from tests.bench.peers.cut_tasks import Cut, dual_network
from tests.bench.peers.task import Entry

NAME = "rustworkx"
DISTRIBUTION = "rustworkx"
ABOUT = "graph algorithms in Rust on explicit graphs"


def explicit(space):
    """Return the graph of all reachable states, which are explored for it."""
    states = space.reachable()
    number = {state: i for i, state in enumerate(states)}
    graph = rx.PyDiGraph(multigraph=True)
    graph.add_nodes_from(states)
    graph.add_edges_from(
        [
            (number[u], number[v], float(space.step_cost(u, v)))
            for u in states
            for v in space.successors(u)
        ]
    )
    return graph, states, number[space.start], number[space.goal], space


def unweighted(built):
    graph, states, start, goal, _ = built
    # There is no breadth-first path, and visitors in Python are slower than this.
    path = rx.dijkstra_shortest_paths(graph, start, goal, default_weight=1.0)[goal]
    return [states[i] for i in path]


def dijkstra(built):
    graph, states, start, goal, _ = built
    path = rx.dijkstra_shortest_paths(graph, start, goal, weight_fn=float)[goal]
    return [states[i] for i in path]


def astar(built):
    graph, states, start, _, space = built
    path = rx.astar_shortest_path(
        graph, start, lambda state: state == space.goal, float, space.heuristic
    )
    return [states[i] for i in path]


def dual_graph(board):
    tails, heads, weights, count = dual_network(board)
    graph = rx.PyDiGraph(multigraph=True)
    graph.add_nodes_from(range(count + 2))
    arcs = zip(tails.tolist(), heads.tolist(), weights.tolist(), strict=True)
    graph.add_edges_from(list(arcs))
    return graph, count


def dual_walk(built):
    graph, count = built
    path = rx.dijkstra_shortest_paths(graph, count, count + 1, weight_fn=float)[count + 1]
    path = list(path)
    value = sum(graph.get_edge_data(u, v) for u, v in pairwise(path))
    return Cut(value, lambda: path[1:-1])


ENTRIES = (
    Entry("eight breadth-first", "`dijkstra_shortest_paths`, weight 1", unweighted, explicit),
    Entry("board breadth-first", "`dijkstra_shortest_paths`, weight 1", unweighted, explicit),
    Entry("board Dijkstra", "`dijkstra_shortest_paths`", dijkstra, explicit),
    Entry("board A*", "`astar_shortest_path`", astar, explicit),
    *(
        Entry(task, "`dijkstra_shortest_paths` in the dual", dual_walk, dual_graph)
        for task in ("cut 40", "cut 200", "cut 1000")
    ),
)
