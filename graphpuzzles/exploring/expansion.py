"""The steps from the states of a layer, collected in this process."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Protocol

import numpy as np

from graphpuzzles.exploring.memory import WORDS_A_CODE
from graphpuzzles.search.layers import successor_batches

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from graphpuzzles.exploring.merge import CodeCollector, CodeReader
    from graphpuzzles.search.space import ArraySpace


class LimitReached(Exception):  # noqa: N818 - not an error: it ends a call that then says so
    """A limit was reached within a layer.

    Parameters
    ----------
    limit : str
        Name of the field of `Limits`, or ``"stopped"``.
    """

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


class Expander(Protocol):
    """Finds the successors of a layer, wherever it has them computed."""

    def collect(
        self, layer: CodeReader, collector: CodeCollector, *, chunk: int, poll: Callable[[], None]
    ) -> None:
        """Collect the successors of all states of a layer.

        Parameters
        ----------
        layer : CodeReader
        collector : CodeCollector
            Takes them, in any order and with duplicates.
        chunk : int
            How many states to expand at a time.
        poll : callable
            Called often; raises LimitReached to end the work.

        Raises
        ------
        LimitReached
        MemoryError
            If the collector cannot hold them.
        TypeError
            If a successor is no integer.
        ValueError
            If a successor is out of range.
        """
        ...


class LocalExpander:
    """Expands states in this process.

    Parameters
    ----------
    space : ArraySpace
    """

    def __init__(self, space: ArraySpace) -> None:
        self._space = space

    def collect(
        self, layer: CodeReader, collector: CodeCollector, *, chunk: int, poll: Callable[[], None]
    ) -> None:
        """Collect the successors of all states of a layer; see `Expander.collect`."""
        size = chunk
        for block in layer.blocks(chunk):
            start = 0
            while start < len(block):
                part = block[start : start + size]
                size = min(size, collect_steps(self._space, part, collector, size))
                start += len(part)
            poll()


def collect_steps(
    space: ArraySpace, codes: NDArray[np.uint64], collector: CodeCollector, size: int
) -> int:
    """Collect the successors of some states.

    Parameters
    ----------
    space : ArraySpace
    codes : numpy.ndarray of uint64, shape (k,)
        Distinct.
    collector : CodeCollector
    size : int
        How many codes are taken at a time.

    Returns
    -------
    int
        How many codes to take at a time from now on, so that their steps fit in the memory that a
        chunk was given.

    Raises
    ------
    MemoryError
        If the collector cannot hold them.
    TypeError
        If a successor is no integer.
    ValueError
        If a successor is out of range.
    """
    n_states = operator.index(space.n_states)
    given = codes.view(np.int64)
    given.flags.writeable = False
    for _, dst in successor_batches(space, given):
        if not len(dst):
            continue
        # Without their sign, negative codes are too large as well.
        successors = dst.view(np.uint64)
        largest = successors.max()
        if largest >= np.uint64(n_states):
            code = int(largest.view(np.int64))
            raise ValueError(f"state {code} is not in range({n_states})")
        collector.add(successors)
        if 4 * len(dst) > WORDS_A_CODE * len(codes):
            size = max(1, min(size, WORDS_A_CODE * size * len(codes) // (4 * len(dst))))
    return size
