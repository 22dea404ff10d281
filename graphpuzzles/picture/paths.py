"""Shapes of a scene as one matplotlib collection, measured in cells."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from matplotlib.collections import PathCollection
from matplotlib.colors import to_rgba
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import text_to_path

from graphpuzzles.picture import Circle, Line, Polygon, Style, Text
from graphpuzzles.picture.layout import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.backend_bases import RendererBase

__all__ = ["CellPaths", "Drawn"]

Drawn: TypeAlias = Polygon | Line | Circle | Text
Dash: TypeAlias = 'Literal["solid"] | tuple[float, tuple[float, ...]]'

INVISIBLE = (0.0, 0.0, 0.0, 0.0)
POINTS = 72.0


class CellPaths(PathCollection):
    """Shapes whose strokes are as wide as cells are large.

    Parameters
    ----------
    shapes : iterable of Polygon, Line, Circle or Text
        Drawn in this order.
    zorder : float
    """

    def __init__(self, shapes: Iterable[Drawn], *, zorder: float) -> None:
        shapes = list(shapes)
        self._styles = [
            Style(fill=shape.color) if isinstance(shape, Text) else shape.style for shape in shapes
        ]
        self._points_a_cell = 0.0
        fills = [
            INVISIBLE if isinstance(shape, Line) else _rgba(style.fill, style.opacity)
            for shape, style in zip(shapes, self._styles, strict=True)
        ]
        super().__init__(
            [_path(shape) for shape in shapes],
            facecolors=fills,
            edgecolors=[_rgba(style.stroke, style.opacity) for style in self._styles],
            capstyle="round",
            joinstyle="round",
            zorder=zorder,
        )

    def draw(self, renderer: RendererBase) -> None:
        """Draw with strokes that fit the scale at this moment."""
        scale = self._scale()
        if scale != self._points_a_cell:
            self._points_a_cell = scale
            self._measure_strokes(scale)
        super().draw(renderer)

    def _scale(self) -> float:
        """Return the points that a cell is wide now."""
        if self.axes is None:
            return POINTS
        (left, _), (right, _) = self.axes.transData.transform([(0, 0), (1, 0)])
        return float(abs(right - left) * POINTS / self.axes.figure.dpi)

    def _measure_strokes(self, scale: float) -> None:
        from matplotlib import rcParams

        widths = [style.width * scale if style.stroke else 0.0 for style in self._styles]
        dashes: list[Dash] = []
        for style in self._styles:
            factor = 1 / style.width if rcParams["lines.scale_dashes"] else scale
            # As in SVG, an odd number of lengths is taken twice.
            parts = tuple(part * factor for part in style.dash * (1 + len(style.dash) % 2))
            dashes.append((0.0, parts) if parts else "solid")
        self.set_linewidth(widths)
        self.set_linestyle(dashes)


def _rgba(color: str | None, opacity: float) -> tuple[float, float, float, float]:
    return INVISIBLE if color is None else to_rgba(color, opacity)


def _path(shape: Drawn) -> Path:
    if isinstance(shape, Text):
        return _letters(shape)
    if isinstance(shape, Circle):
        return Path.circle(shape.center, shape.radius)
    if isinstance(shape, Line):
        # A line of one point is a dot, as in SVG.
        return Path(shape.points if len(shape.points) > 1 else shape.points * 2)
    return Path((*shape.points, shape.points[0]), closed=True)


def _letters(shape: Text) -> Path:
    outline, width = _outline(printable(shape.text), shape.bold, shape.mono)
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * width
    x, y = shape.at
    # Capitals are about 0.7 of the size high; letters are drawn upwards, cells count downwards.
    origin = np.array([x - shift * shape.size, y + 0.35 * shape.size])
    vertices = np.asarray(outline.vertices) * np.array([shape.size, -shape.size])
    return Path(vertices + origin, outline.codes)


@lru_cache(maxsize=4096)
def _outline(text: str, bold: bool, mono: bool) -> tuple[Path, float]:
    """Return the outline of a text in letters of size 1 that begins at the origin, and its width.

    Formulas are not recognised: a dollar sign is a dollar sign.
    """
    font = FontProperties(
        family="monospace" if mono else "sans-serif", weight="bold" if bold else "normal"
    )
    vertices, codes = text_to_path.get_text_path(font, text, ismath=False)
    width, _height, _descent = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return Path(
        np.reshape(vertices, (-1, 2)) / text_to_path.FONT_SCALE, np.array(codes, np.uint8)
    ), width / font.get_size_in_points()
