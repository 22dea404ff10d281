"""``graphpuzzles convert``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphpuzzles.cli.codes import ANSWERED
from graphpuzzles.cli.inputs import add_input, puzzle_class, read_dataset, read_puzzles
from graphpuzzles.errors import WriteError
from graphpuzzles.formats import CONTEST, format_named

if TYPE_CHECKING:
    import argparse

    from graphpuzzles.cli.commands import Commands

__all__ = ["add"]

EXIT_CODES = (
    "Exit codes: 0 the text is printed, 2 bad usage or input, or a puzzle that the format cannot "
    "express."
)


def add(commands: Commands) -> None:
    """Add the command."""
    text = "print puzzles in another format; lines drawn and solutions are left out"
    convert = commands.add("convert", convert_file, text, exit_codes=EXIT_CODES)
    add_input(convert)
    convert.add_argument(
        "--to",
        default=CONTEST,
        metavar="FORMAT",
        help="a format as list NAME names them (default: contest)",
    )
    convert.add_argument("--dataset", type=int, metavar="N", help="only this one (default: all)")


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
