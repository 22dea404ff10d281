"""Flow networks in arrays: arcs with exact integer capacities between two terminals.

An arc without a capacity is *uncapacitated*: no cut may contain it. It still carries a finite
stand-in as its capacity, which a flow without cycles cannot exceed, so that the network can be
handed to any library that knows only integers. A graph whose vertices have capacities goes through
`vertex_split`.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self, TypeVar

import numpy as np

from graphpuzzles.models.cut.arrays import (
    INT64_END,
    breadth_first,
    checked_amounts,
    checked_mask,
    checked_numbers,
    compact,
    exact_sum,
    locked,
)

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    import networkx as nx
    from numpy.typing import NDArray

    from graphpuzzles.models.cut.arrays import Amounts, Numbers, Weights

Node = TypeVar("Node", bound="Hashable")

MAX_NODES = 2**31 - 1


@dataclass(frozen=True, eq=False, repr=False)
class FlowNetwork:
    """A directed network with integer capacities, a source and a sink.

    Build one by `from_arrays`, `from_networkx` or `vertex_split`, which check what they are given.

    Parameters
    ----------
    size : int
        Number of nodes n; they are 0, 1, ..., n - 1.
    tails, heads : numpy.ndarray of int32, shape (m,)
        The arcs, ascending by (tail, head), each pair once.
    capacities : numpy.ndarray of int64 or object, shape (m,)
        Not negative; for an uncapacitated arc its finite stand-in.
    uncapacitated : numpy.ndarray of bool, shape (m,)
        Arcs that no cut may contain.
    source, sink : int
        The terminals, two different nodes.
    labels : tuple of str, optional
        Names of the nodes, or, in a split network, of the vertices; by default their numbers.
    vertex_count : int, optional
        Number of vertices of a split network, None for any other. Vertex ``v`` is the arc from
        node ``2 * v`` to node ``2 * v + 1``; then come the source and the sink.

    Notes
    -----
    Parallel arcs are merged: their capacities add up. Loops are kept and carry no flow. The
    arrays are read-only. `maximum_flow` is meant for fewer than 2**29 arcs.

    Examples
    --------
    >>> tails, heads, capacities = [0, 0, 2, 2, 3], [2, 3, 3, 1, 1], [4, 2, 3, 1, None]
    >>> network = FlowNetwork.from_arrays(tails, heads, capacities, source=0, sink=1, size=4)
    >>> network
    FlowNetwork(4 nodes, 5 arcs)
    >>> network.capacities.tolist()
    [4, 2, 1, 3, 11]
    """

    size: int
    tails: NDArray[np.int32]
    heads: NDArray[np.int32]
    capacities: Weights
    uncapacitated: NDArray[np.bool_]
    source: int
    sink: int
    labels: tuple[str, ...] | None = None
    vertex_count: int | None = None

    def __post_init__(self) -> None:
        for name in ("tails", "heads", "capacities", "uncapacitated"):
            object.__setattr__(self, name, locked(getattr(self, name)))

    def __repr__(self) -> str:
        return f"FlowNetwork({self.size} nodes, {len(self.tails)} arcs)"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Name of every node; vertex ``r`` of a split network is ``"r:in"`` and ``"r:out"``."""
        if self.vertex_count is None:
            return self.labels or tuple(map(str, range(self.size)))
        vertices = self.labels or range(self.vertex_count)
        split = [f"{vertex}:{end}" for vertex in vertices for end in ("in", "out")]
        return (*split, "source", "sink")

    @classmethod
    def from_arrays(
        cls,
        tails: Numbers,
        heads: Numbers,
        capacities: Amounts,
        *,
        source: int,
        sink: int,
        size: int,
        names: Iterable[str] | None = None,
    ) -> Self:
        """Build a network from numbered arcs.

        Parameters
        ----------
        tails, heads : array_like of int, shape (m,)
        capacities : array_like of int, shape (m,)
            Of any size; None or ``math.inf`` in a sequence for an uncapacitated arc.
        source, sink : int
        size : int
            Number of nodes, below 2**31.
        names : Iterable of str, optional
            Names of the nodes, all different; by default their numbers.

        Returns
        -------
        FlowNetwork

        Raises
        ------
        TypeError
            If a number or a capacity is not an integer (the arc is named).
        ValueError
            If a capacity is negative (the arc is named), the source is the sink, a node is out of
            range, names repeat, or lengths differ.

        Notes
        -----
        O(m log m) for sorting, O(m) where the arcs come sorted.
        """
        if not 0 <= operator.index(size) <= MAX_NODES:
            raise ValueError(f"a network has at most {MAX_NODES} nodes, not {size}")
        labels = _checked_names(names, size)
        first = int(checked_numbers([source], size, "source")[0])
        last = int(checked_numbers([sink], size, "sink")[0])
        if first == last:
            raise ValueError(f"node {_named(labels, first)} is both source and sink")
        rows = checked_numbers(tails, size, "tails")
        columns = checked_numbers(heads, size, "heads")
        if not len(rows) == len(columns) == len(capacities):
            raise ValueError(
                f"{len(rows)} tails, {len(columns)} heads and {len(capacities)} capacities"
            )

        def arc(number: int) -> str:
            tail, head = (_named(labels, int(end[number])) for end in (rows, columns))
            return f"capacity of arc {tail} -> {head}"

        amounts, unlimited = checked_amounts(capacities, arc)
        keys = rows * size + columns
        if not np.all(keys[1:] > keys[:-1]):
            keys, amounts, unlimited = _merged(keys, amounts, unlimited)
            rows, columns = np.divmod(keys, size)
        return cls(
            int(size),
            rows.astype(np.int32),
            columns.astype(np.int32),
            _filled(amounts, unlimited),
            unlimited,
            source=first,
            sink=last,
            labels=labels,
        )

    @classmethod
    def from_networkx(
        cls, graph: nx.Graph[Node], source: Node, sink: Node, *, capacity: str = "capacity"
    ) -> Self:
        """Build a network from a networkx graph of any kind.

        Parameters
        ----------
        graph : networkx.Graph, DiGraph, MultiGraph or MultiDiGraph
            An undirected edge becomes two arcs with the capacity of the edge.
        source, sink : node
        capacity : str
            Attribute of every edge; None or ``math.inf`` for an uncapacitated one. Unlike in
            networkx a missing attribute is an error and not infinity.

        Returns
        -------
        FlowNetwork
            Nodes in the order of the graph, named by ``str``.

        Raises
        ------
        TypeError
            If a capacity is not an integer (the arc is named).
        ValueError
            If a capacity is missing or negative (the arc is named), a terminal is not in the
            graph, the source is the sink, or two nodes have the same name.
        """
        index = {node: number for number, node in enumerate(graph)}
        for node in (source, sink):
            if node not in index:
                raise ValueError(f"node {node} is not in the graph")
        arcs: list[tuple[int, int, int | float | None]] = []
        for tail, head, data in graph.edges(data=True):
            if capacity not in data:
                raise ValueError(f"arc {tail} -> {head} has no attribute {capacity!r}")
            arcs.append((index[tail], index[head], data[capacity]))
            if not graph.is_directed() and tail != head:
                arcs.append((index[head], index[tail], data[capacity]))
        return cls.from_arrays(
            [tail for tail, _, _ in arcs],
            [head for _, head, _ in arcs],
            [amount for _, _, amount in arcs],
            source=index[source],
            sink=index[sink],
            size=len(index),
            names=[str(node) for node in index],
        )

    def to_networkx(self) -> nx.DiGraph[str]:
        """Return the network as a networkx graph.

        Returns
        -------
        networkx.DiGraph
            Nodes are the `names`. Every arc has a Python integer ``capacity`` and a bool
            ``uncapacitated``; the graph attributes ``source`` and ``sink`` name the terminals, so
            that ``nx.maximum_flow(G, G.graph["source"], G.graph["sink"])`` gives the value.
        """
        import networkx as nx

        names = self.names
        graph: nx.DiGraph[str] = nx.DiGraph(source=names[self.source], sink=names[self.sink])
        graph.add_nodes_from(names)
        columns = (self.tails, self.heads, self.capacities, self.uncapacitated)
        graph.add_edges_from(
            (names[tail], names[head], {"capacity": capacity, "uncapacitated": unlimited})
            for tail, head, capacity, unlimited in zip(
                *(column.tolist() for column in columns), strict=True
            )
        )
        return graph

    def unbounded_path(self) -> tuple[int, ...] | None:
        """Return a shortest path of uncapacitated arcs from the source to the sink.

        Returns
        -------
        tuple of int or None
            Nodes from the source to the sink: the proof that every cut is infinite. None where
            there is no such path, and so there is a maximum flow.
        """
        free = self.uncapacitated
        if not free.any():
            return None
        root = np.array([self.source], dtype=np.int32)
        _, previous = breadth_first(self.size, self.tails[free], self.heads[free], root)
        path = [self.sink]
        while previous[path[-1]] >= 0:
            path.append(int(previous[path[-1]]))
        return tuple(path[::-1]) if path[-1] == self.source else None


