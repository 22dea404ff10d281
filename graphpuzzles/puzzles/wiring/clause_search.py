"""Wirings found by satisfiability: the least, the next, and whether there is another.

Clauses that forbid lines to run beside themselves make the search several times as fast. Such a
line can be cut short at the edge between two of its nodes that do not follow each other, so that
the shortened wiring uses fewer nodes and keeps all rules but that of filling.

References
----------
Kautz, H. and Selman, B. (1992). Planning as satisfiability. *ECAI 92*. (bounds as assumptions)
"""

from __future__ import annotations

import math
from itertools import count, islice
from typing import TYPE_CHECKING

from graphpuzzles.puzzles.wiring.formula import Detours, WiringFormula
from graphpuzzles.puzzles.wiring.satisfiability import SatSolver, missing_solver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphpuzzles.limits import Meter
    from graphpuzzles.puzzles.wiring.network import Path, WiringNetwork

# Sums of weights beyond this take too many clauses.
_MAX_WEIGHT = 2000
# Sums of detours told apart at first, in units of the weights; then four times as many, and so on.
_FIRST_SUMS = 32
# Conflicts until the search changes sides for the first time; then twice as many, and so on.
_FIRST_BUDGET = 4000


def refuses_clauses(network: WiringNetwork) -> str | None:
    """Say why clauses do not serve a network; None where they do."""
    if network.uniform_weight is None and network.total_weight > _MAX_WEIGHT:
        return f"the weights add up to more than {_MAX_WEIGHT}, too much for clauses"
    return missing_solver()


class ClauseSearch:
    """A search for wirings, one after the other, from two sides.

    From above any wiring is taken: where lines fill most of the board there are few ways to lay
    them. From below one weight after the other is allowed: where there is room, that there are no
    lines with so few steps away from their targets is easier to see than to find any wiring.
    Which side is the better one nobody knows, so they take turns.

    Parameters
    ----------
    network : WiringNetwork
        With at least one pair.
    meter : Meter
        The account of the call.
    lean : bool
        Whether to look only for wirings none of whose lines runs beside itself.
    known : tuple of Path, optional
        A wiring, so that the least is not looked for above its weight.

    Attributes
    ----------
    paths : tuple of Path or None
        The best wiring known.
    lower : int
        No wiring that was not found yet weighs less.
    found : list of tuple of Path
        The wirings found; no other is found again.

    Raises
    ------
    MissingDependencyError
        If python-sat is not installed.
    LimitError
        If the clauses take more memory than allowed.
    """

    def __init__(
        self,
        network: WiringNetwork,
        meter: Meter,
        *,
        lean: bool,
        known: tuple[Path, ...] | None = None,
    ) -> None:
        self.network = network
        self.paths = known
        self.found: list[tuple[Path, ...]] = []
        self._least = sum(network.distances(s, t)[t] or 0 for s, t in network.pairs)
        self.lower = self._least
        self._lean = lean
        # Then all wirings have the same weight.
        self._level = network.fill and network.uniform_weight is not None
        self._exhausted = False
        self._detours: Detours | None = None
        self._totals = self._possible()
        self._total: int | None = None
        self.formula = WiringFormula(network, chordless=lean)
        self.solver = SatSolver(meter)
        self.solver.add(self.formula.clauses())

    def find_least(self) -> None:
        """Find a wiring of least weight in `paths`; None stays there where there is no wiring.

        Raises
        ------
        LimitError
            If a limit is reached; `paths` and `lower` tell what was found till then.
        """
        # A second one from above: often there is only one that does not run beside itself.
        wanted = 2 if self._lean else 1
        for doubled in count():
            budget = _FIRST_BUDGET << doubled
            while len(self.found) < wanted and self._from_above(budget) and not self._closed:
                continue
            if self._exhausted or self._closed or self._from_below(budget):
                break
        if self.paths is not None:
            self.lower = self.network.length(self.paths)

    def is_single(self) -> bool:
        """Tell whether there is exactly one wiring.

        Raises
        ------
        LimitError
            If a limit is reached.
        """
        for doubled in count():
            budget = _FIRST_BUDGET << doubled
            while len(self.found) < 2 and self._from_above(budget):
                continue
            if len(self.found) > 1 or self._exhausted:
                break
            if not self._level:
                self._from_below(budget, least=False)
        return len(self.found) == 1

    def of_least_weight(self) -> Iterator[tuple[Path, ...]]:
        """Yield the wirings of least weight.

        Raises
        ------
        LimitError
            If a limit is reached.
        """
        self.find_least()
        if self.paths is None:
            return
        least = self.network.length(self.paths)
        yield from (paths for paths in self.found if self.network.length(paths) == least)
        yield from self._all_of(None if self._level else least)

    def by_weight(self) -> Iterator[tuple[Path, ...]]:
        """Yield all wirings by rising weight.

        Raises
        ------
        LimitError
            If a limit is reached.
        """
        if self._level:
            yield from self._all_of(None)
            return
        for total in self._totals:
            yield from self._all_of(total)
            if not self._solve(None):
                return

    def _all_of(self, most: int | None) -> Iterator[tuple[Path, ...]]:
        """Yield the wirings that were not found yet and weigh no more."""
        while not self._exhausted and self._next(most):
            yield self.found[-1]

    @property
    def _closed(self) -> bool:
        paths = self.paths
        return paths is not None and (self._level or self.network.length(paths) <= self.lower)

    def _from_above(self, budget: int) -> bool:
        """Tell whether another wiring was found, of any weight, within a budget of conflicts."""
        return not self._exhausted and self._next(None, budget) is True

    def _from_below(self, budget: int, *, least: bool = True) -> bool:
        """Take up one weight after the other, each with a budget of conflicts.

        Returns
        -------
        bool
            Whether another wiring was found, or there is none, or none that weighs less than the
            best one if the least is wanted.
        """
        while True:
            if self._total is None:
                self._total = next(self._totals, None)
            if self._total is None:
                self._exhausted = True
                return True
            if least and self.paths and self._total >= self.network.length(self.paths):
                return True
            self.lower = self._total
            found = self._next(self._total, budget)
            if found is not False:
                return found is True
            self._total = None

    def _next(self, most: int | None, budget: int | None = None) -> bool | None:
        """Tell whether there is another wiring, and keep it; None where the budget was too small.

        Parameters
        ----------
        most : int, optional
            What it may weigh.
        budget : int, optional
            How many conflicts may be spent, about.
        """
        answer = self._solve(most, budget)
        while answer:
            paths, cycles = self.formula.lines(self.solver.model())
            # Elsewhere the lines are a wiring without the cycles.
            if not self.network.fill or not cycles:
                self._keep(paths)
                return True
            self.solver.add(self.formula.refuse([cycle]) for cycle in cycles)
            answer = self._solve(most, budget)
        if answer is False and most is None:
            self._exhausted = True
        return answer

    def _solve(self, most: int | None, budget: int | None = None) -> bool | None:
        assumed = [] if most is None else self._bound(most).at_most(most - self._least)
        return self.solver.solve(assumed, budget=budget, lower_bound=self.lower)

    def _keep(self, paths: tuple[Path, ...]) -> None:
        """Note a wiring, and look no more for it."""
        self.found.append(paths)
        self.solver.add([self.formula.refuse(paths)])
        if self.paths is None or self.network.length(paths) < self.network.length(self.paths):
            self.paths = paths

    def _bound(self, most: int) -> Detours:
        """Tell weights apart up to this one."""
        detours = self._detours
        if detours is None or detours.most < most - self._least:
            detours = Detours(self.formula, most - self._least, self.solver.add)
            self._detours = detours
        return detours

    def _possible(self) -> Iterator[int]:
        """Yield the weights that a wiring may have, from the lower bound on."""
        least, told = self._least, self.lower - 1
        highest = least + self.network.total_weight
        step = _FIRST_SUMS * math.gcd(*(weight for _, _, weight in self.network.edges))
        while told < highest:
            most = min(max(least, told) + step, highest)
            for detour in (0, *self._bound(most).sums):
                if told < least + detour <= most:
                    yield least + detour
            told = most
            step *= 4


