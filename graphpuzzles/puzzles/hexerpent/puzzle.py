"""Hexerpent: the fewest steps that bring a hexerpent's head to its goal.

A hexerpent is a chain of sections on the plane of hexagonal dimples: consecutive sections are
adjacent, others are not. With every step it moves any set of sections of which no two are
consecutive, each to an adjacent dimple; afterwards it must be a hexerpent again, with no section
on a rock. How many steps until the head is on the goal?

Input text
    The number of sections, a line ``x y`` for every section from the head on, the number of rocks,
    a line for every rock, and a line for the goal; ``0`` ends the text. The neighbours of ``x y``
    are those at ``x y±1``, ``x±1 y``, ``x+1 y-1`` and ``x-1 y+1``.
States
    A dimple for the head and one of the induced paths that are the shapes of a hexerpent.
Source
    "Hexerpents of Hexwamp", ACM ICPC Japan Domestic 2006; AOJ 1143.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self, cast

import numpy as np

from graphpuzzles.errors import PuzzleError, WriteError
from graphpuzzles.lattice import HEX
from graphpuzzles.models.voltage.board import Board
from graphpuzzles.puzzles.hexerpent.arrays import dimple_codes, head_steps, next_states
from graphpuzzles.puzzles.walking.body import (
    Body,
    Walk,
    as_cells,
    as_integer,
    cells_from_json,
    cells_to_json,
)
from graphpuzzles.puzzles.walking.moves import HEXERPENT
from graphpuzzles.puzzles.walking.puzzle import WalkPuzzle
from graphpuzzles.puzzles.walking.shapes import MAX_HEXERPENT, hexerpent_graph
from graphpuzzles.text import Scanner, counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from graphpuzzles.generate import Generator
    from graphpuzzles.lattice import Cell
    from graphpuzzles.models.voltage.graph import VoltageGraph
    from graphpuzzles.puzzle import Outcome
    from graphpuzzles.puzzles.hexerpent.picture import HexerpentPicture

__all__ = ["MAX_CAP", "MAX_COORDINATE", "MAX_SECTIONS", "Hexerpent", "Walk"]

CAP = 20
"""The step cap of the contest."""

MAX_CAP = 1000
"""Greatest step cap."""

MAX_SECTIONS = 100
"""Most sections."""

MAX_COORDINATE = 10**8
"""Greatest absolute value of a coordinate."""

_RANGE = (-MAX_COORDINATE, MAX_COORDINATE)


@dataclass(frozen=True, eq=False)
class Hexerpent(WalkPuzzle):
    """A hexerpent on the plane with rocks, the goal of its head, and the most steps to take.

    Parameters
    ----------
    body : iterable of (int, int)
        Axial coordinates of every section from the head on, at most `MAX_SECTIONS`.
    rocks : iterable of (int, int), optional
        Dimples that no section can enter. One named twice counts once.
    goal : (int, int)
        Where the head is to be. A goal under a rock cannot be reached.
    cap : int
        Walks of more steps are no answers, 0 to `MAX_CAP`. The plane has no end: where no walk
        within the cap exists, the status is `Status.LIMIT`, unless it is proved that more steps
        would not help.

    Raises
    ------
    TypeError
        If a number is not an integer.
    PuzzleError
        If consecutive sections are not adjacent, or others are, a section lies on a rock, or a
        number is out of range.

    Examples
    --------
    >>> hexerpent = Hexerpent([(0, 0), (0, 1), (0, 2), (0, 3)], goal=(0, -1))
    >>> solution = hexerpent.solve()
    >>> solution.value, solution.verify()
    (6, True)
    """

    body: Body
    rocks: Body = ()
    goal: Cell = (0, 0)
    cap: int = CAP

    name: ClassVar[str] = "hexerpent"
    rule = HEXERPENT
    longest = MAX_HEXERPENT
    # Computed by two programs that share nothing.
    EXAMPLES: ClassVar[Mapping[str, object]] = {
        "2\n0 0\n0 1\n0\n0 1\n0\n": 2,
        "2\n0 0\n0 1\n0\n0 0\n0\n": 0,
        "2\n999999 -999999\n999999 -999998\n1\n998999 0\n999998 -999998\n0\n": 1,
        "3\n0 0\n0 1\n0 2\n0\n0 -1\n0\n": 5,
        "3\n0 0\n0 1\n0 2\n4\n1 -1\n1 0\n-1 0\n-1 1\n0 -1\n0\n": None,
        "2\n0 0\n0 1\n2\n1 -1\n1 -1\n1 -1\n0\n": None,
    }
    MALFORMED: ClassVar[tuple[str, ...]] = (
        "",
        "0",
        "0 0",
        "2\n0 0\n0 1\n0\n",
        "2\n0 0\n0 1\n0\n0\n",
        "2\n0 0\n0 2\n0\n0 1\n0\n",
        "2\n0 0\n1 1\n0\n0 1\n0\n",
        "2\n0 0\n0 0\n0\n0 1\n0\n",
        "3\n0 0\n0 1\n1 0\n0\n0 5\n0\n",
        "2\n0 0\n0 1\n1\n0 1\n0 5\n0\n",
        "2\n0 0\n0 1\n-1\n0 5\n0\n",
        "2\n0 0\n0 y\n0\n0 5\n0\n",
        "1000000000\n0 0\n0 1\n",
        "2\n0 0\n0 1\n1000000000\n5 5\n0\n",
        "2\n0 0\n0 1\n0\n0 999999999999\n0\n",
    )

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
            fault = _section_fault(cell, body[:number])
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
            fault = _section_fault(cell, body)
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

    @classmethod
    def generator(cls) -> Generator[Self]:
        """Return how hexerpents among rocks are made at random; a size is that of a window.

        The window is a rectangle of dimples in the picture, in which body, rocks and goal lie.
        """
        from graphpuzzles.puzzles.hexerpent.generator import hexerpent_generator

        return hexerpent_generator(cls)

    def picture(self, walk: Walk | None = None) -> HexerpentPicture:
        """Return how the board and a walk are drawn."""
        from graphpuzzles.puzzles.hexerpent.picture import HexerpentPicture

        return HexerpentPicture(self, walk)

    # The board ---------------------------------------------------------------------------------

    @property
    def target_cells(self) -> Body:
        """The dimple on which the head is to be."""
        return (self.goal,)

    @property
    def step_cap(self) -> int:
        """The most steps that an answer may have."""
        return self.cap

    def window(self, centre: Cell) -> Board:
        """Return all dimples that a head can reach from a dimple within the step cap."""
        side = 2 * self.cap + 1
        origin = (centre[0] - self.cap, centre[1] - self.cap)
        return Board(HEX, side, side, self._rock_set, origin, walled=False)

    def table(self) -> VoltageGraph:
        """Return the voltage graph of the hexerpent."""
        return hexerpent_graph(len(self.body))

    def with_body(self, body: Body) -> Self:
        """Return the same puzzle with another first state."""
        return replace(self, body=body)

    def upper_walk(self) -> None:
        """Return None: no walk is known before one is searched for."""
        return

    # Rules -------------------------------------------------------------------------------------

    @cached_property
    def _rock_set(self) -> frozenset[Cell]:
        return frozenset(self.rocks)

    def successors(self, body: Body) -> Iterator[Body]:
        """Yield every state one step away, from the rules alone."""
        for after in self._continued(body, []):
            if after != body:
                yield after

    def _continued(self, body: Body, begun: list[Cell]) -> Iterator[Body]:
        """Yield the bodies that begin with the sections decided, by moves of the others."""
        number = len(begun)
        if number == len(body):
            yield tuple(begun)
            return
        free_to_move = number == 0 or begun[-1] == body[number - 1]
        places = [body[number], *(_around(body[number]) if free_to_move else ())]
        for place in places:
            near = _around(place)
            # The section that follows stays where it is if this one moves.
            if place != body[number] and not set(body[number + 1 : number + 2]) <= set(near):
                continue
            touched = [index for index, other in enumerate(begun) if other in near]
            wanted = [number - 1] if begun else []
            if touched == wanted and place not in begun and place not in self._rock_set:
                yield from self._continued(body, [*begun, place])

    def step_fault(self, before: Body, after: Body) -> str | None:
        """Say which rule a step breaks; None if it breaks none."""
        if len(after) != len(before):
            return f"the hexerpent has {len(after)} sections, not {len(before)}"
        moved = [i for i, (u, v) in enumerate(zip(before, after, strict=True)) if u != v]
        for i in moved:
            if not HEX.adjacent(before[i], after[i]):
                return f"section {i + 1} moves to {after[i]}, which is not adjacent"
            if i + 1 in moved:
                return f"the consecutive sections {i + 1} and {i + 2} move at once"
            if after[i] in self._rock_set:
                return f"section {i + 1} moves onto the rock {after[i]}"
        for number, cell in enumerate(after):
            fault = _section_fault(cell, after[:number])
            if fault is not None:
                return f"section {number + 1} {fault}"
        return None

    @cached_property
    def _rock_codes(self) -> NDArray[np.int64]:
        return dimple_codes(np.array(self.rocks, dtype=np.int64).reshape(-1, 2))

    def expand(self, states: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return all states one step away.

        See `graphpuzzles.puzzles.walking.certificate.WalkRules`.
        """
        return next_states(states, self._rock_codes)

    def head_steps(self, cells: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the dimples between which and these a head can step."""
        return head_steps(cells, self._rock_codes)


def _around(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y), (x + 1, y - 1), (x - 1, y + 1)]


def _section_fault(cell: Cell, earlier: Iterable[Cell]) -> str | None:
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
