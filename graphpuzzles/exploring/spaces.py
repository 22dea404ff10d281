"""Ready-made spaces of permutations, packed in the bits of one integer: pancakes, sliding tiles.

Every element takes four bits, and all moves are shifts and masks on whole arrays of codes.
"""

from __future__ import annotations

import math
import operator
from functools import cached_property, reduce
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray


class PancakeSpace:
    """Stacks of pancakes of different sizes; a step turns over the upper part of the stack.

    Parameters
    ----------
    n : int
        Number of pancakes, from 1 to 15. They are 0, 1, ..., the least one 0.

    Attributes
    ----------
    start : int
        The stack in order, the least pancake on top.
    n_states : int
        16**n: the code has four bits a pancake, the top one in the lowest bits.
    expected_states : int
        n!
    reversible : bool
        True: turned over twice, the stack is as before.

    References
    ----------
    Gates, W. H., and Papadimitriou, C. H. (1979). Bounds for sorting by prefix reversal. Discrete
    Mathematics 27(1).

    Examples
    --------
    >>> space = PancakeSpace(3)
    >>> [space.decode(u) for u in space.successors(space.start)]
    ['1 0 2', '2 1 0']
    """

    reversible = True

    def __init__(self, n: int) -> None:
        self.n = operator.index(n)
        if not 1 <= self.n <= 15:
            raise ValueError(f"there must be 1 to 15 pancakes, not {n}")
        self.n_states = 16**self.n
        self.expected_states = math.factorial(self.n)
        self.fingerprint = f"pancakes {self.n}"
        self.start = self.encode(range(self.n))

    def encode(self, stack: Iterable[int]) -> int:
        """Return the code of a stack, given from top to bottom.

        Raises
        ------
        ValueError
            If it is no permutation of ``range(n)``.
        """
        pancakes = list(map(operator.index, stack))
        if sorted(pancakes) != list(range(self.n)):
            raise ValueError(f"{pancakes} is no permutation of range({self.n})")
        return sum(pancake << 4 * i for i, pancake in enumerate(pancakes))

    def decode(self, u: int) -> str:
        """Return the stack from top to bottom."""
        return " ".join(str(u >> 4 * i & 15) for i in range(self.n))

    def successors(self, u: int) -> Iterator[int]:
        """Yield the stacks after turning over 2, 3, ... pancakes."""
        for turned in range(2, self.n + 1):
            v = u >> 4 * turned << 4 * turned
            for i in range(turned):
                v |= (u >> 4 * i & 15) << 4 * (turned - 1 - i)
            yield v

    predecessors = successors

    def successors_array(
        self, codes: NDArray[np.int64]
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Yield the steps from many stacks, a batch for each number of pancakes turned over."""
        stacks = codes.astype(np.uint64, copy=False)
        # All sixteen places in reverse: the bytes, then the two halves of each.
        upside_down = stacks.byteswap()
        low = np.uint64(0x0F0F0F0F0F0F0F0F)
        upside_down = (upside_down & low) << np.uint64(4) | upside_down >> np.uint64(4) & low
        for turned in range(2, self.n + 1):
            below = np.uint64(2**64 - 16**turned)
            turned_over = upside_down >> np.uint64(64 - 4 * turned)
            yield codes, (stacks & below | turned_over).view(np.int64)


class SlidingPuzzle:
    """Tiles in a frame with one gap, into which a tile beside it slides.

    Parameters
    ----------
    rows, columns : int
        At least 1 each, and 2 to 16 cells together.

    Attributes
    ----------
    start : int
        The gap in the upper left corner, then the tiles 1, 2, ... row by row.
    n_states : int
        One more than the largest code.
    expected_states : int
        Half of all arrangements, or as many as there are cells where they are in one row.
    reversible : bool
        True: a tile can slide back.

    Notes
    -----
    The code holds the cell of the gap in its highest bits, then the tiles row by row without the
    gap, four bits each, but for the last one, which follows from the others. So a tile that slides
    sideways changes the gap alone; one that slides up or down passes ``columns - 1`` others, which
    turns a field of bits. In ascending order all states with the same gap follow each other, and
    their moves are the same shifts.

    References
    ----------
    Karlemo, F. R. W., and Östergård, P. R. J. (2000). On sliding block puzzles. Journal of
    Combinatorial Mathematics and Combinatorial Computing 34.

    Examples
    --------
    >>> space = SlidingPuzzle(2, 3)
    >>> [space.decode(u) for u in space.successors(space.start)]
    ['1 0 2 / 3 4 5', '3 1 2 / 0 4 5']
    """

    reversible = True

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = operator.index(rows), operator.index(columns)
        cells = self.rows * self.columns
        if min(self.rows, self.columns) < 1 or not 2 <= cells <= 16:
            raise ValueError(f"the frame must have 2 to 16 cells, not {rows} x {columns}")
        self._cells = cells
        # Bits of the tiles but the last one, above which the cell of the gap stands.
        self._gap_shift = 4 * (cells - 2)
        self.n_states = cells << self._gap_shift
        in_one_row = min(self.rows, self.columns) == 1
        self.expected_states = cells if in_one_row else math.factorial(cells) // 2
        self.fingerprint = f"sliding puzzle {self.rows}x{self.columns}"
        self.start = self.encode(range(cells))

    def encode(self, tiles: Iterable[int]) -> int:
        """Return the code of an arrangement, given row by row with 0 for the gap.

        Raises
        ------
        ValueError
            If it is no permutation of the numbers below ``rows * columns``.
        """
        cells = list(map(operator.index, tiles))
        if sorted(cells) != list(range(self._cells)):
            raise ValueError(f"{cells} is no permutation of range({self._cells})")
        code = gap = cells.index(0)
        for tile in [*cells[:gap], *cells[gap + 1 :]][:-1]:
            code = code << 4 | tile - 1
        return code

    def tiles(self, u: int) -> list[int]:
        """Return the tiles row by row, 0 for the gap."""
        gap = u >> self._gap_shift
        tiles = [(u >> shift & 15) + 1 for shift in range(self._gap_shift - 4, -1, -4)]
        tiles.append(self._cells * (self._cells - 1) // 2 - sum(tiles))
        return [*tiles[:gap], 0, *tiles[gap:]]

    def decode(self, u: int) -> str:
        """Return the rows, with 0 for the gap."""
        tiles = list(map(str, self.tiles(u)))
        rows = (tiles[i : i + self.columns] for i in range(0, self._cells, self.columns))
        return " / ".join(map(" ".join, rows))

    @cached_property
    def _beside(self) -> list[list[int]]:
        """The cells beside each cell."""
        places = [divmod(cell, self.columns) for cell in range(self._cells)]
        return [
            [cell for cell, (r, c) in enumerate(places) if abs(r - row) + abs(c - column) == 1]
            for row, column in places
        ]

    def successors(self, u: int) -> Iterator[int]:
        """Yield the arrangements after a tile slid, in the order of the cells."""
        tiles = self.tiles(u)
        gap = tiles.index(0)
        for cell in sorted(self._beside[gap], key=lambda cell: abs(cell - gap)):
            moved = tiles.copy()
            moved[gap], moved[cell] = moved[cell], 0
            yield self.encode(moved)

    predecessors = successors

    def successors_array(
        self, codes: NDArray[np.int64]
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Yield the steps from many arrangements, a batch for each gap and tile beside it."""
        gaps = codes >> self._gap_shift
        if not bool(np.all(gaps[1:] >= gaps[:-1])):
            codes = np.sort(codes)
            gaps = codes >> self._gap_shift
        ends = np.searchsorted(gaps, np.arange(self._cells + 1))
        for gap in range(self._cells):
            src = codes[ends[gap] : ends[gap + 1]]
            if not len(src):
                continue
            sequence = self._all_tiles(src)
            for cell in self._beside[gap]:
                if abs(cell - gap) == 1 and self.columns > 1:
                    yield src, src + (cell - gap << self._gap_shift)
                else:
                    moved = self._passed(sequence, gap, cell)
                    yield src, moved >> 4 | cell << self._gap_shift

    def _all_tiles(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the tiles of arrangements with the last one, without the gap."""
        tiles = codes & ((1 << self._gap_shift) - 1)
        last = tiles
        # Exclusive or of all fields: folded in half until one is left.
        for shift in (32, 16, 8, 4):
            last = last ^ (last >> shift)
        of_all = reduce(operator.xor, range(self._cells - 1))
        return tiles << 4 | (last & 15 ^ of_all)

    def _passed(self, sequence: NDArray[np.int64], gap: int, cell: int) -> NDArray[np.int64]:
        """Return the tiles after the one in a cell of the next or last row slid into the gap."""
        passes = self.columns  # fields in question: the tile, and those that it passes
        low = min(gap, cell)
        shift = 4 * (self._cells - 1 - low - passes)
        mask = (1 << 4 * passes) - 1
        field = sequence >> shift & mask
        turn = 4 * (passes - 1)
        turned = (
            (field << 4 & mask) | field >> turn
            if cell < gap
            else field >> 4 | (field & 15) << turn
        )
        return sequence ^ (field ^ turned) << shift
