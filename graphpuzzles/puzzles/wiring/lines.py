"""Lines drawn at random on a grid: a few that grow here and there, or many that cover it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphpuzzles.generate import below, pick, shuffled
from graphpuzzles.lattice import SQUARE

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator, Sequence

    from graphpuzzles.generate import Size

FREE, BLOCKED = -1, -2
MOVES = 10
"""Backbite moves for every cell: the path has forgotten the rows that it began as."""
SHIFTS = 4
"""How often, for every cell, an end of a line is tried that could go to another line."""


@dataclass(eq=False)
class LineGrid:
    """Lines on a grid that never run beside themselves.

    A line that touches itself could be drawn shorter, or in two ways, so a board made of such
    lines has hardly ever one solution only.

    Parameters
    ----------
    size : (int, int)
    walls : iterable of int
        Cells, by number, that no line may use.
    """

    size: Size
    walls: Iterable[int] = ()
    lines: dict[int, list[int]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        table = SQUARE.neighbor_table(*self.size).tolist()
        self.beside = [[cell for cell in cells if cell >= 0] for cells in table]
        self._owner = [FREE] * len(table)
        for cell in self.walls:
            self._owner[cell] = BLOCKED

    def add(self, line: Sequence[int]) -> int:
        """Put a line on cells that are free, and return its number."""
        number = max(self.lines, default=-1) + 1
        self.lines[number] = [*line]
        for cell in line:
            self._owner[cell] = number
        return number

    def is_free(self, cell: int) -> bool:
        """Tell whether a cell is neither a wall nor used."""
        return self._owner[cell] == FREE

    def touching(self, number: int, cell: int) -> int:
        """Count the cells of a line beside a cell."""
        return sum(self._owner[other] == number for other in self.beside[cell])

    def grow(self, rng: random.Random, number: int, most: int) -> None:
        """Let a line grow at both ends, to `most` cells."""
        line = self.lines[number]
        for _ in range(2):
            while len(line) < most:
                onward = [
                    cell
                    for cell in self.beside[line[-1]]
                    if self.is_free(cell) and self.touching(number, cell) == 1
                ]
                if not onward:
                    break
                line.append(pick(rng, onward))
                self._owner[line[-1]] = number
            line.reverse()

    def shift(self, rng: random.Random, shortest: int) -> None:
        """Give the end of a line to another line, if that can take it, at a random place."""
        number = pick(rng, [*self.lines])
        line = self.lines[number]
        if below(rng, 2):
            line.reverse()
        cell = line[-1]
        takers = [
            other
            for other in self._ends_beside(cell)
            if other != number and self.touching(other, cell) == 1
        ]
        if len(line) > shortest and takers:
            line.pop()
            self.take(pick(rng, takers), cell)

    def absorb(self, rng: random.Random, number: int) -> bool:
        """Give the cells of a line to other lines one by one, and tell whether they all fit."""
        line = self.lines.pop(number)
        for cell in line:
            self._owner[cell] = FREE
        for cell in line:
            takers = [n for n in self._ends_beside(cell) if self.touching(n, cell) == 1]
            if not takers:
                return False
            self.take(pick(rng, takers), cell)
        return True

    def joints(self) -> list[tuple[int, int]]:
        """Return the pairs of lines that can be joined at their ends, the lesser number first."""
        found = {
            (min(number, other), max(number, other))
            for number, line in self.lines.items()
            for end in (line[0], line[-1])
            for other in self._ends_beside(end)
            if other != number
        }
        return sorted(pair for pair in found if self._contacts(*pair) == 1)

    def joined(self, one: int, other: int) -> LineGrid:
        """Return a copy in which two lines are one."""
        copy = LineGrid(self.size, self.walls)
        copy.lines = {number: [*line] for number, line in self.lines.items()}
        copy._owner = [*self._owner]
        copy.join(one, other)
        return copy

    def join(self, one: int, other: int) -> None:
        """Make two lines one, which `joints` has found."""
        first, second = self.lines[one], self.lines.pop(other)
        if second[0] not in self.beside[first[-1]] and second[-1] not in self.beside[first[-1]]:
            first.reverse()
        if second[0] not in self.beside[first[-1]]:
            second.reverse()
        first += second
        for cell in second:
            self._owner[cell] = one

    def trim(self, rng: random.Random, shortest: int) -> None:
        """Leave some ends of lines empty, apart from each other and where no line could turn."""
        for _ in range(1 + below(rng, 1 + len(self.beside) // 12)):
            line = self.lines[pick(rng, [*self.lines])]
            if below(rng, 2):
                line.reverse()
            around = [self._owner[cell] for cell in self.beside[line[-1]]]
            # A line that touches an empty cell twice could as well run through it.
            if len(line) > shortest and FREE not in around and len({*around}) == len(around):
                self._owner[line.pop()] = FREE

    def split(self, rng: random.Random, shortest: int) -> bool:
        """Cut a line in two, and tell whether one was long enough."""
        long = [number for number, line in self.lines.items() if len(line) >= 2 * shortest]
        if not long:
            return False
        line = self.lines[pick(rng, long)]
        at = shortest + below(rng, len(line) - 2 * shortest + 1)
        rest = line[at:]
        del line[at:]
        self.add(rest)
        return True

    def _ends_beside(self, cell: int) -> Iterator[int]:
        for other in self.beside[cell]:
            number = self._owner[other]
            if number >= 0 and other in {self.lines[number][0], self.lines[number][-1]}:
                yield number

    def _contacts(self, one: int, other: int) -> int:
        return sum(self.touching(other, cell) for cell in self.lines[one])

    def take(self, number: int, cell: int) -> None:
        """Let a line grow by a cell beside one of its ends."""
        line = self.lines[number]
        if line[-1] not in self.beside[cell]:
            line.reverse()
        line.append(cell)
        self._owner[cell] = number


def hamiltonian_path(rng: random.Random, size: Size) -> list[int]:
    """Return a path through all cells of a grid, by backbite moves from one along the rows.

    References
    ----------
    Oberdorf, R., Ferguson, A., Jacobsen, J. L. and Kondev, J. (2006). Secondary structures in
    long compact polymers. *Physical Review E* 74 (5).
    """
    rows, columns = size
    path = [
        r * columns + (columns - 1 - c if r % 2 else c)
        for r in range(rows)
        for c in range(columns)
    ]
    table = SQUARE.neighbor_table(rows, columns).tolist()
    place = {cell: i for i, cell in enumerate(path)}
    for _ in range(MOVES * len(path)):
        # A new edge from the last cell closes a loop; the loop's other edge at that cell goes.
        if below(rng, 2):
            path.reverse()
            place = {cell: i for i, cell in enumerate(path)}
        cell = table[path[-1]][below(rng, 4)]
        if cell < 0:
            continue
        at = place[cell] + 1
        path[at:] = path[at:][::-1]
        place.update((path[i], i) for i in range(at, len(path)))
    return path


def covering_lines(rng: random.Random, size: Size, walls: float, shortest: int) -> LineGrid | None:
    """Return lines that cover a grid but for its walls, or None where it ran into a dead end.

    A Hamiltonian path is cut where it would touch itself and at its walls; then ends move from
    line to line, and what is too short is given to others.

    Parameters
    ----------
    rng : random.Random
    size : (int, int)
    walls : float
        How much of the grid is walls, on average.
    shortest : int
        Cells of a line, at least.
    """
    path = hamiltonian_path(rng, size)
    solid = {cell for cell in path if rng.random() < walls} if walls else set[int]()
    grid = LineGrid(size, solid)
    number = None
    for cell in path:
        if cell in solid:
            number = None
        elif number is None or grid.touching(number, cell) > 1:
            number = grid.add([cell])
        else:
            grid.take(number, cell)
    for _ in range(SHIFTS * len(path)):
        grid.shift(rng, shortest)
    for number in [n for n, line in grid.lines.items() if len(line) < shortest]:
        if len(grid.lines[number]) < shortest and not grid.absorb(rng, number):
            return None
    return grid


def scattered_lines(
    rng: random.Random, size: Size, walls: Sequence[int], count: int
) -> list[list[int]] | None:
    """Return so many disjoint lines of random lengths, or None where it ran into a dead end."""
    grid = LineGrid(size, walls)
    for cell in shuffled(rng, set(range(size[0] * size[1])).difference(walls)):
        if len(grid.lines) == count:
            break
        if not grid.is_free(cell):
            continue
        number = grid.add([cell])
        grid.grow(rng, number, 2 + below(rng, 2 * max(size) + 1))
        if len(grid.lines[number]) < 2:
            return None
    return [*grid.lines.values()] if len(grid.lines) == count else None
