"""The rules of Snake, by which walks and their certificates are judged."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.puzzles.snake.board import SnakeBoard
from graphpuzzles.puzzles.walking.rules import WalkRules, cell_codes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from graphpuzzles.puzzles.walking.body import Body
    from graphpuzzles.puzzles.walking.rules import States, Wanted

_CELLS = 1 << 16
"""So many cells of bodies are looked at in one go."""


class SnakeRules(SnakeBoard, WalkRules):
    """The head steps to a free cell, the tail's not among them, and the sections follow."""

    def step_fault(self, before: Body, after: Body) -> str | None:
        """Say which rule a step breaks; None if it breaks none."""
        if len(after) != len(before):
            return f"the snake has {len(after)} sections, not {len(before)}"
        (row, column), (a, b) = after[0], before[0]
        if abs(row - a) + abs(column - b) != 1:
            return f"the head moves from {before[0]} to {after[0]}, which is not beside it"
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return f"the head leaves the board at {after[0]}"
        if after[0] in self.obstacles:
            return f"the head moves onto the stone {after[0]}"
        if after[0] in before:
            return f"the head moves onto a section at {after[0]}"
        if after[1:] != before[:-1]:
            return "a section does not move to where the one before it was"
        return None

    @cached_property
    def _free_cells(self) -> NDArray[np.bool_]:
        free = np.ones((self.rows, self.columns), dtype=np.bool_)
        for row, column in self.stones:
            free[row, column] = False
        return free

    def _beside(self, cells: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the four cells beside each, and which of them are free."""
        beside = cells[:, np.newaxis] + np.array([[-1, 0], [0, -1], [0, 1], [1, 0]])
        inside = ((beside >= 0) & (beside < (self.rows, self.columns))).all(axis=2)
        row, column = np.where(inside[..., np.newaxis], beside, 0).transpose(2, 0, 1)
        return beside, inside & self._free_cells[row, column]

    def expand(
        self, states: States, wanted: Wanted
    ) -> Iterator[tuple[NDArray[np.int64], States, int]]:
        """Yield the states one step away; see `WalkRules.expand`."""
        part = max(_CELLS // states.shape[1], 1)
        for first in range(0, len(states), part):
            bodies = states[first : first + part]
            heads, free = self._beside(bodies[:, 0])
            on_body = np.zeros(free.shape, dtype=np.bool_)
            codes, sections = cell_codes(heads), cell_codes(bodies)
            for section in range(bodies.shape[1]):
                on_body |= codes == sections[:, section : section + 1]
            origin, step = np.nonzero(free & ~on_body)
            moved = heads[origin, step]
            kept = wanted(moved)
            origin, moved = origin[kept], moved[kept]
            after = np.concatenate([moved[:, np.newaxis], bodies[origin, :-1]], axis=1)
            yield first + origin, after, len(bodies)

    def head_steps(self, cells: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the cells between which and these a head can step."""
        beside, free = self._beside(cells)
        origin, step = np.nonzero(free)
        return origin, beside[origin, step]
