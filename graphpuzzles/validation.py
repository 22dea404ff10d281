"""Methods against each other: the same puzzle solved by several families, every proof checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from graphpuzzles.certificate import verified
from graphpuzzles.errors import DisagreementError, LimitError, NotApplicableError
from graphpuzzles.limits import UNLIMITED
from graphpuzzles.outcome import Bounds, Outcome
from graphpuzzles.puzzle import Answer, Puzzle, Solution, Status

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphpuzzles.certificate import Claims
    from graphpuzzles.limits import Limits

__all__ = ["CrossValidation", "Run", "cross_validate"]

A = TypeVar("A", bound=Answer)
V = TypeVar("V")


@dataclass(frozen=True, kw_only=True)
class Run:
    """What one method did in a cross-validation.

    Parameters
    ----------
    method, family : str
    status : Status or None
        None where the method was skipped.
    value : object
        The value found; None where there is none.
    bounds : (object or None, object or None)
        What is proved of the value: at least, at most.
    claims : Mapping of str to Strength
        What has been verified, and how strongly it is proved; empty where nothing was.
    skipped : str
        Why the method did not run; empty where it did.
    """

    method: str
    family: str
    status: Status | None = None
    value: object = None
    bounds: Bounds[object] = (None, None)
    claims: Claims = field(default_factory=dict)
    skipped: str = ""


@dataclass(frozen=True, kw_only=True)
class CrossValidation(Generic[A, V]):
    """The result of `cross_validate`.

    Parameters
    ----------
    runs : tuple of Run
        One a method, in the order in which they ran.
    solutions : tuple of Solution
        What the methods that ran returned.

    Examples
    --------
    >>> from graphpuzzles import ConnectingGame, cross_validate
    >>> cross_validate(ConnectingGame(["AAB", "ACD", "CCD"]))
    CrossValidation: 4 (confirmed)
      dual    planar duality  solved 4, proof verified
      flow    maximum flow    solved 4, proof verified
      layers  planar duality  solved 4, proof verified
      bounds  label bounds    skipped: it is for on_disconnected='bounds'
    """

    runs: tuple[Run, ...]
    solutions: tuple[Solution[A, V], ...]

    @property
    def confirmed(self) -> bool:
        """Whether methods of at least two families finished; they agree, or there is no result."""
        return len({run.family for run in self.runs if _finished(run)}) > 1

    @property
    def status(self) -> Status:
        """The status on which the methods that finished agree; LIMIT where none did."""
        return next((s.status for s in self.solutions if s.status != Status.LIMIT), Status.LIMIT)

    @property
    def value(self) -> V | None:
        """The value on which the methods that finished agree."""
        return next((s.value for s in self.solutions if s.status != Status.LIMIT), None)

    def to_dict(self) -> dict[str, object]:
        """Return the result as JSON-ready data."""
        return {
            "confirmed": self.confirmed,
            "status": str(self.status),
            "value": self.value,
            "runs": [
                {
                    "method": run.method,
                    "family": run.family,
                    "status": None if run.status is None else str(run.status),
                    "value": run.value,
                    "bounds": list(run.bounds),
                    "claims": dict(run.claims),
                    "skipped": run.skipped or None,
                }
                for run in self.runs
            ],
        }

    def table(self) -> str:
        """Return the verdict and a line for each method."""
        verdict = "confirmed" if self.confirmed else "not confirmed"
        told = self.value if self.status is Status.SOLVED else self.status
        wide = max((len(run.method) for run in self.runs), default=0)
        family = max((len(run.family) for run in self.runs), default=0)
        lines = [
            f"  {run.method:{wide}}  {run.family:{family}}  {describe(run)}" for run in self.runs
        ]
        return "\n".join([f"{told} ({verdict})", *lines])

    def __repr__(self) -> str:
        return f"CrossValidation: {self.table()}"


def _finished(run: Run) -> bool:
    return run.status is not None and run.status is not Status.LIMIT


def describe(run: Run) -> str:
    """Say in a few words how a run ended."""
    if run.status is None:
        return f"skipped: {run.skipped}"
    told = Outcome(status=run.status, value=run.value, bounds=run.bounds).told
    return f"{told}, {verified(run.claims)}" if run.claims else told


def cross_validate(
    puzzle: Puzzle[A, V],
    methods: Iterable[str] | None = None,
    *,
    limits: Limits = UNLIMITED,
) -> CrossValidation[A, V]:
    """Solve a puzzle by several methods, compare what they say, and verify every proof.

    Parameters
    ----------
    puzzle : Puzzle
    methods : Iterable of str, optional
        Names of methods. By default all of the puzzle's but those that would take too long on
        this instance. A method that does not apply, to the puzzle or with these limits, is
        skipped with its reason.
    limits : Limits, optional
        For each method on its own, and for each check of a proof. A method that reaches a limit
        has no vote; a proof that would is not checked, and the table says so.

    Returns
    -------
    CrossValidation
        Says "confirmed" only where methods of two families finished.

    Raises
    ------
    DisagreementError
        If two methods that finished contradict each other: a bug in this package.
    CertificateError, RuleError
        If a proof or an answer fails: likewise.
    TypeError
        If `puzzle` is no puzzle, or `methods` a single string.
    ValueError
        If there is no such method.
    """
    if not isinstance(puzzle, Puzzle):
        raise TypeError(f"expected a puzzle, not {puzzle!r}")
    if isinstance(methods, str):
        raise TypeError(f"methods are a list of names, such as [{methods!r}], not one string")
    available = type(puzzle).methods()
    names = list(available) if methods is None else list(methods)
    unknown = [name for name in names if name not in available]
    if unknown:
        raise ValueError(
            f"{puzzle.name} has no method {unknown[0]!r}; it has {', '.join(available)}"
        )
    runs: list[Run] = []
    solutions: list[Solution[A, V]] = []
    for name in names:
        family = available[name].family
        reason = available[name].refuses(puzzle)
        if reason is None and methods is None:
            reason = available[name].slow(puzzle)
        if reason is not None:
            runs.append(Run(method=name, family=family, skipped=reason))
            continue
        try:
            solution = puzzle.solve(name, limits=limits)
        except NotApplicableError as error:  # not with these limits
            runs.append(Run(method=name, family=family, skipped=str(error)))
            continue
        _compare(puzzle, solutions, solution)
        runs.append(_examined(solution, family, limits))
        solutions.append(solution)
    return CrossValidation(runs=tuple(runs), solutions=tuple(solutions))


def _compare(puzzle: Puzzle[A, V], before: list[Solution[A, V]], solution: Solution[A, V]) -> None:
    if solution.status is Status.LIMIT:
        return
    for other in before:
        if other.status is Status.LIMIT:
            continue
        message = puzzle.disagreement(other, solution)
        if message is not None:
            raise DisagreementError(message, {"name": puzzle.name, **puzzle.to_dict()})


def _examined(solution: Solution[A, V], family: str, limits: Limits) -> Run:
    claims: Claims = {}
    if solution.status is not Status.LIMIT or solution.prove is not None:
        try:
            claims = solution.claims(limits)
        except LimitError:
            claims = {"value": "unchecked"}
    elif solution.answer is not None:
        solution.puzzle.check(solution.answer)
    return Run(
        method=solution.method,
        family=family,
        status=solution.status,
        value=solution.value,
        bounds=solution.bounds,
        claims=claims,
    )
