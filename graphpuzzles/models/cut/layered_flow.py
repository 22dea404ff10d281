"""A maximum flow of blue paths, read off the distances of the planar dual.

For every level t below the value V, the regions with ``before <= t < after`` hold a path through
sides from the top to the bottom: otherwise the complement would hold a left-right walk through
corners, and along it no region could leave the levels up to t, so the walk would cost at most
t < V. A region belongs to ``after - before`` levels, at most its weight, so one path for each
level is a flow of value V that respects every capacity. It is found without any flow algorithm.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

import numpy as np

from graphpuzzles.errors import LimitError
from graphpuzzles.models.cut.arrays import breadth_first, exact_sum

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphpuzzles.models.cut.arrays import Weights
    from graphpuzzles.models.cut.planar import PlanarDual

    Numbers = NDArray[np.int32] | NDArray[np.int64]

# Up to this many nodes a cell, one level for each unit of weight costs less than merging levels.
UNIT_LEVELS = 4
INT32_NODES = 2**31 - 2
FEW_PATHS = 16


@dataclass(frozen=True, eq=False)
class LayeredFlow:
    """A maximum flow from the top row to the bottom row, as paths.

    Parameters
    ----------
    dual : PlanarDual
        Without groups, with a finite value.
    max_nodes : int, optional
        How many (region, level) nodes may be built.

    Raises
    ------
    ValueError
        If the dual has no finite value.
    LimitError
        By `steps` and `paths`, if there are more than `max_nodes` nodes.

    Notes
    -----
    Work and memory are proportional to the number of (region, level) nodes: at most the sum of
    the weights, so at most the number of cells where a region weighs its size. With large weights
    levels between two distances are merged; each path then carries their number.

    Examples
    --------
    >>> from graphpuzzles.models.cut.planar import PlanarDual
    >>> from graphpuzzles.models.cut.regions import Regions
    >>> board = Regions(np.array([[1, 1, 2], [1, 3, 4], [3, 3, 4]]))
    >>> flow = LayeredFlow(PlanarDual(board, board.sizes, np.zeros(board.count, dtype=bool)))
    >>> flow.value
    4
    >>> flow.paths()
    [(1, (0, 2)), (1, (0, 2)), (1, (0, 2)), (1, (1, 3))]
    """

    dual: PlanarDual
    max_nodes: int | None = None

    def __post_init__(self) -> None:
        if self.dual.value is None:
            raise ValueError("forbidden regions join the top and the bottom: flow is unbounded")

    @property
    def value(self) -> int:
        """Value of the flow: the sum of the amounts."""
        return sum(self.amounts)

    @cached_property
    def amounts(self) -> tuple[int, ...]:
        """Units of flow on each path."""
        return tuple(self._levels[2].tolist())

    @cached_property
    def _levels(self) -> tuple[NDArray[np.int64], NDArray[np.int64], Weights]:
        """Return the first level and the end of the levels of every region, and their amounts."""
        low, high = self.dual.before, np.maximum(self.dual.after, self.dual.before)
        if exact_sum(high - low) <= UNIT_LEVELS * self.dual.regions.of.size:
            unit: Weights = np.ones(cast("int", self.dual.value), dtype=np.int64)
            return low.astype(np.int64), high.astype(np.int64), unit
        marks = np.unique(np.concatenate([low, high]))
        amounts = np.diff(marks)
        return np.searchsorted(marks, low), np.searchsorted(marks, high), amounts

    @property
    def count(self) -> int:
        """Number of paths."""
        return len(self.amounts)

    @property
    def nodes(self) -> int:
        """Number of (region, level) nodes."""
        low, high, _ = self._levels
        return int((high - low).sum())

    @property
    def steps(self) -> int:
        """Number of regions on all paths together."""
        return len(self._walks[0])

    @cached_property
    def _walks(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """All paths one after another, bottom to top, as regions; and where each one starts."""
        limit = INT32_NODES if self.max_nodes is None else min(self.max_nodes, INT32_NODES)
        count = self.nodes
        if count > limit:
            raise LimitError("max_states", f"the layered flow has {count} nodes")
        low, high, amounts = self._levels
        widths = high - low
        start = np.cumsum(widths) - widths
        u, v = self.dual.regions.sides.pairs
        first = np.maximum(low[u], low[v])
        lengths = np.maximum(np.minimum(high[u], high[v]) - first, 0)
        tails = _spread(start[u] + first - low[u], lengths)
        heads = _spread(start[v] + first - low[v], lengths)
        forth, back = np.concatenate([tails, heads]), np.concatenate([heads, tails])
        del tails, heads, first, lengths  # the search is where memory peaks
        top = self.dual.top
        _, previous = breadth_first(count, forth, back, _spread(start[top], widths[top]))
        del forth, back
        region = np.repeat(np.arange(len(low), dtype=np.int32), widths)
        ends = self._ends(start, low, widths, previous, len(amounts))
        return _trace(ends, previous, region)

    def _ends(
        self,
        start: NDArray[np.int64],
        low: NDArray[np.int64],
        widths: NDArray[np.int64],
        previous: NDArray[np.int32],
        levels: int,
    ) -> NDArray[np.int64]:
        """For every level, a node on the bottom row that the top row reaches."""
        dual = self.dual
        nodes = _spread(start[dual.bottom], widths[dual.bottom])
        level = _spread(low[dual.bottom], widths[dual.bottom])
        on_top = np.zeros(len(low), dtype=bool)
        on_top[dual.top] = True
        root = np.repeat(on_top[dual.bottom], widths[dual.bottom])
        met = (previous[nodes] >= 0) | root
        ends = np.full(levels, -1, dtype=np.int64)
        # Written in reverse, so that the first region in scan order wins.
        ends[level[met][::-1]] = nodes[met][::-1]
        if np.any(ends < 0):
            raise AssertionError("a level of the dual distances holds no path")
        return ends

    def paths(self) -> list[tuple[int, tuple[int, ...]]]:
        """Return one path a level as (amount, regions from top to bottom).

        The amounts add up to `value`; consecutive regions share a side.
        """
        regions, start = self._walks
        bounds = start.tolist()
        return [
            (amount, tuple(regions[begin:end][::-1].tolist()))
            for amount, begin, end in zip(self.amounts, bounds, bounds[1:], strict=False)
        ]


def _spread(first: NDArray[np.int64], lengths: NDArray[np.int64]) -> Numbers:
    """Concatenate the ranges ``first[i], first[i] + 1, ...`` of the given lengths."""
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    kind = np.int32 if total < INT32_NODES else np.int64
    shift = np.repeat((first - (ends - lengths)).astype(kind), lengths)
    shift += np.arange(total, dtype=kind)
    return cast("Numbers", shift)


def _trace(
    ends: NDArray[np.int64], previous: NDArray[np.int32], region: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Follow predecessors from all ends at once, one numpy step for each step of the paths.

    The last few paths are followed one by one: they may be as long as the board has cells.
    """
    rows, nodes = np.arange(len(ends)), ends
    owners, met = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    while len(nodes) > FEW_PATHS:
        owners.append(rows)
        met.append(nodes)
        nodes = previous[nodes].astype(np.int64)
        going = nodes >= 0
        rows, nodes = rows[going], nodes[going]
    depths = [np.full(len(step), depth - 1) for depth, step in enumerate(met)]
    together = len(met) - 1
    for row, end in zip(rows.tolist(), nodes.tolist(), strict=True):
        walk, node = [], end
        while node >= 0:
            walk.append(node)
            node = previous.item(node)
        owners.append(np.full(len(walk), row))
        met.append(np.array(walk))
        depths.append(together + np.arange(len(walk)))
    owner = np.concatenate(owners)
    start = np.zeros(len(ends) + 1, dtype=np.int64)
    np.cumsum(np.bincount(owner, minlength=len(ends)), out=start[1:])
    regions = np.empty(len(owner), dtype=np.int32)
    regions[start[owner] + np.concatenate(depths)] = region[np.concatenate(met)]
    return regions, start
