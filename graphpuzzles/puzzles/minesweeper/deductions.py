"""A proof of every decided cell, step by step: few clues at a time, and what was shown before."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphpuzzles.puzzles.minesweeper.clues import MINE, SAFE, UNDECIDED, propagate
from graphpuzzles.puzzles.minesweeper.explain import Core, Reasoner, forcing_clues

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from graphpuzzles.limits import Meter
    from graphpuzzles.puzzles.minesweeper.clues import ClueSystem

__all__ = ["Step", "derive"]


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
    steps = [
        _step(Core((clue,)), cells, [deduction.values[cell] for cell in cells])
        for clue, cells in deduction.reasons
    ]
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
            signature = tuple(clue for clue in touching[cell] if clue in inside)
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
