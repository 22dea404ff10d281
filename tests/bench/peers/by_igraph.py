"""igraph: algorithms in C on explicit graphs."""

import igraph

from tests.bench.peers.cut_tasks import Cut, dual_network, regions_cut, split_network
from tests.bench.peers.task import Entry

NAME = "igraph"
DISTRIBUTION = "igraph"
ABOUT = "graph algorithms in C on explicit graphs"


def explicit(space):
    """Return the graph of all reachable states, which are explored for it."""
    states = space.reachable()
    number = {state: i for i, state in enumerate(states)}
    steps = [(u, v) for u in states for v in space.successors(u)]
    graph = igraph.Graph(
        n=len(states), edges=[(number[u], number[v]) for u, v in steps], directed=True
    )
    graph.es["weight"] = [space.step_cost(u, v) for u, v in steps]
    return graph, states, number[space.start], number[space.goal], space


def breadth_first(built):
    graph, states, start, goal, _ = built
    return [states[i] for i in graph.get_shortest_paths(start, goal)[0]]


def dijkstra(built):
    graph, states, start, goal, _ = built
    path = graph.get_shortest_paths(start, goal, weights="weight", algorithm="dijkstra")[0]
    return [states[i] for i in path]


def astar(built):
    graph, states, start, goal, space = built
    path = graph.get_shortest_path_astar(
        start, goal, heuristics=lambda _graph, u, _goal: space.heuristic(states[u])
    )
    return [states[i] for i in path]


def flow_graph(board):
    network = split_network(board)
    arcs = zip(network.tails.tolist(), network.heads.tolist(), strict=True)
    graph = igraph.Graph(n=network.size, edges=list(arcs), directed=True)
    graph.es["capacity"] = network.capacities.tolist()
    return graph, network


def minimum_cut(built):
    graph, network = built
    cut = graph.mincut(network.source, network.sink, "capacity")
    return Cut(
        round(cut.value),
        lambda: regions_cut(network, next(s for s in cut.partition if network.source in s)),
    )


def dual_graph(board):
    tails, heads, weights, count = dual_network(board)
    arcs = list(zip(tails.tolist(), heads.tolist(), strict=True))
    return igraph.Graph(n=count + 2, edges=arcs, directed=True), weights.tolist(), count


def dual_walk(built):
    graph, weights, count = built
    path = graph.get_shortest_paths(count, count + 1, weights=weights, algorithm="dijkstra")[0]
    value = graph.distances(count, count + 1, weights=weights, algorithm="dijkstra")[0][0]
    return Cut(round(value), lambda: path[1:-1])


ENTRIES = (
    Entry("eight breadth-first", "`get_shortest_paths`", breadth_first, explicit),
    Entry("board breadth-first", "`get_shortest_paths`", breadth_first, explicit),
    Entry("board Dijkstra", "`get_shortest_paths` with weights", dijkstra, explicit),
    Entry("board A*", "`get_shortest_path_astar`", astar, explicit),
    *(
        Entry(task, "`mincut`, split vertices", minimum_cut, flow_graph)
        for task in ("cut 40", "cut 200", "cut 1000")
    ),
    *(
        Entry(task, "`get_shortest_paths` in the dual", dual_walk, dual_graph)
        for task in ("cut 40", "cut 200", "cut 1000")
    ),
)
