"""Text formats of other programs, one file each; never guessed, always named by the caller.

`FORMATS` names the reader and the writer of each for the command, which `Format` makes alike.
"""

from __future__ import annotations

import importlib
import re
from enum import Enum, auto
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn, cast

from graphpuzzles.errors import ParseError
from graphpuzzles.text import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from graphpuzzles.puzzles import AnyPuzzle

__all__ = ["CONTEST", "FORMATS", "Format", "Unit", "format_named", "format_names"]


def __dir__() -> list[str]:
    """Return the public names, not what they are made with."""
    return sorted(__all__)


CONTEST: Final = "contest"
"""The name of a puzzle's own format, which `Puzzle.read` and `Puzzle.write` know."""


class Unit(Enum):
    """What one call of a reader takes and one call of a writer returns."""

    LINE = auto()
    """A line, which is one puzzle."""
    TEXT = auto()
    """A text, which is one puzzle."""
    BOARDS = auto()
    """A text of any number of puzzles."""
    MATRIX = auto()
    """Rows of integers, which are one puzzle; their text is a list of lists."""
    BYTES = auto()
    """Bytes that are no text, and one puzzle."""


class Format(NamedTuple):
    """A format of a puzzle.

    Parameters
    ----------
    unit : Unit
    reader : str
        Module and function.
    writer : str, optional
        The same; None where it can only be read.
    """

    unit: Unit
    reader: str
    writer: str | None

    @property
    def is_text(self) -> bool:
        """Whether it is text at all."""
        return self.unit is not Unit.BYTES

    @property
    def holds_one(self) -> bool:
        """Whether a text is exactly one puzzle."""
        return self.unit not in {Unit.LINE, Unit.BOARDS}

    def read(self, data: str | bytes) -> Iterator[AnyPuzzle]:
        """Yield the puzzles of a text, without what it tells beside them, such as lines drawn.

        Parameters
        ----------
        data : str or bytes
            Bytes where it is no text.

        Raises
        ------
        ParseError
            If it is not of that form.
        """
        read = cast("Callable[[object], object]", _function(self.reader))
        if self.unit is Unit.BOARDS:
            yield from cast("Iterator[AnyPuzzle]", read(data))
        elif self.unit is Unit.LINE:
            yield from map(_puzzle, _each_line(read, cast("str", data)))
        elif self.unit is Unit.MATRIX:
            yield _puzzle(_read_matrix(cast("str", data), read))
        else:
            yield _puzzle(read(data))

    def write(self, puzzles: Sequence[AnyPuzzle]) -> str:
        """Return the text of puzzles, of one where a text holds no more.

        Raises
        ------
        WriteError
            If the format cannot express one; the error names the field.
        ValueError
            If the format can only be read, or a text holds another number of puzzles.
        """
        if self.writer is None:
            raise ValueError("the format can only be read")
        write = cast("Callable[[object], object]", _function(self.writer))
        if self.unit is Unit.BOARDS:
            return cast("str", write(puzzles))
        if self.unit is Unit.LINE:
            return "".join(f"{write(puzzle)}\n" for puzzle in puzzles)
        if len(puzzles) != 1:
            raise ValueError(f"the format holds one puzzle, not {len(puzzles)}")
        written = write(puzzles[0])
        if self.unit is Unit.MATRIX:
            rows = map(str, cast("list[list[int]]", written))
            return "[" + ",\n ".join(rows) + "]\n"
        return cast("str", written)


FORMATS = {
    "minesweeper": {
        "jsminesweeper": Format(
            Unit.TEXT, "mines:read_jsminesweeper", "mines:write_jsminesweeper"
        ),
        "mbf": Format(Unit.BYTES, "mines:read_mbf", None),
        "mines-id": Format(Unit.LINE, "mines:read_mines_id", None),
        "minesweepr": Format(Unit.TEXT, "mines:read_minesweepr", "mines:write_minesweepr"),
        "ms-toollib": Format(Unit.MATRIX, "mines:read_ms_toollib", "mines:write_ms_toollib"),
    },
    "numberlink": {
        "digits": Format(Unit.TEXT, "letter_grids:read_digits", "letter_grids:write_digits"),
        "flow-solver": Format(
            Unit.TEXT, "letter_grids:read_flow_solver", "letter_grids:write_flow_solver"
        ),
        "janko": Format(Unit.TEXT, "janko:read_janko", "janko:write_janko"),
        "letters": Format(
            Unit.BOARDS, "letter_grids:read_letter_grids", "letter_grids:write_letter_grids"
        ),
        "puzzlink": Format(Unit.LINE, "puzzlink:read_puzzlink", "puzzlink:write_puzzlink"),
        "pzprv3": Format(Unit.TEXT, "pzprv3:read_pzprv3", "pzprv3:write_pzprv3"),
    },
}
"""Name of a puzzle -> name of a format -> the format, so that only what is asked for is loaded."""


