"""The order in which a frontier sweep takes the nodes of a network, and where it keeps its edges.

A sweep holds one entry for every edge between a node done and a node to come. Entries live in
numbered slots that are used again, so that a state has as many slots as edges are ever open at
once.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphpuzzles.puzzles.wiring.board import WiringBoard
    from graphpuzzles.puzzles.wiring.network import WiringNetwork


@dataclass(frozen=True)
class Turn:
    """What happens when a node is taken.

    Parameters
    ----------
    node : int
    mark : int
        The number of its pair, from 1; 0 where it is no terminal.
    entering : tuple of int
        The slots of its edges to nodes done, which it empties.
    leaving : tuple of int
        The slots of its edges to nodes to come.
    ends : tuple of int
        The nodes to come, edge by edge.
    weights : tuple of int
        The weights of these edges.
    """

    node: int
    mark: int
    entering: tuple[int, ...]
    leaving: tuple[int, ...]
    ends: tuple[int, ...]
    weights: tuple[int, ...]


@dataclass(frozen=True)
class WiringPlan:
    """The turns of a sweep.

    Parameters
    ----------
    turns : tuple of Turn
        One a node.
    slots : int
        Number of slots.
    order : str
        How the order was chosen.
    """

    turns: tuple[Turn, ...]
    slots: int
    order: str


def open_edges(network: WiringNetwork, order: Sequence[int]) -> list[int]:
    """Return how many edges are open after each turn of an order."""
    place = {u: i for i, u in enumerate(order)}
    count = 0
    found = []
    for i, u in enumerate(order):
        count += sum(1 if place[v] > i else -1 for v, _ in network.neighbors[u])
        found.append(count)
    return found


def order_nodes(
    network: WiringNetwork, candidates: Iterable[tuple[str, Sequence[int]]] = ()
) -> tuple[str, tuple[int, ...]]:
    """Return the best of several orders of the nodes, with its name.

    Parameters
    ----------
    network : WiringNetwork
    candidates : iterable of (str, sequence of int)
        Orders that the caller knows (rows, columns of a grid). Without any, the order of the
        numbers, reverse Cuthill-McKee and a greedy order are tried.

    Notes
    -----
    Compared by the sum of 2 to the power of the edges open, over all turns.
    """
    orders = [(name, tuple(order)) for name, order in candidates]
    if not orders:
        orders = [("given", tuple(range(network.size)))]
        if network.edges:
            orders += [("Cuthill-McKee", _cuthill_mckee(network)), ("greedy", _greedy(network))]
    return min(orders, key=lambda entry: sum(2**k for k in open_edges(network, entry[1])))


def grid_orders(board: WiringBoard) -> list[tuple[str, tuple[int, ...]]]:
    """Return the orders of the nodes that a grid suggests; none for a graph."""
    if board.shape is None:
        return []
    cells = board.cells
    by_column = sorted(range(len(cells)), key=lambda i: (cells[i][1], cells[i][0]))
    return [("rows", tuple(range(len(cells)))), ("columns", tuple(by_column))]


def _cuthill_mckee(network: WiringNetwork) -> tuple[int, ...]:
    import numpy as np
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import reverse_cuthill_mckee

    u, v, _ = np.array(network.edges, dtype=np.int64).T
    ones = np.ones(2 * len(u), dtype=np.int8)
    ends = (np.concatenate([u, v]), np.concatenate([v, u]))
    matrix = coo_array((ones, ends), shape=(network.size, network.size)).tocsr()
    return tuple(int(node) for node in reverse_cuthill_mckee(matrix, symmetric_mode=True))


def _greedy(network: WiringNetwork) -> tuple[int, ...]:
    """Take again and again the node that opens fewest edges, the one that waits longest first."""
    order: list[int] = []
    waiting: dict[int, None] = {}
    left = dict.fromkeys(sorted(range(network.size), key=lambda u: len(network.neighbors[u])))
    while left:
        among = waiting or left
        u = min(among, key=lambda u: sum(1 if v in left else -1 for v, _ in network.neighbors[u]))
        waiting.pop(u, None)
        del left[u]
        order.append(u)
        waiting.update((v, None) for v, _ in network.neighbors[u] if v in left)
    return tuple(order)


def plan_wiring(network: WiringNetwork, order: Sequence[int], name: str = "given") -> WiringPlan:
    """Assign slots to the edges for an order of the nodes."""
    place = {u: i for i, u in enumerate(order)}
    slot: dict[tuple[int, int], int] = {}
    free: list[int] = []
    slots = 0
    turns = []
    for i, u in enumerate(order):
        entering = tuple(slot.pop((v, u)) for v, _ in network.neighbors[u] if place[v] < i)
        for freed in entering:
            heapq.heappush(free, freed)
        leaving = []
        later = [(v, weight) for v, weight in network.neighbors[u] if place[v] > i]
        for v, _ in later:
            if free:
                taken = heapq.heappop(free)
            else:
                taken, slots = slots, slots + 1
            slot[u, v] = taken
            leaving.append(taken)
        turns.append(
            Turn(
                node=u,
                mark=network.label[u],
                entering=entering,
                leaving=tuple(leaving),
                ends=tuple(v for v, _ in later),
                weights=tuple(weight for _, weight in later),
            )
        )
    return WiringPlan(tuple(turns), slots, name)
