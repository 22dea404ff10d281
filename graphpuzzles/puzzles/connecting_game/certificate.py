"""Certificates of minimum region cuts, checked on cells.

No region graph is built here: distances are compared between neighbouring cells by shifting
arrays, flows run over pairs of cells that lie side by side, and the areas that are paid as one
are found on an enlarged picture of the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self, cast

import numpy as np

from graphpuzzles.certificate import Certificate, Strength, refuse
from graphpuzzles.limits import UNLIMITED, Meter
from graphpuzzles.puzzles.connecting_game.board import INT64_SAFE, RegionBoard, locked
from graphpuzzles.puzzles.connecting_game.rules import pieces

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell
    from graphpuzzles.limits import Limits
    from graphpuzzles.puzzles.connecting_game.board import Weights

    Ends = tuple[tuple[int, int, int], ...]
    Steps = tuple[tuple[int, int, int, int, int], ...]

# Bytes that a check of a board holds for every cell: a dozen arrays of 64 bits, and as much again
# where their entries are Python integers.
CELL_BYTES = 200
# The clock is looked at once in so many steps.
TURN = 4096

# All pairs of cells that share a side or a corner, as four pairs of shifted windows.
_EVERY, _BACK, _FRONT = slice(None), slice(-1), slice(1, None)
TOUCHING = (
    ((_EVERY, _BACK), (_EVERY, _FRONT)),
    ((_BACK, _EVERY), (_FRONT, _EVERY)),
    ((_BACK, _BACK), (_FRONT, _FRONT)),
    ((_BACK, _FRONT), (_FRONT, _BACK)),
)


class Areas(NamedTuple):
    """The parts of a board that are paid as one, turned so that blue walks from top to bottom."""

    of: NDArray[np.int64]
    some_cell: NDArray[np.int64]
    weights: Weights
    forbidden: NDArray[np.bool_]
    connected: bool


def as_board(puzzle: object) -> RegionBoard:
    """Return what a certificate is asked about, if it is a board of regions."""
    if not isinstance(puzzle, RegionBoard):
        raise TypeError(f"this certificate speaks of a board, not of a {type(puzzle).__name__}")
    return puzzle


def find_areas(board: RegionBoard, meter: Meter) -> Areas:
    """Find the areas of a board from its cells alone."""
    cells = board.labels.size
    meter.require("no cell was looked at", states=cells, memory=CELL_BYTES * cells)
    of = pieces(board.labels)
    some_cell = np.empty(int(of.max()) + 1, dtype=np.int64)
    some_cell[of.ravel()] = np.arange(of.size)
    connected = True
    if board.by_label:
        names, label = np.unique(board.labels.ravel()[some_cell], return_inverse=True)
        connected = len(names) == len(some_cell)
        if not connected:
            of = label[of]
            some_cell = some_cell[np.unique(label, return_index=True)[1]]
    by_cell = board.cell_weights()
    weights = _sums(of, len(some_cell), by_cell) if board.weights_add else _at(by_cell, some_cell)
    forbidden = board.forbidden_cells().ravel()[some_cell]
    if board.direction == "left-right":
        of = of.T
        rows, columns = of.shape
        row, column = np.divmod(some_cell, rows)
        some_cell = column * columns + row
    meter.require("the areas were found")
    return Areas(of, some_cell, weights, forbidden, connected)


def _sums(of: NDArray[np.int64], count: int, weights: Weights) -> Weights:
    flat = weights.ravel()
    kind = np.int64 if int(flat.max()) * flat.size < INT64_SAFE else object
    sums = np.zeros(count, dtype=kind)
    np.add.at(sums, of.ravel(), flat.astype(kind))
    return cast("Weights", sums)


def _at(weights: Weights, cells: NDArray[np.int64]) -> Weights:
    found = weights.ravel()[cells]
    return found.astype(np.int64 if int(found.max()) < INT64_SAFE else object)


@dataclass(frozen=True, eq=False)
class ContactDistances(Certificate[int]):
    """Distances that no red walk can undercut: a lower bound of the cost of every cut.

    A red set that stops blue holds a walk from the left column to the right column through sides
    and corners (for blue from left to right: from the top row to the bottom row). If distances
    start at no more than the weight of an area on the first side, and rise by no more than the
    weight of the area entered wherever two cells touch, then no walk reaches the other side for
    less than the least distance there. This is weak duality of shortest paths; it needs no solver
    and holds also where a label is not connected.

    Parameters
    ----------
    distances : numpy.ndarray of int64 or object, shape (H, W)
        One distance a cell, equal within an area; nobody can change them.
    """

    distances: NDArray[np.int64] | NDArray[np.object_]

    def __post_init__(self) -> None:
        if type(self.distances) is np.ndarray:
            object.__setattr__(self, "distances", locked(self.distances))

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> int:
        """Return the bound; see `Certificate.proves`."""
        board = as_board(puzzle)
        return self._bound(board, find_areas(board, Meter(limits)))[0]

    def _bound(self, board: RegionBoard, areas: Areas) -> tuple[int, Weights]:
        """Return the least distance on the last side, and the distance of every area."""
        distances = board.turned(_exact(self.distances, board.labels.shape))
        kind = object if object in (distances.dtype, areas.weights.dtype) else np.int64
        per_area = distances.ravel()[areas.some_cell]
        if not np.array_equal(per_area[areas.of], distances):
            raise refuse("an area has two distances")
        weights = areas.weights.astype(kind)
        # Red cannot take a forbidden area, so nothing is asked of a step into or out of one.
        allowed = ~areas.forbidden
        cost, free = weights[areas.of], allowed[areas.of]
        first = free[:, 0] & (distances[:, 0] > cost[:, 0])
        if np.any(first):
            raise refuse(f"a distance on the first side is too large, at {np.argmax(first)}")
        for here, there in TOUCHING:
            both = free[here] & free[there]
            rise = distances[there] - distances[here]
            if np.any(both & ((rise > cost[there]) | (-rise > cost[here]))):
                raise refuse("a distance rises by more than the weight of the area entered")
        if not np.any(free[:, -1]):
            raise refuse("every area on the last side is forbidden: no walk can end there")
        return int(distances[free[:, -1], -1].min()), per_area.astype(kind)

    def to_dict(self) -> dict[str, object]:
        """Return the distances as nested lists."""
        return {"distances": self.distances.tolist()}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Rebuild the certificate."""
        array = np.array(data["distances"], dtype=object)
        if array.ndim != 2 or not all(type(x) is int for x in array.flat):
            raise ValueError("expected rows of equal length of integers")
        if array.size and max(abs(x) for x in array.flat) < INT64_SAFE:
            return cls(array.astype(np.int64))
        return cls(array)

    def __repr__(self) -> str:
        rows, columns = self.distances.shape
        return f"{type(self).__name__}({rows} x {columns} cells)"


