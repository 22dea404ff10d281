"""``graphpuzzles solve``."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from graphpuzzles.cli.codes import ANSWERED, LIMIT_REACHED, tell
from graphpuzzles.cli.inputs import add_input, add_limits, read_limits, read_puzzles

if TYPE_CHECKING:
    import argparse

    from graphpuzzles.cli.commands import Commands
    from graphpuzzles.puzzles import AnySolution

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
    solve.add_argument("--timing", action="store_true", help="seconds of each dataset on stderr")


def solve_file(options: argparse.Namespace) -> int:
    """Print the judge's line, or a JSON object, of every dataset as soon as it is solved."""
    code = ANSWERED
    limits = read_limits(options)
    for number, puzzle in enumerate(read_puzzles(options), 1):
        began = time.perf_counter()
        solution = puzzle.solve(options.method, limits=limits)
        if options.timing:
            tell(f"dataset {number}: {time.perf_counter() - began:.3f} s")
        if options.json or options.proof:
            line = json.dumps(_as_json(solution, number, proof=options.proof))
        else:
            line = puzzle.judge(solution, number)
        print(line, flush=True)
        if not puzzle.answered(solution):
            code = LIMIT_REACHED
            lower, upper = solution.bounds
            reason = solution.stats.get("limit", "the bounds do not meet")
            known = f"at least {lower}, at most {upper}".replace("None", "unknown")
            tell(f"graphpuzzles: dataset {number}: gave up ({reason}); the value is {known}")
    return code


def _as_json(solution: AnySolution, number: int, *, proof: bool) -> dict[str, object]:
    data = solution.to_dict(certificate=proof)
    if not proof:
        del data["puzzle"]
    return {"dataset": number, **data}
