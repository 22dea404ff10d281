"""The methods of ConnectingGame, and the certificates that they hand out."""

from __future__ import annotations

import contextlib
import itertools
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.errors import LimitError, NoSolutionError, NotApplicableError
from graphpuzzles.lattice import SQUARE
from graphpuzzles.limits import Meter
from graphpuzzles.models.cut.arrays import exact_sum
from graphpuzzles.models.cut.flow import maximum_flow
from graphpuzzles.models.cut.layered_flow import LayeredFlow
from graphpuzzles.models.cut.minimum_cuts import MinimumCuts
from graphpuzzles.models.cut.network import vertex_split
from graphpuzzles.models.cut.planar import PlanarDual
from graphpuzzles.outcome import Method, Outcome, Status
from graphpuzzles.puzzles.connecting_game.certificate import (
    BlueFlow,
    ContactBound,
    ContactCount,
    ContactDistances,
    ForbiddenPath,
)
from graphpuzzles.puzzles.connecting_game.model import model_of
from graphpuzzles.puzzles.connecting_game.rules import walk_across

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from graphpuzzles.limits import Limits, ProgressCallback
    from graphpuzzles.models.cut.arrays import Weights
    from graphpuzzles.models.cut.network import FlowNetwork
    from graphpuzzles.puzzles.connecting_game.board import RegionBoard
    from graphpuzzles.puzzles.connecting_game.rules import RegionCut

    CutOutcome = Outcome[RegionCut, int]

FLOW_REGIONS = 10_000
"""Above this many regions a maximum flow takes seconds to minutes."""


def _stopped(
    limit: str, *, upper: int | None = None, answer: RegionCut | None = None
) -> CutOutcome:
    stats = {"limit": limit}
    return Outcome(status=Status.LIMIT, bounds=(0, upper), answer=answer, stats=stats)


def _impossible(board: RegionBoard) -> CutOutcome:
    return Outcome(
        status=Status.INFEASIBLE,
        prove=partial(_forbidden_path, board),
        stats={"regions": model_of(board).regions.count},
    )


def solve_dual(
    board: RegionBoard, limits: Limits, progress: ProgressCallback | None
) -> CutOutcome:
    """Find a shortest walk in the planar dual."""
    meter, model = Meter(limits, progress), model_of(board)
    count = model.regions.count
    limit = meter.report("contacts", states=count) or meter.exceeded(states=count)
    if limit is None:
        arcs = len(model.dual.arcs[1])
        limit = meter.report("distances", states=count) or meter.exceeded(states=count)
    if limit is not None:
        return _stopped(limit)
    value = model.dual.value
    if value is None:
        return _impossible(board)
    return Outcome(
        status=Status.SOLVED,
        value=value,
        answer=model.cut(model.dual.walk()),
        bounds=(value, value),
        stats={"regions": count, "arcs": arcs},
        prove=lambda: ContactDistances(_cell_distances(board, model.dual)),
        model=model.dual,
    )


def solve_flow(
    board: RegionBoard, limits: Limits, progress: ProgressCallback | None
) -> CutOutcome:
    """Find a maximum flow in the vertex-split network of the regions."""
    meter, model = Meter(limits, progress), model_of(board)
    count = model.regions.count
    limit = meter.report("network", states=count) or meter.exceeded(states=count)
    if limit is not None:
        return _stopped(limit)
    network = flow_network(board)
    limit = meter.report("flow", states=count) or meter.exceeded(states=count)
    if limit is not None:
        return _stopped(limit)
    try:
        flow = maximum_flow(network)
    except NoSolutionError:
        return _impossible(board)
    return Outcome(
        status=Status.SOLVED,
        value=flow.value,
        answer=model.cut(flow.minimum_cut("source").vertices.tolist()),
        bounds=(flow.value, flow.value),
        stats={"regions": count, "arcs": len(network.tails)},
        prove=lambda: _blue_flow(board, flow.vertex_paths()),
        model=flow,
    )


def flow_network(board: RegionBoard) -> FlowNetwork:
    """Build the vertex-split network: blue enters at the top and leaves at the bottom."""
    model = model_of(board)
    regions = model.regions
    return vertex_split(
        model.weights,
        *regions.sides.pairs,
        sources=np.unique(regions.of[0]),
        sinks=np.unique(regions.of[-1]),
        uncapacitated=model.forbidden,
        names=[f"r{region}" for region in range(regions.count)],
    )


