"""Scenes as data and as SVG: always well-formed, never more than was asked for."""

import copy
import io
import pickle
import re
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.picture import (
    BLUE,
    ORANGE,
    Circle,
    Film,
    Key,
    Line,
    Polygon,
    Raster,
    Scene,
    Style,
    Text,
    placed,
    rectangle,
    text_scene,
)
from graphpuzzles.picture.layout import printable, text_width, wrapped
from graphpuzzles.picture.svg import number, png
from tests.svg import SVG, harmless

BAD_NUMBERS = (float("nan"), float("inf"), -float("inf"))
DOT = Style(fill=BLUE)
HOSTILE = (
    "<script>alert(1)</script>",
    "]]></title></svg>",
    "\"' onload=alert(1) x=\"'",
    "a\x00b\x1b\x7f\x85c",
    "\ud800 \udfff",
    "\ufffe\uffff",
    "\u202eright to left\u202c \u200f",
    "line\nbreak\r\n\ttab",
    "&amp; &#0; &unknown;",
    "x" * 10_000,
    "😀 é 漢字",
)
any_text = st.text(st.characters(codec=None, exclude_categories=()), max_size=40)


def every_shape(text):
    return (
        rectangle((0, 0), 1, 1, Style(fill=BLUE, stroke=ORANGE, opacity=0.5), title=text),
        Line(((0, 0), (1, 1)), Style(stroke=BLUE, dash=(0.1, 0.2)), text),
        Circle((1, 1), 0.5, DOT, text),
        Text((1, 1), text, bold=True, mono=True, anchor="end"),
        Raster((0, 0), 1, 1, np.zeros((2, 3, 3), np.uint8), text),
    )


# Well-formed, and nothing but a picture -------------------------------------------------------


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:12]))
def test_hostile_text_stays_text(text):
    harmless(Scene(3, 2, every_shape(text), text, (Key(DOT, text),)).svg())
    root = harmless(Scene(3, 2, every_shape(text), text).svg())
    plain = harmless(Scene(3, 2, every_shape("plain"), "plain").svg())
    assert [element.tag for element in root.iter()] == [element.tag for element in plain.iter()]
    shown = next(root.iter(f"{SVG}text")).text
    assert len(shown) == len(text.replace("\r\n", "  "))


@given(any_text, st.lists(any_text, max_size=4))
def test_any_text_gives_well_formed_xml(text, keys):
    legend = tuple(Key(DOT, key) for key in keys)
    harmless(Scene(2, 2, every_shape(text), text, legend).svg())


def test_what_can_be_shown_is_shown_as_it_is():
    scene = Scene(1, 1, (Text((0, 0), "a<b & \"c\" 'd' é漢😀"),), "1 < 2")
    root = harmless(scene.svg())
    assert root.find(f"{SVG}title").text == "1 < 2"
    assert next(root.iter(f"{SVG}text")).text == "a<b & \"c\" 'd' é漢😀"


@pytest.mark.parametrize(
    "colour", ["red", "#fff", "#0072b2 ", "#0072b2\n", '#0072b2" onload="x', "url(#a)", "", 7]
)
def test_colours_are_written_in_one_way(colour):
    for make in (
        lambda: Style(fill=colour),
        lambda: Style(stroke=colour),
        lambda: Text((0, 0), "x", color=colour),
    ):
        with pytest.raises(ValueError, match="#rrggbb"):
            make()


