"""Colours for the regions of a map, so that regions with a common border differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphpuzzles.models.cut.regions import Contacts

__all__ = ["COLOURS", "map_colouring"]

COLOURS = 7
"""So many colours always suffice here (four would, at more expense)."""


def map_colouring(contacts: Contacts) -> NDArray[np.int64]:
    """Colour the vertices of a planar graph with at most `COLOURS` colours.

    Parameters
    ----------
    contacts : Contacts
        Which regions share a side; symmetric and planar.

    Returns
    -------
    numpy.ndarray of int64, shape (k,)
        A number from 0 for every region.

    Notes
    -----
    Regions with at most six neighbours are peeled off again and again; in a planar graph they are
    a seventh of what is left, at least, so there are O(log k) rounds of O(k) array work. Coloured
    in the opposite order, a region meets at most six colours [1]_. Those that were peeled off in
    the same round wait for each other by a scrambled order, whose chains would be O(log k) long
    with high probability were it random.

    References
    ----------
    .. [1] A. V. Goldberg, S. A. Plotkin and G. E. Shannon, "Parallel symmetry-breaking in sparse
       graphs", SIAM Journal on Discrete Mathematics 1 (1988), 434-446.

    Examples
    --------
    >>> from graphpuzzles.models.cut.regions import Regions
    >>> map_colouring(Regions(np.array([[1, 2, 3], [1, 4, 4]])).sides).tolist()
    [2, 1, 2, 0]
    """
    u, v = contacts.pairs
    count = len(contacts.indptr) - 1
    rank = _peeled(count, u, v) * count + _scrambled(count)
    # Arcs lead from what is coloured earlier to what must then avoid its colour.
    first = np.where(rank[u] > rank[v], u, v)
    then = u + v - first
    colour = np.full(count, -1, dtype=np.int64)
    taken = np.zeros(count, dtype=np.int64)  # bit i: colour i is among the neighbours
    waiting = np.ones(count, dtype=bool)
    while np.any(waiting):
        ready = waiting.copy()
        ready[then] = False
        free = ~taken[ready]
        colour[ready] = np.log2((free & -free).astype(np.float64)).astype(np.int64)
        waiting &= ~ready
        done = ready[first]
        np.bitwise_or.at(taken, then[done], 1 << colour[first[done]])
        first, then = first[~done], then[~done]
    return colour


def _peeled(count: int, u: NDArray[np.int32], v: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the round in which every vertex is left with fewer than `COLOURS` neighbours."""
    number = np.zeros(count, dtype=np.int64)
    left = np.ones(count, dtype=bool)
    turn = 0
    while np.any(left):
        degree = np.bincount(u, minlength=count) + np.bincount(v, minlength=count)
        number[left] = turn
        left &= degree >= COLOURS
        kept = left[u] & left[v]
        u, v = u[kept], v[kept]
        turn += 1
    return number


def _scrambled(count: int) -> NDArray[np.int64]:
    """Return a permutation without long ascending chains, the same on every platform."""
    # Fibonacci hashing; the stable sort settles ties.
    keys = (np.arange(count, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(20)
    permutation = np.empty(count, dtype=np.int64)
    permutation[np.argsort(keys, kind="stable")] = np.arange(count)
    return permutation
