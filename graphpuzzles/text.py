"""Reading puzzle text token by token, knowing the place of each for the error messages."""

from __future__ import annotations

import bisect
import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from graphpuzzles.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = [
    "Scanner",
    "Token",
    "counted",
    "decode_lines",
    "integer_from_json",
    "integer_to_json",
    "one_integer",
    "quote",
    "shortened",
    "split_tokens",
]

# ASCII white space only: a no-break space inside a number is a fault, not a separator.
_TOKEN = re.compile(r"[^ \t\r\n\f\v]+")
# Integers as programs print them.
_PRINTED = re.compile(r"0|-?[1-9][0-9]*")
# Integers that int() reads as we do, short enough for 64 bits.
_PLAIN = re.compile(r"[ \t\r\n\f\v]*(?:[+-]?[0-9]{1,18}(?:[ \t\r\n\f\v]+|$))*")

MAX_DIGITS = 20  # of the largest unsigned 64-bit integer
# More digits than these, and other programs refuse a number in JSON, as Python itself does.
MAX_DECIMAL = 10**4000
_JSON_INTEGER = re.compile(r"-?(?:[0-9]{1,4000}|0x[0-9a-f]+)")
MAX_PRINTED = 600  # fewer than Python's own limit for int() can be set to


class Token(NamedTuple):
    """A run of characters without white space, and where it starts (both counted from 1)."""

    text: str
    line: int
    column: int


def counted(number: int, noun: str) -> str:
    """Return a number with its noun in the singular or plural.

    Examples
    --------
    >>> counted(1, "node"), counted(0, "edge")
    ('1 node', '0 edges')
    """
    return f"{number} {noun}" + "s" * (number != 1)


def integer_to_json(number: int) -> int | str:
    """Return an integer as JSON holds it: a number of up to 4,000 digits, else hexadecimal text.

    Examples
    --------
    >>> integer_to_json(12), integer_to_json(16**4000)[:4]
    (12, '0x10')
    """
    return number if abs(number) < MAX_DECIMAL else hex(number)


def integer_from_json(data: object) -> int:
    """Return the integer that `integer_to_json` wrote; decimal text is read too.

    Raises
    ------
    ValueError
        If it is none.

    Examples
    --------
    >>> integer_from_json("0x10"), integer_from_json("10"), integer_from_json(10)
    (16, 10, 10)
    """
    if type(data) is int:
        return data
    if not (isinstance(data, str) and _JSON_INTEGER.fullmatch(data)):
        raise ValueError(f"expected an integer, found {quote(repr(data))}")
    return int(data, 16 if "x" in data else 10)


def quote(text: str, limit: int = 24) -> str:
    """Show a piece of input in a message: quoted, escaped, and cut to `limit` characters.

    Examples
    --------
    >>> quote("AB")
    "'AB'"
    >>> quote("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxx...' (100 characters)"
    """
    if len(text) <= limit:
        return ascii(text)
    return f"{text[:limit] + '...'!a} ({len(text)} characters)"


def shortened(text: str, limit: int) -> str:
    """Return a text in at most `limit` characters, its middle left out where it is longer.

    Examples
    --------
    >>> shortened("12345", 5), shortened("1234567890", 7)
    ('12345', '12...90')
    """
    half = (limit - 3) // 2
    return text if len(text) <= limit else f"{text[:half]}...{text[-half:]}"


def decode_lines(lines: Iterable[bytes]) -> Iterator[str]:
    """Decode the lines of a binary file as UTF-8, a byte order mark at the start left out.

    Raises
    ------
    ParseError
        Where a byte is not UTF-8, with its line and column.
    """
    for number, line in enumerate(lines, 1):
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            column = len(line[: error.start].decode()) + 1
            found = f"the byte {line[error.start]:#04x}"
            raise ParseError(number, column, "text in UTF-8", found) from None


def split_tokens(text: str) -> list[str]:
    """Return the runs of characters between ASCII white space."""
    return _TOKEN.findall(text)


def one_integer(tokens: Sequence[str]) -> int:
    """Return the integer that is the only token of an output line.

    Raises
    ------
    ValueError
        If it is not alone, or not an integer as programs print it: ``+4`` and ``04`` are none.

    Examples
    --------
    >>> one_integer(["-12"])
    -12
    """
    if len(tokens) != 1 or not _PRINTED.fullmatch(tokens[0]):
        raise ValueError(f"expected an integer, found {quote(' '.join(tokens))}")
    if len(tokens[0]) > MAX_PRINTED:
        raise ValueError(f"an integer of {len(tokens[0])} digits is not looked at")
    return int(tokens[0])


def _bounded(expected: str, bound: str) -> str:
    """Put the bound of a number behind it, before what else may stand in its place."""
    number, alternative, other = expected.partition(", or ")
    return f"{number} ({bound}){alternative}{other}"


