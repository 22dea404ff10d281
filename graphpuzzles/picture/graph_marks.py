"""How a graph's nodes and edges are painted, and where their labels stand."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, TypeAlias

from graphpuzzles.picture.graph_places import is_number
from graphpuzzles.picture.layout import printable, text_width
from graphpuzzles.picture.shapes import (
    BLACK,
    BLUE,
    GREEN,
    LIGHT,
    ORANGE,
    PURPLE,
    SKY,
    VERMILLION,
    WHITE,
    YELLOW,
    Key,
    Style,
    Text,
    is_dark,
    mixed,
    rectangle,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from graphpuzzles.picture.shapes import Circle, Point, Shape

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""

UNMARKED = LIGHT

LINES = (BLUE, VERMILLION, GREEN, ORANGE, PURPLE, SKY, YELLOW, BLACK)
DIM = "#9a9a9a"
COLOURS = {"blue": BLUE, "red": VERMILLION}

SIZES = (0.34, 0.27, 0.21)
EDGE_SIZE = 0.22
LEGIBLE = 7.0
"""Least pixels of a letter's size."""
LONGEST = 24
HALO = Style(fill=WHITE, opacity=0.75)


class Marks:
    """The styles of a graph's nodes and edges; what occurred is in the legend.

    Parameters
    ----------
    source, target : object
        Nodes to be shown as such; None for none.
    most : float
        The greatest flow on an edge.
    unit : float
        Pixels a cell; strokes are not drawn thinner than can be seen.
    """

    def __init__(self, source: object, target: object, most: float, unit: float) -> None:
        self._source, self._target, self._most = source, target, most
        self._thin, self._thick = max(0.03, 0.5 / unit), max(0.08, 1.5 / unit)
        self._legend: dict[str, Style] = {}
        self._colours: dict[str, str] = {}

    def legend(self) -> tuple[Key, ...]:
        """Return what has been used, in order of its first use."""
        return tuple(Key(style, text) for text, style in self._legend.items())

    def node(self, node: object, data: Mapping[str, object]) -> Style:
        """Return the style of a node's circle."""
        fill, text = self._node_fill(node, data)
        style = Style(fill=fill, stroke=BLACK, width=self._thin)
        if text:
            self._legend.setdefault(text, style)
        return style

    def _node_fill(self, node: object, data: Mapping[str, object]) -> tuple[str, str]:
        probability, colour, line = (data.get(k) for k in ("probability", "colour", "line"))
        if data.get("in_cut") is True:
            return VERMILLION, "in the cut"
        if node == self._source or data.get("is_source") is True:
            return GREEN, "source"
        if node == self._target or data.get("is_target") is True:
            return PURPLE, "target"
        if is_number(probability) and 0 <= probability <= 1:
            for end, end_fill in ("probability 0", WHITE), ("probability 1", ORANGE):
                self._legend.setdefault(end, Style(fill=end_fill, stroke=BLACK, width=self._thin))
            return mixed(WHITE, ORANGE, float(probability)), ""
        if isinstance(colour, str) and colour in COLOURS:
            return COLOURS[colour], colour
        if isinstance(line, str) and line:
            return self._line_colour(line), f"line {line}"
        if data.get("on_path") is True:
            return SKY, "on the path"
        return UNMARKED, ""

    def edge(self, data: Mapping[str, object]) -> tuple[Style, bool]:
        """Return the style of an edge, and whether it is marked."""
        flow, line = data.get("flow"), data.get("line")
        width = self._thick
        if data.get("in_cut") is True:
            stroke, text = VERMILLION, "edge in the cut"
        elif isinstance(line, str) and line:
            stroke, text = self._line_colour(line), f"line {line}"
        elif is_number(flow) and flow > 0:
            width = self._thick * (0.5 + float(flow) / self._most)
            stroke, text = BLUE, "flow"
        elif data.get("on_path") is True:
            stroke, text = BLUE, "edge on the path"
        else:
            return Style(stroke=DIM, width=self._thin), False
        style = Style(stroke=stroke, width=width)
        self._legend.setdefault(text, Style(stroke=stroke, width=self._thick))
        return style, True

    def _line_colour(self, line: str) -> str:
        return self._colours.setdefault(line, LINES[len(self._colours) % len(LINES)])


