"""Clues over sets of cells: all layouts, local deduction, and the independent parts it leaves.

Nothing here knows of boards: a clue is a number and the cells among which it counts mines, so that
grids, hexagons, tori and sets of any other shape are all the same.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from graphpuzzles.errors import LimitError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphpuzzles.limits import Meter

UNDECIDED, SAFE, MINE = -1, 0, 1


class Clue(NamedTuple):
    """How many mines lie among some cells.

    Parameters
    ----------
    mines : int
    cells : tuple of int
        Indices of cells, each once.
    """

    mines: int
    cells: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class ClueSystem:
    """Cells of which nothing is known, and what clues say of them.

    Parameters
    ----------
    size : int
        Number of cells.
    clues : tuple of Clue
    total : int, optional
        Number of mines among all cells.
    odds : (int, int), optional
        Instead of a total: a layout weighs the first number for every mine times the second for
        every safe cell; both positive. Every layout weighs 1 by default.
    turned : sequence of int, optional
        By cell its rank in another natural order (column by column), tried for the steps.
    """

    size: int
    clues: tuple[Clue, ...]
    total: int | None = None
    odds: tuple[int, int] | None = None
    turned: Sequence[int] | None = field(default=None, repr=False)

    @cached_property
    def touching(self) -> tuple[tuple[int, ...], ...]:
        """By cell, the indices of the clues that count it."""
        found: list[list[int]] = [[] for _ in range(self.size)]
        for index, clue in enumerate(self.clues):
            for cell in clue.cells:
                found[cell].append(index)
        return tuple(map(tuple, found))

    def groups(self, cells: Iterable[int]) -> dict[tuple[int, ...], list[int]]:
        """Return cells together that the same clues count, by these clues."""
        found: dict[tuple[int, ...], list[int]] = {}
        for cell in cells:
            found.setdefault(self.touching[cell], []).append(cell)
        return found

    @cached_property
    def untouched(self) -> tuple[int, ...]:
        """The cells that no clue counts."""
        return tuple(cell for cell, clues in enumerate(self.touching) if not clues)

    def satisfied_by(self, mines: Iterable[int]) -> bool:
        """Tell whether a layout, given by its mines, agrees with every clue and the total."""
        chosen = set(mines)
        return (self.total is None or len(chosen) == self.total) and all(
            sum(cell in chosen for cell in clue.cells) == clue.mines for clue in self.clues
        )


@dataclass(frozen=True, eq=False)
class Component:
    """A part of a system whose layouts do not depend on the rest, the total aside.

    Cells that the same clues count are interchangeable and form a group.

    Parameters
    ----------
    groups : tuple of tuple of int
        Cells of each group.
    members : tuple of tuple of int
        By group, the positions in `mines` of the clues that count it.
    mines : tuple of int
        By clue, the mines that are left for these groups.
    clues : tuple of int
        The indices of these clues in the system.
    """

    groups: tuple[tuple[int, ...], ...]
    members: tuple[tuple[int, ...], ...]
    mines: tuple[int, ...]
    clues: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Deduction:
    """What single clues decide, one after the other.

    Parameters
    ----------
    system : ClueSystem
    values : tuple of int
        By cell: 1 for a mine, 0 for a safe cell, -1 where undecided.
    reasons : tuple of (int, tuple of int)
        A clue and the cells that it decided, in the order of the deductions.
    left : tuple of int
        By clue, its mines that are not yet placed.
    conflict : int, optional
        A clue that cannot be met.
    """

    system: ClueSystem
    values: tuple[int, ...]
    reasons: tuple[tuple[int, tuple[int, ...]], ...]
    left: tuple[int, ...]
    conflict: int | None = None

    def components(self) -> list[Component]:
        """Return the independent parts of what is undecided, in the order of their first cells."""
        touching, clues = self.system.touching, self.system.clues
        seen = [not clues for clues in touching]
        found = []
        for start, value in enumerate(self.values):
            if value != UNDECIDED or seen[start]:
                continue
            seen[start] = True
            cells = [start]
            local: dict[int, int] = {}
            for cell in cells:
                for clue in touching[cell]:
                    if clue in local:
                        continue
                    local[clue] = len(local)
                    for other in clues[clue].cells:
                        if not seen[other] and self.values[other] == UNDECIDED:
                            seen[other] = True
                            cells.append(other)
            found.append(self._component(sorted(cells), local))
        return found

    def _component(self, cells: list[int], local: dict[int, int]) -> Component:
        groups = self.system.groups(cells)
        return Component(
            groups=tuple(map(tuple, groups.values())),
            members=tuple(tuple(local[clue] for clue in clues) for clues in groups),
            mines=tuple(self.left[clue] for clue in local),
            clues=tuple(local),
        )


def propagate(system: ClueSystem) -> Deduction:
    """Decide what single clues decide: no mine is left for them, or as many as cells.

    Parameters
    ----------
    system : ClueSystem

    Returns
    -------
    Deduction
        Stops at the first clue found that cannot be met.

    Notes
    -----
    Linear in the sum of the sizes of the clues.
    """
    values = [UNDECIDED] * system.size
    left = [clue.mines for clue in system.clues]
    unknown = [len(clue.cells) for clue in system.clues]
    reasons: list[tuple[int, tuple[int, ...]]] = []
    conflict = None
    queue = deque(range(len(left)))
    while queue:
        index = queue.popleft()
        if not 0 <= left[index] <= unknown[index]:
            conflict = index
            break
        if not unknown[index] or 0 < left[index] < unknown[index]:
            continue
        value = MINE if left[index] else SAFE
        decided = tuple([c for c in system.clues[index].cells if values[c] == UNDECIDED])
        reasons.append((index, decided))
        for cell in decided:
            values[cell] = value
            for clue in system.touching[cell]:
                left[clue] -= value
                unknown[clue] -= 1
                if not 0 < left[clue] < unknown[clue]:
                    queue.append(clue)
    return Deduction(system, tuple(values), tuple(reasons), tuple(left), conflict)


# All layouts ---------------------------------------------------------------------------------

BRUTE_CELLS = 16
"""Boards of more hidden cells are not for this method."""

_POLL = 4096


def all_layouts(system: ClueSystem, meter: Meter) -> list[tuple[int, ...]]:
    """Return all layouts that meet the clues, each by its cells with mines; all sets are tried.

    Parameters
    ----------
    system : ClueSystem
        Of at most `BRUTE_CELLS` cells.
    meter : Meter

    Raises
    ------
    LimitError
        If a limit is reached.
    """
    clues = [(clue.mines, sum(1 << cell for cell in clue.cells)) for clue in system.clues]
    if system.total is not None:
        clues.append((system.total, (1 << system.size) - 1))
    found: list[tuple[int, ...]] = []
    for mask in range(1 << system.size):
        if mask % _POLL == 0:
            limit = meter.exceeded(states=len(found), expanded=mask) or meter.report(
                "layouts", states=len(found), expanded=mask
            )
            if limit is not None:
                raise LimitError(limit, f"{mask} of {1 << system.size} layouts tried")
        if all((mask & cells).bit_count() == mines for mines, cells in clues):
            found.append(tuple(cell for cell in range(system.size) if mask >> cell & 1))
    return found


def probabilities(layouts: Sequence[tuple[int, ...]], system: ClueSystem) -> list[Fraction]:
    """Return the probability of a mine of every cell in all layouts, of which there is one."""
    mine, safe = system.odds or (1, 1)
    total, shares = 0, [0] * system.size
    for layout in layouts:
        weight = mine ** len(layout) * safe ** (system.size - len(layout))
        total += weight
        for cell in layout:
            shares[cell] += weight
    return [Fraction(share, total) for share in shares]
