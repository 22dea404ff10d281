"""A picture as data, and a small SVG writer for it.

A puzzle describes its picture once, as a `Scene`; the SVG writer here needs nothing but Python,
and `draw_scene` shows the same scene on matplotlib axes. Lengths are in cells, x to the right and
y downwards, as in SVG and as rows and columns are counted.
"""

from typing import TYPE_CHECKING

from graphpuzzles.names import names_of

if TYPE_CHECKING:
    from graphpuzzles.picture.axes import draw_scene as draw_scene
    from graphpuzzles.picture.drawable import Drawable as Drawable
    from graphpuzzles.picture.film import Animation as Animation
    from graphpuzzles.picture.graphs import draw_graph as draw_graph, graph_scene as graph_scene
    from graphpuzzles.picture.layout import text_width as text_width
    from graphpuzzles.picture.scene import Film as Film, Scene as Scene, text_scene as text_scene
    from graphpuzzles.picture.shapes import (
        BLACK as BLACK,
        BLUE as BLUE,
        GREEN as GREEN,
        GREY as GREY,
        LIGHT as LIGHT,
        ORANGE as ORANGE,
        PURPLE as PURPLE,
        SKY as SKY,
        VERMILLION as VERMILLION,
        WHITE as WHITE,
        YELLOW as YELLOW,
        Circle as Circle,
        Key as Key,
        Line as Line,
        Point as Point,
        Polygon as Polygon,
        Raster as Raster,
        Shape as Shape,
        Style as Style,
        Text as Text,
        is_dark as is_dark,
        mixed as mixed,
        placed as placed,
        rectangle as rectangle,
    )
else:
    __getattr__, __dir__ = names_of(__name__)
