"""Films as GIF files."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.errors import MissingDependencyError
from graphpuzzles.picture.axes import add_shapes, resolution, scene_figure
from graphpuzzles.picture.layout import wrapped
from graphpuzzles.picture.player import split
from graphpuzzles.picture.shapes import Text

try:
    from PIL import Image
except ImportError as error:
    raise MissingDependencyError("pillow", "draw") from error

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphpuzzles.picture.scene import Film, Scene

HOLD = 2.0
"""Least seconds for which the last step is shown."""
FONT, LINE_HEIGHT = 14.0, 20.0
"""Size of the caption and height of its lines, in pixels."""
MOST_PIXELS = 10**9
"""Of all frames together; a byte is held for each while the file is made."""


def gif(film: Film, *, seconds: float, scale: float) -> bytes:
    """Return a film as a GIF; see `graphpuzzles.picture.film.Animation.gif`."""
    camera = _Camera(film, scale)
    last = len(film.frames) - 1
    if (last + 1) * camera.width * camera.height > MOST_PIXELS:
        raise ValueError(
            f"{last + 1} frames of {camera.width} x {camera.height} pixels are too much for a "
            "GIF; write *.html, or make the scale smaller"
        )
    # Pillow gives each frame the colours that it needs: flat ones stay exactly what they are.
    images = map(Image.fromarray, map(camera.take, range(last + 1)))
    durations = [round(1000 * seconds)] * last + [round(1000 * max(seconds, HOLD))]
    buffer = io.BytesIO()
    next(images).save(
        buffer,
        "GIF",
        save_all=True,
        append_images=images,
        duration=durations if last else durations[0],
        loop=0,
        optimize=True,  # what stays as it was is transparent
    )
    return buffer.getvalue()


class _Camera:
    """Draws the frames of a film; what does not move is made once."""

    def __init__(self, film: Film, scale: float) -> None:
        behind, self._moving, self._before = split([frame.shapes for frame in film.frames])
        scene, self._captions = _captioned(film)
        self._figure = scene_figure(replace(scene, shapes=tuple(behind)))
        self._dpi = resolution(self._figure, scale)
        self._figure.set_dpi(self._dpi)  # the box is in pixels
        self.width, self.height = map(int, self._figure.bbox.size)

    def take(self, number: int) -> NDArray[np.uint8]:
        """Return the pixels of a frame, shape (height, width, 3)."""
        (ax,) = self._figure.axes
        shapes = (*self._moving[number], *self._before, *self._captions[number])
        artists = add_shapes(ax, shapes, above=1.0)
        buffer = io.BytesIO()
        self._figure.savefig(buffer, format="rgba", dpi=self._dpi)
        for artist in artists:
            artist.remove()
        pixels = np.frombuffer(buffer.getvalue(), dtype=np.uint8)
        return pixels.reshape(self.height, self.width, 4)[:, :, :3]


def _captioned(film: Film) -> tuple[Scene, list[list[Text]]]:
    """Return the first frame with room below for captions, and the captions of all frames."""
    first = film.frames[0]
    cells = 1 / first.unit
    width = first.layout().width * first.unit
    captions = [wrapped(caption, FONT, width) if caption else [] for caption in film.captions]
    height = first.height + max(map(len, captions)) * LINE_HEIGHT * cells
    texts = [
        [
            Text(
                (first.width / 2, first.height + (row + 0.5) * LINE_HEIGHT * cells),
                line,
                FONT * cells,
            )
            for row, line in enumerate(caption)
        ]
        for caption in captions
    ]
    return replace(first, height=height, title=film.title), texts
