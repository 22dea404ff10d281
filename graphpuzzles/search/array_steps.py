"""The steps from many states at once, as arrays that are what they should be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from graphpuzzles.search.space import ArraySpace

__all__ = ["integer_batches", "successor_batches"]


def integer_batches(
    space: ArraySpace, codes: NDArray[np.int64]
) -> Iterator[tuple[NDArray[np.integer], NDArray[np.integer]]]:
    """Yield what `ArraySpace.successors_array` does, in whatever types of integers it comes.

    Parameters
    ----------
    space : ArraySpace
    codes : numpy.ndarray of int64, shape (k,)

    Raises
    ------
    TypeError
        If it yields anything but integers: rounded, other states would be counted.
    ValueError
        If a batch is not a source and a successor for each step.
    """
    for src, dst in space.successors_array(codes):
        if np.ndim(dst) != 1 or np.shape(src) != np.shape(dst):
            raise ValueError(
                "a batch of steps must be two arrays of one length, not of shapes "
                f"{np.shape(src)} and {np.shape(dst)}"
            )
        yield _integers(src), _integers(dst)


def successor_batches(
    space: ArraySpace, codes: NDArray[np.int64]
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield what `integer_batches` does, in one type: others do not mix exactly."""
    for src, dst in integer_batches(space, codes):
        yield src.astype(np.int64, copy=False), dst.astype(np.int64, copy=False)


def _integers(codes: NDArray[np.integer]) -> NDArray[np.integer]:
    if isinstance(codes, np.ndarray):
        if codes.dtype.kind in "iu":
            return codes
        if not len(codes):  # whatever its type, an empty array is of integers
            return codes.astype(np.int64)
    kind = getattr(codes, "dtype", type(codes).__name__)
    raise TypeError(f"successors_array must yield arrays of integers, not of {kind}")
