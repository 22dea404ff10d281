"""What drives the solver of clauses: limits, interruption, and its absence."""

import itertools
import signal
import sys
from itertools import pairwise

import pytest

from graphpuzzles.errors import LimitError, MissingDependencyError
from graphpuzzles.limits import Limits, Meter
from graphpuzzles.puzzles.wiring import satisfiability
from graphpuzzles.puzzles.wiring.satisfiability import SatSolver, missing_solver


def pigeons(holes):
    """Yield clauses: one pigeon more than holes, each in a hole, no two in one."""
    at = [[1 + p * holes + h for h in range(holes)] for p in range(holes + 1)]
    yield from at
    for hole in range(holes):
        for p, q in itertools.combinations(range(holes + 1), 2):
            yield [-at[p][hole], -at[q][hole]]


def solver_of(clauses, progress=None, **limits):
    solver = SatSolver(Meter(Limits(**limits), progress))
    solver.add(clauses)
    return solver


def test_models_and_assumptions():
    solver = solver_of([[1, 2], [-1, -2]])
    assert solver.solve([1])
    assert solver.model() == [1, -2]
    assert solver.solve([1, 2]) is False
    assert solver.solve([-1])
    solver.add([[1]])
    assert solver.solve([-1]) is False


def test_many_rounds_find_what_one_would():
    solver = solver_of(pigeons(8))
    assert solver.solve(budget=100) is None
    assert 100 <= solver.conflicts < 200
    assert solver.solve() is False
    assert solver.conflicts > 2000


@pytest.mark.parametrize("name", ["max_states", "max_expanded"])
@pytest.mark.parametrize("most", [0, 7, 1500])
def test_conflicts_are_bounded(name, most):
    solver = solver_of(pigeons(10), **{name: most})
    with pytest.raises(LimitError, match=f"^{name} reached"):
        solver.solve()
    assert most < solver.conflicts <= most + 2


def test_no_time_and_no_memory():
    with pytest.raises(LimitError, match=r"^max_seconds"):
        solver_of(pigeons(10), max_seconds=0).solve()
    with pytest.raises(LimitError, match=r"^max_memory"):
        solver_of(pigeons(10), max_memory=5000)


def test_it_tells_how_far_it_is_and_can_be_stopped():
    told = []
    solver = solver_of(pigeons(10), lambda event: told.append(event) or len(told) == 3)
    with pytest.raises(LimitError, match=r"^stopped"):
        solver.solve(lower_bound=4)
    assert [event.expanded // 1000 for event in told] == [0, 1, 2]
    assert {event.lower_bound for event in told} == {4}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no such timer")
def test_an_interrupt_arrives_while_clauses_are_solved():
    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            solver_of(pigeons(14)).solve()  # a matter of hours
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_rounds_on_many_clauses_are_shorter(monkeypatch):
    told = []
    monkeypatch.setattr(satisfiability, "_WORK", 60_000)
    solver = solver_of(pigeons(8), lambda event: told.append(event.expanded))
    assert solver.solve() is False
    steps = [after - before for before, after in pairwise(told)]
    assert 200 < max(steps) < 300


def test_without_the_solver_it_says_what_to_install(monkeypatch):
    assert missing_solver() is None
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    assert "'sat'" in missing_solver()
    with pytest.raises(MissingDependencyError, match="pip install python-sat"):
        SatSolver(Meter(Limits()))
