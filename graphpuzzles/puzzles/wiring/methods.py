"""The methods of wiring puzzles."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from graphpuzzles.errors import LimitError
from graphpuzzles.limits import Meter
from graphpuzzles.outcome import Method, Outcome, Stat, Status
from graphpuzzles.puzzles.wiring.clause_search import least_search, refuses_clauses
from graphpuzzles.puzzles.wiring.model import build_wirings
from graphpuzzles.puzzles.wiring.profile import MAX_CELLS, least_wiring, marks_of
from graphpuzzles.puzzles.wiring.program import MAX_WEIGHT, Multicommodity, Relaxation
from graphpuzzles.puzzles.wiring.proofs import prove_least, prove_none

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphpuzzles.limits import Limits, ProgressCallback
    from graphpuzzles.puzzles.wiring.model import Wired, WiringModel
    from graphpuzzles.puzzles.wiring.network import Path
    from graphpuzzles.puzzles.wiring.rules import Wiring

# Profiles of a dense table: up to here the frontier method takes it, up to there without asking.
DENSE_LIMIT = 50_000_000
DENSE_CHOICE = 5_000_000
# Beyond two pairs, connectivity states are fewer than colour profiles.
_DENSE_MANY = 600_000
# Beyond these a method is run only where it is asked for by name.
_WIDE_FRONTIER = 14
_SEARCH_NODES = 36


def profile_size(model: WiringModel) -> int | None:
    """Return the number of entries of a dense colour profile; None where it does not apply."""
    network = model.network
    shape = model.board.shape
    if shape is None or network.fill or not network.pairs or not network.uniform_weight:
        return None
    if shape[0] * shape[1] > MAX_CELLS or min(shape) > 60:
        return None
    if len({*model.board.cells}) < len(model.board.nodes):
        return None  # A profile has one colour for a border, and a crossing joins two of them.
    return int((len(network.pairs) + 1) ** (min(shape) + 1))


def uses_profile(model: WiringModel, most: int = DENSE_CHOICE) -> bool:
    """Tell whether the frontier method sweeps a dense table, of so many profiles at most."""
    size = profile_size(model)
    limit = most if len(model.network.pairs) <= 2 else _DENSE_MANY
    return size is not None and size <= limit


# Bounds ----------------------------------------------------------------------------------------


def _refuses_bounds(puzzle: Wired) -> str | None:
    bounds = puzzle.model.bounds
    if bounds.closed or puzzle.model.crossing is not None:
        return None
    most = "nothing found" if bounds.upper is None else f"at most {bounds.upper}"
    return f"shortest lines and planarity leave a gap: at least {bounds.lower}, {most}"


def _by_bounds(
    puzzle: Wired, limits: Limits, progress: ProgressCallback | None
) -> Outcome[Wiring, int]:
    model = puzzle.model
    bounds = model.bounds
    stopped = _stopped(model, Meter(limits, progress), "bounds")
    if stopped is not None:
        return stopped
    if bounds.closed:
        found = bounds.paths if bounds.separated is None else None
        by = "separated" if bounds.separated is not None else "shortest lines"
    else:
        found, by = None, "planarity"
    return _finished(model, found, {"closed_by": by}, bounds)


# Frontier --------------------------------------------------------------------------------------


def _slow_frontier(puzzle: Wired) -> str | None:
    model = puzzle.model
    if uses_profile(model, DENSE_LIMIT):
        size = profile_size(model) or 0
        return f"{size} colour profiles" if size > DENSE_CHOICE else None
    wide = model.width
    return f"a frontier of {wide} edges" if wide > _WIDE_FRONTIER else None


def _by_frontier(
    puzzle: Wired, limits: Limits, progress: ProgressCallback | None
) -> Outcome[Wiring, int]:
    model = puzzle.model
    meter = Meter(limits, progress)
    if uses_profile(model, DENSE_LIMIT):
        return _by_profile(model, meter)
    try:
        name, order = model.order
        wirings = build_wirings(model.network, order, name, meter)
    except LimitError as error:
        return _unfinished(model, error.limit, {"engine": "states"})
    diagram, plan = wirings.diagram, wirings.states.plan
    stats: dict[str, Stat] = {
        "engine": "states",
        "order": plan.order,
        "slots": plan.slots,
        "states": diagram.built,
        "widest": diagram.widest,
        "live_states": diagram.nodes,
        "arcs": diagram.size,
    }
    return _finished(model, next(wirings.wirings(limit=1), None), stats, wirings)


def _by_profile(model: WiringModel, meter: Meter) -> Outcome[Wiring, int]:
    board = model.board
    result = least_wiring(marks_of(board), len(board.pairs), meter)
    stats: dict[str, Stat] = {"engine": "profile", "profiles": profile_size(model) or 0}
    if result.limit is not None:
        return _unfinished(model, result.limit, stats)
    paths = None
    if result.links is not None:
        links = [(board.index[u], board.index[v]) for u, v in result.links]
        paths = model.network.trace(links)
    return _finished(model, paths, stats, None)


# Flow ------------------------------------------------------------------------------------------


def _refuses_flow(puzzle: Wired) -> str | None:
    return too_heavy(puzzle.model)


def too_heavy(model: WiringModel) -> str | None:
    """Say that the weights are too large for floating point; None where they are not."""
    if model.network.total_weight > MAX_WEIGHT:
        return f"the weights add up to more than {MAX_WEIGHT}, too much for floating point"
    return None


def _slow_flow(puzzle: Wired) -> str | None:
    # Branch and bound on a fractional flow goes on for ever where only planarity forbids it.
    if puzzle.model.network.size > _SEARCH_NODES and puzzle.model.crossing is not None:
        return "only planarity shows that lines must cross"
    return None


def _by_flow(
    puzzle: Wired, limits: Limits, progress: ProgressCallback | None
) -> Outcome[Wiring, int]:
    model = puzzle.model
    network = model.network
    meter = Meter(limits, progress)
    stopped = _stopped(model, meter, "relaxation")
    if stopped is not None:
        return stopped
    if any(network.distances(s, t)[t] is None for s, t in network.pairs):
        return _finished(model, None, {"closed_by": "separated"}, None)
    if not network.pairs:
        nothing = None if network.fill and network.size else ()
        return _finished(model, nothing, {"closed_by": "no pairs"}, None)
    flow = Multicommodity(network)
    relaxed = flow.relax()
    stats: dict[str, Stat] = {"variables": len(flow.arcs), "nodes": 0}
    if not relaxed.feasible:
        return _finished(model, None, {**stats, "closed_by": "relaxation"}, flow, relaxed)
    lower = _integral(model, relaxed.bound)
    if relaxed.paths is not None and network.length(relaxed.paths) == lower:
        stats["closed_by"] = "relaxation"
        return _finished(model, relaxed.paths, stats, flow, relaxed)
    known = model.bounds
    result = flow.solve(meter, below=known.upper)
    stats |= {"nodes": result.nodes, "rounds": result.rounds, "closed_by": "integer program"}
    if result.finished:
        paths = known.paths if result.paths is None else result.paths
        return _finished(model, paths, stats, flow, relaxed)
    lower = max(lower, _integral(model, result.bound))
    del stats["closed_by"]
    return _unfinished(model, result.limit or "", stats, lower, result.paths)


def _integral(model: WiringModel, bound: float) -> int:
    """Round a bound of HiGHS up to the next length that is possible."""
    return model.network.round_up(math.ceil(bound - 1e-6))


# Clauses ---------------------------------------------------------------------------------------


def _refuses_clauses(puzzle: Wired) -> str | None:
    return refuses_clauses(puzzle.model.network)


def _slow_clauses(puzzle: Wired) -> str | None:
    # Only by counting do clauses see that too many lines cross: resolution takes for ever.
    if puzzle.model.network.size > _SEARCH_NODES and puzzle.model.crossing is not None:
        return "only planarity shows that lines must cross"
    return None


def _by_clauses(
    puzzle: Wired, limits: Limits, progress: ProgressCallback | None
) -> Outcome[Wiring, int]:
    model = puzzle.model
    network = model.network
    meter = Meter(limits, progress)
    if not network.pairs:
        nothing = None if network.fill and network.size else ()
        return _finished(model, nothing, {"closed_by": "no pairs"}, None)
    known = None if model.bounds.closed else model.bounds.paths
    search, limit = None, ""
    try:
        search = least_search(network, meter, known)
        search.find_least()
    except LimitError as error:
        limit = error.limit
    if search is None:
        return _unfinished(model, limit, {})
    solver = search.solver
    stats: dict[str, Stat] = {"clauses": solver.clauses, "conflicts": solver.conflicts}
    if limit:
        return _unfinished(model, limit, stats, search.lower, search.paths)
    return _finished(model, search.paths, stats, None)


# Search ----------------------------------------------------------------------------------------


def _slow_search(puzzle: Wired) -> str | None:
    size = puzzle.model.network.size
    if size > _SEARCH_NODES and not puzzle.model.bounds.closed:
        return f"{size} nodes are many for a plain search"
    return None


def _by_search(
    puzzle: Wired, limits: Limits, progress: ProgressCallback | None
) -> Outcome[Wiring, int]:
    from graphpuzzles.puzzles.wiring.search import PartialWirings, limit_name
    from graphpuzzles.search import branch_and_bound

    model = puzzle.model
    space = PartialWirings(model.network)
    result = branch_and_bound(space, space.source, limits=limits, progress=progress)
    stats: dict[str, Stat] = {
        "expanded": result.stats.expanded,
        "generated": result.stats.generated,
    }
    paths = None if result.path is None else space.paths(result.path)
    limit = limit_name(result.status)
    if limit is not None:
        return _unfinished(model, limit, stats, 0, paths)
    return _finished(model, paths, stats, None)


# Outcomes --------------------------------------------------------------------------------------


def _finished(
    model: WiringModel,
    paths: Sequence[Path] | None,
    stats: Mapping[str, Stat],
    built: object,
    relaxed: Relaxation | None = None,
) -> Outcome[Wiring, int]:
    if paths is None:
        return Outcome(
            status=Status.INFEASIBLE,
            stats=stats,
            prove=lambda: prove_none(model, relaxed),
            model=model,
        )
    value = model.network.length(paths)
    return Outcome(
        status=Status.SOLVED,
        value=value,
        bounds=(value, value),
        answer=model.wiring(paths),
        stats=stats,
        prove=lambda: prove_least(model, value, relaxed),
        model=built,
    )


def _unfinished(
    model: WiringModel,
    limit: str,
    stats: Mapping[str, Stat],
    lower: int = 0,
    paths: Sequence[Path] | None = None,
) -> Outcome[Wiring, int]:
    """Return what is known when a limit was reached: at least the cheap bounds."""
    bounds = model.bounds
    known = [found for found in (paths, bounds.paths) if found is not None]
    best = min(known, key=model.network.length, default=None)
    upper = None if best is None else model.network.length(best)
    lower = max(lower, bounds.lower)
    if lower == upper and not bounds.closed:
        return _finished(model, best, {**stats, "closed_by": "bounds that meet"}, None)
    return Outcome(
        status=Status.LIMIT,
        bounds=(lower, upper),
        answer=None if best is None else model.wiring(best),
        stats={**stats, "limit": limit},
    )


def _stopped(model: WiringModel, meter: Meter, stage: str) -> Outcome[Wiring, int] | None:
    limit = meter.exceeded() or meter.report(stage)
    return None if limit is None else _unfinished(model, limit, {})


METHODS: Mapping[str, Method[Wired, Wiring, int]] = {
    "bounds": Method("shortest paths and planarity", _by_bounds, _refuses_bounds),
    "frontier": Method("frontier diagrams", _by_frontier, slow=_slow_frontier),
    "flow": Method("integer programming", _by_flow, _refuses_flow, _slow_flow),
    "sat": Method("satisfiability", _by_clauses, _refuses_clauses, _slow_clauses),
    "search": Method("branch and bound", _by_search, slow=_slow_search),
}
