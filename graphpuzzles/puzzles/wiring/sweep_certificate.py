"""Certificates of wirings that can only be checked by doing the work again, in another way."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from graphpuzzles.certificate import Certificate, Strength, refuse
from graphpuzzles.limits import UNLIMITED
from graphpuzzles.puzzles.wiring.certificate import Network, network_of
from graphpuzzles.puzzles.wiring.price_certificate import length_parity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graphpuzzles.limits import Limits

__all__ = ["ExhaustedWirings", "SolverBound"]


State: TypeAlias = tuple[tuple[int, int, int], ...]
"""What matters of every live node: its line, the links it still wants, and its piece of line.

The line is a pair's number from 1, or 0 where no line uses the node. Pieces are told apart only
where cycles could pay; 0 is the piece of a node without a link.
"""

_UNUSED = (0, 0, 0)

# Total weight up to which HiGHS's tolerances leave no doubt about an integer.
_MAX_WEIGHT = 10**6
# Nodes of the branch-and-bound tree after which HiGHS is not waited for.
_MAX_NODES = 20_000


class _Sweep:
    """The least wiring by a sweep over the nodes, each given a line as its turn comes.

    Unlike the profiles of the solvers, states speak of nodes and not of edges, and every edge is
    decided on its own.
    """

    def __init__(self, network: Network) -> None:
        around: list[list[int]] = [[] for _ in range(network.size)]
        for u, v, _ in network.edges:
            around[u].append(v)
            around[v].append(u)
        order = min(_orders(around), key=lambda order: _width(order, around))
        place = {u: i for i, u in enumerate(order)}
        size = len(order)
        lines = range(1, len(network.pairs) + 1)
        self.choices = [[(line, 2, 0) for line in lines] for _ in order]
        if not network.fill:
            for choices in self.choices:
                choices.append(_UNUSED)
        for line, pair in enumerate(network.pairs, 1):
            for u in pair:
                self.choices[place[u]] = [(line, 1, 0)]
        self.cycles_pay = network.fill
        self.chordless = network.chordless
        self.remembers = network.chordless or bool(network.blocks)
        # For every turn: earlier neighbours with the weight and how many come after this turn.
        self.earlier: list[list[tuple[int, int, int]]] = [[] for _ in order]
        self.later = [0] * size
        self.last = list(range(size))
        for a, b, weight in network.edges:
            u, v = sorted((place[a], place[b]))
            left = sum(place[w] > v for w in around[order[u]])
            self.earlier[v].append((u, weight, left))
            self.later[u] += 1
            self.last[u] = max(self.last[u], v)
        self.blocks: list[list[list[int]]] = [[] for _ in order]
        for block in network.blocks:
            turns = sorted(place[u] for u in block)
            self.blocks[turns[-1]].append(turns)
            for u in turns:
                self.last[u] = max(self.last[u], turns[-1])

    def least(self) -> int | None:
        """Return the least total weight; None where no wiring exists."""
        live: list[int] = []
        states: dict[State, int] = {(): 0}
        for v in range(len(self.last)):
            at = {u: i for i, u in enumerate([*live, v])}
            live = [u for u in at if self.last[u] > v]
            kept = [at[u] for u in live]
            earlier = [(at[u], weight, left) for u, weight, left in self.earlier[v]]
            blocks = [[at[u] for u in block] for block in self.blocks[v]]
            following: dict[State, int] = {}
            for state, cost in states.items():
                for spots, total in self._turn(v, earlier, state, cost):
                    if blocks and self._fills_block(blocks, spots):
                        continue
                    after = tuple([spots[i] for i in kept])
                    if self.cycles_pay:
                        after = _renumbered(after)
                    if total < following.get(after, total + 1):
                        following[after] = total
            states = following
        return states.get(())

    def _turn(
        self, v: int, earlier: list[tuple[int, int, int]], state: State, cost: int
    ) -> Iterator[tuple[State, int]]:
        """Yield what can become of a state when node `v` gets its turn."""
        due = {state[i][0] for i, _, left in earlier if state[i][1] > left}
        if len(due) > 1:
            return
        for choice in self.choices[v]:
            if due and choice[0] not in due:
                continue
            grown = [((*state, choice), cost)]
            for i, weight, left in earlier:
                if state[i][0] == choice[0] > 0:
                    grown = [
                        result
                        for spots, total in grown
                        for result in self._decide(spots, total, i, weight, left)
                    ]
            for spots, total in grown:
                line, wanted, _ = spots[-1]
                if wanted == 0:
                    yield (*spots[:-1], (line, 0, 0) if self.remembers else _UNUSED), total
                elif wanted <= self.later[v]:
                    yield spots, total

    def _decide(
        self, spots: State, total: int, i: int, weight: int, left: int
    ) -> Iterator[tuple[State, int]]:
        """Yield the spots without and with a link between two nodes of one line.

        These are node number `i` and the last one; `left` neighbours of node `i` come later.
        """
        (line, wanted, piece), (_, wanted_last, piece_last) = spots[i], spots[-1]
        if wanted <= left and not self.chordless:
            yield spots, total
        if not wanted or not wanted_last or (piece and piece == piece_last):
            return
        grown = list(spots)
        joined = 0
        if self.cycles_pay:
            # The state's pieces are numbered 1, 2, ..., at most its length.
            joined = piece or piece_last or len(spots)
            old = piece_last if piece else 0
            if old and old != joined:
                grown = [(a, b, joined if c == old else c) for a, b, c in grown]
        grown[-1] = (line, wanted_last - 1, joined)
        if wanted > 1:
            grown[i] = (line, wanted - 1, joined)
        else:
            grown[i] = (line, 0, 0) if self.remembers else _UNUSED
        yield tuple(grown), total + weight

    @staticmethod
    def _fills_block(blocks: list[list[int]], spots: State) -> bool:
        return any(len({spots[i][0] for i in b}) == 1 and spots[b[0]][0] for b in blocks)


def _renumbered(state: State) -> State:
    """Give the pieces numbers in the order in which the nodes name them."""
    numbers = {0: 0}
    return tuple([(a, b, numbers.setdefault(c, len(numbers))) for a, b, c in state])


def _orders(around: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Yield orders of the nodes to choose from: as they are, and breadth-first from both ends."""
    size = len(around)
    yield list(range(size))
    for starts in (range(size), range(size - 1, -1, -1)):
        order: list[int] = []
        seen: set[int] = set()
        for start in starts:
            if start in seen:
                continue
            seen.add(start)
            order.append(start)
            head = len(order) - 1
            while head < len(order):
                for v in around[order[head]]:
                    if v not in seen:
                        seen.add(v)
                        order.append(v)
                head += 1
        yield order


