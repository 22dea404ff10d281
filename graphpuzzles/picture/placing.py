"""Shapes at another place and in another size."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graphpuzzles.picture.scene import Circle, Raster, Text

if TYPE_CHECKING:
    from graphpuzzles.picture.scene import Point, Shape, Style

__all__ = ["placed"]


def placed(shape: Shape, origin: Point, scale: float) -> Shape:
    """Return a shape scaled, strokes and letters too, and then moved.

    Parameters
    ----------
    shape : Shape
    origin : (float, float)
        Where (0, 0) comes to be.
    scale : float

    Examples
    --------
    >>> from graphpuzzles.picture import Text
    >>> placed(Text((1, 2), "x", size=0.5), (10, 0), 3)
    Text(at=(13, 6), text='x', size=1.5, color='#000000', anchor='middle', bold=False, mono=False)
    """

    def at(point: Point) -> Point:
        return origin[0] + scale * point[0], origin[1] + scale * point[1]

    if isinstance(shape, Text):
        return replace(shape, at=at(shape.at), size=scale * shape.size)
    if isinstance(shape, Raster):
        width, height = scale * shape.width, scale * shape.height
        return replace(shape, corner=at(shape.corner), width=width, height=height)
    style = _scaled(shape.style, scale)
    if isinstance(shape, Circle):
        return replace(shape, center=at(shape.center), radius=scale * shape.radius, style=style)
    return replace(shape, points=tuple(map(at, shape.points)), style=style)


def _scaled(style: Style, scale: float) -> Style:
    dash = tuple(scale * part for part in style.dash)
    return replace(style, width=scale * style.width, dash=dash)
