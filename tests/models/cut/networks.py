"""Small flow networks, and the checks and strategies that their tests share."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
from hypothesis import strategies as st

from graphpuzzles.models.cut.network import FlowNetwork

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphpuzzles.models.cut.flow import MaximumFlow

BORDERS = [power + step for power in (2**31, 2**53, 2**63) for step in (-1, 0, 1)]


def named_network(
    arcs: Sequence[tuple[str, str, object]], source: str = "s", sink: str = "t"
) -> FlowNetwork:
    """Build a network of named arcs; nodes come in the order s, t, ends of arcs."""
    graph = nx.MultiDiGraph()
    graph.add_nodes_from([source, sink])
    graph.add_edges_from((tail, head, {"capacity": amount}) for tail, head, amount in arcs)
    return FlowNetwork.from_networkx(graph, source, sink)


def network_of(size: int, arcs: Sequence[tuple[int, int, int | None]]) -> FlowNetwork:
    """Build a network from node 0 to node 1."""
    tails, heads, capacities = zip(*arcs, strict=True) if arcs else ((), (), ())
    return FlowNetwork.from_arrays(tails, heads, capacities, source=0, sink=1, size=size)


def minimum_sides(
    size: int, arcs: Sequence[tuple[int, int, int | None]]
) -> tuple[int | None, list[set[int]]]:
    """Try every side of the source: the least value, and every side that attains it."""
    best: int | None = None
    sides: list[set[int]] = []
    for chosen in itertools.product((False, True), repeat=size - 2):
        side = {0, *itertools.compress(range(2, size), chosen)}
        crossing = [c for tail, head, c in arcs if tail in side and head not in side]
        if None in crossing:
            continue
        value = sum(c for c in crossing if c is not None)
        if best is None or value < best:
            best, sides = value, []
        if value == best:
            sides.append(side)
    return best, sides


def names_of(network: FlowNetwork, mask: np.ndarray) -> set[int]:
    assert len(mask) == network.size
    return set(np.flatnonzero(mask).tolist())


def arc_capacities(network: FlowNetwork) -> dict[tuple[int, int], int | None]:
    """Give capacities by ends, None where the arc is uncapacitated."""
    columns = (network.tails, network.heads, network.capacities, network.uncapacitated)
    return {
        (tail, head): None if unlimited else capacity
        for tail, head, capacity, unlimited in zip(*(c.tolist() for c in columns), strict=True)
    }


def examine(result: MaximumFlow, value: int) -> None:
    """Check a result by code that shares nothing with the module."""
    network = result.network
    capacity = arc_capacities(network)
    flow = dict(zip(capacity, result.flow.tolist(), strict=True))
    kept = Counter[int]()
    for (tail, head), amount in flow.items():
        limit = capacity[tail, head]
        assert amount >= 0
        assert limit is None or amount <= limit
        kept[head] += amount
        kept[tail] -= amount
    assert kept.pop(network.sink, 0) == -kept.pop(network.source, 0) == result.value == value
    assert not any(kept.values())

    used = Counter[tuple[int, int]]()
    paths = list(result.paths())
    for amount, nodes in paths:
        assert amount > 0
        assert (nodes[0], nodes[-1]) == (network.source, network.sink)
        assert len(set(nodes)) == len(nodes)
        used.update(dict.fromkeys(itertools.pairwise(nodes), amount))
    assert sum(amount for amount, _ in paths) == value
    assert all(used[arc] <= flow[arc] for arc in used)
    assert len(paths) <= len(flow)

    # No way is left from the source to the sink along arcs that can take more or give back.
    ahead = {a for a, n in flow.items() if capacity[a] is None or n < capacity[a]}
    back = {(head, tail) for (tail, head), n in flow.items() if n}
    met, waiting = set(), [network.source]
    while waiting:
        node = waiting.pop()
        if node not in met:
            met.add(node)
            waiting += [head for tail, head in ahead | back if tail == node]
    assert network.sink not in met


small = st.integers(0, 6)
wide = st.one_of(small, st.sampled_from(BORDERS), st.integers(0, 2**100))
limits = st.one_of(small, st.none())


def arc_lists(capacities: st.SearchStrategy[int | None]) -> st.SearchStrategy[object]:
    def sized(size: int) -> st.SearchStrategy[object]:
        node = st.integers(0, size - 1)
        return st.tuples(
            st.just(size), st.lists(st.tuples(node, node, capacities), max_size=4 * size)
        )

    return st.integers(2, 6).flatmap(sized)
