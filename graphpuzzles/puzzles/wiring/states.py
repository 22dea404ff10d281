"""Connectivity states of a wiring, for frontier diagrams: how many, which, the least, any graph.

A state tells for every open edge whether a line runs along it and where that line's other end is:
at a terminal (then of which pair), or on another open edge (then on which). Two ends of one piece
are never joined, so no stray cycle arises, and every wiring is exactly one path of the diagram.

References
----------
Knuth, D. E. (2011). *The Art of Computer Programming*, volume 4A, section 7.1.4 (mate arrays).
Yoshinaka, R., Saitoh, T., Kawahara, J., Tsuruta, K., Iwashita, H. and Minato, S. (2012). Finding
all solutions and instances of Numberlink and Slitherlink by ZDDs. *Algorithms* 5 (2).
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from graphpuzzles.models.frontier.diagram import INT64_SAFE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.models.frontier.diagram import Batch
    from graphpuzzles.puzzles.wiring.network import WiringNetwork
    from graphpuzzles.puzzles.wiring.plan import Turn, WiringPlan

    Words: TypeAlias = NDArray[np.int64]
    # Indices of the states that take a choice, what becomes of them, the label of the choice.
    Grown: TypeAlias = tuple[NDArray[np.intp], Words, int]


WORD_BITS = 63


class WiringStates:
    """The states of a wiring problem whose lines may touch themselves.

    The entry of a slot is 0 (no line), the number of a pair (the line comes from its terminal) or
    ``marks + 1 + m`` (the other end is in slot m). Entries are packed in words of 63 bits.

    Parameters
    ----------
    network : WiringNetwork
    plan : WiringPlan
    marks : int, optional
        Number of different terminal entries; that of the pairs by default.

    Attributes
    ----------
    steps, start, expand
        As `graphpuzzles.models.frontier.diagram.BatchFrontier` asks for. The label of an arc has
        a bit for every edge that leaves the node, set where a line runs along it.
    """

    def __init__(
        self, network: WiringNetwork, plan: WiringPlan, *, marks: int | None = None
    ) -> None:
        self.network = network
        self.plan = plan
        # Invariant: pointers come in twos, each to the slot of the other, the two open ends of one
        # piece; the slot of a mark is the one open end of a piece that begins at a terminal.
        # Nothing else is kept of the piece, wherever it ran (Knuth's mate array).
        self.marks = len(network.pairs) if marks is None else marks
        self.bits = max(1, (self.marks + plan.slots).bit_length())
        self.per_word = WORD_BITS // self.bits
        self.edge_words = self.words = max(1, -(-plan.slots // self.per_word))
        self.steps = len(plan.turns)
        self.start: int | tuple[int, ...] = 0 if self.words == 1 else (0,) * self.words

    def expand(self, step: int, states: NDArray[np.integer], /) -> Batch:
        """Return source, new state, label and weight of every arc of a step."""
        turn = self.plan.turns[step]
        table = states.reshape(len(states), -1).astype(np.int64, copy=False)
        base, values = self.empty(table, turn.entering)
        used = sum(((value > 0) for value in values), np.zeros(len(table), dtype=np.int64))
        parts = [
            *self.untouched(turn, turn.mark, base, np.flatnonzero(used == 0)),
            *self.continued(turn, turn.mark, base, np.flatnonzero(used == 1), values),
        ]
        if not turn.mark:
            parts += self.joined(turn, base, used == 2, values)
        return self.batch(turn, parts, states.ndim)

    def empty(self, table: Words, slots: Sequence[int]) -> tuple[Words, list[Words]]:
        """Return the states with these slots emptied, and what was in them."""
        base = table.copy()
        values = []
        for slot in slots:
            word, place = divmod(slot, self.per_word)
            shift = place * self.bits
            value = (table[:, word] >> shift) & ((1 << self.bits) - 1)
            base[:, word] -= value << shift
            values.append(value)
        return base, values

    def untouched(
        self, turn: Turn, mark: int, base: Words, chosen: NDArray[np.intp]
    ) -> Iterator[Grown]:
        """Yield the choices where no line enters the node: it starts one, or stays unused."""
        kept = base[chosen]
        if mark:
            for i, slot in enumerate(turn.leaving):
                yield chosen, self._put(kept, slot, mark), 1 << i
            return
        if not self.network.fill:
            yield chosen, kept, 0
        for (i, a), (j, b) in combinations(enumerate(turn.leaving), 2):
            bent = self._put(self._put(kept, a, self._pointer(b)), b, self._pointer(a))
            yield chosen, bent, 1 << i | 1 << j

    def continued(
        self,
        turn: Turn,
        mark: int,
        base: Words,
        chosen: NDArray[np.intp],
        values: Sequence[Words],
    ) -> Iterator[Grown]:
        """Yield the choices where one line enters the node: it goes on, or ends at a terminal."""
        if not chosen.size:
            return
        entry = sum((value[chosen] for value in values), np.zeros(len(chosen), dtype=np.int64))
        came = np.zeros(len(chosen), dtype=np.int64)
        for slot, value in zip(turn.entering, values, strict=True):
            came[value[chosen] > 0] = slot
        kept = base[chosen]
        if mark:
            # The line comes from the other terminal of the pair, or from an open end elsewhere,
            # which from now on has this terminal behind it.
            fits = (entry == mark) | (entry > self.marks)
            ended = self._redirect(kept[fits], entry[fits], came[fits], mark)
            yield chosen[fits], ended, 0
            return
        for i, slot in enumerate(turn.leaving):
            moved = self._redirect(kept, entry, came, self._pointer(slot))
            yield chosen, self._put(moved, slot, entry), 1 << i

    def joined(
        self, turn: Turn, base: Words, two: NDArray[np.bool_], values: Sequence[Words]
    ) -> Iterator[Grown]:
        """Yield the choice where two lines enter the node: they become one, but no cycle."""
        ends = zip(turn.entering, values, strict=True)
        for (a, first), (b, second) in combinations(ends, 2):
            chosen = np.flatnonzero(two & (first > 0) & (second > 0))
            x, y = first[chosen], second[chosen]
            # Two terminals must be of one pair; two slots that point to each other are the ends of
            # one piece, which would close to a cycle.
            terminals = (x <= self.marks) & (y <= self.marks)
            fits = np.where(terminals, x == y, x != self._pointer(b))
            chosen, x, y = chosen[fits], x[fits], y[fits]
            if chosen.size:
                moved = self._redirect(base[chosen], x, a, y)
                yield chosen, self._redirect(moved, y, b, x), 0

    def batch(self, turn: Turn, parts: Sequence[Grown], dimensions: int) -> Batch:
        """Join what was grown into the arrays that the diagram's builder takes."""
        if not parts:
            none = np.zeros(0, dtype=np.int64)
            return none, np.zeros((0, self.words)[:dimensions], dtype=np.int64), none, none
        sizes = [len(chosen) for chosen, _, _ in parts]
        labels = np.array([label for _, _, label in parts], dtype=np.int64)
        costs = [edge_weight(turn, label) for _, _, label in parts]
        weights = np.array(costs, dtype=np.int64 if max(costs) < INT64_SAFE else object)
        new = np.concatenate([new for _, new, _ in parts])
        return (
            np.concatenate([chosen for chosen, _, _ in parts]),
            new[:, 0] if dimensions == 1 else new,
            np.repeat(labels, sizes),
            np.repeat(weights, sizes),
        )

    def edges(self, labels: Sequence[int]) -> list[tuple[int, int]]:
        """Return the edges used along a path of the diagram, given by its labels."""
        return [
            (turn.node, v)
            for turn, label in zip(self.plan.turns, labels, strict=True)
            for i, v in enumerate(turn.ends)
            if label >> i & 1
        ]

    def labels(self, edges: Iterable[tuple[int, int]], line: Mapping[int, int]) -> list[int]:
        """Return the labels of the path that stands for a wiring.

        Parameters
        ----------
        edges : iterable of (int, int)
            The edges used.
        line : Mapping of int to int
            The pair, from 1, of every node that a line uses.
        """
        del line
        used = {end for u, v in edges for end in ((u, v), (v, u))}
        return [
            sum(1 << i for i, v in enumerate(turn.ends) if (turn.node, v) in used)
            for turn in self.plan.turns
        ]

    def describe(self, state: int | Sequence[int]) -> str:
        """Say where the lines on the open edges come from, by slot."""
        words = [state] if isinstance(state, int) else state
        told = []
        for slot in range(self.plan.slots):
            word, place = divmod(slot, self.per_word)
            entry = words[word] >> place * self.bits & ((1 << self.bits) - 1)
            if entry > self.marks:
                told.append(f"{slot}-{entry - self.marks - 1}")
            elif entry:
                told.append(f"{slot}: {entry}")
        return ", ".join(told)

    def _pointer(self, slot: int) -> int:
        return self.marks + 1 + slot

    def _put(self, table: Words, slot: int, entry: Words | int) -> Words:
        """Return the states with an entry written in an empty slot."""
        word, place = divmod(slot, self.per_word)
        written = table.copy()
        written[:, word] += np.int64(entry) << place * self.bits
        return written

    def _redirect(self, table: Words, entry: Words, old: Words | int, new: Words | int) -> Words:
        """Return the states where the slot that an entry points to points elsewhere.

        It pointed to the slot `old` and gets the entry `new`. Entries that are no pointers (their
        line comes from a terminal) change nothing.
        """
        # The entry there is known to be the pointer to `old`, so that the difference is added in
        # place and nothing need be read or masked. Fields never borrow from each other, since the
        # sum is a valid entry again.
        moved = table.copy()
        target = entry - self.marks - 1
        change = np.where(target >= 0, new - (self.marks + 1) - old, 0)
        np.maximum(target, 0, out=target)
        if self.edge_words == 1:
            moved[:, 0] += change << target * self.bits
            return moved
        word, place = np.divmod(target, self.per_word)
        change <<= place * self.bits
        for i in range(self.edge_words):
            moved[:, i] += np.where(word == i, change, 0)
        return moved


