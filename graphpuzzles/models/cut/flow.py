"""Maximum flow in exact integers, and what it tells: its value, the extreme cuts, its paths."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from graphpuzzles.errors import NoSolutionError
from graphpuzzles.models.cut.arrays import compact, exact_sum, locked, reached

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from graphpuzzles.models.cut.arrays import Weights
    from graphpuzzles.models.cut.network import FlowNetwork

# scipy's capacities are int32, and it adds up the two of an antiparallel pair.
WORD = 30


class FlowPath(NamedTuple):
    """A path that carries a part of a flow.

    Parameters
    ----------
    amount : int
        Units of flow on the path, at least 1.
    nodes : tuple of int
        Nodes (or vertices) in order, none twice.
    """

    amount: int
    nodes: tuple[int, ...]


@dataclass(frozen=True, eq=False, repr=False)
class MinimumCut:
    """A minimum cut: the nodes on the side of the source, and the arcs that leave them.

    Parameters
    ----------
    network : FlowNetwork
    nearest : {"source", "sink"}
        Which of the two extreme minimum cuts this is.
    source_side : numpy.ndarray of bool, shape (n,)
        Nodes on the side of the source; the least such set for ``"source"``, the greatest for
        ``"sink"``. A node that can be on either side, such as an isolated one, is on the far side
        from the terminal that is nearest.
    """

    network: FlowNetwork
    nearest: Literal["source", "sink"]
    source_side: NDArray[np.bool_]

    def __post_init__(self) -> None:
        object.__setattr__(self, "source_side", locked(self.source_side))

    def __repr__(self) -> str:
        return f"MinimumCut(value={self.value}, nearest={self.nearest!r})"

    @cached_property
    def arcs(self) -> NDArray[np.int64]:
        """Numbers of the arcs from the source's side to the other, those of capacity 0 too."""
        side = self.source_side
        return locked(np.flatnonzero(side[self.network.tails] & ~side[self.network.heads]))

    @cached_property
    def value(self) -> int:
        """Sum of the capacities of the arcs."""
        return exact_sum(self.network.capacities[self.arcs])

    @property
    def vertices(self) -> NDArray[np.int64]:
        """The vertices of a cut of a split network, ascending; those of weight 0 too.

        Raises
        ------
        ValueError
            If the network is not a split one.
        """
        end = 2 * _vertex_count(self.network)
        return np.flatnonzero(self.source_side[:end:2] & ~self.source_side[1:end:2])


