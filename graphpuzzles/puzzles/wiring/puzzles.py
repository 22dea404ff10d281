"""ManhattanWiring and Numberlink: join terminals in pairs by lines that never meet.

Every line runs through cells that share sides (or along the edges of a graph) from one terminal of
a pair to the other. No two lines share a cell, and no line runs through a terminal. How short can
all lines together be, in cell borders crossed?

Input text
    ManhattanWiring: ``rows columns``, then the cells: 0 empty, 1 a wall, 2 and 3 the terminals of
    the two pairs; ``0 0`` ends the text.
    Numberlink: ``rows columns``, then, where wanted, ``any`` (every wiring is a solution, not the
    shortest alone) or ``fill`` (those that use every cell), and ``no_chord`` or ``no_2x2`` (how a
    line may not touch itself); then the cells split by blanks: ``.`` empty, ``#`` a wall, ``+`` a
    crossing (or bridge), over which one line may run across and one down, anything else a label
    that stands on two cells; ``0 0`` ends the text.
Graphs
    The board itself; the flow network of one commodity a pair, its nodes split into entry and
    exit; the frontier diagram, whose paths are the wirings.
Source
    ICPC Asia Regional 2006 Yokohama, problem D "Manhattan Wiring" (AOJ 1270, POJ 3133).
    Numberlink: Nikoli; first Sam Loyd, *Brooklyn Daily Eagle*, 1897.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self, cast

import numpy as np

from graphpuzzles.errors import PuzzleError
from graphpuzzles.puzzles.wiring.base import WiringPuzzle
from graphpuzzles.puzzles.wiring.board import (
    BLANK,
    WALL,
    E,
    L,
    N,
    Node,
    Rule,
    SelfTouch,
    WiringBoard,
)
from graphpuzzles.puzzles.wiring.rules import Wiring
from graphpuzzles.puzzles.wiring.text import (
    DIGITS,
    place_pairs,
    read_contest,
    read_numberlink,
    write_contest,
    write_numberlink,
)
from graphpuzzles.text import quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    import networkx as nx
    from numpy.typing import NDArray

    from graphpuzzles.generate import Generator

__all__ = ["ManhattanWiring", "Numberlink", "Wiring"]


@dataclass(frozen=True, eq=False, init=False, repr=False)
class ManhattanWiring(WiringPuzzle):
    """The contest's puzzle: a grid with walls, two cells marked 2 and two marked 3.

    Parameters
    ----------
    cells : sequence of str, or two-dimensional integer array or nested sequence of int
        The cells, row by row: 0 empty, 1 a wall, 2 and 3 terminals. Of any size.

    Raises
    ------
    TypeError
        If the grid is not of that form; the row is named.
    PuzzleError
        If the grid is empty or its rows differ in length, a cell (named) is none of 0 to 3, or
        the marks 2 and 3 do not stand on two cells each.

    Examples
    --------
    >>> puzzle = ManhattanWiring(["220", "033"])
    >>> solution = puzzle.solve()
    >>> solution.value, dict(solution.answer.paths)
    (2, {'2': ((0, 0), (0, 1)), '3': ((1, 1), (1, 2))})
    >>> solution.verify(), puzzle.count()
    (True, 1)
    """

    cells: tuple[tuple[int, ...], ...]

    name: ClassVar[str] = "manhattan-wiring"
    # The first six are the contest's sample.
    EXAMPLES: ClassVar[Mapping[str, object]] = {
        "5 5\n0 0 0 0 0\n0 0 0 3 0\n2 0 2 0 0\n1 0 1 1 1\n0 0 0 0 3\n": 18,
        "2 3\n2 2 0\n0 3 3\n": 2,
        "6 5\n2 0 0 0 0\n0 3 0 0 0\n0 0 0 0 0\n1 1 1 0 0\n0 0 0 0 0\n0 0 2 3 0\n": 17,
        "5 9\n0 0 0 0 0 0 0 0 0\n0 0 0 0 3 0 0 0 0\n0 2 0 0 0 0 0 2 0\n0 0 0 0 3 0 0 0 0\n"
        "0 0 0 0 0 0 0 0 0\n": 12,
        "9 9\n3 0 0 0 0 0 0 0 2\n" + "0 0 0 0 0 0 0 0 0\n" * 7 + "2 0 0 0 0 0 0 0 3\n": None,
        # Line 2 must bulge into the pocket above, because line 3 needs the cells below.
        "3 7\n1 0 0 0 0 0 1\n2 0 0 0 0 0 2\n1 1 3 1 3 1 1\n": 12,
        "2 2\n2 3\n3 2\n": None,
    }
    MALFORMED: ClassVar[tuple[str, ...]] = (
        "",
        "0 0\n",
        "x",
        "2",
        "2 3\n2 2 0\n0 3\n",
        "2 3\n2 2 0\n0 3 3 0\n",
        "2 3\n2 2 0\n0 3 3\n0 0\n1",
        "2 3\n2 2 0\n0 3 3\n0",
        "2 3\n2 2 4\n0 3 3\n",
        "2 3\n2 2 2\n0 3 3\n",
        "2 3\n2 0 0\n0 3 3\n",
        "2 3\n2 2 0\n0 x 3\n",
        "0 3\n",
        "-2 3\n2 2 0\n0 3 3\n",
        "999999999 999999999\n2 2 0\n",
        "\u0662 3\n2 2 0\n0 3 3\n",
        "2 3\n2 2 0\n0 3 3\x07\n",
    )

    def __init__(self, cells: Sequence[Sequence[int] | str] | NDArray[np.integer]) -> None:
        if isinstance(cells, str):
            raise TypeError("give the rows as a list; ManhattanWiring.parse reads text")
        if not isinstance(cells, Iterable):
            raise TypeError(f"a board is a sequence of rows, not {type(cells).__name__}")
        table = tuple(_cell_row(row, number) for number, row in enumerate(cells))
        object.__setattr__(self, "cells", table)
        board = WiringBoard.of_grid([[DIGITS[cell] for cell in row] for row in table])
        missing = {"2", "3"} - set(board.labels)
        if missing:
            raise PuzzleError(f"no cell is marked {min(missing)}")
        # Line 2 comes first, whichever terminal is met first.
        board = board if board.labels == ("2", "3") else board.with_pairs(board.pairs[::-1])
        object.__setattr__(self, "board", board)

    @classmethod
    def read(cls, lines: Iterable[str], *, source: str | None = None) -> Iterator[Self]:
        """Yield the puzzles of a text in the contest's format; see `Puzzle.read`."""
        return map(cls, read_contest(lines, source))

    @classmethod
    def write(cls, puzzles: Iterable[Self]) -> str:
        """Return a text in the contest's format; see `Puzzle.write`."""
        return write_contest(puzzle.cells for puzzle in puzzles)

    def to_dict(self) -> dict[str, object]:
        """Return the puzzle as JSON-ready data."""
        return {"cells": ["".join(map(str, row)) for row in self.cells]}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Rebuild a puzzle."""
        return cls(cast("Sequence[str]", data["cells"]))

    def key(self) -> tuple[tuple[int, ...], ...]:
        """Return what makes two puzzles equal."""
        return self.cells

    @classmethod
    def generator(cls) -> Generator[Self]:
        """Return random boards; see `Puzzle.generator`."""
        from graphpuzzles.puzzles.wiring.generator import manhattan_generator

        return manhattan_generator(cls)

    def __repr__(self) -> str:
        return f"<ManhattanWiring {len(self.cells)} x {len(self.cells[0])}>"


def _cell_row(row: object, number: int) -> tuple[int, ...]:
    if isinstance(row, str):
        strange = next((c for c, cell in enumerate(row) if cell not in "0123"), None)
        if strange is not None:
            raise PuzzleError(
                f"row {number} holds {quote(row[strange])}, which is none of 0, 1, 2, 3",
                where=(number, strange),
            )
        return tuple(map(int, row))
    if not isinstance(row, (Sequence, np.ndarray)):
        raise TypeError(f"row {number} is neither a string nor a sequence of integers")
    found = []
    for column, cell in enumerate(row):
        if isinstance(cell, (bool, np.bool_)):
            raise TypeError(f"row {number} holds a bool")
        if not hasattr(cell, "__index__"):
            raise TypeError(f"cell {(number, column)} is an integer, not {cell!r}")
        value = operator.index(cell)
        if not 0 <= value <= 3:
            raise PuzzleError(
                f"row {number} holds {value}, which is none of 0, 1, 2, 3", where=(number, column)
            )
        found.append(value)
    return tuple(found)


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Numberlink(WiringPuzzle):
    """Any number of pairs on a grid or a graph.

    Parameters
    ----------
    graph : sequence of rows, or networkx.Graph
        A grid: rows of strings, one character a cell, or of tokens (strings, or integers with 0
        for empty and -1 for a wall); ``"."`` is empty, ``"#"`` a wall, ``"+"`` a crossing of two
        nodes, ``(row, column, "across")`` and ``(row, column, "down")``, anything else a label. Or
        any undirected graph whose nodes are strings, integers or tuples of these.
    pairs : Mapping of label to (node, node), optional
        The terminals; on a grid besides those that stand in it.
    rule : {"shortest", "any", "fill"}
        What counts as a solution: the wirings of least weight, all wirings, or those that use
        every node. `solve` finds one of least weight in each case.
    self_touch : {"allow", "no_chord", "no_2x2"}
        Whether a line may touch itself: ``"no_chord"`` forbids that two of its nodes are
        neighbours without following each other, ``"no_2x2"`` (grids) that it covers a block of
        2 x 2 cells.
    weights : Mapping of (node, node) to int, or str, optional
        Weights of edges, not negative, 1 by default; for a graph also the name of the edge
        attribute.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of that form.
    PuzzleError
        If a label has not exactly two terminals, or a node is a terminal twice.

    Examples
    --------
    >>> grid = ["A...", "B..A", "...B"]
    >>> puzzle = Numberlink(grid)
    >>> puzzle.solve().value, puzzle.count()
    (8, 6)
    >>> puzzle = Numberlink(grid, rule="any")
    >>> [wiring.length for wiring in puzzle.solutions()]
    [8, 8, 8, 8, 8, 8, 10, 10]
    >>> puzzle = Numberlink(grid, rule="fill")
    >>> puzzle.solve().value, puzzle.count(), puzzle.is_unique()
    (10, 2, False)

    Any graph will do; here two islands with a bridge.

    >>> import networkx as nx
    >>> graph = nx.barbell_graph(4, 0)
    >>> Numberlink(graph, {"x": (0, 7)}).solve().value
    3
    """

    board: WiringBoard

    name: ClassVar[str] = "numberlink"
    EXAMPLES: ClassVar[Mapping[str, object]] = {
        # The puzzle with which pzprjs tests its player.
        "5 5\n1 . . . .\n2 . . 3 .\n. . . . .\n. 1 . . 2\n. . . . 3\n": 22,
        "3 4\nA . . .\nB . . A\n. . . B\n": 8,
        "3 4 any\nA . . .\nB . . A\n. . . B\n": 8,
        "3 4 fill\nA . . .\nB . . A\n. . . B\n": 10,
        "3 4 fill no_chord\nA . . .\nB . . A\n. . . B\n": None,
        "2 3 fill\n2 2 .\n. 3 3\n": None,
        "2 2\nA B\nB A\n": None,
        # The line must not cover the block of 2 x 2 cells: in a corner nothing else is left.
        "2 2 fill no_2x2\nA .\nA .\n": None,
        "2 2 fill\nA .\nA .\n": 3,
        "2 3 no_chord\nA . .\nA # .\n": 1,
        "3 3\n. B .\nA + A\n. B .\n": 4,
        "1 1\n.\n": 0,
    }
    MALFORMED: ClassVar[tuple[str, ...]] = (
        "",
        "0 0\n",
        "2 x\n",
        "2 2 quickest\nA .\nA .\n",
        "2 2 fill any\nA .\nA .\n",
        "2 2\nA .\nB .\n",
        "2 2\nA A\nA .\n",
        "2 3\nA + .\n. + +\n",
        "2 2\nA .\nA\n",
        "2 2\nA .\nA . .\n",
        "2 2\nA .\nA .\n0 0\nA",
        "0 2\n",
    )

    def __init__(
        self,
        graph: Sequence[Sequence[str | int]] | nx.Graph[N],
        pairs: Mapping[L, tuple[Node, Node]] | None = None,
        *,
        rule: Rule = "shortest",
        self_touch: SelfTouch = "allow",
        weights: str | Mapping[E, int] | None = None,
    ) -> None:
        if isinstance(graph, str):
            raise TypeError(
                "a grid is a list of rows, not one string; Numberlink.parse reads text"
            )
        if isinstance(graph, (Sequence, np.ndarray)):
            tokens = place_pairs([_token_row(row, i) for i, row in enumerate(graph)], pairs)
            if isinstance(weights, str):
                raise TypeError("a grid has no edge attributes; give weights as a mapping")
            board = WiringBoard.of_grid(tokens, rule=rule, self_touch=self_touch, weights=weights)
        elif hasattr(graph, "is_directed"):
            board = WiringBoard.of_graph(
                graph, pairs or {}, rule=rule, self_touch=self_touch, weights=weights
            )
        else:
            raise TypeError(f"expected a grid or a graph, not {type(graph).__name__}")
        object.__setattr__(self, "board", board)

    @classmethod
    def of_board(cls, board: WiringBoard) -> Self:
        """Return the puzzle of a board that is made already."""
        puzzle = cls.__new__(cls)
        object.__setattr__(puzzle, "board", board)
        return puzzle

    @classmethod
    def read(cls, lines: Iterable[str], *, source: str | None = None) -> Iterator[Self]:
        """Yield the puzzles of a text; see `Puzzle.read`."""
        return map(cls.of_board, read_numberlink(lines, source))

    @classmethod
    def write(cls, puzzles: Iterable[Self]) -> str:
        """Return a text with these puzzles; see `Puzzle.write`.

        Raises
        ------
        WriteError
            If one is no grid, has weights, or a label with white space in it.
        """
        return write_numberlink(puzzle.board for puzzle in puzzles)

    def to_dict(self) -> dict[str, object]:
        """Return the puzzle as JSON-ready data."""
        return self.board.to_dict()

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Rebuild a puzzle."""
        return cls.of_board(WiringBoard.from_dict(data))

    @classmethod
    def generator(cls) -> Generator[Self]:
        """Return random boards; see `Puzzle.generator`."""
        from graphpuzzles.puzzles.wiring.generator import numberlink_generator

        return numberlink_generator(lambda tokens, rule: cls(tokens, rule=rule))

    def __repr__(self) -> str:
        board = self.board
        size = (
            f"{board.shape[0]} x {board.shape[1]}" if board.shape else f"{len(board.nodes)} nodes"
        )
        rules = [board.rule] + [board.self_touch] * (board.self_touch != "allow")
        return f"<Numberlink {size}, {len(board.pairs)} pairs, {', '.join(rules)}>"


def _token_row(row: object, number: int) -> list[str]:
    """Return the tokens of a row: characters, strings, or integers (0 empty, -1 a wall)."""
    if not isinstance(row, (Sequence, np.ndarray)):
        raise TypeError(f"row {number} is neither a string nor a sequence of tokens")
    found = []
    for token in row:
        if isinstance(token, str):
            found.append(str(token))
        elif isinstance(token, (bool, np.bool_)):
            raise TypeError(f"row {number} holds a bool")
        else:
            value = operator.index(token)
            found.append({0: BLANK, -1: WALL}.get(value, str(value)))
    return found
