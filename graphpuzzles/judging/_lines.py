"""Somebody's output, line by line, whatever it holds."""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import TYPE_CHECKING, BinaryIO

from graphpuzzles.text import split_tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["LONGEST_LINE", "AnswerLines", "read_answer_lines"]

LONGEST_LINE = 2**16
LONGEST_JSON = 2**24
MOST_BLANKS = 2**16
"""Characters of blank lines, one after the other, that are passed over."""


def read_answer_lines(stream: BinaryIO) -> Iterator[str]:
    """Yield the lines of somebody's output with their ends, whatever it holds.

    Bytes that are no UTF-8 are kept as escapes. A line that is too long is cut and is the last:
    2**16 characters, or 2**24 if it begins as a JSON object. Nothing is read ahead of what is
    asked for but the stream's own buffer, so that an endless output ends with its last dataset.
    """
    while line := stream.readline(LONGEST_LINE):
        if not line.endswith(b"\n") and line.removeprefix(BOM_UTF8).lstrip().startswith(b"{"):
            line += stream.readline(LONGEST_JSON - len(line))
        yield line.decode("utf-8", "backslashreplace")
        if len(line) >= LONGEST_LINE and not line.endswith(b"\n"):
            return


class AnswerLines:
    """The lines that hold something."""

    def __init__(self, lines: Iterable[str], *, strict: bool) -> None:
        self._lines = iter(lines)
        self._strict = strict
        self._first = True

    def next(self) -> str | None:
        """Return the next line, or None at the end."""
        passed = 0
        for line in self._lines:
            text = line.removeprefix("\ufeff") if self._first and not self._strict else line
            self._first = False
            passed += len(text)
            if self._strict or split_tokens(text) or passed > MOST_BLANKS:
                return text
        return None
