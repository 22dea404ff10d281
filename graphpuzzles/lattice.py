"""The three lattices of the puzzles: which cells are neighbours.

A cell is a pair of integers. On a bounded board it is ``(row, column)`` from 0 and its index is
``row * columns + column``; on the plane the two numbers are axial coordinates.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

__all__ = ["HEX", "KING", "SQUARE", "Cell", "Lattice"]

Cell: TypeAlias = tuple[int, int]
"""A cell of a lattice: (row, column), or two axial coordinates."""


@dataclass(frozen=True)
class Lattice:
    """A two-dimensional lattice given by the steps from a cell to its neighbours.

    Parameters
    ----------
    name : str
    steps : tuple of Cell
        Translations to the neighbours, closed under negation, in the order in which every function
        of this package lists neighbours.

    Examples
    --------
    >>> list(HEX.neighbors((0, 0)))
    [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]
    """

    name: str
    steps: tuple[Cell, ...]

    def neighbors(self, cell: Cell) -> Iterator[Cell]:
        """Yield the neighbours of a cell on the unbounded lattice, in the order of `steps`."""
        a, b = cell
        for da, db in self.steps:
            yield a + da, b + db

    def adjacent(self, u: Cell, v: Cell) -> bool:
        """Tell whether two cells are neighbours; a cell is not its own neighbour."""
        return (v[0] - u[0], v[1] - u[1]) in self.steps

    def place(self, a: float, b: float) -> tuple[float, float]:
        """Return x and y of a point in a plot, y pointing up.

        Cells that share a side are 1 apart. Rows go down, as on a board; hexagons stand in rows of
        one second coordinate, which go up.

        Parameters
        ----------
        a, b : float
            A cell, or a point between cells.

        Examples
        --------
        >>> SQUARE.place(2, 1), HEX.place(2, 1)
        ((1.0, -2.0), (2.5, 0.8660254037844386))
        """
        if self == HEX:
            return a + b / 2, b * math.sqrt(3) / 2
        return float(b), 0.0 - a

    def neighbor_table(self, rows: int, columns: int) -> NDArray[np.int64]:
        """Return the indices of the neighbours of every cell of a board.

        Parameters
        ----------
        rows, columns : int
            Size of the board.

        Returns
        -------
        numpy.ndarray of int64, shape (rows * columns, len(steps))
            Column ``i`` is the neighbour by step ``i``; -1 where it lies off the board.

        Examples
        --------
        >>> SQUARE.neighbor_table(1, 3).tolist()
        [[-1, -1, 1, -1], [-1, 0, 2, -1], [-1, 1, -1, -1]]
        """
        row, column = np.divmod(np.arange(rows * columns, dtype=np.int64), columns)
        table = np.empty((rows * columns, len(self.steps)), dtype=np.int64)
        for i, (da, db) in enumerate(self.steps):
            a, b = row + da, column + db
            inside = (a >= 0) & (a < rows) & (b >= 0) & (b < columns)
            table[:, i] = np.where(inside, a * columns + b, -1)
        return table


SQUARE = Lattice("square", ((-1, 0), (0, -1), (0, 1), (1, 0)))
"""Cells that share a side: 4 neighbours."""

KING = Lattice("king", ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)))
"""Cells that share a side or a corner: 8 neighbours."""

HEX = Lattice("hexagonal", ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)))
"""Hexagonal dimples in axial coordinates: 6 neighbours."""
