"""The methods of the winner question."""

from __future__ import annotations

import heapq
from itertools import pairwise, product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from graphpuzzles.certificate import Trivial
from graphpuzzles.limits import Meter
from graphpuzzles.outcome import Method, Outcome, Status
from graphpuzzles.puzzles.connecting_game.model import SIDES, model_of
from graphpuzzles.puzzles.connecting_game.rules import Colouring
from graphpuzzles.puzzles.connecting_game.winner_certificate import WindowCuts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphpuzzles.limits import Limits, ProgressCallback
    from graphpuzzles.puzzles.connecting_game.board import RegionBoard

    WinnerOutcome = Outcome[Colouring, bool]

BRUTE_REGIONS = 16
MILP_REGIONS = 400
HIGHS_INFEASIBLE = 2  # the status of scipy.optimize.milp
# So many windows are looked at in scan order before all others in a scattered one.
IN_ORDER = 64


def _none_lacks_a_winner(
    stats: dict[str, int], board: RegionBoard, blockades: Blockades | None = None
) -> WinnerOutcome:
    return Outcome(
        status=Status.SOLVED,
        value=True,
        answer=Colouring(None),
        bounds=(True, True),
        stats=stats,
        prove=lambda: _window_cuts(board, blockades),
    )


def _without_winner(
    board: RegionBoard, red: Iterable[int], stats: dict[str, int]
) -> WinnerOutcome:
    label = model_of(board).label
    return Outcome(
        status=Status.SOLVED,
        value=False,
        answer=Colouring(tuple(label(region) for region in sorted(red))),
        bounds=(False, False),
        stats=stats,
        prove=Trivial,
    )


def _stopped(limit: str) -> WinnerOutcome:
    return Outcome(status=Status.LIMIT, bounds=(False, True), stats={"limit": limit})


# Disjoint paths from a window ------------------------------------------------------------------


class Blockade(NamedTuple):
    """At most three vertices that part a window from the sides."""

    cut: list[int]
    behind: set[int]
    """The cut itself and every region from which all ways to the sides lead through it."""


