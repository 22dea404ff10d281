"""Searches that are led by an estimate of the way that lies ahead."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from graphpuzzles.limits import UNLIMITED
from graphpuzzles.search.best_first import BestFirst, Ties
from graphpuzzles.search.breadth_first import Beam, Negative
from graphpuzzles.search.depth_first import BranchAndBound, IterativeDeepening
from graphpuzzles.search.problem import pose
from graphpuzzles.search.pruning import listed

if TYPE_CHECKING:
    from graphpuzzles.limits import Limits, ProgressCallback
    from graphpuzzles.search.costs import Cost
    from graphpuzzles.search.problem import Problem
    from graphpuzzles.search.pruning import Pruner
    from graphpuzzles.search.result import SearchResult
    from graphpuzzles.search.space import SpaceLike, Weight


N = TypeVar("N", bound=Hashable)


def _informed(problem: Problem[N], heuristic: Callable[[N], Cost] | None) -> Problem[N]:
    """Return the problem with this heuristic, or its space's own."""
    if heuristic is not None:
        return replace(problem, space=replace(problem.space, heuristic=heuristic))
    if problem.space.heuristic is None:
        raise ValueError("this search needs a heuristic: the space has none")
    return problem


def astar_search(
    graph: SpaceLike[N],
    source: N | None = None,
    target: N | None = None,
    heuristic: Callable[[N], Cost] | None = None,
    weight: Weight[N] | None = None,
    *,
    sources: Iterable[N] | None = None,
    targets: Iterable[N] | None = None,
    is_target: Callable[[N], bool] | None = None,
    ties: Ties = "lifo",
    cutoff: Cost | None = None,
    prune: Pruner[N] | Iterable[Pruner[N]] = (),
    limits: Limits = UNLIMITED,
    progress: ProgressCallback | None = None,
    all_predecessors: bool = False,
) -> SearchResult[N]:
    """Search in order of cost so far plus estimated cost to go (A*).

    Parameters
    ----------
    graph : SpaceLike
        See `as_space`.
    source, sources, target, targets, is_target, prune, limits, progress
        As in `bfs_search`.
    heuristic : callable, optional
        Lower bound of the cost from a state to the nearest target, ``math.inf`` for dead ends; the
        space's own by default. Need not be consistent. `check_heuristic` finds faults in it.
    weight, cutoff, all_predecessors
        As in `dijkstra_search`.
    ties : {"lifo", "fifo", "h"}
        Among states of equal estimate: the latest first, which on unit weights often saves most of
        the work; the earliest; or the one of least heuristic value, then the latest.

    Returns
    -------
    SearchResult

    Raises
    ------
    ValueError
        If there is no heuristic, a value of it is nan, or as `dijkstra_search` says.
    TypeError, networkx.NodeNotFound
        As `pose` says.

    Examples
    --------
    >>> step = lambda cell: [(cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)]
    >>> result = astar_search(step, (0, 0), (3, 4), lambda cell: abs(7 - cell[0] - cell[1]))
    >>> result.cost, result.path[:3]
    (7, [(0, 0), (0, 1), (0, 2)])
    """
    problem = pose(
        graph,
        source,
        target,
        sources=sources,
        targets=targets,
        is_target=is_target,
        cutoff=cutoff,
        weight=weight,
    )
    problem = _informed(problem, heuristic)
    pruners = listed(prune, keep_all=all_predecessors)
    search = BestFirst(
        problem, pruners, informed=True, ties=ties, all_predecessors=all_predecessors
    )
    return search.run(limits, progress)


def idastar_search(
    graph: SpaceLike[N],
    source: N | None = None,
    target: N | None = None,
    heuristic: Callable[[N], Cost] | None = None,
    weight: Weight[N] | None = None,
    *,
    sources: Iterable[N] | None = None,
    targets: Iterable[N] | None = None,
    is_target: Callable[[N], bool] | None = None,
    cutoff: Cost | None = None,
    prune: Pruner[N] | Iterable[Pruner[N]] = (),
    limits: Limits = UNLIMITED,
    progress: ProgressCallback | None = None,
) -> SearchResult[N]:
    """Search depth-first again and again with a rising bound (IDA*).

    Parameters
    ----------
    graph : SpaceLike
        See `as_space`.
    source, sources, target, targets, is_target, prune, limits, progress
        As in `bfs_search`. `Limits.max_states` limits the length of the current path, which is all
        that is held.
    heuristic, weight, cutoff
        As in `astar_search`.

    Returns
    -------
    SearchResult
        Its `seen` and `pred` are those of the current path.

    Raises
    ------
    TypeError, ValueError, networkx.NodeNotFound
        As `astar_search` says.

    Notes
    -----
    Memory is the length of one path times the number of successors. Time can be exponential where
    many paths lead to the same states, and where the costs of paths are all different.

    Examples
    --------
    >>> step = lambda cell: [(cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)]
    >>> idastar_search(step, (0, 0), (3, 4), lambda cell: abs(7 - cell[0] - cell[1])).cost
    7
    """
    problem = pose(
        graph,
        source,
        target,
        sources=sources,
        targets=targets,
        is_target=is_target,
        cutoff=cutoff,
        weight=weight,
    )
    search = IterativeDeepening(_informed(problem, heuristic), listed(prune))
    return search.run(limits, progress)


