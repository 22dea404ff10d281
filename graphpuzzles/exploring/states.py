"""States as arrays of integers: those named, those among others, and whether steps lead back."""

from __future__ import annotations

import operator
import reprlib
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from graphpuzzles.search.layers import successor_batches
from graphpuzzles.search.space import as_space

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from graphpuzzles.search.space import ArraySpace, SpaceLike


C = TypeVar("C", np.int64, np.uint64)


def codes_of(states: int | Iterable[int], space: ArraySpace) -> NDArray[np.uint64]:
    """Return states as an array, in ascending order, each once.

    Parameters
    ----------
    states : int or iterable of int
    space : ArraySpace

    Raises
    ------
    TypeError
        If a state is no integer.
    ValueError
        If a state is not in ``range(n_states)``, or codes could exceed 63 bits.
    """
    n_states = operator.index(space.n_states)
    if not 0 <= n_states <= 2**63:
        raise ValueError(f"n_states must be in range(2**63 + 1), not {n_states}")
    if isinstance(states, np.ndarray):
        states = states.tolist()
    given = states if hasattr(states, "__iter__") else (states,)
    return np.array(sorted({_checked(u, n_states) for u in given}), dtype=np.uint64)


def integer(value: int, what: str) -> int:
    """Return an integer of any kind as an int.

    Raises
    ------
    TypeError
        If it is none, or a bool; the message begins with `what`.
    """
    if isinstance(value, (bool, np.bool_)) or not hasattr(value, "__index__"):
        raise TypeError(f"{what} must be an integer, not {reprlib.repr(value)}")
    return operator.index(value)


def _checked(u: int, n_states: int) -> int:
    code = integer(u, "a state")
    if not 0 <= code < n_states:
        raise ValueError(f"state {code} is not in range({n_states})")
    return code


def contained(codes: NDArray[C], among: NDArray[C]) -> NDArray[np.bool_]:
    """Return which codes are among others of the same type, which ascend."""
    if not len(among):
        return np.zeros(len(codes), dtype=np.bool_)
    place = np.minimum(np.searchsorted(among, codes), len(among) - 1)
    found: NDArray[np.bool_] = among[place] == codes
    return found


def steps_from(space: ArraySpace, codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the steps from some states, each once, in ascending order.

    Parameters
    ----------
    space : ArraySpace
    codes : numpy.ndarray of int64, shape (k,)

    Returns
    -------
    numpy.ndarray of int64, shape (m, 2)
    """
    steps = [np.zeros((0, 2), dtype=np.int64)]
    for src, dst in successor_batches(space, codes):
        pair = np.empty((len(src), 2), dtype=np.int64)
        pair[:, 0], pair[:, 1] = src, dst
        steps.append(pair)
    return np.unique(np.concatenate(steps), axis=0)


def one_way_step(space: ArraySpace, codes: NDArray[np.int64]) -> tuple[int, int] | None:
    """Return the first step from some states that does not lead back, or None."""
    steps = steps_from(space, codes)
    back = steps_from(space, np.unique(steps[:, 1]))
    known = set(map(tuple, back.tolist()))
    return next(((u, v) for u, v in steps.tolist() if (v, u) not in known), None)


def check_reversible(space: SpaceLike[int], states: int | Iterable[int]) -> tuple[int, int] | None:
    """Look for a step that does not lead back: every successor must have the state as successor.

    Parameters
    ----------
    space : SpaceLike
        A space with an array form.
    states : int or iterable of int
        The states whose steps are tried, for example a layer of an exploration.

    Returns
    -------
    tuple of int, optional
        The first step ``(u, v)``, in ascending order, of which ``(v, u)`` is none. None says that
        the sample holds no such step; it proves no more than that.

    Raises
    ------
    TypeError
        If the space has no array form, or a state is no integer.
    ValueError
        If a state is out of range.

    Notes
    -----
    Takes memory in proportion to the states, their successors, and those of the successors.

    Examples
    --------
    >>> from graphpuzzles.exploring import PancakeSpace
    >>> check_reversible(PancakeSpace(5), PancakeSpace(5).start) is None
    True
    """
    array = as_space(space).array
    if array is None:
        raise TypeError("the space has no successors_array")
    return one_way_step(array, codes_of(states, array).view(np.int64))
