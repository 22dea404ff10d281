"""A part of an exploration, told row by row for a writer of graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from graphpuzzles.exploring.states import contained
from graphpuzzles.search.array_steps import successor_batches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.exploring.parts import Part
    from graphpuzzles.exploring.result import Exploration

    Column: TypeAlias = Sequence[object] | NDArray[np.generic]

__all__ = ["PartStream"]

Kind: TypeAlias = Literal["long", "string"]

BATCH = 8192
"""Rows told at a time."""


class PartStream:
    """Some states of an exploration and the steps between them.

    It has the members of `graphpuzzles.export.GraphStream`, so that
    ``write_graphml(exploration.ball(code, 3), path)`` writes it without building a graph. Nodes
    stand in order of depth, then of code.

    Parameters
    ----------
    exploration : Exploration
    part : Part
    label : callable
        The text of a state, or of what the space's ``decode`` makes of it.

    Attributes
    ----------
    directed : bool
        True: where steps lead back, there are two edges.
    codes, depths : numpy.ndarray of int64, shape (k,)
        The states, and their distances from the starts, in the order of the nodes.
    attributes : Mapping of str to int or str
        How many states and layers the exploration has, and whether it is complete.
    node_schema, edge_schema : Mapping of str to str
        Names and kinds of the attributes. ``y`` is minus the depth, ``x`` a number among the
        states of the part at this depth. ``distance`` counts the steps from where the part
        begins, and is missing in a range of layers.
    """

    directed = True
    edge_schema: Mapping[str, Kind] = {}

    def __init__(
        self, exploration: Exploration, part: Part, *, label: Callable[[object], str] = repr
    ) -> None:
        self._exploration = exploration
        self._part = part
        self._label = label
        depths = exploration.depths_of(part.codes)
        order = np.argsort(depths, kind="stable")
        self._number = np.empty(len(order), dtype=np.int64)
        self._number[order] = np.arange(len(order))
        self.codes = part.codes[order]
        self.depths = depths[order]
        self._distances = None if part.distances is None else part.distances[order]
        self.attributes: Mapping[str, int | str] = {
            "status": str(exploration.status),
            "explored_states": exploration.states,
            "explored_layers": len(exploration.layer_sizes),
        }
        distance: dict[str, Kind] = {} if self._distances is None else {"distance": "long"}
        self.node_schema: Mapping[str, Kind] = {
            "label": "string",
            "code": "long",
            "depth": "long",
            **distance,
            "x": "long",
            "y": "long",
        }

    def __len__(self) -> int:
        return len(self.codes)

    def node_batches(self) -> Iterator[tuple[int, Mapping[str, Column]]]:
        """Yield, for each batch of states, how many and their columns."""
        space = self._exploration.space
        decode = None if space is None else space.decode
        first = np.searchsorted(self.depths, self.depths)
        for start in range(0, len(self.codes), BATCH):
            rows = slice(start, start + BATCH)
            codes = self.codes[rows].tolist()
            shown = codes if decode is None else map(decode, codes)
            columns: dict[str, Column] = {
                "label": [self._label(state) for state in shown],
                "code": self.codes[rows],
                "depth": self.depths[rows],
                "x": np.arange(start, start + len(codes)) - first[rows],
                "y": -self.depths[rows],
            }
            if self._distances is not None:
                columns["distance"] = self._distances[rows]
            yield len(codes), columns

    def edge_batches(self) -> Iterator[tuple[Column, Column, Mapping[str, Column]]]:
        """Yield, for each batch of steps, the numbers of their ends."""
        ascending, nodes = self._part.codes, len(self.codes)
        space = self._exploration.array_space
        for start in range(0, nodes, BATCH):
            steps = [np.zeros(0, dtype=np.int64)]
            for src, dst in successor_batches(space, np.sort(self.codes[start : start + BATCH])):
                kept = contained(dst, ascending)
                u = self._number[np.searchsorted(ascending, src[kept])]
                v = self._number[np.searchsorted(ascending, dst[kept])]
                if self._part.onwards and self._distances is not None:
                    on = self._distances[v] == self._distances[u] + 1
                    u, v = u[on], v[on]
                steps.append(u * nodes + v)
            # Two moves may lead to the same state; all steps from a state are in one batch.
            pairs = np.unique(np.concatenate(steps))
            yield pairs // nodes, pairs % nodes, {}
