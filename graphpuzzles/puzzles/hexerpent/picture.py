"""The picture of a hexerpent on the plane of hexagonal dimples."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from graphpuzzles.picture import BLACK, GREEN, Circle, Key, Line, Polygon, Style
from graphpuzzles.puzzles.walking.picture import FLOOR, MOVED, OBSTACLE, WalkPicture
from graphpuzzles.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphpuzzles.lattice import Cell
    from graphpuzzles.picture import Point, Shape
    from graphpuzzles.puzzles.hexerpent.board import HexerpentBoard
    from graphpuzzles.puzzles.walking.body import Body

RISE = math.sqrt(3) / 2
"""Height of a row of dimples over their distance, 1."""

NEAR = 8
"""Rocks up to this distance from the head are always shown."""

TRACE = Style(stroke=BLACK, width=0.07)
EVERYWHERE = (-math.inf, math.inf)


class HexerpentPicture(WalkPicture):
    """A hexerpent, its rocks and its goal on dimples with a corner at the top.

    The first coordinate grows to the right, the second to the upper right, so that adjacent
    dimples, and no others, have their middles at distance 1.

    Parameters
    ----------
    puzzle : HexerpentBoard
    walk : Walk, optional
    """

    puzzle: HexerpentBoard
    name = "hexerpent"
    goal_name = "goal"
    obstacle_name = "rock"
    goal_style = Style(fill=GREEN, stroke=BLACK, width=0.06)

    @property
    def heading(self) -> str:
        """The puzzle and its size."""
        return f"Hexerpent of {counted(len(self.puzzle.body), 'section')}"

    def middle(self, cell: Cell) -> Point:
        """Return where the middle of a dimple is, seen from the head at the start."""
        x, y = self.puzzle.body[0]
        across, up = cell[0] - x, cell[1] - y
        return across + up / 2, -RISE * up

    @property
    def obstacles(self) -> Body:
        """The rocks."""
        return self.puzzle.rocks

    def limits(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return that the plane has no end."""
        return EVERYWHERE, EVERYWHERE

    def extent(self) -> tuple[Iterable[float], Iterable[float]]:
        """Return the rocks near the head."""
        near = [self.middle(rock) for rock in self.puzzle.rocks if self.distance(rock) <= NEAR]
        return [x for x, _y in near], [y for _x, y in near]

    def _dimples(self) -> Iterator[Cell]:
        """Yield the dimples in the picture, row by row."""
        left, top, right, bottom = self.window
        x, y = self.puzzle.body[0]
        for up in range(math.floor(-top / RISE) + 1, math.ceil(-bottom / RISE) - 2, -1):
            for across in range(math.floor(left - up / 2), math.ceil(right - up / 2) + 1):
                cell = (x + across, y + up)
                if self.shows(cell):
                    yield cell

    def floor(self) -> Iterator[Shape]:
        """Yield the dimples, and the rocks on some of them."""
        rocks = set(self.shown_obstacles)
        for cell in self._dimples():
            is_rock = cell in rocks
            title = f"{'rock ' if is_rock else ''}{cell[0]}, {cell[1]}"
            style = OBSTACLE if is_rock else FLOOR
            yield self._hexagon(cell, 0.5 if is_rock else 0.54, style, title)

    def _hexagon(self, cell: Cell, radius: float, style: Style, title: str) -> Polygon:
        x, y = self.at(cell)
        a, b = radius * RISE, radius / 2
        corners = ((0.0, -radius), (a, -b), (a, b), (0.0, radius), (-a, b), (-a, -b))
        return Polygon(tuple((x + dx, y + dy) for dx, dy in corners), style, title)

    def goal(self, cell: Cell) -> Iterator[Shape]:
        """Yield the goal."""
        yield self._hexagon(cell, 0.47, self.goal_style, f"goal {cell[0]}, {cell[1]}")

    def distance(self, cell: Cell) -> int:
        """Return how far a dimple is from the head, whatever lies between."""
        x, y = self.puzzle.body[0]
        across, up = cell[0] - x, cell[1] - y
        return (abs(across) + abs(up) + abs(across + up)) // 2

    def step_marks(self, number: int) -> Iterator[Shape]:
        """Yield a line from where a section was to where a step moved it."""
        before, after = self.states[number - 1 : number + 1]
        for section in sorted(self.moved(number)):
            old, new = before[section], after[section]
            if self.shows(old) and self.shows(new):
                yield Line((self.at(old), self.at(new)), TRACE)
                yield Circle(self.at(old), 0.1, Style(fill=BLACK), f"section {section + 1} left")

    def moved(self, number: int) -> frozenset[int]:
        """Return which sections a step moved."""
        pairs = zip(*self.states[number - 1 : number + 1], strict=False)
        return frozenset(section for section, (old, new) in enumerate(pairs) if old != new)

    @property
    def step_key(self) -> Key:
        """What the marks of a step mean."""
        return Key(FLOOR, "moved in this step", (Circle((0.5, 0.5), 0.42, MOVED),))
