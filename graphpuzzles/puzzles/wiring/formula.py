"""The wirings of a network as the models of a formula in conjunctive normal form.

A variable for every edge says whether a line uses it, and one for every node and line whether the
node is on that line. Nodes joined by an edge that is used are on the same lines, and a terminal is
on its own alone; so no node is on two lines. Written out that would be half of all clauses,
and the search would not be faster. Lines that close upon themselves are models, too: beside lines
that join all pairs they do no harm, except where every node must be used.

References
----------
Joshi, S., Martins, R. and Manquinho, V. (2015). Generalized totalizer encoding for pseudo-Boolean
constraints. *Principles and Practice of Constraint Programming*. (sums of weights)
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from graphpuzzles.puzzles.wiring.network import Path, WiringNetwork

Clause: TypeAlias = list[int]
Sums: TypeAlias = dict[int, int]
"""For every sum that is possible, the variable that says that it is reached."""


class WiringFormula:
    """Clauses whose models are the wirings of a network, cycles aside.

    Parameters
    ----------
    network : WiringNetwork
    chordless : bool
        Whether neighbours on one line must follow each other, though no rule may ask for it.

    Attributes
    ----------
    last : int
        The greatest variable so far; variables count from 1.
    """

    def __init__(self, network: WiringNetwork, *, chordless: bool) -> None:
        self.network = network
        self.chordless = chordless or network.chordless
        self.edge = {(u, v): i for i, (u, v, _) in enumerate(network.edges, 1)}
        self.edge.update({(v, u): i for (u, v), i in self.edge.items()})
        self.last = len(network.edges) + network.size * len(network.pairs)

    @property
    def size(self) -> int:
        """About how many clauses there are."""
        network = self.network
        degrees = sum(len(around) ** 3 for around in network.neighbors) // 6
        return (3 * len(network.edges) + len(network.blocks)) * len(network.pairs) + degrees

    def on(self, node: int, line: int) -> int:
        """Return the variable that says that a node is on a line."""
        network = self.network
        return len(network.edges) + node * len(network.pairs) + line + 1

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses that say which edges make a wiring."""
        network = self.network
        lines = range(len(network.pairs))
        for u, around in enumerate(network.neighbors):
            label = network.label[u]
            yield from self._degree([self.edge[u, v] for v, _ in around], label)
            if label:
                yield from ([self.on(u, i) if i == label - 1 else -self.on(u, i)] for i in lines)
        for u, v, _ in network.edges:
            edge = self.edge[u, v]
            for i in lines:
                here, there = self.on(u, i), self.on(v, i)
                yield [-edge, -here, there]
                yield [-edge, here, -there]
                if self.chordless:
                    yield [edge, -here, -there]
        for block, i in product(network.blocks, lines):
            yield [-self.on(u, i) for u in block]

    def _degree(self, edges: list[int], label: int) -> Iterator[Clause]:
        """Let one edge end in a terminal; two or none, or two where all are used, in a node."""
        if label or self.network.fill:
            yield edges
        if not label:
            for edge in edges:
                yield [-edge, *(other for other in edges if other != edge)]
        for several in combinations(edges, 2 if label else 3):
            yield [-edge for edge in several]

    def refuse(self, nodes: Iterable[Sequence[int]]) -> Clause:
        """Return the clause against a wiring, or against a cycle, given by its lines.

        It names the edges that are used alone: a wiring cannot have more of them than another.
        """
        return [-self.edge[step] for line in nodes for step in pairwise(line)]

    def lines(self, model: Sequence[int]) -> tuple[tuple[Path, ...], list[Path]]:
        """Return the lines of a model that join pairs, and those that close upon themselves."""
        network = self.network
        used = [
            (u, v) for (u, v, _), value in zip(network.edges, model, strict=False) if value > 0
        ]
        paths = network.trace(used)
        rest: dict[int, list[int]] = {}
        joined = {u for path in paths for u in path}
        for u, v in used:
            if u not in joined:
                rest.setdefault(u, []).append(v)
                rest.setdefault(v, []).append(u)
        cycles = []
        while rest:
            cycle = [next(iter(rest))]
            while cycle[-1] in rest:
                cycle.append(next((v for v in rest.pop(cycle[-1]) if v in rest), cycle[0]))
            cycles.append(tuple(cycle))
        return paths, cycles


