"""What methods work out about a board once, for all of them and for the questions that follow.

The diagram of all wirings above all: how many there are, which, the shortest, one at random.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from graphpuzzles.errors import require_kind
from graphpuzzles.models.frontier.build import build_diagram
from graphpuzzles.models.frontier.paths import PathSampler, iter_best_paths
from graphpuzzles.models.frontier.sweeps import count_solutions, optimal_part
from graphpuzzles.puzzles.wiring.bounds import cheap_bounds, find_crossing
from graphpuzzles.puzzles.wiring.contact import frontier_states
from graphpuzzles.puzzles.wiring.network import network_of
from graphpuzzles.puzzles.wiring.plan import grid_orders, open_edges, order_nodes, plan_wiring
from graphpuzzles.puzzles.wiring.rules import Wiring

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from graphpuzzles.limits import Meter
    from graphpuzzles.models.frontier.diagram import FrontierDiagram
    from graphpuzzles.puzzles.wiring.board import WiringBoard
    from graphpuzzles.puzzles.wiring.bounds import Crossing, WiringBounds
    from graphpuzzles.puzzles.wiring.network import Path, WiringNetwork
    from graphpuzzles.puzzles.wiring.states import WiringStates


@dataclass(frozen=True, eq=False)
class WiringDiagram:
    """The diagram whose paths are the wirings that the rules allow.

    Parameters
    ----------
    states : WiringStates
    diagram : FrontierDiagram
    """

    states: WiringStates
    diagram: FrontierDiagram

    @cached_property
    def shortest(self) -> WiringDiagram:
        """The part of the diagram whose paths are the wirings of least weight."""
        return WiringDiagram(self.states, optimal_part(self.diagram))

    @cached_property
    def count(self) -> int:
        """The number of wirings, exact."""
        return count_solutions(self.diagram)

    @cached_property
    def _sampler(self) -> PathSampler:
        return PathSampler(self.diagram)

    def wirings(self, limit: int | None = None) -> Iterator[tuple[Path, ...]]:
        """Yield wirings by rising weight, at most `limit` of them."""
        for _, labels in iter_best_paths(self.diagram, limit=limit):
            yield self._paths(labels)

    def sample(self, rng: random.Random) -> tuple[Path, ...]:
        """Draw a wiring, each with the same probability.

        Raises
        ------
        NoSolutionError
            If there is none.
        """
        require_kind(rng, random.Random)
        return self._paths(self._sampler.draw(rng))

    def _paths(self, labels: Sequence[int]) -> tuple[Path, ...]:
        return self.states.network.trace(self.states.edges(labels))


def build_wirings(
    network: WiringNetwork, order: Sequence[int], name: str, meter: Meter
) -> WiringDiagram:
    """Build the diagram of all wirings by a sweep in this order of the nodes, which has a name.

    Raises
    ------
    LimitError
        If a limit is reached; nothing is proved.
    """
    states = frontier_states(network, plan_wiring(network, order, name))
    return WiringDiagram(states, build_diagram(states, meter=meter))


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

    @property
    def swept(self) -> bool:
        """Whether the diagram of all solutions is built."""
        return self._diagram is not None

    def diagram(self, meter: Meter) -> WiringDiagram:
        """Return the diagram of all solutions, built at the first call.

        Raises
        ------
        LimitError
            If a limit is reached while it is built.
        """
        if self._diagram is None:
            name, order = self.order
            self._diagram = build_wirings(self.network, order, name, meter)
        return self._diagram.shortest if self.board.rule == "shortest" else self._diagram

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
