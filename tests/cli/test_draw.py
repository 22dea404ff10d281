"""``graphpuzzles draw``: pictures of every format, and what cannot be drawn in one line."""

import sys

import pytest

from graphpuzzles import Snake
from graphpuzzles.cli import main
from graphpuzzles.puzzles import PUZZLES, load
from tests.svg import harmless

BOARD = "3\nAAB\nACD\nCCD\n"
SNAKE = next(iter(Snake.EXAMPLES))
MAGIC = {
    "svg": b"<svg ",
    "html": b"<!DOCTYPE html>",
    "png": b"\x89PNG\r\n\x1a\n",
    "gif": b"GIF89a",
}


@pytest.fixture
def text(tmp_path):
    """Return a function that writes a text to a file and returns its path."""

    def write(content):
        path = tmp_path / "input.txt"
        path.write_text(content)
        return str(path)

    return write


def draw(*arguments):
    return main(["draw", *map(str, arguments)])


@pytest.mark.parametrize("suffix", MAGIC)
def test_a_snake_in_every_format(suffix, text, tmp_path, capsys):
    if suffix in {"png", "gif"}:
        pytest.importorskip("matplotlib")
        pytest.importorskip("PIL")
    output = tmp_path / f"out.{suffix}"
    assert draw("snake", text(SNAKE), "-o", output) == 0
    data = output.read_bytes()
    assert data.startswith(MAGIC[suffix])
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"{output}: the answer of snake, {len(data)} bytes\n"
    assert draw("snake", text(SNAKE), "-o", output) == 0
    assert output.read_bytes() == data


@pytest.mark.parametrize("name", PUZZLES)
def test_every_puzzle_is_drawn_with_its_answer_and_without(name, text, tmp_path):
    path = text(next(iter(load(name).EXAMPLES)))
    pictures = []
    for number, options in enumerate(((), ("--board",))):
        output = tmp_path / f"{number}.svg"
        assert draw(name, path, "-o", output, *options) == 0
        pictures.append(output.read_text("utf-8"))
        harmless(pictures[-1])
    assert pictures[0] != pictures[1]


def test_the_answer_is_that_of_the_method_and_dataset(text, tmp_path):
    path = text(f"{BOARD}\n2\nAB\nCD\n")
    for dataset, text_of_it in ((1, BOARD), (2, "2\nAB\nCD\n")):
        output = tmp_path / "out.svg"
        options = ("--dataset", dataset, "--method", "flow")
        assert draw("connecting-game", path, "-o", output, *options) == 0
        scene = load("connecting-game").parse(text_of_it).solve("flow").scene()
        assert output.read_text("utf-8") == scene.svg(titled=True)


def test_a_graph_is_drawn_instead(text, tmp_path):
    output = tmp_path / "out.svg"
    assert draw("connecting-game", text(BOARD), "-o", output, "--kind", "regions") == 0
    root = harmless(output.read_text("utf-8"))
    assert root.findtext("{*}title") == "regions: 4 nodes, 4 edges"


def test_what_stands_still_becomes_a_page_without_controls(text, tmp_path):
    output = tmp_path / "out.html"
    assert draw("connecting-game", text(BOARD), "-o", output) == 0
    assert '<div class="controls" hidden>' in output.read_text("utf-8")


def test_a_larger_scale_makes_a_larger_picture(text, tmp_path):
    output = tmp_path / "out.svg"
    widths = []
    for scale in ("1", "2.5"):
        assert draw("snake", text(SNAKE), "-o", output, "--scale", scale) == 0
        widths.append(float(harmless(output.read_text("utf-8")).get("width")))
    assert widths[1] >= 2 * widths[0]


def test_no_answer_leaves_the_board_and_tells(text, tmp_path, capsys):
    pytest.importorskip("matplotlib")
    impossible = next(text for text, value in Snake.EXAMPLES.items() if value is None)
    output = tmp_path / "out.html"
    assert draw("snake", text(impossible), "-o", output) == 0
    assert "the board of snake (infeasible), " in capsys.readouterr().err
    assert "<h1><bdi>Snake 4 x 4: infeasible</bdi></h1>" in output.read_text("utf-8")
    assert draw("snake", text(impossible), "-o", tmp_path / "out.gif") == 2
    assert "no answer that could move (infeasible)" in capsys.readouterr().err


def test_a_limit_is_told_in_words_and_by_the_exit_code(text, tmp_path, capsys):
    output = tmp_path / "out.svg"
    options = ("--max-states", "1", "--method", "bfs")
    assert draw("snake", text(SNAKE), "-o", output, *options) == 3
    assert "the answer of snake (limit, at least 3, at most 13), " in capsys.readouterr().err
    title = harmless(output.read_text("utf-8")).findtext("{*}title")
    assert title == "Snake 5 x 6: 13 steps: limit, at least 3, at most 13"
    page = tmp_path / "out.html"
    assert draw("snake", text(SNAKE), "-o", page, *options) == 3
    assert f"<h1><bdi>{title}</bdi></h1>" in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-o", "out.jpg"), "*.svg, *.png, *.gif, *.html, not to *.jpg"),
        (("-o", "out"), "a picture is written to"),
        (("-o", "nowhere/out.svg"), "there is no folder 'nowhere'"),
        (("-o", "out.svg", "--dataset", "2"), "there is no dataset 2"),
        (("-o", "out.svg", "--dataset", "0"), "there is no dataset 0"),
        (("-o", "out.svg", "--scale", "0"), "--scale takes a number"),
        (("-o", "out.svg", "--scale", "nan"), "--scale takes a number"),
        (("-o", "out.svg", "--method", "magic"), "no method 'magic'"),
        (("-o", "out.svg", "--kind", "magic"), "no graph 'magic'"),
        (("-o", "out.gif"), "nothing moves in connecting-game; write *.svg"),
        (("-o", "out.gif", "--board"), "only an answer moves"),
        (("-o", "out.gif", "--kind", "regions"), "only an answer moves"),
    ],
)
def test_what_cannot_be_drawn_is_told_in_one_line(
    arguments, message, text, tmp_path, capsys, monkeypatch
):
    pytest.importorskip("matplotlib")
    path = text(BOARD)
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    assert draw("connecting-game", path, *arguments) == 2
    printed = capsys.readouterr().err
    assert message in printed
    assert printed.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("suffix", MAGIC)
def test_only_images_need_matplotlib(suffix, text, tmp_path, capsys, monkeypatch):
    for module in ("matplotlib", "matplotlib.figure", "matplotlib.pyplot"):
        monkeypatch.setitem(sys.modules, module, None)
    code = draw("snake", text(SNAKE), "-o", tmp_path / f"out.{suffix}")
    printed = capsys.readouterr().err
    if suffix in {"svg", "html"}:
        assert code == 0
    else:
        assert code == 2
        assert "pip install matplotlib (or graphpuzzles with the extra 'draw')" in printed
        assert printed.count("\n") == 1


def test_an_old_picture_survives_a_failure(text, tmp_path):
    output = tmp_path / "out.svg"
    output.write_text("old")
    assert draw("snake", text(SNAKE), "-o", output, "--kind", "magic") == 2
    assert output.read_text() == "old"
