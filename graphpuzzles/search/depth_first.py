"""Depth-first searches that prove optimality: IDA* and branch and bound.

Both walk a tree of paths with an explicit stack, so that they can be stopped at any step.
"""

from __future__ import annotations

import math
import sys
from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from graphpuzzles.search.costs import cannot_beat
from graphpuzzles.search.engine import WeightedEngine
from graphpuzzles.search.result import SearchStatus

if TYPE_CHECKING:
    from graphpuzzles.limits import Limits, Meter
    from graphpuzzles.search.costs import Cost
    from graphpuzzles.search.problem import Problem
    from graphpuzzles.search.pruning import Pruner


N = TypeVar("N", bound=Hashable)


@dataclass(slots=True)
class _Frame(Generic[N]):
    """A state on the current path, what it cost, and its steps with the next one to take.

    The root of the stack is no state; its steps lead to the sources.
    """

    state: N | None
    cost: Cost
    steps: list[tuple[Cost, N]]
    next: int = 0


class _DepthFirst(WeightedEngine[N]):
    """The walk itself. Subclasses say which steps to take and what to do at a target."""

    def __init__(self, problem: Problem[N], pruners: Sequence[Pruner[N]] = ()) -> None:
        super().__init__(problem, pruners, informed=True)

    def _begin(self) -> None:
        super()._begin()
        self._stack: list[_Frame[N]] = []
        self._path: dict[N, Cost] = {}
        # A step that was taken but not yet done, and whether it leads to a target.
        self._entering: tuple[Cost, N, bool] | None = None
        self._started = False
        self._looked_at = 0
        self._most = 0
        self._walk: tuple[N, ...] | None = None
        self._cost: Cost = math.inf

    @property
    def seen(self) -> Mapping[N, Cost]:
        """The states on the current path."""
        return self._path

    @property
    def pred(self) -> Mapping[N, N | None]:
        """The state before each state on the current path."""
        states = list(self._path)
        return dict(zip(states, [None, *states], strict=False))

    def _advance(self, meter: Meter) -> SearchStatus:
        self._set_max_steps(meter.limits)
        status = None
        while status is None:
            status = self._poll(meter) or self._walk_on(meter.limits)
        return status

    def _walk_on(self, limits: Limits) -> SearchStatus | None:
        """Walk until the next state has been expanded."""
        while self._entering is None:
            if not self._stack:
                if not self._start_tree():
                    return self._nothing_left() if self._walk is None else SearchStatus.FOUND
                self._stack.append(_Frame(None, 0, [(0, u) for u in self.admitted]))
            frame = self._stack[-1]
            if frame.next == len(frame.steps):
                self._stack.pop()
                if frame.state is not None:
                    del self._path[frame.state]
                continue
            cost, v = frame.steps[frame.next]
            frame.next += 1
            if self._takes(frame.state, v, cost):
                goal = self.problem.is_target
                self._entering = cost, v, goal is not None and goal(v)
        cost, v, reached = self._entering
        status = self._limit(limits, v, reached=reached)
        if status is not None:
            return status
        self._entering = None
        self._visit(v, cost)
        if reached:
            self._cost, self._walk, self.target = cost, (*self._path, v), v
            return self._at_target()
        self._expand(v, cost)
        return None

    def _takes(self, u: N | None, v: N, cost: Cost) -> bool:
        """Say whether to take a step; the steps from no state lead to the sources."""
        if u is not None:
            self._looked_at += 1
        if v in self._path or not self._promising(v, cost):
            self.duplicates += v in self._path
            return False
        if u is None:
            return True
        self.context.g = cost
        return not self._cut(u, v)

    def _limit(self, limits: Limits, v: N, *, reached: bool) -> SearchStatus | None:
        held = self._states()
        if limits.max_states is not None and held >= limits.max_states and self._is_new(v):
            return SearchStatus.STATE_LIMIT
        most = limits.max_expanded
        if most is not None and self.expanded >= most and not reached:
            return SearchStatus.EXPANDED_LIMIT
        return None

    def _expand(self, v: N, cost: Cost) -> None:
        """Put a state and its steps on the stack."""
        self.expanded += 1
        steps = []
        for w in self.space.successors(v):
            behind = self._after(v, w, cost)
            if behind is not None:
                steps.append((behind, w))
        self._path[v] = cost
        self._stack.append(_Frame(v, cost, self._ordered(steps)))
        self._most = max(self._most, len(self._path))

    @abstractmethod
    def _start_tree(self) -> bool:
        """Get ready to walk the tree from its root; say no if that is not needed any more."""

    @abstractmethod
    def _promising(self, v: N, cost: Cost) -> bool:
        """Say whether a path to `v` of this cost may be part of the answer."""

    @abstractmethod
    def _at_target(self) -> SearchStatus | None:
        """Return how the search ends at a target, None if it goes on."""

    def _is_new(self, v: N) -> bool:
        """Say whether going to a state means to hold one more."""
        del v
        return True

    def _visit(self, v: N, cost: Cost) -> None:
        """Take note of a state that is gone to."""

    def _ordered(self, steps: list[tuple[Cost, N]]) -> list[tuple[Cost, N]]:
        """Return steps in the order in which they are to be taken."""
        return steps

    def _found(self) -> tuple[Cost, tuple[N, ...]] | None:
        return None if self._walk is None else (self._cost, self._walk)

    def _depth(self) -> int:
        return len(self._path)

    def _frontier(self) -> int:
        return len(self._path)

    def _max_frontier(self) -> int:
        return self._most

    def _generated(self) -> int:
        return self._looked_at

    def _memory(self) -> int:
        steps = sum(sys.getsizeof(frame.steps) for frame in self._stack)
        return steps + sys.getsizeof(self._path) + sys.getsizeof(self._stack)


