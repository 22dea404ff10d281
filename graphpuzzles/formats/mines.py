"""Minesweeper positions and layouts as other programs write them, one explicit reader each.

A *position* is what a player sees; the same character means different things in the texts of two
programs, so no format is ever guessed. A *layout* tells where the mines are; what a player sees of
it depends on the cells revealed.
"""

from __future__ import annotations

import hashlib
import re
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from graphpuzzles.errors import ParseError, WriteError
from graphpuzzles.puzzles.minesweeper.puzzle import FLAG, MINE, UNKNOWN, ClueSets, Minesweeper
from graphpuzzles.text import MAX_DIGITS, Scanner, Token, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graphpuzzles.puzzles.minesweeper.board import Grid

__all__ = [
    "Layout",
    "board_from_layout",
    "read_jsminesweeper",
    "read_mbf",
    "read_mines_id",
    "read_minesweepr",
    "read_ms_toollib",
    "write_jsminesweeper",
    "write_minesweepr",
    "write_ms_toollib",
]

Cell = tuple[int, int]

_NUMBERS = {str(number): number for number in range(9)}
_JSMINESWEEPER = {**_NUMBERS, "H": UNKNOWN, "F": FLAG, "?": MINE}
_MINESWEEPR = {".": 0, **_NUMBERS, "x": UNKNOWN, "*": MINE}
_MS_TOOLLIB = {number: number for number in range(9)} | {10: UNKNOWN, 11: FLAG, 12: UNKNOWN}
_ID = re.compile(r"([0-9]{1,4})x([0-9]{1,4}):([0-9]{1,4}),([0-9]{1,4}),(m|u)([0-9a-f]+)")
_HEADER = re.compile(
    rf"([0-9]{{1,{MAX_DIGITS}}})x([0-9]{{1,{MAX_DIGITS}}})x([0-9]{{1,{MAX_DIGITS}}})"
)


def read_jsminesweeper(text: str) -> Minesweeper:
    r"""Read a ``.mine`` file of JSMinesweeper.

    The first line is ``WIDTHxHEIGHTxMINES``; the rows hold ``H`` for hidden, ``F`` for a flag,
    ``?`` for a mine that has gone off, and numbers.

    Parameters
    ----------
    text : str

    Raises
    ------
    ParseError
        If the text is not of that form.

    Examples
    --------
    >>> game = read_jsminesweeper("3x2x1\nHH1\nF11\n")
    >>> game.board, game.mines
    (((-1, -1, 1), (-2, 1, 1)), 1)
    """
    scanner = Scanner(text)
    header = scanner.next("WIDTHxHEIGHTxMINES")
    match = _HEADER.fullmatch(header.text)
    if match is None:
        scanner.fail(header, "WIDTHxHEIGHTxMINES")
    columns, rows, mines = map(int, match.groups())
    if not rows or not columns:
        scanner.fail(header, "a board of at least one cell")
    tokens = [
        scanner.next(f"a row of {columns} cells (row {r} of {rows})") for r in range(1, rows + 1)
    ]
    scanner.end()
    return Minesweeper(_grid(tokens, columns, _JSMINESWEEPER), mines=mines)


def write_jsminesweeper(game: Minesweeper) -> str:
    """Return a ``.mine`` file of JSMinesweeper.

    Parameters
    ----------
    game : Minesweeper

    Raises
    ------
    WriteError
        If there is no total, or something that the format cannot express.
    """
    board = _plain_grid(game)
    if game.mines is None:
        raise WriteError("mines", "the format needs a total")
    header = f"{len(board[0])}x{len(board)}x{game.mines}"
    return "\n".join([header, *_rows(board, _JSMINESWEEPER)]) + "\n"


def read_minesweepr(text: str, *, mines: int | None = None) -> Minesweeper:
    r"""Read a board as mrgriscom/minesweepr writes it.

    ``.`` is a 0, ``x`` a hidden cell, ``*`` a mine known for sure; the total is not in the text.

    Parameters
    ----------
    text : str
    mines : int, optional

    Raises
    ------
    ParseError
        If the text is not of that form.

    Examples
    --------
    >>> read_minesweepr("..1x\n.13*\n").board
    ((0, 0, 1, -1), (0, 1, 3, -3))
    """
    scanner = Scanner(text)
    first = scanner.next("a row of cells")
    rest = iter(lambda: scanner.peek() and scanner.next("a row of cells"), None)
    return Minesweeper(_grid(chain([first], rest), len(first.text), _MINESWEEPR), mines=mines)


