"""The frontier diagram of an independent part of a clue system.

A step places the mines of one group of interchangeable cells; a state tells how many mines every
open clue, of which some groups are placed and some are not, still lacks. The label and the weight
of an arc are the number of mines placed, and the arc stands for all choices of so many cells.
"""

from __future__ import annotations

from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from graphpuzzles.models.frontier.build import build_diagram

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from graphpuzzles.limits import Meter
    from graphpuzzles.models.frontier.diagram import Batch, FrontierDiagram
    from graphpuzzles.puzzles.minesweeper.clues import Component

_WORD = 62
# No other order is tried where this one needs so few states.
_FEW_STATES = 400


class StepOrder(NamedTuple):
    """An order of the groups of a component.

    Parameters
    ----------
    name : str
    groups : tuple of int
    states : int
        Upper bound of the states of all layers together.
    """

    name: str
    groups: tuple[int, ...]
    states: int


def choose_order(component: Component, turned: Sequence[int] | None = None) -> StepOrder:
    """Choose the order of the groups with the least bound on the number of states.

    Row by row, column by column, reverse Cuthill-McKee, and greedily by the clue that is closest
    to being done: each of them wins somewhere.

    Parameters
    ----------
    component : Component
    turned : sequence of int, optional
        By cell, its rank column by column.

    References
    ----------
    Cuthill, E. and McKee, J. (1969). Reducing the bandwidth of sparse symmetric matrices.
    *Proceedings of the 24th ACM National Conference*.
    """
    size = len(component.groups)
    orders: list[tuple[str, Callable[[], Sequence[int]]]] = [("row", lambda: range(size))]
    if turned is not None:
        ranks = [turned[cells[0]] for cells in component.groups]
        orders.append(("column", lambda: sorted(range(size), key=ranks.__getitem__)))
    orders += [
        ("cuthill-mckee", lambda: _cuthill_mckee(component)),
        ("greedy", lambda: _greedy(component)),
    ]
    best: StepOrder | None = None
    for name, order in orders:
        groups = tuple(order())
        states = _bound(component, groups)
        if best is None or states < best.states:
            best = StepOrder(name, groups, states)
        if best.states <= _FEW_STATES:
            break
    assert best is not None  # noqa: S101 - there is always the order by rows
    return best


def _bound(component: Component, order: Sequence[int]) -> int:
    """Bound the states: every open clue takes each value that its own cells allow."""
    sizes = [0] * len(component.mines)
    for cells, members in zip(component.groups, component.members, strict=True):
        for clue in members:
            sizes[clue] += len(cells)
    placed = [0] * len(sizes)
    values = [1] * len(sizes)
    states = total = 1
    for group in order:
        for clue in component.members[group]:
            placed[clue] += len(component.groups[group])
            mines, rest = component.mines[clue], sizes[clue] - placed[clue]
            states //= values[clue]
            values[clue] = min(mines, placed[clue]) - max(0, mines - rest) + 1
            states *= values[clue]
        total += states
    return total


def _by_clue(component: Component) -> list[list[int]]:
    groups: list[list[int]] = [[] for _ in component.mines]
    for group, members in enumerate(component.members):
        for clue in members:
            groups[clue].append(group)
    return groups


def _cuthill_mckee(component: Component) -> list[int]:
    by_clue = _by_clue(component)
    near = [
        sorted({other for clue in members for other in by_clue[clue]} - {group})
        for group, members in enumerate(component.members)
    ]
    start = min(range(len(near)), key=lambda group: len(near[group]))
    order: list[int] = []
    # The last group of a first pass lies at the rim: a better start.
    for _ in range(2):
        order, seen = [start], {start}
        for group in order:
            fresh = [other for other in near[group] if other not in seen]
            fresh.sort(key=lambda other: len(near[other]))
            order += fresh
            seen.update(fresh)
        start = order[-1]
    return order[::-1]


def _greedy(component: Component) -> list[int]:
    """Finish one clue after the other: the one with the fewest groups left, near the open ones."""
    by_clue = _by_clue(component)
    left = list(map(len, by_clue))
    near: dict[int, None] = {}
    done = [False] * len(component.groups)
    order: list[int] = []
    while len(order) < len(done):
        choices = near or {clue: None for clue, groups in enumerate(left) if groups}
        clue = min(choices, key=lambda clue: left[clue])
        for group in by_clue[clue]:
            if done[group]:
                continue
            done[group] = True
            order.append(group)
            for member in component.members[group]:
                left[member] -= 1
                beside = (other for g in by_clue[member] for other in component.members[g])
                near.update(dict.fromkeys(beside))
        near = {clue: None for clue in near if left[clue]}
    return order


