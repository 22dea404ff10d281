"""All layouts of a small clue system, one by one: the definition itself."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from graphpuzzles.errors import LimitError

if TYPE_CHECKING:
    from graphpuzzles.limits import Meter
    from graphpuzzles.puzzles.minesweeper.clues import ClueSystem

__all__ = ["BRUTE_CELLS", "AllLayouts", "all_layouts"]

BRUTE_CELLS = 16
"""Boards of more hidden cells are not for this method."""

_POLL = 4096


@dataclass(frozen=True)
class AllLayouts:
    """All layouts that meet the clues.

    Parameters
    ----------
    size : int
        Number of cells.
    masks : tuple of int
        One a layout: bit ``c`` is set where cell ``c`` is a mine.
    odds : (int, int)
        Weights of a mine and of a safe cell.
    """

    size: int
    masks: tuple[int, ...]
    odds: tuple[int, int]

    def probabilities(self) -> list[Fraction]:
        """Return the probability of a mine of every cell; there must be a layout."""
        mine, safe = self.odds
        weights = [
            mine ** mask.bit_count() * safe ** (self.size - mask.bit_count())
            for mask in self.masks
        ]
        total = sum(weights)
        return [
            Fraction(sum(w for m, w in zip(self.masks, weights, strict=True) if m >> c & 1), total)
            for c in range(self.size)
        ]

    def layouts(self) -> list[tuple[int, ...]]:
        """Return the layouts as tuples of cells with mines."""
        return [tuple(c for c in range(self.size) if mask >> c & 1) for mask in self.masks]


def all_layouts(system: ClueSystem, meter: Meter) -> AllLayouts:
    """Try all sets of cells.

    Parameters
    ----------
    system : ClueSystem
        Of at most `BRUTE_CELLS` cells.
    meter : Meter

    Raises
    ------
    LimitError
        If a limit is reached.
    """
    clues = [(clue.mines, sum(1 << cell for cell in clue.cells)) for clue in system.clues]
    if system.total is not None:
        clues.append((system.total, (1 << system.size) - 1))
    found: list[int] = []
    for mask in range(1 << system.size):
        if mask % _POLL == 0:
            limit = meter.exceeded(states=len(found), expanded=mask) or meter.report(
                "layouts", states=len(found), expanded=mask
            )
            if limit is not None:
                raise LimitError(limit, f"{mask} of {1 << system.size} layouts tried")
        if all((mask & cells).bit_count() == mines for mines, cells in clues):
            found.append(mask)
    return AllLayouts(system.size, tuple(found), system.odds or (1, 1))
