"""The text of a matrix, as Python and JSON print it: ``[[1, 10], [11, 12]]``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from graphpuzzles.errors import ParseError
from graphpuzzles.text import Token, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["matrix_text", "read_matrix"]

MAX_DIGITS = 3  # of a code that somebody could have meant

_PIECE = re.compile(r"[0-9]+|[^ \t\r\n]")


def read_matrix(text: str, read: Callable[[list[list[int]]], object]) -> object:
    """Return what a reader makes of the rows of a text.

    Parameters
    ----------
    text : str
    read : callable
        Takes rows of integers.

    Raises
    ------
    ParseError
        If the text is no list of lists of numbers; or of the reader, which tells the row and the
        number in it, with the line and column where that stands.
    """
    rows = list(_rows(_pieces(text)))
    try:
        return read([[int(token.text) for token in row] for row in rows])
    except ParseError as error:
        token = rows[error.line - 1][error.column - 1]
        raise ParseError(token.line, token.column, error.expected, error.found) from error


def matrix_text(rows: Sequence[Sequence[int]]) -> str:
    """Return the text of rows of integers, a row a line.

    Examples
    --------
    >>> print(matrix_text([[1, 10], [11, 12]]), end="")
    [[1, 10],
     [11, 12]]
    """
    return "[" + ",\n ".join(str(list(row)) for row in rows) + "]\n"


def _pieces(text: str) -> Iterator[Token]:
    """Yield the numbers and the other characters, then an empty token for the end."""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        for match in _PIECE.finditer(line):
            yield Token(match.group(), number, match.start() + 1)
    yield Token("", len(lines), len(lines[-1]) + 1)


def _rows(pieces: Iterator[Token]) -> Iterator[list[Token]]:
    """Yield the numbers of each row."""
    _take(pieces, "[")
    more = True
    while more:
        _take(pieces, "[")
        row = [_number(pieces)]
        while _take(pieces, ",", "]") == ",":
            row.append(_number(pieces))
        yield row
        more = _take(pieces, ",", "]") == ","
    _take(pieces, "")


def _number(pieces: Iterator[Token]) -> Token:
    token = next(pieces)
    if not (token.text.isascii() and token.text.isdigit()):
        _fail(token, "a number")
    if len(token.text) > MAX_DIGITS:
        _fail(token, f"a number of at most {MAX_DIGITS} digits")
    return token


def _take(pieces: Iterator[Token], *expected: str) -> str:
    token = next(pieces)
    if token.text not in expected:
        _fail(token, " or ".join(map(_told, expected)))
    return token.text


def _fail(token: Token, expected: str) -> NoReturn:
    raise ParseError(token.line, token.column, expected, _told(token.text))


def _told(text: str) -> str:
    return quote(text) if text else "the end of the text"
