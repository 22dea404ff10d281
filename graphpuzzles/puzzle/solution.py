"""A solution: what a method found, with its puzzle and its proof."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar, cast

from graphpuzzles.certificate.registry import certificate_to_dict
from graphpuzzles.errors import CertificateError, NotApplicableError
from graphpuzzles.outcome import Answer, Outcome, Status
from graphpuzzles.picture.drawable import Drawable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphpuzzles.certificate.base import Certificate
    from graphpuzzles.picture import Film, Scene
    from graphpuzzles.picture.film import Animation
    from graphpuzzles.puzzle.interface import Graph, Puzzle

__all__ = ["Solution"]

A = TypeVar("A", bound=Answer)
V = TypeVar("V")


@dataclass(frozen=True, kw_only=True, eq=False)
class Solution(Outcome[A, V], Drawable):
    """An outcome together with the puzzle and the method it belongs to.

    Parameters
    ----------
    puzzle : Puzzle
    method : str
        The method that ran; never ``"auto"``.
    """

    puzzle: Puzzle[A, V]
    method: str

    def certificate(self) -> Certificate[V]:
        """Return the certificate, built at the first call.

        Raises
        ------
        CertificateError
            If the status is `Status.LIMIT`: nothing is proved.
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

    def verify(self) -> bool:
        """Check the whole proof from the rules: the answer's value, and that none is better.

        Returns
        -------
        bool
            True. A proof that fails raises, with the condition that fails in the message.

        Raises
        ------
        CertificateError
            If the certificate fails, speaks of another kind of puzzle, or proves another value
            than the one claimed; if a bound claimed is not that value; or if the status is
            `Status.LIMIT`.
        RuleError
            If the answer breaks the rules.
        """
        if self.status is Status.LIMIT:
            raise CertificateError(f"the status is {self.status}, which proves nothing")
        try:
            proved = self.certificate().proves(self.puzzle)
        except TypeError as error:
            raise CertificateError(f"the certificate does not fit the puzzle: {error}") from error
        attained = None if self.answer is None else self.puzzle.check(self.answer)
        if not (_same(proved, self.value) and _same(attained, self.value)):
            raise CertificateError(
                f"the certificate proves {proved!r}, the answer attains {attained!r}, "
                f"the value claimed is {self.value!r}"
            )
        if (self.status is Status.INFEASIBLE) != (self.value is None):
            raise CertificateError(f"status {self.status} does not fit the value {self.value!r}")
        for bound in self.bounds:
            if bound is not None and not _same(bound, self.value):
                raise CertificateError(f"the bound {bound!r} is not the value {self.value!r}")
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
        if certificate and self.status is not Status.LIMIT:
            data["certificate"] = certificate_to_dict(self.certificate())
        return data

    def __reduce__(self) -> tuple[object, ...]:
        # What a method built need not pickle; what it found does.
        data = self.to_dict(certificate=self.prove is not None)
        return _rebuild_solution, (type(self.puzzle), data)


def _same(first: object, second: object) -> bool:
    """Tell whether two values are equal and of one type: True, 1 and 1.0 are different values."""
    if isinstance(first, tuple) and isinstance(second, tuple):
        return len(first) == len(second) and all(map(_same, first, second))
    return type(first) is type(second) and first == second


def _rebuild_solution(cls: type[Puzzle[A, V]], data: Mapping[str, object]) -> Solution[A, V]:
    return cls.solution_from_dict(data)
