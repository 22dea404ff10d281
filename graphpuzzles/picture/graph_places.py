"""Where the nodes of a graph stand in its picture."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, TypeGuard, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    import networkx as nx
    from numpy.typing import NDArray

    from graphpuzzles.picture.shapes import Point

N = TypeVar("N", bound="Hashable")

SPACING = 1.5
"""Distance of neighbouring nodes."""
CLOSEST = 1e-100
"""Places that are nearer to each other are none: the squares of such numbers are 0."""
FARTHEST = 1e12
"""Places are none either where they are so many gaps from the origin: a picture shows nothing."""
BLOCK = 2**22
"""Pairs of nodes between which forces are held at a time."""
SWEEPS = 12
PIVOTS = 50
ROUNDS = 60
ASPECT = 1.5
FEW = 20


def place_nodes(graph: nx.Graph[N]) -> dict[N, Point]:
    """Return a place for every node, neighbours about `SPACING` apart, y downwards.

    The first that applies:

    1. columns from left to right by the node attribute ``layer``, as frontier diagrams have it;
    2. the attributes ``x`` and ``y``, the latter upwards, if no two nodes share a place and at
       most two nodes lack one, such as source and sink, which then stand left and right;
    3. columns by the attribute ``depth``;
    4. ``x`` and ``y`` again, if no place has more than two nodes, which then stand side by side;
    5. columns by the number of steps from the graph's ``source`` or the node with ``is_source``;
    6. distances in the picture like those in the graph, each component for itself.

    Notes
    -----
    The order in columns comes from sweeps to the mean place of the neighbours (Sugiyama, Tagawa
    and Toda, 1981), the last kind of layout from pivot MDS and forces (see `_spread`). Nothing
    is random.
    """
    if layers := _columns_by(graph, "layer"):
        return _place_columns(graph, layers)
    places, most = _given_places(graph)
    if most == 1:
        return places
    if layers := _columns_by(graph, "depth"):
        return _place_columns(graph, layers)
    if most == 2:
        return places
    if layers := _columns_by_distance(graph):
        return _place_columns(graph, layers)
    return _place_components(graph)


# Places that the graph has --------------------------------------------------------------------


def _given_places(graph: nx.Graph[N]) -> tuple[dict[N, Point], int]:
    """Return the places of the attributes, and most nodes of one place; 0 if there are none."""
    given = {
        node: (float(data["x"]), -float(data["y"]))
        for node, data in graph.nodes(data=True)
        if is_number(data.get("x")) and is_number(data.get("y"))
    }
    missing = [node for node in graph if node not in given]
    if not given or len(missing) > min(2, len(given)):
        return {}, 0
    groups: dict[Point, list[N]] = {}
    for node, place in given.items():
        groups.setdefault(place, []).append(node)
    most = max(map(len, groups.values()))
    gap = _typical_gap(np.array(list(groups)))
    if gap < CLOSEST or max(abs(x) for place in groups for x in place) > FARTHEST * gap:
        return {}, 0
    scale = most * SPACING / gap
    places = {
        node: (x * scale + SPACING * (i - (len(nodes) - 1) / 2) * 0.6, y * scale)
        for (x, y), nodes in groups.items()
        for i, node in enumerate(nodes)
    }
    xs, ys = zip(*places.values(), strict=True)
    sides = (min(xs) - 1.5 * SPACING, max(xs) + 1.5 * SPACING)
    places |= {node: (x, (min(ys) + max(ys)) / 2) for node, x in zip(missing, sides, strict=False)}
    return {node: places[node] for node in graph}, most


def is_number(value: object) -> TypeGuard[float]:
    """Tell whether an attribute is a number that can be drawn: its square is finite too."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e100


