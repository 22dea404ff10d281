"""Ascending codes that are read block by block: layers and runs, in files or in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from graphpuzzles.errors import StoreError
from graphpuzzles.exploring.files import CODE, disk_errors

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["ArrayReader", "CodeReader", "LayerReader", "RunReader"]


class CodeReader(Protocol):
    """Distinct codes in ascending order.

    Attributes
    ----------
    used : int
        How many codes of `blocks` are done with, as the next block was asked for.
    """

    used: int

    def __len__(self) -> int:
        """Return how many codes there are."""
        ...

    def blocks(self, size: int) -> Iterator[NDArray[np.uint64]]:
        """Yield all codes, `size` at a time."""
        ...

    def array(self) -> NDArray[np.uint64]:
        """Return all codes: in memory, or mapped from a file, read-only."""
        ...

    def sample(self, size: int) -> NDArray[np.uint64]:
        """Return at most so many codes, evenly spaced."""
        ...

    def discard(self) -> None:
        """Remove what is not needed any more, if it is temporary."""
        ...


class ArrayReader:
    """Codes in memory.

    Parameters
    ----------
    codes : numpy.ndarray of uint64
        Ascending, each once.
    """

    def __init__(self, codes: NDArray[np.uint64]) -> None:
        self._codes = codes
        self.used = 0

    def __len__(self) -> int:
        return len(self._codes)

    def blocks(self, size: int) -> Iterator[NDArray[np.uint64]]:
        """Yield all codes, `size` at a time."""
        for start in range(0, len(self._codes), size):
            block = self._codes[start : start + size]
            yield block
            self.used += len(block)

    def array(self) -> NDArray[np.uint64]:
        """Return the codes, read-only."""
        view = self._codes.view()
        view.flags.writeable = False
        return view

    def sample(self, size: int) -> NDArray[np.uint64]:
        """Return at most so many codes, evenly spaced."""
        return self._codes[_spread(len(self._codes), size)]

    def discard(self) -> None:
        """Do nothing."""


class LayerReader:
    """Codes in a file of little-endian unsigned integers of 64 bits.

    Parameters
    ----------
    path : pathlib.Path
    states : int
        How many codes the file holds.
    """

    def __init__(self, path: Path, states: int) -> None:
        self.path = path
        self._states = states
        self.used = 0

    def __len__(self) -> int:
        return self._states

    def blocks(self, size: int) -> Iterator[NDArray[np.uint64]]:
        """Yield all codes, `size` at a time; the file is open only between the blocks.

        Raises
        ------
        StoreError
            If the file has become shorter, or cannot be read.
        """
        left = self._states
        with disk_errors(self.path), self.path.open("rb", buffering=0) as file:
            while left:
                block = np.fromfile(file, dtype=CODE, count=min(size, left))
                if not len(block):
                    raise self._shorter(self._states - left)
                left -= len(block)
                yield block.astype(np.uint64, copy=False)
                self.used += len(block)

    def array(self) -> NDArray[np.uint64]:
        """Return the codes as an array that the system reads from the file where it is used.

        Raises
        ------
        StoreError
            If the file has become shorter, or cannot be read.
        """
        if not self._states:
            return np.zeros(0, dtype=np.uint64)
        with disk_errors(self.path):
            found = self.path.stat().st_size // CODE.itemsize
            if found < self._states:
                raise self._shorter(found)
            return np.memmap(self.path, dtype=CODE, mode="r", shape=(self._states,))

    def sample(self, size: int) -> NDArray[np.uint64]:
        """Return at most so many codes, evenly spaced: read, for a mapped file stays in memory."""
        codes = np.zeros(0, dtype=np.uint64)
        with disk_errors(self.path), self.path.open("rb", buffering=0) as file:
            for place in _spread(self._states, size).tolist():
                file.seek(CODE.itemsize * place)
                codes = np.append(codes, np.fromfile(file, dtype=CODE, count=1))
        return codes

    def discard(self) -> None:
        """Do nothing: layers stay."""

    def _shorter(self, found: int) -> StoreError:
        return StoreError(str(self.path), f"{self._states} codes", f"{found}")


class RunReader(LayerReader):
    """Codes in a temporary file."""

    def discard(self) -> None:
        """Remove the file."""
        with disk_errors(self.path):
            self.path.unlink()


def _spread(states: int, size: int) -> NDArray[np.int64]:
    """Return at most so many places in a sequence, evenly spaced."""
    return np.linspace(0, states - 1, min(size, states)).astype(np.int64)
