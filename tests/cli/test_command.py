"""The command, as a user starts it: output, exit codes, errors in one line."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from graphpuzzles.cli import main
from graphpuzzles.puzzles import PUZZLES, load
from tests.export.export_graphs import validated

BOARD = "3\nAAB\nACD\nCCD\n"


def run(*arguments, text="", **options):
    command = [sys.executable, "-m", "graphpuzzles", *arguments]
    given = text.encode() if isinstance(text, str) else text
    return subprocess.run(command, input=given, capture_output=True, check=False, **options)


@pytest.fixture
def board(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    return str(path)


def test_standard_input_and_several_datasets():
    result = run("solve", "connecting-game", text=BOARD + "\n2\nAA\nBC\n1 2\n5 5\n")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"4\n2\n2\n", b"")


def test_options_may_stand_between_name_and_file(board, capsys):
    assert main(["solve", "connecting-game", "--set", "source=A", board, "--set", "source=D"]) == 2
    assert "has no field 'source'" in capsys.readouterr().err
    assert main(["solve", "connecting-game", "--ask", "distance", board]) == 2
    assert "has no question 'distance'" in capsys.readouterr().err
    assert main(["solve", "connecting-game", "--method", "dual", board]) == 0
    assert capsys.readouterr().out == "4\n"


@pytest.mark.parametrize("suffix", ["graphml", "json", "dot"])
def test_graph_writes_a_file(board, tmp_path, suffix, capsys):
    path = tmp_path / f"out.{suffix}"
    arguments = ["graph", "connecting-game", board, "--kind", "flow", "--solve", "-o", str(path)]
    assert main(arguments) == 0
    assert capsys.readouterr().err == f"{path}: 10 nodes, 16 edges\n"
    first = path.read_bytes()
    assert b"in_cut" in first
    assert main(arguments) == 0
    assert path.read_bytes() == first


@pytest.mark.parametrize("command", ["graph", "draw"])
@pytest.mark.parametrize("linked", [False, True])
def test_the_text_that_is_read_is_not_overwritten(command, linked, tmp_path, capsys):
    suffix = {"graph": "json", "draw": "svg"}[command]
    text, output = tmp_path / f"board.{suffix}", tmp_path / f"link.{suffix}"
    text.write_text("1\nAB\n", "utf-8")
    if linked:
        output.hardlink_to(text)
    else:
        output = text
    assert main([command, "connecting-game", str(text), "-o", str(output)]) == 2
    assert capsys.readouterr().err == (
        f"graphpuzzles: {output}: this is the text itself, which is not overwritten\n"
    )
    assert text.read_text("utf-8") == "1\nAB\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["9" * 5000],
        ["solve", "9" * 5000],
        ["solve", "snake", "--max-states", "x" * 5000],
        ["solve", "snake", "--jobs", "9" * 5000],
        ["solve", "snake", "--" + "x" * 5000],
        ["solve", "snake", "FILE", *("x" * 9 for _ in range(5000))],
        ["generate", "snake", "--size", "9" * 5000],
    ],
)
def test_a_long_argument_is_not_repeated_whole(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    told = capsys.readouterr().err
    assert "..." in told
    assert len(told) < 1000
    assert told.endswith(" --help)\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "required"),
        (["solve"], "required"),
        (["solve", "chess"], "invalid choice: 'chess'"),
        (["solve", "connecting-game", "FILE", "--max-states", "x"], "invalid int value"),
        (["solve", "connecting-game", "FILE", "--max-states", "-1"], "must not be negative"),
        (["solve", "connecting-game", "FILE", "--max-seconds", "nan"], "not nan"),
        (["solve", "connecting-game", "FILE", "--method", "magic"], "it has auto, dual, flow"),
        (["solve", "connecting-game", "FILE", "--ask", "magic"], "it has minimum, winner"),
        (["check", "connecting-game", "FILE", "--methods", "dual,"], "no method ''"),
        (["solve", "connecting-game", "missing.txt"], "missing.txt: No such file"),
        (["solve", "connecting-game", "/"], "/: Is a directory"),
        (["graph", "connecting-game", "FILE", "-o", "x.txt"], ".graphml"),
        (["graph", "connecting-game", "FILE", "-o", "/missing/x.dot"], "/missing"),
        (["graph", "connecting-game", "FILE", "--kind", "magic", "-o", "x.dot"], "it has regions"),
        (["graph", "connecting-game", "FILE", "--dataset", "2", "-o", "x.dot"], "no dataset 2"),
        (["graph", "connecting-game", "FILE", "--dataset", "0", "-o", "x.dot"], "no dataset 0"),
    ],
)
def test_bad_usage_exits_2_with_one_line(arguments, message, board, capsys):
    try:
        code = main([board if argument == "FILE" else argument for argument in arguments])
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_fields_without_a_place_in_the_text_can_be_set(board, capsys):
    options = ["--set", 'forbidden=["B"]', "--set", "direction=left-right"]
    assert main(["solve", "connecting-game", board, *options]) == 0
    assert capsys.readouterr().out == "5\n"
    text = "2\n0 0\n0 1\n0\n0 3\n0\n"
    path = Path(board)
    path.write_text(text)
    assert main(["solve", "hexerpent", board]) == 0
    assert main(["solve", "hexerpent", board, "--set", "cap=3"]) == 0
    assert capsys.readouterr().out == "5\n-1\n"


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("forbidden", "--set takes FIELD=JSON"),
        ("colour=1", "no field 'colour'; it has board, weights"),
        ("weights=5", 'weights are null, {"labels": [[label, weight], ...]} or {"cells": '),
        ('weights={"A": 5}', 'weights are null, {"labels": '),
        ('forbidden=["Z"]', "'Z' is forbidden but not on the board"),
        ("direction=[[[", "direction is"),
    ],
)
def test_a_field_that_cannot_be_set_exits_2_with_one_line(field, message, board, capsys):
    assert main(["solve", "connecting-game", board, "--set", field]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("puzzle", "field", "message"),
    [
        ("snake", "rows=x", "--set rows: expected a number, found 'x'"),
        ("minesweeper", "board=x", "--set board: expected a list, found 'x'"),
        ("minesweeper", "board=[3]", "--set board: row 0 is a sequence of integers, not 3"),
        ("minesweeper", "board={}", "--set board: 'clues' is missing"),
        ("minesweeper", "flags=[1]", "flags must be 'ignore' or 'trust', not [1]"),
        ("connecting-game", "forbidden=3", "--set forbidden: forbidden are several labels, not 3"),
        ("manhattan-wiring", "cells=[[null]]", "--set cells: cell (0, 0) is an integer, not None"),
        ("numberlink", "grid=3", "--set grid: a grid is a list of rows, not 3"),
        ("numberlink", "grid=[3]", "--set grid: row 0 is a list of words, not 3"),
        ("numberlink", "grid=[[1, 1]]", "--set grid: cell (0, 0) is a word, not 1"),
    ],
)
def test_a_field_of_another_kind_is_told_in_words(puzzle, field, message, tmp_path, capsys):
    path = tmp_path / "board.txt"
    path.write_text(next(iter(load(puzzle).EXAMPLES)))
    assert main(["solve", puzzle, str(path), "--set", field]) == 2
    assert capsys.readouterr().err == f"graphpuzzles: {message}\n"


def test_help_and_version_exit_0(capsys):
    for arguments in (["--help"], ["solve", "--help"], ["--version"]):
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        assert stop.value.code == 0
    out = capsys.readouterr().out
    assert "graphpuzzles 0" in out
    assert out.count("Exit codes: 0") == 2


def test_list_names_every_puzzle_with_methods_and_graphs(capsys):
    assert main(["list"]) == 0
    out = capsys.readouterr().out
    for name in PUZZLES:
        assert f"\n{name}\n" in f"\n{out}"
        assert f"methods  auto, {', '.join(load(name).methods())}" in out
        counts = load(name).counts()
        assert not counts or f"counts   {', '.join(counts)}\n" in out


@pytest.mark.parametrize("name", PUZZLES)
def test_list_tells_the_form_of_a_puzzles_text(name, capsys):
    assert main(["list", name]) == 0
    out = capsys.readouterr().out
    assert "\nInput text\n" in out
    assert f"\n{name}\n" in out
    assert not any(f"\n{other}\n" in out for other in PUZZLES if other != name)
    told = out.partition("\nExample\n")[2].partition("\n\n" + name)[0]
    example = next(iter(load(name).EXAMPLES))
    assert list(load(name).read(told.splitlines())) == list(load(name).read(example.splitlines()))


def test_demo_shows_and_exports_every_puzzle(tmp_path, capsys):
    assert main(["demo", "-o", str(tmp_path / "new" / "folder")]) == 0
    out = capsys.readouterr().out
    for name in PUZZLES:
        assert f"== {name} ==" in out
        for kind in load(name).graphs():
            told = (tmp_path / "new" / "folder" / f"{name}.{kind}.graphml").read_bytes()
            assert validated(told).nodes
    assert "not confirmed" not in out
    pictures = {path.name for path in tmp_path.rglob("*") if path.suffix in {".svg", ".html"}}
    moving = {"hexerpent", "snake"}
    assert pictures == {f"{n}.{'html' if n in moving else 'svg'}" for n in PUZZLES}


HOSTILE = {
    "empty": b"",
    "blank": b" \n\t\n",
    "binary": bytes(range(256)) * 40,
    "null bytes": b"\x00" * 1000,
    "not utf-8": b"2\nAA\nB\xff\n",
    "utf-16": "2\nAA\nBC\n".encode("utf-16"),
    "a huge count of rows": b"999999999999999999\nAA\n",
    "a huge table": b"999999999 999999999\n1 2 3\n",
    "a count of a million digits": b"9" * 10**6,
    "a negative count": b"-2\nAA\nBC\n",
    "no rows": b"0\n",
    "no columns": b"2 0\n",
    "a negative width": b"2 -2\n1 2\n",
    "a fraction": b"2.0\nAA\nBC\n",
    "an exponent": b"1e1\nAA\n",
    "hexadecimal": b"0x2\nAA\nBC\n",
    "an underscore": b"1_0\nAA\n",
    "arabic digits": "\u0662\nAA\nBC\n".encode(),
    "fullwidth digits": "\uff12\nAA\nBC\n".encode(),
    "truncated": b"3\nAAB\nACD\n",
    "truncated labels": b"2 2\n1 2 3\n",
    "trailing junk": b"2\nAA\nBC\n!\n",
    "trailing labels": b"2 2\n1 2 3 4 5\n",
    "a ragged row": b"2\nAAA\nBC\n",
    "a third number": b"2 2 2\n1 2 3 4\n",
    "a word for a label": b"1 2\n1 two\n",
    "a label beyond 64 bits": b"1 1\n99999999999999999999\n",
    "labels both signed and unsigned": b"1 2\n-1 18446744073709551615\n",
    "a label that is not connected": b"1\nABA\n",
    "an integer label that is not connected": b"1 3\n1 2 1\n",
    "a bell": b"1\nA\x07\n",
    "a no-break space": "1\nA\u00a0\n".encode(),
    "a line separator": "1\nA\u2028\n".encode(),
    "a million columns, ragged": b"2\n" + b"A" * 10**6 + b"\n" + b"A" * (10**6 - 1) + b"\n",
    "a million columns and one label": b"1 1000000\n1\n",
    "a million labels and a word": b"1 1000001\n" + b"1 " * 10**6 + b"x\n",
    "html": b"<!DOCTYPE html><html><body>404</body></html>",
    "json": b'{"board": ["AA", "BC"]}',
}


# Here a whole board stands before the fault, and its answer is printed.
VALID_START = {HOSTILE["trailing junk"]: "2\n", HOSTILE["trailing labels"]: "2\n"}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_exits_2_with_one_line(text, tmp_path, capsys):
    path = tmp_path / "hostile.txt"
    path.write_bytes(text)
    code = main(["solve", "connecting-game", str(path)])
    out, err = capsys.readouterr()
    assert code == 2
    assert out == VALID_START.get(text, "")
    assert err.startswith(f"graphpuzzles: {path}: line ")
    assert err.count("\n") == 1
    assert len(err) < 400
    assert err.isprintable() or err[:-1].isprintable()


@pytest.mark.skipif(sys.platform == "win32", reason="resource limits are POSIX")
@pytest.mark.parametrize(
    "name", ["a huge table", "a huge count of rows", "a count of a million digits"]
)
def test_hostile_counts_take_no_memory(name):
    import resource

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))

    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    result = run("solve", "connecting-game", text=HOSTILE[name], preexec_fn=limit, env=environment)
    assert result.returncode == 2
    assert result.stderr.count(b"\n") == 1


INTERRUPTED = """
import atexit, runpy, signal, sys
moment = sys.argv[1]

