"""What every certificate has in common, and the certificates that fit any puzzle.

The certificates of a puzzle stand in its folder. None of them imports a graph model, a search or
a method: each works on another representation of the puzzle than the solvers do (cells instead of
regions, rows of cells instead of shapes) and derives everything from the rules again.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from types import MappingProxyType
from typing import (
    TYPE_CHECKING,
    ClassVar,
    Final,
    Generic,
    Literal,
    Protocol,
    TypeAlias,
    TypeVar,
    cast,
    runtime_checkable,
)

from graphpuzzles.errors import CertificateError
from graphpuzzles.limits import UNLIMITED
from graphpuzzles.text import fault_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graphpuzzles.limits import Limits

__all__ = [
    "VERIFIED",
    "Certificate",
    "Claims",
    "Potentials",
    "Strength",
    "Trivial",
    "WeightedArcs",
    "certificate_from_dict",
    "certificate_to_dict",
    "refuse",
    "verified",
]

V_co = TypeVar("V_co", covariant=True)

Strength: TypeAlias = Literal["proof", "recomputed", "unchecked"]
"""How strongly something is proved.

``"proof"``: checked from the rules alone. ``"recomputed"``: checked by doing the work again in
another way (an exhausted diagram, a recount). ``"unchecked"``: the solver says so, and nobody has
looked.
"""

Claims: TypeAlias = "Mapping[str, Strength]"
"""What a solution claims, by name, and how strongly each claim is proved."""

VERIFIED: Final[Mapping[Strength, str]] = MappingProxyType(
    {
        "proof": "proof verified",
        "recomputed": "verified by recomputing",
        "unchecked": "not checked",
    }
)
"""What to say of a claim of each strength once its certificate has been verified."""


def verified(claims: Claims) -> str:
    """Say how strongly claims are proved; by name only where they differ.

    Examples
    --------
    >>> verified({"value": "proof"})
    'proof verified'
    >>> verified({"cells": "proof", "layouts": "unchecked", "totals": "unchecked"})
    'cells: proof verified; layouts, totals: not checked'
    """
    by_strength: dict[Strength, list[str]] = {}
    for name, strength in claims.items():
        by_strength.setdefault(strength, []).append(name)
    if len(by_strength) == 1:
        return VERIFIED[next(iter(by_strength))]
    return "; ".join(
        f"{', '.join(names)}: {VERIFIED[strength]}" for strength, names in by_strength.items()
    )


class Certificate(ABC, Generic[V_co]):
    """The half of a proof that no answer can give: that no answer is better, or that none exists.

    An answer shows that its value can be attained; `Puzzle.check` confirms that from the rules. A
    certificate shows the other half. Subclasses are frozen dataclasses and derive everything from
    the puzzle's rules; they share no code with the solvers.
    """

    strength: ClassVar[Strength] = "proof"
    """How strongly a certificate of this class proves its value."""

    question: ClassVar[str] = "value"
    """What is asked: the best ``"value"``; a ``"bound"`` that it cannot beat, where a method gave
    up; or a count, by its name among `Puzzle.counts`. A certificate proves nothing of another
    question."""

    @abstractmethod
    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> V_co | None:
        """Return the value that no answer of the puzzle can beat.

        Parameters
        ----------
        puzzle : Puzzle
            The puzzle that the certificate is about.
        limits : Limits, optional
            How far the check may go; by default there is no limit.

        Returns
        -------
        V_co or None
            The bound; None where the certificate proves that there is no answer at all.

        Raises
        ------
        CertificateError
            If a condition of the proof fails; the message names it.
        LimitError
            If a limit is reached; then nothing is proved.
        TypeError
            If the puzzle is not of a kind that this certificate speaks about.
        """

    def examine(self, puzzle: object, answer: object, limits: Limits = UNLIMITED) -> Claims:
        """Check what an answer says beyond its value.

        By default it says nothing more, and the value is the only claim.

        Parameters
        ----------
        puzzle : Puzzle
        answer : object
            The answer, which `Puzzle.check` has accepted; None where there is none.
        limits : Limits, optional
            How far the check may go.

        Returns
        -------
        Mapping of str to Strength
            The strength of every claim, the value among them.

        Raises
        ------
        CertificateError
            If a claim is false.
        LimitError
            If a limit is reached.
        """
        del puzzle, answer, limits
        return {self.question: self.strength}

    @abstractmethod
    def to_dict(self) -> dict[str, object]:
        """Return the certificate as JSON-ready data, without its type."""

    @classmethod
    @abstractmethod
    def from_dict(cls, data: Mapping[str, object]) -> Certificate[V_co]:
        """Rebuild a certificate from what `to_dict` gave.

        Raises
        ------
        ValueError
            If the data are not of that form.
        """


@dataclass(frozen=True)
class Trivial(Certificate[bool]):
    """The certificate of a yes-no question whose answer is its own proof.

    Values are ordered False < True and False is the better one, so nothing can beat an answer that
    attains False.

    Examples
    --------
    >>> Trivial().proves(None)
    False
    """

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> bool:
        """Return False, the least of the two values."""
        del puzzle, limits  # it is true of every yes-no puzzle
        return False

    def to_dict(self) -> dict[str, object]:
        """Return no data: there is nothing to say."""
        return {}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Trivial:
        """Rebuild the certificate."""
        if data:
            raise ValueError("a trivial certificate carries no data")
        return cls()


@runtime_checkable
class WeightedArcs(Protocol):
    """A puzzle that asks for a shortest path in an explicit graph."""

    def arcs(self) -> Iterable[tuple[str, str, int]]:
        """Return every arc with its weight, not negative."""
        ...

    def ends(self) -> tuple[str, str, int]:
        """Return the start, the goal, and what the start itself costs."""
        ...


@dataclass(frozen=True)
class Potentials(Certificate[int]):
    """A potential of every node that no path can undercut.

    The start has at most its own cost, and along an arc the potential rises by no more than the
    weight; so a path to the goal costs at least the goal's potential (weak duality of shortest
    paths). Where the goal has none, no arc leaves the nodes that have one, so that there is no
    path.

    Parameters
    ----------
    potential : dict of str to int
        Nodes that are missing count as the goal's potential, the most that is ever needed; if the
        goal is missing itself, as infinite.

    Examples
    --------
    >>> class Alley:
    ...     def __init__(self, goal):
    ...         self.goal = goal
    ...
    ...     def arcs(self):
    ...         return [("a", "b", 2), ("b", "a", 2), ("c", "b", 1)]
    ...
    ...     def ends(self):
    ...         return "a", self.goal, 0
    >>> Potentials({"a": 0, "b": 2}).proves(Alley("b"))
    2
    >>> Potentials({"a": 0, "b": 0}).proves(Alley("c")) is None
    True
    """

    potential: Mapping[str, int]

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> int | None:
        """Return the potential of the goal, None if it has none; see `Certificate.proves`."""
        del limits  # the graph is explicit: one look at every arc
        if not isinstance(puzzle, WeightedArcs):
            raise TypeError(f"potentials speak of a graph, not of {type(puzzle).__name__}")
        start, goal, cost = puzzle.ends()
        bound = self.potential.get(goal)
        missing = math.inf if bound is None else bound
        if self.potential.get(start, missing) > cost:
            raise refuse("the potential of the start is too large")
        for u, v, weight in puzzle.arcs():
            before = self.potential.get(u, missing)
            if before < math.inf and self.potential.get(v, missing) > before + weight:
                raise refuse(f"the potential rises too much from {u} to {v}")
        return bound

    def to_dict(self) -> dict[str, object]:
        """Return the potentials as a mapping."""
        return {"potential": dict(self.potential)}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Potentials:
        """Rebuild the certificate."""
        potential = dict(cast("Mapping[str, int]", data["potential"]))
        if not all(type(value) is int for value in potential.values()):
            raise ValueError("potentials are integers")
        return cls(potential)

    def __repr__(self) -> str:
        return f"Potentials({len(self.potential)} nodes)"


def refuse(condition: str) -> CertificateError:
    """Return the error that says which condition of a proof fails."""
    return CertificateError(f"the certificate fails: {condition}")


def certificate_to_dict(certificate: Certificate[V_co]) -> dict[str, object]:
    """Return a certificate as JSON-ready data with the name of its class under ``"type"``.

    Examples
    --------
    >>> certificate_to_dict(Trivial())
    {'type': 'Trivial', 'strength': 'proof'}
    """
    return {
        "type": type(certificate).__name__,
        "strength": certificate.strength,
        **certificate.to_dict(),
    }


def certificate_from_dict(
    data: Mapping[str, object], classes: Iterable[type[Certificate[object]]] = ()
) -> Certificate[V_co]:
    """Rebuild a certificate from what `certificate_to_dict` gave.

    Parameters
    ----------
    data : Mapping
    classes : iterable of type
        The classes of the puzzle, see `Puzzle.certificates`, beside those that fit any puzzle,
        whose names they cannot take over.

    Raises
    ------
    ValueError
        If there is no certificate class of that name, or the data are not of its form.

    Examples
    --------
    >>> certificate_from_dict({"type": "Trivial", "strength": "proof"})
    Trivial()
    """
    content = dict(data)
    name = content.pop("type", None)
    strength = content.pop("strength", None)
    known: tuple[type[Certificate[object]], ...] = (Trivial, Potentials, *classes)
    fitting = (cls for cls in known if cls.__name__ == name)
    cls = cast("type[Certificate[V_co]] | None", next(fitting, None))
    if cls is None:
        raise ValueError(f"there is no certificate class {name!r}")
    try:
        certificate = cls.from_dict(content)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not the data of a {name}: {fault_text(error)}") from error
    if strength != certificate.strength:
        raise ValueError(f"a {name} has strength {certificate.strength!r}, not {strength!r}")
    return certificate
