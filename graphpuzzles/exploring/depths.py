"""The layers of an exploration: sizes, states by depth, and the states before others."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.exploring.states import contained, integer
from graphpuzzles.search.layers import successor_batches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphpuzzles.exploring.memory import MemoryStore
    from graphpuzzles.exploring.store import LayerStore
    from graphpuzzles.search.space import ArraySpace, Space

CHUNK = 2**16
"""States expanded at a time where predecessors are looked for."""


class ExplorationStatus(StrEnum):
    """How an exploration ended."""

    COMPLETE = "complete"
    """All states that can be reached are in a layer."""
    LIMIT = "limit"
    """A limit was reached. The layers are right and whole; there may be more."""


@dataclass(frozen=True, kw_only=True, eq=False)
class KnownLayers:
    """What is known by depth, and the space that is asked for steps again.

    Parameters
    ----------
    space : Space, optional
    store : LayerStore or MemoryStore
    """

    space: Space[int] | None
    store: LayerStore | MemoryStore

    @property
    def status(self) -> ExplorationStatus:
        """Whether all states were found."""
        if self.store.complete:
            return ExplorationStatus.COMPLETE
        return ExplorationStatus.LIMIT

    @property
    def complete(self) -> bool:
        """Whether all states were found."""
        return self.store.complete

    @property
    def layer_sizes(self) -> list[int]:
        """How many states there are at each depth."""
        return self.store.layer_sizes

    @property
    def states(self) -> int:
        """How many states there are in all layers."""
        return sum(self.layer_sizes)

    def layer(self, depth: int) -> NDArray[np.int64]:
        """Return the states at a depth, in ascending order.

        Parameters
        ----------
        depth : int

        Returns
        -------
        numpy.ndarray of int64
            Read-only; of a folder, mapped from its file: only what is used takes memory.

        Raises
        ------
        IndexError
            If there is no such layer.
        """
        depth = integer(depth, "a depth")
        layers = len(self.layer_sizes)
        if not 0 <= depth < layers:
            raise IndexError(f"there is no layer {depth} of {layers}")
        return self.store.reader(depth).array().view(np.int64)

    def depths_of(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the depth of each code; -1 where it is in no layer.

        Notes
        -----
        A binary search in every layer: O(k D log n) for k codes in D layers of n states.
        """
        depths = np.full(len(codes), -1, dtype=np.int64)
        for depth in range(len(self.layer_sizes)):
            depths[contained(codes, self.layer(depth))] = depth
        return depths

    @property
    def array_space(self) -> ArraySpace:
        """The space, for whole arrays of states.

        Raises
        ------
        TypeError
            If the exploration was opened without it.
        """
        array = None if self.space is None else self.space.array
        if array is None:
            raise TypeError("this needs the space: open_exploration(path, space)")
        return array

    def states_before(self, codes: NDArray[np.int64], depth: int) -> NDArray[np.int64]:
        """Return the states at a depth that have a step to one of some states, ascending.

        Parameters
        ----------
        codes : numpy.ndarray of int64
            Ascending, each once.
        depth : int
        """
        array, layer = self.array_space, self.layer(depth)
        predecessors = None if self.space is None else self.space.predecessors
        found: list[NDArray[np.int64]] = [np.zeros(0, dtype=np.int64)]
        if self.reversible:
            before = (dst for _, dst in successor_batches(array, codes))
            found += [u[contained(u, layer)] for u in before]
        elif predecessors is not None:
            before = (np.array([*predecessors(v)], dtype=np.int64) for v in codes.tolist())
            found += [u[contained(u, layer)] for u in before]
        else:
            for start in range(0, len(layer), CHUNK):
                for src, dst in successor_batches(array, layer[start : start + CHUNK]):
                    found.append(src[contained(dst, codes)])
        return np.unique(np.concatenate(found))

    @property
    def reversible(self) -> bool:
        """Whether all steps were taken to lead back."""
        return self.store.identity.reversible
