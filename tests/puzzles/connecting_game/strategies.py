"""Hypothesis strategies that several test modules share."""

import random

from hypothesis import strategies as st

from graphpuzzles import ConnectingGame
from tests import oracles

DIRECTIONS = ("top-bottom", "left-right")


def connected_board(rng, rows, columns, regions):
    """Grow regions from random cells until the board is full; labels are letters."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    seeds = rng.sample(cells, min(regions, len(cells)))
    board = {cell: i for i, cell in enumerate(seeds)}
    while len(board) < len(cells):
        row, column = rng.choice(sorted(board))
        dr, dc = rng.choice(((-1, 0), (1, 0), (0, -1), (0, 1)))
        cell = row + dr, column + dc
        if cell in cells and cell not in board:
            board[cell] = board[row, column]
    names = list(range(len(seeds)))
    rng.shuffle(names)
    return ["".join(chr(65 + names[board[r, c]]) for c in range(columns)) for r in range(rows)]


@st.composite
def boards(draw, max_rows=5, max_columns=5, max_regions=9):
    """Draw boards whose labels are connected."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    rows = draw(st.integers(1, max_rows))
    columns = draw(st.integers(1, max_columns))
    return connected_board(rng, rows, columns, draw(st.integers(1, max_regions)))


@st.composite
def scattered_boards(draw, max_rows=4, max_columns=4, letters="ABCD"):
    """Draw boards of random labels, mostly not connected."""
    rows = draw(st.integers(1, max_rows))
    columns = draw(st.integers(1, max_columns))
    line = st.text(letters, min_size=columns, max_size=columns)
    return draw(st.lists(line, min_size=rows, max_size=rows))


def random_game(seed, rows=6, columns=6, regions=14, **options):
    return ConnectingGame(connected_board(random.Random(seed), rows, columns, regions), **options)


@st.composite
def games(draw):
    """Draw games with weights, zero weights, forbidden regions, both directions."""
    board = draw(boards(5, 5, 8))
    labels = list(dict.fromkeys("".join(board)))
    number = draw(st.sampled_from([st.integers(0, 4), st.integers(2**62, 2**70)]))
    kind = draw(st.sampled_from(["sizes", "labels", "cells"]))
    weights = None
    if kind == "labels":
        weights = {label: draw(number) for label in labels}
    elif kind == "cells":
        weights = [[draw(number) for _ in row] for row in board]
    forbidden = draw(st.lists(st.sampled_from(labels), max_size=2))
    direction = draw(st.sampled_from(DIRECTIONS))
    return ConnectingGame(board, weights=weights, forbidden=forbidden, direction=direction)


def all_minimum_cuts(game, areas, labels):
    """Return the least that red pays, and every set of areas that stops blue for it."""
    rows, columns = game.shape
    cells = game.cell_weights()
    if game.weights_add:
        weights = [sum(int(cells[cell]) for cell in area) for area in areas]
    else:
        weights = [int(cells[next(iter(area))]) for area in areas]
    forbidden = {i for i, label in enumerate(labels) if label in game.forbidden}
    return oracles.all_cuts(areas, weights, forbidden, rows, columns, game.direction)
