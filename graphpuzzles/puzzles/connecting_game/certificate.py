"""Certificates of minimum region cuts, checked on cells.

No region graph is built here: distances are compared between neighbouring cells by shifting
arrays, flows run over pairs of cells that lie side by side, and the areas that are paid as one
are found on an enlarged picture of the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, cast, runtime_checkable

import numpy as np

from graphpuzzles.certificate import Certificate, refuse
from graphpuzzles.limits import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.limits import Limits

__all__ = ["BlueFlow", "ContactDistances", "CutBoard", "ForbiddenPath", "pieces"]

# Distances up to here can be added without leaving int64.
INT64_SAFE = 2**62


@runtime_checkable
class CutBoard(Protocol):
    """What a board must tell so that a cut of it can be proved."""

    @property
    def labels(self) -> NDArray[np.integer]:
        """Label of every cell, shape (H, W)."""
        ...

    @property
    def direction(self) -> Literal["top-bottom", "left-right"]:
        """Between which sides blue walks."""
        ...

    @property
    def by_label(self) -> bool:
        """Whether all cells of a label are paid as one even where they are not connected."""
        ...

    @property
    def weights_add(self) -> bool:
        """Whether an area weighs the sum of its cells; otherwise each cell bears all of it."""
        ...

    def cell_weights(self) -> NDArray[np.integer] | NDArray[np.object_]:
        """Return the weight of every cell, not negative, shape (H, W)."""
        ...

    def forbidden_cells(self) -> NDArray[np.bool_]:
        """Return the cells that red must not take, shape (H, W)."""
        ...


class Areas(NamedTuple):
    """The parts of a board that are paid as one, turned so that blue walks from top to bottom."""

    of: NDArray[np.int64]
    some_cell: NDArray[np.int64]
    weights: NDArray[np.int64] | NDArray[np.object_]
    forbidden: NDArray[np.bool_]
    connected: bool


def find_areas(puzzle: object) -> Areas:
    """Find the areas of a board from its cells alone."""
    if not isinstance(puzzle, CutBoard):
        raise TypeError(f"a cut certificate speaks of a board, not of {type(puzzle).__name__}")
    of = pieces(puzzle.labels)
    some_cell = np.empty(int(of.max()) + 1, dtype=np.int64)
    some_cell[of.ravel()] = np.arange(of.size)
    connected = True
    if puzzle.by_label:
        names, label = np.unique(puzzle.labels.ravel()[some_cell], return_inverse=True)
        connected = len(names) == len(some_cell)
        if not connected:
            of = label[of]
            some_cell = some_cell[np.unique(label, return_index=True)[1]]
    by_cell = puzzle.cell_weights()
    weights = _sums(of, len(some_cell), by_cell) if puzzle.weights_add else _at(by_cell, some_cell)
    forbidden = puzzle.forbidden_cells().ravel()[some_cell]
    if puzzle.direction == "left-right":
        of = of.T
        rows, columns = of.shape
        row, column = np.divmod(some_cell, rows)
        some_cell = column * columns + row
    return Areas(of, some_cell, weights, forbidden, connected)


def pieces(labels: NDArray[np.integer]) -> NDArray[np.int64]:
    """Give every connected part of a label a number, on a picture of twice the size.

    Cells stand on even coordinates; between two cells of one label the picture is filled.

    Parameters
    ----------
    labels : numpy.ndarray of int, shape (H, W)

    Returns
    -------
    numpy.ndarray of int64, shape (H, W)
        Numbers from 0.
    """
    from scipy.ndimage import label

    rows, columns = labels.shape
    picture = np.zeros((2 * rows - 1, 2 * columns - 1), dtype=bool)
    picture[::2, ::2] = True
    picture[::2, 1::2] = labels[:, 1:] == labels[:, :-1]
    picture[1::2, ::2] = labels[1:] == labels[:-1]
    numbered, _ = label(picture)
    return numbered[::2, ::2].astype(np.int64) - 1


def _sums(
    of: NDArray[np.int64], count: int, weights: NDArray[np.integer] | NDArray[np.object_]
) -> NDArray[np.int64] | NDArray[np.object_]:
    flat = weights.ravel()
    kind = np.int64 if int(flat.max()) * flat.size < INT64_SAFE else object
    sums = np.zeros(count, dtype=kind)
    np.add.at(sums, of.ravel(), flat.astype(kind))
    return cast("NDArray[np.int64] | NDArray[np.object_]", sums)


def _at(
    weights: NDArray[np.integer] | NDArray[np.object_], cells: NDArray[np.int64]
) -> NDArray[np.int64] | NDArray[np.object_]:
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
        One distance a cell, equal within an area.
    """

    distances: NDArray[np.int64] | NDArray[np.object_]

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> int:
        """Return the bound; see `Certificate.proves`."""
        del limits
        areas = find_areas(puzzle)
        cells = cast("CutBoard", puzzle)
        distances = self.distances
        if distances.shape != cells.labels.shape:
            raise refuse(f"distances of shape {distances.shape} for {cells.labels.shape} cells")
        if cells.direction == "left-right":
            distances = distances.T
        if distances.min() < 0 or (distances.dtype != object and distances.max() >= INT64_SAFE):
            raise refuse("distances lie between 0 and 2^62, or are Python integers")
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
        for here, there in _touching(distances.shape):
            both = free[here] & free[there]
            rise = distances[there] - distances[here]
            if np.any(both & ((rise > cost[there]) | (-rise > cost[here]))):
                raise refuse("a distance rises by more than the weight of the area entered")
        if not np.any(free[:, -1]):
            raise refuse("every area on the last side is forbidden: no walk can end there")
        return int(distances[free[:, -1], -1].min())

    def to_dict(self) -> dict[str, object]:
        """Return the distances as nested lists."""
        return {"distances": self.distances.tolist()}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> ContactDistances:
        """Rebuild the certificate."""
        return cls(_whole_numbers(data["distances"]))

    def __repr__(self) -> str:
        rows, columns = self.distances.shape
        return f"ContactDistances({rows} x {columns} cells)"


