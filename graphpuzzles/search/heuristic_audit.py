"""Finding out whether a heuristic is a lower bound, and whether it is consistent."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from graphpuzzles.search.networkx_names import incomplete
from graphpuzzles.search.problem import pose
from graphpuzzles.search.result import SearchStatus
from graphpuzzles.search.searches import dijkstra_search

if TYPE_CHECKING:
    from graphpuzzles.limits import Limits
    from graphpuzzles.search.problem import Problem
    from graphpuzzles.search.result import SearchResult
    from graphpuzzles.search.space import Cost, SpaceLike, Weight

__all__ = ["HeuristicAudit", "Inconsistency", "Overestimate", "check_heuristic"]

N = TypeVar("N", bound=Hashable)


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
    limits: Limits | None = None,
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
        graph,
        source,
        target,
        sources=sources,
        targets=targets,
        is_target=is_target,
        weight=weight,
    )
    h = question.space.heuristic if heuristic is None else heuristic
    if h is None:
        raise ValueError("there is no heuristic to check: the space has none")
    everything = dijkstra_search(
        question.space, sources=question.sources, targets=(), limits=limits
    )
    if everything.status is not SearchStatus.EXHAUSTED:
        raise incomplete(everything)
    steps = list(_steps(everything))
    distance = _distances(question, everything, steps)
    estimate = {u: h(u) for u in everything.seen}
    return HeuristicAudit(
        states=len(estimate),
        overestimates=tuple(
            Overestimate(u, estimate[u], distance.get(u, math.inf))
            for u in estimate
            if not estimate[u] <= distance.get(u, math.inf)
        ),
        inconsistencies=tuple(
            Inconsistency(u, v, estimate[u], w, estimate[v])
            for u, v, w in steps
            if not estimate[u] <= w + estimate[v]
        ),
    )


def _steps(everything: SearchResult[N]) -> Iterator[tuple[N, N, Cost]]:
    space = everything.search.space
    for u in everything.seen:
        for v in space.successors(u):
            step = 1 if space.weight is None else space.weight(u, v)
            if step is not None and step != math.inf:
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
