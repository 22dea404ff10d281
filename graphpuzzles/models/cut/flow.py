"""Maximum flow in exact integers, and vertex-disjoint paths.

`FlowNetwork` holds the question, `MaximumFlow` the answer with everything that proves it. A graph
whose vertices have capacities goes through `vertex_split` first; vertex-disjoint paths are the
special case of unit weights.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeVar

import numpy as np

from graphpuzzles.errors import NoSolutionError
from graphpuzzles.models.cut.flow_arrays import compact, exact_total
from graphpuzzles.models.cut.flow_network import FlowNetwork, node_number, reached
from graphpuzzles.models.cut.flow_result import FlowPath, MaximumFlow, MinimumCut
from graphpuzzles.models.cut.vertex_split import vertex_split, vertex_split_graph

if TYPE_CHECKING:
    from collections.abc import Hashable

    import networkx as nx
    from numpy.typing import NDArray

    from graphpuzzles.models.cut.flow_arrays import Capacities

__all__ = [
    "FlowNetwork",
    "FlowPath",
    "MaximumFlow",
    "MinimumCut",
    "maximum_flow",
    "vertex_disjoint_paths",
    "vertex_split",
    "vertex_split_graph",
]

Node = TypeVar("Node", bound="Hashable")

# scipy's capacities are int32, and it adds up the two of an antiparallel pair.
WORD = 30


def maximum_flow(
    network: FlowNetwork, *, method: Literal["auto", "scipy", "networkx"] = "auto"
) -> MaximumFlow:
    """Find a maximum flow in exact integers.

    Parameters
    ----------
    network : FlowNetwork
    method : {"auto", "scipy", "networkx"}
        "scipy": Dinitz's blocking flows [1]_ in compiled code, scaled where capacities pass its
        int32, exact for integers of any size. "networkx": preflow-push on Python integers, an
        independent second opinion, fifty times slower on a board of 50 by 50. "auto": scipy.

    Returns
    -------
    MaximumFlow

    Raises
    ------
    NoSolutionError
        If a path of uncapacitated arcs leads from the source to the sink; the message names it
        and `FlowNetwork.unbounded_path` returns it.
    ValueError
        If there is no such method.

    Notes
    -----
    O(n^2 m) at worst for each run of the engine, of which there is one for every 10 to 25 bits
    of the value beyond the first 30; near linear where paths are short or capacities small.

    References
    ----------
    .. [1] E. A. Dinic, "Algorithm for solution of a problem of maximum flow in networks with
       power estimation", Soviet Mathematics Doklady 11 (1970), 1277-1280.

    Examples
    --------
    >>> arcs = [("s", "a", 2**80), ("a", "t", 2**70 + 1)]
    >>> maximum_flow(FlowNetwork.from_arcs(arcs, source="s", sink="t")).value == 2**70 + 1
    True
    """
    engine = "scipy" if method == "auto" else method
    if engine not in ("scipy", "networkx"):
        raise ValueError(f"method is 'auto', 'scipy' or 'networkx', not {method!r}")
    path = network.unbounded_path()
    if path is not None:
        names = " -> ".join(network.names[node] for node in path)
        raise NoSolutionError(f"no maximum flow: nothing limits the path {names}")
    flow = _with_scipy(network) if engine == "scipy" else _with_networkx(network)
    return MaximumFlow(network, flow, engine)


def vertex_disjoint_paths(
    graph: nx.Graph[Node], source: Node, sink: Node
) -> list[tuple[Node, ...]]:
    """Find as many paths as possible between two nodes that share no other node.

    Parameters
    ----------
    graph : networkx.Graph, DiGraph, MultiGraph or MultiDiGraph
    source, sink : node

    Returns
    -------
    list of tuple
        Paths as nodes from source to sink. Where the two are adjacent the first path is the edge
        between them, once however many parallel edges there are.

    Raises
    ------
    ValueError
        If a node is not in the graph, or both are the same.

    Notes
    -----
    Where source and sink are not adjacent, the number of paths equals the least number of other
    nodes whose removal separates them [1]_. O(m sqrt(n)) [2]_.

    References
    ----------
    .. [1] K. Menger, "Zur allgemeinen Kurventheorie", Fundamenta Mathematicae 10 (1927), 96-115.
    .. [2] S. Even and R. E. Tarjan, "Network flow and testing graph connectivity", SIAM Journal
       on Computing 4 (1975), 507-518.

    Examples
    --------
    >>> import networkx as nx
    >>> vertex_disjoint_paths(nx.cycle_graph(5), 0, 2)
    [(0, 1, 2), (0, 4, 3, 2)]
    """
    nodes = list(graph)
    index = {node: number for number, node in enumerate(nodes)}
    start, end = node_number(index, source), node_number(index, sink)
    if start == end:
        raise ValueError(f"paths lead from one node to another; both are {source}")
    joined = {(start, end)} if graph.is_directed() else {(start, end), (end, start)}
    edges = [(index[tail], index[head]) for tail, head in graph.edges()]
    others = [edge for edge in edges if edge not in joined]
    terminal = np.zeros(len(nodes), dtype=bool)
    terminal[[start, end]] = True
    network = vertex_split(
        np.ones(len(nodes), dtype=np.int64),
        [tail for tail, _ in others],
        [head for _, head in others],
        sources=[start],
        sinks=[end],
        directed=graph.is_directed(),
        uncapacitated=terminal,
    )
    found = [tuple(nodes[v] for v in path) for _, path in maximum_flow(network).vertex_paths()]
    return [(source, sink), *found] if len(others) < len(edges) else found


def _with_networkx(network: FlowNetwork) -> Capacities:
    """Return the flow on every arc, found by networkx in Python integers.

    Parameters
    ----------
    network : FlowNetwork
        Without an unbounded path.

    Returns
    -------
    numpy.ndarray of int64 or object, shape (m,)
    """
    import networkx as nx

    names = network.names
    _, flow = nx.maximum_flow(network.to_networkx(), names[network.source], names[network.sink])
    ends = zip(network.tails.tolist(), network.heads.tolist(), strict=True)
    amounts = [flow[names[tail]][names[head]] for tail, head in ends]
    return compact(np.array(amounts, dtype=object))


def _with_scipy(network: FlowNetwork) -> Capacities:
    """Return the flow on every arc, found by scipy's algorithm of Dinitz [1]_.

    Parameters
    ----------
    network : FlowNetwork
        Without an unbounded path.

    Returns
    -------
    numpy.ndarray of int64 or object, shape (m,)

    Notes
    -----
    Capacities are first cut down to a bound on the value. Where the bound has more than 30 bits,
    the problem is solved for the leading 30, and then refined by as many further bits as fit: a
    maximum flow for the leading bits, doubled j times, falls short of the optimum by less than
    ``2**j`` for every arc of a cut, so that the residual problem fits scipy's int32 again. This
    is the scaling of Edmonds and Karp [2]_ in steps of many bits: one run of scipy for 30 bits,
    four for 63 bits and 100,000 arcs.

    References
    ----------
    .. [1] E. A. Dinic, "Algorithm for solution of a problem of maximum flow in networks with
       power estimation", Soviet Mathematics Doklady 11 (1970), 1277-1280.
    .. [2] J. Edmonds and R. M. Karp, "Theoretical improvements in algorithmic efficiency for
       network flow problems", Journal of the ACM 19 (1972), 248-264.
    """
    bound = exact_total(network.capacities[~network.uncapacitated])
    if bound >= 2**WORD:  # a sharper one is worth two searches
        bound = _bound(network)
    if bound == 0:
        return np.zeros(len(network.tails), dtype=np.int64)
    # No path needs more than the bound from one arc.
    capacities = compact(np.minimum(network.capacities, bound))
    shift = max(0, bound.bit_length() - WORD)
    net = _augmentation(network, network.tails, network.heads, capacities >> shift)
    if shift:
        net = _refined(network, capacities, net, shift)
    # Of two opposite arcs only one carries the net flow between their ends.
    return compact(np.maximum(net, 0))


def _bound(network: FlowNetwork) -> int:
    """Return an upper bound on the value: the lesser of the cuts next to the terminals."""
    free, (tails, heads) = network.uncapacitated, (network.tails, network.heads)
    near = reached(network.size, tails[free], heads[free], network.source)
    far = reached(network.size, heads[free], tails[free], network.sink)
    return min(
        exact_total(network.capacities[near[tails] & ~near[heads]]),
        exact_total(network.capacities[far[heads] & ~far[tails]]),
    )


def _refined(
    network: FlowNetwork, capacities: Capacities, net: Capacities, shift: int
) -> Capacities:
    """Turn a maximum flow for the capacities without their last bits into one for all of them."""
    tails, heads = network.tails, network.heads
    if capacities.dtype == object:
        net = net.astype(object)
    alone = _without_opposite(network)
    rows, columns = np.append(tails, heads[alone]), np.append(heads, tails[alone])
    while shift:
        step = min(shift, WORD - len(tails).bit_length())
        shift -= step
        scaled: Capacities = net * 2**step
        room = np.append((capacities >> shift) - scaled, scaled[alone])
        pushed = _augmentation(network, rows, columns, np.minimum(room, len(tails) << step))
        net = scaled + pushed[: len(tails)]
    return net


def _without_opposite(network: FlowNetwork) -> NDArray[np.bool_]:
    """Return which arcs u -> v have no opposite arc v -> u; a loop is its own."""
    tails, heads = network.tails.astype(np.int64), network.heads.astype(np.int64)
    keys, opposite = tails * network.size + heads, heads * network.size + tails
    place = np.minimum(np.searchsorted(keys, opposite), len(keys) - 1)
    lonely: NDArray[np.bool_] = keys[place] != opposite
    return lonely


def _augmentation(
    network: FlowNetwork, tails: NDArray[np.int32], heads: NDArray[np.int32], room: Capacities
) -> Capacities:
    """Return the net flow along every arc, at most its room, all below 2**30."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_flow

    usable = room > 0
    graph = csr_array(
        (room[usable].astype(np.int32), (tails[usable], heads[usable])),
        shape=(network.size, network.size),
    )
    flow = csr_array(maximum_flow(graph, network.source, network.sink, method="dinic").flow)
    return np.asarray(flow[tails, heads], dtype=np.int64).ravel()
