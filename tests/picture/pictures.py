"""Scenes whose pictures are compared, and how pictures are compared.

``python -m tests.picture.pictures`` draws the reference pictures anew; look at them before
committing.
"""

import io
from pathlib import Path

import numpy as np

from graphpuzzles.picture import (
    BLACK,
    BLUE,
    GREEN,
    LIGHT,
    ORANGE,
    SKY,
    VERMILLION,
    WHITE,
    YELLOW,
    Circle,
    Key,
    Line,
    Polygon,
    Raster,
    Scene,
    Style,
    Text,
    rectangle,
)

FOLDER = Path(__file__).parents[1] / "data" / "pictures"


def shapes():
    """Return every kind of shape, stroke and anchor."""
    line = Style(stroke=BLACK, width=0.1)
    return Scene(
        6,
        4,
        (
            rectangle((0.25, 0.25), 1.5, 1.5, Style(fill=SKY, stroke=BLACK, width=0.1)),
            Polygon(((2, 1.75), (2.75, 0.25), (3.5, 1.75)), Style(fill=YELLOW, stroke=VERMILLION)),
            Circle((4.75, 1), 0.75, Style(fill=GREEN, stroke=BLACK, width=0.2, opacity=0.5)),
            Line(((0.5, 2.25), (2, 3), (0.5, 3.5)), Style(stroke=VERMILLION, width=0.3)),
            Line(((2.5, 2.25), (5.5, 2.25)), Style(stroke=BLUE, width=0.1, dash=(0.3, 0.3))),
            Line(((2.5, 2.6), (5.5, 2.6)), Style(stroke=BLUE, width=0.05, dash=(0.2,))),
            Line(((4, 2.8), (4, 3.8)), line),
            Text((4, 3), "start", 0.4, anchor="start"),
            Text((4, 3.35), "middle", 0.4, bold=True),
            Text((4, 3.7), "end", 0.4, BLUE, anchor="end", mono=True),
        ),
        unit=40,
    )


def layers():
    """Return a raster between shapes: what comes later covers what came before."""
    pixels = np.array([[[0xD5, 0x5E, 0], [255] * 3], [[255] * 3, [0, 0x72, 0xB2]]], np.uint8)
    return Scene(
        4,
        3,
        (
            rectangle((0, 0), 4, 3, Style(fill=LIGHT)),
            Circle((1, 1), 0.9, Style(fill=BLACK)),
            Raster((1, 0.5), 2, 2, pixels),
            Line(((0.5, 2.5), (3.5, 0.5)), Style(stroke=ORANGE, width=0.2)),
            Circle((3, 2), 0.5, Style(fill=WHITE, stroke=BLACK)),
        ),
        unit=40,
    )


def legend():
    """Return a narrow picture with a legend that needs room and lines."""
    keys = (
        Key(Style(fill=SKY, stroke=BLACK), "a region"),
        Key(Style(stroke=VERMILLION, width=0.1), "the walk that cuts, told in so many words"),
        Key(Style(stroke=BLUE, width=0.1, dash=(0.15, 0.2)), "a path"),
    )
    return Scene(2, 2, (rectangle((0, 0), 2, 2, Style(fill=SKY)),), legend=keys, unit=40)


SCENES = {scene.__name__: scene for scene in (shapes, layers, legend)}


def pixels_of(data):
    """Return the pixels of an image file as floats, shape (rows, columns, 3)."""
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGB"), dtype=np.float64)


def difference(first, second):
    """Return the root mean square difference of two pictures, of 255 at most.

    Each pixel is compared to the mean of its neighbourhood, so that an edge that lies half a
    pixel aside counts little and a shape that is missing counts much.
    """
    assert first.shape == second.shape
    return float(np.sqrt(((_blurred(first) - _blurred(second)) ** 2).mean()))


def _blurred(pixels):
    padded = np.pad(pixels, ((1, 1), (1, 1), (0, 0)), mode="edge")
    rows, columns, _ = pixels.shape
    return sum(padded[i : i + rows, j : j + columns] for i in range(3) for j in range(3)) / 9


def draw_references():
    from graphpuzzles.picture.axes import png

    FOLDER.mkdir(exist_ok=True)
    for name, scene in SCENES.items():
        (FOLDER / f"{name}.png").write_bytes(png(scene()))


if __name__ == "__main__":
    draw_references()
