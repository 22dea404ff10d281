"""A* on the states of a body, thousands at once: no table of shapes is needed.

A state is one integer, the place of its head and the turns from cell to cell. It waits in the
bucket of its steps so far and its distance to go; whole buckets are expanded, in the order of the
steps that a walk through them must have.

References
----------
.. [1] R. Zhou, E. A. Hansen, "Breadth-first heuristic search", Artificial Intelligence 170 (2006),
   385-408.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Protocol

import numpy as np

from graphpuzzles.models.voltage.keys import STRIDE, BodyKeys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell, Lattice
    from graphpuzzles.limits import Meter
    from graphpuzzles.models.voltage.board import Board, HeadDistance
    from graphpuzzles.models.voltage.keys import Codes, Keys
    from graphpuzzles.models.voltage.prefix import PrefixSteps

CUT_OFF = 1 << 40
"""The estimate of a cell from which no target can be reached."""

_CELLS = 1 << 18
"""So many cells of bodies are expanded in one go."""

_BYTES = 16
"""What a state takes: its key, and the key that it comes from."""

COST = 1.0
"""Making a move here takes about this part of the time that one takes in `PoseSearch`: more where
the moves of shapes are listed already, less where they are not."""

BUCKET_COST = 400
"""Expanding a bucket takes about as long as so many moves in `PoseSearch`, however small it is."""


class Steps(Protocol):
    """How a body moves, for many bodies at once."""

    @property
    def lattice(self) -> Lattice:
        """The lattice whose cells the body occupies."""
        ...

    @property
    def entering(self) -> int | None:
        """How many cells, from the head on, a move can newly occupy; None: any of them."""
        ...

    def steps(
        self, bodies: Codes, wanted: Callable[[NDArray[np.int64], Codes], NDArray[np.bool_]]
    ) -> Iterator[tuple[NDArray[np.int64], Codes]]:
        """Yield what bodies can become by one move, in parts; see `Gait.steps`."""
        ...


class BucketSearch:
    """A* from one state to the nearest target, or through all states that are near enough.

    Parameters
    ----------
    rule : Steps
    board : Board
        On the plane, a window that no head leaves in as many steps as are allowed.
    body : sequence of Cell
        The first state.
    estimate : HeadDistance
        Its targets are those of the search.
    prefix : PrefixSteps, optional
        Steps that the first cells alone need to the same targets: a better estimate.

    Attributes
    ----------
    bound : int or float
        What is proved so far: that no walk to a target has fewer steps.
    states, expanded : int
        States held, a few of them perhaps twice, and states whose moves have been made.

    Notes
    -----
    The estimate is 0 on the targets alone, and one step lowers it by at most 1. So a state leaves
    its bucket with the fewest steps that lead to it, and one that comes again has come before in a
    bucket of the same estimate: there alone it is looked for.
    """

    def __init__(
        self,
        rule: Steps,
        board: Board,
        body: Sequence[Cell],
        estimate: HeadDistance,
        prefix: PrefixSteps | None = None,
    ) -> None:
        self.rule = rule
        self.board = board
        self.keys = BodyKeys(rule.lattice, len(body), board.rows * board.columns)
        self.states = 1
        self.expanded = 0
        self._prefix = prefix
        self.nbytes = 0 if prefix is None else prefix.nbytes
        self._work = 0.0
        self._beyond = math.inf
        self._found: tuple[int, int] | None = None
        self._margin = len(body) + 1
        self._width = board.columns + 2 * self._margin
        self._free = board.free_cells(self._margin).reshape(-1)
        self._distance = self._distances(estimate)
        self._on_grid = _offsets(self._width)
        self._on_board = _offsets(board.columns)
        # By steps so far and estimate: keys, and the key that each comes from.
        self._open: dict[tuple[int, int], list[tuple[Keys, Keys]]] = {}
        self._closed: dict[tuple[int, int], tuple[Keys, Keys]] = {}
        (a, b), (top, left) = body[0], board.origin
        place = np.array([(a - top) * board.columns + b - left])
        relative = [[STRIDE * (row - a) + column - b for row, column in body]]
        start = self.keys.encode(place, np.array(relative, dtype=np.int16))
        h = int(self._estimated(self._grid(place), start)[0])
        self.bound: float = math.inf if h == CUT_OFF else h
        if h != CUT_OFF:
            self._open[0, h] = [(start, start)]

    def _grid(self, places: Keys) -> Keys:
        """Return where places of the board are on the board with its margin."""
        row, column = np.divmod(places, self.board.columns)
        grid: Keys = (row + self._margin) * self._width + column + self._margin
        return grid

    def _distances(self, estimate: HeadDistance) -> NDArray[np.int64]:
        """Return the estimates of all cells of the board with its margin."""
        known = estimate.settle()
        beyond = CUT_OFF if estimate.closed else int(estimate.beyond)
        distance = np.full((len(self._free) // self._width, self._width), beyond)
        top, left = (start - self._margin for start in self.board.origin)
        for (row, column), steps in known.items():
            if 0 <= row - top < len(distance) and 0 <= column - left < self._width:
                distance[row - top, column - left] = steps
        return distance.reshape(-1)

    def _estimated(self, grid: Keys, keys: Keys) -> Keys:
        """Return the estimates of states, by where their heads are on the grid and their keys."""
        distance = self._distance[grid]
        if self._prefix is None:
            return distance
        return np.maximum(distance, self._prefix.of(keys, self.keys.length))

    # Search ------------------------------------------------------------------------------------

    def run(
        self,
        meter: Meter,
        *,
        most: int | None = None,
        effort: float | None = None,
        stop: bool = True,
    ) -> str | None:
        """Expand buckets until a target is reached, nothing is left, or a limit is reached.

        The parameters and the result are those of `PoseSearch.run`.
        """
        last = math.inf if most is None else most
        while self._open:
            self.bound = min(g + h for g, h in self._open)
            if self.bound > last:
                self._beyond = min(self._beyond, self.bound)
                break
            for g in range(int(self.bound) + 1):
                h = int(self.bound) - g
                if (g, h) not in self._open:
                    continue
                keys = self._close(g, h)
                if h > 0 and len(keys):
                    limit = self._expand(keys, g, last, meter, effort)
                    if limit is not None:
                        return limit
                elif stop and len(keys):
                    self._found = g, int(keys[0])
                    return None
        self.bound = self._beyond
        return None

    def _close(self, g: int, h: int) -> Keys:
        """Return the states of a bucket, each once, that have come with no fewer steps."""
        keys, before = (np.concatenate(part) for part in zip(*self._open.pop((g, h)), strict=True))
        waiting = len(keys)
        keys, first = np.unique(keys, return_index=True)
        new = np.ones(len(keys), dtype=np.bool_)
        for (_, estimate), (old, _) in self._closed.items():
            if estimate == h:
                at = np.minimum(np.searchsorted(old, keys), len(old) - 1)
                new &= old[at] != keys
        keys, before = keys[new], before[first[new]]
        if len(keys):
            self._closed[g, h] = keys, before
        self.states -= waiting - len(keys)
        self.nbytes -= _BYTES * (waiting - len(keys))
        return keys

    def _expand(
        self, keys: Keys, g: int, last: float, meter: Meter, effort: float | None
    ) -> str | None:
        """Make the moves of the states of a bucket; name the limit that was reached, if any."""
        self._work += BUCKET_COST
        part = max(_CELLS // self.keys.length, 1)
        for first in range(0, len(keys), part):
            some = keys[first : first + part]
            for origin, after, estimates in self._moved(some, g, last):
                limit = self._watch(meter, g, len(after))
                if limit is not None:
                    return limit
                if effort is not None and self._work > effort:
                    return "effort"
                for h in range(*_span(estimates)):
                    chosen = np.flatnonzero(estimates == h)
                    unique, at = np.unique(after[chosen], return_index=True)
                    came = some[origin[chosen[at]]]
                    self._open.setdefault((g + 1, h), []).append((unique, came))
                    self.states += len(unique)
                    self.nbytes += _BYTES * len(unique)
            self.expanded += len(some)
        return None

    def _moved(self, keys: Keys, g: int, last: float) -> Iterator[tuple[Keys, Keys, Keys]]:
        """Yield the index of a state, the key of one a step away, and its estimate."""
        places, bodies = self.keys.decode(keys)
        grid = self._grid(places)
        nearest = min(last - g - 1, CUT_OFF - 1)

        def wanted(source: Keys, heads: Codes) -> NDArray[np.bool_]:
            there = grid[source] + self._on_grid[heads]
            h = self._distance[there]
            # Of steps that lead too far it is enough to know that there is one.
            reach = nearest if self._beyond < math.inf else CUT_OFF - 1
            near: NDArray[np.bool_] = self._free[there] & (h <= reach)
            return near

        for origin, after in self.rule.steps(bodies, wanted):
            self._work += COST * len(origin)
            entered = grid[origin][:, np.newaxis] + self._on_grid[after[:, : self.rule.entering]]
            free = self._free[entered].all(axis=1)
            source, moved = origin[free], after[free]
            there = places[source] + self._on_board[moved[:, 0]]
            reached = self.keys.encode(there, moved - moved[:, :1])
            h = self._estimated(grid[source] + self._on_grid[moved[:, 0]], reached)
            near = h <= nearest
            if not near.all():
                self._beyond = min(self._beyond, g + 1 + int(h[~near].min()))
                source, reached, h = source[near], reached[near], h[near]
            yield source, reached, h

    def _watch(self, meter: Meter, depth: int, more: int) -> str | None:
        limit = meter.exceeded(
            states=self.states + more,
            expanded=self.expanded,
            memory=self.nbytes + _BYTES * more,
        )
        return limit or meter.report(
            "search",
            depth=depth,
            states=self.states,
            expanded=self.expanded,
            frontier=self.states - self.expanded,
            lower_bound=int(self.bound),
        )

    # Results -----------------------------------------------------------------------------------

    def bodies(self, keys: Keys) -> NDArray[np.int64]:
        """Return the bodies of states, shape (states, length, 2)."""
        places, relative = self.keys.decode(keys)
        row, column = np.divmod(places, self.board.columns)
        heads = np.stack([row, column], axis=-1) + np.array(self.board.origin)
        a, b = np.divmod(relative.astype(np.int64) + STRIDE // 2, STRIDE)
        bodies: NDArray[np.int64] = heads[:, np.newaxis] + np.stack([a, b - STRIDE // 2], axis=-1)
        return bodies

    def walk(self) -> list[tuple[Cell, ...]] | None:
        """Return a shortest walk to a target, if one was found."""
        if self._found is None:
            return None
        g, key = self._found
        walk = [key]
        for depth in range(g, 0, -1):
            last = np.array(walk[-1:])
            (h,) = self._estimated(self._grid(self.keys.decode(last)[0]), last)
            keys, before = self._closed[depth, int(h)]
            walk.append(int(before[np.searchsorted(keys, walk[-1])]))
        cells = self.bodies(np.array(walk[::-1])).tolist()
        return [tuple((a, b) for a, b in body) for body in cells]

    def layers(self) -> list[NDArray[np.int64]]:
        """Return the states that left their buckets by their number of steps, as bodies."""
        deepest = max((g for g, _ in self._closed), default=-1)
        return [
            np.concatenate(
                [self.bodies(keys) for (g, _), (keys, _) in self._closed.items() if g == depth]
            )
            for depth in range(deepest + 1)
        ]


def _offsets(width: int) -> Keys:
    """Return what the code of a cell relative to another adds to a place on rows of a width.

    Negative codes index the table from the end, as numpy does.
    """
    code = np.arange(-2 * STRIDE * STRIDE, 2 * STRIDE * STRIDE)
    row, column = np.divmod(code + STRIDE // 2, STRIDE)
    table: Keys = row * width + column - STRIDE // 2
    return np.roll(table, -2 * STRIDE * STRIDE)


def _span(values: Keys) -> tuple[int, int]:
    """Return the least value, and the greatest and 1; an empty range of no values."""
    return (int(values.min()), int(values.max()) + 1) if len(values) else (0, 0)
