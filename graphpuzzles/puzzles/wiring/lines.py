"""Random lines on a grid, whose ends are the terminals of wiring puzzles that have a solution."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphpuzzles.generate import below, pick, shuffled
from graphpuzzles.lattice import SQUARE

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from graphpuzzles.generate import Size

__all__ = ["covering_lines", "scattered_lines"]

FREE, WALL = -1, -2
SHORTEST_COVERING = 3
"""Cells of a line of a filled board, at least: neighbouring terminals need no line drawn."""


@dataclass(eq=False)
class LineGrid:
    """Lines that grow on a grid and never touch themselves.

    A line that touches itself could be drawn shorter, or in two ways, so a board made of such
    lines has hardly ever one solution only.

    Parameters
    ----------
    size : (int, int)
    walls : sequence of int
        Cells, by number, that no line may use.
    """

    size: Size
    walls: Sequence[int] = ()
    lines: list[list[int]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        rows, columns = self.size
        table = SQUARE.neighbor_table(rows, columns).tolist()
        self._beside = [[cell for cell in cells if cell >= 0] for cells in table]
        self._owner = [FREE] * (rows * columns)
        for cell in self.walls:
            self._owner[cell] = WALL

    def free(self) -> list[int]:
        """Return all free cells."""
        return [cell for cell in range(len(self._owner)) if self.is_free(cell)]

    def is_free(self, cell: int) -> bool:
        """Tell whether a cell is neither a wall nor used."""
        return self._owner[cell] == FREE

    def room(self, cell: int) -> int:
        """Return the number of free neighbours of a cell."""
        return sum(map(self.is_free, self._beside[cell]))

    def start(self, cell: int) -> None:
        """Begin a line."""
        self._owner[cell] = len(self.lines)
        self.lines.append([cell])

    def onward(self, line: int, end: int) -> list[int]:
        """Return the cells to which a line can grow from one of its ends."""
        return [
            cell
            for cell in self._beside[end]
            if self.is_free(cell)
            and sum(self._owner[other] == line for other in self._beside[cell]) == 1
        ]

    def grow(self, rng: random.Random, most: int, *, tight: bool) -> None:
        """Let the last line grow at both ends, to `most` cells.

        Parameters
        ----------
        rng : random.Random
        most : int
        tight : bool
            Whether it mostly goes where the least room is, so that few cells are left over
            (Warnsdorff's rule).
        """
        number, line = len(self.lines) - 1, self.lines[-1]
        for _ in range(2):
            while len(line) < most and (onward := self.onward(number, line[-1])):
                if tight and below(rng, 3):
                    least = min(map(self.room, onward))
                    onward = [cell for cell in onward if self.room(cell) == least]
                line.append(pick(rng, onward))
                self._owner[line[-1]] = number
            line.reverse()

    def spread(self, rng: random.Random) -> bool:
        """Give the cells of the last line to other lines, and tell whether they all fit."""
        last = self.lines.pop()
        for cell in last:
            self._owner[cell] = FREE
        for cell in last:
            takers = [
                (number, at)
                for number, line in enumerate(self.lines)
                for at in (0, -1)
                if cell in self.onward(number, line[at])
            ]
            if not takers:
                return False
            number, at = pick(rng, takers)
            line = self.lines[number]
            line.insert(0 if at == 0 else len(line), cell)
            self._owner[cell] = number
        return True


def covering_lines(
    rng: random.Random, size: Size, walls: Sequence[int], most: int
) -> list[list[int]] | None:
    """Return lines that cover a grid, or None where it ran into a dead end.

    Parameters
    ----------
    rng : random.Random
    size : (int, int)
    walls : sequence of int
    most : int
        Cells of a line, about.

    Returns
    -------
    list of list of int, or None
        The cells of every line, from end to end.
    """
    grid = LineGrid(size, walls)
    while free := grid.free():
        # A line begins where the room is least: there it would be hardest to come by later.
        least = min(map(grid.room, free))
        grid.start(pick(rng, [cell for cell in free if grid.room(cell) == least]))
        grid.grow(rng, most, tight=True)
        if len(grid.lines[-1]) < SHORTEST_COVERING and not grid.spread(rng):
            return None
    return grid.lines


def scattered_lines(
    rng: random.Random, size: Size, walls: Sequence[int], count: int
) -> list[list[int]] | None:
    """Return so many disjoint lines of random lengths, or None where it ran into a dead end."""
    grid = LineGrid(size, walls)
    for cell in shuffled(rng, grid.free()):
        if len(grid.lines) == count:
            break
        if not grid.is_free(cell):
            continue
        grid.start(cell)
        grid.grow(rng, 2 + below(rng, 2 * max(size) + 1), tight=False)
        if len(grid.lines[-1]) < 2:
            return None
    return grid.lines if len(grid.lines) == count else None
