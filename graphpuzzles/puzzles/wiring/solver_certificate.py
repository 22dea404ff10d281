"""The certificate that HiGHS says so: the only one that rests on a solver, and kept apart."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from graphpuzzles.certificate import Certificate, Strength, refuse
from graphpuzzles.errors import LimitError
from graphpuzzles.limits import UNLIMITED, Meter
from graphpuzzles.puzzles.wiring.certificate import Ground, ground_of, integer
from graphpuzzles.puzzles.wiring.price_certificate import length_parity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graphpuzzles.limits import Limits

__all__ = ["SolverBound"]

# Total weight up to which HiGHS's tolerances leave no doubt about an integer.
_MAX_WEIGHT = 10**6
# Nodes of the branch-and-bound tree after which HiGHS is not waited for.
_MAX_NODES = 20_000
# What a variable takes until HiGHS has it, about, and what each line needs for a node.
_VARIABLE_BYTES, _NODE_BYTES = 1_000, 128


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
            If HiGHS finds lines that are shorter, or a bound is claimed and all weights together
            exceed 10^6.
        LimitError
            If HiGHS comes to no end within the limits, or within 20,000 nodes.
        """
        meter = Meter(limits)
        ground = ground_of(puzzle, meter)
        if self.value is not None and sum(weight for _, _, weight in ground.edges) > _MAX_WEIGHT:
            raise refuse(f"weights that add up to more than {_MAX_WEIGHT} take exact arithmetic")
        if not _nothing_below(ground, self.value, meter):
            raise refuse("the solver does not confirm that no wiring is shorter")
        return self.value

    def to_dict(self) -> dict[str, object]:
        """Return the value."""
        return {"value": self.value}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> SolverBound:
        """Rebuild the certificate."""
        value = data["value"]
        return cls(None if value is None else integer(value))

    def __str__(self) -> str:
        return "HiGHS says so, in floating point; the check asks it again"


def _nothing_below(ground: Ground, value: int | None, meter: Meter) -> bool:
    """Ask HiGHS whether flows from terminal to terminal can weigh less than the value."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    lines = len(ground.pairs)
    variables = 2 * lines * len(ground.edges)
    memory = variables * _VARIABLE_BYTES + lines * ground.size * _NODE_BYTES
    meter.require(f"HiGHS needs {variables} variables", states=variables, memory=memory)
    if not ground.pairs:
        return value == (None if ground.fill and ground.size else 0)
    flows = _Flows(ground)
    rows = [*flows.lines(), *flows.capacities(), *flows.contacts()]
    if value is not None:
        parity = length_parity(ground)
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
    seconds, nodes = meter.limits.max_seconds, meter.limits.max_expanded
    result = milp(
        np.zeros(shape[1]),
        integrality=np.ones(shape[1], dtype=np.int64),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(matrix, low, high),
        options={
            "node_limit": _MAX_NODES if nodes is None else min(nodes, _MAX_NODES),
            "time_limit": math.inf if seconds is None else max(0.0, seconds - meter.seconds),
        },
    )
    # 0: flows were found; 2: there are none. All else (scipy knows no code of its own for the
    # limit of nodes) leaves it open.
    if result.status not in {0, 2}:
        raise LimitError(meter.exceeded() or "max_expanded", "HiGHS came to no end")
    return bool(result.status == 2)


Row: TypeAlias = tuple[dict[int, int], float, float]
"""Coefficients of variables, and the least and greatest sum."""


class _Flows:
    """A variable for every line and direction of an edge, and what lines must keep to."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.terminal = {u: line for line, pair in enumerate(ground.pairs) for u in pair}
        self.weights: list[int] = []
        count = range(len(ground.pairs))
        self.into: list[list[list[int]]] = [[[] for _ in range(ground.size)] for _ in count]
        self.out_of: list[list[list[int]]] = [[[] for _ in range(ground.size)] for _ in count]
        self.arcs: list[list[tuple[int, int]]] = []
        for line, (s, t) in enumerate(ground.pairs):
            self.arcs.append([])
            for a, b, weight in ground.edges:
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
        for line, (s, t) in enumerate(self.ground.pairs):
            yield dict.fromkeys(self.out_of[line][s], 1), 1.0, 1.0
            yield dict.fromkeys(self.into[line][t], 1), 1.0, 1.0
            for u in range(self.ground.size):
                if u not in self.terminal:
                    row = dict.fromkeys(self.into[line][u], 1)
                    row.update(dict.fromkeys(self.out_of[line][u], -1))
                    yield row, 0.0, 0.0

    def capacities(self) -> Iterator[Row]:
        """Yield the rows that let one line at most, or exactly one, use a node."""
        for u in range(self.ground.size):
            if u not in self.terminal:
                row = dict.fromkeys((arc for into in self.into for arc in into[u]), 1)
                yield row, float(self.ground.fill), 1.0

    def contacts(self) -> Iterator[Row]:
        """Yield the rows that keep lines from touching themselves where they must not."""
        for line, pair in enumerate(self.ground.pairs):
            used = [[] if u in pair else arcs for u, arcs in enumerate(self.into[line])]
            for (u, v, _), arcs in zip(self.ground.edges, self.arcs[line], strict=True):
                if self.ground.chordless and self._open(u, line) and self._open(v, line):
                    row = dict.fromkeys([*used[u], *used[v]], 1)
                    for arc in {*arcs} - {-1}:
                        row[arc] = row.get(arc, 0) - 1
                    yield row, -math.inf, 1.0 - (u in pair) - (v in pair)
            for block in self.ground.blocks:
                if all(self._open(u, line) for u in block):
                    row = dict.fromkeys((arc for u in block for arc in used[u]), 1)
                    yield row, -math.inf, len(block) - 1.0 - sum(u in pair for u in block)
