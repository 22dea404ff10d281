"""The layers in which a new state might be known already."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.exploring.sources import ArrayReader

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphpuzzles.exploring.merge import WriteRun
    from graphpuzzles.exploring.sources import CodeReader

__all__ = ["EarlierLayers"]


class EarlierLayers:
    """The states of all layers, in few readers; or of the last two alone.

    Where steps lead back, a neighbour of a state at depth d is at depth d - 1, d or d + 1
    (Munagala and Ranade 1999), and older layers need not be looked at. Elsewhere narrow layers are
    merged with each other, a layer only with what is not much longer, so that every code is moved
    a logarithmic number of times, as in the binary counter of Bentley and Saxe (1980).

    Parameters
    ----------
    reversible : bool
    capacity : int
        Codes of narrow layers to keep in memory.
    write_run : callable, optional
        Puts them aside when they are more. Without it they stay.

    References
    ----------
    Bentley, J. L., and Saxe, J. B. (1980). Decomposable searching problems I. Journal of
    Algorithms 1(4).
    Munagala, K., and Ranade, A. (1999). I/O-complexity of graph algorithms. SODA.
    """

    def __init__(self, *, reversible: bool, capacity: int, write_run: WriteRun | None) -> None:
        self._reversible = reversible
        self._capacity = capacity
        self._write_run = write_run
        self._wide: list[CodeReader] = []
        self._narrow: list[NDArray[np.uint64]] = []

    @property
    def held(self) -> int:
        """Codes held in memory."""
        return sum(map(len, self._narrow))

    def add(self, layer: CodeReader) -> None:
        """Take the next layer."""
        if self._reversible:
            self._wide = [*self._wide[-1:], layer]
            return
        if 2 * len(layer) > self._capacity:
            self._wide.append(layer)
            return
        self._narrow.append(np.array(layer.array()))
        self._merge_alike()
        if self._write_run is not None and self.held > self._capacity:
            together = np.concatenate(self._narrow)
            together.sort()
            self._wide.append(self._write_run([together]))
            self._narrow = []

    def readers(self) -> list[CodeReader]:
        """Return readers of all states that must not be found again."""
        return [*self._wide, *map(ArrayReader, self._narrow)]

    def _merge_alike(self) -> None:
        narrow = self._narrow
        while len(narrow) > 1 and len(narrow[-2]) < 2 * len(narrow[-1]):
            last = narrow.pop()
            narrow[-1] = np.concatenate([narrow[-1], last])
            narrow[-1].sort()
