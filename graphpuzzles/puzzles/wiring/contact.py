"""Connectivity states with the lines of the nodes, for rules of self-contact.

Whether two neighbours lie on one line shows only when the line is complete, unless every node
tells from the start which line it is on. So a node that starts a piece guesses its line, and a
state holds the lines of all nodes that still have a neighbour or a block to be compared with.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.puzzles.wiring.states import WORD_BITS, WiringStates, wiring_states

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from graphpuzzles.models.frontier.diagram import Batch
    from graphpuzzles.puzzles.wiring.network import WiringNetwork
    from graphpuzzles.puzzles.wiring.plan import Turn, WiringPlan
    from graphpuzzles.puzzles.wiring.states import Grown, Words


def frontier_states(network: WiringNetwork, plan: WiringPlan) -> WiringStates:
    """Return the states that a network's rules of self-contact ask for."""
    if network.chordless or network.blocks:
        return ContactStates(network, plan)
    return wiring_states(network, plan)


class ContactStates(WiringStates):
    """The states of a wiring problem whose lines must not touch themselves.

    All terminals have the same entry, since the line of a node says which pair it belongs to.
    Further words hold the lines of nodes, in slots of their own. Above the bits of its edges, the
    label of an arc tells the line of the node.

    Parameters
    ----------
    network : WiringNetwork
    plan : WiringPlan
    """

    def __init__(self, network: WiringNetwork, plan: WiringPlan) -> None:
        super().__init__(network, plan, marks=1)
        self.line_bits = max(1, len(network.pairs).bit_length())
        self._plan_lines()
        self.words = self.edge_words + -(-self.line_slots // self.lines_per_word)
        self.start = 0 if self.words == 1 else (0,) * self.words

    def _plan_lines(self) -> None:
        """Assign slots to the nodes whose line is to be remembered, and find what each decides."""
        self.lines_per_word = WORD_BITS // self.line_bits
        place = {turn.node: i for i, turn in enumerate(self.plan.turns)}
        # A line is kept only until the last node has come that it can be compared with: this, and
        # slots that are used again, is what keeps states few.
        last = list(range(self.steps))
        for turn in self.plan.turns:
            i = place[turn.node]
            last[i] = max([i, *(place[v] for v in turn.ends)])
        ending: list[list[tuple[int, ...]]] = [[] for _ in last]
        for block in self.network.blocks:
            turns = sorted(place[u] for u in block)
            ending[turns[-1]].append(tuple(turns[:-1]))
            for i in turns:
                last[i] = max(last[i], turns[-1])
        slot: dict[int, int] = {}
        free: list[int] = []
        self.line_slots = 0
        # By turn: the slots of the earlier neighbours, of the blocks' other nodes, of the nodes
        # forgotten, and the node's own slot.
        self.beside: list[list[int]] = []
        self.around: list[list[list[int]]] = []
        self.forgotten: list[list[int]] = []
        self.own: list[int | None] = []
        for i, turn in enumerate(self.plan.turns):
            earlier = [place[v] for v, _ in self.network.neighbors[turn.node] if place[v] < i]
            self.beside.append([slot[j] for j in earlier])
            self.around.append([[slot[j] for j in block] for block in ending[i]])
            done = [j for j in slot if last[j] == i]
            self.forgotten.append([slot.pop(j) for j in done])
            for freed in self.forgotten[-1]:
                heapq.heappush(free, freed)
            if last[i] == i:
                self.own.append(None)
                continue
            if free:
                slot[i] = heapq.heappop(free)
            else:
                slot[i], self.line_slots = self.line_slots, self.line_slots + 1
            self.own.append(slot[i])

    def expand(self, step: int, states: NDArray[np.integer], /) -> Batch:
        """Return source, new state, label and weight of every arc of a step."""
        turn = self.plan.turns[step]
        table = states.reshape(len(states), -1).astype(np.int64, copy=False)
        base, values = self.empty(table, turn.entering)
        beside = [self._line(table, slot) for slot in self.beside[step]]
        parts = []
        for part, line in self._lined(turn, base, values, beside):
            chosen, new, label = part
            fits = np.ones(len(chosen), dtype=bool)
            # All earlier neighbours still have their line, and whether an edge is used is settled
            # now: every chord is met exactly once, at the later of its ends.
            if self.network.chordless:
                for value, other in zip(values, beside, strict=True):
                    fits &= (value[chosen] > 0) | (other[chosen] != line) | (line == 0)
            for block in self.around[step]:
                inside = line > 0
                for slot in block:
                    inside &= self._line(table, slot)[chosen] == line
                fits &= ~inside
            self._remember(step, new, line)
            # The label tells the line too, for arcs out of one state must differ in their labels.
            for number in np.unique(line[fits]).tolist():
                same = fits & (line == number)
                parts.append((chosen[same], new[same], label | number << len(turn.leaving)))
        return self.batch(turn, parts, states.ndim)

    def _lined(
        self, turn: Turn, base: Words, values: list[Words], beside: list[Words]
    ) -> Iterator[tuple[Grown, Words]]:
        """Yield the choices of the edges with the node's line in every state."""
        # All terminals have the mark 1. Which pair they are of is told by the lines of nodes, so
        # that pieces of two lines never join: the nodes on both sides would have to agree.
        mark = min(1, turn.mark)
        used = sum(((value > 0) for value in values), np.zeros(len(base), dtype=np.int64))
        entering = [
            np.where(value > 0, line, 0) for value, line in zip(values, beside, strict=True)
        ]
        line = np.maximum.reduce([np.zeros(len(base), dtype=np.int64), *entering])
        agree = np.ones(len(base), dtype=bool)
        for value, other in zip(values, beside, strict=True):
            agree &= (value == 0) | (other == line)
        if turn.mark:
            agree &= (used == 0) | (line == turn.mark)
        for chosen, new, label in self.untouched(turn, mark, base, np.flatnonzero(used == 0)):
            # A piece that begins at no terminal may become part of any line: guess each. A wrong
            # guess finds no terminal of its line to end at, and its states die out.
            if turn.mark:
                numbers = range(turn.mark, turn.mark + 1)
            else:
                numbers = range(1, len(self.network.pairs) + 1) if label else range(1)
            for number in numbers:
                guess = np.full(len(chosen), number, dtype=np.int64)
                yield (chosen, new.copy(), label), guess
        one = np.flatnonzero(agree & (used == 1))
        parts = [*self.continued(turn, mark, base, one, values)]
        if not turn.mark:
            parts += self.joined(turn, base, agree & (used == 2), values)
        for chosen, new, label in parts:
            yield (chosen, new, label), line[chosen]

    def labels(self, edges: Iterable[tuple[int, int]], line: Mapping[int, int]) -> list[int]:
        """Return the labels of the path that stands for a wiring; see `WiringStates.labels`."""
        plain = super().labels(edges, line)
        return [
            label | line.get(turn.node, 0) << len(turn.leaving)
            for turn, label in zip(self.plan.turns, plain, strict=True)
        ]

    def _place(self, slot: int) -> tuple[int, int]:
        word, place = divmod(slot, self.lines_per_word)
        return self.edge_words + word, place * self.line_bits

    def _line(self, table: Words, slot: int) -> Words:
        word, shift = self._place(slot)
        return (table[:, word] >> shift) & ((1 << self.line_bits) - 1)

    def _remember(self, step: int, table: Words, line: Words) -> None:
        """Forget the lines that no longer matter, and write the node's own."""
        for slot in self.forgotten[step]:
            word, shift = self._place(slot)
            table[:, word] -= self._line(table, slot) << shift
        own = self.own[step]
        if own is not None:
            word, shift = self._place(own)
            table[:, word] += line << shift
