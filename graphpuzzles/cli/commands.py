"""How a command is added to the parser."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from graphpuzzles.cli.codes import BAD_INPUT, EXIT_CODES

if TYPE_CHECKING:
    from collections.abc import Callable

    Command: TypeAlias = Callable[[argparse.Namespace], int]

__all__ = ["Commands", "Parser"]


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Tell what is wrong with the arguments, and exit."""
        self.exit(BAD_INPUT, f"{self.prog}: {message} (try {self.prog} --help)\n")


class Commands:
    """The commands of a parser.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    """

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._subparsers = parser.add_subparsers(
            title="commands", required=True, metavar="COMMAND"
        )

    def add(
        self, name: str, command: Command, text: str, *, exit_codes: str = EXIT_CODES
    ) -> argparse.ArgumentParser:
        """Add a command and return the parser of its own arguments.

        Parameters
        ----------
        name : str
        command : callable
            Called with the options; returns the exit code.
        text : str
            One line about it.
        exit_codes : str
            What its exit codes mean.
        """
        added = self._subparsers.add_parser(name, help=text, description=text, epilog=exit_codes)
        added.set_defaults(command=command)
        return added
