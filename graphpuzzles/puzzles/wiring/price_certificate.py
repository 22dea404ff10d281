"""Certificates of wirings by prices on nodes: linear programming duality in exact arithmetic."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from graphpuzzles.certificate import Certificate, refuse
from graphpuzzles.limits import UNLIMITED, Meter
from graphpuzzles.puzzles.wiring.certificate import Ground, ground_of, integer, integers

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from graphpuzzles.limits import Limits

__all__ = ["PriceBound", "PriceConflict", "PriceTree"]


def _priced(
    prices: Mapping[int, int],
    ground: Ground,
    factor: int,
    meter: Meter,
    closed: Sequence[Collection[int]] = (),
) -> int | None:
    """Return the least that all lines pay on edges and nodes, less all prices.

    Every line pays `factor` times the weight of its edges and the price of each node but its
    first, and keeps off the nodes closed to it. Since no node is used twice, the prices paid by
    all lines of a wiring together are at most the sum of all prices; so the wiring's weight times
    `factor` is at least what is returned. None where nothing joins a pair.
    """
    for node, price in prices.items():
        if not 0 <= node < ground.size:
            raise refuse(f"a price stands on node {node}, which does not exist")
        if price < 0:
            raise refuse(f"the price of node {node} is negative")
    around: list[list[tuple[int, int]]] = [[] for _ in range(ground.size)]
    for u, v, weight in ground.edges:
        around[u].append((v, factor * weight))
        around[v].append((u, factor * weight))
    terminals = {u for pair in ground.pairs for u in pair}
    total = -sum(prices.values())
    for number, (s, t) in enumerate(ground.pairs):
        meter.require(f"the lines of {number} pairs were priced")
        kept_off = terminals.union(closed[number]) if closed else terminals
        cost = _cheapest((s, t), around, kept_off, prices)
        if cost is None:
            return None
        total += cost
    return total


def _cheapest(
    pair: tuple[int, int],
    around: Sequence[Sequence[tuple[int, int]]],
    kept_off: Collection[int],
    prices: Mapping[int, int],
) -> int | None:
    """Return the least cost of a walk between two terminals off some nodes (Dijkstra)."""
    s, t = pair
    done: set[int] = set()
    heap = [(0, s)]
    while heap:
        cost, u = heapq.heappop(heap)
        if u == t:
            return cost
        if u in done:
            continue
        done.add(u)
        for v, weight in around[u]:
            if v not in done and (v == t or v not in kept_off):
                heapq.heappush(heap, (cost + weight + prices.get(v, 0), v))
    return None


def _length_parity(ground: Ground) -> int | None:
    """Return what the weight of every wiring is modulo 2, or None where that can differ.

    Nodes get values 0 and 1 that differ along an edge exactly if its weight is odd.
    """
    around: list[list[tuple[int, int]]] = [[] for _ in range(ground.size)]
    for u, v, weight in ground.edges:
        around[u].append((v, weight % 2))
        around[v].append((u, weight % 2))
    value: dict[int, int] = {}
    for start in range(ground.size):
        if start in value:
            continue
        value[start] = 0
        stack = [start]
        while stack:
            u = stack.pop()
            for v, odd in around[u]:
                if value.setdefault(v, -1) < 0:
                    value[v] = value[u] ^ odd
                    stack.append(v)
                elif value[v] != value[u] ^ odd:
                    return None
    return sum(value[s] ^ value[t] for s, t in ground.pairs) % 2


def raised(bound: int, ground: Ground) -> int:
    """Return the least weight from a bound on that a wiring can have."""
    parity = _length_parity(ground)
    if parity is not None and bound % 2 != parity:
        bound += 1
    weights = {weight for _, _, weight in ground.edges}
    if ground.fill and len(weights) == 1:
        bound = max(bound, weights.pop() * (ground.size - len(ground.pairs)))
    return bound


def _read_prices(data: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(data, (list, tuple)):
        raise TypeError("the prices are a list of pairs")
    entries = [integers(entry) for entry in data]
    if any(len(entry) != 2 for entry in entries):
        raise TypeError("a price is a pair of node and price")
    if len({entry[0] for entry in entries}) != len(entries):
        raise ValueError("a node has two prices")
    return cast("tuple[tuple[int, int], ...]", tuple(entries))


@dataclass(frozen=True)
class PriceBound(Certificate[int]):
    """Prices on nodes from which no wiring can be shorter.

    If every line pays for its inner nodes, all lines of a wiring together pay at most the sum of
    all prices, because they share no node. So the wiring weighs at least as much as the cheapest
    lines one by one, prices included, less that sum: linear programming duality in its Lagrangian
    form, checked in integers. The bound is raised to the parity that all wirings have, where they
    have one; where every node must be used and all edges weigh the same, that weight times the
    number of edges needed is a bound too. Without any price this is the sum of the distances.

    Parameters
    ----------
    prices : tuple of (int, int)
        Nodes with their prices, times `scale`; nodes not named have price 0.
    scale : int
        The common denominator.
    """

    prices: tuple[tuple[int, int], ...]
    scale: int = 1

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> int:
        """Return the bound that the prices prove."""
        meter = Meter(limits)
        ground = ground_of(puzzle, meter)
        if self.scale < 1:
            raise refuse("the scale is not positive")
        paid = _priced(dict(self.prices), ground, self.scale, meter)
        if paid is None:
            raise refuse(
                "no line joins one of the pairs, so that the cost of lines proves nothing"
            )
        return raised(-(-paid // self.scale), ground)

    def to_dict(self) -> dict[str, object]:
        """Return prices and scale."""
        return {"prices": [list(entry) for entry in self.prices], "scale": self.scale}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> PriceBound:
        """Rebuild the certificate."""
        return cls(_read_prices(data["prices"]), integer(data["scale"]))

    def __repr__(self) -> str:
        return f"PriceBound({len(self.prices)} prices, scale {self.scale})"

    def __str__(self) -> str:
        if not self.prices:
            return "no wiring is shorter than its lines one by one, or than its nodes need"
        return f"prices on {len(self.prices)} nodes, in units of 1/{self.scale}"


@dataclass(frozen=True)
class PriceConflict(Certificate[int]):
    """Prices on nodes that the lines cannot all pay: a Farkas vector.

    Proves that there is no wiring at all: the cheapest lines one by one, where only inner nodes
    cost something, pay more than the sum of all prices, but lines that share no node cannot.

    Parameters
    ----------
    prices : tuple of (int, int)
        Nodes with their prices; nodes not named have price 0.
    """

    prices: tuple[tuple[int, int], ...]

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> None:
        """Return None: there is no wiring."""
        meter = Meter(limits)
        paid = _priced(dict(self.prices), ground_of(puzzle, meter), 0, meter)
        if paid is None or paid <= 0:
            raise refuse("the lines can pay the prices")

    def to_dict(self) -> dict[str, object]:
        """Return the prices."""
        return {"prices": [list(entry) for entry in self.prices]}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> PriceConflict:
        """Rebuild the certificate."""
        return cls(_read_prices(data["prices"]))

    def __repr__(self) -> str:
        return f"PriceConflict({len(self.prices)} prices)"

    def __str__(self) -> str:
        return f"prices on {len(self.prices)} nodes that disjoint lines cannot pay"


class Split(NamedTuple):
    """A question that parts the wirings in two: whether a node is on a line.

    If it is, no other line may use the node; if it is not, this line keeps off it.
    """

    node: int
    line: int


class Leaf(NamedTuple):
    """Prices that prove a bound where the questions above are answered as they are.

    The scale is 0 where they prove that there is no wiring, or where nothing joins a pair.
    """

    scale: int
    prices: tuple[tuple[int, int], ...]


Above: TypeAlias = "tuple[Above, Split, bool] | None"
"""The answers to the questions above a place in a tree, the last one first."""


@dataclass(frozen=True)
class PriceTree(Certificate[int]):
    """A tree of questions, with prices at every leaf.

    Every wiring answers the questions in one way, and so belongs to one leaf; the least of the
    leaves' bounds is a bound for all. Where no leaf leaves room, there is no wiring at all.

    Parameters
    ----------
    parts : tuple of Split or Leaf
        Every question is followed by what is so if the node is on the line, then by what is so if
        it is not.
    """

    parts: tuple[Split | Leaf, ...]

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> int | None:
        """Return the bound that the leaves prove; None where all prove that there is no wiring."""
        meter = Meter(limits)
        ground = ground_of(puzzle, meter)
        terminals = {u for pair in ground.pairs for u in pair}
        bounds: list[int] = []
        pending: list[Above] = [None]
        for number, part in enumerate(self.parts):
            if not pending:
                raise refuse("the tree goes on after its last leaf")
            above = pending.pop()
            if isinstance(part, Split):
                ground.pair(part.line)
                if not 0 <= part.node < ground.size or part.node in terminals:
                    raise refuse(f"part {number} of the tree asks for a node that no line chooses")
                pending += (above, part, False), (above, part, True)
                continue
            meter.require(f"{number} parts of the tree were looked at")
            bounds += self._bounds(part, above, ground, meter)
        if pending:
            raise refuse("the tree breaks off")
        return raised(min(bounds), ground) if bounds else None

    @staticmethod
    def _bounds(leaf: Leaf, above: Above, ground: Ground, meter: Meter) -> list[int]:
        """Return the bound of a leaf; nothing where it has no wiring."""
        if leaf.scale < 0:
            raise refuse("the scale is negative")
        closed: list[set[int]] = [set() for _ in ground.pairs]
        while above is not None:
            above, (node, line), is_on = above
            for other, nodes in enumerate(closed):
                if (other == line) != is_on:
                    nodes.add(node)
        paid = _priced(dict(leaf.prices), ground, leaf.scale, meter, closed)
        if paid is None:
            return []
        if leaf.scale == 0:
            if paid <= 0:
                raise refuse("the lines of a leaf can pay the prices")
            return []
        return [-(-paid // leaf.scale)]

    def to_dict(self) -> dict[str, object]:
        """Return questions as pairs of node and line, leaves as scale and prices."""
        return {
            "parts": [
                list(part)
                if isinstance(part, Split)
                else {"scale": part.scale, "prices": [list(entry) for entry in part.prices]}
                for part in self.parts
            ]
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> PriceTree:
        """Rebuild the certificate."""
        parts = data["parts"]
        if not isinstance(parts, (list, tuple)):
            raise TypeError("the parts of a tree are a list")
        return cls(tuple(map(_read_part, parts)))

    def __repr__(self) -> str:
        return f"PriceTree({len(self.parts)} parts)"

    def __str__(self) -> str:
        leaves = sum(isinstance(part, Leaf) for part in self.parts)
        return f"a tree of {len(self.parts) - leaves} questions with prices at {leaves} leaves"


def _read_part(data: object) -> Split | Leaf:
    if isinstance(data, dict):
        return Leaf(integer(data["scale"]), _read_prices(data["prices"]))
    return Split(*integers(data))
