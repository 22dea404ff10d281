"""Exact integers in arrays: what a flow network takes in is checked here, and never rounded."""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

__all__ = [
    "Amounts",
    "Capacities",
    "Numbers",
    "checked_amounts",
    "checked_mask",
    "checked_names",
    "checked_numbers",
    "compact",
    "exact_total",
    "filled",
    "named",
]

Capacities: TypeAlias = "NDArray[np.int64] | NDArray[np.object_]"
"""Integers: int64 where the sum of all fits 63 bits, else an object array of Python integers."""

Amounts: TypeAlias = "Sequence[int | float | None] | NDArray[np.integer] | NDArray[np.object_]"
"""What is accepted as capacities: integers of any size, None or ``math.inf`` for no limit."""

Numbers: TypeAlias = "Sequence[int] | NDArray[np.integer]"
"""What is accepted as numbers of nodes."""

INT64_END = 2**63


def exact_total(amounts: Capacities) -> int:
    """Return the sum of integers that are not negative, whatever their size.

    Examples
    --------
    >>> exact_total(np.array([2**62, 2**62], dtype=np.int64)) == 2**63
    True
    """
    if amounts.dtype != object and len(amounts) * int(amounts.max(initial=0)) < INT64_END:
        return int(amounts.sum())
    return sum(amounts.tolist())


def compact(amounts: Capacities) -> Capacities:
    """Return int64 where the sum of all amounts fits it, else Python integers.

    Examples
    --------
    >>> compact(np.array([2**62, 2**62], dtype=np.int64)).dtype
    dtype('O')
    """
    kind = np.int64 if exact_total(amounts) < INT64_END else object
    result: Capacities = amounts.astype(kind, copy=False)
    return result


def filled(amounts: Capacities, mask: NDArray[np.bool_], value: int) -> Capacities:
    """Return a compact copy with one value, of any size, wherever the mask is set."""
    if not mask.any():
        return compact(amounts)
    copy = amounts.astype(object if value >= INT64_END else amounts.dtype)
    copy[mask] = value
    return compact(copy)


def checked_amounts(
    values: Amounts, describe: Callable[[int], str]
) -> tuple[Capacities, NDArray[np.bool_]]:
    """Return capacities as exact integers, with those that are no limit apart.

    Parameters
    ----------
    values : array_like of int, shape (m,)
    describe : Callable
        Names the entry of a number, for error messages.

    Returns
    -------
    amounts : numpy.ndarray of int64 or object, shape (m,)
        0 where there is no limit.
    unlimited : numpy.ndarray of bool, shape (m,)
        Where the value was None or ``math.inf``.

    Raises
    ------
    TypeError
        If a value is not an integer; booleans and floats are not.
    ValueError
        If a value is negative.

    Examples
    --------
    >>> amounts, unlimited = checked_amounts([3, None], str)
    >>> amounts.tolist(), unlimited.tolist()
    ([3, 0], [False, True])
    """
    if isinstance(values, np.ndarray) and values.ndim != 1:
        raise ValueError(f"capacities and weights are one-dimensional, not {values.shape}")
    if isinstance(values, np.ndarray) and values.dtype.kind in "iu":
        negative = np.flatnonzero(values < 0)
        if len(negative):
            _refuse_negative(describe(int(negative[0])), int(values[negative[0]]))
        wide = values.dtype.kind == "u" and int(values.max(initial=0)) >= INT64_END
        amounts: Capacities = values.astype(object if wide else np.int64)
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
    """Return numbers of nodes, each at least 0 and below an end.

    Raises
    ------
    TypeError
        If one is not an integer.
    ValueError
        If one is out of range.
    """
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


def checked_names(names: Iterable[str] | None, count: int) -> tuple[str, ...] | None:
    """Return names as a tuple, or None where none are given.

    Raises
    ------
    TypeError
        If one is not a string.
    ValueError
        If two are equal, or there are not as many as needed.
    """
    if names is None:
        return None
    listed: dict[str, None] = {}
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"names are strings; {name!r} is not")
        if name in listed:
            raise ValueError(f"two nodes are named {name!r}")
        listed[name] = None
    if len(listed) != count:
        raise ValueError(f"{len(listed)} names for {count} nodes")
    return tuple(listed)


def named(names: tuple[str, ...] | None, number: int) -> str:
    """Return the name of a node, by default its number."""
    return str(number) if names is None else names[number]
