"""What every picture of a board must be, and how its shapes are found."""

from itertools import combinations, pairwise

from lxml import etree

from graphpuzzles.picture import (
    Circle,
    Line,
    Polygon,
    Raster,
    Text,
    text_width,
)

SLACK = 1e-9
HOSTILE = (
    "<script>",
    "]]>&amp;",
    "\x07\x00",
    "漢字カナ",
    "e\u0301\u200b",
    "1234567890",
    "x" * 300,
)


def of_kind(scene, kind):
    return [shape for shape in scene.shapes if isinstance(shape, kind)]


def titled(scene, word):
    return [line for line in of_kind(scene, Line) if word in line.title]


def box(shape):
    """Return left, top, right and bottom of a shape, strokes aside."""
    if isinstance(shape, Text):
        width, (x, y) = text_width(shape.text, shape.size, bold=shape.bold), shape.at
        left = x - width * {"start": 0, "middle": 0.5, "end": 1}[shape.anchor]
        # Capitals are 0.7 of the size high, and hang as far below as above the middle.
        return left, y - 0.35 * shape.size, left + width, y + 0.35 * shape.size
    if isinstance(shape, Circle):
        (x, y), r = shape.center, shape.radius
        return x - r, y - r, x + r, y + r
    if isinstance(shape, Raster):
        x, y = shape.corner
        return x, y, x + shape.width, y + shape.height
    xs, ys = zip(*shape.points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def assert_sound(scene):
    """Look for shapes off the picture, texts over each other, and SVG that is none."""
    for shape in scene.shapes:
        left, top, right, bottom = box(shape)
        assert left >= -SLACK
        assert top >= -SLACK
        assert right <= scene.width + SLACK
        assert bottom <= scene.height + SLACK
    texts = of_kind(scene, Text)
    for (a, b, c, d), (e, f, g, h) in combinations(map(box, texts), 2):
        assert c <= e + SLACK or g <= a + SLACK or d <= f + SLACK or h <= b + SLACK
    assert all(text.size * scene.unit >= 4 for text in texts)
    root = etree.fromstring(scene.svg())
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {
        *("svg", "title", "rect", "g", "polygon", "polyline", "circle", "text", "image")
    }


def centre(scene, puzzle_shape, cell):
    rows, columns = puzzle_shape
    row, column = cell
    left, top = (scene.width - columns) / 2, (scene.height - rows) / 2
    return left + column + 0.5, top + row + 0.5


def fills(scene, point):
    """Return the fills of all polygons over a point, the uppermost last."""
    x, y = point
    found = []
    for shape in of_kind(scene, Polygon):
        left, top, right, bottom = box(shape)
        if left < x < right and top < y < bottom:
            found.append(shape.style.fill)
    return found


def lies_on(line, point):
    """Tell whether a point is on a line."""
    x, y = point
    for (a, b), (c, d) in pairwise(line.points):
        off = abs((c - a) * (y - b) - (d - b) * (x - a))
        beside = min(a, c) - 1e-6 <= x <= max(a, c) + 1e-6
        if off < 1e-6 and beside and min(b, d) - 1e-6 <= y <= max(b, d) + 1e-6:
            return True
    return False
