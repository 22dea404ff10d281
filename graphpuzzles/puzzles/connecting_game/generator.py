"""Random boards of regions for both questions about ConnectingGame, and programs that fail.

The boards come from the growth model of Eden (1961): seeds are scattered, and again and again one
of all borders between a cell that has grown and a free one is drawn, and the free cell joins.

References
----------
M. Eden, "A two-dimensional growth process", Proceedings of the 4th Berkeley Symposium on
Mathematical Statistics and Probability 4 (1961), 223-239.
"""

from __future__ import annotations

from functools import partial
from itertools import chain
from string import ascii_letters, digits
from typing import TYPE_CHECKING, TypeVar, cast

from graphpuzzles.generate import (
    TRUTH,
    Generator,
    Wish,
    against,
    below,
    drawn,
    names_against,
    pick,
    whole,
)
from graphpuzzles.lattice import SQUARE
from graphpuzzles.puzzles.connecting_game.mistakes import (
    CUT_APPROACHES,
    WINNER_APPROACHES,
    cheapest_row,
)
from graphpuzzles.puzzles.connecting_game.model import model_of

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping, Sequence

    from graphpuzzles.generate import Size
    from graphpuzzles.puzzles.connecting_game.board import RegionBoard

    Rows = list[str] | list[list[int]]

G = TypeVar("G", bound="RegionBoard")

LABELS = ascii_letters + digits
"""The labels of the contest; boards of more regions have integers."""
MEAN = 4


