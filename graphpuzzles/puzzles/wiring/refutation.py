"""Refutations of what the cells say: found by CaDiCaL, cut down to what is needed, with reasons.

CaDiCaL tells the clauses that it learnt, but not why they hold. So they are gone through from the
last one back: each that is needed is taken for false, and the clauses by which unit propagation
then comes to a conflict are what it follows from; they are needed in their turn.

References
----------
Goldberg, E. and Novikov, Y. (2003). Verification of proofs of unsatisfiability for CNF formulas.
*DATE 2003*.
Wetzler, N., Heule, M. and Hunt, W. (2014). DRAT-trim: efficient checking and trimming using
expressive clausal proofs. *SAT 2014*.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from graphpuzzles.errors import LimitError
from graphpuzzles.limits import Limits, Meter
from graphpuzzles.puzzles.wiring.clause_certificate import Step, clauses_of, encode
from graphpuzzles.puzzles.wiring.satisfiability import SatSolver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from graphpuzzles.puzzles.wiring.certificate import Ground

# Conflicts after which the solver is not waited for, and visits of clauses after which no proof
# is cut down: both a matter of seconds.
_MAX_CONFLICTS = 50_000
_MAX_VISITS = 20_000_000


def find_refutation(ground: Ground, only: Sequence[int] | None) -> bytes | None:
    """Return the steps of a proof that there is no wiring, or no other than a known one.

    Parameters
    ----------
    ground : Ground
    only : sequence of int or None
        Numbers of the edges of the known wiring, from 1.

    Returns
    -------
    bytes or None
        None where there is a wiring, or the proof would take too much work.
    """
    with suppress(LimitError):
        found = _search(ground, only)
        if isinstance(found, _Trimmer):
            return encode(found.steps())
    return None


def find_wiring(ground: Ground) -> tuple[int, ...] | None:
    """Return the numbers of the edges of a wiring, from 1; None where none is found."""
    with suppress(LimitError):
        found = _search(ground, None)
        return None if isinstance(found, _Trimmer) else found
    return None


def _search(ground: Ground, only: Sequence[int] | None) -> tuple[int, ...] | _Trimmer:
    """Return the edges of a wiring, other than a known one, or what was learnt where none is."""
    meter = Meter(Limits(max_states=_MAX_CONFLICTS))
    clauses = clauses_of(ground, only, meter)
    solver = SatSolver(meter, prove=True)
    solver.add(map(list, clauses))
    cycles: list[tuple[int, ...]] = []
    while solver.solve():
        used = tuple(edge for edge in solver.model()[: len(ground.edges)] if edge > 0)
        found = list(_cycles(ground, used))
        if not found:
            return used
        cycles += found
        solver.add([-edge for edge in cycle] for cycle in found)
    return _Trimmer(clauses, cycles, solver.lemmas())


def _cycles(ground: Ground, used: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Yield the cycles among edges of which no node has more than two."""
    around: dict[int, list[int]] = {}
    for edge in used:
        for u in ground.edges[edge - 1][:2]:
            around.setdefault(u, []).append(edge)
    left = set(around)
    for start in around:
        if start not in left:
            continue
        part, stack = {start}, [start]
        while stack:
            for edge in around[stack.pop()]:
                for v in ground.edges[edge - 1][:2]:
                    if v not in part:
                        part.add(v)
                        stack.append(v)
        left -= part
        if all(len(around[u]) == 2 for u in part):
            yield tuple(sorted({edge for u in part for edge in around[u]}))


