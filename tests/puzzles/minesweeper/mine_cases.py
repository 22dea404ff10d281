"""Minesweeper boards for the tests, and an exact count of their layouts by other means."""

import random
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from graphpuzzles.puzzles.minesweeper.puzzle import FLAG, MINE, UNKNOWN, Minesweeper

PROVED = Minesweeper(
    [
        [-1, 2, -1, -1, -1, -1],
        [-1, -1, 2, 1, 1, -1],
        [-1, 4, 2, 0, 1, -1],
        [-1, -1, 1, 0, 1, -1],
    ],
    mines=6,
)
"""A board with mines, safe cells, several groups of undecided ones and several witnesses."""
SIMPLE = Minesweeper([[-1, -1, -1, 1], [1, 2, -1, 1], [0, 1, 1, 1]])


def neighbors(cell, rows, columns):
    r, c = cell
    return [
        (a, b)
        for a in range(max(0, r - 1), min(rows, r + 2))
        for b in range(max(0, c - 1), min(columns, c + 2))
        if (a, b) != cell
    ]


def true_board(mines, shown, rows, columns):
    """The codes of a board of which some safe cells are shown."""
    return [
        [
            sum(cell in mines for cell in neighbors((r, c), rows, columns))
            if (r, c) in shown
            else UNKNOWN
            for c in range(columns)
        ]
        for r in range(rows)
    ]


def random_game(rng, *, cells=13, wrong=0.03):
    """A small board with all that there is: flags, exploded mines, totals, densities, errors."""
    while True:
        rows, columns = rng.randint(1, 4), rng.randint(1, 5)
        every = list(product(range(rows), range(columns)))
        share = rng.choice([0.15, 0.3, 0.5])
        mines = {cell for cell in every if rng.random() < share}
        shown = {cell for cell in every if cell not in mines and rng.random() < 0.55}
        board = true_board(mines, shown, rows, columns)
        for r, c in every:
            if (r, c) in shown and rng.random() < wrong:
                board[r][c] = rng.randint(0, 8)
            elif (r, c) in mines:
                board[r][c] = rng.choice([UNKNOWN] * 8 + [FLAG, MINE])
            elif (r, c) not in shown:
                board[r][c] = rng.choice([UNKNOWN] * 9 + [FLAG])
        options = {"flags": rng.choice(["ignore", "ignore", "trust"])}
        kind = rng.choice(["none", "total", "density"])
        if kind == "total":
            options["mines"] = max(0, len(mines) + rng.choice([0, 0, 0, 0, 1, -1, 2]))
        elif kind == "density":
            options["density"] = Fraction(rng.randint(1, 4), 5)
        game = Minesweeper(board, **options)
        if len(game.hidden) <= cells:
            return game


def played_game(rows, columns, mines, seed, *, opened=0.5, total=True):
    """A board in the middle of a game: an opening, then safe cells beside what is open."""
    rng = random.Random(seed)
    every = list(product(range(rows), range(columns)))
    start = (rows // 2, columns // 2)
    free = {start, *neighbors(start, rows, columns)}
    laid = set(rng.sample([cell for cell in every if cell not in free], mines))
    shown = set()

    def click(cell):
        pending = [cell]
        while pending:
            at = pending.pop()
            if at not in shown:
                shown.add(at)
                around = neighbors(at, rows, columns)
                if not any(cell in laid for cell in around):
                    pending += around

    click(start)
    while len(shown) < opened * (len(every) - mines):
        cell = rng.choice(every)
        beside = any(other in shown for other in neighbors(cell, rows, columns))
        if cell not in laid and (beside or rng.random() < 0.02):
            click(cell)
    board = true_board(laid, shown, rows, columns)
    return Minesweeper(board, mines=mines if total else None)


def lattice_game(size, seed, *, share=0.2, total=True):
    """Numbers on every second cell of every second row: a wide frontier."""
    rng = random.Random(seed)
    every = list(product(range(size), repeat=2))
    shown = {(r, c) for r, c in every if r % 2 == c % 2 == 0}
    mines = {cell for cell in every if cell not in shown and rng.random() < share}
    board = true_board(mines, shown, size, size)
    return Minesweeper(board, mines=len(mines) if total else None)


@st.composite
def games(draw, *, cells=12):
    """`random_game`, by a seed that shrinks to a plain one."""
    return random_game(random.Random(draw(st.integers(0, 2**32))), cells=cells)


# Variable elimination -------------------------------------------------------------------------
# A factor is (variables, table): the values of the variables -> a polynomial in the number of
# mines among the variables eliminated so far, as a dictionary. Cells are the variables.


def clue_factor(mines, cells):
    table = {
        values: {0: 1} for values in product((0, 1), repeat=len(cells)) if sum(values) == mines
    }
    return tuple(cells), table


def multiply(first, second):
    (names, table), (others, other_table) = first, second
    joined = (*names, *(name for name in others if name not in names))
    shared = [(names.index(name), others.index(name)) for name in others if name in names]
    fresh = [i for i, name in enumerate(others) if name not in names]
    result = {}
    for values, one in table.items():
        for other_values, two in other_table.items():
            if all(values[i] == other_values[j] for i, j in shared):
                polynomial = {}
                for (m, count), (n, times) in product(one.items(), two.items()):
                    polynomial[m + n] = polynomial.get(m + n, 0) + count * times
                result[*values, *(other_values[i] for i in fresh)] = polynomial
    return joined, result


def sum_out(factor, name, odds):
    names, table = factor
    at = names.index(name)
    result = {}
    for values, polynomial in table.items():
        total = result.setdefault((*values[:at], *values[at + 1 :]), {})
        weight = odds[1 - values[at]]
        for mines, count in polynomial.items():
            shifted = mines + values[at]
            total[shifted] = total.get(shifted, 0) + count * weight
    return (*names[:at], *names[at + 1 :]), result


def layouts_by_mines(game, *, pinned=(), odds=(1, 1)):
    """Weight of all layouts of the hidden cells by number of mines, by variable elimination."""
    factors = [clue_factor(mines, cells) for mines, cells in game.clue_sets.values()]
    factors += [clue_factor(value, [cell]) for cell, value in pinned]
    factors += [((cell,), {(0,): {0: 1}, (1,): {0: 1}}) for cell in game.hidden]
    left = set(game.hidden)
    while left:
        neighbors_of = {
            cell: {name for names, _ in factors if cell in names for name in names}
            for cell in left
        }
        cell = min(left, key=lambda cell: (len(neighbors_of[cell]), cell))
        left.remove(cell)
        touching = [factor for factor in factors if cell in factor[0]]
        factors = [factor for factor in factors if cell not in factor[0]]
        product_of = touching[0]
        for factor in touching[1:]:
            product_of = multiply(product_of, factor)
        factors.append(sum_out(product_of, cell, odds))
    result = ((), {(): {0: 1}})
    for factor in factors:
        result = multiply(result, factor)
    return result[1].get((), {})


def by_elimination(game, *, pinned=()):
    """Weight of all layouts of a game: with its total, or its density, or plain."""
    odds = (1, 1)
    if game.density is not None:
        mine, below = game.density.as_integer_ratio()
        odds = (mine, below - mine)
    weights = layouts_by_mines(game, pinned=pinned, odds=odds)
    if game.hidden_mines is None:
        return sum(weights.values())
    return weights.get(game.hidden_mines, 0)
