"""Which cells are decided, by integer programming on the clues (HiGHS): the backbone.

One integer variable a group of cells that the same clues count: its number of mines. Each program
asks for a layout with as many mines as possible in groups of which no layout has shown one; where
the best is none, these groups are safe. The same with safe cells. A few programs do for a whole
board. Every layout is checked again in whole numbers; that the best is none rests on HiGHS.

References
----------
Huangfu, Q. and Hall, J. A. J. (2018). Parallelizing the dual revised simplex method.
*Mathematical Programming Computation* 10 (1). (HiGHS)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.errors import LimitError

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.optimize import LinearConstraint

    from graphpuzzles.limits import Meter
    from graphpuzzles.puzzles.minesweeper.clues import ClueSystem

# What scipy says of a program.
_OUT_OF_TIME = 1
_INFEASIBLE = 2


@dataclass(frozen=True)
class Backbone:
    """What the programs found.

    Parameters
    ----------
    values : list of int
        By cell: 1 for a mine in every layout, 0 for safe in every layout, -1 for both.
    layouts : list of tuple of int
        Layouts that show it, by their cells with mines; empty where there is none.
    programs : int
        Programs solved.
    """

    values: list[int]
    layouts: list[tuple[int, ...]]
    programs: int


class MineProgram:
    """The integer program of a clue system.

    Parameters
    ----------
    system : ClueSystem
    meter : Meter
        What is left of its time is HiGHS's limit.
    """

    def __init__(self, system: ClueSystem, meter: Meter) -> None:
        self.system = system
        self.meter = meter
        self.programs = 0
        groups = system.groups(range(system.size))
        self.groups = list(groups.values())
        self.members = list(groups)
        self.sizes = np.array([len(cells) for cells in self.groups], dtype=np.float64)
        self.free = np.array([not clues for clues in self.members], dtype=bool)
        # Whether the total is a row of the program.
        self.joined = system.total is not None
        self.layouts: list[tuple[int, ...]] = []
        self.mine_seen = np.zeros(len(self.groups), dtype=bool)
        self.safe_seen = np.zeros(len(self.groups), dtype=bool)

    def backbone(self) -> Backbone:
        """Find the decided cells, and layouts that show all others both ways.

        Raises
        ------
        LimitError
            If the time is up, or a layout of HiGHS does not bear checking.
        """
        if self.joined:
            self._separate()
        feasible = self._show(self.mine_seen, 1.0) and self._show(self.safe_seen, -1.0)
        if not feasible:
            return Backbone([], [], self.programs)
        values = [0] * self.system.size
        for cells, mine, safe in zip(self.groups, self.mine_seen, self.safe_seen, strict=True):
            for cell in cells:
                values[cell] = -1 if mine and safe else int(mine)
        return Backbone(values, self.layouts, self.programs)

    def _separate(self) -> None:
        """Drop the row of the total where the untouched cells can take whatever is left.

        That row joins all variables, which makes big boards slow. The layouts with the least and
        the most mines tell, and show what the untouched cells can be.
        """
        total = self.system.total or 0
        free = int(self.sizes[self.free].sum())
        self.joined = False
        ends = [self._best(np.where(self.free, 0.0, sign)) for sign in (-1.0, 1.0)]
        if ends[0] is None or ends[1] is None:
            return
        least, most = (int(chosen[~self.free].sum()) for chosen in ends if chosen is not None)
        self.joined = not (most <= total and total - free <= least)
        if not self.joined:
            self._take(ends[0])
            self._take(ends[1])

    def _show(self, seen: NDArray[np.bool_], sign: float) -> bool:
        """Show mines (sign 1) or safe cells (sign -1) until no group can show one more.

        Returns whether there is a layout at all.
        """
        dropped = self.system.total is not None and not self.joined
        while True:
            # The layouts that `_separate` took tell all about untouched cells.
            wanted = ~seen & ~self.free if dropped else ~seen
            if self.layouts and not wanted.any():
                return True
            chosen = self._best(np.where(wanted, sign, 0.0))
            if chosen is None:
                return False
            shown = chosen > 0 if sign > 0 else chosen < self.sizes
            gain = bool((shown & wanted).any())
            if gain or not self.layouts:
                self._take(chosen)
            if not gain:
                return True

    def _take(self, chosen: NDArray[np.int64]) -> None:
        """Keep a layout, checked in whole numbers."""
        if self.system.total is not None and not self.joined and self.free.any():
            chosen = chosen.copy()
            chosen[self.free] = self.system.total - chosen[~self.free].sum()
        mines = (
            cell
            for cells, count in zip(self.groups, chosen.tolist(), strict=True)
            for cell in cells[:count]
        )
        layout = tuple(sorted(mines))
        if not self.system.satisfied_by(layout):
            raise LimitError("tolerance", "a layout found by HiGHS does not meet the clues")
        self.layouts.append(layout)
        self.mine_seen |= chosen > 0
        self.safe_seen |= chosen < self.sizes

    def _best(self, gains: NDArray[np.float64]) -> NDArray[np.int64] | None:
        """Return the mines of every group in a layout of the largest gain; None: no layout."""
        from scipy.optimize import Bounds, milp

        seconds = math.inf
        if self.meter.limits.max_seconds is not None:
            seconds = max(0.0, self.meter.limits.max_seconds - self.meter.seconds)
        limit = self.meter.exceeded() or self.meter.report("integer", depth=self.programs)
        if limit is not None:
            raise LimitError(limit, f"{self.programs} programs solved")
        if not self.groups:
            # HiGHS wants a variable.
            return np.zeros(0, dtype=np.int64) if self.system.satisfied_by(()) else None
        self.programs += 1
        result = milp(
            -gains,
            integrality=np.ones(len(gains), dtype=np.int64),
            bounds=Bounds(0, self.sizes),
            constraints=self._rows(),
            options={"mip_rel_gap": 0.0, "time_limit": seconds},
        )
        if result.status == _INFEASIBLE:
            return None
        if result.status or result.x is None:
            limit = "max_seconds" if result.status == _OUT_OF_TIME else "tolerance"
            raise LimitError(limit, f"{self.programs - 1} programs solved")
        return np.rint(result.x).astype(np.int64)

    def _rows(self) -> list[LinearConstraint]:
        """Return the clues, and the total where it is not dropped, as rows."""
        from scipy.optimize import LinearConstraint
        from scipy.sparse import csr_array

        pairs = [(clue, group) for group, clues in enumerate(self.members) for clue in clues]
        sides = [float(clue.mines) for clue in self.system.clues]
        if self.joined:
            pairs += [(len(sides), group) for group in range(len(self.groups))]
            sides.append(float(self.system.total or 0))
        if not sides:
            return []
        rows, columns = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        shape = (len(sides), len(self.groups))
        matrix = csr_array((np.ones(len(pairs)), (rows, columns)), shape=shape)
        return [LinearConstraint(matrix, sides, sides)]