Slices = tuple[slice, slice]


def _touching(shape: tuple[int, ...]) -> list[tuple[Slices, Slices]]:
    """All pairs of cells that share a side or a corner, as four pairs of shifted windows."""
    every, back, front = slice(None), slice(None, -1), slice(1, None)
    pairs = [
        ((every, back), (every, front)),
        ((back, every), (front, every)),
        ((back, back), (front, front)),
        ((back, front), (front, back)),
    ]
    rows, columns = shape
    usable = [(columns > 1), (rows > 1), (rows > 1 and columns > 1), (rows > 1 and columns > 1)]
    return [pair for pair, use in zip(pairs, usable, strict=True) if use]


def _whole_numbers(data: object) -> NDArray[np.int64] | NDArray[np.object_]:
    """Read nested lists of integers; Python integers where int64 does not hold them."""
    array = np.array(data, dtype=object)
    if array.ndim != 2 or not all(type(x) is int for x in array.flat):
        raise ValueError("expected rows of equal length of integers")
    if array.size and max(abs(x) for x in array.flat) < INT64_SAFE:
        return array.astype(np.int64)
    return array


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

    entries: tuple[tuple[int, int, int], ...]
    exits: tuple[tuple[int, int, int], ...]
    steps: tuple[tuple[int, int, int, int, int], ...]

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> int:
        """Return the value of the flow; see `Certificate.proves`."""
        del limits
        areas = find_areas(puzzle)
        if not areas.connected:
            raise refuse("a label is not connected: blue cannot follow a path through it")
        turned = cast("CutBoard", puzzle).direction == "left-right"
        received, passed = self._tally(areas.of.T if turned else areas.of, turned)
        if received != passed:
            raise refuse("an area does not pass on what it receives")
        for amount, weight, free in zip(
            received, areas.weights.tolist(), areas.forbidden.tolist(), strict=True
        ):
            if amount > weight and not free:
                raise refuse(f"an area of weight {weight} carries {amount}")
        return sum(amount for _, _, amount in self.entries)

    def _tally(self, of: NDArray[np.int64], turned: bool) -> tuple[list[int], list[int]]:
        """Add up what every area receives and what it passes on."""
        rows, columns = of.shape
        last = columns - 1 if turned else rows - 1
        received = [0] * (int(of.max()) + 1)
        passed = list(received)

        def area(row: int, column: int, amount: int) -> int:
            if amount <= 0:
                raise refuse(f"an amount of {amount} is not positive")
            if not (0 <= row < rows and 0 <= column < columns):
                raise refuse(f"cell ({row}, {column}) is off the board")
            return int(of[row, column])

        for side, ends, total in ((0, self.entries, received), (last, self.exits, passed)):
            for row, column, amount in ends:
                if (column if turned else row) != side:
                    raise refuse(f"cell ({row}, {column}) is not on blue's side")
                total[area(row, column, amount)] += amount
        for row, column, row2, column2, amount in self.steps:
            if abs(row - row2) + abs(column - column2) != 1:
                raise refuse(f"({row}, {column}) and ({row2}, {column2}) share no side")
            passed[area(row, column, amount)] += amount
            received[area(row2, column2, amount)] += amount
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
        entries, exits, steps = (
            tuple(_integers(x, width) for x in cast("Sequence[object]", data[name]))
            for name, width in (("entries", 3), ("exits", 3), ("steps", 5))
        )
        return cls(
            cast("tuple[tuple[int, int, int], ...]", entries),
            cast("tuple[tuple[int, int, int], ...]", exits),
            cast("tuple[tuple[int, int, int, int, int], ...]", steps),
        )

    def __repr__(self) -> str:
        value = sum(amount for _, _, amount in self.entries)
        return f"BlueFlow({value} units over {len(self.steps)} steps)"


