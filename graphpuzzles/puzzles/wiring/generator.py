"""Random boards of ManhattanWiring and Numberlink: lines are drawn, and their ends kept."""

from __future__ import annotations

from dataclasses import replace
from math import isqrt
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar, cast

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
    exact_solution,
    exact_value,
    has_value,
    is_solvable,
    names_against,
    one_of,
    pick,
    shuffled,
    whole,
)
from graphpuzzles.limits import Limits, Meter
from graphpuzzles.puzzles.wiring.board import BLANK, WALL
from graphpuzzles.puzzles.wiring.lines import LineGrid, covering_lines, scattered_lines
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
MAX_COVERED = 60
"""Most rows, and most columns, of a board that lines cover."""
WIRINGS = 5_000
"""How many shortest wirings are looked at, at most, to see which lines they lengthen."""
SHORTEST = 2
"""Edges of a line of a covered board, at least: neighbouring terminals need no line drawn."""
LENGTHS = ("optimum", "gap", "forced_detour", "against")
"""Wishes about shortest lines; boards that lines cover have few that could be shorter."""


class Proposed(Wired, Solvable[Wiring, int], Protocol):
    """A puzzle that is proposed, as far as wishes must know it."""

    def is_unique(self, *, limits: Limits = ...) -> bool:
        """Tell whether there is exactly one solution."""
        ...


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
    """Tell whether every shortest wiring lengthens so many lines, and there are few of them."""
    # On a grid a line is lengthened by two at least.
    if not _gap(puzzle, 2 * cast("int", least)):
        return False
    alone = _distances(puzzle)
    for number, paths in enumerate(_solutions(puzzle).shortest.wirings()):
        longer = sum(len(path) - 1 != d for path, d in zip(paths, alone, strict=True))
        if number == WIRINGS or longer < cast("int", least):
            return False
    return True


def _unique(puzzle: Proposed, wanted: object) -> bool:
    return puzzle.is_unique(limits=EFFORT) is wanted


def _fills(puzzle: Proposed, wanted: object) -> bool:
    """Tell whether there is one wiring, and whether it covers the board."""
    if not _unique(puzzle, wanted=True):
        return False
    paths = _paths(puzzle)
    return (sum(map(len, paths)) == puzzle.model.network.size) is wanted


def _paths(puzzle: Proposed) -> list[Sequence[object]]:
    answer = exact_solution(puzzle).answer
    return [] if answer is None else [*answer.paths.values()]


def _no_neighbours(puzzle: Proposed, wanted: object) -> bool:
    network = puzzle.model.network
    return (not any(pair in network.weight for pair in network.pairs)) is wanted


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
        holds=_unique,
    ),
    "against": against(WIRING_APPROACHES, exact_value),
}

NUMBERLINK_WISHES: dict[str, Wish[Proposed]] = {
    "rule": Wish(
        text="what counts as a solution",
        values=one_of("any", "fill", "shortest"),
        default="any",
    ),
    "pairs": Wish(
        text="how many pairs (by default about six for five rows, or "
        f"{PAIRS} where lines do not cover the board; fewer than seven for ten rows do not)",
        values=whole(1),
        holds=lambda puzzle, wanted: len(puzzle.model.board.pairs) == wanted,
    ),
    "no_neighbours": Wish(
        text="whether the terminals of no pair stand side by side",
        values=TRUTH,
        holds=_no_neighbours,
    ),
    **WISHES,
    "walls": replace(
        WISHES["walls"],
        text="how much of the grid is walls, on average (by default none; with a wish about "
        f"lengths, rule=shortest or solvable=false {WALLS})",
        default=None,
    ),
    "unique": replace(
        WISHES["unique"],
        text="whether there is exactly one solution (by default true where lines cover the board)",
    ),
    "fills": Wish(
        text="whether the one wiring that there is covers the board (rule=any)",
        values=TRUTH,
        holds=_fills,
    ),
    "shortest_line": Wish(
        text="how many sides of cells the shortest line of a shortest wiring crosses, at least "
        f"(by default {SHORTEST} where lines cover the board)",
        values=whole(1),
        holds=lambda puzzle, least: all(len(path) > cast("int", least) for path in _paths(puzzle)),
    ),
}


def _covers(size: Size, wanted: Mapping[str, object]) -> bool:
    """Tell whether boards are proposed whose lines cover them."""
    rule = wanted.get("rule")
    pairs = cast("int", wanted.get("pairs", size[0] * size[1]))
    # A few lines that cover a board leave others hardly ever no way; if they must, they are tried.
    few = rule == "any" and 10 * pairs < 7 * isqrt(size[0] * size[1])
    alone = wanted.get("unique") is True or wanted.get("fills") is not None
    return _by_lines(wanted) and (alone or not few)


def _by_lines(wanted: Mapping[str, object]) -> bool:
    """Tell whether all terminals are ends of lines that were drawn, on a board without walls."""
    lengths = any(name in wanted for name in LENGTHS)
    ruled = wanted.get("rule", "shortest") != "shortest"
    return ruled and not lengths and wanted.get("solvable") is not False


def _shortest(size: Size, wanted: Mapping[str, object]) -> int:
    """Return how long every line is, at least."""
    cells = size[0] * size[1]
    roomy = cells > 4 or (cells > 2 and min(size) == 1)
    apart = wanted.get("no_neighbours") is not False and _covers(size, wanted)
    usual = SHORTEST if roomy and apart else 1
    return cast("int", wanted.get("shortest_line", usual))


