"""Potentials: the proof that no path of an explicit graph is shorter, or that there is none."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

from graphpuzzles.certificate.base import Certificate, refuse

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Potentials", "WeightedArcs"]


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

    def proves(self, puzzle: object) -> int | None:
        """Return the potential of the goal, None if it has none; see `Certificate.proves`."""
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