class ContactBound(ContactDistances):
    """The same where a method gave up: the lower one of its bounds is proved."""

    question: ClassVar[str] = "bound"


class ContactCount(ContactDistances):
    """The same distances, by which all minimum cuts are counted.

    A walk over areas costs the bound exactly if it never gives anything away: it starts at a
    distance that is the weight of its first area, rises by the whole weight of every area entered,
    and ends at the bound. Where weights are positive the distances ascend along such a walk, so
    that its areas tell their order: the walks are the minimum cuts, one each. They are counted
    area by area in the order of their distances.
    """

    strength: ClassVar[Strength] = "recomputed"
    question: ClassVar[str] = "minimum_cuts"

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> int:
        """Return the number of minimum cuts; see `Certificate.proves`."""
        board, meter = as_board(puzzle), Meter(limits)
        areas = find_areas(board, meter)
        if not areas.connected:
            raise refuse("a label is not connected: a walk may jump between its parts")
        if np.any(areas.weights[~areas.forbidden] == 0):
            raise refuse("an area costs nothing: a minimum cut need not be one walk")
        meter.require("the areas were found", memory=2 * CELL_BYTES * board.labels.size)
        bound, distances = self._bound(board, areas)
        tight = _tight_steps(areas, distances)
        starts = np.unique(areas.of[:, 0])
        start = np.zeros(len(distances), dtype=bool)
        start[starts] = distances[starts] == areas.weights[starts]
        ways: list[int] = (start & ~areas.forbidden).tolist()
        for number, (before, after) in enumerate(tight):
            ways[after] += ways[before]
            if number % TURN == 0:
                meter.require(f"{number} steps were counted")
        last = np.unique(areas.of[:, -1])
        ends = last[(distances[last] == bound) & ~areas.forbidden[last]].tolist()
        count: int = sum(ways[end] for end in ends)
        if not count:
            raise refuse(f"no walk costs {bound}: the distances prove too little")
        return count


