"""Reading puzzle text token by token, knowing the place of each for the error messages."""

from __future__ import annotations

import bisect
import json
import re
from itertools import count, islice
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from graphpuzzles.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import BinaryIO

__all__ = [
    "Scanner",
    "Token",
    "counted",
    "decode_lines",
    "fault_text",
    "integer_from_json",
    "integer_to_json",
    "one_integer",
    "one_line",
    "quote",
    "read_json",
    "read_whole",
    "shortened",
    "split_tokens",
]

# ASCII white space only: a no-break space inside a number is a fault, not a separator.
_TOKEN = re.compile(r"[^ \t\r\n\f\v]+")
# Integers as programs print them.
_PRINTED = re.compile(r"0|-?[1-9][0-9]*")
# Integers that int() reads as we do, short enough for 64 bits.
_PLAIN = re.compile(r"[ \t\r\n\f\v]*(?:[+-]?[0-9]{1,18}(?:[ \t\r\n\f\v]+|$))*")

MAX_LINE = 2**26
"""Bytes of the longest line that is read, and of a text that can only be read as a whole."""

PIECE = 2**14
"""Characters of a line that are taken apart at once: the pieces take 30 times their room."""

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


def one_line(text: str, limit: int = 200) -> str:
    r"""Return a text in one line of printable ASCII, cut to `limit` characters.

    Examples
    --------
    >>> print(one_line("a\x1b[2J\nb", 9))
    a\x1b[2J b
    """
    told = " ".join(text[: 2 * limit].split())
    told = told if len(told) <= limit and len(text) <= 2 * limit else f"{told[:limit]}..."
    return "".join(c if c.isascii() and c.isprintable() else ascii(c)[1:-1] for c in told)


def fault_text(error: Exception) -> str:
    """Say what is wrong with data of which a part could not be read.

    Examples
    --------
    >>> fault_text(KeyError("layers")), fault_text(TypeError("no number"))
    ("the field 'layers' is missing", "TypeError('no number')")
    """
    missing = error.args[0] if isinstance(error, KeyError) and error.args else None
    return f"the field {missing!r} is missing" if isinstance(missing, str) else repr(error)


def read_json(text: str, *, exact: bool = False) -> object:
    """Return the data of a JSON text.

    Parameters
    ----------
    text : str
    exact : bool
        Return decimals as the fractions that they are, not as floats near them.

    Raises
    ------
    ValueError
        If it is no JSON, or an object in it names something twice: readers differ in which of the
        two they take.

    Examples
    --------
    >>> read_json('{"value": 3, "value": 4}')
    Traceback (most recent call last):
    ValueError: an object names 'value' twice
    """
    data: object = json.loads(
        text,
        object_pairs_hook=_named_once,
        parse_constant=_no_constant,
        parse_float=_exactly if exact else None,
    )
    return data


def _named_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data: dict[str, object] = {}
    for name, value in pairs:
        if name in data:
            raise ValueError(f"an object names {quote(name)} twice")
        data[name] = value
    return data


def _exactly(text: str) -> object:
    from fractions import Fraction  # it loads much that a start can do without

    exponent = text.lower().partition("e")[2]
    return Fraction(text) if len(exponent) < 5 else float(text)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"JSON has no {name}")


def read_whole(stream: BinaryIO) -> bytes:
    """Return all of a binary file.

    Raises
    ------
    ValueError
        If it is longer than `MAX_LINE`.
    """
    data = stream.read(MAX_LINE + 1)
    if len(data) > MAX_LINE:
        raise ValueError(f"the text is longer than {MAX_LINE:,} bytes")
    return data


def decode_lines(stream: BinaryIO) -> Iterator[str]:
    """Decode the lines of a binary file as UTF-8, a byte order mark at the start left out.

    Raises
    ------
    ParseError
        Where a byte is not UTF-8, with its line and column, or a line is longer than `MAX_LINE`.
    """
    for number in count(1):
        line = stream.readline(MAX_LINE + 1)
        if not line:
            return
        if len(line) > MAX_LINE:
            expected = f"a line of at most {MAX_LINE:,} bytes"
            raise ParseError(number, 1, expected, "a longer one")
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
        """Take `count` integers, a piece of a line at a time, so that big boards are read fast."""
        values: list[int] = []
        lines: list[tuple[int, int, int, str]] = []
        while len(values) < count:
            token = self.peek()
            if token is None:
                self.fail(None, f"{expected} ({len(values)} of {count} found)")
            start = token.column - 1
            lines.append((len(values), token.line, start, self._text))
            most = count - len(values)
            # A piece about as long as the integers that are missing: the rest of a line may be
            # the boards that follow, and looking at it for each of them would take quadratic time.
            plain = _PLAIN.match(self._text, start, self._end_of_piece(start, 4 * most + 32))
            words = plain.group().split() if plain else []
            if plain is None or not words:
                values.append(self.integer(expected))
                continue
            self._next = None
            if len(words) <= most:
                self._column = plain.end()
            else:
                last = next(islice(_TOKEN.finditer(self._text, start), most - 1, None))
                self._column = last.end()
            values += map(int, words[:most])
        return IntegerBlock(values, lines)

    def _end_of_piece(self, start: int, length: int) -> int:
        """Return where a piece of the line ends that cuts no token in two."""
        end = start + min(length, PIECE)
        token = _TOKEN.match(self._text, end)
        return end if token is None else token.end()

    def end(self) -> None:
        """Make sure that nothing follows."""
        token = self.peek()
        if token is not None:
            self.fail(token, "the end of the text")
