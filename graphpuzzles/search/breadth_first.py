"""Breadth-first search, complete or as a beam: states in order of their number of steps."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Generic, TypeVar

from graphpuzzles.search.engine import Engine
from graphpuzzles.search.result import Guarantee, SearchStatus, walk_back

if TYPE_CHECKING:
    from graphpuzzles.limits import Limits, Meter
    from graphpuzzles.search.costs import Cost
    from graphpuzzles.search.problem import Problem
    from graphpuzzles.search.pruning import Pruner


N = TypeVar("N", bound=Hashable)

FEW = 8
"""Up to this number, targets are looked for now and then and not at every step."""


class _Depths(Mapping[N, "Cost"]):
    """The depth of every state, made into a dictionary when first asked for a single one."""

    def __init__(self, search: BreadthFirst[N]) -> None:
        self.search = search
        self.depths: dict[N, Cost] = {}

    def __len__(self) -> int:
        return len(self.search.pred)

    def __iter__(self) -> Iterator[N]:
        return iter(self.search.pred)

    def __contains__(self, u: object) -> bool:
        return u in self.search.pred

    def __getitem__(self, u: N) -> Cost:
        if len(self.depths) != len(self):
            self.depths = {v: d for d, layer in enumerate(self.search.layers) for v in layer}
        return self.depths[u]


class BreadthFirst(Engine[N]):
    """Breadth-first search, one state after the other.

    Parameters
    ----------
    problem : Problem
        Weights are ignored.
    pruners : sequence of Pruner, optional
        Asked in this order.
    all_predecessors : bool, optional
        Keep every state that comes before a state on a shortest path.
    """

    _layer_by_layer = False
    """Whether `_next_layer` must be called at the end of every layer."""

    def __init__(
        self,
        problem: Problem[N],
        pruners: Sequence[Pruner[N]] = (),
        *,
        all_predecessors: bool = False,
    ) -> None:
        self._all = all_predecessors
        super().__init__(problem.unweighted(), pruners)

    def _begin(self) -> None:
        super()._begin()
        self._pred: dict[N, N | None] = {}
        self._before: dict[N, list[N]] = {}
        self._order: list[N] = []  # every state held; those from `expanded` on wait
        self._starts = [0]  # where each layer begins in _order
        self._end = 0  # where the layer that is being expanded ends
        self._target_depth = 0
        self._skip = 0  # steps from the next state that were handled before a stop
        self._passed = False  # whether the step after those has passed the pruners
        self._fresh: set[N] = set()  # states of the next layer, with all_predecessors only

    @property
    def engine(self) -> str:
        """Name of the algorithm."""
        return "breadth-first"

    @property
    def seen(self) -> Mapping[N, Cost]:
        """The states held, with their depth."""
        return _Depths(self)

    @property
    def pred(self) -> Mapping[N, N | None]:
        """The state from which each state was found first."""
        return self._pred

    @property
    def predecessors(self) -> Mapping[N, Sequence[N]]:
        """All states that come before a state on a shortest path."""
        return self._before

    @property
    def layers(self) -> list[list[N]]:
        """The states by depth."""
        bounds = [*self._starts, self._end, len(self._order)]
        return [self._order[a:b] for a, b in pairwise(bounds) if a < b]

    def _enter_sources(self, limits: Limits) -> SearchStatus | None:
        if limits.max_states is not None and len(self.admitted) > limits.max_states:
            return SearchStatus.STATE_LIMIT
        is_target = self.problem.is_target
        for u in self.admitted:
            self._pred[u] = None
            self._order.append(u)
            if self._all:
                self._before[u] = []
        self._end = len(self._order)
        if is_target is not None:
            self.target = next((u for u in self._order if is_target(u)), None)
        return None if self.target is None else SearchStatus.FOUND

    def _advance(self, meter: Meter) -> SearchStatus:
        status = None
        if self.admitted and not self._order:
            status = self._enter_sources(meter.limits)
        while status is None:
            status = self._poll(meter)
            if status is None:
                if self.expanded == self._end and not self._next_layer():
                    return SearchStatus.EXHAUSTED if self.target is None else SearchStatus.FOUND
                status = self._limit(meter.limits) or self._expand_some(meter.limits)
        return status

    def _next_layer(self) -> bool:
        """Turn to the next layer; say no where there is none, or it holds a target."""
        if len(self._order) == self._end or self.target is not None:
            return False
        self._starts.append(self._end)
        self._end = len(self._order)
        self._fresh.clear()
        return True

    def _limit(self, limits: Limits) -> SearchStatus | None:
        depth = len(self._starts) - 1
        cutoff = self.problem.cutoff
        if cutoff is not None and depth + 1 > cutoff:
            self.beyond_cutoff = True
            return SearchStatus.EXHAUSTED
        if limits.max_steps is not None and depth >= limits.max_steps:
            return SearchStatus.STEP_LIMIT
        if limits.max_expanded is not None and self.expanded >= limits.max_expanded:
            return SearchStatus.EXPANDED_LIMIT
        return None

    def _expand_some(self, limits: Limits) -> SearchStatus | None:
        """Expand states, as many as may go by without a look at the clock."""
        stop = self.next_poll
        if limits.max_expanded is not None:
            stop = min(stop, limits.max_expanded)
        targets = self.problem.targets
        few = self.problem.is_target is None or (targets is not None and len(targets) <= FEW)
        plain = not (self._layer_by_layer or self._all or self.pruners or self._skip)
        if few and plain and limits.max_states is None:
            depths = (self.problem.cutoff, limits.max_steps)
            # The hot loop does not ask every state whether it is a target: the few targets are
            # looked up now and then. Once one is there, the last states are expanded again with
            # care, so that the search ends where it would have ended.
            self._expand_freely(stop, min((d for d in depths if d is not None), default=math.inf))
            if not targets or not any(v in self._pred for v in targets):
                return None
            self._undo()
        chunk = self._order[self.expanded : min(stop, self._end)]
        max_states = sys.maxsize if limits.max_states is None else limits.max_states
        if self._all:
            return self._expand_for_all(chunk, max_states)
        return self._expand_carefully(chunk, max_states)

    def _expand_freely(self, stop: int, max_depth: Cost) -> None:
        """Expand the states up to a position without any check: the hot loop."""
        pred, order, starts = self._pred, self._order, self._starts
        append = order.append
        successors = self.space.successors
        duplicates = 0
        position, end = self.expanded, self._end
        self._undo_to = (position, end, len(order), len(starts), self.duplicates)
        states = iter(order)
        # Goes to a position at once; the type stubs know only the protocol of iterators.
        states.__setstate__(position)  # type: ignore[attr-defined]
        # The iterator goes on to states that are appended while it runs.
        for u in islice(states, stop - position):
            if position == end:
                if len(starts) >= max_depth:
                    break
                starts.append(end)
                end = len(order)
            position += 1
            for v in successors(u):
                if v in pred:
                    duplicates += 1
                else:
                    pred[v] = u
                    append(v)
        self.expanded, self._end = position, end
        self.duplicates += duplicates

    def _undo(self) -> None:
        """Take back the last `_expand_freely`: a target is among what it found."""
        self.expanded, self._end, states, layers, self.duplicates = self._undo_to
        for v in self._order[states:]:
            del self._pred[v]
        del self._order[states:]
        del self._starts[layers:]

    def _expand_carefully(self, chunk: list[N], max_states: int) -> SearchStatus | None:
        """Expand states with pruners, a goal, a limit on states, or from the middle of one."""
        pred, append = self._pred, self._order.append
        successors, is_target = self.space.successors, self.problem.is_target
        cut = self._cut if self.pruners else None
        skip, passed = self._skip, self._passed
        self._skip, self._passed = 0, False
        self.context.g = len(self._starts)
        duplicates = 0
        status = None
        for u in chunk:
            steps = successors(u)
            for i, v in enumerate(islice(steps, skip, None) if skip else steps, skip):
                if v in pred:
                    duplicates += 1
                elif passed or cut is None or not cut(u, v):
                    if len(pred) >= max_states:
                        self._skip, self._passed = i, True
                        status = SearchStatus.STATE_LIMIT
                        break
                    passed = False
                    pred[v] = u
                    append(v)
                    if is_target is not None and is_target(v):
                        self.target, self._target_depth = v, len(self._starts)
                        status = SearchStatus.FOUND
                        break
            if status is not None:
                self.expanded += chunk.index(u) + (status is SearchStatus.FOUND)
                break
            skip = 0
        else:
            self.expanded += len(chunk)
        self.duplicates += duplicates
        return status

    def _expand_for_all(self, chunk: list[N], max_states: int) -> SearchStatus | None:
        """Expand states and keep all predecessors; the layer of a target is finished."""
        pred, fresh, before = self._pred, self._fresh, self._before
        self.context.g = len(self._starts)
        for u in chunk:
            for i, v in enumerate(self.space.successors(u)):
                if i < self._skip:
                    continue
                if v in pred:
                    self.duplicates += 1
                    if v in fresh and before[v][-1] != u:
                        before[v].append(u)
                elif self._passed or not self._cut(u, v):
                    self._passed = len(pred) >= max_states
                    if self._passed:
                        self._skip = i
                        return SearchStatus.STATE_LIMIT
                    self._discover(u, v)
            self._skip = 0
            self.expanded += 1
        return None

    def _discover(self, u: N, v: N) -> None:
        self._pred[v] = u
        self._order.append(v)
        self._before[v] = [u]
        self._fresh.add(v)
        is_target = self.problem.is_target
        if self.target is None and is_target is not None and is_target(v):
            self.target, self._target_depth = v, len(self._starts)

    def _lower_bound(self) -> Cost:
        # Before the sources are entered, one of them may be a target.
        return len(self._starts) if self._order else 0

    def _found(self) -> tuple[Cost, tuple[N, ...]] | None:
        if self.target is None:
            return None
        return self._target_depth, tuple(walk_back(self._pred, self.target))

    def _depth(self) -> int:
        return len(self._starts) - 1

    def _frontier(self) -> int:
        return len(self._order) - self.expanded

    def _generated(self) -> int:
        new = max(len(self._order) - len(self.admitted), 0)
        return new + self.duplicates + self._steps_cut()

    def _layer_sizes(self) -> tuple[int, ...]:
        bounds = [*self._starts, self._end, len(self._order)]
        return tuple(b - a for a, b in pairwise(bounds) if a < b)

    def _max_frontier(self) -> int:
        return max(self._layer_sizes(), default=0)

    def _memory(self) -> int:
        return (
            sys.getsizeof(self._pred)
            + sys.getsizeof(self._order)
            + sys.getsizeof(self._starts)
            + len(self._order) * sys.getsizeof(self.problem.sources[0])
        )


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
    pruners : sequence of Pruner
        Asked in this order.
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

    def __init__(
        self,
        problem: Problem[N],
        pruners: Sequence[Pruner[N]],
        *,
        value: Callable[[N], Cost],
        width: int,
    ) -> None:
        self._value = value
        self._width = width
        super().__init__(problem, pruners)

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
