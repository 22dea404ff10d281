"""Certificates of Minesweeper inference: why cells are decided, and why a board is contradictory.

An answer shows by layouts which cells are *not* decided. What is proved here is the other half: of
every cell that is claimed to be a mine or safe, that no layout has the opposite. Both halves rest
on the clues as sets of cells; sets of clues are checked by elimination, without a solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias, cast, runtime_checkable

from graphpuzzles.certificate import Certificate, refuse
from graphpuzzles.limits import UNLIMITED
from graphpuzzles.puzzles.minesweeper.elimination import ClueSet, count_layouts, signatures

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graphpuzzles.limits import Limits

__all__ = [
    "ClueBoard",
    "ClueConflict",
    "ForcedCells",
    "ForcedStep",
    "Place",
    "place_to_json",
    "places_from_json",
]

Place: TypeAlias = tuple[int, int] | str
"""A cell or a clue: (row, column) on a grid, a name elsewhere."""


@runtime_checkable
class ClueBoard(Protocol):
    """What a board must tell so that something of its hidden cells can be proved."""

    @property
    def hidden(self) -> tuple[Place, ...]:
        """The cells of which nothing is known."""
        ...

    @property
    def hidden_mines(self) -> int | None:
        """How many mines the hidden cells hold, where a total is given."""
        ...

    @property
    def clue_sets(self) -> Mapping[Place, tuple[int, tuple[Place, ...]]]:
        """By clue, how many mines the hidden cells it counts hold, and these cells."""
        ...


def _board(puzzle: object) -> ClueBoard:
    if not isinstance(puzzle, ClueBoard):
        raise TypeError(f"this certificate speaks of clues, not of a {type(puzzle).__name__}")
    return puzzle


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
        del limits
        if not self._contradicts(_board(puzzle), self.clues, total=self.total):
            raise refuse("some layout meets these clues")

    def is_minimal(self, puzzle: object) -> bool:
        """Tell whether every one of the clues is needed, the total included.

        Raises
        ------
        CertificateError
            If the clues do not contradict each other in the first place.
        """
        self.proves(puzzle)
        board = _board(puzzle)
        smaller = [
            self._contradicts(board, [*self.clues[:i], *self.clues[i + 1 :]], total=self.total)
            for i in range(len(self.clues))
        ]
        if self.total:
            smaller.append(self._contradicts(board, self.clues, total=False))
        return not any(smaller)

    @staticmethod
    def _contradicts(board: ClueBoard, clues: Sequence[Place], *, total: bool) -> bool:
        if total and board.hidden_mines is None:
            raise refuse("the board gives no total")
        sets = _clue_sets(board, clues, {})
        return not count_layouts(sets, board.hidden, total=board.hidden_mines if total else None)

    def to_dict(self) -> dict[str, object]:
        """Return the clues as a list."""
        return {"clues": [place_to_json(place) for place in self.clues], "total": self.total}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> ClueConflict:
        """Rebuild the certificate."""
        return cls(places_from_json(data["clues"]), _truth(data["total"]))


@dataclass(frozen=True)
class ForcedStep:
    """Cells that some clues force, once the cells of all steps before are known.

    Parameters
    ----------
    clues : tuple of Place
    total : bool
        Whether the total number of mines is used.
    mines, safes : tuple of Place
        The cells.
    """

    clues: tuple[Place, ...]
    total: bool
    mines: tuple[Place, ...]
    safes: tuple[Place, ...]


@dataclass(frozen=True)
class ForcedCells(Certificate[tuple[int, int]]):
    """Mines and safe cells, each forced by a few clues and what was forced before.

    Parameters
    ----------
    steps : tuple of ForcedStep
    """

    steps: tuple[ForcedStep, ...]

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> tuple[int, int]:
        """Return how many mines and safe cells are forced; see `Certificate.proves`."""
        del limits
        board = _board(puzzle)
        known: dict[Place, int] = {}
        hidden = set(board.hidden)
        for step in self.steps:
            claims = dict.fromkeys(step.mines, 1) | dict.fromkeys(step.safes, 0)
            if len(claims) != len(step.mines) + len(step.safes):
                raise refuse("a step names a cell twice")
            for cell in claims:
                if cell not in hidden:
                    raise refuse(f"{cell!r} is not a hidden cell")
                if cell in known:
                    raise refuse(f"{cell!r} is forced twice")
            _check_step(board, step, claims, known)
            known.update(claims)
        return sum(known.values()), len(known) - sum(known.values())

    def to_dict(self) -> dict[str, object]:
        """Return the steps as lists."""
        return {
            "steps": [
                {
                    "clues": [place_to_json(place) for place in step.clues],
                    "total": step.total,
                    "mines": [place_to_json(place) for place in step.mines],
                    "safes": [place_to_json(place) for place in step.safes],
                }
                for step in self.steps
            ]
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> ForcedCells:
        """Rebuild the certificate."""
        steps = cast("Sequence[Mapping[str, object]]", data["steps"])
        return cls(
            tuple(
                ForcedStep(
                    places_from_json(step["clues"]),
                    _truth(step["total"]),
                    places_from_json(step["mines"]),
                    places_from_json(step["safes"]),
                )
                for step in steps
            )
        )

    def __repr__(self) -> str:
        mines = sum(len(step.mines) for step in self.steps)
        safes = sum(len(step.safes) for step in self.steps)
        return f"ForcedCells({mines} mines, {safes} safe cells, in {len(self.steps)} steps)"


def _check_step(
    board: ClueBoard, step: ForcedStep, claims: Mapping[Place, int], known: Mapping[Place, int]
) -> None:
    """Make sure that no layout gives a claimed cell the opposite value."""
    sets = _clue_sets(board, step.clues, known)
    total: int | None = None
    around = (cell for place in step.clues for cell in board.clue_sets[place][1])
    cells = [cell for cell in dict.fromkeys(around) if cell not in known]
    if step.total:
        if board.hidden_mines is None:
            raise refuse("the board gives no total")
        total = board.hidden_mines - sum(known.values())
        cells = [cell for cell in board.hidden if cell not in known]
    alike = signatures(sets, cells)
    tested: set[tuple[tuple[int, ...], int]] = set()
    for cell, value in claims.items():
        if cell not in alike:
            raise refuse(f"none of the clues of its step counts {cell!r}")
        # Cells that the clues cannot tell apart need one test.
        if (alike[cell], value) in tested:
            continue
        tested.add((alike[cell], value))
        if count_layouts(sets, alike, total=total, pinned={cell: 1 - value}):
            other = "safe" if value else "a mine"
            raise refuse(f"the clues of its step leave open that {cell!r} is {other}")


def _clue_sets(
    board: ClueBoard, clues: Iterable[Place], known: Mapping[Place, int]
) -> list[ClueSet]:
    """Return the clues named, less what is known."""
    table = board.clue_sets
    found = []
    for place in clues:
        if place not in table:
            raise refuse(f"there is no clue at {place!r}")
        mines, cells = table[place]
        left = mines - sum(known.get(cell, 0) for cell in cells)
        found.append(ClueSet(left, frozenset(cell for cell in cells if cell not in known)))
    return found


def place_to_json(place: Place) -> object:
    """Return a place as JSON-ready data: a name as it is, a pair as a list."""
    return place if isinstance(place, str) else list(place)


def places_from_json(data: object) -> tuple[Place, ...]:
    """Read a list of places: names, or pairs of integers.

    Raises
    ------
    TypeError, ValueError
        If the data are not of that form.
    """
    found: list[Place] = []
    for item in cast("Sequence[object]", data):
        if isinstance(item, str):
            found.append(item)
            continue
        numbers = tuple(cast("Sequence[object]", item))
        if len(numbers) != 2 or not all(type(x) is int for x in numbers):
            raise ValueError(f"expected a name or two integers, found {item!r}")
        found.append(cast("tuple[int, int]", numbers))
    return tuple(found)


def _truth(data: object) -> bool:
    if not isinstance(data, bool):
        raise ValueError(f"expected true or false, found {data!r}")
    return data
