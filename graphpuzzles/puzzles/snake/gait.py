"""How a snake moves, as the methods need it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.lattice import SQUARE
from graphpuzzles.models.voltage.graph import VoltageGraph
from graphpuzzles.puzzles.walking.body import Walk
from graphpuzzles.puzzles.walking.gait import (
    Gait,
    as_bodies,
    cell_codes,
    check_length,
    grown,
    marks,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell
    from graphpuzzles.models.voltage.graph import Shape
    from graphpuzzles.puzzles.walking.body import Body, WalkBoard
    from graphpuzzles.puzzles.walking.gait import Codes, Wanted

_STEPS = cell_codes(SQUARE.steps)
_SAME = marks(np.zeros(1, dtype=np.int16))

_CELLS = 1 << 18
"""So many cells of bodies are moved in one go."""


class SnakeGait(Gait):
    """The head steps to a cell that holds no section, the tail included; sections follow."""

    lattice = SQUARE
    entering = 1
    # Self-avoiding walks (OEIS A001411). A move adds a cell before the head: it is a walk of one
    # more cell, read from its end.
    sizes = (
        *((1, 4), (4, 12), (12, 36), (36, 100), (100, 284), (284, 780), (780, 2172)),
        *((2172, 5916), (5916, 16268), (16268, 44100), (44100, 120292), (120292, 324932)),
        *((324932, 881500), (881500, 2374444)),
    )

    def moves(self, shape: Shape) -> Iterator[tuple[Shape, Cell]]:
        """Yield every shape one move away, with the translation of the head."""
        for step in SQUARE.steps:
            if step not in shape:
                a, b = step
                followers = tuple((row - a, column - b) for row, column in shape[:-1])
                yield ((0, 0), *followers), step

    @staticmethod
    def apart(u: Cell, v: Cell) -> int:
        """Return how many steps one cell is from another where nothing lies between."""
        return abs(u[0] - v[0]) + abs(u[1] - v[1])

    def table(self, length: int) -> VoltageGraph:
        """Return the voltage graph of a snake of so many sections."""
        return snake_graph(length)

    def steps(self, bodies: Codes, wanted: Wanted) -> Iterator[tuple[NDArray[np.int64], Codes]]:
        """Yield what bodies can become by one move; see `Gait.steps`."""
        part = max(_CELLS // bodies.shape[1], 1)
        for first in range(0, len(bodies), part):
            some = bodies[first : first + part]
            source, step = np.nonzero(~_occupied(some))
            kept = wanted(first + source, _STEPS[step])
            source, step = source[kept], step[kept]
            heads = _STEPS[step][:, np.newaxis]
            yield first + source, np.concatenate([heads, some[source, :-1]], axis=1)

    def successors(self, board: WalkBoard) -> Callable[[Body], Iterable[Body]]:
        """Return the function that gives every state one step away."""
        rows, columns = _size(board)
        stones = board.obstacles

        def after(body: Body) -> Iterator[Body]:
            a, b = body[0]
            for cell in ((a - 1, b), (a, b - 1), (a, b + 1), (a + 1, b)):
                inside = 0 <= cell[0] < rows and 0 <= cell[1] < columns
                if inside and cell not in stones and cell not in body:
                    yield (cell, *body[:-1])

        return after

    def known_walk(self, board: WalkBoard) -> Walk | None:
        """Return the walk on a shortest way round the stones and the snake's first place.

        No section gets in its way: the sections are on their first places or on the way itself.
        """
        body, targets = board.body, set(board.target_cells)
        rows, columns = _size(board)
        walls = board.obstacles.union(body[1:])
        before: dict[Cell, Cell | None] = {body[0]: None}
        queue = [body[0]]
        for cell in queue:  # grows while it is read
            if cell in targets:
                break
            a, b = cell
            for beside in ((a - 1, b), (a, b - 1), (a, b + 1), (a + 1, b)):
                inside = 0 <= beside[0] < rows and 0 <= beside[1] < columns
                if inside and beside not in before and beside not in walls:
                    before[beside] = cell
                    queue.append(beside)
        else:
            return None
        way = [cell]
        while (previous := before[way[-1]]) is not None:
            way.append(previous)
        trail, steps = (*way, *body[1:]), len(way) - 1
        return Walk(tuple(trail[steps - k : steps - k + len(body)] for k in range(len(way))))


SNAKE = SnakeGait()


def _size(board: WalkBoard) -> tuple[int, int]:
    if board.size is None:
        raise TypeError("a snake moves on a board with an end")
    return board.size


def _occupied(cells: Codes) -> NDArray[np.bool_]:
    """Tell which of the four cells beside each head hold a section, shape (bodies, 4)."""
    occupied = np.zeros((len(cells), len(_STEPS)), dtype=np.bool_)
    for section in range(1, cells.shape[1]):
        occupied |= cells[:, section : section + 1] == _STEPS
    return occupied


@lru_cache(maxsize=4)
def snake_graph(length: int) -> VoltageGraph:
    """Return the voltage graph of a snake of `length` sections.

    The head steps to a neighbouring cell that holds no section, the tail included, and every
    section follows.

    Raises
    ------
    NotApplicableError
        If `length` is over `SnakeGait.longest`.

    Notes
    -----
    All arcs into a shape have the same voltage: the head came from where the second section is.
    """
    check_length(length, SNAKE.longest, "snake")
    cells, turns = grown(SQUARE, length, _SAME)
    source, step = np.nonzero(~_occupied(cells))
    target = np.zeros(len(source), dtype=np.int64)
    if length > 1:
        back = len(_STEPS) - 1 - step  # the steps of a lattice are listed symmetrically
        moved = back * len(_STEPS) ** (length - 2) + turns[source] // len(_STEPS)
        target = np.searchsorted(turns, moved)
    return VoltageGraph(
        SQUARE,
        as_bodies(cells),
        source.astype(np.int32),
        target.astype(np.int32),
        np.array(SQUARE.steps, dtype=np.int8)[step],
        entering=1,
    )
