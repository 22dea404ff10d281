"""The picture of a snake on its board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphpuzzles.picture import BLACK, GREY, WHITE, Circle, Key, Line, Style, rectangle
from graphpuzzles.puzzles.walking.picture import FLOOR, OBSTACLE, SPAN, WalkPicture

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphpuzzles.lattice import Cell
    from graphpuzzles.picture import Point, Shape
    from graphpuzzles.puzzles.snake.board import SnakeBoard
    from graphpuzzles.puzzles.walking.body import Body

NEAR = 8
"""Of a board that is too wide for a picture, so much is shown around the head."""

WALL = Style(stroke=GREY, width=0.1)
CUT = Style(stroke=GREY, width=0.06, dash=(0.1, 0.2))
LEFT = Style(stroke=BLACK, width=0.06, dash=(0.12, 0.14))


class SnakePicture(WalkPicture):
    """A snake, its stones and its hole on square cells.

    Parameters
    ----------
    puzzle : SnakeBoard
    walk : Walk, optional
    """

    puzzle: SnakeBoard
    name = "snake"
    goal_name = "hole"
    obstacle_name = "stone"
    goal_style = Style(fill=BLACK)

    @property
    def heading(self) -> str:
        """The puzzle and its size."""
        return f"Snake {self.puzzle.rows} x {self.puzzle.columns}"

    def middle(self, cell: Cell) -> Point:
        """Return where the middle of a cell is: columns to the right, rows downwards."""
        return float(cell[1]), float(cell[0])

    @property
    def obstacles(self) -> Body:
        """The stones."""
        return self.puzzle.stones

    def limits(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the middles of the outermost cells of the board."""
        return (0.0, self.puzzle.columns - 1.0), (0.0, self.puzzle.rows - 1.0)

    def extent(self) -> tuple[Iterable[float], Iterable[float]]:
        """Return the whole board where it is small enough, or else a part around the head."""
        x, y = (
            span if span[1] < SPAN else (max(place - NEAR, 0), min(place + NEAR, span[1]))
            for span, place in zip(self.limits(), self.middle(self.puzzle.body[0]), strict=True)
        )
        return x, y

    def floor(self) -> Iterator[Shape]:
        """Yield the board, its lines and its stones."""
        left, top, right, bottom = self.window
        shift_x, shift_y = self._offset
        x, y = left - 0.5 + shift_x, top - 0.5 + shift_y
        across, down = right - left + 1, bottom - top + 1
        yield rectangle((x, y), across, down, FLOOR)
        line = Style(stroke=WHITE, width=0.06)
        for column in range(1, round(across)):
            yield Line(((x + column, y), (x + column, y + down)), line)
        for row in range(1, round(down)):
            yield Line(((x, y + row), (x + across, y + row)), line)
        corners = (x, y), (x + across, y), (x + across, y + down), (x, y + down)
        ends = (
            top == 0,
            right == self.puzzle.columns - 1,
            bottom == self.puzzle.rows - 1,
            left == 0,
        )
        for number, is_end in enumerate(ends):
            side = (corners[number], corners[(number + 1) % 4])
            yield Line(side, WALL if is_end else CUT, "" if is_end else "the board goes on")
        for stone in self.shown_obstacles:
            a, b = self.at(stone)
            title = f"stone, row {stone[0] + 1}, column {stone[1] + 1}"
            yield rectangle((a - 0.42, b - 0.42), 0.84, 0.84, OBSTACLE, title=title)

    def goal(self, cell: Cell) -> Iterator[Shape]:
        """Yield a hole."""
        title = f"hole, row {cell[0] + 1}, column {cell[1] + 1}"
        yield Circle(self.at(cell), 0.44, Style(fill=BLACK, stroke=WHITE, width=0.05), title)

    def distance(self, cell: Cell) -> int:
        """Return how far a cell is from the head, whatever lies between."""
        row, column = self.puzzle.body[0]
        return abs(cell[0] - row) + abs(cell[1] - column)

    def step_marks(self, number: int) -> Iterator[Shape]:
        """Yield a mark where the tail was before a step: that cell was not free."""
        cell = self.states[number - 1][-1]
        if self.shows(cell):
            yield Circle(self.at(cell), 0.3, LEFT, "left by the tail")

    def moved(self, number: int) -> frozenset[int]:  # noqa: ARG002 - true of every step
        """Return none: every step moves all sections."""
        return frozenset()

    @property
    def step_key(self) -> Key:
        """What the mark of a step means."""
        return Key(FLOOR, "left by the tail", (Circle((0.5, 0.5), 0.42, LEFT),))
