"""What the pictures of boards have in common: places, borders, and labels that fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from graphpuzzles.picture.layout import printable, text_width
from graphpuzzles.picture.shapes import BLACK, Line, Raster, Style, Text, rectangle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell
    from graphpuzzles.picture.shapes import Point, Polygon

    Anchor: TypeAlias = Literal["start", "middle", "end"]

MOST_CELLS, LONGEST = 10_000, 200
"""Boards of more cells, or with a longer side, are shown in pixels."""
PIXELS = 1_000
"""Most pixels along a side; a pixel then stands for a block of cells."""
EXTENT = 20.0
"""Length of the longer side of a board of pixels, in units of the picture."""
LARGEST_UNIT, SMALLEST_UNIT = 40.0, 8.0
READABLE = 4.5
"""Least height of letters, in pixels."""

THIN = Style(stroke="#b8b8b8", width=0.02)
BOLD = Style(stroke=BLACK, width=0.07)


@dataclass(frozen=True)
class Canvas:
    """Where the cells of a board are in its picture.

    Parameters
    ----------
    rows, columns : int
    margin : float
        White space on every side.
    """

    rows: int
    columns: int
    margin: float = 0.1

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.rows, self.columns

    @property
    def large(self) -> bool:
        """Whether the board is too large for a shape a cell."""
        longest = max(self.rows, self.columns)
        return self.rows * self.columns > MOST_CELLS or longest > LONGEST

    @property
    def block(self) -> int:
        """How many rows and columns a pixel stands for, where `large`."""
        return -(-max(self.rows, self.columns) // PIXELS)

    @property
    def _scale(self) -> tuple[float, float]:
        """Width and height of a cell; a long strip is shown broader than it is."""
        if not self.large:
            return 1.0, 1.0
        longest = max(self.rows, self.columns)
        width, height = (max(EXTENT * size / longest, 1.0) for size in (self.columns, self.rows))
        return width / self.columns, height / self.rows

    @property
    def unit(self) -> float:
        """Pixels for a unit of the picture."""
        if self.large:
            return LARGEST_UNIT
        fitted = EXTENT * LARGEST_UNIT / max(self.rows, self.columns)
        return min(LARGEST_UNIT, max(SMALLEST_UNIT, fitted))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the picture."""
        right, bottom = self.corner((self.rows, self.columns))
        return right + self.margin, bottom + self.margin

    def corner(self, cell: Sequence[float]) -> Point:
        """Return the top left corner of a cell, a row and a column."""
        (row, column), (width, height) = cell, self._scale
        return self.margin + column * width, self.margin + row * height

    def center(self, cell: Cell) -> Point:
        """Return the middle of a cell."""
        return self.corner((cell[0] + 0.5, cell[1] + 0.5))

    def box(self, cell: Cell, style: Style, *, length: int = 1, title: str = "") -> Polygon:
        """Return a rectangle over some cells of a row, from the given one."""
        return rectangle(self.corner(cell), length, 1, style, title=title)

    def left_out(self, what: str) -> str:
        """Return what a title must say of a board in pixels, and nothing of another."""
        if not self.large:
            return ""
        size = "" if self.block == 1 else f", a pixel is {self.block} x {self.block} cells"
        return f" (without {what}{size})"


def fitting(
    unit: float,
    text: str,
    at: Point,
    *,
    room: float,
    size: float,
    color: str = BLACK,
    bold: bool = False,
    anchor: Anchor = "middle",
) -> list[Text]:
    """Return a text of at most some size, shrunk to the room there is; none if unreadable.

    `unit` is the number of pixels for a unit of the picture.
    """
    shown = printable(text)
    size = min(size, room / max(text_width(shown, 1, bold=bold), 1e-9))
    if size * unit < READABLE or not shown.strip():
        return []
    return [Text(at, shown, size, color, anchor, bold)]


def runs(codes: NDArray[np.integer]) -> Iterator[tuple[Cell, int, int]]:
    """Yield all runs of equal cells within a row: first cell, length and code.

    Examples
    --------
    >>> list(runs(np.array([[7, 7, 8]])))
    [((0, 0), 2, 7), ((0, 2), 1, 8)]
    """
    for row, line in enumerate(codes):
        starts = np.flatnonzero(np.diff(line, prepend=line[0] - 1))
        lengths = np.diff(starts, append=len(line)).tolist()
        for column, length, code in zip(
            starts.tolist(), lengths, line[starts].tolist(), strict=True
        ):
            yield (row, column), length, code


def borders(canvas: Canvas, codes: NDArray[np.integer], style: Style = BOLD) -> Iterator[Line]:
    """Yield the lines between cells that differ, as long as they can be, and the frame."""
    for turned in (False, True):
        cells = codes.T if turned else codes
        edges = np.ones((len(cells) + 1, cells.shape[1]), dtype=np.int64)
        np.not_equal(cells[1:], cells[:-1], out=edges[1:-1])
        for (line, first), length, drawn in runs(edges):
            if drawn:
                ends = ((line, first), (line, first + length))
                yield Line(
                    tuple(canvas.corner(end[::-1] if turned else end) for end in ends), style
                )


def grid(canvas: Canvas, style: Style = THIN) -> Iterator[Line]:
    """Yield the lines between all cells, without the frame."""
    for row in range(1, canvas.rows):
        yield Line((canvas.corner((row, 0)), canvas.corner((row, canvas.columns))), style)
    for column in range(1, canvas.columns):
        yield Line((canvas.corner((0, column)), canvas.corner((canvas.rows, column))), style)


def raster(
    canvas: Canvas, codes: NDArray[np.integer], palette: Sequence[str], *, rare: int
) -> Raster:
    """Return a board in pixels.

    Parameters
    ----------
    canvas : Canvas
    codes : numpy.ndarray of int, shape (rows, columns)
        Indices into the palette. A pixel that stands for several cells shows the highest code
        from `rare` on among them; where there is none, that of its first cell.
    palette : sequence of str
    rare : int
    """
    step = canvas.block
    shown = codes[::step, ::step]
    if step > 1:
        marked = np.where(codes >= rare, codes, -1)
        for axis, size in enumerate(codes.shape):
            marked = np.maximum.reduceat(marked, np.arange(0, size, step), axis=axis)
        shown = np.where(marked >= 0, marked, shown)
    colours = np.array([list(bytes.fromhex(colour[1:])) for colour in palette], dtype=np.uint8)
    left, top = canvas.corner((0, 0))
    right, bottom = canvas.corner(codes.shape)
    return Raster((left, top), right - left, bottom - top, colours[shown])


def straightened(points: Iterable[Point]) -> tuple[Point, ...]:
    """Return the points of a line without those at which it does not turn."""
    kept: list[Point] = []
    for x, y in points:
        if len(kept) > 1:
            (a, b), (c, d) = kept[-2:]
            if abs((c - a) * (y - d) - (d - b) * (x - c)) < 1e-9:
                kept.pop()
        kept.append((x, y))
    return tuple(kept)
