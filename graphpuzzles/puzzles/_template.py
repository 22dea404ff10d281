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
from typing import TYPE_CHECKING, ClassVar, Self, cast

from graphpuzzles.certificates.potentials import Potentials
from graphpuzzles.errors import RuleError
from graphpuzzles.puzzle import Method, Outcome, Puzzle, Status
from graphpuzzles.text import Scanner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    import networkx as nx

    from graphpuzzles.limits import Limits, ProgressCallback
    from graphpuzzles.puzzle import Graph

__all__ = ["Descent", "DigitDescent"]


@dataclass(frozen=True)
class Descent:
    """A walk, as the letters R and D.

    Parameters
    ----------
    steps : str
    """

    steps: str

    def to_dict(self) -> dict[str, object]:
        """Return the walk as JSON-ready data."""
        return {"steps": self.steps}


@dataclass(frozen=True, eq=False)
class DigitDescent(Puzzle[Descent, int]):
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
    def answer_from_dict(cls, data: Mapping[str, object]) -> Descent:
        """Rebuild an answer."""
        return Descent(cast("str", data["steps"]))

    @classmethod
    def methods(cls) -> Mapping[str, Method[Self, Descent, int]]:
        """Return ``table`` and ``dijkstra``."""
        return {
            "table": Method("dynamic programming", _by_table),
            "dijkstra": Method("shortest path", _by_dijkstra),
        }

    @classmethod
    def graphs(cls) -> Mapping[str, Callable[[Self, Descent | None], Graph]]:
        """Return ``cells``."""
        return {"cells": _graph}

    def check(self, answer: Descent) -> int:
        """Return the sum of the digits on a walk; see `Puzzle.check`."""
        row = column = 0
        total = int(self.rows[0][0])
        for number, step in enumerate(answer.steps):
            row, column = row + (step == "D"), column + (step == "R")
            if step not in "RD" or row >= len(self.rows) or column >= len(self.rows[0]):
                raise RuleError(f"step {number} ({step!r}) leaves the grid", where=(number,))
            total += int(self.rows[row][column])
        if (row, column) != (len(self.rows) - 1, len(self.rows[0]) - 1):
            raise RuleError(f"the walk ends at {(row, column)}", where=(row, column))
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


def _by_table(
    puzzle: DigitDescent, limits: Limits, progress: ProgressCallback | None
) -> Outcome[Descent, int]:
    del limits, progress  # a table of the size of the input needs neither
    start, goal, cost = puzzle.ends()
    least, steps = {start: cost}, {start: ""}
    for u, v, weight in puzzle.arcs():  # in row order, so the tail is done before its heads
        if v not in least or least[u] + weight < least[v]:
            least[v] = least[u] + weight
            steps[v] = steps[u] + ("R" if u.partition(",")[0] == v.partition(",")[0] else "D")
    return _outcome(least, goal, steps[goal])


def _by_dijkstra(
    puzzle: DigitDescent, limits: Limits, progress: ProgressCallback | None
) -> Outcome[Descent, int]:
    import networkx as nx

    del limits, progress
    start, goal, cost = puzzle.ends()
    graph = _graph(puzzle, None)
    lengths = nx.single_source_dijkstra_path_length(graph, start)
    rows = [node.partition(",")[0] for node in nx.dijkstra_path(graph, start, goal)]
    steps = "".join("R" if a == b else "D" for a, b in pairwise(rows))
    return _outcome({node: cost + int(d) for node, d in lengths.items()}, goal, steps)


def _outcome(least: dict[str, int], goal: str, steps: str) -> Outcome[Descent, int]:
    value = least[goal]
    return Outcome(
        status=Status.SOLVED,
        value=value,
        answer=Descent(steps),
        bounds=(value, value),
        stats={"cells": len(least)},
        prove=lambda: Potentials(dict(sorted(least.items()))),
    )


def _graph(puzzle: DigitDescent, answer: Descent | None) -> nx.DiGraph[str]:
    import networkx as nx

    start, goal, _ = puzzle.ends()
    graph: nx.DiGraph[str] = nx.DiGraph(source=start, target=goal)
    for r, row in enumerate(puzzle.rows):
        for c, digit in enumerate(row):
            graph.add_node(f"{r},{c}", label=digit, x=c, y=-r)
    graph.add_weighted_edges_from(puzzle.arcs())
    if answer is not None:
        r = c = 0
        met = {start}
        for step in answer.steps:
            r, c = r + (step == "D"), c + (step == "R")
            met.add(f"{r},{c}")
        for node, attributes in graph.nodes(data=True):
            attributes["on_path"] = node in met
    return graph
