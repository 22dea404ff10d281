"""Boards cut into regions: which cells belong together, and which regions touch.

A region is a maximal set of cells of one label that is connected through sides. Regions are
numbered in scan order (by their first cell, row by row), which keeps neighbours close in memory
and makes every later step two to three times faster than an arbitrary numbering.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np

from graphpuzzles.errors import PuzzleError
from graphpuzzles.models.cut.grids import sorted_by_tail

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Contacts", "LabelArray", "Regions", "label_array"]

LabelArray: TypeAlias = "NDArray[np.int32] | NDArray[np.int64] | NDArray[np.uint64]"


@dataclass(frozen=True, eq=False)
class Contacts:
    """Which regions touch, as a symmetric adjacency in compressed sparse row form.

    Parameters
    ----------
    indptr : numpy.ndarray of int32, shape (k + 1,)
    indices : numpy.ndarray of int32, shape (m,)
        The neighbours of region ``r`` are ``indices[indptr[r]:indptr[r + 1]]``, never ``r``
        itself; a neighbour stands there once for every part of their border that was found.
    """

    indptr: NDArray[np.int32]
    indices: NDArray[np.int32]

    def neighbors(self, region: int) -> NDArray[np.int32]:
        """Return the regions that touch a region, in ascending order."""
        return np.unique(self.indices[self.indptr[region] : self.indptr[region + 1]])

    @cached_property
    def pairs(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Every pair of regions that touch once, as (smaller, larger), in ascending order."""
        from scipy.sparse import coo_array

        count = len(self.indptr) - 1
        tails = np.repeat(np.arange(count, dtype=np.int32), np.diff(self.indptr))
        up = np.flatnonzero(tails < self.indices)
        ones = np.ones(len(up), dtype=np.int8)
        once = coo_array((ones, (tails[up], self.indices[up])), shape=(count, count)).tocsr()
        return np.repeat(np.arange(count, dtype=np.int32), np.diff(once.indptr)), once.indices

    def grouped(self, groups: NDArray[np.int32], count: int) -> Contacts:
        """Return the contacts of groups of regions.

        Parameters
        ----------
        groups : numpy.ndarray of int32, shape (k,)
            The group of every region, below `count`.
        count : int
            Number of groups.
        """
        near, far = (groups[regions] for regions in self.pairs)
        apart = near != far
        return _contacts(count, near[apart], far[apart])


