"""Snake: the fewest steps that bring a snake's head to its hole.

A snake of sections, each beside the next, lies on a board with stones. With every step the head
moves to a cell beside it that is free of stones and of all sections, the tail included, and every
other section moves to where the one before it was. How many steps until the head is on the target?

Input text
    ``rows columns length``, then a line ``row column`` for every section from the head on, the
    number of stones, and a line ``row column`` for every stone; ``0 0 0`` ends the text. Rows and
    columns count from 1 there (from 0 everywhere else), and the target is ``1 1``.
States
    A cell for the head and one of the self-avoiding walks that are the shapes of a snake.
Source
    "Holedox Moving", ACM ICPC Asia, Beijing 2002; POJ 1324, ZOJ 1361.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self, cast

import numpy as np

from graphpuzzles.errors import PuzzleError, WriteError
from graphpuzzles.lattice import SQUARE
from graphpuzzles.models.voltage.board import Board, shortest_way
from graphpuzzles.puzzle import Outcome, Status
from graphpuzzles.puzzles.walking.body import (
    Body,
    Walk,
    as_cells,
    as_integer,
    cells_from_json,
    cells_to_json,
)
from graphpuzzles.puzzles.walking.moves import SNAKE
from graphpuzzles.puzzles.walking.puzzle import WalkPuzzle
from graphpuzzles.puzzles.walking.shapes import MAX_SNAKE, snake_graph
from graphpuzzles.text import Scanner, counted, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.generate import Generator
    from graphpuzzles.lattice import Cell
    from graphpuzzles.models.voltage.graph import VoltageGraph
    from graphpuzzles.puzzles.snake.picture import SnakePicture

__all__ = ["MAX_SIDE", "Snake", "Walk"]

MAX_SIDE = 1000
"""Most rows and columns of a board."""

HOLE = ((0, 0),)


@dataclass(frozen=True, eq=False)
class Snake(WalkPuzzle):
    """A snake on a board with stones, and the cells on one of which its head is to be.

    Parameters
    ----------
    rows, columns : int
        Size of the board, 1 to `MAX_SIDE` each.
    body : iterable of (int, int)
        Row and column of every section from the head on, counted from 0.
    stones : iterable of (int, int), optional
        Cells that no section can enter. One named twice counts once.
    targets : iterable of (int, int), optional
        The first cell by default. A target under a stone cannot be reached.

    Raises
    ------
    TypeError
        If a number is not an integer.
    PuzzleError
        If the body has a gap, overlaps itself or lies on a stone, a cell is not on the board, or
        there is no target.

    Examples
    --------
    >>> snake = Snake(3, 3, [(2, 2), (2, 1), (1, 1)], stones=[(0, 1)])
    >>> solution = snake.solve()
    >>> solution.value, solution.answer.heads
    (4, ((2, 2), (1, 2), (1, 1), (1, 0), (0, 0)))
    >>> solution.verify()
    True
    """

    rows: int
    columns: int
    body: Body
    stones: Body = ()
    targets: Body = HOLE

    name: ClassVar[str] = "snake"
    rule = SNAKE
    longest = MAX_SNAKE
    # The first is the sample of POJ 1324, in two parts.
    EXAMPLES: ClassVar[Mapping[str, object]] = {
        "5 6 4\n4 1\n4 2\n3 2\n3 1\n3\n2 3\n3 3\n3 4\n\n0 0 0\n": 9,
        "4 4 4\n2 3\n1 3\n1 4\n2 4\n4\n2 1\n2 2\n3 4\n4 2\n0 0 0\n": None,
        "1 2 2\n1 1\n1 2\n0\n0 0 0\n": 0,
        "3 3 1\n3 3\n2\n3 2\n3 2\n0 0 0\n": 4,
        "2 2 4\n1 2\n1 1\n2 1\n2 2\n0\n0 0 0\n": None,
        "1 3 2\n1 3\n1 2\n1\n1 1\n0 0 0\n": None,
    }
    MALFORMED: ClassVar[tuple[str, ...]] = (
        "",
        "0 0 0",
        "0 0",
        "0 1 0",
        "3 3 2 1 1 1 2 0 0 0 0 7",
        "3 3 2\n1 1\n1 2\n",
        "3 3 2\n1 1\n1 2\n1\n3\n0 0 0\n",
        "3 3 2\n1 1\n1 3\n0\n0 0 0\n",
        "3 3 2\n1 1\n1 1\n0\n0 0 0\n",
        "3 3 2\n1 1\n0 1\n0\n0 0 0\n",
        "3 3 2\n1 1\n1 2\n1\n1 2\n0 0 0\n",
        "3 3 2\n1 1\n1 2\n1\n4 1\n0 0 0\n",
        "3 3 0\n0\n0 0 0\n",
        "3 3 10\n1 1\n",
        "3 3 x\n",
        "1000000000 1000000000 2\n1 1\n1 2\n0\n",
        "3 3 2\n1 1\n1 2\n999999999999\n2 2\n0 0 0\n",
    )

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

    def judge(self, solution: Outcome[Walk, int], number: int) -> str:
        """Return the judge's output line for dataset `number`, counted from 1."""
        if solution.status is Status.LIMIT:
            return f"Case {number}: ?"
        return f"Case {number}: {-1 if solution.value is None else solution.value}"

    def read_judged(self, tokens: Sequence[str], number: int) -> int | None:
        """Return the steps that an output line claims; see `Puzzle.read_judged`."""
        if list(tokens[:2]) != ["Case", f"{number}:"]:
            raise ValueError(f"expected 'Case {number}: ' first, found {quote(' '.join(tokens))}")
        return super().read_judged(tokens[2:], number)

    @classmethod
    def generator(cls) -> Generator[Self]:
        """Return how snakes on boards are made at random, with the wishes that can be made."""
        from graphpuzzles.puzzles.snake.generator import snake_generator

        return snake_generator(cls)

    def picture(self, walk: Walk | None = None) -> SnakePicture:
        """Return how the board and a walk are drawn."""
        from graphpuzzles.puzzles.snake.picture import SnakePicture

        return SnakePicture(self, walk)

    # The board ---------------------------------------------------------------------------------

    @property
    def target_cells(self) -> Body:
        """The cells on one of which the head is to be."""
        return self.targets

    @property
    def step_cap(self) -> None:
        """There is no cap: the board is bounded."""
        return

    def window(self, centre: Cell) -> Board:  # noqa: ARG002 - the board is the same everywhere
        """Return the board."""
        return Board(SQUARE, self.rows, self.columns, frozenset(self.stones))

    def table(self) -> VoltageGraph:
        """Return the voltage graph of the snake."""
        return snake_graph(len(self.body))

    def with_body(self, body: Body) -> Self:
        """Return the same puzzle with another first state."""
        return replace(self, body=body)

    def upper_walk(self) -> Walk | None:
        """Return the walk on a shortest way round the stones and the snake's first place.

        No section gets in its way: the sections are on their first places or on the way itself.
        """
        heads = shortest_way(self.board, self.body[0], set(self.targets), set(self.body[1:]))
        if heads is None:
            return None
        trail = (*heads[::-1], *self.body[1:])
        length, steps = len(self.body), len(heads) - 1
        return Walk(tuple(trail[steps - k : steps - k + length] for k in range(len(heads))))

    # Rules -------------------------------------------------------------------------------------

    @cached_property
    def _stone_set(self) -> frozenset[Cell]:
        return frozenset(self.stones)

    def _free(self, cell: Cell) -> bool:
        return (
            0 <= cell[0] < self.rows
            and 0 <= cell[1] < self.columns
            and cell not in self._stone_set
        )

    def successors(self, body: Body) -> Iterator[Body]:
        """Yield every state one step away, from the rules alone."""
        row, column = body[0]
        for cell in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if self._free(cell) and cell not in body:
                yield (cell, *body[:-1])

    def step_fault(self, before: Body, after: Body) -> str | None:
        """Say which rule a step breaks; None if it breaks none."""
        if len(after) != len(before):
            return f"the snake has {len(after)} sections, not {len(before)}"
        (row, column), (a, b) = after[0], before[0]
        if abs(row - a) + abs(column - b) != 1:
            return f"the head moves from {before[0]} to {after[0]}, which is not beside it"
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return f"the head leaves the board at {after[0]}"
        if after[0] in self._stone_set:
            return f"the head moves onto the stone {after[0]}"
        if after[0] in before:
            return f"the head moves onto a section at {after[0]}"
        if after[1:] != before[:-1]:
            return "a section does not move to where the one before it was"
        return None

    @cached_property
    def _free_cells(self) -> NDArray[np.bool_]:
        free = np.ones((self.rows, self.columns), dtype=np.bool_)
        for row, column in self.stones:
            free[row, column] = False
        return free

    def _beside(self, cells: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the four cells beside each, and which of them are free."""
        beside = cells[:, np.newaxis] + np.array([[-1, 0], [0, -1], [0, 1], [1, 0]])
        inside = ((beside >= 0) & (beside < (self.rows, self.columns))).all(axis=2)
        row, column = np.where(inside[..., np.newaxis], beside, 0).transpose(2, 0, 1)
        return beside, inside & self._free_cells[row, column]

    def expand(self, states: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return all states one step away.

        See `graphpuzzles.puzzles.walking.certificate.WalkRules`.
        """
        heads, free = self._beside(states[:, 0])
        taken = (heads[:, :, np.newaxis] == states[:, np.newaxis]).all(axis=3).any(axis=2)
        origin, step = np.nonzero(free & ~taken)
        moved = heads[origin, step][:, np.newaxis]
        return origin, np.concatenate([moved, states[origin, :-1]], axis=1)

    def head_steps(self, cells: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the cells between which and these a head can step."""
        beside, free = self._beside(cells)
        origin, step = np.nonzero(free)
        return origin, beside[origin, step]


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