@pytest.mark.parametrize("bad", BAD_NUMBERS)
@pytest.mark.parametrize(
    "make",
    [
        lambda bad: Polygon(((0, 0), (0, bad)), DOT),
        lambda bad: Line(((bad, 0), (0, 0)), DOT),
        lambda bad: Circle((0, bad), 1, DOT),
        lambda bad: Circle((0, 0), bad, DOT),
        lambda bad: Text((bad, 0), "x"),
        lambda bad: Text((0, 0), "x", bad),
        lambda bad: Raster((bad, 0), 1, 1, np.zeros((1, 1, 3), np.uint8)),
        lambda bad: Raster((0, 0), 1, bad, np.zeros((1, 1, 3), np.uint8)),
        lambda bad: Style(width=bad),
        lambda bad: Style(opacity=bad),
        lambda bad: Style(dash=(1, bad)),
        lambda bad: Scene(bad, 1, ()),
        lambda bad: Scene(1, bad, ()),
        lambda bad: Scene(1, 1, (), unit=bad),
    ],
)
def test_numbers_that_are_none_are_refused(make, bad):
    with pytest.raises(ValueError, match=r"finite|between 0 and 1"):
        make(bad)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Circle((0, 0), 0, DOT), "radius"),
        (lambda: Style(width=-1), "width"),
        (lambda: Style(dash=(0.0,)), "dash"),
        (lambda: Style(opacity=1.01), "opacity"),
        (lambda: Scene(0, 1, ()), "width"),
        (lambda: Polygon((), DOT), "point"),
        (lambda: Text((0, 0), "x", anchor='"'), "anchor"),
        (lambda: Film((), ()), "frame"),
        (lambda: Film((Scene(1, 1, ()),), ()), "1 frames, but 0 captions"),
        (lambda: Film((Scene(1, 1, ()), Scene(2, 1, ())), ("", "")), "frame 1 has another width"),
    ],
)
def test_what_makes_no_picture_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@given(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9))
def test_numbers_are_plain_decimals(first, second):
    for value in (first, second):
        text = number(value)
        assert re.fullmatch(r"-?(0|[1-9]\d*)(\.\d{0,2}[1-9])?", text)
        assert text != "-0"
        assert abs(float(text) - value) <= 0.0005 + 1e-9 * abs(value)


def test_the_same_scene_gives_the_same_bytes():
    first, second = (Scene(3, 2, every_shape("a"), "b", (Key(DOT, "c"),)).svg() for _ in range(2))
    assert first == second


def test_shapes_come_in_order_and_with_their_titles():
    root = harmless(Scene(3, 2, every_shape("told")).svg())
    (group,) = root.iter(f"{SVG}g")
    names = [element.tag.removeprefix(SVG) for element in group]
    assert names == ["polygon", "polyline", "circle", "text", "image"]
    assert [e.findtext(f"{SVG}title") for e in group] == ["told", "told", "told", None, "told"]


def test_a_line_is_not_filled_and_each_paint_has_the_opacity():
    style = Style(fill=BLUE, stroke=ORANGE, opacity=0.25)
    points = ((0, 0), (1, 0), (1, 1))
    root = harmless(Scene(1, 1, (Line(points, style), Polygon(points, style))).svg())
    line, polygon = root.find(f"{SVG}g")
    assert (line.get("fill"), line.get("fill-opacity")) == ("none", None)
    assert (polygon.get("fill"), polygon.get("fill-opacity")) == (BLUE, "0.25")
    assert line.get("stroke-opacity") == polygon.get("stroke-opacity") == "0.25"


def test_scenes_and_films_are_told_in_one_line():
    scene = Scene(1.5, 2, every_shape("x"), "a walk")
    told = f"Scene('a walk', 1.5 x 2 cells, {len(scene.shapes)} shapes)"
    assert repr(scene) == told
    assert repr(Film((scene,), ("",), "a film")) == "Film('a film', 1 frame)"


def test_a_scene_in_a_notebook_is_its_svg_with_the_title():
    scene = Scene(1, 1, (), "told")
    assert scene._repr_svg_() == scene.svg(titled=True)
    assert [text.text for text in harmless(scene._repr_svg_()).iter(f"{SVG}text")] == ["told"]
    assert not list(harmless(scene.svg()).iter(f"{SVG}text"))
    untitled = Scene(1, 1, (), legend=(Key(DOT, "x"),))
    assert untitled.svg(titled=True) == untitled.svg()


@given(any_text, st.floats(0.2, 30), st.floats(5, 60), st.booleans())
def test_a_title_stands_whole_above_the_picture(title, width, unit, legend):
    scene = Scene(width, 2, (), title, (Key(DOT, "x" * 9),) if legend else (), unit)
    plain, layout = scene.layout(), scene.layout(titled=True)
    harmless(scene.svg(titled=True))
    assert layout.legend == plain.legend
    assert layout.left <= plain.left
    assert layout.left + layout.width >= plain.left + plain.width
    assert layout.top + layout.height == pytest.approx(plain.height)
    shown = "".join(line.text for line in layout.heading)
    assert "".join(shown.split()) == "".join(printable(title).split())
    for line in layout.heading:
        half = text_width(line.text, line.size) / 2
        assert layout.left < line.at[0] - half
        assert line.at[0] + half < layout.left + layout.width
        assert layout.top < line.at[1] - line.size / 2
        assert line.at[1] + line.size / 2 < 0


