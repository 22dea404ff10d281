# PYTHON_ARGCOMPLETE_OK
"""The command: ``graphpuzzles list | solve | count | generate | check | convert | draw`` ...

Answers go to standard output, everything else to standard error. Exit codes: 0 every dataset is
answered (solved, or proved impossible), 2 bad usage or input, 3 a limit was reached or a solver
failed somewhere, 4 a check failed, 130 interrupted, 141 the reader of the output went away. The
command ``judge`` has codes of its own.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from typing import TYPE_CHECKING

from graphpuzzles.cli.commands import (
    BAD_INPUT,
    BROKEN_PIPE,
    CHECK_FAILED,
    EXIT_CODES,
    INTERRUPTED,
    LIMIT_REACHED,
    OUT_OF_MEMORY,
    Commands,
    Parser,
    fail,
    release_reserve,
    tell,
)
from graphpuzzles.errors import (
    CertificateError,
    DisagreementError,
    GraphPuzzlesError,
    LimitError,
    RuleError,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphpuzzles.cli.commands import Command

__all__ = ["main"]

COMMANDS = {
    "list": "show",
    "demo": "show",
    "solve": "solve",
    "count": "solve",
    "generate": "generate",
    "check": "solve",
    "verify": "solve",
    "convert": "generate",
    "graph": "draw",
    "draw": "draw",
    "judge": "judge",
    "explore": "explore",
}
"""Name -> module, whose function ``add_<name>`` adds it to the parser: only what is asked for."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    arguments : sequence of str, optional
        By default those of the process.

    Returns
    -------
    int
        The exit code; see the module's text.
    """
    try:
        given = sys.argv[1:] if arguments is None else arguments
        parser = _parser(COMMANDS if not given or given[0] not in COMMANDS else given[:1])
        if "_ARGCOMPLETE" in os.environ:
            _complete(parser)
        options = parser.parse_command(arguments)
        if sys.stdout is None:  # the caller closed it
            return fail(options.parser.bad_usage, "standard output is closed")
        command: Command = options.command
        code = command(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The interpreter would complain when it flushes standard output at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except (GraphPuzzlesError, ValueError, MemoryError, OSError) as error:
        return _failed(error)
    return code


def _failed(error: Exception) -> int:
    """Tell an error, and return the exit code that it means."""
    match error:
        case DisagreementError():
            tell(f"graphpuzzles: {error}")  # whole: the puzzle in it is what we need
            return CHECK_FAILED
        case CertificateError() | RuleError():
            return fail(CHECK_FAILED, str(error))
        case LimitError():
            return fail(LIMIT_REACHED, str(error))
        case MemoryError():
            release_reserve()
            return fail(LIMIT_REACHED, f"{OUT_OF_MEMORY}: {error}".removesuffix(": "))
        case OSError():
            return fail(BAD_INPUT, f"{error.filename or 'standard output'}: {error.strerror}")
    return fail(BAD_INPUT, str(error))


def _complete(parser: argparse.ArgumentParser) -> None:
    try:
        from argcomplete import autocomplete
    except ImportError:
        return
    autocomplete(parser)


def _parser(names: Iterable[str]) -> Parser:
    parser = Parser(
        prog="graphpuzzles",
        description="Puzzles as networkx graphs, solved exactly, every answer with a proof.",
        epilog=EXIT_CODES,
    )
    parser.add_argument("--version", action=_Version)
    commands = Commands(parser)
    for name in names:
        module = importlib.import_module(f"graphpuzzles.cli.{COMMANDS[name]}")
        getattr(module, f"add_{name}")(commands)
    return parser


class _Version(argparse.Action):
    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="show the version and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        import graphpuzzles

        print(f"graphpuzzles {graphpuzzles.__version__}")
        parser.exit()
