"""The methods of the winner question."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.certificate import Trivial
from graphpuzzles.errors import RuleError
from graphpuzzles.limits import Meter
from graphpuzzles.models.cut.flow import maximum_flow
from graphpuzzles.models.cut.vertex_split import vertex_split
from graphpuzzles.puzzle import Method, Outcome, Status
from graphpuzzles.puzzles.connecting_game.winner_certificate import WindowCuts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphpuzzles.limits import Limits, ProgressCallback
    from graphpuzzles.models.cut.flow import MaximumFlow
    from graphpuzzles.puzzles.connecting_game.winner import Colouring, WinnerQuestion

    WinnerOutcome = Outcome[Colouring, bool]

__all__ = ["METHODS", "borders", "windows"]

BRUTE_REGIONS = 16
MILP_REGIONS = 400
SIDES = 4
HIGHS_INFEASIBLE = 2  # the status of scipy.optimize.milp


def _none_lacks_a_winner(stats: dict[str, int], question: WinnerQuestion) -> WinnerOutcome:
    from graphpuzzles.puzzles.connecting_game.winner import Colouring

    return Outcome(
        status=Status.SOLVED,
        value=True,
        answer=Colouring(None),
        bounds=(True, True),
        stats=stats,
        prove=lambda: _window_cuts(question),
    )


def _without_winner(
    question: WinnerQuestion, red: Iterable[int], stats: dict[str, int]
) -> WinnerOutcome:
    from graphpuzzles.puzzles.connecting_game.winner import Colouring

    return Outcome(
        status=Status.SOLVED,
        value=False,
        answer=Colouring(tuple(question.label(region) for region in sorted(red))),
        bounds=(False, False),
        stats=stats,
        prove=Trivial,
    )


def _stopped(limit: str) -> WinnerOutcome:
    return Outcome(status=Status.LIMIT, bounds=(False, True), stats={"limit": limit})


def windows(question: WinnerQuestion) -> list[tuple[int, int, int, int]]:
    """Return the regions of every 2 x 2 window that holds four, in scan order."""
    of = question.regions.of
    corners = np.stack([of[:-1, :-1], of[:-1, 1:], of[1:, :-1], of[1:, 1:]], axis=-1)
    ordered = np.sort(corners.reshape(-1, SIDES), axis=1)
    different = np.all(ordered[:, 1:] != ordered[:, :-1], axis=1)
    return [(a, b, c, d) for a, b, c, d in corners.reshape(-1, SIDES)[different].tolist()]


def borders(question: WinnerQuestion) -> list[NDArray[np.int32]]:
    """Return the regions on the top, right, bottom and left of the board."""
    of = question.regions.of
    return [np.unique(border) for border in (of[0], of[:, -1], of[-1], of[:, 0])]


def _window_flow(question: WinnerQuestion, window: tuple[int, int, int, int]) -> MaximumFlow:
    """Send disjoint paths from the regions of a window to the four sides.

    Every region, and every side, is a vertex of capacity 1; side ``i`` is vertex k + i.
    """
    count = question.regions.count
    smaller, larger = question.regions.corners.pairs
    sides = borders(question)
    touched = [np.full(len(border), count + side) for side, border in enumerate(sides)]
    network = vertex_split(
        np.ones(count + SIDES, dtype=np.int64),
        np.concatenate([smaller, *sides]),
        np.concatenate([larger, *touched]),
        sources=window,
        sinks=range(count, count + SIDES),
    )
    return maximum_flow(network)


def solve_flow(
    question: WinnerQuestion, limits: Limits, progress: ProgressCallback | None
) -> WinnerOutcome:
    """Look for four disjoint paths from a window to the four sides.

    If they exist, the two that lead to the left and the right make red hold a walk through sides
    and corners from left to right, and the other two make blue hold one from top to bottom: any
    two cells of the window touch, so it does not matter which path leads where. Each walk stops
    the other player.
    """
    meter = Meter(limits, progress)
    count = question.regions.count
    found = windows(question)
    for number, window in enumerate(found):
        limit = meter.report("windows", depth=number, frontier=len(found) - number)
        limit = limit or meter.exceeded(states=count)
        if limit is not None:
            return _stopped(limit)
        flow = _window_flow(question, window)
        if flow.value == SIDES:
            stats = {"windows": number + 1, "regions": count}
            red: set[int] = set()
            for _, nodes in flow.paths():
                path = [node // 2 for node in nodes[1:-1:2]]
                if path[-1] - count in (1, 3):
                    red.update(path[:-1])
            return _without_winner(question, red, stats)
    return _none_lacks_a_winner({"windows": len(found), "regions": count}, question)


def _window_cuts(question: WinnerQuestion) -> WindowCuts:
    count = question.regions.count
    cuts = []
    for window in windows(question):
        vertices = _window_flow(question, window).minimum_cut("source").vertices.tolist()
        cuts.append(
            tuple(
                (-1, vertex - count) if vertex >= count else question.regions.cell(vertex)
                for vertex in vertices
            )
        )
    return WindowCuts(tuple(cuts))


def solve_milp(
    question: WinnerQuestion, limits: Limits, progress: ProgressCallback | None
) -> WinnerOutcome:
    """Look for two disjoint walks, left to right and top to bottom, by integer programming.

    Two unit flows over directed contacts; no region takes part in both, or twice in one. Solved
    by HiGHS through scipy.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    meter = Meter(limits, progress)
    count = question.regions.count
    limit = meter.report("integer program", states=count) or meter.exceeded(states=count)
    if limit is not None:
        return _stopped(limit)
    matrix, entered_by_red = _two_walks(question)
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
        return _none_lacks_a_winner(stats, question)
    if result.x is None:
        return _stopped("max_seconds")
    taken = entered_by_red[np.round(result.x[: len(entered_by_red)]) == 1]
    return _without_winner(question, set(taken.tolist()), stats)


