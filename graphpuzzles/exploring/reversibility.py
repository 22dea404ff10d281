"""Whether the steps of a space lead back, tried on a sample."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.exploring.states import codes_of
from graphpuzzles.search.array_steps import successor_batches
from graphpuzzles.search.space import as_space

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from graphpuzzles.search.space import ArraySpace, SpaceLike

__all__ = ["check_reversible", "one_way_step", "steps_from"]


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
