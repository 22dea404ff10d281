"""Searches that know nothing of the way that lies ahead."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from graphpuzzles.errors import NotApplicableError
from graphpuzzles.limits import UNLIMITED
from graphpuzzles.search.best_first import BestFirst
from graphpuzzles.search.bidirectional import BidirectionalBreadthFirst, BidirectionalDijkstra
from graphpuzzles.search.breadth_first import BreadthFirst
from graphpuzzles.search.layers import MAX_TABLE, array_obstacle, array_search
from graphpuzzles.search.problem import pose
from graphpuzzles.search.pruning import listed

if TYPE_CHECKING:
    from graphpuzzles.limits import Limits, ProgressCallback
    from graphpuzzles.search.costs import Cost
    from graphpuzzles.search.engine import Engine
    from graphpuzzles.search.pruning import Pruner
    from graphpuzzles.search.result import SearchResult
    from graphpuzzles.search.space import SpaceLike, Weight


N = TypeVar("N", bound=Hashable)

EngineName: TypeAlias = Literal["auto", "python", "array"]
"""How breadth-first search works: state by state, or by whole layers with numpy."""


def bfs_search(
    graph: SpaceLike[N],
    source: N | None = None,
    target: N | None = None,
    *,
    sources: Iterable[N] | None = None,
    targets: Iterable[N] | None = None,
    is_target: Callable[[N], bool] | None = None,
    cutoff: Cost | None = None,
    prune: Pruner[N] | Iterable[Pruner[N]] = (),
    limits: Limits = UNLIMITED,
    progress: ProgressCallback | None = None,
    all_predecessors: bool = False,
    engine: EngineName = "auto",
) -> SearchResult[N]:
    """Search in order of the number of steps from the sources.

    Parameters
    ----------
    graph : SpaceLike
        See `as_space`. Weights are ignored.
    source, sources : N, Iterable of N
        Where to start; give one of them.
    target, targets, is_target : N, Iterable of N, callable, optional
        Where to go; give at most one of them. By default the space's own ``is_target``; without
        that, and for ``targets=()``, everything that can be reached is seen.
    cutoff : Cost, optional
        Paths of more steps are not asked for.
    prune : Pruner or Iterable of Pruner, optional
        Asked in this order about every step to a new state.
    limits : Limits, optional
        When to stop. What has been done by then is in the result, which can be resumed.
    progress : ProgressCallback, optional
        Called now and then; returning True stops the search.
    all_predecessors : bool, optional
        Keep in `SearchResult.predecessors` every state that comes before a state on a shortest
        path; the layer of the target is finished then.
    engine : {"auto", "python", "array"}
        ``"array"`` works on whole layers of an `ArraySpace` with numpy. ``"auto"`` takes it where
        the space, the target and the pruners allow it.

    Returns
    -------
    SearchResult

    Raises
    ------
    TypeError, ValueError, networkx.NodeNotFound
        As `pose` says.
    NotApplicableError
        If ``engine="array"`` and the space or a pruner does not allow it.

    Notes
    -----
    Expands every state once: time and memory are linear in the states and steps seen.

    Examples
    --------
    >>> result = bfs_search(lambda n: (2 * n, n + 1), 1, 10)
    >>> result.path
    [1, 2, 4, 5, 10]
    """
    problem = pose(
        graph, source, target, sources=sources, targets=targets, is_target=is_target, cutoff=cutoff
    )
    if engine not in {"auto", "python", "array"}:
        raise ValueError(f"engine must be 'auto', 'python' or 'array', not {engine!r}")
    pruners = listed(prune, keep_all=all_predecessors)
    obstacle = array_obstacle(problem.space, pruners)
    if engine == "array" and obstacle is not None:
        raise NotApplicableError(f"the array engine does not serve {obstacle}")
    array = problem.space.array
    suits = array is not None and array.n_states <= MAX_TABLE and is_target is None
    search: Engine[N]
    if engine == "array" or (engine == "auto" and obstacle is None and suits):
        search = array_search(problem, pruners)
    else:
        search = BreadthFirst(problem, pruners, all_predecessors=all_predecessors)
    return search.run(limits, progress)


def dijkstra_search(
    graph: SpaceLike[N],
    source: N | None = None,
    target: N | None = None,
    *,
    sources: Iterable[N] | None = None,
    targets: Iterable[N] | None = None,
    is_target: Callable[[N], bool] | None = None,
    weight: Weight[N] | None = None,
    cutoff: Cost | None = None,
    prune: Pruner[N] | Iterable[Pruner[N]] = (),
    limits: Limits = UNLIMITED,
    progress: ProgressCallback | None = None,
    all_predecessors: bool = False,
) -> SearchResult[N]:
    """Search in order of the cost from the sources (Dijkstra).

    Parameters
    ----------
    graph : SpaceLike
        See `as_space`.
    source, sources, target, targets, is_target, prune, limits, progress
        As in `bfs_search`.
    weight : str or callable, optional
        Function of two states, or name of an edge attribute; the space's own weight by default.
    cutoff : Cost, optional
        Paths that cost more are not asked for.
    all_predecessors : bool, optional
        Keep in `SearchResult.predecessors` every state that comes before a state on an optimal
        path to the target.

    Returns
    -------
    SearchResult

    Raises
    ------
    ValueError
        If a weight is negative or nan.
    NotApplicableError
        If ``Limits.max_steps`` is given and steps have weights.
    TypeError, networkx.NodeNotFound
        As `pose` says.

    Notes
    -----
    O((n + m) log n) for n states and m steps seen. An explicit graph (a mapping, or one of
    networkx's own classes) is looked through for negative weights first: a search may find its
    target before it meets one that makes another path cheaper.

    Costs are exact with weights that are integers or fractions. With floats the cost of a path is
    their sum from the source on; see `SearchResult.exact`.

    Examples
    --------
    >>> dijkstra_search({"a": {"b": 1, "c": 5}, "b": {"c": 1}}, "a", "c").cost
    2
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
    pruners = listed(prune, keep_all=all_predecessors)
    search = BestFirst(
        problem, pruners, informed=False, ties="fifo", all_predecessors=all_predecessors
    )
    return search.run(limits, progress)


def bidirectional_search(
    graph: SpaceLike[N],
    source: N | None = None,
    target: N | None = None,
    *,
    sources: Iterable[N] | None = None,
    targets: Iterable[N] | None = None,
    weight: Weight[N] | None = None,
    cutoff: Cost | None = None,
    limits: Limits = UNLIMITED,
    progress: ProgressCallback | None = None,
) -> SearchResult[N]:
    """Search from the sources and from the targets at the same time.

    Parameters
    ----------
    graph : SpaceLike
        See `as_space`; must have ``predecessors``.
    source, sources, target, targets, limits, progress
        As in `bfs_search`; the targets must be listed.
    weight, cutoff
        As in `dijkstra_search`. Without weights the search goes breadth-first.

    Returns
    -------
    SearchResult
        Its `seen` and `pred` are those of the half that comes from the sources.

    Raises
    ------
    NotApplicableError
        If the space has no predecessors, or no target is listed.
    TypeError, ValueError, networkx.NodeNotFound
        As `dijkstra_search` says.

    Notes
    -----
    Pruners are not asked: what they need to know of the path so far is unknown on the way back.

    Examples
    --------
    >>> import networkx as nx
    >>> bidirectional_search(nx.path_graph(7), 0, 6).path
    [0, 1, 2, 3, 4, 5, 6]
    """
    problem = pose(
        graph, source, target, sources=sources, targets=targets, cutoff=cutoff, weight=weight
    )
    if problem.space.predecessors is None:
        raise NotApplicableError("a bidirectional search needs a space with predecessors")
    if not problem.targets:
        raise NotApplicableError("a bidirectional search needs listed targets")
    search: Engine[N]
    if problem.space.weight is None:
        search = BidirectionalBreadthFirst(problem)
    else:
        search = BidirectionalDijkstra(problem, informed=False)
    return search.run(limits, progress)
