"""Boards drawn from lines that cover them; a program of its own counts their solutions."""

import random
from itertools import pairwise

import pytest

from graphpuzzles.errors import LimitError
from graphpuzzles.formats.puzzlink import read_puzzlink, write_puzzlink
from graphpuzzles.generate import board_random
from graphpuzzles.limits import Limits
from graphpuzzles.puzzles.wiring import generator
from graphpuzzles.puzzles.wiring.lines import LineGrid, covering_lines, hamiltonian_path
from graphpuzzles.puzzles.wiring.puzzles import Numberlink
from tests.puzzles.wiring.test_counts import numbers_by_length


def beside(one, other, columns):
    (r, c), (s, d) = divmod(one, columns), divmod(other, columns)
    return abs(r - s) + abs(c - d) == 1


@pytest.mark.parametrize("size", [(1, 1), (1, 9), (2, 2), (5, 6), (9, 4)])
def test_a_hamiltonian_path_is_one(size):
    path = hamiltonian_path(random.Random(1), size)
    assert sorted(path) == list(range(size[0] * size[1]))
    assert all(beside(*step, size[1]) for step in pairwise(path))


def test_hamiltonian_paths_of_a_small_grid_all_come_up():
    """There are 40 on 3 x 3 cells, directed (OEIS A096969)."""
    assert len({tuple(hamiltonian_path(random.Random(i), (3, 3))) for i in range(600)}) == 40


@pytest.mark.parametrize("walls", [0.0, 0.15])
def test_covering_lines_use_every_cell_once_and_touch_no_line_of_their_own(walls):
    found = 0
    for seed in range(60):
        grid = covering_lines(random.Random(seed), (5, 6), walls, 3)
        if grid is None:
            continue
        found += 1
        for joint in grid.joints():
            check(grid.joined(*joint))
        check(grid)
        while grid.split(random.Random(seed), 3):
            check(grid)
        assert max(map(len, grid.lines.values())) < 6
    assert found > 20


def check(grid):
    lines = grid.lines.values()
    assert sorted(cell for line in (*lines, grid.walls) for cell in line) == list(range(30))
    for line in lines:
        assert len(line) >= 3
        contacts = {frozenset((a, b)) for a in line for b in line if beside(a, b, 6)}
        assert contacts == set(map(frozenset, pairwise(line)))


def test_two_lines_are_joined_whichever_way_they_run():
    for one in ([0, 1, 2], [2, 1, 0]):
        for other in ([3, 4, 5], [5, 4, 3]):
            grid = LineGrid((1, 6))
            grid.add(one)
            grid.add(other)
            assert grid.joints() == [(0, 1)]
            (line,) = grid.joined(0, 1).lines.values()
            assert min((line, line[::-1])) == [0, 1, 2, 3, 4, 5]
            assert len(grid.lines) == 2


@pytest.mark.parametrize(
    ("size", "wish"),
    [
        (5, {}),
        (7, {}),
        ((4, 9), {}),
        (7, {"rule": "fill"}),
        (6, {"pairs": 5}),
        (7, {"fills": False}),
        (7, {"walls": 0.15}),
        (5, {"rule": "shortest", "unique": True}),
    ],
)
def test_one_solution_says_a_program_of_another_kind(size, wish):
    for seed in range(8):
        puzzle = Numberlink.generate(board_random(seed, 0), size=size, **wish)
        numbers = numbers_by_length(puzzle)
        assert numbers[min(numbers)] == 1
        assert puzzle.board.rule == "shortest" or len(numbers) == 1


@pytest.mark.parametrize(("size", "pairs"), [((7, 7), 8), ((6, 10), 10), ((1, 9), 3)])
def test_a_board_has_neither_walls_nor_neighbours_and_is_covered(size, pairs):
    puzzle = Numberlink.generate(random.Random(5), size=size)
    (wiring,) = puzzle.solutions(2)
    assert len(puzzle.board.pairs) <= pairs
    assert sum(map(len, wiring.paths.values())) == size[0] * size[1]
    assert min(map(len, wiring.paths.values())) >= 3


@pytest.mark.parametrize(("pairs", "kind"), [(52, "arukone"), (53, "numlin")])
def test_boards_go_to_puzzlink_whatever_their_number_of_pairs(pairs, kind):
    """Letters and numbers do not stand on one board there."""
    wish = {"pairs": pairs, "solvable": False, "walls": 0}
    puzzle = Numberlink.generate(random.Random(1), size=12, **wish)
    address = write_puzzlink(puzzle, prefix="")
    assert address.startswith(kind)
    assert read_puzzlink(address) == puzzle


def test_few_pairs_are_ends_of_lines_without_walls():
    for seed in range(20):
        puzzle = Numberlink.generate(board_random(seed, 0), size=6, pairs=3)
        assert len(puzzle.board.nodes) == 36
        assert puzzle.solve().value is not None


def test_a_board_too_hard_to_judge_ends_the_call(monkeypatch):
    """Another board instead would depend on what is installed."""
    monkeypatch.setattr(generator, "EFFORT", Limits(max_states=0))
    with pytest.raises(LimitError, match="max_states"):
        Numberlink.generate(random.Random(0), size=7)