def random_regions(rng: random.Random, size: Size, mean: int) -> Rows:
    """Return the rows of a board of random connected regions.

    Parameters
    ----------
    rng : random.Random
    size : (int, int)
    mean : int
        Cells of a region, on average.

    Returns
    -------
    list of str, or of list of int
        Labels in scan order; characters where they suffice.

    Examples
    --------
    >>> from random import Random
    >>> random_regions(Random(1), (3, 6), 3)
    ['abbbcc', 'abbbdd', 'abefff']
    """
    rows, columns = size
    cells = rows * columns
    beside = SQUARE.neighbor_table(rows, columns).tolist()
    region = [-1] * cells
    seeds = drawn(rng, range(cells), max(1, cells // mean))
    for number, seed in enumerate(seeds):
        region[seed] = number
    border = [(cell, seed) for seed in seeds for cell in beside[seed] if cell >= 0]
    while border:
        at = below(rng, len(border))
        cell, grown = border[at]
        border[at] = border[-1]
        border.pop()
        if region[cell] < 0:
            region[cell] = region[grown]
            border += [(other, cell) for other in beside[cell] if other >= 0]
    return _labelled([region[at : at + columns] for at in range(0, cells, columns)])


def _labelled(table: Sequence[Sequence[int]]) -> Rows:
    numbers = {number: i for i, number in enumerate(dict.fromkeys(chain.from_iterable(table)))}
    if len(numbers) > len(LABELS):
        return [[numbers[number] for number in row] for row in table]
    return ["".join(LABELS[numbers[number]] for number in row) for row in table]


def _mean(rng: random.Random, size: Size, wanted: Mapping[str, object]) -> int:
    """Return the wished mean size; any order of magnitude where a value is wished for."""
    if "region_size" in wanted:
        return cast("int", wanted["region_size"])
    if not wanted.keys() & {"optimum", "gap"}:
        return MEAN
    power = 1 << below(rng, (size[0] * size[1]).bit_length())
    return power + below(rng, power)


REGION_SIZE: Wish[object] = Wish(
    text=f"cells of a region on average (by default {MEAN}, or what suits other wishes)",
    values=whole(1),
)


# The minimum -----------------------------------------------------------------------------------


def _cut_wishes(value: Callable[[G], int | None]) -> dict[str, Wish[G]]:
    def gap(board: G, least: object) -> bool:
        # A walk from left to right has a cell in every column; and it may be a whole row.
        best = cast("int", value(board))
        return min(best - board.shape[1], cheapest_row(board) - best) >= cast("int", least)

    return {
        "region_size": REGION_SIZE,
        "optimum": Wish(
            text="the least number of cells with which red stops blue",
            values=whole(1),
            holds=lambda board, wanted: value(board) == wanted,
        ),
        "gap": Wish(
            text="how far, at least, the value is from both simple bounds: a cell in every "
            "column, and all regions of a row",
            values=whole(1),
            holds=gap,
        ),
        "against": against(CUT_APPROACHES, value),
    }


def _refuses_cut(size: Size, wanted: Mapping[str, object]) -> str | None:
    rows, columns = size
    optimum = cast("int", wanted.get("optimum", columns))
    if not columns <= optimum <= rows * columns:
        return f"on {rows} x {columns} cells red takes {columns} to {rows * columns}"
    return None


def cut_generator(make: Callable[[Rows], G], value: Callable[[G], int | None]) -> Generator[G]:
    """Return the generator of boards on which red is to stop blue.

    Parameters
    ----------
    make : callable
        Makes the puzzle of the rows of a board.
    value : callable
        Solves it: the least that red must take.
    """
    return Generator(
        size=(10, 10),
        propose=lambda rng, size, wanted: make(
            random_regions(rng, size, _mean(rng, size, wanted))
        ),
        wishes=_cut_wishes(value),
        refuses=_refuses_cut,
    )


# The winner ------------------------------------------------------------------------------------


def _winner_wishes(value: Callable[[G], bool | None]) -> dict[str, Wish[G]]:
    return {
        "region_size": REGION_SIZE,
        "windows": Wish(
            text="how many windows of 2 x 2 cells, at least, hold four regions: with winner=true "
            "each of them looks like a way out and is none",
            values=whole(1),
            holds=lambda board, least: len(model_of(board).windows) >= cast("int", least),
        ),
        "winner": Wish(
            text="whether every colouring has a winner",
            values=TRUTH,
            holds=lambda board, wanted: value(board) is wanted,
        ),
        "against": against(WINNER_APPROACHES, value),
    }


def _propose_winner(
    make: Callable[[Rows], G],
    value: Callable[[G], bool | None],
    rng: random.Random,
    size: Size,
    wanted: Mapping[str, object],
) -> G | None:
    any_window = "any-window" in names_against(wanted)
    least = cast("int", wanted.get("windows", int(any_window)))
    fenced = any_window or wanted.get("winner") is True
    # Small regions make windows; a fence makes them larger.
    largest = 3 if fenced else MEAN if least else 2 * MEAN
    other = 1 + below(rng, largest) if wanted else MEAN
    board = make(random_regions(rng, size, cast("int", wanted.get("region_size", other))))
    # Windows of four regions are rare where no colouring lacks a winner, since a random board of
    # many regions has four ways out of some of them; a fence of few long regions lets nothing out.
    while fenced:
        if len(model_of(board).windows) < least:
            return None
        if value(board) is True:
            break
        board = make(_with_longer_fence(board, rng))
    return board


def _with_longer_fence(board: RegionBoard, rng: random.Random) -> Rows:
    """Return the rows of a board with two neighbouring regions on the border joined to one."""
    model = model_of(board)
    border = set(chain.from_iterable(side.tolist() for side in model.borders))
    low, high = (side.tolist() for side in model.regions.sides.pairs)
    pairs = [pair for pair in zip(low, high, strict=True) if border.issuperset(pair)]
    kept, joined = pick(rng, pairs)
    of = model.regions.of.tolist()
    return _labelled([[kept if n == joined else n for n in row] for row in of])


def _refuses_winner(size: Size, wanted: Mapping[str, object]) -> str | None:
    rows, columns = size
    most = (rows - 1) * (columns - 1)
    least = cast("int", wanted.get("windows", 0))
    if least > most:
        return f"{rows} x {columns} cells have {most} windows"
    approaches = names_against(wanted)
    lacking = wanted.get("winner") is False or "greedy-paths" in approaches
    if (lacking or "any-window" in approaches) and not most:
        return "without a window every colouring has a winner, and no program errs"
    if lacking and (wanted.get("winner") is True or "any-window" in approaches):
        return "some colourings would lack a winner (winner=false, greedy-paths) and none would"
    return None


def winner_generator(make: Callable[[Rows], G], value: Callable[[G], bool | None]) -> Generator[G]:
    """Return the generator of boards of which it is asked whether there is always a winner.

    Parameters
    ----------
    make : callable
        Makes the puzzle of the rows of a board.
    value : callable
        Solves it: whether every colouring has a winner.
    """
    return Generator(
        size=(8, 8),
        propose=partial(_propose_winner, make, value),
        wishes=_winner_wishes(value),
        refuses=_refuses_winner,
    )
