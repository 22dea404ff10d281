"""The certificate that rests on how many links every node must have where all are used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphpuzzles.certificate import Certificate, refuse
from graphpuzzles.limits import UNLIMITED, Meter
from graphpuzzles.puzzles.wiring.certificate import ground_of, integer, integers
from graphpuzzles.puzzles.wiring.price_certificate import raised

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphpuzzles.limits import Limits

__all__ = ["DegreeBound"]


@dataclass(frozen=True)
class DegreeBound(Certificate[int]):
    """Prices that every link pays at both of its ends, where all nodes must be used.

    A terminal then has one link and any other node two, so that all links together pay once the
    prices of terminals and twice those of other nodes, whichever wiring it is. A link that pays
    more than its weight can save no more than the difference, and only once. So the wiring weighs
    at least what is paid, less all that edges can save: linear programming duality, checked in
    integers. Links between terminals of two pairs are none. Prices of 1 and -1 on the colours of
    a chessboard show that the cells of one colour are too many.

    Parameters
    ----------
    prices : tuple of int
        The price of every node, times `scale`; it may be negative.
    scale : int
        The common denominator; 0 where weights do not matter and there is no wiring.
    """

    prices: tuple[int, ...]
    scale: int

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> int | None:
        """Return the bound that the prices prove; None where they show that there is no wiring."""
        ground = ground_of(puzzle, Meter(limits))
        if not ground.fill:
            raise refuse("nodes may be left out, so that they need not have links")
        if len(self.prices) != ground.size or self.scale < 0:
            raise refuse("there is not one price for every node, or the scale is negative")
        pair = {u: number for number, ends in enumerate(ground.pairs) for u in ends}
        paid = sum((1 + (u not in pair)) * price for u, price in enumerate(self.prices))
        for u, v, weight in ground.edges:
            if u not in pair or v not in pair or pair[u] == pair[v]:
                paid += min(0, self.scale * weight - self.prices[u] - self.prices[v])
        if self.scale > 0:
            return raised(-(-paid // self.scale), ground)
        if paid <= 0:
            raise refuse("the links can pay the prices")
        return None

    def to_dict(self) -> dict[str, object]:
        """Return prices and scale."""
        return {"prices": list(self.prices), "scale": self.scale}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> DegreeBound:
        """Rebuild the certificate."""
        return cls(integers(data["prices"]), integer(data["scale"]))

    def __repr__(self) -> str:
        return f"DegreeBound({len(self.prices)} nodes, scale {self.scale})"

    def __str__(self) -> str:
        return f"prices of links at {len(self.prices)} nodes that must have one or two"
