"""All wirings of a network in one diagram: how many, which, the shortest, one at random."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from graphpuzzles.errors import require_kind
from graphpuzzles.models.frontier.build import build_diagram
from graphpuzzles.models.frontier.paths import PathSampler, iter_best_paths
from graphpuzzles.models.frontier.sweeps import count_solutions, least_weight, optimal_part
from graphpuzzles.puzzles.wiring.contact import frontier_states
from graphpuzzles.puzzles.wiring.plan import plan_wiring

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphpuzzles.limits import Meter
    from graphpuzzles.models.frontier.diagram import FrontierDiagram
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
    def least(self) -> int | None:
        """The least weight of a wiring; None where there is none."""
        return least_weight(self.diagram)

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
