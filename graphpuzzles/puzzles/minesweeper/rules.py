"""Check what is claimed of a Minesweeper board, from its clues alone."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from graphpuzzles.errors import CertificateError, RuleError, require_kind
from graphpuzzles.puzzles.minesweeper.elimination import ClueSet, count_layouts
from graphpuzzles.puzzles.minesweeper.knowledge import MineKnowledge, magnitude

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphpuzzles.puzzles.minesweeper.certificate import Place
    from graphpuzzles.puzzles.minesweeper.puzzle import Minesweeper

__all__ = ["RECOUNT_WORK", "check_knowledge"]

RECOUNT_WORK = 100_000
"""Numbers are recounted, by elimination, where so many states and clues in all are enough."""


def check_knowledge(game: Minesweeper, answer: MineKnowledge) -> tuple[int, int]:
    """Return how many mines and safe cells an answer claims, if its layouts bear it out.

    Parameters
    ----------
    game : Minesweeper
    answer : MineKnowledge

    Raises
    ------
    RuleError
        If a claim is refuted.
    """
    require_kind(answer, MineKnowledge)
    _check_cells(game, answer)
    _check_layouts(game, answer)
    _check_groups(game, answer)
    if answer.layouts is not None:
        _check_numbers(game, answer, answer.layouts)
        _recount(game, answer, answer.layouts)
    elif any(group.probability is not None for group in answer.groups):
        raise RuleError("there are probabilities, but no number of layouts")
    return len(answer.mines), len(answer.safes)


def _fault(message: str, place: Place | None = None) -> RuleError:
    return RuleError(message, where=place if isinstance(place, tuple) else None)


def _check_cells(game: Minesweeper, answer: MineKnowledge) -> None:
    """Every hidden cell is named once, and nothing else is."""
    hidden = set(game.hidden)
    grouped = [cell for group in answer.groups for cell in group.cells]
    named: set[Place] = set()
    for cell in [*answer.mines, *answer.safes, *grouped]:
        if cell not in hidden:
            raise _fault(f"{cell!r} is not a hidden cell", cell)
        if cell in named:
            raise _fault(f"{cell!r} is named twice", cell)
        named.add(cell)
    for cell in game.hidden:
        if cell not in named:
            raise _fault(f"nothing is said of {cell!r}", cell)
    if answer.untouched != game.untouched:
        raise RuleError("the untouched cells are not those that no clue counts")


def _check_layouts(game: Minesweeper, answer: MineKnowledge) -> None:
    """Every layout meets the clues and the total, with the mines and safe cells claimed."""
    if not answer.witnesses:
        raise RuleError("no layout is shown")
    hidden = set(game.hidden)
    claims = dict.fromkeys(answer.mines, True) | dict.fromkeys(answer.safes, False)
    for number, layout in enumerate(answer.witnesses, 1):
        mines = set(layout)
        if len(mines) != len(layout) or not mines <= hidden:
            raise RuleError(f"layout {number} has a mine twice, or not in a hidden cell")
        if game.hidden_mines not in {None, len(mines)}:
            raise RuleError(f"layout {number} has {len(mines)} mines, not {game.hidden_mines}")
        for place, (count, cells) in game.clue_sets.items():
            found = sum(cell in mines for cell in cells)
            if found != count:
                raise _fault(f"layout {number} has {found} mines around {place!r}", place)
        for cell, mine in claims.items():
            if (cell in mines) != mine:
                told = "safe" if mine else "a mine"
                raise _fault(f"{cell!r} is {told} in layout {number}", cell)


def _check_groups(game: Minesweeper, answer: MineKnowledge) -> None:
    """Cells of a group can change places, and layouts show both a mine and a safe cell of it."""
    layouts = [set(layout) for layout in answer.witnesses]
    touching: dict[Place, list[Place]] = {cell: [] for cell in game.hidden}
    for place, (_, around) in game.clue_sets.items():
        for cell in around:
            touching[cell].append(place)
    for cells, _ in answer.groups:
        if not cells:
            raise RuleError("a group has no cells")
        if any(touching[cell] != touching[cells[0]] for cell in cells):
            raise _fault(f"the same clues do not count all cells of the group of {cells[0]!r}")
        mines = [sum(cell in layout for cell in cells) for layout in layouts]
        if not any(mines) or min(mines) == len(cells):
            side = "safe cell" if any(mines) else "mine"
            raise _fault(f"no layout shows a {side} in the group of {cells[0]!r}", cells[0])


def _check_numbers(game: Minesweeper, answer: MineKnowledge, layouts: int) -> None:
    """Check what probabilities and numbers of layouts must satisfy, on boards of any size."""
    if layouts < len(set(answer.witnesses)) or (not answer.groups and layouts != 1):
        raise RuleError(f"{magnitude(layouts)} layouts are claimed, which others refute")
    for cells, chance in answer.groups:
        if chance is None:
            raise _fault(f"the group of {cells[0]!r} has no probability", cells[0])
        if not 0 < chance < 1:
            raise _fault(f"{cells[0]!r} is undecided, but not by its probability", cells[0])
        if game.density is None and layouts % chance.denominator:
            raise _fault(f"the share of {cells[0]!r} is no number of layouts", cells[0])
    for place, (mines, around) in game.clue_sets.items():
        if _expected(answer, around) != mines:
            raise _fault(f"the probabilities around {place!r} do not add up to {mines}", place)
    _check_untouched(game, answer, layouts)


def _expected(answer: MineKnowledge, cells: Iterable[Place]) -> Fraction:
    """Return the expected number of mines; equal probabilities, which may be long, added once."""
    tally = Counter(map(answer.probability, cells))
    return sum((count * chance for chance, count in tally.items()), Fraction(0))


def _check_untouched(game: Minesweeper, answer: MineKnowledge, layouts: int) -> None:
    """Cells that no clue counts are alike: free without a total, in equal shares with one."""
    free = [answer.probability(cell) for cell in answer.untouched]
    if game.hidden_mines is None:
        if set(free) - {game.density or Fraction(1, 2)}:
            raise RuleError("untouched cells have another probability than a cell without clues")
        if layouts % 2 ** len(free):
            raise RuleError("the layouts do not leave the untouched cells free")
    elif len(set(free)) > 1 or _expected(answer, game.hidden) != game.hidden_mines:
        raise RuleError(f"the probabilities do not add up to {game.hidden_mines}")


def _recount(game: Minesweeper, answer: MineKnowledge, layouts: int) -> None:
    """Count again, where that is cheap; each group takes a count of its own."""
    clues = [ClueSet(count, frozenset(cells)) for count, cells in game.clue_sets.values()]
    odds = game.system.odds or (1, 1)
    states = max(0, RECOUNT_WORK // (len(answer.groups) + 2) - len(clues))

    def count(pinned: dict[Place, int], weights: tuple[int, int]) -> int:
        return count_layouts(
            clues,
            game.hidden,
            total=game.hidden_mines,
            pinned=pinned,
            odds=weights,
            max_states=states,
        )

    try:
        counted = count({}, (1, 1))
        weight = counted if odds == (1, 1) else count({}, odds)
        for cells, chance in answer.groups:
            found = Fraction(count({cells[0]: 1}, odds), weight)
            if found != chance:
                raise _fault(f"the probability of {cells[0]!r} is another", cells[0])
    except CertificateError:
        return
    if counted != layouts:
        raise RuleError(f"there are {magnitude(counted)} layouts, not {magnitude(layouts)}")
