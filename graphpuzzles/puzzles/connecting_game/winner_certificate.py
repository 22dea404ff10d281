"""The certificate that every colouring of a board has a winner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

import numpy as np

from graphpuzzles.certificate import Certificate, refuse
from graphpuzzles.limits import UNLIMITED
from graphpuzzles.puzzles.connecting_game.certificate import pieces

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.limits import Limits

__all__ = ["LabelBoard", "WindowCuts"]

SIDES = 4


@runtime_checkable
class LabelBoard(Protocol):
    """A board of labels."""

    @property
    def labels(self) -> NDArray[np.integer]:
        """Label of every cell, shape (H, W)."""
        ...


@dataclass(frozen=True)
class WindowCuts(Certificate[bool]):
    """Three obstacles for every 2 x 2 window: no colouring without a winner exists.

    Without a winner, red holds a left-right walk and blue a top-bottom walk, both through sides
    and corners. Two such walks can cross only at a corner where four regions meet, and from there
    they are four paths through different regions to the four sides. Where at most three obstacles
    (regions, or whole sides of the board) block all ways from the four regions of the window to
    the sides, there are no four such paths (Menger, 1927).

    Parameters
    ----------
    cuts : tuple of tuple of (int, int)
        For every 2 x 2 window of four different regions, in scan order, at most three obstacles:
        a cell (row, column) of a region, or (-1, side): 0 top, 1 right, 2 bottom, 3 left.
    """

    cuts: tuple[tuple[tuple[int, int], ...], ...]

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> bool:
        """Return True: every colouring has a winner; see `Certificate.proves`."""
        del limits
        if not isinstance(puzzle, LabelBoard):
            raise TypeError(f"a window certificate speaks of a board, not {type(puzzle).__name__}")
        of = pieces(puzzle.labels)
        windows = _windows(of)
        if len(windows) != len(self.cuts):
            raise refuse(f"{len(self.cuts)} cuts for {len(windows)} windows of four regions")
        neighbors, sides = _contacts(of)
        for window, cut in zip(windows, self.cuts, strict=True):
            if len(cut) >= SIDES:
                raise refuse(f"{len(cut)} obstacles; a cut has at most three")
            blocked = {self._obstacle(of, obstacle) for obstacle in cut}
            if _escapes(window, blocked, neighbors, sides):
                raise refuse(f"the obstacles {cut} leave a way from a window to a side")
        return True

    @staticmethod
    def _obstacle(of: NDArray[np.int64], obstacle: tuple[int, int]) -> int:
        """Return a region as its number, and a side as -1 - side."""
        row, column = obstacle
        if row == -1 and 0 <= column < SIDES:
            return -1 - column
        if not (0 <= row < of.shape[0] and 0 <= column < of.shape[1]):
            raise refuse(f"({row}, {column}) is neither a cell nor a side")
        return int(of[row, column])

    def to_dict(self) -> dict[str, object]:
        """Return the cuts as lists."""
        return {"cuts": [[list(obstacle) for obstacle in cut] for cut in self.cuts]}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> WindowCuts:
        """Rebuild the certificate."""
        cuts = []
        for cut in cast("Sequence[Sequence[Sequence[object]]]", data["cuts"]):
            obstacles = [tuple(obstacle) for obstacle in cut]
            if not all(len(x) == 2 and all(type(n) is int for n in x) for x in obstacles):
                raise ValueError(f"an obstacle is two integers, found {cut!r}")
            cuts.append(cast("tuple[tuple[int, int], ...]", tuple(obstacles)))
        return cls(tuple(cuts))

    def __repr__(self) -> str:
        return f"WindowCuts({len(self.cuts)} windows)"


def _windows(of: NDArray[np.int64]) -> list[set[int]]:
    """Return the regions of every 2 x 2 window that holds four, in scan order."""
    corners = np.stack([of[:-1, :-1], of[:-1, 1:], of[1:, :-1], of[1:, 1:]], axis=-1)
    found = [set(window) for window in corners.reshape(-1, 4).tolist()]
    return [window for window in found if len(window) == SIDES]


def _contacts(of: NDArray[np.int64]) -> tuple[list[set[int]], list[set[int]]]:
    """Return for every region those that share a side or corner with it, and its sides."""
    rows, columns = of.shape
    count = int(of.max()) + 1
    neighbors: list[set[int]] = [set() for _ in range(count)]
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        here = of[: rows - down, max(0, -right) : columns - max(0, right)]
        there = of[down:, max(0, right) : columns - max(0, -right)]
        for u, v in zip(here.ravel().tolist(), there.ravel().tolist(), strict=True):
            if u != v:
                neighbors[u].add(v)
                neighbors[v].add(u)
    sides: list[set[int]] = [set() for _ in range(count)]
    for side, border in enumerate((of[0], of[:, -1], of[-1], of[:, 0])):
        for region in border.tolist():
            sides[region].add(side)
    return neighbors, sides


def _escapes(
    window: set[int], blocked: set[int], neighbors: list[set[int]], sides: list[set[int]]
) -> bool:
    """Tell whether a region of the window reaches a side around the obstacles."""
    waiting = [region for region in window if region not in blocked]
    seen = blocked.union(waiting)
    while waiting:
        region = waiting.pop()
        if any(-1 - side not in blocked for side in sides[region]):
            return True
        fresh = neighbors[region] - seen
        seen |= fresh
        waiting += fresh
    return False
