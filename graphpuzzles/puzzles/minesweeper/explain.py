"""Minimal sets of clues that contradict each other, and minimal sets that force a cell.

A set of clues forces a cell where the clues and the opposite value contradict each other, so both
are one question. All that is decided is proved step by step: few clues at a time, and what was
shown before. Candidates grow around a place, clue by neighbouring clue, until they suffice;
then those that are not needed are dropped one after the other (a deletion filter, in chunks).

References
----------
Chinneck, J. W. and Dravnieks, E. W. (1991). Locating minimal infeasible constraint sets in linear
programs. *ORSA Journal on Computing* 3 (2).
Junker, U. (2004). QUICKXPLAIN: preferred explanations and relaxations for over-constrained
problems. *AAAI 2004*.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphpuzzles.models.frontier.sweeps import Attainable, sweep
from graphpuzzles.puzzles.minesweeper.clues import (
    MINE,
    SAFE,
    UNDECIDED,
    Clue,
    ClueSystem,
    propagate,
)
from graphpuzzles.puzzles.minesweeper.frontier import choose_order, mine_diagram
from graphpuzzles.puzzles.minesweeper.witnesses import sumset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from graphpuzzles.limits import Meter
    from graphpuzzles.puzzles.minesweeper.clues import Deduction

# A clue of no index: the value that a cell is pinned to.
_PIN = -1


@dataclass(frozen=True)
class Core:
    """A set of clues of a system.

    Parameters
    ----------
    clues : tuple of int
        Indices, sorted.
    total : bool
        Whether the total belongs to the set.
    """

    clues: tuple[int, ...]
    total: bool = False


class Reasoner:
    """Tells of sets of clues whether some layout meets them, given what is decided already.

    Parameters
    ----------
    system : ClueSystem
    known : Deduction, optional
        What counts as decided from the start; nothing by default.
    meter : Meter, optional
    """

    def __init__(
        self, system: ClueSystem, *, known: Deduction | None = None, meter: Meter | None = None
    ) -> None:
        self.system = system
        self.meter = meter
        self.values = [UNDECIDED] * system.size if known is None else list(known.values)
        self.undecided = self.values.count(UNDECIDED)
        self._attainable: dict[tuple[int, ...], int] = {}

    def cells(self, clue: int) -> list[int]:
        """Return the undecided cells of a clue."""
        return [c for c in self.system.clues[clue].cells if self.values[c] == UNDECIDED]

    def left(self, clue: int) -> int:
        """Return the mines of a clue that are not yet decided."""
        mines, cells = self.system.clues[clue]
        return mines - sum(self.values[cell] > 0 for cell in cells)

    @property
    def total_left(self) -> int:
        """The mines of the total that are not yet decided."""
        assert self.system.total is not None  # noqa: S101 - asked for only with a total
        return self.system.total - sum(value > 0 for value in self.values)

    def decide(self, cell: int, value: int) -> None:
        """Take the value of an undecided cell as decided from now on."""
        self.values[cell] = value
        self.undecided -= 1
        self._attainable.clear()

    def holds(self, core: Core, pin: tuple[int, int] | None = None) -> bool:
        """Tell whether some layout meets the clues.

        Parameters
        ----------
        core : Core
        pin : (int, int), optional
            An undecided cell and the value, 0 or 1, that it has besides.
        """
        sums = 1
        parts, covered = self._split(core.clues, pin)
        for part in parts:
            bits = self._numbers(part, pin)
            if not bits:
                return False
            if core.total:
                sums = sumset(sums, bits)
        if not core.total:
            return True
        most = self.total_left
        # The cells that none of these clues counts take any number of mines.
        least = max(0, most - (self.undecided - covered))
        return most >= least and bool(sums >> least & ((1 << most - least + 1) - 1))

    def _split(
        self, clues: Iterable[int], pin: tuple[int, int] | None
    ) -> tuple[list[tuple[int, ...]], int]:
        """Return the connected parts of a set of clues, and how many cells they count."""
        left = set(clues)
        if pin is not None:
            left.add(_PIN)
        parts = []
        covered: set[int] = set()
        for start in sorted(left):
            if start not in left:
                continue
            left.remove(start)
            part = [start]
            for clue in part:
                cells = [pin[0]] if clue == _PIN and pin is not None else self.cells(clue)
                for cell in cells:
                    if cell in covered:
                        continue
                    covered.add(cell)
                    near = [other for other in self.system.touching[cell] if other in left]
                    part += near
                    left.difference_update(near)
            parts.append(tuple(sorted(part)))
        return parts, len(covered)

    def _numbers(self, part: tuple[int, ...], pin: tuple[int, int] | None) -> int:
        """Return the numbers of mines with which a connected part can be met, as bits."""
        if part[0] != _PIN and part in self._attainable:
            return self._attainable[part]
        clues = [(self.left(clue), self.cells(clue)) for clue in part if clue != _PIN]
        if part[0] == _PIN and pin is not None:
            clues.append((pin[1], [pin[0]]))
        bits = _attainable(clues, self.meter)
        if part[0] != _PIN:
            self._attainable[part] = bits
        return bits


def _attainable(clues: Iterable[tuple[int, list[int]]], meter: Meter | None) -> int:
    number: dict[int, int] = {}
    small = []
    for mines, cells in clues:
        small.append(Clue(mines, tuple(number.setdefault(c, len(number)) for c in cells)))
    deduction = propagate(ClueSystem(len(number), tuple(small)))
    if deduction.conflict is not None:
        return 0
    sums = 1 << sum(value > 0 for value in deduction.values)
    for component in deduction.components():
        diagram = mine_diagram(component, choose_order(component), meter=meter)
        if not diagram.feasible:
            return 0
        sums = sumset(sums, int(sweep(diagram, Attainable())[-1][0]))
    return sums


def shrink(items: Sequence[int], conflicting: Callable[[Sequence[int]], bool]) -> list[int]:
    """Return a minimal part of a conflicting set that still conflicts.

    Parameters
    ----------
    items : sequence of int
    conflicting : callable
        Tells it of a part; a set that holds a conflicting part must conflict.

    Notes
    -----
    About ``k log(n / k) + k`` questions for a part of ``k`` out of ``n``.

    Examples
    --------
    >>> shrink(range(100), lambda part: {3, 70} <= set(part))
    [3, 70]
    """
    kept = list(items)
    size = max(1, len(kept) // 2)
    while True:
        at = 0
        while at < len(kept):
            trial = kept[:at] + kept[at + size :]
            if conflicting(trial):
                kept = trial
            else:
                at += size
        if size == 1:
            return kept
        size = max(1, min(size, len(kept)) // 2)


def minimal_conflict(system: ClueSystem, *, meter: Meter | None = None) -> Core | None:
    """Return a minimal set of clues that no layout meets; None where the system is consistent.

    Parameters
    ----------
    system : ClueSystem
    meter : Meter, optional

    Raises
    ------
    LimitError
        If a limit is reached.
    """
    reasoner = Reasoner(system, meter=meter)
    deduction = propagate(system)
    if deduction.conflict is not None:
        return _grow(reasoner, [deduction.conflict], None)
    for component in deduction.components():
        if not mine_diagram(component, choose_order(component), meter=meter).feasible:
            return _grow(reasoner, component.clues, None)
    every = Core(tuple(range(len(system.clues))), total=True)
    if system.total is None or reasoner.holds(every):
        return None
    return _with_total(reasoner, None)


def forcing_clues(reasoner: Reasoner, cell: int, value: int) -> Core | None:
    """Return a minimal set of clues that forces a value, given what is decided already.

    Parameters
    ----------
    reasoner : Reasoner
    cell, value : int
        An undecided cell and the value in question, 0 or 1.

    Returns
    -------
    Core or None
        None where the cell can have the other value.

    Raises
    ------
    LimitError
        If a limit is reached.
    """
    return _grow(reasoner, reasoner.system.touching[cell], (cell, 1 - value))


def _grow(reasoner: Reasoner, seeds: Sequence[int], pin: tuple[int, int] | None) -> Core | None:
    """Let a set of clues grow from its seeds until it conflicts with the pin, then shrink it."""
    system = reasoner.system
    found = dict.fromkeys(seeds)
    ring = list(found)
    rings = 1

    def conflicting(part: Sequence[int]) -> bool:
        return not reasoner.holds(Core(tuple(part)), pin)

    while not conflicting([*found]):
        if not ring:
            return _with_total(reasoner, pin)
        for _ in range(rings):
            near = (
                other
                for clue in ring
                for cell in reasoner.cells(clue)
                for other in system.touching[cell]
            )
            ring = [other for other in dict.fromkeys(near) if other not in found]
            found.update(dict.fromkeys(ring))
        rings *= 2
    return Core(tuple(shrink(sorted(found), conflicting)))


def _with_total(reasoner: Reasoner, pin: tuple[int, int] | None) -> Core | None:
    if reasoner.system.total is None:
        return None
    clues = [clue for clue in range(len(reasoner.system.clues)) if reasoner.cells(clue)]

    def conflicting(part: Sequence[int]) -> bool:
        return not reasoner.holds(Core(tuple(part), total=True), pin)

    if not conflicting(clues):
        return None
    return Core(tuple(shrink(clues, conflicting)), total=True)


# A proof of every decided cell ---------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """Cells that a set of clues forces, once the cells of all steps before are known.

    Parameters
    ----------
    core : Core
    mines, safes : tuple of int
        Cells, sorted.
    """

    core: Core
    mines: tuple[int, ...]
    safes: tuple[int, ...]


def derive(
    system: ClueSystem, decided: Sequence[int], *, meter: Meter | None = None
) -> list[Step]:
    """Prove the decided cells one after the other.

    Parameters
    ----------
    system : ClueSystem
        A consistent one.
    decided : sequence of int
        By cell: 1 for a mine, 0 for a safe cell, -1 where both occur.
    meter : Meter, optional

    Returns
    -------
    list of Step
        Single clues wherever they suffice; every other set is minimal for one of its cells.

    Raises
    ------
    LimitError
        If a limit is reached.
    """
    deduction = propagate(system)
    steps = single_steps(deduction)
    reasoner = Reasoner(system, known=deduction, meter=meter)
    for cell, value in enumerate(decided):
        if value == UNDECIDED or reasoner.values[cell] != UNDECIDED:
            continue
        core = forcing_clues(reasoner, cell, value)
        assert core is not None  # noqa: S101 - the cell is decided
        cells = list(_forced(reasoner, core, decided, cell))
        steps.append(_step(core, cells, [decided[c] for c in cells]))
        _decide(reasoner, cells, decided)
        steps += _follow(reasoner, cells)
    return steps


def single_steps(deduction: Deduction) -> list[Step]:
    """Return what single clues decided, step by step."""
    return [
        _step(Core((clue,)), cells, [deduction.values[cell] for cell in cells])
        for clue, cells in deduction.reasons
    ]


def _step(core: Core, cells: Sequence[int], values: Sequence[int]) -> Step:
    pairs = sorted(zip(cells, values, strict=True))
    return Step(
        core,
        tuple(cell for cell, value in pairs if value == MINE),
        tuple(cell for cell, value in pairs if value == SAFE),
    )


def _decide(reasoner: Reasoner, cells: Iterable[int], decided: Sequence[int]) -> None:
    for cell in cells:
        reasoner.decide(cell, decided[cell])


def _forced(reasoner: Reasoner, core: Core, decided: Sequence[int], first: int) -> Iterator[int]:
    """Yield the cells that a set of clues forces; cells that it cannot tell apart go together."""
    touching = reasoner.system.touching
    if core.total:
        cells: Iterable[int] = range(reasoner.system.size)
    else:
        cells = dict.fromkeys(cell for clue in core.clues for cell in reasoner.cells(clue))
    alike: dict[tuple[int, ...], list[int]] = {}
    inside = set(core.clues)
    for cell in cells:
        if reasoner.values[cell] == UNDECIDED and decided[cell] != UNDECIDED:
            signature = tuple([clue for clue in touching[cell] if clue in inside])
            alike.setdefault(signature, []).append(cell)
    for group in alike.values():
        pin = (group[0], 1 - decided[group[0]])
        if first in group or not reasoner.holds(core, pin):
            yield from group


def _follow(reasoner: Reasoner, cells: Iterable[int]) -> Iterator[Step]:
    """Let single clues decide what follows from cells that have just been decided."""
    touching = reasoner.system.touching
    queue = deque(dict.fromkeys(clue for cell in cells for clue in touching[cell]))
    while queue:
        clue = queue.popleft()
        left, open_cells = reasoner.left(clue), reasoner.cells(clue)
        if not open_cells or 0 < left < len(open_cells):
            continue
        value = MINE if left else SAFE
        for cell in open_cells:
            reasoner.decide(cell, value)
            queue.extend(touching[cell])
        yield _step(Core((clue,)), open_cells, [value] * len(open_cells))
