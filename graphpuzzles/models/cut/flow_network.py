"""Flow networks in arrays: arcs with exact integer capacities between two terminals.

An arc without a capacity is *uncapacitated*: no cut may contain it. It still carries a finite
stand-in as its capacity, which a flow without cycles cannot exceed, so that the network can be
handed to any library that knows only integers.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self, TypeVar

import numpy as np

from graphpuzzles.models.cut.flow_arrays import (
    checked_amounts,
    checked_mask,
    checked_names,
    checked_numbers,
    exact_total,
    filled,
    named,
)
from graphpuzzles.models.cut.grids import breadth_first

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    import networkx as nx
    from numpy.typing import NDArray

    from graphpuzzles.models.cut.flow_arrays import Amounts, Capacities, Numbers

__all__ = ["FlowNetwork", "node_number", "reached"]

Node = TypeVar("Node", bound="Hashable")

MAX_NODES = 2**31 - 1


@dataclass(frozen=True, eq=False, repr=False)
class FlowNetwork:
    """A directed network with integer capacities, a source and a sink.

    Build one by `from_arcs`, `from_arrays` or `from_networkx`, or by
    `graphpuzzles.models.cut.vertex_split`; these check what they are given.

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
    >>> arcs = [("s", "a", 4), ("s", "b", 2), ("a", "b", 3), ("a", "t", 1), ("b", "t", None)]
    >>> network = FlowNetwork.from_arcs(arcs, source="s", sink="t")
    >>> network
    FlowNetwork(4 nodes, 5 arcs)
    >>> network.names
    ('s', 't', 'a', 'b')
    >>> network.capacities.tolist()
    [4, 2, 1, 3, 11]
    """

    size: int
    tails: NDArray[np.int32]
    heads: NDArray[np.int32]
    capacities: Capacities
    uncapacitated: NDArray[np.bool_]
    source: int
    sink: int
    labels: tuple[str, ...] | None = None
    vertex_count: int | None = None

    def __post_init__(self) -> None:
        for array in (self.tails, self.heads, self.capacities, self.uncapacitated):
            array.setflags(write=False)

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
    def from_arcs(
        cls,
        arcs: Iterable[tuple[str, str, int | float | None]],
        *,
        source: str,
        sink: str,
        nodes: Iterable[str] = (),
    ) -> Self:
        """Build a network from named arcs.

        Parameters
        ----------
        arcs : Iterable of (str, str, int or None)
            Tail, head and capacity; None or ``math.inf`` for an uncapacitated arc.
        source, sink : str
        nodes : Iterable of str
            Further nodes, which need not lie on an arc.

        Returns
        -------
        FlowNetwork
            Nodes stand in the order source, sink, ends of arcs as they come, further nodes.

        Raises
        ------
        TypeError
            If a name is not a string, or a capacity is not an integer (the arc is named).
        ValueError
            If a capacity is negative (the arc is named), or the source is the sink.
        """
        listed = list(arcs)
        ends = [name for tail, head, _ in listed for name in (tail, head)]
        index: dict[str, int] = {}
        for name in (source, sink, *ends, *nodes):
            index.setdefault(name, len(index))
        return cls.from_arrays(
            [index[tail] for tail, _, _ in listed],
            [index[head] for _, head, _ in listed],
            [capacity for _, _, capacity in listed],
            source=index[source],
            sink=index[sink],
            size=len(index),
            names=tuple(index),
        )

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
        uncapacitated: NDArray[np.bool_] | None = None,
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
        uncapacitated : numpy.ndarray of bool, shape (m,), optional
            Further uncapacitated arcs; their capacities do not matter.
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
        labels = checked_names(names, size)
        first = int(checked_numbers([source], size, "source")[0])
        last = int(checked_numbers([sink], size, "sink")[0])
        if first == last:
            raise ValueError(f"node {named(labels, first)} is both source and sink")
        rows, columns = (
            checked_numbers(tails, size, "tails"),
            checked_numbers(heads, size, "heads"),
        )
        if not len(rows) == len(columns) == len(capacities):
            raise ValueError(
                f"{len(rows)} tails, {len(columns)} heads and {len(capacities)} capacities"
            )

        def arc(number: int) -> str:
            tail, head = (named(labels, int(end[number])) for end in (rows, columns))
            return f"capacity of arc {tail} -> {head}"

        amounts, unlimited = checked_amounts(capacities, arc)
        if uncapacitated is not None:
            unlimited = unlimited | checked_mask(uncapacitated, len(rows))
        keys = rows * size + columns
        if not np.all(keys[1:] > keys[:-1]):
            keys, amounts, unlimited = _merged(keys, amounts, unlimited)
            rows, columns = np.divmod(keys, size)
        return cls(
            int(size),
            rows.astype(np.int32),
            columns.astype(np.int32),
            filled(amounts, unlimited, 1 + exact_total(amounts[~unlimited])),
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
            source=node_number(index, source),
            sink=node_number(index, sink),
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


def _merged(
    keys: NDArray[np.int64], amounts: Capacities, unlimited: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], Capacities, NDArray[np.bool_]]:
    """Sort arcs by key and add up what is parallel; there is at least one arc."""
    order = np.argsort(keys)
    keys = keys[order]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    return (
        keys[starts],
        np.add.reduceat(amounts[order], starts),
        np.logical_or.reduceat(unlimited[order], starts),
    )


def node_number(index: dict[Node, int], node: Node) -> int:
    """Return the number of a node, or raise ValueError where the graph lacks it."""
    if node not in index:
        raise ValueError(f"node {node} is not in the graph")
    return index[node]


def reached(
    size: int, tails: NDArray[np.int32], heads: NDArray[np.int32], root: int
) -> NDArray[np.bool_]:
    """Return which nodes can be reached from one of them."""
    order, _ = breadth_first(size, tails, heads, np.array([root], dtype=np.int32))
    mask = np.zeros(size, dtype=bool)
    mask[order] = True
    return mask
