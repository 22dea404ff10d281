"""The board under a body: which cells are free, and how far a head is from its target."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell, Lattice


@dataclass(frozen=True)
class Board:
    """A rectangle of cells for the head of a body, some of them blocked.

    Parameters
    ----------
    lattice : Lattice
    rows, columns : int
        Size of the rectangle.
    blocked : frozenset of Cell
        Cells that no part of a body may enter; they may lie outside the rectangle.
    origin : Cell
        The first cell of the rectangle.
    walled : bool
        Whether everything outside the rectangle is blocked too. If not, the rectangle is a window
        of the plane, large enough that no head leaves it, while other cells of a body may.

    Examples
    --------
    >>> from graphpuzzles.lattice import SQUARE
    >>> board = Board(SQUARE, 2, 3, frozenset({(0, 1)}))
    >>> board.free_cells().tolist()
    [[True, False, True], [True, True, True]]
    """

    lattice: Lattice
    rows: int
    columns: int
    blocked: frozenset[Cell]
    origin: Cell = (0, 0)
    walled: bool = True

    def free_cells(self, margin: int = 0) -> NDArray[np.bool_]:
        """Return which cells are free, as an array of the rectangle and a margin around it.

        Returns
        -------
        numpy.ndarray of bool, shape (rows + 2 * margin, columns + 2 * margin)
        """
        shape = (self.rows + 2 * margin, self.columns + 2 * margin)
        free = np.full(shape, not self.walled)
        free[margin : margin + self.rows, margin : margin + self.columns] = True
        top, left = self.origin[0] - margin, self.origin[1] - margin
        for row, column in self.blocked:
            if 0 <= row - top < shape[0] and 0 <= column - left < shape[1]:
                free[row - top, column - left] = False
        return free

    def contains(self, cell: Cell) -> bool:
        """Tell whether a cell lies in the rectangle."""
        row, column = cell[0] - self.origin[0], cell[1] - self.origin[1]
        return 0 <= row < self.rows and 0 <= column < self.columns

    def is_free(self, cell: Cell) -> bool:
        """Tell whether a part of a body may be on a cell."""
        return cell not in self.blocked and (not self.walled or self.contains(cell))


class HeadDistance:
    """Steps from a cell to the nearest target for a head without a body.

    No body gets there faster, and one step changes the distance by 1 at most: a consistent
    estimate for every search. The breadth-first search from the targets goes only as far as it has
    been asked.

    Parameters
    ----------
    board : Board
    targets : Iterable of Cell
        Those that are blocked do not count.
    reach : int, optional
        Distances beyond it are not looked for: ``reach + 1`` stands for them, still a lower bound.
        Needed on the plane.

    Examples
    --------
    >>> from graphpuzzles.lattice import SQUARE
    >>> distance = HeadDistance(Board(SQUARE, 2, 3, frozenset({(0, 1)})), [(0, 0)])
    >>> distance((0, 2)), distance((0, 1))
    (4, inf)
    """

    def __init__(self, board: Board, targets: Iterable[Cell], *, reach: int | None = None) -> None:
        self.board = board
        self.reach = math.inf if reach is None else reach
        self.known: dict[Cell, int] = {cell: 0 for cell in targets if board.is_free(cell)}
        self.radius = 0
        self._frontier = list(self.known)

    @property
    def closed(self) -> bool:
        """Whether no cell beyond those known leads to a target."""
        return not self._frontier

    @property
    def beyond(self) -> float:
        """What is proved of the distance of every cell that is not in `known`."""
        return math.inf if self.closed else self.radius + 1

    def grow(self) -> None:
        """Find the cells one step farther than those known."""
        found = []
        self.radius += 1
        board, known, radius = self.board, self.known, self.radius
        steps, blocked, walled = board.lattice.steps, board.blocked, board.walled
        for a, b in self._frontier:
            for da, db in steps:
                cell = (a + da, b + db)
                if cell in known or cell in blocked or (walled and not board.contains(cell)):
                    continue
                known[cell] = radius
                found.append(cell)
        self._frontier = found

    def __call__(self, cell: Cell) -> float:
        """Return the distance of a cell, `math.inf` if it is cut off."""
        while cell not in self.known:
            if self.closed or self.radius >= self.reach:
                return self.beyond
            self.grow()
        return self.known[cell]

    def settle(self, most: int | None = None) -> dict[Cell, int]:
        """Return all distances up to `reach`; no more once they are more than `most`."""
        while not self.closed and self.radius < self.reach:
            if most is not None and len(self.known) > most:
                break
            self.grow()
        return self.known
