"""What a method is and what it returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeAlias, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from graphpuzzles.certificate import Certificate
    from graphpuzzles.limits import Limits, ProgressCallback

__all__ = ["Answer", "Bounds", "GraphPath", "Method", "Outcome", "Stat", "Status"]


class Status(StrEnum):
    """How a method ended."""

    SOLVED = "solved"
    """An answer of the best value was found."""
    INFEASIBLE = "infeasible"
    """It is proved that there is no answer."""
    LIMIT = "limit"
    """A limit was reached; nothing is proved beyond the bounds reported."""


class Answer(Protocol):
    """What every answer type offers, so that it can go to JSON and back."""

    def to_dict(self) -> dict[str, object]:
        """Return the answer as JSON-ready data."""
        ...


@dataclass(frozen=True)
class GraphPath:
    """The answer of a puzzle that asks for a path in a graph.

    Parameters
    ----------
    nodes : tuple of str
        From the start to the goal.
    """

    nodes: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """Return the path as JSON-ready data."""
        return {"nodes": list(self.nodes)}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Rebuild a path."""
        return cls(tuple(map(str, cast("Sequence[object]", data["nodes"]))))


A = TypeVar("A", bound=Answer)
V = TypeVar("V")
P_contra = TypeVar("P_contra", contravariant=True)

Stat: TypeAlias = int | float | str | bool
Bounds: TypeAlias = tuple[V | None, V | None]


@dataclass(frozen=True, kw_only=True, eq=False)
class Outcome(Generic[A, V]):
    """What a method returns.

    Parameters
    ----------
    status : Status
    value : V, optional
        The best value; None unless solved.
    answer : A, optional
        An answer that attains the value; with `Status.LIMIT` the best one found, if any.
    bounds : (V or None, V or None)
        What is proved of the value: at least, at most. Equal to the value where solved.
    stats : Mapping of str to int, float, str or bool
        What the method did; never wall time, so that it is the same in every run.
    prove : callable, optional
        Builds the certificate on demand, since building one may cost more than solving.
    model : object, optional
        What the method built (regions, a diagram, a search), for the questions that follow.
    """

    status: Status
    value: V | None = None
    answer: A | None = None
    bounds: Bounds[V] = (None, None)
    stats: Mapping[str, Stat] = field(default_factory=dict, repr=False)
    prove: Callable[[], Certificate[V]] | None = field(default=None, repr=False)
    model: object = field(default=None, repr=False)

    @property
    def told(self) -> str:
        """How it ended, in a few words.

        Examples
        --------
        >>> Outcome(status=Status.SOLVED, value=7, bounds=(7, 7)).told
        'solved 7'
        >>> Outcome(status=Status.LIMIT, bounds=(8, None)).told
        'limit, at least 8'
        """
        if self.status is Status.SOLVED:
            return f"{self.status} {self.value}"
        if self.status is Status.INFEASIBLE:
            return str(self.status)
        words = zip(("at least", "at most"), self.bounds, strict=True)
        known = [f"{word} {bound}" for word, bound in words if bound is not None]
        return ", ".join([str(self.status), *known])

    @staticmethod
    def proved(
        value: V | None,
        answer: A | None,
        prove: Callable[[], Certificate[V]],
        *,
        stats: Mapping[str, Stat] | None = None,
    ) -> Outcome[A, V]:
        """Return the outcome of a method that closed the question.

        Parameters
        ----------
        value : V or None
            The best value; None where there is no answer.
        answer : A or None
        prove : callable
            Builds the certificate.
        stats : Mapping of str to int, float, str or bool, optional
            What the method did.
        """
        return Outcome(
            status=Status.INFEASIBLE if value is None else Status.SOLVED,
            value=value,
            answer=answer,
            bounds=(value, value),
            stats=stats or {},
            prove=prove,
        )


@dataclass(frozen=True)
class Method(Generic[P_contra, A, V]):
    """A way to solve a puzzle.

    Parameters
    ----------
    family : str
        The mathematics behind it. Methods of different families share no model, so that their
        agreement means something.
    run : callable
        Called with the puzzle, the limits and the progress callback.
    refuses : callable
        Says why the method cannot serve an instance; None where it can.
    slow : callable
        Says why the method takes too long on an instance to run it without being asked by name;
        None where it does not.
    """

    family: str
    run: Callable[[P_contra, Limits, ProgressCallback | None], Outcome[A, V]]
    refuses: Callable[[P_contra], str | None] = lambda _: None
    slow: Callable[[P_contra], str | None] = lambda _: None

    def __repr__(self) -> str:
        run = getattr(self.run, "__qualname__", repr(self.run))
        return f"Method({self.family!r}, {run})"
