"""What is known of a puzzle, with its proof: solutions and counts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from graphpuzzles.certificate import certificate_from_dict, certificate_to_dict
from graphpuzzles.errors import CertificateError, NotApplicableError
from graphpuzzles.limits import UNLIMITED
from graphpuzzles.outcome import Answer, Outcome, Stat, Status
from graphpuzzles.picture.drawable import Drawable
from graphpuzzles.text import fault_text, integer_from_json, integer_to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from graphpuzzles.certificate import Certificate, Claims
    from graphpuzzles.limits import Limits
    from graphpuzzles.picture import Film, Scene
    from graphpuzzles.picture.film import Animation
    from graphpuzzles.puzzle.statement import Graph, Statement

__all__ = ["Count", "Solution", "restore_count", "restore_solution"]

A = TypeVar("A", bound=Answer)
V = TypeVar("V")


@dataclass(frozen=True, kw_only=True, eq=False)
class Solution(Outcome[A, V], Drawable):
    """An outcome together with the puzzle and the method it belongs to.

    Parameters
    ----------
    puzzle : Puzzle
        What was solved.
    method : str
        The method that ran; never ``"auto"``.
    """

    puzzle: Statement[A, V]
    method: str

    def __str__(self) -> str:
        return f"{self.puzzle.name}: {self.told} (method {self.method})"

    def certificate(self) -> Certificate[V]:
        """Return the certificate, built at the first call.

        Raises
        ------
        CertificateError
            If there is none: it was left out, or the status is `Status.LIMIT` and the bounds rest
            on the method's word.
        """
        cached = self.__dict__.get("_certificate")
        if cached is None:
            if self.prove is None:
                raise CertificateError(
                    f"there is no certificate: the status is {self.status}, which proves nothing"
                    if self.status is Status.LIMIT
                    else f"method {self.method!r} gave no certificate, or it was left out"
                )
            cached = self.prove()
            self.__dict__["_certificate"] = cached
        return cast("Certificate[V]", cached)

    def claims(self, limits: Limits = UNLIMITED) -> Claims:
        """Check the whole proof from the rules, and say how strongly each claim is proved.

        The certificate proves that no answer is better, the answer that its value is attained;
        what the answer says beyond its value is checked too. With `Status.LIMIT` the claims are
        the bounds: the certificate proves the lower one, the answer attains the upper one.

        Parameters
        ----------
        limits : Limits, optional
            How far the check may go; by default there is no limit.

        Returns
        -------
        Mapping of str to Strength
            By the name of the claim; most puzzles make one, ``"value"``.

        Raises
        ------
        CertificateError
            If there is no certificate; if it fails, speaks of another kind of puzzle or of
            another question, or proves another value than the one claimed; or if a bound claimed
            is not that value.
        LimitError
            If a limit is reached; then nothing is proved.
        RuleError
            If the answer breaks the rules.
        """
        certificate = self.certificate()
        gave_up = self.status is Status.LIMIT
        proved = _proved(certificate, self.puzzle, "bound" if gave_up else "value", limits)
        attained = None if self.answer is None else self.puzzle.check(self.answer)
        if gave_up:
            _compare("lower bound", proved, self.bounds[0])
            _compare("upper bound", attained, self.bounds[1])
            _compare("value", None, self.value)
        elif not (_same(proved, self.value) and _same(attained, self.value)):
            raise CertificateError(
                f"the certificate proves {proved!r}, the answer attains {attained!r}, "
                f"the value claimed is {self.value!r}"
            )
        else:
            if (self.status is Status.INFEASIBLE) != (self.value is None):
                raise CertificateError(
                    f"status {self.status} does not fit the value {self.value!r}"
                )
            for bound in self.bounds:
                if bound is not None:
                    _compare("bound", self.value, bound)
        return certificate.examine(self.puzzle, self.answer, limits)

    def verify(self, limits: Limits = UNLIMITED) -> bool:
        """Check the whole proof, as `claims` does.

        Returns
        -------
        bool
            True. A proof that fails raises, with the condition that fails in the message.
        """
        self.claims(limits)
        return True

    def graph(self, kind: str | None = None) -> Graph:
        """Return a graph of the puzzle with the answer marked; see `Puzzle.graph`."""
        return self.puzzle.graph(kind, answer=self.answer)

    def scene(self) -> Scene:
        """Return the picture of the puzzle with the answer; see `Puzzle.scene`.

        Where nothing was solved, its title says why.
        """
        picture = self.puzzle.scene(self.answer)
        return replace(picture, title=self._titled(picture.title))

    def film(self) -> Film:
        """Return the answer step by step; see `Puzzle.film`.

        Raises
        ------
        NotApplicableError
            If there is no answer, or nothing moves in this puzzle.
        """
        if self.answer is None:
            raise NotApplicableError("there is no answer to show step by step")
        film = self.puzzle.film(self.answer)
        return replace(film, title=self._titled(film.title))

    def _titled(self, title: str) -> str:
        return title if self.status is Status.SOLVED else f"{title}: {self.told}"

    def animate(self, *, seconds: float = 0.5) -> Animation:
        """Return the answer as an animation, to show in a notebook or to save.

        Parameters
        ----------
        seconds : float
            How long a step is shown.

        Raises
        ------
        NotApplicableError
            If there is no answer, or nothing moves in this puzzle.
        ValueError
            If a step is not shown for 0.02 to 60 seconds.
        """
        from graphpuzzles.picture.film import Animation

        return Animation(self.film(), seconds)

    def to_dict(self, *, certificate: bool = True) -> dict[str, object]:
        """Return the solution as JSON-ready data, by default with its certificate.

        A stranger can rebuild it with `Puzzle.solution_from_dict` and call `verify`.
        """
        data: dict[str, object] = {
            "puzzle": {"name": self.puzzle.name, **self.puzzle.to_dict()},
            "method": self.method,
            "status": str(self.status),
            "value": self.value,
            "bounds": list(self.bounds),
            "answer": None if self.answer is None else self.answer.to_dict(),
            "stats": dict(self.stats),
        }
        if certificate and (self.prove is not None or self.status is not Status.LIMIT):
            data["certificate"] = certificate_to_dict(self.certificate())
        return data

    def __reduce__(self) -> tuple[object, ...]:
        # What a method built need not pickle; what it found does.
        data = self.to_dict(certificate=self.prove is not None)
        return restore_solution, (self.puzzle, data)


@dataclass(frozen=True, kw_only=True, eq=False)
class Count(Generic[A, V]):
    """The answer to a further question about a puzzle, with its proof.

    Parameters
    ----------
    puzzle : Puzzle
    question : str
        A name among `Puzzle.counts`.
    value : int or tuple of int
        A number; or the least and the greatest that are possible.
    prove : callable, optional
        Builds the certificate on demand.
    """

    puzzle: Statement[A, V]
    question: str
    value: int | tuple[int, ...]
    prove: Callable[[], Certificate[int | tuple[int, ...]]] | None = field(
        default=None, repr=False
    )

    def certificate(self) -> Certificate[int | tuple[int, ...]]:
        """Return the certificate, built at every call.

        Raises
        ------
        CertificateError
            If it was left out.
        """
        if self.prove is None:
            raise CertificateError("there is no certificate: it was left out")
        return self.prove()

    def claims(self, limits: Limits = UNLIMITED) -> Claims:
        """Check the proof, and say how strong it is; see `Solution.claims`."""
        certificate = self.certificate()
        proved = _proved(certificate, self.puzzle, self.question, limits)
        _compare(f"number of {self.question}", proved, self.value)
        return certificate.examine(self.puzzle, None, limits)

    def verify(self, limits: Limits = UNLIMITED) -> bool:
        """Check the proof; True, or an error as `Solution.claims` raises."""
        self.claims(limits)
        return True

    def to_dict(self, *, certificate: bool = True) -> dict[str, object]:
        """Return the count as JSON-ready data; `Puzzle.count_from_dict` rebuilds it."""
        value = self.value
        data: dict[str, object] = {
            "puzzle": {"name": self.puzzle.name, **self.puzzle.to_dict()},
            "question": self.question,
            "value": [integer_to_json(number) for number in value]
            if isinstance(value, tuple)
            else integer_to_json(value),
        }
        if certificate:
            data["certificate"] = certificate_to_dict(self.certificate())
        return data

    def __str__(self) -> str:
        return str(self.value)


def _proved(
    certificate: Certificate[V], puzzle: object, question: str, limits: Limits
) -> V | None:
    if certificate.question != question:
        raise CertificateError(
            f"the certificate speaks of the {certificate.question}, not of the {question}"
        )
    try:
        return certificate.proves(puzzle, limits)
    except TypeError as error:
        raise CertificateError(f"the certificate does not fit the puzzle: {error}") from error


def _compare(claim: str, proved: object, claimed: object) -> None:
    if not _same(proved, claimed):
        raise CertificateError(f"the {claim} is {proved!r}, not {claimed!r} as claimed")


def _same(first: object, second: object) -> bool:
    """Tell whether two values are equal and of one type: True, 1 and 1.0 are different values."""
    if isinstance(first, tuple) and isinstance(second, tuple):
        return len(first) == len(second) and all(map(_same, first, second))
    return type(first) is type(second) and first == second


def _certificate(puzzle: Statement[A, V], data: Mapping[str, object]) -> Certificate[V] | None:
    written = cast("Mapping[str, object] | None", data.get("certificate"))
    return None if written is None else certificate_from_dict(written, puzzle.certificates())


def restore_solution(puzzle: Statement[A, V], data: Mapping[str, object]) -> Solution[A, V]:
    """Rebuild a solution from what `Solution.to_dict` gave; the puzzle in it is not looked at.

    Raises
    ------
    ValueError
        If the data are not of that form.
    """
    try:
        answer = cast("Mapping[str, object] | None", data["answer"])
        lower, upper = cast("Sequence[object]", data["bounds"])
        proof = _certificate(puzzle, data)
        return Solution(
            puzzle=puzzle,
            method=str(data["method"]),
            status=Status(str(data["status"])),
            value=puzzle.value_from_json(data["value"]),
            bounds=(puzzle.value_from_json(lower), puzzle.value_from_json(upper)),
            answer=None if answer is None else puzzle.answer_from_dict(answer),
            stats=MappingProxyType(dict(cast("Mapping[str, Stat]", data["stats"]))),
            prove=None if proof is None else lambda: proof,
        )
    except (LookupError, TypeError, AttributeError, ArithmeticError) as error:
        raise ValueError(f"not the data of a solution: {fault_text(error)}") from error


def restore_count(puzzle: Statement[A, V], data: Mapping[str, object]) -> Count[A, V]:
    """Rebuild a count from what `Count.to_dict` gave; the puzzle in it is not looked at.

    Raises
    ------
    ValueError
        If the data are not of that form.
    """
    try:
        value = data["value"]
        proof = cast("Certificate[int | tuple[int, ...]] | None", _certificate(puzzle, data))
        return Count(
            puzzle=puzzle,
            question=str(data["question"]),
            value=tuple(map(integer_from_json, value))
            if isinstance(value, list)
            else integer_from_json(value),
            prove=None if proof is None else lambda: proof,
        )
    except (LookupError, TypeError, AttributeError, ArithmeticError) as error:
        raise ValueError(f"not the data of a count: {fault_text(error)}") from error