def _integers(data: object, length: int) -> tuple[int, ...]:
    numbers = tuple(cast("Sequence[object]", data))
    if len(numbers) != length or not all(type(x) is int for x in numbers):
        raise ValueError(f"expected {length} integers, found {data!r}")
    return cast("tuple[int, ...]", numbers)


@dataclass(frozen=True)
class ForbiddenPath(Certificate[int]):
    """A path of blue through cells that red must not take: no cut exists.

    Parameters
    ----------
    cells : tuple of (int, int)
        Cells (row, column) from blue's first side to the second, consecutive ones side by side.
    """

    cells: tuple[tuple[int, int], ...]

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> None:
        """Return None: no red set stops blue; see `Certificate.proves`."""
        del limits
        if not isinstance(puzzle, CutBoard):
            raise TypeError(f"a cut certificate speaks of a board, not {type(puzzle).__name__}")
        forbidden = puzzle.forbidden_cells()
        rows, columns = forbidden.shape
        axis, last = (0, rows - 1) if puzzle.direction == "top-bottom" else (1, columns - 1)
        if not self.cells or self.cells[0][axis] != 0 or self.cells[-1][axis] != last:
            raise refuse("the path does not join blue's two sides")
        for row, column in self.cells:
            if not (0 <= row < rows and 0 <= column < columns):
                raise refuse(f"cell ({row}, {column}) is off the board")
            if not forbidden[row, column]:
                raise refuse(f"red may take cell ({row}, {column})")
        for u, v in zip(self.cells, self.cells[1:], strict=False):
            if abs(u[0] - v[0]) + abs(u[1] - v[1]) != 1:
                raise refuse(f"cells {u} and {v} share no side")

    def to_dict(self) -> dict[str, object]:
        """Return the path as a list of cells."""
        return {"cells": [list(cell) for cell in self.cells]}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> ForbiddenPath:
        """Rebuild the certificate."""
        cells = tuple(_integers(cell, 2) for cell in cast("Sequence[object]", data["cells"]))
        return cls(cast("tuple[tuple[int, int], ...]", cells))

    def __repr__(self) -> str:
        return f"ForbiddenPath({len(self.cells)} cells)"
