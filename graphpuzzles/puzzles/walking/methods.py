"""The ways to find a shortest walk of a body."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from graphpuzzles.limits import Meter
from graphpuzzles.models.voltage.layers import BitSearch
from graphpuzzles.models.voltage.poses import Poses
from graphpuzzles.puzzle import Outcome, Stat, Status
from graphpuzzles.puzzles.walking.body import Body, Walk, Walker
from graphpuzzles.puzzles.walking.proof import prove

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graphpuzzles.limits import Limits, ProgressCallback
    from graphpuzzles.search import SearchResult

__all__ = [
    "astar",
    "bidirectional",
    "bounds",
    "bounds_obstacle",
    "breadth_first",
    "layers",
]

MAX_LAYER_BYTES = 1 << 31
"""Memory at which a search in layers stops if it is given no limit of its own."""

Result: TypeAlias = Outcome[Walk, int]
"""What every method returns."""


def _solved(walker: Walker, states: Iterable[Body], stats: Mapping[str, Stat]) -> Result:
    walk = Walk(tuple(states))
    value = walk.steps
    return Outcome(
        status=Status.SOLVED,
        value=value,
        answer=walk,
        bounds=(value, value),
        stats=stats,
        prove=lambda: prove(walker, value),
    )


def _impossible(walker: Walker, stats: Mapping[str, Stat]) -> Result:
    return Outcome(status=Status.INFEASIBLE, stats=stats, prove=lambda: prove(walker, None))


def _stopped(walker: Walker, lower: int, stats: Mapping[str, Stat]) -> Result:
    """Return what is known of a walk that was not found: its steps are at least `lower`."""
    walk = walker.best_upper_walk
    return Outcome(
        status=Status.LIMIT,
        answer=walk,
        bounds=(max(lower, walker.lower_bound or 0), None if walk is None else walk.steps),
        stats=stats,
    )


def _depth_limit(walker: Walker, limits: Limits) -> int | None:
    caps = [cap for cap in (walker.step_cap, limits.max_steps) if cap is not None]
    return min(caps, default=None)


# Bounds ----------------------------------------------------------------------------------------


def bounds_obstacle(walker: Walker) -> str | None:
    """Say why the bounds alone do not answer; None if they do."""
    lower, cap, walk = walker.lower_bound, walker.step_cap, walker.best_upper_walk
    if lower is None or lower == 0:
        return None
    if cap is not None and lower > cap:
        return f"at least {lower} steps are needed, over {cap}; a closed set may prove more"
    if walk is None:
        return f"at least {lower} steps are needed, and no walk is known"
    if walk.steps > lower:
        return f"the number of steps is at least {lower}, at most {walk.steps}"
    return None


def bounds(
    walker: Walker,
    limits: Limits,  # noqa: ARG001 - there is nothing to limit
    progress: ProgressCallback | None,  # noqa: ARG001 - nor to tell
) -> Result:
    """Answer without a search: the head alone needs as many steps as a known walk has."""
    lower, walk = walker.lower_bound, walker.best_upper_walk
    if lower is None:
        return _impossible(walker, {"expanded": 0})
    # Otherwise a walk is known, or the head is on its goal already.
    states = walk.states if walk is not None and lower > 0 else (walker.body,)
    return _solved(walker, states, {"expanded": 0})


# One bit a state -------------------------------------------------------------------------------


def layers(walker: Walker, limits: Limits, progress: ProgressCallback | None) -> Result:
    """Search all states in order of their steps, a whole layer at a time."""
    meter = _meter(limits, progress)
    limit = meter.exceeded(memory=walker.table_bytes())
    if limit is not None:
        return _stopped(walker, 0, {"limit": limit})
    space = walker.derived()
    search = BitSearch(space, np.array([space.encode(walker.body)]))
    limit = search.run(meter, depth=_depth_limit(walker, limits))
    stats = _bit_stats(search)
    hits = search.hits()
    if len(hits):
        return _solved(walker, map(space.decode, search.walk_to(int(hits[0]))), stats)
    if limit is None:
        return _impossible(walker, stats)
    return _stopped(walker, search.depth + 1, {**stats, "limit": limit})


def _meter(limits: Limits, progress: ProgressCallback | None) -> Meter:
    """Return the account of a search that keeps its layers: they never take all memory."""
    if limits.max_memory is None:
        limits = replace(limits, max_memory=MAX_LAYER_BYTES)
    return Meter(limits, progress)


def _bit_stats(*searches: BitSearch) -> dict[str, Stat]:
    return {
        "states": sum(search.states for search in searches),
        "expanded": sum(search.expanded for search in searches),
        "layers": sum(search.depth for search in searches),
    }


def bidirectional(walker: Walker, limits: Limits, progress: ProgressCallback | None) -> Result:
    """Search in whole layers from the first state and, by moves turned round, from all goals.

    Notes
    -----
    The side whose last layer is smaller advances. All shortest ways have a state in the a-th layer
    of one side and the b-th of the other as soon as a + b is their length, and no sooner do the
    two layers have a state in common.
    """
    meter = _meter(limits, progress)
    limit = meter.exceeded(memory=2 * walker.table_bytes())
    if limit is not None:
        return _stopped(walker, 0, {"limit": limit})
    space = walker.derived()
    ahead = BitSearch(space, np.array([space.encode(walker.body)]))
    back = BitSearch(space.reversed, space.reversed.standing_on(walker.target_cells))
    depth_limit = _depth_limit(walker, limits)
    steps = 0
    while ahead.sizes[-1] and back.sizes[-1]:
        met = ahead.layers[-1].common(back.layers[-1])
        if len(met):
            middle = int(met[0])
            codes = ahead.walk_to(middle) + back.walk_to(middle)[-2::-1]
            return _solved(walker, map(space.decode, codes), _bit_stats(ahead, back))
        steps = ahead.depth + back.depth
        limit = "max_steps" if depth_limit is not None and steps >= depth_limit else None
        if limit is None:
            side = ahead if ahead.sizes[-1] <= back.sizes[-1] else back
            side.advance()
            limit = _account(meter, ahead, back)
            if limit == "max_states":
                side.drop_layer()
        if limit is not None:
            break
    stats = _bit_stats(ahead, back)
    if limit is not None:
        # Whether the layer found last meets the other side has not been looked at.
        return _stopped(walker, steps + 1, {**stats, "limit": limit})
    if walker.board.walled or not ahead.sizes[-1]:
        return _impossible(walker, stats)
    # Turned round, the search saw only the window of the plane within the step cap.
    return _stopped(walker, (walker.step_cap or 0) + 1, {**stats, "limit": "max_steps"})


def _account(meter: Meter, ahead: BitSearch, back: BitSearch) -> str | None:
    """Hold two searches together against the limits."""
    frontier = ahead.sizes[-1] + back.sizes[-1]
    states = ahead.states + back.states
    limit = meter.exceeded(
        states=states, expanded=states - frontier, memory=ahead.nbytes + back.nbytes
    )
    return limit or meter.report(
        "layers",
        depth=ahead.depth + back.depth,
        states=states,
        expanded=states - frontier,
        frontier=frontier,
        lower_bound=ahead.depth + back.depth,
    )


# One state at a time ---------------------------------------------------------------------------


def astar(walker: Walker, limits: Limits, progress: ProgressCallback | None) -> Result:
    """Search the states in order of their steps and the distance that is left for the head."""
    # The searches are loaded where they are used: many boards are answered without them.
    from graphpuzzles.search import astar_search

    poses = Poses(
        walker.rule, walker.board, walker.target_cells, walker.distance, length=len(walker.body)
    )
    result = astar_search(
        poses,
        poses.encode(walker.body),
        cutoff=walker.step_cap,
        limits=limits,
        progress=progress,
    )
    path = result.path
    return _scalar_outcome(walker, result, None if path is None else map(poses.decode, path))


def breadth_first(walker: Walker, limits: Limits, progress: ProgressCallback | None) -> Result:
    """Search in order of steps, each state's successors found from the rules on its cells."""
    from graphpuzzles.search import bfs_search

    targets = set(walker.target_cells)
    result = bfs_search(
        walker.successors,
        walker.body,
        is_target=lambda body: body[0] in targets,
        cutoff=walker.step_cap,
        limits=limits,
        progress=progress,
    )
    return _scalar_outcome(walker, result, result.path)


# By the value of `graphpuzzles.search.SearchStatus`.
_LIMIT_OF = {
    "state_limit": "max_states",
    "expanded_limit": "max_expanded",
    "time_limit": "max_seconds",
    "memory_limit": "max_memory",
    "step_limit": "max_steps",
    "stopped": "stopped",
}


def _scalar_outcome(
    walker: Walker, result: SearchResult[int] | SearchResult[Body], path: Iterable[Body] | None
) -> Result:
    stats: dict[str, Stat] = {"states": result.stats.states, "expanded": result.stats.expanded}
    if result.optimal and path is not None:
        return _solved(walker, path, stats)
    if result.status == "exhausted" and result.lower_bound == math.inf:
        return _impossible(walker, stats)
    if result.status == "exhausted":
        return _stopped(walker, (walker.step_cap or 0) + 1, {**stats, "limit": "max_steps"})
    stats["limit"] = _LIMIT_OF[result.status]
    return _stopped(walker, int(result.lower_bound), stats)
