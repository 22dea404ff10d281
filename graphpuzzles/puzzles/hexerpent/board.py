"""What a hexerpent puzzle is about: a hexerpent among rocks, as numbers and as text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self, cast

from graphpuzzles.errors import PuzzleError, WriteError
from graphpuzzles.lattice import HEX
from graphpuzzles.puzzles.walking.body import (
    Body,
    WalkBoard,
    as_cells,
    as_integer,
    cells_from_json,
    cells_to_json,
)
from graphpuzzles.text import Scanner, counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from graphpuzzles.lattice import Cell
    from graphpuzzles.outcome import Outcome
    from graphpuzzles.puzzles.walking.body import Walk

CAP = 20
"""The step cap of the contest."""

MAX_CAP = 1000
"""Greatest step cap."""

MAX_SECTIONS = 100
"""Most sections."""

MAX_COORDINATE = 10**8
"""Greatest absolute value of a coordinate."""

_RANGE = (-MAX_COORDINATE, MAX_COORDINATE)


@dataclass(frozen=True, eq=False, repr=False)
class HexerpentBoard(WalkBoard):
    """A hexerpent on the plane with rocks; see `Hexerpent` for the parameters."""

    body: Body
    rocks: Body = ()
    goal: Cell = (0, 0)
    cap: int = CAP

    lattice = HEX

    if TYPE_CHECKING:  # the fields say what is kept, this what may be given

        def __init__(
            self,
            body: Iterable[Cell],
            rocks: Iterable[Cell] = (),
            goal: Cell = (0, 0),
            cap: int = CAP,
        ) -> None: ...

    def __post_init__(self) -> None:
        body = as_cells(self.body, "section", (_RANGE, _RANGE))
        if not 1 <= len(body) <= MAX_SECTIONS:
            raise PuzzleError(f"a hexerpent has 1 to {MAX_SECTIONS} sections, not {len(body)}")
        for number, cell in enumerate(body):
            fault = section_fault(cell, body[:number])
            if fault is not None:
                raise PuzzleError(f"section {number + 1}, {cell}, {fault}", where=(number,))
        rocks = as_cells(self.rocks, "rock", (_RANGE, _RANGE))
        for number, rock in enumerate(rocks):
            if rock in body:
                raise PuzzleError(f"the rock {rock} lies on the hexerpent", where=(number,))
        (goal,) = as_cells((self.goal,), "goal", (_RANGE, _RANGE))
        for field, value in (
            ("body", body),
            ("rocks", tuple(sorted(set(rocks)))),
            ("goal", goal),
            ("cap", as_integer(self.cap, "the step cap", 0, MAX_CAP)),
        ):
            object.__setattr__(self, field, value)

    # Text and data -----------------------------------------------------------------------------

    @classmethod
    def read(cls, lines: Iterable[str], *, source: str | None = None) -> Iterator[Self]:
        """Yield every puzzle of a text in the contest's format, one at a time.

        Raises
        ------
        ParseError
            Where the text breaks the format or the rules. A text may end without ``0``, but not
            within a puzzle, and nothing may follow ``0``.
        """
        scanner = Scanner(lines, source=source)
        expected = "the number of sections, or 0"
        length = scanner.integer(expected, minimum=0, maximum=MAX_SECTIONS)
        while length:
            yield cls._read_one(scanner, length)
            if scanner.peek() is None:
                return
            length = scanner.integer(expected, minimum=0, maximum=MAX_SECTIONS)
        scanner.end()

    @classmethod
    def _read_one(cls, scanner: Scanner, length: int) -> Self:
        body: list[Cell] = []
        for number in range(1, length + 1):
            token = scanner.peek()
            cell = _read_cell(scanner, f"section {number}")
            fault = section_fault(cell, body)
            if fault is not None:
                text = f"section {number} at {cell[0]} {cell[1]}, which {fault}"
                scanner.fail(token, "the sections of a hexerpent", text)
            body.append(cell)
        rocks: set[Cell] = set()
        for number in range(1, scanner.integer("the number of rocks", minimum=0) + 1):
            token = scanner.peek()
            cell = _read_cell(scanner, f"rock {number}")
            if cell in body:
                text = f"{cell[0]} {cell[1]}, a section"
                scanner.fail(token, "a rock beside the hexerpent", text)
            rocks.add(cell)
        return cls(tuple(body), tuple(rocks), _read_cell(scanner, "the goal"))

    @classmethod
    def write(cls, puzzles: Iterable[Self]) -> str:
        """Return a valid text of the contest's format with these puzzles.

        Raises
        ------
        WriteError
            If the step cap of one is not that of the contest.
        """
        lines = []
        for puzzle in puzzles:
            if puzzle.cap != CAP:
                raise WriteError("cap", f"the text format knows the step cap {CAP} only")
            lines.append(str(len(puzzle.body)))
            lines += [f"{x} {y}" for x, y in puzzle.body]
            lines.append(str(len(puzzle.rocks)))
            lines += [f"{x} {y}" for x, y in (*puzzle.rocks, puzzle.goal)]
        return "\n".join([*lines, "0", ""])

    def to_dict(self) -> dict[str, object]:
        """Return the puzzle without loss as JSON-ready data."""
        return {
            "body": cells_to_json(self.body),
            "rocks": cells_to_json(self.rocks),
            "goal": list(self.goal),
            "cap": self.cap,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Rebuild a puzzle from what `to_dict` gave."""
        return cls(
            cells_from_json(data["body"]),
            cells_from_json(data["rocks"]),
            cells_from_json([data["goal"]])[0],
            cast("int", data["cap"]),
        )

    def answered(self, solution: Outcome[Walk, int]) -> bool:
        """Tell whether a solution answers the question: a walk, or none within the step cap."""
        lower = solution.bounds[0]
        return super().answered(solution) or (lower is not None and lower > self.cap)

    def __repr__(self) -> str:
        size = f"{counted(len(self.body), 'section')}, {counted(len(self.rocks), 'rock')}"
        return f"<Hexerpent {size}, goal {self.goal}, cap {self.cap}>"

    # The board ---------------------------------------------------------------------------------

    @property
    def size(self) -> None:
        """The plane has no end."""
        return

    @cached_property
    def obstacles(self) -> frozenset[Cell]:
        """The rocks."""
        return frozenset(self.rocks)

    @property
    def target_cells(self) -> Body:
        """The dimple on which the head is to be."""
        return (self.goal,)

    @property
    def step_cap(self) -> int:
        """The most steps that an answer may have."""
        return self.cap


def section_fault(cell: Cell, earlier: Iterable[Cell]) -> str | None:
    """Say why a hexerpent cannot have its next section on a dimple; None if it can."""
    before = list(earlier)
    for number, other in enumerate(before, 1):
        if other == cell:
            return f"is where section {number} is"
        if HEX.adjacent(cell, other) != (number == len(before)):
            wrong = "is not adjacent to" if number == len(before) else "is adjacent to"
            return f"{wrong} section {number}"
    return None


def _read_cell(scanner: Scanner, what: str) -> Cell:
    limits = {"minimum": -MAX_COORDINATE, "maximum": MAX_COORDINATE}
    x = scanner.integer(f"the first coordinate of {what}", **limits)
    return x, scanner.integer(f"the second coordinate of {what}", **limits)
