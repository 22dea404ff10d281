"""The shapes that pictures are made of, and their colours.

Lengths are in cells, x to the right and y downwards. The colours are those of Okabe and Ito, which
people with any common colour vision tell apart.

References
----------
M. Okabe and K. Ito, *Color Universal Design*, 2008.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    import numpy.typing as npt

BLACK, WHITE, GREY, LIGHT = "#000000", "#ffffff", "#808080", "#f2f2f2"
BLUE, SKY, GREEN, YELLOW = "#0072b2", "#56b4e9", "#009e73", "#f0e442"
ORANGE, VERMILLION, PURPLE = "#e69f00", "#d55e00", "#cc79a7"
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")

Point: TypeAlias = tuple[float, float]


def is_dark(colour: str) -> bool:
    """Tell whether white letters read better on a colour than black ones.

    Notes
    -----
    By the luma of ITU-R BT.601.

    Examples
    --------
    >>> is_dark(BLUE), is_dark(YELLOW)
    (True, False)
    """
    red, green, blue = bytes.fromhex(colour[1:])
    return 299 * red + 587 * green + 114 * blue < 128_000


def mixed(first: str, second: str, share: float) -> str:
    """Return the colour that lies at a share of the way from one to another.

    Examples
    --------
    >>> mixed(WHITE, BLACK, 0.2)
    '#cccccc'
    """
    pairs = zip(bytes.fromhex(first[1:]), bytes.fromhex(second[1:]), strict=True)
    return "#" + bytes(round(a + share * (b - a)) for a, b in pairs).hex()


def _require_colour(colour: object) -> None:
    if not (isinstance(colour, str) and COLOUR.fullmatch(colour)):
        raise ValueError(f"a colour is written #rrggbb, not {colour!r}")


def _require_finite(numbers: Iterable[float]) -> None:
    for number in numbers:
        if not math.isfinite(number):
            raise ValueError(f"places and lengths are finite numbers, not {number!r}")


def require_length(length: float, name: str) -> None:
    """Refuse a length that is not finite and above 0."""
    if not 0 < length < math.inf:
        raise ValueError(f"the {name} is a finite number above 0, not {length!r}")


def _require_points(points: tuple[Point, ...]) -> None:
    if not points:
        raise ValueError("a shape needs a point")
    for x, y in points:
        _require_finite((x, y))


@dataclass(frozen=True, kw_only=True)
class Style:
    """How a shape is painted.

    Parameters
    ----------
    fill, stroke : str, optional
        Colours as ``#rrggbb``; None paints nothing.
    width : float
        Width of the stroke, in cells.
    opacity : float
        Of fill and stroke each, from 0 (invisible) to 1.
    dash : tuple of float
        Lengths of strokes and gaps, in cells; empty for a solid line. Strokes have round ends,
        which take half the width from the gap on either side.

    Raises
    ------
    ValueError
        If a colour is written in another way, or a number is out of its range.
    """

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.05
    opacity: float = 1.0
    dash: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        for colour in (self.fill, self.stroke):
            if colour is not None:
                _require_colour(colour)
        require_length(self.width, "width of a stroke")
        for part in self.dash:
            require_length(part, "length of a dash")
        if not 0 <= self.opacity <= 1:
            raise ValueError(f"the opacity is between 0 and 1, not {self.opacity!r}")


@dataclass(frozen=True)
class Polygon:
    """A closed outline.

    Parameters
    ----------
    points : tuple of (float, float)
    style : Style
    title : str
        What a reader is told who points at it; empty for nothing.
    """

    points: tuple[Point, ...]
    style: Style
    title: str = ""

    def __post_init__(self) -> None:
        _require_points(self.points)


@dataclass(frozen=True)
class Line:
    """A line through points, with round joints and ends.

    Parameters
    ----------
    points : tuple of (float, float)
    style : Style
        Its fill is not used.
    title : str
    """

    points: tuple[Point, ...]
    style: Style
    title: str = ""

    def __post_init__(self) -> None:
        _require_points(self.points)


@dataclass(frozen=True)
class Circle:
    """A circle.

    Parameters
    ----------
    center : (float, float)
    radius : float
    style : Style
    title : str
    """

    center: Point
    radius: float
    style: Style
    title: str = ""

    def __post_init__(self) -> None:
        _require_points((self.center,))
        require_length(self.radius, "radius")


@dataclass(frozen=True)
class Text:
    """A line of text.

    Parameters
    ----------
    at : (float, float)
        The middle of its height; its start, middle or end, as `anchor` says.
    text : str
        Line breaks and tabs are shown as blanks.
    size : float
        Height of the font, in cells; capitals are about 0.7 of it.
    color : str
    anchor : {"start", "middle", "end"}
    bold : bool
    mono : bool
        Whether all letters are of one width.
    """

    at: Point
    text: str
    size: float = 0.5
    color: str = BLACK
    anchor: Literal["start", "middle", "end"] = "middle"
    bold: bool = False
    mono: bool = False

    def __post_init__(self) -> None:
        _require_points((self.at,))
        require_length(self.size, "size of a text")
        _require_colour(self.color)
        if self.anchor not in {"start", "middle", "end"}:
            raise ValueError(f"an anchor is start, middle or end, not {self.anchor!r}")


@dataclass(frozen=True, eq=False)
class Raster:
    """A rectangle of pixels, each painted as a sharp-edged box.

    It serves boards of more than about 10,000 cells: a shape for every cell takes 100 bytes of
    SVG and slows every reader down, a pixel takes about one byte at most. Boundaries, paths and
    marks go over it as other shapes.

    Parameters
    ----------
    corner : (float, float)
        The top left corner.
    width, height : float
        Of the whole rectangle, in cells.
    pixels : numpy.ndarray of shape (rows, columns, 3) and dtype uint8
        Red, green and blue; it is copied.
    title : str

    Raises
    ------
    ValueError
        If the pixels are of another shape or type, or there are none.
    """

    corner: Point
    width: float
    height: float
    pixels: npt.NDArray[np.uint8]
    title: str = ""

    def __post_init__(self) -> None:
        import numpy as np

        _require_points((self.corner,))
        require_length(self.width, "width of a raster")
        require_length(self.height, "height of a raster")
        pixels = np.array(self.pixels)
        if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3 or not pixels.size:
            raise ValueError(
                "pixels are an array of uint8 and of shape (rows, columns, 3), "
                f"not of {pixels.dtype} and {pixels.shape}"
            )
        # Built on bytes, since a flag alone can be lifted again, and is by pickle.
        locked = np.frombuffer(pixels.tobytes(), np.uint8).reshape(pixels.shape)
        object.__setattr__(self, "pixels", locked)

    def __reduce__(self) -> tuple[object, ...]:
        return Raster, (self.corner, self.width, self.height, self.pixels, self.title)

    def _key(self) -> tuple[object, ...]:
        shape = self.pixels.shape
        return self.corner, self.width, self.height, self.title, shape, self.pixels.tobytes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Raster):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


Shape: TypeAlias = Polygon | Line | Circle | Text | Raster
"""What a scene is made of."""


@dataclass(frozen=True)
class Key:
    """One entry of the legend.

    Parameters
    ----------
    style : Style
        Shown as a small square, or as a stroke where there is no fill.
    text : str
    marks : tuple of Shape
        Shown over the square, whose side is 1 here, or over the stroke, in a box of 2 x 1.
    """

    style: Style
    text: str
    marks: tuple[Shape, ...] = ()


def rectangle(
    corner: Point, width: float, height: float, style: Style, *, title: str = ""
) -> Polygon:
    """Return an upright rectangle by its top left corner."""
    x, y = corner
    right, bottom = x + width, y + height
    return Polygon(((x, y), (right, y), (right, bottom), (x, bottom)), style, title)


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
