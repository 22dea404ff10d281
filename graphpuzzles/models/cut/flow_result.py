"""What a maximum flow tells: its value, the extreme minimum cuts, its residual, its paths."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from graphpuzzles.errors import CertificateError
from graphpuzzles.models.cut.flow_arrays import compact, exact_total
from graphpuzzles.models.cut.flow_network import FlowNetwork, reached

if TYPE_CHECKING:
    from collections.abc import Iterator

    import networkx as nx
    from numpy.typing import NDArray

    from graphpuzzles.models.cut.flow_arrays import Capacities

__all__ = ["FlowPath", "MaximumFlow", "MinimumCut"]


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

    def __repr__(self) -> str:
        return f"MinimumCut(value={self.value}, nearest={self.nearest!r})"

    @cached_property
    def arcs(self) -> NDArray[np.int64]:
        """Numbers of the arcs from the source's side to the other, those of capacity 0 too."""
        side = self.source_side
        return np.flatnonzero(side[self.network.tails] & ~side[self.network.heads])

    @cached_property
    def value(self) -> int:
        """Sum of the capacities of the arcs."""
        return exact_total(self.network.capacities[self.arcs])

    @property
    def arc_names(self) -> tuple[tuple[str, str], ...]:
        """Names of the ends of every arc of the cut."""
        names, network = self.network.names, self.network
        return tuple(
            (names[tail], names[head])
            for tail, head in zip(network.tails[self.arcs], network.heads[self.arcs], strict=True)
        )

    @property
    def partition(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names of the nodes on the side of the source, and of the others."""
        names = np.array(self.network.names, dtype=object)
        return tuple(names[self.source_side]), tuple(names[~self.source_side])

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
    method : str
        The engine that found it.

    Examples
    --------
    >>> from graphpuzzles.models.cut.flow import FlowNetwork, maximum_flow
    >>> arcs = [("s", "a", 4), ("s", "b", 2), ("a", "b", 3), ("a", "t", 1), ("b", "t", 9)]
    >>> result = maximum_flow(FlowNetwork.from_arcs(arcs, source="s", sink="t"))
    >>> result
    MaximumFlow(value=6, method='scipy')
    >>> result.minimum_cut("source").arc_names
    (('s', 'a'), ('s', 'b'))
    >>> result.minimum_cut("sink").arc_names
    (('s', 'b'), ('a', 't'), ('a', 'b'))
    >>> for amount, nodes in result.paths():
    ...     print(amount, *(result.network.names[node] for node in nodes))
    1 s a t
    3 s a b t
    2 s b t
    """

    network: FlowNetwork
    flow: Capacities
    method: str

    def __post_init__(self) -> None:
        self.flow.setflags(write=False)

    def __repr__(self) -> str:
        return f"MaximumFlow(value={self.value}, method={self.method!r})"

    @cached_property
    def value(self) -> int:
        """Units that leave the source, less those that return to it."""
        network, flow = self.network, self.flow
        leaving = exact_total(flow[network.tails == network.source])
        return leaving - exact_total(flow[network.heads == network.source])

    def residual(self) -> FlowNetwork:
        """Return the residual network: what can still be sent, or taken back, between two nodes.

        Returns
        -------
        FlowNetwork
            From u to v the capacity that is left plus the flow from v to u; arcs where that is 0
            are left out, and an uncapacitated arc stays so. No path leads from source to sink.
        """
        network, flow = self.network, self.flow
        ahead, back = self._residual_arcs
        tails, heads = network.tails, network.heads
        free = network.uncapacitated[ahead]
        return FlowNetwork.from_arrays(
            np.append(tails[ahead], heads[back]),
            np.append(heads[ahead], tails[back]),
            np.append((network.capacities - flow)[ahead], flow[back]),
            source=network.source,
            sink=network.sink,
            size=network.size,
            uncapacitated=np.append(free, np.zeros(np.count_nonzero(back), dtype=bool)),
            names=network.names,
        )

    @property
    def _residual_arcs(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Arcs that can take more flow, and arcs that have some."""
        network = self.network
        return (self.flow < network.capacities) | network.uncapacitated, self.flow > 0

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
        network = self.network
        ahead, back = self._residual_arcs
        tails = np.append(network.tails[ahead], network.heads[back])
        heads = np.append(network.heads[ahead], network.tails[back])
        if nearest == "source":
            side = reached(network.size, tails, heads, network.source)
        else:
            side = ~reached(network.size, heads, tails, network.sink)
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

    def check(self) -> None:
        """Prove that this is a maximum flow, from the network alone.

        Raises
        ------
        CertificateError
            If an arc carries less than 0 or more than its capacity, a node keeps or loses flow,
            or the value is not that of the minimum cuts. The arc or node is named.

        Notes
        -----
        That a flow and a cut of one value are both optimal is the theorem of Ford and
        Fulkerson [1]_. O(n + m).

        References
        ----------
        .. [1] L. R. Ford and D. R. Fulkerson, "Maximal flow through a network", Canadian Journal
           of Mathematics 8 (1956), 399-404.
        """
        network, flow = self.network, self.flow
        if len(flow) != len(network.tails):
            raise CertificateError(f"{len(flow)} amounts for {len(network.tails)} arcs")
        over = (flow > network.capacities) & ~network.uncapacitated
        for wrong, what in ((flow < 0, "negative flow"), (over, "flow above capacity")):
            if wrong.any():
                arc = int(np.argmax(wrong))
                tail, head = (network.names[end[arc]] for end in (network.tails, network.heads))
                raise CertificateError(f"{what} on {tail} -> {head}: {flow[arc]}")
        # An uncapacitated arc may carry any amount, so that sums could overflow int64.
        exact = compact(flow)
        balance = np.zeros(network.size, dtype=exact.dtype)
        np.add.at(balance, network.heads, exact)
        np.subtract.at(balance, network.tails, exact)
        balance[[network.source, network.sink]] = 0
        if balance.any():
            node = int(np.argmax(balance != 0))
            raise CertificateError(
                f"node {network.names[node]} keeps {balance[node]} units of flow"
            )
        for nearest in ("source", "sink"):
            cut = self.minimum_cut(nearest)
            if cut.value != self.value:
                raise CertificateError(f"the flow is {self.value}, the cut {cut.value}")

    def to_networkx(self, nearest: Literal["source", "sink"] = "source") -> nx.DiGraph[str]:
        """Return the network as a networkx graph with this flow and a minimum cut marked.

        Parameters
        ----------
        nearest : {"source", "sink"}
            Which minimum cut.

        Returns
        -------
        networkx.DiGraph
            As `FlowNetwork.to_networkx` gives it, with ``flow`` (int) and ``in_cut`` (bool) on
            every arc and ``source_side`` (bool) on every node.
        """
        graph, cut = self.network.to_networkx(), self.minimum_cut(nearest)
        in_cut = np.zeros(len(self.flow), dtype=bool)
        in_cut[cut.arcs] = True
        # networkx lists arcs by tail, each tail's in the order in which they came: ours.
        marks = zip(graph.edges(data=True), self.flow.tolist(), in_cut.tolist(), strict=True)
        for (_, _, data), flow, marked in marks:
            data.update(flow=flow, in_cut=marked)
        for node, side in zip(graph, cut.source_side.tolist(), strict=True):
            graph.nodes[node]["source_side"] = side
        return graph


def _vertex_count(network: FlowNetwork) -> int:
    if network.vertex_count is None:
        raise ValueError("only a network built by vertex_split has vertices")
    return network.vertex_count