class Detours:
    """Clauses on how much longer lines are than their shortest ways, all together.

    Edges get a direction, that of the line from its first terminal. A step from u to v costs what
    it takes away from the target: its weight, and how much farther v is than u. These costs are
    never negative, on a grid mostly 0, and add up to what a line is longer than it need be.

    Parameters
    ----------
    formula : WiringFormula
    most : int
        Sums beyond this one are not told apart.
    add : callable
        What takes the clauses.
    """

    def __init__(
        self, formula: WiringFormula, most: int, add: Callable[[Iterable[Clause]], None]
    ) -> None:
        self.formula = formula
        self.add = add
        self.most = most
        network = formula.network
        arcs = [arc for u, v, _ in network.edges for arc in ((u, v), (v, u))]
        self.arc = {arc: formula.last + i for i, arc in enumerate(arcs, 1)}
        formula.last += len(self.arc)
        add(self._directions())
        costs = [costs for v in range(network.size) if (costs := self._costs(v))]
        while len(costs) > 1:
            pairs = zip(costs[::2], costs[1::2], strict=False)
            costs = [self._added(a, b) for a, b in pairs] + costs[len(costs) & ~1 :]
        self.sums = self._ladder(costs[0] if costs else {})
        """For every sum above 0 that is possible, the variable that holds where it is reached."""
        self._keep_near()

    def at_most(self, total: int) -> Clause:
        """Return what to assume for lines that are by so much longer at most."""
        return [-variable for reached, variable in self.sums.items() if reached > total][:1]

    def _ladder(self, sums: Sums) -> Sums:
        """Return for every sum a variable that holds from this sum on, in increasing order."""
        ladder = {total: self._fresh() for total in sums}
        self.add([-sums[total], rung] for total, rung in ladder.items())
        self.add([-upper, lower] for lower, upper in pairwise(ladder.values()))
        return ladder

    def _keep_near(self) -> None:
        """Say that a line through a node is as long as the shortest way through it at least.

        This follows from the costs, but only step by step along a line, and without it not even
        that all lines cannot be shortest is seen in time.
        """
        network, totals = self.formula.network, list(self.sums)
        for i, ((s, t), away) in enumerate(zip(network.pairs, self._away, strict=True)):
            least = away[s]
            for v, there in enumerate(network.distances(s, t)):
                back = away[v]
                if there is None or back is None or least is None:
                    self.add([[-self.formula.on(v, i)]])
                elif (detour := there + back - least) > 0:
                    rung = bisect_left(totals, min(detour, self.most + 1))
                    beyond = [self.sums[totals[rung]]] if rung < len(totals) else []
                    self.add([[-self.formula.on(v, i), *beyond]])

    def _directions(self) -> Iterator[Clause]:
        network, edge, arc = self.formula.network, self.formula.edge, self.arc
        for u, v, _ in network.edges:
            there, back = arc[u, v], arc[v, u]
            yield [-edge[u, v], there, back]
            yield from ([-there, -back], [-there, edge[u, v]], [-back, edge[u, v]])
        sources = {s for s, _ in network.pairs}
        for u, around in enumerate(network.neighbors):
            if network.label[u]:
                closed = [arc[v, u] if u in sources else arc[u, v] for v, _ in around]
                yield from ([-variable] for variable in closed)
            else:
                for (v, _), (w, _) in combinations(around, 2):
                    yield [-arc[v, u], -arc[w, u]]
                    yield [-arc[u, v], -arc[u, w]]

    def _costs(self, v: int) -> Sums:
        """Return the costs of the step into a node, each with a variable that the step sets."""
        formula, network = self.formula, self.formula.network
        found: dict[int, list[Clause]] = {}
        for i, ((s, _), away) in enumerate(zip(network.pairs, self._away, strict=True)):
            there = away[v]
            for u, weight in network.neighbors[v]:
                here = away[u]
                # Nothing leads into the source; walks to the target do not pass through it.
                if there is None or here is None or v == s:
                    continue
                if cost := weight + there - here:
                    clause = [-self.arc[u, v], -formula.on(v, i)]
                    found.setdefault(min(cost, self.most + 1), []).append(clause)
        sums = {}
        for cost, clauses in sorted(found.items()):
            sums[cost] = self._fresh()
            self.add([*clause, sums[cost]] for clause in clauses)
        return sums

    @cached_property
    def _away(self) -> list[list[int | None]]:
        """For every line, the distance of each node from its target."""
        network = self.formula.network
        return [network.distances(t, s) for s, t in network.pairs]

    def _fresh(self) -> int:
        self.formula.last += 1
        return self.formula.last

    def _added(self, one: Sums, other: Sums) -> Sums:
        """Return variables for the sums of two groups of costs."""
        reached = {min(a + b, self.most + 1) for a in (0, *one) for b in (0, *other)} - {0}
        sums = {total: self._fresh() for total in sorted(reached)}
        for a, b in product((0, *one), (0, *other)):
            if total := min(a + b, self.most + 1):
                left = [-one[a]] if a else []
                right = [-other[b]] if b else []
                self.add([[*left, *right, sums[total]]])
        return sums