class IterativeDeepening(_DepthFirst[N]):
    """IDA*: depth-first walks with a rising limit on cost so far plus estimated cost to go.

    Notes
    -----
    Holds only the states of one path, at the price of walking to a state once for every path to
    it. No path costs less than the limit that is reached, so the first target found is optimal if
    the heuristic never overestimates. Where sums are rounded, a walk takes the paths that exceed
    the limit by rounding alone as well, or there would be a walk for every way of rounding; the
    target found is optimal up to that. Without a heuristic it is iterative deepening.

    References
    ----------
    R. E. Korf (1985), "Depth-first iterative-deepening: an optimal admissible tree search".
    """

    @property
    def engine(self) -> str:
        """Name of the algorithm."""
        return "idastar"

    def _begin(self) -> None:
        super()._begin()
        self._threshold: Cost = 0
        self._next: Cost = min((self._estimate(u) for u in self.admitted), default=math.inf)

    def _start_tree(self) -> bool:
        if self._next == math.inf:
            self._threshold = math.inf
            return False
        self._threshold, self._next = self._next, math.inf
        return True

    def _promising(self, v: N, cost: Cost) -> bool:
        h = self._estimate(v)
        if self._too_far(cost, h):
            return False
        if self._beyond(cost + h, self._threshold):
            self._next = min(self._next, cost + h)
            return False
        return True

    def _at_target(self) -> SearchStatus:
        return SearchStatus.FOUND

    def _states(self) -> int:
        return len(self._path)

    def _lower_bound(self) -> Cost:
        return self._within_steps(self._threshold)


class BranchAndBound(_DepthFirst[N]):
    """Depth-first branch and bound: the most promising step first, better paths only.

    Notes
    -----
    Has a path early and better ones later; a stopped search keeps the best. The cheapest cost at
    which each state was gone to is kept, and dearer ways to it are not followed, which makes it
    end on every finite graph.

    References
    ----------
    A. H. Land and A. G. Doig (1960), "An automatic method of solving discrete programming
    problems".
    """

    @property
    def engine(self) -> str:
        """Name of the algorithm."""
        return "branch-and-bound"

    def _begin(self) -> None:
        super()._begin()
        self._best: dict[N, Cost] = {}
        self._before: dict[N, N | None] = {}
        self._no_better = 0

    @property
    def seen(self) -> Mapping[N, Cost]:
        """The states gone to, with the cost of the best path taken to each."""
        return self._best

    @property
    def pred(self) -> Mapping[N, N | None]:
        """The state before each state on the best path taken to it."""
        return self._before

    def _start_tree(self) -> bool:
        started, self._started = self._started, True
        return not started

    def _promising(self, v: N, cost: Cost) -> bool:
        h = self._estimate(v)
        if self._too_far(cost, h):
            return False
        bound, rounded = self.context.bound, self.context.rounded
        if cost >= bound or cannot_beat(cost + h, bound, rounded=rounded):
            self._no_better += 1
            return False
        # Whatever goes on from here went on from the cheaper visit as well, which was finished or
        # cut by a bound that has only become lower since.
        if v in self._best and cost >= self._best[v]:
            self.duplicates += 1
            return False
        return True

    def _is_new(self, v: N) -> bool:
        return v not in self._best

    def _visit(self, v: N, cost: Cost) -> None:
        self.reopened += v in self._best
        self._best[v] = cost
        self._before[v] = next(reversed(self._path), None)

    def _ordered(self, steps: list[tuple[Cost, N]]) -> list[tuple[Cost, N]]:
        return sorted(steps, key=lambda step: step[0] + self._estimate(step[1]))

    def _at_target(self) -> None:
        self.context.bound = self._cost

    def _lower_bound(self) -> Cost:
        if self._started and not self._stack:
            return min(self._within_steps(math.inf), self.context.bound)
        sources = (self._estimate(u) for u in self.admitted)
        return min(min(sources, default=math.inf), self.context.bound)

    def _extra_cuts(self) -> dict[str, int]:
        counts = super()._extra_cuts()
        return {**counts, "bound": self._no_better} if self._no_better else counts

    def _memory(self) -> int:
        state = sys.getsizeof(self.problem.sources[0])
        tables = sys.getsizeof(self._best) + sys.getsizeof(self._before)
        return super()._memory() + tables + state * len(self._best)
