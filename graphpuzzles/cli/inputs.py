"""The options that several commands share, and the puzzles that they name."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import math
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from graphpuzzles.errors import ParseError, PuzzleError
from graphpuzzles.formats import CONTEST, format_named
from graphpuzzles.limits import Limits, available_memory
from graphpuzzles.puzzles import PUZZLES, load, puzzle_names
from graphpuzzles.text import decode_lines, read_json, read_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graphpuzzles.formats import Format
    from graphpuzzles.puzzles import AnyPuzzle


class Names:
    """The names of all puzzles; looks for those of other packages only where it must."""

    def __contains__(self, name: object) -> bool:
        return name in PUZZLES or name in puzzle_names()

    def __iter__(self) -> Iterator[str]:
        return iter(puzzle_names())


def add_input(parser: argparse.ArgumentParser) -> None:
    """Add the options that name puzzles and their text, standard input where none is named."""
    add_puzzle(parser)
    parser.add_argument(
        "file",
        nargs="?",
        default="-",
        metavar="FILE",
        help="the contest's text, or of another --format (default: stdin)",
    )


def add_name(parser: argparse.ArgumentParser) -> None:
    """Add the options that name a puzzle and which question is asked."""
    text = f"{', '.join(PUZZLES)}; or the name of one that another package adds"
    parser.add_argument("name", choices=Names(), metavar="NAME", help=text)
    parser.add_argument(
        "--ask", metavar="QUESTION", help="which question, where there are several"
    )


def add_puzzle(parser: argparse.ArgumentParser) -> None:
    """Add the options that name a puzzle, which question is asked, and fields to set."""
    add_name(parser)
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="FIELD=JSON",
        help="set a field that the text has no place for, such as mines=99 or cap=30; a name that "
        "is none lists them all",
    )
    parser.add_argument(
        "--format",
        default=CONTEST,
        metavar="FORMAT",
        help="which program's text FILE is, as list NAME names them (default: contest); with "
        "puzzlink a link that begins with http:// or https:// may stand for FILE: the puzzle is "
        "in the link itself, nothing is fetched",
    )


SHARE_OF_MEMORY = 4
"""Of the memory that is free a method may account for one in so many: it counts its own tables,
and what they pass through takes room as well."""


def add_limits(
    parser: argparse.ArgumentParser,
    *,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | None = None,
    otherwise: str = "a quarter of what is free",
) -> None:
    """Add the options that limit the work, with their defaults.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    seconds, states, memory : optional
    otherwise : str
        What bounds the memory without a default.
    """
    parser.add_argument(
        "--max-seconds",
        type=float,
        default=seconds,
        metavar="S",
        help=f"give up after S seconds{_by_default(seconds)}",
    )
    parser.add_argument(
        "--max-states",
        type=int,
        default=states,
        metavar="N",
        help=f"hold at most N states{_by_default(states)}",
    )
    told = otherwise if memory is None else f"{memory // 2**20}M"
    parser.add_argument(
        "--max-memory",
        type=read_bytes,
        default=memory,
        metavar="BYTES",
        help=f"memory for tables, such as 2e9 or 512M (default: {told})",
    )


def _by_default(value: float | None) -> str:
    return "" if value is None else f" (default: {value:,})"


def read_bytes(text: str) -> int:
    """Return a number of bytes, given with a unit or without."""
    number, unit = (text[:-1], text[-1]) if text[-1:] in set("KMG") else (text, "")
    try:
        size = float(number) * {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}[unit]
    except ValueError:
        size = math.nan
    if not 0 <= size < math.inf:
        raise argparse.ArgumentTypeError(f"a number of bytes, such as 2e9 or 512M, not {text!r}")
    return int(size)


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add the option that solves side by side."""
    parser.add_argument(
        "--jobs",
        type=_jobs,
        metavar="N",
        help="solve on N processes, auto or 0 for one a core (default: in this one)",
    )


def _jobs(text: str) -> int:
    if text == "auto":
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise argparse.ArgumentTypeError(f"a number or auto, not {text!r}")
    return int(text)


def read_limits(options: argparse.Namespace) -> Limits:
    """Return the limits that the options set, and that memory sets to each process.

    A method that reaches its limit says what is known by then; one that is out of memory is killed
    by the system, and says nothing.
    """
    memory = options.max_memory
    if memory is None and options.max_states is None:
        jobs = getattr(options, "jobs", None)
        processes = 1 if jobs is None else jobs or os.cpu_count() or 1
        free = available_memory()
        memory = None if free is None else free // SHARE_OF_MEMORY // processes
    return Limits(
        max_seconds=options.max_seconds, max_states=options.max_states, max_memory=memory
    )


