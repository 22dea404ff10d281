"""The pictures of wiring puzzles, on grids and on graphs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

import numpy as np

from graphpuzzles.picture import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    SKY,
    VERMILLION,
    WHITE,
    Circle,
    Key,
    Line,
    Scene,
    Style,
    is_dark,
    placed,
    rectangle,
    text_scene,
)
from graphpuzzles.picture.boards import (
    BOLD,
    Canvas,
    fitting,
    grid,
    raster,
    runs,
    straightened,
)
from graphpuzzles.puzzles.wiring.board import ACROSS, node_name
from graphpuzzles.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.picture import Point, Shape
    from graphpuzzles.puzzles.wiring.board import WiringBoard
    from graphpuzzles.puzzles.wiring.rules import Wiring

COLOURS = (BLUE, ORANGE, GREEN, PURPLE, VERMILLION, SKY, "#5a5a5a")
"""Colours of the pairs, in turn; those that follow each other differ in print too."""
CORES: tuple[tuple[str, tuple[float, ...]], ...] = (
    (WHITE, ()),
    (WHITE, (0.05, 0.25)),
    (BLACK, ()),
    (BLACK, (0.05, 0.25)),
)
"""What tells apart pairs of one colour: a core of their lines, none for the first seven."""
WIDTH, CORE, DISC = 0.3, 0.09, 0.36
FREE, WALLED, UNUSED = WHITE, "#404040", "#e4e4e4"
UNUSED_KEY = Key(Style(fill=UNUSED, stroke=GREY, width=0.03), "no line")
EDGE = Style(stroke="#b0b0b0", width=0.05)

MOST_KEYS, LONGEST_LABEL = 14, 16
MOST_NODES, MOST_EDGES, FARTHEST = 150, 1_500, 40
"""Up to here graphs are drawn; nodes that are pairs of small integers are places themselves."""


def wiring_scene(name: str, board: WiringBoard, answer: Wiring | None) -> Scene:
    """Return the picture of a board, with the lines; its title begins with the puzzle's name.

    Raises
    ------
    ValueError
        If a line has a label or a node that the board has not.
    """
    lines = _lines(board, answer)
    title = _title(name, board, answer)
    if board.shape is None:
        return _graph_scene(title, board, lines, solved=answer is not None)
    canvas = Canvas(*board.shape)
    codes = _codes(board, lines, solved=answer is not None)
    shapes: list[Shape] = []
    if canvas.large:
        shapes.append(_pixels(canvas, board, codes, lines))
    else:
        for cell, length, code in runs(codes):
            fill = (FREE, UNUSED, WALLED)[code]
            shapes.append(
                canvas.box(cell, Style(fill=fill, stroke=fill, width=0.02), length=length)
            )
        shapes += grid(canvas)
        shapes.append(rectangle(canvas.corner((0, 0)), *canvas.shape[::-1], BOLD))
        places = [canvas.center(cell) for cell in board.cells]
        shapes += _crossings(board, places)
        shapes += _wires(board, places, lines)
        shapes += _weights(canvas, board, places)
        shapes += _terminals(canvas.unit, board, places)
    keys = _keys(board, lines)
    keys += [Key(Style(fill=WALLED), "wall")] * bool(np.any(codes == 2))
    keys += [UNUSED_KEY] * bool(np.any(codes == 1))
    title += canvas.left_out("borders and labels")
    return Scene(*canvas.size, tuple(shapes), title, tuple(keys), canvas.unit)


def _lines(board: WiringBoard, answer: Wiring | None) -> dict[int, list[int]]:
    """Return by number of a pair the positions of the nodes of its line."""
    found = {}
    number = {label: i for i, label in enumerate(board.labels)}
    for label, path in answer.paths.items() if answer is not None else ():
        if label not in number:
            raise ValueError(f"the answer has a line for {label!r}, which is no label")
        for node in path:
            if node not in board.index:
                raise ValueError(f"the line of {label!r} goes to {node!r}, which is no node")
        found[number[label]] = [board.index[node] for node in path]
    return found


def _title(name: str, board: WiringBoard, answer: Wiring | None) -> str:
    if board.shape is not None:
        size = f"{board.shape[0]} x {board.shape[1]}"
    else:
        size = f"on {counted(len(board.nodes), 'node')}"
    title = f"{name} {size}: {counted(len(board.pairs), 'pair')}"
    if board.rule == "fill":
        title += f", a line through every {'cell' if board.shape else 'node'}"
    return title if answer is None else f"{title}, length {answer.length}"


def _codes(board: WiringBoard, lines: dict[int, list[int]], *, solved: bool) -> NDArray[np.int64]:
    """Return 2 for walls, 1 for cells that an answer does not use, 0 for all others."""
    codes = np.full(cast("tuple[int, int]", board.shape), 2)
    where = np.array(board.cells, dtype=np.int64).reshape(-1, 2)
    codes[tuple(where.T)] = int(solved)
    ends = [end for _, *pair in board.pairs for end in pair]
    for places in (ends, *lines.values()):
        codes[tuple(where[places].T)] = 0
    return codes


def _pixels(
    canvas: Canvas, board: WiringBoard, codes: NDArray[np.int64], lines: dict[int, list[int]]
) -> Shape:
    where = np.array(board.cells, dtype=np.int64).reshape(-1, 2)
    codes = codes.copy()
    for number, (_, *ends) in enumerate(board.pairs):
        places = [*ends, *lines.get(number, ())]
        codes[tuple(where[places].T)] = 3 + number % len(COLOURS)
    return raster(canvas, codes, (FREE, UNUSED, WALLED, *COLOURS), rare=3)


# Shapes --------------------------------------------------------------------------------------


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _core(number: int) -> tuple[str, tuple[float, ...]]:
    """Return colour and dash of what tells a pair from those before of its colour."""
    return CORES[(number // len(COLOURS) - 1) % len(CORES)]


def _wires(
    board: WiringBoard, places: Sequence[Point], lines: dict[int, list[int]]
) -> Iterator[Line]:
    """Yield the lines, and the cores of those that share a colour."""
    for number, path in lines.items():
        if not path:
            continue
        points = tuple(places[node] for node in path)
        label = board.labels[number]
        yield Line(points, Style(stroke=WHITE, width=WIDTH + 0.1))
        yield Line(points, Style(stroke=_colour(number), width=WIDTH), f"line {label}")
        if number >= len(COLOURS):
            colour, dash = _core(number)
            yield Line(straightened(points), Style(stroke=colour, width=CORE, dash=dash))


def _crossings(board: WiringBoard, places: Sequence[Point]) -> Iterator[Shape]:
    """Yield the ways over the cells on which a line may cross another."""
    for (x, y), node in zip(places, board.nodes, strict=True):
        if isinstance(node, tuple) and len(node) == 3:
            dx, dy = (0.42, 0.0) if node[2] == ACROSS else (0.0, 0.42)
            yield Line(((x - dx, y - dy), (x + dx, y + dy)), EDGE, "crossing")


def _terminals(unit: float, board: WiringBoard, places: Sequence[Point]) -> Iterator[Shape]:
    """Yield a disc with its label for every terminal."""
    for number, (label, *ends) in enumerate(board.pairs):
        fill = _colour(number)
        for end in ends:
            yield Circle(places[end], DISC, Style(fill=fill), label)
            if number >= len(COLOURS):
                rim, _ = _core(number)
                yield Circle(places[end], DISC - 0.05, Style(stroke=rim, width=0.05))
            yield from fitting(
                unit,
                label,
                places[end],
                room=0.52,
                size=0.46,
                color=WHITE if is_dark(fill) else BLACK,
                bold=True,
            )


def _weights(canvas: Canvas, board: WiringBoard, places: Sequence[Point]) -> Iterator[Shape]:
    """Yield the weights of the edges that have another than 1."""
    for u, v, weight in board.edges:
        if weight != 1:
            (a, b), (c, d) = places[u], places[v]
            middle = (a + c) / 2, (b + d) / 2
            texts = fitting(canvas.unit, str(weight), middle, room=0.26, size=0.22)
            if texts:
                yield Circle(middle, 0.15, Style(fill=WHITE, stroke=GREY, width=0.02))
                yield texts[0]


def _keys(board: WiringBoard, lines: dict[int, list[int]]) -> list[Key]:
    """Return what tells the lengths of the lines, where there are few."""
    if len(lines) > MOST_KEYS:
        return []
    keys = []
    for number, path in sorted(lines.items()):
        label = board.labels[number]
        if len(label) > LONGEST_LABEL:
            label = label[: LONGEST_LABEL - 3] + "..."
        marks: tuple[Shape, ...] = ()
        if number >= len(COLOURS):
            colour, dash = _core(number)
            core = Line(((0.1, 0.3), (1.1, 0.3)), Style(stroke=colour, width=CORE, dash=dash))
            marks = (placed(core, (0.0, 0.0), 0.5 / WIDTH),)
        style = Style(stroke=_colour(number), width=0.2)
        keys.append(Key(style, f"{label}: length {max(0, len(path) - 1)}", marks))
    return keys


# Graphs --------------------------------------------------------------------------------------


def _graph_scene(
    title: str, board: WiringBoard, lines: dict[int, list[int]], *, solved: bool
) -> Scene:
    """Return the picture of a graph: nodes at their places, or on a circle."""
    if not 0 < len(board.nodes) <= MOST_NODES or len(board.edges) > MOST_EDGES:
        return text_scene(f"{title}: too large to draw", title)
    places, extent = _places(board)
    unit = Canvas(math.ceil(extent[1]), math.ceil(extent[0])).unit
    ends = {end for _, *pair in board.pairs for end in pair}
    used = ends.union(*lines.values())
    shapes: list[Shape] = []
    for u, v, weight in board.edges:
        note = "" if weight == 1 else f"weight {weight}"
        shapes.append(Line((places[u], places[v]), EDGE, note))
    shapes += _wires(board, places, lines)
    for node, place in enumerate(places):
        if node in ends:
            continue
        fill = UNUSED if solved and node not in used else FREE
        name = node_name(board.nodes[node])
        shapes.append(Circle(place, 0.26, Style(fill=fill, stroke=BLACK, width=0.04), name))
        shapes += fitting(unit, name, place, room=0.42, size=0.3)
    shapes += _terminals(unit, board, places)
    keys = _keys(board, lines)
    if solved and len(used) < len(places):
        keys.append(UNUSED_KEY)
    return Scene(*extent, tuple(shapes), title, tuple(keys), unit)


def _places(board: WiringBoard) -> tuple[list[Point], tuple[float, float]]:
    """Return the places of the nodes of a graph, and width and height of the picture."""
    cells = [node for node in board.nodes if isinstance(node, tuple)]
    if len(cells) == len(board.nodes) and all(
        len(cell) == 2 and all(isinstance(part, int) for part in cell) for cell in cells
    ):
        where = np.array(cells, dtype=object)
        where -= where.min(axis=0)
        if where.max() <= FARTHEST:
            rows, columns = (where.max(axis=0) + 1).tolist()
            return [(c + 0.5, r + 0.5) for r, c in where.tolist()], (columns, rows)
    count = len(board.nodes)
    radius = max(1.0, count / math.tau)
    extent = 2 * radius + 1
    turns = [math.tau * node / count for node in range(count)]
    places = [
        (extent / 2 + radius * math.sin(turn), extent / 2 - radius * math.cos(turn))
        for turn in turns
    ]
    return places, (extent, extent)
