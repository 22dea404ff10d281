"""Scenes on matplotlib axes, and as PNG files.

All shapes between two rasters are one collection of paths, letters included: it draws ten
thousand shapes in one call, keeps their order, and scales letters and strokes with the cells,
whatever axes it is drawn on and however they are zoomed.
"""

from __future__ import annotations

import io
import math
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from graphpuzzles.errors import MissingDependencyError
from graphpuzzles.picture.layout import printable, wrapped
from graphpuzzles.picture.shapes import Circle, Line, Raster, Style, Text

try:
    from matplotlib import rcParams
    from matplotlib.collections import PathCollection
    from matplotlib.colors import to_rgba
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties
    from matplotlib.image import AxesImage
    from matplotlib.path import Path
    from matplotlib.textpath import text_to_path
except ImportError as error:
    raise MissingDependencyError("matplotlib", "draw") from error

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.backend_bases import RendererBase

    from graphpuzzles.picture.scene import Scene
    from graphpuzzles.picture.shapes import Polygon, Shape

    Drawn: TypeAlias = Polygon | Line | Circle | Text
    Dash: TypeAlias = Literal["solid"] | tuple[float, tuple[float, ...]]

INVISIBLE = (0.0, 0.0, 0.0, 0.0)
MOST_PIXELS = 10**8
"""Of a picture in a file."""
PIXELS_AN_INCH = 96.0
"""As CSS counts them, so that both renderers draw one size."""
LARGEST, SMALLEST = 20.0, 1.5
"""Inches of the longer side of a figure, and of its width."""
TITLE, TITLE_LINE = 11.0, 15.0
"""Size of the letters of the title and height of its lines, in points."""
POINTS = 72.0


def draw_scene(scene: Scene, ax: Axes | None = None) -> Axes:
    """Draw a scene on matplotlib axes; nothing is shown.

    Parameters
    ----------
    scene : Scene
    ax : matplotlib.axes.Axes, optional
        By default those of a new figure of pyplot, as large as the scene needs: a notebook shows
        it, ``pyplot.show()`` too, and ``pyplot.close(ax.figure)`` frees it.

    Returns
    -------
    matplotlib.axes.Axes
        With y downwards and cells as squares, whatever the shape of the axes. Letters and
        strokes are measured in cells too. The legend stands below the picture; on axes smaller
        than the picture its letters stay as large as they are, while half of the height suffices.
    """
    if ax is None:
        from matplotlib import pyplot as plt

        ax = _fill(plt.figure(figsize=_size(scene)), scene)
    else:
        scene = _fitted(scene, ax)
    _draw(scene, ax)
    if scene.title:
        lines = wrapped(scene.title, TITLE, _width(ax) * POINTS)
        # A dollar sign would begin a formula.
        ax.set_title("\n".join(lines).replace("$", r"\$"), fontsize=TITLE)
    return ax


def _fitted(scene: Scene, ax: Axes) -> Scene:
    """Return a scene whose cells are so large as they will be on axes that are too small for it.

    The legend is laid out in pixels: for larger cells than those that are drawn it would be laid
    out in smaller letters.
    """
    extent = ax.get_window_extent()
    width, height = (
        max(length / ax.figure.dpi * PIXELS_AN_INCH, 1.0)
        for length in (extent.width, extent.height)
    )
    unit = min(scene.unit, width / scene.width)
    # Narrower pictures have more rows of keys: a few rounds find how many.
    for _ in range(3):
        keys = (replace(scene, unit=unit).layout().height - scene.height) * unit
        unit = min(unit, max(height - keys, height / 2) / scene.height)
    return replace(scene, unit=unit)


def scene_figure(scene: Scene) -> Figure:
    """Return a figure of a scene that pyplot knows nothing of, for writing to a file."""
    figure = Figure(figsize=_size(scene))
    draw_scene(scene, _fill(figure, scene))
    return figure


