"""Parts of an exploration: balls, layers, and all shortest paths between two sets of states.

All work is done on sorted arrays of the part's own codes: memory grows with the part alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.exploring.states import contained, integer
from graphpuzzles.search.array_steps import successor_batches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphpuzzles.exploring.result import Exploration

__all__ = ["Part", "ball", "codes_of", "layer_range", "shortest_paths"]

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


def codes_of(exploration: Exploration, states: int | Iterable[int]) -> NDArray[np.int64]:
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

    def __init__(self, exploration: Exploration, max_nodes: int) -> None:
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


def ball(exploration: Exploration, center: int, radius: int, max_nodes: int) -> Part:
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


def layer_range(exploration: Exploration, first: int, last: int, max_nodes: int) -> Part:
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
    exploration: Exploration,
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
    exploration: Exploration, targets: NDArray[np.int64], gathering: _Gathering
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
    exploration: Exploration,
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
