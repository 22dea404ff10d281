"""Prices on the nodes of a wiring problem: bounds in exact arithmetic.

The dual values of a linear program are floating-point numbers. Since any non-negative prices prove
some bound, they need no repair to be rounded to rationals; only the bound that they prove decides
whether they are good enough.

References
----------
Geoffrion, A. M. (1974). Lagrangean relaxation for integer programming. *Mathematical Programming
Study* 2.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from graphpuzzles.puzzles.wiring.network import WiringNetwork

__all__ = ["exact_bound", "rational_prices"]

# Denominators tried when floating-point prices are made rational.
_DENOMINATORS = (1, 2, 3, 4, 5, 6, 12, 60, 840, 27_720, 2**24)


def exact_bound(network: WiringNetwork, prices: Sequence[int], scale: int, *, free: bool) -> int:
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
    """
    factor = 0 if free else scale
    total = -sum(prices)
    for s, t in network.pairs:
        closed = network.closed(s, t)
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
    return total


def rational_prices(
    network: WiringNetwork, prices: NDArray[np.float64], target: int | None
) -> tuple[tuple[int, ...], int] | None:
    """Make floating-point prices rational so that they prove a bound exactly.

    Any non-negative prices prove some bound, so rounding needs no repair; only its value decides.

    Parameters
    ----------
    network : WiringNetwork
    prices : numpy.ndarray of float64, shape (nodes,)
    target : int or None
        The length to prove, parity taken into account; None to prove that there is no wiring.

    Returns
    -------
    (tuple of int, int) or None
        Numerators and their common denominator; None where no denominator tried is good enough.
    """
    for scale in _DENOMINATORS:
        numerators = tuple(round(float(price) * scale) for price in prices)
        value = exact_bound(network, numerators, scale, free=target is None)
        if target is None:
            if value > 0:
                return numerators, scale
        elif network.round_up(-(-value // scale)) >= target:
            return numerators, scale
    return None
