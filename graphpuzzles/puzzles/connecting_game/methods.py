"""The methods of ConnectingGame, and the certificates that they hand out."""

from __future__ import annotations

import contextlib
import itertools
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.errors import LimitError, NoSolutionError
from graphpuzzles.lattice import SQUARE
from graphpuzzles.limits import Meter
from graphpuzzles.models.cut.flow import maximum_flow
from graphpuzzles.models.cut.grids import grid_walk
from graphpuzzles.models.cut.layered_flow import BluePath, LayeredFlow
from graphpuzzles.models.cut.planar import PlanarDual, exact_sum
from graphpuzzles.models.cut.vertex_split import vertex_split
from graphpuzzles.puzzle import Method, Outcome, Status
from graphpuzzles.puzzles.connecting_game.certificate import (
    BlueFlow,
    ContactDistances,
    ForbiddenPath,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from graphpuzzles.limits import Limits, ProgressCallback
    from graphpuzzles.models.cut.flow_network import FlowNetwork
    from graphpuzzles.puzzles.connecting_game.puzzle import ConnectingGame, RegionCut

    CutOutcome = Outcome[RegionCut, int]

__all__ = ["FLOW_REGIONS", "METHODS", "flow_network"]

FLOW_REGIONS = 10_000
"""Above this many regions a maximum flow takes seconds to minutes."""


def _stopped(
    limit: str, *, upper: int | None = None, answer: RegionCut | None = None
) -> CutOutcome:
    stats = {"limit": limit}
    return Outcome(status=Status.LIMIT, bounds=(0, upper), answer=answer, stats=stats)


def _impossible(game: ConnectingGame) -> CutOutcome:
    return Outcome(
        status=Status.INFEASIBLE,
        prove=partial(_forbidden_path, game),
        stats={"regions": game.regions.count},
    )


def solve_dual(
    game: ConnectingGame, limits: Limits, progress: ProgressCallback | None
) -> CutOutcome:
    """Find a shortest walk in the planar dual."""
    meter = Meter(limits, progress)
    count = game.regions.count
    limit = meter.report("contacts", states=count) or meter.exceeded(states=count)
    if limit is None:
        arcs = len(game.dual.arcs[1])
        limit = meter.report("distances", states=count) or meter.exceeded(states=count)
    if limit is not None:
        return _stopped(limit)
    value = game.dual.value
    if value is None:
        return _impossible(game)
    return Outcome(
        status=Status.SOLVED,
        value=value,
        answer=game.cut(game.dual.walk()),
        bounds=(value, value),
        stats={"regions": count, "arcs": arcs},
        prove=partial(_contact_distances, game),
        model=game.dual,
    )


def solve_flow(
    game: ConnectingGame, limits: Limits, progress: ProgressCallback | None
) -> CutOutcome:
    """Find a maximum flow in the vertex-split network of the regions."""
    meter = Meter(limits, progress)
    count = game.regions.count
    limit = meter.report("network", states=count) or meter.exceeded(states=count)
    if limit is not None:
        return _stopped(limit)
    network = flow_network(game)
    limit = meter.report("flow", states=count) or meter.exceeded(states=count)
    if limit is not None:
        return _stopped(limit)
    try:
        flow = maximum_flow(network)
    except NoSolutionError:
        return _impossible(game)
    cut = game.cut(flow.minimum_cut("source").vertices.tolist())
    return Outcome(
        status=Status.SOLVED,
        value=flow.value,
        answer=cut,
        bounds=(flow.value, flow.value),
        stats={"regions": count, "arcs": len(network.tails)},
        prove=lambda: _blue_flow(
            game,
            [
                BluePath(amount, tuple(node // 2 for node in nodes[1:-1:2]))
                for amount, nodes in flow.paths()
            ],
        ),
        model=flow,
    )


def flow_network(game: ConnectingGame) -> FlowNetwork:
    """Build the vertex-split network: blue enters at the top and leaves at the bottom."""
    regions = game.regions
    return vertex_split(
        game.region_weights,
        *regions.sides.pairs,
        sources=np.unique(regions.of[0]),
        sinks=np.unique(regions.of[-1]),
        uncapacitated=game.region_forbidden,
        names=[f"r{region}" for region in range(regions.count)],
    )


def solve_layers(
    game: ConnectingGame, limits: Limits, progress: ProgressCallback | None
) -> CutOutcome:
    """Read a maximum flow off the distances of the dual."""
    outcome = solve_dual(game, limits, progress)
    if outcome.status is not Status.SOLVED:
        return outcome
    flow = LayeredFlow(game.dual, max_nodes=limits.max_states)
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
        prove=lambda: _blue_flow(game, flow.paths()),
        model=flow,
    )


def solve_bounds(
    game: ConnectingGame, limits: Limits, progress: ProgressCallback | None
) -> CutOutcome:
    """Bound the least weight of whole labels, whether connected or not.

    From below by the dual in which a label is one node; from above by the cheapest of two sets
    that do stop blue: the labels on a walk over the pieces, and a minimum cut of the network in
    which blue may jump between the pieces of a label.
    """
    meter = Meter(limits, progress)
    regions = game.regions
    limit = meter.report("contacts", states=regions.count) or meter.exceeded(states=regions.count)
    if limit is not None:
        return _stopped(limit)
    names, inverse = np.unique(regions.label_of, return_inverse=True)
    groups = inverse.astype(np.int32)
    weights, forbidden = game.group_weights(groups, len(names))
    below = PlanarDual(regions, weights, forbidden, groups)
    pieces = PlanarDual(regions, weights[groups], game.region_forbidden)
    if pieces.value is None or below.value is None:
        return _impossible(game)
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
    answer = game.cut(np.flatnonzero(np.isin(groups, taken)).tolist())
    stats = {"regions": regions.count, "labels": len(names)}
    if below.value < upper:
        return Outcome(
            status=Status.LIMIT, bounds=(below.value, upper), answer=answer, stats=stats
        )
    return Outcome(
        status=Status.SOLVED,
        value=upper,
        bounds=(upper, upper),
        answer=answer,
        stats=stats,
        prove=lambda: ContactDistances(game.turned(below.after[groups][regions.of])),
        model=below,
    )


def _contact_distances(game: ConnectingGame) -> ContactDistances:
    return ContactDistances(game.turned(game.dual.after[game.regions.of]))


def _forbidden_path(game: ConnectingGame) -> ForbiddenPath:
    path = grid_walk(game.turned(game.forbidden_cells()), SQUARE.steps)
    if path is None:
        raise AssertionError("the solver says impossible, but no forbidden path joins the sides")
    return ForbiddenPath(tuple(game.turned_cell(cell) for cell in path))


def _blue_flow(game: ConnectingGame, paths: Iterable[BluePath]) -> BlueFlow:
    """Put the paths on cells: where they enter, where they cross from region to region, leave."""
    regions = game.regions
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
    back = game.turned_cell
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


def _not_connected(game: ConnectingGame) -> str | None:
    if game.on_disconnected == "bounds" and game.regions.disconnected() is not None:
        return "a label is not connected, so the board is no region graph; use 'bounds'"
    return None


def _no_bounds(game: ConnectingGame) -> str | None:
    if game.on_disconnected != "bounds":
        return "it is for on_disconnected='bounds'"
    return None


def _large(game: ConnectingGame) -> str | None:
    count = game.regions.count
    if count > FLOW_REGIONS:
        return f"{count} regions; above {FLOW_REGIONS} it takes seconds to minutes"
    return None


METHODS: dict[str, Method[ConnectingGame, RegionCut, int]] = {
    "dual": Method("planar duality", solve_dual, _not_connected),
    "flow": Method("maximum flow", solve_flow, _not_connected, _large),
    "layers": Method("planar duality", solve_layers, _not_connected),
    "bounds": Method("label bounds", solve_bounds, _no_bounds),
}
