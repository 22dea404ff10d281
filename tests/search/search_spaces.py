"""State spaces and random graphs on which the searches are tried."""

import random

import networkx as nx
import numpy as np
from hypothesis import strategies as st


class Grid:
    """A board of cells, coded as integers, some of them blocked."""

    def __init__(self, rows=9, columns=9, seed=3, blocked=0.25):
        self.rows, self.columns = rows, columns
        self.n_states = rows * columns
        rng = random.Random(seed)
        self.free = np.array([rng.random() >= blocked for _ in range(self.n_states)])
        self.goal = self.n_states - 1
        self.free[[0, self.goal]] = True

    def _moves(self):
        return ((-1, 0), (0, -1), (0, 1), (1, 0))

    def successors(self, u):
        row, column = divmod(u, self.columns)
        for down, right in self._moves():
            r, c = row + down, column + right
            if 0 <= r < self.rows and 0 <= c < self.columns and self.free[r * self.columns + c]:
                yield r * self.columns + c

    predecessors = successors

    def successors_array(self, codes):
        row, column = np.divmod(codes, self.columns)
        for down, right in self._moves():
            r, c = row + down, column + right
            inside = (r >= 0) & (r < self.rows) & (c >= 0) & (c < self.columns)
            src, dst = codes[inside], (r * self.columns + c)[inside]
            kept = self.free[dst]
            yield src[kept], dst[kept]

    def is_target(self, u):
        return u == self.goal

    def heuristic(self, u):
        row, column = divmod(u, self.columns)
        return self.rows - 1 - row + self.columns - 1 - column

    def __contains__(self, u):
        return 0 <= u < self.n_states and bool(self.free[u])


class WeightedGrid(Grid):
    """The same board with weights from 0 to 3 on the steps."""

    def weight(self, u, v):
        return (u * 7 + v * 13) % 4

    def heuristic(self, u):
        return 0 * u


@st.composite
def random_graphs(draw):
    n = draw(st.integers(2, 8))
    node = st.integers(0, n - 1)
    edges = draw(st.dictionaries(st.tuples(node, node), st.integers(0, 4), max_size=4 * n))
    graph = nx.DiGraph()
    graph.add_nodes_from(range(n))
    graph.add_weighted_edges_from((u, v, w) for (u, v), w in edges.items())
    return graph


def whole(result):
    """Everything about a result that must not depend on stops on the way."""
    return (
        result.status,
        result.target,
        result.cost,
        result.path,
        result.lower_bound,
        result.optimal,
        result.guarantee,
        result.stats,
        list(result.seen.items()),
        dict(result.pred),
        dict(result.predecessors),
    )
