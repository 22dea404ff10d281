"""Exact inference from clues: counts, probabilities and samples of consistent layouts.

Single clues decide what they can; what is left falls into components, each of which gets a
frontier diagram. Without a total the components are independent. A total joins them: then they are
counted by number of mines, as polynomials, and mixed in `graphpuzzles.puzzles.minesweeper.totals`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from operator import mul
from typing import TYPE_CHECKING

from graphpuzzles.errors import LimitError, NoSolutionError, require_kind
from graphpuzzles.models.frontier.paths import PathSampler
from graphpuzzles.models.frontier.sweeps import (
    Attainable,
    coefficients,
    count_solutions,
    label_counts,
    solutions_by_weight,
    sweep,
)
from graphpuzzles.puzzles.minesweeper.clues import MINE, Component, Deduction, propagate
from graphpuzzles.puzzles.minesweeper.frontier import choose_order, group_ways, mine_diagram
from graphpuzzles.puzzles.minesweeper.totals import Polynomial, TotalMix

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphpuzzles.limits import Meter
    from graphpuzzles.models.frontier.diagram import FrontierDiagram, Numbers
    from graphpuzzles.puzzles.minesweeper.clues import ClueSystem
    from graphpuzzles.puzzles.minesweeper.frontier import StepOrder


# By what is decided; the last stands for what is not, until it is known.
_SURE = (Fraction(0), Fraction(1), Fraction(0))


@dataclass(frozen=True, eq=False)
class MinePlan:
    """What single clues decide, and the steps in which the rest will be taken.

    Parameters
    ----------
    deduction : Deduction
    components : tuple of (Component, StepOrder)
        Empty where single clues contradict each other.
    """

    deduction: Deduction
    components: tuple[tuple[Component, StepOrder], ...]

    @property
    def states(self) -> int:
        """An upper bound of the number of states, often far above it."""
        return sum(order.states for _, order in self.components)


def plan_model(system: ClueSystem) -> MinePlan:
    """Let single clues decide what they can, and plan the diagrams of the rest.

    Parameters
    ----------
    system : ClueSystem

    Returns
    -------
    MinePlan
    """
    deduction = propagate(system)
    components = deduction.components() if deduction.conflict is None else []
    orders = (choose_order(component, system.turned) for component in components)
    return MinePlan(deduction, tuple(zip(components, orders, strict=True)))


@dataclass(frozen=True, eq=False)
class Part:
    """A component with its diagram.

    Parameters
    ----------
    component : Component
    order : StepOrder
    diagram : FrontierDiagram
        Its arcs stand for layouts, all of weight 1.
    """

    component: Component
    order: StepOrder
    diagram: FrontierDiagram

    @property
    def steps(self) -> list[tuple[int, ...]]:
        """The cells of the group that each step places."""
        return [self.component.groups[group] for group in self.order.groups]

    @cached_property
    def layouts(self) -> int:
        """Number of layouts of this part, all totals together."""
        return count_solutions(self.diagram)

    @cached_property
    def ahead(self) -> list[Numbers]:
        """By node, which numbers of mines are possible from there on, as bits."""
        return sweep(self.diagram, Attainable(), backward=True)

    @property
    def attainable(self) -> int:
        """Which numbers of mines are possible in this part, as bits."""
        return int(self.ahead[0][0])

    def weighted(self, odds: tuple[int, int] | None) -> FrontierDiagram:
        """Return the diagram with arcs that stand for the weights of layouts."""
        if odds is None:
            return self.diagram
        return replace(self.diagram, ways=group_ways(self.component, self.order, odds))


@dataclass(frozen=True, eq=False)
class MineModel:
    """The diagrams of all parts of a consistent clue system, and what can be asked of them.

    Parameters
    ----------
    deduction : Deduction
        What single clues decide.
    parts : tuple of Part
    meter : Meter, optional
        The clock is looked at in long sums.
    """

    deduction: Deduction
    parts: tuple[Part, ...]
    meter: Meter | None = None

    @property
    def system(self) -> ClueSystem:
        """The clues."""
        return self.deduction.system

    @property
    def placed(self) -> int:
        """Number of mines that single clues decide."""
        return self.deduction.values.count(MINE)

    @property
    def rest(self) -> int | None:
        """Mines of the total that are left for the parts and the untouched cells."""
        return None if self.system.total is None else self.system.total - self.placed

    @cached_property
    def mine_range(self) -> tuple[int, int]:
        """Least and most mines of a layout that meets all clues, whatever the total."""
        bits = [part.attainable for part in self.parts]
        least = self.placed + sum((x & -x).bit_length() - 1 for x in bits)
        most = self.placed + sum(x.bit_length() - 1 for x in bits)
        return least, most + len(self.system.untouched)

    @cached_property
    def mix(self) -> TotalMix:
        """The parts under the total; only where there is one.

        Raises
        ------
        LimitError
            If the polynomials would take more memory than is allowed.
        """
        assert self.rest is not None  # noqa: S101 - asked for only with a total
        # One polynomial a node, on the average half as long as that of all layouts.
        memory = sum(
            part.diagram.nodes * part.attainable.bit_length() * part.layouts.bit_length() // 16
            for part in self.parts
        )
        limit = None if self.meter is None else self.meter.exceeded(memory=memory)
        if limit is not None:
            raise LimitError(limit, f"polynomials of about {memory} bytes")
        polynomials = [Polynomial.of(solutions_by_weight(part.diagram)) for part in self.parts]
        return TotalMix(polynomials, len(self.system.untouched), self.rest)

    @property
    def feasible(self) -> bool:
        """Whether some layout meets all clues and the total."""
        if not all(part.diagram.feasible for part in self.parts):
            return False
        if self.rest is None:
            return True
        least, most = self.mine_range
        # The range may have gaps.
        return least <= self.placed + self.rest <= most and self.mix.scale > 0

    @cached_property
    def layouts(self) -> int:
        """The exact number of consistent layouts."""
        if self.rest is not None:
            return self.mix.layouts
        free = 2 ** len(self.system.untouched)
        # A balanced product of thousands of factors is far cheaper than one after the other.
        factors: list[int] = [free, *(part.layouts for part in self.parts)]
        while len(factors) > 1:
            factors = [*map(mul, factors[::2], factors[1::2]), *factors[len(factors) & ~1 :]]
        return factors[0]

    def probabilities(self) -> list[Fraction]:
        """Return the probability of a mine of every cell, exact.

        Raises
        ------
        LimitError
            If the time is up.
        """
        found = [_SURE[value] for value in self.deduction.values]
        shares = self._with_total() if self.rest is not None else self._without_total()
        for cells, probability in shares:
            for cell in cells:
                found[cell] = probability
        return found

    def _without_total(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        mine, safe = self.system.odds or (1, 1)
        yield self.system.untouched, Fraction(mine, mine + safe)
        for part in self.parts:
            diagram = part.weighted(self.system.odds)
            counts_by_step = label_counts(diagram, meter=self.meter)
            for cells, counts in zip(part.steps, counts_by_step, strict=True):
                total = sum(counts.values())
                mines = sum(k * count for k, count in counts.items())
                yield cells, Fraction(mines, total * len(cells))

    def _with_total(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        mix = self.mix
        if self.system.untouched:
            share = Fraction(mix.expected_outside(), mix.scale * len(self.system.untouched))
            yield self.system.untouched, share
        for part, worths, polynomial in zip(self.parts, mix.worths(), mix.parts, strict=True):
            bits = part.layouts.bit_length()
            counts_by_step = label_counts(part.diagram, bits, meter=self.meter)
            for cells, counts in zip(part.steps, counts_by_step, strict=True):
                mines = sum(
                    k * count * worths[m - polynomial.low]
                    for k, packed in counts.items()
                    if k
                    for m, count in coefficients(packed, bits).items()
                )
                yield cells, Fraction(mines, mix.scale * len(cells))

    def sample(self, rng: random.Random) -> tuple[int, ...]:
        """Draw a layout: uniformly, or with the odds of the system.

        Parameters
        ----------
        rng : random.Random

        Returns
        -------
        tuple of int
            The cells with mines, sorted.
        """
        require_kind(rng, random.Random)
        if not self.feasible:
            raise NoSolutionError("no layout meets the clues")
        mines = [cell for cell, value in enumerate(self.deduction.values) if value == MINE]
        free = self.system.untouched
        if self.rest is not None:
            drawn = self.mix.draw(rng)
            numbers: list[int | None] = [*drawn]
            mines += rng.sample(free, self.rest - sum(drawn))
        else:
            numbers = [None] * len(self.parts)
            mine, safe = self.system.odds or (1, 1)
            mines += [cell for cell in free if rng.randrange(mine + safe) < mine]
        for part, sampler, number in zip(self.parts, self._samplers, numbers, strict=True):
            labels = sampler.draw(rng, weight=number)
            chosen = (rng.sample(cells, k) for cells, k in zip(part.steps, labels, strict=True))
            mines += chain.from_iterable(chosen)
        return tuple(sorted(mines))

    @cached_property
    def _samplers(self) -> list[PathSampler]:
        by_weight = self.rest is not None
        odds = self.system.odds
        return [PathSampler(part.weighted(odds), by_weight=by_weight) for part in self.parts]


def build_model(plan: MinePlan, meter: Meter | None = None) -> MineModel | None:
    """Build the diagrams that were planned.

    Parameters
    ----------
    plan : MinePlan
    meter : Meter, optional

    Returns
    -------
    MineModel or None
        None where single clues already contradict each other. A model may still be infeasible.

    Raises
    ------
    LimitError
        If a limit is reached.
    """
    if plan.deduction.conflict is not None:
        return None
    parts = []
    states = 0
    for component, order in plan.components:
        diagram = mine_diagram(component, order, meter=meter)
        parts.append(Part(component, order, diagram))
        states += diagram.nodes
        limit = None if meter is None else meter.exceeded(states=states)
        if limit is not None:
            raise LimitError(limit, f"{states} frontier states in {len(parts)} parts")
        if not diagram.feasible:
            break
    return MineModel(plan.deduction, tuple(parts), meter)
