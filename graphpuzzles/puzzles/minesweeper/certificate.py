"""Certificates of Minesweeper: why cells are decided, why a board is contradictory.

An answer shows by layouts which cells are *not* decided. What is proved here is the other half: of
every cell that is claimed to be a mine or safe, that no layout has the opposite. Both halves rest
on the clues as sets of cells; sets of clues are checked by elimination, without a solver. An order
of the undecided cells, which the solver hands out, lets all numbers be counted anew.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, cast

from graphpuzzles.certificate import Certificate, refuse
from graphpuzzles.errors import LimitError
from graphpuzzles.limits import UNLIMITED, Meter
from graphpuzzles.puzzles.minesweeper.board import MineBoard, place_to_json, places_from_json
from graphpuzzles.puzzles.minesweeper.elimination_certificate import (
    ClueSet,
    closing_order,
    satisfiable,
    signatures,
)
from graphpuzzles.puzzles.minesweeper.numbers_certificate import Classes
from graphpuzzles.puzzles.minesweeper.rules import MineKnowledge, magnitude
from graphpuzzles.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graphpuzzles.certificate import Claims, Strength
    from graphpuzzles.limits import Limits
    from graphpuzzles.puzzles.minesweeper.board import Place


def _board(puzzle: object) -> MineBoard:
    if not isinstance(puzzle, MineBoard):
        raise TypeError(f"this certificate speaks of clues, not of a {type(puzzle).__name__}")
    return puzzle


# A contradiction -----------------------------------------------------------------------------


@dataclass(frozen=True)
class ClueConflict(Certificate[tuple[int, int]]):
    """Clues that no layout meets: the board is contradictory.

    Parameters
    ----------
    clues : tuple of Place
        Where the clues stand.
    total : bool
        Whether the total number of mines is one of the contradicting statements.
    """

    clues: tuple[Place, ...]
    total: bool = False

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> None:
        """Return None: there is no layout; see `Certificate.proves`."""
        board = _board(puzzle)
        if not _contradict(board, self.clues, self._total_of(board), Meter(limits)):
            raise refuse("some layout meets these clues")

    def is_minimal(self, puzzle: object, limits: Limits = UNLIMITED) -> bool:
        """Tell whether every one of the clues is needed, the total included.

        Raises
        ------
        CertificateError
            If the clues do not contradict each other in the first place.
        LimitError
            If a limit is reached.
        """
        self.proves(puzzle, limits)
        board, meter = _board(puzzle), Meter(limits)
        total = self._total_of(board)
        for i in range(len(self.clues)):
            if _contradict(board, self.clues[:i] + self.clues[i + 1 :], total, meter):
                return False
        return total is None or not _contradict(board, self.clues, None, meter)

    def _total_of(self, board: MineBoard) -> int | None:
        """Return the mines of the hidden cells, where that is one of the statements."""
        if not self.total:
            return None
        if board.hidden_mines is None:
            raise refuse("the board gives no total")
        return board.hidden_mines

    def to_dict(self) -> dict[str, object]:
        """Return the clues as a list."""
        return {"clues": [place_to_json(place) for place in self.clues], "total": self.total}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> ClueConflict:
        """Rebuild the certificate."""
        return cls(places_from_json(data["clues"]), _truth(data["total"]))


def _contradict(board: MineBoard, clues: Sequence[Place], total: int | None, meter: Meter) -> bool:
    """Tell whether no layout meets some clues and, if given, a total."""
    sets = _clue_sets(board, clues, {})
    inside = dict.fromkeys(cell for clue in sets for cell in clue.cells)
    return not satisfiable(sets, inside if total is None else board.hidden, meter, total=total)


# Decided cells -------------------------------------------------------------------------------


@dataclass(frozen=True)
class ForcedStep:
    """Cells that some clues force, once the cells of all steps before are known.

    Parameters
    ----------
    clues : tuple of Place
    total : bool
        Whether the total number of mines is used.
    mines, safes : tuple of Place
        The cells, at least one.
    """

    clues: tuple[Place, ...]
    total: bool
    mines: tuple[Place, ...]
    safes: tuple[Place, ...]

    def to_dict(self) -> dict[str, object]:
        """Return the step as lists."""
        return {
            "clues": [place_to_json(place) for place in self.clues],
            "total": self.total,
            "mines": [place_to_json(place) for place in self.mines],
            "safes": [place_to_json(place) for place in self.safes],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> ForcedStep:
        """Rebuild a step."""
        return cls(
            places_from_json(data["clues"]),
            _truth(data["total"]),
            places_from_json(data["mines"]),
            places_from_json(data["safes"]),
        )


@dataclass(frozen=True)
class _Steps(Certificate[tuple[int, int]]):
    """Steps that decide cells, then an order of those that no step decides."""

    steps: tuple[ForcedStep, ...]
    order: tuple[Place, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the steps and the order as lists."""
        return {
            "steps": [step.to_dict() for step in self.steps],
            "order": [place_to_json(place) for place in self.order],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Rebuild the certificate."""
        steps = cast("Sequence[Mapping[str, object]]", data["steps"])
        return cls(tuple(map(ForcedStep.from_dict, steps)), places_from_json(data["order"]))


class ForcedCells(_Steps):
    """Mines and safe cells, each forced by a few clues and what was forced before.

    Parameters
    ----------
    steps : tuple of ForcedStep
    order : tuple of Place
        An undecided cell of each group, in an order in which they are soon counted anew; without
        it the check takes an order of its own.
    """

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> tuple[int, int]:
        """Return how many mines and safe cells are forced; see `Certificate.proves`."""
        known = _forced(_board(puzzle), self.steps, Meter(limits))
        mines = sum(known.values())
        return mines, len(known) - mines

    def examine(self, puzzle: object, answer: object, limits: Limits = UNLIMITED) -> Claims:
        """Count the layouts and all probabilities anew; see `Certificate.examine`.

        The claims are ``cells``, which are decided and how; ``layouts``, how many there are;
        ``probabilities``; and ``totals``, that these add up to every number shown and to the
        total, which `Puzzle.check` has seen. Where a limit is reached, layouts and probabilities
        are unchecked. An answer that does not count claims the cells alone.
        """
        board = _board(puzzle)
        if not isinstance(answer, MineKnowledge):
            raise TypeError(f"expected what is known of the cells, not {type(answer).__name__}")
        known = dict.fromkeys(answer.mines, 1) | dict.fromkeys(answer.safes, 0)
        forced: dict[Place, int] = {}
        for step in self.steps:
            forced |= dict.fromkeys(step.mines, 1) | dict.fromkeys(step.safes, 0)
        if known != forced:
            raise refuse("other cells are forced than are called decided")
        if answer.layouts is None:
            return {"cells": "proof"}
        anew: Strength = "recomputed"
        try:
            _recount(board, answer, known, self.order, Meter(limits))
        except LimitError:
            anew = "unchecked"
        return {"cells": "proof", "layouts": anew, "probabilities": anew, "totals": "proof"}

    def __repr__(self) -> str:
        mines = sum(len(step.mines) for step in self.steps)
        safes = sum(len(step.safes) for step in self.steps)
        return f"ForcedCells({mines} mines, {safes} safe cells, in {len(self.steps)} steps)"


def _forced(board: MineBoard, steps: Iterable[ForcedStep], meter: Meter) -> dict[Place, int]:
    """Return the cells that the steps force, with 1 for a mine and 0 for a safe cell."""
    known: dict[Place, int] = {}
    hidden = set(board.hidden)
    for step in steps:
        meter.require(f"{len(known)} cells were forced")
        claims = dict.fromkeys(step.mines, 1) | dict.fromkeys(step.safes, 0)
        if not claims:
            raise refuse("a step forces nothing")
        if len(claims) != len(step.mines) + len(step.safes):
            raise refuse("a step names a cell twice")
        for cell in claims:
            if cell not in hidden:
                raise refuse(f"{cell!r} is not a hidden cell")
            if cell in known:
                raise refuse(f"{cell!r} is forced twice")
        _check_step(board, step, claims, known, meter)
        known.update(claims)
    return known


def _check_step(
    board: MineBoard,
    step: ForcedStep,
    claims: Mapping[Place, int],
    known: Mapping[Place, int],
    meter: Meter,
) -> None:
    """Make sure that no layout gives a claimed cell the opposite value."""
    sets = _clue_sets(board, step.clues, known)
    total: int | None = None
    cells: Iterable[Place]
    if step.total:
        if board.hidden_mines is None:
            raise refuse("the board gives no total")
        total = board.hidden_mines - sum(known.values())
        cells = [cell for cell in board.hidden if cell not in known]
    else:
        cells = dict.fromkeys(cast("Place", cell) for clue in sets for cell in clue.cells)
    alike = signatures(sets, cells)
    for cell in claims:
        if cell not in alike:
            raise refuse(f"none of the clues of its step counts {cell!r}")
    # Cells that the clues cannot tell apart need one test.
    tests = {(alike[cell], value): cell for cell, value in claims.items()}
    for (_, value), cell in tests.items():
        if satisfiable(sets, alike, meter, total=total, pinned={cell: 1 - value}):
            other = "safe" if value else "a mine"
            raise refuse(f"the clues of its step leave open that {cell!r} is {other}")


def _clue_sets(
    board: MineBoard, clues: Sequence[Place], known: Mapping[Place, int]
) -> list[ClueSet]:
    """Return the clues named, less what is known."""
    if len(set(clues)) < len(clues):
        raise refuse("a clue is named twice")
    table = board.clue_sets
    found = []
    for place in clues:
        if place not in table:
            raise refuse(f"there is no clue at {place!r}")
        mines, cells = table[place]
        left = mines - sum(known.get(cell, 0) for cell in cells)
        found.append(ClueSet(left, tuple(cell for cell in cells if cell not in known)))
    return found


# Numbers -------------------------------------------------------------------------------------


class MineRange(_Steps):
    """The least and the most mines that the clues allow on the board, any total aside.

    Parameters
    ----------
    steps : tuple of ForcedStep
        Cells that are decided, none of them by a total.
    order : tuple of Place
        As in `ForcedCells`, for the cells that no step decides.
    """

    strength = "recomputed"
    question = "mines"

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> tuple[int, int]:
        """Return the least and the most mines; see `Certificate.proves`."""
        board, meter = _board(puzzle), Meter(limits)
        if any(step.total for step in self.steps):
            raise refuse("the total says nothing of what the clues allow")
        known = _forced(board, self.steps, meter)
        rest = _Rest(board, known)
        ranges = rest.counted(None).ranges(rest.numbers(self.order, meter), meter)
        sure = len(board.known_mines) + sum(known.values())
        least = sure + sum(least for least, _ in ranges)
        most = sure + sum(most for _, most in ranges)
        return least, most + rest.outside

    def __repr__(self) -> str:
        return f"MineRange({counted(len(self.steps), 'step')}, {len(self.order)} in order)"


class _Rest:
    """What is left of a board once some cells are known: classes of cells that clues count."""

    def __init__(self, board: MineBoard, known: Mapping[Place, int]) -> None:
        counting: dict[Place, list[int]] = {c: [] for c in board.hidden if c not in known}
        self.left: list[int] = []
        for clue, (mines, cells) in enumerate(board.clue_sets.values()):
            unknown = [cell for cell in cells if cell not in known]
            self.left.append(mines - sum(known.get(cell, 0) for cell in cells))
            if not unknown and self.left[clue]:
                raise refuse("the cells that are known do not fit a clue")
            for cell in unknown:
                counting[cell].append(clue)
        sizes = Counter(tuple(clues) for clues in counting.values())
        self.outside = sizes.pop((), 0)
        self.classes = list(sizes.items())
        number = {members: i for i, (members, _) in enumerate(self.classes)}
        self.class_of = {cell: number[tuple(clues)] for cell, clues in counting.items() if clues}

    def counted(self, total: int | None, odds: tuple[int, int] = (1, 1)) -> Classes:
        """Return what is to be counted."""
        return Classes(self.left, self.classes, self.outside, total, odds)

    def numbers(self, order: Sequence[Place], meter: Meter) -> list[int]:
        """Return the classes in the order of a cell of each, or in one of our own."""
        if not order:
            return closing_order([members for members, _ in self.classes], meter)
        for cell in order:
            if cell not in self.class_of:
                raise refuse(f"{cell!r} is in the order, but not undecided beside a clue")
        numbers = [self.class_of[cell] for cell in order]
        if len(numbers) != len(self.classes) or len(set(numbers)) != len(numbers):
            raise refuse("the order does not name one cell of every class")
        return numbers


def _recount(
    board: MineBoard,
    answer: MineKnowledge,
    known: Mapping[Place, int],
    order: Sequence[Place],
    meter: Meter,
) -> None:
    """Count the layouts and the probability of every group anew, and compare."""
    total = None if board.hidden_mines is None else board.hidden_mines - sum(known.values())
    odds = (1, 1)
    if board.density is not None:
        mine, below = board.density.as_integer_ratio()
        odds = (mine, below - mine)
    rest = _Rest(board, known)
    found = rest.counted(total, odds).recount(rest.numbers(order, meter), meter)
    if found.layouts != answer.layouts:
        raise refuse(
            f"there are {magnitude(found.layouts)} layouts, not {magnitude(answer.layouts or 0)}"
        )
    for cells, chance in answer.groups:
        number = rest.class_of.get(cells[0])
        if number is None:
            (mines, weight), size = found.outside, rest.outside
        else:
            (mines, weight), size = found.chances[number], rest.classes[number][1]
        if chance is None or chance.numerator * weight * size != mines * chance.denominator:
            raise refuse(f"the probability of {cells[0]!r} is another")


def _truth(data: object) -> bool:
    if not isinstance(data, bool):
        raise ValueError(f"expected true or false, found {data!r}")
    return data
