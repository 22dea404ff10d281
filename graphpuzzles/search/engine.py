"""What all engines share: stopping, going on, asking pruners, and drawing the conclusion."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Hashable
from typing import TYPE_CHECKING, TypeVar

from graphpuzzles.errors import NotApplicableError
from graphpuzzles.limits import UNLIMITED, Limits, Meter
from graphpuzzles.search.costs import beyond, coarse, number
from graphpuzzles.search.pruning import PruneContext, combined_guarantee, known_path
from graphpuzzles.search.result import (
    Guarantee,
    Search,
    SearchResult,
    SearchStats,
    SearchStatus,
    walk_back,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graphpuzzles.limits import ProgressCallback
    from graphpuzzles.search.costs import Cost
    from graphpuzzles.search.problem import Problem
    from graphpuzzles.search.pruning import Pruner


N = TypeVar("N", bound=Hashable)

POLL = 256
"""Most expansions between two looks at the clock and at the memory."""

SLOW = 0.02
"""Seconds between two looks after which the next one comes sooner."""

REPORT = 4096
"""Expansions between two progress reports."""


class Engine(Search[N]):
    """A search that answers a `Problem`.

    Subclasses keep their tables as attributes that are complete whenever `_advance` returns, so
    that a search pickles and goes on.

    Parameters
    ----------
    problem : Problem
        The question.
    pruners : sequence of Pruner, optional
        Asked in this order.
    """

    def __init__(self, problem: Problem[N], pruners: Sequence[Pruner[N]] = ()) -> None:
        self.problem = problem
        self.pruners = pruners
        self.space = problem.space
        self.seconds = 0.0
        self.running = False
        self._begin()

    def _begin(self) -> None:
        """Set everything to the start of the search."""
        for pruner in self.pruners:
            pruner.prepare(self.problem)
        self.status: SearchStatus | None = None
        self.target: N | None = None
        self.context = PruneContext(rounded=self._rounded_weights())
        self.incumbent = known_path(self.pruners)
        if self.incumbent is not None:
            self.context.bound = self.incumbent[0]
            self.context.rounded |= coarse(self.context.bound)
            if self.problem.cutoff is not None and self.context.bound > self.problem.cutoff:
                self.incumbent = None  # it bounds the search, but was not asked for
        self.cuts = [0] * len(self.pruners)
        self._prunes = [(i, pruner.prune) for i, pruner in enumerate(self.pruners)]
        self.expanded = 0
        self.duplicates = 0
        self.reopened = 0
        self.beyond_cutoff = False
        self.next_poll = self.next_report = 0
        self.interval, self.polled = 1, 0.0
        self.admitted = tuple(u for u in self.problem.sources if not self._source_cut(u))

    def _rounded_weights(self) -> bool:
        """Say whether sums of weights are known from the start to be rounded."""
        return False

    @property
    def goal(self) -> Callable[[N], bool] | None:
        """Whether a state is a target; None where everything was to be seen."""
        return self.problem.is_target

    def _source_cut(self, u: N) -> bool:
        for i, pruner in enumerate(self.pruners):
            if pruner.prune_source(u, self.context):
                self.cuts[i] += 1
                return True
        return False

    def _cut(self, u: N, v: N) -> bool:
        """Ask the pruners about a step; `context.g` must be set."""
        context = self.context
        for i, prune in self._prunes:
            if prune(u, v, context):
                self.cuts[i] += 1
                return True
        return False

    def run(
        self, limits: Limits = UNLIMITED, progress: ProgressCallback | None = None
    ) -> SearchResult[N]:
        """Go on until a target is found, nothing is left, or a limit is reached.

        Raises
        ------
        RuntimeError
            If an exception broke off an earlier run, or the search is running already.
        ValueError
            If None was met among the states.
        """
        if self.running:
            raise RuntimeError("this search was broken off by an exception; start it again")
        meter = Meter(limits, progress)
        self._check(limits)
        status = self.status
        if status is None:
            self.running = True
            self.next_poll = self.next_report = self.expanded
            self.interval, self.polled = 1, 0.0
            status = self._advance(meter)
            self.running = False
            if status in {SearchStatus.FOUND, SearchStatus.EXHAUSTED}:
                self.status = status
        self.seconds += meter.seconds
        return self._conclude(status)

    def _poll(self, meter: Meter) -> SearchStatus | None:
        """Look at the clock and the memory and report, each when it is time."""
        if self.expanded < self.next_poll:
            return None
        seconds = meter.seconds
        slow = seconds - self.polled > SLOW
        self.interval = max(1, self.interval // 2) if slow else min(POLL, 2 * self.interval)
        self.polled = seconds
        limits = meter.limits
        name = None
        if limits.max_seconds is not None or limits.max_memory is not None:
            name = meter.exceeded(memory=0 if limits.max_memory is None else self._memory())
        if self.expanded >= self.next_report:
            self.next_report = self.expanded + REPORT
            name = name or self._report(meter)
        # A report comes at the same place in every run, however often the clock is looked at.
        self.next_poll = min(self.expanded + self.interval, self.next_report)
        return None if name is None else SearchStatus.of_limit(name)

    def _report(self, meter: Meter) -> str | None:
        """Tell the callback, if any; return "stopped" when it asks to stop."""
        if meter.progress is None:
            return None
        bound = self._least_left()
        return meter.report(
            "search",
            depth=self._depth(),
            states=self._states(),
            expanded=self.expanded,
            frontier=self._frontier(),
            lower_bound=bound if isinstance(bound, int) else None,
        )

    def _least_left(self) -> Cost:
        """Return what `_lower_bound` does, for paths that cost more than the cutoff too."""
        bound, cutoff = self._lower_bound(), self.problem.cutoff
        return min(bound, cutoff) if self.beyond_cutoff and cutoff is not None else bound

    def _check(self, limits: Limits) -> None:
        """Refuse limits that make no sense here."""

    @abstractmethod
    def _advance(self, meter: Meter) -> SearchStatus:
        """Search; return how it ended, EXHAUSTED where nothing is left to expand."""

    @abstractmethod
    def _lower_bound(self) -> Cost:
        """Return the least cost that a path not yet found can have in the pruned graph."""

    @abstractmethod
    def _memory(self) -> int:
        """Return the bytes of the tables."""

    @abstractmethod
    def _frontier(self) -> int:
        """Return the number of states that wait."""

    @abstractmethod
    def _max_frontier(self) -> int:
        """Return the greatest number of states that waited at one time."""

    @abstractmethod
    def _generated(self) -> int:
        """Return the number of steps looked at."""

    def _steps_cut(self) -> int:
        """Return how many steps the pruners dropped."""
        return sum(self.cuts) - (len(self.problem.sources) - len(self.admitted))

    def _depth(self) -> int:
        """Return the number of steps from the sources that the search has come to."""
        return 0

    def _found(self) -> tuple[Cost, tuple[N, ...]] | None:
        """Return the cost of the path found, and the path."""
        if self.target is None:
            return None
        return self.seen[self.target], tuple(walk_back(self.pred, self.target))

    def _layer_sizes(self) -> tuple[int, ...]:
        return ()

    def _extra_cuts(self) -> dict[str, int]:
        """Return counts of steps that the engine itself dropped, by reason."""
        return {}

    def _states(self) -> int:
        return len(self.seen)

    def _stats(self) -> SearchStats:
        pruned: dict[str, int] = {}
        for pruner, count in zip(self.pruners, self.cuts, strict=True):
            pruned[pruner.name] = pruned.get(pruner.name, 0) + count
        pruned.update(self._extra_cuts())
        return SearchStats(
            engine=self.engine,
            states=self._states(),
            expanded=self.expanded,
            generated=self._generated(),
            duplicates=self.duplicates,
            reopened=self.reopened,
            pruned=pruned,
            layer_sizes=self._layer_sizes(),
            max_frontier=self._max_frontier(),
            seconds=self.seconds,
        )

    def _guarantee(self) -> Guarantee:
        """Return what the pruners that dropped something promise together."""
        used = [p for p, count in zip(self.pruners, self.cuts, strict=True) if count]
        return combined_guarantee(used)

    def _holds_none(self) -> bool:
        return None in self.pred

    def _conclude(self, status: SearchStatus) -> SearchResult[N]:
        if self._holds_none():
            # It would be taken for the end of a path.
            raise ValueError("None cannot be a state")
        guarantee = self._guarantee()
        cost, path = self._best_path()
        if status is SearchStatus.EXHAUSTED:
            if path is not None:
                status = SearchStatus.FOUND
            elif guarantee < Guarantee.SOME:
                status = SearchStatus.INCOMPLETE
        refuting = None if path is None else self._overestimated(path)
        optimal = status is SearchStatus.FOUND and guarantee >= Guarantee.ONE
        return SearchResult(
            status=status,
            target=None if path is None else path[-1],
            cost=cost,
            lower_bound=self._proved(status, cost, guarantee) if refuting is None else 0,
            optimal=optimal and refuting is None,
            exact=not self.context.rounded,
            overestimated_at=refuting,
            guarantee=guarantee,
            stats=self._stats(),
            cutoff=self.problem.cutoff,
            search=self,
            walk=path,
        )

    def _best_path(self) -> tuple[Cost | None, tuple[N, ...] | None]:
        """Return the cheapest path known with its cost, which is added up along it.

        A heuristic that overestimates can keep a state back to which a cheaper path is known
        already; the path to the target runs through it, and costs less than its label says.
        """
        found = self._found()
        if found is not None and (self.context.rounded or self._estimators()):
            found = self.problem.cost_along(found[1])[-1], found[1]
            if self.problem.cutoff is not None and found[0] > self.problem.cutoff:
                found = None
        known = self.incumbent
        if known is not None and (found is None or known[0] < found[0]):
            found = known
        return (None, None) if found is None else found

    def _estimators(self) -> list[Callable[[N], Cost]]:
        """Return what was taken for lower bounds of the cost from a state to a target."""
        return [pruner.lower_bound for pruner in self.pruners if pruner.bounds]

    def _overestimated(self, path: tuple[N, ...]) -> N | None:
        """Return a state of a path from which it costs less than an estimate says."""
        estimators = self._estimators()
        if not estimators:
            return None
        costs = self.problem.cost_along(path)
        for u, cost in zip(path, costs, strict=True):
            for estimate in estimators:
                if beyond(cost + number(estimate(u)), costs[-1], rounded=self.context.rounded):
                    return u
        return None

    def _proved(self, status: SearchStatus, cost: Cost | None, guarantee: Guarantee) -> Cost:
        """Return the cost below which there is no path, in the graph without pruning."""
        bound = math.inf
        if status is SearchStatus.EXHAUSTED:
            cutoff = self.problem.cutoff
            return cutoff if self.beyond_cutoff and cutoff is not None else math.inf
        if guarantee < Guarantee.ONE:
            return 0
        if status is not SearchStatus.FOUND:
            bound = self._least_left()
        return bound if cost is None else min(bound, cost)


class WeightedEngine(Engine[N]):
    """An engine that adds up weights and may ask a heuristic.

    Parameters
    ----------
    problem : Problem
        The question.
    pruners : sequence of Pruner, optional
        Asked in this order.
    informed : bool
        Whether to use the space's heuristic, if it has one.
    """

    def __init__(
        self, problem: Problem[N], pruners: Sequence[Pruner[N]] = (), *, informed: bool
    ) -> None:
        self._heuristic = problem.space.heuristic if informed else None
        self._coarse_weights = problem.space.look_through()
        super().__init__(problem, pruners)

    def _begin(self) -> None:
        super()._begin()
        self._dead_ends = 0
        self._too_dear = 0
        self._max_steps: int | None = None
        self._beyond_steps = False

    def _rounded_weights(self) -> bool:
        return self._coarse_weights

    def _check(self, limits: Limits) -> None:
        if limits.max_steps is not None and self.space.weight is not None:
            raise NotApplicableError(
                "a search by weights does not count steps: give cutoff instead of max_steps"
            )

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
        if type(h) is not int:
            h = h if type(h) is float else number(h)
            self.context.rounded = self.context.rounded or coarse(h)
        if h >= 0:
            return h
        if math.isnan(h):
            raise ValueError(f"the heuristic of {u!r} is nan")
        return 0  # below 0 at a target, it would let a dear target come before a cheaper one

    def _estimators(self) -> list[Callable[[N], Cost]]:
        own = [] if self._heuristic is None else [self._estimate]
        return own + super()._estimators()

    def _after(self, u: N, v: N, cost: Cost) -> Cost | None:
        """Return the cost behind a step from a state of some cost; None if there is no step."""
        weight = self.space.weight
        if weight is None:
            return cost + 1
        step = weight(u, v)
        if type(step) is not int or type(cost) is not int or step < 0:
            step = self.space.checked(u, v, step)
            if step is None or cost + step == math.inf:
                return None
            rounded = self.context.rounded or coarse(step) or coarse(cost + step)
            self.context.rounded = rounded
        return cost + step

    def _too_far(self, cost: Cost, h: Cost) -> bool:
        """Say whether the heuristic, the cutoff or the step limit drops a path of this cost."""
        cutoff = self.problem.cutoff
        if h == math.inf:
            self._dead_ends += 1
        elif cutoff is not None and (cost > cutoff or self._beyond(cost + h, cutoff)):
            self.beyond_cutoff = True
            self._too_dear += 1
        elif self._max_steps is not None and cost > self._max_steps:
            self._beyond_steps = True
            self._too_dear += 1
        else:
            return False
        return True

    def _beyond(self, total: Cost, bound: Cost) -> bool:
        """Say whether a lower bound exceeds a cost by more than rounding."""
        return total > bound and beyond(total, bound, rounded=self.context.rounded)

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