def solve_layers(
    board: RegionBoard, limits: Limits, progress: ProgressCallback | None
) -> CutOutcome:
    """Read a maximum flow off the distances of the dual."""
    outcome = solve_dual(board, limits, progress)
    if outcome.status is not Status.SOLVED:
        return outcome
    flow = LayeredFlow(model_of(board).dual, max_nodes=limits.max_states)
    try:
        stats = {**outcome.stats, "paths": flow.count, "steps": flow.steps}
    except LimitError as error:
        return _stopped(error.limit, upper=outcome.value, answer=outcome.answer)
    return Outcome(
        status=Status.SOLVED,
        value=flow.value,
        answer=outcome.answer,
        bounds=(flow.value, flow.value),
        stats=stats,
        prove=lambda: _blue_flow(board, flow.paths()),
        model=flow,
    )


def solve_bounds(
    board: RegionBoard, limits: Limits, progress: ProgressCallback | None
) -> CutOutcome:
    """Bound the least weight of whole labels, whether connected or not.

    From below by the dual in which a label is one node; from above by the cheapest of two sets
    that do stop blue: the labels on a walk over the pieces, and a minimum cut of the network in
    which blue may jump between the pieces of a label.
    """
    meter, model = Meter(limits, progress), model_of(board)
    regions = model.regions
    limit = meter.report("contacts", states=regions.count) or meter.exceeded(states=regions.count)
    if limit is not None:
        return _stopped(limit)
    names, inverse = np.unique(regions.label_of, return_inverse=True)
    groups = inverse.astype(np.int32)
    weights, forbidden = model.by_group(groups, len(names))
    below = PlanarDual(regions, weights, forbidden, groups)
    pieces = PlanarDual(regions, weights[groups], model.forbidden)
    if pieces.value is None or below.value is None:
        return _impossible(board)
    taken = sorted({int(groups[piece]) for piece in pieces.walk()})
    if len(names) <= FLOW_REGIONS:
        network = vertex_split(
            weights,
            *(groups[side] for side in regions.sides.pairs),
            sources=np.unique(groups[regions.of[0]]),
            sinks=np.unique(groups[regions.of[-1]]),
            uncapacitated=forbidden,
        )
        with contextlib.suppress(NoSolutionError):
            cut = maximum_flow(network).minimum_cut("source").vertices.tolist()
            taken = min(taken, cut, key=lambda chosen: exact_sum(weights[chosen]))
    upper = exact_sum(weights[taken])
    answer = model.cut(np.flatnonzero(np.isin(groups, taken)).tolist())
    solved = below.value == upper
    kind = ContactDistances if solved else ContactBound
    return Outcome(
        status=Status.SOLVED if solved else Status.LIMIT,
        value=upper if solved else None,
        bounds=(below.value, upper),
        answer=answer,
        stats={"regions": regions.count, "labels": len(names)},
        prove=lambda: kind(_cell_distances(board, below)),
        model=below,
    )


def count_cuts(board: RegionBoard, limits: Limits) -> tuple[int, Callable[[], ContactCount]]:
    """Count the minimum cuts; see `Puzzle.counts`.

    Raises
    ------
    LimitError
        If there are more regions than allowed.
    NoSolutionError
        If forbidden regions join blue's sides.
    NotApplicableError
        If labels kept whole are not connected, or a region that red may take costs nothing.
    """
    model = model_of(board)
    reason = _not_connected(board)
    if reason is not None:
        raise NotApplicableError(reason)
    meter, count = Meter(limits), model.regions.count
    meter.require("nothing was counted", states=count)
    if model.dual.value is None:
        raise NoSolutionError("forbidden regions join blue's sides: there is no cut")
    if np.any(model.weights[~model.forbidden] == 0):
        raise NotApplicableError("minimum cuts are counted for positive weights only; one is 0")
    meter.require("the distances were found", states=count)
    number = MinimumCuts(model.dual).count
    return number, lambda: ContactCount(_cell_distances(board, model.dual))


# What is proved --------------------------------------------------------------------------------


