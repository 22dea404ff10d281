"""The wiring problem on a bare graph: numbered nodes, weighted edges, pairs to join.

Every engine that joins terminals works on this one description; grids, hexagonal boards and graphs
with bridges differ only in how it is filled.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphpuzzles.puzzles.wiring.board import WiringBoard

Path: TypeAlias = tuple[int, ...]
"""The nodes of a line from one of its terminals to the other."""


@dataclass(frozen=True)
class WiringNetwork:
    """A graph whose terminals are to be joined in pairs by lines that share no node.

    Parameters
    ----------
    size : int
        Number of nodes; they are 0, 1, ..., size - 1.
    edges : tuple of (int, int, int)
        ``(u, v, weight)`` with ``u < v`` and ``weight >= 0``, in increasing order, without
        repetition.
    pairs : tuple of (int, int)
        The two terminals of every line; all of them differ.
    fill : bool
        Whether the lines must use every node.
    chordless : bool
        Whether two nodes of one line may be neighbours only where the line joins them directly.
    blocks : tuple of tuple of int
        Sets of nodes that no single line may contain entirely.
    """

    size: int
    edges: tuple[tuple[int, int, int], ...]
    pairs: tuple[tuple[int, int], ...]
    fill: bool = False
    chordless: bool = False
    blocks: tuple[tuple[int, ...], ...] = ()

    @cached_property
    def neighbors(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For every node, its neighbours with the weights of the edges, in increasing order."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        # The edges are in increasing order: at each node the lesser neighbours come first.
        for u, v, weight in self.edges:
            found[u].append((v, weight))
            found[v].append((u, weight))
        return tuple(map(tuple, found))

    @cached_property
    def weight(self) -> dict[tuple[int, int], int]:
        """Weight of every edge, under both directions."""
        table = {(u, v): weight for u, v, weight in self.edges}
        table.update({(v, u): weight for u, v, weight in self.edges})
        return table

    @cached_property
    def label(self) -> tuple[int, ...]:
        """For every node the number of its pair, counted from 1; 0 where it is no terminal."""
        labels = [0] * self.size
        for number, pair in enumerate(self.pairs, 1):
            for node in pair:
                labels[node] = number
        return tuple(labels)

    @cached_property
    def total_weight(self) -> int:
        """Sum of all weights, which no wiring exceeds."""
        return sum(weight for _, _, weight in self.edges)

    @cached_property
    def uniform_weight(self) -> int | None:
        """The one weight that all edges have, or None; 1 where there is no edge."""
        weights = {weight for _, _, weight in self.edges}
        if len(weights) > 1:
            return None
        return weights.pop() if weights else 1

    @cached_property
    def parity(self) -> int | None:
        """What the length of every wiring is modulo 2, or None where that can differ.

        If the nodes can be given values 0 and 1 so that every edge has the parity of the
        difference of its ends, then a line has the parity of the difference of its terminals. On a
        grid with unit weights these are the colours of a chessboard.
        """
        value = [-1] * self.size
        for start in range(self.size):
            if value[start] >= 0:
                continue
            value[start] = 0
            stack = [start]
            while stack:
                u = stack.pop()
                for v, weight in self.neighbors[u]:
                    expected = (value[u] + weight) % 2
                    if value[v] < 0:
                        value[v] = expected
                        stack.append(v)
                    elif value[v] != expected:
                        return None
        return sum(value[s] + value[t] for s, t in self.pairs) % 2

    def round_up(self, bound: int) -> int:
        """Return the least length of the right parity that is not below `bound`."""
        return bound if self.parity is None else bound + (bound + self.parity) % 2

    def round_down(self, bound: int) -> int:
        """Return the greatest length of the right parity that is not above `bound`."""
        return bound if self.parity is None else bound - (bound + self.parity) % 2

    def touches_itself(self, path: Sequence[int]) -> bool:
        """Tell whether a line breaks the rules of self-contact, `chordless` and `blocks`."""
        nodes = set(path)
        if self.chordless:
            inside = sum(v in nodes for u in path for v, _ in self.neighbors[u])
            if inside != 2 * (len(path) - 1):
                return True
        return any(nodes.issuperset(block) for block in self.blocks)

    def length(self, paths: Iterable[Sequence[int]]) -> int:
        """Return the total weight of the edges along the paths."""
        weight = self.weight
        return sum(weight[edge] for path in paths for edge in pairwise(path))

    def trace(self, edges: Iterable[tuple[int, int]]) -> tuple[Path, ...]:
        """Return the lines of a wiring, one a pair, from the edges that they use."""
        around: list[list[int]] = [[] for _ in range(self.size)]
        for u, v in edges:
            around[u].append(v)
            around[v].append(u)
        paths = []
        for s, t in self.pairs:
            path = [s]
            before = -1
            while path[-1] != t:
                before, [after] = path[-1], [v for v in around[path[-1]] if v != before]
                path.append(after)
            paths.append(tuple(path))
        return tuple(paths)

    def closed(self, source: int, target: int, blocked: Iterable[int] = ()) -> list[bool]:
        """Return for every node whether the line between two terminals must keep off it."""
        closed = list(map(bool, self.label))
        for node in blocked:
            closed[node] = True
        closed[source] = closed[target] = False
        return closed

    def distances(self, source: int, target: int) -> list[int | None]:
        """Return the distance of every node from a terminal, on walks that its line could take.

        Parameters
        ----------
        source, target : int
            The terminals of one pair; a walk may end at `target` but not pass through it.

        Returns
        -------
        list of int or None
            None where no such walk leads.
        """
        closed = self.closed(source, target)
        if self.uniform_weight is not None:
            return self._layers(source, target, closed, self.uniform_weight)
        distance: list[int | None] = [None] * self.size
        distance[source] = 0
        heap = [(0, source)]
        while heap:
            reached, u = heapq.heappop(heap)
            if reached != distance[u] or u == target:
                continue
            for v, weight in self.neighbors[u]:
                known = distance[v]
                if not closed[v] and (known is None or reached + weight < known):
                    distance[v] = reached + weight
                    heapq.heappush(heap, (reached + weight, v))
        return distance

    def _layers(
        self, source: int, target: int, closed: Sequence[bool], weight: int
    ) -> list[int | None]:
        """Return the distances where all edges have the same weight, layer by layer."""
        distance: list[int | None] = [None] * self.size
        distance[source] = 0
        layer = [source]
        reached = 0
        while layer:
            reached += weight
            following = []
            for u in layer:
                for v, _ in self.neighbors[u]:
                    if distance[v] is None and not closed[v]:
                        distance[v] = reached
                        if v != target:
                            following.append(v)
            layer = following
        return distance


def network_of(board: WiringBoard) -> WiringNetwork:
    """Return a board with numbers alone, as the engines take it."""
    return WiringNetwork(
        size=len(board.nodes),
        edges=board.edges,
        pairs=tuple((s, t) for _, s, t in board.pairs),
        fill=board.rule == "fill",
        chordless=board.self_touch == "no_chord",
        blocks=_squares(board) if board.self_touch == "no_2x2" else (),
    )


def _squares(board: WiringBoard) -> tuple[tuple[int, ...], ...]:
    """Return the blocks of 2 x 2 cells without walls."""
    number = cast("dict[tuple[int, int], int]", board.index)
    found = []
    for r, c in board.cells:
        square = [number.get((r + dr, c + dc), -1) for dr in (0, 1) for dc in (0, 1)]
        if min(square) >= 0:
            found.append(tuple(square))
    return tuple(found)
