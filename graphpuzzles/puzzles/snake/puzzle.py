"""Snake: the fewest steps that bring a snake's head to its hole.

A snake of sections, each beside the next, lies on a board with stones. With every step the head
moves to a cell beside it that is free of stones and of all sections, the tail included, and every
other section moves to where the one before it was. How many steps until the head is on the target?

Input text
    ``rows columns length``, then a line ``row column`` for every section from the head on, the
    number of stones, and a line ``row column`` for every stone; ``0 0 0`` ends the text. Rows and
    columns count from 1 there (from 0 everywhere else), and the target is ``1 1``.
States
    A cell for the head and one of the self-avoiding walks that are the shapes of a snake.
Source
    "Holedox Moving", ACM ICPC Asia, Beijing 2002; POJ 1324, ZOJ 1361.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles.snake.board import MAX_SIDE
from graphpuzzles.puzzles.snake.gait import SNAKE
from graphpuzzles.puzzles.snake.rules import SnakeRules
from graphpuzzles.puzzles.walking.body import Walk
from graphpuzzles.puzzles.walking.puzzle import WalkPuzzle
from graphpuzzles.text import quote

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphpuzzles.generate import Generator
    from graphpuzzles.outcome import Outcome
    from graphpuzzles.puzzles.snake.picture import SnakePicture
    from graphpuzzles.puzzles.walking.body import Body

__all__ = ["MAX_SIDE", "Snake", "Walk"]


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Snake(SnakeRules, WalkPuzzle):
    """A snake on a board with stones, and the cells on one of which its head is to be.

    Parameters
    ----------
    rows, columns : int
        Size of the board, 1 to `MAX_SIDE` each.
    body : iterable of (int, int)
        Row and column of every section from the head on, counted from 0.
    stones : iterable of (int, int), optional
        Cells that no section can enter. One named twice counts once.
    targets : iterable of (int, int), optional
        The first cell by default. A target under a stone cannot be reached.

    Raises
    ------
    TypeError
        If a number is not an integer.
    PuzzleError
        If the body has a gap, overlaps itself or lies on a stone, a cell is not on the board, or
        there is no target.

    Examples
    --------
    >>> snake = Snake(3, 3, [(2, 2), (2, 1), (1, 1)], stones=[(0, 1)])
    >>> solution = snake.solve()
    >>> solution.value, solution.answer.heads
    (4, ((2, 2), (1, 2), (1, 1), (1, 0), (0, 0)))
    >>> solution.verify()
    True
    """

    name: ClassVar[str] = "snake"
    gait = SNAKE
    # The first is the sample of POJ 1324, in two parts.
    EXAMPLES: ClassVar[Mapping[str, object]] = {
        "5 6 4\n4 1\n4 2\n3 2\n3 1\n3\n2 3\n3 3\n3 4\n\n0 0 0\n": 9,
        "4 4 4\n2 3\n1 3\n1 4\n2 4\n4\n2 1\n2 2\n3 4\n4 2\n0 0 0\n": None,
        "1 2 2\n1 1\n1 2\n0\n0 0 0\n": 0,
        "3 3 1\n3 3\n2\n3 2\n3 2\n0 0 0\n": 4,
        "2 2 4\n1 2\n1 1\n2 1\n2 2\n0\n0 0 0\n": None,
        "1 3 2\n1 3\n1 2\n1\n1 1\n0 0 0\n": None,
    }
    MALFORMED: ClassVar[tuple[str, ...]] = (
        "",
        "0 0 0",
        "0 0",
        "0 1 0",
        "3 3 2 1 1 1 2 0 0 0 0 7",
        "3 3 2\n1 1\n1 2\n",
        "3 3 2\n1 1\n1 2\n1\n3\n0 0 0\n",
        "3 3 2\n1 1\n1 3\n0\n0 0 0\n",
        "3 3 2\n1 1\n1 1\n0\n0 0 0\n",
        "3 3 2\n1 1\n0 1\n0\n0 0 0\n",
        "3 3 2\n1 1\n1 2\n1\n1 2\n0 0 0\n",
        "3 3 2\n1 1\n1 2\n1\n4 1\n0 0 0\n",
        "3 3 0\n0\n0 0 0\n",
        "3 3 10\n1 1\n",
        "3 3 x\n",
        "1000000000 1000000000 2\n1 1\n1 2\n0\n",
        "3 3 2\n1 1\n1 2\n999999999999\n2 2\n0 0 0\n",
    )

    def with_body(self, body: Body) -> Self:
        """Return the same puzzle with another first state."""
        return replace(self, body=body)

    def judge(self, solution: Outcome[Walk, int], number: int) -> str:
        """Return the judge's output line for dataset `number`, counted from 1."""
        if solution.status is Status.LIMIT:
            return f"Case {number}: ?"
        return f"Case {number}: {-1 if solution.value is None else solution.value}"

    def read_judged(self, tokens: Sequence[str], number: int) -> int | None:
        """Return the steps that an output line claims; see `Puzzle.read_judged`."""
        if list(tokens[:2]) != ["Case", f"{number}:"]:
            raise ValueError(f"expected 'Case {number}: ' first, found {quote(' '.join(tokens))}")
        return super().read_judged(tokens[2:], number)

    @classmethod
    def generator(cls) -> Generator[Self]:
        """Return how snakes on boards are made at random, with the wishes that can be made."""
        from graphpuzzles.puzzles.snake.generator import snake_generator

        return snake_generator(cls)

    def picture(self, walk: Walk | None = None) -> SnakePicture:
        """Return how the board and a walk are drawn."""
        from graphpuzzles.puzzles.snake.picture import SnakePicture

        return SnakePicture(self, walk)
