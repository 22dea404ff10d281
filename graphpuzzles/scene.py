"""A picture as data, and a small SVG writer for it.

A puzzle describes its picture once, as a `Scene`; the SVG writer here needs nothing but Python,
and `graphpuzzles.draw` shows the same scene on matplotlib axes. Lengths are in cells, x to the
right and y downwards, as in SVG and as rows and columns are counted.

The colours are those of Okabe and Ito, which people with any common colour vision tell apart.

References
----------
M. Okabe and K. Ito, *Color Universal Design*, 2008.
"""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = [
    "BLACK",
    "BLUE",
    "GREEN",
    "GREY",
    "LIGHT",
    "ORANGE",
    "PURPLE",
    "SKY",
    "VERMILLION",
    "WHITE",
    "YELLOW",
    "Circle",
    "Film",
    "Key",
    "Line",
    "Point",
    "Polygon",
    "Scene",
    "Shape",
    "Style",
    "Text",
    "rectangle",
    "text_scene",
]

BLACK, WHITE, GREY, LIGHT = "#000000", "#ffffff", "#808080", "#f2f2f2"
BLUE, SKY, GREEN, YELLOW = "#0072b2", "#56b4e9", "#009e73", "#f0e442"
ORANGE, VERMILLION, PURPLE = "#e69f00", "#d55e00", "#cc79a7"

Point: TypeAlias = tuple[float, float]


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
        From 0 (invisible) to 1.
    dash : tuple of float
        Lengths of strokes and gaps, in cells; empty for a solid line.
    """

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.05
    opacity: float = 1.0
    dash: tuple[float, ...] = ()


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


@dataclass(frozen=True)
class Line:
    """A line through points, with round joints and ends.

    Parameters
    ----------
    points : tuple of (float, float)
    style : Style
    title : str
    """

    points: tuple[Point, ...]
    style: Style
    title: str = ""


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


@dataclass(frozen=True)
class Text:
    """A line of text.

    Parameters
    ----------
    at : (float, float)
        The middle of its height; its start, middle or end, as `anchor` says.
    text : str
    size : float
        Height of the letters, in cells.
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


Shape: TypeAlias = Polygon | Line | Circle | Text


@dataclass(frozen=True)
class Key:
    """One entry of the legend.

    Parameters
    ----------
    style : Style
        Shown as a small square, or as a stroke where there is no fill.
    text : str
    """

    style: Style
    text: str


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
        Shown below the picture.
    unit : float
        Pixels a cell, where the medium counts in pixels.

    Examples
    --------
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

    def svg(self) -> str:
        """Return the picture as a complete SVG document: no scripts, nothing from elsewhere."""
        return "\n".join(_svg(self)) + "\n"

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class Film:
    """Scenes of one size, one a step.

    Parameters
    ----------
    frames : tuple of Scene
    captions : tuple of str
        One a frame.
    title : str
    """

    frames: tuple[Scene, ...]
    captions: tuple[str, ...]
    title: str = ""


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


# The SVG writer ------------------------------------------------------------------------------

LEGEND_ROW = 0.8
LETTER = 0.6
"""Width of a letter over its height, on the safe side; there are no fonts here to measure."""


def _svg(scene: Scene) -> Iterator[str]:
    rows = list(_legend_rows(scene))
    below = LEGEND_ROW * len(rows) + (0.3 if rows else 0.0)
    width, height = scene.width, scene.height + below
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width * scene.unit)}" '
        f'height="{_n(height * scene.unit)}" viewBox="0 0 {_n(width)} {_n(height)}" role="img">'
    )
    if scene.title:
        yield f"<title>{_escaped(scene.title)}</title>"
    yield f'<rect width="{_n(width)}" height="{_n(height)}" fill="{WHITE}"/>'
    for shape in scene.shapes:
        yield _element(shape)
    for number, row in enumerate(rows):
        y = scene.height + 0.3 + LEGEND_ROW * (number + 0.5)
        for x, key in row:
            for shape in _entry(x, y, key):
                yield _element(shape)
    yield "</svg>"


def _legend_rows(scene: Scene) -> Iterator[list[tuple[float, Key]]]:
    """Yield the legend's entries row by row with the places where they begin."""
    row: list[tuple[float, Key]] = []
    x = 0.2
    for key in scene.legend:
        needed = 0.9 + 0.5 * LETTER * len(key.text)
        if row and x + needed > scene.width:
            yield row
            row, x = [], 0.2
        row.append((x, key))
        x += needed + 0.4
    if row:
        yield row


def _entry(x: float, y: float, key: Key) -> Sequence[Shape]:
    text = Text((x + 0.7, y), key.text, 0.5, anchor="start")
    if key.style.fill is None:
        return Line(((x + 0.05, y), (x + 0.5, y)), key.style), text
    return rectangle((x, y - 0.25), 0.5, 0.5, key.style), text


def _element(shape: Shape) -> str:
    if isinstance(shape, Text):
        return _text_element(shape)
    paint = _paint(shape.style)
    if isinstance(shape, Circle):
        x, y = shape.center
        name = "circle"
        place = f'cx="{_n(x)}" cy="{_n(y)}" r="{_n(shape.radius)}"'
    else:
        name = "polygon" if isinstance(shape, Polygon) else "polyline"
        place = f'points="{" ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)}"'
        if name == "polyline":
            place += ' stroke-linecap="round"'
        place += ' stroke-linejoin="round"'
    if not shape.title:
        return f"<{name} {place} {paint}/>"
    return f"<{name} {place} {paint}><title>{_escaped(shape.title)}</title></{name}>"


def _text_element(shape: Text) -> str:
    x, y = shape.at
    family = "monospace" if shape.mono else "sans-serif"
    more = ' font-weight="bold"' if shape.bold else ""
    if shape.mono:
        more += ' xml:space="preserve"'
    if shape.anchor != "start":
        more += f' text-anchor="{shape.anchor}"'
    # Readers differ in dominant-baseline; capitals are about 0.7 of the size high.
    return (
        f'<text x="{_n(x)}" y="{_n(y + 0.35 * shape.size)}" font-family="{family}" '
        f'font-size="{_n(shape.size)}" fill="{shape.color}"{more}>{_escaped(shape.text)}</text>'
    )


def _paint(style: Style) -> str:
    paint = f'fill="{style.fill or "none"}"'
    if style.stroke is not None:
        paint += f' stroke="{style.stroke}" stroke-width="{_n(style.width)}"'
        if style.dash:
            paint += f' stroke-dasharray="{" ".join(map(_n, style.dash))}"'
    if style.opacity != 1:
        paint += f' opacity="{_n(style.opacity)}"'
    return paint


def _n(value: float) -> str:
    """Return a number with at most three decimals, the same on every platform."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _escaped(text: str) -> str:
    """Return text for an element; what XML 1.0 cannot hold is shown as U+FFFD."""
    allowed = "".join(c if _is_xml(ord(c)) else "\ufffd" for c in text)
    return html.escape(allowed, quote=False)


def _is_xml(code: int) -> bool:
    return (
        code in {0x9, 0xA, 0xD}
        or 0x20 <= code <= 0xD7FF
        or 0xE000 <= code <= 0xFFFD
        or code >= 0x10000
    )