def _cell_distances(board: RegionBoard, dual: PlanarDual) -> Weights:
    """Spread the distances of the dual over the cells of the board as it was given."""
    after = dual.after if dual.groups is None else dual.after[dual.groups]
    return board.turned(after[dual.regions.of])


def _forbidden_path(board: RegionBoard) -> ForbiddenPath:
    path = walk_across(board.turned(board.forbidden_cells()), SQUARE.steps)
    if path is None:
        raise AssertionError("the solver says impossible, but no forbidden path joins the sides")
    return ForbiddenPath(tuple(board.turned_cell(cell) for cell in path))


def _blue_flow(board: RegionBoard, paths: Iterable[tuple[int, tuple[int, ...]]]) -> BlueFlow:
    """Put the paths on cells: where they enter, where they cross from region to region, leave."""
    regions = model_of(board).regions
    entries: dict[int, int] = {}
    exits: dict[int, int] = {}
    steps: dict[tuple[int, int], int] = {}
    for amount, path in paths:
        entries[path[0]] = entries.get(path[0], 0) + amount
        exits[path[-1]] = exits.get(path[-1], 0) + amount
        for pair in itertools.pairwise(path):
            steps[pair] = steps.get(pair, 0) + amount
    top, bottom = _first_columns(regions.of[0]), _first_columns(regions.of[-1])
    last = regions.shape[0] - 1
    crossings = _crossings(regions.of, list(steps))
    back = board.turned_cell
    return BlueFlow(
        tuple((*back((0, top[r])), amount) for r, amount in sorted(entries.items())),
        tuple((*back((last, bottom[r])), amount) for r, amount in sorted(exits.items())),
        tuple(
            (*back(here), *back(there), amount)
            for (here, there), amount in zip(crossings, steps.values(), strict=True)
        ),
    )


def _first_columns(row: NDArray[np.int32]) -> dict[int, int]:
    regions, columns = np.unique(row, return_index=True)
    return dict(zip(regions.tolist(), columns.tolist(), strict=True))


def _crossings(
    of: NDArray[np.int32], pairs: list[tuple[int, int]]
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return for each pair of regions a cell of the first and a cell of the second beside it."""
    if not pairs:
        return []
    count = int(of.max()) + 1
    wanted = np.array(pairs, dtype=np.int64) @ np.array([count, 1])
    keys, place = np.unique(wanted, return_inverse=True)
    found = np.full((len(keys), 2), -1, dtype=np.int64)
    cell = np.arange(of.size).reshape(of.shape)
    for here, there in ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1], np.s_[1:])):
        for u, v in ((here, there), (there, here)):
            border = of[u] != of[v]
            key = of[u][border].astype(np.int64) * count + of[v][border]
            at = np.minimum(np.searchsorted(keys, key), len(keys) - 1)
            match = keys[at] == key
            # Written in reverse, so that the first crossing in scan order stays.
            found[at[match][::-1], 0] = cell[u][border][match][::-1]
            found[at[match][::-1], 1] = cell[v][border][match][::-1]
    row, column = np.divmod(found[place], of.shape[1])
    ends = np.stack([row, column], axis=2).tolist()
    return [((a[0], a[1]), (b[0], b[1])) for a, b in ends]


# The table -------------------------------------------------------------------------------------


def _not_connected(board: RegionBoard) -> str | None:
    if board.on_disconnected == "bounds" and model_of(board).regions.disconnected() is not None:
        return "a label is not connected, so the board is no region graph; use 'bounds'"
    return None


def _no_bounds(board: RegionBoard) -> str | None:
    if board.on_disconnected != "bounds":
        return "it is for on_disconnected='bounds'"
    return None


def _large(board: RegionBoard) -> str | None:
    count = model_of(board).regions.count
    if count > FLOW_REGIONS:
        return f"{count} regions; above {FLOW_REGIONS} it takes seconds to minutes"
    return None


METHODS: dict[str, Method[RegionBoard, RegionCut, int]] = {
    "dual": Method("planar duality", solve_dual, _not_connected),
    "flow": Method("maximum flow", solve_flow, _not_connected, _large),
    "layers": Method("planar duality", solve_layers, _not_connected),
    "bounds": Method("label bounds", solve_bounds, _no_bounds),
}
