"""``graphpuzzles solve``, ``count``, ``check`` and ``verify``: answers, and what proves them."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from graphpuzzles.certificate import verified
from graphpuzzles.cli.commands import (
    ANSWERED,
    BAD_INPUT,
    CHECK_FAILED,
    LIMIT_REACHED,
    OUT_OF_MEMORY,
    ProgressBar,
    fail,
    release_reserve,
    tell,
)
from graphpuzzles.cli.inputs import (
    add_input,
    add_jobs,
    add_limits,
    is_link,
    opened,
    puzzle_class,
    read_limits,
    read_puzzles,
    source_name,
)
from graphpuzzles.errors import (
    CertificateError,
    GraphPuzzlesError,
    LimitError,
    NoSolutionError,
    NotApplicableError,
    ParseError,
    RuleError,
)
from graphpuzzles.limits import Progress
from graphpuzzles.puzzle import Count, Solution, Status
from graphpuzzles.puzzles import count_from_dict, solution_from_dict
from graphpuzzles.text import decode_lines, integer_to_json, one_line, quote, read_json

if TYPE_CHECKING:
    import argparse
    from collections.abc import Generator, Iterator

    from graphpuzzles.cli.commands import Commands
    from graphpuzzles.limits import Limits
    from graphpuzzles.puzzle import Answer, Statement
    from graphpuzzles.puzzles import AnyCount, AnyPuzzle, AnySolution


MALFORMED = (LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What data of another form than expected raise."""


def add_solve(commands: Commands) -> None:
    """Add the command."""
    text = "print what the contest's judge expects for every dataset"
    solve = commands.add("solve", solve_file, text)
    add_input(solve)
    solve.add_argument("--method", default="auto", help="a method of the puzzle (default: auto)")
    add_limits(solve)
    solve.add_argument("--json", action="store_true", help="one JSON object a line instead")
    solve.add_argument(
        "--proof", action="store_true", help="JSON with puzzle and certificate, for verify"
    )
    add_jobs(solve)
    solve.add_argument("--timing", action="store_true", help="seconds of each dataset on stderr")
    solve.add_argument("--quiet", action="store_true", help="no progress bar on a terminal")


def add_count(commands: Commands) -> None:
    """Add the command."""
    text = "count what a puzzle can be asked to count, such as its best answers"
    count = commands.add("count", count_file, text)
    add_input(count)
    count.add_argument(
        "--of",
        metavar="QUESTION",
        help="what to count, where there are several; list NAME tells what there is",
    )
    add_limits(count)
    count.add_argument(
        "--proof", action="store_true", help="JSON with puzzle and certificate, for verify"
    )


def add_check(commands: Commands) -> None:
    """Add the command."""
    text = "solve by all methods, compare them and verify every proof"
    check = commands.add("check", check_file, text)
    add_input(check)
    check.add_argument("--methods", help="methods to compare, separated by commas (default: all)")
    add_limits(check)
    check.add_argument("--json", action="store_true", help="one JSON object a line instead")


def add_verify(commands: Commands) -> None:
    """Add the command."""
    text = "verify what `solve --proof` or `count --proof` wrote, without solving"
    verify = commands.add("verify", verify_file, text)
    verify.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="JSON lines (default: stdin)"
    )
    # A proof may come from anybody: a check that would take more than a large board needs is a
    # matter to decide on.
    add_limits(verify, seconds=60, states=10**7, memory=2**30)


# Solving -----------------------------------------------------------------------------------------


def solve_file(options: argparse.Namespace) -> int:
    """Print the judge's line, or a JSON object, of every dataset as soon as it is solved."""
    if options.timing and options.jobs is not None:
        raise ValueError("--timing measures one dataset after the other, without --jobs")
    if options.method != "auto":
        puzzle_class(options).method_named(options.method)
    code = ANSWERED
    with (
        ProgressBar(shown=not options.quiet, size=_size(options)) as bar,
        contextlib.closing(_results(options, bar)) as results,
    ):
        began = time.perf_counter()
        for number, (puzzle, result) in enumerate(results, 1):
            messages = []
            if options.timing:
                messages.append(f"dataset {number}: {time.perf_counter() - began:.3f} s")
            line = _line(puzzle, result, number, options)
            fault = _fault(result)
            if fault:
                code = LIMIT_REACHED
                messages.append(f"graphpuzzles: dataset {number}: {fault}")
            if messages or sys.stdout.isatty():
                bar.erase()
            print(line, flush=True)
            for message in messages:
                tell(message)
            began = time.perf_counter()
    return code


