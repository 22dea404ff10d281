"""networkx: its own algorithms on a lazy view of a state space, and on the explicit graph."""

import networkx as nx
import numpy as np

from graphpuzzles.puzzles.connecting_game.puzzle import ConnectingGame
from graphpuzzles.search import lazy_graph
from tests.bench.peers.cut_tasks import Cut
from tests.bench.peers.task import Entry

NAME = "networkx"
DISTRIBUTION = "networkx"
ABOUT = "graph algorithms in Python; on `lazy_graph` and on explicit graphs"


def explicit(space):
    """Return the graph of all reachable states, which are explored for it."""
    graph = nx.DiGraph()
    for u in space.reachable():
        graph.add_weighted_edges_from((u, v, space.step_cost(u, v)) for v in space.successors(u))
    return space, graph


def breadth_first(graph, start, goal):
    before = {start: None}
    for u, v in nx.bfs_edges(graph, start):
        before[v] = u
        if v == goal:
            break
    else:
        return None
    path = [goal]
    while before[path[-1]] is not None:
        path.append(before[path[-1]])
    return path[::-1]


def dijkstra(graph, start, goal):
    return nx.dijkstra_path(graph, start, goal)


def both_sides(graph, start, goal):
    return nx.shortest_path(graph, start, goal)


def with_estimate(graph, space):
    return nx.astar_path(
        graph, space.start, space.goal, lambda u, _: space.heuristic(u), weight=None
    )


def on_view(search):
    return lambda space: search(lazy_graph(space), space.start, space.goal)


def on_explicit(search):
    return lambda built: search(built[1], built[0].start, built[0].goal)


def all_snakes(snake):
    edges = nx.bfs_edges(lazy_graph(snake.successors), snake.body)
    return {"states": 1 + sum(1 for _ in edges)}


def flow_graph(board):
    return ConnectingGame(board).graph("flow")


def minimum_cut(graph):
    source, sink = graph.graph["source"], graph.graph["sink"]
    value, (reached, _) = nx.minimum_cut(graph, source, sink)

    def regions():
        """Return the regions that pay; see `regions_cut`. Nodes are "r7:in" and "r7:out"."""
        cut = [(u, v) for u, v in graph.edges if u in reached and v not in reached]
        return sorted({int((v if u == source else u).partition(":")[0][1:]) for u, v in cut})

    return Cut(value, regions)


def contact_graph(board):
    """Return the exported graph of the regions that touch, with both sides of the board.

    A step pays for the region that it enters.
    """
    game = ConnectingGame(board)
    graph = game.graph("contacts").to_directed()
    for _, v, attributes in graph.edges(data=True):
        attributes["weight"] = graph.nodes[v]["weight"]
    left, right = (np.unique(side).tolist() for side in game.regions.of.T[[0, -1]])
    for region in left:
        graph.add_edge("left", f"r{region}", weight=graph.nodes[f"r{region}"]["weight"])
    graph.add_edges_from(((f"r{region}", "right") for region in right), weight=0)
    return graph


def dual_walk(graph):
    value, path = nx.single_source_dijkstra(graph, "left", "right")
    return Cut(value, lambda: [int(region[1:]) for region in path[1:-1]])


ENTRIES = (
    Entry("eight breadth-first", "`bfs_edges` on `lazy_graph`", on_view(breadth_first)),
    Entry("eight breadth-first", "`bfs_edges`", on_explicit(breadth_first), explicit),
    Entry(
        "eight A*",
        "`astar_path` on `lazy_graph`",
        lambda space: with_estimate(lazy_graph(space.successors), space),
    ),
    Entry("board breadth-first", "`bfs_edges` on `lazy_graph`", on_view(breadth_first)),
    Entry("board breadth-first", "`bfs_edges`", on_explicit(breadth_first), explicit),
    Entry("board Dijkstra", "`dijkstra_path` on `lazy_graph`", on_view(dijkstra)),
    Entry("board Dijkstra", "`dijkstra_path`", on_explicit(dijkstra), explicit),
    Entry(
        "board A*",
        "`astar_path` on `lazy_graph`",
        lambda space: with_estimate(lazy_graph(space), space),
    ),
    Entry("board A*", "`astar_path`", lambda built: with_estimate(built[1], built[0]), explicit),
    Entry("board bidirectional", "`shortest_path` on `lazy_graph`", on_view(both_sides)),
    Entry("board bidirectional", "`shortest_path`", on_explicit(both_sides), explicit),
    Entry("integers breadth-first", "`bfs_edges` on `lazy_graph`", on_view(breadth_first)),
    Entry("integers bidirectional", "`shortest_path` on `lazy_graph`", on_view(both_sides)),
    Entry("snakes", "`bfs_edges` on `lazy_graph`", all_snakes),
    Entry("cut 40", "`minimum_cut` on the flow graph", minimum_cut, flow_graph),
    Entry("cut 40", "`single_source_dijkstra` in the dual", dual_walk, contact_graph),
    Entry("cut 200", "`single_source_dijkstra` in the dual", dual_walk, contact_graph),
)