def _tight_steps(areas: Areas, distances: Weights) -> Iterator[tuple[int, int]]:
    """Yield each step between areas that rises by the whole weight entered, ends ascending."""
    of, count = areas.of, len(distances)
    keys = [np.empty(0, dtype=np.int64)]
    allowed = ~areas.forbidden
    for here, there in TOUCHING:
        for u, v in ((of[here], of[there]), (of[there], of[here])):
            full = allowed[u] & allowed[v] & (distances[v] - distances[u] == areas.weights[v])
            keys.append(u[full & (u != v)] * count + v[full & (u != v)])
    before, after = np.divmod(np.unique(np.concatenate(keys)), count)
    order = np.argsort(distances[after])
    return zip(before[order].tolist(), after[order].tolist(), strict=True)


def _exact(distances: object, shape: tuple[int, ...]) -> Weights:
    """Return distances in which no sum or difference wraps or is rounded, or refuse them."""
    # A subclass may hide entries (masked arrays do) or calculate in another way.
    if type(distances) is not np.ndarray or distances.shape != shape:
        raise refuse(f"expected an array of shape {shape}, found {type(distances)}")
    if distances.dtype == object:
        if not all(type(x) is int and x >= 0 for x in distances.flat):
            raise refuse("distances are integers, and not negative")
        return distances
    if distances.dtype.kind not in "iu":
        raise refuse(f"distances are integers, not of type {distances.dtype}")
    if distances.min() < 0 or distances.max() >= INT64_SAFE:
        raise refuse("distances lie between 0 and 2^62, or are Python integers")
    return distances.astype(np.int64)