def _size(options: argparse.Namespace) -> int | None:
    if options.file == "-" or is_link(options):
        return None
    path = Path(options.file)
    return path.stat().st_size if path.is_file() else None


def _results(
    options: argparse.Namespace, bar: ProgressBar
) -> Generator[tuple[Statement[Answer, object], AnySolution | Exception], None, None]:
    """Yield every puzzle with its solution, or with what its solver raised."""
    puzzles = read_puzzles(options, watch=bar.watch)
    if options.jobs is not None:
        yield from _side_by_side(puzzles, options, bar)
        return
    limits = read_limits(options)
    began = time.perf_counter()
    for number, puzzle in enumerate(puzzles, 1):
        result: AnySolution | Exception
        try:
            result = puzzle.solve(options.method, limits=limits)
        except MemoryError:
            release_reserve()
            result = MemoryError()  # the one that was raised holds what the method held
        except Exception as error:  # noqa: BLE001 - a method may raise anything, and it is reported
            result = error
        if bar.shown:
            seconds = time.perf_counter() - began
            bar.update(Progress(stage="puzzles", states=number, expanded=number, seconds=seconds))
        yield puzzle, result


def _side_by_side(
    puzzles: Iterator[AnyPuzzle], options: argparse.Namespace, bar: ProgressBar
) -> Iterator[tuple[Statement[Answer, object], AnySolution | Exception]]:
    from graphpuzzles.batch import Failure, solve_many

    with contextlib.closing(
        solve_many(
            puzzles,
            options.method,
            jobs=options.jobs,
            limits=read_limits(options),
            proofs=options.proof,
            progress=bar.update,
        )
    ) as results:
        for result in results:
            yield result.puzzle, result.error if isinstance(result, Failure) else result


def _line(
    puzzle: Statement[Answer, object],
    result: AnySolution | Exception,
    number: int,
    options: argparse.Namespace,
) -> str:
    as_json = options.json or options.proof
    if isinstance(result, Exception):
        if as_json:
            return json.dumps({"dataset": number, "error": _describe(result)})
        result = Solution(status=Status.LIMIT, puzzle=puzzle, method=options.method)
    if not as_json:
        return puzzle.judge(result, number)
    data = result.to_dict(certificate=options.proof)
    if not options.proof:
        del data["puzzle"]
    return json.dumps({"dataset": number, **data})


def _fault(result: AnySolution | Exception) -> str:
    """Say why a dataset is not answered; empty where it is."""
    if isinstance(result, Exception):
        return _describe(result)
    if result.puzzle.answered(result):
        return ""
    lower, upper = result.bounds
    reason = result.stats.get("limit", "the bounds do not meet")
    known = f"at least {lower}, at most {upper}".replace("None", "unknown")
    return f"gave up ({reason}); the value is {known}"


def _describe(error: Exception) -> str:
    """Return an error in one line."""
    if isinstance(error, MemoryError):
        return OUT_OF_MEMORY
    told = (
        str(error) if isinstance(error, GraphPuzzlesError) else f"{type(error).__name__}: {error}"
    )
    return one_line(told)


# Counting ----------------------------------------------------------------------------------------


def count_file(options: argparse.Namespace) -> int:
    """Print the number asked for of every dataset, or a JSON object with its proof."""
    question = _question(puzzle_class(options), options.of)
    limits = read_limits(options)
    code = ANSWERED
    for number, puzzle in enumerate(read_puzzles(options), 1):
        known: AnyCount | object
        try:
            known = puzzle.counted(question, limits=limits)
        except NoSolutionError as error:
            known = error.solution
        except (LimitError, NotApplicableError, MemoryError) as error:
            code = LIMIT_REACHED
            print("?", flush=True)
            tell(f"graphpuzzles: dataset {number}: {_describe(error)}")
            continue
        print(_counted(known, number, proof=options.proof), flush=True)
    return code


