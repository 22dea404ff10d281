"""The ways to find a shortest walk of a body."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from graphpuzzles.errors import LimitError
from graphpuzzles.limits import Meter
from graphpuzzles.models.voltage.layers import BitSearch
from graphpuzzles.outcome import Outcome, Stat, Status
from graphpuzzles.puzzles.walking.body import Body, Walk
from graphpuzzles.puzzles.walking.proof import prove, prove_bound

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from graphpuzzles.limits import Limits, ProgressCallback
    from graphpuzzles.puzzles.walking.walker import Walker

MAX_LAYER_BYTES = 1 << 31
"""Memory at which a search stops that keeps what it saw, if it is given no limit of its own."""

TRIAL_MOVES = 2_600
"""Moves that A* may try before layers begin, however few shapes there are: less than a millisecond
if their moves are listed. On the smallest boards layers take longer than that."""

Result: TypeAlias = Outcome[Walk, int]
"""What every method returns."""


def _solved(walker: Walker, states: Iterable[Body], stats: Mapping[str, Stat]) -> Result:
    walk = Walk(tuple(states))
    value = walk.steps
    return Outcome.proved(value, walk, partial(prove, walker, value), stats=stats)


def _impossible(walker: Walker, stats: Mapping[str, Stat]) -> Result:
    return Outcome.proved(None, None, partial(prove, walker, None), stats=stats)


def _stopped(walker: Walker, lower: int, stats: Mapping[str, Stat]) -> Result:
    """Return what is known of a walk that was not found: its steps are at least `lower`.

    Where the steps were limited, and not the work, that is an answer, and has a proof.
    """
    walk = walker.upper_walk
    bound = max(lower, walker.lower_bound or 0)
    is_answer = stats["limit"] == "max_steps"
    if walk is not None and walk.steps <= bound and not is_answer:
        return _solved(walker, walk.states, stats)  # the bounds meet, whatever the search did
    return Outcome(
        status=Status.LIMIT,
        answer=walk,
        bounds=(bound, None if walk is None else walk.steps),
        stats=stats,
        prove=partial(prove_bound, walker, bound) if is_answer else None,
    )


def depth_limit(walker: Walker, limits: Limits) -> int | None:
    """Return the most steps that a walk may have."""
    caps = [cap for cap in (walker.step_cap, limits.max_steps) if cap is not None]
    return min(caps, default=None)


def searching(limits: Limits, progress: ProgressCallback | None) -> Meter:
    """Return the account of a search that keeps what it saw: it never takes all memory."""
    if limits.max_memory is None:
        limits = replace(limits, max_memory=MAX_LAYER_BYTES)
    return Meter(limits, progress)


# Bounds ----------------------------------------------------------------------------------------


def bounds_obstacle(walker: Walker) -> str | None:
    """Say why the bounds alone do not answer; None if they do."""
    lower, cap = walker.lower_bound, walker.step_cap
    if lower is None or lower == 0 or (cap is not None and lower > cap):
        return None
    walk = walker.upper_walk
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
    """Answer without a search: the head alone needs as many steps as a known walk, or too many."""
    lower, cap = walker.lower_bound, walker.step_cap
    stats: dict[str, Stat] = {"expanded": 0}
    if lower is None:
        return _impossible(walker, stats)
    if lower == 0:
        return _solved(walker, (walker.body,), stats)
    if cap is not None and lower > cap:
        if walker.is_stuck:
            return _impossible(walker, stats)
        return _stopped(walker, lower, {**stats, "limit": "max_steps"})
    # Otherwise a walk is known.
    return _solved(walker, walker.upper_walk.states if walker.upper_walk else (), stats)


# One bit a state -------------------------------------------------------------------------------


def layers(walker: Walker, limits: Limits, progress: ProgressCallback | None) -> Result:
    """Search all states in order of their steps, a whole layer at a time."""
    meter = searching(limits, progress)
    limit = meter.exceeded(memory=walker.table_bytes())
    if limit is not None:
        return _stopped(walker, 0, {"limit": limit})
    space = walker.derived()
    search = BitSearch(space, np.array([space.encode(walker.body)]))
    limit = search.run(meter, depth=depth_limit(walker, limits))
    stats = _bit_stats(search)
    hits = search.hits()
    if len(hits):
        return _solved(walker, map(space.decode, search.walk_to(int(hits[0]))), stats)
    if limit is None:
        return _impossible(walker, stats)
    return _stopped(walker, search.depth + 1, {**stats, "limit": limit})


def trial_effort(walker: Walker) -> float:
    """Return how many moves A* may try before layers begin: a tenth of their time, about.

    A layer looks at the words of the board for every arc of the table, and there are at least as
    many layers as the head needs steps. More is not worth trying: where A* is the faster one, it
    nearly always needs a hundredth of the time of layers, or less.
    """
    _shapes, arcs = walker.gait.sizes[len(walker.body) - 1]
    return TRIAL_MOVES + arcs * (0.005 + 0.0003 * walker.words * (walker.lower_bound or 0))


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
    meter = searching(limits, progress)
    limit = meter.exceeded(memory=2 * walker.table_bytes())
    if limit is not None:
        return _stopped(walker, 0, {"limit": limit})
    space = walker.derived()
    ahead = BitSearch(space, np.array([space.encode(walker.body)]))
    back = BitSearch(space.reversed, space.reversed.standing_on(walker.targets))
    most = depth_limit(walker, limits)
    steps = 0
    while ahead.sizes[-1] and back.sizes[-1]:
        met = ahead.layers[-1].common(back.layers[-1])
        if len(met):
            middle = int(met[0])
            codes = ahead.walk_to(middle) + back.walk_to(middle)[-2::-1]
            return _solved(walker, map(space.decode, codes), _bit_stats(ahead, back))
        steps = ahead.depth + back.depth
        limit = "max_steps" if most is not None and steps >= most else None
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


# A* and the rules ------------------------------------------------------------------------------


def astar(
    walker: Walker,
    limits: Limits,
    progress: ProgressCallback | None,
    effort: float | None = None,
) -> Result:
    """Search the states in order of their steps and the distance that is left for the head.

    Steps cost 1, so that a limit of steps is the most that a walk through a state may take.
    """
    most = depth_limit(walker, limits)
    meter = searching(limits, progress)
    search, limit = walker.search(meter, walker.distance, most=most, effort=effort)
    stats: dict[str, Stat] = {"states": search.states, "expanded": search.expanded}
    walk = search.walk()
    if walk is not None:
        return _solved(walker, walk, stats)
    if limit is None and (search.bound == math.inf or walker.is_stuck):
        return _impossible(walker, stats)
    lower = int(search.bound) if limit is not None or most is None else most + 1
    return _stopped(walker, lower, {**stats, "limit": limit or "max_steps"})


def breadth_first(walker: Walker, limits: Limits, progress: ProgressCallback | None) -> Result:
    """Search in order of steps, each state's successors found from the rules on its cells."""
    # The searches are loaded where they are used: many boards are answered without them.
    from graphpuzzles.search import bfs_search

    targets = set(walker.targets)
    meter = Meter(limits)

    def successors(body: Body) -> Iterator[Body]:
        # The search looks at the clock between states, and one can have millions of successors.
        for number, after in enumerate(walker.successors(body), 1):
            if number % 1024 == 0:
                meter.require("a state has very many successors", memory=number * 8 * len(body))
            yield after

    try:
        result = bfs_search(
            successors,
            walker.body,
            is_target=lambda body: body[0] in targets,
            cutoff=walker.step_cap,
            limits=limits,
            progress=progress,
        )
    except LimitError as error:
        return _stopped(walker, 0, {"limit": error.limit})
    stats: dict[str, Stat] = {"states": result.stats.states, "expanded": result.stats.expanded}
    if result.optimal and result.path is not None:
        return _solved(walker, result.path, stats)
    if result.status == "exhausted" and result.lower_bound == math.inf:
        return _impossible(walker, stats)
    if result.status == "exhausted":
        return _stopped(walker, (walker.step_cap or 0) + 1, {**stats, "limit": "max_steps"})
    stats["limit"] = _LIMIT_OF[result.status]
    return _stopped(walker, int(result.lower_bound), stats)


# By the value of `graphpuzzles.search.SearchStatus`.
_LIMIT_OF = {
    "state_limit": "max_states",
    "expanded_limit": "max_expanded",
    "time_limit": "max_seconds",
    "memory_limit": "max_memory",
    "step_limit": "max_steps",
    "stopped": "stopped",
}
