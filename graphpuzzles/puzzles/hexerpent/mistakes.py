"""Programs for Hexerpent that look right and are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphpuzzles.generate import WrongApproach
from graphpuzzles.lattice import HEX
from graphpuzzles.puzzles.walking.generator import distance_by_rule, head_distance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphpuzzles.lattice import Cell, Lattice
    from graphpuzzles.models.voltage.graph import Shape
    from graphpuzzles.puzzles.walking.generator import Walking


class _WrongRule:
    """How a hexerpent moves, with one of the rules misread.

    Parameters
    ----------
    alone : bool
        Whether one section at most moves in a step.
    consecutive : bool
        Whether consecutive sections may move at once.
    touching : bool
        Whether sections that are not consecutive may be adjacent.
    """

    lattice: Lattice = HEX
    entering: int | None = None

    def __init__(
        self, *, alone: bool = False, consecutive: bool = False, touching: bool = False
    ) -> None:
        self.alone = alone
        self.consecutive = consecutive
        self.touching = touching

    def moves(self, shape: Shape) -> Iterator[tuple[Shape, Cell]]:
        for cells in self._shifts(shape, ()):
            if cells != shape:
                a, b = cells[0]
                yield tuple((row - a, column - b) for row, column in cells), (a, b)

    def _shifts(self, shape: Shape, done: Shape) -> Iterator[Shape]:
        """Yield what a body can become whose first sections are decided."""
        number = len(done)
        if number == len(shape):
            yield done
            return
        may_move = (done == shape[:number]) if self.alone else self._follows_a_rest(shape, done)
        for place in (shape[number], *(HEX.neighbors(shape[number]) if may_move else ())):
            is_chained = not done or HEX.adjacent(done[-1], place)
            if is_chained and place not in done and self._keeps_apart(place, done[:-1]):
                yield from self._shifts(shape, (*done, place))

    def _follows_a_rest(self, shape: Shape, done: Shape) -> bool:
        return self.consecutive or not done or done[-1] == shape[len(done) - 1]

    def _keeps_apart(self, place: Cell, others: Shape) -> bool:
        return self.touching or not any(HEX.adjacent(place, other) for other in others)


def one_at_a_time(hexerpent: Walking) -> int | None:
    """Move one section a step: several may move at once."""
    return distance_by_rule(hexerpent, _WrongRule(alone=True))


def consecutive_moves(hexerpent: Walking) -> int | None:
    """Let consecutive sections move at once: only sections that are not consecutive may."""
    return distance_by_rule(hexerpent, _WrongRule(consecutive=True))


def touching_allowed(hexerpent: Walking) -> int | None:
    """Let any sections be adjacent: only consecutive ones may."""
    return distance_by_rule(hexerpent, _WrongRule(touching=True))


HEXERPENT_APPROACHES: dict[str, WrongApproach[Walking]] = {
    "one-at-a-time": WrongApproach("moves one section a step", one_at_a_time),
    "consecutive-moves": WrongApproach(
        "lets consecutive sections move at once", consecutive_moves
    ),
    "touching-allowed": WrongApproach(
        "lets sections be adjacent that are not consecutive", touching_allowed
    ),
    "head-distance": WrongApproach(
        "takes the head's way among the rocks and forgets the body", head_distance
    ),
}

REAL_WALKS = frozenset({"one-at-a-time"})
"""Approaches whose walks keep the rules, so that they are right where there is none."""
