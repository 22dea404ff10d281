"""Clauses given to CaDiCaL by python-sat, in rounds so short that limits and Ctrl-C hold.

References
----------
Biere, A., Fleury, M. and Heisinger, M. (2021). CaDiCaL, Kissat, Paracooba entering the SAT
Competition 2021. *Proceedings of SAT Competition 2021*.
Ignatiev, A., Morgado, A. and Marques-Silva, J. (2018). PySAT: a Python toolkit for prototyping
with SAT oracles. *SAT 2018*.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from graphpuzzles.errors import LimitError, MissingDependencyError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphpuzzles.limits import Meter

# Conflicts between two looks at the limits: some 10 to 50 ms. Of a large set of clauses they take
# longer; so no more than this product of both.
_ROUND = 1000
_WORK = 10**8
# Clauses written between two looks at the clock.
_WRITTEN = 10_000
# What the solver takes for a clause, and for each literal of it, with the two watches.
_CLAUSE_BYTES, _LITERAL_BYTES = 48, 8


def missing_solver() -> str | None:
    """Say that the solver is not installed; None where it is."""
    try:
        from pysat.solvers import Cadical195  # noqa: F401 - another package is called pysat, too
    except ImportError:
        return str(MissingDependencyError("python-sat", "sat"))
    return None


class SatSolver:
    """A set of clauses that grows, and what CaDiCaL finds about it.

    Literals are the numbers of variables, from 1, negative where negated. The same clauses in the
    same order give the same models, under any limits that do not stop it.

    Parameters
    ----------
    meter : Meter
        The account of the call. Conflicts are counted as states, both held and expanded.
    prove : bool
        Whether `lemmas` will be asked for.

    Raises
    ------
    MissingDependencyError
        If python-sat is not installed.
    """

    def __init__(self, meter: Meter, *, prove: bool = False) -> None:
        try:
            # Of the classes with CaDiCaL only this one takes a budget of conflicts.
            from pysat.solvers import Cadical195
        except ImportError as error:
            raise MissingDependencyError("python-sat", "sat") from error
        self._solver = Cadical195(with_proof=prove)
        self._meter = meter
        self.clauses = self.conflicts = 0
        self.memory = 0

    def add(self, clauses: Iterable[list[int]]) -> None:
        """Ask that each of the clauses has a literal that holds.

        Raises
        ------
        LimitError
            If they take more memory or time than allowed.
        """
        add, limits = self._solver.add_clause, self._meter.limits
        for clause in clauses:
            self.memory += _CLAUSE_BYTES + _LITERAL_BYTES * len(clause)
            if limits.max_memory is not None and self.memory > limits.max_memory:
                raise LimitError("max_memory", "the clauses were being written")
            add(clause)
            self.clauses += 1
            if self.clauses % _WRITTEN == 0:
                self._meter.require("the clauses were being written")

    def solve(
        self,
        assumptions: Iterable[int] = (),
        *,
        budget: int | None = None,
        lower_bound: int | None = None,
    ) -> bool | None:
        """Tell whether all clauses can hold together, with these literals.

        Parameters
        ----------
        assumptions : iterable of int
            Literals that hold in this call only.
        budget : int, optional
            Conflicts, about, after which None is returned.
        lower_bound : int, optional
            What is proved so far, for whoever watches the progress.

        Raises
        ------
        LimitError
            If a limit is reached.
        """
        literals = list(assumptions)
        chunk = max(50, min(_ROUND, _WORK // (self.clauses + 1)))
        given_up = math.inf if budget is None else self.conflicts + budget
        limits = self._meter.limits
        allowed = [most for most in (limits.max_states, limits.max_expanded) if most is not None]
        while True:
            self._meter.require(
                f"{self.conflicts} conflicts were resolved",
                states=self.conflicts,
                expanded=self.conflicts,
                memory=self.memory,
            )
            stopped = self._meter.report(
                "satisfiability",
                states=self.conflicts,
                expanded=self.conflicts,
                lower_bound=lower_bound,
            )
            if stopped is not None:
                raise LimitError(stopped, f"{self.conflicts} conflicts were resolved")
            left = min(allowed, default=self.conflicts + chunk) - self.conflicts
            self._solver.conf_budget(min(chunk, left + 1, budget or chunk))
            found: bool | None = self._solver.solve_limited(literals)
            self.conflicts = self._solver.accum_stats()["conflicts"]
            if found is not None or self.conflicts >= given_up:
                return found

    def model(self) -> list[int]:
        """Return the literals that hold in what `solve` found last, in order of the variables."""
        literals: list[int] = self._solver.get_model()
        return literals

    def lemmas(self) -> list[list[int]]:
        """Return the clauses that were learnt, in their order.

        The last one is empty where `solve` found that the clauses cannot all hold.
        """
        proof: list[str] = self._solver.get_proof()
        # What the solver forgets may stand before what it learns from that afterwards.
        lemmas = (line.split() for line in proof if not line.startswith("d"))
        return [[int(literal) for literal in lemma[:-1]] for lemma in lemmas]
