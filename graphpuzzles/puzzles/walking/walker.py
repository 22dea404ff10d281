"""What the methods know of a body on its board: distances, bounds, the state space."""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from graphpuzzles.limits import UNLIMITED, Meter
from graphpuzzles.models.voltage.board import Board, HeadDistance
from graphpuzzles.models.voltage.buckets import BucketSearch
from graphpuzzles.models.voltage.derived import DerivedGraph
from graphpuzzles.models.voltage.keys import BodyKeys
from graphpuzzles.models.voltage.poses import PoseSearch, ShapeBook
from graphpuzzles.models.voltage.prefix import MAX_ENTRIES, PrefixSteps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from graphpuzzles.lattice import Cell
    from graphpuzzles.models.voltage.graph import VoltageGraph
    from graphpuzzles.puzzles.walking.body import Body, Walk, WalkBoard
    from graphpuzzles.puzzles.walking.gait import Gait

SCALAR_EFFORT = 20_000
"""Moves that A* tries one by one before it goes over to arrays: some tens of milliseconds."""

MAX_BOOK = 5_000
"""Shapes after which a new book of shapes is begun, so that it does not grow without end."""

PREFIX_LENGTH = 8
"""Cells whose steps are looked up by A* in arrays: a table of half a second that saves minutes."""

MAX_TABLE_BYTES = 1 << 30
"""Memory that a search with one bit a state may take; beyond it the method does not apply."""


