"""Vertex splitting: flow networks of graphs whose vertices, not edges, have capacities."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from graphpuzzles.models.cut.flow_arrays import (
    checked_amounts,
    checked_mask,
    checked_names,
    checked_numbers,
    compact,
    exact_total,
    filled,
    named,
)
from graphpuzzles.models.cut.flow_network import MAX_NODES, FlowNetwork, node_number

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    import networkx as nx
    from numpy.typing import NDArray

    from graphpuzzles.models.cut.flow_arrays import Amounts, Numbers

__all__ = ["vertex_split", "vertex_split_graph"]

Node = TypeVar("Node", bound="Hashable")


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
    labels = checked_names(names, count)
    amounts, unlimited = checked_amounts(
        weights, lambda number: f"weight of vertex {named(labels, number)}"
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
    first, last = (
        checked_numbers(sources, count, "sources"),
        checked_numbers(sinks, count, "sinks"),
    )
    plain = near != far
    rows = [2 * vertices, 2 * near[plain] + 1, np.full_like(first, source), 2 * last + 1]
    columns = [2 * vertices + 1, 2 * far[plain], 2 * first, np.full_like(last, sink)]
    keys = np.sort(np.concatenate(rows) * (sink + 1) + np.concatenate(columns))
    tail, head = np.divmod(keys[np.diff(keys, prepend=-1) > 0], sink + 1)
    owner = np.where(tail < source, tail, head) // 2
    inside = (tail // 2 == head // 2) & (tail < source)
    stand_in = filled(amounts, unlimited, 1 + exact_total(amounts[~unlimited]))
    return FlowNetwork(
        sink + 1,
        tail.astype(np.int32),
        head.astype(np.int32),
        compact(stand_in[owner]),
        ~inside | unlimited[owner],
        source=source,
        sink=sink,
        labels=labels,
        vertex_count=count,
    )


def vertex_split_graph(
    graph: nx.Graph[Node], source: Node, sink: Node, *, weight: str | None = "weight"
) -> FlowNetwork:
    """Build the split network for cuts by vertices between two nodes of a networkx graph.

    Parameters
    ----------
    graph : networkx.Graph, DiGraph, MultiGraph or MultiDiGraph
    source, sink : node
        Both are uncapacitated: where they are adjacent there is no finite cut.
    weight : str or None
        Attribute of every other node, None or ``math.inf`` for an uncapacitated one. With None
        for the name of the attribute every node weighs 1.

    Returns
    -------
    FlowNetwork
        Vertices are numbered in the order of the graph and named by ``str``.

    Raises
    ------
    TypeError
        If a weight is not an integer (the vertex is named).
    ValueError
        If a weight is missing or negative (the vertex is named), a terminal is not in the graph,
        the source is the sink, or two nodes have the same name.

    Examples
    --------
    >>> import networkx as nx
    >>> from graphpuzzles.models.cut.flow import maximum_flow
    >>> path = nx.path_graph(5)
    >>> nx.set_node_attributes(path, dict(enumerate([9, 9, 1, 9, 9])), "weight")
    >>> cut = maximum_flow(vertex_split_graph(path, 0, 4)).minimum_cut("source")
    >>> cut.value, cut.vertices.tolist()
    (1, [2])
    """
    index = {node: number for number, node in enumerate(graph)}
    start, end = node_number(index, source), node_number(index, sink)
    if start == end:
        raise ValueError(f"node {source} is both source and sink")
    weights: list[int | float | None] = []
    for node in graph:
        if node in (source, sink):
            weights.append(None)
        elif weight is None:
            weights.append(1)
        elif weight in graph.nodes[node]:
            weights.append(graph.nodes[node][weight])
        else:
            raise ValueError(f"vertex {node} has no attribute {weight!r}")
    edges = [(index[tail], index[head]) for tail, head in graph.edges()]
    return vertex_split(
        weights,
        [tail for tail, _ in edges],
        [head for _, head in edges],
        sources=[start],
        sinks=[end],
        directed=graph.is_directed(),
        names=[str(node) for node in index],
    )
