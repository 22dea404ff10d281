"""Boards cut into regions: which cells belong together, and which regions touch.

A region is a maximal set of cells of one label that is connected through sides. Regions are
numbered in scan order (by their first cell, row by row), which keeps neighbours close in memory
and makes every later step two to three times faster than an arbitrary numbering.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from graphpuzzles.models.cut.arrays import locked, sorted_by_tail

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Up to so many cells lists are faster than arrays, whose every operation has a fixed cost.
FEW_CELLS = 80

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

    def __post_init__(self) -> None:
        fields = self.__dict__
        fields["indptr"], fields["indices"] = locked(self.indptr), locked(self.indices)

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
        smaller = np.repeat(np.arange(count, dtype=np.int32), np.diff(once.indptr))
        return locked(smaller), locked(once.indices)

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
        self.__dict__["labels"] = locked(self.labels)

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
        return locked(np.bincount(self.of.ravel(), minlength=self.count))

    @cached_property
    def label_of(self) -> LabelArray:
        """Label of every region, shape (k,)."""
        return locked(self.labels.ravel()[self.first])

    @cached_property
    def _borders(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which cells differ from the one on their left, and from the one above; shape (H, W)."""
        labels = self.labels
        left, above = np.zeros((2, *labels.shape), dtype=bool)
        np.not_equal(labels[:, 1:], labels[:, :-1], out=left[:, 1:])
        np.not_equal(labels[1:], labels[:-1], out=above[1:])
        return left, above

    @property
    def _few(self) -> bool:
        """Whether there are so few cells that lists are faster than arrays."""
        return self.labels.size <= FEW_CELLS

    @cached_property
    def _components(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        if self._few:
            of, firsts = _few_components(self.labels.tolist())
            return locked(np.array(of, dtype=np.int32)), locked(np.array(firsts))
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
        return locked(component[run].reshape(self.shape)), locked(first_of_run[first])

    @cached_property
    def sides(self) -> Contacts:
        """Regions that share a side of a cell."""
        if self._few:
            return _few_contacts(self.count, _beside(self.of.tolist()))
        return _contacts(self.count, *self._side_pairs)

    @cached_property
    def corners(self) -> Contacts:
        """Regions that share a side or a corner of a cell."""
        if self._few:
            of = self.of.tolist()
            return _few_contacts(self.count, _beside(of) | _across(of))
        near, far = self._side_pairs
        left, above = self._borders
        columns = self.shape[1]
        # Where two cells beside a corner are of one region, the regions across it share a side.
        meeting = np.zeros(self.shape, dtype=bool)
        np.logical_and(left[:-1, 1:], left[1:, 1:], out=meeting[1:, 1:])
        meeting[1:, 1:] &= above[1:, :-1] & above[1:, 1:]
        flat = self.of.ravel()
        corner = np.flatnonzero(meeting)
        a, d = flat[corner - columns - 1], flat[corner]
        b, c = flat[corner - columns], flat[corner - 1]
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
        if self._few and len(set(labels.tolist())) == self.count:
            return None
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


def _few_components(rows: list[list[int]]) -> tuple[list[list[int]], list[int]]:
    """Find the regions of a small board: every cell joins those on its left and above it."""
    columns = len(rows[0])
    labels = [label for row in rows for label in row]
    root = list(range(len(labels)))

    def find(cell: int) -> int:
        while root[cell] != cell:
            root[cell] = root[root[cell]]
            cell = root[cell]
        return cell

    for cell, label in enumerate(labels):
        if cell % columns and labels[cell - 1] == label:
            root[cell] = find(cell - 1)
        if cell >= columns and labels[cell - columns] == label:
            one, other = find(cell), find(cell - columns)
            # The first cell of a region is its root, so that roots come in scan order.
            root[max(one, other)] = min(one, other)
    firsts = [cell for cell, other in enumerate(root) if cell == other]
    number = {cell: region for region, cell in enumerate(firsts)}
    of = [number[find(cell)] for cell in range(len(labels))]
    return [of[at : at + columns] for at in range(0, len(of), columns)], firsts


def _beside(of: list[list[int]]) -> set[tuple[int, int]]:
    """Return the pairs of regions on the two sides of a border, and of one region with itself."""
    pairs: set[tuple[int, int]] = set()
    for row in of:
        pairs.update(pairwise(row))
    for upper, lower in pairwise(of):
        pairs.update(zip(upper, lower, strict=True))
    return pairs


def _across(of: list[list[int]]) -> set[tuple[int, int]]:
    """Return the pairs of regions across a corner, and of one region with itself."""
    pairs: set[tuple[int, int]] = set()
    for upper, lower in pairwise(of):
        pairs.update(zip(upper, lower[1:], strict=False))
        pairs.update(zip(upper[1:], lower, strict=False))
    return pairs


def _few_contacts(count: int, pairs: set[tuple[int, int]]) -> Contacts:
    arcs = {(v, u) for u, v in pairs if u != v}
    arcs.update((u, v) for v, u in tuple(arcs))
    indptr = [0] * (count + 1)
    for u, _ in arcs:
        indptr[u + 1] += 1
    ends = list(accumulate(indptr))
    heads = [v for _, v in sorted(arcs)]
    return Contacts(np.array(ends, dtype=np.int32), np.array(heads, dtype=np.int32))