def _width(order: Sequence[int], around: Sequence[Sequence[int]]) -> int:
    """Return the most nodes that wait for a neighbour at any time."""
    place = {u: i for i, u in enumerate(order)}
    last = [max([place[u], *(place[v] for v in around[u])]) for u in order]
    change = [0] * (len(order) + 1)
    for i, final in enumerate(last):
        change[i] += 1
        change[final] -= 1
    width = widest = 0
    for step in change:
        width += step
        widest = max(widest, width)
    return widest


@dataclass(frozen=True)
class ExhaustedWirings(Certificate[int]):
    """The claim that an exhaustive sweep found this value, checked by another exhaustive sweep.

    Nothing short of the work itself proves it: `proves` sweeps the nodes again, by another method
    than the solvers, and takes as long as a plain program does.

    Parameters
    ----------
    value : int or None
        The least total weight; None where there is no wiring.
    """

    strength: ClassVar[Strength] = "recomputed"

    value: int | None

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> int | None:
        """Return the value, found again.

        Raises
        ------
        CertificateError
            If the sweep finds another value.
        """
        del limits
        found = _Sweep(network_of(puzzle)).least()
        if found != self.value:
            raise refuse(f"the sweep finds {found}, not {self.value}")
        return found

    def to_dict(self) -> dict[str, object]:
        """Return the value."""
        return {"value": self.value}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> ExhaustedWirings:
        """Rebuild the certificate."""
        return cls(_value(data["value"]))

    def __str__(self) -> str:
        return "all wirings were swept through; the check does so again"


def _value(value: object) -> int | None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise TypeError(f"a value is an integer or null, not {value!r}")
    return value


@dataclass(frozen=True)
class SolverBound(Certificate[int]):
    """The claim that no wiring is shorter, checked by HiGHS on a formulation of its own.

    HiGHS computes in floating point; whether to trust it is up to the reader. The check asks for
    disjoint lines of at most ``value - 1`` (any at all, if the value is None), written down anew
    as flows, and expects the answer "infeasible". Since stray cycles are allowed there, it may
    fail to confirm a true claim, but not confirm a wrong one; nor does it confirm any bound where
    the weights are beyond the tolerances of HiGHS. It takes as long as HiGHS does.

    Parameters
    ----------
    value : int or None
        The bound; None for the claim that there is no wiring.
    """

    strength: ClassVar[Strength] = "trusted"

    value: int | None

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> int | None:
        """Return the value, if HiGHS says that nothing is shorter.

        Raises
        ------
        CertificateError
            If HiGHS finds lines that are shorter, or comes to no end, or a bound is claimed and
            all weights together exceed 10^6.
        """
        del limits
        network = network_of(puzzle)
        if self.value is not None and sum(weight for _, _, weight in network.edges) > _MAX_WEIGHT:
            raise refuse(f"weights that add up to more than {_MAX_WEIGHT} take exact arithmetic")
        if not _nothing_below(network, self.value):
            raise refuse("the solver does not confirm that no wiring is shorter")
        return self.value

    def to_dict(self) -> dict[str, object]:
        """Return the value."""
        return {"value": self.value}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> SolverBound:
        """Rebuild the certificate."""
        return cls(_value(data["value"]))

    def __str__(self) -> str:
        return "HiGHS says so, in floating point; the check asks it again"