def _two_walks(question: WinnerQuestion) -> tuple[csr_array[np.float64], NDArray[np.int32]]:
    """Build the constraints of two disjoint walks.

    Columns of a player are its arcs, its starts and its ends. Rows: what enters a region leaves
    it, for red and then for blue; a region is entered at most once in all; a walk starts once.
    Returned with the region that each arc and each start of red enters.
    """
    from scipy.sparse import coo_array

    count = question.regions.count
    smaller, larger = question.regions.corners.pairs
    tails, heads = np.concatenate([smaller, larger]), np.concatenate([larger, smaller])
    top, right, bottom, left = borders(question)
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
    question: WinnerQuestion, limits: Limits, progress: ProgressCallback | None
) -> WinnerOutcome:
    """Try every colouring against the rules."""
    from graphpuzzles.puzzles.connecting_game.winner import Colouring

    meter = Meter(limits, progress)
    count = question.regions.count
    for number, colours in enumerate(product((False, True), repeat=count)):
        limit = meter.report("colourings", states=number) or meter.exceeded(states=number + 1)
        if limit is not None:
            return _stopped(limit)
        red = [region for region in range(count) if colours[region]]
        try:
            question.check(Colouring(tuple(question.label(region) for region in red)))
        except RuleError:
            continue
        return _without_winner(question, red, {"colourings": number + 1})
    return _none_lacks_a_winner({"colourings": 2**count}, question)


def _many_regions(question: WinnerQuestion) -> str | None:
    count = question.regions.count
    if count > BRUTE_REGIONS:
        return f"{count} regions have too many colourings; at most {BRUTE_REGIONS} are tried"
    return None


def _slow_milp(question: WinnerQuestion) -> str | None:
    count = question.regions.count
    if count > MILP_REGIONS:
        return f"{count} regions; above {MILP_REGIONS} the integer program can take minutes"
    return None


METHODS: dict[str, Method[WinnerQuestion, Colouring, bool]] = {
    "flow": Method("maximum flow", solve_flow),
    "milp": Method("integer programming", solve_milp, slow=_slow_milp),
    "brute": Method("exhaustion", solve_brute, _many_regions),
}
