"""DigitDescent: a tiny complete puzzle to copy for a new one; it is always tested.

Walk over a grid of digits from the top left to the bottom right, each step right or down, so that
the digits met add up to as little as possible.

Input text
    The number of rows, then the rows of digits; several grids may follow each other.
Graphs
    Cells are nodes and steps are arcs; an arc weighs the digit of the cell it enters.
Source
    A standard exercise in dynamic programming; the value of the first example is easily seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Self

from graphpuzzles.certificate import Potentials
from graphpuzzles.errors import RuleError
from graphpuzzles.generate import Generator, Wish, below, whole
from graphpuzzles.puzzle import GraphPath, Method, Outcome, Puzzle
from graphpuzzles.text import Scanner

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Iterator, Mapping

    import networkx as nx

    from graphpuzzles.generate import Size
    from graphpuzzles.limits import Limits, ProgressCallback
    from graphpuzzles.puzzle import Graph

__all__ = ["DigitDescent"]


@dataclass(frozen=True, eq=False)
class DigitDescent(Puzzle[GraphPath, int]):
    """A grid of digits.

    Parameters
    ----------
    rows : tuple of str
        Rows of digits, all of one length.

    Examples
    --------
    >>> DigitDescent(("019", "281")).solve().value
    10
    """

    rows: tuple[str, ...]

    name: ClassVar[str] = "digit-descent"
    EXAMPLES: ClassVar[Mapping[str, object]] = {"2\n019\n281\n": 10, "1\n5\n": 5, "2\n11\n91\n": 3}
    MALFORMED: ClassVar[tuple[str, ...]] = ("", "x", "2\n12", "2\n12\n1", "1\n1x", "1\n1\n1")

    @classmethod
    def read(cls, lines: Iterable[str], *, source: str | None = None) -> Iterator[Self]:
        """Yield the grids of a text; see `Puzzle.read`."""
        scanner = Scanner(lines, source=source)
        while True:
            tokens = []
            for number in range(scanner.integer("the number of rows", minimum=1)):
                tokens.append(scanner.next(f"row {number + 1}"))
                text = tokens[-1].text
                if not (text.isascii() and text.isdigit() and len(text) == len(tokens[0].text)):
                    scanner.fail(tokens[-1], f"a row of {len(tokens[0].text)} digits")
            yield cls(tuple(token.text for token in tokens))
            if scanner.peek() is None:
                return

    @classmethod
    def write(cls, puzzles: Iterable[Self]) -> str:
        """Return the text of grids; see `Puzzle.write`."""
        return "".join("\n".join([str(len(p.rows)), *p.rows, ""]) for p in puzzles)

    @classmethod
    def methods(cls) -> Mapping[str, Method[Self, GraphPath, int]]:
        """Return ``table`` and ``dijkstra``."""
        return {
            "table": Method("dynamic programming", _by_table),
            "dijkstra": Method("shortest path", _by_dijkstra),
        }

    @classmethod
    def graphs(cls) -> Mapping[str, Callable[[Self, GraphPath | None], Graph]]:
        """Return ``cells``."""
        return {"cells": _graph}

    @classmethod
    def generator(cls) -> Generator[Self]:
        """Return grids of random digits, with the wish ``value``."""
        value: Wish[DigitDescent] = Wish(
            text="the least sum",
            values=whole(),
            holds=lambda grid, wanted: grid.solve().value == wanted,
        )
        return Generator(
            size=(4, 5),
            propose=lambda rng, size, _wanted: cls(tuple(_random_rows(rng, size))),
            wishes={"value": value},
        )

    def check(self, answer: GraphPath) -> int:
        """Return the sum of the digits on a walk; see `Puzzle.check`."""
        start, goal, total = self.ends()
        weights = {(u, v): weight for u, v, weight in self.arcs()}
        for number, step in enumerate(pairwise(answer.nodes)):
            if step not in weights:
                raise RuleError(f"step {number}: not right or down", where=(number,))
            total += weights[step]
        if answer.nodes[:1] != (start,) or answer.nodes[-1:] != (goal,):
            raise RuleError("the walk is not from corner to corner")
        return total

    # What the certificate `Potentials` asks for ----------------------------------------------

    def arcs(self) -> Iterator[tuple[str, str, int]]:
        """Yield the arcs of the graph with their weights; see `WeightedArcs`."""
        for r, row in enumerate(self.rows):
            for c in range(len(row)):
                for a, b in ((r + 1, c), (r, c + 1)):
                    if a < len(self.rows) and b < len(row):
                        yield f"{r},{c}", f"{a},{b}", int(self.rows[a][b])

    def ends(self) -> tuple[str, str, int]:
        """Return start, goal, and what the start costs; see `WeightedArcs`."""
        return "0,0", f"{len(self.rows) - 1},{len(self.rows[0]) - 1}", int(self.rows[0][0])


def _random_rows(rng: random.Random, size: Size) -> Iterator[str]:
    rows, columns = size
    for _ in range(rows):
        yield "".join(str(below(rng, 10)) for _ in range(columns))


def _by_table(
    puzzle: DigitDescent, limits: Limits, progress: ProgressCallback | None
) -> Outcome[GraphPath, int]:
    del limits, progress  # a table of the size of the input needs neither
    start, goal, cost = puzzle.ends()
    least, before = {start: cost}, {start: ""}
    for u, v, weight in puzzle.arcs():  # in row order, so the tail is done before its heads
        if v not in least or least[u] + weight < least[v]:
            least[v] = least[u] + weight
            before[v] = u
    path = [goal]
    while path[-1] != start:
        path.append(before[path[-1]])
    return _outcome(least, path[::-1])


def _by_dijkstra(
    puzzle: DigitDescent, limits: Limits, progress: ProgressCallback | None
) -> Outcome[GraphPath, int]:
    import networkx as nx

    del limits, progress
    start, goal, cost = puzzle.ends()
    graph = _graph(puzzle, None)
    lengths = nx.single_source_dijkstra_path_length(graph, start)
    least = {node: cost + int(length) for node, length in lengths.items()}
    return _outcome(least, nx.dijkstra_path(graph, start, goal))


def _outcome(least: dict[str, int], path: list[str]) -> Outcome[GraphPath, int]:
    return Outcome.proved(
        least[path[-1]],
        GraphPath(tuple(path)),
        lambda: Potentials(dict(sorted(least.items()))),
        stats={"cells": len(least)},
    )


def _graph(puzzle: DigitDescent, answer: GraphPath | None) -> nx.DiGraph[str]:
    import networkx as nx

    start, goal, _ = puzzle.ends()
    graph: nx.DiGraph[str] = nx.DiGraph(source=start, target=goal)
    for r, row in enumerate(puzzle.rows):
        for c, digit in enumerate(row):
            graph.add_node(f"{r},{c}", label=digit, x=c, y=-r)
    graph.add_weighted_edges_from(puzzle.arcs())
    if answer is not None:
        for node, attributes in graph.nodes(data=True):
            attributes["on_path"] = node in answer.nodes
    return graph
