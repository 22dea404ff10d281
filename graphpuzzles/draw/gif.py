"""Films as GIF files."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from graphpuzzles.draw.axes import add_shapes, scene_figure
from graphpuzzles.draw.images import resolution
from graphpuzzles.draw.player import split
from graphpuzzles.scene import Text
from graphpuzzles.scene.layout import lay_out, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.scene import Film, Scene

__all__ = ["gif"]

HOLD = 2.0
"""Least seconds for which the last step is shown."""
FONT, LINE_HEIGHT = 14.0, 20.0
"""Size of the caption and height of its lines, in pixels."""
COLOURS, COMMON = 256, 64
SAMPLES = 8
"""Frames from which the colours are taken."""


def gif(film: Film, *, seconds: float, scale: float) -> bytes:
    """Return a film as a GIF; see `graphpuzzles.draw.animation.Animation.gif`."""
    frames = list(_rendered(film, scale))
    palette = _palette(frames)
    images = [_indexed(frame, palette) for frame in frames]
    durations = [round(1000 * seconds)] * len(images)
    durations[-1] = max(durations[-1], round(1000 * HOLD))
    buffer = io.BytesIO()
    images[0].save(
        buffer,
        "GIF",
        save_all=True,
        append_images=images[1:],
        duration=durations,
        loop=0,
        optimize=False,
    )
    return buffer.getvalue()


def _palette(frames: Sequence[Image.Image]) -> NDArray[np.int64]:
    """Return the colours that serve all frames, so that they do not flicker.

    The commonest are kept as they are; what blends at the edges is gathered.
    """
    picked = frames[:: -(-len(frames) // SAMPLES)]
    sheet = Image.fromarray(np.concatenate([np.asarray(frame) for frame in picked]))
    colours, counts = np.unique(_codes(sheet), return_counts=True)
    common = colours[np.argsort(-counts, kind="stable")][:COMMON]
    gathered = sheet.quantize(COLOURS - COMMON, dither=Image.Dither.NONE).getpalette() or []
    return np.concatenate([_channels(common), np.reshape(gathered, (-1, 3))])


def _indexed(frame: Image.Image, palette: NDArray[np.int64]) -> Image.Image:
    """Return a frame in the nearest colours of the palette; pillow's own search is not exact."""
    colours, places = np.unique(_codes(frame), return_inverse=True)
    away = ((_channels(colours)[:, None] - palette) ** 2).sum(axis=2)
    indices = away.argmin(axis=1).astype(np.uint8)[places]
    image = Image.fromarray(indices.reshape(frame.height, frame.width))
    image.putpalette(palette.astype(np.uint8).tobytes())
    return image


def _codes(image: Image.Image) -> NDArray[np.int64]:
    """Return the colour of every pixel as one number."""
    red, green, blue = np.asarray(image, dtype=np.int64).reshape(-1, 3).T
    return red << 16 | green << 8 | blue


def _channels(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=-1)


def _rendered(film: Film, scale: float) -> Iterator[Image.Image]:
    """Yield the picture of every frame; what does not move is made once."""
    behind, moving, before = split([frame.shapes for frame in film.frames])
    scene, captions = _captioned(film)
    figure = scene_figure(replace(scene, shapes=tuple(behind)))
    (ax,) = figure.axes
    dpi = resolution(figure, scale)
    for shapes, caption in zip(moving, captions, strict=True):
        artists = add_shapes(ax, (*shapes, *before, *caption), above=1.0)
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", dpi=dpi, pil_kwargs={"compress_level": 1})
        for artist in artists:
            artist.remove()
        with Image.open(buffer) as image:
            yield image.convert("RGB")


def _captioned(film: Film) -> tuple[Scene, list[list[Text]]]:
    """Return the first frame with room below for captions, and the captions of all frames."""
    first = film.frames[0]
    cells = 1 / first.unit
    width = lay_out(first).width * first.unit
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