class _Step(NamedTuple):
    """What one step does to a state.

    ``opening`` is added first, then ``unit`` is taken off once a mine; ``fields`` holds, for every
    clue of the group, the shift of its number and how many of its cells come later.
    """

    size: int
    opening: int
    unit: int
    fields: tuple[tuple[int, int], ...]


class MineFrontier:
    """The steps of a component in a given order, for `build_diagram`.

    Parameters
    ----------
    component : Component
    order : sequence of int
    """

    start = 0

    def __init__(self, component: Component, order: Sequence[int]) -> None:
        self.component = component
        self.order = order
        self.bits = max(component.mines).bit_length()
        self.words = 0
        self.plan = list(self._plan())

    @property
    def steps(self) -> int:
        """Number of groups."""
        return len(self.order)

    @cached_property
    def mask(self) -> int:
        """The bits of one number."""
        return (1 << self.bits) - 1

    def _plan(self) -> Iterator[_Step]:
        component = self.component
        left = [0] * len(component.mines)
        for cells, members in zip(component.groups, component.members, strict=True):
            for clue in members:
                left[clue] += len(cells)
        slots: dict[int, int] = {}
        free: list[int] = []
        for group in self.order:
            opening = 0
            size = len(component.groups[group])
            for clue in component.members[group]:
                left[clue] -= size
                if clue not in slots:
                    slots[clue] = free.pop() if free else len(slots)
                    opening |= component.mines[clue] << slots[clue] * self.bits
            self.words = max(self.words, len(slots) + len(free))
            shifts = [slots[clue] * self.bits for clue in component.members[group]]
            later = [left[clue] for clue in component.members[group]]
            yield _Step(
                size,
                opening,
                sum(1 << shift for shift in shifts),
                tuple(zip(shifts, later, strict=True)),
            )
            done = [clue for clue in component.members[group] if not left[clue]]
            free += [slots.pop(clue) for clue in done]

    def successors(self, step: int, state: int, /) -> list[tuple[int, int, int]]:
        """Return the states after every number of mines that no clue rules out."""
        size, opening, unit, fields = self.plan[step]
        state += opening
        mask = self.mask
        least, most = 0, size
        for shift, later in fields:
            lacking = state >> shift & mask
            most = min(most, lacking)
            least = max(least, lacking - later)
        return [(state - k * unit, k, k) for k in range(least, most + 1)]


class WideMineFrontier(MineFrontier):
    """The same for states of one word, which can be expanded in arrays too."""

    def expand(self, step: int, states: NDArray[np.integer], /) -> Batch:
        """Expand a layer; see `graphpuzzles.models.frontier.diagram.BatchFrontier`."""
        import numpy as np

        size, opening, unit, fields = self.plan[step]
        states = states + opening
        least = np.zeros(len(states), dtype=np.int64)
        most = np.full(len(states), size)
        for shift, later in fields:
            lacking = states >> shift & self.mask
            np.minimum(most, lacking, out=most)
            np.maximum(least, lacking - later, out=least)
        rows = [np.flatnonzero((least <= k) & (k <= most)) for k in range(size + 1)]
        source = np.concatenate(rows)
        placed = np.repeat(np.arange(size + 1), [len(part) for part in rows])
        return source, states[source] - placed * unit, placed, placed


def group_ways(
    component: Component, order: StepOrder, odds: tuple[int, int] = (1, 1)
) -> list[list[int]]:
    """Return, by step and number of mines, the weight of all choices of so many cells.

    Parameters
    ----------
    component : Component
    order : StepOrder
    odds : (int, int)
        Weight of a mine and of a safe cell; a layout weighs the product.
    """
    mine, safe = odds
    sizes = [len(component.groups[group]) for group in order.groups]
    return [
        [comb(size, k) * mine**k * safe ** (size - k) for k in range(size + 1)] for size in sizes
    ]


def mine_diagram(
    component: Component, order: StepOrder, *, meter: Meter | None = None
) -> FrontierDiagram:
    """Build the diagram of a component; its arcs stand for layouts, all of weight 1.

    Raises
    ------
    LimitError
        If a limit is reached.
    """
    problem: MineFrontier = WideMineFrontier(component, order.groups)
    if problem.words * problem.bits > _WORD:
        problem = MineFrontier(component, order.groups)
    return build_diagram(problem, ways=group_ways(component, order), meter=meter)
