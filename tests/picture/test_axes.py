"""Scenes on matplotlib axes: in cells, in order, and nothing left behind."""

import io
import pickle
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from graphpuzzles import ConnectingGame, draw_graph
from graphpuzzles.errors import MissingDependencyError
from graphpuzzles.picture import (
    BLACK,
    BLUE,
    GREEN,
    SKY,
    VERMILLION,
    Circle,
    Film,
    Key,
    Line,
    Raster,
    Scene,
    Style,
    Text,
    rectangle,
)
from graphpuzzles.picture.axes import draw_scene, png, scene_figure
from graphpuzzles.picture.files import encoded
from tests.browser import chromium
from tests.picture import pictures

matplotlib = pytest.importorskip("matplotlib")
plt = pytest.importorskip("matplotlib.pyplot")

SQUARE = Scene(2, 2, (rectangle((0, 0), 1, 1, Style(fill=BLUE)),), "a square")


@pytest.fixture(autouse=True)
def no_figure_is_left():
    """Check that nothing but what a test asks for is known to pyplot."""
    matplotlib.use("Agg")
    before = plt.get_fignums()
    yield
    assert plt.get_fignums() == before


def pixels(figure):
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=figure.dpi)
    return pictures.pixels_of(buffer.getvalue())


def of_colour(picture, colour):
    """Return rows and columns of the pixels of one colour."""
    wanted = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return np.nonzero((abs(picture - wanted) < 2).all(axis=2))


# Axes and figures -----------------------------------------------------------------------------


def test_a_new_figure_is_pyplots_and_of_the_size_of_the_scene():
    ax = draw_scene(SQUARE)
    assert plt.get_fignums() == [ax.figure.number]
    width, height = ax.figure.get_size_inches() * 96
    assert width == pytest.approx(1.5 * 96, abs=1)
    assert 2 * SQUARE.unit < height < 2 * SQUARE.unit + 40
    assert ax.get_title() == "a square"
    plt.close(ax.figure)


def test_axes_of_the_caller_are_used():
    figure, axes = plt.subplots(1, 2)
    assert draw_scene(SQUARE, axes[1]) is axes[1]
    assert not axes[0].collections
    assert len(axes[1].collections) == 1
    plt.close(figure)


def test_figures_for_files_are_unknown_to_pyplot():
    scene_figure(SQUARE)
    png(SQUARE)
    encoded(SQUARE, ".png")


def test_puzzles_and_solutions_are_drawn():
    game = ConnectingGame(["AAB", "ACD", "CCD"])
    for drawable in (game, game.solve()):
        figure, ax = plt.subplots()
        assert drawable.draw(ax) is ax
        assert ax.collections
        plt.close(figure)


def test_y_points_down_and_cells_are_squares():
    figure = matplotlib.figure.Figure(figsize=(6, 2), dpi=50)
    ax = draw_scene(SQUARE, figure.add_subplot())
    rows, columns = of_colour(pixels(figure), BLUE)
    assert np.ptp(rows) == pytest.approx(np.ptp(columns), abs=1)
    (left, top), (right, bottom) = ax.transData.transform([(0, 0), (2, 2)])
    assert left < right
    assert bottom < top


@pytest.mark.parametrize("shape", [(100, 20), (20, 100), (100, 100)])
@pytest.mark.parametrize("side", [2.0, 4.0, 30.0])
def test_the_legend_stays_legible_on_small_axes(shape, side):
    scene = Scene(
        *shape, (), legend=(Key(Style(fill=BLUE), "blue"), Key(Style(fill=VERMILLION), "red"))
    )
    figure = matplotlib.figure.Figure(figsize=(side, side))
    ax = draw_scene(scene, figure.add_axes((0, 0, 1, 1)))
    left, right = ax.get_xlim()
    bottom, top = ax.get_ylim()
    cell = side * 96 / max(right - left, bottom - top)  # CSS pixels of a cell
    row = (bottom - scene.height) * cell
    assert row >= 30  # as in a picture of its own: a row of keys and its margins


def test_axes_without_an_area_are_drawn_on_too():
    scene = Scene(3, 3, (), legend=(Key(Style(fill=BLUE), "blue"),))
    ax = matplotlib.figure.Figure().add_axes((0, 0, 0, 0))
    assert draw_scene(scene, ax) is ax


def test_a_title_may_hold_dollars_and_wraps():
    title = "costs $5 or $6, and takes many more words than such a narrow picture has room for"
    figure = scene_figure(replace(SQUARE, title=title))
    lines = figure.axes[0].get_title().split("\n")
    assert len(lines) > 2
    picture = pixels(figure)
    white = (picture == 255).all(axis=2)
    assert white[:, 0].all()
    assert white[:, -1].all()
    assert white[0].all()


