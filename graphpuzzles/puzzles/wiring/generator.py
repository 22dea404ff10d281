"""Random boards of ManhattanWiring and Numberlink: lines are drawn, and their ends kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar, cast

from graphpuzzles.errors import LimitError
from graphpuzzles.generate import (
    EFFORT,
    SHARE,
    TRUTH,
    Generator,
    Solvable,
    Wish,
    against,
    below,
    drawn,
    exact_value,
    has_value,
    is_solvable,
    names_against,
    one_of,
    pick,
    shuffled,
    whole,
)
from graphpuzzles.lattice import SQUARE
from graphpuzzles.limits import Meter
from graphpuzzles.puzzles.wiring.board import BLANK, WALL
from graphpuzzles.puzzles.wiring.mistakes import WIRING_APPROACHES
from graphpuzzles.puzzles.wiring.model import Wired
from graphpuzzles.puzzles.wiring.rules import Wiring

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping, Sequence

    from graphpuzzles.generate import Size
    from graphpuzzles.puzzles.wiring.board import Rule
    from graphpuzzles.puzzles.wiring.model import WiringDiagram

LABELS = ascii_uppercase + ascii_lowercase
WALLS = 0.1
PAIRS = 3
TRIES = 10_000
MAX_SIDE = 300
DEAD_ENDS = 20
"""How often lines are laid again where they ran into a dead end, before that is one try."""
WIRINGS = 5_000
"""How many shortest wirings are looked at, at most, to see which lines they lengthen."""
SHORTEST_COVERING = 3
"""Cells of a line of a filled board, at least: neighbouring terminals need no line drawn."""
FREE, BLOCKED = -1, -2


class Proposed(Wired, Solvable[Wiring, int], Protocol):
    """A puzzle that is proposed, as far as wishes must know it."""


P = TypeVar("P", bound=Proposed)


class Plan(NamedTuple):
    """Walls and terminals of a board, cells by number row by row."""

    walls: Sequence[int]
    ends: Sequence[tuple[int, int]]


# Wishes ----------------------------------------------------------------------------------------


def _distances(puzzle: Proposed) -> list[int | None]:
    """Return for every pair the length of its line if it were alone."""
    network = puzzle.model.network
    return [network.distances(s, t)[t] for s, t in network.pairs]


def _solutions(puzzle: Proposed) -> WiringDiagram:
    return puzzle.model.diagram(Meter(EFFORT))


def _gap(puzzle: Proposed, least: object) -> bool:
    value = exact_value(puzzle)
    alone = sum(distance or 0 for distance in _distances(puzzle))
    return value is not None and value - alone >= cast("int", least)


def _forced_detour(puzzle: Proposed, least: object) -> bool:
    """Tell whether every shortest wiring lengthens so many lines.

    Raises
    ------
    LimitError
        If there are too many shortest wirings to look at.
    """
    # On a grid a line is lengthened by two at least.
    if not _gap(puzzle, 2 * cast("int", least)):
        return False
    alone = _distances(puzzle)
    for number, paths in enumerate(_solutions(puzzle).shortest.wirings()):
        if number == WIRINGS:
            raise LimitError("max_expanded", f"more than {WIRINGS} shortest wirings")
        longer = sum(len(path) - 1 != d for path, d in zip(paths, alone, strict=True))
        if longer < cast("int", least):
            return False
    return True


WISHES: dict[str, Wish[Proposed]] = {
    "walls": Wish(text="how much of the grid is walls, on average", values=SHARE, default=WALLS),
    "solvable": Wish(
        text="whether there is a wiring",
        values=TRUTH,
        holds=is_solvable,
    ),
    "optimum": Wish(
        text="the least total length",
        values=whole(1),
        holds=has_value,
    ),
    "gap": Wish(
        text="by how much, at least, the least total length exceeds the sum of the distances",
        values=whole(1),
        holds=_gap,
    ),
    "forced_detour": Wish(
        text="how many lines, at least, every shortest wiring makes longer than they would be "
        "alone",
        values=whole(1),
        holds=_forced_detour,
    ),
    "unique": Wish(
        text="whether there is exactly one solution",
        values=TRUTH,
        holds=lambda puzzle, wanted: (_solutions(puzzle).count == 1) is wanted,
    ),
    "against": against(WIRING_APPROACHES, exact_value),
}

NUMBERLINK_WISHES: dict[str, Wish[Proposed]] = {
    "rule": Wish(
        text="what counts as a solution",
        values=one_of("shortest", "any", "fill"),
        default="shortest",
    ),
    "pairs": Wish(
        text=f"how many pairs (by default {PAIRS} if there is room; rule=fill: what it takes)",
        values=whole(1),
        holds=lambda puzzle, wanted: len(puzzle.model.board.pairs) == wanted,
    ),
    **WISHES,
    "walls": Wish(
        text=f"how much of the grid is walls on average (by default {WALLS}; rule=fill: none)",
        values=SHARE,
    ),
}


def _refuses(size: Size, wanted: Mapping[str, object]) -> str | None:
    rows, columns = size
    pairs = cast("int", wanted.get("pairs", 1))
    if 2 * pairs > rows * columns:
        return f"{rows} x {columns} cells have no room for {pairs} pairs"
    if cast("int", wanted.get("forced_detour", 0)) > cast("int", wanted.get("pairs", PAIRS)):
        return "more lines would be longer than there are"
    if wanted.get("solvable") is False:
        for name in ("optimum", "gap", "forced_detour", "unique"):
            if wanted.get(name):
                return f"{name} needs a solution, and solvable=false wants none"
    if wanted.get("rule") == "fill":
        for name in ("optimum", "gap", "forced_detour", "against"):
            if name in wanted:
                return f"{name} is about shortest lines, and rule=fill about lines that fill"
    return None


# Lines -------------------------------------------------------------------------------------------


@dataclass(eq=False)
class LineGrid:
    """Lines that grow on a grid and never touch themselves.

    A line that touches itself could be drawn shorter, or in two ways, so a board made of such
    lines has hardly ever one solution only.

    Parameters
    ----------
    size : (int, int)
    walls : sequence of int
        Cells, by number, that no line may use.
    """

    size: Size
    walls: Sequence[int] = ()
    lines: list[list[int]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        rows, columns = self.size
        table = SQUARE.neighbor_table(rows, columns).tolist()
        self._beside = [[cell for cell in cells if cell >= 0] for cells in table]
        self._owner = [FREE] * (rows * columns)
        for cell in self.walls:
            self._owner[cell] = BLOCKED

    def free(self) -> list[int]:
        """Return all free cells."""
        return [cell for cell in range(len(self._owner)) if self.is_free(cell)]

    def is_free(self, cell: int) -> bool:
        """Tell whether a cell is neither a wall nor used."""
        return self._owner[cell] == FREE

    def room(self, cell: int) -> int:
        """Return the number of free neighbours of a cell."""
        return sum(map(self.is_free, self._beside[cell]))

    def start(self, cell: int) -> None:
        """Begin a line."""
        self._owner[cell] = len(self.lines)
        self.lines.append([cell])

    def onward(self, line: int, end: int) -> list[int]:
        """Return the cells to which a line can grow from one of its ends."""
        return [
            cell
            for cell in self._beside[end]
            if self.is_free(cell)
            and sum(self._owner[other] == line for other in self._beside[cell]) == 1
        ]

    def grow(self, rng: random.Random, most: int, *, tight: bool) -> None:
        """Let the last line grow at both ends, to `most` cells.

        Parameters
        ----------
        rng : random.Random
        most : int
        tight : bool
            Whether it mostly goes where the least room is, so that few cells are left over
            (Warnsdorff's rule).
        """
        number, line = len(self.lines) - 1, self.lines[-1]
        for _ in range(2):
            while len(line) < most and (onward := self.onward(number, line[-1])):
                if tight and below(rng, 3):
                    least = min(map(self.room, onward))
                    onward = [cell for cell in onward if self.room(cell) == least]
                line.append(pick(rng, onward))
                self._owner[line[-1]] = number
            line.reverse()

    def spread(self, rng: random.Random) -> bool:
        """Give the cells of the last line to other lines, and tell whether they all fit."""
        last = self.lines.pop()
        for cell in last:
            self._owner[cell] = FREE
        for cell in last:
            takers = [
                (number, at)
                for number, line in enumerate(self.lines)
                for at in (0, -1)
                if cell in self.onward(number, line[at])
            ]
            if not takers:
                return False
            number, at = pick(rng, takers)
            line = self.lines[number]
            line.insert(0 if at == 0 else len(line), cell)
            self._owner[cell] = number
        return True


def covering_lines(
    rng: random.Random, size: Size, walls: Sequence[int], most: int
) -> list[list[int]] | None:
    """Return lines that cover a grid, or None where it ran into a dead end.

    Parameters
    ----------
    rng : random.Random
    size : (int, int)
    walls : sequence of int
    most : int
        Cells of a line, about.

    Returns
    -------
    list of list of int, or None
        The cells of every line, from end to end.
    """
    grid = LineGrid(size, walls)
    while free := grid.free():
        # A line begins where the room is least: there it would be hardest to come by later.
        least = min(map(grid.room, free))
        grid.start(pick(rng, [cell for cell in free if grid.room(cell) == least]))
        grid.grow(rng, most, tight=True)
        if len(grid.lines[-1]) < SHORTEST_COVERING and not grid.spread(rng):
            return None
    return grid.lines


def scattered_lines(
    rng: random.Random, size: Size, walls: Sequence[int], count: int
) -> list[list[int]] | None:
    """Return so many disjoint lines of random lengths, or None where it ran into a dead end."""
    grid = LineGrid(size, walls)
    for cell in shuffled(rng, grid.free()):
        if len(grid.lines) == count:
            break
        if not grid.is_free(cell):
            continue
        grid.start(cell)
        grid.grow(rng, 2 + below(rng, 2 * max(size) + 1), tight=False)
        if len(grid.lines[-1]) < 2:
            return None
    return grid.lines if len(grid.lines) == count else None


# Proposals -------------------------------------------------------------------------------------


def _plan(rng: random.Random, size: Size, wanted: Mapping[str, object], pairs: int) -> Plan | None:
    """Propose walls and terminals of a board without a rule that lines fill it."""
    cells = size[0] * size[1]
    share = cast("float", wanted.get("walls", WALLS))
    walls = [cell for cell in range(cells) if rng.random() < share]
    if "u-detour-cut" in names_against(wanted):
        return _pocket(rng, size, walls, pairs)
    # Ends of lines have a wiring; scattered terminals are more often in each other's way.
    if wanted.get("solvable") is not False and below(rng, 2):
        lines = scattered_lines(rng, size, walls, pairs)
        return None if lines is None else Plan(walls, [(line[0], line[-1]) for line in lines])
    return _scattered(rng, sorted({*range(cells)}.difference(walls)), walls, pairs)


def _scattered(
    rng: random.Random, free: Sequence[int], walls: Sequence[int], pairs: int
) -> Plan | None:
    if len(free) < 2 * pairs:
        return None
    ends = drawn(rng, free, 2 * pairs)
    return Plan(walls, list(zip(ends[:pairs], ends[pairs:], strict=True)))


def _covering(rng: random.Random, size: Size, wanted: Mapping[str, object]) -> Plan | None:
    """Propose the ends of lines that fill what the walls leave."""
    cells = size[0] * size[1]
    share = cast("float", wanted.get("walls", 0.0))
    for _ in range(DEAD_ENDS):
        walls = [cell for cell in range(cells) if rng.random() < share]
        pairs = cast("int", wanted.get("pairs", 0))
        # Lines stop early where many are wished for, or now and then.
        longest = 2 * cells // pairs if pairs else 2 * max(size) + below(rng, cells)
        lines = covering_lines(rng, size, walls, longest)
        if lines and pairs in {0, len(lines)}:
            return Plan(walls, [(line[0], line[-1]) for line in lines])
    return None


def _pocket(rng: random.Random, size: Size, walls: Sequence[int], pairs: int) -> Plan | None:
    """Propose a line that must bulge, since another needs the cells below its bulge.

    The other has its terminals in two niches that open to the line's row; turned and mirrored at
    random, with whatever walls and further terminals there are around.
    """
    turned = bool(below(rng, 2))
    rows, columns = size[::-1] if turned else size
    if rows < 3 or columns < 5 or pairs < 2:
        return None
    r = 1 + below(rng, rows - 2)
    span = 2 + below(rng, columns - 4)
    p = 1 + below(rng, columns - 2 - span)
    q = p + span
    first, last = below(rng, p), q + 1 + below(rng, columns - q - 1)
    clear = {(r, c) for c in range(first, last + 1)}
    clear |= {(r - 1, c) for c in range(p - 1, q + 2)}
    niches = [(r + 1, p), (r + 1, q)]
    solid = {(r + 1, c) for c in range(p - 1, q + 2)} | {(r + 2, p), (r + 2, q)}
    mirrored = bool(below(rng, 2)), bool(below(rng, 2))

    def number(cell: tuple[int, int]) -> int:
        row = rows - 1 - cell[0] if mirrored[0] else cell[0]
        column = columns - 1 - cell[1] if mirrored[1] else cell[1]
        return column * rows + row if turned else row * columns + column

    solid = {cell for cell in solid if cell not in niches and cell[0] < rows}
    kept = {*map(number, clear), *map(number, niches)}
    built = sorted({*walls}.difference(kept).union(map(number, solid)))
    ends = [(number((r, first)), number((r, last))), (number(niches[0]), number(niches[1]))]
    free = sorted({*range(rows * columns)}.difference(built, kept))
    rest = _scattered(rng, free, built, pairs - 2)
    return None if rest is None else Plan(built, [*ends, *rest.ends])


# Boards ----------------------------------------------------------------------------------------


def _tokens(
    plan: Plan, size: Size, labels: Sequence[str], blank: str, wall: str
) -> list[list[str]]:
    rows, columns = size
    cells = [blank] * (rows * columns)
    for cell in plan.walls:
        cells[cell] = wall
    for label, ends in zip(labels, plan.ends, strict=True):
        for cell in ends:
            cells[cell] = label
    return [cells[at : at + columns] for at in range(0, len(cells), columns)]


def manhattan_generator(make: Callable[[list[str]], P]) -> Generator[P]:
    """Return the generator of the contest's boards, which are made of their rows."""

    def propose(rng: random.Random, size: Size, wanted: Mapping[str, object]) -> P | None:
        plan = _plan(rng, size, wanted, 2)
        if plan is None:
            return None
        return make(["".join(row) for row in _tokens(plan, size, "23", "0", "1")])

    return Generator(
        size=(7, 7),
        propose=propose,
        wishes=WISHES,
        tries=TRIES,
        max_side=MAX_SIDE,
        refuses=lambda size, wanted: _refuses(size, {**wanted, "pairs": 2}),
    )


def numberlink_generator(make: Callable[[list[list[str]], Rule], P]) -> Generator[P]:
    """Return the generator of boards of any number of pairs, made of their tokens and the rule."""

    def propose(rng: random.Random, size: Size, wanted: Mapping[str, object]) -> P | None:
        rule = cast("Rule", wanted["rule"])
        if rule == "fill" and wanted.get("solvable") is not False:
            plan = _covering(rng, size, wanted)
        else:
            usual = min(PAIRS, size[0] * size[1] // 2)
            plan = _plan(rng, size, wanted, cast("int", wanted.get("pairs", usual)))
        if plan is None:
            return None
        # The first terminals in reading order have the first labels.
        ends = sorted(plan.ends, key=min)
        names = [LABELS[i] if i < len(LABELS) else str(i) for i in range(len(ends))]
        return make(_tokens(Plan(plan.walls, ends), size, names, BLANK, WALL), rule)

    return Generator(
        size=(7, 7),
        propose=propose,
        wishes=NUMBERLINK_WISHES,
        refuses=_refuses,
        tries=TRIES,
        max_side=MAX_SIDE,
    )
