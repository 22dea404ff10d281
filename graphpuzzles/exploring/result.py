"""What an exploration knows: sizes, layers, depths, paths, and parts as graphs."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.exploring import parts
from graphpuzzles.exploring.depths import KnownLayers
from graphpuzzles.exploring.parts import PartStream
from graphpuzzles.exploring.states import integer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MAX_NODES = 1_000_000


@dataclass(frozen=True, kw_only=True, eq=False)
class Exploration(KnownLayers):
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

    limit: str | None = None

    def histogram(self) -> dict[int, int]:
        """Return how many states there are by depth, which is their distance from the starts."""
        return dict(enumerate(self.layer_sizes))

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

    def __repr__(self) -> str:
        shown = [str(self.status), f"states={self.states}", f"layers={len(self.layer_sizes)}"]
        if self.limit is not None:
            shown.insert(1, f"limit={self.limit!r}")
        return f"Exploration({', '.join(shown)})"
