"""Programs for ConnectingGame that look right and are not."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.generate import WrongApproach
from graphpuzzles.lattice import KING
from graphpuzzles.puzzles.connecting_game.model import model_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from graphpuzzles.models.cut.regions import Contacts
    from graphpuzzles.puzzles.connecting_game.board import RegionBoard


def _cheapest_walk(
    starts: Iterable[int],
    ends: Iterable[int],
    beside: Callable[[int], Iterable[int]],
    price: Callable[[int], int],
) -> list[int]:
    """Return a cheapest walk by Dijkstra's algorithm; empty where there is none."""
    goals = set(ends)
    before: dict[int, int] = {}
    heap = sorted((price(start), start, -1) for start in starts)
    while heap:
        paid, node, previous = heapq.heappop(heap)
        if node in before:
            continue
        before[node] = previous
        if node in goals:
            walk = [node]
            while before[walk[-1]] >= 0:
                walk.append(before[walk[-1]])
            return walk[::-1]
        for other in beside(node):
            if other not in before:
                heapq.heappush(heap, (paid + price(other), other, node))
    return []


# The minimum -----------------------------------------------------------------------------------


def four_adjacent_dual(board: RegionBoard) -> int:
    """Walk over regions that share sides: red may also step across corners."""
    regions = model_of(board).regions
    of, sizes, sides = regions.of, regions.sizes.tolist(), regions.sides
    walk = _cheapest_walk(
        of[:, 0].tolist(),
        of[:, -1].tolist(),
        lambda r: sides.neighbors(r).tolist(),
        sizes.__getitem__,
    )
    return sum(sizes[region] for region in walk)


def cell_dijkstra(board: RegionBoard) -> int:
    """Walk over cells and pay for the region at each of them: red pays a region once."""
    rows, columns = board.shape
    beside = KING.neighbor_table(rows, columns).tolist()
    regions = model_of(board).regions
    price = regions.sizes[regions.of].ravel().tolist()
    walk = _cheapest_walk(
        range(0, rows * columns, columns),
        range(columns - 1, rows * columns, columns),
        lambda cell: [other for other in beside[cell] if other >= 0],
        price.__getitem__,
    )
    return sum(price[cell] for cell in walk)


def fewest_regions(board: RegionBoard) -> int:
    """Walk over as few regions as possible, whatever their sizes."""
    regions = model_of(board).regions
    of, sizes, corners = regions.of, regions.sizes.tolist(), regions.corners
    walk = _cheapest_walk(
        of[:, 0].tolist(), of[:, -1].tolist(), lambda r: corners.neighbors(r).tolist(), lambda _: 1
    )
    return sum(sizes[region] for region in walk)


def cheapest_row(board: RegionBoard) -> int:
    """Take all regions of a row: the walk may have to bend."""
    regions = model_of(board).regions
    return min(int(regions.sizes[np.unique(row)].sum()) for row in regions.of)


def left_to_right(board: RegionBoard) -> int:
    """Extend walks by one column at a time: the walk may have to go up, down or back."""
    regions = model_of(board).regions
    of, sizes = regions.of.tolist(), regions.sizes.tolist()
    rows, columns = board.shape
    paid: list[int] = [sizes[of[r][0]] for r in range(rows)]
    for c in range(1, columns):
        paid = [
            min(
                paid[above] + (sizes[of[r][c]] if of[above][c - 1] != of[r][c] else 0)
                for above in range(max(r - 1, 0), min(r + 2, rows))
            )
            for r in range(rows)
        ]
    return min(paid)


CUT_APPROACHES: dict[str, WrongApproach[RegionBoard]] = {
    "four-adjacent-dual": WrongApproach(
        "lets red walk over regions that share sides only", four_adjacent_dual
    ),
    "cell-dijkstra": WrongApproach(
        "walks over cells and pays the region at each of them", cell_dijkstra
    ),
    "fewest-regions": WrongApproach(
        "takes as few regions as possible, whatever their sizes", fewest_regions
    ),
    "cheapest-row": WrongApproach("takes all regions of a row", cheapest_row),
    "left-to-right": WrongApproach(
        "extends walks by one column at a time, never up, down or back", left_to_right
    ),
}


# The winner ------------------------------------------------------------------------------------


def any_window(board: RegionBoard) -> bool:
    """Believe that every window of four regions leads out: their ways may need the same region."""
    return not model_of(board).windows


def greedy_paths(board: RegionBoard) -> bool:
    """Lead the regions of a window out one by one: an early path may block a later one."""
    model = model_of(board)
    corners = model.regions.corners
    sides = [set(border.tolist()) for border in model.borders]
    return not any(_leads_out(corners, window, sides) for window in model.windows)


def _leads_out(corners: Contacts, window: Sequence[int], sides: Iterable[set[int]]) -> bool:
    starts, used = list(window), set(window)
    for border in sides:
        walk = _cheapest_walk(
            starts,
            border,
            lambda region: [n for n in corners.neighbors(region).tolist() if n not in used],
            lambda _: 1,
        )
        if not walk:
            return False
        starts.remove(walk[0])
        used.update(walk)
    return True


WINNER_APPROACHES: dict[str, WrongApproach[RegionBoard]] = {
    "any-window": WrongApproach(
        "believes that every window of four regions leads out", any_window
    ),
    "greedy-paths": WrongApproach(
        "leads the regions of a window out one by one, never changing a path", greedy_paths
    ),
}