@dataclass(frozen=True)
class BlueFlow(Certificate[int]):
    """Paths of blue that red must all cut: a lower bound of the cost of every cut.

    Each path runs through areas from blue's first side to the second; an area carries at most its
    weight. Red pays for an area at least what flows through it, so a cut costs at least the value
    of the flow (weak duality of Ford and Fulkerson, 1956). Blue must be able to follow the paths,
    so areas must be connected through sides; the check refuses a board where they are not.

    Parameters
    ----------
    entries, exits : tuple of (int, int, int)
        (row, column, amount): flow that begins in a cell of the first side, and that ends in a
        cell of the second.
    steps : tuple of (int, int, int, int, int)
        (row, column, row, column, amount): flow from a cell to a cell beside it.
    """

    entries: Ends
    exits: Ends
    steps: Steps

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> int:
        """Return the value of the flow; see `Certificate.proves`."""
        board, meter = as_board(puzzle), Meter(limits)
        cells = board.labels.size
        # A cell has at most four beside it, and is named once as the end of a path.
        for part, most in ((self.entries, cells), (self.exits, cells), (self.steps, 4 * cells)):
            if len(part) > most:
                raise refuse(f"{len(part)} amounts are more than {cells} cells have room for")
        areas = find_areas(board, meter)
        if not areas.connected:
            raise refuse("a label is not connected: blue cannot follow a path through it")
        received, passed = self._tally(board, board.turned(areas.of), meter)
        if received != passed:
            raise refuse("an area does not pass on what it receives")
        for amount, weight, free in zip(
            received, areas.weights.tolist(), areas.forbidden.tolist(), strict=True
        ):
            if amount > weight and not free:
                raise refuse(f"an area of weight {weight} carries {amount}")
        return sum(amount for _, _, amount in self.entries)

    def _tally(
        self, board: RegionBoard, of: NDArray[np.int64], meter: Meter
    ) -> tuple[list[int], list[int]]:
        """Add up what every area receives and what it passes on."""
        axis = 0 if board.direction == "top-bottom" else 1
        received = [0] * (int(of.max()) + 1)
        passed = list(received)
        for side, ends, total in (
            (0, self.entries, received),
            (of.shape[axis] - 1, self.exits, passed),
        ):
            for end in ends:
                row, column, amount = whole(end, 3)
                if (row, column)[axis] != side:
                    raise refuse(f"cell ({row}, {column}) is not on blue's side")
                total[_area(of, row, column)] += _positive(amount)
        for number, step in enumerate(self.steps):
            row, column, row2, column2, amount = whole(step, 5)
            if abs(row - row2) + abs(column - column2) != 1:
                raise refuse(f"({row}, {column}) and ({row2}, {column2}) share no side")
            passed[_area(of, row, column)] += _positive(amount)
            received[_area(of, row2, column2)] += amount
            if number % TURN == 0:
                meter.require(f"{number} steps were looked at")
        return received, passed

    def to_dict(self) -> dict[str, object]:
        """Return the flow as lists."""
        return {
            "entries": [list(x) for x in self.entries],
            "exits": [list(x) for x in self.exits],
            "steps": [list(x) for x in self.steps],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> BlueFlow:
        """Rebuild the certificate."""
        entries, exits = (cast("Ends", tuples(data[name])) for name in ("entries", "exits"))
        return cls(entries, exits, cast("Steps", tuples(data["steps"])))

    def __repr__(self) -> str:
        value = sum(amount for _, _, amount in self.entries)
        return f"BlueFlow({value} units over {len(self.steps)} steps)"


def _area(of: NDArray[np.int64], row: int, column: int) -> int:
    if not (0 <= row < of.shape[0] and 0 <= column < of.shape[1]):
        raise refuse(f"cell ({row}, {column}) is off the board")
    return int(of[row, column])


def _positive(amount: int) -> int:
    if amount <= 0:
        raise refuse(f"an amount of {amount} is not positive")
    return amount


def whole(numbers: Sequence[int], length: int) -> Sequence[int]:
    """Return numbers that are Python integers: others may wrap, round, or compare as they like."""
    if len(numbers) != length or not all(type(x) is int for x in numbers):
        raise refuse(f"expected {length} integers, found {numbers!r}")
    return numbers


def tuples(data: object) -> tuple[tuple[int, ...], ...]:
    """Return lists of lists as tuples of tuples; what they hold is for the check to look at."""
    return tuple(tuple(row) for row in cast("Sequence[Sequence[int]]", data))


@dataclass(frozen=True)
class ForbiddenPath(Certificate[int]):
    """A path of blue through cells that red must not take: no cut exists.

    Parameters
    ----------
    cells : tuple of (int, int)
        Cells (row, column) from blue's first side to the second, consecutive ones side by side.
    """

    cells: tuple[Cell, ...]

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> None:
        """Return None: no red set stops blue; see `Certificate.proves`."""
        board, meter = as_board(puzzle), Meter(limits)
        size = board.labels.size
        meter.require("no cell was looked at", states=size, memory=CELL_BYTES * size)
        if len(self.cells) > size:
            raise refuse(f"a path of {len(self.cells)} cells meets one of {size} twice")
        forbidden = board.forbidden_cells()
        rows, columns = forbidden.shape
        axis, last = (0, rows - 1) if board.direction == "top-bottom" else (1, columns - 1)
        for number, cell in enumerate(self.cells):
            row, column = whole(cell, 2)
            if not (0 <= row < rows and 0 <= column < columns):
                raise refuse(f"cell ({row}, {column}) is off the board")
            if not forbidden[row, column]:
                raise refuse(f"red may take cell ({row}, {column})")
            if number % TURN == 0:
                meter.require(f"{number} cells were looked at")
        if not self.cells or self.cells[0][axis] != 0 or self.cells[-1][axis] != last:
            raise refuse("the path does not join blue's two sides")
        for u, v in pairwise(self.cells):
            if abs(u[0] - v[0]) + abs(u[1] - v[1]) != 1:
                raise refuse(f"cells {u} and {v} share no side")

    def to_dict(self) -> dict[str, object]:
        """Return the path as a list of cells."""
        return {"cells": [list(cell) for cell in self.cells]}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> ForbiddenPath:
        """Rebuild the certificate."""
        return cls(cast("tuple[Cell, ...]", tuples(data["cells"])))

    def __repr__(self) -> str:
        return f"ForbiddenPath({len(self.cells)} cells)"
