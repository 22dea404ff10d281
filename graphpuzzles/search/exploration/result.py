"""What an exploration knows: sizes, layers, depths, paths, and parts as graphs."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.search.exploration.memory import MemoryStore

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphpuzzles.search.exploration.store import LayerStore
    from graphpuzzles.search.space import ArraySpace, Space

__all__ = ["Exploration", "ExplorationStatus"]

CHUNK = 2**16
"""States expanded at a time where predecessors are looked for."""


class ExplorationStatus(StrEnum):
    """How an exploration ended."""

    COMPLETE = "complete"
    """All states that can be reached are in a layer."""
    LIMIT = "limit"
    """A limit was reached. The layers are right and whole; there may be more."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Exploration:
    """Layers of states by depth, in memory or in a folder.

    Made by `explore` or `open_exploration`. Layers are never changed, so several may be used at a
    time, while one process goes on with the same folder.

    Parameters
    ----------
    space : Space, optional
        Needed for paths and parts, which ask it for steps again.
    store : LayerStore or MemoryStore
    limit : str, optional
        The field of `Limits` that was reached, ``"stopped"`` where the callback asked to stop;
        None where all is done, or where a folder was opened.
    """

    space: Space[int] | None
    store: LayerStore | MemoryStore
    limit: str | None = None

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

    def histogram(self) -> dict[int, int]:
        """Return how many states there are by depth, which is their distance from the starts."""
        return dict(enumerate(self.layer_sizes))

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
        depth = operator.index(depth)
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
            layer = self.layer(depth)
            place = np.minimum(np.searchsorted(layer, codes), len(layer) - 1)
            depths[layer[place] == codes] = depth
        return depths

    def depth_of(self, code: int) -> int:
        """Return the depth of a state, which is the length of a shortest path to it.

        Raises
        ------
        KeyError
            If the state is in no layer.
        """
        number = operator.index(code)
        if not 0 <= number < 2**63:
            raise KeyError(code)
        depth = int(self.depths_of(np.array([number], dtype=np.int64))[0])
        if depth < 0:
            raise KeyError(code)
        return depth

    def path_to(self, code: int) -> list[int]:
        """Return a shortest path from a start to a state: before each state the least code.

        Raises
        ------
        KeyError
            If the state is in no layer.
        TypeError
            If the exploration was opened without its space.

        Notes
        -----
        Walks back layer by layer. Where the space has neither ``predecessors`` nor steps that all
        lead back, every layer before is expanded again, which takes as long as exploring did.
        """
        depth = self.depth_of(code)
        path = [operator.index(code)]
        for before in range(depth - 1, -1, -1):
            target = np.array(path[-1:], dtype=np.int64)
            path.append(int(self.states_before(target, before)[0]))
        path.reverse()
        return path

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
        found = [np.zeros(0, dtype=np.int64)]
        if self.reversible:
            found += [
                _within(dst.astype(np.int64), layer) for _, dst in array.successors_array(codes)
            ]
        elif self.space is not None and self.space.predecessors is not None:
            before = [u for v in codes.tolist() for u in self.space.predecessors(v)]
            found.append(_within(np.array(before, dtype=np.int64), layer))
        else:
            for start in range(0, len(layer), CHUNK):
                for src, dst in array.successors_array(np.array(layer[start : start + CHUNK])):
                    place = np.minimum(np.searchsorted(codes, dst), len(codes) - 1)
                    found.append(src[codes[place] == dst].astype(np.int64))
        return np.unique(np.concatenate(found))

    @property
    def reversible(self) -> bool:
        """Whether all steps were taken to lead back."""
        if isinstance(self.store, MemoryStore):
            return self.store.identity.reversible
        return self.store.manifest.identity.reversible

    def __repr__(self) -> str:
        shown = [str(self.status), f"states={self.states}", f"layers={len(self.layer_sizes)}"]
        if self.limit is not None:
            shown.insert(1, f"limit={self.limit!r}")
        return f"Exploration({', '.join(shown)})"


def _within(codes: NDArray[np.int64], layer: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the codes that are in a layer."""
    place = np.minimum(np.searchsorted(layer, codes), len(layer) - 1)
    within: NDArray[np.bool_] = layer[place] == codes
    return codes[within]
