"""How a body moves, as the methods need it, and the shapes of bodies, all of one length at once.

A body is built section by section. Within one table a cell is the single integer
``64 * row + column``, so that differences of cells are differences of integers as long as no body
is longer than 31 cells.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import numpy as np

from graphpuzzles.errors import NotApplicableError
from graphpuzzles.models.voltage.keys import STRIDE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell, Lattice
    from graphpuzzles.models.voltage.graph import Shape, VoltageGraph
    from graphpuzzles.puzzles.walking.body import Body, Walk, WalkBoard

    Codes: TypeAlias = NDArray[np.int16]
    """Cells as integers, shape (n,) or (n, length)."""

    Wanted: TypeAlias = Callable[[NDArray[np.int64], Codes], NDArray[np.bool_]]
    """Which steps matter, by the index of the body and where its head comes to."""


class Gait(ABC):
    """How a body moves, said in four ways that share nothing.

    ``moves`` lists them one shape at a time, `table` holds those of all shapes, `steps` makes
    those of many bodies at once, and `successors` knows nothing of shapes.

    Attributes
    ----------
    lattice : Lattice
    entering : int or None
        How many cells, from the head on, a move can newly occupy; None: any of them.
    sizes : tuple of (int, int)
        Shapes and arcs of the tables for 1, 2, ... cells, as far as there are any.
    """

    lattice: ClassVar[Lattice]
    entering: ClassVar[int | None]
    sizes: ClassVar[tuple[tuple[int, int], ...]]

    @property
    def longest(self) -> int:
        """Greatest length for which there is a table of shapes."""
        return len(self.sizes)

    @abstractmethod
    def moves(self, shape: Shape) -> Iterator[tuple[Shape, Cell]]:
        """Yield every shape one move away, with the translation of the head."""

    @staticmethod
    @abstractmethod
    def apart(u: Cell, v: Cell) -> int:
        """Return how many steps one cell is from another where nothing lies between."""

    @abstractmethod
    def table(self, length: int) -> VoltageGraph:
        """Return the voltage graph of a body of so many cells."""

    @abstractmethod
    def steps(self, bodies: Codes, wanted: Wanted) -> Iterator[tuple[NDArray[np.int64], Codes]]:
        """Yield what bodies can become by one move, where nothing is in their way, in parts.

        Parameters
        ----------
        bodies : numpy.ndarray of int16, shape (n, length)
            Their heads have code 0.
        wanted : callable
            Moves that it does not want may be left out.

        Yields
        ------
        source : numpy.ndarray of int64, shape (m,)
            Index into `bodies`. A part may be empty: its maker is at work, and can be stopped.
        moved : numpy.ndarray of int16, shape (m, length)
        """

    @abstractmethod
    def successors(self, board: WalkBoard) -> Callable[[Body], Iterable[Body]]:
        """Return the function that gives every state one step away from a state on a board."""

    def closer(self, goal: Cell) -> Callable[[Cell, Cell], int] | None:
        """Return a lower bound of the steps to a goal from a head and the cell after it, or None.

        It is 0 where the head is on the goal alone, and a step changes it by at most 1.
        """
        del goal
        return None

    def known_walk(self, board: WalkBoard) -> Walk | None:
        """Return a walk that is found without search and need not be a best one, or None."""
        del board
        return None


def cell_codes(cells: Sequence[Cell]) -> Codes:
    """Return cells, or steps, as integers."""
    return np.array([STRIDE * a + b for a, b in cells], dtype=np.int16)


def marks(*codes: Codes) -> NDArray[np.bool_]:
    """Return a table that tells which differences of cells are among `codes`.

    Negative differences index it from the end, as numpy does.
    """
    table = np.zeros(2 * STRIDE * STRIDE, dtype=np.bool_)
    for code in codes:
        table[code] = True
    return table


def grown(
    lattice: Lattice, length: int, clash: NDArray[np.bool_]
) -> tuple[Codes, NDArray[np.int64]]:
    """Build all bodies of a length in which no two cells but consecutive ones clash.

    Returns
    -------
    cells : numpy.ndarray of int16, shape (bodies, length)
    turns : numpy.ndarray of int64, shape (bodies,)
        The steps from cell to cell as the digits of one number, ascending.
    """
    steps = cell_codes(lattice.steps)
    cells = np.zeros((1, 1), dtype=np.int16)
    turns = np.zeros(1, dtype=np.int64)
    for count in range(1, length):
        candidates = cells[:, -1:] + steps
        bad = np.zeros(candidates.shape, dtype=np.bool_)
        for earlier in range(count - 1):
            bad |= clash[candidates - cells[:, earlier : earlier + 1]]
        body, step = np.nonzero(~bad)
        cells = np.concatenate([cells[body], candidates[body, step][:, np.newaxis]], axis=1)
        turns = turns[body] * len(steps) + step
    return cells, turns


def as_bodies(cells: Codes) -> NDArray[np.int8]:
    """Return codes as cells, shape (..., 2)."""
    row, column = np.divmod(cells + STRIDE // 2, STRIDE)
    return np.stack([row, column - STRIDE // 2], axis=-1).astype(np.int8)


def check_length(length: int, longest: int, what: str) -> None:
    """Raise NotApplicableError if there are too many shapes of a length for a table."""
    if length < 1:
        raise ValueError(f"a {what} has at least 1 section, not {length}")
    if length > longest:
        raise NotApplicableError(
            f"the shapes of a {what} of {length} sections are too many to list; "
            f"tables go up to {longest} sections"
        )
