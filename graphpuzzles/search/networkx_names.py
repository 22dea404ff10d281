"""Shortest paths under networkx's names, on graphs that may be infinite.

Where networkx raises `networkx.NetworkXNoPath`, these functions do so only when it is proved that
there is no path; a search that was stopped or pruned raises `SearchIncomplete` instead.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, TypeVar

from graphpuzzles.search.informed import astar_search
from graphpuzzles.search.result import SearchStatus
from graphpuzzles.search.searches import bfs_search, bidirectional_search, dijkstra_search
from graphpuzzles.search.space import as_space

if TYPE_CHECKING:
    from graphpuzzles.limits import Limits
    from graphpuzzles.search.incomplete import SearchIncomplete
    from graphpuzzles.search.result import SearchResult
    from graphpuzzles.search.space import Cost, SpaceLike, Weight

__all__ = [
    "all_shortest_paths",
    "astar_path",
    "astar_path_length",
    "bidirectional_dijkstra",
    "bidirectional_shortest_path",
    "dijkstra_path",
    "dijkstra_path_length",
    "has_path",
    "incomplete",
    "number_of_shortest_paths",
    "shortest_path",
    "shortest_path_length",
    "single_source_shortest_path",
    "single_source_shortest_path_length",
]

N = TypeVar("N", bound=Hashable)


def shortest_path(
    graph: SpaceLike[N],
    source: N,
    target: N,
    weight: Weight[N] | None = None,
    *,
    limits: Limits | None = None,
) -> list[N]:
    """Return a shortest path.

    Parameters
    ----------
    graph : SpaceLike
        See `as_space`.
    source, target : N
        The ends of the path.
    weight : str or callable, optional
        Function of two states, or name of an edge attribute; 1 everywhere by default.
    limits : Limits, optional
        When to give up.

    Returns
    -------
    list of N
        From `source` to `target`, both included.

    Raises
    ------
    networkx.NetworkXNoPath
        If it is proved that there is no path.
    SearchIncomplete
        If a limit was reached.
    networkx.NodeNotFound
        If the graph can tell that it does not hold `source` or `target`.

    Examples
    --------
    >>> shortest_path(lambda n: (2 * n, n + 1), 1, 10)
    [1, 2, 4, 5, 10]
    """
    return _path(_search(graph, source, target, weight, limits=limits))


def shortest_path_length(
    graph: SpaceLike[N],
    source: N,
    target: N,
    weight: Weight[N] | None = None,
    *,
    limits: Limits | None = None,
) -> Cost:
    """Return the cost of a shortest path; parameters and exceptions as in `shortest_path`.

    Examples
    --------
    >>> shortest_path_length(lambda n: (2 * n, n + 1), 1, 10)
    4
    """
    return _cost(_search(graph, source, target, weight, limits=limits))


def has_path(graph: SpaceLike[N], source: N, target: N, *, limits: Limits | None = None) -> bool:
    """Say whether there is a path; parameters and exceptions as in `shortest_path`.

    Examples
    --------
    >>> has_path(lambda n: [(n + 2) % 10], 0, 3)
    False
    """
    result = bfs_search(graph, source, target, limits=limits)
    if result.status is SearchStatus.EXHAUSTED:
        return False
    _require_found(result)
    return True


def all_shortest_paths(
    graph: SpaceLike[N],
    source: N,
    target: N,
    weight: Weight[N] | None = None,
    *,
    limits: Limits | None = None,
) -> Iterator[list[N]]:
    """Search at once, then yield all shortest paths, one at a time.

    Parameters and exceptions as in `shortest_path`.

    Notes
    -----
    The search ends with the target's layer, or where no cheaper or equal path can come any more;
    it does not need the graph to be finite. Time and memory beyond the search are those of the
    path at hand. Paths with steps of weight 0 visit no state twice.

    Examples
    --------
    >>> list(all_shortest_paths(lambda n: (n + 1, n + 2), 0, 3))
    [[0, 1, 3], [0, 2, 3]]
    """
    result = _search(graph, source, target, weight, limits=limits, all_predecessors=True)
    _require_found(result)
    return _paths_back(result.predecessors, source, target)


def number_of_shortest_paths(
    graph: SpaceLike[N],
    source: N,
    target: N,
    weight: Weight[N] | None = None,
    *,
    limits: Limits | None = None,
) -> int:
    """Return the exact number of shortest paths, without listing them.

    Parameters and exceptions as in `shortest_path`.

    Raises
    ------
    ValueError
        If shortest paths can run through a cycle of weight 0; counting simple paths is hard there.

    Examples
    --------
    >>> step = lambda cell: [(cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)]
    >>> number_of_shortest_paths(step, (0, 0), (40, 40))
    107507208733336176461620
    """
    result = _search(graph, source, target, weight, limits=limits, all_predecessors=True)
    _require_found(result)
    before = result.predecessors
    needed: dict[N, Sequence[N]] = {}
    waiting = [target]
    while waiting:
        v = waiting.pop()
        if v not in needed:
            needed[v] = before[v]
            waiting.extend(before[v])
    try:
        order = list(TopologicalSorter(needed).static_order())
    except CycleError as error:
        raise ValueError("shortest paths run through a cycle of weight 0") from error
    counts = {source: 1}
    for v in order:
        if v != source:
            counts[v] = sum(counts[u] for u in needed[v])
    return counts[target]


def single_source_shortest_path_length(
    graph: SpaceLike[N],
    source: N,
    cutoff: Cost | None = None,
    *,
    limits: Limits | None = None,
) -> Mapping[N, Cost]:
    """Return the number of steps to every state that can be reached.

    Parameters
    ----------
    graph, source, limits
        As in `shortest_path`.
    cutoff : Cost, optional
        States that need more steps are left out; needed where the graph is infinite.

    Raises
    ------
    SearchIncomplete
        If a limit was reached.
    """
    return _exhausted(graph, source, cutoff, limits).seen


def single_source_shortest_path(
    graph: SpaceLike[N],
    source: N,
    cutoff: Cost | None = None,
    *,
    limits: Limits | None = None,
) -> dict[N, list[N]]:
    """Return a shortest path to every state that can be reached.

    Parameters and exceptions as in `single_source_shortest_path_length`.

    Examples
    --------
    >>> single_source_shortest_path(lambda n: (n + 1, 2 * n), 1, cutoff=2)
    {1: [1], 2: [1, 2], 3: [1, 2, 3], 4: [1, 2, 4]}
    """
    result = _exhausted(graph, source, cutoff, limits)
    paths: dict[N, list[N]] = {}
    for v, u in result.pred.items():
        paths[v] = [v] if u is None else [*paths[u], v]
    return paths


def dijkstra_path(
    graph: SpaceLike[N],
    source: N,
    target: N,
    weight: Weight[N] = "weight",
    *,
    limits: Limits | None = None,
) -> list[N]:
    """Return a cheapest path; parameters and exceptions as in `shortest_path`."""
    return _path(dijkstra_search(graph, source, target, weight=weight, limits=limits))


def dijkstra_path_length(
    graph: SpaceLike[N],
    source: N,
    target: N,
    weight: Weight[N] = "weight",
    *,
    limits: Limits | None = None,
) -> Cost:
    """Return the cost of a cheapest path; parameters and exceptions as in `shortest_path`."""
    return _cost(dijkstra_search(graph, source, target, weight=weight, limits=limits))


def bidirectional_shortest_path(
    graph: SpaceLike[N], source: N, target: N, *, limits: Limits | None = None
) -> list[N]:
    """Return a path of fewest steps, searched for from both ends.

    Parameters and exceptions as in `shortest_path`; the graph needs predecessors.
    """
    space = as_space(graph).unweighted()
    return _path(bidirectional_search(space, source, target, limits=limits))


def bidirectional_dijkstra(
    graph: SpaceLike[N],
    source: N,
    target: N,
    weight: Weight[N] = "weight",
    *,
    limits: Limits | None = None,
) -> tuple[Cost, list[N]]:
    """Return the cost of a cheapest path and the path, searched for from both ends.

    Parameters and exceptions as in `shortest_path`; the graph needs predecessors.
    """
    result = bidirectional_search(graph, source, target, weight=weight, limits=limits)
    return _cost(result), _path(result)


def astar_path(
    graph: SpaceLike[N],
    source: N,
    target: N,
    heuristic: Callable[[N, N], Cost] | None = None,
    weight: Weight[N] = "weight",
    *,
    cutoff: Cost | None = None,
    limits: Limits | None = None,
) -> list[N]:
    """Return a cheapest path, found with an estimate.

    Parameters
    ----------
    graph, source, target, weight, limits
        As in `shortest_path`.
    heuristic : callable, optional
        ``heuristic(u, target)``: lower bound of the cost from a state to the target; 0 by default.
    cutoff : Cost, optional
        Paths that cost more are not asked for; 0 means 0.

    Raises
    ------
    networkx.NetworkXNoPath, SearchIncomplete, networkx.NodeNotFound
        As in `shortest_path`.
    """
    estimate = _toward(heuristic, target)
    result = astar_search(graph, source, target, estimate, weight, cutoff=cutoff, limits=limits)
    return _path(result)


def astar_path_length(
    graph: SpaceLike[N],
    source: N,
    target: N,
    heuristic: Callable[[N, N], Cost] | None = None,
    weight: Weight[N] = "weight",
    *,
    cutoff: Cost | None = None,
    limits: Limits | None = None,
) -> Cost:
    """Return the cost of a cheapest path; parameters and exceptions as in `astar_path`."""
    estimate = _toward(heuristic, target)
    result = astar_search(graph, source, target, estimate, weight, cutoff=cutoff, limits=limits)
    return _cost(result)


def _toward(heuristic: Callable[[N, N], Cost] | None, target: N) -> Callable[[N], Cost]:
    return _zero if heuristic is None else partial(_estimate, heuristic, target)


def _zero(u: Hashable) -> Cost:
    del u
    return 0


def _estimate(heuristic: Callable[[N, N], Cost], target: N, u: N) -> Cost:
    return heuristic(u, target)


def _search(
    graph: SpaceLike[N],
    source: N,
    target: N,
    weight: Weight[N] | None,
    *,
    limits: Limits | None,
    all_predecessors: bool = False,
) -> SearchResult[N]:
    if weight is None:
        return bfs_search(graph, source, target, limits=limits, all_predecessors=all_predecessors)
    return dijkstra_search(
        graph,
        source,
        target,
        weight=weight,
        limits=limits,
        all_predecessors=all_predecessors,
    )


def _exhausted(
    graph: SpaceLike[N], source: N, cutoff: Cost | None, limits: Limits | None
) -> SearchResult[N]:
    result = bfs_search(graph, source, targets=(), cutoff=cutoff, limits=limits)
    if result.status is not SearchStatus.EXHAUSTED:
        raise incomplete(result)
    return result


def _path(result: SearchResult[N]) -> list[N]:
    _require_found(result)
    if result.path is None:
        raise AssertionError("a search that found something has a path")
    return result.path


def _cost(result: SearchResult[N]) -> Cost:
    _require_found(result)
    if result.cost is None:
        raise AssertionError("a search that found something has a cost")
    return result.cost


def _require_found(result: SearchResult[N]) -> None:
    if result.status is SearchStatus.FOUND:
        return
    if result.status is not SearchStatus.EXHAUSTED:
        raise incomplete(result)
    from networkx import NetworkXNoPath

    within = "" if result.cutoff is None else f" within the cutoff of {result.cutoff}"
    raise NetworkXNoPath(f"no path to the target{within}")


def incomplete(result: SearchResult[N]) -> SearchIncomplete:
    """Return the exception for a search that proves nothing."""
    from graphpuzzles.search.incomplete import SearchIncomplete

    return SearchIncomplete(result)


def _paths_back(before: Mapping[N, Sequence[N]], source: N, target: N) -> Iterator[list[N]]:
    """Yield the simple paths from source to target along predecessors."""
    path = {target: None}  # a dictionary is an ordered set
    choices = [iter(before[target] if target != source else ())]
    if target == source:
        yield [source]
    while choices:
        u = next(choices[-1], None)
        if u is None:
            choices.pop()
            path.popitem()
        elif u == source:
            yield [u, *reversed(path)]
        elif u not in path:
            path[u] = None
            choices.append(iter(before[u]))
