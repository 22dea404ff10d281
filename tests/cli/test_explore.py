"""``graphpuzzles explore`` on the command line."""

import json
import os

import pytest

from graphpuzzles.cli import explore, main
from graphpuzzles.exploring import SlidingPuzzle, open_exploration
from graphpuzzles.limits import Progress

TILES = """\
0 1
1 2
2 3
3 5
4 6
5 7
6 10
7 12
8 12
9 16
10 23
11 25
12 28
13 39
14 44
15 40
16 29
17 21
18 18
19 12
20 6
21 1
complete: 360 states in 22 layers
"""


def test_layers_are_counted(capsys):
    assert main(["explore", "sliding-puzzle", "2x3"]) == 0
    assert capsys.readouterr() == (TILES, "")


def test_a_folder_is_gone_on_with(tmp_path, capsys):
    command = ["explore", "sliding-puzzle", "2x3", "--store", str(tmp_path / "new")]
    assert main([*command, "--max-steps", "2", "--max-memory", "64K"]) == 3
    out, err = capsys.readouterr()
    assert out == "0 1\n1 2\n2 3\nlimit, max_steps reached: 6 states in 3 layers\n"
    assert err.startswith("all layers take 2,880 bytes, temporary files besides; ")
    assert err.count("\n") == 1
    assert main(command) == 0
    assert capsys.readouterr().out == TILES
    assert open_exploration(tmp_path / "new", SlidingPuzzle(2, 3)).complete


def test_one_json_object(capsys):
    assert main(["explore", "pancakes", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "status": "complete",
        "limit": None,
        "states": 24,
        "layer_sizes": [1, 3, 6, 11, 3],
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["pancakes", "2x3"], "the size is a number of pancakes, not '2x3'"),
        (["pancakes", "16"], "there must be 1 to 15 pancakes, not 16"),
        (["sliding-puzzle", "3"], "the size is rows and columns, such as 3x4, not '3'"),
        (["sliding-puzzle", "5x5"], "the frame must have 2 to 16 cells, not 5 x 5"),
        (["sliding-puzzle", "2x2", "--max-states", "-1"], "must not be negative"),
    ],
)
def test_bad_arguments_exit_2_with_one_line(arguments, message, capsys):
    assert main(["explore", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("text", ["", "x", "-1", "nan", "inf", "2T", "G"])
def test_what_is_no_number_of_bytes_is_bad_usage(text, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["explore", "pancakes", "3", f"--max-memory={text}"])
    assert stop.value.code == 2
    assert "a number of bytes, such as 2e9 or 512M" in capsys.readouterr().err


def test_a_foreign_folder_exits_2_with_one_line(tmp_path, capsys):
    (tmp_path / "thesis.tex").write_text("mine")
    assert main(["explore", "pancakes", "3", "--store", str(tmp_path)]) == 2
    assert "found another file" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_folder_with_a_pipe_or_a_link_exits_2_at_once(tmp_path, capsys):
    os.mkfifo(tmp_path / "manifest.json")
    assert main(["explore", "pancakes", "3", "--store", str(tmp_path)]) == 2
    assert "expected a plain file, found mode p" in capsys.readouterr().err
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "real").mkdir()
    assert main(["explore", "pancakes", "3", "--store", str(tmp_path / "link")]) == 2
    assert "expected a real folder, found a link" in capsys.readouterr().err
    assert list((tmp_path / "real").iterdir()) == []


def test_the_bar_says_how_far_it_is():
    bar = explore._LayerBar(SlidingPuzzle(2, 3), shown=False)
    progress = Progress(stage="layers", depth=3, states=36, expanded=21, frontier=20, seconds=2.4)
    told = "depth 3, 36 states (10.0%), 25% of the last layer expanded, 2 s"
    assert bar._text(progress) == told
