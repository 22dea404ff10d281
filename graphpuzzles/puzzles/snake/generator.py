"""Random snakes on random boards, with wished properties.

Without a wish, every body that fits on the board and every set of stones can come. Boards with a
property that is rare among those are looked for where it is less rare: in mazes, among bodies that
lie in their own way, among bodies whose head is beside their tail.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar, cast

from graphpuzzles.generate import (
    SHARE,
    Generator,
    Wish,
    against,
    below,
    drawn,
    exact_value,
    names_against,
    pick,
    whole,
)
from graphpuzzles.lattice import SQUARE
from graphpuzzles.models.voltage.board import Board, HeadDistance
from graphpuzzles.puzzles.snake.board import MAX_SIDE
from graphpuzzles.puzzles.snake.gait import SNAKE
from graphpuzzles.puzzles.snake.mistakes import REAL_WALKS, SNAKE_APPROACHES
from graphpuzzles.puzzles.walking.generator import (
    WALK_WISHES,
    Walking,
    contradiction,
    number_of_sections,
    random_body,
    sections_wish,
)

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Collection, Mapping, Sequence

    from graphpuzzles.generate import Size
    from graphpuzzles.lattice import Cell
    from graphpuzzles.puzzles.walking.body import Body

    Make = Callable[[int, int, Body, Body], "S"]

S = TypeVar("S", bound=Walking)

HOLE = (0, 0)
SECTIONS = 6
STONES = 0.2

HARDNESS = 30
"""States that A* expands for a snake of `SECTIONS` in its way; every section doubles them."""

SNAKE_WISHES: dict[str, Wish[Walking]] = {
    "sections": sections_wish(SECTIONS, whole(1)),
    "stones": Wish(
        text=f"how much of the board is stones (without other wishes {STONES})", values=SHARE
    ),
    **WALK_WISHES,
    "against": against(SNAKE_APPROACHES, exact_value),
}


def snake_generator(make: Make[S]) -> Generator[S]:
    """Return the generator of snakes on boards with stones.

    Parameters
    ----------
    make : callable
        Returns a puzzle, given rows, columns, the body and the stones.
    """
    return Generator(
        size=(12, 12),
        propose=partial(_propose, make),
        wishes=SNAKE_WISHES,
        refuses=_refuses,
        max_side=MAX_SIDE,
    )


def _refuses(size: Size, wanted: Mapping[str, object]) -> str | None:
    rows, columns = size
    cells, sections = rows * columns, _sections(wanted)
    if sections > cells:
        return f"{sections} sections do not fit on {cells} cells"
    if "tail-following" in names_against(wanted) and sections % 2:
        return "only with an even number of sections is a head ever beside its tail"
    optimum = cast("int", wanted.get("optimum", wanted.get("min_optimum", 0)))
    states = cells if sections == 1 else 4 * cells * 3 ** (sections - 2)
    if optimum >= states:
        return f"the snake has no {optimum + 1} states to go through"
    return contradiction(SNAKE.longest, sections, wanted, REAL_WALKS)


def _sections(wanted: Mapping[str, object]) -> int:
    return number_of_sections(wanted, SECTIONS, HARDNESS)


def _propose(
    make: Make[S], rng: random.Random, size: Size, wanted: Mapping[str, object]
) -> S | None:
    rows, columns = size
    share = cast("float | None", wanted.get("stones"))
    is_plain = not wanted.keys() - {"sections", "stones"}
    if is_plain or below(rng, 4) == 0:
        stones: set[Cell] = set()
        body = _plain_body(rng, size, wanted)
        share = share if share is not None else STONES if is_plain else rng.random() / 2
    elif "expansions" in wanted:
        stones, body = _behind_a_door(rng, size, wanted)
    else:
        stones = _terrain(rng, size)
        body = _placed_body(rng, size, stones, wanted)
        if body is not None and "tail-following" in names_against(wanted):
            beside = [cell for cell in SQUARE.neighbors(body[0]) if _inside(cell, size)]
            stones |= {cell for cell in beside if below(rng, 2)} - {HOLE, *body}
    if body is None:
        return None
    if share is not None:
        stones = _filled(rng, size, stones, {HOLE, *body}, int(share * rows * columns))
    return make(rows, columns, body, tuple(stones))


def _inside(cell: Cell, size: Size) -> bool:
    return 0 <= cell[0] < size[0] and 0 <= cell[1] < size[1]


def _cells(size: Size) -> list[Cell]:
    return [(row, column) for row in range(size[0]) for column in range(size[1])]


# Stones ----------------------------------------------------------------------------------------


def _filled(
    rng: random.Random, size: Size, stones: set[Cell], kept: Collection[Cell], count: int
) -> set[Cell]:
    """Return as many stones as wished, if there is room: some more, or fewer, than given."""
    if count <= len(stones):
        return set(drawn(rng, sorted(stones), count))
    room = [cell for cell in _cells(size) if cell not in stones and cell not in kept]
    return stones | set(drawn(rng, room, min(count - len(stones), len(room))))


def _terrain(rng: random.Random, size: Size) -> set[Cell]:
    """Return the stones of a maze, or some scattered ones; none on the hole."""
    if below(rng, 2):
        return maze(rng, size)
    cells = [cell for cell in _cells(size) if cell != HOLE]
    return set(drawn(rng, cells, int(rng.random() * 0.5 * len(cells))))


def _behind_a_door(
    rng: random.Random, size: Size, wanted: Mapping[str, object]
) -> tuple[set[Cell], Body | None]:
    """Return stones and a body that has just come through the only door to the hole.

    Until its tail is through, a snake has to wander about, in as many ways as there are: hard for
    A*, which knows that the head is near.
    """
    axis = below(rng, 2)
    if size[axis] < 4:
        return set(), None
    wall = 1 + below(rng, size[axis] - 3)
    gap = below(rng, size[1 - axis])
    door, head = ((place, gap) if axis == 0 else (gap, place) for place in (wall, wall + 1))
    cells = [cell for cell in _cells(size) if cell not in {HOLE, door, head}]
    stones = set(drawn(rng, cells, int(rng.random() * 0.15 * len(cells))))
    stones |= {cell for cell in cells if cell[axis] == wall}
    known = HeadDistance(Board(SQUARE, *size, frozenset(stones)), [HOLE]).settle()
    if head not in known:
        return stones, None
    return stones, _facing_away(rng, head, _sections(wanted), known)


def maze(rng: random.Random, size: Size) -> set[Cell]:
    """Return the walls of a maze of corridors one cell wide, with a few loops.

    Parameters
    ----------
    rng : random.Random
    size : (int, int)

    Returns
    -------
    set of Cell
        The first cell is none of them.

    Notes
    -----
    The rooms are the cells with two even numbers. A random depth-first search makes long corridors
    of a spanning tree; each wall left between two rooms is then taken out with a chance that
    differs between mazes, and is 0 in half of them.
    """
    rooms = [cell for cell in _cells(size) if cell[0] % 2 == 0 and cell[1] % 2 == 0]
    known, opened, stack = {HOLE}, {*rooms}, [HOLE]
    while stack:
        row, column = stack[-1]
        beside = [
            cell
            for cell in ((row + 2 * a, column + 2 * b) for a, b in SQUARE.steps)
            if _inside(cell, size) and cell not in known
        ]
        if not beside:
            stack.pop()
            continue
        room = pick(rng, beside)
        opened.add(((row + room[0]) // 2, (column + room[1]) // 2))
        known.add(room)
        stack.append(room)
    chance = below(rng, 2) * rng.random() / 3
    walls = [cell for cell in _cells(size) if cell not in opened]
    return {cell for cell in walls if sum(cell) % 2 == 0 or rng.random() >= chance}


# Bodies ----------------------------------------------------------------------------------------


def _any_body(
    rng: random.Random, heads: Sequence[Cell], length: int, is_free: Callable[[Cell], bool]
) -> Body | None:
    """Return any body on free cells, None where it got stuck."""

    def beside(body: list[Cell]) -> list[Cell]:
        return [cell for cell in SQUARE.neighbors(body[-1]) if cell not in body and is_free(cell)]

    return random_body(rng, pick(rng, heads), length, beside)


def _plain_body(rng: random.Random, size: Size, wanted: Mapping[str, object]) -> Body | None:
    """Return any body on the empty board whose head is not on the hole unless that is wished."""
    heads = [HOLE] if wanted.get("optimum") == 0 else _cells(size)[1:]
    if not heads:
        return None
    length = _sections(wanted)
    return _first(lambda: _any_body(rng, heads, length, lambda cell: _inside(cell, size)))


def _first(draw: Callable[[], Body | None], tries: int = 100) -> Body | None:
    return next((body for body in (draw() for _ in range(tries)) if body is not None), None)


def _placed_body(
    rng: random.Random, size: Size, stones: set[Cell], wanted: Mapping[str, object]
) -> Body | None:
    """Return a body among stones, as far from the hole as is wished."""
    board = Board(SQUARE, *size, frozenset(stones))
    known = HeadDistance(board, [HOLE]).settle()
    heads = _heads(rng, known, wanted)
    if not heads:
        return None
    length = _sections(wanted)
    if "tail-following" in names_against(wanted):
        return _first(lambda: _curled(_any_body(rng, heads, length, board.is_free)))
    if below(rng, 2):
        return _first(lambda: _facing_away(rng, pick(rng, heads), length, known), 10)
    return _first(lambda: _any_body(rng, heads, length, board.is_free))


def _heads(
    rng: random.Random, known: Mapping[Cell, int], wanted: Mapping[str, object]
) -> list[Cell]:
    """Return the cells for a head, of those from which the hole can be reached among stones."""
    exact = cast("int | None", wanted.get("optimum"))
    if exact is not None:
        # A detour of the body takes an even number of steps, as all ways round on this lattice.
        detour = 2 * below(rng, exact // 2 + 1) if below(rng, 2) else 0
        return [cell for cell, steps in known.items() if steps == exact - detour]
    least = cast("int", wanted.get("min_optimum", 1))
    far = [cell for cell, steps in known.items() if steps >= least]
    return far or [cell for cell, steps in known.items() if steps > 0]


def _curled(body: Body | None) -> Body | None:
    """Return a body if its head is beside its tail."""
    return body if body is not None and SQUARE.adjacent(body[0], body[-1]) else None


def _facing_away(
    rng: random.Random, head: Cell, length: int, known: Mapping[Cell, int]
) -> Body | None:
    """Return a body that lies on a shortest way from its head to the hole."""

    def nearer(body: list[Cell]) -> list[Cell]:
        steps = known[body[-1]]
        return [cell for cell in SQUARE.neighbors(body[-1]) if known.get(cell, steps) < steps]

    return random_body(rng, head, length, nearer)
