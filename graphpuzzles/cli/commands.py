"""How a command is added to the parser, what its exit codes mean, and how it speaks."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import sys
import time
from typing import TYPE_CHECKING, NoReturn, Self, TypeAlias

from graphpuzzles.text import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from graphpuzzles.limits import Progress

    Command: TypeAlias = Callable[[argparse.Namespace], int]

EXIT_CODES = (
    "Exit codes: 0 every dataset is answered (solved, or proved impossible), 2 bad usage or "
    "input, 3 a limit was reached or a solver failed somewhere (printed as ?), 4 a check failed."
)
ANSWERED, BAD_INPUT, LIMIT_REACHED, CHECK_FAILED = 0, 2, 3, 4
INTERRUPTED, BROKEN_PIPE = 130, 141
OUT_OF_MEMORY = "there is not enough memory"

_reserve = [bytearray(2**22)]


def release_reserve() -> None:
    """Give back a few megabytes, so that what ran out of memory can still be told."""
    _reserve.clear()


LONGEST_WORD, LONGEST_MESSAGE = 80, 400
"""Characters that an error repeats of one word, and in all: they may come from a stranger."""
_LONG_WORD = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")


def fail(code: int, message: str) -> int:
    """Tell why the command ends, and return its exit code."""
    tell(f"graphpuzzles: {_cut(message, LONGEST_MESSAGE)}")
    return code


def _cut(message: str, limit: int) -> str:
    told = _LONG_WORD.sub(lambda word: shortened(word[0], LONGEST_WORD), message)
    return shortened(told, limit)


def tell(message: str) -> None:
    """Print to standard error, if it is there: without it, print() turns to standard output."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):  # the exit code still tells
            print(message, file=sys.stderr)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    bad_usage = BAD_INPUT
    """The exit code of an error."""

    def error(self, message: str) -> NoReturn:
        """Tell what is wrong with the arguments, and exit."""
        told = _cut(message, 2 * LONGEST_MESSAGE)  # which has room to list what there is
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


FIRST_SECONDS = 0.5
"""What is done by then needs no bar."""
SECONDS_BETWEEN = 0.1
WIDTH = 24


class ProgressBar:
    r"""One line that is drawn over again, and erased before anything else is printed.

    Parameters
    ----------
    shown : bool
        False for none at all; there is none either where standard error is no terminal, or one
        that cannot go back in a line (``TERM=dumb``).
    size : int, optional
        Characters of the text that is read, if known.
    """

    def __init__(self, *, shown: bool, size: int | None) -> None:
        self._size = size
        self._read = 0
        self.shown = shown and _can_draw()
        self._drawn = False
        self._due = time.monotonic() + FIRST_SECONDS

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.erase()

    def watch(self, lines: Iterator[str]) -> Iterator[str]:
        """Return the lines of the text, and keep in mind how much of it is read."""
        return self._counted(lines) if self.shown else lines

    def _counted(self, lines: Iterator[str]) -> Iterator[str]:
        for line in lines:
            self._read += len(line)
            yield line

    def update(self, progress: Progress) -> None:
        """Draw, if it is time to."""
        now = time.monotonic()
        if self.shown and now >= self._due:
            self._due = now + SECONDS_BETWEEN
            columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
            self._write(f"\r{self._text(progress)[: columns - 1]}\x1b[K")
            self._drawn = True

    def erase(self) -> None:
        """Leave an empty line; what was drawn comes back with the next update."""
        if self._drawn:
            self._write("\r\x1b[K")
            self._drawn = False

    def _text(self, progress: Progress) -> str:
        told = f"{progress.expanded} solved, {progress.frontier} begun, {progress.seconds:.0f} s"
        if not self._size or not progress.states:
            return told
        # Of the puzzles read, some wait; of the text, some is not read: both are still to come.
        part = min(1.0, self._read / self._size) * progress.expanded / progress.states
        full = round(WIDTH * part)
        return f"[{'#' * full}{'.' * (WIDTH - full)}] {part:4.0%}, {told}"

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:  # the terminal is gone, the run is not
            self.shown = self._drawn = False


def _can_draw() -> bool:
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
