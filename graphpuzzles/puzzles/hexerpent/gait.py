"""How a hexerpent moves, as the methods need it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.lattice import HEX
from graphpuzzles.models.voltage.graph import VoltageGraph
from graphpuzzles.puzzles.walking.gait import (
    Gait,
    as_bodies,
    cell_codes,
    check_length,
    grown,
    marks,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell
    from graphpuzzles.models.voltage.graph import Shape
    from graphpuzzles.puzzles.walking.body import Body, WalkBoard
    from graphpuzzles.puzzles.walking.gait import Codes, Wanted

    Begun = tuple[NDArray[np.int64], NDArray[np.bool_], Codes]
    """Bodies whose first sections are decided: the row that each comes from, whether its last
    section has moved, and the cells."""

_STEPS = cell_codes(HEX.steps)
_ADJACENT = marks(_STEPS)
_TOUCHING = marks(_STEPS, np.zeros(1, dtype=np.int16))

PAIR_STEPS = 20
"""Steps up to which those of two sections alone are known."""

_CELLS = 1 << 18
"""So many cells of bodies are moved in one go."""


class HexerpentGait(Gait):
    """Pairwise non-consecutive sections step at once; afterwards only consecutive ones touch."""

    lattice = HEX
    entering = None
    sizes = (
        *((1, 6), (6, 24), (18, 108), (54, 384), (162, 1536), (474, 5784), (1398, 22176)),
        *((4074, 83640), (11898, 316152), (34554, 1186608)),
    )

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

    @staticmethod
    def apart(u: Cell, v: Cell) -> int:
        """Return how many steps one dimple is from another where nothing lies between."""
        across, up = u[0] - v[0], u[1] - v[1]
        return max(abs(across), abs(up), abs(across + up))

    def table(self, length: int) -> VoltageGraph:
        """Return the voltage graph of a hexerpent of so many sections."""
        return hexerpent_graph(length)

    def steps(self, bodies: Codes, wanted: Wanted) -> Iterator[tuple[NDArray[np.int64], Codes]]:
        """Yield what bodies can become by one move; see `Gait.steps`.

        Notes
        -----
        One body can become exponentially many, so that bodies that are begun wait on a stack, in
        parts of bounded size; the sections of a part are decided one by one.
        """
        part = max(_CELLS // bodies.shape[1], 1)
        waiting = _in_parts(_undecided(bodies), part)
        while waiting:
            begun = waiting.pop()
            if begun[2].shape[1] == bodies.shape[1]:
                yield _changed(bodies, begun)
                continue
            begun = _decided(bodies, begun)
            if begun[2].shape[1] == 1:
                kept = wanted(begun[0], begun[2][:, 0])
                begun = (begun[0][kept], begun[1][kept], begun[2][kept])
            waiting += _in_parts(begun, part)
            yield begun[0][:0], bodies[:0]

    def successors(self, board: WalkBoard) -> Callable[[Body], Iterable[Body]]:
        """Return the function that gives every state one step away."""
        rocks = board.obstacles

        def continued(body: Body, begun: list[Cell]) -> Iterator[Body]:
            """Yield the bodies that begin with the sections decided, by moves of the others."""
            number = len(begun)
            if number == len(body):
                yield tuple(begun)
                return
            free_to_move = number == 0 or begun[-1] == body[number - 1]
            places = [body[number], *(_around(body[number]) if free_to_move else ())]
            for place in places:
                near = _around(place)
                # The section that follows stays where it is if this one moves.
                if place != body[number] and not set(body[number + 1 : number + 2]) <= set(near):
                    continue
                touched = [index for index, other in enumerate(begun) if other in near]
                wanted = [number - 1] if begun else []
                if touched == wanted and place not in begun and place not in rocks:
                    yield from continued(body, [*begun, place])

        return lambda body: (after for after in continued(body, []) if after != body)

    def closer(self, goal: Cell) -> Callable[[Cell, Cell], int]:
        """Return the steps that the first two sections alone would need, were there no rock.

        Of the two only one moves at a time, round the other, so that a head needs nearly two steps
        for every dimple.
        """
        steps = _pair_steps()
        x, y = goal

        def bound(head: Cell, neck: Cell) -> int:
            place = (head[0] - x, head[1] - y, neck[0] - head[0], neck[1] - head[1])
            return steps.get(place, PAIR_STEPS + 1)

        return bound


HEXERPENT = HexerpentGait()


@lru_cache(maxsize=1)
def _pair_steps() -> dict[tuple[int, int, int, int], int]:
    """Return the steps of two sections to (0, 0), by the head and what leads on from it."""
    steps = dict.fromkeys(((0, 0, *step) for step in HEX.steps), 0)
    queue = list(steps)
    for pair in queue:  # grows while it is read
        if steps[pair] == PAIR_STEPS:
            break
        x, y, a, b = pair
        for c, d in HEX.steps:
            if not HEX.adjacent((a, b), (c, d)):
                continue
            # The second section moves round the head, or the head round the second section.
            for after in ((x, y, c, d), (x + a - c, y + b - d, c, d)):
                if after not in steps:
                    steps[after] = steps[pair] + 1
                    queue.append(after)
    return steps


def _around(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y), (x + 1, y - 1), (x - 1, y + 1)]


# Many bodies at once ---------------------------------------------------------------------------


def _undecided(cells: Codes) -> Begun:
    rest = np.zeros(len(cells), dtype=np.bool_)
    return np.arange(len(cells)), rest, np.empty((len(cells), 0), dtype=np.int16)


def _decided(cells: Codes, begun: Begun) -> Begun:
    """Decide one section more: it rests, or moves if the one before it has not.

    The neighbours of a section that moves stay, so its new place touches both of their old ones. A
    combination is dropped as soon as two sections that are not consecutive touch.
    """
    source, shifted, moved = begun
    section, length = moved.shape[1], cells.shape[1]
    free = np.flatnonzero(~shifted)
    places = cells[source[free], section][:, np.newaxis] + _STEPS
    fits = np.ones(places.shape, dtype=np.bool_)
    for neighbor in (section - 1, section + 1):
        if 0 <= neighbor < length:
            fits &= _ADJACENT[places - cells[source[free], neighbor][:, np.newaxis]]
    row, step = np.nonzero(fits)
    parent = np.concatenate([np.arange(len(source)), free[row]])
    place = np.concatenate([cells[source, section], places[row, step]])
    good = np.ones(len(parent), dtype=np.bool_)
    for earlier in range(section - 1):
        good &= ~_TOUCHING[place - moved[parent, earlier]]
    shifted = (np.arange(len(parent)) >= len(source))[good]
    parent, place = parent[good], place[good]
    return source[parent], shifted, np.concatenate([moved[parent], place[:, np.newaxis]], axis=1)


def _changed(cells: Codes, begun: Begun) -> tuple[NDArray[np.int64], Codes]:
    """Return bodies all of whose sections are decided, if any has moved."""
    source, _, moved = begun
    changed = (moved != cells[source]).any(axis=1)
    return source[changed], moved[changed]


def _in_parts(begun: Begun, part: int) -> list[Begun]:
    """Cut bodies that are begun into parts, the first one last: it is taken first."""
    source, shifted, moved = begun
    cuts = [slice(first, first + part) for first in range(0, len(source), part)]
    return [(source[cut], shifted[cut], moved[cut]) for cut in reversed(cuts)]


# Tables ----------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def hexerpent_graph(length: int) -> VoltageGraph:
    """Return the voltage graph of a hexerpent of `length` sections.

    A move shifts any set of pairwise non-consecutive sections, each to a neighbouring dimple, such
    that consecutive sections still touch and no others do. Standing still is no arc.

    Raises
    ------
    NotApplicableError
        If `length` is over `HexerpentGait.longest`.
    """
    check_length(length, HEXERPENT.longest, "hexerpent")
    cells, turns = grown(HEX, length, _TOUCHING)
    begun = _undecided(cells)
    for _ in range(length):
        begun = _decided(cells, begun)
    source, moved = _changed(cells, begun)
    order = np.argsort(source, kind="stable")
    source, moved = source[order], moved[order]
    digit_of = np.zeros(len(_ADJACENT), dtype=np.int64)
    digit_of[_STEPS] = np.arange(len(HEX.steps))
    digits = digit_of[np.diff(moved, axis=1)]
    weights = len(HEX.steps) ** np.arange(length - 2, -1, -1, dtype=np.int64)
    target = np.searchsorted(turns, digits @ weights)
    return VoltageGraph(
        HEX,
        as_bodies(cells),
        source.astype(np.int32),
        target.astype(np.int32),
        as_bodies(moved[:, 0]),
    )
