"""``graphpuzzles list`` and ``graphpuzzles demo``."""

from __future__ import annotations

import contextlib
import inspect
import textwrap
from typing import TYPE_CHECKING

from graphpuzzles.cli.commands import ANSWERED
from graphpuzzles.cli.inputs import Names
from graphpuzzles.errors import NotApplicableError
from graphpuzzles.formats import format_names
from graphpuzzles.puzzles import load, puzzle_names

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from graphpuzzles.cli.commands import Commands
    from graphpuzzles.puzzles import AnyPuzzle


def add_list(commands: Commands) -> None:
    """Add the command."""
    text = "list the puzzles with their methods, counts, graphs, formats, questions and wishes"
    listing = commands.add("list", list_puzzles, text)
    listing.add_argument(
        "name",
        nargs="?",
        choices=Names(),
        metavar="NAME",
        help="only this puzzle, with its rules and the form of its text",
    )


def add_demo(commands: Commands) -> None:
    """Add the command."""
    text = "solve, cross-validate and export a real case of every puzzle"
    demo = commands.add("demo", run_demo, text)
    demo.add_argument(
        "-o",
        "--output",
        default="demo-output",
        help="folder for the graphs (default: demo-output)",
    )


def list_puzzles(options: argparse.Namespace) -> int:
    """Print the puzzles, or one of them with what its module tells."""
    if options.name is not None:
        for part in _about(load(options.name)):
            print(part, end="\n\n")
    for name in puzzle_names() if options.name is None else [options.name]:
        print(name)
        try:
            cls = load(name)
        except ValueError as error:  # one that another package adds
            print(f"  {error}")
            continue
        questions = cls.questions()
        if questions:
            print(f"  asks     {', '.join(questions)}")
        print(f"  methods  {', '.join(['auto', *cls.methods()])}")
        if cls.counts():
            print(f"  counts   {', '.join(cls.counts())}")
        print(f"  graphs   {', '.join(cls.graphs())}")
        print(f"  formats  {', '.join(_formats(name))}")
        with contextlib.suppress(NotApplicableError):  # not every puzzle has a generator
            print(f"  wishes   {', '.join(cls.generator().wishes)}")
    return ANSWERED


def _formats(name: str) -> Iterator[str]:
    """Yield the names of a puzzle's formats, and which can only be read."""
    written = format_names(name, written=True)
    for known in format_names(name):
        yield known if known in written else f"{known} (read only)"


def _about(cls: type[AnyPuzzle]) -> Iterator[str]:
    """Yield what the module of a puzzle tells, and an example of its text."""
    told = inspect.getdoc(inspect.getmodule(cls))
    if told is not None:  # one of another package may tell nothing
        yield told.replace("``", "`")
    for example in list(cls.EXAMPLES)[:1]:
        yield "Example\n" + textwrap.indent(example.rstrip("\n"), "    ")


def run_demo(options: argparse.Namespace) -> int:
    """Show every puzzle on a real case."""
    from graphpuzzles.demo import demonstrate

    for line in demonstrate(options.output):
        print(line, flush=True)
    return ANSWERED
