"""The rules of walks, for all that judges one: the check of an answer, and certificates.

No method decides by these rules, so that a fault in them cannot hide in an answer and in its proof
at once: the methods have their own, in ``gait`` of the folder of each puzzle.
"""

from __future__ import annotations

from abc import abstractmethod
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from graphpuzzles.errors import RuleError, require_kind
from graphpuzzles.puzzles.walking.body import Walk, WalkBoard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from graphpuzzles.puzzles.walking.body import Body

    States = NDArray[np.int64]
    """Shape (n, length, 2): the cells of bodies from the head on."""

    Wanted: TypeAlias = Callable[[NDArray[np.int64]], NDArray[np.bool_]]
    """Which steps matter, by the cells that heads come to."""

ROW = 1 << 32
"""What one step in the first coordinate adds to the code of a cell."""


class WalkRules(WalkBoard):
    """The rules by which a body walks, said twice: step by step, and for arrays of states."""

    @abstractmethod
    def step_fault(self, before: Body, after: Body) -> str | None:
        """Say which rule a step breaks; None if it breaks none."""

    @abstractmethod
    def expand(
        self, states: States, wanted: Wanted
    ) -> Iterator[tuple[NDArray[np.int64], States, int]]:
        """Yield the states one step away, in parts of bounded size.

        Parameters
        ----------
        states : numpy.ndarray of int64, shape (n, length, 2)
        wanted : callable
            Steps that it does not want may be left out.

        Yields
        ------
        origin : numpy.ndarray of int64, shape (m,)
            Index into `states`.
        reached : numpy.ndarray of int64, shape (m, length, 2)
            All states one step away are different, and each comes once.
        work : int
            Bodies that had to be looked at for this part, those begun and given up included. A
            part may be empty, so that the caller can stop in the midst of a state with more steps
            than memory holds.
        """

    @abstractmethod
    def head_steps(self, cells: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the cells between which and these a head can step, whatever its body.

        Parameters
        ----------
        cells : numpy.ndarray of int64, shape (n, 2)

        Returns
        -------
        origin : numpy.ndarray of int64, shape (m,)
            Index into `cells`.
        beside : numpy.ndarray of int64, shape (m, 2)
            If a head can step from ``a`` to ``b``, then ``b`` is beside ``a`` and ``a`` beside
            ``b``.
        """

    def bare_distance(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return lower bounds of the steps that heads on cells need, by the places alone.

        They are 0 on the goals and change by at most 1 with every step of a head.

        Parameters
        ----------
        cells : numpy.ndarray of int64, shape (n, 2)
        """
        return np.zeros(len(cells), dtype=np.int64)

    def check(self, answer: Walk) -> int:
        """Return the number of steps of a walk, once it is found to keep the rules.

        Raises
        ------
        RuleError
            If a step breaks a rule, or the walk does not begin with the puzzle's body, or does
            not end on a target; ``where`` holds the number of the step.
        """
        require_kind(answer, Walk)
        if not answer.states or answer.states[0] != self.body:
            raise RuleError("the walk does not begin where the body lies", where=(0,))
        for number, (before, after) in enumerate(pairwise(answer.states), 1):
            fault = self.step_fault(before, after)
            if fault is not None:
                raise RuleError(f"step {number}: {fault}", where=(number,))
        end = answer.states[-1][0]
        if end not in self.target_cells:
            raise RuleError(f"the walk ends with the head on {end}", where=(answer.steps,))
        if self.step_cap is not None and answer.steps > self.step_cap:
            raise RuleError(
                f"the walk has {answer.steps} steps, over {self.step_cap}",
                where=(self.step_cap + 1,),
            )
        return answer.steps

    @property
    def start(self) -> NDArray[np.int64]:
        """The first state, shape (length, 2)."""
        return np.array(self.body, dtype=np.int64)

    @property
    def goal_cells(self) -> NDArray[np.int64]:
        """The cells that a head can be on when it has reached its goal, shape (k, 2)."""
        free = [cell for cell in self.target_cells if self.is_free(cell)]
        return np.array(free, dtype=np.int64).reshape(-1, 2)

    def reached(self, states: States) -> NDArray[np.bool_]:
        """Tell which states have their head on a target."""
        goals = np.array(self.target_cells)
        return np.isin(cell_codes(states[:, 0]), cell_codes(goals))


def cell_codes(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return cells as integers, so that a difference of cells is one, too.

    Parameters
    ----------
    cells : numpy.ndarray of int64, shape (..., 2)
        Coordinates of less than 2^30 either way.
    """
    codes: NDArray[np.int64] = cells[..., 0] * ROW + cells[..., 1]
    return codes
