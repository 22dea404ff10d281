"""What methods work out about a board once, for all of them and for the questions that follow."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from graphpuzzles.limits import Limits, Meter
from graphpuzzles.puzzles.wiring.bounds import cheap_bounds, find_crossing
from graphpuzzles.puzzles.wiring.diagram import build_wirings
from graphpuzzles.puzzles.wiring.network import network_of
from graphpuzzles.puzzles.wiring.plan import grid_orders, open_edges, order_nodes
from graphpuzzles.puzzles.wiring.rules import Wiring

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphpuzzles.puzzles.wiring.board import WiringBoard
    from graphpuzzles.puzzles.wiring.bounds import Crossing, WiringBounds
    from graphpuzzles.puzzles.wiring.diagram import WiringDiagram
    from graphpuzzles.puzzles.wiring.network import Path, WiringNetwork


class WiringModel:
    """A board, and what is computed of it at the first asking.

    Neither the board nor any certificate knows of it, so that a fault in here cannot prove itself.
    """

    def __init__(self, board: WiringBoard) -> None:
        self.board = board
        self._diagram: WiringDiagram | None = None

    @cached_property
    def network(self) -> WiringNetwork:
        """The board with numbers alone."""
        return network_of(self.board)

    @cached_property
    def bounds(self) -> WiringBounds:
        """What shortest lines and a greedy wiring show."""
        return cheap_bounds(self.network)

    @cached_property
    def crossing(self) -> Crossing | None:
        """Two pairs whose lines would have to cross, if planarity shows any."""
        if self.bounds.paths is not None:
            return None  # A wiring is known.
        return find_crossing(self.network)

    @cached_property
    def order(self) -> tuple[str, tuple[int, ...]]:
        """The order in which a frontier sweep takes the nodes, with its name."""
        return order_nodes(self.network, grid_orders(self.board))

    @cached_property
    def width(self) -> int:
        """How many edges are open at once in that order."""
        return max(open_edges(self.network, self.order[1]), default=0)

    def diagram(self, meter: Meter | None = None) -> WiringDiagram:
        """Return the diagram of all wirings, built at the first call.

        Raises
        ------
        LimitError
            If a limit is reached while it is built.
        """
        if self._diagram is None:
            name, order = self.order
            self._diagram = build_wirings(self.network, order, name, meter or Meter(Limits()))
        return self._diagram

    def wiring(self, paths: Iterable[Path]) -> Wiring:
        """Return the answer for lines given by positions of nodes, in the order of the labels."""
        nodes = self.board.nodes
        return Wiring(
            {
                label: tuple(nodes[i] for i in path)
                for label, path in zip(self.board.labels, paths, strict=True)
            }
        )


class Wired(Protocol):
    """A wiring puzzle, as methods, generators and wrong programs see it."""

    @property
    def model(self) -> WiringModel:
        """Its board, and what is computed of it."""
        ...
