"""Exact prices on nodes, and trees of questions where one set of prices leaves a gap.

A node that several lines share in the relaxation is asked for: is it on this line? Once every node
is given to one line at most, the relaxation gives every line a way of its own, so that branching
comes to an end.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from graphpuzzles.puzzles.wiring.price_certificate import Leaf, Split
from graphpuzzles.puzzles.wiring.program import Multicommodity

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from graphpuzzles.puzzles.wiring.network import WiringNetwork

# Variables of all relaxations that are solved for one tree: a matter of seconds.
_MAX_VARIABLES = 150_000

# Denominators tried when floating-point prices are made rational.
DENOMINATORS = (1, 2, 3, 4, 5, 6, 12, 60, 840, 27_720, 2**24)


def find_price_tree(network: WiringNetwork, target: int | None) -> tuple[Split | Leaf, ...] | None:
    """Return a tree that proves a bound.

    Parameters
    ----------
    network : WiringNetwork
    target : int or None
        The length to prove, parity taken into account; None to prove that there is no wiring.

    Returns
    -------
    tuple of Split or Leaf, or None
        None where it would take too much work, or the bound rests on rules that no price sees.
    """
    flow = Multicommodity(network)
    parts: list[Split | Leaf] = []
    pending: list[list[set[int]]] = [[set() for _ in network.pairs]]
    while pending:
        closed = pending.pop()
        leaf = _leaf(flow, closed, target)
        if isinstance(leaf, Leaf):
            parts.append(leaf)
            continue
        if leaf is None or len(parts) * len(flow.arcs) > _MAX_VARIABLES:
            return None
        parts.append(leaf)
        node, line = leaf
        off = [nodes | {node} if other == line else nodes for other, nodes in enumerate(closed)]
        on = [nodes if other == line else nodes | {node} for other, nodes in enumerate(closed)]
        pending += off, on
    return tuple(parts)


def _leaf(
    flow: Multicommodity, closed: Sequence[set[int]], target: int | None
) -> Leaf | Split | None:
    """Return what proves the bound where lines keep off nodes, or else what to ask."""
    network = flow.network
    if exact_bound(network, [0] * network.size, 1, free=False, blocked=closed) is None:
        return Leaf(0, ())
    relaxed = flow.relax(closed)
    aim = target if relaxed.feasible else None
    found = rational_prices(network, relaxed.prices, aim, closed)
    if found is not None:
        prices = tuple((node, price) for node, price in enumerate(found[0]) if price)
        return Leaf(found[1] if relaxed.feasible else 0, prices)
    return None if relaxed.shared is None else Split(*relaxed.shared)


def exact_bound(
    network: WiringNetwork,
    prices: Sequence[int],
    scale: int,
    *,
    free: bool,
    blocked: Sequence[Collection[int]] = (),
) -> int | None:
    """Return the lower bound that node prices prove, times `scale`, in exact arithmetic.

    Each line pays the weights of its edges and the prices of its inner nodes. No wiring is shorter
    than the cheapest lines together less all prices, since every node is used at most once.

    Parameters
    ----------
    network : WiringNetwork
    prices : sequence of int
        Non-negative price of every node, times `scale`.
    scale : int
        The common denominator.
    free : bool
        Whether edges cost nothing; then a positive result proves that there is no wiring.
    blocked : sequence of collection of int, optional
        For every pair the nodes that its line must keep off.

    Returns
    -------
    int or None
        None where nothing joins a pair.
    """
    factor = 0 if free else scale
    total = -sum(prices)
    for pair, (s, t) in enumerate(network.pairs):
        closed = network.closed(s, t, blocked[pair] if blocked else ())
        heap = [(0, s)]
        best = {s: 0}
        while heap:
            cost, u = heapq.heappop(heap)
            if u == t:
                total += cost
                break
            if cost != best[u]:
                continue
            for v, weight in network.neighbors[u]:
                offer = cost + factor * weight + (0 if v == t else prices[v])
                if not closed[v] and (v not in best or offer < best[v]):
                    best[v] = offer
                    heapq.heappush(heap, (offer, v))
        else:
            return None
    return total


def rational_prices(
    network: WiringNetwork,
    prices: NDArray[np.float64],
    target: int | None,
    blocked: Sequence[Collection[int]] = (),
) -> tuple[tuple[int, ...], int] | None:
    """Make floating-point prices rational so that they prove a bound exactly.

    Any non-negative prices prove some bound, so rounding needs no repair; only its value decides.

    Parameters
    ----------
    network : WiringNetwork
    prices : numpy.ndarray of float64, shape (nodes,)
    target : int or None
        The length to prove, parity taken into account; None to prove that there is no wiring.
    blocked : sequence of collection of int, optional
        For every pair the nodes that its line must keep off, which leave a way.

    Returns
    -------
    (tuple of int, int) or None
        Numerators and their common denominator; None where no denominator tried is good enough.
    """
    for scale in DENOMINATORS:
        numerators = tuple(round(float(price) * scale) for price in prices)
        value = exact_bound(network, numerators, scale, free=target is None, blocked=blocked)
        if value is None:
            return None
        if target is None:
            if value > 0:
                return numerators, scale
        elif network.round_up(-(-value // scale)) >= target:
            return numerators, scale
    return None
