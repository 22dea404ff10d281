"""Integers in arrays: checked, summed exactly, sorted as arcs, and searched breadth first."""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Integers = NDArray[np.int32] | NDArray[np.int64]

A = TypeVar("A", bound="NDArray[np.generic]")

Weights: TypeAlias = "NDArray[np.int64] | NDArray[np.object_]"
"""Integers: int64 where the sum of all fits 63 bits, else an object array of Python integers."""

Amounts: TypeAlias = "Sequence[int | float | None] | NDArray[np.integer] | NDArray[np.object_]"
"""What is accepted as capacities: integers of any size, None or ``math.inf`` for no limit."""

Numbers: TypeAlias = "Sequence[int] | NDArray[np.integer]"
"""What is accepted as numbers of nodes."""

INT64_END = 2**63
# Below so many arcs numpy's sort costs less than building a matrix.
FEW_ARCS = 2_000


def locked(array: A) -> A:
    """Return an array that nobody can change, without copying it.

    It is seen through read-only memory, so that its flag cannot be turned back; an array of Python
    integers has no such memory and is only flagged.

    Examples
    --------
    >>> locked(np.arange(3)).setflags(write=True)
    Traceback (most recent call last):
        ...
    ValueError: cannot set WRITEABLE flag to True of this array
    """
    if array.dtype == object:
        array.setflags(write=False)
        return array
    return cast("A", np.asarray(array.data.toreadonly()))


def exact_sum(weights: Weights) -> int:
    """Return the sum of non-negative integers exactly, whatever their size.

    Examples
    --------
    >>> exact_sum(np.array([2**62, 2**62, 2**62], dtype=np.int64)) == 3 * 2**62
    True
    """
    if weights.dtype != object and len(weights) * int(weights.max(initial=0)) < INT64_END:
        return int(weights.sum())
    return sum(weights.tolist())


def compact(weights: Weights) -> Weights:
    """Return int64 where the sum of all weights fits it, else Python integers.

    Examples
    --------
    >>> compact(np.array([2**62, 2**62], dtype=np.int64)).dtype
    dtype('O')
    """
    kind = np.int64 if exact_sum(weights) < INT64_END else object
    result: Weights = weights.astype(kind, copy=False)
    return result


def checked_amounts(
    values: Amounts, describe: Callable[[int], str]
) -> tuple[Weights, NDArray[np.bool_]]:
    """Return capacities as exact integers, 0 where there is no limit, and where that is.

    Booleans and floats are refused by TypeError, negative values by ValueError; `describe` names
    the entry of a number.
    """
    if isinstance(values, np.ndarray) and values.ndim != 1:
        raise ValueError(f"capacities and weights are one-dimensional, not {values.shape}")
    if isinstance(values, np.ndarray) and values.dtype.kind in "iu":
        negative = np.flatnonzero(values < 0)
        if len(negative):
            _refuse_negative(describe(int(negative[0])), int(values[negative[0]]))
        wide = values.dtype.kind == "u" and int(values.max(initial=0)) >= INT64_END
        amounts: Weights = values.astype(object if wide else np.int64)
        return compact(amounts), np.zeros(len(values), dtype=bool)
    exact: list[int] = []
    unlimited = np.zeros(len(values), dtype=bool)
    for number, value in enumerate(values):
        if value is None or (isinstance(value, float) and value == math.inf):
            unlimited[number] = True
            exact.append(0)
            continue
        if isinstance(value, bool | np.bool_ | float | np.floating):
            raise TypeError(f"{describe(number)} is {value!r}, which is not an integer")
        try:
            exact.append(operator.index(value))
        except TypeError:
            raise TypeError(f"{describe(number)} is {value!r}, not an integer") from None
        if exact[-1] < 0:
            _refuse_negative(describe(number), exact[-1])
    return compact(np.array(exact, dtype=object)), unlimited


def _refuse_negative(what: str, value: int) -> None:
    raise ValueError(f"{what} is negative: {value}")


def checked_numbers(values: Numbers, end: int, what: str) -> NDArray[np.int64]:
    """Return numbers of nodes below an end; TypeError or ValueError where one is not."""
    if isinstance(values, np.ndarray):
        if values.ndim != 1 or (len(values) and values.dtype.kind not in "iu"):
            raise TypeError(
                f"{what} are a one-dimensional array of integers, not {values.dtype} of shape "
                f"{values.shape}"
            )
        outside = np.flatnonzero((values < 0) | (values >= end))
        if len(outside):
            raise ValueError(f"{what}: {values[outside[0]]} is not in range({end})")
        return values.astype(np.int64)
    exact = []
    for value in values:
        if isinstance(value, bool | np.bool_):
            raise TypeError(f"{what}: {value!r} is not an integer")
        exact.append(operator.index(value))
        if not 0 <= exact[-1] < end:
            raise ValueError(f"{what}: {exact[-1]} is not in range({end})")
    return np.array(exact, dtype=np.int64)


def checked_mask(mask: NDArray[np.bool_], length: int) -> NDArray[np.bool_]:
    """Return a mask of booleans of the given length, or raise TypeError or ValueError."""
    array = np.asarray(mask)
    if array.dtype != bool:
        raise TypeError(f"uncapacitated is an array of booleans, not of {array.dtype}")
    if array.shape != (length,):
        raise ValueError(f"uncapacitated has shape {array.shape}, not ({length},)")
    return array


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
    if len(tails) < FEW_ARCS:
        indptr = np.zeros(count + 1, dtype=np.int32)
        np.cumsum(np.bincount(tails, minlength=count), out=indptr[1:])
        return indptr, heads[np.argsort(tails, kind="stable")]
    from scipy.sparse import csr_array

    # A row for every arc, with its head as the value in the column of its tail: turning that to
    # columns is a counting sort in compiled code.
    arcs = csr_array(
        (heads, tails, np.arange(len(tails) + 1, dtype=np.int32)), shape=(len(tails), count)
    )
    by_tail = arcs.tocsc()
    return by_tail.indptr, by_tail.data


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


def reached(size: int, tails: Integers, heads: Integers, roots: Integers) -> NDArray[np.bool_]:
    """Return which nodes can be reached from some of them."""
    order, _ = breadth_first(size, tails, heads, roots)
    mask = np.zeros(size, dtype=bool)
    mask[order] = True
    return mask
