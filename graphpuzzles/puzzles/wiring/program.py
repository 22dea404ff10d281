"""Disjoint lines as a multicommodity flow: relaxation, exact prices, integer program, by HiGHS.

One commodity a pair sends one unit from the first terminal to the second. An arc variable says
whether a line uses an edge in one direction; every node but the terminals carries at most one
unit of all commodities together, which is what splitting it into an entry and an exit would say.

References
----------
Ford, L. R. and Fulkerson, D. R. (1958). A suggested computation for maximal multi-commodity
network flows. *Management Science* 5 (1).
Huangfu, Q. and Hall, J. A. J. (2018). Parallelizing the dual revised simplex method.
*Mathematical Programming Computation* 10 (1). (HiGHS)
Geoffrion, A. M. (1974). Lagrangean relaxation for integer programming. *Mathematical Programming
Study* 2. (prices)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray
    from scipy.optimize import OptimizeResult
    from scipy.sparse import csr_array

    from graphpuzzles.limits import Meter
    from graphpuzzles.puzzles.wiring.network import Path, WiringNetwork

    Floats: TypeAlias = NDArray[np.float64]
    Row: TypeAlias = dict[int, int]
    Constraint: TypeAlias = tuple[csr_array, Floats, Floats]

MAX_WEIGHT = 10**6
"""Largest total weight for which HiGHS's tolerances leave no doubt about an integer."""

DEFAULT_NODES = 2000
"""Nodes of the branch-and-bound tree where the caller limits neither nodes nor time."""

# scipy's status codes of HiGHS.
_OPTIMAL, _INFEASIBLE, _UNDECIDED = 0, 2, 4


@dataclass(frozen=True)
class Relaxation:
    """What the linear relaxation shows.

    Parameters
    ----------
    feasible : bool
    bound : float
        Its value; with ``feasible`` false, the least violation of the node capacities.
    prices : numpy.ndarray of float64, shape (nodes,)
        Dual values of the node capacities.
    paths : tuple of Path, optional
        The lines, where the solution is integral.
    shared : (int, int), optional
        The node that two lines share most evenly, and the number of one of them, if any is shared.
        If none is, every line may choose one of its ways.
    """

    feasible: bool
    bound: float
    prices: Floats
    paths: tuple[Path, ...] | None = None
    shared: tuple[int, int] | None = None


@dataclass(frozen=True)
class IntegerResult:
    """What the integer program found.

    Parameters
    ----------
    finished : bool
        Whether HiGHS proved what it says, up to its tolerances.
    paths : tuple of Path, optional
        The best wiring found.
    bound : float
        No wiring is shorter; infinite where there is none.
    nodes, rounds : int
        Nodes of the branch-and-bound tree, and programs solved.
    limit : str, optional
        The limit that was reached.
    """

    finished: bool
    paths: tuple[Path, ...] | None
    bound: float
    nodes: int
    rounds: int
    limit: str | None = None


