"""What the contest's judge prints and reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar, cast

from graphpuzzles.outcome import Answer, Status
from graphpuzzles.text import one_integer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphpuzzles.puzzle.solution import Solution

__all__ = ["Judged"]

A = TypeVar("A", bound=Answer)
V = TypeVar("V")


class Judged(Generic[A, V]):
    """The judge's side of a puzzle: its output lines, and those of others.

    The defaults are those of a puzzle that asks for the least number.
    """

    def answered(self, solution: Solution[A, V]) -> bool:
        """Tell whether a solution answers the question that the contest asks.

        By default a limit means that it does not. A puzzle whose question names its own limit
        (fewest steps within a cap) may say that reaching it is an answer.
        """
        return solution.status is not Status.LIMIT

    def judge(self, solution: Solution[A, V], number: int) -> str:
        """Return the judge's output line for dataset `number`, counted from 1.

        By default the value alone, ``-1`` where there is none, and ``?`` where a limit left the
        question open.
        """
        del number
        if not self.answered(solution):
            return "?"
        return "-1" if solution.value is None else str(solution.value)

    def read_judged(self, tokens: Sequence[str], number: int) -> V | None:
        """Return the value that somebody's output line claims; None: that there is no answer.

        The inverse of `judge`. By default the line is one integer, and ``-1`` says None.

        Parameters
        ----------
        tokens : sequence of str
            The line without its blanks; at least one.
        number : int
            The dataset, counted from 1.

        Raises
        ------
        ValueError
            If the line is not of the form that the contest asks for; the message says what was
            expected and what was found.
        """
        del number
        value = one_integer(tokens)
        return None if value == -1 else cast("V", value)

    def compare(self, claimed: V, best: V) -> int | None:
        """Return a positive number where a value is worse than another, a negative where better.

        By default the least integer is best, and other values only differ (None) or do not (0).
        """
        if claimed == best:
            return 0
        one, other = cast("object", claimed), cast("object", best)
        if type(one) is int and type(other) is int:
            return one - other
        return None