def test_the_picture_of_a_text_keeps_its_columns():
    root = harmless(text_scene("ab\tc\n  d", "title").svg())
    assert [element.text for element in root.iter(f"{SVG}text")] == ["ab      c", "  d"]
    assert harmless(text_scene("").svg()).get("viewBox") == "0 0 1 1.5"


# Legends --------------------------------------------------------------------------------------


def boxes(layout):
    """Return the boxes of the legend's entries: left, top, right, bottom."""
    found = []
    for shape in layout.legend:
        if isinstance(shape, Text):
            (x, y), size = shape.at, shape.size
            found.append((x, y - size / 2, x + text_width(shape.text, size), y + size / 2))
        else:
            xs, ys = zip(*shape.points, strict=True)
            found.append((min(xs), min(ys), max(xs), max(ys)))
    return found


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.booleans(), any_text), min_size=1, max_size=6),
    st.floats(0.3, 40),
    st.floats(4, 60),
)
def test_legends_stay_in_the_picture_and_apart(entries, width, unit):
    keys = tuple(
        Key(Style(fill=BLUE) if filled else Style(stroke=BLUE), text) for filled, text in entries
    )
    scene = Scene(width, 2, (), legend=keys, unit=unit)
    layout = scene.layout()
    assert layout.width >= width
    assert layout.left <= 0
    assert layout.left + layout.width >= width
    found = boxes(layout)
    slack = 1e-6
    for left, top, right, bottom in found:
        assert layout.left - slack <= left
        assert right <= layout.left + layout.width + slack
        assert scene.height - slack <= top
        assert bottom <= layout.height + slack
    for i, (left, top, right, bottom) in enumerate(found):
        for other in found[:i]:
            apart = left >= other[2] or other[0] >= right or top >= other[3] or other[1] >= bottom
            assert apart or right == left or other[2] == other[0]


def test_a_legend_loses_no_words():
    text = "a rather long explanation of what this colour means, in many words"
    layout = Scene(1, 1, (), legend=(Key(DOT, text),)).layout()
    words = [shape.text for shape in layout.legend if isinstance(shape, Text)]
    assert len(words) > 1
    assert " ".join(words) == text


def test_letters_of_a_legend_have_one_size_in_pixels():
    for unit in (5.0, 40.0):
        layout = Scene(9, 9, (), legend=(Key(DOT, "x"),), unit=unit).layout()
        assert layout.legend[1].size * unit == pytest.approx(14)


@pytest.mark.parametrize(("style", "width"), [(DOT, 14), (Style(stroke=BLUE), 28)])
def test_marks_of_a_legend_lie_over_its_sample(style, width):
    corners = rectangle((0, 0), width / 14, 1, Style(stroke=BLUE, width=0.1, dash=(0.5, 1)))
    marks = (corners, Circle((0.5, 0.5), 0.5, DOT), Text((0.5, 0.5), "?", size=1))
    for unit in (7.0, 40.0):
        legend = Scene(9, 9, (), legend=(Key(style, "x", marks),), unit=unit).layout().legend
        sample, frame, disc, letter, _ = legend
        (left, top), _, (right, bottom), _ = frame.points
        assert (right - left) * unit == pytest.approx(width)
        assert (bottom - top) * unit == pytest.approx(14)
        assert left == pytest.approx(min(x for x, _ in sample.points) - right_end(sample))
        assert disc.center == letter.at == pytest.approx((left + 7 / unit, top + 7 / unit))
        assert disc.radius * unit == pytest.approx(7)
        assert letter.size * unit == pytest.approx(14)
        assert frame.style.width * unit == pytest.approx(1.4)
        assert [part * unit for part in frame.style.dash] == pytest.approx([7, 14])


def right_end(sample):
    """Return how far the round end of a stroke goes beyond its points."""
    return sample.style.width / 2 if isinstance(sample, Line) else 0


def test_every_shape_can_be_placed_elsewhere_and_back():
    shapes = every_shape("x")
    there = [placed(shape, (4, 2), 4) for shape in shapes]
    assert all(shape != moved for shape, moved in zip(shapes, there, strict=True))
    assert [placed(shape, (-1, -0.5), 0.25) for shape in there] == list(shapes)


