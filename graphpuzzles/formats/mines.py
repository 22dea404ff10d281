"""Minesweeper positions as other programs write them, one explicit reader each.

The same character means different things to them: ``.`` is a 0 here and a hidden cell there, ``F``
a flag here and a proved safe cell there. So no format is ever guessed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from graphpuzzles.errors import ParseError, WriteError
from graphpuzzles.puzzles.minesweeper.puzzle import FLAG, MINE, UNKNOWN, ClueSets, Minesweeper
from graphpuzzles.text import MAX_DIGITS, Scanner, Token, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graphpuzzles.puzzles.minesweeper.board import Grid

__all__ = [
    "read_jsminesweeper",
    "read_minesweepr",
    "read_ms_toollib",
    "write_jsminesweeper",
    "write_minesweepr",
    "write_ms_toollib",
]

_NUMBERS = {str(number): number for number in range(9)}
_JSMINESWEEPER = {**_NUMBERS, "H": UNKNOWN, "F": FLAG, "?": MINE}
_MINESWEEPR = {".": 0, **_NUMBERS, "x": UNKNOWN, "*": MINE}
_MS_TOOLLIB = {number: number for number in range(9)} | {10: UNKNOWN, 11: FLAG, 12: UNKNOWN}
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
    tokens = [scanner.next("a row of cells")]
    while scanner.peek() is not None:
        tokens.append(scanner.next("a row of cells"))
    return Minesweeper(_grid(tokens, len(tokens[0].text), _MINESWEEPR), mines=mines)


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


def _grid(tokens: Sequence[Token], columns: int, codes: Mapping[str, int]) -> Grid:
    """Read rows of one character a cell."""
    for token in tokens:
        if len(token.text) != columns:
            _fail(token, f"a row of {columns} cells", f"a row of {len(token.text)}")
        for at, character in enumerate(token.text):
            if character not in codes:
                place = token._replace(column=token.column + at)
                _fail(place, f"one of {''.join(codes)}", quote(character))
    return tuple(tuple(codes[character] for character in token.text) for token in tokens)


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