def _refuses(size: Size, wanted: Mapping[str, object]) -> str | None:
    rows, columns = size
    pairs = cast("int", wanted.get("pairs", 1))
    cells = 1 + _shortest(size, wanted)
    if cells * pairs > rows * columns:
        return f"{rows} x {columns} cells have no room for {pairs} lines of {cells} cells"
    if _covers(size, wanted) and max(size) > MAX_COVERED:
        return f"lines cover boards of up to {MAX_COVERED} rows and columns"
    return _contradiction(wanted)


def _contradiction(wanted: Mapping[str, object]) -> str | None:
    if cast("int", wanted.get("forced_detour", 0)) > cast("int", wanted.get("pairs", PAIRS)):
        return "more lines would be longer than there are"
    if wanted.get("solvable") is False:
        for name in ("optimum", "gap", "forced_detour", "unique", "fills", "shortest_line"):
            if name in wanted and (name, wanted[name]) != ("unique", False):
                return f"{name} needs a solution, and solvable=false wants none"
    if wanted.get("rule") == "fill":
        for name in LENGTHS:
            if name in wanted:
                return f"{name} is about shortest lines, and rule=fill about lines that fill"
    if "fills" in wanted and wanted.get("rule") != "any":
        return "fills is about the one wiring of a board with rule=any"
    return None


# Proposals -------------------------------------------------------------------------------------


def _plan(rng: random.Random, size: Size, wanted: Mapping[str, object], pairs: int) -> Plan | None:
    """Propose walls and terminals of a board without a rule that lines fill it."""
    cells = size[0] * size[1]
    by_lines = _by_lines(wanted)
    share = cast("float", wanted.get("walls", 0.0 if by_lines else WALLS))
    walls = [cell for cell in range(cells) if rng.random() < share]
    if "u-detour-cut" in names_against(wanted):
        return _pocket(rng, size, walls, pairs)
    # Ends of lines have a wiring; scattered terminals are more often in each other's way.
    if by_lines or (wanted.get("solvable") is not False and below(rng, 2)):
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


def _covered(
    rng: random.Random,
    size: Size,
    wanted: Mapping[str, object],
    unique: Callable[[LineGrid], bool],
) -> LineGrid | None:
    """Propose lines that cover what the walls leave, as many as are wished for."""
    shortest = 1 + _shortest(size, wanted)
    grid = covering_lines(rng, size, cast("float", wanted.get("walls", 0.0)), shortest)
    if grid is None:
        return None
    usual = isqrt(36 * size[0] * size[1] // 25)
    pairs = cast("int | None", wanted.get("pairs"))
    while len(grid.lines) > max(usual, pairs or 0) and (joints := grid.joints()):
        grid.join(*pick(rng, joints))
    if wanted.get("fills") is False:
        grid.trim(rng, shortest)
    if pairs is None:
        return grid
    while len(grid.lines) < pairs and grid.split(rng, shortest):
        pass
    # Lines joined as they come leave more than one solution, the fewer there are the more often.
    strict = wanted.get("unique") is not False
    if strict and len(grid.lines) > pairs and not unique(grid):
        return None
    while len(grid.lines) > pairs:
        found = (grid.joined(*pair) for pair in shuffled(rng, grid.joints()))
        joined = next((one for one in found if not strict or unique(one)), None)
        if joined is None:
            return None
        grid = joined
    return grid if len(grid.lines) == pairs else None


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
        alike=False,
    )


def numberlink_generator(make: Callable[[list[list[str]], Rule], P]) -> Generator[P]:
    """Return the generator of boards of any number of pairs, made of their tokens and the rule."""

    def board(plan: Plan, size: Size, rule: Rule) -> P:
        # The first terminals in reading order have the first labels.
        ends = sorted(plan.ends, key=min)
        # Puzz.link knows letters or numbers, not both on one board.
        count = len(ends)
        names = LABELS[:count] if count <= len(LABELS) else [str(i + 1) for i in range(count)]
        return make(_tokens(Plan(plan.walls, ends), size, names, BLANK, WALL), rule)

    def propose(rng: random.Random, size: Size, wanted: Mapping[str, object]) -> P | None:
        rule = cast("Rule", wanted["rule"])
        if not _covers(size, wanted):
            usual = min(PAIRS, size[0] * size[1] // 2)
            plan = _plan(rng, size, wanted, cast("int", wanted.get("pairs", usual)))
            return None if plan is None else board(plan, size, rule)

        def drawn_board(grid: LineGrid) -> P:
            ends = [(line[0], line[-1]) for line in grid.lines.values()]
            return board(Plan(sorted(grid.walls), ends), size, rule)

        grid = _covered(rng, size, wanted, lambda grid: _unique(drawn_board(grid), wanted=True))
        if grid is None:
            return None
        found = drawn_board(grid)
        # A wish for it is verified by the caller.
        return found if "unique" in wanted or _unique(found, wanted=True) else None

    return Generator(
        size=(7, 7),
        propose=propose,
        wishes=NUMBERLINK_WISHES,
        refuses=_refuses,
        tries=TRIES,
        max_side=MAX_SIDE,
        alike=False,
    )
