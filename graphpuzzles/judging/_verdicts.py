"""What is said of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Ruling", "Verdict", "VerdictKind"]


class Ruling(StrEnum):
    """What a verdict comes down to."""

    RIGHT = "right"
    WRONG = "wrong"
    UNREADABLE = "unreadable"
    """The form is at fault, or how many lines there are."""
    UNDECIDED = "undecided"
    """We found no answer to compare with: a limit was reached, or our solver failed."""
    DISAGREEMENT = "disagreement"
    """The jury's answer is not ours."""


class VerdictKind(StrEnum):
    """What is right or wrong with an answer."""

    RIGHT = "right"
    WRONG = "wrong"
    NOT_OPTIMAL = "not optimal"
    TOO_GOOD = "better than possible"
    IMPOSSIBLE_CLAIMED = "impossible claimed"
    ANSWER_CLAIMED = "answer claimed"
    """There is none."""
    ILLEGAL = "illegal answer"
    UNREADABLE = "unreadable"
    MISSING = "missing"
    EXTRA = "extra"
    UNDECIDED = "undecided"
    DISAGREEMENT = "disagreement"

    @property
    def ruling(self) -> Ruling:
        """What it comes down to."""
        if self in {VerdictKind.MISSING, VerdictKind.EXTRA}:
            return Ruling.UNREADABLE
        return Ruling(self) if self.value in list(Ruling) else Ruling.WRONG


@dataclass(frozen=True)
class Verdict:
    """What is to be said of one answer.

    Parameters
    ----------
    number : int
        The dataset, counted from 1.
    kind : VerdictKind
    claimed : object
        The value claimed; None where none is, or that there is no answer.
    best : object
        The value proved to be the best; None where there is none, or none was found.
    message : str
        One line without line ends; empty for a right answer.

    Examples
    --------
    >>> print(Verdict(3, VerdictKind.NOT_OPTIMAL, 14, 12, "expected 12, found 14"))
    dataset 3: wrong: expected 12, found 14 (not optimal)
    """

    number: int
    kind: VerdictKind
    claimed: object = None
    best: object = None
    message: str = ""

    def __str__(self) -> str:
        ruling = self.kind.ruling
        told = f"dataset {self.number}: {ruling}"
        if self.message:
            told += f": {self.message}"
        return told if self.kind.value == ruling.value else f"{told} ({self.kind})"
