"""Scenes on matplotlib axes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphpuzzles.errors import MissingDependencyError
from graphpuzzles.scene import Circle, Line, Text

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from graphpuzzles.scene import Scene, Shape

__all__ = ["draw_scene"]

POINTS = 72
"""Typographic points an inch."""


def draw_scene(scene: Scene, ax: Axes | None = None) -> Axes:
    """Draw a scene on matplotlib axes; nothing is shown.

    Parameters
    ----------
    scene : Scene
    ax : matplotlib.axes.Axes, optional
        By default those of a new figure, as large as the scene needs.

    Returns
    -------
    matplotlib.axes.Axes
        With y downwards and cells as squares, whatever the shape of the axes.

    Raises
    ------
    MissingDependencyError
        If matplotlib is not installed.
    """
    try:
        from matplotlib import pyplot as plt
    except ImportError as error:
        raise MissingDependencyError("matplotlib", "draw") from error
    if ax is None:
        inches = scene.unit / 96
        _figure, ax = plt.subplots(
            figsize=(scene.width * inches, scene.height * inches), layout="constrained"
        )
    ax.set(xlim=(0, scene.width), ylim=(scene.height, 0), aspect="equal", title=scene.title)
    ax.set_axis_off()
    for order, shape in enumerate(scene.shapes):
        artist = _artist(shape)
        artist.set_zorder(2 + order / (len(scene.shapes) + 1))
        ax.add_artist(artist)
    return ax


def _artist(shape: Shape) -> Artist:
    from matplotlib import lines, patches

    if isinstance(shape, Text):
        return _text(shape)
    style = shape.style
    artist: lines.Line2D | patches.Patch
    if isinstance(shape, Line):
        xs, ys = zip(*shape.points, strict=True)
        artist = lines.Line2D(xs, ys, color=style.stroke)
    else:
        if isinstance(shape, Circle):
            artist = patches.Circle(shape.center, shape.radius)
        else:
            artist = patches.Polygon(shape.points)
        artist.set_facecolor(style.fill or "none")
        artist.set_edgecolor(style.stroke or "none")
    artist.set_linewidth(style.width * POINTS / 2)
    artist.set_alpha(style.opacity)
    if style.dash:
        artist.set_linestyle((0, [part / style.width for part in style.dash]))
    return artist


def _text(shape: Text) -> Artist:
    from matplotlib.text import Text as Words

    x, y = shape.at
    return Words(x, y, shape.text, color=shape.color, ha=shape.anchor)