class Interrupt:
    def find_spec(self, name, path, target=None):
        if name == moment:
            signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
if moment == "exit":
    atexit.register(signal.raise_signal, signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
sys.argv = ["graphpuzzles", "list", "snake"]
runpy.run_module("graphpuzzles", run_name="__main__")
"""


@pytest.mark.parametrize(
    "moment",
    ["graphpuzzles.cli", "graphpuzzles.cli.show", "graphpuzzles.puzzles.snake.puzzle", "exit"],
)
def test_an_interrupt_at_the_start_or_at_the_end_is_quiet(moment):
    told = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, moment], capture_output=True, check=False
    )
    assert (told.returncode, told.stderr) == (130, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and pipes")
def test_an_interrupt_ends_quietly():
    command = [sys.executable, "-m", "graphpuzzles", "solve", "connecting-game"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # What a shell starts in the background ignores interrupts, and so do its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        process.stdin.write(BOARD.encode())
        process.stdin.write(b"2\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"4\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr.read() == b""


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="redirections and /dev/full")


def redirected(redirection, *arguments):
    shell = ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "graphpuzzles"]
    return subprocess.run(
        [*shell, *arguments], input=BOARD.encode(), capture_output=True, check=False
    )


@on_linux
@pytest.mark.parametrize(
    ("redirection", "message"),
    [
        ("<&-", b"graphpuzzles: standard input is closed\n"),
        (">&-", b"graphpuzzles: standard output is closed\n"),
        (">/dev/full", b"graphpuzzles: standard output: No space left on device\n"),
    ],
)
def test_a_stream_that_is_closed_or_full_is_named(redirection, message):
    ended = redirected(redirection, "solve", "connecting-game")
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, b"", message)


@on_linux
@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_errors_never_go_to_standard_output(redirection):
    ended = redirected(redirection, "solve", "connecting-game", "no such file")
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, b"", b"")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (MemoryError(), ""),
        (MemoryError("Unable to allocate 37 GiB"), ": Unable to allocate 37 GiB"),
    ],
)
def test_memory_that_is_not_enough_is_a_limit(error, told, monkeypatch, capsys):
    def names():
        raise error

    monkeypatch.setattr("graphpuzzles.cli.show.puzzle_names", names)
    assert main(["list"]) == 3
    assert capsys.readouterr().err == f"graphpuzzles: there is not enough memory{told}\n"


@on_linux
def test_the_version_does_not_fit_on_a_full_device():
    ended = redirected(">/dev/full", "--version")
    assert ended.returncode == 2
    assert ended.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and pipes")
def test_a_broken_pipe_ends_quietly():
    command = [sys.executable, "-m", "graphpuzzles", "solve", "connecting-game"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.close()
        process.stdin.write(BOARD.encode() * 5)
        process.stdin.close()
        assert process.wait(20) == 141
        assert process.stderr.read() == b""


def imported_by(*arguments):
    code = "import sys; from graphpuzzles.cli import main; main(sys.argv[1:]); print(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=BOARD,
        text=True,
        capture_output=True,
        check=True,
    )
    return set(result.stdout.splitlines()[-1].split())


def test_solving_a_board_imports_only_what_it_needs():
    loaded = imported_by("solve", "connecting-game")
    assert "graphpuzzles.cli.solve" in loaded
    heavy = {"networkx", "scipy", "matplotlib", "fractions", "multiprocessing"}
    assert not loaded & {*heavy, "graphpuzzles.batch", "graphpuzzles.cli.draw"}


def test_completion_is_offered_where_argcomplete_is_installed(tmp_path):
    pytest.importorskip("argcomplete")
    output = tmp_path / "completions"
    environment = {
        **os.environ,
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(output),
        "COMP_LINE": "graphpuzzles so",
        "COMP_POINT": "15",
        "_ARGCOMPLETE_IFS": "\n",
    }
    result = run(env=environment)
    assert result.returncode == 0
    assert output.read_text().strip() == "solve"