class _Trimmer:
    """Clauses in their order, unit propagation among them, and what of them a conflict needs.

    Literals that hold whatever is assumed stand first on the trail, in the order in which the
    clauses came that force them.

    Parameters
    ----------
    clauses, cycles : sequence of tuple of int
        What the cells say, and the edges of cycles.
    lemmas : sequence of sequence of int
        What follows, each from clauses before it by unit propagation.
    """

    def __init__(
        self,
        clauses: Sequence[tuple[int, ...]],
        cycles: Sequence[tuple[int, ...]],
        lemmas: Sequence[Sequence[int]],
    ) -> None:
        self.cycles = cycles
        self.given = len(clauses)
        self.first = self.given + len(cycles)
        self.clauses = [
            *map(list, clauses),
            *([-edge for edge in cycle] for cycle in cycles),
            *map(list, lemmas),
        ]
        size = 1 + max((abs(x) for clause in self.clauses for x in clause), default=0)
        # Lists under literals, of which the negative ones count from the end.
        self.holds = [False] * (2 * size)
        self.watches: list[list[int]] = [[] for _ in range(2 * size)]
        self.reason: list[int] = [-1] * size
        self.place = [0] * size
        self.trail: list[int] = []
        self.head = 0
        self.visits = 0
        # Clauses from here on are not looked at.
        self.active = len(self.clauses)
        # For every clause, how long the trail was when it came; and whether the proof needs it.
        self.since = [0] * len(self.clauses)
        self.marked = bytearray(len(self.clauses))
        # Variables whose value on the trail the proof needs, whatever is assumed.
        self.needed: set[int] = set()

    def steps(self) -> list[Step]:
        """Return the steps that the conflict needs, the empty lemma last.

        Raises
        ------
        LimitError
            If they take too much work.
        """
        last, conflict = self._come_to_conflict()
        # From the last step back: the clause, if it has a number, its literals, and its reasons.
        found: list[tuple[int, list[int], list[int]]]
        found = [(-1, [], self._causes(conflict, len(self.trail)))]
        for number in range(last, self.first - 1, -1):
            found += self._forget(self.since[number])
            self.active = number
            if self.marked[number]:
                lemma = [x for x in self.clauses[number] if not self.holds[-x]]
                found.append((number, lemma, self._why(lemma)))
        found += self._forget(0)
        return self._numbered(found)

    def _numbered(self, found: Sequence[tuple[int, list[int], list[int]]]) -> list[Step]:
        """Return the steps in their order, with the numbers that clauses have in the proof."""
        numbers = {number: number for number in range(self.given)}
        steps: list[Step] = []
        for i, cycle in enumerate(self.cycles, self.given):
            if self.marked[i]:
                numbers[i] = self.given + len(steps)
                steps.append(Step(cycle, None))
        for number, literals, causes in reversed(found):
            hints = tuple(numbers[cause] for cause in causes)
            numbers[number] = self.given + len(steps)
            steps.append(Step(tuple(literals), hints))
        return steps

    def _come_to_conflict(self) -> tuple[int, int]:
        """Let the clauses come, up to the first conflict; return the last one and who is empty."""
        for number in range(self.first):
            self._watch(number)
        alone = (number for number in range(self.first) if len(self.clauses[number]) < 2)
        forced = (self._force(number) for number in alone)
        conflict = next((failing for failing in forced if failing is not None), None)
        if conflict is None:
            conflict = self._propagate()
        for number in range(self.first, len(self.clauses)):
            if conflict is not None:
                return number - 1, conflict
            self.since[number] = len(self.trail)
            self._watch(number)
            conflict = self._force(number)
            if conflict is None:
                conflict = self._propagate()
        if conflict is None:
            raise LimitError("max_states", "what the solver learnt does not refute the clauses")
        return len(self.clauses) - 1, conflict

    def _watch(self, number: int) -> None:
        """Watch two literals of a clause: those that do not fail, or that failed last."""
        clause = self.clauses[number]
        clause.sort(key=lambda x: self.place[abs(x)] if self.holds[-x] else len(self.trail))
        clause.reverse()
        if len(clause) > 1:
            self.watches[clause[0]].append(number)
            self.watches[clause[1]].append(number)

    def _force(self, number: int) -> int | None:
        """Let the only literal that is left of a clause hold; return the clause if none is."""
        clause = self.clauses[number]
        if not clause or self.holds[-clause[0]]:
            return number
        if (len(clause) == 1 or self.holds[-clause[1]]) and not self.holds[clause[0]]:
            self._hold(clause[0], number)
        return None

    def _hold(self, literal: int, reason: int) -> None:
        self.holds[literal] = True
        self.reason[abs(literal)] = reason
        self.place[abs(literal)] = len(self.trail)
        self.trail.append(literal)

    def _propagate(self) -> int | None:
        """Let hold what clauses force; return a clause of which no literal is left, if any."""
        holds = self.holds
        while self.head < len(self.trail):
            failing = -self.trail[self.head]
            self.head += 1
            watching = self.watches[failing]
            self.visits += len(watching)
            if self.visits > _MAX_VISITS:
                raise LimitError("max_states", "clauses were visited too often")
            kept: list[int] = []
            self.watches[failing] = kept
            for i, number in enumerate(watching):
                if number >= self.active:
                    continue
                clause = self.clauses[number]
                if clause[0] == failing:
                    clause[0], clause[1] = clause[1], failing
                other = clause[0]
                if holds[other]:
                    kept.append(number)
                    continue
                for k in range(2, len(clause)):
                    if not holds[-clause[k]]:
                        clause[1], clause[k] = clause[k], failing
                        self.watches[clause[1]].append(number)
                        break
                else:
                    kept.append(number)
                    if holds[-other]:
                        kept += watching[i + 1 :]
                        return number
                    self._hold(other, number)
        return None

    def _why(self, lemma: Sequence[int]) -> list[int]:
        """Return the clauses from which a lemma follows, in the order in which they force."""
        base = len(self.trail)
        for literal in lemma:
            self._hold(-literal, -1)
        conflict = self._propagate()
        if conflict is None:
            raise LimitError("max_states", "a lemma does not follow by unit propagation")
        causes = self._causes(conflict, base)
        for literal in self.trail[base:]:
            self.holds[literal] = False
        del self.trail[base:]
        self.head = base
        return causes

    def _causes(self, conflict: int, base: int) -> list[int]:
        """Return the clauses that force what makes a clause fail, and that one, last.

        What holds whatever is assumed stands on the trail below `base`, and is only marked.
        """
        causes = [conflict]
        self.marked[conflict] = True
        seen = {abs(x) for x in self.clauses[conflict]}
        for literal in reversed(self.trail[base:]):
            reason = self.reason[abs(literal)]
            if abs(literal) in seen and reason >= 0:
                causes.append(reason)
                self.marked[reason] = True
                seen.update(map(abs, self.clauses[reason]))
        self.needed.update(x for x in seen if self.place[x] < base)
        causes.reverse()
        return causes

    def _forget(self, base: int) -> Iterator[tuple[int, list[int], list[int]]]:
        """Take what came last off the trail, and yield what of it the proof needs, as lemmas."""
        while len(self.trail) > base:
            literal = self.trail.pop()
            variable = abs(literal)
            self.holds[literal] = False
            if variable not in self.needed:
                continue
            reason = self.reason[variable]
            self.marked[reason] = True
            others = {abs(x) for x in self.clauses[reason]} - {variable}
            self.needed |= others
            # Literals that failed before a lemma came are left out of it.
            if any(self.place[x] >= self.since[reason] for x in others):
                yield -1, [literal], [reason]
        self.head = base
