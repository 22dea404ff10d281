"""The derived graph of a voltage graph on a board: the state space of a moving body.

A state is a shape and a place for its head; its code is ``shape * bits + place``. Places count the
cells of the board row by row, with guard columns between the rows, so that every move is the same
shift wherever it starts, and one that leaves the board ends on a place that is never allowed. The
places allowed to a shape are the bits of a row of 64-bit words.

References
----------
.. [1] J. L. Gross and T. W. Tucker, "Topological Graph Theory", Wiley, 1987, section 2.1.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell
    from graphpuzzles.models.voltage.board import Board
    from graphpuzzles.models.voltage.graph import VoltageGraph

    Words = NDArray[np.uint64]
    Codes = NDArray[np.int64]

WORD = 64
"""Bits of a word."""


def bits_set(words: Words, codes: Codes) -> NDArray[np.bool_]:
    """Tell, of each word, whether the bit ``code % 64`` is set.

    Parameters
    ----------
    words : numpy.ndarray of uint64, shape (k,)
    codes : numpy.ndarray of int64, shape (k,)
    """
    marked: NDArray[np.bool_] = (words >> (codes % WORD).astype(np.uint64)) & np.uint64(1) != 0
    return marked


class DerivedGraph:
    """All states of a body on a board, coded as integers.

    It is a `graphpuzzles.search.ArraySpace`, so that every engine of `graphpuzzles.search` runs on
    it; `graphpuzzles.models.voltage.layers` has a faster one of its own.

    Parameters
    ----------
    graph : VoltageGraph
    board : Board
    targets : Iterable of Cell
        Cells on which a head has reached the goal.
    whole : bool
        Whether all cells of a body must be free, not only those that its rule calls entering.
        Needed where states are not reached from a valid one by moves.

    Examples
    --------
    >>> from graphpuzzles.lattice import SQUARE
    >>> from graphpuzzles.models.voltage.board import Board
    >>> from graphpuzzles.puzzles.snake.gait import snake_graph
    >>> states = DerivedGraph(snake_graph(2), Board(SQUARE, 1, 3, frozenset()))
    >>> start = states.encode([(0, 1), (0, 0)])
    >>> [states.decode(code) for code in states.successors(start)]
    [((0, 2), (0, 1))]
    """

    def __init__(
        self,
        graph: VoltageGraph,
        board: Board,
        *,
        targets: Iterable[Cell] = (),
        whole: bool = False,
    ) -> None:
        self.graph = graph
        self.board = board
        self.targets = tuple(targets)
        self.whole = whole
        self.stride, self.words = _layout(graph, board)
        self.bits = self.words * WORD
        entering = graph.length if whole or graph.entering is None else graph.entering
        self.allowed = self._allowed_places(entering)

    # Places ------------------------------------------------------------------------------------

    def pack(self, cells: NDArray[np.bool_]) -> Words:
        """Turn marks on the cells of the board into bits.

        Parameters
        ----------
        cells : numpy.ndarray of bool, shape (..., rows, columns)

        Returns
        -------
        numpy.ndarray of uint64, shape (..., words)
        """
        lead = cells.shape[:-2]
        padded = np.zeros((*lead, self.board.rows, self.stride), dtype=np.bool_)
        padded[..., : self.board.columns] = cells
        flat = padded.reshape(*lead, -1)
        filled = np.zeros((*lead, self.bits), dtype=np.bool_)
        filled[..., : flat.shape[-1]] = flat
        octets = np.packbits(filled, axis=-1, bitorder="little")
        return octets.view("<u8").astype(np.uint64)

    def mask(self, cells: Iterable[Cell]) -> Words:
        """Return the places of some cells as bits; cells off the board are left out."""
        marked = np.zeros((self.board.rows, self.board.columns), dtype=np.bool_)
        top, left = self.board.origin
        for row, column in cells:
            if self.board.contains((row, column)):
                marked[row - top, column - left] = True
        return self.pack(marked)

    @cached_property
    def target_mask(self) -> Words:
        """The places of the targets, shape (words,)."""
        return self.mask(self.targets)

    def _allowed_places(self, entering: int) -> Words:
        """Return where each shape fits, shape (shapes, words); one row if it is the same."""
        bodies = self.graph.bodies[:, :entering].astype(np.int64)
        margin = int(np.abs(bodies).max(initial=0))
        free = self.board.free_cells(margin)
        if margin == 0:
            return self.pack(free[np.newaxis])
        rows, columns = self.board.rows, self.board.columns
        wide = 2 * margin + 1
        offsets = (bodies[..., 0] + margin) * wide + bodies[..., 1] + margin
        used, which = np.unique(offsets, return_inverse=True)
        which = which.reshape(offsets.shape)
        corners = zip(*(part.tolist() for part in np.divmod(used, wide)), strict=True)
        packed = self.pack(np.stack([free[a : a + rows, b : b + columns] for a, b in corners]))
        allowed: Words = packed[which[:, 0]]
        for section in range(1, entering):
            allowed &= packed[which[:, section]]
        return allowed

    # States ------------------------------------------------------------------------------------

    @property
    def n_states(self) -> int:
        """One more than the largest code."""
        return self.graph.shapes * self.bits

    def encode(self, body: Sequence[Cell]) -> int:
        """Return the code of a body.

        Raises
        ------
        ValueError
            If the body has none of the graph's shapes, or its head is not on the board.
        """
        shape = self.graph.shape_of(body)
        if shape is None or not self.board.contains(body[0]):
            raise ValueError(f"not a state of this board: {tuple(body)}")
        top, left = self.board.origin
        return shape * self.bits + (body[0][0] - top) * self.stride + body[0][1] - left

    def decode(self, code: int) -> tuple[Cell, ...]:
        """Return the body behind a code."""
        return tuple((a, b) for a, b in self.bodies(np.array([code]))[0].tolist())

    def bodies(self, codes: Codes) -> NDArray[np.int64]:
        """Return the bodies behind codes.

        Returns
        -------
        numpy.ndarray of int64, shape (codes, length, 2)
        """
        shape, place = np.divmod(codes, self.bits)
        head = np.stack(np.divmod(place, self.stride), axis=-1) + np.array(self.board.origin)
        bodies: NDArray[np.int64] = head[:, np.newaxis] + self.graph.bodies[shape]
        return bodies

    def standing_on(self, cells: Collection[Cell]) -> Codes:
        """Return the codes of all states with the head on one of these cells, ascending."""
        words = np.broadcast_to(self.allowed, (self.graph.shapes, self.words)) & self.mask(cells)
        octets = words.astype("<u8").view(np.uint8)
        return np.flatnonzero(np.unpackbits(octets, bitorder="little"))

    def __contains__(self, code: object) -> bool:
        if not isinstance(code, int) or not 0 <= code < self.n_states:
            return False
        shape, place = divmod(code, self.bits)
        word = self.allowed[shape % len(self.allowed), place // WORD]
        return bool(int(word) >> place % WORD & 1)

    # Moves -------------------------------------------------------------------------------------

    @cached_property
    def shifts(self) -> Codes:
        """How far each arc moves the place of the head, shape (arcs,)."""
        voltage = self.graph.voltage.astype(np.int64)
        return voltage[:, 0] * self.stride + voltage[:, 1]

    def steps(self, codes: Codes) -> tuple[Codes, Codes]:
        """Return all moves from some states.

        Returns
        -------
        origin : numpy.ndarray of int64, shape (m,)
            Index into `codes`, ascending.
        reached : numpy.ndarray of int64, shape (m,)
            Codes of the states one move away.
        """
        shape, place = np.divmod(codes, self.bits)
        first = self.graph.first_arc[shape]
        count = self.graph.first_arc[shape + 1] - first
        origin = np.repeat(np.arange(len(codes)), count)
        arc = np.arange(len(origin)) + np.repeat(first - np.cumsum(count) + count, count)
        target = self.graph.target[arc].astype(np.int64)
        goal = place[origin] + self.shifts[arc]
        inside = (goal >= 0) & (goal < self.bits)
        origin, target, goal = origin[inside], target[inside], goal[inside]
        fits = bits_set(self.allowed[target % len(self.allowed), goal // WORD], goal)
        return origin[fits], (target * self.bits + goal)[fits]

    def successors_array(self, codes: Codes) -> Iterator[tuple[Codes, Codes]]:
        """Yield the moves from many states, in one batch."""
        origin, reached = self.steps(codes)
        yield codes[origin], reached

    def successors(self, code: int) -> list[int]:
        """Return the codes one move away."""
        reached: list[int] = self.steps(np.array([code], dtype=np.int64))[1].tolist()
        return reached

    @cached_property
    def reversed(self) -> DerivedGraph:
        """The same states with every move turned round.

        It holds all states that fit the board, reached from anywhere or not.
        """
        return DerivedGraph(self.graph.reversed, self.board, targets=self.targets, whole=True)

    def predecessors(self, code: int) -> list[int]:
        """Return the codes from which one move leads to this state."""
        return self.reversed.successors(code)

    def is_target_array(self, codes: Codes) -> NDArray[np.bool_]:
        """Tell which states have reached the goal."""
        place = codes % self.bits
        return bits_set(self.target_mask[place // WORD], place)

    def is_target(self, code: int) -> bool:
        """Tell whether a state has reached the goal."""
        return bool(self.is_target_array(np.array([code], dtype=np.int64))[0])

    def __repr__(self) -> str:
        return f"DerivedGraph({self.graph!r}, {self.board.rows} x {self.board.columns} cells)"


def _layout(graph: VoltageGraph, board: Board) -> tuple[int, int]:
    """Return the places from row to row and the words of a board."""
    guard = int(np.abs(graph.voltage[:, 1]).max(initial=1))
    stride = board.columns + guard
    return stride, -(-board.rows * stride // WORD)
