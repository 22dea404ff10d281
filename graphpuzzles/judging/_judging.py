"""Puzzles and answer lines in step, and what is left over of either."""

from __future__ import annotations

import contextlib
from collections import deque
from typing import TYPE_CHECKING, Generic, TypeVar

from graphpuzzles.batch import solve_many
from graphpuzzles.judging._case import Case, shown
from graphpuzzles.judging._lines import AnswerLines
from graphpuzzles.judging._verdicts import Verdict, VerdictKind
from graphpuzzles.puzzle import Answer, Puzzle

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from concurrent.futures import Executor

    from graphpuzzles.limits import Limits, Progress, ProgressCallback

__all__ = ["judge_answers"]

A = TypeVar("A", bound=Answer)
V = TypeVar("V")


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
            case = Case(number, result, strict=strict)
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
        self._answers = AnswerLines(lines, strict=strict)
        self._jury = None if reference is None else AnswerLines(reference, strict=False)
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
            message = f"there is no such dataset, found {shown(extra)}"
            yield Verdict(first, VerdictKind.EXTRA, message=message)
        extra = None if self._jury is None else self._jury.next()
        if extra is not None:
            message = f"the jury answers a dataset that is not there: {shown(extra)}"
            yield Verdict(first, VerdictKind.DISAGREEMENT, message=message)