def edge_weight(turn: Turn, label: int) -> int:
    """Return the weight of the leaving edges that a label uses."""
    return sum(weight for i, weight in enumerate(turn.weights) if label >> i & 1)


class NarrowWiringStates(WiringStates):
    """States that fit one word, which are expanded one by one too where a layer is narrow."""

    def successors(self, step: int, state: int, /) -> Iterator[tuple[int, int, int]]:
        """Yield new state, label and weight of every choice from one state."""
        turn = self.plan.turns[step]
        mask = (1 << self.bits) - 1
        ends = []
        for slot in turn.entering:
            entry = state >> slot * self.bits & mask
            if entry:
                ends.append((slot, entry))
                state -= entry << slot * self.bits
        for new, label in self._choices(turn, state, ends):
            yield new, label, edge_weight(turn, label)

    def _choices(
        self, turn: Turn, state: int, ends: Sequence[tuple[int, int]]
    ) -> Iterator[tuple[int, int]]:
        if not ends:
            yield from self._fresh(turn, state)
        elif len(ends) == 1:
            [(old, entry)] = ends
            if turn.mark:
                if entry == turn.mark or entry > self.marks:
                    yield self._point(state, entry, old, turn.mark), 0
                return
            for i, slot in enumerate(turn.leaving):
                moved = self._point(state, entry, old, self._pointer(slot))
                yield moved + (entry << slot * self.bits), 1 << i
        elif len(ends) == 2 and not turn.mark:
            (a, x), (b, y) = ends
            if x == y if max(x, y) <= self.marks else x != self._pointer(b):
                yield self._point(self._point(state, x, a, y), y, b, x), 0

    def _fresh(self, turn: Turn, state: int) -> Iterator[tuple[int, int]]:
        if turn.mark:
            for i, slot in enumerate(turn.leaving):
                yield state + (turn.mark << slot * self.bits), 1 << i
            return
        if not self.network.fill:
            yield state, 0
        for (i, a), (j, b) in combinations(enumerate(turn.leaving), 2):
            bent = (self._pointer(b) << a * self.bits) + (self._pointer(a) << b * self.bits)
            yield state + bent, 1 << i | 1 << j

    def _point(self, state: int, entry: int, old: int, new: int) -> int:
        """Do for one state what `_redirect` does for many."""
        target = entry - self.marks - 1
        if target < 0:
            return state
        return state + (new - self._pointer(old) << target * self.bits)


def wiring_states(network: WiringNetwork, plan: WiringPlan) -> WiringStates:
    """Return the states of a problem without rules of self-contact, narrow ones where they fit."""
    states = WiringStates(network, plan)
    return states if states.words > 1 else NarrowWiringStates(network, plan)
