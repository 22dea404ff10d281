"""Finding out whether pruners keep what they promise, and whether heuristics are lower bounds.

An audit costs a whole search without pruning; it belongs in tests, on small instances.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from graphpuzzles.limits import UNLIMITED
from graphpuzzles.search.best_first import BestFirst
from graphpuzzles.search.blind_searches import dijkstra_search
from graphpuzzles.search.costs import beyond, number
from graphpuzzles.search.networkx_names import SearchIncomplete
from graphpuzzles.search.problem import pose
from graphpuzzles.search.pruning import (
    PruneContext,
    Pruner,
    combined_guarantee,
    known_path,
    listed,
)
from graphpuzzles.search.result import Guarantee, SearchStatus

if TYPE_CHECKING:
    from graphpuzzles.limits import Limits
    from graphpuzzles.search.costs import Cost
    from graphpuzzles.search.problem import Problem
    from graphpuzzles.search.result import SearchResult
    from graphpuzzles.search.space import SpaceLike, Weight


N = TypeVar("N", bound=Hashable)


@dataclass(frozen=True)
class PruningViolation(Generic[N]):
    """A step that a pruner dropped against its promise.

    Parameters
    ----------
    pruner : str
        Name of the pruner, or the names of several joined by " + " where each keeps its promise
        and only together they break theirs.
    guarantee : Guarantee
        What was promised.
    u, v : N
        The step; twice the same state for a source that was refused.
    g : Cost
        Cost of the path to `v`.
    path : tuple of N
        An optimal path that was lost with the step.
    """

    pruner: str
    guarantee: Guarantee
    u: N
    v: N
    g: Cost
    path: tuple[N, ...]

    def __str__(self) -> str:
        return (
            f"{self.pruner} promises {self.guarantee.name} and drops the step "
            f"{self.u!r} -> {self.v!r} at cost {self.g}, which lies on an optimal path"
        )


@dataclass(frozen=True)
class PruningAudit(Generic[N]):
    """What `audit_pruning` found out.

    Parameters
    ----------
    violations : tuple of PruningViolation
        One for each pruner that broke its promise, in the order of the pruners; the one for all
        together, if only together they break theirs, comes last.
    unpruned : SearchResult
        The search without pruning.
    pruned : SearchResult
        The search with all pruners.
    """

    violations: tuple[PruningViolation[N], ...]
    unpruned: SearchResult[N]
    pruned: SearchResult[N]

    @property
    def passed(self) -> bool:
        """Whether no promise was broken."""
        return not self.violations


class _Recorder(Pruner[N]):
    """Asks a pruner and remembers the steps that it drops; a source counts as a step to itself."""

    def __init__(self, pruner: Pruner[N]) -> None:
        super().__init__(name=pruner.name, guarantee=pruner.guarantee, order=pruner.order)
        self.pruner = pruner
        self.dropped: dict[tuple[N, N], Cost] = {}

    def prepare(self, problem: Problem[N]) -> None:
        self.pruner.prepare(problem)

    def prune_source(self, u: N, context: PruneContext) -> bool:
        return self._noted(u, u, 0, drop=self.pruner.prune_source(u, context))

    def prune(self, u: N, v: N, context: PruneContext) -> bool:
        return self._noted(u, v, context.g, drop=self.pruner.prune(u, v, context))

    def _noted(self, u: N, v: N, g: Cost, *, drop: bool) -> bool:
        if drop:
            self.dropped[u, v] = g
        return drop


def audit_pruning(
    graph: SpaceLike[N],
    source: N | None = None,
    target: N | None = None,
    *,
    prune: Pruner[N] | Iterable[Pruner[N]],
    sources: Iterable[N] | None = None,
    targets: Iterable[N] | None = None,
    is_target: Callable[[N], bool] | None = None,
    weight: Weight[N] | None = None,
    limits: Limits = UNLIMITED,
) -> PruningAudit[N]:
    """Search with and without pruning, and name the steps that were dropped against a promise.

    Parameters
    ----------
    graph : SpaceLike
        See `as_space`. With steps of weight 0, optimal walks that come back to a state count too.
    source, sources, target, targets, is_target
        As in `bfs_search`.
    prune : Pruner or Iterable of Pruner
        The pruners under test.
    weight : str or callable, optional
        As in `dijkstra_search`; the space's own weight by default.
    limits : Limits, optional
        For each search. An audit needs them to end.

    Returns
    -------
    PruningAudit

    Raises
    ------
    SearchIncomplete
        If a search reached a limit: nothing is known then.
    TypeError, ValueError, networkx.NodeNotFound
        As `dijkstra_search` says.

    Notes
    -----
    A pruner that promises ALL is asked about every step that leads to a state on an optimal path,
    whatever else it has dropped; one that promises ONE or SOME is judged by the answer of a search
    with it alone. The pruners' promise together is judged by a search with all of them.

    Examples
    --------
    >>> graph = {"a": ["b", "c"], "b": ["d"], "c": ["e"], "e": ["d"]}
    >>> greedy = Pruner(lambda u, v, _: v == "b", name="greedy", guarantee=Guarantee.ONE)
    >>> audit = audit_pruning(graph, "a", "d", prune=greedy)
    >>> print(audit.violations[0])
    greedy promises ONE and drops the step 'a' -> 'b' at cost 1, which lies on an optimal path
    >>> audit.violations[0].path
    ('a', 'b', 'd')
    """
    question = pose(
        graph, source, target, sources=sources, targets=targets, is_target=is_target, weight=weight
    )
    pruners = listed(prune)
    unpruned = _dijkstra(question, (), limits)
    truth = _Truth(question, unpruned)
    found = [truth.violation((pruner,), limits) for pruner in pruners]
    if len(pruners) > 1 and not any(found):
        found = [truth.violation(pruners, limits)]
    violations = tuple(violation for violation in found if violation is not None)
    pruned = _dijkstra(question, pruners, limits)
    return PruningAudit(violations, unpruned, pruned)


def _dijkstra(
    question: Problem[N], pruners: Sequence[Pruner[N]], limits: Limits
) -> SearchResult[N]:
    search = BestFirst(question, pruners, informed=False, ties="fifo", all_predecessors=True)
    result = search.run(limits)
    if result.status in {SearchStatus.FOUND, SearchStatus.EXHAUSTED, SearchStatus.INCOMPLETE}:
        return result
    raise SearchIncomplete(result)


class _Truth(Generic[N]):
    """The optimal paths of a question, against which pruners are held.

    Parameters
    ----------
    question : Problem
    result : SearchResult
        Its answer, with all predecessors on optimal paths.
    """

    def __init__(self, question: Problem[N], result: SearchResult[N]) -> None:
        self.question = question
        self.result = result
        self.after: dict[N, list[N]] = {}  # the next states on optimal paths
        waiting = deque(u for u in result.seen if self.is_end(u))
        for v in waiting:
            self.after[v] = []
        while waiting:
            v = waiting.popleft()
            for u in result.predecessors[v]:
                if u not in self.after:
                    self.after[u] = []
                    waiting.append(u)
                self.after[u].append(v)

    def violation(
        self, pruners: Sequence[Pruner[N]], limits: Limits
    ) -> PruningViolation[N] | None:
        """Return a step that pruners drop against their promise together, or None."""
        guarantee = combined_guarantee(pruners)
        if self.result.cost is None or guarantee is Guarantee.NONE:
            return None
        recorders = tuple(_Recorder(pruner) for pruner in pruners)
        if guarantee is Guarantee.ALL:
            self._ask_everywhere(recorders)
        elif self._kept(guarantee, pruners, recorders, limits):
            return None
        for recorder in recorders:
            for (u, v), g in recorder.dropped.items():
                # Only a step taken at its least cost is a step of an optimal path.
                onward = self.after.get(u)
                if onward is not None and g == self.result.seen[v] and (v in onward or u == v):
                    name = " + ".join(pruner.name for pruner in pruners)
                    path = (*self.result.path_to(u), *self._onward(u, v))
                    return PruningViolation(name, guarantee, u, v, g, path)
        return None

    def _ask_everywhere(self, recorders: Sequence[_Recorder[N]]) -> None:
        """Ask about all steps from states on optimal paths, and about their sources."""
        space = self.question.space
        for recorder in recorders:
            # Pruners may note in the context that sums are rounded.
            context = PruneContext(rounded=not self.result.exact)
            recorder.prepare(self.question)
            for u in self.question.sources:
                if u in self.after:
                    recorder.prune_source(u, context)
            for u, following in self.after.items():
                for v in following:
                    context.g = self.result.seen[u] + (space.step(u, v) or 0)
                    recorder.prune(u, v, context)

    def _kept(
        self,
        guarantee: Guarantee,
        pruners: Sequence[Pruner[N]],
        recorders: tuple[_Recorder[N], ...],
        limits: Limits,
    ) -> bool:
        """Say whether a search with the pruners finds what they promise."""
        cost = _dijkstra(self.question, recorders, limits).cost
        # The known path of a BoundPruner is the answer where nothing better is found.
        known = known_path(pruners)
        if known is not None:
            cost = known[0] if cost is None else min(cost, known[0])
        if cost is None or self.result.cost is None or guarantee is Guarantee.SOME:
            return cost is not None
        return not beyond(cost, self.result.cost, rounded=not self.result.exact)

    def _onward(self, u: N, v: N) -> list[N]:
        """Return the rest of an optimal path behind `u` whose next step leads to `v`."""
        walk = [] if u == v else [v]
        at = v
        # The first of the next states is nearest to a target, so that no circle is walked.
        while self.after[at] and not self.is_end(at):
            at = self.after[at][0]
            walk.append(at)
        return walk

    def is_end(self, u: N) -> bool:
        """Tell whether a state is a target at the least cost."""
        goal = self.question.is_target
        return goal is not None and goal(u) and self.result.seen[u] == self.result.cost


@dataclass(frozen=True)
class Overestimate(Generic[N]):
    """A state whose heuristic value exceeds its distance to the nearest target."""

    u: N
    h: Cost
    distance: Cost


@dataclass(frozen=True)
class Inconsistency(Generic[N]):
    """A step along which the heuristic value falls by more than the weight."""

    u: N
    v: N
    h_u: Cost
    weight: Cost
    h_v: Cost


@dataclass(frozen=True)
class HeuristicAudit(Generic[N]):
    """What `check_heuristic` found out about the states that can be reached.

    Parameters
    ----------
    states : int
        States that were checked.
    overestimates : tuple of Overestimate
        Where the heuristic is no lower bound, in order of discovery.
    inconsistencies : tuple of Inconsistency
        Where A* may have to expand a state again; no fault if there are no overestimates.
    """

    states: int
    overestimates: tuple[Overestimate[N], ...]
    inconsistencies: tuple[Inconsistency[N], ...]

    @property
    def admissible(self) -> bool:
        """Whether the heuristic is a lower bound everywhere."""
        return not self.overestimates

    @property
    def consistent(self) -> bool:
        """Whether the heuristic never falls by more than the weight of a step."""
        return not self.inconsistencies


def check_heuristic(
    graph: SpaceLike[N],
    source: N | None = None,
    target: N | None = None,
    heuristic: Callable[[N], Cost] | None = None,
    weight: Weight[N] | None = None,
    *,
    sources: Iterable[N] | None = None,
    targets: Iterable[N] | None = None,
    is_target: Callable[[N], bool] | None = None,
    limits: Limits = UNLIMITED,
) -> HeuristicAudit[N]:
    """Compare a heuristic with the distances of all states that can be reached.

    Parameters
    ----------
    graph : SpaceLike
        See `as_space`; finite from the sources on.
    source, sources, target, targets, is_target
        As in `bfs_search`.
    heuristic, weight
        As in `astar_search`.
    limits : Limits, optional
        When to give up.

    Returns
    -------
    HeuristicAudit

    Raises
    ------
    SearchIncomplete
        If a limit was reached: nothing is known then.
    TypeError, ValueError, networkx.NodeNotFound
        As `astar_search` says.

    Examples
    --------
    >>> graph = {"a": {"b": 1}, "b": {"c": 1}}
    >>> audit = check_heuristic(graph, "a", "c", {"a": 2, "b": 0, "c": 0}.get)
    >>> audit.admissible, audit.inconsistencies
    (True, (Inconsistency(u='a', v='b', h_u=2, weight=1, h_v=0),))
    """
    question = pose(
        graph, source, target, sources=sources, targets=targets, is_target=is_target, weight=weight
    )
    h = question.space.heuristic if heuristic is None else heuristic
    if h is None:
        raise ValueError("there is no heuristic to check: the space has none")
    everything = dijkstra_search(
        question.space, sources=question.sources, targets=(), limits=limits
    )
    if everything.status is not SearchStatus.EXHAUSTED:
        raise SearchIncomplete(everything)
    steps = list(_steps(everything))
    distance = _distances(question, everything, steps)
    estimate = {u: number(h(u)) for u in everything.seen}
    if any(map(math.isnan, estimate.values())):
        raise ValueError("a value of the heuristic is nan")
    return HeuristicAudit(
        states=len(estimate),
        overestimates=tuple(
            Overestimate(u, estimate[u], distance.get(u, math.inf))
            for u in estimate
            if beyond(estimate[u], distance.get(u, math.inf), rounded=not everything.exact)
        ),
        inconsistencies=tuple(
            Inconsistency(u, v, estimate[u], w, estimate[v])
            for u, v, w in steps
            if beyond(estimate[u], w + estimate[v], rounded=not everything.exact)
        ),
    )


def _steps(everything: SearchResult[N]) -> Iterator[tuple[N, N, Cost]]:
    space = everything.search.space
    for u in everything.seen:
        for v in space.successors(u):
            step = space.step(u, v)
            if step is not None:
                yield u, v, step


def _distances(
    question: Problem[N], everything: SearchResult[N], steps: Iterable[tuple[N, N, Cost]]
) -> Mapping[N, Cost]:
    """Return the distance of every state to the nearest target, by the steps reversed."""
    goal = question.is_target
    ends = [u for u in everything.seen if goal is not None and goal(u)]
    if not ends:
        return {}
    before: dict[N, dict[N, Cost]] = {u: {} for u in everything.seen}
    for u, v, step in steps:
        before[v][u] = min(step, before[v].get(u, step))
    return dijkstra_search(before, sources=ends, targets=()).seen