class Labels:
    """The labels of a picture, placed one after the other; earlier ones have the choice.

    Parameters
    ----------
    centers : iterable of (float, float)
        Of all nodes, which no label of another covers.
    radius : float
        Of the nodes.
    width, height : float
        Of the picture.
    unit : float
        Pixels a cell: what would be illegible is left out.
    """

    def __init__(
        self, centers: Iterable[Point], radius: float, width: float, height: float, unit: float
    ) -> None:
        self._radius = radius
        self._extent = (width, height)
        self._smallest = LEGIBLE / unit
        self._nodes = _Boxes()
        self._labels = _Boxes()
        self.shapes: list[Shape] = []
        for x, y in centers:
            self._nodes.add((x - radius, y - radius, x + radius, y + radius))

    def label_nodes(self, nodes: Iterable[tuple[Circle, str]]) -> None:
        """Write labels into their nodes, beside them if they do not fit in, or leave them out.

        All that fit in have one size, the largest in which they do; the others have no larger one.
        """
        room = 2 * self._radius * 0.95
        legible = [size for size in SIZES if size >= self._smallest]
        labels = [(circle, text) for circle, name in nodes if (text := _shortened(name))]
        inside = [
            next((size for size in legible if text_width(text, size) <= room), 0.0)
            for _, text in labels
        ]
        common = min(filter(None, inside), default=SIZES[0])
        sizes = [size for size in legible if size <= common]
        for (circle, text), fits in zip(labels, inside, strict=True):
            if not fits:
                self._write_beside(text, circle.center, sizes)
            elif self._labels.has_room_for(box := _box(text, circle.center, common)):
                self._labels.add(box)
                colour = WHITE if is_dark(circle.style.fill or WHITE) else BLACK
                self.shapes.append(Text(circle.center, text, common, colour))

    def _write_beside(self, text: str, center: Point, sizes: Iterable[float]) -> None:
        x, y = center
        for size in sizes:
            across, up = text_width(text, size) / 2, 0.6 * size
            away = self._radius + 0.04
            for place in (
                (x, y + away + up),
                (x, y - away - up),
                (x + away + across, y),
                (x - away - across, y),
            ):
                if self._write(text, place, size):
                    return

    def label_edge(self, text: str, place: Point) -> None:
        """Write a label at the middle of an edge, or leave it out."""
        text = _shortened(text)
        if text and self._smallest <= EDGE_SIZE:
            self._write(text, place, EDGE_SIZE)

    def _write(self, text: str, place: Point, size: float) -> bool:
        box = left, top, right, bottom = _box(text, place, size)
        inside = min(left, top) >= 0 and right <= self._extent[0] and bottom <= self._extent[1]
        if not (inside and self._nodes.has_room_for(box) and self._labels.has_room_for(box)):
            return False
        self._labels.add(box)
        self.shapes.append(rectangle((left, top), right - left, bottom - top, HALO))
        self.shapes.append(Text(place, text, size))
        return True


class _Boxes:
    """Boxes on the plane, found by the cells that they touch."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, int], list[Box]] = defaultdict(list)

    def add(self, box: Box) -> None:
        for bucket in _buckets(box):
            self._found[bucket].append(box)

    def has_room_for(self, box: Box) -> bool:
        left, top, right, bottom = box
        return not any(
            left < other[2] and other[0] < right and top < other[3] and other[1] < bottom
            for bucket in _buckets(box)
            for other in self._found.get(bucket, ())
        )


def _box(text: str, place: Point, size: float) -> Box:
    across, up = text_width(text, size) / 2, 0.6 * size
    return place[0] - across, place[1] - up, place[0] + across, place[1] + up


def _buckets(box: Box) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = map(math.floor, box)
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            yield row, column


def _shortened(text: str) -> str:
    text = printable(text).strip()
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