def vertex_split(
    weights: Amounts,
    tails: Numbers,
    heads: Numbers,
    *,
    sources: Numbers,
    sinks: Numbers,
    directed: bool = False,
    uncapacitated: NDArray[np.bool_] | None = None,
    names: Iterable[str] | None = None,
) -> FlowNetwork:
    """Build the network of a graph whose vertices have capacities.

    Vertex ``r`` becomes an arc from ``r:in`` to ``r:out`` with the weight of ``r``. All other arcs
    are uncapacitated, with the weight of the vertex that they leave (or, at the source, enter) as
    stand-in: no more can flow through it. So every finite cut consists of vertices [1]_.

    Parameters
    ----------
    weights : array_like of int, shape (k,)
        Of any size, not negative; None or ``math.inf`` in a sequence for a vertex that no cut
        may contain.
    tails, heads : array_like of int, shape (m,)
        Edges between vertices; loops and repetitions do not matter.
    sources, sinks : array_like of int
        Vertices joined to the source, and to the sink; a vertex may be both.
    directed : bool
        Whether an edge leads from its tail to its head only.
    uncapacitated : numpy.ndarray of bool, shape (k,), optional
        Further vertices that no cut may contain; their weights do not matter.
    names : Iterable of str, optional
        Names of the vertices, all different; by default their numbers.

    Returns
    -------
    FlowNetwork
        Its `vertex_count` is k, and its terminals are named "source" and "sink".

    Raises
    ------
    TypeError
        If a weight or a number is not an integer (the vertex is named).
    ValueError
        If a weight is negative (the vertex is named), a vertex is out of range, names repeat, or
        lengths differ.

    Notes
    -----
    O((k + m) log (k + m)), all in numpy.

    References
    ----------
    .. [1] L. R. Ford and D. R. Fulkerson, *Flows in Networks*, Princeton University Press (1962),
       section I.11.

    Examples
    --------
    >>> network = vertex_split([3, 1, 2], [0, 1], [1, 2], sources=[0], sinks=[2], directed=True)
    >>> for tail, head, capacity in zip(network.tails, network.heads, network.capacities):
    ...     print(network.names[tail], "->", network.names[head], capacity)
    0:in -> 0:out 3
    0:out -> 1:in 3
    1:in -> 1:out 1
    1:out -> 2:in 1
    2:in -> 2:out 2
    2:out -> sink 2
    source -> 0:in 3
    """
    count = len(weights)
    if 2 * count + 2 > MAX_NODES:
        raise ValueError(f"{count} vertices split to more than {MAX_NODES} nodes")
    labels = _checked_names(names, count)
    amounts, unlimited = checked_amounts(
        weights, lambda number: f"weight of vertex {_named(labels, number)}"
    )
    if uncapacitated is not None:
        unlimited = unlimited | checked_mask(uncapacitated, count)
    near, far = checked_numbers(tails, count, "tails"), checked_numbers(heads, count, "heads")
    if len(near) != len(far):
        raise ValueError(f"{len(near)} tails and {len(far)} heads")
    if not directed:
        near, far = np.append(near, far), np.append(far, near)
    source, sink = 2 * count, 2 * count + 1
    vertices = np.arange(count)
    first = checked_numbers(sources, count, "sources")
    last = checked_numbers(sinks, count, "sinks")
    plain = near != far
    rows = [2 * vertices, 2 * near[plain] + 1, np.full_like(first, source), 2 * last + 1]
    columns = [2 * vertices + 1, 2 * far[plain], 2 * first, np.full_like(last, sink)]
    keys = np.sort(np.concatenate(rows) * (sink + 1) + np.concatenate(columns))
    tail, head = np.divmod(keys[np.diff(keys, prepend=-1) > 0], sink + 1)
    owner = np.where(tail < source, tail, head) // 2
    inside = (tail // 2 == head // 2) & (tail < source)
    return FlowNetwork(
        sink + 1,
        tail.astype(np.int32),
        head.astype(np.int32),
        compact(_filled(amounts, unlimited)[owner]),
        ~inside | unlimited[owner],
        source=source,
        sink=sink,
        labels=labels,
        vertex_count=count,
    )


# What is taken in ------------------------------------------------------------------------------


def _merged(
    keys: NDArray[np.int64], amounts: Weights, unlimited: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], Weights, NDArray[np.bool_]]:
    """Sort arcs by key and add up what is parallel; there is at least one arc."""
    order = np.argsort(keys)
    keys = keys[order]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    return (
        keys[starts],
        np.add.reduceat(amounts[order], starts),
        np.logical_or.reduceat(unlimited[order], starts),
    )


def _filled(amounts: Weights, unlimited: NDArray[np.bool_]) -> Weights:
    """Return the amounts with a stand-in for no limit: more than all limits add up to."""
    if not unlimited.any():
        return compact(amounts)
    value = 1 + exact_sum(amounts[~unlimited])
    copy = amounts.astype(object if value >= INT64_END else amounts.dtype)
    copy[unlimited] = value
    return compact(copy)


def _checked_names(names: Iterable[str] | None, count: int) -> tuple[str, ...] | None:
    """Return names, all different strings, as a tuple; None where none are given."""
    if names is None:
        return None
    listed: dict[str, None] = {}
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"names are strings; {name!r} is not")
        if name in listed:
            raise ValueError(f"two nodes are named {name!r}")
        listed[name] = None
    if len(listed) != count:
        raise ValueError(f"{len(listed)} names for {count} nodes")
    return tuple(listed)


def _named(names: tuple[str, ...] | None, number: int) -> str:
    """Return the name of a node, by default its number."""
    return str(number) if names is None else names[number]
