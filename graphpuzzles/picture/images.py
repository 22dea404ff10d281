"""Scenes as PNG files."""

from __future__ import annotations

import io
import math
from typing import TYPE_CHECKING

from graphpuzzles.picture.axes import PIXELS_AN_INCH, scene_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from graphpuzzles.picture import Scene

__all__ = ["png", "resolution"]

MOST_PIXELS = 10**8


def png(scene: Scene, *, scale: float = 1.0) -> bytes:
    """Return a scene as a PNG image.

    Parameters
    ----------
    scene : Scene
    scale : float
        Factor to the size of the picture.

    Raises
    ------
    MissingDependencyError
        If matplotlib is not installed.
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
