"""Random hexerpents among random rocks, with wished properties.

Body, rocks and goal lie in a window of the plane, a rectangle of dimples in the picture; where it
is wished that there is no walk, there may be a fence of rocks round it. Without a wish, every body
that fits in and every set of rocks can come.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np

from graphpuzzles.generate import (
    EFFORT,
    SHARE,
    Generator,
    Wish,
    against,
    below,
    drawn,
    exact_value,
    pick,
    whole,
)
from graphpuzzles.lattice import HEX
from graphpuzzles.limits import Meter
from graphpuzzles.models.voltage.layers import BitSearch
from graphpuzzles.puzzles.hexerpent.board import CAP, MAX_SECTIONS
from graphpuzzles.puzzles.hexerpent.gait import HEXERPENT
from graphpuzzles.puzzles.hexerpent.mistakes import HEXERPENT_APPROACHES, REAL_WALKS
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
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from graphpuzzles.generate import Size
    from graphpuzzles.lattice import Cell
    from graphpuzzles.models.voltage.derived import DerivedGraph
    from graphpuzzles.puzzles.walking.body import Body
    from graphpuzzles.puzzles.walking.walker import Walker

    Codes = NDArray[np.int64]
    Make = Callable[[Body, Body, Cell], "H"]

H = TypeVar("H", bound=Walking)

SECTIONS = 5
ROCKS = 0.2
FAR = 18
"""Steps to a goal that makes A* expand many states."""
HARDNESS = 3_000
"""States that A* readily expands for a hexerpent of `SECTIONS`; every section doubles them."""

HEXERPENT_WISHES: dict[str, Wish[Walking]] = {
    "sections": sections_wish(SECTIONS, whole(1, MAX_SECTIONS)),
    "rocks": Wish(
        text=f"how much of the window is rocks (without other wishes {ROCKS})", values=SHARE
    ),
    **WALK_WISHES,
    "against": against(HEXERPENT_APPROACHES, exact_value),
}


def hexerpent_generator(make: Make[H]) -> Generator[H]:
    """Return the generator of hexerpents among rocks.

    Parameters
    ----------
    make : callable
        Returns a puzzle, given the body, the rocks and the goal.
    """
    return Generator(
        size=(7, 7),
        propose=partial(_propose, make),
        wishes=HEXERPENT_WISHES,
        refuses=_refuses,
    )


def _refuses(size: Size, wanted: Mapping[str, object]) -> str | None:
    sections = _sections(wanted)
    if sections > size[0] * size[1]:
        return f"{sections} sections do not fit on {size[0] * size[1]} dimples"
    for name in ("optimum", "min_optimum", "gap"):
        if cast("int", wanted.get(name, 0)) > CAP:
            return f"{name} is over the step cap, {CAP}"
    return contradiction(HEXERPENT.longest, sections, wanted, REAL_WALKS)


def _sections(wanted: Mapping[str, object]) -> int:
    return number_of_sections(wanted, SECTIONS, HARDNESS)


def window(size: Size) -> list[Cell]:
    """Return the dimples of a rectangle of the picture, row by row.

    Parameters
    ----------
    size : (int, int)
        Rows of dimples, and dimples in each.

    Examples
    --------
    >>> window((3, 2))
    [(0, 0), (1, 0), (0, 1), (1, 1), (-1, 2), (0, 2)]
    """
    return [(column - row // 2, row) for row in range(size[0]) for column in range(size[1])]


def _propose(
    make: Make[H], rng: random.Random, size: Size, wanted: Mapping[str, object]
) -> H | None:
    cells = window(size)
    inside = set(cells)
    body = _body(rng, pick(rng, cells), _sections(wanted), inside)
    if body is None:
        return None
    others = [cell for cell in cells if cell not in body]
    is_plain = not wanted.keys() - {"sections", "rocks"}
    share = cast("float | None", wanted.get("rocks"))
    if share is None:
        share = ROCKS if is_plain else rng.random() * _most_rocks(wanted)
    rocks = drawn(rng, others, min(int(share * len(cells)), len(others)))
    if wanted.get("solvable") is False:
        rocks += _fence(rng, cells)
    goal = _goal(rng, make(body, tuple(rocks), body[0]).walker, inside, wanted)
    return None if goal is None else make(body, tuple(rocks), goal)


def _most_rocks(wanted: Mapping[str, object]) -> float:
    """Return a share of rocks up to which boards with the wished properties are not rare."""
    if "expansions" in wanted:
        return 0.3
    return 0.9 if "walks" in wanted else 0.6


def _body(rng: random.Random, head: Cell, length: int, inside: set[Cell]) -> Body | None:
    """Return a body in the window, None where it got stuck."""

    def places(body: list[Cell]) -> list[Cell]:
        return [
            cell
            for cell in HEX.neighbors(body[-1])
            if cell in inside
            and cell not in body
            and not any(HEX.adjacent(cell, other) for other in body[:-1])
        ]

    return random_body(rng, head, length, places)


def _fence(rng: random.Random, cells: list[Cell]) -> list[Cell]:
    """Return rocks all round the window, so that what is in it cannot leave; sometimes none."""
    if below(rng, 4) == 0:
        return []
    inside = set(cells)
    around = [cell for place in cells for cell in HEX.neighbors(place) if cell not in inside]
    return list(dict.fromkeys(around))


def _goal(
    rng: random.Random, walker: Walker, inside: set[Cell], wanted: Mapping[str, object]
) -> Cell | None:
    """Return a goal, if one in the window can be as far away as is wished."""
    taken = {*walker.board.blocked, walker.body[0]}
    goals = sorted(inside - taken)
    if wanted.get("optimum") == 0:
        goals = [walker.body[0]]
    elif wanted.keys() & {"optimum", "min_optimum", "walks", "expansions"} and (
        walker.table_obstacle() is None
    ):
        fits = _arrivals(walker, wanted)
        goals = [cell for cell in goals if cell in fits]
    return pick(rng, goals) if goals else None


def _arrivals(walker: Walker, wanted: Mapping[str, object]) -> set[Cell]:
    """Return the dimples that the head reaches in as many steps and ways as are wished."""
    exact = cast("int | None", wanted.get("optimum"))
    least = cast("int", wanted.get("min_optimum", FAR if "expansions" in wanted else 1))
    walks = cast("int | None", wanted.get("walks"))
    space = walker.derived()
    search = BitSearch(space, np.array([space.encode(walker.body)]))
    search.run(Meter(EFFORT), stop=False, depth=CAP if exact is None else exact)
    ways = np.ones(1, dtype=np.int64)
    x, y = space.board.origin
    known, found = {int(search.layers[0].codes()[0] % space.bits)}, set()
    layers = [layer for layer in search.layers if len(layer)]
    for depth, (before, layer) in enumerate(pairwise(layers), 1):
        codes = layer.codes()
        if walks is not None:
            ways = _ways(space, before.codes(), ways, codes, walks)
        places, which = np.unique(codes % space.bits, return_inverse=True)
        totals = np.zeros(len(places), dtype=np.int64)
        np.add.at(totals, which, ways if walks is not None else 0)
        for place, total in zip(places.tolist(), totals.tolist(), strict=True):
            is_far = depth == exact if exact is not None else depth >= least
            if place not in known and is_far and total == (walks or 0):
                row, column = divmod(place, space.stride)
                found.add((row + x, column + y))
            known.add(place)
    return found


def _ways(space: DerivedGraph, before: Codes, ways: Codes, codes: Codes, most: int) -> Codes:
    """Return in how many ways each state of a layer is reached; above `most`, that it is more.

    Parameters
    ----------
    space : DerivedGraph
    before, codes : numpy.ndarray of int64
        The states of the layer before and of this layer, ascending.
    ways : numpy.ndarray of int64
        The numbers of the layer before.
    most : int
    """
    origin, after = space.steps(before)
    at = np.minimum(np.searchsorted(codes, after), len(codes) - 1)
    is_new = codes[at] == after
    counted = np.zeros(len(codes), dtype=np.int64)
    np.add.at(counted, at[is_new], ways[origin[is_new]])
    # Sums of these stay far from 64 bits; a greater number is no help in proposing anyway.
    return np.minimum(counted, min(most, 1 << 30) + 1)
