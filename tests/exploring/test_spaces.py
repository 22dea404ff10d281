"""Pancakes and sliding tiles: moves on bits against moves on lists."""

import itertools
import random

import numpy as np
import pytest

from graphpuzzles.exploring import PancakeSpace, SlidingPuzzle, check_reversible, explore
from graphpuzzles.search import ArraySpace

FRAMES = [(1, 2), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (3, 5), (5, 3), (2, 8)]
FRAMES += [(8, 2), (4, 4), (1, 16), (16, 1)]


def turned_over(stack):
    return [(*stack[:n][::-1], *stack[n:]) for n in range(2, len(stack) + 1)]


def slid(tiles, rows, columns):
    found = []
    gap = tiles.index(0)
    row, column = divmod(gap, columns)
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        r, c = row + down, column + right
        if 0 <= r < rows and 0 <= c < columns:
            moved = list(tiles)
            moved[gap], moved[r * columns + c] = moved[r * columns + c], 0
            found.append(tuple(moved))
    return found


def shuffled(items, number, seed=1):
    rng = random.Random(seed)
    return [tuple(rng.sample(items, len(items))) for _ in range(number)]


def steps(space, codes):
    """Return what both forms of the successors say, as sets of pairs."""
    array = np.array(codes, dtype=np.int64)
    before = array.copy()
    batches = [
        (int(u), int(v))
        for src, dst in space.successors_array(array)
        for u, v in zip(src, dst, strict=True)
    ]
    assert np.array_equal(array, before)
    assert len(set(batches)) == len(batches)
    return set(batches), {(u, v) for u in codes for v in space.successors(u)}


@pytest.mark.parametrize("n", [1, 2, 3, 7, 8, 9, 14, 15])
def test_pancakes_are_turned_over(n):
    space = PancakeSpace(n)
    stacks = sorted(set(shuffled(range(n), 50)))
    codes = [space.encode(stack) for stack in stacks]
    expected = {
        (space.encode(stack), space.encode(other))
        for stack in stacks
        for other in turned_over(stack)
    }
    assert steps(space, codes) == (expected, expected)
    assert all(0 <= v < space.n_states for _, v in expected)
    assert [space.decode(u) for u in codes] == [" ".join(map(str, s)) for s in stacks]


@pytest.mark.parametrize(("rows", "columns"), FRAMES)
def test_tiles_slide(rows, columns):
    space = SlidingPuzzle(rows, columns)
    boards = list(dict.fromkeys(shuffled(range(rows * columns), 200)))
    codes = [space.encode(tiles) for tiles in boards]
    assert len(set(codes)) == len(boards)
    expected = {
        (space.encode(tiles), space.encode(other))
        for tiles in boards
        for other in slid(tiles, rows, columns)
    }
    for order in (codes, sorted(codes)):
        assert steps(space, order) == (expected, expected)
    assert all(0 <= u < space.n_states and 0 <= v < space.n_states for u, v in expected)
    assert [tuple(space.tiles(u)) for u in codes] == boards


def test_the_codes_of_the_largest_spaces_have_a_bit_for_the_sign():
    assert PancakeSpace(15).n_states < 2**63
    assert SlidingPuzzle(4, 4).n_states < 2**63


@pytest.mark.parametrize("frame", [(1, 2), (1, 6), (6, 1), (2, 2), (2, 3), (4, 2)])
def test_as_many_arrangements_are_reached_as_are_expected(frame):
    space = SlidingPuzzle(*frame)
    found = explore(space, space.start)
    assert found.states == space.expected_states
    assert check_reversible(space, np.concatenate([found.layer(0), found.layer(1)])) is None


@pytest.mark.parametrize("n", range(1, 8))
def test_all_stacks_are_reached(n):
    space = PancakeSpace(n)
    found = explore(space, space.start)
    codes = np.sort(np.concatenate([found.layer(d) for d in range(len(found.layer_sizes))]))
    assert codes.tolist() == sorted(map(space.encode, itertools.permutations(range(n))))
    # Gates and Papadimitriou 1979: at most (5 n + 5) / 3 turns.
    assert len(found.layer_sizes) - 1 <= (5 * n + 5) / 3


@pytest.mark.parametrize("space", [PancakeSpace(4), SlidingPuzzle(2, 2)])
def test_they_are_array_spaces_with_readable_states(space):
    assert isinstance(space, ArraySpace)
    assert space.reversible
    assert isinstance(space.fingerprint, str)
    assert {space.decode(space.start)} <= {"0 1 2 3", "0 1 / 2 3"}


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: PancakeSpace(0), ValueError),
        (lambda: PancakeSpace(16), ValueError),
        (lambda: PancakeSpace(2.0), TypeError),
        (lambda: SlidingPuzzle(1, 1), ValueError),
        (lambda: SlidingPuzzle(0, 5), ValueError),
        (lambda: SlidingPuzzle(-2, -3), ValueError),
        (lambda: SlidingPuzzle(3, 6), ValueError),
        (lambda: SlidingPuzzle("2", 3), TypeError),
        (lambda: PancakeSpace(3).encode([0, 1, 1]), ValueError),
        (lambda: SlidingPuzzle(2, 2).encode([1, 2, 3]), ValueError),
    ],
)
def test_what_is_no_space_or_state_is_refused(make, error):
    with pytest.raises(error):
        make()
