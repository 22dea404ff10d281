"""Minimum region cuts by planar duality: a shortest walk over regions that touch.

Blue walks from the top row to the bottom row through sides; red stops it exactly when the red
cells hold a walk from the left column to the right column through sides and corners. So the least
red weight is the length of a shortest path in the *dual* graph, whose nodes are the regions, whose
arcs join regions that share a side or a corner, and where a region is paid when it is left.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from graphpuzzles.models.cut.arrays import exact_sum, locked

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphpuzzles.models.cut.arrays import Weights
    from graphpuzzles.models.cut.regions import Regions


# scipy's shortest paths add in float64, which is exact for integers up to here.
FLOAT_EXACT = 2**53
# Sums of two distances must fit int64.
INT64_SAFE = 2**62
# Up to so many nodes a queue of Python's costs less than calling scipy.
FEW_NODES = 80


class _Distances(NamedTuple):
    before: Weights
    previous: NDArray[np.int32]
    value: int | None
    end: int


@dataclass(frozen=True, eq=False)
class PlanarDual:
    """Distances in the dual of a board of regions, from the left column to the right.

    Parameters
    ----------
    regions : Regions
    weights : numpy.ndarray of int64 or object, shape (k,)
        Weight of every region, not negative.
    forbidden : numpy.ndarray of bool, shape (k,)
        Regions that red must not take.
    groups : numpy.ndarray of int32, shape (k,), optional
        Regions with one number are one node of the dual, paid once together; by default every
        region is a node of its own. `weights` and `forbidden` are then per group.

    Notes
    -----
    Runs in O(n log n) for n cells. With one group a label on a board whose labels are not
    connected, `value` is a lower bound of the least red weight: a walk may jump between the
    pieces of a label, so the shortest walk may not be a walk over cells at all.

    References
    ----------
    .. [1] J. H. Reif, "Minimum s-t cut of a planar undirected network in O(n log^2 n) time", SIAM
       Journal on Computing 12 (1983), 71-81.
    .. [2] R. Hassin, "Maximum flow in (s,t) planar networks", Information Processing Letters 13
       (1981), 107.

    Examples
    --------
    >>> from graphpuzzles.models.cut.regions import Regions
    >>> board = Regions(np.array([[1, 1, 2], [1, 3, 4], [3, 3, 4]]))
    >>> dual = PlanarDual(board, board.sizes, np.zeros(board.count, dtype=bool))
    >>> dual.value, dual.walk()
    (4, [2, 1])
    """

    regions: Regions
    weights: Weights
    forbidden: NDArray[np.bool_]
    groups: NDArray[np.int32] | None = None

    def __post_init__(self) -> None:
        fields = self.__dict__
        fields["weights"], fields["forbidden"] = locked(self.weights), locked(self.forbidden)
        if self.groups is not None:
            fields["groups"] = locked(self.groups)

    @cached_property
    def left(self) -> NDArray[np.int64]:
        """Nodes on the left column, ascending."""
        return self._nodes(self.regions.of[:, 0])

    @cached_property
    def right(self) -> NDArray[np.int64]:
        """Nodes on the right column, ascending."""
        return self._nodes(self.regions.of[:, -1])

    @cached_property
    def top(self) -> NDArray[np.int64]:
        """Nodes on the top row, ascending."""
        return self._nodes(self.regions.of[0])

    @cached_property
    def bottom(self) -> NDArray[np.int64]:
        """Nodes on the bottom row, ascending."""
        return self._nodes(self.regions.of[-1])

    def _nodes(self, regions: NDArray[np.int32]) -> NDArray[np.int64]:
        nodes = regions if self.groups is None else self.groups[regions]
        if len(nodes) <= FEW_NODES:
            return locked(np.array(sorted(set(nodes.tolist()))))
        return locked(np.flatnonzero(np.bincount(nodes)))

    @property
    def solved(self) -> bool:
        """Whether the distances are known already, so that `value` costs nothing."""
        return "_shortest" in vars(self)

    @cached_property
    def value(self) -> int | None:
        """Least weight of a red set that stops blue; None where forbidden regions stop red."""
        return self._shortest.value

    @cached_property
    def before(self) -> Weights:
        """Cheapest walk from the left column up to a node, the node itself not paid; shape (k,).

        Cut off at `value`: nodes that no walk of less weight reaches have that number.
        """
        return self._shortest.before

    @cached_property
    def after(self) -> Weights:
        """Like `before` with the node paid: the potentials that prove `value`; shape (k,).

        They satisfy ``after[v] <= after[u] + weights[v]`` wherever u touches v, neither forbidden.
        """
        if self.value is None:
            raise ValueError("there is no finite cut, so there are no potentials")
        after = np.minimum(self.before + self.weights, self.value)
        after[self.forbidden] = self.value
        return cast("Weights", locked(after))

    def walk(self) -> list[int]:
        """Return the nodes of one cheapest walk from the left column to the right.

        Raises
        ------
        ValueError
            If there is none, because forbidden regions join the top and the bottom.

        Notes
        -----
        The walk follows the predecessors of the search. Walking back along tight arcs instead can
        run in circles, or stop short of the left column, where weights are zero.
        """
        if self.value is None:
            raise ValueError("forbidden regions join the top and the bottom: red cannot win")
        previous, node = self._shortest.previous, self._shortest.end
        walk = [node]
        while previous[node] >= 0:
            node = int(previous[node])
            walk.append(node)
        return walk[::-1]

    @cached_property
    def arcs(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Compressed sparse rows ``(indptr, indices)`` of the contacts between nodes."""
        contacts = self.regions.corners
        if self.groups is None:
            return contacts.indptr, contacts.indices
        grouped = contacts.grouped(self.groups, len(self.weights))
        return grouped.indptr, grouped.indices

    @cached_property
    def _shortest(self) -> _Distances:
        total = exact_sum(self.weights)
        if len(self.weights) > FEW_NODES and total < FLOAT_EXACT:
            return self._with_scipy(total)
        return self._with_integers(total)

    def _with_scipy(self, total: int) -> _Distances:
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import dijkstra

        indptr, indices = self.arcs
        cost = self.weights.astype(np.float64)
        cost[self.forbidden] = np.inf  # an arc out of a forbidden node leads nowhere
        data = np.repeat(cost, np.diff(indptr))
        count = len(cost)
        graph = csr_array((data, indices, indptr), shape=(count, count))
        distance, previous, _ = dijkstra(
            graph, indices=self.left, min_only=True, return_predecessors=True
        )
        ends = self.right[~self.forbidden[self.right]]
        totals = distance[ends] + cost[ends]
        value, end, cap = None, -1, total
        if np.any(np.isfinite(totals)):
            best = np.argmin(totals)
            value = cap = int(totals[best])
            end = int(ends[best])
        before = np.minimum(distance, cap).astype(np.int64)
        return _Distances(locked(before), locked(previous), value, end)

    def _with_integers(self, total: int) -> _Distances:
        """Run Dijkstra's algorithm in Python integers, for few nodes or where float64 would round.

        Of nodes at one distance the last comes first, as it does in scipy's heap, so that a board
        has the same walk whichever of the two finds it.
        """
        indptr, indices = (array.tolist() for array in self.arcs)
        weights: list[int] = self.weights.tolist()
        forbidden: list[bool] = self.forbidden.tolist()
        before, previous = [-1] * len(weights), [-1] * len(weights)
        queue: list[tuple[int, int]] = []
        for node in self.left.tolist():
            before[node] = 0
            queue.append((0, -node))
        heapq.heapify(queue)
        while queue:
            distance, negative = heapq.heappop(queue)
            u = -negative
            if distance > before[u] or forbidden[u]:
                continue
            step = distance + weights[u]
            for v in indices[indptr[u] : indptr[u + 1]]:
                if before[v] < 0 or step < before[v]:
                    before[v] = step
                    previous[v] = u
                    heapq.heappush(queue, (step, -v))
        ends = [v for v in self.right.tolist() if before[v] >= 0 and not forbidden[v]]
        value, end, cap = None, -1, total
        if ends:
            end = min(ends, key=lambda v: before[v] + weights[v])
            value = cap = before[end] + weights[end]
        kept = [distance if 0 <= distance < cap else cap for distance in before]
        kind = np.int64 if total < INT64_SAFE else object
        return _Distances(
            locked(np.array(kept, dtype=kind)),
            locked(np.array(previous, dtype=np.int32)),
            value,
            end,
        )
