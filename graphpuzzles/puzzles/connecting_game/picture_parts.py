"""The parts of pictures of boards of regions: cells, borders, labels, walks and paths."""

from __future__ import annotations

import heapq
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.lattice import KING, SQUARE
from graphpuzzles.picture import BLUE, GREY, VERMILLION, WHITE, Line, Style, text_width
from graphpuzzles.picture.boards import (
    borders,
    fitting,
    grid,
    raster,
    runs,
    straightened,
)
from graphpuzzles.puzzles.connecting_game.model import model_of
from graphpuzzles.puzzles.connecting_game.rules import walk_across
from graphpuzzles.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell
    from graphpuzzles.models.cut.regions import Contacts
    from graphpuzzles.picture import Point, Shape
    from graphpuzzles.picture.boards import Anchor, Canvas
    from graphpuzzles.puzzles.connecting_game.board import RegionBoard
    from graphpuzzles.puzzles.connecting_game.rules import BluePath

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
LANES = (0, 1, -1, 2, -2)
STEP, SHARED = 2, 3
"""Cost of a cell on a route, and what each line that runs there already adds."""
MOST_LINES = 24
"""Lines up to which a unit of the flow has its own."""
MOST_CELLS = 10**6
"""Cells up to which a walk is looked for."""
COLOURS = 7
"""So many colours always suffice for a map here (four would, at more expense)."""


def tones(board: RegionBoard, canvas: Canvas) -> NDArray[np.int64]:
    """Return the tone of every cell; where pixels are blocks, neighbours may have the same."""
    if canvas.block > 1:
        colours = np.arange(model_of(board).regions.count) % len(TONES)
    else:
        colours = map_colouring(model_of(board).regions.sides)
    found: NDArray[np.int64] = colours[board.turned(model_of(board).regions.of)]
    return found


def across(mask: NDArray[np.bool_], *, sideways: bool) -> list[Cell]:
    """Return a walk over a mask through sides and corners; empty where there is none."""
    if np.count_nonzero(mask) > MOST_CELLS:
        return []
    return walk_across(mask, KING.steps, axis=1 if sideways else 0) or []


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
    model = model_of(board)
    texts = [str(model.label(region)) for region in range(model.regions.count)]
    if not board.weights_add:
        weights = model.weights.tolist()
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


