"""What the command's exit codes mean, and how it speaks beside its output."""

from __future__ import annotations

import contextlib
import sys

__all__ = [
    "ANSWERED",
    "BAD_INPUT",
    "BROKEN_PIPE",
    "CHECK_FAILED",
    "EXIT_CODES",
    "INTERRUPTED",
    "LIMIT_REACHED",
    "fail",
    "tell",
]

EXIT_CODES = (
    "Exit codes: 0 every dataset is answered (solved, or proved impossible), 2 bad usage or "
    "input, 3 a limit was reached or a solver failed somewhere (printed as ?), 4 a check failed."
)
ANSWERED, BAD_INPUT, LIMIT_REACHED, CHECK_FAILED = 0, 2, 3, 4
INTERRUPTED, BROKEN_PIPE = 130, 141


def fail(code: int, message: str) -> int:
    """Tell why the command ends, and return its exit code."""
    tell(f"graphpuzzles: {message}")
    return code


def tell(message: str) -> None:
    """Print to standard error, if it is there: without it, print() turns to standard output."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):  # the exit code still tells
            print(message, file=sys.stderr)
