"""A progress bar on standard error, where that is a terminal."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphpuzzles.limits import Progress

__all__ = ["ProgressBar"]

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
        self._shown = shown and _can_draw()
        self._drawn = False
        self._due = time.monotonic() + FIRST_SECONDS

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.erase()

    def watch(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the lines of the text, and keep in mind how much of it is read."""
        for line in lines:
            self._read += len(line)
            yield line

    def update(self, progress: Progress) -> None:
        """Draw, if it is time to."""
        now = time.monotonic()
        if self._shown and now >= self._due:
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
            self._shown = self._drawn = False


def _can_draw() -> bool:
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
