"""What is known of the hidden cells of a Minesweeper board."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, cast

from graphpuzzles.errors import NoSolutionError, NotApplicableError
from graphpuzzles.puzzles.minesweeper.certificate import place_to_json, places_from_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphpuzzles.puzzles.minesweeper.certificate import Place

__all__ = ["MineGroup", "MineKnowledge", "magnitude"]


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
        return found

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
        return found | dict.fromkeys(undecided, "undecided")

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
        """Return the answer as JSON-ready data; integers of any size as hexadecimal strings."""

        def plain(places: Sequence[Place]) -> list[object]:
            return [place_to_json(place) for place in places]

        def share(chance: Fraction | None) -> list[str] | None:
            return None if chance is None else [hex(chance.numerator), hex(chance.denominator)]

        return {
            "mines": plain(self.mines),
            "safes": plain(self.safes),
            "groups": [
                {"cells": plain(cells), "probability": share(chance)}
                for cells, chance in self.groups
            ],
            "untouched": plain(self.untouched),
            "witnesses": [plain(layout) for layout in self.witnesses],
            "layouts": None if self.layouts is None else hex(self.layouts),
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
                MineGroup(places_from_json(group["cells"]), _fraction(group["probability"]))
                for group in groups
            ),
            places_from_json(data["untouched"]),
            tuple(map(places_from_json, cast("Sequence[object]", data["witnesses"]))),
            None if layouts is None else _hexadecimal(layouts),
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


def _fraction(data: object) -> Fraction | None:
    if data is None:
        return None
    numerator, denominator = cast("Sequence[object]", data)
    below = _hexadecimal(denominator)
    if not below:
        raise ValueError("a probability has the denominator 0")
    return Fraction(_hexadecimal(numerator), below)


def _hexadecimal(data: object) -> int:
    if not isinstance(data, str) or not data.startswith("0x"):
        raise ValueError(f"expected a hexadecimal number, found {data!r}"[:80])
    return int(data, 16)
