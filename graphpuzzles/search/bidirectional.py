"""Bidirectional search: from the sources and from the targets at the same time."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Generic, TypeVar

from graphpuzzles.search.costs import cannot_beat
from graphpuzzles.search.engine import Engine, WeightedEngine
from graphpuzzles.search.result import SearchStatus

if TYPE_CHECKING:
    from graphpuzzles.limits import Limits, Meter
    from graphpuzzles.search.costs import Cost


N = TypeVar("N", bound=Hashable)


@dataclass
class _Side(Generic[N]):
    """The tables of one direction: of the breadth-first search, or of Dijkstra's algorithm."""

    steps: Callable[[N], Iterable[N]]  # successors, or predecessors
    pred: dict[N, N | None] = field(default_factory=dict)  # on the way from this side's roots
    skip: int = 0  # steps that were handled from the state in whose expansion the search stopped
    # Breadth-first: states in order of discovery, where each layer begins, how many are expanded,
    # and where the layer ends that is being expanded.
    order: list[N] = field(default_factory=list)
    starts: list[int] = field(default_factory=lambda: [0])
    expanded: int = 0
    end: int = 0
    # Dijkstra: the cost of each state, and the states that wait.
    best: dict[N, Cost] = field(default_factory=dict)
    heap: list[tuple[Cost, int, N]] = field(default_factory=list)

    @property
    def depth(self) -> int:
        """Depth of the states that are being expanded."""
        return len(self.starts) - 1

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
        self._cost: Cost = inf

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
                side.pred[u] = None
                self._enter_root(side, u)
            side.end = len(states)
        for u in self.admitted:
            if self._meeting is None and u in self._sides[1].pred:
                self._meet(u, 0)
        return None if self._meeting is None else self._finish()

    @abstractmethod
    def _enter_root(self, side: _Side[N], u: N) -> None:
        """Put a root into the tables of its side."""

    def _meet(self, u: N, cost: Cost) -> None:
        self._meeting = u
        self._cost = cost

    def _finish(self) -> SearchStatus:
        """Return how the search ends when no shorter path can be found."""
        if self._meeting is None:
            return SearchStatus.EXHAUSTED
        self.target = self._sides[1].walk(self._meeting)[-1]
        return SearchStatus.FOUND

    def _found(self) -> tuple[Cost, tuple[N, ...]] | None:
        if self._meeting is None:
            return None
        forward = self._sides[0].walk(self._meeting)
        return self._cost, (*reversed(forward), *self._sides[1].walk(self._meeting)[1:])

    def _states(self) -> int:
        return sum(len(side.pred) for side in self._sides)

    def _holds_none(self) -> bool:
        return any(None in side.pred for side in self._sides)

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

    @property
    def seen(self) -> Mapping[N, Cost]:
        """The states held by the half of the search that comes from the sources."""
        side = self._sides[0]
        bounds = [*side.starts, side.end, len(side.order)]
        depths = enumerate(pairwise(bounds))
        return {u: depth for depth, (a, b) in depths for u in side.order[a:b]}

    def _enter_root(self, side: _Side[N], u: N) -> None:
        side.order.append(u)

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
        side.starts.append(side.end)
        side.end = len(side.order)
        waiting = [len(side.order) - side.expanded for side in self._sides]
        self._most = max(self._most, sum(waiting))
        # Any turn is right; the narrower layer is expanded, since layers tend to grow (Pohl 1971).
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
        if limits.max_states is not None or side.skip:
            room = inf if limits.max_states is None else limits.max_states - self._states()
            return self._expand_carefully(side, other, chunk, room)
        pred, met, steps, append = side.pred, other.pred, side.steps, side.order.append
        duplicates = 0
        for u in chunk:
            for v in steps(u):
                if v in pred:
                    duplicates += 1
                    continue
                pred[v] = u
                append(v)
                if v in met:
                    self._count(side, chunk.index(u) + 1, duplicates)
                    self._meet(v, side.depth + 1 + other.depth)
                    return self._finish()
        self._count(side, len(chunk), duplicates)
        return None

    def _count(self, side: _Side[N], expanded: int, duplicates: int) -> None:
        side.expanded += expanded
        self.expanded += expanded
        self.duplicates += duplicates

    def _expand_carefully(
        self, side: _Side[N], other: _Side[N], chunk: list[N], room: Cost
    ) -> SearchStatus | None:
        """Expand states under a limit on states, or from the middle of a state."""
        for u in chunk:
            for i, v in enumerate(side.steps(u)):
                if i < side.skip:
                    continue
                if v in side.pred:
                    self.duplicates += 1
                    continue
                if room <= 0:
                    side.skip = i
                    return SearchStatus.STATE_LIMIT
                room -= 1
                side.pred[v] = u
                side.order.append(v)
                if v in other.pred:
                    self._count(side, 1, 0)
                    self._meet(v, side.depth + 1 + other.depth)
                    return self._finish()
            side.skip = 0
            self._count(side, 1, 0)
        return None

    def _lower_bound(self) -> Cost:
        # Before the roots are entered, a source may be a target.
        return sum(side.depth for side in self._sides) + 1 if self._states() else 0

    def _depth(self) -> int:
        return sum(side.depth for side in self._sides)

    def _frontier(self) -> int:
        return sum(len(side.order) - side.expanded for side in self._sides)


