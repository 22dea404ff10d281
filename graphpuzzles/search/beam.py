"""Beam search: breadth-first search that keeps only the most promising states of each layer."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from graphpuzzles.search.breadth_first import BreadthFirst
from graphpuzzles.search.result import Guarantee

if TYPE_CHECKING:
    from graphpuzzles.search.problem import Problem
    from graphpuzzles.search.space import Cost

__all__ = ["Beam", "Negative"]

N = TypeVar("N", bound=Hashable)


@dataclass(frozen=True)
class Negative(Generic[N]):
    """The negative of a function, as a value of states that pickles."""

    function: Callable[[N], Cost]

    def __call__(self, u: N) -> Cost:
        """Return the negative value of a state."""
        return -self.function(u)


class Beam(BreadthFirst[N]):
    """Breadth-first search with a limit on the width of a layer.

    Parameters
    ----------
    problem : Problem
        Weights are ignored.
    value : callable
        How promising a state is; the greatest values are kept, the earlier of equal ones.
    width : int
        States kept in a layer.

    Notes
    -----
    A state that was dropped may come back in a later layer. As long as nothing has been dropped,
    the search is a complete one and its result says so.

    References
    ----------
    B. T. Lowerre (1976), "The HARPY speech recognition system".
    """

    _layer_by_layer = True

    def __init__(self, problem: Problem[N], *, value: Callable[[N], Cost], width: int) -> None:
        self._value = value
        self._width = width
        super().__init__(problem)

    @property
    def engine(self) -> str:
        """Name of the algorithm."""
        return "beam"

    def _begin(self) -> None:
        super()._begin()
        self._dropped = 0

    def _next_layer(self) -> bool:
        layer = self._order[self._end :]
        if self.target is None and len(layer) > self._width:
            # Sorting is stable, so that the earlier of equal states comes first.
            ranked = sorted(range(len(layer)), key=lambda i: self._value(layer[i]), reverse=True)
            kept = set(ranked[: self._width])
            self._order[self._end :] = [u for i, u in enumerate(layer) if i in kept]
            for i in ranked[self._width :]:
                del self._pred[layer[i]]
            self._dropped += len(layer) - self._width
        return super()._next_layer()

    def _guarantee(self) -> Guarantee:
        return Guarantee.NONE if self._dropped else super()._guarantee()

    def _generated(self) -> int:
        return super()._generated() + self._dropped

    def _extra_cuts(self) -> dict[str, int]:
        return {"beam": self._dropped} if self._dropped else {}
