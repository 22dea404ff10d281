"""Least wiring of a grid by dynamic programming over colour profiles, in one dense array.

The board is swept cell by cell. A profile tells for each of the ``columns + 1`` cell borders
between the cells done and the cells to come which line crosses it, if any. Profiles are written in
base ``pairs + 1`` and index an array of least lengths, so that a cell costs a few operations on
slices and no sorting. Which ends belong together is not kept: the rules of degree and colour alone
admit lines with stray cycles beside them, but a cycle has positive length and the least wiring has
none.

References
----------
Knuth, D. E. (2011). *The Art of Computer Programming*, volume 4A, section 7.1.4 (frontiers).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.limits import Meter
    from graphpuzzles.puzzles.wiring.board import WiringBoard

    Profiles: TypeAlias = NDArray[np.int16]
    Kept: TypeAlias = NDArray[np.integer]
    Links: TypeAlias = list[tuple[tuple[int, int], tuple[int, int]]]

# Above every length that can occur, and far enough below 2^15 that two more for each cell fit.
_FAR = 20_000
MAX_CELLS = 5_000


@dataclass(frozen=True)
class ProfileResult:
    """What the sweep found.

    Parameters
    ----------
    length : int or None
        Number of cell borders that the least wiring crosses; None where there is no wiring.
    links : list of pairs of cells, optional
        The borders crossed, as pairs of (row, column).
    rows : int
        Rows swept; fewer than the board has only where a limit stopped the sweep.
    limit : str, optional
        The limit that was reached.
    """

    length: int | None
    links: Links | None = None
    rows: int = 0
    limit: str | None = None


def marks_of(board: WiringBoard) -> NDArray[np.int64]:
    """Return the cells of a grid as `least_wiring` takes them."""
    marks = np.full(cast("tuple[int, int]", board.shape), -1, dtype=np.int64)
    cells = cast("tuple[tuple[int, int], ...]", board.nodes)
    for cell in cells:
        marks[cell] = 0
    for number, (_, s, t) in enumerate(board.pairs, 1):
        marks[cells[s]] = marks[cells[t]] = number
    return marks


def profile_memory(rows: int, columns: int, pairs: int) -> int:
    """Return the bytes that `least_wiring` holds at once on a board of this size."""
    row_profiles = 1
    for _ in range(min(rows, columns)):
        row_profiles *= pairs + 1
    return row_profiles * ((pairs + 1) * 4 + max(rows, columns) * _kept(rows * columns).itemsize)


def _kept(cells: int) -> np.dtype[np.integer]:
    """Return the type in which the profiles above each row are kept until the end.

    They are most of the memory, and no line is longer than the board has cells.
    """
    return np.dtype(np.uint8 if cells < np.iinfo(np.uint8).max else np.int16)


def least_wiring(marks: NDArray[np.int64], pairs: int, meter: Meter) -> ProfileResult:
    """Find the least total length of a wiring, and one wiring that attains it.

    Parameters
    ----------
    marks : numpy.ndarray of int64, shape (rows, columns)
        0 for an empty cell, -1 for a wall, otherwise the number of a pair, from 1; each number
        stands exactly twice.
    pairs : int
        Number of pairs.
    meter : Meter
        The account of the call; polled once a row.

    Returns
    -------
    ProfileResult

    Raises
    ------
    ValueError
        If the board has more than `MAX_CELLS` cells.

    Notes
    -----
    Time O(rows * columns * (pairs + 1)^(w + 1)) with w the shorter side, for every board alike.
    """
    if marks.size > MAX_CELLS:
        raise ValueError(f"the dense profile is for at most {MAX_CELLS} cells, not {marks.size}")
    turned = marks.shape[1] > marks.shape[0]
    board = marks.T if turned else marks
    memory = profile_memory(board.shape[0], board.shape[1], pairs)
    if (limit := meter.exceeded(memory=memory)) is not None:
        return ProfileResult(None, limit=limit)
    rows = [[int(mark) for mark in row] for row in board]
    base = pairs + 1
    table = np.full(base ** (len(rows[0]) + 1), _FAR, dtype=np.int16)
    table[0] = 0
    starts = []
    kept = _kept(marks.size)
    for number, row in enumerate(rows):
        # What is farther than any line is long stays so.
        starts.append(np.empty(table.size // base, dtype=kept))
        above = table[: table.size // base]
        np.minimum(above, np.iinfo(kept).max, out=starts[-1], casting="unsafe")
        states = (number + 1) * table.size
        limit = meter.exceeded(states=table.size, expanded=states) or meter.report(
            "profile", depth=number, states=table.size, expanded=states
        )
        if limit is not None:
            return ProfileResult(None, rows=number, limit=limit)
        _sweep_row(table, row, base)
    length = int(table[0])
    if length >= _FAR:
        return ProfileResult(None, rows=len(rows))
    links = _links(starts, rows, base, length)
    if turned:
        links = [((b, a), (d, c)) for (a, b), (c, d) in links]
    return ProfileResult(length, links, rows=len(rows))


def _sweep_row(table: Profiles, row: Sequence[int], base: int) -> None:
    """Replace the profiles above a row by those below it.

    The most significant digit of a profile is the border left of the current cell, then come the
    columns from left to right.
    """
    width = len(row)
    for column, mark in enumerate(row):
        low = base ** (width - 1 - column)
        cells = table.reshape(base, base**column, base, low)
        # numpy runs along the last axis; where that is shorter than the one before, its entries
        # are taken one by one.
        if low < base**column:
            blocks = [cells[..., i] for i in range(low)] if low <= base * base else [cells]
        else:
            blocks = [cells]
        for block in blocks:
            _step(block, mark, base, open_right=column + 1 < width)


def _step(cells: Profiles, mark: int, base: int, *, open_right: bool) -> None:
    """Sweep one cell, in place. Axis 0 of `cells` is the border at left, axis 2 the one above.

    Afterwards axis 0 is the border at right and axis 2 the one below.
    """
    none = cells[0, :, 0]
    if mark < 0:
        done = none.copy()
        cells[...] = _FAR
        cells[0, :, 0] = done
        return
    if mark > 0:
        done = np.minimum(cells[mark, :, 0], cells[0, :, mark])
        started = none + np.int16(1)
        cells[...] = _FAR
        cells[0, :, 0] = done
        cells[0, :, mark] = started
        if open_right:
            cells[mark, :, 0] = started
        return
    bend = none + np.int16(2)
    for line in range(1, base):
        np.minimum(none, cells[line, :, line], out=none)
        through = np.minimum(cells[line, :, 0], cells[0, :, line])
        through += np.int16(1)
        cells[0, :, line] = through
        cells[line] = _FAR
        if open_right:
            cells[line, :, 0] = through
            cells[line, :, line] = bend


def _links(starts: list[Kept], rows: list[list[int]], base: int, length: int) -> Links:
    """Read one least wiring off the profiles above each row, from the last row to the first."""
    links: Links = []
    below = 0
    for number in range(len(rows) - 1, -1, -1):
        above, length, beside = _row_backwards(starts[number], rows[number], base, below, length)
        links += [((number, j), (number, j + 1)) for j in beside]
        if number:
            digits = np.base_repr(above, base).zfill(len(rows[0]))
            links += [
                ((number - 1, j), (number, j)) for j, digit in enumerate(digits) if digit != "0"
            ]
        below = above
    return sorted(links)


def _row_backwards(
    start: Kept, row: list[int], base: int, below: int, length: int
) -> tuple[int, int, list[int]]:
    """Find the profile above a row from which `below` is reached at this length.

    The borders at right and below a cell leave at most ``pairs + 1`` choices for the other two, so
    all profiles above are grown from right to left. Returns the profile above, its length, and the
    columns whose right border is crossed.
    """
    width = len(row)
    right = np.zeros(1, dtype=np.int64)
    above = np.zeros(1, dtype=np.int64)
    crossed = np.zeros(1, dtype=np.int64)  # a bit for every column
    down_links = 0
    for column in range(width - 1, -1, -1):
        place = base ** (width - 1 - column)
        down = below // place % base
        down_links += down > 0
        crossed |= (right > 0).astype(np.int64) << column
        parts = [
            (np.broadcast_to(left, chosen.shape), above[chosen] + place * up, crossed[chosen])
            for chosen, left, up in _cell_backwards(row[column], base, right, down)
        ]
        right, above, crossed = (np.concatenate(part) for part in zip(*parts, strict=True))
    lengths = start[above].astype(np.int64) + np.bitwise_count(crossed) + down_links
    found = np.flatnonzero((right == 0) & (lengths == length))[0]
    bits = int(crossed[found])
    return (
        int(above[found]),
        int(start[above[found]]),
        [column for column in range(width) if bits >> column & 1],
    )


def _cell_backwards(
    mark: int, base: int, right: NDArray[np.int64], down: int
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.int64] | int, NDArray[np.int64] | int]]:
    """Yield the choices for the borders at left of and above a cell.

    Each is (indices into `right` for which it is allowed, left, above); `right` and `down` are the
    lines that cross the other two borders.
    """
    no_line = np.flatnonzero(right == 0)
    if mark < 0:
        if down == 0:
            yield no_line, 0, 0
    elif mark > 0:
        if down == 0:
            yield no_line, 0, mark
            yield no_line, mark, 0
            yield np.flatnonzero(right == mark), 0, 0
        elif down == mark:
            yield no_line, 0, 0
    elif down == 0:
        for line in range(base):
            yield no_line, line, line
        through = np.flatnonzero(right)
        yield through, right[through], 0
        yield through, 0, right[through]
    else:
        yield no_line, down, 0
        yield no_line, 0, down
        yield np.flatnonzero(right == down), 0, 0
