"""The methods of wiring puzzles and the proofs of what they find."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from graphpuzzles.errors import LimitError
from graphpuzzles.limits import Meter
from graphpuzzles.puzzle import Method, Outcome, Stat, Status
from graphpuzzles.puzzles.wiring.diagram import build_wirings
from graphpuzzles.puzzles.wiring.plan import open_edges, order_nodes
from graphpuzzles.puzzles.wiring.prices import rational_prices
from graphpuzzles.puzzles.wiring.profile import MAX_CELLS, least_wiring
from graphpuzzles.puzzles.wiring.program import MAX_WEIGHT, Multicommodity, Relaxation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphpuzzles.certificate import Certificate
    from graphpuzzles.limits import Limits, ProgressCallback
    from graphpuzzles.puzzles.wiring.base import WiringPuzzle
    from graphpuzzles.puzzles.wiring.network import Path
    from graphpuzzles.puzzles.wiring.rules import Wiring

__all__ = ["METHODS", "choose", "profile_size"]

# Profiles of a dense table: up to here the frontier method takes it, up to there without asking.
_DENSE_LIMIT = 50_000_000
_DENSE_CHOICE = 5_000_000
# Beyond two pairs, connectivity states are fewer than colour profiles.
_DENSE_MANY = 600_000
# Profiles up to which a certificate sweeps through all wirings again in plain Python.
_SWEEP_AGAIN = 600_000
# Beyond these a method is run only where it is asked for by name.
_WIDE_FRONTIER = 14
_SEARCH_NODES = 36


def profile_size(puzzle: WiringPuzzle) -> int | None:
    """Return the number of entries of a dense colour profile; None where it does not apply."""
    network = puzzle.network
    shape = puzzle.board.shape
    if shape is None or network.fill or not network.pairs or not network.uniform_weight:
        return None
    if shape[0] * shape[1] > MAX_CELLS or min(shape) > 60:
        return None
    return int((len(network.pairs) + 1) ** (min(shape) + 1))


def _uses_profile(puzzle: WiringPuzzle, most: int) -> bool:
    size = profile_size(puzzle)
    limit = most if len(puzzle.network.pairs) <= 2 else _DENSE_MANY
    return size is not None and size <= limit


def choose(puzzle: WiringPuzzle) -> str:
    """Return the method that suits an instance.

    Cheap bounds first; then a dense table where it is small; then planarity, and the linear
    program, which nearly always closes what is left; connectivity states where nodes must be
    filled or weights are beyond the program.
    """
    if puzzle.cheap_bounds.closed:
        return "bounds"
    if _uses_profile(puzzle, _DENSE_CHOICE):
        return "frontier"
    if puzzle.crossing is not None:
        return "bounds"
    if _refuses_flow(puzzle) is not None:
        return "frontier"
    # Where all nodes must be filled the relaxation is weak, but a wide frontier has no end.
    narrow = _open_edges(puzzle) <= _WIDE_FRONTIER
    return "frontier" if puzzle.network.fill and narrow else "flow"


# Bounds ----------------------------------------------------------------------------------------


def _refuses_bounds(puzzle: WiringPuzzle) -> str | None:
    bounds = puzzle.cheap_bounds
    if bounds.closed or puzzle.crossing is not None:
        return None
    most = "nothing found" if bounds.upper is None else f"at most {bounds.upper}"
    return f"shortest lines and planarity leave a gap: at least {bounds.lower}, {most}"


def _by_bounds(
    puzzle: WiringPuzzle, limits: Limits, progress: ProgressCallback | None
) -> Outcome[Wiring, int]:
    bounds = puzzle.cheap_bounds
    stopped = _stopped(puzzle, Meter(limits, progress), "bounds")
    if stopped is not None:
        return stopped
    if bounds.closed:
        found = bounds.paths if bounds.separated is None else None
        by = "separated" if bounds.separated is not None else "shortest lines"
    else:
        found, by = None, "planarity"
    return _finished(puzzle, found, {"closed_by": by}, bounds)


# Frontier --------------------------------------------------------------------------------------


def _slow_frontier(puzzle: WiringPuzzle) -> str | None:
    if _uses_profile(puzzle, _DENSE_LIMIT):
        size = profile_size(puzzle) or 0
        return f"{size} colour profiles" if size > _DENSE_CHOICE else None
    wide = _open_edges(puzzle)
    return f"a frontier of {wide} edges" if wide > _WIDE_FRONTIER else None


def _by_frontier(
    puzzle: WiringPuzzle, limits: Limits, progress: ProgressCallback | None
) -> Outcome[Wiring, int]:
    meter = Meter(limits, progress)
    if _uses_profile(puzzle, _DENSE_LIMIT):
        return _by_profile(puzzle, meter)
    try:
        wirings = build_wirings(puzzle.network, puzzle.board.orders, meter)
    except LimitError as error:
        return _unfinished(puzzle, error.limit, {"engine": "states"})
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
    return _finished(puzzle, next(wirings.wirings(limit=1), None), stats, wirings)


def _by_profile(puzzle: WiringPuzzle, meter: Meter) -> Outcome[Wiring, int]:
    board = puzzle.board
    result = least_wiring(board.marks, len(board.pairs), meter)
    stats: dict[str, Stat] = {"engine": "profile", "profiles": profile_size(puzzle) or 0}
    if result.limit is not None:
        return _unfinished(puzzle, result.limit, stats)
    paths = None
    if result.links is not None:
        links = [(board.index[u], board.index[v]) for u, v in result.links]
        paths = board.network.trace(links)
    return _finished(puzzle, paths, stats, None)


# Flow ------------------------------------------------------------------------------------------


def _refuses_flow(puzzle: WiringPuzzle) -> str | None:
    if puzzle.network.total_weight > MAX_WEIGHT:
        return f"the weights add up to more than {MAX_WEIGHT}, too much for floating point"
    return None


def _slow_flow(puzzle: WiringPuzzle) -> str | None:
    # Branch and bound on a fractional flow goes on for ever where only planarity forbids it.
    if puzzle.network.size > _SEARCH_NODES and puzzle.crossing is not None:
        return "only planarity shows that lines must cross"
    return None


def _by_flow(
    puzzle: WiringPuzzle, limits: Limits, progress: ProgressCallback | None
) -> Outcome[Wiring, int]:
    network = puzzle.network
    meter = Meter(limits, progress)
    stopped = _stopped(puzzle, meter, "relaxation")
    if stopped is not None:
        return stopped
    if any(network.distances(s, t)[t] is None for s, t in network.pairs):
        return _finished(puzzle, None, {"closed_by": "separated"}, None)
    if not network.pairs:
        nothing = None if network.fill and network.size else ()
        return _finished(puzzle, nothing, {"closed_by": "no pairs"}, None)
    flow = Multicommodity(network)
    relaxed = flow.relax()
    stats: dict[str, Stat] = {"variables": len(flow.arcs), "nodes": 0}
    if not relaxed.feasible:
        return _finished(puzzle, None, {**stats, "closed_by": "relaxation"}, flow, relaxed)
    lower = _integral(puzzle, relaxed.bound)
    if relaxed.paths is not None and network.length(relaxed.paths) == lower:
        stats["closed_by"] = "relaxation"
        return _finished(puzzle, relaxed.paths, stats, flow, relaxed)
    known = puzzle.cheap_bounds
    result = flow.solve(meter, below=known.upper)
    stats |= {"nodes": result.nodes, "rounds": result.rounds, "closed_by": "integer program"}
    if result.finished:
        paths = known.paths if result.paths is None else result.paths
        return _finished(puzzle, paths, stats, flow, relaxed)
    lower = max(lower, _integral(puzzle, result.bound))
    del stats["closed_by"]
    return _unfinished(puzzle, result.limit or "", stats, lower, result.paths)


def _integral(puzzle: WiringPuzzle, bound: float) -> int:
    """Round a bound of HiGHS up to the next length that is possible."""
    return puzzle.network.round_up(math.ceil(bound - 1e-6))


# Search ----------------------------------------------------------------------------------------


def _slow_search(puzzle: WiringPuzzle) -> str | None:
    size = puzzle.network.size
    if size > _SEARCH_NODES and not puzzle.cheap_bounds.closed:
        return f"{size} nodes are many for a plain search"
    return None


def _by_search(
    puzzle: WiringPuzzle, limits: Limits, progress: ProgressCallback | None
) -> Outcome[Wiring, int]:
    from graphpuzzles.puzzles.wiring.search import PartialWirings, limit_name, search_wirings

    space = PartialWirings(puzzle.network)
    result = search_wirings(space, limits, progress)
    stats: dict[str, Stat] = {
        "expanded": result.stats.expanded,
        "generated": result.stats.generated,
    }
    paths = None if result.path is None else space.paths(result.path)
    limit = limit_name(result.status)
    if limit is not None:
        return _unfinished(puzzle, limit, stats, 0, paths)
    return _finished(puzzle, paths, stats, None)


# Outcomes --------------------------------------------------------------------------------------


def _finished(
    puzzle: WiringPuzzle,
    paths: Sequence[Path] | None,
    stats: Mapping[str, Stat],
    model: object,
    relaxed: Relaxation | None = None,
) -> Outcome[Wiring, int]:
    if paths is None:
        return Outcome(
            status=Status.INFEASIBLE,
            stats=stats,
            prove=lambda: prove_none(puzzle, relaxed),
            model=model,
        )
    value = puzzle.network.length(paths)
    return Outcome(
        status=Status.SOLVED,
        value=value,
        bounds=(value, value),
        answer=puzzle.wiring(paths),
        stats=stats,
        prove=lambda: prove_least(puzzle, value, relaxed),
        model=model,
    )


def _unfinished(
    puzzle: WiringPuzzle,
    limit: str,
    stats: Mapping[str, Stat],
    lower: int = 0,
    paths: Sequence[Path] | None = None,
) -> Outcome[Wiring, int]:
    """Return what is known when a limit was reached: at least the cheap bounds."""
    bounds = puzzle.cheap_bounds
    known = [found for found in (paths, bounds.paths) if found is not None]
    best = min(known, key=puzzle.network.length, default=None)
    return Outcome(
        status=Status.LIMIT,
        bounds=(
            max(lower, bounds.lower),
            None if best is None else puzzle.network.length(best),
        ),
        answer=None if best is None else puzzle.wiring(best),
        stats={**stats, "limit": limit},
    )


def _stopped(puzzle: WiringPuzzle, meter: Meter, stage: str) -> Outcome[Wiring, int] | None:
    limit = meter.exceeded() or meter.report(stage)
    return None if limit is None else _unfinished(puzzle, limit, {})


# Proofs ----------------------------------------------------------------------------------------


def _sweepable(puzzle: WiringPuzzle) -> bool:
    """Tell whether a plain sweep through all wirings is a matter of seconds."""
    base = len(puzzle.network.pairs) + 1
    return bool(base ** min(_open_edges(puzzle), 64) <= _SWEEP_AGAIN)


def _open_edges(puzzle: WiringPuzzle) -> int:
    """Return how many edges are open at once in the best order of the nodes."""
    network = puzzle.network
    return max(open_edges(network, order_nodes(network, puzzle.board.orders)[1]), default=0)


def _relaxed(puzzle: WiringPuzzle, relaxed: Relaxation | None) -> Relaxation | None:
    if relaxed is None and puzzle.network.pairs:
        return Multicommodity(puzzle.network).relax()
    return relaxed


def prove_none(puzzle: WiringPuzzle, relaxed: Relaxation | None) -> Certificate[int]:
    """Return the strongest certificate at hand that there is no wiring."""
    from graphpuzzles.puzzles.wiring import certificate, price_certificate, sweep_certificate

    network = puzzle.network
    for number, (s, t) in enumerate(network.pairs):
        distance = network.distances(s, t)
        if distance[t] is None:
            side = tuple(u for u, reached in enumerate(distance) if reached is not None)
            return certificate.SeparatedTerminals(number, side)
    if puzzle.crossing is not None:
        crossing = puzzle.crossing
        return certificate.CrossingTerminals(crossing.first, crossing.second, crossing.rotation)
    relaxed = _relaxed(puzzle, relaxed)
    if relaxed is not None and not relaxed.feasible:
        found = rational_prices(network, relaxed.prices, None)
        if found is not None:
            return price_certificate.PriceConflict(_named(found[0]))
    if _sweepable(puzzle) or network.fill:
        return sweep_certificate.ExhaustedWirings(None)
    return sweep_certificate.SolverBound(None)


def prove_least(puzzle: WiringPuzzle, value: int, relaxed: Relaxation | None) -> Certificate[int]:
    """Return the strongest certificate at hand that no wiring is shorter."""
    from graphpuzzles.puzzles.wiring import price_certificate, sweep_certificate

    network = puzzle.network
    if puzzle.cheap_bounds.lower == value:
        return price_certificate.PriceBound(())
    relaxed = _relaxed(puzzle, relaxed)
    if relaxed is not None:
        found = rational_prices(network, relaxed.prices, value)
        if found is not None:
            return price_certificate.PriceBound(_named(found[0]), found[1])
    if _sweepable(puzzle) or network.fill or _refuses_flow(puzzle) is not None:
        return sweep_certificate.ExhaustedWirings(value)
    return sweep_certificate.SolverBound(value)


def _named(prices: Sequence[int]) -> tuple[tuple[int, int], ...]:
    return tuple((node, price) for node, price in enumerate(prices) if price)


METHODS: Mapping[str, Method[WiringPuzzle, Wiring, int]] = {
    "bounds": Method("shortest paths and planarity", _by_bounds, _refuses_bounds),
    "frontier": Method("frontier diagrams", _by_frontier, slow=_slow_frontier),
    "flow": Method("integer programming", _by_flow, _refuses_flow, _slow_flow),
    "search": Method("branch and bound", _by_search, slow=_slow_search),
}
