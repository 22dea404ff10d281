"""nographs: searches of implicit graphs in pure Python."""

import nographs as nog

from tests.bench.peers.task import Entry

NAME = "nographs"
DISTRIBUTION = "nographs"
ABOUT = "searches of implicit graphs, pure Python"


def breadth_first(space, traversal_of=nog.TraversalBreadthFirst):
    traversal = traversal_of(lambda u, _: space.successors(u))
    return _path(traversal.start_from(space.start, build_paths=True), space.goal)


def with_integers(next_vertices):
    """Return the traversal with the arrays of integers that nographs has for integer states."""
    gear = nog.GearForIntVertexIDsAndCFloats()
    return nog.TraversalBreadthFirstFlex(nog.vertex_as_id, gear, next_vertices)


def _path(traversal, goal):
    # go_to() would refuse the start; an unreachable goal is told by exhaustion.
    for u in traversal:
        if u == goal:
            return list(traversal.paths[goal])
    return None


def dijkstra(space):
    weight = space.weight
    traversal = nog.TraversalShortestPaths(
        lambda u, _: [(v, weight(u, v)) for v in space.successors(u)]
    )
    return _path(traversal.start_from(space.start, build_paths=True), space.goal)


def astar(space):
    traversal = nog.TraversalAStar(lambda u, _: [(v, 1) for v in space.successors(u)])
    traversal.start_from(space.heuristic, space.start, build_paths=True)
    return _path(traversal, space.goal)


def bidirectional(space):
    search = nog.BSearchBreadthFirst(
        (lambda u, _: space.successors(u), lambda u, _: space.predecessors(u))
    )
    return list(search.start_from((space.start, space.goal), build_path=True)[1])


def all_snakes(snake):
    traversal = nog.TraversalBreadthFirst(lambda body, _: snake.successors(body))
    return {"states": 1 + sum(1 for _ in traversal.start_from(snake.body))}


ENTRIES = (
    Entry("eight breadth-first", "`TraversalBreadthFirst`", breadth_first),
    Entry("eight A*", "`TraversalAStar`", astar),
    Entry("board breadth-first", "`TraversalBreadthFirst`", breadth_first),
    Entry(
        "board breadth-first",
        "`TraversalBreadthFirst`, gear for integers",
        lambda space: breadth_first(space, with_integers),
    ),
    Entry("board Dijkstra", "`TraversalShortestPaths`", dijkstra),
    Entry("board A*", "`TraversalAStar`", astar),
    Entry("board bidirectional", "`BSearchBreadthFirst`", bidirectional),
    Entry("integers breadth-first", "`TraversalBreadthFirst`", breadth_first),
    Entry(
        "integers breadth-first",
        "`TraversalBreadthFirst`, gear for integers",
        lambda space: breadth_first(space, with_integers),
    ),
    Entry("integers bidirectional", "`BSearchBreadthFirst`", bidirectional),
    Entry("snakes", "`TraversalBreadthFirst`", all_snakes),
)
