"""Traversals under networkx's names, on graphs that may be infinite.

What is yielded is found when it is asked for, so that a caller can stop at any time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from graphpuzzles.limits import Limits
from graphpuzzles.search.layers import MAX_TABLE
from graphpuzzles.search.networkx_names import incomplete
from graphpuzzles.search.problem import pose
from graphpuzzles.search.result import SearchStatus
from graphpuzzles.search.searches import bfs_search
from graphpuzzles.search.space import as_space

if TYPE_CHECKING:
    from graphpuzzles.search.space import Cost, SpaceLike

__all__ = [
    "bfs_edges",
    "bfs_layers",
    "descendants",
    "descendants_at_distance",
    "predecessor",
]

N = TypeVar("N", bound=Hashable)


def bfs_edges(
    graph: SpaceLike[N],
    source: N,
    *,
    reverse: bool = False,
    depth_limit: int | None = None,
    sort_neighbors: Callable[[Iterable[N]], Iterable[N]] | None = None,
) -> Iterator[tuple[N, N]]:
    """Yield the steps by which a breadth-first search discovers states, when asked for.

    Parameters
    ----------
    graph : SpaceLike
        See `as_space`.
    source : N
        Where to start.
    reverse : bool, optional
        Follow predecessors instead of successors.
    depth_limit : int, optional
        Greatest number of steps from the source.
    sort_neighbors : callable, optional
        Puts the successors of a state in order.

    Raises
    ------
    TypeError
        If `reverse` is asked of a graph without predecessors.

    Examples
    --------
    >>> edges = bfs_edges(lambda n: (2 * n, n + 1), 1)
    >>> [next(edges) for _ in range(4)]
    [(1, 2), (2, 4), (2, 3), (4, 8)]
    """
    space = as_space(graph)
    space.require(source)
    steps = space.predecessors if reverse else space.successors
    if steps is None:
        raise TypeError("reverse needs a graph with predecessors")
    return _bfs_edges(steps, source, depth_limit, sort_neighbors)


def _bfs_edges(
    steps: Callable[[N], Iterable[N]],
    source: N,
    depth_limit: int | None,
    sort_neighbors: Callable[[Iterable[N]], Iterable[N]] | None,
) -> Iterator[tuple[N, N]]:
    seen = {source}
    waiting = deque([(source, 0)])
    while waiting:
        u, depth = waiting.popleft()
        if depth == depth_limit:
            return
        for v in steps(u) if sort_neighbors is None else sort_neighbors(steps(u)):
            if v not in seen:
                seen.add(v)
                waiting.append((v, depth + 1))
                yield u, v


def bfs_layers(
    graph: SpaceLike[N], source: N | None = None, *, sources: Iterable[N] | None = None
) -> Iterator[list[N]]:
    """Yield the states by their number of steps from the sources, a layer when asked for.

    Parameters
    ----------
    graph : SpaceLike
        See `as_space`.
    source, sources : N, Iterable of N
        Where to start; give one of them. With tuples as states one argument could not tell a state
        from several.

    Examples
    --------
    >>> layers = bfs_layers(lambda n: (2 * n, n + 1), 1)
    >>> [next(layers) for _ in range(4)]
    [[1], [2], [4, 3], [8, 5, 6]]
    """
    problem = pose(graph, source, sources=sources, targets=())
    array = problem.space.array
    if array is not None and array.n_states <= MAX_TABLE:
        return _array_layers(graph, problem.sources)
    return _layers(problem.space.successors, problem.sources)


def _layers(successors: Callable[[N], Iterable[N]], sources: Sequence[N]) -> Iterator[list[N]]:
    layer = list(sources)
    seen = set(layer)
    while layer:
        yield layer
        following = []
        for u in layer:
            for v in successors(u):
                if v not in seen:
                    seen.add(v)
                    following.append(v)
        layer = following


def _array_layers(graph: SpaceLike[N], sources: Sequence[N]) -> Iterator[list[N]]:
    result = bfs_search(graph, sources=sources, targets=(), limits=Limits(max_steps=0))
    depth = 0
    while depth < len(result.layers):
        layer = result.layers[depth]
        yield layer.tolist() if isinstance(layer, np.ndarray) else list(layer)
        depth += 1
        result = result.resume(Limits(max_steps=depth))


def descendants_at_distance(
    graph: SpaceLike[N], source: N, distance: int, *, limits: Limits | None = None
) -> set[N]:
    """Return the states at exactly this number of steps from the source.

    Parameters
    ----------
    graph, source
        As in `bfs_edges`.
    distance : int
        The number of steps.
    limits : Limits, optional
        When to give up.

    Raises
    ------
    SearchIncomplete
        If a limit was reached.

    Examples
    --------
    >>> sorted(descendants_at_distance(lambda n: (2 * n, n + 1), 1, 3))
    [5, 6, 8]
    """
    seen = _seen(graph, source, distance, limits)
    return {v for v, depth in seen.items() if depth == distance}


def descendants(graph: SpaceLike[N], source: N, *, limits: Limits | None = None) -> set[N]:
    """Return the states that can be reached from the source, without the source.

    Parameters and exceptions as in `descendants_at_distance`. Does not end on an infinite graph
    without limits.
    """
    return set(_seen(graph, source, None, limits)) - {source}


def _seen(
    graph: SpaceLike[N], source: N, cutoff: Cost | None, limits: Limits | None
) -> Mapping[N, Cost]:
    result = bfs_search(graph, source, targets=(), cutoff=cutoff, limits=limits)
    if result.status is not SearchStatus.EXHAUSTED:
        raise incomplete(result)
    return result.seen


def predecessor(
    graph: SpaceLike[N],
    source: N,
    target: N | None = None,
    cutoff: Cost | None = None,
    *,
    limits: Limits | None = None,
) -> Mapping[N, Sequence[N]] | Sequence[N]:
    """Return all states that come before a state on a shortest path from the source.

    Parameters
    ----------
    graph, source
        As in `bfs_edges`.
    target : N, optional
        The state asked about; the search ends with its layer. All states by default.
    cutoff : Cost, optional
        States that need more steps are left out.
    limits : Limits, optional
        When to give up.

    Returns
    -------
    Sequence of N, or Mapping of N to Sequence of N
        The predecessors of `target`, none where it cannot be reached; without a target those of
        every state.

    Raises
    ------
    SearchIncomplete
        If a limit was reached.

    Examples
    --------
    >>> predecessor(lambda n: (n + 1, n + 2), 0, 3)
    [1, 2]
    """
    ends = () if target is None else (target,)
    result = bfs_search(
        graph,
        source,
        targets=ends,
        cutoff=cutoff,
        limits=limits,
        all_predecessors=True,
        engine="python",
    )
    if result.status not in {SearchStatus.FOUND, SearchStatus.EXHAUSTED}:
        raise incomplete(result)
    return result.predecessors if target is None else result.predecessors.get(target, [])
