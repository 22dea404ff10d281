"""What is tried on a wiring puzzle, one after the other, where no method is asked for by name.

No border in the size of a board tells which method closes it. So each gets a share of work, first
the one that is quick where it works at all, until one of them has an answer.

References
----------
Gomes, C. P. and Selman, B. (2001). Algorithm portfolios. *Artificial Intelligence* 126.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from graphpuzzles.errors import LimitError
from graphpuzzles.limits import UNLIMITED, Limits, Meter
from graphpuzzles.outcome import Status
from graphpuzzles.puzzles.wiring.clause_search import next_wirings, only_wiring, refuses_clauses
from graphpuzzles.puzzles.wiring.formula import WiringFormula
from graphpuzzles.puzzles.wiring.methods import DENSE_LIMIT, METHODS, too_heavy, uses_profile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphpuzzles.limits import ProgressCallback
    from graphpuzzles.outcome import Outcome
    from graphpuzzles.puzzles.wiring.model import Wired, WiringModel
    from graphpuzzles.puzzles.wiring.network import Path
    from graphpuzzles.puzzles.wiring.rules import Wiring

# Pairs up to which planarity is asked at once; it is asked of every two of them.
_FEW_PAIRS = 4
# Where so few edges are open at once, a sweep is nearly always a matter of milliseconds.
_NARROW = 9
_NARROW_STATES = 20_000
# States of a sweep, and of one that is tried before the integer program, up to what width.
_STATES = 10_000_000
_FEW_STATES, _FEW_OPEN = 3_000_000, 16
_CONFLICTS = 200_000
# The same and nodes of a tree before a large dense table, which takes seconds but surely ends.
_FEW_CONFLICTS, _FEW_NODES = 20_000, 10
# Clauses that are a matter of seconds and of some 100 MB.
_CLAUSES = 2_000_000
# Wirings that clauses find as fast as a diagram lists them.
_FEW_WIRINGS = 100
# What ends all tries, not only that of one method.
_FINAL = ("stopped", "max_seconds")


def stages(model: WiringModel) -> Iterator[tuple[str, Limits]]:
    """Yield the methods to try on an instance, each with its share of work."""
    if model.bounds.closed:
        yield "bounds", UNLIMITED
    elif uses_profile(model):
        yield "frontier", UNLIMITED
    elif len(model.network.pairs) <= _FEW_PAIRS and model.crossing is not None:
        yield "bounds", UNLIMITED
    else:
        yield from _open_stages(model)


def _open_stages(model: WiringModel) -> Iterator[tuple[str, Limits]]:
    if uses_profile(model, DENSE_LIMIT):
        if _clauses_serve(model):
            yield "sat", Limits(max_states=_FEW_CONFLICTS)
        yield "flow", Limits(max_expanded=_FEW_NODES)
        yield "frontier", UNLIMITED
        return
    fill, heavy = model.network.fill, too_heavy(model) is not None
    if model.width <= _NARROW:
        yield "frontier", Limits(max_states=_NARROW_STATES)
    if _clauses_serve(model):
        yield "sat", Limits(max_states=_CONFLICTS)
    elif not fill and not heavy and model.width <= _FEW_OPEN:
        yield "frontier", Limits(max_states=_FEW_STATES)
    # Where all nodes must be filled the relaxation is weak.
    if fill or heavy:
        yield "frontier", Limits(max_states=_STATES)
    if model.crossing is not None:
        yield "bounds", UNLIMITED
        return
    if not heavy:
        yield "flow", UNLIMITED
        if not fill:
            yield "frontier", Limits(max_states=_STATES)


def solve(
    puzzle: Wired, limits: Limits, progress: ProgressCallback | None
) -> tuple[str, Outcome[Wiring, int]]:
    """Try one method after the other; return the name of the one that ended it, too.

    Where none has an answer, the bounds are the best of all.
    """
    meter = Meter(limits, progress)
    tried: list[tuple[str, Outcome[Wiring, int]]] = []
    for name, share in stages(puzzle.model):
        outcome = METHODS[name].run(puzzle, _within(share, meter), progress)
        tried.append((name, outcome))
        if outcome.status is not Status.LIMIT or outcome.stats["limit"] in _FINAL:
            break
    name, outcome = tried[-1]
    if outcome.status is not Status.LIMIT or len(tried) == 1:
        return name, outcome
    lower = max(one.bounds[0] or 0 for _, one in tried)
    best = min(
        (one for _, one in tried if one.bounds[1] is not None),
        key=lambda one: one.bounds[1] or 0,
        default=outcome,
    )
    return name, replace(outcome, bounds=(lower, best.bounds[1]), answer=best.answer)


def _within(share: Limits, meter: Meter) -> Limits:
    """Return the limits of one stage: its share, and what is left of the whole call's."""
    whole = meter.limits
    if share is UNLIMITED and whole is UNLIMITED:
        return whole
    seconds = whole.max_seconds
    return replace(
        whole,
        max_states=_lesser(whole.max_states, share.max_states),
        max_expanded=_lesser(whole.max_expanded, share.max_expanded),
        max_seconds=None if seconds is None else max(0.0, seconds - meter.seconds),
    )


def _lesser(one: int | None, other: int | None) -> int | None:
    return min((most for most in (one, other) if most is not None), default=None)


def _clauses_serve(model: WiringModel) -> bool:
    network = model.network
    size = WiringFormula(network, chordless=True).size
    return bool(network.pairs) and size <= _CLAUSES and refuses_clauses(network) is None


# Further questions -------------------------------------------------------------------------------


def is_unique(model: WiringModel, limits: Limits) -> bool:
    """Tell whether there is exactly one solution.

    Raises
    ------
    LimitError
        If a limit is reached.
    """
    meter = Meter(limits)
    if not _by_diagram(model):
        share = _within(Limits(max_states=_CONFLICTS), meter)
        try:
            return only_wiring(model.network, Meter(share), least=model.board.rule == "shortest")
        except LimitError as error:
            if error.limit in _FINAL:
                raise
    return model.diagram(Meter(_within(UNLIMITED, meter))).count == 1


def solutions(model: WiringModel, limit: int | None, limits: Limits) -> Iterator[tuple[Path, ...]]:
    """Return solutions by rising weight, at most `limit` of them.

    Raises
    ------
    LimitError
        If a limit is reached.
    """
    meter = Meter(limits)
    if limit is not None and limit <= _FEW_WIRINGS and not _by_diagram(model):
        share = Meter(_within(Limits(max_states=_CONFLICTS), meter))
        wirings = next_wirings(model.network, share, least=model.board.rule == "shortest")
        try:
            return iter(list(islice(wirings, limit)))
        except LimitError as error:
            if error.limit in _FINAL:
                raise
    return model.diagram(Meter(_within(UNLIMITED, meter))).wirings(limit)


def _by_diagram(model: WiringModel) -> bool:
    """Tell whether the diagram is there, or is quickly built, or nothing else serves."""
    return model.swept or model.width <= _NARROW or not _clauses_serve(model)