def write_minesweepr(game: Minesweeper) -> str:
    """Return the rows of a board as mrgriscom/minesweepr reads them; a total goes beside them.

    Parameters
    ----------
    game : Minesweeper

    Raises
    ------
    WriteError
        If there is a flag, or something else that the format cannot express.
    """
    return "\n".join(_rows(_plain_grid(game), _MINESWEEPR)) + "\n"


def read_ms_toollib(matrix: Iterable[Sequence[int]], *, mines: int | None = None) -> Minesweeper:
    """Read a game board of ms_toollib.

    0 to 8 are numbers, 10 is a hidden cell, 11 one marked as a mine, which is a flag here, and 12
    one marked as safe, which is a conclusion of the program and hidden here.

    Parameters
    ----------
    matrix : iterable of sequence of int
    mines : int, optional

    Raises
    ------
    ParseError
        If rows differ in length or a code is another one; line and column are the cell's, from 1.

    Examples
    --------
    >>> read_ms_toollib([[1, 10], [11, 12]]).board
    ((1, -1), (-2, -1))
    """
    board: list[tuple[int, ...]] = []
    for r, row in enumerate(matrix, 1):
        for c, code in enumerate(row, 1):
            if isinstance(code, bool) or code not in _MS_TOOLLIB:
                raise ParseError(r, c, "0 to 8, 10, 11 or 12", repr(code))
        board.append(tuple(_MS_TOOLLIB[code] for code in row))
        if len(board[-1]) != len(board[0]):
            raise ParseError(r, 1, f"a row of {len(board[0])} cells", f"a row of {len(board[-1])}")
    if not board or not board[0]:
        raise ParseError(1, 1, "a cell", "none")
    return Minesweeper(tuple(board), mines=mines)


def write_ms_toollib(game: Minesweeper) -> list[list[int]]:
    """Return a game board of ms_toollib; a total goes beside it.

    Parameters
    ----------
    game : Minesweeper

    Raises
    ------
    WriteError
        If a mine has gone off, or something else that the format cannot express.
    """
    codes = {UNKNOWN: 10, FLAG: 11}
    board = _plain_grid(game)
    if any(code == MINE for row in board for code in row):
        raise WriteError("board", "the format has no exploded mines")
    return [[codes.get(code, code) for code in row] for row in board]


def _grid(tokens: Iterable[Token], columns: int, codes: Mapping[str, int]) -> Grid:
    """Read rows of one character a cell, equal ones once: there can be millions of short ones."""
    rows: dict[str, tuple[int, ...]] = {}
    board = []
    for token in tokens:
        if token.text in rows:
            board.append(rows[token.text])
            continue
        if len(token.text) != columns:
            _fail(token, f"a row of {columns} cells", f"a row of {len(token.text)}")
        for at, character in enumerate(token.text):
            if character not in codes:
                place = token._replace(column=token.column + at)
                _fail(place, f"one of {''.join(codes)}", quote(character))
        row = rows[token.text] = tuple(codes[character] for character in token.text)
        board.append(row)
    return tuple(board)


def _fail(token: Token, expected: str, found: str) -> NoReturn:
    raise ParseError(token.line, token.column, expected, found)


def _plain_grid(game: Minesweeper) -> Grid:
    if isinstance(game.board, ClueSets):
        raise WriteError("board", "the format knows grids only")
    if game.density is not None:
        raise WriteError("density", "the format has no place for it")
    if game.flags != "ignore":
        raise WriteError("flags", "the format does not say whether flags are trusted")
    return game.board


def _rows(board: Grid, codes: Mapping[str, int]) -> list[str]:
    characters: dict[int, str] = {}
    for character, code in codes.items():
        characters.setdefault(code, character)
    for row in board:
        for code in row:
            if code not in characters:
                raise WriteError("board", "the format has no flags")
    return ["".join(characters[code] for code in row) for row in board]


# Layouts --------------------------------------------------------------------------------------


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
    mines = (divmod(i, columns) for i in range(bits) if code[i // 8] >> (7 - i % 8) & 1)
    return Layout(rows, columns, frozenset(mines), (y, x))


def _unmask(code: bytearray, bits: int) -> None:
    """Undo the masking: second half by the hash of the first, then first by that of the second."""
    half = len(code) // 2
    first, second = slice(0, half), slice(half, len(code))
    for seed, target in ((first, second), (second, first)):
        begun = hashlib.sha1(code[seed], usedforsecurity=False)
        stream = bytearray()
        for block in range(-(-len(code[target]) // 20)):
            hashed = begun.copy()
            hashed.update(str(block).encode())
            stream += hashed.digest()
        code[target] = bytes(a ^ b for a, b in zip(code[target], stream, strict=False))
        if bits % 8:
            code[-1] &= 0xFF00 >> bits % 8 & 0xFF
