"""Full Minesweeper layouts: a board from mines and revealed cells, and files that hold the mines.

A layout tells where the mines are. What a player sees of it depends on the cells revealed.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, NamedTuple

from graphpuzzles.errors import ParseError
from graphpuzzles.puzzles.minesweeper.puzzle import MINE, UNKNOWN, Minesweeper
from graphpuzzles.text import quote

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Layout", "board_from_layout", "read_mbf", "read_mines_id"]

Cell = tuple[int, int]

_ID = re.compile(r"([0-9]{1,4})x([0-9]{1,4}):([0-9]{1,4}),([0-9]{1,4}),(m|u)([0-9a-f]+)")


class Layout(NamedTuple):
    """Where the mines of a board are.

    Parameters
    ----------
    rows, columns : int
    mines : frozenset of (int, int)
        Cells (row, column).
    first : (int, int), optional
        The cell that is revealed at the start, where the format tells it.
    """

    rows: int
    columns: int
    mines: frozenset[Cell]
    first: Cell | None = None

    @property
    def puzzle(self) -> Minesweeper:
        """What a player sees at first: what the first click reveals, or hidden cells alone."""
        return board_from_layout(self, () if self.first is None else self.opening(self.first))

    def number(self, cell: Cell) -> int:
        """Return how many of the neighbours of a cell are mines.

        Parameters
        ----------
        cell : (int, int)
        """
        row, column = cell
        around = ((row + a, column + b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b)
        return sum(other in self.mines for other in around)

    def opening(self, cell: Cell) -> frozenset[Cell]:
        """Return what a click reveals: the cell, and while cells show 0 also their neighbours.

        Parameters
        ----------
        cell : (int, int)
            A safe one.
        """
        seen = {cell}
        pending = [cell]
        while pending:
            row, column = pending.pop()
            if self.number((row, column)):
                continue
            for a in range(max(0, row - 1), min(self.rows, row + 2)):
                for b in range(max(0, column - 1), min(self.columns, column + 2)):
                    if (a, b) not in seen:
                        seen.add((a, b))
                        pending.append((a, b))
        return frozenset(seen)


def board_from_layout(
    layout: Layout, revealed: Iterable[Cell], *, total: bool = True
) -> Minesweeper:
    """Return what a player sees of a layout.

    Parameters
    ----------
    layout : Layout
    revealed : iterable of (int, int)
        Cells; a revealed mine is one that has gone off.
    total : bool
        Whether the player knows the number of mines.

    Raises
    ------
    ValueError
        If a cell is off the board.

    Examples
    --------
    >>> layout = Layout(2, 3, frozenset({(0, 2)}))
    >>> board_from_layout(layout, [(0, 1), (1, 0)]).board
    ((-1, 1, -1), (0, -1, -1))
    """
    board = [[UNKNOWN] * layout.columns for _ in range(layout.rows)]
    for row, column in revealed:
        if not (0 <= row < layout.rows and 0 <= column < layout.columns):
            raise ValueError(f"cell ({row}, {column}) is off the board")
        mine = (row, column) in layout.mines
        board[row][column] = MINE if mine else layout.number((row, column))
    mines = len(layout.mines) if total else None
    return Minesweeper(tuple(map(tuple, board)), mines=mines)


def read_mbf(data: bytes) -> Layout:
    r"""Read the bytes of a ``.mbf`` file (Minesweeper board format).

    Width, height and the number of mines (two bytes, the higher one first) are followed by two
    bytes a mine, its column and its row.

    Parameters
    ----------
    data : bytes

    Raises
    ------
    ParseError
        If the bytes are not of that form; the column is the position of the byte.

    Examples
    --------
    >>> sorted(read_mbf(b"\x03\x02\x00\x01\x02\x00").mines)
    [(0, 2)]
    """
    if len(data) < 4:
        raise ParseError(1, len(data) + 1, "4 bytes of size and number", "the end of the data")
    columns, rows, high, low = data[:4]
    count = 256 * high + low
    if len(data) != 4 + 2 * count:
        raise ParseError(1, 3, f"{count} mines of two bytes", f"{len(data) - 4} bytes")
    mines: set[Cell] = set()
    for at in range(4, len(data), 2):
        column, row = data[at : at + 2]
        if row >= rows or column >= columns or (row, column) in mines:
            raise ParseError(1, at + 1, "another cell of the board", f"({row}, {column})")
        mines.add((row, column))
    return Layout(rows, columns, frozenset(mines))


def read_mines_id(text: str) -> Layout:
    """Read a game id of Mines in Simon Tatham's Portable Puzzle Collection.

    ``WIDTHxHEIGHT:X,Y,m...``: the first click, then the mines as hexadecimal bits row by row. With
    ``m`` both halves of the bits are masked by SHA-1 of each other; ``u`` says that they are not.

    Parameters
    ----------
    text : str

    Raises
    ------
    ParseError
        If the text is not of that form.

    Examples
    --------
    >>> layout = read_mines_id("9x9:4,4,m00b7d48a3e0231c419200")
    >>> len(layout.mines), layout.first, layout.number((4, 4))
    (35, (4, 4), 0)
    """
    match = _ID.fullmatch(text.strip())
    if match is None:
        raise ParseError(1, 1, "an id like 9x9:4,4,m00b7...", quote(text))
    columns, rows, x, y = map(int, match.group(1, 2, 3, 4))
    digits = match[6]
    bits = rows * columns
    if not bits or len(digits) != -(-bits // 4):
        raise ParseError(1, match.start(6) + 1, f"{-(-bits // 4)} digits", f"{len(digits)} digits")
    if x >= columns or y >= rows:
        raise ParseError(1, match.start(3) + 1, "a first click on the board", f"{x},{y}")
    code = bytearray.fromhex(digits + "0" * (len(digits) % 2))
    if match[5] == "m":
        _unmask(code, bits)
    number = int.from_bytes(code, "big") >> (8 * len(code) - bits)
    mines = (divmod(i, columns) for i in range(bits) if number >> (bits - 1 - i) & 1)
    return Layout(rows, columns, frozenset(mines), (y, x))


def _unmask(code: bytearray, bits: int) -> None:
    """Undo the masking: second half by the hash of the first, then first by that of the second."""
    half = len(code) // 2
    first, second = slice(0, half), slice(half, len(code))
    for seed, target in ((first, second), (second, first)):
        length = len(code[target])
        blocks = range(-(-length // 20))
        stream = b"".join(
            hashlib.sha1(bytes(code[seed]) + str(i).encode(), usedforsecurity=False).digest()
            for i in blocks
        )
        code[target] = bytes(a ^ b for a, b in zip(code[target], stream, strict=False))
        if bits % 8:
            code[-1] &= 0xFF00 >> bits % 8 & 0xFF
