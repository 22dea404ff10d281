"""The solution of a board that a generator has proposed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from graphpuzzles.errors import LimitError
from graphpuzzles.limits import Limits
from graphpuzzles.puzzle import Status

if TYPE_CHECKING:
    from graphpuzzles.puzzle import Answer, Puzzle, Solution

    A = TypeVar("A", bound=Answer)

V = TypeVar("V")

__all__ = ["EFFORT", "exact_solution", "exact_value", "has_value", "is_solvable"]

EFFORT = Limits(max_states=1_000_000)
"""How hard a proposed board may be to judge. It is no time, so that it is the same everywhere."""


def exact_solution(puzzle: Puzzle[A, V], method: str = "auto") -> Solution[A, V]:
    """Return the finished solution of a board.

    Parameters
    ----------
    puzzle : Puzzle
    method : str

    Raises
    ------
    LimitError
        If the board is too hard to judge; see `EFFORT`.
    """
    solution = puzzle.solve(method, limits=EFFORT)
    if solution.status is Status.LIMIT:
        limit = str(solution.stats.get("limit", "bounds"))
        raise LimitError(limit, "the board is too hard to judge", solution=solution)
    return solution


def exact_value(puzzle: Puzzle[A, V]) -> V | None:
    """Return the best value of a board, or None where it is proved that there is none."""
    return exact_solution(puzzle).value


def is_solvable(puzzle: Puzzle[A, V], wanted: object) -> bool:
    """Tell whether a board has an answer, if that is wanted, or proved to have none."""
    return (exact_value(puzzle) is not None) is wanted


def has_value(puzzle: Puzzle[A, V], wanted: object) -> bool:
    """Tell whether the best value of a board is the one wanted."""
    return exact_value(puzzle) == wanted
