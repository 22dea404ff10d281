"""Programs for wiring puzzles that look right and are not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from graphpuzzles.errors import LimitError
from graphpuzzles.generate import WrongApproach

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import networkx as nx

    from graphpuzzles.lattice import Cell
    from graphpuzzles.puzzles.wiring.model import Wired, WiringModel
    from graphpuzzles.puzzles.wiring.network import WiringNetwork

STEPS = 100_000
"""Steps of the search with the unsound cut, at most."""


def _shortest_line(network: WiringNetwork, pair: int, used: set[int]) -> list[int] | None:
    """Return a line with fewest edges off the terminals of others and the nodes used."""
    source, target = network.pairs[pair]
    closed = network.closed(source, target, used)
    before = {source: source}
    layer = [source]
    while layer and target not in before:
        following = []
        for u in layer:
            for v, _ in network.neighbors[u]:
                if v not in before and not closed[v]:
                    before[v] = u
                    following.append(v)
        layer = following
    if target not in before:
        return None
    line = [target]
    while line[-1] != source:
        line.append(before[line[-1]])
    return line[::-1]


def shortest_line_first(puzzle: Wired) -> int | None:
    """Draw the lines one by one, the shortest first, each as short as it still can be."""
    network = puzzle.model.network
    lengths = []
    for pair in range(len(network.pairs)):
        line = _shortest_line(network, pair, set())
        if line is None:
            return None
        lengths.append((len(line), pair))
    used: set[int] = set()
    total = 0
    for _, pair in sorted(lengths):
        line = _shortest_line(network, pair, used)
        if line is None:
            return None
        used.update(line)
        total += len(line) - 1
    return total


def distances_alone(puzzle: Wired) -> int | None:
    """Add up the lengths that the lines would have alone: they may cross."""
    network = puzzle.model.network
    lines = [_shortest_line(network, pair, set()) for pair in range(len(network.pairs))]
    return None if None in lines else sum(len(line) - 1 for line in lines if line is not None)


def pooled_flow(puzzle: Wired) -> int | None:
    """Send one unit from the first terminal of every pair to any second one, at the least cost."""
    import networkx as nx

    network = puzzle.model.network
    split: nx.DiGraph[tuple[int, str]] = nx.DiGraph()
    source, sink = (-1, "out"), (-1, "in")
    for u in range(network.size):
        split.add_edge((u, "in"), (u, "out"), capacity=1, weight=0)
    for u, v, _ in network.edges:
        split.add_edge((u, "out"), (v, "in"), capacity=1, weight=1)
        split.add_edge((v, "out"), (u, "in"), capacity=1, weight=1)
    for first, second in network.pairs:
        split.add_edge(source, (first, "in"), capacity=1, weight=0)
        split.add_edge((second, "out"), sink, capacity=1, weight=0)
    flow = nx.max_flow_min_cost(split, source, sink)
    if sum(flow[source].values()) < len(network.pairs):
        return None
    return int(nx.cost_of_flow(split, flow))


@dataclass
class _CutSearch:
    """Depth-first search that lays all lines but the last, and the last as short as possible.

    It drops a line that turns back to a row or column of its own with nothing but free cells
    between, since it could have gone straight. That is unsound: another line may need the cells.
    """

    model: WiringModel
    best: int | None = None
    steps: int = 0
    used: set[int] = field(default_factory=set)

    def lay(self, pair: int, length: int) -> None:
        network = self.model.network
        if pair == len(network.pairs) - 1:
            last = _shortest_line(network, pair, self.used)
            if last is not None and (self.best is None or length + len(last) - 1 < self.best):
                self.best = length + len(last) - 1
            return
        for line in self.lines(pair, length):
            self.lay(pair + 1, length + len(line) - 1)

    def lines(self, pair: int, length: int) -> Iterator[Sequence[int]]:
        """Yield the lines of a pair that are not dropped; their nodes are used meanwhile."""
        network = self.model.network
        source, target = network.pairs[pair]
        away = network.distances(target, source)
        line: list[int] = []
        stack = [(source, 0)]
        while stack:
            u, depth = stack.pop()
            while len(line) > depth:
                self.used.discard(line.pop())
            left = away[u]
            if left is None or (self.best is not None and length + depth + left >= self.best):
                continue
            if u != source and self.turns_back(line, u):
                continue
            self.steps += 1
            if self.steps > STEPS:
                raise LimitError("max_expanded", f"the search took more than {STEPS} steps")
            line.append(u)
            self.used.add(u)
            if u == target:
                yield line
                continue
            closed = network.closed(source, target, self.used)
            stack += [(v, depth + 1) for v, _ in reversed(network.neighbors[u]) if not closed[v]]
        self.used.difference_update(line)

    def turns_back(self, line: Sequence[int], u: int) -> bool:
        """Look along row and column of the next cell for an earlier one of the same line."""
        board = self.model.board
        own = set(line[:-1])
        row, column = cast("Cell", board.nodes[u])
        for dr, dc in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            r, c = row + dr, column + dc
            while True:
                at = board.index.get((r, c))
                if at is None or (
                    at not in own and (at in self.used or self.model.network.label[at])
                ):
                    break
                if at in own:
                    return True
                r, c = r + dr, c + dc
        return False


def u_detour_cut(puzzle: Wired) -> int | None:
    """Search with a cut that drops lines which turn back around free cells.

    Raises
    ------
    LimitError
        If the search takes too long.
    """
    search = _CutSearch(puzzle.model)
    search.lay(0, 0)
    return search.best


WIRING_APPROACHES: dict[str, WrongApproach[Wired]] = {
    "distances-alone": WrongApproach("adds up distances: lines may cross", distances_alone),
    "shortest-line-first": WrongApproach(
        "draws the lines one by one, the shortest first", shortest_line_first
    ),
    "pooled-flow": WrongApproach(
        "finds a minimum cost flow that may join terminals of different pairs", pooled_flow
    ),
    "u-detour-cut": WrongApproach(
        "drops a line that turns back around free cells, though another may need them",
        u_detour_cut,
    ),
}