class BidirectionalDijkstra(_TwoSided[N], WeightedEngine[N]):
    """Dijkstra's algorithm from both sides, the cheaper frontier first.

    Notes
    -----
    When the least costs that wait on the two sides sum up to the cost of the best meeting, it is
    optimal: see `_is_over`.

    References
    ----------
    T. A. J. Nicholson (1966), "Finding the shortest route between two points in a network".
    """

    @property
    def engine(self) -> str:
        """Name of the algorithm."""
        return "bidirectional-dijkstra"

    @property
    def seen(self) -> Mapping[N, Cost]:
        """The states held by the half of the search that comes from the sources."""
        return self._sides[0].best

    def _enter_root(self, side: _Side[N], u: N) -> None:
        side.best[u] = 0
        heappush(side.heap, (0, len(side.heap), u))

    def _begin(self) -> None:
        super()._begin()
        self._pending: tuple[int, Cost, N] | None = None
        self._closing = False
        # The target of least forward cost, once the search is closing.
        self._nearest: tuple[Cost, N | None] = (inf, None)

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
        forward, backward = (side.heap[0][0] if side.heap else inf for side in self._sides)
        return forward, backward

    def _expand(self, limits: Limits) -> SearchStatus | None:
        if self._pending is None:
            if not self._closing and self._is_over():
                if self._meeting is None or not self.context.rounded:
                    return self._finish()
                self._begin_closing()
            if self._closing and self._is_closed():
                return self._finish()
        if limits.max_expanded is not None and self.expanded >= limits.max_expanded:
            return SearchStatus.EXPANDED_LIMIT
        if self._pending is None:
            self._most = max(self._most, self._frontier())
            cost, _, u = heappop(self._sides[self._turn].heap)
            self._pending = self._turn, cost, u
        return self._relax(
            *self._pending, sys.maxsize if limits.max_states is None else limits.max_states
        )

    def _is_over(self) -> bool:
        """Say whether no meeting to come can be cheaper; else choose the side that goes on.

        A path with no meeting on it has a step from a state that the forward half has not
        expanded, which costs at least `forward`, or meets the backward half behind one that costs
        at least `backward`: together no path yet unseen costs less than both (Nicholson 1966).
        That the halves have met says nothing by itself: the first state that both have expanded
        need not lie on a shortest path.
        """
        forward, backward = self._tops()
        cutoff, rounded = self.problem.cutoff, self.context.rounded
        # A half that has nothing left has seen all of its side, and all meetings with it.
        if inf in {forward, backward}:
            return True
        if cannot_beat(forward + backward, self._cost, rounded=rounded):
            return True
        if cutoff is not None and self._beyond(forward + backward, cutoff):
            self.beyond_cutoff = True
            return True
        self._turn = int(backward < forward)
        return False

    def _begin_closing(self) -> None:
        """Let the forward half alone go on, to the target, where sums are rounded.

        The sum of two halves is rounded otherwise than the sum from the source on, which the cost
        of a path is. All states on paths that may be cheapest by that sum have been seen from
        behind; the forward half goes on through these only, and ends as Dijkstra's algorithm does.
        """
        self._closing = True
        self._turn = 0
        costs = self._sides[0].best
        reached = [(costs[u], u) for u in self.problem.targets or () if u in costs]
        self._nearest = min(reached, key=lambda pair: pair[0], default=(inf, None))

    def _is_closed(self) -> bool:
        """Say whether the cheapest path is known; else leave the next state on top."""
        forward, backward = self._sides
        is_target = self.problem.is_target
        while forward.heap and forward.heap[0][0] < self._nearest[0]:
            cost, _, u = forward.heap[0]
            behind = backward.best.get(u)
            if cost > forward.best[u] or behind is None or self._beyond(cost + behind, self._cost):
                heappop(forward.heap)
            elif is_target is None or not is_target(u):
                return False
            else:
                self._nearest = cost, u
        self._cost, self._meeting = self._nearest
        if self.problem.cutoff is not None and self._cost > self.problem.cutoff:
            self.beyond_cutoff, self._meeting = True, None
        return True

    def _relax(self, turn: int, cost: Cost, u: N, max_states: int) -> SearchStatus | None:
        side, other = self._sides[turn], self._sides[1 - turn]
        for i, v in enumerate(side.steps(u)):
            if i < side.skip:
                continue
            g = self._after(v, u, cost) if turn else self._after(u, v, cost)
            if g is None:
                continue
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
            if not self._closing:
                self._consider(v, g, other)
        side.skip = 0
        self.expanded += 1
        self._pending = None
        return None

    def _consider(self, v: N, g: Cost, other: _Side[N]) -> None:
        """Take a meeting if it is the cheapest so far and within the cutoff, but for rounding."""
        cutoff = self.problem.cutoff
        total = g + other.best.get(v, inf)
        if total < self._cost:
            near = self.context.rounded and cutoff is not None and not self._beyond(total, cutoff)
            if cutoff is None or total <= cutoff or near:
                self._meet(v, total)

    def _lower_bound(self) -> Cost:
        if not self._states():
            return 0
        forward, backward = self._tops()
        if self._pending is not None:
            turn, cost, _ = self._pending
            forward, backward = (forward, cost) if turn else (cost, backward)
        return min(forward + backward, self._cost)

    def _generated(self) -> int:
        return self._pushed - self._roots + self.duplicates

    def _frontier(self) -> int:
        return sum(len(side.heap) for side in self._sides)
