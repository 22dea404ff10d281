"""States as arrays of integers: those that a caller names, and which are among others."""

from __future__ import annotations

import operator
import reprlib
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from graphpuzzles.search.space import ArraySpace

__all__ = ["codes_of", "contained", "integer"]

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
