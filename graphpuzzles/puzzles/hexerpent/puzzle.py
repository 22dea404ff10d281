"""Hexerpent: the fewest steps that bring a hexerpent's head to its goal.

A hexerpent is a chain of sections on the plane of hexagonal dimples: consecutive sections are
adjacent, others are not. With every step it moves any set of sections of which no two are
consecutive, each to an adjacent dimple; afterwards it must be a hexerpent again, with no section
on a rock. How many steps until the head is on the goal?

Input text
    The number of sections, a line ``x y`` for every section from the head on, the number of rocks,
    a line for every rock, and a line for the goal; ``0`` ends the text. The neighbours of ``x y``
    are those at ``x y±1``, ``x±1 y``, ``x+1 y-1`` and ``x-1 y+1``.
States
    A dimple for the head and one of the induced paths that are the shapes of a hexerpent.
Source
    "Hexerpents of Hexwamp", ACM ICPC Japan Domestic 2006; AOJ 1143.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from graphpuzzles.puzzles.hexerpent.board import MAX_CAP, MAX_COORDINATE, MAX_SECTIONS
from graphpuzzles.puzzles.hexerpent.gait import HEXERPENT
from graphpuzzles.puzzles.hexerpent.rules import HexerpentRules
from graphpuzzles.puzzles.walking.body import Walk
from graphpuzzles.puzzles.walking.puzzle import WalkPuzzle

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphpuzzles.generate import Generator
    from graphpuzzles.puzzles.hexerpent.picture import HexerpentPicture
    from graphpuzzles.puzzles.walking.body import Body

__all__ = ["MAX_CAP", "MAX_COORDINATE", "MAX_SECTIONS", "Hexerpent", "Walk"]


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Hexerpent(HexerpentRules, WalkPuzzle):
    """A hexerpent on the plane with rocks, the goal of its head, and the most steps to take.

    Parameters
    ----------
    body : iterable of (int, int)
        Axial coordinates of every section from the head on, at most `MAX_SECTIONS`.
    rocks : iterable of (int, int), optional
        Dimples that no section can enter. One named twice counts once.
    goal : (int, int)
        Where the head is to be. A goal under a rock cannot be reached.
    cap : int
        Walks of more steps are no answers, 0 to `MAX_CAP`. The plane has no end: where no walk
        within the cap exists, the status is `Status.LIMIT`, unless it is proved that more steps
        would not help.

    Raises
    ------
    TypeError
        If a number is not an integer.
    PuzzleError
        If consecutive sections are not adjacent, or others are, a section lies on a rock, or a
        number is out of range.

    Examples
    --------
    >>> hexerpent = Hexerpent([(0, 0), (0, 1), (0, 2), (0, 3)], goal=(0, -1))
    >>> solution = hexerpent.solve()
    >>> solution.value, solution.verify()
    (6, True)
    """

    name: ClassVar[str] = "hexerpent"
    gait = HEXERPENT
    # Computed by two programs that share nothing.
    EXAMPLES: ClassVar[Mapping[str, object]] = {
        "2\n0 0\n0 1\n0\n0 1\n0\n": 2,
        "2\n0 0\n0 1\n0\n0 0\n0\n": 0,
        "2\n999999 -999999\n999999 -999998\n1\n998999 0\n999998 -999998\n0\n": 1,
        "3\n0 0\n0 1\n0 2\n0\n0 -1\n0\n": 5,
        "3\n0 0\n0 1\n0 2\n4\n1 -1\n1 0\n-1 0\n-1 1\n0 -1\n0\n": None,
        "2\n0 0\n0 1\n2\n1 -1\n1 -1\n1 -1\n0\n": None,
    }
    MALFORMED: ClassVar[tuple[str, ...]] = (
        "",
        "0",
        "0 0",
        "2\n0 0\n0 1\n0\n",
        "2\n0 0\n0 1\n0\n0\n",
        "2\n0 0\n0 2\n0\n0 1\n0\n",
        "2\n0 0\n1 1\n0\n0 1\n0\n",
        "2\n0 0\n0 0\n0\n0 1\n0\n",
        "3\n0 0\n0 1\n1 0\n0\n0 5\n0\n",
        "2\n0 0\n0 1\n1\n0 1\n0 5\n0\n",
        "2\n0 0\n0 1\n-1\n0 5\n0\n",
        "2\n0 0\n0 y\n0\n0 5\n0\n",
        "1000000000\n0 0\n0 1\n",
        "2\n0 0\n0 1\n1000000000\n5 5\n0\n",
        "2\n0 0\n0 1\n0\n0 999999999999\n0\n",
    )

    def with_body(self, body: Body) -> Self:
        """Return the same puzzle with another first state."""
        return replace(self, body=body)

    @classmethod
    def generator(cls) -> Generator[Self]:
        """Return how hexerpents among rocks are made at random; a size is that of a window.

        The window is a rectangle of dimples in the picture, in which body, rocks and goal lie.
        """
        from graphpuzzles.puzzles.hexerpent.generator import hexerpent_generator

        return hexerpent_generator(cls)

    def picture(self, walk: Walk | None = None) -> HexerpentPicture:
        """Return how the board and a walk are drawn."""
        from graphpuzzles.puzzles.hexerpent.picture import HexerpentPicture

        return HexerpentPicture(self, walk)
