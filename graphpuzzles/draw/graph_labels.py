"""Labels that do not overlap: each stands where there is room, as large as there is room for."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, TypeAlias

from graphpuzzles.scene import BLACK, WHITE, Style, Text, rectangle
from graphpuzzles.scene.layout import printable, text_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphpuzzles.scene import Point, Shape

__all__ = ["Labels"]

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""

SIZES = (0.34, 0.27, 0.21)
EDGE_SIZE = 0.22
LEGIBLE = 7.0
"""Least pixels of a letter's size."""
LONGEST = 24
HALO = Style(fill=WHITE, opacity=0.75)


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
        self._unit = unit
        self._nodes = _Boxes()
        self._labels = _Boxes()
        self.shapes: list[Shape] = []
        for x, y in centers:
            self._nodes.add((x - radius, y - radius, x + radius, y + radius))

    def label_node(self, text: str, center: Point, fill: str) -> None:
        """Write a label into a node, or beside it, or leave it out."""
        text = _shortened(text)
        for size in SIZES:
            if text and text_width(text, size) <= 2 * self._radius * 0.95:
                box = _box(text, center, size)
                if size * self._unit >= LEGIBLE and self._labels.has_room_for(box):
                    self._labels.add(box)
                    self.shapes.append(Text(center, text, size, _contrast(fill)))
                return
        x, y = center
        for size in SIZES:
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
        self._write(_shortened(text), place, EDGE_SIZE)

    def _write(self, text: str, place: Point, size: float) -> bool:
        box = left, top, right, bottom = _box(text, place, size)
        inside = min(left, top) >= 0 and right <= self._extent[0] and bottom <= self._extent[1]
        if not (
            text
            and size * self._unit >= LEGIBLE
            and inside
            and self._nodes.has_room_for(box)
            and self._labels.has_room_for(box)
        ):
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


def _contrast(fill: str) -> str:
    """Return black or white, whichever is better read on a colour."""
    red, green, blue = (int(fill[i : i + 2], 16) for i in (1, 3, 5))
    return BLACK if 0.299 * red + 0.587 * green + 0.114 * blue > 128 else WHITE
