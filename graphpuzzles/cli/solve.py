"""``graphpuzzles solve``."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from graphpuzzles.batch import Failure, solve_many
from graphpuzzles.cli.codes import ANSWERED, LIMIT_REACHED, tell
from graphpuzzles.cli.inputs import (
    add_input,
    add_jobs,
    add_limits,
    is_link,
    puzzle_class,
    read_limits,
    read_puzzles,
)
from graphpuzzles.cli.progress import ProgressBar
from graphpuzzles.errors import GraphPuzzlesError
from graphpuzzles.puzzle import Answer, Solution, Status

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from graphpuzzles.cli.commands import Commands
    from graphpuzzles.puzzles import AnyPuzzle, AnySolution

__all__ = ["add"]


def add(commands: Commands) -> None:
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


def solve_file(options: argparse.Namespace) -> int:
    """Print the judge's line, or a JSON object, of every dataset as soon as it is solved."""
    if options.timing and options.jobs is not None:
        raise ValueError("--timing measures one dataset after the other, without --jobs")
    if options.method != "auto":
        puzzle_class(options).method_named(options.method)
    code = ANSWERED
    clock = _Clock()
    with contextlib.ExitStack() as stack:
        bar = stack.enter_context(ProgressBar(shown=not options.quiet, size=_size(options)))
        results = solve_many(
            clock.start_with(read_puzzles(options, watch=bar.watch)),
            options.method,
            jobs=options.jobs,
            limits=read_limits(options),
            proofs=options.proof,
            progress=bar.update,
        )
        stack.callback(results.close)
        for number, result in enumerate(results, 1):
            messages = [f"dataset {number}: {clock.seconds:.3f} s"] if options.timing else []
            fault = _fault(result)
            if fault:
                code = LIMIT_REACHED
                messages.append(f"graphpuzzles: dataset {number}: {fault}")
            line = _line(result, number, options)
            if messages or sys.stdout.isatty():
                bar.erase()
            print(line, flush=True)
            for message in messages:
                tell(message)
    return code


class _Clock:
    """Measures the time since the last puzzle was handed out."""

    _began = 0.0

    def start_with(self, puzzles: Iterable[AnyPuzzle]) -> Iterator[AnyPuzzle]:
        for puzzle in puzzles:
            self._began = time.perf_counter()
            yield puzzle

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._began


def _size(options: argparse.Namespace) -> int | None:
    if options.file == "-" or is_link(options):
        return None
    path = Path(options.file)
    return path.stat().st_size if path.is_file() else None


def _fault(result: AnySolution | Failure[Answer, object]) -> str:
    """Say why a dataset is not answered; empty where it is."""
    if isinstance(result, Failure):
        return _describe(result.error)
    if result.puzzle.answered(result):
        return ""
    lower, upper = result.bounds
    reason = result.stats.get("limit", "the bounds do not meet")
    known = f"at least {lower}, at most {upper}".replace("None", "unknown")
    return f"gave up ({reason}); the value is {known}"


def _describe(error: Exception) -> str:
    """Return an error in one line."""
    told = " ".join(str(error).split())
    return told if isinstance(error, GraphPuzzlesError) else f"{type(error).__name__}: {told}"


def _line(
    result: AnySolution | Failure[Answer, object], number: int, options: argparse.Namespace
) -> str:
    as_json = options.json or options.proof
    if isinstance(result, Failure):
        data = {"dataset": number, "error": _describe(result.error)}
        nothing = Solution(status=Status.LIMIT, puzzle=result.puzzle, method=options.method)
        return json.dumps(data) if as_json else result.puzzle.judge(nothing, number)
    if as_json:
        return json.dumps(_as_json(result, number, proof=options.proof))
    return result.puzzle.judge(result, number)


def _as_json(solution: AnySolution, number: int, *, proof: bool) -> dict[str, object]:
    data = solution.to_dict(certificate=proof)
    if not proof:
        del data["puzzle"]
    return {"dataset": number, **data}
