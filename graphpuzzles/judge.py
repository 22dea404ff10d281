"""Judge somebody's answers: the lines that a program printed, against the puzzles it was given.

An answer is a line as the contest asks for it, or a JSON object that holds the answer itself, as
``graphpuzzles solve --json`` prints it. A line is compared with our own proved value; the answer
of an object is checked by the rules before its value is.
"""

from __future__ import annotations

import contextlib
import json
from codecs import BOM_UTF8
from collections import deque
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, BinaryIO, Generic, TypeVar

from graphpuzzles.batch import Failure, solve_many
from graphpuzzles.errors import RuleError
from graphpuzzles.puzzle import Answer, Puzzle, Solution, Status
from graphpuzzles.text import one_line, quote, read_json, split_tokens

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping
    from concurrent.futures import Executor

    from graphpuzzles.limits import Limits, Progress, ProgressCallback

__all__ = ["Ruling", "Verdict", "VerdictKind", "judge_answers", "read_answer_lines"]

A = TypeVar("A", bound=Answer)
V = TypeVar("V")

LONGEST_LINE = 2**16
LONGEST_JSON = 2**24
MOST_BLANKS = 2**16
"""Characters of blank lines, one after the other, that are passed over."""


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


def judge_answers(
    puzzles: Iterable[Puzzle[A, V]],
    lines: Iterable[str],
    *,
    reference: Iterable[str] | None = None,
    strict: bool = False,
    method: str = "auto",
    limits: Limits | None = None,
    executor: Executor | None = None,
    jobs: int | None = None,
    progress: ProgressCallback | None = None,
) -> Generator[Verdict, None, None]:
    """Judge the answers to puzzles, one a line, and yield a verdict for each in their order.

    Parameters
    ----------
    puzzles : Iterable of Puzzle
    lines : Iterable of str
        The output to judge, one answer a line; see `read_answer_lines`. Blank lines, blanks
        around and between tokens, the kind of line ends and a byte order mark do not count.
    reference : Iterable of str, optional
        The jury's answers in the same form. Where one is not ours, that is the verdict.
    strict : bool
        A line must also be byte for byte what the contest's judge prints, its end included.
    method, limits, executor, jobs, progress
        How to solve; see `solve_many`. A puzzle without an answer line is not solved.

    Yields
    ------
    Verdict
        One a puzzle, and one more where the output goes on.

    Notes
    -----
    Where a limit leaves our own answer open, what is proved of its value still judges an answer
    that contradicts it; any other is undecided. A jury's answer is then no substitute.

    Examples
    --------
    >>> from graphpuzzles import ConnectingGame
    >>> games = [ConnectingGame(["AAB", "ACD", "CCD"]), ConnectingGame(["AA", "BC"])]
    >>> for verdict in judge_answers(games, ["5", "2"]):
    ...     print(verdict)
    dataset 1: wrong: expected 4, found 5 (not optimal)
    dataset 2: right
    """
    pairs = _Pairs(puzzles, lines, reference, strict=strict)
    stopped = False

    def report(seen: Progress) -> bool:
        nonlocal stopped
        stopped = progress is not None and bool(progress(seen))
        return stopped

    results = solve_many(
        pairs.puzzles(),
        method,
        executor=executor,
        jobs=jobs,
        limits=limits,
        proofs=False,
        progress=report,
    )
    number = 0
    with contextlib.closing(results):
        for number, result in enumerate(results, 1):
            line, jury_line = pairs.waiting.popleft()
            case = _Case(number, result, strict=strict)
            verdict = None if reference is None else case.against_jury(jury_line)
            yield verdict or case.verdict(line)
    if not stopped:
        yield from pairs.left_over(number + 1)


