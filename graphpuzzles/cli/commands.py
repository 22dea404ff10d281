"""How a command is added to the parser."""

from __future__ import annotations

import argparse
import re
import sys
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from graphpuzzles.cli.codes import BAD_INPUT, EXIT_CODES
from graphpuzzles.text import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Command: TypeAlias = Callable[[argparse.Namespace], int]

__all__ = ["Commands", "Parser"]

LONGEST_WORD, LONGEST_MESSAGE = 80, 800
"""Characters that an error repeats of one word, and in all."""
_LONG_WORD = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    bad_usage = BAD_INPUT
    """The exit code of an error."""

    def error(self, message: str) -> NoReturn:
        """Tell what is wrong with the arguments, and exit."""
        told = _LONG_WORD.sub(lambda word: shortened(word[0], LONGEST_WORD), message)
        told = shortened(told, LONGEST_MESSAGE)
        self.exit(self.bad_usage, f"{self.prog}: {told} (try {self.prog} --help)\n")

    def parse_command(self, arguments: Sequence[str] | None) -> argparse.Namespace:
        """Return the options of a command; what it does not know is an error of its own parser."""
        options, unknown = self.parse_known_args(arguments)
        if unknown:
            # Some versions of argparse take an optional FILE for left out where an option stands
            # between NAME and FILE.
            parser: Parser = options.parser
            own = (sys.argv[1:] if arguments is None else list(arguments))[1:]
            options, unknown = parser.parse_known_intermixed_args(own)
        if unknown:
            parser.error(f"unrecognized arguments: {' '.join(unknown)}")
        return options


class Commands:
    """The commands of a parser.

    Parameters
    ----------
    parser : Parser
    """

    def __init__(self, parser: Parser) -> None:
        self._subparsers = parser.add_subparsers(
            title="commands", required=True, metavar="COMMAND"
        )

    def add(
        self,
        name: str,
        command: Command,
        text: str,
        *,
        exit_codes: str = EXIT_CODES,
        bad_usage: int = BAD_INPUT,
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
        bad_usage : int
            The exit code where its arguments are wrong, or there is no standard output.
        """
        added = self._subparsers.add_parser(name, help=text, description=text, epilog=exit_codes)
        added.bad_usage = bad_usage
        added.set_defaults(command=command, parser=added)
        return added