@dataclass(frozen=True, eq=False, repr=False)
class MaximumFlow:
    """A maximum flow.

    Parameters
    ----------
    network : FlowNetwork
    flow : numpy.ndarray of int64 or object, shape (m,)
        Units on every arc, not negative.

    Examples
    --------
    >>> import networkx as nx
    >>> from graphpuzzles.models.cut.network import FlowNetwork
    >>> graph = nx.DiGraph()
    >>> graph.add_weighted_edges_from(
    ...     [("s", "a", 4), ("s", "b", 2), ("a", "b", 3), ("a", "t", 1), ("b", "t", 9)],
    ...     weight="capacity",
    ... )
    >>> network = FlowNetwork.from_networkx(graph, "s", "t")
    >>> result = maximum_flow(network)
    >>> result, [result.minimum_cut(side).arcs.tolist() for side in ("source", "sink")]
    (MaximumFlow(value=6), [[0, 1], [1, 2, 3]])
    >>> for amount, nodes in result.paths():
    ...     print(amount, *(network.names[node] for node in nodes))
    3 s a b t
    1 s a t
    2 s b t
    """

    network: FlowNetwork
    flow: Weights

    def __post_init__(self) -> None:
        object.__setattr__(self, "flow", locked(self.flow))

    def __repr__(self) -> str:
        return f"MaximumFlow(value={self.value})"

    @cached_property
    def value(self) -> int:
        """Units that leave the source, less those that return to it."""
        network, flow = self.network, self.flow
        leaving = exact_sum(flow[network.tails == network.source])
        return leaving - exact_sum(flow[network.heads == network.source])

    def minimum_cut(self, nearest: Literal["source", "sink"] = "source") -> MinimumCut:
        """Return one of the two extreme minimum cuts.

        Parameters
        ----------
        nearest : {"source", "sink"}
            "source": the nodes that the source reaches in the residual network are on its side.
            "sink": those that reach the sink are not.

        Returns
        -------
        MinimumCut

        Raises
        ------
        ValueError
            If `nearest` is something else.

        Notes
        -----
        O(n + m). The sides of all minimum cuts form a lattice, and these are its least and its
        greatest element [1]_, the same for every maximum flow.

        References
        ----------
        .. [1] J.-C. Picard and M. Queyranne, "On the structure of all minimum cuts in a network
           and applications", Mathematical Programming Study 13 (1980), 8-16.
        """
        if nearest not in ("source", "sink"):
            raise ValueError(f"nearest is 'source' or 'sink', not {nearest!r}")
        network, flow = self.network, self.flow
        ahead, back = (flow < network.capacities) | network.uncapacitated, flow > 0
        tails = np.append(network.tails[ahead], network.heads[back])
        heads = np.append(network.heads[ahead], network.tails[back])
        if nearest == "source":
            side = reached(network.size, tails, heads, np.array([network.source]))
        else:
            side = ~reached(network.size, heads, tails, np.array([network.sink]))
        return MinimumCut(network, nearest, side)

    def paths(self) -> Iterator[FlowPath]:
        """Yield paths from the source to the sink whose amounts add up to the value.

        Yields
        ------
        FlowPath
            At most one path an arc. Flow on cycles is left out.

        Notes
        -----
        Every step of a walk from the source either reaches the sink, whereupon its least arc is
        emptied, or closes a cycle, whereupon the cycle's least arc is [1]_. O(n m) at worst.

        References
        ----------
        .. [1] L. R. Ford and D. R. Fulkerson, *Flows in Networks*, Princeton University Press
           (1962), section I.2.
        """
        network, rest = self.network, self.value
        left: list[int] = self.flow.tolist()
        heads: list[int] = network.heads.tolist()
        next_arc: list[int] = np.searchsorted(network.tails, np.arange(network.size)).tolist()
        place = [-1] * network.size
        place[network.source] = 0
        nodes, arcs = [network.source], list[int]()
        while rest:
            node = nodes[-1]
            if node == network.sink:
                # Flow that runs round through both terminals is no part of the value.
                amount = min(rest, *(left[arc] for arc in arcs))
                rest -= amount
                yield FlowPath(amount, tuple(nodes))
                keep = 0
            else:
                while not left[next_arc[node]]:
                    next_arc[node] += 1
                arcs.append(next_arc[node])
                head = heads[arcs[-1]]
                if place[head] < 0:
                    place[head] = len(nodes)
                    nodes.append(head)
                    continue
                keep = place[head]
                amount = min(left[arc] for arc in arcs[keep:])
            for arc in arcs[keep:]:
                left[arc] -= amount
            # Go on from where the first emptied arc begins: what lies before is still full.
            keep = next((n for n in range(keep, len(arcs)) if not left[arcs[n]]), len(arcs))
            for gone in nodes[keep + 1 :]:
                place[gone] = -1
            del nodes[keep + 1 :], arcs[keep:]

    def vertex_paths(self) -> Iterator[FlowPath]:
        """Yield `paths` of a split network as paths of vertices.

        Raises
        ------
        ValueError
            If the network is not a split one.
        """
        _vertex_count(self.network)
        for amount, nodes in self.paths():
            yield FlowPath(amount, tuple(node // 2 for node in nodes[1:-1:2]))


def _vertex_count(network: FlowNetwork) -> int:
    if network.vertex_count is None:
        raise ValueError("only a network built by vertex_split has vertices")
    return network.vertex_count


def maximum_flow(network: FlowNetwork) -> MaximumFlow:
    """Find a maximum flow in exact integers of any size.

    Parameters
    ----------
    network : FlowNetwork

    Returns
    -------
    MaximumFlow

    Raises
    ------
    NoSolutionError
        If a path of uncapacitated arcs leads from the source to the sink; the message names it
        and `FlowNetwork.unbounded_path` returns it.

    Notes
    -----
    scipy's blocking flows of Dinitz [1]_ in compiled code, scaled where capacities pass its int32.
    O(n^2 m) at worst for each run of it, of which there is one for every 10 to 25 bits of the
    value beyond the first 30; near linear where paths are short or capacities small.

    References
    ----------
    .. [1] E. A. Dinic, "Algorithm for solution of a problem of maximum flow in networks with
       power estimation", Soviet Mathematics Doklady 11 (1970), 1277-1280.

    Examples
    --------
    >>> from graphpuzzles.models.cut.network import FlowNetwork
    >>> arcs = [0, 2], [2, 1], [2**80, 2**70 + 1]
    >>> maximum_flow(FlowNetwork.from_arrays(*arcs, source=0, sink=1, size=3)).value == 2**70 + 1
    True
    """
    path = network.unbounded_path()
    if path is not None:
        names = " -> ".join(network.names[node] for node in path)
        raise NoSolutionError(f"no maximum flow: nothing limits the path {names}")
    return MaximumFlow(network, _scaled_flow(network))


def _scaled_flow(network: FlowNetwork) -> Weights:
    """Return the flow on every arc of a network without an unbounded path.

    Capacities are first cut down to a bound on the value. Where the bound has more than 30 bits,
    the problem is solved for the leading 30, and then refined by as many further bits as fit: a
    maximum flow for the leading bits, doubled j times, falls short of the optimum by less than
    ``2**j`` for every arc of a cut, so that the residual problem fits scipy's int32 again. This
    is the scaling of Edmonds and Karp (Journal of the ACM 19, 1972, 248-264) in steps of many
    bits: one run of scipy for 30 bits, four for 63 bits and 100,000 arcs.
    """
    bound = exact_sum(network.capacities[~network.uncapacitated])
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
    near = reached(network.size, tails[free], heads[free], np.array([network.source]))
    far = reached(network.size, heads[free], tails[free], np.array([network.sink]))
    return min(
        exact_sum(network.capacities[near[tails] & ~near[heads]]),
        exact_sum(network.capacities[far[heads] & ~far[tails]]),
    )


def _refined(network: FlowNetwork, capacities: Weights, net: Weights, shift: int) -> Weights:
    """Turn a maximum flow for the capacities without their last bits into one for all of them."""
    tails, heads = network.tails, network.heads
    if capacities.dtype == object:
        net = net.astype(object)
    alone = _without_opposite(network)
    rows, columns = np.append(tails, heads[alone]), np.append(heads, tails[alone])
    while shift:
        step = min(shift, WORD - len(tails).bit_length())
        shift -= step
        scaled: Weights = net * 2**step
        room = np.append((capacities >> shift) - scaled, scaled[alone])
        # An arc adds less than 2**step to what is missing, so no more than that is ever pushed.
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
    network: FlowNetwork, tails: NDArray[np.int32], heads: NDArray[np.int32], room: Weights
) -> Weights:
    """Return the net flow along every arc, at most its room, all below 2**30."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_flow as blocking_flows

    usable = room > 0
    graph = csr_array(
        (room[usable].astype(np.int32), (tails[usable], heads[usable])),
        shape=(network.size, network.size),
    )
    flow = csr_array(blocking_flows(graph, network.source, network.sink, method="dinic").flow)
    return np.asarray(flow[tails, heads], dtype=np.int64).ravel()