def path_lines(canvas: Canvas, board: RegionBoard, paths: Sequence[BluePath]) -> Iterator[Line]:
    """Yield blue paths as lines beside each other."""
    merged = board.weights is not None
    routes = blue_routes(model_of(board).regions.of, paths, most=MOST_LINES, merged=merged)
    for amount, route, lane in routes:
        points = _reaching(
            canvas,
            [board.turned_cell(cell) for cell in route],
            sideways=board.direction == "left-right",
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


# Where blue paths run ---------------------------------------------------------------------------


def blue_routes(
    of: NDArray[np.int32], paths: Iterable[BluePath], *, most: int, merged: bool
) -> list[tuple[int, list[Cell], int]]:
    """Return routes over cells for paths through regions.

    Parameters
    ----------
    of : numpy.ndarray of int32, shape (H, W)
        Region of every cell.
    paths : iterable of BluePath
        From the top row to the bottom row.
    most : int
        How many routes there may be; of more, those of the largest amounts are shown.
    merged : bool
        Whether paths through the same regions share a route, as they do where there are too many.

    Returns
    -------
    list of (int, list of Cell, int)
        For each route its units, its cells, consecutive ones sharing a side, and a lane from -2
        to 2, mostly different where routes share a cell. Routes keep apart where their regions
        have room; a path that the board does not allow is left out.
    """
    amounts: dict[tuple[int, ...], int] = {}
    for amount, regions in paths:
        amounts[regions] = amounts.get(regions, 0) + amount
    wanted = sorted(amounts.items(), key=lambda item: -item[1])[:most]
    if not merged and sum(amounts.values()) <= most:
        wanted = [(regions, 1) for regions, amount in amounts.items() for _ in range(amount)]
    board: list[list[int]] = of.tolist()
    used: dict[Cell, list[int]] = {}
    found = []
    for regions, amount in wanted:
        route = _route(board, regions, used)
        if not route:
            continue
        beside = [lane for cell in route for lane in used.get(cell, ())]
        lane = min(LANES, key=beside.count)
        found.append((amount, route, lane))
        for cell in route:
            used.setdefault(cell, []).append(lane)
    return found


def _route(
    board: list[list[int]], regions: Sequence[int], used: dict[Cell, list[int]]
) -> list[Cell]:
    """Return a cheapest walk through the regions in their order, or nothing."""
    last, bottom = len(regions) - 1, len(board) - 1
    previous: dict[tuple[int, Cell], tuple[int, Cell] | None] = {}
    queue: list[tuple[int, int, Cell, tuple[int, Cell] | None]] = [
        (STEP + SHARED * len(used.get((0, column), ())), 0, (0, column), None)
        for column, region in enumerate(board[0])
        if region == regions[0]
    ]
    heapq.heapify(queue)
    while queue:
        cost, place, cell, before = heapq.heappop(queue)
        here = place, cell
        if here in previous:
            continue
        previous[here] = before
        if place == last and cell[0] == bottom:
            return _traced(previous, here)
        for beside in SQUARE.neighbors(cell):
            row, column = beside
            if not (0 <= row <= bottom and 0 <= column < len(board[0])):
                continue
            price = cost + STEP + SHARED * len(used.get(beside, ()))
            for there in (place, place + 1):
                if there <= last and board[row][column] == regions[there]:
                    heapq.heappush(queue, (price, there, beside, here))
    return []


def _traced(
    previous: dict[tuple[int, Cell], tuple[int, Cell] | None], end: tuple[int, Cell]
) -> list[Cell]:
    cells = []
    here: tuple[int, Cell] | None = end
    while here is not None:
        cells.append(here[1])
        here = previous[here]
    return cells[::-1]


# The colours of a map ---------------------------------------------------------------------------


def map_colouring(contacts: Contacts) -> NDArray[np.int64]:
    """Colour the vertices of a planar graph with at most `COLOURS` colours.

    Parameters
    ----------
    contacts : Contacts
        Which regions share a side; symmetric and planar.

    Returns
    -------
    numpy.ndarray of int64, shape (k,)
        A number from 0 for every region.

    Notes
    -----
    Regions with at most six neighbours are peeled off again and again; in a planar graph they are
    a seventh of what is left, at least, so there are O(log k) rounds of O(k) array work. Coloured
    in the opposite order, a region meets at most six colours [1]_. Those that were peeled off in
    the same round wait for each other by a scrambled order, whose chains would be O(log k) long
    with high probability were it random.

    References
    ----------
    .. [1] A. V. Goldberg, S. A. Plotkin and G. E. Shannon, "Parallel symmetry-breaking in sparse
       graphs", SIAM Journal on Discrete Mathematics 1 (1988), 434-446.

    Examples
    --------
    >>> from graphpuzzles.models.cut.regions import Regions
    >>> map_colouring(Regions(np.array([[1, 2, 3], [1, 4, 4]])).sides).tolist()
    [2, 1, 2, 0]
    """
    u, v = contacts.pairs
    count = len(contacts.indptr) - 1
    rank = _peeled(count, u, v) * count + _scrambled(count)
    # Arcs lead from what is coloured earlier to what must then avoid its colour.
    first = np.where(rank[u] > rank[v], u, v)
    then = u + v - first
    colour = np.full(count, -1, dtype=np.int64)
    taken = np.zeros(count, dtype=np.int64)  # bit i: colour i is among the neighbours
    waiting = np.ones(count, dtype=bool)
    while np.any(waiting):
        ready = waiting.copy()
        ready[then] = False
        free = ~taken[ready]
        colour[ready] = np.log2((free & -free).astype(np.float64)).astype(np.int64)
        waiting &= ~ready
        done = ready[first]
        np.bitwise_or.at(taken, then[done], 1 << colour[first[done]])
        first, then = first[~done], then[~done]
    return colour


def _peeled(count: int, u: NDArray[np.int32], v: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the round in which every vertex is left with fewer than `COLOURS` neighbours."""
    number = np.zeros(count, dtype=np.int64)
    left = np.ones(count, dtype=bool)
    turn = 0
    while np.any(left):
        degree = np.bincount(u, minlength=count) + np.bincount(v, minlength=count)
        number[left] = turn
        left &= degree >= COLOURS
        kept = left[u] & left[v]
        u, v = u[kept], v[kept]
        turn += 1
    return number


def _scrambled(count: int) -> NDArray[np.int64]:
    """Return a permutation without long ascending chains, the same on every platform."""
    # Fibonacci hashing; the stable sort settles ties.
    keys = (np.arange(count, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(20)
    permutation = np.empty(count, dtype=np.int64)
    permutation[np.argsort(keys, kind="stable")] = np.arange(count)
    return permutation