class Multicommodity:
    """The flow network of a wiring problem, with one commodity a pair.

    Parameters
    ----------
    network : WiringNetwork

    Attributes
    ----------
    arcs : list of (int, int, int)
        ``(pair, u, v)`` for every variable.
    """

    def __init__(self, network: WiringNetwork) -> None:
        self.network = network
        self.arcs: list[tuple[int, int, int]] = []
        for pair, (s, t) in enumerate(network.pairs):
            closed = network.closed(s, t)
            self.arcs += [
                (pair, u, v)
                for a, b, _ in network.edges
                if not closed[a] and not closed[b]
                for u, v in ((a, b), (b, a))
                if v != s and u != t
            ]
        self.index = {arc: i for i, arc in enumerate(self.arcs)}
        self.inner = [u for u in range(network.size) if not network.label[u]]
        self.weights = np.array([network.weight[u, v] for _, u, v in self.arcs], dtype=np.float64)

    def _entering(self, pair: int, node: int) -> Row:
        """Return the arcs of a pair into a node, each with the coefficient 1."""
        arcs = ((pair, u, node) for u, _ in self.network.neighbors[node])
        return {self.index[arc]: 1 for arc in arcs if arc in self.index}

    def _leaving(self, pair: int, node: int) -> Row:
        """Return the arcs of a pair out of a node, each with the coefficient 1."""
        arcs = ((pair, node, v) for v, _ in self.network.neighbors[node])
        return {self.index[arc]: 1 for arc in arcs if arc in self.index}

    @cached_property
    def conservation(self) -> tuple[csr_array, Floats]:
        """Return matrix and right side: each pair's unit leaves, arrives, and is kept between."""
        rows: list[Row] = []
        sides = []
        for pair, (s, t) in enumerate(self.network.pairs):
            rows += [self._leaving(pair, s), self._entering(pair, t)]
            sides += [1.0, 1.0]
            for node in self.inner:
                row = self._entering(pair, node)
                row.update(dict.fromkeys(self._leaving(pair, node), -1))
                rows.append(row)
                sides.append(0.0)
        return self._matrix(rows), np.array(sides)

    @cached_property
    def capacity(self) -> csr_array:
        """Return the matrix whose rows count the lines that enter each inner node."""
        pairs = range(len(self.network.pairs))
        return self._matrix(
            [
                {arc: 1 for pair in pairs for arc in self._entering(pair, node)}
                for node in self.inner
            ]
        )

    def _contact_rows(self) -> tuple[list[Row], list[float]]:
        """Return rows and upper bounds that keep lines from touching themselves."""
        rows: list[Row] = []
        sides: list[float] = []
        for pair, terminals in enumerate(self.network.pairs):
            closed = self.network.closed(*terminals)
            # What tells whether the line uses a node: a sum of arcs, or 1 at its terminals.
            used: list[Row] = [
                {} if u in terminals else self._entering(pair, u) for u in range(self.network.size)
            ]
            for a, b, _ in self.network.edges if self.network.chordless else ():
                if closed[a] or closed[b]:
                    continue
                row = {**used[a], **used[b]}
                for arc in ((pair, a, b), (pair, b, a)):
                    if arc in self.index:
                        row[self.index[arc]] = row.get(self.index[arc], 0) - 1
                rows.append(row)
                sides.append(1.0 - (a in terminals) - (b in terminals))
            for block in self.network.blocks:
                if not any(closed[u] for u in block):
                    rows.append({arc: 1 for u in block for arc in used[u]})
                    sides.append(len(block) - 1.0 - sum(u in terminals for u in block))
        return rows, sides

    def _cycle_row(self, cycle: Sequence[int]) -> Row:
        """Return the row that counts the arcs of all pairs within a set of nodes."""
        inside = set(cycle)
        return {i: 1 for i, (_, u, v) in enumerate(self.arcs) if u in inside and v in inside}

    def _matrix(self, rows: Sequence[Row]) -> csr_array:
        from scipy.sparse import csr_array

        starts = np.cumsum([0, *map(len, rows)])
        columns = np.array([column for row in rows for column in row], dtype=np.int64)
        values = np.array([value for row in rows for value in row.values()], dtype=np.float64)
        return csr_array((values, columns, starts), shape=(len(rows), len(self.arcs)))

    def relax(self, closed: Sequence[Collection[int]] = ()) -> Relaxation:
        """Solve the linear relaxation; where it has no solution, find the least violation.

        Every pair must be joined by some walk. Filling and the rules of self-contact are left out:
        with them the bound holds all the more.

        Parameters
        ----------
        closed : sequence of collection of int, optional
            For every pair the nodes that its line must keep off, which leave a way.

        Notes
        -----
        scipy hands out no Farkas vector, but the duals of the elastic program, in which exceeding
        a capacity by 1 costs 1 and nothing else costs anything, are one.
        """
        from scipy.optimize import linprog
        from scipy.sparse import csr_array, eye_array, hstack

        if not self.arcs or not self.inner:
            # No node to dispute: every line is an edge between its terminals.
            paths = self.network.pairs
            return Relaxation(
                True, float(self.network.length(paths)), np.zeros(self.network.size), paths
            )
        matrix, side = self.conservation
        room = np.ones(len(self.inner))
        slack = len(self.inner)
        # A variable that must stay 0 is one of a line that keeps off an end of the arc.
        shut = [bool(closed) and (u in closed[k] or v in closed[k]) for k, u, v in self.arcs]
        bounds: list[tuple[float, float | None]]
        bounds = [(0.0, 0.0 if is_shut else None) for is_shut in (*shut, *[False] * slack)]
        result = linprog(
            self.weights,
            _as_array(self.capacity),
            room,
            _as_array(matrix),
            side,
            bounds[: len(self.arcs)],
        )
        if result.status == 0:
            prices = self._prices(result.ineqlin.marginals)
            return Relaxation(
                True,
                float(result.fun or 0.0),
                prices,
                self._paths(result.x),
                self._shared(cast("Floats", result.x)),
            )
        elastic = linprog(
            np.concatenate([np.zeros(len(self.arcs)), np.ones(slack)]),
            _as_array(hstack([self.capacity, -eye_array(slack)], format="csr")),
            room,
            _as_array(hstack([matrix, csr_array((len(side), slack))], format="csr")),
            side,
            bounds,
        )
        violation = float(elastic.fun or 0.0)
        shared = self._shared(cast("Floats", elastic.x)[: len(self.arcs)])
        return Relaxation(False, violation, self._prices(elastic.ineqlin.marginals), None, shared)

    def _shared(self, values: Floats) -> tuple[int, int] | None:
        """Return the node of which the second of its lines uses most, and the first line."""
        used = np.zeros((len(self.network.pairs), self.network.size))
        if len(used) < 2:
            return None
        pairs, _, heads = np.array(self.arcs).T
        np.add.at(used, (pairs, heads), values)
        second = np.partition(used, -2, axis=0)[-2]
        node = int(np.argmax(np.round(second, 6)))
        return (node, int(np.argmax(used[:, node]))) if second[node] > 1e-6 else None

    def _prices(self, marginals: Floats) -> Floats:
        prices = np.zeros(self.network.size)
        prices[self.inner] = np.maximum(0.0, -marginals)
        return prices

    def solve(self, meter: Meter, *, below: int | None = None) -> IntegerResult:
        """Solve the integer program, again with a cut for every stray cycle that it leaves.

        Only where the network must be filled can cycles beside the lines pay; elsewhere leaving
        them out breaks no rule and costs nothing.

        Parameters
        ----------
        meter : Meter
            The account of the call; HiGHS is told how much time and how many nodes are left.
            Without a limit of either it may use `DEFAULT_NODES` nodes, for where only planarity
            shows that lines must cross, branching goes on for ever.
        below : int, optional
            Look only for wirings that weigh less, one of this weight being known. To see that
            there is none is often much easier than to close the last gap.
        """
        matrix, side = self.conservation
        room = np.ones(len(self.inner))
        least = room if self.network.fill else -np.inf * room
        contact_rows, contact_sides = self._contact_rows()
        free = np.full(len(contact_sides), -np.inf)
        constraints: list[Constraint] = [
            (matrix, side, side),
            (self.capacity, least, room),
            (self._matrix(contact_rows), free, np.array(contact_sides)),
        ]
        if below is not None:
            cost = self._matrix([{i: int(w) for i, w in enumerate(self.weights)}])
            most = self.network.round_down(below - 1)
            constraints.append((cost, np.array([-np.inf]), np.array([float(most)])))
        nodes = rounds = 0
        while True:
            limit = meter.exceeded(expanded=nodes) or meter.report("integer", depth=rounds)
            if limit is not None:
                return IntegerResult(False, None, 0.0, nodes, rounds, limit)
            result = self._milp([part for part in constraints if part[1].size], meter, nodes)
            rounds += 1
            nodes += int(result.mip_node_count or 0)
            if result.status == _INFEASIBLE:
                return IntegerResult(True, None, math.inf, nodes, rounds)
            bound = float(result.mip_dual_bound or 0.0)
            if result.x is None:
                return IntegerResult(False, None, bound, nodes, rounds, self._limit(meter))
            paths, cycles = self._trace(result.x)
            if not self.network.fill or not cycles:
                finished = result.status == _OPTIMAL
                limit = None if finished else self._limit(meter)
                return IntegerResult(finished, paths, bound, nodes, rounds, limit)
            rows = self._matrix([self._cycle_row(cycle) for cycle in cycles])
            sides = np.array([len(cycle) - 1.0 for cycle in cycles])
            constraints.append((rows, np.full(sides.size, -np.inf), sides))

    @staticmethod
    def _limit(meter: Meter) -> str:
        """Name the limit that stopped HiGHS, which does not say."""
        return meter.exceeded() or "max_expanded"

    def _milp(self, constraints: Sequence[Constraint], meter: Meter, nodes: int) -> OptimizeResult:
        from scipy.optimize import Bounds, LinearConstraint, milp

        seconds, expanded = meter.limits.max_seconds, meter.limits.max_expanded
        if seconds is None and expanded is None:
            expanded = DEFAULT_NODES
        for presolve in (True, False):
            result = milp(
                self.weights,
                integrality=np.ones(len(self.arcs), dtype=np.int64),
                bounds=Bounds(0, 1),
                constraints=[LinearConstraint(*part) for part in constraints],
                options={
                    "mip_rel_gap": 0.0,
                    "presolve": presolve,
                    "time_limit": np.inf if seconds is None else max(0.0, seconds - meter.seconds),
                    "node_limit": 2**31 - 1 if expanded is None else max(0, expanded - nodes),
                },
            )
            # The objective is bounded, but presolve may end with "infeasible or unbounded".
            if result.status != _UNDECIDED:
                break
        return result

    def _paths(self, values: Floats | None) -> tuple[Path, ...] | None:
        """Return the lines of a solution of the relaxation, where it is an integral wiring."""
        network = self.network
        if values is None or np.abs(values - np.rint(values)).max() > 1e-6:
            return None
        paths, cycles = self._trace(values)
        filled = not network.fill or (not cycles and sum(map(len, paths)) == network.size)
        return paths if filled and not any(map(network.touches_itself, paths)) else None

    def _trace(self, values: Floats) -> tuple[tuple[Path, ...], list[Path]]:
        """Follow the arcs that are used: the line of every pair, and what else goes round."""
        following: list[dict[int, int]] = [{} for _ in self.network.pairs]
        for (pair, u, v), value in zip(self.arcs, values, strict=True):
            if value > 0.5:
                following[pair][u] = v
        paths: list[Path] = []
        cycles: list[Path] = []
        for arcs, (s, _) in zip(following, self.network.pairs, strict=True):
            starts = [s, *sorted(arcs)]
            for start in starts:
                walk = [start]
                while walk[-1] in arcs:
                    walk.append(arcs.pop(walk[-1]))
                if start == s and len(walk) > 1:
                    paths.append(tuple(walk))
                elif len(walk) > 1:
                    cycles.append(tuple(walk[:-1]))
        return tuple(paths), cycles


def _as_array(matrix: object) -> Floats:
    # scipy's linprog takes sparse matrices; its stubs do not say so.
    return cast("Floats", matrix)
