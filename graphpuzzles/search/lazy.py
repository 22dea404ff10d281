"""A networkx graph whose edges are computed when an algorithm asks for them.

Most of networkx's search functions read a graph only through ``G._adj``, ``G._pred`` and the test
``u in G``; these are replaced here by mappings that call the state space. Which functions work on
such a graph is told in the documentation and held by a test.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NoReturn, TypeVar, cast

import networkx as nx

from graphpuzzles.search.space import as_space

if TYPE_CHECKING:
    from typing import TypeAlias

    from graphpuzzles.search.space import Space, SpaceLike

    Data: TypeAlias = dict[str, object]


N = TypeVar("N", bound=Hashable)


class _Adjacency(Mapping[N, "Mapping[N, Data]"]):
    """The neighbours of a state with the data of the edges, computed at every look."""

    def __init__(
        self, space: Space[N], neighbors: Callable[[N], Iterable[N]], size: int, *, reverse: bool
    ) -> None:
        self.space = space
        self.neighbors = neighbors
        self.size = size
        self.reverse = reverse

    def __getitem__(self, u: N) -> dict[N, Data]:
        if self.reverse:
            return {v: _edge_data(self.space, v, u) for v in self.neighbors(u)}
        return {v: _edge_data(self.space, u, v) for v in self.neighbors(u)}

    def __contains__(self, u: object) -> bool:
        hash(u)  # an unhashable thing is no state: networkx relies on the TypeError
        contains = self.space.contains
        return u is not None and (contains is None or contains(cast("N", u)))

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[N]:
        raise nx.NetworkXError("the states of a lazy graph cannot be listed")


class _Nodes(_Adjacency[N]):
    """The states with their data."""

    def __getitem__(self, u: N) -> Data:  # type: ignore[override]  # the data of a node, not of edges
        if u not in self:
            raise KeyError(u)
        attributes = self.space.node_attrs
        return {} if attributes is None else dict(attributes(u))


def _edge_data(space: Space[N], u: N, v: N) -> Data:
    data: Data = {} if space.edge_attrs is None else dict(space.edge_attrs(u, v))
    if space.weight is not None and "weight" not in data:
        data["weight"] = space.weight(u, v)
    return data


def _no_predecessors(u: Hashable) -> NoReturn:
    raise nx.NetworkXNotImplemented(f"the state space has no predecessors (asked for {u!r})")


# networkx's classes are generic in their type stubs alone.
if TYPE_CHECKING:
    _Graph: TypeAlias = nx.Graph[Hashable]
    _DiGraph: TypeAlias = nx.DiGraph[Hashable]
else:
    _Graph = nx.Graph
    _DiGraph = nx.DiGraph


class LazyDiGraph(_DiGraph):
    """A directed graph that looks its edges up in a state space; made by `lazy_graph`.

    What networkx derives from it by ``G.__class__()``, such as a reversed view, starts empty.
    """

    def __init__(
        self,
        data: None = None,
        *,
        space: Space[N] | None = None,
        n: int = sys.maxsize,
        **attributes: object,
    ) -> None:
        super().__init__(data, **attributes)
        if space is None:
            return
        backward = _no_predecessors if space.predecessors is None else space.predecessors
        self._node = _Nodes(space, space.successors, n, reverse=False)
        # networkx's descriptor sets _succ to the same.
        self._adj = _Adjacency(space, space.successors, n, reverse=False)
        self._pred = _Adjacency(space, backward, n, reverse=True)

    # An explicit graph is what a caller of networkx's method of this name can use alike.
    def subgraph(self, nodes: Hashable | Iterable[Hashable]) -> _DiGraph:  # type: ignore[override]
        """Return the subgraph that some states induce, as a frozen graph of its own.

        A view as networkx makes it would list the states of this graph where they seem to be few.
        """
        kept = dict.fromkeys(self.nbunch_iter(nodes))
        return self._frozen(kept, ((u, v) for u in kept for v in self.adj[u] if v in kept))

    def edge_subgraph(  # type: ignore[override]
        self, edges: Iterable[tuple[Hashable, Hashable]]
    ) -> _DiGraph:
        """Return the subgraph of some steps and their ends, as `subgraph` does."""
        kept = [(u, v) for u, v in edges if self.has_edge(u, v)]
        return self._frozen(dict.fromkeys(u for step in kept for u in step), kept)

    def _frozen(
        self, nodes: Iterable[Hashable], edges: Iterable[tuple[Hashable, Hashable]]
    ) -> _DiGraph:
        graph: _DiGraph = nx.DiGraph(**self.graph)
        graph.add_nodes_from((u, self.nodes[u]) for u in nodes)
        graph.add_edges_from((u, v, self.edges[u, v]) for u, v in edges)
        nx.freeze(graph)
        return graph

    def to_directed_class(self) -> type[_DiGraph]:
        """Return the class of copies: they are explicit graphs."""
        return nx.DiGraph

    def to_undirected_class(self) -> type[_Graph]:
        """Return the class of undirected copies: they are explicit graphs."""
        return nx.Graph


def lazy_graph(space: SpaceLike[N], n: int = sys.maxsize) -> nx.DiGraph[N]:
    """Return a networkx graph whose edges are computed when they are asked for.

    Parameters
    ----------
    space : SpaceLike
        See `as_space`. Edges have the data that its ``edge_attrs`` and ``weight`` give.
    n : int, optional
        What ``len(G)`` says: an upper bound of the number of states. Several functions of
        networkx stop without a word when they have seen that many.

    Returns
    -------
    networkx.DiGraph
        For reading only. Whatever lists all nodes or edges raises `networkx.NetworkXError`;
        whatever goes backwards raises `networkx.NetworkXNotImplemented` unless the space has
        ``predecessors``.

    Raises
    ------
    TypeError, ValueError
        If `n` is not a positive integer, or `space` no state space.

    Notes
    -----
    A dictionary is made for every expansion: about four times slower than `bfs_search` on the same
    space.

    Examples
    --------
    >>> import networkx as nx
    >>> G = lazy_graph(lambda u: (2 * u, u + 1))
    >>> nx.astar_path(G, 1, 10)
    [1, 2, 4, 5, 10]
    >>> G.out_degree(3), G.has_edge(3, 6)
    (2, True)
    """
    size = operator.index(n)
    if size < 1:
        raise ValueError(f"n must be positive, got {n}")
    return cast("nx.DiGraph[N]", LazyDiGraph(space=as_space(space), n=size))
