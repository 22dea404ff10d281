"""Where the title and the legend of a scene stand, and how wide text is."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from graphpuzzles.picture.shapes import Line, Text, placed, rectangle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphpuzzles.picture.shapes import Key, Shape

LETTER, CAPITAL, SQUARE_LETTER = 0.64, 0.79, 1.0
WIDTHS = {
    **dict.fromkeys(" '!(),-./:;I[J]\\fijlt|", 0.41),
    **dict.fromkeys("#&+<=>^~", 0.84),
    **dict.fromkeys("%@MWmw—…", SQUARE_LETTER),
}
"""Widths of letters over their size, as the broadest of their kind has in DejaVu Sans, itself a
broad font: there are no fonts here to measure."""
BREAK = re.compile("[\t\n\r]")
# C1 controls are allowed by XML, but show nothing.
UNPRINTABLE = re.compile("[^ -~\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
BOLDER = 1.17
"""How much broader bold letters are."""

# Sizes of title and legend in pixels, which do not depend on how large a cell is.
FONT, ROW, LINE_HEIGHT, MARGIN = 14.0, 24.0, 18.0, 8.0
SQUARE, GAP, BETWEEN = 14.0, 6.0, 18.0
STROKE = 2 * SQUARE
NARROW = 320.0
"""A narrower picture is widened for a title or a legend that needs it."""


@dataclass(frozen=True)
class Layout:
    """The extent of a picture with its legend, and perhaps its title.

    Parameters
    ----------
    left : float
        Least x that is shown; below 0 where legend or title are wider than the picture.
    width, height : float
        Of all that is shown, in cells.
    legend : tuple of Shape
    top : float
        Least y that is shown; below 0 where the title is shown.
    heading : tuple of Shape
        The lines of the title.
    """

    left: float
    width: float
    height: float
    legend: tuple[Shape, ...]
    top: float = 0.0
    heading: tuple[Shape, ...] = ()

    def with_title(self, title: str, unit: float) -> Layout:
        """Return the layout with a title above all; `unit` is pixels a cell."""
        scale = 1 / unit
        room = max(self.width * unit, NARROW) - 2 * MARGIN
        lines = wrapped(title, FONT, room)
        needed = (max(text_width(line, FONT) for line in lines) + 2 * MARGIN) * scale
        width = max(self.width, needed)
        top = -(MARGIN + LINE_HEIGHT * len(lines)) * scale
        middle = self.left + self.width / 2
        heading = tuple(
            Text(
                (middle, top + (MARGIN / 2 + (number + 0.5) * LINE_HEIGHT) * scale),
                line,
                FONT * scale,
            )
            for number, line in enumerate(lines)
        )
        left = self.left - (width - self.width) / 2
        return Layout(left, width, self.height - top, self.legend, top, heading)


def lay_out(width: float, height: float, legend: Sequence[Key], unit: float) -> Layout:
    """Return the layout of a picture of some cells with its legend below; see `Scene`."""
    if not legend:
        return Layout(0, width, height, ())
    room = max(width * unit, NARROW) - 2 * MARGIN
    entries = [(key, wrapped(key.text, FONT, room - _text_start(key))) for key in legend]
    rows = list(_rows(entries, room))
    used = max(sum(_entry_width(*entry) + BETWEEN for entry in row) for row in rows) - BETWEEN
    whole = max(width, (used + 2 * MARGIN) / unit)
    left = (width - whole) / 2
    shapes: list[Shape] = []
    y = height * unit + MARGIN
    for row in rows:
        x = left * unit + MARGIN
        for key, lines in row:
            shapes.extend(_entry(key, lines, x, y, 1 / unit))
            x += _entry_width(key, lines) + BETWEEN
        y += ROW + LINE_HEIGHT * (max(len(lines) for _, lines in row) - 1)
    return Layout(left, whole, (y + MARGIN / 2) / unit, tuple(shapes))


def _rows(
    entries: Sequence[tuple[Key, list[str]]], room: float
) -> Iterator[list[tuple[Key, list[str]]]]:
    row: list[tuple[Key, list[str]]] = []
    x = 0.0
    for key, lines in entries:
        needed = _entry_width(key, lines)
        if row and x + needed > room:
            yield row
            row, x = [], 0.0
        row.append((key, lines))
        x += needed + BETWEEN
    yield row


def _text_start(key: Key) -> float:
    return GAP + (STROKE if key.style.fill is None else SQUARE)


def _entry_width(key: Key, lines: list[str]) -> float:
    return _text_start(key) + max(text_width(line, FONT) for line in lines)


def _entry(key: Key, lines: list[str], x: float, y: float, scale: float) -> Iterator[Shape]:
    """Yield the shapes of one entry; `x` and `y` are in pixels, `scale` is cells a pixel."""
    middle = (y + ROW / 2) * scale
    corner = (x * scale, middle - SQUARE / 2 * scale)
    if key.style.fill is None:
        width = min(key.style.width, SQUARE / 2 * scale)
        ends = (x * scale + width / 2, (x + STROKE) * scale - width / 2)  # they are round
        style = replace(key.style, width=width)
        yield Line(((ends[0], middle), (ends[1], middle)), style)
    else:
        yield rectangle(corner, SQUARE * scale, SQUARE * scale, key.style)
    for mark in key.marks:
        yield placed(mark, corner, SQUARE * scale)
    for number, line in enumerate(lines):
        at = ((x + _text_start(key)) * scale, middle + number * LINE_HEIGHT * scale)
        yield Text(at, line, FONT * scale, anchor="start")


def printable(text: str) -> str:
    """Return text in which all that XML 1.0 cannot hold is U+FFFD, and breaks are blanks."""
    return UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", BREAK.sub(" ", text))


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return a width that a line of text will hardly exceed."""
    return size * (BOLDER if bold else 1.0) * sum(map(_letter_width, text))


@lru_cache(maxsize=4096)
def _letter_width(letter: str) -> float:
    if letter in WIDTHS:
        return WIDTHS[letter]
    if unicodedata.east_asian_width(letter) in "WF":
        return SQUARE_LETTER
    return CAPITAL if letter.isupper() else LETTER


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Return the lines of a text in letters of some size that fit into a width, at least one."""
    lines, used = [""], 0.0
    for word in printable(text).split():
        widths = list(map(_letter_width, word))
        joined = used + _letter_width(" ") * bool(used) + sum(widths)
        if size * joined <= width:
            lines[-1], used = f"{lines[-1]} {word}".lstrip(), joined
            continue
        if used:
            lines.append("")
        start, used = 0, 0.0
        for end, letter in enumerate(widths):  # a word that is too long is broken anywhere
            if used and size * (used + letter) > width:
                lines[-1:] = [word[start:end], ""]
                start, used = end, 0.0
            used += letter
        lines[-1] = word[start:]
    return lines
