"""Wirings found by satisfiability: any, the next, the least, and whether there is another.

Clauses that forbid lines to run beside themselves make the search several times as fast. Such a
line can be cut short at the edge between two of its nodes that do not follow each other, so that
the shortened wiring uses fewer nodes and keeps all rules but that of filling.

References
----------
Kautz, H. and Selman, B. (1992). Planning as satisfiability. *ECAI 92*. (bounds as assumptions)
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from graphpuzzles.puzzles.wiring.formula import Detours, WiringFormula
from graphpuzzles.puzzles.wiring.satisfiability import SatSolver, missing_solver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from graphpuzzles.limits import Meter
    from graphpuzzles.puzzles.wiring.network import Path, WiringNetwork

# Sums of weights beyond this take too many clauses.
_MAX_WEIGHT = 10_000
# Sums of detours told apart at first, in units of the weights; then four times as many, and so on.
_FIRST_SUMS = 32


def refuses_clauses(network: WiringNetwork) -> str | None:
    """Say why clauses do not serve a network; None where they do."""
    if network.uniform_weight is None and network.total_weight > _MAX_WEIGHT:
        return f"the weights add up to more than {_MAX_WEIGHT}, too much for clauses"
    return missing_solver()


class ClauseSearch:
    """A search for wirings, one after the other.

    Parameters
    ----------
    network : WiringNetwork
        With at least one pair.
    meter : Meter
        The account of the call.
    lean : bool
        Whether to look only for wirings none of whose lines runs beside itself.

    Raises
    ------
    MissingDependencyError
        If python-sat is not installed.
    LimitError
        If the clauses take more memory than allowed.
    """

    def __init__(self, network: WiringNetwork, meter: Meter, *, lean: bool) -> None:
        self.network = network
        self.formula = WiringFormula(network, chordless=lean)
        self.solver = SatSolver(meter)
        self.solver.add(self.formula.clauses())
        # No wiring weighs less, since each line is at least as long as its shortest way.
        self.least = sum(network.distances(s, t)[t] or 0 for s, t in network.pairs)
        self.detours: Detours | None = None

    def next(self, most: int | None = None) -> tuple[Path, ...] | None:
        """Return a wiring that was not refused, or None where there is none.

        Parameters
        ----------
        most : int, optional
            What it may weigh; not more than `bound` has been told.

        Raises
        ------
        LimitError
            If a limit is reached.
        """
        assumed: Sequence[int] = ()
        if most is not None and self.detours is not None:
            assumed = self.detours.at_most(most - self.least)
        while self.solver.solve(assumed, lower_bound=most):
            paths, cycles = self.formula.lines(self.solver.model())
            # Elsewhere the lines are a wiring without the cycles.
            if not self.network.fill or not cycles:
                return paths
            self.solver.add(map(self.formula.refuse, ([cycle] for cycle in cycles)))
        return None

    def refuse(self, paths: Iterable[Path]) -> None:
        """Look no more for this wiring."""
        self.solver.add([self.formula.refuse(paths)])

    def bound(self, most: int) -> Detours:
        """Tell weights apart up to this one."""
        self.detours = Detours(self.formula, most - self.least)
        self.solver.add(self.detours.clauses)
        return self.detours

    def totals(self, lower: int, below: int | None = None) -> Iterator[int]:
        """Yield the weights that a wiring may have, from `lower` to less than `below`."""
        network = self.network
        highest = self.least + network.total_weight if below is None else below - 1
        step = _FIRST_SUMS * math.gcd(*(weight for _, _, weight in network.edges))
        told = lower - 1
        while told < highest:
            most = min(max(self.least, lower) + step, highest)
            for detour in (0, *self.bound(most).sums):
                if told < self.least + detour <= most:
                    yield self.least + detour
            told = most
            step = 4 * step + 1

    def only(self) -> bool:
        """Tell whether there is exactly one wiring."""
        first = self.next()
        if first is None:
            return False
        self.refuse(first)
        return self.next() is None


class LeastWiring:
    """The search for a wiring of least weight; after a limit it tells what was found till then.

    A first wiring is nearly always found at once. Then no weight is tried but from below: that
    there is no wiring with so few steps away from the targets is easier to see than that there is
    no better one than the best known.

    Parameters
    ----------
    network : WiringNetwork
        With at least one pair.
    lower : int
        A bound that is proved.

    Attributes
    ----------
    paths : tuple of Path or None
        The best wiring found.
    lower : int
        No wiring weighs less.
    """

    def __init__(self, network: WiringNetwork, lower: int) -> None:
        self.network = network
        self.lower = lower
        self.paths: tuple[Path, ...] | None = None
        self.search: ClauseSearch | None = None

    def run(self, meter: Meter) -> None:
        """Find a wiring of least weight in `paths`, or None where there is no wiring.

        Raises
        ------
        LimitError
            If a limit is reached.
        """
        network = self.network
        # With one weight for all edges, a line cut short weighs no more.
        lean = not network.fill and network.uniform_weight is not None
        search = self.search = ClauseSearch(network, meter, lean=lean)
        if not self._improved(search.next()) or self._closed():
            return
        if lean:
            # Often it is the only one that does not run beside itself, and then the best.
            search.refuse(self.paths or ())
            if not self._improved(search.next()) or self._closed():
                return
        for total in search.totals(self.lower, network.length(self.paths or ())):
            self.lower = total
            if self._improved(search.next(total)):
                return
        self.lower = network.length(self.paths or ())

    def _improved(self, paths: tuple[Path, ...] | None) -> bool:
        """Tell whether a wiring was found, and keep it if it is the best."""
        if paths is None:
            return False
        if self.paths is None or self.network.length(paths) < self.network.length(self.paths):
            self.paths = paths
        return True

    def _closed(self) -> bool:
        return self.paths is not None and self.network.length(self.paths) <= self.lower


def only_wiring(network: WiringNetwork, lower: int, meter: Meter, *, shortest: bool) -> bool:
    """Tell whether there is exactly one wiring, or one of least weight.

    Parameters
    ----------
    network : WiringNetwork
    lower : int
        A bound of the least weight that is proved.
    meter : Meter
        The account of the call.
    shortest : bool
        Whether wirings that weigh more than the least do not count.

    Raises
    ------
    LimitError
        If a limit is reached.
    """
    if not network.pairs:
        return not (network.fill and network.size)
    if shortest:
        return _only_least(network, lower, meter)
    if network.fill:
        return ClauseSearch(network, meter, lean=False).only()
    search = ClauseSearch(network, meter, lean=True)
    found = search.next()
    if found is None:
        return False
    search.refuse(found)
    if search.next() is not None:
        return False
    if sum(map(len, found)) == network.size or network.chordless:
        return True
    # Any other wiring runs beside itself and becomes this one when its lines are cut short: each
    # of them passes all nodes of this one's, and some more.
    search = ClauseSearch(network, meter, lean=False)
    search.solver.add([search.formula.on(u, i)] for i, path in enumerate(found) for u in path)
    search.refuse(found)
    return search.next() is None


def _only_least(network: WiringNetwork, lower: int, meter: Meter) -> bool:
    least = LeastWiring(network, lower)
    least.run(meter)
    if least.paths is None:
        return False
    total = network.length(least.paths)
    search = _least_search(network, meter)
    search.refuse(least.paths)
    search.bound(total)
    return search.next(total) is None


def _least_search(network: WiringNetwork, meter: Meter) -> ClauseSearch:
    """Return a search that does not miss a wiring of least weight."""
    # With one positive weight for all edges, a line cut short weighs less.
    lean = not network.fill and bool(network.uniform_weight)
    return ClauseSearch(network, meter, lean=lean)


def next_wirings(
    network: WiringNetwork, lower: int, meter: Meter, *, shortest: bool
) -> Iterator[tuple[Path, ...]]:
    """Yield all wirings by rising weight, or all of least weight.

    Parameters
    ----------
    network, lower, meter, shortest
        As in `only_wiring`.

    Raises
    ------
    LimitError
        If a limit is reached, at the wiring that it prevents from being found.
    """
    if not network.pairs:
        yield from () if network.fill and network.size else ((),)
        return
    search = (
        _least_search(network, meter) if shortest else ClauseSearch(network, meter, lean=False)
    )
    if network.fill and network.uniform_weight is not None:
        totals: Iterable[int | None] = (None,)
    else:
        totals = search.totals(lower)
    for total in totals:
        found = search.next(total)
        some = found is not None
        while found is not None:
            yield found
            search.refuse(found)
            found = search.next(total)
        if (some and shortest) or (total is not None and search.next() is None):
            return