def format_names(puzzle: str, *, written: bool = False) -> list[str]:
    """Return the names of a puzzle's formats, the contest's first.

    Parameters
    ----------
    puzzle : str
        Name of a puzzle.
    written : bool
        Only those that can be written.

    Examples
    --------
    >>> format_names("minesweeper", written=True)
    ['contest', 'jsminesweeper', 'minesweepr', 'ms-toollib']
    >>> format_names("snake")
    ['contest']
    """
    foreign = FORMATS.get(puzzle, {}).items()
    return [CONTEST, *(name for name, form in foreign if form.writer or not written)]


def format_named(puzzle: str, name: str, *, written: bool = False) -> Format | None:
    """Return a format of a puzzle; None for the contest's.

    Parameters
    ----------
    puzzle, name : str
    written : bool
        One that can be written.

    Raises
    ------
    ValueError
        If the puzzle has no such format.
    """
    known = format_names(puzzle, written=written)
    if name not in format_names(puzzle):
        raise ValueError(f"{puzzle} has no format {name!r}; it has {', '.join(known)}")
    if name not in known:
        raise ValueError(f"{puzzle} cannot be written as {name}, only as {', '.join(known)}")
    return None if name == CONTEST else FORMATS[puzzle][name]


def _function(place: str) -> object:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(f"graphpuzzles.formats.{module}"), name)


def _puzzle(found: object) -> AnyPuzzle:
    """Return the puzzle that a reader found: drawings and layouts hold theirs."""
    return cast("AnyPuzzle", getattr(found, "puzzle", found))


# What stands in no list of lists of numbers: other signs, and longer numbers than anybody means.
_NO_MATRIX = re.compile(r"[^][0-9, \t\r\n]|[0-9]{4,}")


def _read_matrix(text: str, read: Callable[[object], object]) -> object:
    """Return what a reader makes of a list of lists of numbers; errors tell places in the text."""
    import json

    strange = _NO_MATRIX.search(text)
    if strange is not None:
        long = " of at most 3 digits" if len(strange.group()) > 1 else ""
        _fail_at(text, strange.start(), f"a number{long}")
    try:
        rows = json.loads(text)
    except json.JSONDecodeError as error:
        over = error.msg == "Extra data"
        _fail_at(text, error.pos, "the end of the text" if over else "',', ']' or a number")
    except RecursionError:
        rows = None
    # There is nothing in it but numbers and lists.
    if not isinstance(rows, list) or not all(
        isinstance(row, list) and all(isinstance(number, int) for number in row) for row in rows
    ):
        _fail_at(text, 0, "a list of lists of numbers")
    try:
        return read(rows)
    except ParseError as error:
        before = sum(map(len, rows[: error.line - 1])) + error.column - 1
        number = next(islice(re.finditer("[0-9]+", text), before, None), None)
        _fail_at(text, number.start() if number else 0, error.expected, error.found)


def _fail_at(text: str, at: int, expected: str, found: str | None = None) -> NoReturn:
    line = text.count("\n", 0, at) + 1
    told = found or (quote(text[at]) if at < len(text) else "the end of the text")
    raise ParseError(line, at - text.rfind("\n", 0, at), expected, told)


def _each_line(read: Callable[[object], object], text: str) -> Iterator[object]:
    """Read every line that is not blank; errors tell the places of the whole text."""
    found = False
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if not stripped:
            continue
        found = True
        try:
            yield read(stripped)
        except ParseError as error:
            error.line = number
            error.column += len(line) - len(line.lstrip())
            raise
    if not found:
        raise ParseError(1, 1, "a puzzle a line", "no line")
