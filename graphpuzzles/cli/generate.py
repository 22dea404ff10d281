"""``graphpuzzles generate`` and ``graphpuzzles convert``: texts of puzzles."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from graphpuzzles.cli.commands import ANSWERED, ProgressBar
from graphpuzzles.cli.inputs import (
    add_input,
    add_name,
    puzzle_class,
    read_dataset,
    read_puzzles,
    read_value,
)
from graphpuzzles.errors import LimitError, WriteError
from graphpuzzles.formats import CONTEST, format_named
from graphpuzzles.generate import board_random
from graphpuzzles.limits import Limits, Meter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphpuzzles.cli.commands import Commands
    from graphpuzzles.generate import Generator
    from graphpuzzles.limits import Progress
    from graphpuzzles.puzzles import AnyPuzzle

EXIT_CODES = (
    "Exit codes: 0 all boards are printed, 2 bad usage, 3 no board with these wishes was found in "
    "so many tries or seconds (which proves nothing)."
)
CONVERTED = (
    "Exit codes: 0 the text is printed, 2 bad usage or input, or a puzzle that the format cannot "
    "express."
)


def add_generate(commands: Commands) -> None:
    """Add the command."""
    text = "print random boards with wished properties, in the contest's format"
    generate = commands.add("generate", generate_boards, text, exit_codes=EXIT_CODES)
    add_name(generate)
    generate.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="the same seed gives the same boards everywhere (default: 0)",
    )
    generate.add_argument(
        "--count",
        type=_positive,
        default=1,
        metavar="K",
        help="how many boards; a board does not depend on how many there are (default: 1)",
    )
    generate.add_argument(
        "--size",
        type=_size,
        metavar="RxC|N",
        help="rows and columns (default and greatest: see --list-wishes)",
    )
    generate.add_argument(
        "--wish",
        action="append",
        default=[],
        metavar="NAME[=JSON]",
        help="what every board is to be like; several wishes hold together",
    )
    generate.add_argument(
        "--list-wishes", action="store_true", help="list what can be wished, and do no more"
    )
    generate.add_argument(
        "--tries", type=_positive, metavar="N", help="propose at most N boards for each"
    )
    generate.add_argument(
        "--max-seconds",
        type=float,
        metavar="S",
        help="give up after S seconds; the clock is looked at between tries, and one try on a "
        "large board may take minutes",
    )
    generate.add_argument("--json", action="store_true", help="one JSON object a line instead")
    generate.add_argument("--quiet", action="store_true", help="no progress bar on a terminal")


def add_convert(commands: Commands) -> None:
    """Add the command."""
    text = "print puzzles in another format; lines drawn and solutions are left out"
    convert = commands.add("convert", convert_file, text, exit_codes=CONVERTED)
    add_input(convert)
    convert.add_argument(
        "--to",
        default=CONTEST,
        metavar="FORMAT",
        help="a format as list NAME names them (default: contest)",
    )
    convert.add_argument("--dataset", type=int, metavar="N", help="only this one (default: all)")


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
        raise argparse.ArgumentTypeError(f"a number of at least 1, not {text!r}")
    return int(text)


def _size(text: str) -> tuple[int, int]:
    rows, times, columns = text.partition("x")
    try:
        return _positive(rows), _positive(columns if times else rows)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"rows x columns as 5x7, or 5, not {text!r}") from None


def generate_boards(options: argparse.Namespace) -> int:
    """Print boards: JSON as soon as one is found, the contest's text when all are."""
    cls = puzzle_class(options)
    generator = cls.generator()
    if options.list_wishes:
        print("\n".join(_wishes(generator)))
        return ANSWERED
    wish = dict(map(_wish, options.wish))
    if len(wish) < len(options.wish):
        raise ValueError("--wish names the same twice")
    try:
        generator.read(wish)
    except TypeError as error:
        name, _, fault = str(error).partition(": ")
        if name in options.wish:  # named alone, which stands for true
            fault = fault.replace("found True", "found no value")
        raise ValueError(f"{name}: {fault}") from error
    boards = _boards(options, generator, wish)
    if options.json:
        for board in boards:
            print(json.dumps({"name": board.name, **board.to_dict()}), flush=True)
        return ANSWERED
    try:
        print(cls.write(list(boards)), end="")
    except WriteError as error:
        raise WriteError(error.field, f"{error.reason}; --json can express it") from error
    return ANSWERED


def _wish(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals:
        return name, True
    return name, read_value(value)


class _TryBar(ProgressBar):
    """How many boards have been proposed for the one that is wished."""

    board = 0

    def _text(self, progress: Progress) -> str:
        return f"board {self.board}: {progress.expanded} tries, {progress.seconds:.0f} s"


def _boards(
    options: argparse.Namespace, generator: Generator[AnyPuzzle], wish: dict[str, object]
) -> Iterator[AnyPuzzle]:
    meter = Meter(Limits(max_seconds=options.max_seconds))
    with _TryBar(shown=not options.quiet, size=None) as bar:

        def look(progress: Progress) -> bool:
            bar.update(progress)
            return meter.exceeded() is not None

        for number in range(options.count):
            bar.board = number + 1
            rng = board_random(options.seed, number)
            try:
                board = generator.generate(
                    rng, options.size, wish, tries=options.tries, progress=look
                )
            except LimitError as error:
                limit = "max_seconds" if error.limit == "stopped" else error.limit
                raise LimitError(limit, f"board {number + 1}: {error.message}") from error
            bar.erase()
            yield board


def _wishes(generator: Generator[AnyPuzzle]) -> Iterator[str]:
    rows, columns = generator.size
    most = generator.max_side
    yield (
        f"size {rows}x{columns} by default, at most {most}x{most}; "
        f"at most {generator.tries} tries a board"
    )
    for name, wish in generator.wishes.items():
        default = "" if wish.default is None else f" (default: {json.dumps(wish.default)})"
        yield f"{name}={wish.values.form}{default}"
        yield f"    {wish.text}"
        for known, approach in wish.approaches.items():
            yield f"    {known}: {approach.text}"


def convert_file(options: argparse.Namespace) -> int:
    """Print the text of all datasets, or of one, when all are read."""
    cls = puzzle_class(options)
    form = format_named(options.name, options.to, written=True)
    one = options.dataset is not None
    puzzles = [read_dataset(options)] if one else list(read_puzzles(options))
    if form is not None and form.holds_one and len(puzzles) != 1:
        raise ValueError(f"{options.to} holds one dataset, not {len(puzzles)}: see --dataset")
    write = cls.write if form is None else form.write
    for number, puzzle in enumerate(puzzles, options.dataset or 1):
        try:
            write([puzzle])
        except WriteError as error:
            reason = f"{error.reason} (dataset {number})"
            raise WriteError(error.field, reason) from error
    print(write(puzzles), end="")
    return ANSWERED