def least_search(
    network: WiringNetwork, meter: Meter, known: tuple[Path, ...] | None = None
) -> ClauseSearch:
    """Return a search that does not miss the least weight of a wiring."""
    # With one weight for all edges, a line cut short weighs no more.
    lean = not network.fill and network.uniform_weight is not None
    return ClauseSearch(network, meter, lean=lean, known=known)


def only_wiring(network: WiringNetwork, meter: Meter, *, least: bool) -> bool:
    """Tell whether there is exactly one wiring, or one of least weight.

    Parameters
    ----------
    network : WiringNetwork
    meter : Meter
        The account of the call.
    least : bool
        Whether wirings that weigh more than the least do not count.

    Raises
    ------
    LimitError
        If a limit is reached.
    """
    if not network.pairs:
        return not (network.fill and network.size)
    if least:
        return len(list(islice(next_wirings(network, meter, least=True), 2))) == 1
    if network.fill:
        return ClauseSearch(network, meter, lean=False).is_single()
    search = ClauseSearch(network, meter, lean=True)
    if not search.is_single():
        return False
    (found,) = search.found
    if sum(map(len, found)) == network.size or network.chordless:
        return True
    # Any other wiring runs beside itself and becomes this one when its lines are cut short: each
    # of them passes all nodes of this one's, and some more.
    search = ClauseSearch(network, meter, lean=False)
    search.solver.add([search.formula.on(u, i)] for i, path in enumerate(found) for u in path)
    return search.is_single()


def next_wirings(
    network: WiringNetwork, meter: Meter, *, least: bool
) -> Iterator[tuple[Path, ...]]:
    """Yield all wirings by rising weight, or all of least weight.

    Parameters
    ----------
    network, meter, least
        As in `only_wiring`.

    Raises
    ------
    LimitError
        If a limit is reached, at the wiring that it prevents from being found.
    """
    if not network.pairs:
        yield from () if network.fill and network.size else ((),)
        return
    if not least:
        search = ClauseSearch(network, meter, lean=False)
        if not network.fill:
            # Nothing weighs less than what is easier to find where lines do not touch themselves.
            leanest = least_search(network, meter)
            leanest.find_least()
            search.lower = leanest.lower
        yield from search.by_weight()
        return
    # With one positive weight for all edges, a line cut short weighs less.
    lean = not network.fill and bool(network.uniform_weight)
    yield from ClauseSearch(network, meter, lean=lean).of_least_weight()
