"""What the engines on weighted steps share: weights, estimates, and what is dropped for them."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import TYPE_CHECKING, TypeVar

from graphpuzzles.search.engine import Engine
from graphpuzzles.search.result import SearchStatus

if TYPE_CHECKING:
    from graphpuzzles.limits import Limits
    from graphpuzzles.search.problem import Problem
    from graphpuzzles.search.space import Cost

__all__ = ["WeightedEngine", "negative_weight"]

N = TypeVar("N", bound=Hashable)


class WeightedEngine(Engine[N]):
    """An engine that adds up weights and may ask a heuristic.

    Parameters
    ----------
    problem : Problem
        The question.
    informed : bool
        Whether to use the space's heuristic, if it has one.
    """

    def __init__(self, problem: Problem[N], *, informed: bool) -> None:
        self._heuristic = problem.space.heuristic if informed else None
        super().__init__(problem)

    def _begin(self) -> None:
        super()._begin()
        self._dead_ends = 0
        self._too_dear = 0
        self._max_steps: int | None = None
        self._beyond_steps = False

    def _check(self, limits: Limits) -> None:
        if limits.max_steps is not None and self.space.weight is not None:
            raise ValueError("max_steps counts steps; give cutoff where steps have weights")

    def _set_max_steps(self, limits: Limits) -> None:
        """Take over the step limit; another one than before makes the search start again."""
        if self._beyond_steps and limits.max_steps != self._max_steps:
            self._begin()  # what lay beyond was dropped
        self._max_steps = limits.max_steps

    def _nothing_left(self) -> SearchStatus:
        """Return how a search without a target ends when there is nothing to expand."""
        return SearchStatus.STEP_LIMIT if self._beyond_steps else SearchStatus.EXHAUSTED

    def _estimate(self, u: N) -> Cost:
        """Return the heuristic value of a state, or 0 if that is a better lower bound."""
        if self._heuristic is None:
            return 0
        h = self._heuristic(u)
        if h >= 0:
            return h
        if math.isnan(h):
            raise ValueError(f"the heuristic of {u!r} is nan")
        return 0  # below 0 at a target, it would let a dear target come before a cheaper one

    def _step(self, u: N, v: N) -> Cost | None:
        """Return the weight of a step; None where there is none after all."""
        if self.space.weight is None:
            return 1
        step = self.space.weight(u, v)
        if step is not None and not step >= 0:
            raise negative_weight(u, v, step)
        return None if step == math.inf else step

    def _too_far(self, cost: Cost, h: Cost) -> bool:
        """Say whether the heuristic, the cutoff or the step limit drops a path of this cost."""
        cutoff = self.problem.cutoff
        if h == math.inf:
            self._dead_ends += 1
        elif cutoff is not None and cost + h > cutoff:
            self.beyond_cutoff = True
            self._too_dear += 1
        elif self._max_steps is not None and cost > self._max_steps:
            self._beyond_steps = True
            self._too_dear += 1
        else:
            return False
        return True

    def _dropped(self) -> int:
        """Return how many steps were dropped for any reason."""
        return self._dead_ends + self._too_dear + self._steps_cut()

    def _extra_cuts(self) -> dict[str, int]:
        counts = {"heuristic": self._dead_ends, "cutoff": self._too_dear}
        return {name: count for name, count in counts.items() if count}

    def _within_steps(self, bound: Cost) -> Cost:
        """Return a lower bound that also holds for the paths that the step limit dropped."""
        if self._beyond_steps and self._max_steps is not None:
            return min(bound, self._max_steps + 1)
        return bound


def negative_weight(u: N, v: N, weight: Cost) -> ValueError:
    """Return the exception for a weight that is negative or nan."""
    return ValueError(f"the weight of {u!r} to {v!r} is {weight}; it must not be negative")
