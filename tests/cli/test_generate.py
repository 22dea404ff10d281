"""``graphpuzzles generate``, as a user starts it."""

import json
import os
import signal
import subprocess
import sys

import pytest

from graphpuzzles.cli import main
from graphpuzzles.generate import board_random
from graphpuzzles.puzzles import PUZZLES, load

COMMAND = [sys.executable, "-m", "graphpuzzles"]
NEVER = ["numberlink", "--size", "2", "--wish", "gap=2", "--wish", "pairs=2"]
"""A wish that no board fulfils, as nobody has to prove."""


def generate(capsys, *arguments, code=0):
    assert main(["generate", *arguments]) == code
    return capsys.readouterr()


@pytest.mark.parametrize("name", PUZZLES)
def test_what_is_generated_can_be_solved(name, tmp_path, capsys):
    told = generate(capsys, name, "--count", "3", "--seed", "5")
    assert told.err == ""
    path = tmp_path / "boards.txt"
    path.write_text(told.out)
    assert main(["solve", name, str(path)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert len(out.splitlines()) == 3


@pytest.mark.parametrize("name", PUZZLES)
def test_a_board_does_not_depend_on_how_many_there_are(name, capsys):
    boards = [
        [
            json.loads(line)
            for line in generate(capsys, name, "--count", n, "--json").out.splitlines()
        ]
        for n in ("1", "3")
    ]
    assert [len(found) for found in boards] == [1, 3]
    assert boards[1][0] == boards[0][0]
    assert len({json.dumps(board) for board in boards[1]}) == 3
    data = boards[1][2]
    cls = load(data.pop("name"))
    assert cls.from_dict(data) == cls.generate(board_random(0, 2))


def test_seeds_differ_and_the_default_is_0(capsys):
    texts = [generate(capsys, "connecting-game", *seed).out for seed in ([], ["--seed", "0"])]
    assert texts[0] == texts[1]
    assert generate(capsys, "connecting-game", "--seed", "-1").out != texts[0]


def test_size_and_wishes(capsys):
    out = generate(
        capsys, "connecting-game", "--size", "4x6", "--wish", "optimum=9", "--wish",
        'against=["cheapest-row", "four-adjacent-dual"]', "--seed", "2",
    ).out  # fmt: skip
    game = load("connecting-game").parse(out)
    assert (game.shape, game.solve().value) == ((4, 6), 9)
    out = generate(
        capsys, "numberlink", "--size", "5", "--wish", "unique", "--wish", "rule=fill"
    ).out
    assert load("numberlink").parse(out).is_unique()


def test_a_question_has_a_generator_of_its_own(capsys):
    out = generate(capsys, "connecting-game", "--ask", "winner", "--wish", "winner=false").out
    assert load("connecting-game-winner").parse(out).solve().value is False


def test_what_the_text_cannot_express_is_json(capsys):
    err = generate(capsys, "minesweeper", "--wish", "total", code=2).err
    assert err == "graphpuzzles: mines: the format has no place for it; --json can express it\n"
    data = json.loads(generate(capsys, "minesweeper", "--wish", "total", "--json").out)
    assert (data["name"], data["mines"]) == ("minesweeper", 13)


@pytest.mark.parametrize("name", PUZZLES)
def test_the_wishes_are_listed(name, capsys):
    lines = generate(capsys, name, "--list-wishes").out.splitlines()
    generator = load(name).generator()
    assert f" by default, at most {generator.max_side}x{generator.max_side}; " in lines[0]
    wishes = generator.wishes
    assert [line.partition("=")[0] for line in lines[1:] if line[0] != " "] == list(wishes)


def test_the_list_of_puzzles_names_the_wishes(capsys):
    assert main(["list"]) == 0
    out = capsys.readouterr().out
    for name in PUZZLES:
        assert f"  wishes   {', '.join(load(name).generator().wishes)}\n" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--wish", "unique=3"], "unique: expected true or false, found 3"),
        (["--wish", "unique=yes"], "unique: expected true or false, found 'yes'"),
        (["--wish", "gap"], "gap: expected a whole number of at least 1, found no value"),
        (["--wish", "magic"], "there is no wish 'magic'; there are rule, pairs, no_neighbours,"),
        (["--wish", "="], "there is no wish ''; there are rule,"),
        (["--wish", "gap=1", "--wish", "gap=2"], "--wish names the same twice"),
        (
            ["--wish", "gap=" + "[" * 10_000],
            "gap: expected a whole number of at least 1, found '[[[",
        ),
        (["--wish", "x" * 10_000], "there is no wish 'xxx"),
        (["--wish", "pairs=99"], "there is no such board: 7 x 7 cells have no room for 99 lines"),
    ],
)
def test_bad_wishes_are_one_line(arguments, message, capsys):
    out, err = generate(capsys, "numberlink", *arguments, code=2)
    assert out == ""
    assert err.startswith(f"graphpuzzles: {message}")
    assert err.count("\n") == 1
    assert len(err) < 200


@pytest.mark.parametrize(
    "arguments",
    [
        ["--size", "0"],
        ["--size", "5x"],
        ["--size", "x5"],
        ["--size", "5x5x5"],
        ["--size", "-5"],
        ["--size", "1.5"],
        ["--count", "0"],
        ["--count", "many"],
        ["--tries", "0"],
        ["--seed", "x"],
        ["--max-seconds", "-1"],
        ["--max-seconds", "nan"],
        ["--ask", "winner"],
    ],
)
def test_bad_options_are_one_line(arguments, capsys):
    try:
        code = main(["generate", "numberlink", *arguments])
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.startswith("graphpuzzles")
    assert err.count("\n") == 1


def test_giving_up_exits_3_and_says_that_nothing_is_proved(capsys):
    out, err = generate(capsys, *NEVER, "--tries", "9", code=3)
    assert out == ""
    assert err == (
        "graphpuzzles: tries reached: board 1: no 2 x 2 board with gap=2, pairs=2 in 9 tries; "
        "nothing is proved\n"
    )
    err = generate(capsys, *NEVER, "--max-seconds", "0", "--tries", "999999999", code=3).err
    assert err.startswith("graphpuzzles: max_seconds reached: board 1: no 2 x 2 board")


def test_boards_before_the_one_that_is_not_found_are_printed_as_json(capsys):
    wish = ["--size", "5", "--wish", "optimum=13", "--tries", "40", "--json", "--count", "50"]
    out, err = generate(capsys, "manhattan-wiring", *wish, code=3)
    found = out.splitlines()
    assert f"board {len(found) + 1}: no 5 x 5 board" in err
    for line in found:
        data = json.loads(line)
        assert load(data.pop("name")).from_dict(data).solve().value == 13


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
def test_an_interrupt_exits_130():
    command = [*COMMAND, "generate", "connecting-game", "--json", "--count", "999999999"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        assert json.loads(process.stdout.readline())["name"] == "connecting-game"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, b"")
    assert all(json.loads(line) for line in out.splitlines()[:-1])


def test_progress_is_drawn_on_a_terminal_only(terminal, capsys):
    arguments = ["generate", *NEVER, "--tries", "20"]
    code, told = terminal(*arguments, streams=["stderr"])
    assert code == 3
    assert "board 1: 19 tries, " in told
    code, told = terminal(*arguments, "--quiet", streams=["stderr"])
    assert "\x1b" not in told
    assert main(arguments) == 3
    assert "\x1b" not in capsys.readouterr().err
