"""Parts of a body in pictures: its widths, its eyes, arrows along its way."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from graphpuzzles.picture import BLACK, WHITE, Circle, Polygon, Style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphpuzzles.picture import Point, Shape

__all__ = ["eyes", "taper", "triangle"]


def taper(length: int) -> list[float]:
    """Return the widths of the sections of a body, from its head on.

    Parameters
    ----------
    length : int
    """
    return [0.62 - 0.36 * i / max(length - 1, 1) for i in range(length)]


def _turned(at: Point, angle: float, ahead: float, aside: float) -> Point:
    cosine, sine = math.cos(angle), math.sin(angle)
    return at[0] + ahead * cosine - aside * sine, at[1] + ahead * sine + aside * cosine


def triangle(middle: Point, angle: float, size: float, style: Style, title: str = "") -> Polygon:
    """Return a triangle that points to an angle.

    Parameters
    ----------
    middle : (float, float)
    angle : float
        In radians, clockwise from the right.
    size : float
        Its height and its base.
    style : Style
    title : str
    """
    corners = ((size / 2, 0.0), (-size / 2, size / 2), (-size / 2, -size / 2))
    points = tuple(_turned(middle, angle, ahead, aside) for ahead, aside in corners)
    return Polygon(points, style, title)


def eyes(head: Point, angle: float) -> Iterator[Shape]:
    """Yield two eyes on a head of radius 0.37 that looks to an angle.

    Parameters
    ----------
    head : (float, float)
    angle : float
        In radians, clockwise from the right.
    """
    for aside in (-0.17, 0.17):
        yield Circle(_turned(head, angle, 0.12, aside), 0.11, Style(fill=WHITE))
        yield Circle(_turned(head, angle, 0.16, aside), 0.055, Style(fill=BLACK))
