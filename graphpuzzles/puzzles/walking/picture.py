"""Pictures of a body that walks: the same box, body and way on square and hexagonal cells."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from graphpuzzles.errors import NotApplicableError
from graphpuzzles.picture import (
    BLACK,
    BLUE,
    GREY,
    LIGHT,
    SKY,
    VERMILLION,
    WHITE,
    YELLOW,
    Circle,
    Film,
    Key,
    Line,
    Polygon,
    Scene,
    Style,
    Text,
    text_width,
)
from graphpuzzles.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from graphpuzzles.lattice import Cell
    from graphpuzzles.picture import Point, Shape
    from graphpuzzles.puzzles.walking.body import Body, Walk, WalkBoard

SPAN = 60
"""Most cells that a picture shows across and down; of a wider board it shows a part."""

MAX_FRAMES = 1000
"""Most states of a walk that becomes a film."""

PAD = 0.75
"""From the middle of an outermost cell to the edge of the picture."""

SIDE = 720.0
"""Pixels of the longer side, where cells of at most 40 pixels allow it."""

FLOOR = Style(fill=LIGHT)
OBSTACLE = Style(fill="#6b6b6b", stroke="#3d3d3d", width=0.06)
BODY = Style(fill=BLUE)
GHOST = Style(fill="#b3daf1")
WAY = Style(stroke=VERMILLION, width=0.1)
AHEAD = Style(stroke=GREY, width=0.06, dash=(0.12, 0.16))
MOVED = Style(fill=YELLOW, stroke=BLACK, width=0.05)
ARROW = Style(fill=VERMILLION, stroke=WHITE, width=0.06)

NOTE_SIZE, NOTE_ROW, NOTE_LEFT = 0.42, 0.62, 0.2


class WalkPicture(ABC):
    """A body on its board, and its way to the goal if a walk is given.

    Every state of the walk is drawn in the same box. What does not fit into `SPAN` cells each way
    is left out and counted in a note below the board.

    Parameters
    ----------
    puzzle : WalkBoard
    walk : Walk, optional
    """

    name: ClassVar[str]
    goal_name: ClassVar[str]
    obstacle_name: ClassVar[str]
    goal_style: ClassVar[Style]

    def __init__(self, puzzle: WalkBoard, walk: Walk | None) -> None:
        self.puzzle = puzzle
        # A walk that nobody has checked may hold anything; what has no cells cannot be drawn.
        states = filter(None, walk.states) if walk is not None else ()
        self.states: tuple[Body, ...] = tuple(states) or (puzzle.body,)
        self.walked = len(self.states) > 1

    @property
    @abstractmethod
    def heading(self) -> str:
        """The puzzle and its size, with which every title begins."""

    # What the cells are ------------------------------------------------------------------------

    @abstractmethod
    def middle(self, cell: Cell) -> Point:
        """Return where the middle of a cell is, before the picture is cropped."""

    @property
    @abstractmethod
    def obstacles(self) -> Body:
        """The cells that no section can enter."""

    @abstractmethod
    def extent(self) -> tuple[Iterable[float], Iterable[float]]:
        """Return middles that the picture shows whatever lies there, by x and by y."""

    @abstractmethod
    def limits(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the middles of the outermost cells of the board, by x and by y."""

    @abstractmethod
    def floor(self) -> Iterator[Shape]:
        """Yield the board with its obstacles."""

    @abstractmethod
    def goal(self, cell: Cell) -> Iterator[Shape]:
        """Yield a goal."""

    @abstractmethod
    def distance(self, cell: Cell) -> int:
        """Return how far a cell is from the head, whatever lies between."""

    @abstractmethod
    def step_marks(self, number: int) -> Iterator[Shape]:
        """Yield what tells the step that leads to a state; the body is drawn over it."""

    @abstractmethod
    def moved(self, number: int) -> frozenset[int]:
        """Return which sections to mark because the step that leads to a state moved them."""

    @property
    @abstractmethod
    def step_key(self) -> Key:
        """What the marks of a step mean."""

    # The box -----------------------------------------------------------------------------------

    @cached_property
    def window(self) -> tuple[float, float, float, float]:
        """Middles of the outermost cells shown: left, top, right, bottom."""
        cells = {cell for body in self.states for cell in body} | set(self.puzzle.body)
        points = [self.middle(cell) for cell in cells]
        fixed = self.extent()
        spans = [
            [min(values), max(values)]
            for values in ([*(point[axis] for point in points), *fixed[axis]] for axis in range(2))
        ]
        for target in self.puzzle.target_cells:
            point = self.middle(target)
            wider = [
                [min(low, value), max(high, value)]
                for (low, high), value in zip(spans, point, strict=True)
            ]
            if all(high - low <= SPAN - 5 for low, high in wider):
                spans = wider
        head = self.middle(self.puzzle.body[0])
        (left, right), (top, bottom) = (
            _cropped(span, middle, limits)
            for span, middle, limits in zip(spans, head, self.limits(), strict=True)
        )
        return left, top, right, bottom

    def shows(self, cell: Cell) -> bool:
        """Tell whether a cell is in the picture."""
        x, y = self.middle(cell)
        left, top, right, bottom = self.window
        slack = 1e-6
        return left - slack <= x <= right + slack and top - slack <= y <= bottom + slack

    @cached_property
    def shown_obstacles(self) -> Body:
        """The obstacles in the picture."""
        return tuple(filter(self.shows, self.obstacles))

    @cached_property
    def _offset(self) -> Point:
        """What is added to middles: the board stands in the middle of a box wide enough."""
        left, top, right, _bottom = self.window
        return (self.width - (right - left)) / 2 - left, PAD - top

    def at(self, cell: Cell) -> Point:
        """Return where the middle of a cell is in the picture."""
        x, y = self.middle(cell)
        return x + self._offset[0], y + self._offset[1]

    @cached_property
    def width(self) -> float:
        """Width of the picture: that of the board or of the longest note."""
        left, _top, right, _bottom = self.window
        notes = (2 * NOTE_LEFT + text_width(note, NOTE_SIZE) for note in self.notes)
        return max([right - left + 2 * PAD, *notes])

    # What is said ------------------------------------------------------------------------------

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What the picture leaves out."""
        lines = []
        hidden = len(self.obstacles) - len(self.shown_obstacles)
        if hidden:
            lines.append(f"{counted(hidden, self.obstacle_name)} outside the picture")
        cells = sum(not self.shows(cell) for cell in self.puzzle.body)
        if cells:
            lines.append(f"{counted(cells, 'section')} outside the picture")
        far = [cell for cell in self.puzzle.target_cells if not self.shows(cell)]
        if len(far) == 1:
            away = f"{self.distance(far[0])} cells from the head"
            lines.append(f"{self.goal_name} outside, {away}")
        elif far:
            lines.append(f"{len(far)} {self.goal_name}s outside the picture")
        return tuple(lines)

    def legend(self, *, film: bool = False) -> tuple[Key, ...]:
        """Return what the colours mean, for what is shown alone."""
        keys = [Key(BODY, self.name)]
        if any(map(self.shows, self.puzzle.target_cells)):
            keys.append(Key(self.goal_style, self.goal_name))
        if self.shown_obstacles:
            keys.append(Key(OBSTACLE, self.obstacle_name))
        if self.walked:
            keys.append(Key(WAY, "way of the head"))
            keys += (
                [Key(AHEAD, "still to go"), self.step_key]
                if film
                else [Key(GHOST, "where it ends")]
            )
        return tuple(keys)

    # Shapes ------------------------------------------------------------------------------------

    @cached_property
    def _ground(self) -> tuple[Shape, ...]:
        """What is the same in every state."""
        shapes = list(self.floor())
        for cell in self.puzzle.target_cells:
            if self.shows(cell):
                shapes += self.goal(cell)
        y = self.window[3] + self._offset[1] + PAD
        for row, note in enumerate(self.notes):
            place = (NOTE_LEFT, y + NOTE_ROW * (row + 0.4))
            shapes.append(Text(place, note, NOTE_SIZE, color="#3d3d3d", anchor="start"))
        return tuple(shapes)

    def _pointers(self) -> Iterator[Shape]:
        """Yield an arrow at the edge towards every goal outside, a few at most."""
        far = [cell for cell in self.puzzle.target_cells if not self.shows(cell)]
        left, top, right, bottom = self.window
        centre = ((left + right) / 2, (top + bottom) / 2)
        half = ((right - left) / 2 + 0.2, (bottom - top) / 2 + 0.2)
        for cell in far[:8]:
            x, y = self.middle(cell)
            dx, dy = x - centre[0], y - centre[1]
            share = min(h / abs(d) for h, d in zip(half, (dx, dy), strict=True) if d)
            tip = (
                centre[0] + share * dx + self._offset[0],
                centre[1] + share * dy + self._offset[1],
            )
            title = f"{self.goal_name} {cell}"
            yield triangle(tip, math.atan2(dy, dx), 0.7, self.goal_style, title)

    def _runs(self, cells: Iterable[Cell]) -> Iterator[list[Point]]:
        """Yield the parts of a line through cells that are in the picture."""
        run: list[Point] = []
        for cell in cells:
            if self.shows(cell):
                run.append(self.at(cell))
            elif run:
                yield run
                run = []
        if run:
            yield run

    def _trunk(self, body: Body, moved: frozenset[int] = frozenset()) -> Iterator[Shape]:
        """Yield all of a body but its head; it grows thinner to the tail."""
        widths = taper(len(body))
        shown = [self.shows(cell) for cell in body]
        for extra, color in ((0.1, BLACK), (0.0, BODY.fill)):
            for i in range(len(body) - 1, 0, -1):
                if shown[i] and shown[i - 1]:
                    line = (self.at(body[i]), self.at(body[i - 1]))
                    yield Line(line, Style(stroke=color, width=widths[i] + extra))
        for i in range(1, len(body)):
            if shown[i] and i in moved:
                yield Circle(self.at(body[i]), 0.5 * widths[i], MOVED, f"section {i + 1}, moved")
            elif shown[i]:
                joint = Style(fill=SKY)
                yield Circle(self.at(body[i]), 0.2 * widths[i], joint, f"section {i + 1}")

    def _head(self, body: Body, color: str | None = BODY.fill) -> Iterator[Shape]:
        """Yield a head with eyes, which look away from the second section."""
        if not self.shows(body[0]):
            return
        yield Circle(self.at(body[0]), 0.42, Style(fill=BLACK))
        yield Circle(self.at(body[0]), 0.37, Style(fill=color), "head")
        yield from eyes(self.at(body[0]), self._heading(body))

    def _heading(self, body: Body) -> float:
        """Return the angle to which a head looks: away from the second section."""
        if len(body) == 1:
            return 0.0
        (x, y), (a, b) = self.middle(body[0]), self.middle(body[1])
        return math.atan2(y - b, x - a)

    def _ghost(self, body: Body) -> Iterator[Shape]:
        """Yield where a body will be, as a shadow."""
        for run in self._runs(body):
            if len(run) > 1:
                yield Line(tuple(run), Style(stroke=GHOST.fill, width=0.4), "where it ends")
        if self.shows(body[0]):
            ring = Style(fill=GHOST.fill, stroke=BLUE, width=0.05)
            yield Circle(self.at(body[0]), 0.3, ring, "where the head ends")

    def _way(self, heads: Body, *, arrows: bool) -> Iterator[Shape]:
        """Yield a line, with a small arrow on every step if wanted."""
        for run in self._runs(heads):
            points = (run[0], *(b for a, b in pairwise(run) if a != b))
            if len(points) == 1:
                continue
            yield Line(points, Style(stroke=WHITE, width=WAY.width + 0.08))
            yield Line(points, WAY, "way of the head")
            for (x, y), (a, b) in pairwise(points if arrows else ()):
                tip = ((x + a) / 2, (y + b) / 2)
                yield triangle(tip, math.atan2(b - y, a - x), 0.3, ARROW)

    # Pictures ----------------------------------------------------------------------------------

    def scene(self) -> Scene:
        """Return the picture: the body at the start, its way, and a shadow of it at the end."""
        shapes: list[Shape] = []
        if self.walked:
            shapes += self._ghost(self.states[-1])
        shapes += self._trunk(self.states[0])
        shapes += self._way(tuple(body[0] for body in self.states), arrows=True)
        shapes += self._head(self.states[0])
        return self._scene(shapes, self.title, self.legend())

    @property
    def title(self) -> str:
        """What the picture shows, in a line."""
        steps = len(self.states) - 1
        return f"{self.heading}: {counted(steps, 'step')}" if self.walked else self.heading

    def film(self) -> Film:
        """Return a picture for every state of the walk.

        Raises
        ------
        NotApplicableError
            If the walk has more than `MAX_FRAMES` states.
        """
        steps = len(self.states) - 1
        if steps >= MAX_FRAMES:
            raise NotApplicableError(f"a film has up to {MAX_FRAMES} frames, not {steps + 1}")
        heads = tuple(body[0] for body in self.states)
        legend = self.legend(film=True)
        frames, captions = [], []
        for number, body in enumerate(self.states):
            captions.append(f"step {number} of {steps}")
            shapes: list[Shape] = [
                Line(tuple(run), AHEAD) for run in self._runs(heads[number:]) if len(run) > 1
            ]
            shapes += self._way(heads[: number + 1], arrows=False)
            moved = self.moved(number) if number else frozenset()
            if number:
                shapes += self.step_marks(number)
            shapes += self._trunk(body, moved)
            shapes += self._head(body, MOVED.fill if 0 in moved else BODY.fill)
            frames.append(self._scene(shapes, f"{self.heading}: {captions[-1]}", legend))
        return Film(tuple(frames), tuple(captions), self.title)

    def _scene(self, shapes: Sequence[Shape], title: str, legend: tuple[Key, ...]) -> Scene:
        _left, top, _right, bottom = self.window
        height = bottom - top + 2 * PAD + NOTE_ROW * len(self.notes)
        unit = min(40.0, SIDE / max(self.width, height))
        shown = (*self._ground, *shapes, *self._pointers())
        return Scene(self.width, height, shown, title, legend, max(unit, 16.0))


def _cropped(
    span: Sequence[float], head: float, limits: tuple[float, float]
) -> tuple[float, float]:
    """Return a span with a margin of two cells, around the head where it is too wide."""
    low, high = max(span[0] - 2, limits[0]), min(span[1] + 2, limits[1])
    if high - low >= SPAN:
        low = math.floor(min(max(head - SPAN / 2, low), high - SPAN + 1) - head) + head
        high = low + SPAN - 1
    return low, high


# Parts of a body ---------------------------------------------------------------------------------


def taper(length: int) -> list[float]:
    """Return the widths of the sections of a body, from its head on.

    Parameters
    ----------
    length : int
    """
    return [0.62 - 0.36 * i / max(length - 1, 1) for i in range(length)]


def _turned(at: Point, angle: float, ahead: float, aside: float) -> Point:
    cosine, sine = math.cos(angle), math.sin(angle)
    return at[0] + ahead * cosine - aside * sine, at[1] + ahead * sine + aside * cosine


def triangle(middle: Point, angle: float, size: float, style: Style, title: str = "") -> Polygon:
    """Return a triangle that points to an angle.

    Parameters
    ----------
    middle : (float, float)
    angle : float
        In radians, clockwise from the right.
    size : float
        Its height and its base.
    style : Style
    title : str
    """
    corners = ((size / 2, 0.0), (-size / 2, size / 2), (-size / 2, -size / 2))
    points = tuple(_turned(middle, angle, ahead, aside) for ahead, aside in corners)
    return Polygon(points, style, title)


def eyes(head: Point, angle: float) -> Iterator[Shape]:
    """Yield two eyes on a head of radius 0.37 that looks to an angle.

    Parameters
    ----------
    head : (float, float)
    angle : float
        In radians, clockwise from the right.
    """
    for aside in (-0.17, 0.17):
        yield Circle(_turned(head, angle, 0.12, aside), 0.11, Style(fill=WHITE))
        yield Circle(_turned(head, angle, 0.16, aside), 0.055, Style(fill=BLACK))
