"""Trees of questions with prices at the leaves, where one set of prices leaves a gap.

A node that several lines share in the relaxation is asked for: is it on this line? Once every node
is given to one line at most, the relaxation gives every line a way of its own, so that branching
comes to an end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphpuzzles.puzzles.wiring.price_certificate import Leaf, Split
from graphpuzzles.puzzles.wiring.program import Multicommodity, exact_bound, rational_prices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphpuzzles.puzzles.wiring.network import WiringNetwork

# Variables of all relaxations that are solved for one tree: a matter of seconds.
_MAX_VARIABLES = 150_000


def find_price_tree(network: WiringNetwork, target: int | None) -> tuple[Split | Leaf, ...] | None:
    """Return a tree that proves a bound.

    Parameters
    ----------
    network : WiringNetwork
    target : int or None
        The length to prove, parity taken into account; None to prove that there is no wiring.

    Returns
    -------
    tuple of Split or Leaf, or None
        None where it would take too much work, or the bound rests on rules that no price sees.
    """
    flow = Multicommodity(network)
    parts: list[Split | Leaf] = []
    pending: list[list[set[int]]] = [[set() for _ in network.pairs]]
    while pending:
        closed = pending.pop()
        leaf = _leaf(flow, closed, target)
        if isinstance(leaf, Leaf):
            parts.append(leaf)
            continue
        if leaf is None or len(parts) * len(flow.arcs) > _MAX_VARIABLES:
            return None
        parts.append(leaf)
        node, line = leaf
        off = [nodes | {node} if other == line else nodes for other, nodes in enumerate(closed)]
        on = [nodes if other == line else nodes | {node} for other, nodes in enumerate(closed)]
        pending += off, on
    return tuple(parts)


def _leaf(
    flow: Multicommodity, closed: Sequence[set[int]], target: int | None
) -> Leaf | Split | None:
    """Return what proves the bound where lines keep off nodes, or else what to ask."""
    network = flow.network
    if exact_bound(network, [0] * network.size, 1, free=False, blocked=closed) is None:
        return Leaf(0, ())
    relaxed = flow.relax(closed)
    aim = target if relaxed.feasible else None
    found = rational_prices(network, relaxed.prices, aim, closed)
    if found is not None:
        prices = tuple((node, price) for node, price in enumerate(found[0]) if price)
        return Leaf(found[1] if relaxed.feasible else 0, prices)
    return None if relaxed.shared is None else Split(*relaxed.shared)
