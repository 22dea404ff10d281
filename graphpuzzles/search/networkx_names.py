"""Shortest paths under networkx's names where limits matter, on graphs that may be infinite.

Where networkx raises `networkx.NetworkXNoPath`, these functions do so only when it is proved that
there is no path; a search that was stopped or pruned raises `SearchIncomplete` instead. networkx's
other functions run on `graphpuzzles.search.lazy_graph`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

import networkx as nx

from graphpuzzles.errors import GraphPuzzlesError
from graphpuzzles.limits import UNLIMITED, Meter
from graphpuzzles.search.blind_searches import bfs_search, dijkstra_search
from graphpuzzles.search.result import SearchResult, SearchStatus

if TYPE_CHECKING:
    from graphpuzzles.limits import Limits
    from graphpuzzles.search.costs import Cost
    from graphpuzzles.search.space import SpaceLike, Weight

N = TypeVar("N", bound=Hashable)

POLL = 4096
"""Paths counted between two looks at the limits."""


class SearchIncomplete(nx.NetworkXException, GraphPuzzlesError):  # noqa: N818 - as in networkx
    """A search ended without a path and without a proof that there is none.

    Parameters
    ----------
    result : SearchResult
        What the search did; ``result.status`` says why it ended, ``result.resume()`` goes on.
    """

    def __init__(self, result: SearchResult[N]) -> None:
        super().__init__(result)
        self.result = result

    def __str__(self) -> str:
        stats = self.result.stats
        return f"{self.result.status} after {stats.states} states: nothing is proved"


def shortest_path(
    graph: SpaceLike[N],
    source: N,
    target: N,
    weight: Weight[N] | None = None,
    *,
    limits: Limits = UNLIMITED,
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
    limits: Limits = UNLIMITED,
) -> Cost:
    """Return the cost of a shortest path; parameters and exceptions as in `shortest_path`.

    Examples
    --------
    >>> shortest_path_length(lambda n: (2 * n, n + 1), 1, 10)
    4
    """
    return _cost(_search(graph, source, target, weight, limits=limits))


def all_shortest_paths(
    graph: SpaceLike[N],
    source: N,
    target: N,
    weight: Weight[N] | None = None,
    *,
    limits: Limits = UNLIMITED,
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
    limits: Limits = UNLIMITED,
) -> int:
    """Return the exact number of shortest paths, which visit no state twice.

    Parameters and exceptions as in `shortest_path`.

    Raises
    ------
    LimitError
        If a limit was reached while paths through circles of weight 0 were counted.

    Notes
    -----
    Takes no longer than the search, but for states between which steps of weight 0 lead forth and
    back: the paths among these are walked one by one, since counting them is hard (#P-complete,
    Valiant 1979).

    Examples
    --------
    >>> step = lambda cell: [(cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)]
    >>> number_of_shortest_paths(step, (0, 0), (40, 40))
    107507208733336176461620
    """
    meter = Meter(limits)
    result = _search(graph, source, target, weight, limits=limits, all_predecessors=True)
    _require_found(result)
    steps = _shortest_steps(result.predecessors, source, target)
    # Every circle of best steps has weight 0. Between the groups of states that lie on a circle
    # together there are none, so that paths are counted group by group.
    groups = nx.condensation(steps)
    counts = dict.fromkeys(steps, 0)  # paths that end with the step into a state's group
    counts[source] = 1
    ending = 0
    for group in nx.topological_sort(groups):
        members = groups.nodes[group]["members"]
        if len(members) == 1:
            (u,) = members
            through = {u: counts[u]}
        else:
            within = steps.subgraph(members)
            through = dict.fromkeys(members, 0)
            for first in [u for u in members if counts[u]]:
                for last, walks in _paths_within(within, first, meter).items():
                    through[last] += counts[first] * walks
        for u, number in through.items():
            for v in steps[u]:
                if v not in members:
                    counts[v] += number
        ending = through.get(target, ending)
    return ending


def _shortest_steps(before: Mapping[N, Sequence[N]], source: N, target: N) -> nx.DiGraph[N]:
    """Return the graph of the steps on shortest walks that come to no end twice."""
    steps: nx.DiGraph[N] = nx.DiGraph()
    steps.add_nodes_from((source, target))
    waiting, known = [target], {source, target}
    while waiting:
        v = waiting.pop()
        for u in before[v] if v != source else ():
            if u != target:
                steps.add_edge(u, v)
                if u not in known:
                    known.add(u)
                    waiting.append(u)
    return steps


def _paths_within(steps: nx.DiGraph[N], first: N, meter: Meter) -> dict[N, int]:
    """Count the paths from a state to every state of a graph by walking them."""
    walks = {first: 1}
    path = {first: None}  # a dictionary is an ordered set
    choices = [iter(steps[first])]
    walked = 0
    while choices:
        v = next(choices[-1], None)
        if v is None:
            choices.pop()
            path.popitem()
        elif v not in path:
            walks[v] = walks.get(v, 0) + 1
            path[v] = None
            choices.append(iter(steps[v]))
            walked += 1
            if walked % POLL == 0:
                meter.require(f"{walked} paths were counted", expanded=walked)
    return walks


def predecessor(
    graph: SpaceLike[N],
    source: N,
    target: N | None = None,
    cutoff: Cost | None = None,
    *,
    limits: Limits = UNLIMITED,
) -> Mapping[N, Sequence[N]] | Sequence[N]:
    """Return all states that come before a state on a shortest path from the source.

    Parameters
    ----------
    graph, source
        As in `shortest_path`.
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
        raise SearchIncomplete(result)
    return result.predecessors if target is None else result.predecessors.get(target, [])


def _search(
    graph: SpaceLike[N],
    source: N,
    target: N,
    weight: Weight[N] | None,
    *,
    limits: Limits,
    all_predecessors: bool = False,
) -> SearchResult[N]:
    if weight is None:
        return bfs_search(graph, source, target, limits=limits, all_predecessors=all_predecessors)
    return dijkstra_search(
        graph, source, target, weight=weight, limits=limits, all_predecessors=all_predecessors
    )


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
        raise SearchIncomplete(result)
    within = "" if result.cutoff is None else f" within the cutoff of {result.cutoff}"
    raise nx.NetworkXNoPath(f"no path to the target{within}")


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
