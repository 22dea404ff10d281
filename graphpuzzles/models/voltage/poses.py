"""The states of a body on a board, found one by one: no table of shapes is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from graphpuzzles.lattice import Cell
    from graphpuzzles.models.voltage.board import Board
    from graphpuzzles.models.voltage.graph import MoveRule, Shape

__all__ = ["Poses"]


class Poses:
    """A state space for `graphpuzzles.search` whose shapes are numbered as they are met.

    A state is the integer ``shape * places + place``. The moves of a shape are listed once, as
    differences between states and as the places that must be free, so that a step costs a few
    additions and look-ups whatever the length of the body.

    Parameters
    ----------
    rule : MoveRule
    board : Board
        Also for bodies of any length; on the plane, a window that no head leaves.
    targets : Collection of Cell
    estimate : callable
        A lower bound of the steps that a head on a cell still needs.
    length : int
        Number of cells of the body.

    Examples
    --------
    >>> from graphpuzzles.lattice import SQUARE
    >>> from graphpuzzles.models.voltage.board import Board, HeadDistance
    >>> from graphpuzzles.puzzles.walking.moves import SNAKE
    >>> board = Board(SQUARE, 1, 3, frozenset())
    >>> poses = Poses(SNAKE, board, [(0, 2)], HeadDistance(board, [(0, 2)]), length=2)
    >>> start = poses.encode([(0, 1), (0, 0)])
    >>> [poses.decode(state) for state in poses.successors(start)], poses.heuristic(start)
    ([((0, 2), (0, 1))], 1)
    """

    def __init__(
        self,
        rule: MoveRule,
        board: Board,
        targets: Collection[Cell],
        estimate: Callable[[Cell], float],
        *,
        length: int,
    ) -> None:
        self.rule = rule
        self.board = board
        # No cell of a body, nor one that it could enter, is farther than this from its head.
        self._margin = 2 * length + 2
        self._stride = board.columns + 2 * self._margin
        self._places = (board.rows + 2 * self._margin) * self._stride
        self._targets = {self._place(cell) for cell in targets}
        self._estimate = estimate
        self._walled = board.walled
        self._marked = self._cells_marked()
        self._shapes: list[Shape] = []
        self._number: dict[Shape, int] = {}
        self._moves: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
        self._estimates: dict[int, float] = {}

    def _place(self, cell: Cell) -> int:
        row, column = cell[0] - self.board.origin[0], cell[1] - self.board.origin[1]
        return (row + self._margin) * self._stride + column + self._margin

    def _cells_marked(self) -> frozenset[int]:
        """Return the places that are free on a walled board, those that are blocked elsewhere."""
        board = self.board
        top, left = board.origin
        if board.walled:
            return frozenset(
                self._place((row, column))
                for row in range(top, top + board.rows)
                for column in range(left, left + board.columns)
                if (row, column) not in board.blocked
            )
        return frozenset(
            self._place((row, column))
            for row, column in board.blocked
            if -self._margin <= row - top < board.rows + self._margin
            and -self._margin <= column - left < board.columns + self._margin
        )

    def _numbered(self, shape: Shape) -> int:
        number = self._number.setdefault(shape, len(self._shapes))
        if number == len(self._shapes):
            self._shapes.append(shape)
        return number

    def encode(self, body: Sequence[Cell]) -> int:
        """Return the state of a body."""
        row, column = body[0]
        shape = tuple((a - row, b - column) for a, b in body)
        return self._numbered(shape) * self._places + self._place((row, column))

    def decode(self, state: int) -> tuple[Cell, ...]:
        """Return the body of a state."""
        shape, place = divmod(state, self._places)
        row, column = self._cell(place)
        return tuple((row + a, column + b) for a, b in self._shapes[shape])

    def _cell(self, place: int) -> Cell:
        row, column = divmod(place, self._stride)
        top, left = self.board.origin
        return row - self._margin + top, column - self._margin + left

    def _moves_of(self, number: int) -> list[tuple[int, tuple[int, ...]]]:
        shape = self._shapes[number]
        moves = []
        for other, (a, b) in self.rule.moves(shape):
            moved = [(row + a, column + b) for row, column in other]
            entered = tuple(
                row * self._stride + column
                for row, column in dict.fromkeys(moved)
                if (row, column) not in shape
            )
            change = (self._numbered(other) - number) * self._places + a * self._stride + b
            moves.append((change, entered))
        return moves

    def successors(self, state: int) -> list[int]:
        """Return the states one move away."""
        number, place = divmod(state, self._places)
        moves = self._moves.get(number)
        if moves is None:
            moves = self._moves[number] = self._moves_of(number)
        marked, walled = self._marked, self._walled
        return [
            state + change
            for change, entered in moves
            if all((place + offset in marked) is walled for offset in entered)
        ]

    def is_target(self, state: int) -> bool:
        """Tell whether the head of a state is on a target."""
        return state % self._places in self._targets

    def heuristic(self, state: int) -> float:
        """Return a lower bound of the steps from a state to the nearest target."""
        place = state % self._places
        known = self._estimates.get(place)
        if known is None:
            known = self._estimates[place] = self._estimate(self._cell(place))
        return known
