"""Cheap bounds on wirings: shortest lines one by one, a greedy wiring, and two ways to see none.

These close most boards before any table is built. Where they do not, they say nothing wrong: the
lower bound is proved and the wiring, if one is found, is a wiring.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    import networkx as nx

    from graphpuzzles.puzzles.wiring.network import Path, WiringNetwork


Rotation: TypeAlias = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class WiringBounds:
    """What shortest lines and a greedy wiring show.

    Parameters
    ----------
    lower : int
        No wiring is shorter.
    separated : int or None
        A pair that no line can join, even alone; then there is no wiring.
    paths : tuple of Path, optional
        A wiring, one line a pair.
    upper : int or None
        Its length.
    """

    lower: int
    separated: int | None = None
    paths: tuple[Path, ...] | None = None
    upper: int | None = None

    @property
    def closed(self) -> bool:
        """Whether nothing is left to find."""
        return self.separated is not None or self.upper == self.lower


def cheap_bounds(network: WiringNetwork) -> WiringBounds:
    """Bound the least wiring by the sum of the distances, and look for one of that length.

    Lines are laid one after the other, each a shortest one that stays away from the nodes which
    the shortest lines still to come need most: a node that carries the fraction f of all shortest
    lines of another pair costs f. Several orders of the pairs are tried.

    Notes
    -----
    Time O(k (n + m) log n) for each order of k pairs tried. A wiring that fills the network, or
    keeps a rule of self-contact that shortest lines may break, is not looked for but recognised.
    """
    distances = []
    for number, (s, t) in enumerate(network.pairs):
        distance = network.distances(s, t)
        if distance[t] is None:
            return WiringBounds(0, separated=number)
        distances.append(distance)
    shortest = [
        distance[t] or 0 for distance, (_, t) in zip(distances, network.pairs, strict=True)
    ]
    lower = sum(shortest)
    covering = None
    if network.fill and network.uniform_weight is not None:
        covering = (network.size - len(network.pairs)) * network.uniform_weight
        lower = max(network.round_up(lower), covering)
    loads = _Loads(network, distances)
    by_length = sorted(range(len(shortest)), key=lambda pair: shortest[pair])
    best: tuple[int, tuple[Path, ...]] | None = None
    for order in dict.fromkeys((tuple(by_length), tuple(reversed(by_length)))):
        paths = _lay(network, order, loads)
        if paths is not None:
            length = network.length(paths)
            if best is None or length < best[0]:
                best = length, paths
            # A wiring that is no longer has the right parity: nobody need work it out.
            if length > lower and covering is None:
                lower = network.round_up(lower)
            if length == lower:
                break
    if best is None:
        return WiringBounds(network.round_up(lower) if covering is None else lower)
    return WiringBounds(lower, paths=best[1], upper=best[0])


class _Loads(dict[int, dict[int, float]]):
    """For every pair and node the fraction of its shortest lines that pass through it.

    Worked out at the first asking: of the pair that is laid first nobody asks.
    """

    def __init__(self, network: WiringNetwork, distances: Sequence[Sequence[int | None]]) -> None:
        self._network, self._distances = network, distances

    def __missing__(self, pair: int) -> dict[int, float]:
        load = self[pair] = _load(self._network, pair, self._distances[pair])
        return load


def _load(network: WiringNetwork, pair: int, distance: Sequence[int | None]) -> dict[int, float]:
    s, t = network.pairs[pair]
    if not network.uniform_weight and any(weight == 0 for _, _, weight in network.edges):
        return {}
    back = network.distances(t, s)
    total = distance[t]
    corridor = [
        (reached, u)
        for u, (reached, left) in enumerate(zip(distance, back, strict=True))
        if reached is not None and left is not None and reached + left == total
    ]
    corridor.sort()
    inside = {u for _, u in corridor}
    ways = dict.fromkeys(inside, 0)
    ways[s] = 1
    for reached, u in corridor:
        for v, weight in network.neighbors[u]:
            if v in inside and distance[v] == reached + weight:
                ways[v] += ways[u]
    ways_on = dict.fromkeys(inside, 0)
    ways_on[t] = 1
    for reached, u in reversed(corridor):
        for v, weight in network.neighbors[u]:
            if v in inside and distance[v] == reached + weight:
                ways_on[u] += ways_on[v]
    return {u: ways[u] * ways_on[u] / ways[t] for u in inside}


def _lay(network: WiringNetwork, order: Sequence[int], loads: _Loads) -> tuple[Path, ...] | None:
    """Lay the lines in this order; None where one finds no way, or the rules are broken."""
    used: list[int] = []
    paths: dict[int, Path] = {}
    for place, pair in enumerate(order):
        cost: dict[int, float] = {}
        for later in order[place + 1 :]:
            for node, load in loads[later].items():
                cost[node] = cost.get(node, 0.0) + load
        path = _least_path(network, pair, used, cost)
        if path is None or network.touches_itself(path):
            return None
        paths[pair] = path
        used += path
    if network.fill and len(used) != network.size:
        return None
    return tuple(paths[pair] for pair in range(len(order)))


def _least_path(
    network: WiringNetwork, pair: int, used: Sequence[int], cost: dict[int, float]
) -> Path | None:
    """Return the shortest line beside the nodes used, the cheapest among the shortest."""
    s, t = network.pairs[pair]
    closed = network.closed(s, t, used)
    best: dict[int, tuple[int, float]] = {s: (0, 0.0)}
    previous: dict[int, int] = {}
    heap: list[tuple[int, float, int]] = [(0, 0.0, s)]
    while heap:
        length, toll, u = heapq.heappop(heap)
        if u == t:
            path = [t]
            while path[-1] != s:
                path.append(previous[path[-1]])
            return tuple(reversed(path))
        if best[u] != (length, toll):
            continue
        for v, weight in network.neighbors[u]:
            if closed[v]:
                continue
            offer = length + weight, toll + cost.get(v, 0.0)
            if v not in best or offer < best[v]:
                best[v] = offer
                previous[v] = u
                heapq.heappush(heap, (*offer, v))
    return None


@dataclass(frozen=True)
class Crossing:
    """Two pairs whose lines would have to cross.

    Parameters
    ----------
    first, second : int
        The pairs.
    rotation : tuple of tuple of int
        For every node its neighbours in clockwise order, in a plane drawing of the network without
        the other pairs' terminals, with the wheel added; the hub is the last node.
    """

    first: int
    second: int
    rotation: Rotation


def wheel(network: WiringNetwork, first: int, second: int) -> nx.Graph[int]:
    """Return the network of two pairs with a wheel around their four terminals.

    The rim visits terminals of the two pairs in turn; the hub, node ``network.size``, is joined to
    all four. Terminals of other pairs stand alone, since no line passes through them.
    """
    import networkx as nx

    (a, b), (c, d) = network.pairs[first], network.pairs[second]
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(network.size + 1))
    allowed = {0, first + 1, second + 1}
    graph.add_edges_from(
        (u, v)
        for u, v, _ in network.edges
        if network.label[u] in allowed and network.label[v] in allowed
    )
    nx.add_cycle(graph, (a, c, b, d))
    graph.add_edges_from((network.size, node) for node in (a, b, c, d))
    return graph


def find_crossing(network: WiringNetwork) -> Crossing | None:
    """Look for two pairs that cannot both be joined because the network with a wheel is planar.

    Disjoint lines a-b and c-d would make, with the rim a-c-b-d-a and a hub joined to all four, a
    subdivision of the complete graph on five nodes, which no planar graph contains (Kuratowski).

    Returns
    -------
    Crossing or None
        None proves nothing.

    Notes
    -----
    Time O(k^2 n) for k pairs: one planarity test for every two of them.
    """
    import networkx as nx

    for first, second in combinations(range(len(network.pairs)), 2):
        planar, embedding = nx.check_planarity(wheel(network, first, second))
        if planar:
            order = cast("nx.PlanarEmbedding[int]", embedding).neighbors_cw_order
            rotation = tuple(tuple(order(node)) for node in range(network.size + 1))
            return Crossing(first, second, rotation)
    return None
