"""Breadth-first search over numbered nodes and over the cells of a grid, by scipy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Integers = NDArray[np.int32] | NDArray[np.int64]

__all__ = ["breadth_first", "grid_walk", "sorted_by_tail"]


def breadth_first(
    count: int, tails: Integers, heads: Integers, roots: Integers
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Search from several roots at once.

    Parameters
    ----------
    count : int
        Number of nodes.
    tails, heads : numpy.ndarray of int, shape (m,)
        The arcs.
    roots : numpy.ndarray of int
        Where the search starts.

    Returns
    -------
    order : numpy.ndarray of int32
        The nodes reached, nearest first.
    previous : numpy.ndarray of int32, shape (count,)
        The node from which each was reached; -1 for roots and for nodes not reached.

    Examples
    --------
    >>> order, previous = breadth_first(4, np.array([0, 1]), np.array([1, 2]), np.array([0]))
    >>> order.tolist(), previous.tolist()
    ([0, 1, 2], [-1, 0, 1, -1])
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order

    root = np.full(len(roots), count, dtype=np.int32)
    indptr, indices = sorted_by_tail(
        count + 1,
        np.concatenate([tails, root], dtype=np.int32, casting="same_kind"),
        np.concatenate([heads, roots], dtype=np.int32, casting="same_kind"),
    )
    # The type that scipy works in, which saves it a copy.
    ones = np.ones(len(indices), dtype=np.float64)
    graph = csr_array((ones, indices, indptr), shape=(count + 1, count + 1))
    order, previous = breadth_first_order(graph, count, directed=True, return_predecessors=True)
    previous[(previous < 0) | (previous == count)] = -1
    return order[1:], previous[:count]


def sorted_by_tail(
    count: int, tails: NDArray[np.int32], heads: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Sort arcs by their tails in linear time; repeated arcs stay.

    Parameters
    ----------
    count : int
        Number of nodes.
    tails, heads : numpy.ndarray of int32, shape (m,)
        The arcs.

    Returns
    -------
    indptr : numpy.ndarray of int32, shape (count + 1,)
    indices : numpy.ndarray of int32, shape (m,)
        Compressed sparse rows: the heads of the arcs from ``u``, in the order in which they were
        given, are ``indices[indptr[u]:indptr[u + 1]]``.

    Examples
    --------
    >>> indptr, indices = sorted_by_tail(3, np.array([2, 0, 2]), np.array([1, 1, 0]))
    >>> indptr.tolist(), indices.tolist()
    ([0, 1, 1, 3], [1, 1, 0])
    """
    from scipy.sparse import csr_array

    # A row for every arc, with its head as the value in the column of its tail: turning that to
    # columns is a counting sort in compiled code.
    arcs = csr_array(
        (heads, tails, np.arange(len(tails) + 1, dtype=np.int32)), shape=(len(tails), count)
    )
    by_tail = arcs.tocsc()
    return by_tail.indptr, by_tail.data


def grid_walk(
    mask: NDArray[np.bool_], steps: Sequence[tuple[int, int]], *, axis: Literal[0, 1] = 0
) -> list[tuple[int, int]] | None:
    """Return a shortest walk across a grid over the cells of a mask.

    Parameters
    ----------
    mask : numpy.ndarray of bool, shape (H, W)
        The cells that may be used.
    steps : Sequence of (int, int)
        Allowed steps as (rows, columns), closed under negation.
    axis : {0, 1}
        0 for a walk from the top row to the bottom row, 1 from the left column to the right.

    Returns
    -------
    list of (int, int) or None
        Cells as (row, column); None where no walk exists.

    Examples
    --------
    >>> ring = np.array([[1, 1, 1], [1, 0, 1]], dtype=bool)
    >>> sides = ((-1, 0), (1, 0), (0, -1), (0, 1))
    >>> grid_walk(ring, sides), grid_walk(ring, sides, axis=1)
    ([(0, 0), (1, 0)], [(0, 0), (0, 1), (0, 2)])
    """
    rows, columns = mask.shape
    cells = np.flatnonzero(mask)
    padded = np.full((rows + 2, columns + 2), -1, dtype=np.int64)
    inside = padded[1:-1, 1:-1]
    inside[mask] = np.arange(len(cells))
    tails, heads = [], []
    for dr, dc in steps:
        beside = padded[1 + dr : rows + 1 + dr, 1 + dc : columns + 1 + dc][mask]
        there = np.flatnonzero(beside >= 0)
        tails.append(there)
        heads.append(beside[there])
    first, last = inside.take(0, axis=axis), inside.take(-1, axis=axis)
    starts, ends = first[first >= 0], last[last >= 0]
    order, previous = breadth_first(
        len(cells), np.concatenate(tails), np.concatenate(heads), starts
    )
    rank = np.full(len(cells), len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    if not np.any(rank[ends] < len(order)):
        return None
    walk = []
    node = int(ends[np.argmin(rank[ends])])
    while node >= 0:
        row, column = divmod(int(cells[node]), columns)
        walk.append((row, column))
        node = int(previous[node])
    return walk[::-1]
