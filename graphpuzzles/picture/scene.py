"""Shapes, scenes and films."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from graphpuzzles.picture.colours import BLACK
from graphpuzzles.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    import numpy.typing as npt

__all__ = [
    "Circle",
    "Film",
    "Key",
    "Line",
    "Point",
    "Polygon",
    "Raster",
    "Scene",
    "Shape",
    "Style",
    "Text",
    "rectangle",
    "text_scene",
]

Point: TypeAlias = tuple[float, float]

COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def _require_colour(colour: object) -> None:
    if not (isinstance(colour, str) and COLOUR.fullmatch(colour)):
        raise ValueError(f"a colour is written #rrggbb, not {colour!r}")


def _require_finite(numbers: Iterable[float]) -> None:
    for number in numbers:
        if not math.isfinite(number):
            raise ValueError(f"places and lengths are finite numbers, not {number!r}")


def _require_length(length: float, name: str) -> None:
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
        _require_length(self.width, "width of a stroke")
        for part in self.dash:
            _require_length(part, "length of a dash")
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
        _require_length(self.radius, "radius")


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
        _require_length(self.size, "size of a text")
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
        _require_length(self.width, "width of a raster")
        _require_length(self.height, "height of a raster")
        pixels = np.array(self.pixels)
        if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3 or not pixels.size:
            raise ValueError(
                "pixels are an array of uint8 and of shape (rows, columns, 3), "
                f"not of {pixels.dtype} and {pixels.shape}"
            )
        pixels.flags.writeable = False
        object.__setattr__(self, "pixels", pixels)

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


@dataclass(frozen=True)
class Scene:
    """A picture.

    Parameters
    ----------
    width, height : float
        In cells; the picture shows x from 0 to `width` and y from 0 to `height`.
    shapes : tuple of Shape
        Later ones cover earlier ones.
    title : str
        One line about it, for those who cannot see it too.
    legend : tuple of Key
        Shown below the picture, in letters of one size whatever the unit is; a picture too
        narrow for it gets white margins.
    unit : float
        Pixels a cell, where the medium counts in pixels.

    Raises
    ------
    ValueError
        If a length is not finite and above 0.

    Examples
    --------
    >>> from graphpuzzles.picture.colours import BLUE
    >>> scene = Scene(2, 1, (rectangle((0, 0), 1, 1, Style(fill=BLUE)), Text((1.5, 0.5), "<")))
    >>> print(scene.svg())  # doctest: +ELLIPSIS
    <svg xmlns="http://www.w3.org/2000/svg" ... viewBox="0 0 2 1" ...>
    ...
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""
    legend: tuple[Key, ...] = ()
    unit: float = 40.0

    def __post_init__(self) -> None:
        _require_length(self.width, "width of a scene")
        _require_length(self.height, "height of a scene")
        _require_length(self.unit, "unit of a scene")

    def svg(self, *, titled: bool = False) -> str:
        """Return the picture as a complete SVG document: no scripts, nothing from elsewhere.

        Parameters
        ----------
        titled : bool
            Show the title above the picture, as notebooks and files of the command do. It is in
            the document in either case.
        """
        from graphpuzzles.picture.svg import document

        return document(self, titled=titled)

    def __repr__(self) -> str:
        shapes = counted(len(self.shapes), "shape")
        return f"Scene({self.title!r}, {self.width:g} x {self.height:g} cells, {shapes})"

    def _repr_svg_(self) -> str:
        return self.svg(titled=True)


@dataclass(frozen=True)
class Film:
    """Scenes of one size, one a step.

    Parameters
    ----------
    frames : tuple of Scene
        What does not move stands in every frame, first or last among the shapes: players draw
        that once.
    captions : tuple of str
        One a frame.
    title : str

    Raises
    ------
    ValueError
        If there is no frame, or frames and captions do not go together.
    """

    frames: tuple[Scene, ...]
    captions: tuple[str, ...]
    title: str = ""

    def __post_init__(self) -> None:
        if not self.frames:
            raise ValueError("a film needs a frame")
        if len(self.captions) != len(self.frames):
            raise ValueError(f"{len(self.frames)} frames, but {len(self.captions)} captions")
        first = self.frames[0]
        for number, frame in enumerate(self.frames):
            for name in ("width", "height", "unit", "legend"):
                if getattr(frame, name) != getattr(first, name):
                    raise ValueError(f"frame {number} has another {name} than the first")

    def __repr__(self) -> str:
        return f"Film({self.title!r}, {counted(len(self.frames), 'frame')})"


def rectangle(
    corner: Point, width: float, height: float, style: Style, *, title: str = ""
) -> Polygon:
    """Return an upright rectangle by its top left corner."""
    x, y = corner
    right, bottom = x + width, y + height
    return Polygon(((x, y), (right, y), (right, bottom), (x, bottom)), style, title)


def text_scene(text: str, title: str = "") -> Scene:
    """Return the picture of a text, letter below letter."""
    lines = text.expandtabs().splitlines() or [""]
    shapes = tuple(
        Text((0.5, row + 0.75), line, 0.8, anchor="start", mono=True)
        for row, line in enumerate(lines)
    )
    width = 0.5 * max(map(len, lines)) + 1
    return Scene(width, len(lines) + 0.5, shapes, title, unit=20)
