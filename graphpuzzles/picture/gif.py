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
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.picture.scene import Film, Scene

HOLD = 2.0
"""Least seconds for which the last step is shown."""
FONT, LINE_HEIGHT = 14.0, 20.0
"""Size of the caption and height of its lines, in pixels."""
COLOURS, COMMON = 255, 64
MOST_PIXELS = 10**9
"""Of all frames together; a byte is held for each while the file is made."""
SAMPLES = 8
"""Frames from which the colours are taken."""


def gif(film: Film, *, seconds: float, scale: float) -> bytes:
    """Return a film as a GIF; see `graphpuzzles.picture.film.Animation.gif`."""
    camera = _Camera(film, scale)
    last = len(film.frames) - 1
    if (last + 1) * camera.width * camera.height > MOST_PIXELS:
        raise ValueError(
            f"{last + 1} frames of {camera.width} x {camera.height} pixels are too much for a "
            "GIF; write *.html, or make the scale smaller"
        )
    picked = range(0, last + 1, -(-(last + 1) // SAMPLES))
    palette = _palette([camera.take(number) for number in picked])
    images = _indexed(map(camera.take, range(last + 1)), palette)
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


def _palette(frames: Sequence[NDArray[np.uint8]]) -> NDArray[np.int64]:
    """Return the colours that serve all frames, so that they do not flicker.

    The commonest are kept as they are; what blends at the edges is gathered.
    """
    sheet = np.concatenate(frames)
    colours, counts = np.unique(_codes(sheet), return_counts=True)
    common = colours[np.argsort(-counts, kind="stable")][:COMMON]
    image = Image.fromarray(sheet)
    gathered = image.quantize(COLOURS - COMMON, dither=Image.Dither.NONE).getpalette() or []
    return np.concatenate([_channels(common), np.reshape(gathered, (-1, 3))])


def _indexed(
    frames: Iterable[NDArray[np.uint8]], palette: NDArray[np.int64]
) -> Iterator[Image.Image]:
    """Yield frames in the nearest colours of a palette; pillow's own search is not exact."""
    nearest = np.full(1 << 24, -1, dtype=np.int16)  # of every colour that has been met
    for frame in frames:
        codes = _codes(frame)
        new = np.unique(codes[nearest[codes] < 0])
        away = ((_channels(new)[:, None] - palette) ** 2).sum(axis=2)
        nearest[new] = away.argmin(axis=1)
        image = Image.fromarray(nearest[codes].astype(np.uint8).reshape(frame.shape[:2]))
        image.putpalette(palette.astype(np.uint8).tobytes())
        yield image


def _codes(pixels: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Return the colour of every pixel as one number."""
    red, green, blue = pixels.reshape(-1, 3).T.astype(np.int32)
    return red << 16 | green << 8 | blue


def _channels(codes: NDArray[np.int32]) -> NDArray[np.int64]:
    return np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=-1).astype(np.int64)


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
