"""The three lattices."""

import math
from itertools import product

import pytest

from graphpuzzles.lattice import HEX, KING, SQUARE, Lattice

LATTICES = (SQUARE, KING, HEX)
each_lattice = pytest.mark.parametrize("lattice", LATTICES, ids=lambda lattice: lattice.name)


@each_lattice
def test_steps_are_closed_under_negation_and_neighbours_are_mutual(lattice):
    assert {(-a, -b) for a, b in lattice.steps} == set(lattice.steps)
    assert (0, 0) not in lattice.steps
    for cell in lattice.neighbors((3, -2)):
        assert lattice.adjacent((3, -2), cell)
        assert lattice.adjacent(cell, (3, -2))
    assert not lattice.adjacent((3, -2), (3, -2))
    assert not lattice.adjacent((0, 0), (2, 0))


@pytest.mark.parametrize("lattice", [SQUARE, HEX], ids=lambda lattice: lattice.name)
def test_the_next_cells_in_a_plot_are_the_neighbours(lattice):
    cells = set(product(range(-3, 4), repeat=2))
    nearest = {cell for cell in cells if math.dist(lattice.place(*cell), (0, 0)) < 1.01}
    assert nearest == {(0, 0), *lattice.steps}
    assert all(
        math.dist(lattice.place(*step), (0, 0)) == pytest.approx(1) for step in lattice.steps
    )


def test_rows_of_a_plot_go_down():
    assert [SQUARE.place(row, 5) for row in range(3)] == [(5, 0), (5, -1), (5, -2)]
    assert "-0.0" not in str(SQUARE.place(0, 0))


@each_lattice
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 4), (4, 1), (3, 5)])
def test_a_table_of_neighbours_is_what_the_steps_say(lattice, rows, columns):
    table = lattice.neighbor_table(rows, columns)
    assert table.shape == (rows * columns, len(lattice.steps))
    for row, column in product(range(rows), range(columns)):
        for i, (a, b) in enumerate(lattice.neighbors((row, column))):
            inside = 0 <= a < rows and 0 <= b < columns
            assert table[row * columns + column, i] == (a * columns + b if inside else -1)


def test_a_lattice_of_ones_own():
    line = Lattice("line", ((0, -1), (0, 1)))
    assert list(line.neighbors((0, 0))) == [(0, -1), (0, 1)]