def branch_and_bound(
    graph: SpaceLike[N],
    source: N | None = None,
    target: N | None = None,
    heuristic: Callable[[N], Cost] | None = None,
    weight: Weight[N] | None = None,
    *,
    sources: Iterable[N] | None = None,
    targets: Iterable[N] | None = None,
    is_target: Callable[[N], bool] | None = None,
    cutoff: Cost | None = None,
    prune: Pruner[N] | Iterable[Pruner[N]] = (),
    limits: Limits = UNLIMITED,
    progress: ProgressCallback | None = None,
) -> SearchResult[N]:
    """Search depth-first for better and better paths (branch and bound).

    Parameters
    ----------
    graph : SpaceLike
        See `as_space`.
    source, sources, target, targets, is_target, prune, limits, progress
        As in `bfs_search`. A `BoundPruner` gives a path to start with.
    heuristic, weight, cutoff
        As in `astar_search`.

    Returns
    -------
    SearchResult
        A search that was stopped has the best path found so far.

    Raises
    ------
    TypeError, ValueError, networkx.NodeNotFound
        As `astar_search` says.

    Examples
    --------
    >>> graph = {"a": {"b": 1, "c": 5}, "b": {"c": 1}}
    >>> branch_and_bound(graph, "a", "c", heuristic=lambda u: 0).path
    ['a', 'b', 'c']
    """
    problem = pose(
        graph,
        source,
        target,
        sources=sources,
        targets=targets,
        is_target=is_target,
        cutoff=cutoff,
        weight=weight,
    )
    search = BranchAndBound(_informed(problem, heuristic), listed(prune))
    return search.run(limits, progress)


def beam_search(
    graph: SpaceLike[N],
    source: N | None = None,
    target: N | None = None,
    value: Callable[[N], Cost] | None = None,
    width: int = 100,
    *,
    sources: Iterable[N] | None = None,
    targets: Iterable[N] | None = None,
    is_target: Callable[[N], bool] | None = None,
    cutoff: Cost | None = None,
    prune: Pruner[N] | Iterable[Pruner[N]] = (),
    limits: Limits = UNLIMITED,
    progress: ProgressCallback | None = None,
) -> SearchResult[N]:
    """Search breadth-first, keeping only the most promising states of each layer.

    Parameters
    ----------
    graph : SpaceLike
        See `as_space`. Weights are ignored.
    source, sources, target, targets, is_target, cutoff, prune, limits, progress
        As in `bfs_search`.
    value : callable, optional
        How promising a state is, greater is better, as in `networkx.bfs_beam_edges`; by default
        the negative of the space's heuristic.
    width : int, optional
        States kept in a layer, at least 1.

    Returns
    -------
    SearchResult
        Status "incomplete" where no target was found and states were dropped.

    Raises
    ------
    TypeError, networkx.NodeNotFound
        As `pose` says.
    ValueError
        If `width` is not positive, or there is neither a value nor a heuristic.

    Examples
    --------
    >>> beam_search(lambda n: (2 * n, n + 1), 1, 10, value=lambda n: -abs(10 - n), width=3).path
    [1, 2, 4, 5, 10]
    """
    width = operator.index(width)
    if width < 1:
        raise ValueError(f"width must be positive, got {width}")
    problem = pose(
        graph, source, target, sources=sources, targets=targets, is_target=is_target, cutoff=cutoff
    )
    heuristic = problem.space.heuristic
    if value is None:
        if heuristic is None:
            raise ValueError("a beam search needs a value: the space has no heuristic")
        value = Negative(heuristic)
    return Beam(problem, listed(prune), value=value, width=width).run(limits, progress)
