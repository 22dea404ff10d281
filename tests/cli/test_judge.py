"""``graphpuzzles judge`` as a checker: verdicts, summary, exit codes."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from graphpuzzles.cli import main

DATA = Path(__file__).parents[1] / "data"
TEXT = "3\nAAB\nACD\nCCD\n" * 3  # 4, three times


@pytest.fixture
def judge(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_text(TEXT)

    def run(output, *options, text=None, jury=None):
        if text is not None:
            Path("in.txt").write_text(text)
        Path("out.txt").write_bytes(output.encode() if isinstance(output, str) else output)
        if jury is not None:
            Path("jury.txt").write_text(jury)
        code = main(["judge", "connecting-game", "in.txt", "out.txt", *options])
        out, err = capsys.readouterr()
        return code, out.splitlines(), err

    return run


def test_all_right(judge):
    assert judge("4\n4\n4\n") == (
        0,
        ["dataset 1: right", "dataset 2: right", "dataset 3: right", "judged: 3 right"],
        "",
    )


@pytest.mark.parametrize(
    ("output", "code", "summary"),
    [
        ("4\n5\n4\n", 1, "2 right, 1 not optimal"),
        ("4\n3\n-1\n", 1, "1 right, 1 better than possible, 1 impossible claimed"),
        ("4\nx\n4\n", 2, "2 right, 1 unreadable"),
        ("4\n4\n", 2, "2 right, 1 missing"),
        ("", 2, "3 missing"),
        ("4\n4\n4\n4\n4\n", 2, "3 right, 1 extra"),
        ("x\n5\n4\n4\n", 1, "1 right, 1 not optimal, 1 unreadable, 1 extra"),
        (bytes(range(256)) * 300, 2, "3 unreadable, 1 extra"),
        ("9" * 10**6, 2, "1 unreadable, 2 missing"),
    ],
)
def test_exit_codes_are_those_of_contest_checkers(output, code, summary, judge):
    ended, out, err = judge(output)
    assert (ended, out[-1], err) == (code, f"judged: {summary}", "")


def test_a_limit_of_our_own_is_no_fault_of_the_answers_but_a_wrong_one_still_is(judge):
    code, out, _ = judge("4\n4\n4\n", "--max-states", "2")
    assert (code, out[-1]) == (3, "judged: 3 undecided")
    code, out, _ = judge("4\n-7\n4\n", "--max-states", "2")
    assert (code, out[-1]) == (1, "judged: 1 better than possible, 2 undecided")
    code, out, _ = judge("4\nx\n4\n", "--max-states", "2")
    assert (code, out[-1]) == (2, "judged: 1 unreadable, 2 undecided")


@pytest.mark.parametrize("options", [("jury.txt",), ("--reference", "jury.txt")])
def test_the_jury_may_stand_fourth(options, judge):
    assert judge("4\n4\n4\n", *options, jury="4\n4\n4\n")[0] == 0
    code, out, _ = judge("4\n5\n5\n", *options, jury="4\n4\n5\n")
    assert code == 3
    assert out[2:] == [
        "dataset 3: disagreement: the jury's answer: expected 4, found 5",
        "judged: 1 right, 1 not optimal, 1 disagreement",
    ]


def test_strict_and_jobs(judge):
    assert judge("4\r\n 4\n\n4", "--jobs", "2")[0] == 0
    assert judge("4\n4\n4\n", "--strict")[0] == 0
    code, out, _ = judge("4\r\n4\n4", "--strict")
    assert (code, out[-1]) == (2, "judged: 1 right, 2 unreadable")


def test_an_error_in_the_input_is_no_fault_of_the_answers(judge):
    code, out, err = judge("4\n4\n", text="3\nAAB\nACD\nCCD\n2\nAA\nB\n")
    assert (code, out) == (3, ["dataset 1: right"])
    assert err == (
        "graphpuzzles: in.txt: line 7, column 1: expected a row of 2 labels, found a row of 1\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "required: NAME"),
        (["connecting-game", "in.txt"], "required: ANSWERS"),
        (["chess", "in.txt", "out.txt"], "invalid choice: 'chess'"),
        (["connecting-game", "in.txt", "out.txt", "a", "b"], "unrecognized arguments: b"),
        (["connecting-game", "in.txt", "out.txt", "--bogus"], "unrecognized arguments: --bogus"),
        (["connecting-game", "in.txt", "out.txt", "a", "--reference", "b"], "named twice"),
        (["connecting-game", "missing.txt", "out.txt"], "missing.txt: No such file"),
        (["connecting-game", "in.txt", "missing.txt"], "missing.txt: No such file"),
        (["connecting-game", "in.txt", "out.txt", "missing.txt"], "missing.txt: No such file"),
        (["connecting-game", "in.txt", "/"], "/: Is a directory"),
        (["connecting-game", "-", "-"], "only one of the files can be standard input"),
        (["connecting-game", "in.txt", "out.txt", "--method", "magic"], "no method 'magic'"),
        (["connecting-game", "in.txt", "out.txt", "--ask", "magic"], "no question 'magic'"),
        (["connecting-game", "in.txt", "out.txt", "--max-seconds", "x"], "invalid float"),
        (["connecting-game", "in.txt", "out.txt", "--max-states", "-1"], "must not be negative"),
        (["connecting-game", "in.txt", "out.txt", "--jobs", "-1"], "argument --jobs"),
        (["connecting-game", "in.txt", "out.txt", "--jobs", "x"], "a number or auto, not 'x'"),
        (["connecting-game", "in.txt", "out.txt", "--set", "x=1"], "no field 'x'"),
    ],
)
def test_bad_usage_exits_3_with_one_line(arguments, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_text(TEXT)
    Path("out.txt").write_text("4\n4\n4\n")
    try:
        code = main(["judge", *arguments])
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    assert (code, out) == (3, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_fault_of_ours_is_no_wrong_answer(judge, monkeypatch):
    def fail(*_, **__):
        raise IndexError("a mistake\nof ours")

    monkeypatch.setattr("graphpuzzles.judge.judge_answers", fail)
    assert judge("4\n") == (3, [], "graphpuzzles: a mistake of ours\n")


@pytest.mark.parametrize("name", ["snake", "hexerpent", "manhattan_wiring", "minesweeper"])
def test_published_answers_and_our_own_are_right(name, tmp_path, capsys):
    for path in sorted(DATA.glob(f"{name}/*.in")):
        question = name.replace("_", "-")
        answers = path.with_suffix(".out")
        if "worst" in path.stem:
            continue  # hard: solved elsewhere
        assert main(["judge", question, str(path), str(answers), "--strict"]) == 0
        capsys.readouterr()
        assert main(["solve", question, str(path), "--json"]) == 0
        ours = tmp_path / "ours.jsonl"
        ours.write_text(capsys.readouterr().out)
        assert main(["judge", question, str(path), str(ours), str(answers)]) == 0
        capsys.readouterr()


def test_a_field_of_the_puzzle_can_be_set(tmp_path, capsys):
    text = tmp_path / "in.txt"
    text.write_text("2\n0 0\n0 1\n0\n0 3\n0\n")
    answers = tmp_path / "out.txt"
    answers.write_text("-1\n")
    arguments = ["judge", "hexerpent", str(text), str(answers)]
    assert main(arguments) == 1
    assert main([*arguments, "--set", "cap=3"]) == 0
    assert capsys.readouterr().out.endswith("dataset 1: right\njudged: 1 right\n")


posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes, signals, redirections")


def shell(script, folder):
    (folder / "in.txt").write_text(TEXT)
    environment = os.environ | {"JUDGE": f"{sys.executable} -m graphpuzzles judge"}
    return subprocess.run(
        ["sh", "-c", script],  # noqa: S607 - any shell does
        cwd=folder,
        env=environment,
        capture_output=True,
        check=False,
        timeout=60,
    )


@posix
def test_standard_input_pipes_and_closed_streams(tmp_path):
    ended = shell("printf '4\\n4\\n4\\n' | $JUDGE connecting-game in.txt -", tmp_path)
    assert (ended.returncode, ended.stderr) == (0, b"")
    ended = shell("yes 4 | $JUDGE connecting-game in.txt -", tmp_path)
    assert (ended.returncode, ended.stdout.splitlines()[-1]) == (2, b"judged: 3 right, 1 extra")
    ended = shell("$JUDGE connecting-game in.txt - < /dev/zero", tmp_path)
    assert ended.returncode == 2
    ended = shell("$JUDGE connecting-game in.txt - <&-", tmp_path)
    assert (ended.returncode, ended.stderr) == (3, b"graphpuzzles: standard input is closed\n")
    ended = shell("$JUDGE connecting-game in.txt in.txt >&-", tmp_path)
    assert (ended.returncode, ended.stderr) == (3, b"graphpuzzles: standard output is closed\n")


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full, resource limits")
def test_a_gigabyte_of_output_is_not_held_in_memory(tmp_path):
    script = (
        "ulimit -v 1500000; export OPENBLAS_NUM_THREADS=1\n"
        "head -c 1000000000 /dev/zero | tr '\\0' 9 | $JUDGE connecting-game in.txt -"
    )
    ended = shell(script, tmp_path)
    assert (ended.returncode, ended.stderr.replace(b"tr: write error: Broken pipe\n", b"")) == (
        2,
        b"",
    )
    ended = shell("$JUDGE connecting-game in.txt in.txt > /dev/full", tmp_path)
    assert (ended.returncode, ended.stderr.count(b"\n")) == (3, 1)


@posix
def test_the_validator_of_the_documentation_speaks_as_the_icpc_wants(tmp_path):
    page = (Path(__file__).parents[2] / "docs" / "judging.md").read_text("utf-8")
    validator = re.search("```sh\n(#!/bin/sh\n.*?)```", page, re.DOTALL)[1]
    own = f"PATH={Path(sys.executable).parent}:$PATH; mkdir -p feedback"
    (tmp_path / "jury.txt").write_text("4\n4\n4\n")
    (tmp_path / "validate").write_text(validator)
    for output, code in (("4\\n4\\n4\\n", 42), ("4\\n5\\n4\\n", 43), ("4\\n", 43)):
        call = f"{own}; printf '{output}' | sh validate in.txt jury.txt feedback"
        assert shell(call, tmp_path).returncode == code
    assert b"missing" in (tmp_path / "feedback" / "judgemessage.txt").read_bytes()
    call = f"{own}; printf '4\\n' | sh validate in.txt no.txt feedback"
    assert shell(call, tmp_path).returncode == 1


def test_help_tells_the_exit_codes(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["judge", "--help"])
    assert stop.value.code == 0
    assert "2 output that cannot be read" in " ".join(capsys.readouterr().out.split())
