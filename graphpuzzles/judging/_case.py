"""One dataset: our own result, and answers judged by it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Generic, TypeVar

from graphpuzzles.batch import Failure
from graphpuzzles.errors import RuleError
from graphpuzzles.judging._lines import LONGEST_LINE
from graphpuzzles.judging._verdicts import Ruling, Verdict, VerdictKind
from graphpuzzles.puzzle import Answer, Solution, Status
from graphpuzzles.text import quote, split_tokens

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Case", "shown"]

A = TypeVar("A", bound=Answer)
V = TypeVar("V")

LONGEST_MESSAGE = 200


class Case(Generic[A, V]):
    """A dataset with our own result, ready to judge answers to it."""

    def __init__(
        self, number: int, result: Solution[A, V] | Failure[A, V], *, strict: bool
    ) -> None:
        self._number = number
        self._puzzle = result.puzzle
        self._strict = strict
        self._solution = None if isinstance(result, Failure) else result
        self._fault = ""
        if isinstance(result, Failure):
            error = " ".join(str(result.error).split())
            self._fault = f"our solver failed: {type(result.error).__name__}: {error}"
        elif not self._puzzle.answered(result):
            lower, upper = result.bounds
            known = f"at least {lower}, at most {upper}".replace("None", "unknown")
            self._fault = f"we gave up ({result.stats.get('limit')}); the value is {known}"

    @property
    def _expected(self) -> str | None:
        """The judge's line; None where we have no answer."""
        if self._fault or self._solution is None:
            return None
        return self._puzzle.judge(self._solution, self._number)

    def against_jury(self, line: str | None) -> Verdict | None:
        """Return a verdict if the jury's answer is not ours."""
        if line is None:
            return self._say(VerdictKind.DISAGREEMENT, "the jury's answer is missing")
        verdict = self.verdict(line)
        if verdict.kind.ruling in {Ruling.RIGHT, Ruling.UNDECIDED}:
            return None
        return self._say(VerdictKind.DISAGREEMENT, f"the jury's answer: {verdict.message}")

    def verdict(self, line: str) -> Verdict:
        """Judge an answer."""
        tokens = split_tokens(line)
        if tokens and tokens[0].startswith("{"):
            return self._judge_json(line)
        expected = self._expected
        if expected is not None and tokens == split_tokens(expected):
            if self._strict and line != f"{expected}\n":
                found = f"expected the line {quote(expected)} to the byte, found {quote(line)}"
                return self._say(VerdictKind.UNREADABLE, found)
            return self._say(VerdictKind.RIGHT, "", self._best)
        if not tokens:
            return self._say(
                VerdictKind.UNREADABLE, f"expected {expected or 'a line'}, found blanks"
            )
        if len(line) >= LONGEST_LINE:
            return self._say(VerdictKind.UNREADABLE, f"the line is too long: {quote(line)}")
        try:
            claimed = self._puzzle.read_judged(tokens, self._number)
        except ValueError as error:
            return self._say(VerdictKind.UNREADABLE, _harmless(str(error)))
        return self._compare(claimed, shown(line))

    def _judge_json(self, line: str) -> Verdict:
        try:
            data = _json_answer(line, self._number)
            answer = data["answer"]
            if answer is None:
                return self._judge_none(data)
            value = self._puzzle.check(self._puzzle.answer_from_dict(_mapping(answer)))
        except RuleError as error:
            return self._say(VerdictKind.ILLEGAL, _harmless(str(error)))
        except (*_MALFORMED, ValueError) as error:
            told = _harmless(f"{type(error).__name__}: {error}")
            return self._say(VerdictKind.UNREADABLE, f"not an answer in JSON: {told}")
        stated = data.get("value")
        if stated is not None and json.dumps(stated) != json.dumps(value):  # 4.0 is not 4
            message = f"the value stated is {stated!a:.30}, the answer attains {value}"
            return self._say(VerdictKind.WRONG, message, value)
        return self._compare(value, f"an answer of {value}")

    def _judge_none(self, data: dict[str, object]) -> Verdict:
        if data.get("status") == Status.LIMIT and not self._limit_is_answer:
            return self._say(
                VerdictKind.WRONG, f"expected {self._expected or 'an answer'}, found none"
            )
        return self._compare(None, "that there is none")

    @property
    def _limit_is_answer(self) -> bool:
        return self._solution is not None and self._solution.status is Status.LIMIT

    def _compare(self, claimed: V | None, shown: str) -> Verdict:
        """Compare a value with ours; `shown` says how it was given."""
        if self._expected is None:
            return self._compare_bounds(claimed, shown)
        best = self._best
        message = f"expected {self._expected}, found {shown}"
        if claimed is None or best is None:
            kind = (
                VerdictKind.RIGHT
                if claimed is best
                else VerdictKind.ANSWER_CLAIMED
                if best is None
                else VerdictKind.IMPOSSIBLE_CLAIMED
            )
        else:
            kind = _kind(self._puzzle.compare(claimed, best))
        return self._say(kind, "" if kind is VerdictKind.RIGHT else message, claimed)

    def _compare_bounds(self, claimed: V | None, shown: str) -> Verdict:
        """Compare a value with what is proved of it though the best is not known."""
        if self._solution is not None and claimed is not None:
            lower, upper = self._solution.bounds
            message = f"{self._fault}, found {shown}"
            below = None if lower is None else self._puzzle.compare(claimed, lower)
            above = None if upper is None else self._puzzle.compare(claimed, upper)
            if below is not None and below < 0:
                return self._say(VerdictKind.TOO_GOOD, message, claimed)
            if above is not None and above > 0:
                return self._say(VerdictKind.NOT_OPTIMAL, message, claimed)
        return self._say(VerdictKind.UNDECIDED, self._fault, claimed)

    @property
    def _best(self) -> V | None:
        return None if self._solution is None else self._solution.value

    def _say(self, kind: VerdictKind, message: str, claimed: V | None = None) -> Verdict:
        return Verdict(self._number, kind, claimed, self._best, message)


_MALFORMED = (LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What data of another form than expected raise."""


def _json_answer(line: str, number: int) -> dict[str, object]:
    data: object = json.loads(line)
    if not isinstance(data, dict) or "answer" not in data:
        raise ValueError('expected a JSON object with "answer"')
    if data.get("dataset", number) != number:
        raise ValueError(f"expected dataset {number}, found {data['dataset']!a:.30}")
    return data


def _mapping(answer: object) -> Mapping[str, object]:
    if not isinstance(answer, dict):
        raise TypeError(f"expected an object or null as the answer, found {answer!a:.30}")
    return answer


def _kind(difference: int | None) -> VerdictKind:
    if difference is None:
        return VerdictKind.WRONG
    if difference == 0:
        return VerdictKind.RIGHT
    return VerdictKind.NOT_OPTIMAL if difference > 0 else VerdictKind.TOO_GOOD


def _harmless(message: str) -> str:
    """Return one line of bounded length, whatever an answer that is quoted in it holds."""
    told = " ".join(message.split())
    told = told if len(told) <= LONGEST_MESSAGE else f"{told[:LONGEST_MESSAGE]}..."
    return "".join(c if c.isascii() and c.isprintable() else ascii(c)[1:-1] for c in told)


def shown(line: str) -> str:
    """Show a line: as it is if it is short and plain, else quoted and cut."""
    told = " ".join(split_tokens(line))
    plain = told.isascii() and told.isprintable() and 0 < len(told) <= 24
    return told if plain else quote(told)
