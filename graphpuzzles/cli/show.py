"""``graphpuzzles list`` and ``graphpuzzles demo``."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from graphpuzzles.cli.codes import ANSWERED
from graphpuzzles.errors import NotApplicableError
from graphpuzzles.puzzles import load, puzzle_names

if TYPE_CHECKING:
    import argparse

    from graphpuzzles.cli.commands import Commands

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the commands."""
    text = "list the puzzles with their methods, graphs, questions and wishes"
    commands.add("list", list_puzzles, text)
    text = "solve, cross-validate and export a real case of every puzzle"
    demo = commands.add("demo", run_demo, text)
    demo.add_argument("-o", "--output", default="demo-output", help="folder for the graphs")


def list_puzzles(options: argparse.Namespace) -> int:  # noqa: ARG001 - every command has the same form
    """Print the puzzles."""
    for name in puzzle_names():
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
        print(f"  graphs   {', '.join(cls.graphs())}")
        with contextlib.suppress(NotApplicableError):  # not every puzzle has a generator
            print(f"  wishes   {', '.join(cls.generator().wishes)}")
    return ANSWERED


def run_demo(options: argparse.Namespace) -> int:
    """Show every puzzle on a real case."""
    from graphpuzzles.demo import demonstrate

    for line in demonstrate(options.output):
        print(line, flush=True)
    return ANSWERED
