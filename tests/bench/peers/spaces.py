"""State spaces that are given to several libraries, each by the same successor function."""

from __future__ import annotations

import random
from itertools import pairwise
from math import factorial

import numpy as np

from tests.bench.peers.task import WrongAnswerError


class Space:
    """A state space with a start and a goal; a step costs 1 unless there is a ``weight``."""

    def step_cost(self, u, v):
        del u, v
        return 1

    def cost_of(self, path):
        """Return what a path from start to goal costs, if it is one."""
        if path is None:
            return None
        path = list(path)
        if not path or (path[0], path[-1]) != (self.start, self.goal):
            raise WrongAnswerError("its path does not lead from the start to the goal")
        if any(v not in self.successors(u) for u, v in pairwise(path)):
            raise WrongAnswerError("its path takes a step that there is not")
        return sum(self.step_cost(u, v) for u, v in pairwise(path))

    def reachable(self):
        """Return all states that can be reached, the start first."""
        seen = {self.start: None}
        for u in (pending := [self.start]):
            for v in self.successors(u):
                if v not in seen:
                    seen[v] = None
                    pending.append(v)
        return list(seen)


class Board(Space):
    """A square board of integer cells with random walls, and a way from corner to corner."""

    def __init__(self, side, seed, *, walls=0.3):
        rng = random.Random(seed)
        self.side, self.n_states = side, side * side
        self.start, self.goal = 0, self.n_states - 1
        while True:
            free = [rng.random() >= walls for _ in range(self.n_states)]
            free[self.start] = free[self.goal] = True
            # Looked up by all alike, so that the differences are those of the searches.
            self.neighbors = [list(self._beside(u, free)) for u in range(self.n_states)]
            self.free = np.array(free)
            if self.goal in self.reachable():
                break

    def _beside(self, u, free):
        side = self.side
        for v, inside in (
            (u - side, u >= side),
            (u - 1, u % side > 0),
            (u + 1, u % side < side - 1),
            (u + side, u < self.n_states - side),
        ):
            if inside and free[v]:
                yield v

    def successors(self, u):
        return self.neighbors[u]

    predecessors = successors

    def successors_array(self, codes):
        side = self.side
        for step, inside in (
            (-side, codes >= side),
            (-1, codes % side > 0),
            (1, codes % side < side - 1),
            (side, codes < self.n_states - side),
        ):
            src = codes[inside]
            dst = src + step
            kept = self.free[dst]
            yield src[kept], dst[kept]

    def heuristic(self, u):
        return 2 * (self.side - 1) - u // self.side - u % self.side


class WeightedBoard(Board):
    """The same board with weights from 1 to 4 on the steps."""

    def weight(self, u, v):
        return 1 + (u * 7 + v * 13) % 4

    step_cost = weight


class Tiles(Space):
    """A sliding puzzle; a state is the tuple of the tiles, 0 the blank."""

    def __init__(self, rows, columns, start):
        self.columns, self.start = columns, start
        self.goal = (*range(1, rows * columns), 0)
        # For every place of the blank, the places from which a tile can slide into it.
        places = [(r, c) for r in range(rows) for c in range(columns)]
        self.slides = [
            [i for i, (a, b) in enumerate(places) if abs(a - r) + abs(b - c) == 1]
            for r, c in places
        ]

    def successors(self, u):
        blank = u.index(0)
        found = []
        for tile in self.slides[blank]:
            v = list(u)
            v[blank], v[tile] = v[tile], 0
            found.append(tuple(v))
        return found

    predecessors = successors

    def heuristic(self, u):
        """Return the sum of the ways of all tiles to their places."""
        columns = self.columns
        return sum(
            abs(at // columns - (tile - 1) // columns) + abs(at % columns - (tile - 1) % columns)
            for at, tile in enumerate(u)
            if tile
        )


def eight_puzzle():
    """Return the 8-puzzle from a position that is 31 moves away, the most there are."""
    return Tiles(3, 3, (8, 6, 7, 2, 5, 4, 3, 0, 1))


def small_puzzle():
    """Return the puzzle of 2 x 3 from the one position that is 21 moves away."""
    return Tiles(2, 3, (4, 5, 0, 1, 2, 3))


class CodedTiles:
    """The same positions as integers, for whole arrays of them: the rank of the permutation."""

    def __init__(self, tiles):
        self.tiles, self.size = tiles, len(tiles.goal)
        self.n_states = factorial(self.size)
        self.weights = [factorial(self.size - 1 - i) for i in range(self.size)]

    def encode(self, state):
        return int(self._codes(np.array([state], dtype=np.int8))[0])

    def decode(self, code):
        return tuple(self._states(np.array([code]))[0].tolist())

    def successors(self, u):
        return map(self.encode, self.tiles.successors(self.decode(u)))

    def _states(self, codes):
        """Return the states behind codes, one row a code."""
        states = np.empty((len(codes), self.size), dtype=np.int8)
        for i, weight in enumerate(self.weights):
            states[:, i], codes = np.divmod(codes, weight)
        for i in range(self.size - 2, -1, -1):
            states[:, i + 1 :] += states[:, i + 1 :] >= states[:, i : i + 1]
        return states

    def _codes(self, states):
        codes = np.zeros(len(states), dtype=np.int64)
        for i, weight in enumerate(self.weights):
            codes += weight * (states[:, i + 1 :] < states[:, i : i + 1]).sum(axis=1)
        return codes

    def successors_array(self, codes):
        states = self._states(codes)
        blanks = states.argmin(axis=1)
        for blank, slides in enumerate(self.tiles.slides):
            here = blanks == blank
            for tile in slides:
                after = states[here]
                after[:, blank] = after[:, tile]
                after[:, tile] = 0
                yield codes[here], self._codes(after)


class Integers(Space):
    """The integers from 1 up to a bound; a step doubles, adds 1 or takes 1 away."""

    start = 1

    def __init__(self, goal):
        self.goal = goal
        self.n_states = 2 * goal

    def successors(self, u):
        return [v for v in (2 * u, u + 1, u - 1) if 0 < v < self.n_states]

    def predecessors(self, v):
        found = [u for u in (v - 1, v + 1) if 0 < u < self.n_states]
        return found if v % 2 else [*found, v // 2]

    def successors_array(self, codes):
        for dst in (2 * codes, codes + 1, codes - 1):
            kept = (dst > 0) & (dst < self.n_states)
            yield codes[kept], dst[kept]
