"""A* on the states of a body, one by one: no table of shapes is needed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell
    from graphpuzzles.limits import Meter
    from graphpuzzles.models.voltage.board import Board, HeadDistance
    from graphpuzzles.models.voltage.graph import MoveRule, Shape

Moves: TypeAlias = "list[tuple[int, tuple[int, ...]]]"
"""Of each move the difference between the states, and the places that must be free."""

# A state is one integer: the number of a shape, then the row and the column of its head. Rows and
# columns count from the first cell of the board, less a margin for bodies that stick out of it.
_ROW = 1 << 13
_SHAPE = _ROW << 13
_MARGIN = 1 << 11

_POLL = 256
"""So many states are expanded, or moves of one shape listed, from one look at the limits on."""

STATE_BYTES = 250
"""What a state takes, about: an entry of two dictionaries and one of the open list."""

MOVE_BYTES, CELL_BYTES = 300, 70
"""What a move of a shape takes, about, and every cell of the shape that it leads to."""

MANY = 4_096
"""Shapes have fewer moves than that, but for long bodies that are hardly bent."""

LISTING = 8
"""Listing a move of a shape takes about as long as trying so many."""


class ShapeBook:
    """The shapes of a body as they are met, each with its moves, listed once.

    It knows no board, so that one book serves all searches of bodies that move by one rule.

    Parameters
    ----------
    rule : MoveRule
    """

    def __init__(self, rule: MoveRule) -> None:
        self.rule = rule
        self.shapes: list[Shape] = []
        self.moves: dict[int, Moves] = {}
        self._number: dict[Shape, int] = {}
        self.neck: list[int] = []
        self.necks: list[Cell] = []

    def number(self, shape: Shape) -> int:
        """Return the number of a shape."""
        number = self._number.setdefault(shape, len(self.shapes))
        if number == len(self.shapes):
            self.shapes.append(shape)
            neck = shape[min(1, len(shape) - 1)]
            if neck not in self.necks:
                self.necks.append(neck)
            self.neck.append(self.necks.index(neck) * _SHAPE)
        return number

    def list_moves(self, number: int, stop: Callable[[int], bool]) -> Moves | None:
        """Return the moves of a shape, which can be millions.

        Parameters
        ----------
        number : int
        stop : callable
            Called now and then with how many are listed; None is returned if it says so.
        """
        if number in self.moves:
            return self.moves[number]
        shape = self.shapes[number]
        occupied = frozenset(shape)
        moves: Moves = []
        for other, (a, b) in self.rule.moves(shape):
            moved = [(row + a, column + b) for row, column in other]
            entered = tuple(
                row * _ROW + column
                for row, column in dict.fromkeys(moved)
                if (row, column) not in occupied
            )
            moves.append(((self.number(other) - number) * _SHAPE + a * _ROW + b, entered))
            if len(moves) % _POLL == 0 and stop(len(moves)):
                return None
        self.moves[number] = moves
        return moves


class PoseSearch:
    """A* from one state to the nearest target, or through all states that are near enough.

    Parameters
    ----------
    book : ShapeBook
    board : Board
        On the plane, a window that no head leaves.
    body : sequence of Cell
        The first state.
    estimate : HeadDistance
        Its targets are those of the search.
    closer : callable, optional
        A lower bound of the steps from a head and the cell after it, 0 on the targets alone; a
        step changes it by at most 1, too.

    Attributes
    ----------
    bound : int or float
        What is proved so far: that no walk to a target has fewer steps.
    expanded : int
        States whose moves have been made.

    Examples
    --------
    >>> from graphpuzzles.lattice import SQUARE
    >>> from graphpuzzles.limits import UNLIMITED, Meter
    >>> from graphpuzzles.models.voltage.board import Board, HeadDistance
    >>> from graphpuzzles.puzzles.snake.gait import SNAKE
    >>> board = Board(SQUARE, 1, 4, frozenset())
    >>> estimate = HeadDistance(board, [(0, 3)])
    >>> search = PoseSearch(ShapeBook(SNAKE), board, [(0, 1), (0, 0)], estimate)
    >>> search.run(Meter(UNLIMITED)), search.bound, search.walk()[-1]
    (None, 2, ((0, 3), (0, 2)))

    Notes
    -----
    Steps cost 1, so that the open states wait in one stack for every number of steps that a walk
    through them must have. Of equal ones the latest comes first, which saves most of the work
    where there are many.
    """

    def __init__(
        self,
        book: ShapeBook,
        board: Board,
        body: Sequence[Cell],
        estimate: HeadDistance,
        closer: Callable[[Cell, Cell], int] | None = None,
    ) -> None:
        self.book = book
        self.board = board
        self.expanded = 0
        self._work = 0
        self._moves: dict[int, Moves] = {}  # of the shapes met by this search
        self._listed = 0
        self._length = len(body)
        self._estimate = estimate
        self._closer = closer
        self._estimates: dict[int, float] = {}
        self._marked = self._cells_marked()
        self._stacks: dict[int, list[tuple[int, int]]] = {}
        self._best: dict[int, int] = {}
        self._before: dict[int, int] = {}
        self._found: int | None = None
        self._beyond = math.inf
        row, column = body[0]
        shape = tuple((a - row, b - column) for a, b in body)
        start = book.number(shape) * _SHAPE + self._place((row, column))
        neck = 0 if closer is None else book.neck[start // _SHAPE]
        self.bound = self._estimated(start % _SHAPE + neck)
        if self.bound < math.inf:
            self._best[start] = 0
            self._stacks[int(self.bound)] = [(start, 0)]

    # Cells -------------------------------------------------------------------------------------

    def _place(self, cell: Cell) -> int:
        top, left = self.board.origin
        return (cell[0] - top + _MARGIN) * _ROW + cell[1] - left + _MARGIN

    def _cell(self, place: int) -> Cell:
        row, column = divmod(place, _ROW)
        top, left = self.board.origin
        return row - _MARGIN + top, column - _MARGIN + left

    def _cells_marked(self) -> frozenset[int]:
        """Return the places that are free on a walled board, those that are blocked elsewhere."""
        board = self.board
        top, left = board.origin
        if board.walled:
            return frozenset(
                (row + _MARGIN) * _ROW + column + _MARGIN
                for row in range(board.rows)
                for column in range(board.columns)
                if (row + top, column + left) not in board.blocked
            )
        return frozenset(
            self._place((row, column))
            for row, column in board.blocked
            if -_MARGIN <= row - top < board.rows + _MARGIN
            and -_MARGIN <= column - left < board.columns + _MARGIN
        )

    def _estimated(self, key: int) -> float:
        """Return the estimate of a place, and of the cell after the head if that counts."""
        neck, place = divmod(key, _SHAPE)
        cell = self._cell(place)
        known = self._estimate(cell)
        if self._closer is not None and known < math.inf:
            a, b = self.book.necks[neck]
            known = max(known, self._closer(cell, (cell[0] + a, cell[1] + b)))
        self._estimates[key] = known
        return known

    # Search ------------------------------------------------------------------------------------

    @property
    def states(self) -> int:
        """Number of states held."""
        return len(self._best)

    @property
    def nbytes(self) -> int:
        """Bytes that the search takes, about."""
        move = MOVE_BYTES + self._length * CELL_BYTES
        return self.states * STATE_BYTES + self._listed * move

    def run(
        self,
        meter: Meter,
        *,
        most: int | None = None,
        effort: float | None = None,
        stop: bool = True,
    ) -> str | None:
        """Expand states until a target is reached, nothing is left, or a limit is reached.

        Parameters
        ----------
        meter : Meter
        most : int, optional
            States through which every walk to a target has more steps are left out.
        effort : float, optional
            Moves to try at most, about; those of a new shape count `LISTING` times.
        stop : bool
            Whether to end at a target. If not, the states that are near enough are all expanded,
            but for those on a target.

        Returns
        -------
        str or None
            The limit that was reached, ``"effort"`` among them; None where the search ended.
        """
        limit = meter.exceeded(states=self.states)
        if limit is not None:
            return limit
        while self._stacks:
            self.bound = min(self._stacks)
            if most is not None and self.bound > most:
                self._beyond = min(self._beyond, self.bound)
                self._best.clear()  # the start alone can be too far away
                break
            limit = self._expand(int(self.bound), meter, most, effort, stop=stop)
            if limit is not None or self._found is not None:
                return limit
        self.bound = self._beyond
        return None

    # The hot loop: a call for every state, or move, would double its time.
    def _expand(  # noqa: C901, PLR0912, PLR0915
        self, bound: int, meter: Meter, most: int | None, effort: float | None, *, stop: bool
    ) -> str | None:
        """Expand all states through which a walk can have as many steps as the bound."""
        limits = meter.limits
        max_states = math.inf if limits.max_states is None else limits.max_states
        max_expanded = math.inf if limits.max_expanded is None else limits.max_expanded
        last = math.inf if most is None else most
        budget = math.inf if effort is None else effort
        best, before, stacks = self._best, self._before, self._stacks
        marked, walled, estimates = self._marked, self.board.walled, self._estimates
        neck = None if self._closer is None else self.book.neck
        stack = stacks[bound]
        while stack:
            state, g = stack.pop()
            if g > best[state]:
                continue
            number, place = divmod(state, _SHAPE)
            if bound == g:  # no steps to go: the head is on a target
                if stop:
                    self._found = state
                    return None
                continue
            if self.expanded >= max_expanded:
                return "max_expanded"
            if self.expanded % _POLL == 0:
                limit = self._watch(meter, g)
                if limit is not None:
                    return limit
            moves = self._moves.get(number)
            if moves is None:
                moves = self._list(number, meter, budget)
                if moves is None:
                    return self._exceeded(meter, self._listed) or "effort"
            self.expanded += 1
            self._work += len(moves)
            if self._work > budget:
                return "effort"
            g += 1
            for change, entered in moves:
                for offset in entered:
                    if (place + offset in marked) is not walled:
                        break
                else:
                    other = state + change
                    known = best.get(other)
                    if known is not None and known <= g:
                        continue
                    there = other % _SHAPE
                    if neck is not None:
                        there += neck[other // _SHAPE]
                    h = estimates.get(there)
                    if h is None:
                        h = self._estimated(there)
                    f = g + h
                    if f > last or f == math.inf:
                        self._beyond = min(self._beyond, f)
                        continue
                    if known is None and len(best) >= max_states:
                        return "max_states"
                    best[other] = g
                    before[other] = state
                    stacks.setdefault(int(f), []).append((other, g))
        del stacks[bound]
        return None

    def _exceeded(self, meter: Meter, moves: int = 0) -> str | None:
        """Name the limit that is reached; very many moves of one shape count as states."""
        states = max(self.states, moves) if moves > MANY else self.states
        return meter.exceeded(states=states, memory=self.nbytes)

    def _watch(self, meter: Meter, depth: int) -> str | None:
        return self._exceeded(meter) or meter.report(
            "search",
            depth=depth,
            states=self.states,
            expanded=self.expanded,
            frontier=self.states - self.expanded,
            lower_bound=int(self.bound),
        )

    def _list(self, number: int, meter: Meter, budget: float) -> Moves | None:
        """List the moves of a shape, unless a limit or the effort is reached on the way."""
        listed, work = self._listed, self._work

        def stop(count: int) -> bool:
            # The account is the same whether the book has the moves already or not.
            self._listed, self._work = listed + count, work + LISTING * count
            if self._work > budget:
                return True
            return count >= _POLL and self._exceeded(meter, count) is not None

        moves = self.book.list_moves(number, stop)
        if moves is None or stop(len(moves)):
            return None
        self._moves[number] = moves
        return moves

    # Results -----------------------------------------------------------------------------------

    def body(self, state: int) -> tuple[Cell, ...]:
        """Return the body of a state."""
        shape, place = divmod(state, _SHAPE)
        row, column = self._cell(place)
        return tuple((row + a, column + b) for a, b in self.book.shapes[shape])

    def walk(self) -> list[tuple[Cell, ...]] | None:
        """Return a shortest walk to a target, if one was found."""
        if self._found is None:
            return None
        walk = [self._found]
        while walk[-1] in self._before:
            walk.append(self._before[walk[-1]])
        return [self.body(state) for state in reversed(walk)]

    def layers(self) -> list[NDArray[np.int64]]:
        """Return the states held by their number of steps, each an array of bodies."""
        layers: list[list[tuple[Cell, ...]]] = []
        for state, g in self._best.items():
            layers += ([] for _ in range(g + 1 - len(layers)))
            layers[g].append(self.body(state))
        return [np.array(layer, dtype=np.int64) for layer in layers]