def _question(cls: type[AnyPuzzle], asked: str | None) -> str:
    known = list(cls.counts())
    if asked is None and len(known) != 1:
        raise ValueError(
            f"--of takes one of {', '.join(known)}"
            if known
            else f"{cls.name} has no count; list tells which puzzles have"
        )
    return known[0] if asked is None else asked


def _counted(known: object, number: int, *, proof: bool) -> str:
    """Return the line of a count; of a solution, which proves that there is nothing to count."""
    if proof and isinstance(known, (Count, Solution)):
        return json.dumps({"dataset": number, **known.to_dict()})
    return _numbers(known.value) if isinstance(known, Count) else "none"


def _numbers(value: int | tuple[int, ...]) -> str:
    several = value if isinstance(value, tuple) else (value,)
    return " ".join(str(integer_to_json(one)) for one in several)


# Checking ----------------------------------------------------------------------------------------


def check_file(options: argparse.Namespace) -> int:
    """Cross-validate every dataset and print a table."""
    from graphpuzzles.validation import cross_validate

    code = ANSWERED
    methods = None if options.methods is None else options.methods.split(",")
    limits = read_limits(options)
    for number, puzzle in enumerate(read_puzzles(options), 1):
        result = cross_validate(puzzle, methods, limits=limits)
        if options.json:
            print(json.dumps({"dataset": number, **result.to_dict()}), flush=True)
        else:
            print(f"dataset {number}: {result.table()}", flush=True)
        if not any(puzzle.answered(solution) for solution in result.solutions):
            code = LIMIT_REACHED
    return code


def verify_file(options: argparse.Namespace) -> int:
    """Verify all that was written as JSON lines; return the worst of what is found."""
    source = source_name(options.file)
    limits = read_limits(options)
    found = set()
    try:
        with opened(options.file) as stream:
            for number, line in enumerate(decode_lines(stream), 1):
                if not line.strip():
                    continue
                code, told = _verified(line, limits)
                found.add(code)
                if code == ANSWERED:
                    print(f"line {number}: {told}", flush=True)
                else:
                    fail(code, f"{source}: line {number}: {one_line(told)}")
    except ParseError as error:  # the rest cannot be read as lines of text
        error.source = source
        found.add(fail(BAD_INPUT, str(error)))
    if not found:
        raise ValueError(f"{source}: there is nothing to verify")
    return next(
        code for code in (CHECK_FAILED, BAD_INPUT, LIMIT_REACHED, ANSWERED) if code in found
    )


def _verified(line: str, limits: Limits) -> tuple[int, str]:
    """Return the exit code that a line stands for, and what to say of it."""
    try:
        known = _restored(line)
        if isinstance(known, Solution) and known.status is Status.LIMIT and known.prove is None:
            return LIMIT_REACHED, f"{known.told}: there is no certificate, so nothing is proved"
        claims = known.claims(limits)
    except (CertificateError, RuleError) as error:
        return CHECK_FAILED, str(error)
    except LimitError as error:
        return LIMIT_REACHED, f"not decided: {error}"
    except MemoryError:
        return LIMIT_REACHED, OUT_OF_MEMORY
    except (ValueError, *MALFORMED) as error:
        return BAD_INPUT, str(error)
    if isinstance(known, Count):
        told = f"{known.question} {_numbers(known.value)}"
    else:
        told = str(known.value) if known.status is Status.SOLVED else known.told
    return ANSWERED, f"{told}, {verified(claims)} ({known.certificate()!r})"


def _restored(line: str) -> AnySolution | AnyCount:
    try:
        data = read_json(line)
    except json.JSONDecodeError as error:
        where = f"column {error.colno}: {error.msg}"
        raise ValueError(f"this is no JSON ({where}): {quote(line.strip())}") from error
    if not isinstance(data, dict):
        raise ValueError(f"expected a JSON object, found {quote(line.strip())}")
    return count_from_dict(data) if "question" in data else solution_from_dict(data)
