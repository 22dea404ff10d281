"""How many links every node has, where all nodes must be used, as a linear program of its own.

It knows nothing of lines: a variable for every edge, and one link at a terminal, two at any other
node. What it shows is weak, but other than what the flows show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np

from graphpuzzles.puzzles.wiring.prices import DENOMINATORS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from graphpuzzles.puzzles.wiring.network import WiringNetwork

    Floats: TypeAlias = NDArray[np.float64]


def degree_prices(network: WiringNetwork) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield prices of links at every node, with their common denominator.

    Those of the largest bound, made rational more and more finely; with the denominator 0 if no
    choice of edges gives every node its links. What they prove is for `DegreeBound` to say.
    """
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, eye_array, hstack

    label = network.label
    edges = [
        (u, v, weight)
        for u, v, weight in network.edges
        if not label[u] or not label[v] or label[u] == label[v]
    ]
    if not edges:
        return
    links = np.array([1.0 if label[u] else 2.0 for u in range(network.size)])
    u, v, weights = np.array(edges, dtype=np.float64).T
    ends = np.concatenate([u, v]).astype(np.int64), np.tile(np.arange(len(edges)), 2)
    matrix = csr_array((np.ones(2 * len(edges)), ends), shape=(network.size, len(edges)))
    result = linprog(weights, A_eq=cast("Floats", matrix), b_eq=links, bounds=(0, 1))
    if result.status == 0:
        yield from ((_rational(result.eqlin.marginals, scale), scale) for scale in DENOMINATORS)
        return
    # Every link that is missing, or too much, costs 1: the duals say where.
    slack = eye_array(network.size, format="csr")
    costs = np.concatenate([np.zeros(len(edges)), np.ones(2 * network.size)])
    most = [(0.0, 1.0)] * len(edges) + [(0.0, None)] * (2 * network.size)
    both = cast("Floats", hstack([matrix, slack, -slack], format="csr"))
    elastic = linprog(costs, A_eq=both, b_eq=links, bounds=most)
    yield from ((_rational(elastic.eqlin.marginals, scale), 0) for scale in DENOMINATORS)


def _rational(prices: Floats, scale: int) -> tuple[int, ...]:
    return tuple(int(numerator) for numerator in np.rint(prices * scale))
