"""Certificates of wirings that can only be checked by doing the work again, in another way."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from graphpuzzles.certificates.base import Certificate, Strength, refuse
from graphpuzzles.certificates.wiring import Network, network_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["ExhaustedWirings", "SolverBound"]


State: TypeAlias = tuple[tuple[int, int, int], ...]
"""What matters of every live node: its line, the links it still wants, and its piece of line.

The line is a pair's number from 1, or 0 where no line uses the node. Pieces are told apart only
where cycles could pay; 0 is the piece of a node without a link.
"""

_UNUSED = (0, 0, 0)


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

    def proves(self, puzzle: object) -> int | None:
        """Return the value, found again.

        Raises
        ------
        CertificateError
            If the sweep finds another value.
        """
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
    disjoint lines of at most ``value - 1`` (any at all, if the value is None), with a variable for
    each edge and line and the rules of degree alone, and expects the answer "infeasible". Since
    stray cycles are allowed there, it may fail to confirm a true claim, but not confirm a wrong
    one.

    Parameters
    ----------
    value : int or None
        The bound; None for the claim that there is no wiring.
    """

    strength: ClassVar[Strength] = "trusted"

    value: int | None

    def proves(self, puzzle: object) -> int | None:
        """Return the value, if HiGHS says that nothing is shorter.

        Raises
        ------
        CertificateError
            If HiGHS finds lines that are shorter, or comes to no end.
        """
        network = network_of(puzzle)
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
    """Ask HiGHS whether links of degree 2 (terminals: 1) can weigh less than the value."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    if not network.pairs:
        return value == (None if network.fill and network.size else 0)
    rows = [*_degree_rows(network), *_contact_rows(network)]
    lines = len(network.pairs)
    if value is not None:
        costs = {
            (e * lines + line): weight
            for e, (_, _, weight) in enumerate(network.edges)
            for line in range(lines)
        }
        rows.append((costs, -np.inf, value - 1))
    count = (len(network.edges) + network.size) * lines
    entries = [(i, j, factor) for i, (row, _, _) in enumerate(rows) for j, factor in row.items()]
    row_of, column_of, factors = (np.array(part) for part in zip(*entries, strict=True))
    matrix = coo_array((factors, (row_of, column_of)), shape=(len(rows), count)).tocsr()
    low, high = (np.array([row[i] for row in rows], dtype=np.float64) for i in (1, 2))
    result = milp(
        np.zeros(count),
        integrality=np.ones(count, dtype=np.int64),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(matrix, low, high),
    )
    return bool(result.status == 2)


Row: TypeAlias = tuple[dict[int, int], float, float]
"""Coefficients of variables, and the least and greatest sum.

Variables are first the links, edge by edge, then the uses, node by node, each for every line.
"""


def _degree_rows(network: Network) -> Iterator[Row]:
    """Yield the rows that give every node the links it needs on the line that uses it."""
    lines = len(network.pairs)
    uses = len(network.edges) * lines
    links: list[list[int]] = [[] for _ in range(network.size)]
    for e, (u, v, _) in enumerate(network.edges):
        links[u].append(e)
        links[v].append(e)
    terminal = {u: line for line, pair in enumerate(network.pairs) for u in pair}
    for u in range(network.size):
        use = [uses + u * lines + line for line in range(lines)]
        if u not in terminal:
            yield dict.fromkeys(use, 1), float(network.fill), 1.0
        for line in range(lines):
            if u in terminal:
                mine = float(terminal[u] == line)
                yield {use[line]: 1}, mine, mine
            degree = dict.fromkeys((e * lines + line for e in links[u]), 1)
            yield {**degree, use[line]: -1 if u in terminal else -2}, 0.0, 0.0


def _contact_rows(network: Network) -> Iterator[Row]:
    """Yield the rows that keep lines from touching themselves where they must not."""
    lines = len(network.pairs)
    uses = len(network.edges) * lines
    for line in range(lines):
        for e, (u, v, _) in enumerate(network.edges if network.chordless else ()):
            both = {uses + u * lines + line: 1, uses + v * lines + line: 1}
            yield {**both, e * lines + line: -1}, -math.inf, 1.0
        for block in network.blocks:
            inside = dict.fromkeys((uses + u * lines + line for u in block), 1)
            yield inside, -math.inf, len(block) - 1.0
