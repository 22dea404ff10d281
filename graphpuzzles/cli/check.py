"""``graphpuzzles check`` and ``graphpuzzles verify``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from graphpuzzles.certificate import verified
from graphpuzzles.cli.codes import ANSWERED, CHECK_FAILED, LIMIT_REACHED, fail
from graphpuzzles.cli.inputs import (
    add_input,
    add_limits,
    read_limits,
    read_lines,
    read_puzzles,
    source_name,
)
from graphpuzzles.errors import CertificateError, RuleError
from graphpuzzles.puzzles import solution_from_dict
from graphpuzzles.text import quote

if TYPE_CHECKING:
    import argparse

    from graphpuzzles.cli.commands import Commands

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the commands."""
    text = "solve by all methods, compare them and verify every proof"
    check = commands.add("check", check_file, text)
    add_input(check)
    check.add_argument("--methods", help="methods to compare, separated by commas (default: all)")
    add_limits(check)
    check.add_argument("--json", action="store_true", help="one JSON object a line instead")
    text = "verify what `solve --proof` wrote, without solving"
    verify = commands.add("verify", verify_file, text)
    verify.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="JSON lines (default: stdin)"
    )


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
    """Verify solutions that were written as JSON lines."""
    source = source_name(options.file)
    found = False
    for number, line in enumerate(read_lines(options.file), 1):
        if not line.strip():
            continue
        try:
            solution = solution_from_dict(_json_object(line))
        except (ValueError, AttributeError, RecursionError) as error:
            raise ValueError(f"{source}: line {number}: {error}") from error
        try:
            claims = solution.claims()
        except (CertificateError, RuleError) as error:
            return fail(CHECK_FAILED, f"{source}: line {number}: {error}")
        told = solution.status if solution.value is None else solution.value
        proof = f"{verified(claims)} ({solution.certificate()!r})"
        print(f"line {number}: {told}, {proof}", flush=True)
        found = True
    if not found:
        raise ValueError(f"{source}: there is nothing to verify")
    return ANSWERED


def _json_object(line: str) -> dict[str, object]:
    data: object = json.loads(line)
    if not isinstance(data, dict):
        raise ValueError(f"expected a JSON object, found {quote(line.strip())}")
    return data