class IntegerBlock(NamedTuple):
    """Integers read in one go, and what is needed to find the place of each."""

    values: list[int]
    lines: list[tuple[int, int, int, str]]

    def place(self, index: int) -> tuple[int, int]:
        """Return line and column of an integer, both counted from 1."""
        at = bisect.bisect_right(self.lines, index, key=lambda line: line[0]) - 1
        first, line, start, text = self.lines[at]
        match = next(islice(_TOKEN.finditer(text, start), index - first, None))
        return line, match.start() + 1


class Scanner:
    r"""A reader of white-space separated tokens that never holds more than one line.

    Parameters
    ----------
    lines : Iterable of str
        A text file or any other iterable of lines (`decode_lines` makes one of a binary file); a
        plain string counts as its lines.
    source : str, optional
        Name of the file for the error messages.

    Raises
    ------
    ParseError
        By every method, where the text is not what the method asks for.

    Examples
    --------
    >>> scanner = Scanner("2 3\n\n x")
    >>> scanner.integer("a number"), scanner.integer("a number")
    (2, 3)
    >>> scanner.next("a name")
    Token(text='x', line=3, column=2)
    >>> scanner.peek() is None
    True
    """

    def __init__(self, lines: Iterable[str], *, source: str | None = None) -> None:
        self._lines = iter(lines.split("\n") if isinstance(lines, str) else lines)
        self._source = source
        self._line = 0
        self._column = 0
        self._text = ""
        self._next: Token | None = None

    def fail(self, token: Token | None, expected: str, found: str | None = None) -> NoReturn:
        """Raise the `ParseError` of a token; None stands for the end of the text."""
        if token is None:
            token = Token("", max(self._line, 1), self._column + 1)
            found = found or "the end of the text"
        raise ParseError(
            token.line, token.column, expected, found or quote(token.text), source=self._source
        )

    def peek(self) -> Token | None:
        """Return the next token without taking it, or None at the end of the text."""
        while self._next is None:
            match = _TOKEN.search(self._text, self._column)
            if match is not None:
                self._next = Token(match.group(), self._line, match.start() + 1)
                self._column = match.end()
                break
            try:
                self._text = next(self._lines)
            except StopIteration:
                break
            except ParseError as error:
                error.source = self._source
                raise
            self._line += 1
            self._column = 0
        return self._next

    def next(self, expected: str) -> Token:
        """Take the next token; `expected` says what it ought to be if there is none."""
        token = self.peek()
        if token is None:
            self.fail(None, expected)
        self._next = None
        return token

    def more_on_line(self) -> bool:
        """Tell whether another token stands on the line of the last one."""
        return self._next is None and _TOKEN.search(self._text, self._column) is not None

    def rest_of_line(self, most: int) -> list[Token]:
        """Take the tokens left on the current line, or those of the next line that has any.

        At most so many of them: a line may be longer than anybody expects.
        """
        first = self.peek()
        if first is None:
            return []
        self._next = None
        tokens = [first]
        for match in islice(_TOKEN.finditer(self._text, self._column), most - 1):
            tokens.append(Token(match.group(), self._line, match.start() + 1))
            self._column = match.end()
        return tokens

    def integer(
        self, expected: str, *, minimum: int | None = None, maximum: int | None = None
    ) -> int:
        """Take the next token as a decimal integer of ASCII digits within the bounds given."""
        token = self.next(expected)
        return self.as_integer(token, expected, minimum=minimum, maximum=maximum)

    def as_integer(
        self,
        token: Token,
        expected: str,
        *,
        minimum: int | None = None,
        maximum: int | None = None,
    ) -> int:
        """Read a token as `integer` does."""
        digits = token.text[1:] if token.text[0] in "+-" else token.text
        if not (digits.isascii() and digits.isdigit()):
            self.fail(token, expected)
        if len(digits) > MAX_DIGITS:
            self.fail(token, _bounded(expected, f"at most {MAX_DIGITS} digits"))
        value = int(token.text)
        if minimum is not None and value < minimum:
            self.fail(token, _bounded(expected, f"at least {minimum}"))
        if maximum is not None and value > maximum:
            self.fail(token, _bounded(expected, f"at most {maximum}"))
        return value

    def integers(self, count: int, expected: str) -> IntegerBlock:
        """Take `count` integers, a line at a time, so that big boards are read fast."""
        values: list[int] = []
        lines: list[tuple[int, int, int, str]] = []
        while len(values) < count:
            token = self.peek()
            if token is None:
                self.fail(None, f"{expected} ({len(values)} of {count} found)")
            lines.append((len(values), token.line, token.column - 1, self._text))
            plain = _PLAIN.match(self._text, token.column - 1)
            words = plain.group().split()[: count - len(values)] if plain else []
            if not words:
                values.append(self.integer(expected))
                continue
            self._next = None
            last = next(
                islice(_TOKEN.finditer(self._text, token.column - 1), len(words) - 1, None)
            )
            self._column = last.end()
            values += map(int, words)
        return IntegerBlock(values, lines)

    def end(self) -> None:
        """Make sure that nothing follows."""
        token = self.peek()
        if token is not None:
            self.fail(token, "the end of the text")
