"""What an exploration knows: sizes, layers, depths, paths, and parts as graphs."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.exploring import parts
from graphpuzzles.exploring.states import contained, integer
from graphpuzzles.exploring.stream import PartStream
from graphpuzzles.search.array_steps import successor_batches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from graphpuzzles.exploring.memory import MemoryStore
    from graphpuzzles.exploring.store import LayerStore
    from graphpuzzles.search.space import ArraySpace, Space

__all__ = ["Exploration", "ExplorationStatus"]

MAX_NODES = 1_000_000

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

    def depth_of(self, code: int) -> int:
        """Return the depth of a state, which is the length of a shortest path to it.

        Raises
        ------
        KeyError
            If the state is in no layer.
        """
        number = integer(code, "a state")
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

    def ball(
        self,
        center: int,
        radius: int,
        *,
        max_nodes: int = MAX_NODES,
        label: Callable[[object], str] = repr,
    ) -> PartStream:
        """Return the states within some steps of one state, for `write_graphml`.

        Parameters
        ----------
        center, radius : int
        max_nodes : int, optional
            Refuse a part of more states; it is held in memory.
        label : callable, optional
            The text of a state, or of what the space's ``decode`` makes of it.

        Raises
        ------
        KeyError
            If the state is in no layer.
        TypeError
            If the exploration was opened without its space.
        ValueError
            If the part has more than `max_nodes` states, or `radius` is negative.
        """
        part = parts.ball(self, center, integer(radius, "a radius"), max_nodes)
        return PartStream(self, part, label=label)

    def layer_range(
        self,
        first: int,
        last: int,
        *,
        max_nodes: int = MAX_NODES,
        label: Callable[[object], str] = repr,
    ) -> PartStream:
        """Return the states from one depth to another, both included, for `write_graphml`.

        Parameters
        ----------
        first, last : int
        max_nodes, label
            As for `ball`.

        Raises
        ------
        IndexError
            If there are no such layers.
        TypeError, ValueError
            As for `ball`.
        """
        first, last = integer(first, "a depth"), integer(last, "a depth")
        part = parts.layer_range(self, first, last, max_nodes)
        return PartStream(self, part, label=label)

    def shortest_paths(
        self,
        sources: int | Iterable[int],
        targets: int | Iterable[int],
        *,
        max_nodes: int = MAX_NODES,
        label: Callable[[object], str] = repr,
    ) -> PartStream:
        """Return all shortest paths from one set of states to another, for `write_graphml`.

        A path is shortest if no path from any of the sources to any of the targets has fewer
        steps, among the states explored.

        Parameters
        ----------
        sources, targets : int or iterable of int
        max_nodes : int, optional
            Refuse to hold more states, those that are looked at on the way included.
        label : callable, optional
            As for `ball`.

        Raises
        ------
        KeyError
            If a state is in no layer.
        TypeError
            If the exploration was opened without its space.
        ValueError
            If there is no path, no source or no target, or more than `max_nodes` states.

        Notes
        -----
        From the starts, the layers are walked back, which holds states of the result alone.
        Elsewhere the search is breadth-first, from both ends where all steps lead back.
        """
        part = parts.shortest_paths(self, sources, targets, max_nodes)
        return PartStream(self, part, label=label)

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

    def __repr__(self) -> str:
        shown = [str(self.status), f"states={self.states}", f"layers={len(self.layer_sizes)}"]
        if self.limit is not None:
            shown.insert(1, f"limit={self.limit!r}")
        return f"Exploration({', '.join(shown)})"
