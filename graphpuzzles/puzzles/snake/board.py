"""What a snake puzzle is about: a snake on a board with stones, as numbers and as text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self, cast

from graphpuzzles.errors import PuzzleError, WriteError
from graphpuzzles.lattice import SQUARE
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

MAX_SIDE = 1000
"""Most rows and columns of a board."""

HOLE = ((0, 0),)


@dataclass(frozen=True, eq=False, repr=False)
class SnakeBoard(WalkBoard):
    """A snake on a board with stones; see `Snake` for the parameters."""

    rows: int
    columns: int
    body: Body
    stones: Body = ()
    targets: Body = HOLE

    lattice = SQUARE

    if TYPE_CHECKING:  # the fields say what is kept, this what may be given

        def __init__(
            self,
            rows: int,
            columns: int,
            body: Iterable[Cell],
            stones: Iterable[Cell] = (),
            targets: Iterable[Cell] = HOLE,
        ) -> None: ...

    def __post_init__(self) -> None:
        rows = as_integer(self.rows, "the number of rows", 1, MAX_SIDE)
        columns = as_integer(self.columns, "the number of columns", 1, MAX_SIDE)
        ranges = ((0, rows - 1), (0, columns - 1))
        body = as_cells(self.body, "section", ranges)
        if not body:
            raise PuzzleError("a snake has at least 1 section")
        taken: set[Cell] = set()
        for number, cell in enumerate(body):
            fault = _section_fault(cell, body[number - 1] if number else None, taken)
            if fault is not None:
                raise PuzzleError(f"section {number + 1}, {cell}, {fault}", where=(number,))
            taken.add(cell)
        stones = as_cells(self.stones, "stone", ranges)
        for number, stone in enumerate(stones):
            if stone in taken:
                raise PuzzleError(f"the stone {stone} lies on the snake", where=(number,))
        targets = as_cells(self.targets, "target", ranges)
        if not targets:
            raise PuzzleError("there is no target")
        for field, value in (
            ("rows", rows),
            ("columns", columns),
            ("body", body),
            ("stones", tuple(sorted(set(stones)))),
            ("targets", tuple(sorted(set(targets)))),
        ):
            object.__setattr__(self, field, value)

    # Text and data -----------------------------------------------------------------------------

    @classmethod
    def read(cls, lines: Iterable[str], *, source: str | None = None) -> Iterator[Self]:
        """Yield every puzzle of a text in the contest's format, one at a time.

        Raises
        ------
        ParseError
            Where the text breaks the format or the rules. A text may end without ``0 0 0``, but
            not within a puzzle, and nothing may follow ``0 0 0``.
        """
        scanner = Scanner(lines, source=source)
        expected = "the number of rows, or 0 0 0"
        rows = scanner.integer(expected, minimum=0, maximum=MAX_SIDE)
        while rows:
            yield cls._read_one(scanner, rows)
            if scanner.peek() is None:
                return
            rows = scanner.integer(expected, minimum=0, maximum=MAX_SIDE)
        for _ in range(2):
            token = scanner.next("the end mark 0 0 0")
            if token.text != "0":
                scanner.fail(token, "the end mark 0 0 0")
        scanner.end()

    @classmethod
    def _read_one(cls, scanner: Scanner, rows: int) -> Self:
        columns = scanner.integer("the number of columns", minimum=1, maximum=MAX_SIDE)
        length = scanner.integer("the number of sections", minimum=1, maximum=rows * columns)
        body: list[Cell] = []
        taken: set[Cell] = set()
        for number in range(1, length + 1):
            token = scanner.peek()
            cell = _read_cell(scanner, f"section {number}", rows, columns)
            fault = _section_fault(cell, body[-1] if body else None, taken)
            if fault is not None:
                text = f"section {number} at {cell[0] + 1} {cell[1] + 1}, which {fault}"
                scanner.fail(token, "the sections of a snake", text)
            body.append(cell)
            taken.add(cell)
        stones: set[Cell] = set()
        for number in range(1, scanner.integer("the number of stones", minimum=0) + 1):
            token = scanner.peek()
            cell = _read_cell(scanner, f"stone {number}", rows, columns)
            if cell in taken:
                scanner.fail(
                    token, "a stone beside the snake", f"{cell[0] + 1} {cell[1] + 1}, a section"
                )
            stones.add(cell)
        return cls(rows, columns, tuple(body), tuple(stones))

    @classmethod
    def write(cls, puzzles: Iterable[Self]) -> str:
        """Return a valid text of the contest's format with these puzzles.

        Raises
        ------
        WriteError
            If the target of one is not the first cell alone.
        """
        lines = []
        for puzzle in puzzles:
            if puzzle.targets != HOLE:
                raise WriteError("targets", "the text format knows the target 1 1 only")
            lines.append(f"{puzzle.rows} {puzzle.columns} {len(puzzle.body)}")
            lines += [f"{row + 1} {column + 1}" for row, column in puzzle.body]
            lines.append(str(len(puzzle.stones)))
            lines += [f"{row + 1} {column + 1}" for row, column in puzzle.stones]
            lines.append("")
        return "\n".join([*lines, "0 0 0", ""])

    def to_dict(self) -> dict[str, object]:
        """Return the puzzle without loss as JSON-ready data; cells count from 0."""
        return {
            "rows": self.rows,
            "columns": self.columns,
            "body": cells_to_json(self.body),
            "stones": cells_to_json(self.stones),
            "targets": cells_to_json(self.targets),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Rebuild a puzzle from what `to_dict` gave."""
        return cls(
            cast("int", data["rows"]),
            cast("int", data["columns"]),
            *(cells_from_json(data[field]) for field in ("body", "stones", "targets")),
        )

    def __repr__(self) -> str:
        size = f"{self.rows} x {self.columns}, {counted(len(self.body), 'section')}"
        return f"<Snake {size}, {counted(len(self.stones), 'stone')}>"

    # The board ---------------------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.rows, self.columns

    @cached_property
    def obstacles(self) -> frozenset[Cell]:
        """The stones."""
        return frozenset(self.stones)

    @property
    def target_cells(self) -> Body:
        """The cells on one of which the head is to be."""
        return self.targets

    @property
    def step_cap(self) -> None:
        """There is no cap: the board is bounded."""
        return


def _section_fault(cell: Cell, before: Cell | None, taken: set[Cell]) -> str | None:
    """Say why a snake cannot have a section on a cell; None if it can."""
    if cell in taken:
        return "is where another section is"
    if before is not None and abs(cell[0] - before[0]) + abs(cell[1] - before[1]) != 1:
        return "is not beside the section before it"
    return None


def _read_cell(scanner: Scanner, what: str, rows: int, columns: int) -> Cell:
    row = scanner.integer(f"the row of {what}", minimum=1, maximum=rows)
    return row - 1, scanner.integer(f"the column of {what}", minimum=1, maximum=columns) - 1