def _nothing_below(network: Network, value: int | None) -> bool:
    """Ask HiGHS whether flows from terminal to terminal can weigh less than the value."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    if not network.pairs:
        return value == (None if network.fill and network.size else 0)
    flows = _Flows(network)
    rows = [*flows.lines(), *flows.capacities(), *flows.contacts()]
    if value is not None:
        parity = length_parity(network)
        below = value - 1 if parity in (None, (value - 1) % 2) else value - 2
        below = min(max(below, -1), sum(flows.weights))
        rows.append((dict(enumerate(flows.weights)), -math.inf, below))
    if not flows.weights:
        return value is None
    entries = [(i, j, factor) for i, (row, _, _) in enumerate(rows) for j, factor in row.items()]
    row_of, column_of, factors = (np.array(part) for part in zip(*entries, strict=True))
    shape = (len(rows), len(flows.weights))
    matrix = coo_array((factors, (row_of, column_of)), shape=shape).tocsr()
    low, high = (np.array([row[i] for row in rows], dtype=np.float64) for i in (1, 2))
    result = milp(
        np.zeros(shape[1]),
        integrality=np.ones(shape[1], dtype=np.int64),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(matrix, low, high),
        options={"node_limit": _MAX_NODES},
    )
    return bool(result.status == 2)


Row: TypeAlias = tuple[dict[int, int], float, float]
"""Coefficients of variables, and the least and greatest sum."""


class _Flows:
    """A variable for every line and direction of an edge, and what lines must keep to."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.terminal = {u: line for line, pair in enumerate(network.pairs) for u in pair}
        self.weights: list[int] = []
        count = range(len(network.pairs))
        self.into: list[list[list[int]]] = [[[] for _ in range(network.size)] for _ in count]
        self.out_of: list[list[list[int]]] = [[[] for _ in range(network.size)] for _ in count]
        self.arcs: list[list[tuple[int, int]]] = []
        for line, (s, t) in enumerate(network.pairs):
            self.arcs.append([])
            for a, b, weight in network.edges:
                both = []
                for u, v in ((a, b), (b, a)):
                    if v != s and u != t and self._open(u, line) and self._open(v, line):
                        both.append(len(self.weights))
                        self.out_of[line][u].append(both[-1])
                        self.into[line][v].append(both[-1])
                        self.weights.append(weight)
                self.arcs[line].append((both[0], both[-1]) if both else (-1, -1))

    def _open(self, node: int, line: int) -> bool:
        return self.terminal.get(node, line) == line

    def lines(self) -> Iterator[Row]:
        """Yield the rows that let one unit of every line leave, go through, and arrive."""
        for line, (s, t) in enumerate(self.network.pairs):
            yield dict.fromkeys(self.out_of[line][s], 1), 1.0, 1.0
            yield dict.fromkeys(self.into[line][t], 1), 1.0, 1.0
            for u in range(self.network.size):
                if u not in self.terminal:
                    row = dict.fromkeys(self.into[line][u], 1)
                    row.update(dict.fromkeys(self.out_of[line][u], -1))
                    yield row, 0.0, 0.0

    def capacities(self) -> Iterator[Row]:
        """Yield the rows that let one line at most, or exactly one, use a node."""
        for u in range(self.network.size):
            if u not in self.terminal:
                row = dict.fromkeys((arc for into in self.into for arc in into[u]), 1)
                yield row, float(self.network.fill), 1.0

    def contacts(self) -> Iterator[Row]:
        """Yield the rows that keep lines from touching themselves where they must not."""
        for line, pair in enumerate(self.network.pairs):
            used = [[] if u in pair else arcs for u, arcs in enumerate(self.into[line])]
            for (u, v, _), arcs in zip(self.network.edges, self.arcs[line], strict=True):
                if self.network.chordless and self._open(u, line) and self._open(v, line):
                    row = dict.fromkeys([*used[u], *used[v]], 1)
                    for arc in {*arcs} - {-1}:
                        row[arc] = row.get(arc, 0) - 1
                    yield row, -math.inf, 1.0 - (u in pair) - (v in pair)
            for block in self.network.blocks:
                if all(self._open(u, line) for u in block):
                    row = dict.fromkeys((arc for u in block for arc in used[u]), 1)
                    yield row, -math.inf, len(block) - 1.0 - sum(u in pair for u in block)
