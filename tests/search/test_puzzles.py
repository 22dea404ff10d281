"""Known totals of well-known state spaces, through several engines."""

import math
from itertools import islice

import networkx as nx
import numpy as np
import pytest

from graphpuzzles.limits import Limits
from graphpuzzles.search import (
    astar_search,
    bfs_search,
    bidirectional_search,
    idastar_search,
    lazy_graph,
)

# OEIS A089473: positions of the 8-puzzle at distance n, the blank in a corner.
EIGHT = (
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
)  # fmt: skip
# OEIS A089484: positions of the 15-puzzle at distance n, the blank in a corner.
FIFTEEN = (
    1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15544, 30821, 60842,
)  # fmt: skip
# OEIS A001411: self-avoiding walks of n steps on the square lattice.
WALKS = (1, 4, 12, 36, 100, 284, 780, 2172, 5916, 16268)

SOLVED = tuple(range(9))


def zero(state):
    return 0 * len(state)


def slides(side):
    """Return for each place of the blank the places from which a tile can move into it."""
    return [
        [
            place + step
            for step, possible in (
                (-side, place >= side),
                (-1, place % side > 0),
                (1, place % side < side - 1),
                (side, place < side * (side - 1)),
            )
            if possible
        ]
        for place in range(side * side)
    ]


class Sliding:
    """A sliding puzzle, positions as tuples with 0 for the blank."""

    def __init__(self, side):
        self.side = side
        self.slides = slides(side)

    def successors(self, position):
        blank = position.index(0)
        for place in self.slides[blank]:
            tiles = list(position)
            tiles[blank], tiles[place] = tiles[place], 0
            yield tuple(tiles)

    predecessors = successors

    def heuristic(self, position):
        side = self.side
        return sum(
            abs(place // side - tile // side) + abs(place % side - tile % side)
            for place, tile in enumerate(position)
            if tile
        )


class EightCodes:
    """The 8-puzzle on integers: a permutation as a number of 9 digits to the base 9, ranked."""

    n_states = math.factorial(9)
    powers = np.array([math.factorial(8 - i) for i in range(9)])

    def __init__(self):
        self.slides = slides(3)

    def rank(self, positions):
        later = positions[:, None, :] < positions[:, :, None]
        smaller = np.triu(later, 1).sum(axis=2)
        return smaller @ self.powers

    def unrank(self, codes):
        positions = np.empty((len(codes), 9), dtype=np.int64)
        left = np.tile(np.arange(9), (len(codes), 1))
        for i, power in enumerate(self.powers):
            digit, codes = np.divmod(codes, power)
            positions[:, i] = left[np.arange(len(left)), digit]
            kept = np.arange(left.shape[1]) != digit[:, None]
            left = left[kept].reshape(len(left), -1)
        return positions

    def successors_array(self, codes):
        positions = self.unrank(codes)
        blank = np.argmin(positions, axis=1)
        for place, targets in enumerate(self.slides):
            here = np.flatnonzero(blank == place)
            for target in targets:
                moved = positions[here]
                moved[:, place], moved[:, target] = moved[:, target], 0
                yield codes[here], self.rank(moved)

    def successors(self, code):
        for _, dst in self.successors_array(np.array([code])):
            yield from dst.tolist()


def test_ranking_of_the_8_puzzle_is_a_bijection():
    space = EightCodes()
    codes = np.arange(0, space.n_states, 97)
    assert (space.rank(space.unrank(codes)) == codes).all()


def test_the_8_puzzle_by_layers_of_arrays():
    result = bfs_search(EightCodes(), 0)
    assert result.stats.engine == "layers"
    assert result.status == "exhausted"
    assert result.stats.layer_sizes == EIGHT
    assert result.stats.states == sum(EIGHT) == 181_440
    assert len(EIGHT) - 1 == 31


def test_the_8_puzzle_state_by_state():
    assert bfs_search(Sliding(3), SOLVED).stats.layer_sizes == EIGHT


def test_the_15_puzzle_near_its_goal():
    start = tuple(range(16))
    layers = islice(nx.bfs_layers(lazy_graph(Sliding(4)), [start]), len(FIFTEEN))
    assert tuple(map(len, layers)) == FIFTEEN
    limits = Limits(max_steps=len(FIFTEEN) - 1)
    result = bfs_search(Sliding(4), start, limits=limits)
    assert result.status == "step_limit"
    assert result.stats.layer_sizes == FIFTEEN


def test_the_hardest_8_puzzles():
    space = EightCodes()
    last = bfs_search(space, 0).layers[-1]
    assert len(last) == 2
    hardest = tuple(space.unrank(last)[0].tolist())
    for search in (astar_search, bidirectional_search, idastar_search):
        result = search(Sliding(3), hardest, SOLVED)
        assert (result.cost, result.optimal) == (31, True)
        assert len(set(result.path)) == 32


@pytest.mark.parametrize("engine", ["bfs", "idastar"])
def test_self_avoiding_walks(engine):
    def successors(walk):
        x, y = walk[-1]
        for cell in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
            if cell not in walk:
                yield (*walk, cell)

    steps = 7
    start = ((0, 0),)
    limits = Limits(max_steps=steps)
    if engine == "bfs":
        assert bfs_search(successors, start, limits=limits).stats.layer_sizes == WALKS[: steps + 1]
    else:
        result = idastar_search(
            successors,
            start,
            is_target=lambda walk: False,
            heuristic=lambda walk: 0,
            limits=limits,
        )
        assert result.status == "step_limit"
        # Every iteration walks the tree of walks up to its depth.
        assert result.stats.expanded == sum(sum(WALKS[:n]) for n in range(1, steps + 2))