class Ways:
    """Disjoint paths from the four regions of a window to the four sides, by augmentation.

    Every region is a vertex that one path may use, and so is every side: side ``i`` is vertex
    k + i. A vertex ``v`` is entered at node ``2 * v`` and left at node ``2 * v + 1``.
    """

    def __init__(self, board: RegionBoard) -> None:
        regions, borders = model_of(board).regions, model_of(board).borders
        self.count = regions.count
        self.beside: list[list[int]] = [[] for _ in range(self.count)]
        smaller, larger = regions.corners.pairs
        for u, v in zip(smaller.tolist(), larger.tolist(), strict=True):
            self.beside[u].append(v)
            self.beside[v].append(u)
        for side, border in enumerate(borders):
            for region in border.tolist():
                self.beside[region].append(self.count + side)
        # How far a region is from each side, in cells, to search towards sides first.
        rows, columns = regions.shape
        row, column = np.divmod(np.arange(rows * columns), columns)
        far = [np.full(self.count, rows + columns) for _ in range(SIDES)]
        reach = (row, columns - 1 - column, rows - 1 - row, column)
        for steps, place in zip(far, reach, strict=True):
            np.minimum.at(steps, regions.of.ravel(), place)
        self.far = [steps.tolist() for steps in far]
        self.origin: dict[int, int] = {}

    def blockade(self, window: tuple[int, int, int, int]) -> Blockade | None:
        """Return what blocks a window, nearest to it; None where four paths lead out."""
        self.origin = origin = dict[int, int]()
        for _ in range(SIDES):
            came, end = self._search(window, origin)
            if end is None:
                # Menger: where no path can be added, the vertices that are entered and cannot be
                # left are as many as the paths, and every way out leads through one of them.
                reached = {node // 2 for node in came}
                cut = [v for v in reached if 2 * v + 1 not in came]
                return Blockade(cut, {v for v in reached if v < self.count})
            _augment(came, end, origin)
        return None

    def leading_to(self, side: int) -> set[int]:
        """Return the regions of the path to a side, after a window that nothing blocks."""
        path = [self.origin[self.count + side]]
        while self.origin[path[-1]] >= 0:
            path.append(self.origin[path[-1]])
        return set(path)

    def _search(
        self, window: tuple[int, int, int, int], origin: dict[int, int]
    ) -> tuple[dict[int, int], int | None]:
        """Look for a way to a free side, where paths may be led another way.

        Parameters
        ----------
        window : tuple of int
        origin : dict of int to int
            The vertex before each one on a path; -1 before the first.

        Returns
        -------
        came : dict of int to int
            Every node reached, and whence.
        end : int or None
            The node by which a free side is left.
        """
        free = [steps for side, steps in enumerate(self.far) if self.count + side not in origin]
        came = {2 * region: -1 for region in window}
        queue = [(0, 2 * region) for region in window]
        while queue:
            _, node = heapq.heappop(queue)
            v = node // 2
            if node % 2:
                following = [2 * w for w in self.beside[v]]
                if v in origin:
                    following.append(2 * v)
            elif v not in origin:
                if v >= self.count:
                    came[node + 1] = node
                    return came, node + 1
                following = [node + 1]
            else:
                following = [2 * origin[v] + 1] if origin[v] >= 0 else []
            for other in following:
                if other not in came:
                    came[other] = node
                    w = other // 2
                    # Sides come first; else what is nearest to a free one.
                    rank = min(steps[w] for steps in free) if w < self.count else -1
                    heapq.heappush(queue, (rank, other))
        return came, None


def _augment(came: dict[int, int], end: int, origin: dict[int, int]) -> None:
    """Add a way to the paths: what it runs against is taken back."""
    nodes = [end]
    while came[nodes[-1]] >= 0:
        nodes.append(came[nodes[-1]])
    nodes.reverse()
    added = [(-1, nodes[0] // 2)]
    for here, there in pairwise(nodes):
        u, v = here // 2, there // 2
        if u != v and here % 2:
            added.append((u, v))
        elif u != v:
            # From the entry of u back to the exit of the vertex before it.
            del origin[u]
    origin.update((v, u) for u, v in added)


class Blockades:
    """The blockades found so far, and which windows lie behind them."""

    def __init__(self, board: RegionBoard) -> None:
        self.ways = Ways(board)
        self.found: list[Blockade] = []
        self.of_region: list[set[int]] = [set() for _ in range(self.ways.count)]

    def behind(self, window: tuple[int, int, int, int]) -> int | None:
        """Return the number of a blockade with the whole window behind it, if one is known."""
        first, *others = sorted((self.of_region[region] for region in window), key=len)
        return min(first.intersection(*others), default=None)

    def blocks(self, window: tuple[int, int, int, int]) -> bool:
        """Tell whether a window is blocked, by a blockade that is known or a new one."""
        if self.behind(window) is not None:
            return True
        blockade = self.ways.blockade(window)
        if blockade is None:
            return False
        for region in blockade.behind:
            self.of_region[region].add(len(self.found))
        self.found.append(blockade)
        return True


def _order(count: int) -> list[int]:
    """Return the numbers of windows in the order in which they are looked at.

    Blockades may be nested: along a corridor each one lies behind the next. In a scattered order
    few of them are found, since an outer one spares all that lie behind it.
    """
    rest = sorted(range(IN_ORDER, count), key=lambda number: number * 0x9E3779B1 & 0xFFFFFFFF)
    return [*range(min(count, IN_ORDER)), *rest]


def solve_flow(
    board: RegionBoard, limits: Limits, progress: ProgressCallback | None
) -> WinnerOutcome:
    """Look for four disjoint paths from a window to the four sides.

    If they exist, the two that lead to the left and the right make red hold a walk through sides
    and corners from left to right, and the other two make blue hold one from top to bottom: any
    two cells of the window touch, so it does not matter which path leads where. Each walk stops
    the other player.
    """
    meter = Meter(limits, progress)
    model = model_of(board)
    count, windows = model.regions.count, model.windows
    if not windows:
        return _none_lacks_a_winner({"windows": 0, "regions": count}, board)
    blockades = Blockades(board)
    for number, place in enumerate(_order(len(windows))):
        limit = meter.report("windows", depth=number, frontier=len(windows) - number)
        limit = limit or meter.exceeded(states=count)
        if limit is not None:
            return _stopped(limit)
        if not blockades.blocks(windows[place]):
            stats = {"windows": number + 1, "regions": count}
            red = blockades.ways.leading_to(1) | blockades.ways.leading_to(3)
            return _without_winner(board, red, stats)
    return _none_lacks_a_winner({"windows": len(windows), "regions": count}, board, blockades)


def _window_cuts(board: RegionBoard, blockades: Blockades | None) -> WindowCuts:
    """Put the blockades of all windows on cells."""
    model = model_of(board)
    count, windows = model.regions.count, model.windows
    known = Blockades(board) if blockades is None else blockades
    for place in _order(len(windows)):
        if not known.blocks(windows[place]):
            raise AssertionError("the solver says that there is a winner, but a window leads out")
    numbers = [n for window in windows if (n := known.behind(window)) is not None]
    used = {number: i for i, number in enumerate(dict.fromkeys(numbers))}
    cuts = tuple(
        tuple(
            (-1, vertex - count) if vertex >= count else model.regions.cell(vertex)
            for vertex in sorted(known.found[number].cut)
        )
        for number in used
    )
    return WindowCuts(cuts, tuple(used[number] for number in numbers))


# Other ways to find out ------------------------------------------------------------------------


def solve_milp(
    board: RegionBoard, limits: Limits, progress: ProgressCallback | None
) -> WinnerOutcome:
    """Look for two disjoint walks, left to right and top to bottom, by integer programming.

    Two unit flows over directed contacts; no region takes part in both, or twice in one. Solved
    by HiGHS through scipy.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    meter = Meter(limits, progress)
    count = model_of(board).regions.count
    limit = meter.report("integer program", states=count) or meter.exceeded(states=count)
    if limit is not None:
        return _stopped(limit)
    matrix, entered_by_red = _two_walks(board)
    low = np.concatenate([np.zeros(2 * count), np.full(count, -np.inf), np.ones(2)])
    high = np.concatenate([np.zeros(2 * count), np.ones(count), np.ones(2)])
    variables = matrix.shape[1]
    result = milp(
        np.ones(variables),
        constraints=LinearConstraint(matrix, low, high),
        integrality=np.ones(variables, dtype=np.int64),
        bounds=Bounds(0, 1),
        options={} if limits.max_seconds is None else {"time_limit": limits.max_seconds},
    )
    stats = {"variables": variables, "regions": count}
    if result.status == HIGHS_INFEASIBLE:
        return _none_lacks_a_winner(stats, board)
    if result.x is None:
        return _stopped("max_seconds")
    taken = entered_by_red[np.round(result.x[: len(entered_by_red)]) == 1]
    return _without_winner(board, set(taken.tolist()), stats)


def _two_walks(board: RegionBoard) -> tuple[csr_array[np.float64], NDArray[np.int32]]:
    """Build the constraints of two disjoint walks.

    Columns of a player are its arcs, its starts and its ends. Rows: what enters a region leaves
    it, for red and then for blue; a region is entered at most once in all; a walk starts once.
    Returned with the region that each arc and each start of red enters.
    """
    from scipy.sparse import coo_array

    count = model_of(board).regions.count
    smaller, larger = model_of(board).regions.corners.pairs
    tails, heads = np.concatenate([smaller, larger]), np.concatenate([larger, smaller])
    top, right, bottom, left = model_of(board).borders
    rows, columns, signs, offset = [], [], [], 0
    for player, (first, last) in enumerate(((left, right), (top, bottom))):
        entered = np.concatenate([heads, first])
        left_behind = np.concatenate([tails, last])
        into = offset + np.arange(len(entered))
        starts = into[len(heads) :]
        ends = offset + len(entered) + np.arange(len(last))
        out = np.concatenate([into[: len(heads)], ends])
        rows += [player * count + entered, player * count + left_behind, 2 * count + entered]
        rows.append(np.full(len(first), 3 * count + player))
        columns += [into, out, into, starts]
        signs += [np.ones(len(into)), -np.ones(len(out)), np.ones(len(into) + len(starts))]
        offset += len(entered) + len(last)
    matrix = coo_array(
        (np.concatenate(signs), (np.concatenate(rows), np.concatenate(columns))),
        shape=(3 * count + 2, offset),
    )
    return matrix.tocsr(), np.concatenate([heads, left])


def solve_brute(
    board: RegionBoard, limits: Limits, progress: ProgressCallback | None
) -> WinnerOutcome:
    """Try every colouring: sets of regions are the bits of integers."""
    meter, model = Meter(limits, progress), model_of(board)
    count = model.regions.count
    beside = [sum(1 << n for n in model.regions.sides.neighbors(r).tolist()) for r in range(count)]
    top, right, bottom, left = (sum(1 << r for r in side.tolist()) for side in model.borders)
    everything = (1 << count) - 1
    for number, colours in enumerate(product((0, 1), repeat=count)):
        limit = meter.report("colourings", states=number) or meter.exceeded(states=number + 1)
        if limit is not None:
            return _stopped(limit)
        red = sum(1 << region for region in range(count) if colours[region])
        if _joins(red, beside, left, right) or _joins(everything & ~red, beside, top, bottom):
            continue
        chosen = [region for region in range(count) if colours[region]]
        return _without_winner(board, chosen, {"colourings": number + 1})
    return _none_lacks_a_winner({"colourings": 2**count}, board)


def _joins(regions: int, beside: Sequence[int], first: int, last: int) -> bool:
    """Tell whether regions of a set that share sides lead from one border to another."""
    waiting, left = regions & first, regions & ~first
    while waiting:
        if waiting & last:
            return True
        region = waiting.bit_length() - 1
        fresh = beside[region] & left
        waiting ^= 1 << region | fresh
        left &= ~fresh
    return False


def _many_regions(board: RegionBoard) -> str | None:
    count = model_of(board).regions.count
    if count > BRUTE_REGIONS:
        return f"{count} regions have too many colourings; at most {BRUTE_REGIONS} are tried"
    return None


def _slow_milp(board: RegionBoard) -> str | None:
    count = model_of(board).regions.count
    if count > MILP_REGIONS:
        return f"{count} regions; above {MILP_REGIONS} the integer program can take minutes"
    return None


METHODS: dict[str, Method[RegionBoard, Colouring, bool]] = {
    "flow": Method("maximum flow", solve_flow),
    "milp": Method("integer programming", solve_milp, slow=_slow_milp),
    "brute": Method("exhaustion", solve_brute, _many_regions),
}
