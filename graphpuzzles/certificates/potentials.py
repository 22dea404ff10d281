"""Potentials: the certificate that no path of an explicit graph is shorter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

from graphpuzzles.certificates.base import Certificate, refuse

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
    paths).

    Parameters
    ----------
    potential : dict of str to int
        Nodes that are missing count as the goal's potential, the most that is ever needed.
    """

    potential: Mapping[str, int]

    def proves(self, puzzle: object) -> int:
        """Return the potential of the goal; see `Certificate.proves`."""
        if not isinstance(puzzle, WeightedArcs):
            raise TypeError(f"potentials speak of a graph, not of {type(puzzle).__name__}")
        start, goal, cost = puzzle.ends()
        if goal not in self.potential:
            raise refuse("the goal has no potential")
        bound = self.potential[goal]
        if self.potential.get(start, bound) > cost:
            raise refuse("the potential of the start is too large")
        for u, v, weight in puzzle.arcs():
            if self.potential.get(v, bound) > self.potential.get(u, bound) + weight:
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
