"""How a snake and a hexerpent move, one shape at a time.

These rules list the moves of a single shape when they are asked, for bodies too long for the
tables of `graphpuzzles.puzzles.walking.shapes` and for searches that meet only a few shapes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphpuzzles.lattice import HEX, SQUARE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphpuzzles.lattice import Cell, Lattice
    from graphpuzzles.models.voltage.graph import MoveRule, Shape

__all__ = ["HEXERPENT", "SNAKE"]


class _Snake:
    """The head steps to a cell that holds no section, the tail included; sections follow."""

    lattice: Lattice = SQUARE
    entering: int | None = 1

    def moves(self, shape: Shape) -> Iterator[tuple[Shape, Cell]]:
        """Yield every shape one move away, with the translation of the head."""
        for step in SQUARE.steps:
            if step not in shape:
                a, b = step
                followers = tuple((row - a, column - b) for row, column in shape[:-1])
                yield ((0, 0), *followers), step


class _Hexerpent:
    """Pairwise non-consecutive sections step at once; afterwards only consecutive ones touch."""

    lattice: Lattice = HEX
    entering: int | None = None

    def moves(self, shape: Shape) -> Iterator[tuple[Shape, Cell]]:
        """Yield every shape one move away, with the translation of the head."""
        for cells in self._shifts(shape, (), moved=False):
            if cells != shape:
                a, b = cells[0]
                yield tuple((row - a, column - b) for row, column in cells), (a, b)

    def _shifts(self, shape: Shape, done: Shape, *, moved: bool) -> Iterator[Shape]:
        """Yield what a body can become whose first sections are decided."""
        section = len(done)
        if section == len(shape):
            yield done
            return
        here = shape[section]
        options = [(here, False)]
        if not moved:
            beside = shape[max(section - 1, 0) : section + 2]
            options += [
                (place, True)
                for place in HEX.neighbors(here)
                if all(other == here or HEX.adjacent(place, other) for other in beside)
            ]
        for place, stepped in options:
            if not any(
                place == other or HEX.adjacent(place, other) for other in done[: section - 1]
            ):
                yield from self._shifts(shape, (*done, place), moved=stepped)


SNAKE: MoveRule = _Snake()
"""The head steps to a neighbouring cell that holds no section, the tail included."""

HEXERPENT: MoveRule = _Hexerpent()
"""Pairwise non-consecutive sections step at once; afterwards only consecutive ones touch."""
