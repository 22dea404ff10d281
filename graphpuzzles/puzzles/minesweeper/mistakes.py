"""Programs for Minesweeper that look right and are not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from graphpuzzles.errors import LimitError
from graphpuzzles.generate import Solvable, WrongApproach, exact_solution
from graphpuzzles.puzzles.minesweeper.clues import propagate
from graphpuzzles.puzzles.minesweeper.rules import MineKnowledge

if TYPE_CHECKING:
    from graphpuzzles.puzzles.minesweeper.board import Place
    from graphpuzzles.puzzles.minesweeper.clues import ClueSystem

SETS = 5_000
"""How many sets of cells the rules about pairs of clues may make."""


class MineGame(Solvable[MineKnowledge, tuple[int, int]], Protocol):
    """A board of Minesweeper that can be solved."""

    @property
    def mines(self) -> int | None:
        """Number of mines on the whole board, where it is told."""
        ...

    @property
    def system(self) -> ClueSystem:
        """The clues over numbers of hidden cells."""
        ...

    @property
    def hidden(self) -> tuple[Place, ...]:
        """The cells of which nothing is known."""
        ...

    @property
    def untouched(self) -> tuple[Place, ...]:
        """Hidden cells that no clue counts."""
        ...


def trivial_rules(game: MineGame) -> tuple[int, int] | None:
    """Let single clues decide: no mine is left for them, or as many as hidden cells."""
    found = propagate(game.system)
    if found.conflict is not None:
        return None
    return found.values.count(1), found.values.count(0)


def subset_rules(game: MineGame) -> tuple[int, int] | None:
    """Let single clues decide, and what is left of a clue without another that it contains.

    Raises
    ------
    LimitError
        If there are too many sets of cells.
    """
    known: dict[int, int] = {}
    mines = {frozenset(clue.cells): clue.mines for clue in game.system.clues}
    while True:
        reduced: dict[frozenset[int], int] = {}
        for cells, count in mines.items():
            rest = cells.difference(known)
            left = count - sum(known.get(cell, 0) for cell in cells)
            if not 0 <= left <= len(rest) or reduced.get(rest, left) != left:
                return None
            reduced[rest] = left
        reduced.pop(frozenset(), None)
        sure = {
            cell: int(left > 0)
            for cells, left in reduced.items()
            if left in {0, len(cells)}
            for cell in cells
        }
        rest_of = {
            large - small: reduced[large] - reduced[small]
            for large in reduced
            for small in reduced
            if small < large
        }
        if not sure and rest_of.keys() <= reduced.keys():
            return sum(known.values()), len(known) - sum(known.values())
        if len(reduced) + len(rest_of) > SETS:
            raise LimitError("max_states", f"more than {SETS} sets of cells")
        known |= sure
        mines = {**rest_of, **reduced}


def untouched_are_safe(game: MineGame) -> tuple[int, int] | None:
    """Count a cell that no number touches as safe."""
    known = exact_solution(game).answer
    if known is None:
        return None
    undecided = {cell for group in known.groups for cell in group.cells}
    return len(known.mines), len(known.safes) + len(undecided.intersection(game.untouched))


MINE_APPROACHES: dict[str, WrongApproach[MineGame]] = {
    "trivial-rules": WrongApproach("lets single numbers decide only", trivial_rules),
    "subset-rules": WrongApproach(
        "lets a number decide, and what is left of it without another that it contains",
        subset_rules,
    ),
    "untouched-are-safe": WrongApproach(
        "counts hidden cells that no number touches as safe", untouched_are_safe
    ),
}
