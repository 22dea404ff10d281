"""Dijkstra's algorithm and A*: states in order of the least cost that a path through them has."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Mapping, Sequence
from heapq import heappop, heappush
from math import inf
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from graphpuzzles.search.costs import GRAIN, LARGEST, coarse
from graphpuzzles.search.engine import WeightedEngine
from graphpuzzles.search.result import SearchStatus

if TYPE_CHECKING:
    from graphpuzzles.limits import Limits, Meter
    from graphpuzzles.search.costs import Cost
    from graphpuzzles.search.problem import Problem
    from graphpuzzles.search.pruning import Pruner


N = TypeVar("N", bound=Hashable)

Ties: TypeAlias = Literal["lifo", "fifo", "h"]
"""Which of several states of equal estimate comes first."""

# Estimate of a whole path, what decides ties (unique), cost so far, state.
_Entry: TypeAlias = "tuple[Cost, int | tuple[Cost, int], Cost, N]"


class BestFirst(WeightedEngine[N]):
    """Dijkstra's algorithm, or A*.

    Parameters
    ----------
    problem : Problem
        The question.
    pruners : sequence of Pruner, optional
        Asked in this order.
    informed : bool
        Whether to use the space's heuristic, if it has one.
    ties : {"lifo", "fifo", "h"}
        Among equal estimates: the latest, the earliest, or the nearest to the target and then the
        latest comes first.
    all_predecessors : bool, optional
        Keep every state that comes before a state on an optimal path to the target.

    Notes
    -----
    A state to which a cheaper path is found after its expansion is expanded again, so that the
    answer is right for any heuristic that never overestimates, consistent or not.

    References
    ----------
    E. W. Dijkstra (1959), "A note on two problems in connexion with graphs".
    P. E. Hart, N. J. Nilsson and B. Raphael (1968), "A formal basis for the heuristic
    determination of minimum cost paths".
    """

    def __init__(
        self,
        problem: Problem[N],
        pruners: Sequence[Pruner[N]] = (),
        *,
        informed: bool,
        ties: Ties = "lifo",
        all_predecessors: bool = False,
    ) -> None:
        if ties not in {"lifo", "fifo", "h"}:
            raise ValueError(f"ties must be 'lifo', 'fifo' or 'h', not {ties!r}")
        self._ties = ties
        self._all = all_predecessors
        super().__init__(problem, pruners, informed=informed)

    @property
    def engine(self) -> str:
        """Name of the algorithm."""
        return "dijkstra" if self._heuristic is None else "astar"

    def _begin(self) -> None:
        super()._begin()
        self._best: dict[N, Cost] = {}
        self._pred: dict[N, N | None] = {}
        self._before: dict[N, list[N]] = {}
        self._estimates: dict[N, Cost] = {}
        self._closed: set[N] = set()  # states expanded before, with a heuristic only
        self._heap: list[_Entry[N]] = []
        self._pushed = 0
        self._roots = 0
        self._most = 0
        self._pending: _Entry[N] | None = None  # the state in whose expansion the search stopped
        self._skip = 0  # steps from it that were handled
        self._passed = False  # whether the step after those has passed the pruners

    @property
    def seen(self) -> Mapping[N, Cost]:
        """The states held, with the cost of the best path known to each."""
        return self._best

    @property
    def pred(self) -> Mapping[N, N | None]:
        """The state before each state on the best path known to it."""
        return self._pred

    @property
    def predecessors(self) -> Mapping[N, Sequence[N]]:
        """All states before a state on best paths; complete for those on the way to the target."""
        return self._before

    def _advance(self, meter: Meter) -> SearchStatus:
        limits = meter.limits
        self._set_max_steps(limits)
        status = None
        if self.admitted and not self._best:
            status = self._enter_sources(limits)
        while status is None:
            status = self._poll(meter) or self._expand_some(limits)
        return status

    def _enter_sources(self, limits: Limits) -> SearchStatus | None:
        estimates = [self._estimate(u) for u in self.admitted]
        held = [u for u, h in zip(self.admitted, estimates, strict=True) if h != inf]
        if limits.max_states is not None and len(held) > limits.max_states:
            return SearchStatus.STATE_LIMIT
        for u in held:
            self._push(u, 0)
            self._pred[u] = None
            self._before[u] = []
        self._roots = len(held)
        return None if held else SearchStatus.EXHAUSTED

    def _estimate(self, u: N) -> Cost:
        h = self._estimates.get(u)
        if h is None:
            h = super()._estimate(u)
            if self._heuristic is not None:
                self._estimates[u] = h
        return h

    def _push(self, v: N, g: Cost) -> None:
        h = self._estimate(v)
        self._best[v] = g
        self._pushed += 1
        sign = 1 if self._ties == "fifo" else -1
        tie = sign * self._pushed
        heappush(self._heap, (g + h, (h, tie) if self._ties == "h" else tie, g, v))

    def _expand_some(self, limits: Limits) -> SearchStatus | None:
        """Expand states, as many as may go by without a look at the clock."""
        stop = self.next_poll
        if limits.max_expanded is not None:
            stop = min(stop, limits.max_expanded)
        closing = self.target is not None
        plain = not (self._all or self.pruners or self._pending or closing)
        limited = (limits.max_states, limits.max_steps, self.problem.cutoff) != (None, None, None)
        if plain and not limited and self._ties != "h":
            status = self._expand_freely(stop)
        else:
            max_states = sys.maxsize if limits.max_states is None else limits.max_states
            status = self._expand_carefully(stop, max_states)
        most = limits.max_expanded
        if status is None and most is not None and self.expanded >= most:
            return SearchStatus.EXPANDED_LIMIT
        return status

    # The hot loop; in pieces it would be a third slower.
    def _expand_freely(self, stop: int) -> SearchStatus | None:  # noqa: C901, PLR0912, PLR0915
        """Expand states until `expanded` is `stop`, with nothing to watch."""
        heap, best, pred, closed = self._heap, self._best, self._pred, self._closed
        held = best.get
        successors, weight = self.space.successors, self.space.weight
        checked, rounded = self.space.checked, False
        is_target, estimates, context = self.problem.is_target, self._estimates, self.context
        known, estimate_of = estimates.get, super()._estimate
        informed = self._heuristic is not None
        sign = 1 if self._ties == "fifo" else -1
        tie, most, expanded = sign * self._pushed, self._most, self.expanded
        duplicates = dead_ends = reopened = 0
        h: Cost | None = 0
        status: SearchStatus | None = None
        while True:
            if not heap:
                status = self._nothing_left()
                break
            most = max(most, len(heap))
            entry = heappop(heap)
            _, _, g, u = entry
            if g > best[u]:
                continue  # a cheaper path to u has been found since
            if is_target is not None and is_target(u) and g < inf:
                self.target = u
                context.rounded = context.rounded or coarse(g)
                # No estimate that waits is less, so that no path is cheaper: but for rounding,
                # which the careful loop looks after.
                status = None if context.rounded else SearchStatus.FOUND
                break
            if expanded >= stop:
                heappush(heap, entry)
                break
            expanded += 1
            if informed:
                closed.add(u)
            for v in successors(u):
                if weight is None:
                    cost = g + 1
                else:
                    step = weight(u, v)
                    if type(step) is float and 0 <= step <= LARGEST:
                        if not rounded and step * GRAIN % 1:
                            rounded = context.rounded = True
                    elif type(step) is not int or step < 0:
                        step = checked(u, v, step)
                        if step is None or g + step == inf:
                            continue
                        context.rounded = context.rounded or coarse(step)
                    cost = g + step
                before = held(v)
                if before is not None:
                    if cost >= before:
                        duplicates += 1
                        continue
                    # Re-opening: where h falls by more than the weight of a step, a state may have
                    # been expanded by way of a dear path. Its old entries in the heap are left
                    # there and passed over when they come up (lazy deletion).
                    reopened += v in closed
                estimate = cost
                if informed:
                    h = known(v)
                    if h is None:
                        h = estimates[v] = estimate_of(v)
                    if h == inf:
                        dead_ends += 1
                        continue
                    estimate += h
                best[v] = cost
                pred[v] = u
                tie += sign
                heappush(heap, (estimate, tie, cost, v))
        self._pushed, self._most, self.expanded = sign * tie, most, expanded
        self.duplicates += duplicates
        self.reopened += reopened
        self._dead_ends += dead_ends
        return status

    def _expand_carefully(self, stop: int, max_states: int) -> SearchStatus | None:
        """Expand states until `expanded` is `stop`, with pruners, limits and all predecessors."""
        best = self._best
        while self._heap or self._pending:
            entry = self._pending
            if entry is not None and self.expanded >= stop:
                return None
            if entry is None:
                self._most = max(self._most, len(self._heap))
                entry = heappop(self._heap)
                f, _, g, u = entry
                if self.target is not None and self._beyond(f, best[self.target]):
                    break
                if g > best[u]:
                    continue
                if self._is_reached(u, g):
                    if self.target is None or self._all or self.context.rounded:
                        continue
                    break
                if self.expanded >= stop:
                    heappush(self._heap, entry)
                    return None
            if not self._expand(entry, max_states):
                self._pending = entry
                return SearchStatus.STATE_LIMIT
            self._pending = None
            self._skip = 0
            self.expanded += 1
        return self._nothing_left() if self.target is None else SearchStatus.FOUND

    def _is_reached(self, u: N, g: Cost) -> bool:
        """Take note of a target; say whether the search has nothing to do behind this state.

        The first target that comes is a cheapest one, but for rounding: where estimates are
        rounded, one that is cheaper may come as long as they do not exceed its cost by more.
        """
        known = inf if self.target is None else self._best[self.target]
        if g > known or (g == known and not self._all):
            return True
        is_target, cutoff = self.problem.is_target, self.problem.cutoff
        if is_target is None or not is_target(u):
            return False
        if cutoff is not None and g > cutoff:
            self.beyond_cutoff = True
            return True
        if g < known:
            self.target = u
        # A step of weight 0 may lead on to another target.
        return not self._all or self.space.weight is None

    def _expand(self, entry: _Entry[N], max_states: int) -> bool:
        """Expand a state; say no where the limit on states stops it."""
        g, u = entry[2], entry[3]
        best = self._best
        for i, v in enumerate(self.space.successors(u)):
            cost = None if i < self._skip else self._after(u, v, g)
            if cost is None:
                continue
            if v in best and cost >= best[v]:
                self.duplicates += 1
                if self._all and cost == best[v]:
                    self._tie(u, v)
            elif self._passed or not self._drops(u, v, cost):
                self._passed = v not in best and len(best) >= max_states
                if self._passed:
                    self._skip = i
                    return False
                self._improve(u, v, cost)
        if self._heuristic is not None:
            self._closed.add(u)
        return True

    def _tie(self, u: N, v: N) -> None:
        """Note another best path to `v`, perhaps a source itself; a state does not follow itself.

        A state can come twice: among the successors, or when it is expanded again at a cost that
        is lower by less than the sum with the step shows.
        """
        if u != v and u not in self._before[v]:
            self._before[v].append(u)

    def _drops(self, u: N, v: N, cost: Cost) -> bool:
        if self._too_far(cost, self._estimate(v)):
            return True
        self.context.g = cost
        return self._cut(u, v)

    def _improve(self, u: N, v: N, cost: Cost) -> None:
        if v in self._closed:
            self.reopened += 1
        self._pred[v] = u
        if self._all:
            self._before[v] = [u]
        self._push(v, cost)

    def _lower_bound(self) -> Cost:
        if not self._best:
            return 0  # not even the sources have been looked at
        entries = self._heap[:1] if self._pending is None else [*self._heap[:1], self._pending]
        return self._within_steps(min((entry[0] for entry in entries), default=inf))

    def _frontier(self) -> int:
        return len(self._heap)

    def _max_frontier(self) -> int:
        return self._most

    def _generated(self) -> int:
        return self._pushed - self._roots + self.duplicates + self._dropped()

    def _memory(self) -> int:
        tables = (self._best, self._pred, self._estimates, self._closed, self._heap)
        entry = sys.getsizeof((0, 0, 0, 0))
        state = sys.getsizeof(self.problem.sources[0])
        return (
            sum(sys.getsizeof(table) for table in tables)
            + len(self._heap) * entry
            + len(self._best) * state
        )
