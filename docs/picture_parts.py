"""What pictures are put together from: scenes in a row, arrows."""

from __future__ import annotations

from math import atan2, cos, pi, sin
from typing import TYPE_CHECKING

from graphpuzzles.picture import Line, Polygon, Scene, Style, Text, placed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphpuzzles.picture import Point, Shape


def side_by_side(
    scenes: Sequence[Scene], title: str, *, size: float = 0.4, height: float | None = None
) -> Scene:
    """Put scenes in a row, each with its title above; of one height if that is given."""
    gap, above = 0.8, 0.9
    shapes: list[Shape] = []
    left = gap / 2
    tallest = height or max(scene.height for scene in scenes)
    for scene in scenes:
        scale = 1.0 if height is None else height / scene.height
        width = max(scale * scene.width, 0.5 * size * len(scene.title))
        shapes.append(Text((left + width / 2, above / 2), scene.title, size))
        right = left + (width - scale * scene.width) / 2
        down = above + (tallest - scale * scene.height) / 2
        shapes += [placed(shape, (right, down), scale) for shape in scene.shapes]
        left += width + gap
    return Scene(left - gap / 2, tallest + above + 0.2, tuple(shapes), title, unit=40)


def arrow(start: Point, end: Point, style: Style, *, short: float = 0.0) -> Iterator[Shape]:
    """Yield a line with a head, ending `short` before its end."""
    angle = atan2(end[1] - start[1], end[0] - start[0])
    tip = (end[0] - short * cos(angle), end[1] - short * sin(angle))
    size = 2.5 * style.width
    back = (tip[0] - size * cos(angle), tip[1] - size * sin(angle))
    yield Line((start, back), style)
    wings = [
        (back[0] + size / 2 * cos(angle + turn), back[1] + size / 2 * sin(angle + turn))
        for turn in (pi / 2, -pi / 2)
    ]
    yield Polygon((tip, *wings), Style(fill=style.stroke, opacity=style.opacity))
