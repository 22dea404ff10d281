"""Building the proofs of walks: that none is shorter, that there is none, how many are best."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from graphpuzzles.limits import UNLIMITED, Meter
from graphpuzzles.models.voltage.board import HeadDistance
from graphpuzzles.puzzles.walking.certificate import StepBound, WalkBound, WalkCount

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell
    from graphpuzzles.puzzles.walking.walker import Walker

Parts: TypeAlias = "tuple[Mapping[Cell, int | None], int | None, list[NDArray[np.int64]]]"


def prove(walker: Walker, bound: int | None) -> WalkBound:
    """Build the certificate that no walk has fewer steps than a bound.

    Parameters
    ----------
    walker : Walker
    bound : int or None
        None: that no walk reaches a target at all.

    Returns
    -------
    WalkBound
        It proves the bound if the bound is right; the certificate itself finds out if not.

    Notes
    -----
    It holds the states whose steps from the start and the head's distance to the target are
    together fewer than `bound`: those that an A* search with this distance has to expand, too.
    """
    if bound is not None:
        return WalkBound(bound, *_below(walker, bound))
    if walker.pen is not None:
        return WalkBound(None, dict.fromkeys(walker.pen), 0, ())
    if walker.lower_bound is None:
        return WalkBound(None, dict(walker.distance.settle()), None, ())
    # No distance on the plane rules a state out: all that can be reached are needed.
    return WalkBound(None, *_near(walker, 0 if walker.step_cap is not None else None, None))


def prove_bound(walker: Walker, bound: int) -> StepBound:
    """Build the certificate that no walk has fewer steps than a bound, where none is known."""
    return StepBound(bound, *_below(walker, bound))


def prove_count(walker: Walker, steps: int) -> WalkCount:
    """Build the certificate of the number of shortest walks, of which each has so many steps.

    It holds the states that a walk of so many steps can go through, those of a proof that none is
    shorter among them.
    """
    return WalkCount(steps, *_near(walker, steps, steps))


def _below(walker: Walker, bound: int) -> Parts:
    if walker.is_far and walker.step_cap is not None and bound <= walker.step_cap + 1:
        return {}, 0, []  # the bare distance proves it
    return _near(walker, bound, bound - 1)


def _near(walker: Walker, reach: int | None, most: int | None) -> Parts:
    """Return distances up to a reach, and the states of walks of at most `most` steps.

    Returns
    -------
    distances : Mapping of Cell to int
    beyond : int or None
        The distance of all other cells.
    layers : list of numpy.ndarray
    """
    distance = HeadDistance(walker.board, walker.targets, reach=reach)
    known = dict(distance.settle())
    beyond = None if distance.closed else distance.radius + 1
    search, _ = walker.search(Meter(UNLIMITED), distance, most=most, stop=False)
    return known, beyond, search.layers()
