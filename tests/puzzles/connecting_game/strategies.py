"""Hypothesis strategies that several test modules share."""

import random

from hypothesis import strategies as st


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
