"""Where blue paths through regions run from cell to cell."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from graphpuzzles.lattice import SQUARE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell
    from graphpuzzles.models.cut.layered_flow import BluePath

__all__ = ["blue_routes"]

LANES = (0, 1, -1, 2, -2)
STEP, SHARED = 2, 3
"""Cost of a cell, and what each line that runs there already adds."""


def blue_routes(
    of: NDArray[np.int32], paths: Iterable[BluePath], *, most: int, merged: bool
) -> list[tuple[int, list[Cell], int]]:
    """Return routes over cells for paths through regions.

    Parameters
    ----------
    of : numpy.ndarray of int32, shape (H, W)
        Region of every cell.
    paths : iterable of BluePath
        From the top row to the bottom row.
    most : int
        How many routes there may be; of more, those of the largest amounts are shown.
    merged : bool
        Whether paths through the same regions share a route, as they do where there are too many.

    Returns
    -------
    list of (int, list of Cell, int)
        For each route its units, its cells, consecutive ones sharing a side, and a lane from -2
        to 2, mostly different where routes share a cell. Routes keep apart where their regions
        have room; a path that the board does not allow is left out.
    """
    amounts: dict[tuple[int, ...], int] = {}
    for amount, regions in paths:
        amounts[regions] = amounts.get(regions, 0) + amount
    wanted = sorted(amounts.items(), key=lambda item: -item[1])[:most]
    if not merged and sum(amounts.values()) <= most:
        wanted = [(regions, 1) for regions, amount in amounts.items() for _ in range(amount)]
    board: list[list[int]] = of.tolist()
    used: dict[Cell, list[int]] = {}
    found = []
    for regions, amount in wanted:
        route = _route(board, regions, used)
        if not route:
            continue
        beside = [lane for cell in route for lane in used.get(cell, ())]
        lane = min(LANES, key=beside.count)
        found.append((amount, route, lane))
        for cell in route:
            used.setdefault(cell, []).append(lane)
    return found


def _route(
    board: list[list[int]], regions: Sequence[int], used: dict[Cell, list[int]]
) -> list[Cell]:
    """Return a cheapest walk through the regions in their order, or nothing."""
    last, bottom = len(regions) - 1, len(board) - 1
    previous: dict[tuple[int, Cell], tuple[int, Cell] | None] = {}
    queue: list[tuple[int, int, Cell, tuple[int, Cell] | None]] = [
        (STEP + SHARED * len(used.get((0, column), ())), 0, (0, column), None)
        for column, region in enumerate(board[0])
        if region == regions[0]
    ]
    heapq.heapify(queue)
    while queue:
        cost, place, cell, before = heapq.heappop(queue)
        here = place, cell
        if here in previous:
            continue
        previous[here] = before
        if place == last and cell[0] == bottom:
            return _traced(previous, here)
        for beside in SQUARE.neighbors(cell):
            row, column = beside
            if not (0 <= row <= bottom and 0 <= column < len(board[0])):
                continue
            price = cost + STEP + SHARED * len(used.get(beside, ()))
            for there in (place, place + 1):
                if there <= last and board[row][column] == regions[there]:
                    heapq.heappush(queue, (price, there, beside, here))
    return []


def _traced(
    previous: dict[tuple[int, Cell], tuple[int, Cell] | None], end: tuple[int, Cell]
) -> list[Cell]:
    cells = []
    here: tuple[int, Cell] | None = end
    while here is not None:
        cells.append(here[1])
        here = previous[here]
    return cells[::-1]