def test_letters_are_hardly_wider_than_expected():
    paths = pytest.importorskip("graphpuzzles.picture.axes")
    for letter in (*map(chr, range(0x20, 0x7F)), *"…—éÖ"):
        for bold in (False, True):
            width = paths._outline(letter, bold, False)[1]
            assert width <= text_width(letter, 1.0, bold=bold) + 1e-9, letter
    assert text_width("漢字", 1.0) == 2
    sentence = "blue paths of a maximum flow, where they cross at a corner"
    assert text_width(sentence, 1.0) < 1.15 * paths._outline(sentence, False, False)[1]


def test_a_wide_picture_is_not_widened_by_its_legend():
    assert Scene(20, 1, (), legend=(Key(DOT, "x"),)).layout().width == 20


@given(any_text, st.floats(1, 50))
def test_wrapped_lines_fit_and_lose_no_letter(text, width):
    lines = wrapped(text, 1.0, width)
    assert all(text_width(line, 1.0) <= max(width, 1.0) for line in lines)
    kept = re.sub(r"\s", "", "".join(lines))
    assert kept == re.sub(r"\s", "", "".join(wrapped(text, 1.0, 1e6)))


# Rasters --------------------------------------------------------------------------------------


def decoded(data):
    """Return the pixels of a PNG file as this package writes them, from the specification."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks = {}
    position = 8
    while position < len(data):
        (length,) = struct.unpack_from(">I", data, position)
        name = data[position + 4 : position + 8]
        body = data[position + 8 : position + 8 + length]
        (checksum,) = struct.unpack_from(">I", data, position + 8 + length)
        assert checksum == zlib.crc32(name + body)
        chunks[name] = body
        position += 12 + length
    assert list(chunks) == [b"IHDR", b"IDAT", b"IEND"]
    columns, rows, *rest = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert rest == [8, 2, 0, 0, 0]
    lines = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(rows, -1)
    assert not lines[:, 0].any()
    return lines[:, 1:].reshape(rows, columns, 3)


@given(st.integers(1, 9), st.integers(1, 9), st.randoms(use_true_random=False))
def test_pixels_come_back_from_png(rows, columns, rng):
    pixels = np.array([rng.randrange(256) for _ in range(rows * columns * 3)], np.uint8)
    pixels = pixels.reshape(rows, columns, 3)
    assert (decoded(png(pixels)) == pixels).all()


def test_other_readers_agree():
    image = pytest.importorskip("PIL.Image")
    pixels = np.arange(2 * 5 * 3, dtype=np.uint8).reshape(2, 5, 3)
    with image.open(io.BytesIO(png(pixels))) as opened:
        assert (np.asarray(opened) == pixels).all()


def test_a_raster_keeps_its_own_pixels():
    pixels = np.zeros((2, 2, 3), np.uint8)
    raster = Raster((0, 0), 2, 2, pixels)
    before = Scene(2, 2, (raster,)).svg()
    pixels[:] = 255
    assert Scene(2, 2, (raster,)).svg() == before
    for kept in (raster, pickle.loads(pickle.dumps(raster)), copy.deepcopy(raster)):
        assert kept == raster
        with pytest.raises(ValueError, match="read-only"):
            kept.pixels[0, 0, 0] = 1
        with pytest.raises(ValueError, match="cannot set WRITEABLE"):
            kept.pixels.flags.writeable = True


def test_rasters_are_equal_by_their_pixels():
    one, same = (Raster((0, 0), 2, 2, np.zeros((2, 2, 3), np.uint8)) for _ in range(2))
    other = Raster((0, 0), 2, 2, np.ones((2, 2, 3), np.uint8))
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert one != "a raster"


@pytest.mark.parametrize(
    "pixels",
    [
        np.zeros((2, 2), np.uint8),
        np.zeros((2, 2, 4), np.uint8),
        np.zeros((2, 2, 3), np.int64),
        np.zeros((0, 2, 3), np.uint8),
        [[[0, 0, 0]]],
    ],
)
def test_pixels_of_another_form_are_refused(pixels):
    with pytest.raises(ValueError, match="uint8"):
        Raster((0, 0), 1, 1, pixels)


def test_a_large_board_as_a_raster_is_small():
    pixels = (np.indices((500, 500)).sum(axis=0)[:, :, None] * [1, 2, 3] % 5).astype(np.uint8)
    assert len(Scene(500, 500, (Raster((0, 0), 500, 500, pixels),)).svg()) < 250_000
