"""Graphillion: all subgraphs of a kind in a zero-suppressed decision diagram, in C++."""

from graphillion import GraphSet

from tests.bench.peers.task import Entry
from tests.bench.peers.wiring_tasks import board_of

NAME = "Graphillion"
DISTRIBUTION = "graphillion"
ABOUT = "sets of subgraphs in decision diagrams, C++"


def wirings(puzzle):
    """Return all wirings of a puzzle as a GraphSet; the grid is its universe."""
    _, links, pairs = board_of(puzzle)
    GraphSet.set_universe(links)
    ends = {end for pair in pairs for end in pair}
    nodes = {node for link in links for node in link}
    if not ends <= nodes:
        return GraphSet([])
    degrees = {node: 1 if node in ends else range(0, 3, 2) for node in nodes}
    return GraphSet.graphs(
        vertex_groups=[list(pair) for pair in pairs], degree_constraints=degrees, no_loop=True
    )


def shortest(puzzles):
    found = []
    for puzzle in puzzles:
        first = next(iter(wirings(puzzle).min_iter()), None)
        found.append(None if first is None else list(first))
    return found


def count_shortest(puzzles):
    found = []
    for puzzle in puzzles:
        every = wirings(puzzle)
        first = next(iter(every.min_iter()), None)
        found.append(0 if first is None else every.graph_size(len(first)).len())
    return found


def count_all(puzzles):
    return [wirings(puzzle).len() for puzzle in puzzles]


def count_paths(puzzles):
    found = []
    for puzzle in puzzles:
        _, links, [pair] = board_of(puzzle)
        GraphSet.set_universe(links)
        found.append(GraphSet.paths(*pair).len())
    return found


ENTRIES = (
    *(
        Entry(task, "`GraphSet.graphs`, then `min_iter`", shortest)
        for task in ("wiring 10%", "wiring detour", "wiring crossed", "wiring 71")
    ),
    Entry("count shortest", "`GraphSet.graphs`, then `graph_size`", count_shortest),
    Entry("count all", "`GraphSet.graphs`, then `len`", count_all),
    Entry("count paths", "`GraphSet.paths`, then `len`", count_paths),
)
