"""Building the proof that no walk of a body is shorter than the one that was found."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from graphpuzzles.models.voltage.board import HeadDistance
from graphpuzzles.models.voltage.layers import BitSearch
from graphpuzzles.models.voltage.poses import Poses
from graphpuzzles.puzzles.walking.certificate import WalkBound

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell
    from graphpuzzles.puzzles.walking.body import Walker

    Within: TypeAlias = Callable[[int], set[Cell] | None]

__all__ = ["prove"]


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
    if bound is None and walker.lower_bound is None:
        if walker.pen is not None:
            return WalkBound(None, dict.fromkeys(walker.pen), 0, ())
        return WalkBound(None, dict(walker.distance.settle()), None, ())
    reach = bound
    if bound is None and not walker.board.walled:
        reach = 0  # no distance on the plane rules a state out, so none is needed
    distance = HeadDistance(walker.board, walker.target_cells, reach=reach)
    known = distance.settle()

    def within(g: int) -> set[Cell] | None:
        if bound is not None:
            return {cell for cell, steps in known.items() if g + steps < bound}
        return set(known) if distance.closed else None

    build = _bit_layers if walker.table_obstacle() is None else _scalar_layers
    beyond = None if distance.closed else distance.radius + 1
    return WalkBound(bound, dict(known), beyond, build(walker, within))


def _bit_layers(walker: Walker, within: Within) -> list[NDArray[np.int64]]:
    """Search in layers among states whose head is on a cell of ``within(depth)``; None: any."""
    cells = within(0)
    if cells is not None and walker.body[0] not in cells:
        return []
    space = walker.derived()
    search = BitSearch(space, np.array([space.encode(walker.body)]))
    while search.sizes[-1]:
        cells = within(search.depth + 1)
        search.advance(None if cells is None else space.mask(cells))
    return [space.bodies(layer.codes()) for layer in search.layers[:-1]]


def _scalar_layers(walker: Walker, within: Within) -> list[NDArray[np.int64]]:
    """Do what `_bit_layers` does, for bodies too long for a table of shapes."""
    poses = Poses(walker.rule, walker.board, (), lambda _: 0, length=len(walker.body))
    seen: set[int] = set()
    layer = [poses.encode(walker.body)]
    layers: list[NDArray[np.int64]] = []
    while layer:
        cells = within(len(layers))
        fresh = [u for u in layer if cells is None or poses.decode(u)[0] in cells]
        seen.update(fresh)
        if fresh:
            layers.append(np.array([poses.decode(u) for u in fresh], dtype=np.int64))
        found = dict.fromkeys(v for u in fresh for v in poses.successors(u))
        layer = [v for v in found if v not in seen]
    return layers
