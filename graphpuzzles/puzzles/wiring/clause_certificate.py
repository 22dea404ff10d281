"""Certificates of wirings by clauses: lemmas, each of which follows from clauses named with it.

The check writes down what the cells say as clauses, takes every lemma for false, looks at the
clauses named one after the other, each of which must leave one literal or none, and ends where one
leaves none. It never searches: its time is linear in the length of the proof.

References
----------
Cruz-Filipe, L., Heule, M., Hunt, W., Kaufmann, M. and Schneider-Kamp, P. (2017). Efficient
certified RAT verification. *CADE-26*. (lemmas with the clauses that they follow from)
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias

from graphpuzzles.certificate import Certificate, refuse
from graphpuzzles.errors import RuleError
from graphpuzzles.limits import UNLIMITED, Meter
from graphpuzzles.puzzles.wiring.certificate import Ground, ground_of, integers
from graphpuzzles.puzzles.wiring.rules import check_links

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from graphpuzzles.limits import Limits

__all__ = ["ClauseConflict", "OnlyWiring"]

Clause: TypeAlias = tuple[int, ...]
"""Literals, one of which holds: numbers of variables from 1, negative where negated."""

# Bytes of a clause and of a literal or number in it, and looks at literals between two polls.
_CLAUSE_BYTES, _NUMBER_BYTES, _POLL = 80, 40, 2**16
# Bytes that are decompressed at once, and the most that one number takes.
_PIECE, _NUMBER_LENGTH = 2**14, 5


class Step(NamedTuple):
    """A lemma with the clauses that it follows from, or a cycle.

    Parameters
    ----------
    literals : tuple of int
        The lemma; of a cycle the numbers of its edges, from 1.
    hints : tuple of int or None
        Numbers of clauses, those of the board first and then those of the steps, from 0, in the
        order in which they are looked at; None where the step is a cycle.
    """

    literals: Clause
    hints: tuple[int, ...] | None


class Clauses:
    """What the cells say of a wiring, as clauses.

    Variable ``1 + i`` says that edge number ``i`` is used. Further variables say of every node
    but the terminals and every pair that the node is on the line of the pair. Every wiring that
    keeps the rules satisfies all clauses; what satisfies them may have cycles besides. That no
    node is on two lines need not be said, since the terminals of one of them would be, too.

    Parameters
    ----------
    ground : Ground
    chordless : bool
        Whether neighbours on one line must follow each other.
    meter : Meter

    Attributes
    ----------
    variables : int
    clauses : list of tuple of int
    """

    def __init__(self, ground: Ground, chordless: bool, meter: Meter) -> None:
        self.ground = ground
        self.lines = range(len(ground.pairs))
        self.around: list[list[int]] = [[] for _ in range(ground.size)]
        for number, (u, v, _) in enumerate(ground.edges, 1):
            self.around[u].append(number)
            self.around[v].append(number)
        self.terminal = {u: line for line, pair in enumerate(ground.pairs) for u in pair}
        self.variables = len(ground.edges) + ground.size * len(self.lines)
        lines = len(self.lines)
        number = sum(len(at) ** 3 for at in self.around)
        number += lines * (3 * len(ground.edges) + len(ground.blocks))
        meter.require(
            f"the cells say up to {number} clauses",
            memory=number * (_CLAUSE_BYTES + 3 * _NUMBER_BYTES),
        )
        self.clauses: list[Clause] = []
        for u in range(ground.size):
            self.clauses += self._at_terminal(u) if u in self.terminal else self._at_node(u)
            meter.require(f"the clauses of {u} nodes were written")
        for number, (u, v, _) in enumerate(ground.edges, 1):
            self.clauses += self._along(number, u, v)
            if chordless:
                self.clauses += self._unless([(number,)], (u, v))
        for block in ground.blocks:
            self.clauses += self._unless([()], block)

    def on(self, node: int, line: int) -> int:
        """Return the variable that says whether a node, no terminal, is on a line."""
        return 1 + len(self.ground.edges) + node * len(self.lines) + line

    def _at_terminal(self, u: int) -> Iterator[Clause]:
        """One edge is used."""
        yield tuple(self.around[u])
        yield from ((-a, -b) for a, b in combinations(self.around[u], 2))

    def _at_node(self, u: int) -> Iterator[Clause]:
        """Two edges are used, or none where nodes may be left out."""
        at = tuple(self.around[u])
        yield from ((-a, -b, -c) for a, b, c in combinations(at, 3))
        yield from ((-a, *(b for b in at if b != a)) for a in at)
        if self.ground.fill:
            yield at

    def _along(self, edge: int, u: int, v: int) -> Iterator[Clause]:
        """If the edge is used, its ends are on the same lines, those of a terminal on its own."""
        if u in self.terminal and v in self.terminal:
            if self.terminal[u] != self.terminal[v]:
                yield (-edge,)
        elif u in self.terminal or v in self.terminal:
            inner, end = (v, u) if u in self.terminal else (u, v)
            for line in self.lines:
                on = self.on(inner, line)
                yield -edge, on if line == self.terminal[end] else -on
        else:
            for line in self.lines:
                yield -edge, -self.on(u, line), self.on(v, line)
                yield -edge, self.on(u, line), -self.on(v, line)

    def _unless(self, kept: Iterable[Clause], nodes: Sequence[int]) -> Iterator[Clause]:
        """Yield for every line that one of the clauses holds unless all nodes are on it."""
        for clause in kept:
            for line in self.lines:
                if all(self.terminal.get(u, line) == line for u in nodes):
                    free = (u for u in nodes if u not in self.terminal)
                    yield (*clause, *(-self.on(u, line) for u in free))


def clauses_of(ground: Ground, only: Sequence[int] | None, meter: Meter) -> list[Clause]:
    """Return clauses that cannot all hold, unless there is a wiring, or another one than a known.

    If there is a wiring that need not fill the board, there is one without chords: a line with a
    chord can take it, which leaves nodes out, so that it still fills no block. Where the known
    wiring fills the board, this one differs from it. So it is enough to look for wirings without
    chords.

    Parameters
    ----------
    ground : Ground
    only : sequence of int or None
        Numbers of the edges of the known wiring, from 1. Another wiring leaves one of them out,
        since one that had all would have the same lines, with nothing besides.
    meter : Meter
    """
    used = {u for edge in only or () for u in ground.edges[edge - 1][:2]}
    chordless = ground.chordless or (
        not ground.fill and (only is None or len(used) == ground.size)
    )
    clauses = Clauses(ground, chordless, meter).clauses
    return clauses if only is None else [*clauses, tuple(-edge for edge in only)]


def encode(steps: Iterable[Step]) -> bytes:
    """Return the steps of a proof in few bytes; the last one is the empty lemma."""
    written = bytearray()

    def write(number: int) -> None:
        while number > 127:
            written.append(number & 127 | 128)
            number >>= 7
        written.append(number)

    for literals, hints in steps:
        write(2 * len(literals) + (hints is None))
        for literal in literals:
            write(max(2 * literal, 1 - 2 * literal))
        if hints is not None:
            write(len(hints))
            for hint in hints:
                write(hint)
    return zlib.compress(bytes(written))


def decode(data: bytes, meter: Meter) -> Iterator[Step]:
    """Yield the steps that `encode` wrote, no more of them at once than are asked for.

    Raises
    ------
    CertificateError
        If the data are not of that form.
    LimitError
        If all numbers so far would take more memory than allowed.
    """
    numbers = _numbers(data, meter)
    for head in numbers:
        codes = [_next(numbers) for _ in range(head // 2)]
        literals = tuple([-(code // 2) if code % 2 else code // 2 for code in codes])
        if head % 2:
            yield Step(literals, None)
        else:
            yield Step(literals, tuple([_next(numbers) for _ in range(_next(numbers))]))


def _next(numbers: Iterator[int]) -> int:
    number = next(numbers, None)
    if number is None:
        raise refuse("the proof breaks off")
    return number


def _numbers(data: bytes, meter: Meter) -> Iterator[int]:
    """Yield the numbers of a proof, seven bits a byte, the lowest first."""
    stream = zlib.decompressobj()
    number = shift = read = 0
    while not stream.eof:
        try:
            # A small piece of hostile data may stand for very much, so that it comes in portions.
            piece = stream.decompress(data, _PIECE)
        except zlib.error as error:
            raise refuse(f"the proof cannot be decompressed: {error}") from error
        if not piece and not stream.eof:
            raise refuse("the proof breaks off")
        read += len(piece)
        meter.require(f"{read} bytes of the proof were read", memory=_NUMBER_BYTES * read)
        data = stream.unconsumed_tail
        for byte in piece:
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                yield number
                number = shift = 0
            elif shift == 7 * _NUMBER_LENGTH:
                raise refuse("the proof holds a number that is too large")
    if shift or stream.unused_data:
        raise refuse("the proof breaks off")


class _Check:
    """Clauses that are known to hold, and what each lemma adds to them."""

    def __init__(self, ground: Ground, clauses: Sequence[Clause], meter: Meter) -> None:
        self.ground = ground
        self.meter = meter
        self.known = list(clauses)
        self.variables = len(ground.edges) + ground.size * len(ground.pairs)
        # Under every literal, of which the negative ones count from the end, whether it holds.
        self.holds = [False] * (2 * self.variables + 1)
        self.looks = 0
        for clause in clauses:
            self._keep(clause)

    def _keep(self, clause: Clause) -> None:
        """Let a literal that stands alone hold from now on."""
        if len(clause) == 1:
            self.holds[clause[0]] = True

    def add(self, step: Step) -> None:
        """Take a step in, if it is a cycle or follows from its clauses."""
        for literal in step.literals:
            if not 0 < abs(literal) <= self.variables:
                raise refuse(f"step {len(self.known)} names a variable that does not exist")
        if step.hints is None:
            self._require_cycle(step.literals)
            clause = tuple(-edge for edge in step.literals)
        else:
            clause = step.literals
            self._require_lemma(clause, step.hints)
        self.known.append(clause)
        self._keep(clause)

    def _require_cycle(self, edges: Clause) -> None:
        """Refuse edges that are no cycle, or several: lines have none."""
        if min(edges, default=0) < 1 or max(edges) > len(self.ground.edges):
            raise refuse(f"step {len(self.known)} names an edge that does not exist")
        ends = Counter(u for edge in set(edges) for u in self.ground.edges[edge - 1][:2])
        if set(ends.values()) != {2}:
            raise refuse(f"step {len(self.known)} is no cycle")

    def _require_lemma(self, lemma: Clause, hints: Sequence[int]) -> None:
        """Refuse a lemma that does not follow from its clauses by unit propagation."""
        holds = self.holds
        assumed = [-literal for literal in lemma if not holds[-literal]]
        for literal in assumed:
            holds[literal] = True
        for hint in hints:
            if hint >= len(self.known):
                raise refuse(f"step {len(self.known)} rests on a clause that does not exist yet")
            clause = self.known[hint]
            self.looks += len(clause)
            if self.looks > _POLL:
                self.looks = 0
                self.meter.require(f"{len(self.known)} clauses were looked at")
            left = [literal for literal in clause if not holds[-literal]]
            if not left:
                break
            if len(left) > 1:
                raise refuse(f"step {len(self.known)}: clause {hint} leaves several literals")
            if not holds[left[0]]:
                holds[left[0]] = True
                assumed.append(left[0])
        else:
            raise refuse(f"step {len(self.known)} does not follow from its clauses")
        for literal in assumed:
            holds[literal] = False


def refute(ground: Ground, only: Sequence[int] | None, steps: bytes, meter: Meter) -> None:
    """Refuse a proof that does not refute the clauses; see `clauses_of`.

    Raises
    ------
    CertificateError, LimitError
    """
    check = _Check(ground, clauses_of(ground, only, meter), meter)
    steps_read = decode(steps, meter)
    for step in steps_read:
        check.add(step)
        if step.hints is not None and not step.literals:
            break
    else:
        raise refuse("the proof does not end with the empty lemma")
    if next(steps_read, None) is not None:
        raise refuse("the proof goes on after the empty lemma")


def _read_steps(data: object) -> bytes:
    if not isinstance(data, str):
        raise TypeError("the steps of a proof are base64 text")
    try:
        return base64.b64decode(data, validate=True)
    except binascii.Error as error:
        raise ValueError(f"the steps of a proof are base64 text: {error}") from error


@dataclass(frozen=True)
class ClauseConflict(Certificate[int]):
    """A refutation of what the cells say of a wiring.

    Proves that there is no wiring at all.

    Parameters
    ----------
    steps : bytes
        Lemmas and cycles, as `encode` writes them.
    """

    steps: bytes

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> None:
        """Return None: there is no wiring."""
        meter = Meter(limits)
        refute(ground_of(puzzle, meter), None, self.steps, meter)

    def to_dict(self) -> dict[str, object]:
        """Return the steps as text."""
        return {"steps": base64.b64encode(self.steps).decode()}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> ClauseConflict:
        """Rebuild the certificate."""
        return cls(_read_steps(data["steps"]))

    def __repr__(self) -> str:
        return f"ClauseConflict({len(self.steps)} bytes)"

    def __str__(self) -> str:
        return f"a refutation of what the cells say, in {len(self.steps)} bytes"


@dataclass(frozen=True)
class OnlyWiring(Certificate[int]):
    """A wiring, and a refutation of what the cells say of another one.

    Proves that the number of wirings is 1, or of shortest ones where these are asked for.

    Parameters
    ----------
    edges : tuple of int
        Numbers of the edges that the known wiring uses, from 1.
    steps : bytes
        Lemmas and cycles, as `encode` writes them.
    """

    question: ClassVar[str] = "wirings"

    edges: tuple[int, ...]
    steps: bytes

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> int:
        """Return 1, the number of wirings."""
        meter = Meter(limits)
        ground = ground_of(puzzle, meter)
        if not all(0 < edge <= len(ground.edges) for edge in self.edges):
            raise refuse("the known wiring has an edge that does not exist")
        board = ground.board
        ends = (ground.edges[edge - 1][:2] for edge in self.edges)
        try:
            check_links(board, ((board.nodes[u], board.nodes[v]) for u, v in ends))
        except RuleError as error:
            raise refuse(f"what is known is no wiring: {error}") from error
        refute(ground, self.edges, self.steps, meter)
        return 1

    def to_dict(self) -> dict[str, object]:
        """Return the known wiring, and the steps as text."""
        return {
            "edges": list(self.edges),
            "steps": base64.b64encode(self.steps).decode(),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> OnlyWiring:
        """Rebuild the certificate."""
        return cls(integers(data["edges"]), _read_steps(data["steps"]))

    def __repr__(self) -> str:
        return f"OnlyWiring({len(self.edges)} edges, {len(self.steps)} bytes)"

    def __str__(self) -> str:
        return f"a wiring, and a refutation of any other in {len(self.steps)} bytes"
