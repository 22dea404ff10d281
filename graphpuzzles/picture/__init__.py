"""A picture as data, and a small SVG writer for it.

A puzzle describes its picture once, as a `Scene`; the SVG writer here needs nothing but Python,
and `graphpuzzles.picture` shows the same scene on matplotlib axes. Lengths are in cells, x to the
right and y downwards, as in SVG and as rows and columns are counted.
"""

from graphpuzzles.picture.colours import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    LIGHT,
    ORANGE,
    PURPLE,
    SKY,
    VERMILLION,
    WHITE,
    YELLOW,
)
from graphpuzzles.picture.placing import placed
from graphpuzzles.picture.scene import (
    Circle,
    Film,
    Key,
    Line,
    Point,
    Polygon,
    Raster,
    Scene,
    Shape,
    Style,
    Text,
    rectangle,
    text_scene,
)

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
    "Raster",
    "Scene",
    "Shape",
    "Style",
    "Text",
    "placed",
    "rectangle",
    "text_scene",
]
