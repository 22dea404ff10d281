"""The parts of pictures of boards of regions: cells, borders, labels, walks and paths."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.lattice import KING
from graphpuzzles.models.cut.grids import grid_walk
from graphpuzzles.picture import BLUE, GREY, VERMILLION, WHITE, Line, Style
from graphpuzzles.picture.boards import (
    borders,
    fitting,
    grid,
    raster,
    runs,
    straightened,
)
from graphpuzzles.picture.layout import text_width
from graphpuzzles.puzzles.connecting_game.map_colouring import map_colouring
from graphpuzzles.puzzles.connecting_game.routes import blue_routes
from graphpuzzles.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell
    from graphpuzzles.models.cut.layered_flow import BluePath
    from graphpuzzles.picture import Point, Shape
    from graphpuzzles.picture.boards import Anchor, Canvas
    from graphpuzzles.puzzles.connecting_game.board import RegionBoard
    from graphpuzzles.puzzles.connecting_game.puzzle import ConnectingGame

__all__ = [
    "BLUISH",
    "CROSS",
    "HATCH",
    "MARGIN",
    "PATH",
    "RED",
    "TONES",
    "WALK",
    "across",
    "bar",
    "cell_shapes",
    "cell_weights",
    "crossed",
    "crosses",
    "crossings",
    "hatched",
    "path_lines",
    "region_labels",
    "side_bars",
    "tones",
    "walk_lines",
    "walk_style",
]

TONES = ("#d6eaf8", "#fcf4c4", "#d3ecdf", "#f0dfea", "#e6e6e6", "#fbe6c8", "#ffffff")
"""Pale colours of regions, as many as a map may need."""
RED, BLUISH = "#f3b391", "#b9d9ee"
"""Fills of what red and blue have taken."""
HATCH = Style(stroke=VERMILLION, width=0.05)
WALK = "#a63200"
PATH = Style(stroke=BLUE, width=0.1)
CROSS = Style(stroke=GREY, width=0.06)

MARGIN, SIDE, OFF = 0.45, 0.16, 0.24
"""White space around a board, the width of the bars in it, and how far these are off."""
LANE = 0.12
"""How far apart lines are in the same cell."""
MOST_LINES = 24
"""Lines up to which a unit of the flow has its own."""
MOST_CELLS = 10**6
"""Cells up to which a walk is looked for."""


def tones(board: RegionBoard, canvas: Canvas) -> NDArray[np.int64]:
    """Return the tone of every cell; where pixels are blocks, neighbours may have the same."""
    if canvas.block > 1:
        colours = np.arange(board.regions.count) % len(TONES)
    else:
        colours = map_colouring(board.regions.sides)
    found: NDArray[np.int64] = colours[board.turned(board.regions.of)]
    return found


def across(mask: NDArray[np.bool_], *, sideways: bool) -> list[Cell]:
    """Return a walk over a mask through sides and corners; empty where there is none."""
    if np.count_nonzero(mask) > MOST_CELLS:
        return []
    return grid_walk(mask, KING.steps, axis=1 if sideways else 0) or []


def bar(colour: str) -> Style:
    """Return how a side that a player joins is drawn."""
    return Style(stroke=colour, width=SIDE)


def side_bars(canvas: Canvas, colour: str, *, upright: bool) -> Iterator[Line]:
    """Yield bars above and below the board, or left and right of it."""
    (left, top), (right, bottom) = canvas.corner((0, 0)), canvas.corner(canvas.shape)
    if upright:
        places = [((left, y), (right, y)) for y in (top - OFF, bottom + OFF)]
    else:
        places = [((x, top), (x, bottom)) for x in (left - OFF, right + OFF)]
    yield from (Line(place, bar(colour)) for place in places)


def cell_shapes(
    canvas: Canvas,
    codes: NDArray[np.int64],
    regions: NDArray[np.int32],
    palette: Sequence[str],
) -> Iterator[Shape]:
    """Yield the coloured cells, those in `RED` hatched, and the borders of the regions."""
    if canvas.large:
        strong = [VERMILLION if colour == RED else colour for colour in palette]
        yield raster(canvas, codes, strong, rare=len(palette) - 1)
        return
    # The stroke closes the seams that some readers leave between shapes.
    styles = [Style(fill=colour, stroke=colour, width=0.02) for colour in palette]
    for cell, length, code in runs(codes):
        yield canvas.box(cell, styles[code], length=length)
    if RED in palette:
        yield from _hatching(canvas, codes == palette.index(RED))
    yield from grid(canvas)
    yield from borders(canvas, regions)


def _hatching(canvas: Canvas, mask: NDArray[np.bool_]) -> Iterator[Line]:
    """Yield slanted strokes over cells, which tell red apart in print without colours."""
    for cell in np.argwhere(mask).tolist():
        yield from hatched(canvas.corner(cell))


def hatched(corner: Point) -> Iterator[Line]:
    """Yield the strokes over a cell of side 1."""
    x, y = corner
    for part in (1 / 3, 2 / 3, 1.0):
        yield Line(((x, y + part), (x + part, y)), HATCH)
    for part in (1 / 3, 2 / 3):
        yield Line(((x + part, y + 1), (x + 1, y + part)), HATCH)


def crosses(canvas: Canvas, mask: NDArray[np.bool_]) -> Iterator[Line]:
    """Yield a small cross in every cell that red must not take."""
    if canvas.large:
        return
    for cell in np.argwhere(mask).tolist():
        x, y = canvas.corner(cell)
        yield from crossed((x + 0.1, y + 0.7), 0.2)


def crossed(corner: Point, size: float) -> Iterator[Line]:
    """Yield the two strokes of a cross."""
    x, y = corner
    for down in (0.0, size):
        yield Line(((x, y + down), (x + size, y + size - down)), CROSS)


def region_labels(
    canvas: Canvas,
    board: RegionBoard,
    regions: NDArray[np.int32],
    *,
    corner: bool,
    rings: Sequence[Cell] = (),
) -> Iterator[Shape]:
    """Yield the label of every region once, where it has most room.

    Parameters
    ----------
    canvas : Canvas
    board : RegionBoard
    regions : numpy.ndarray of int32, shape (rows, columns)
        The region of each cell.
    corner : bool
        Whether labels make room for lines through the middles of cells.
    rings : sequence of Cell
        Cells whose top left corner is not free.
    """
    if canvas.large:
        return
    size = 0.3 if corner else 0.5
    texts = [str(board.label(region)) for region in range(board.regions.count)]
    if not board.weights_add:
        weights = board.region_weights.tolist()
        texts = [f"{text}: {weight}" for text, weight in zip(texts, weights, strict=True)]
    needed = [text_width(text, size, bold=corner) for text in texts]
    for region, cell, length in _label_places(regions, needed, central=not corner):
        x, y = canvas.corner(cell)
        at = x + length / 2, y + 0.5
        anchor: Anchor = "middle"
        if corner and cell in rings:
            at, anchor = (x + length - 0.08, y + 0.2), "end"
        elif corner:
            at, anchor = (x + 0.08, y + 0.2), "start"
        yield from fitting(
            canvas.unit,
            texts[region],
            at,
            room=length - 0.16,
            size=size,
            bold=corner,
            anchor=anchor,
        )


def _label_places(
    regions: NDArray[np.int32], needed: Sequence[float], *, central: bool
) -> Iterator[tuple[int, Cell, int]]:
    """Yield each region with its run of cells that has most of the room needed, in its middle."""
    sizes = np.bincount(regions.ravel())
    middles = [
        (np.bincount(regions.ravel(), place.ravel()) / sizes).tolist()
        for place in np.indices(regions.shape)
    ]
    best: dict[int, tuple[float, float, Cell, int]] = {}
    for cell, length, region in runs(regions):
        off = abs(cell[0] - middles[0][region])
        off += abs(cell[1] + (length - 1) / 2 - middles[1][region])
        rank = (-min(length - 0.16, needed[region]), off if central else 0, cell, length)
        best[region] = min(best.get(region, rank), rank)
    yield from ((region, cell, length) for region, (_, _, cell, length) in sorted(best.items()))


def cell_weights(canvas: Canvas, board: RegionBoard) -> Iterator[Shape]:
    """Yield what red pays for each cell, where cells differ."""
    if canvas.large or board.weights is None or not board.weights_add:
        return
    for (row, column), weight in np.ndenumerate(board.cell_weights()):
        x, y = canvas.corner((row, column))
        yield from fitting(
            canvas.unit, str(weight), (x + 0.92, y + 0.84), room=0.84, size=0.22, anchor="end"
        )


def walk_style(canvas: Canvas, colour: str) -> Style:
    """Return how a walk across the board is drawn."""
    return Style(stroke=colour, width=0.07 if canvas.large else 0.2)


def walk_lines(
    canvas: Canvas, walk: Sequence[Cell], colour: str, title: str, *, sideways: bool
) -> list[Line]:
    """Return a walk across the board as lines; none if there is no walk."""
    if not walk:
        return []
    points = _reaching(canvas, walk, sideways=sideways)
    return list(_cased(points, walk_style(canvas, colour), title))


def _cased(points: tuple[Point, ...], style: Style, title: str = "") -> Iterator[Line]:
    """Yield a line in a white casing, which parts it from what it crosses."""
    yield Line(points, Style(stroke=WHITE, width=style.width + 0.08))
    yield Line(points, style, title)


def _reaching(
    canvas: Canvas, cells: Sequence[Cell], *, sideways: bool, shift: float = 0.0
) -> tuple[Point, ...]:
    """Return the middles of cells, drawn out to the two sides of the board."""
    points = [(x + shift, y + shift) for x, y in map(canvas.center, cells)]
    (left, top), (right, bottom) = canvas.corner((0, 0)), canvas.corner(canvas.shape)
    if sideways:
        return straightened([(left, points[0][1]), *points, (right, points[-1][1])])
    return straightened([(points[0][0], top), *points, (points[-1][0], bottom)])


def path_lines(canvas: Canvas, game: ConnectingGame, paths: Sequence[BluePath]) -> Iterator[Line]:
    """Yield blue paths as lines beside each other."""
    merged = game.weights is not None
    routes = blue_routes(game.regions.of, paths, most=MOST_LINES, merged=merged)
    for amount, route, lane in routes:
        points = _reaching(
            canvas,
            [game.turned_cell(cell) for cell in route],
            sideways=game.direction == "left-right",
            shift=LANE * lane,
        )
        yield from _cased(points, PATH, f"{counted(amount, 'unit')} of the flow")


def crossings(blue: Sequence[Cell], red: Sequence[Cell]) -> list[Cell]:
    """Return the corners, each by the cell below on its right, at which two walks cross."""
    corners = [
        {(max(p, r), max(q, s)) for (p, q), (r, s) in pairwise(walk) if p != r and q != s}
        for walk in (blue, red)
    ]
    return sorted(corners[0] & corners[1])
