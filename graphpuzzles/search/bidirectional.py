"""Bidirectional search: from the sources and from the targets at the same time."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Generic, TypeVar

from graphpuzzles.search.engine import Engine
from graphpuzzles.search.result import SearchStatus
from graphpuzzles.search.weighted_engine import WeightedEngine

if TYPE_CHECKING:
    from graphpuzzles.limits import Limits, Meter
    from graphpuzzles.search.space import Cost

__all__ = ["BidirectionalBreadthFirst", "BidirectionalDijkstra"]

N = TypeVar("N", bound=Hashable)


@dataclass
class _Side(Generic[N]):
    """The tables of one direction.

    Parameters
    ----------
    steps : callable
        Successors, or predecessors.
    best, pred : dict
        Cost of each state from this side's roots, and the state before it.
    order : list of N
        States in order of discovery (breadth-first).
    heap : list of (Cost, int, N)
        States that wait (Dijkstra).
    expanded, skip, depth, end : int
        States of `order` expanded; steps from the next one that were handled; its depth, and where
        its layer ends.
    """

    steps: Callable[[N], Iterable[N]]
    best: dict[N, Cost] = field(default_factory=dict)
    pred: dict[N, N | None] = field(default_factory=dict)
    order: list[N] = field(default_factory=list)
    heap: list[tuple[Cost, int, N]] = field(default_factory=list)
    expanded: int = 0
    skip: int = 0
    depth: int = 0
    end: int = 0

    def walk(self, u: N) -> list[N]:
        """Return the states from `u` back to a root."""
        walk = [u]
        before = self.pred[u]
        while before is not None:
            walk.append(before)
            before = self.pred[before]
        return walk

    def memory(self) -> int:
        """Return the bytes of the tables."""
        tables = (self.best, self.pred, self.order, self.heap)
        entries = len(self.heap) * sys.getsizeof((0, 0, 0))
        return sum(sys.getsizeof(table) for table in tables) + entries


class _TwoSided(Engine[N]):
    """What both bidirectional searches share. Sides: 0 from the sources, 1 from the targets."""

    def _begin(self) -> None:
        super()._begin()
        backward = self.space.predecessors
        if backward is None or not self.problem.targets:
            raise ValueError("a bidirectional search needs predecessors and listed targets")
        self._sides: tuple[_Side[N], _Side[N]] = (
            _Side(steps=self.space.successors),
            _Side(steps=backward),
        )
        self._turn = 0
        self._pushed = 0
        self._roots = 0
        self._most = 0
        self._meeting: N | None = None
        self._cost: Cost = math.inf

    @property
    def seen(self) -> Mapping[N, Cost]:
        """The states held by the half of the search that comes from the sources."""
        return self._sides[0].best

    @property
    def pred(self) -> Mapping[N, N | None]:
        """The state before each state in the half of the search that comes from the sources."""
        return self._sides[0].pred

    def _enter_roots(self, limits: Limits) -> SearchStatus | None:
        roots = (self.admitted, self.problem.targets or ())
        if limits.max_states is not None and sum(map(len, roots)) > limits.max_states:
            return SearchStatus.STATE_LIMIT
        self._roots = self._pushed = sum(map(len, roots))
        for side, states in zip(self._sides, roots, strict=True):
            for u in states:
                side.best[u] = 0
                side.pred[u] = None
                side.order.append(u)
                heappush(side.heap, (0, len(side.heap), u))
            side.end = len(states)
        for u in self.admitted:
            if self._meeting is None and u in self._sides[1].best:
                self._meet(u, 0)
        return None if self._meeting is None else self._finish()

    def _meet(self, u: N, cost: Cost) -> None:
        self._meeting = u
        self._cost = cost

    def _finish(self) -> SearchStatus:
        """Return how the search ends when no shorter path can be found."""
        if self._meeting is None:
            return SearchStatus.EXHAUSTED
        self.target = self._sides[1].walk(self._meeting)[-1]
        return SearchStatus.FOUND

    def _found(self) -> tuple[Cost, tuple[N, ...] | None] | None:
        if self._meeting is None:
            return None
        forward = self._sides[0].walk(self._meeting)
        return self._cost, (*reversed(forward), *self._sides[1].walk(self._meeting)[1:])

    def _states(self) -> int:
        return sum(len(side.best) for side in self._sides)

    def _generated(self) -> int:
        return self._states() - self._roots + self.duplicates

    def _max_frontier(self) -> int:
        return self._most

    def _memory(self) -> int:
        state = sys.getsizeof(self.problem.sources[0])
        return sum(side.memory() for side in self._sides) + state * self._states()


class BidirectionalBreadthFirst(_TwoSided[N]):
    """Breadth-first search from both sides, the narrower layer first.

    Notes
    -----
    Layers of either side are finished before the turn changes. When the sides have seen all states
    up to depths a and b and have not met, every path has more than a + b steps; the first meeting
    in the next layer gives a path of a + b + 1.

    References
    ----------
    I. Pohl (1971), "Bi-directional search".
    """

    @property
    def engine(self) -> str:
        """Name of the algorithm."""
        return "bidirectional-breadth-first"

    def _advance(self, meter: Meter) -> SearchStatus:
        status = None
        if not self._sides[0].order and self.admitted:
            status = self._enter_roots(meter.limits)
        while status is None:
            status = self._poll(meter)
            if status is None:
                side = self._sides[self._turn]
                if side.expanded == side.end and not self._next_turn():
                    return self._finish()
                status = self._limit(meter.limits) or self._expand(meter.limits)
        return status

    def _next_turn(self) -> bool:
        """Close a layer and choose the side that goes on; say no if one side has seen all."""
        side = self._sides[self._turn]
        if side.expanded:
            side.depth += 1
        side.end = len(side.order)
        waiting = [len(side.order) - side.expanded for side in self._sides]
        self._most = max(self._most, sum(waiting))
        self._turn = int(waiting[1] < waiting[0])
        return min(waiting) > 0

    def _limit(self, limits: Limits) -> SearchStatus | None:
        steps = self._lower_bound()
        cutoff = self.problem.cutoff
        if cutoff is not None and steps > cutoff:
            self.beyond_cutoff = True
            return SearchStatus.EXHAUSTED
        if limits.max_steps is not None and steps > limits.max_steps:
            return SearchStatus.STEP_LIMIT
        if limits.max_expanded is not None and self.expanded >= limits.max_expanded:
            return SearchStatus.EXPANDED_LIMIT
        return None

    def _expand(self, limits: Limits) -> SearchStatus | None:
        """Expand states of a layer, as many as may go by without a look at the clock."""
        side, other = self._sides[self._turn], self._sides[1 - self._turn]
        count = self.next_poll - self.expanded
        if limits.max_expanded is not None:
            count = min(count, limits.max_expanded - self.expanded)
        chunk = side.order[side.expanded : min(side.expanded + count, side.end)]
        room = math.inf if limits.max_states is None else limits.max_states - self._states()
        best, pred, append = side.best, side.pred, side.order.append
        met, steps, depth = other.best, side.steps, side.depth + 1
        for u in chunk:
            for i, v in enumerate(steps(u)):
                if i < side.skip:
                    continue
                if v in best:
                    self.duplicates += 1
                    continue
                if room <= 0:
                    side.skip = i
                    return SearchStatus.STATE_LIMIT
                room -= 1
                best[v] = depth
                pred[v] = u
                append(v)
                if v in met:
                    self.expanded += 1
                    self._meet(v, depth + met[v])
                    return self._finish()
            side.skip = 0
            side.expanded += 1
            self.expanded += 1
        return None

    def _lower_bound(self) -> Cost:
        return sum(side.depth for side in self._sides) + 1

    def _depth(self) -> int:
        return sum(side.depth for side in self._sides)

    def _frontier(self) -> int:
        return sum(len(side.order) - side.expanded for side in self._sides)


class BidirectionalDijkstra(_TwoSided[N], WeightedEngine[N]):
    """Dijkstra's algorithm from both sides, the cheaper frontier first.

    Notes
    -----
    When the least costs a and b that wait on the two sides sum up to the cost of the best meeting,
    it is optimal: a path that has not been found costs at least a + b. Stopping at the first state
    that both sides have expanded would be wrong.

    References
    ----------
    T. A. J. Nicholson (1966), "Finding the shortest route between two points in a network".
    """

    @property
    def engine(self) -> str:
        """Name of the algorithm."""
        return "bidirectional-dijkstra"

    def _begin(self) -> None:
        super()._begin()
        self._pending: tuple[int, Cost, N] | None = None

    def _advance(self, meter: Meter) -> SearchStatus:
        self._set_max_steps(meter.limits)
        status = None
        if not self._sides[0].best and self.admitted:
            status = self._enter_roots(meter.limits)
        while status is None:
            status = self._poll(meter) or self._expand(meter.limits)
        return status

    def _tops(self) -> tuple[Cost, Cost]:
        """Return the least cost that waits on either side; infinite where nothing does."""
        for side in self._sides:
            while side.heap and side.heap[0][0] > side.best[side.heap[0][2]]:
                heappop(side.heap)
        forward, backward = (side.heap[0][0] if side.heap else math.inf for side in self._sides)
        return forward, backward

    def _expand(self, limits: Limits) -> SearchStatus | None:
        if self._pending is None:
            forward, backward = self._tops()
            cutoff = self.problem.cutoff
            if forward + backward >= self._cost or math.inf in {forward, backward}:
                return self._finish()
            if cutoff is not None and forward + backward > cutoff:
                self.beyond_cutoff = True
                return self._finish()
            self._turn = int(backward < forward)
        if limits.max_expanded is not None and self.expanded >= limits.max_expanded:
            return SearchStatus.EXPANDED_LIMIT
        if self._pending is None:
            self._most = max(self._most, self._frontier())
            cost, _, u = heappop(self._sides[self._turn].heap)
            self._pending = self._turn, cost, u
        return self._relax(
            *self._pending, sys.maxsize if limits.max_states is None else limits.max_states
        )

    def _relax(self, turn: int, cost: Cost, u: N, max_states: int) -> SearchStatus | None:
        side, other = self._sides[turn], self._sides[1 - turn]
        for i, v in enumerate(side.steps(u)):
            if i < side.skip:
                continue
            step = self._step(v, u) if turn else self._step(u, v)
            if step is None:
                continue
            g = cost + step
            if v in side.best and g >= side.best[v]:
                self.duplicates += 1
                continue
            if v not in side.best and self._states() >= max_states:
                side.skip = i
                return SearchStatus.STATE_LIMIT
            side.best[v] = g
            side.pred[v] = u
            self._pushed += 1
            heappush(side.heap, (g, self._pushed, v))
            self._consider(v, g, other)
        side.skip = 0
        self.expanded += 1
        self._pending = None
        return None

    def _consider(self, v: N, g: Cost, other: _Side[N]) -> None:
        """Take a meeting if it is the cheapest so far and within the cutoff."""
        cutoff = self.problem.cutoff
        total = g + other.best.get(v, math.inf)
        if total < self._cost and (cutoff is None or total <= cutoff):
            self._meet(v, total)

    def _lower_bound(self) -> Cost:
        forward, backward = self._tops()
        if self._pending is not None:
            turn, cost, _ = self._pending
            forward, backward = (forward, cost) if turn else (cost, backward)
        return min(forward + backward, self._cost)

    def _generated(self) -> int:
        return self._pushed - self._roots + self.duplicates

    def _frontier(self) -> int:
        return sum(len(side.heap) for side in self._sides)