def puzzle_class(options: argparse.Namespace) -> type[AnyPuzzle]:
    """Return the class that the name and the question mean."""
    cls = load(options.name)
    if options.ask is None:
        return cls
    questions = cls.questions()
    if options.ask not in questions:
        known = ", ".join(questions) if questions else "only one question"
        raise ValueError(f"{options.name} has no question {options.ask!r}; it has {known}")
    return questions[options.ask]


def source_name(file: str) -> str:
    """Return a file's name for messages."""
    return "standard input" if file == "-" else file


def is_link(options: argparse.Namespace) -> bool:
    """Tell whether a link, which is all the text there is, stands for the file.

    Raises
    ------
    ValueError
        If it does, and the format named is another one.
    """
    file: str = options.file
    if not file.startswith(("http://", "https://")):
        return False
    if options.format != "puzzlink":
        raise ValueError("a link is read with --format puzzlink only; nothing is ever fetched")
    return True


def require_other_file(file: str, output: str) -> None:
    """Raise ValueError if the output would take the place of the text that is read."""
    both = file != "-" and Path(file).exists() and Path(output).exists()
    if both and Path(file).samefile(output):
        raise ValueError(f"{output}: this is the text itself, which is not overwritten")


@contextlib.contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """Open a file for reading, or standard input for ``-``."""
    if file == "-":
        if sys.stdin is None:  # the caller closed it
            raise ValueError("standard input is closed")
        yield sys.stdin.buffer
        return
    with Path(file).open("rb") as stream:
        yield stream


def read_puzzles(
    options: argparse.Namespace,
    *,
    watch: Callable[[Iterator[str]], Iterator[str]] = iter,
) -> Iterator[AnyPuzzle]:
    """Yield the puzzles that the options name, their fields set.

    Parameters
    ----------
    options : argparse.Namespace
    watch : callable
        Passes the lines of the text on.
    """
    fields = dict(map(_field, options.set))
    puzzles = _read(options, watch)
    yield from (_with_fields(puzzle, fields) for puzzle in puzzles) if fields else puzzles


def _read(
    options: argparse.Namespace, watch: Callable[[Iterator[str]], Iterator[str]]
) -> Iterator[AnyPuzzle]:
    """Yield the puzzles of a text; what one is refused for is told with its number."""
    cls = puzzle_class(options)
    form = format_named(options.name, options.format)
    number = 1
    try:
        if is_link(options):
            source = "the link"
            yield from cast("Format", form).read(options.file)
            return
        source = source_name(options.file)
        with opened(options.file) as stream:
            if form is None:
                puzzles = cls.read(watch(decode_lines(stream)), source=source)
            else:
                puzzles = _foreign(form, stream, watch)
            for puzzle in puzzles:
                yield puzzle
                number += 1
    except ParseError as error:
        error.source = source
        raise
    except PuzzleError as error:  # the reader of another package may leave the place out
        raise PuzzleError(f"{source}: dataset {number}: {error}", where=error.where) from error


def _foreign(
    form: Format, stream: BinaryIO, watch: Callable[[Iterator[str]], Iterator[str]]
) -> Iterator[AnyPuzzle]:
    """Return the puzzles of a text of another program, which is read as a whole."""
    data = read_whole(stream)
    if not form.is_text:
        return form.read(data)
    return form.read("".join(watch(decode_lines(io.BytesIO(data)))))


def read_dataset(options: argparse.Namespace) -> AnyPuzzle:
    """Return the puzzle that ``--dataset`` means."""
    for number, puzzle in enumerate(read_puzzles(options), 1):
        if number == options.dataset:
            return puzzle
    raise ValueError(f"there is no dataset {options.dataset} in {source_name(options.file)}")


def read_value(text: str, *, exact: bool = False) -> object:
    """Return the JSON of an option, a bare word as a string; see `read_json`."""
    try:
        return read_json(text, exact=exact)
    except (json.JSONDecodeError, RecursionError):
        return text


def _field(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"--set takes FIELD=JSON, not {text!r}")
    return name, read_value(value, exact=True)  # density=0.2 is one in five


def _with_fields(puzzle: AnyPuzzle, fields: dict[str, object]) -> AnyPuzzle:
    data = puzzle.to_dict()
    unknown = [name for name in fields if name not in data]
    if unknown:
        raise ValueError(f"{puzzle.name} has no field {unknown[0]!r}; it has {', '.join(data)}")
    for name, value in fields.items():
        # A bare word is a text, which the class would take for a whole puzzle.
        kind = {int: "a number", list: "a list"}.get(type(data[name]))
        if kind is not None and isinstance(value, str):
            raise ValueError(f"--set {name}: expected {kind}, found {value!r}")
    try:
        return type(puzzle).from_dict({**data, **fields})
    except KeyError as error:
        raise ValueError(f"--set {', '.join(fields)}: {error} is missing") from error
    except (LookupError, TypeError, AttributeError, ArithmeticError) as error:
        raise ValueError(f"--set {', '.join(fields)}: {error}") from error
