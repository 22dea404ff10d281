"""Certificates of wirings that can only be checked by doing the work again, in another way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from graphpuzzles.certificate import Certificate, Strength, refuse
from graphpuzzles.limits import UNLIMITED, Meter
from graphpuzzles.puzzles.wiring.certificate import Ground, ground_of, integer
from graphpuzzles.text import integer_from_json, integer_to_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graphpuzzles.limits import Limits

__all__ = ["CountedWirings", "ExhaustedWirings"]

State: TypeAlias = tuple[tuple[int, int, int], ...]
"""What matters of every live node: its line, the links it still wants, and its piece of line.

The line is a pair's number from 1, or 0 where no line uses the node. Pieces are told apart only
where cycles could pay; 0 is the piece of a node without a link.
"""

_UNUSED = (0, 0, 0)
_POLL = 2048
# What a state takes, about, and what each node adds to it, more where pieces are told apart.
_STATE_BYTES, _NODE_BYTES, _PIECE_BYTES = 150, 20, 52


class _Sweep:
    """The least wirings by a sweep over the nodes, each given a line as its turn comes.

    Unlike the profiles of the solvers, states speak of nodes and not of edges, and every edge is
    decided on its own.

    Parameters
    ----------
    ground : Ground
    meter : Meter
    counting : bool
        Whether the wirings are counted, too; then they weigh nothing where all are solutions, and
        cycles are told from lines, which without weight would be no worse.
    """

    def __init__(self, ground: Ground, meter: Meter, *, counting: bool = False) -> None:
        self.meter = meter
        around: list[list[int]] = [[] for _ in range(ground.size)]
        for u, v, _ in ground.edges:
            around[u].append(v)
            around[v].append(u)
        order = min(_orders(around), key=lambda order: _width(order, around))
        place = {u: i for i, u in enumerate(order)}
        size = len(order)
        # One list for all nodes but the terminals, since there may be many of both.
        free = [(line, 2, 0) for line in range(1, len(ground.pairs) + 1)]
        free += [_UNUSED] * (not ground.fill)
        self.choices = [free] * size
        for line, pair in enumerate(ground.pairs, 1):
            for u in pair:
                self.choices[place[u]] = [(line, 1, 0)]
        self.cycles_pay = ground.fill or counting
        self.state_bytes = _STATE_BYTES * (1 + counting)
        self.node_bytes = _NODE_BYTES + _PIECE_BYTES * self.cycles_pay
        self.chordless = ground.chordless
        self.remembers = ground.chordless or bool(ground.blocks)
        # For every turn: earlier neighbours with the weight and how many come after this turn.
        self.earlier: list[list[tuple[int, int, int]]] = [[] for _ in order]
        self.later = [0] * size
        self.last = list(range(size))
        weighed = ground.shortest or not counting
        weight = {(u, v): weight * weighed for u, v, weight in ground.edges}
        for u, node in enumerate(order):
            turns = sorted(place[w] for w in around[node])
            for left, v in zip(range(len(turns) - 1, -1, -1), turns, strict=True):
                if v > u:
                    ends = min(node, order[v]), max(node, order[v])
                    self.earlier[v].append((u, weight[ends], left))
                    self.later[u] += 1
                    self.last[u] = max(self.last[u], v)
        self.blocks: list[list[list[int]]] = [[] for _ in order]
        for block in ground.blocks:
            turns = sorted(place[u] for u in block)
            self.blocks[turns[-1]].append(turns)
            for u in turns:
                self.last[u] = max(self.last[u], turns[-1])
        self._states: dict[State, int] = {(): 0}
        self._following: dict[State, int] = {}
        # In how many ways a state is reached at its least weight; empty unless they are counted.
        self._ways: dict[State, int] = {(): 1} if counting else {}
        self._work = 0

    def count(self) -> int:
        """Return how many wirings have the least total weight."""
        self.least()
        return self._ways.get((), 0)

    def least(self) -> int | None:
        """Return the least total weight; None where no wiring exists."""
        counting = bool(self._ways)
        live: list[int] = []
        following: dict[State, int]
        for v in range(len(self.last)):
            at = {u: i for i, u in enumerate([*live, v])}
            live = [u for u in at if self.last[u] > v]
            kept = [at[u] for u in live]
            earlier = [(at[u], weight, left) for u, weight, left in self.earlier[v]]
            blocks = [[at[u] for u in block] for block in self.blocks[v]]
            self._following = following = {}
            ways: dict[State, int] = {}
            for state, cost in self._states.items():
                for spots, total in self._turn(v, earlier, state, cost):
                    if blocks and self._fills_block(blocks, spots):
                        continue
                    after = tuple([spots[i] for i in kept])
                    if self.cycles_pay:
                        after = _renumbered(after)
                    known = following.get(after, total + 1)
                    if total < known:
                        following[after] = total
                    if counting and total <= known:
                        ways[after] = self._ways[state] + ways.get(after, 0) * (total == known)
            self._states, self._ways = following, ways
            self._require(0, len(live))
        return self._states.get(())

    def _account(self, made: int, width: int) -> None:
        """Look at the limits now and then, within the turn of one state too."""
        self._work += made
        if self._work >= _POLL:
            self._require(made, width)

    def _require(self, made: int, width: int) -> None:
        self._work = 0
        held = len(self._states) + len(self._following) + made
        memory = held * (self.state_bytes + width * self.node_bytes)
        self.meter.require(f"{held} states were swept at once", states=held, memory=memory)

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
            self._account(len(grown), len(state))
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
        # Two ends of one piece would close a cycle, which where all nodes must be used could
        # take the place of a line; elsewhere it only adds weight, and the pieces are not kept.
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
        used = ({spots[i][0] for i in block} for block in blocks)
        return any(len(lines) == 1 and 0 not in lines for lines in used)


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
        LimitError
            If it reaches a limit.
        """
        meter = Meter(limits)
        found = _Sweep(ground_of(puzzle, meter), meter).least()
        if found != self.value:
            raise refuse(f"the sweep finds {found}, not {self.value}")
        return found

    def to_dict(self) -> dict[str, object]:
        """Return the value."""
        return {"value": self.value}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> ExhaustedWirings:
        """Rebuild the certificate."""
        value = data["value"]
        return cls(None if value is None else integer(value))

    def __str__(self) -> str:
        return "all wirings were swept through; the check does so again"


@dataclass(frozen=True)
class CountedWirings(Certificate[int]):
    """The claim that there are so many wirings, checked by an exhaustive sweep.

    Parameters
    ----------
    value : int
        The number of wirings; where the shortest are asked for, of those.
    """

    strength: ClassVar[Strength] = "recomputed"
    question: ClassVar[str] = "wirings"

    value: int

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> int:
        """Return the number, found again; see `ExhaustedWirings.proves`."""
        meter = Meter(limits)
        found = _Sweep(ground_of(puzzle, meter), meter, counting=True).count()
        if found != self.value:
            raise refuse(f"the sweep counts {found}, not {self.value}")
        return found

    def to_dict(self) -> dict[str, object]:
        """Return the number."""
        return {"value": integer_to_json(self.value)}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> CountedWirings:
        """Rebuild the certificate."""
        return cls(integer_from_json(data["value"]))

    def __str__(self) -> str:
        return "all wirings were swept through and counted; the check does so again"