def _typical_gap(points: NDArray[np.float64]) -> float:
    """Return a distance below which few points have a neighbour, but no outlier decides."""
    from scipy.spatial import KDTree

    if len(points) < 2:
        return 1.0
    gaps, _ = KDTree(points).query(points, k=2)
    nearest = np.sort(np.asarray(gaps)[:, 1])
    return float(max(nearest[len(nearest) // 10], nearest[len(nearest) // 2] / 2))


# Columns --------------------------------------------------------------------------------------


def _columns_by(graph: nx.Graph[N], attribute: str) -> list[list[N]]:
    columns: dict[float, list[N]] = {}
    for node, data in graph.nodes(data=True):
        value = data.get(attribute)
        if not is_number(value):
            return []
        columns.setdefault(float(value), []).append(node)
    return [columns[value] for value in sorted(columns)]


def _columns_by_distance(graph: nx.Graph[N]) -> list[list[N]]:
    """Return the nodes by steps from the source, and at last those that cannot be reached."""
    sources = [node for node, data in graph.nodes(data=True) if data.get("is_source") is True]
    if "source" in graph.graph and graph.graph["source"] in graph:
        sources = [graph.graph["source"]]
    if not sources:
        return []
    columns = [sources]
    seen = set(sources)
    while columns[-1]:
        column = []
        for node in columns[-1]:
            for other in graph.adj[node]:
                if other not in seen:
                    seen.add(other)
                    column.append(other)
        columns.append(column)
    columns[-1] = [node for node in graph if node not in seen]
    return [column for column in columns if column]


def _place_columns(graph: nx.Graph[N], columns: Sequence[Sequence[N]]) -> dict[N, Point]:
    columns = _with_few_crossings(graph, columns)
    most = max(map(len, columns))
    gap = 1.3 if most <= FEW else 1.0  # room for labels below the nodes, where they are legible
    step = min(max(1.5 * SPACING, ASPECT * gap * most / len(columns)), 12.0)
    places = {
        node: (step * number, gap * (row - (len(column) - 1) / 2))
        for number, column in enumerate(columns)
        for row, node in enumerate(column)
    }
    return {node: places[node] for node in graph}


def _with_few_crossings(
    graph: nx.Graph[N], columns: Sequence[Sequence[N]]
) -> Sequence[Sequence[N]]:
    number = {node: i for i, column in enumerate(columns) for node in column}
    before: dict[N, list[N]] = {node: [] for node in graph}
    after: dict[N, list[N]] = {node: [] for node in graph}
    for u, v in graph.edges():
        first, last = (u, v) if number[u] < number[v] else (v, u)
        if number[first] != number[last]:
            after[first].append(last)
            before[last].append(first)
    best, fewest = columns, _crossings(columns, after)
    for sweep in range(SWEEPS):
        if not fewest:
            break
        forwards = sweep % 2 == 0
        columns = _swept(columns, before if forwards else after, forwards=forwards)
        crossings = _crossings(columns, after)
        if crossings < fewest:
            best, fewest = columns, crossings
    return best


def _swept(
    columns: Sequence[Sequence[N]], neighbours: Mapping[N, Sequence[N]], *, forwards: bool
) -> list[list[N]]:
    """Sort each column by the mean place of the neighbours in the columns sorted before it."""
    place = _middles(columns)
    swept = [list(column) for column in columns]
    for column in swept if forwards else reversed(swept):
        mean = {
            node: _mean([place[other] for other in neighbours[node]] or [place[node]])
            for node in column
        }
        column.sort(key=mean.__getitem__)
        place.update(_middles([column]))
    return swept


def _middles(columns: Iterable[Sequence[N]]) -> dict[N, float]:
    return {
        node: row - (len(column) - 1) / 2 for column in columns for row, node in enumerate(column)
    }


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _crossings(columns: Sequence[Sequence[N]], after: Mapping[N, Sequence[N]]) -> int:
    """Count pairs of edges that cross between neighbouring columns.

    Notes
    -----
    These are the inversions of the far ends where edges are sorted by their near ends (Barth,
    Juenger and Mutzel, 2004), counted here in O(e log e) by merging.
    """
    total = 0
    for left, right in pairwise(columns):
        row = {node: i for i, node in enumerate(right)}
        ends = [end for node in left for end in sorted(row[v] for v in after[node] if v in row)]
        total += _inversions(ends)[0]
    return total


def _inversions(numbers: list[int]) -> tuple[int, list[int]]:
    """Return the number of pairs in falling order, and the sorted numbers."""
    if len(numbers) < 2:
        return 0, numbers
    middle = len(numbers) // 2
    first, low = _inversions(numbers[:middle])
    second, high = _inversions(numbers[middle:])
    # Every number of the first half counts those of the second half that are less.
    between = int(np.searchsorted(high, low, side="left").sum())
    return first + second + between, sorted(low + high)


# Layouts by the graph alone -------------------------------------------------------------------


def _place_components(graph: nx.Graph[N]) -> dict[N, Point]:
    """Lay every component out for itself and set them in rows, the largest first."""
    import networkx as nx

    undirected: nx.Graph[N] = nx.Graph()
    # Subgraph views of networkx come in the order of a set.
    undirected.add_nodes_from(graph)
    undirected.add_edges_from((u, v) for u, v in graph.edges() if u != v)
    components = []
    for component in sorted(nx.connected_components(undirected), key=len, reverse=True):
        part: nx.Graph[N] = nx.Graph()
        part.add_nodes_from(node for node in graph if node in component)
        part.add_edges_from(edge for edge in undirected.edges if edge[0] in component)
        components.append(_place_component(part))
    room = max(
        math.sqrt(ASPECT * sum((w + SPACING) * (h + SPACING) for _, w, h in components)),
        max((width for _, width, _ in components), default=0.0),
    )
    places: dict[N, Point] = {}
    x = y = row_height = 0.0
    for component_places, width, height in components:
        if x and x + width > room:
            x, y, row_height = 0.0, y + row_height + SPACING, 0.0
        places |= {node: (a + x, b + y) for node, (a, b) in component_places.items()}
        x += width + SPACING
        row_height = max(row_height, height)
    return {node: places[node] for node in graph}


def _place_component(component: nx.Graph[N]) -> tuple[dict[N, Point], float, float]:
    """Return places from the origin on, and width and height of the layout."""
    if len(component) < 3:
        row = {node: (SPACING * i, 0.0) for i, node in enumerate(component)}
        return row, SPACING * (len(row) - 1), 0.0
    points = _spread(component)
    points = (points - points.min(axis=0)) * (SPACING / _typical_gap(points))
    width, height = points.max(axis=0)
    places = {node: (float(x), float(y)) for node, (x, y) in zip(component, points, strict=True)}
    return places, float(width), float(height)


def _spread(graph: nx.Graph[N]) -> NDArray[np.float64]:
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
    single = places.astype(np.float32)  # half the memory traffic
    forces = np.empty_like(places)
    rows = max(BLOCK // len(single), 1)  # all pairs at once would take 20 n^2 bytes
    for start in range(0, len(single), rows):
        part = slice(start, start + rows)
        away = [axis[part, None] - axis for axis in single.T]
        weights = 1 / (away[0] ** 2 + away[1] ** 2 + np.float32(1e-4))
        forces[part] = np.stack([(side * weights).sum(axis=1) for side in away], axis=1)
    along = places[edges[1]] - places[edges[0]]
    pull = along * np.linalg.norm(along, axis=1, keepdims=True)
    np.add.at(forces, edges[0], pull)
    np.add.at(forces, edges[1], -pull)
    return forces