class Walker:
    """A body on a board, as the methods see it.

    Parameters
    ----------
    place : WalkBoard
        What is given.
    gait : Gait
        How the body moves.
    """

    def __init__(self, place: WalkBoard, gait: Gait) -> None:
        self.place = place
        self.gait = gait
        self.body = place.body
        self.targets = place.target_cells
        self.step_cap = place.step_cap

    # The board ---------------------------------------------------------------------------------

    def window(self, centre: Cell) -> Board:
        """Return the board, or all of the plane within the step cap of a cell."""
        place = self.place
        if place.size is not None:
            return Board(place.lattice, *place.size, place.obstacles)
        cap = place.step_cap or 0
        origin = (centre[0] - cap, centre[1] - cap)
        side = 2 * cap + 1
        return Board(place.lattice, side, side, place.obstacles, origin, walled=False)

    @cached_property
    def board(self) -> Board:
        """The board that the head can see."""
        return self.window(self.body[0])

    @cached_property
    def successors(self) -> Callable[[Body], Iterable[Body]]:
        """The function that gives every state one step away, from the rules on cells alone."""
        return self.gait.successors(self.place)

    # Bounds ------------------------------------------------------------------------------------

    @cached_property
    def distance(self) -> HeadDistance:
        """Steps that a head without a body needs from a cell, up to the step cap."""
        return HeadDistance(self.board, self.targets, reach=self.step_cap)

    @cached_property
    def is_far(self) -> bool:
        """Whether every target is beyond the step cap even if nothing lies between."""
        cap = self.step_cap
        apart = self.gait.apart
        return cap is not None and all(apart(self.body[0], t) > cap for t in self.targets)

    @cached_property
    def lower_bound(self) -> int | None:
        """Steps that the head needs without a body; None if it is cut off from every target.

        A number above `step_cap` only says that the cap is not enough.
        """
        head = self.body[0]
        if head in self.targets:
            return 0
        if self.is_far:
            cut_off = self.pen is not None or self._goal_pen.closed
            return None if cut_off else (self.step_cap or 0) + 1
        steps = self.distance(head)
        cut_off = steps == math.inf or (head not in self.distance.known and self.pen is not None)
        return None if cut_off else int(steps)

    @cached_property
    def pen(self) -> Sequence[Cell] | None:
        """The cells that the head can ever be on, if it cannot leave them; None if it can."""
        around = self._pen_around(self.body[:1])
        cells = tuple(around.known)
        return cells if around.closed and not set(cells) & set(self.targets) else None

    @cached_property
    def _goal_pen(self) -> HeadDistance:
        return self._pen_around(self.targets)

    def _pen_around(self, cells: Iterable[Cell]) -> HeadDistance:
        """Look whether obstacles enclose cells.

        On the plane, k obstacles enclose fewer than k^2 cells: no set of cells has fewer cells
        around it than a hexagon or a disc of as many.
        """
        around = HeadDistance(self.board, cells, reach=self.step_cap)
        around.settle(None if self.board.walled else len(self.board.blocked) ** 2)
        return around

    @cached_property
    def is_stuck(self) -> bool:
        """Whether a short search finds that the body can reach few states, and no target.

        On the plane it ends where the head gets out from among the obstacles.
        """
        ends = [*self.targets, *self._way_out()]
        estimate = HeadDistance(self.board, ends, reach=0)
        search, limit = self.search(Meter(UNLIMITED), estimate, effort=SCALAR_EFFORT)
        return limit is None and search.walk() is None

    def _way_out(self) -> Iterator[Cell]:
        """Yield the cells round the obstacles, or round the window if they reach beyond it."""
        board = self.board
        (top, left), near = board.origin, [self.body[0], *filter(board.contains, board.blocked)]
        if board.walled:
            return
        rows, columns = ([cell[axis] for cell in near] for axis in (0, 1))
        first = max(min(rows) - 1, top), max(min(columns) - 1, left)
        last = (
            min(max(rows) + 1, top + board.rows - 1),
            min(max(columns) + 1, left + board.columns - 1),
        )
        for row in range(first[0], last[0] + 1):
            yield row, first[1]
            yield row, last[1]
        for column in range(first[1], last[1] + 1):
            yield first[0], column
            yield last[0], column

    @cached_property
    def upper_walk(self) -> Walk | None:
        """A walk that is found without search and need not be a best one, or None."""
        return self.gait.known_walk(self.place)

    # The state space ---------------------------------------------------------------------------

    @cached_property
    def table(self) -> VoltageGraph:
        """The voltage graph of the body.

        Raises
        ------
        NotApplicableError
            If the body is too long for a table of its shapes.
        """
        return self.gait.table(len(self.body))

    def derived(self) -> DerivedGraph:
        """Return the state space as a derived graph; NotApplicableError as `table` raises it."""
        return self.derived_around(self.body[0])

    def derived_around(self, cell: Cell) -> DerivedGraph:
        """Return the state space of all heads on the board, or near a cell on the plane."""
        return DerivedGraph(self.table, self.window(cell), targets=self.targets)

    def table_obstacle(self) -> str | None:
        """Say why a search with one bit a state cannot serve; None if it can."""
        if len(self.body) > self.gait.longest:
            return f"there are tables of shapes up to {self.gait.longest} sections only"
        needed = self.table_bytes()
        if needed > MAX_TABLE_BYTES:
            return f"it would take {needed >> 20} MiB, over {MAX_TABLE_BYTES >> 20} MiB"
        return None

    def table_bytes(self) -> int:
        """Return the bytes that a search with one bit a state takes, its layers left out."""
        shapes, _arcs = self.gait.sizes[len(self.body) - 1]
        return 5 * 8 * shapes * self.words

    @property
    def words(self) -> int:
        """Words of 64 bits that hold one bit a cell, guard columns included."""
        return -(-self.board.rows * (self.board.columns + 1) // 64)

    # A* ----------------------------------------------------------------------------------------

    def search(
        self,
        meter: Meter,
        estimate: HeadDistance,
        *,
        most: int | None = None,
        effort: float | None = None,
        stop: bool = True,
    ) -> tuple[PoseSearch | BucketSearch, str | None]:
        """Run A* with an estimate: one state at a time, and in arrays if that takes long.

        Parameters
        ----------
        meter : Meter
        estimate : HeadDistance
        most, effort, stop
            As in `PoseSearch.run`.

        Returns
        -------
        search : PoseSearch or BucketSearch
            The one that ended, or that was the last to be stopped.
        limit : str or None
            The limit that stopped it, ``"effort"`` among them.
        """
        places = self.board.rows * self.board.columns
        has_keys = BodyKeys.fit(self.gait.lattice, len(self.body), places)
        alone = SCALAR_EFFORT if has_keys else math.inf
        first = min(alone, math.inf if effort is None else effort)
        book = _book(self.gait, len(self.body))
        # Proofs take the distance of the head alone, and all that it leaves open.
        closer = self.gait.closer(self.targets[0]) if stop and len(self.targets) == 1 else None
        if estimate is not self.distance or len(self.body) == 1:
            closer = None
        scalar = PoseSearch(book, self.board, self.body, estimate, closer)
        limit = scalar.run(meter, most=most, effort=first, stop=stop)
        if limit != "effort" or first < alone:
            return scalar, limit
        left = None if effort is None else effort - first
        prefix = None if closer is None or effort is not None else self._prefix(most)
        limit = None if prefix is None else prefix.fill(meter)
        if limit is not None:
            return scalar, limit
        # A long body has very many moves. If its first cells alone do not come near enough, nor
        # does the body; and that costs little, as against the body itself, if they do.
        shortest = len(self.body) if prefix is None else PREFIX_LENGTH + 3
        proved = 0.0
        for length in (*range(shortest, len(self.body)), len(self.body)):
            arrays = BucketSearch(self.gait, self.board, self.body[:length], estimate, prefix)
            arrays.expanded = scalar.expanded
            limit = arrays.run(meter, most=most, effort=left, stop=stop)
            proved = arrays.bound = max(proved, arrays.bound)
            if limit is not None or arrays.walk() is None:
                break
        return arrays, limit

    def _prefix(self, most: int | None) -> PrefixSteps | None:
        """Return a table of the steps of the first cells, to be filled, if one is worth it."""
        length = min(PREFIX_LENGTH, len(self.body) - 3)
        places = self.board.rows * self.board.columns
        while length > 1 and PrefixSteps.entries(self.gait.table(length), places) > MAX_ENTRIES:
            length -= 1
        if length < 2 or most is None:
            return None
        return PrefixSteps(self.gait.table(length), self.board, self.targets, most)


def _book(gait: Gait, length: int) -> ShapeBook:
    """Return the book of shapes of a body, shared by all searches until it is too long."""
    book = _shared_book(gait, length)
    if len(book.shapes) > MAX_BOOK:
        _shared_book.cache_clear()
        book = _shared_book(gait, length)
    return book


@lru_cache(maxsize=8)
def _shared_book(gait: Gait, length: int) -> ShapeBook:
    del length  # shapes of several lengths do not mix
    return ShapeBook(gait)
