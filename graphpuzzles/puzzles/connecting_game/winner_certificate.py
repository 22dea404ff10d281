"""The certificate that every colouring of a board has a winner."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from graphpuzzles.certificate import Certificate, refuse
from graphpuzzles.limits import UNLIMITED, Meter
from graphpuzzles.puzzles.connecting_game.certificate import (
    CELL_BYTES,
    TURN,
    as_board,
    tuples,
    whole,
)
from graphpuzzles.puzzles.connecting_game.rules import pieces

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell
    from graphpuzzles.limits import Limits

SIDES = 4


@dataclass(frozen=True)
class WindowCuts(Certificate[bool]):
    """At most three obstacles round every 2 x 2 window: no colouring without a winner exists.

    Without a winner, red holds a left-right walk and blue a top-bottom walk, both through sides
    and corners. Two such walks can cross only at a corner where four regions meet, and from there
    they are four paths through different regions to the four sides. Where at most three obstacles
    (regions, or whole sides of the board) block all ways from the four regions of the window to
    the sides, there are no four such paths (Menger, 1927).

    Parameters
    ----------
    cuts : tuple of tuple of (int, int)
        Sets of at most three obstacles: a cell (row, column) of a region, or (-1, side): 0 top,
        1 right, 2 bottom, 3 left.
    windows : tuple of int
        For every 2 x 2 window of four different regions, in scan order, the number of the cut that
        blocks it. Windows behind the same obstacles share a cut.
    """

    cuts: tuple[tuple[Cell, ...], ...]
    windows: tuple[int, ...]

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> bool:
        """Return True: every colouring has a winner; see `Certificate.proves`."""
        board, meter = as_board(puzzle), Meter(limits)
        size = board.labels.size
        meter.require("no cell was looked at", states=size, memory=4 * CELL_BYTES * size)
        of = pieces(board.labels)
        behind = self._behind(_windows(of))
        neighbors, sides = _contacts(of)
        meter.require("the windows were found")
        expanded = 0
        for cut, regions in zip(self.cuts, behind, strict=True):
            if len(cut) >= SIDES:
                raise refuse(f"{len(cut)} obstacles; a cut has at most three")
            blocked = {_obstacle(of, obstacle) for obstacle in cut}
            waiting = list(regions - blocked)
            seen = blocked.union(waiting)
            while waiting:
                region = waiting.pop()
                if any(-1 - side not in blocked for side in sides[region]):
                    raise refuse(f"the obstacles {cut} leave a way from a window to a side")
                fresh = neighbors[region] - seen
                seen |= fresh
                waiting += fresh
                expanded += 1
                if expanded % TURN == 0:
                    meter.require(f"{expanded} regions were looked at", expanded=expanded)
        return True

    def _behind(self, windows: list[set[int]]) -> list[set[int]]:
        """Return for every cut the regions of the windows that it is to block."""
        if len(windows) != len(self.windows):
            raise refuse(f"{len(self.windows)} cuts for {len(windows)} windows of four regions")
        if len(self.cuts) > len(windows):
            raise refuse(f"{len(self.cuts)} cuts are more than there are windows")
        behind: list[set[int]] = [set() for _ in self.cuts]
        for window, number in zip(windows, self.windows, strict=True):
            if type(number) is not int or not 0 <= number < len(behind):
                raise refuse(f"there is no cut {number!r}")
            behind[number] |= window
        return behind

    def to_dict(self) -> dict[str, object]:
        """Return the cuts as lists."""
        cuts = [[list(obstacle) for obstacle in cut] for cut in self.cuts]
        return {"cuts": cuts, "windows": list(self.windows)}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> WindowCuts:
        """Rebuild the certificate."""
        cuts = map(tuples, cast("Sequence[object]", data["cuts"]))
        windows = cast("Sequence[int]", data["windows"])
        return cls(cast("tuple[tuple[Cell, ...], ...]", tuple(cuts)), tuple(windows))

    def __repr__(self) -> str:
        return f"WindowCuts({len(self.windows)} windows)"


def _obstacle(of: NDArray[np.int64], obstacle: Cell) -> int:
    """Return a region as its number, and a side as -1 - side."""
    row, column = whole(obstacle, 2)
    if row == -1 and 0 <= column < SIDES:
        return -1 - column
    if not (0 <= row < of.shape[0] and 0 <= column < of.shape[1]):
        raise refuse(f"({row}, {column}) is neither a cell nor a side")
    return int(of[row, column])


def _windows(of: NDArray[np.int64]) -> list[set[int]]:
    """Return the regions of every 2 x 2 window that holds four, in scan order."""
    corners = np.stack([of[:-1, :-1], of[:-1, 1:], of[1:, :-1], of[1:, 1:]], axis=-1)
    found = [set(window) for window in corners.reshape(-1, 4).tolist()]
    return [window for window in found if len(window) == SIDES]


def _contacts(of: NDArray[np.int64]) -> tuple[dict[int, set[int]], dict[int, set[int]]]:
    """Return for every region those that share a side or corner with it, and its sides."""
    rows, columns = of.shape
    neighbors, sides = defaultdict[int, set[int]](set), defaultdict[int, set[int]](set)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        here = of[: rows - down, max(0, -right) : columns - max(0, right)]
        there = of[down:, max(0, right) : columns - max(0, -right)]
        for u, v in np.stack([here.ravel(), there.ravel()], axis=1).tolist():
            neighbors[u].add(v)
            neighbors[v].add(u)
    for side, border in enumerate((of[0], of[:, -1], of[-1], of[:, 0])):
        for region in border.tolist():
            sides[region].add(side)
    return neighbors, sides