@dataclass(frozen=True, eq=False)
class Regions:
    """The regions of a board.

    Parameters
    ----------
    labels : numpy.ndarray of int, shape (H, W)
        The label of every cell, H, W >= 1; labels are only compared for equality.

    Raises
    ------
    ValueError
        If the array is not two-dimensional or has no cell.

    Notes
    -----
    Runs of equal cells within a row are found by one comparison; runs are joined to those above
    by one connected-components call, so the work is linear in the number of cells [1]_.

    References
    ----------
    .. [1] A. Rosenfeld and J. L. Pfaltz, "Sequential operations in digital picture processing",
       Journal of the ACM 13 (1966), 471-494.

    Examples
    --------
    >>> regions = Regions(np.array([[7, 7, 9], [7, 5, 9]]))
    >>> regions.of.tolist()
    [[0, 0, 1], [0, 2, 1]]
    >>> regions.sizes.tolist()
    [3, 2, 1]
    >>> regions.sides.neighbors(0).tolist()
    [1, 2]
    """

    labels: LabelArray

    def __post_init__(self) -> None:
        if self.labels.ndim != 2 or self.labels.size == 0:
            raise ValueError(f"a board has rows and columns; got shape {self.labels.shape}")

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the board."""
        rows, columns = self.labels.shape
        return rows, columns

    @property
    def count(self) -> int:
        """Number of regions, k."""
        return len(self.first)

    @cached_property
    def of(self) -> NDArray[np.int32]:
        """Region of every cell, shape (H, W)."""
        return self._components[0]

    @cached_property
    def first(self) -> NDArray[np.int64]:
        """Index ``row * W + column`` of the first cell of every region, ascending, shape (k,)."""
        return self._components[1]

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """Number of cells of every region, shape (k,)."""
        return np.bincount(self.of.ravel(), minlength=self.count)

    @cached_property
    def label_of(self) -> LabelArray:
        """Label of every region, shape (k,)."""
        return self.labels.ravel()[self.first]

    @cached_property
    def _borders(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which cells differ from the one on their left, and from the one above; shape (H, W)."""
        labels = self.labels
        left, above = np.zeros((2, *labels.shape), dtype=bool)
        np.not_equal(labels[:, 1:], labels[:, :-1], out=left[:, 1:])
        np.not_equal(labels[1:], labels[:-1], out=above[1:])
        return left, above

    @cached_property
    def _components(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        left, above = self._borders
        starts = left.copy()
        starts[:, 0] = True
        run = np.cumsum(starts.ravel(), dtype=np.int32)
        run -= 1
        first_of_run = np.flatnonzero(starts)
        joined = ~above
        joined[0] = False
        # Along a border between two runs only its first cell matters.
        joined[1:, 1:] &= starts[1:, 1:] | starts[:-1, 1:]
        cells = np.flatnonzero(joined)
        component = _connected(len(first_of_run), run[cells], run[cells - self.shape[1]])
        # scipy numbers components in the order of their first nodes, which is scan order here.
        first = np.flatnonzero(np.diff(np.maximum.accumulate(component), prepend=-1))
        return component[run].reshape(self.shape), first_of_run[first]

    @cached_property
    def sides(self) -> Contacts:
        """Regions that share a side of a cell."""
        return _contacts(self.count, *self._side_pairs)

    @cached_property
    def corners(self) -> Contacts:
        """Regions that share a side or a corner of a cell."""
        near, far = self._side_pairs
        left, above = self._borders
        columns = self.shape[1]
        # Where two cells beside a corner are of one region, the regions across it share a side.
        meeting = np.zeros(self.shape, dtype=bool)
        np.logical_and(left[:-1, 1:], left[1:, 1:], out=meeting[1:, 1:])
        meeting[1:, 1:] &= above[1:, :-1] & above[1:, 1:]
        of = self.of.ravel()
        corner = np.flatnonzero(meeting)
        a, d = of[corner - columns - 1], of[corner]
        b, c = of[corner - columns], of[corner - 1]
        falling, rising = a != d, b != c
        return _contacts(
            self.count,
            np.concatenate([near, a[falling], b[rising]]),
            np.concatenate([far, d[falling], c[rising]]),
        )

    @cached_property
    def _side_pairs(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        left, above = self._borders
        of = self.of.ravel()
        # A straight border is named by its first cell only.
        beside = left.copy()
        beside[1:, 1:] &= above[1:, :-1] | above[1:, 1:]
        below = above.copy()
        below[1:, 1:] &= left[:-1, 1:] | left[1:, 1:]
        across, down = np.flatnonzero(beside), np.flatnonzero(below)
        near = np.concatenate([of[across - 1], of[down - self.shape[1]]])
        return near, np.concatenate([of[across], of[down]])

    def disconnected(self) -> tuple[int, int] | None:
        """Return the first two regions that carry the same label, or None where there are none.

        Returns
        -------
        tuple of (int, int) or None
            The smallest region number whose label has been seen, after the region that had it.
        """
        labels = self.label_of
        low, high = int(labels.min()), int(labels.max())
        if high - low < 4 * self.labels.size:
            seen = np.zeros(high - low + 1, dtype=bool)
            seen[labels - labels.dtype.type(low)] = True
            if int(np.count_nonzero(seen)) == self.count:
                return None
        elif len(np.unique(labels)) == self.count:
            return None
        first: dict[int, int] = {}
        for region, label in enumerate(labels.tolist()):
            if label in first:
                return first[label], region
            first[label] = region
        return None

    def cell(self, region: int) -> tuple[int, int]:
        """Return the first cell of a region as (row, column)."""
        row, column = divmod(int(self.first[region]), self.shape[1])
        return row, column


def label_array(board: object) -> tuple[LabelArray, bool]:
    """Return the labels of a board given as strings or integers, checked and locked.

    Parameters
    ----------
    board : sequence of str, or two-dimensional integer array or nested sequence of int
        Rows of equal length. Characters of strings are labels by their code points.

    Returns
    -------
    labels : numpy.ndarray of int32 (text), int64 or uint64, shape (H, W)
        A read-only copy.
    text : bool
        Whether the board was given as strings.

    Raises
    ------
    TypeError
        If the rows are neither strings nor integers, or some are this and some that.
    PuzzleError
        If there is no cell, or a row has another length than the first (named).
    ValueError
        If an array has not two dimensions, or an integer does not fit 64 bits.

    Examples
    --------
    >>> labels, text = label_array(["AB", "AC"])
    >>> labels.tolist(), text
    ([[65, 66], [65, 67]], True)
    """
    if isinstance(board, np.ndarray):
        return _locked(_integers(board)), False
    if isinstance(board, str) or not isinstance(board, Sequence):
        raise TypeError(f"a board is a sequence of rows, not {type(board).__name__}")
    rows = list(board)
    if not rows:
        raise PuzzleError("the board has no rows")
    text = isinstance(rows[0], str)
    for number, row in enumerate(rows):
        known = isinstance(row, str | Sequence | np.ndarray) and not isinstance(row, bytes)
        if isinstance(row, str) != text or not known:
            raise TypeError(
                f"row {number} is {type(row).__name__}; rows are all strings or all integers"
            )
        if len(row) != len(rows[0]):
            raise PuzzleError(
                f"row {number} has {len(row)} cells, row 0 has {len(rows[0])}", where=(number, 0)
            )
    if text:
        points = "".join(rows).encode("utf-32-le", "surrogatepass")
        labels = np.frombuffer(points, dtype="<u4").astype(np.int32)
        return _locked(labels.reshape(len(rows), -1)), True
    return _locked(_integers(_array_of_rows(rows))), False


def _array_of_rows(rows: list[Sequence[object]]) -> NDArray[np.generic]:
    for number, row in enumerate(rows):
        for column, value in enumerate(row):
            if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer):
                raise TypeError(
                    f"label {value!r} in row {number}, column {column} is not an integer"
                )
    try:
        return np.array(rows, dtype=np.int64)
    except OverflowError:
        pass
    try:
        return np.array(rows, dtype=np.uint64)
    except OverflowError:
        raise ValueError("labels must fit 64 bits, all signed or all unsigned") from None


def _integers(array: NDArray[np.generic]) -> LabelArray:
    if array.ndim != 2:
        raise ValueError(f"a board has rows and columns; got shape {array.shape}")
    if array.dtype.kind not in "iu":
        raise TypeError(f"labels are integers; got an array of {array.dtype}")
    if np.ma.is_masked(array):
        raise ValueError("every cell has a label; the array masks some")
    if array.dtype.kind == "u" and array.size and int(array.max()) > np.iinfo(np.int64).max:
        return array.astype(np.uint64, copy=False)
    return array.astype(np.int64, copy=False)


def _locked(labels: LabelArray) -> LabelArray:
    if labels.size == 0:
        raise PuzzleError("the board has no cells")
    # The flag of an array built from bytes cannot be turned back.
    copy = np.frombuffer(labels.tobytes(), dtype=labels.dtype)
    return cast("LabelArray", copy.reshape(labels.shape))


def _connected(
    count: int, tails: NDArray[np.int32], heads: NDArray[np.int32]
) -> NDArray[np.int32]:
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    # Each run lists the runs above it, and runs come row by row: this is already row order.
    indptr = np.zeros(count + 1, dtype=np.int32)
    np.cumsum(np.bincount(tails, minlength=count), out=indptr[1:])
    graph = csr_array((np.ones(len(heads), dtype=np.int8), heads, indptr), shape=(count, count))
    _, component = connected_components(graph, directed=False)
    return component


def _contacts(count: int, near: NDArray[np.int32], far: NDArray[np.int32]) -> Contacts:
    return Contacts(
        *sorted_by_tail(count, np.concatenate([near, far]), np.concatenate([far, near]))
    )
