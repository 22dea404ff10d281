"""Wirings laid step by step: a state space for depth-first branch and bound.

Lines are laid one after the other, each from its first terminal. It is the slowest method and the
plainest: the reference for small boards. Nothing is cut but what cannot be completed at all or not
below the best wiring known. In particular a line may double back around an empty pocket, which the
shortest wiring can need where another line runs through below.
"""

from __future__ import annotations

import math
from dataclasses import fields
from typing import TYPE_CHECKING, NamedTuple

from graphpuzzles.limits import Limits
from graphpuzzles.search import SearchStatus

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphpuzzles.puzzles.wiring.network import Path, WiringNetwork


class Partial(NamedTuple):
    """Lines laid so far.

    Parameters
    ----------
    pair : int
        The line under way; the number of pairs when all are laid.
    head : int
        The node it has reached; -1 when all are laid.
    used : int
        A bit for every node on a line.
    own : int
        A bit for every node on the line under way.
    """

    pair: int
    head: int
    used: int
    own: int


class PartialWirings:
    """The state space of partial wirings, as `graphpuzzles.search` takes it.

    Parameters
    ----------
    network : WiringNetwork
    """

    def __init__(self, network: WiringNetwork) -> None:
        self.network = network
        self.everything = (1 << network.size) - 1
        self.blocks = [sum(1 << u for u in block) for block in network.blocks]
        self.inner = sum(1 << u for u in range(network.size) if not network.label[u])
        self.around = [sum(1 << v for v, _ in ends) for ends in network.neighbors]
        weights = [weight for _, _, weight in network.edges]
        self.least_weight = min(weights, default=0)

    @property
    def source(self) -> Partial:
        """The first line at its first terminal."""
        return self._begin(0, 0)

    def _begin(self, pair: int, used: int) -> Partial:
        if pair == len(self.network.pairs):
            return Partial(pair, -1, used, 0)
        s = self.network.pairs[pair][0]
        return Partial(pair, s, used | 1 << s, 1 << s)

    def successors(self, state: Partial) -> Iterator[Partial]:
        """Yield what one more step of the line under way leads to."""
        pair, head, used, own = state
        if head < 0:
            return
        target = self.network.pairs[pair][1]
        for v, _ in self.network.neighbors[head]:
            bit = 1 << v
            if used & bit or not (v == target or self.inner & bit):
                continue
            if self._touches(v, head, own):
                continue
            if v == target:
                yield self._begin(pair + 1, used | bit)
            else:
                yield Partial(pair, v, used | bit, own | bit)

    def _touches(self, v: int, head: int, own: int) -> bool:
        """Tell whether a line that goes on to a node touches itself there."""
        if self.network.chordless and any(
            own >> u & 1 for u, _ in self.network.neighbors[v] if u != head
        ):
            return True
        grown = own | 1 << v
        return any(grown & block == block for block in self.blocks)

    def weight(self, u: Partial, v: Partial) -> int:
        """Return the weight of the edge that a step uses."""
        reached = v.head if u.pair == v.pair else self.network.pairs[u.pair][1]
        return self.network.weight[u.head, reached]

    def is_target(self, state: Partial) -> bool:
        """Tell whether all lines are laid, and fill the network where they must."""
        return state.head < 0 and (not self.network.fill or state.used == self.everything)

    def heuristic(self, state: Partial) -> float:
        """Return the distances that are left, lines already laid being walls; inf if cut off."""
        pair, head, used, _ = state
        if head < 0:
            return 0 if self.is_target(state) else math.inf
        left = 0
        for number in range(pair, len(self.network.pairs)):
            s, t = self.network.pairs[number]
            distance = self._distance(head if number == pair else s, t, used)
            if distance is None:
                return math.inf
            left += distance
        if self.network.fill:
            nodes = (self.inner & ~used).bit_count() + len(self.network.pairs) - pair
            left = max(left, nodes * self.least_weight)
        return left

    def _distance(self, s: int, t: int, used: int) -> int | None:
        """Return the distance beside the lines laid, in steps of the least weight."""
        free = self.inner & ~used | 1 << t
        seen = layer = 1 << s
        steps = 0
        while layer:
            if layer >> t & 1:
                return steps * self.least_weight
            following = 0
            while layer:
                low = layer & -layer
                following |= self.around[low.bit_length() - 1]
                layer ^= low
            layer = following & free & ~seen
            seen |= layer
            steps += 1
        return None

    def paths(self, walk: Sequence[Partial]) -> tuple[Path, ...]:
        """Return the lines of a walk from the source to a target."""
        lines: list[list[int]] = [[s] for s, _ in self.network.pairs]
        for state in walk:
            if state.head >= 0 and lines[state.pair][-1] != state.head:
                lines[state.pair].append(state.head)
        return tuple((*line, t) for line, (_, t) in zip(lines, self.network.pairs, strict=True))


def limit_name(status: SearchStatus) -> str | None:
    """Return the limit behind a status; None where the search came to an end."""
    names = (*(field.name for field in fields(Limits)), "stopped")
    return next((name for name in names if SearchStatus.of_limit(name) is status), None)
