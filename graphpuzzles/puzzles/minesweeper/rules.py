"""What is known of the hidden cells of a Minesweeper board, and what can be wrong with it."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, cast

from graphpuzzles.errors import (
    NoSolutionError,
    NotApplicableError,
    RuleError,
    require_kind,
)
from graphpuzzles.puzzles.minesweeper.board import (
    fraction_from_json,
    fraction_to_json,
    place_to_json,
    places_from_json,
)
from graphpuzzles.text import integer_from_json, integer_to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graphpuzzles.puzzles.minesweeper.board import MineBoard, Place


class MineGroup(NamedTuple):
    """Undecided cells that the same clues count, so that they can change places in any layout.

    Parameters
    ----------
    cells : tuple of Place
    probability : Fraction, optional
        Of a mine in each of them; None where the method does not count.
    """

    cells: tuple[Place, ...]
    probability: Fraction | None = None


@dataclass(frozen=True)
class MineKnowledge:
    """What all consistent layouts have in common, and how they differ.

    Cells are ``(row, column)`` on a grid and names elsewhere; hidden cells are those of which the
    puzzle tells nothing.

    Parameters
    ----------
    mines, safes : tuple of Place
        Hidden cells that are mines, or safe, in every layout.
    groups : tuple of MineGroup
        All other hidden cells.
    untouched : tuple of Place
        Hidden cells that no clue counts.
    witnesses : tuple of tuple of Place
        Layouts, each given by its mines among the hidden cells. Every group holds a mine in some
        of them and a safe cell in some.
    layouts : int, optional
        The exact number of consistent layouts; None where the method does not count.
    """

    mines: tuple[Place, ...]
    safes: tuple[Place, ...]
    groups: tuple[MineGroup, ...]
    untouched: tuple[Place, ...]
    witnesses: tuple[tuple[Place, ...], ...]
    layouts: int | None = field(default=None, repr=False)

    @cached_property
    def probabilities(self) -> Mapping[Place, Fraction]:
        """The exact probability of a mine of every hidden cell.

        Raises
        ------
        NotApplicableError
            If the method that gave this answer does not count.
        """
        found = dict.fromkeys(self.mines, Fraction(1)) | dict.fromkeys(self.safes, Fraction(0))
        for cells, probability in self.groups:
            if probability is None:
                raise NotApplicableError("this answer has no probabilities: use method 'frontier'")
            found.update(dict.fromkeys(cells, probability))
        return MappingProxyType(found)

    def probability(self, cell: Place) -> Fraction:
        """Return the exact probability of a mine in a hidden cell.

        Parameters
        ----------
        cell : Place

        Raises
        ------
        ValueError
            If the cell is not hidden.
        NotApplicableError
            If the method that gave this answer does not count.
        """
        if cell not in self.probabilities:
            raise ValueError(f"{cell!r} is not a hidden cell")
        return self.probabilities[cell]

    @property
    def safest(self) -> tuple[Place, ...]:
        """All hidden cells of the least probability."""
        chances = self.probabilities
        least = min(chances.values(), default=None)
        return tuple(sorted(cell for cell, chance in chances.items() if chance == least))

    def verdict(self, cell: Place) -> str:
        """Say ``"mine"``, ``"safe"`` or ``"undecided"`` of a hidden cell.

        Parameters
        ----------
        cell : Place

        Raises
        ------
        ValueError
            If the cell is not hidden.
        """
        if cell not in self._verdicts:
            raise ValueError(f"{cell!r} is not a hidden cell")
        return self._verdicts[cell]

    @cached_property
    def _verdicts(self) -> Mapping[Place, str]:
        found = dict.fromkeys(self.mines, "mine") | dict.fromkeys(self.safes, "safe")
        undecided = (cell for group in self.groups for cell in group.cells)
        return MappingProxyType(found | dict.fromkeys(undecided, "undecided"))

    def witness(self, cell: Place, *, mine: bool) -> tuple[Place, ...]:
        """Return a consistent layout with a mine in a hidden cell, or without.

        Parameters
        ----------
        cell : Place
        mine : bool

        Returns
        -------
        tuple of Place
            The mines among the hidden cells.

        Raises
        ------
        NoSolutionError
            If no layout has it so.
        ValueError
            If the cell is not hidden.
        """
        verdict = self.verdict(cell)
        if verdict == ("safe" if mine else "mine"):
            raise NoSolutionError(f"{cell!r} is {verdict} in every layout")
        alike = next((group.cells for group in self.groups if cell in group.cells), (cell,))
        for layout in self.witnesses:
            chosen = set(layout)
            if (cell in chosen) == mine:
                return layout
            twin = next((other for other in alike if (other in chosen) == mine), None)
            if twin is not None:
                return tuple(sorted(chosen ^ {cell, twin}))
        raise ValueError(f"the witnesses do not show {cell!r} both ways")

    def to_dict(self) -> dict[str, object]:
        """Return the answer as JSON-ready data, with fractions as texts such as ``"1/7"``.

        Integers of more than 4,000 digits are hexadecimal texts.
        """

        def plain(places: Sequence[Place]) -> list[object]:
            return [place_to_json(place) for place in places]

        return {
            "mines": plain(self.mines),
            "safes": plain(self.safes),
            "groups": [
                {
                    "cells": plain(cells),
                    "probability": None if chance is None else fraction_to_json(chance),
                }
                for cells, chance in self.groups
            ],
            "untouched": plain(self.untouched),
            "witnesses": [plain(layout) for layout in self.witnesses],
            "layouts": None if self.layouts is None else integer_to_json(self.layouts),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> MineKnowledge:
        """Rebuild an answer from what `to_dict` gave.

        Raises
        ------
        ValueError
            If the data are not of that form.
        """
        groups = cast("Sequence[Mapping[str, object]]", data["groups"])
        layouts = data["layouts"]
        return cls(
            places_from_json(data["mines"]),
            places_from_json(data["safes"]),
            tuple(
                MineGroup(
                    places_from_json(group["cells"]),
                    None
                    if group["probability"] is None
                    else fraction_from_json(group["probability"]),
                )
                for group in groups
            ),
            places_from_json(data["untouched"]),
            tuple(map(places_from_json, cast("Sequence[object]", data["witnesses"]))),
            None if layouts is None else integer_from_json(layouts),
        )

    def difference(self, other: MineKnowledge) -> str | None:
        """Say in what the knowledge of two methods differs, numbers where both have them."""
        if (self.mines, self.safes) != (other.mines, other.safes):
            return "decide different cells"
        if None in {self.layouts, other.layouts}:
            return None
        if self.layouts != other.layouts:
            return "count different numbers of layouts"
        if self.probabilities != other.probabilities:
            return "find different probabilities"
        return None

    def __repr__(self) -> str:
        counted = "" if self.layouts is None else f", {magnitude(self.layouts)} layouts"
        undecided = sum(len(group.cells) for group in self.groups)
        return (
            f"MineKnowledge({len(self.mines)} mines, {len(self.safes)} safe cells, "
            f"{undecided} undecided{counted})"
        )


def magnitude(number: int) -> str:
    """Return a positive integer in digits, or, where it is long, about how large it is.

    Parameters
    ----------
    number : int

    Examples
    --------
    >>> magnitude(12), magnitude(3**20_000)
    ('12', 'about 2.7e9542')
    """
    if number < 10**15:
        return str(number)
    logarithm = math.log10(number)
    power = math.floor(logarithm)
    return f"about {10 ** (logarithm - power):.1f}e{power}"


# What can be wrong ---------------------------------------------------------------------------


def check_knowledge(board: MineBoard, answer: MineKnowledge) -> tuple[int, int]:
    """Return how many mines and safe cells an answer claims, if its layouts bear it out.

    Parameters
    ----------
    board : MineBoard
    answer : MineKnowledge

    Raises
    ------
    RuleError
        If a claim is refuted.
    """
    require_kind(answer, MineKnowledge)
    _check_cells(board, answer)
    touching = _clues_around(board)
    _check_layouts(board, answer, touching)
    _check_groups(answer, touching)
    if answer.layouts is not None:
        _check_numbers(board, answer, answer.layouts)
    elif any(group.probability is not None for group in answer.groups):
        raise RuleError("there are probabilities, but no number of layouts")
    return len(answer.mines), len(answer.safes)


def _fault(message: str, place: Place | None = None) -> RuleError:
    return RuleError(message, where=place if isinstance(place, tuple) else None)


def _clues_around(board: MineBoard) -> dict[Place, list[Place]]:
    """Return by hidden cell the clues that count it."""
    touching: dict[Place, list[Place]] = {cell: [] for cell in board.hidden}
    for place, (_, around) in board.clue_sets.items():
        for cell in around:
            touching[cell].append(place)
    return touching


def _check_cells(board: MineBoard, answer: MineKnowledge) -> None:
    """Every hidden cell is named once, and nothing else is."""
    hidden = set(board.hidden)
    grouped = [cell for group in answer.groups for cell in group.cells]
    named: set[Place] = set()
    for cell in [*answer.mines, *answer.safes, *grouped]:
        if cell not in hidden:
            raise _fault(f"{cell!r} is not a hidden cell", cell)
        if cell in named:
            raise _fault(f"{cell!r} is named twice", cell)
        named.add(cell)
    for cell in board.hidden:
        if cell not in named:
            raise _fault(f"nothing is said of {cell!r}", cell)
    if answer.untouched != board.untouched:
        raise RuleError("the untouched cells are not those that no clue counts")


def _check_layouts(
    board: MineBoard, answer: MineKnowledge, touching: Mapping[Place, list[Place]]
) -> None:
    """Every layout meets the clues and the total, with the mines and safe cells claimed."""
    if not answer.witnesses:
        raise RuleError("no layout is shown")
    # Clues of no mines are told by the layouts that put one beside them.
    wanted = {place: mines for place, (mines, _) in board.clue_sets.items() if mines}
    safe = set(answer.safes)
    for number, layout in enumerate(answer.witnesses, 1):
        mines = set(layout)
        if len(mines) != len(layout) or not touching.keys() >= mines:
            raise RuleError(f"layout {number} has a mine twice, or not in a hidden cell")
        if board.hidden_mines not in {None, len(mines)}:
            raise RuleError(f"layout {number} has {len(mines)} mines, not {board.hidden_mines}")
        found = Counter(place for cell in layout for place in touching[cell])
        if found != wanted:
            place = next(p for p in board.clue_sets if found[p] != wanted.get(p, 0))
            raise _fault(f"layout {number} has {found[place]} mines around {place!r}", place)
        for cell in layout:
            if cell in safe:
                raise _fault(f"{cell!r} is a mine in layout {number}", cell)
        for cell in answer.mines:
            if cell not in mines:
                raise _fault(f"{cell!r} is safe in layout {number}", cell)


def _check_groups(answer: MineKnowledge, touching: Mapping[Place, list[Place]]) -> None:
    """Cells of a group can change places, and layouts show both a mine and a safe cell of it."""
    group_of: dict[Place, int] = {}
    for number, (cells, _) in enumerate(answer.groups):
        if not cells:
            raise RuleError("a group has no cells")
        if any(touching[cell] != touching[cells[0]] for cell in cells):
            raise _fault(f"the same clues do not count all cells of the group of {cells[0]!r}")
        group_of.update(dict.fromkeys(cells, number))
    shown: set[int] = set()
    full: Counter[int] = Counter()
    for layout in answer.witnesses:
        mines = Counter(group_of[cell] for cell in layout if cell in group_of)
        shown.update(mines)
        full.update(
            number for number, count in mines.items() if count == len(answer.groups[number].cells)
        )
    for number, (cells, _) in enumerate(answer.groups):
        if number not in shown or full[number] == len(answer.witnesses):
            side = "safe cell" if number in shown else "mine"
            raise _fault(f"no layout shows a {side} in the group of {cells[0]!r}", cells[0])


def _check_numbers(board: MineBoard, answer: MineKnowledge, layouts: int) -> None:
    """Check what probabilities and numbers of layouts must satisfy, on boards of any size."""
    # The first condition keeps what follows small, whatever is claimed.
    if (
        layouts.bit_length() > len(board.hidden) + 1
        or layouts < len(set(answer.witnesses))
        or (not answer.groups and layouts != 1)
    ):
        raise RuleError(f"{magnitude(layouts)} layouts are claimed, which others refute")
    for cells, chance in answer.groups:
        if chance is None:
            raise _fault(f"the group of {cells[0]!r} has no probability", cells[0])
        if not 0 < chance < 1:
            raise _fault(f"{cells[0]!r} is undecided, but not by its probability", cells[0])
        if board.density is None and layouts % chance.denominator:
            raise _fault(f"the share of {cells[0]!r} is no number of layouts", cells[0])
    _check_sums(board, answer)
    free = {answer.probability(cell) for cell in answer.untouched}
    if board.hidden_mines is None:
        if free - {board.density or Fraction(1, 2)}:
            raise RuleError("untouched cells have another probability than a cell without clues")
        if layouts % 2 ** len(answer.untouched):
            raise RuleError("the layouts do not leave the untouched cells free")
    elif len(free) > 1:
        raise RuleError("untouched cells do not share alike what the total leaves")


def _check_sums(board: MineBoard, answer: MineKnowledge) -> None:
    """See that the mean numbers of mines add up to every number shown, and to the total."""
    whole = 1
    if board.hidden_mines is not None:
        # Under a total all shares have one denominator, more or less: sums of integers will do.
        whole = math.lcm(*{chance.denominator for chance in answer.probabilities.values()})
    mean: dict[Place, int | Fraction] = {
        cell: chance.numerator * whole // chance.denominator
        if whole % chance.denominator == 0
        else chance
        for cell, chance in answer.probabilities.items()
    }
    for place, (mines, around) in board.clue_sets.items():
        if _added(mean, around) != mines * whole:
            raise _fault(f"the probabilities around {place!r} do not add up to {mines}", place)
    total = board.hidden_mines
    if total is not None and _added(mean, board.hidden) != total * whole:
        raise RuleError(f"the probabilities do not add up to {total}")


def _added(mean: Mapping[Place, int | Fraction], cells: Iterable[Place]) -> int | Fraction:
    """Return the sum; equal numbers, which may be long, are added once."""
    tally = Counter([mean[cell] for cell in cells])
    return sum(count * number for number, count in tally.items())
