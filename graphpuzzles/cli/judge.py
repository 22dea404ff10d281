"""``graphpuzzles judge``."""

from __future__ import annotations

import contextlib
from collections import Counter
from typing import TYPE_CHECKING

from graphpuzzles.cli.commands import fail
from graphpuzzles.cli.inputs import (
    add_jobs,
    add_limits,
    add_puzzle,
    opened,
    puzzle_class,
    read_limits,
    read_puzzles,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from graphpuzzles.cli.commands import Commands
    from graphpuzzles.judge import VerdictKind

RIGHT, WRONG, UNREADABLE, FAILED = 0, 1, 2, 3
EXIT_CODES = (
    "Exit codes, as contest checkers have them: 0 all right, 1 a wrong answer, 2 output that "
    "cannot be read, a line missing or too many, 3 we have no answer, the jury has another, or "
    "bad usage or input. Of several the first of these counts: the jury has another answer, "
    "wrong, unreadable, we have none."
)


def add_judge(commands: Commands) -> None:
    """Add the command."""
    text = "judge somebody's answers to the datasets of a file"
    judge = commands.add("judge", judge_file, text, exit_codes=EXIT_CODES, bad_usage=FAILED)
    add_puzzle(judge)
    judge.add_argument("file", metavar="FILE", help="the contest's text, or of another --format")
    judge.add_argument(
        "answers",
        metavar="ANSWERS",
        help="what to judge, - for stdin: lines as the contest asks for them, or JSON objects "
        "with the answers themselves, as solve --json prints them",
    )
    judge.add_argument(
        "jury", nargs="?", metavar="JURY", help="the jury's answers, to compare ours with"
    )
    judge.add_argument("--reference", dest="jury_too", metavar="JURY", help="the same as JURY")
    judge.add_argument(
        "--strict", action="store_true", help="lines must be right to the byte, blanks included"
    )
    judge.add_argument("--method", default="auto", help="how to solve (default: auto)")
    add_limits(judge)
    add_jobs(judge)


def judge_file(options: argparse.Namespace) -> int:
    """Print a verdict for each dataset and a summary; return what a checker would."""
    try:
        return _judge(options)
    except BrokenPipeError:
        raise
    except OSError as error:
        return fail(FAILED, f"{error.filename or 'standard output'}: {error.strerror}")
    except Exception as error:  # noqa: BLE001 - whatever fails here, the answers are not to blame
        return fail(FAILED, " ".join(str(error).split()) or repr(error))


def _judge(options: argparse.Namespace) -> int:
    from graphpuzzles.judge import VerdictKind, judge_answers

    if options.jury is not None and options.jury_too is not None:
        raise ValueError("the jury's answers are named twice")
    if options.method != "auto":
        puzzle_class(options).method_named(options.method)
    jury = options.jury if options.jury is not None else options.jury_too
    if [options.file, options.answers, jury].count("-") > 1:
        raise ValueError("only one of the files can be standard input")
    found: Counter[VerdictKind] = Counter()
    with contextlib.closing(
        judge_answers(
            read_puzzles(options),
            _answer_lines(options.answers),
            reference=None if jury is None else _answer_lines(jury),
            strict=options.strict,
            method=options.method,
            limits=read_limits(options),
            jobs=options.jobs,
        )
    ) as verdicts:
        for verdict in verdicts:
            print(verdict, flush=True)
            found[verdict.kind] += 1
    kinds = ", ".join(f"{found[kind]} {kind}" for kind in VerdictKind if found[kind])
    print(f"judged: {kinds or 'there is no dataset'}", flush=True)
    return _code(found)


def _code(found: Counter[VerdictKind]) -> int:
    from graphpuzzles.judge import Ruling

    rulings = {kind.ruling for kind in found}
    for ruling, code in (  # in the order in which they count
        (Ruling.DISAGREEMENT, FAILED),
        (Ruling.WRONG, WRONG),
        (Ruling.UNREADABLE, UNREADABLE),
        (Ruling.UNDECIDED, FAILED),
    ):
        if ruling in rulings:
            return code
    return RIGHT


def _answer_lines(file: str) -> Iterator[str]:
    from graphpuzzles.judge import read_answer_lines

    with opened(file) as stream:
        yield from read_answer_lines(stream)
