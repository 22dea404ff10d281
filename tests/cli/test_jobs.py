"""``graphpuzzles solve``: several datasets, side by side, failing, and with a progress bar."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from graphpuzzles.cli import main
from graphpuzzles.puzzles.connecting_game.puzzle import ConnectingGame

DATA = Path(__file__).parents[1] / "data"
BOARD = "3\nAAB\nACD\nCCD\n"


@pytest.mark.parametrize(
    ("name", "options"),
    [("minesweeper", ()), ("minesweeper", ("--json",)), ("manhattan_wiring", ("--proof",))],
)
def test_jobs_change_no_byte(name, options, capsysbinary):
    arguments = [
        "solve",
        name.replace("_", "-"),
        str(DATA / name / "derived_special.in"),
        *options,
    ]
    assert main(arguments) == 0
    alone = capsysbinary.readouterr()
    assert main([*arguments, "--jobs", "2"]) == 0
    assert capsysbinary.readouterr() == alone


def test_jobs_change_no_exit_code(tmp_path, capsys):
    path = tmp_path / "in.txt"
    path.write_text(BOARD * 2 + "2\nAA\nB\n")
    told = []
    for jobs in ((), ("--jobs", "2"), ("--jobs", "auto")):
        assert main(["solve", "connecting-game", str(path), *jobs]) == 2
        told.append(capsys.readouterr())
    assert told[0] == told[1] == told[2]
    assert told[0].out == "4\n4\n"
    path.write_text(BOARD * 2)
    limited = ["solve", "connecting-game", str(path), "--max-states", "2"]
    assert main(limited) == main([*limited, "--jobs", "1"]) == 3


@pytest.mark.parametrize("jobs", [(), ("--jobs", "2")])
def test_a_dataset_whose_solver_fails_leaves_the_others(jobs, tmp_path, capsys):
    path = tmp_path / "in.txt"
    # Brute force refuses the second board: it has too many regions.
    many = "".join(chr(ord("A") + i) for i in range(26))
    path.write_text(f"1\nA\n1\n{many}\n1\nB\n")
    arguments = ["solve", "connecting-game-winner", str(path), "--method", "brute", *jobs]
    assert main(arguments) == 3
    out, err = capsys.readouterr()
    assert out == "valid\n?\nvalid\n"
    assert re.fullmatch("graphpuzzles: dataset 2: method 'brute' does not apply: [^\n]+\n", err)
    assert main([*arguments, "--json"]) == 3
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert list(lines[1]) == ["dataset", "error"]
    assert [line["dataset"] for line in lines] == [1, 2, 3]


def test_a_mistake_of_ours_is_one_line(tmp_path, capsys, monkeypatch):
    def fail(*_, **__):
        raise IndexError("a mistake\nof ours")

    path = tmp_path / "in.txt"
    path.write_text(BOARD)
    monkeypatch.setattr(ConnectingGame, "solve", fail)
    assert main(["solve", "connecting-game", str(path)]) == 3
    out, err = capsys.readouterr()
    assert (out, err) == ("?\n", "graphpuzzles: dataset 1: IndexError: a mistake of ours\n")


def test_timing_and_jobs_do_not_go_together(tmp_path, capsys):
    path = tmp_path / "in.txt"
    path.write_text(BOARD)
    assert main(["solve", "connecting-game", str(path), "--timing", "--jobs", "2"]) == 2
    assert "--timing" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_an_interrupt_leaves_no_process():
    command = [sys.executable, "-m", "graphpuzzles", "solve", "connecting-game", "--jobs", "2"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # What a shell starts in the background ignores interrupts, and so do its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        process.stdin.write(BOARD.encode() * 200 + b"3\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"4\n"
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        assert process.wait(20) == 130
        assert process.stderr.read() == b""
    wait_for_the_end_of(process.pid)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_reader_who_goes_away_leaves_no_process():
    command = [sys.executable, "-m", "graphpuzzles", "solve", "connecting-game", "--jobs", "2"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        process.stdout.close()
        process.stdin.write(BOARD.encode() * 200)
        process.stdin.close()
        assert process.wait(20) == 141
        assert process.stderr.read() == b""
    wait_for_the_end_of(process.pid)


def wait_for_the_end_of(group):
    end = time.monotonic() + 20
    while _processes_of_group(group):
        assert time.monotonic() < end
        time.sleep(0.05)


def _processes_of_group(group):
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _parent, its_group = path.read_text().rpartition(")")[2].split()[:3]
        except OSError:  # it ended meanwhile
            continue
        if int(its_group) == group and state != "Z":
            found.append(path)
    return found


# The progress bar --------------------------------------------------------------------------------


def screen(written):
    """Return the lines that a terminal shows, and all texts that it ever showed in one."""
    lines, column, seen = [""], 0, []
    for part in re.split("(\r|\n|\x1b\\[K)", written):
        if part == "\r":
            column = 0
        elif part == "\n":
            lines.append("")
            column = 0
        elif part == "\x1b[K":
            lines[-1] = lines[-1][:column]
        else:
            lines[-1] = lines[-1][:column] + part + lines[-1][column + len(part) :]
            column += len(part)
            seen.append(part)
    return lines, [text for text in seen if text]


@pytest.fixture
def boards(tmp_path):
    path = tmp_path / "boards.txt"
    path.write_text(BOARD * 5)
    return str(path)


@pytest.mark.parametrize("jobs", [(), ("--jobs", "2")])
def test_a_bar_grows_and_is_erased(jobs, boards, terminal, capsys):
    code, written = terminal("solve", "connecting-game", boards, *jobs, streams=["stderr"])
    lines, seen = screen(written)
    assert code == 0
    assert capsys.readouterr().out == "4\n" * 5
    assert lines == [""]
    shares = [int(re.search(r"([0-9]+)%, ([0-9]+) solved", text)[1]) for text in seen]
    assert len(shares) == 5
    assert shares == sorted(shares)
    assert shares[-1] == 100
    assert seen[-1].startswith("[" + "#" * 24 + "] 100%, 5 solved, 0 begun, ")


def test_lines_and_messages_on_the_same_terminal_stay_whole(boards, terminal):
    code, written = terminal(
        "solve", "connecting-game", boards, "--max-states", "2", streams=["stderr", "stdout"]
    )
    lines, seen = screen(written)
    assert code == 3
    assert lines[::2] == ["?"] * 5 + [""]
    assert all(line.startswith("graphpuzzles: dataset") for line in lines[1::2])
    assert sum("solved" in text for text in seen) == 5


def test_an_error_at_the_end_stands_alone(boards, terminal):
    with Path(boards).open("a") as stream:
        stream.write("2\nAA\nB\n")
    code, written = terminal("solve", "connecting-game", boards, streams=["stderr"])
    lines, _ = screen(written)
    assert code == 2
    assert len(lines) == 2
    assert lines[0].startswith("graphpuzzles: ")
    assert lines[0].endswith("found a row of 1")


@pytest.mark.parametrize(
    "options", [{"arguments": ["--quiet"]}, {"term": "dumb"}, {"first_seconds": 100.0}]
)
def test_there_is_no_bar_where_none_is_wanted(options, boards, terminal, capsys):
    arguments = options.pop("arguments", [])
    code, written = terminal(
        "solve", "connecting-game", boards, *arguments, streams=["stderr"], **options
    )
    assert (code, written) == (0, "")
    assert capsys.readouterr().out == "4\n" * 5


def test_without_a_size_the_bar_only_counts(monkeypatch, terminal):
    reader, writer = os.pipe()
    os.write(writer, BOARD.encode() * 3)
    os.close(writer)
    with os.fdopen(reader) as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        code, written = terminal("solve", "connecting-game", streams=["stderr"])
    assert code == 0
    assert "%" not in written
    assert "3 solved, 0 begun, 0 s" in written
