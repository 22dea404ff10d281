"""Parts of an exploration: balls, layers, and all shortest paths between two sets of states.

All work is done on sorted arrays of the part's own codes: memory grows with the part alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from graphpuzzles.exploring.states import contained, integer
from graphpuzzles.search.layers import successor_batches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.exploring.depths import KnownLayers

    Column: TypeAlias = Sequence[object] | NDArray[np.generic]

Kind: TypeAlias = Literal["long", "string"]

BATCH = 8192
"""Rows told at a time."""


CHUNK = 2**14
"""States expanded at a time."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Part:
    """Some states of an exploration.

    Parameters
    ----------
    codes : numpy.ndarray of int64, shape (k,)
        Ascending.
    distances : numpy.ndarray of int64, shape (k,), optional
        Steps from where the part begins.
    onwards : bool
        Whether only the steps belong to it that lead one step farther.
    """

    codes: NDArray[np.int64]
    distances: NDArray[np.int64] | None = None
    onwards: bool = False


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
        self, exploration: KnownLayers, part: Part, *, label: Callable[[object], str] = repr
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


def codes_of(exploration: KnownLayers, states: int | Iterable[int]) -> NDArray[np.int64]:
    """Return states that belong to an exploration, in ascending order, each once.

    Raises
    ------
    KeyError
        If a state is in no layer.
    TypeError
        If a state is no integer.
    ValueError
        If there is none.
    """
    given = states if isinstance(states, Iterable) else [states]
    numbers = sorted({integer(code, "a state") for code in given})
    if not numbers:
        raise ValueError("there is no state")
    if numbers[0] < 0 or numbers[-1] >= 2**63:
        raise KeyError(numbers[0] if numbers[0] < 0 else numbers[-1])
    codes = np.array(numbers, dtype=np.int64)
    for code in codes[exploration.depths_of(codes) < 0].tolist():
        raise KeyError(code)
    return codes


class _Gathering:
    """Grows sets of states, within a number of states."""

    def __init__(self, exploration: KnownLayers, max_nodes: int) -> None:
        self._exploration = exploration
        self._space = exploration.array_space
        self._left = max_nodes
        self._max_nodes = max_nodes

    def count(self, states: int) -> None:
        """Refuse more states than are allowed together."""
        self._left -= states
        if self._left < 0:
            raise ValueError(f"the part has more than max_nodes={self._max_nodes} states")

    def successors(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the explored successors of some states, ascending, each once."""
        found = np.zeros(0, dtype=np.int64)
        for start in range(0, len(codes), CHUNK):
            batches = [found]
            for _, dst in successor_batches(self._space, codes[start : start + CHUNK]):
                batches.append(dst)
            found = np.unique(np.concatenate(batches))
        if self._exploration.complete:
            return found
        return found[self._exploration.depths_of(found) >= 0]

    def leading_to(
        self, codes: NDArray[np.int64], targets: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return those of some states that have a successor among others, ascending."""
        leading = np.zeros(len(codes), dtype=np.bool_)
        for start in range(0, len(codes), CHUNK):
            for src, dst in successor_batches(self._space, codes[start : start + CHUNK]):
                kept = src[contained(dst, targets)]
                leading[np.searchsorted(codes, kept)] = True
        return codes[leading]


def ball(exploration: KnownLayers, center: int, radius: int, max_nodes: int) -> Part:
    """Return the states within some steps of one state."""
    if radius < 0:
        raise ValueError(f"the radius must not be negative, got {radius}")
    gathering = _Gathering(exploration, max_nodes)
    frontier = known = codes_of(exploration, center)
    levels = [frontier]
    gathering.count(1)
    for _ in range(radius):
        near = gathering.successors(frontier)
        frontier = near[~contained(near, known)]
        if not len(frontier):
            break
        gathering.count(len(frontier))
        known = np.union1d(known, frontier)
        levels.append(frontier)
    return _of_levels(levels, onwards=False)


def layer_range(exploration: KnownLayers, first: int, last: int, max_nodes: int) -> Part:
    """Return the states from one depth to another, both included."""
    sizes = exploration.layer_sizes
    if not 0 <= first <= last < len(sizes):
        raise IndexError(f"there are no layers {first} to {last} of {len(sizes)}")
    gathering = _Gathering(exploration, max_nodes)
    gathering.count(sum(sizes[first : last + 1]))
    layers = [exploration.layer(depth) for depth in range(first, last + 1)]
    codes = np.concatenate(layers)
    codes.sort()
    return Part(codes=codes)


def shortest_paths(
    exploration: KnownLayers,
    sources: int | Iterable[int],
    targets: int | Iterable[int],
    max_nodes: int,
) -> Part:
    """Return the states on all shortest paths from one set of states to another."""
    begin, end = codes_of(exploration, sources), codes_of(exploration, targets)
    gathering = _Gathering(exploration, max_nodes)
    if np.array_equal(begin, exploration.layer(0)):
        levels = _back_through_layers(exploration, end, gathering)
    else:
        levels = _levels_between(exploration, begin, end, gathering)
    return _of_levels(levels, onwards=True)


def _back_through_layers(
    exploration: KnownLayers, targets: NDArray[np.int64], gathering: _Gathering
) -> list[NDArray[np.int64]]:
    """Return the states on shortest paths from the starts, by depth."""
    depths = exploration.depths_of(targets)
    nearest = int(depths.min())
    levels = [targets[depths == nearest]]
    gathering.count(len(levels[0]))
    for depth in range(nearest - 1, -1, -1):
        levels.append(exploration.states_before(levels[-1], depth))
        gathering.count(len(levels[-1]))
    levels.reverse()
    return levels


def _levels_between(
    exploration: KnownLayers,
    sources: NDArray[np.int64],
    targets: NDArray[np.int64],
    gathering: _Gathering,
) -> list[NDArray[np.int64]]:
    """Return the states on shortest paths, by distance: breadth first, from both ends if it can.

    Every shortest path of a + b steps has its state number a in layer a from the sources and in
    layer b from the targets; the first pair of layers that meet is such a pair.
    """
    forward, backward = [sources], [targets]
    known = {True: sources, False: targets}
    gathering.count(len(sources) + len(targets))
    meeting = np.intersect1d(sources, targets)
    while not len(meeting):
        ahead = not exploration.reversible or len(forward[-1]) <= len(backward[-1])
        side = forward if ahead else backward
        near = gathering.successors(side[-1])
        frontier = near[~contained(near, known[ahead])]
        if not len(frontier):
            raise ValueError("no path leads from the sources to the targets in what is explored")
        gathering.count(len(frontier))
        known[ahead] = np.union1d(known[ahead], frontier)
        side.append(frontier)
        meeting = np.intersect1d(forward[-1], backward[-1])
    before = [meeting]
    for level in reversed(forward[:-1]):
        before.append(gathering.leading_to(level, before[-1]))
    after = [meeting]
    for level in reversed(backward[:-1]):
        after.append(np.intersect1d(gathering.successors(after[-1]), level))
    return [*reversed(before), *after[1:]]


def _of_levels(levels: list[NDArray[np.int64]], *, onwards: bool) -> Part:
    codes = np.concatenate(levels)
    distances = np.repeat(np.arange(len(levels)), [len(level) for level in levels])
    order = np.argsort(codes)
    return Part(codes=codes[order], distances=distances[order], onwards=onwards)
