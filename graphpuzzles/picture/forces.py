"""A layout of large connected graphs: distances to a few nodes, then forces."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Hashable

    import networkx as nx
    from numpy.typing import NDArray

__all__ = ["spread"]

N = TypeVar("N", bound="Hashable")

PIVOTS = 50
ROUNDS = 60


def spread(graph: nx.Graph[N]) -> NDArray[np.float64]:
    """Return places of the nodes of a connected graph, edges about 1 long.

    Notes
    -----
    Pivot MDS (Brandes and Pich, 2007) unfolds the graph in O(k (n + m) + k^2 n) for k pivots;
    forces (Fruchterman and Reingold, 1991) then part the nodes that are alike to all pivots, in
    O(n^2 + m) a round. Nothing is random.

    References
    ----------
    U. Brandes and C. Pich, *Eigensolver methods for progressive multidimensional scaling of large
    data*, Graph Drawing 2006, LNCS 4372, 2007.
    """
    number = {node: i for i, node in enumerate(graph)}
    edges = np.array([(number[u], number[v]) for u, v in graph.edges()], dtype=np.intp).T
    places = _by_pivots(len(number), edges)
    length = np.linalg.norm(places[edges[0]] - places[edges[1]], axis=1).mean()
    places /= length or 1.0
    # Nodes of one place would never part; a spiral has no two equal directions.
    angles = 2.4 * np.arange(len(number))
    places += 0.1 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    for step in np.linspace(0.5, 0.01, ROUNDS):
        moves = _forces(places, edges)
        lengths = np.linalg.norm(moves, axis=1, keepdims=True)
        places += moves * np.minimum(1.0, step / np.maximum(lengths, 1e-9))
    return places


def _by_pivots(n: int, edges: NDArray[np.intp]) -> NDArray[np.float64]:
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    matrix = csr_array((np.ones(edges.shape[1]), (edges[0], edges[1])), shape=(n, n))
    rows: list[NDArray[np.float64]] = []
    pivot = 0
    for _ in range(min(PIVOTS, n)):
        (row,) = dijkstra(matrix, directed=False, indices=np.array([pivot]), unweighted=True)
        rows.append(row)
        pivot = int(np.min(rows, axis=0).argmax())  # farthest from all that have been taken
    squares = np.array(rows) ** 2
    centred = squares.mean(axis=0) + squares.mean(axis=1, keepdims=True) - squares - squares.mean()
    _values, vectors = np.linalg.eigh(centred @ centred.T)
    axes = vectors[:, -2:]
    axes = axes * np.where(axes.sum(axis=0) < 0, -1.0, 1.0)  # either sign is an eigenvector
    return np.asarray(centred.T @ axes[:, ::-1] / np.sqrt(n))


def _forces(places: NDArray[np.float64], edges: NDArray[np.intp]) -> NDArray[np.float64]:
    single = places.astype(np.float32)  # half the memory traffic of an n x n table
    away = [axis[:, None] - axis for axis in single.T]
    weights = 1 / (away[0] ** 2 + away[1] ** 2 + np.float32(1e-4))
    forces = np.stack([(part * weights).sum(axis=1) for part in away], axis=1).astype(np.float64)
    along = places[edges[1]] - places[edges[0]]
    pull = along * np.linalg.norm(along, axis=1, keepdims=True)
    np.add.at(forces, edges[0], pull)
    np.add.at(forces, edges[1], -pull)
    return forces
