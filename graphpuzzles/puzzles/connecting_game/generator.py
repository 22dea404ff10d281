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
    exact_value,
    has_value,
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
from graphpuzzles.puzzles.connecting_game.winner_methods import borders, windows

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping, Sequence

    from graphpuzzles.generate import Size
    from graphpuzzles.puzzles.connecting_game.puzzle import ConnectingGame
    from graphpuzzles.puzzles.connecting_game.winner import WinnerQuestion

    Rows = list[str] | list[list[int]]

G = TypeVar("G", bound="ConnectingGame")
W = TypeVar("W", bound="WinnerQuestion")

__all__ = ["cut_generator", "random_regions", "winner_generator"]

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


def _gap(game: ConnectingGame, least: object) -> bool:
    """Tell whether both simple bounds miss the value by so much.

    A walk from left to right has a cell in every column; and it may be a whole row.
    """
    value = cast("int", exact_value(game))
    return min(value - game.shape[1], cheapest_row(game) - value) >= cast("int", least)


CUT_WISHES: dict[str, Wish[ConnectingGame]] = {
    "region_size": REGION_SIZE,
    "optimum": Wish(
        text="the least number of cells with which red stops blue",
        values=whole(1),
        holds=has_value,
    ),
    "gap": Wish(
        text="how far, at least, the value is from both simple bounds: a cell in every column, "
        "and all regions of a row",
        values=whole(1),
        holds=_gap,
    ),
    "against": against(CUT_APPROACHES, exact_value),
}


def _refuses_cut(size: Size, wanted: Mapping[str, object]) -> str | None:
    rows, columns = size
    optimum = cast("int", wanted.get("optimum", columns))
    if not columns <= optimum <= rows * columns:
        return f"on {rows} x {columns} cells red takes {columns} to {rows * columns}"
    return None


def cut_generator(puzzle: type[G]) -> Generator[G]:
    """Return the generator of boards on which red is to stop blue.

    Parameters
    ----------
    puzzle : type of ConnectingGame
    """
    return Generator(
        size=(10, 10),
        propose=lambda rng, size, wanted: puzzle(
            random_regions(rng, size, _mean(rng, size, wanted))
        ),
        wishes=CUT_WISHES,
        refuses=_refuses_cut,
    )


# The winner ------------------------------------------------------------------------------------

WINNER_WISHES: dict[str, Wish[WinnerQuestion]] = {
    "region_size": REGION_SIZE,
    "windows": Wish(
        text="how many windows of 2 x 2 cells, at least, hold four regions: with winner=true each "
        "of them looks like a way out and is none",
        values=whole(1),
        holds=lambda question, least: len(windows(question)) >= cast("int", least),
    ),
    "winner": Wish(
        text="whether every colouring has a winner",
        values=TRUTH,
        holds=lambda question, wanted: exact_value(question) is wanted,
    ),
    "against": against(WINNER_APPROACHES, exact_value),
}


def _propose_winner(
    puzzle: type[W], rng: random.Random, size: Size, wanted: Mapping[str, object]
) -> W | None:
    any_window = "any-window" in names_against(wanted)
    least = cast("int", wanted.get("windows", int(any_window)))
    fenced = any_window or wanted.get("winner") is True
    # Small regions make windows; a fence makes them larger.
    largest = 3 if fenced else MEAN if least else 2 * MEAN
    other = 1 + below(rng, largest) if wanted else MEAN
    rows = random_regions(rng, size, cast("int", wanted.get("region_size", other)))
    return _fenced(puzzle, rng, rows, least) if fenced else puzzle(rows)


def _fenced(puzzle: type[W], rng: random.Random, rows: Rows, least: int) -> W | None:
    """Join regions on the border one after the other, until no window leads to four sides.

    Windows of four regions are rare where no colouring lacks a winner, since a random board of
    many regions has four ways out of some of them; a fence of few long regions lets nothing out.
    """
    while True:
        question = puzzle(rows)
        if len(windows(question)) < least:
            return None
        if exact_value(question) is True:
            return question
        of = question.regions.of
        border = set(chain.from_iterable(side.tolist() for side in borders(question)))
        low, high = (side.tolist() for side in question.regions.sides.pairs)
        pairs = [pair for pair in zip(low, high, strict=True) if border.issuperset(pair)]
        kept, joined = pick(rng, pairs)
        rows = _labelled([[kept if n == joined else n for n in row] for row in of.tolist()])


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


def winner_generator(puzzle: type[W]) -> Generator[W]:
    """Return the generator of boards of which it is asked whether there is always a winner.

    Parameters
    ----------
    puzzle : type of WinnerQuestion
    """
    return Generator(
        size=(8, 8),
        propose=partial(_propose_winner, puzzle),
        wishes=WINNER_WISHES,
        refuses=_refuses_winner,
    )
