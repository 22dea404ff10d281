"""Scenes on matplotlib axes.

All shapes between two rasters are one collection of paths, letters included: it draws ten
thousand shapes in one call, keeps their order, and scales letters and strokes with the cells,
whatever axes it is drawn on and however they are zoomed.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from graphpuzzles.picture import Raster
from graphpuzzles.picture.layout import lay_out, wrapped
from graphpuzzles.picture.optional import requiring

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from graphpuzzles.picture import Scene, Shape
    from graphpuzzles.picture.paths import Drawn

__all__ = ["PIXELS_AN_INCH", "add_shapes", "draw_scene", "scene_figure"]

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

    Raises
    ------
    MissingDependencyError
        If matplotlib is not installed.
    """
    if ax is None:
        with requiring("matplotlib"):
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
        keys = (lay_out(replace(scene, unit=unit)).height - scene.height) * unit
        unit = min(unit, max(height - keys, height / 2) / scene.height)
    return replace(scene, unit=unit)


def scene_figure(scene: Scene) -> Figure:
    """Return a figure of a scene that pyplot knows nothing of, for writing to a file.

    Raises
    ------
    MissingDependencyError
        If matplotlib is not installed.
    """
    with requiring("matplotlib"):
        from matplotlib.figure import Figure
    figure = Figure(figsize=_size(scene))
    draw_scene(scene, _fill(figure, scene))
    return figure


def _size(scene: Scene) -> tuple[float, float]:
    """Return width and height of a figure, in inches that make whole pixels."""
    layout = lay_out(scene)
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
    layout = lay_out(scene)
    add_shapes(ax, (*scene.shapes, *layout.legend))
    ax.set_xlim(layout.left, layout.left + layout.width)
    ax.set_ylim(layout.height, 0)
    ax.set_aspect("equal")
    ax.set(xticks=[], yticks=[])
    ax.set_axis_off()


def add_shapes(ax: Axes, shapes: Iterable[Shape], *, above: float = 0.0) -> list[Artist]:
    """Add shapes to axes, over those added with a lower `above`, and return their artists."""
    from matplotlib.image import AxesImage

    from graphpuzzles.picture.paths import CellPaths

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
