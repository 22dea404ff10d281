"""A Minesweeper board as the methods read it: clues over numbered hidden cells.

The methods take nothing from what the board says of its cells to those who check: a cell missed
there and here alike would be missed by the proof.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from graphpuzzles.puzzles.minesweeper.board import FLAG, MINE, ClueSets, MineBoard
from graphpuzzles.puzzles.minesweeper.clues import Clue, ClueSystem
from graphpuzzles.puzzles.minesweeper.inference import MinePlan, plan_model

if TYPE_CHECKING:
    from collections.abc import Container

    from graphpuzzles.puzzles.minesweeper.board import Grid, Place


class Numbered(NamedTuple):
    """The clues of a board over numbers of cells, and what the numbers stand for.

    Clues that are met whatever the hidden cells are, as most are on a small board, are left out.
    ``sure`` mines lie elsewhere: they are known from the start.
    """

    system: ClueSystem
    cells: tuple[Place, ...]
    clues: tuple[Place, ...]
    sure: int


class MinePosition(MineBoard):
    """A board with what the methods make of it, kept from one question to the next."""

    @cached_property
    def numbered(self) -> Numbered:
        """The clues over numbers of hidden cells."""
        total = self.mines
        odds = None
        if self.density is not None:
            odds = (self.density.numerator, self.density.denominator - self.density.numerator)
        if isinstance(self.board, ClueSets):
            return _number_sets(self.board, total, odds, trusted=self.flags == "trust")
        mines = {MINE, FLAG} if self.flags == "trust" else {MINE}
        return _number_grid(self.board, total, odds, mines)

    @property
    def system(self) -> ClueSystem:
        """The clues over numbers of hidden cells, without the places."""
        return self.numbered.system

    @cached_property
    def plan(self) -> MinePlan:
        """What single clues decide, and the diagrams to be built."""
        return plan_model(self.system)


def _number_grid(
    grid: Grid, total: int | None, odds: tuple[int, int] | None, mines: Container[int]
) -> Numbered:
    """Return the clues of a grid, whose hidden cells are numbered row by row."""
    rows, columns = len(grid), len(grid[0])
    # A rim of one cell spares the question where the board ends.
    wide = columns + 2
    steps = (-wide - 1, -wide, -wide + 1, -1, 1, wide - 1, wide, wide + 1)
    codes = [code for r, row in enumerate(grid, 1) for code in enumerate(row, r * wide + 1)]
    left = {at: code for at, code in codes if code >= 0}
    sure = [at for at, code in codes if code in mines]
    hidden = [at for at, code in codes if code < 0 and code not in mines]
    around: dict[int, list[int]] = {}
    for index, at in enumerate(hidden):
        for step in steps:
            if at + step in left:
                around.setdefault(at + step, []).append(index)
    for at in sure:
        for step in steps:
            if at + step in left:
                left[at + step] -= 1
    kept = [at for at, mines in left.items() if mines or at in around]
    system = ClueSystem(
        len(hidden),
        tuple([Clue(left[at], tuple(around.get(at, ()))) for at in kept]),
        None if total is None else total - len(sure),
        odds,
        tuple([at % wide * rows + at // wide for at in hidden]),
    )
    cells, clues = (
        tuple([(at // wide - 1, at % wide - 1) for at in places]) for places in (hidden, kept)
    )
    return Numbered(system, cells, clues, len(sure))


def _number_sets(
    sets: ClueSets, total: int | None, odds: tuple[int, int] | None, *, trusted: bool
) -> Numbered:
    sure = {*sets.exploded, *(sets.flags if trusted else ())}
    hidden = [cell for cell in sets.cells if cell not in sure]
    index = {cell: i for i, cell in enumerate(hidden)}
    clues: list[Clue] = []
    names: list[str] = []
    for clue in sets.clues:
        inside = tuple(index[cell] for cell in clue.cells if cell in index)
        left = clue.mines - (len(clue.cells) - len(inside))
        if left or inside:
            clues.append(Clue(left, inside))
            names.append(clue.name)
    rest = None if total is None else total - len(sure)
    system = ClueSystem(len(hidden), tuple(clues), rest, odds)
    return Numbered(system, tuple(hidden), tuple(names), len(sure))
