"""Minesweeper boards in the contest's format."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from graphpuzzles.errors import ParseError, WriteError
from graphpuzzles.puzzles.minesweeper.board import UNKNOWN, ClueSets
from graphpuzzles.text import Scanner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from graphpuzzles.puzzles.minesweeper.board import MineBoard

B = TypeVar("B", bound="MineBoard")

# The second and third are the example of the contest.
EXAMPLES: dict[str, object] = {
    # A position that a player reported to kaboom (issue 15): 5 layouts, 5 cells certain in all.
    "1\n4 5\n-1 -1 -1 -1 -1\n-1 4 3 4 -1\n-1 3 2 3 -1\n-1 -1 -1 -1 1\n": (5, 0),
    "1\n10 10\n"
    "0 0 1 2 -1 1 0 0 1 -1\n1 1 1 -1 2 1 0 0 1 1\n-1 1 1 1 1 0 0 0 0 0\n"
    "1 1 0 0 0 1 1 1 0 0\n0 0 0 0 0 1 -1 1 0 0\n0 0 0 0 0 2 2 2 0 0\n"
    "0 0 0 0 0 1 -1 1 0 -1\n0 0 0 0 0 1 1 1 0 0\n0 0 0 0 1 1 1 0 0 0\n"
    "-1 0 0 -1 1 -1 1 0 0 0\n": (7, 3),
    "1\n9 10\n"
    "0 0 0 0 0 -1 0 0 -1 0\n0 0 -1 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 1 1 1\n"
    "0 0 0 0 0 1 2 3 -1 1\n0 0 0 0 -1 1 -1 -1 3 1\n1 1 0 0 0 1 3 -1 2 0\n"
    "-1 1 0 0 0 0 1 1 -1 0\n1 1 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0 0\n": (5, 5),
    "1\n3 6\n1 -1 -1 -1 -1 1\n1 1 1 1 1 1\n0 0 0 0 0 0\n": (2, 2),
    "1\n2 2\n0 0\n0 0\n": (0, 0),
    "1\n1 1\n-1\n": (0, 0),
    "1\n3 3\n1 -1 -1\n-1 -1 2\n0 0 1\n": None,
    "1\n1 1\n8\n": None,
}
MALFORMED = (
    "",
    "x",
    "-1",
    "1",
    "1\n2",
    "1\n0 1",
    "1\n1 2\n0",
    "1\n1 2\n0 9",
    "1\n1 2\n0 -2",
    "1\n1 2\n0 x",
    "1\n1 2\n0 1.0",
    "2\n1 2\n0 0",
    "1\n1 2\n0 0\n0",
)


def read_boards(
    make: Callable[[list[list[int]]], B], lines: Iterable[str], source: str | None
) -> Iterator[B]:
    """Yield the boards of a text; see `graphpuzzles.puzzles.minesweeper.puzzle` for the format.

    Parameters
    ----------
    make : callable
        Makes a board of its rows.
    lines : Iterable of str
    source : str, optional
        Name of the file for the error messages.

    Raises
    ------
    ParseError
        Where the text breaks the format.
    """
    scanner = Scanner(lines, source=source)
    for _ in range(scanner.integer("the number of boards", minimum=0)):
        rows = scanner.integer("the number of rows", minimum=1)
        columns = scanner.integer("the number of columns", minimum=1)
        block = scanner.integers(rows * columns, "a cell")
        for i, code in enumerate(block.values):
            if not UNKNOWN <= code <= 8:
                line, column = block.place(i)
                expected = "a number from 0 to 8, or -1"
                raise ParseError(line, column, expected, str(code), source=source)
        values = block.values
        yield make([values[i : i + columns] for i in range(0, len(values), columns)])
    scanner.end()


def board_text(puzzle: MineBoard) -> str:
    """Return one board in the contest's format, without the number of boards.

    Parameters
    ----------
    puzzle : MineBoard

    Raises
    ------
    WriteError
        If the format cannot express it; the error names the field.
    """
    if isinstance(puzzle.board, ClueSets):
        raise WriteError("board", "the format knows grids only")
    for name in ("mines", "density"):
        if getattr(puzzle, name) is not None:
            raise WriteError(name, "the format has no place for it")
    if puzzle.flags != "ignore":
        raise WriteError("flags", "the format has no flags")
    if any(code < UNKNOWN for row in puzzle.board for code in row):
        raise WriteError("board", "the format has no flags and no exploded mines")
    rows = [" ".join(map(str, row)) + "\n" for row in puzzle.board]
    return "".join([f"{len(rows)} {len(puzzle.board[0])}\n", *rows])