def test_ten_thousand_shapes_are_one_artist():
    style = Style(fill=SKY, stroke=BLACK)
    shapes = tuple(rectangle((i % 100, i // 100), 1, 1, style) for i in range(10_000))
    (ax,) = scene_figure(Scene(100, 100, shapes, unit=8)).axes
    assert len(ax.collections) == 1
    assert not ax.patches
    assert not ax.lines


def test_a_scene_can_be_drawn_again_on_the_same_axes():
    figure = matplotlib.figure.Figure()
    ax = figure.add_subplot()
    for _ in range(2):
        draw_scene(SQUARE, ax)
    assert len(ax.collections) == 2


# Lengths in cells -----------------------------------------------------------------------------


def measured(shape, *, dpi, size=4.0):
    """Return rows and columns that a shape covers, in cells of a scene of 4 x 4."""
    figure = matplotlib.figure.Figure(figsize=(size, size), dpi=dpi)
    draw_scene(Scene(4, 4, (shape,)), figure.add_axes((0, 0, 1, 1)))
    found = of_colour(pixels(figure), BLUE)
    cell = size * dpi / 4
    return [(np.ptp(places) + 1) / cell for places in found]


@pytest.mark.parametrize("dpi", [40, 100, 200])
@pytest.mark.parametrize("size", [2.0, 5.0])
def test_strokes_letters_and_circles_are_measured_in_cells(dpi, size):
    slack = 3 * 4 / (size * dpi)
    line = Line(((1, 2), (3, 2)), Style(stroke=BLUE, width=0.5))
    assert measured(line, dpi=dpi, size=size) == pytest.approx([0.5, 2.5], abs=slack)
    circle = Circle((2, 2), 1, Style(fill=BLUE))
    assert measured(circle, dpi=dpi, size=size) == pytest.approx([2, 2], abs=slack)
    capital, _ = measured(Text((2, 2), "H", 2, BLUE), dpi=dpi, size=size)
    assert capital == pytest.approx(2 * 0.73, abs=slack + 0.05)


def test_strokes_follow_when_axes_are_zoomed():
    figure = matplotlib.figure.Figure(figsize=(4, 4), dpi=100)
    ax = figure.add_axes((0, 0, 1, 1))
    draw_scene(Scene(4, 4, (Line(((1, 2), (3, 2)), Style(stroke=BLUE, width=0.4)),)), ax)
    first = np.ptp(of_colour(pixels(figure), BLUE)[0])
    ax.set_xlim(1, 3)
    ax.set_ylim(3, 1)
    assert np.ptp(of_colour(pixels(figure), BLUE)[0]) == pytest.approx(2 * first, abs=3)


@pytest.mark.parametrize("scaled", [True, False])
def test_dashes_are_measured_in_cells_whatever_the_settings(scaled):
    line = Line(((0, 2), (4, 2)), Style(stroke=BLUE, width=0.2, dash=(0.5, 0.5)))
    with matplotlib.rc_context({"lines.scale_dashes": scaled}):
        figure = matplotlib.figure.Figure(figsize=(4, 4), dpi=100)
        draw_scene(Scene(4, 4, (line,)), figure.add_axes((0, 0, 1, 1)))
        _rows, columns = of_colour(pixels(figure)[200:201], BLUE)
    assert np.count_nonzero(np.diff(columns) > 1) == 3


@pytest.mark.parametrize("text", ["a$b$c", r"\$x^2$", "a\nb\tc", "\x00\ud800", "", " "])
def test_texts_are_taken_as_they_are(text):
    png(Scene(4, 1, (Text((2, 0.5), text),)))


@pytest.mark.parametrize("suffix", ["pdf", "svg", "png"])
def test_figures_are_saved_by_other_backends_and_copied(suffix):
    figure = scene_figure(pictures.shapes())
    for drawn in (figure, pickle.loads(pickle.dumps(figure))):
        buffer = io.BytesIO()
        drawn.savefig(buffer, format=suffix, bbox_inches="tight")
        assert buffer.tell() > 1000


# Pictures -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", pictures.SCENES)
def test_pictures_look_as_they_did(name):
    reference = pictures.pixels_of((pictures.FOLDER / f"{name}.png").read_bytes())
    drawn = pictures.pixels_of(png(pictures.SCENES[name]()))
    # Matplotlib before 3.10 draws images a pixel aside.
    assert pictures.difference(drawn, reference) < (8 if name == "layers" else 4)


def test_the_comparison_notices_what_is_missing():
    scene = pictures.shapes()
    whole = pictures.pixels_of(png(scene))
    for number in range(len(scene.shapes)):
        left = scene.shapes[:number] + scene.shapes[number + 1 :]
        changed = pictures.pixels_of(png(replace(scene, shapes=left)))
        assert pictures.difference(whole, changed) > 4, scene.shapes[number]


@pytest.fixture(scope="module")
def browser():
    with chromium() as started:
        yield started


@pytest.mark.parametrize("name", pictures.SCENES)
def test_both_renderers_draw_the_same(name, browser, tmp_path):
    scene = pictures.SCENES[name]()
    path = tmp_path / "picture.svg"
    path.write_text(scene.svg(), "utf-8")
    browser.open(path.as_uri())
    shown = pictures.pixels_of(browser.picture("svg"))
    drawn = pictures.pixels_of(png(scene))
    rows, columns = (min(sizes) for sizes in zip(shown.shape[:2], drawn.shape[:2], strict=True))
    assert abs(shown.shape[0] - drawn.shape[0]) <= 1
    assert abs(shown.shape[1] - drawn.shape[1]) <= 1
    assert pictures.difference(shown[:rows, :columns], drawn[:rows, :columns]) < 20


def test_later_shapes_cover_earlier_ones_across_rasters():
    black = np.zeros((1, 1, 3), np.uint8)
    scene = Scene(
        3,
        1,
        (
            rectangle((0, 0), 3, 1, Style(fill=BLUE)),
            Raster((1, 0), 2, 1, black),
            rectangle((2, 0), 1, 1, Style(fill=GREEN)),
        ),
    )
    picture = pictures.pixels_of(png(scene))
    middle = [picture[20, 20 + 40 * cell] for cell in range(3)]
    assert np.array(middle).astype(int).tolist() == [[0, 0x72, 0xB2], [0, 0, 0], [0, 0x9E, 0x73]]


# Files ----------------------------------------------------------------------------------------


def test_a_png_is_the_same_every_time_and_scales():
    scene = replace(SQUARE, legend=(Key(Style(fill=VERMILLION), "red"),))
    assert png(scene) == png(scene)
    once, twice = (pictures.pixels_of(png(scene, scale=scale)).shape for scale in (1, 2))
    assert twice[:2] == (2 * once[0], 2 * once[1])


@pytest.mark.parametrize("scale", [0, -1, float("nan"), float("inf"), 1e-4, 1e4])
def test_an_impossible_scale_is_refused(scale):
    with pytest.raises(ValueError, match="scale"):
        png(SQUARE, scale=scale)


@pytest.mark.parametrize("suffix", [".svg", ".html", ".png"])
def test_scenes_are_written_by_their_suffix(suffix):
    begin = {".svg": b"<svg", ".html": b"<!DOCTYPE html>", ".png": b"\x89PNG"}[suffix]
    assert encoded(SQUARE, suffix).startswith(begin)
    assert encoded(SQUARE, suffix, scale=2) != encoded(SQUARE, suffix)


@pytest.mark.parametrize(
    ("picture", "suffix", "message"),
    [
        (SQUARE, ".gif", "nothing moves"),
        (SQUARE, ".jpg", r"not to \*\.jpg"),
        (SQUARE, "", "a picture is written"),
        (Film((SQUARE,), ("",)), ".png", "a film is written"),
    ],
)
def test_what_does_not_suit_is_refused(picture, suffix, message):
    with pytest.raises(ValueError, match=message):
        encoded(picture, suffix)


def test_without_matplotlib_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "graphpuzzles.picture.axes")
    game = ConnectingGame(["AB", "CD"])
    graph = game.graph("regions")
    for draw in (game.draw, lambda: draw_graph(graph), lambda: encoded(SQUARE, ".png")):
        with pytest.raises(MissingDependencyError, match=r"pip install matplotlib "):
            draw()
    assert game._repr_svg_()


def test_svg_and_html_need_neither_matplotlib_nor_numpy():
    code = """
import sys
from graphpuzzles.picture.files import encoded
from graphpuzzles.picture import BLUE, Circle, Film, Scene, Style
scene = Scene(1, 1, (Circle((0.5, 0.5), 0.4, Style(fill=BLUE)),))
encoded(scene, ".svg"), encoded(scene, ".html"), encoded(Film((scene, scene), ("", "")), ".html")
print(sorted({"matplotlib", "numpy", "PIL", "networkx"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