class _Pairs(Generic[A, V]):
    """Puzzles with their answer lines.

    Parameters
    ----------
    puzzles : Iterable of Puzzle
    lines, reference : Iterable of str
    strict : bool

    Attributes
    ----------
    waiting : collections.deque of (str, str or None)
        The lines of the puzzles that have been handed out, and the jury's.
    """

    def __init__(
        self,
        puzzles: Iterable[Puzzle[A, V]],
        lines: Iterable[str],
        reference: Iterable[str] | None,
        *,
        strict: bool,
    ) -> None:
        self._puzzles = iter(puzzles)
        self._answers = _AnswerLines(lines, strict=strict)
        self._jury = None if reference is None else _AnswerLines(reference, strict=False)
        self._unanswered = 0
        self.waiting: deque[tuple[str, str | None]] = deque()

    def puzzles(self) -> Iterator[Puzzle[A, V]]:
        """Yield the puzzles that have a line."""
        for puzzle in self._puzzles:
            line = self._answers.next()
            if line is None:
                self._unanswered = 1
                return
            self.waiting.append((line, None if self._jury is None else self._jury.next()))
            yield puzzle

    def left_over(self, first: int) -> Iterator[Verdict]:
        """Yield verdicts on the puzzles without a line, or on a line without a puzzle."""
        unanswered = self._unanswered + sum(1 for _ in self._puzzles)
        for missing in range(first, first + unanswered):
            yield Verdict(missing, VerdictKind.MISSING, message="the output ends before its line")
        if unanswered:
            return
        extra = self._answers.next()
        if extra is not None:
            message = f"there is no such dataset, found {_shown(extra)}"
            yield Verdict(first, VerdictKind.EXTRA, message=message)
        extra = None if self._jury is None else self._jury.next()
        if extra is not None:
            message = f"the jury answers a dataset that is not there: {_shown(extra)}"
            yield Verdict(first, VerdictKind.DISAGREEMENT, message=message)


def read_answer_lines(stream: BinaryIO) -> Iterator[str]:
    """Yield the lines of somebody's output with their ends, whatever it holds.

    Bytes that are no UTF-8 are kept as escapes. A line that is too long is cut and is the last:
    2**16 characters, or 2**24 if it begins as a JSON object. Nothing is read ahead of what is
    asked for but the stream's own buffer, so that an endless output ends with its last dataset.
    """
    while line := stream.readline(LONGEST_LINE):
        if not line.endswith(b"\n") and line.removeprefix(BOM_UTF8).lstrip().startswith(b"{"):
            line += stream.readline(LONGEST_JSON - len(line))
        yield line.decode("utf-8", "backslashreplace")
        if len(line) >= LONGEST_LINE and not line.endswith(b"\n"):
            return


class _AnswerLines:
    """The lines that hold something."""

    def __init__(self, lines: Iterable[str], *, strict: bool) -> None:
        self._lines = iter(lines)
        self._strict = strict
        self._first = True

    def next(self) -> str | None:
        """Return the next line, or None at the end."""
        passed = 0
        for line in self._lines:
            text = line.removeprefix("\ufeff") if self._first and not self._strict else line
            self._first = False
            passed += len(text)
            if self._strict or split_tokens(text) or passed > MOST_BLANKS:
                return text
        return None


class _Case(Generic[A, V]):
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
            error = one_line(f"{type(result.error).__name__}: {result.error}")
            self._fault = f"our solver failed: {error}"
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
            return self._say(VerdictKind.UNREADABLE, one_line(str(error)))
        return self._compare(claimed, _shown(line))

    def _judge_json(self, line: str) -> Verdict:
        try:
            data = _json_answer(line, self._number)
            answer = data["answer"]
            if answer is None:
                return self._judge_none(data)
            value = self._puzzle.check(self._puzzle.answer_from_dict(_mapping(answer)))
        except RuleError as error:
            return self._say(VerdictKind.ILLEGAL, one_line(str(error)))
        except (*_MALFORMED, ValueError) as error:
            told = one_line(f"{type(error).__name__}: {error}")
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
    data = read_json(line)
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


def _shown(line: str) -> str:
    """Show a line: as it is if it is short and plain, else quoted and cut."""
    told = " ".join(split_tokens(line))
    plain = told.isascii() and told.isprintable() and 0 < len(told) <= 24
    return told if plain else quote(told)