def _size(scene: Scene) -> tuple[float, float]:
    """Return width and height of a figure, in inches that make whole pixels."""
    layout = scene.layout()
    inches = scene.unit / PIXELS_AN_INCH
    inches *= min(1.0, LARGEST / (max(layout.width, layout.height) * inches))
    width = max(layout.width * inches, SMALLEST)
    height = layout.height * inches + _title_height(scene, width)
    return _whole(width), _whole(height)


def _whole(inches: float) -> float:
    # Renderers round down; a little more makes them round to what is meant.
    return (math.ceil(inches * PIXELS_AN_INCH - 1e-6) + 1e-3) / PIXELS_AN_INCH


def _title_height(scene: Scene, width: float) -> float:
    if not scene.title:
        return 0.0
    return (len(wrapped(scene.title, TITLE, width * POINTS)) * TITLE_LINE + 8) / POINTS


def _fill(figure: Figure, scene: Scene) -> Axes:
    """Add axes for the picture to a figure of its size, with room for the title above."""
    width, height = figure.get_size_inches()
    return figure.add_axes((0, 0, 1, 1 - _title_height(scene, float(width)) / float(height)))


def _width(ax: Axes) -> float:
    """Return the width of axes, in inches."""
    return float(ax.get_window_extent().width / ax.figure.dpi)


def _draw(scene: Scene, ax: Axes) -> None:
    layout = scene.layout()
    add_shapes(ax, (*scene.shapes, *layout.legend))
    ax.set_xlim(layout.left, layout.left + layout.width)
    ax.set_ylim(layout.height, 0)
    ax.set_aspect("equal")
    ax.set(xticks=[], yticks=[])
    ax.set_axis_off()


def add_shapes(ax: Axes, shapes: Iterable[Shape], *, above: float = 0.0) -> list[Artist]:
    """Add shapes to axes, over those added with a lower `above`, and return their artists."""
    artists: list[Artist] = []
    for number, run in enumerate(_runs(shapes)):
        order = 2 + above + number / 10_000
        if isinstance(run, Raster):
            x, y = run.corner
            extent = (x, x + run.width, y + run.height, y)
            image = AxesImage(ax, extent=extent, interpolation="nearest", zorder=order)
            image.set_data(run.pixels)
            artists.append(ax.add_image(image))
        else:
            paths = CellPaths(run, zorder=order)
            artists.append(ax.add_collection(paths, autolim=False))
    return artists


def _runs(shapes: Iterable[Shape]) -> Iterator[Raster | list[Drawn]]:
    """Yield every raster, and all that stands between two of them together."""
    run: list[Drawn] = []
    for shape in shapes:
        if isinstance(shape, Raster):
            if run:
                yield run
                run = []
            yield shape
        else:
            run.append(shape)
    if run:
        yield run


def png(scene: Scene, *, scale: float = 1.0) -> bytes:
    """Return a scene as a PNG image.

    Parameters
    ----------
    scene : Scene
    scale : float
        Factor to the size of the picture.

    Raises
    ------
    ValueError
        If the scale is not above 0, or gives more pixels than a picture can have.
    """
    figure = scene_figure(scene)
    buffer = io.BytesIO()
    # Without the version of matplotlib in it, the same picture is the same file.
    dpi = resolution(figure, scale)
    figure.savefig(buffer, format="png", dpi=dpi, metadata={"Software": None})
    return buffer.getvalue()


def resolution(figure: Figure, scale: float) -> float:
    """Return the pixels an inch that draw a figure at a scale.

    Raises
    ------
    ValueError
        If the scale is not above 0, or the picture would have no pixel or more than a hundred
        million.
    """
    if not 0 < scale < math.inf:
        raise ValueError(f"the scale is a finite number above 0, not {scale!r}")
    width, height = (float(inches) * PIXELS_AN_INCH * scale for inches in figure.get_size_inches())
    if not (min(width, height) >= 1 and width * height <= MOST_PIXELS):
        raise ValueError(
            f"the scale {scale!r} makes a picture of {width:.0f} x {height:.0f} pixels"
        )
    return PIXELS_AN_INCH * scale


# Shapes as paths -----------------------------------------------------------------------------


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
