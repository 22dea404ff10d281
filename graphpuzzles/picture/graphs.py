"""Pictures of graphs: nodes where they belong, the answer's marks in colour."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from graphpuzzles.errors import require_kind
from graphpuzzles.picture.graph_marks import UNMARKED, Labels, Marks
from graphpuzzles.picture.graph_places import is_number, place_nodes
from graphpuzzles.picture.scene import Scene
from graphpuzzles.picture.shapes import Circle, Line, Polygon, Style
from graphpuzzles.text import counted

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    import networkx as nx
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from graphpuzzles.picture.shapes import Point, Shape

N = TypeVar("N", bound="Hashable")

RADIUS = 0.3
MARGIN = 1.0
SMALLEST_UNIT, LARGEST_UNIT, WIDEST = 4.0, 40.0, 1100.0
"""Pixels of a cell, and of a picture where its cells can still be smaller."""
EDGES_A_NODE = 5
"""A graph with more edges than this for each node that is allowed is refused too."""
LABELLED_EDGES, TOLD_EDGES, BENT_EDGES = 100, 2000, 2000
"""Of more edges none is labelled, tells its attributes to who points at it, goes around nodes."""


def draw_graph(graph: nx.Graph[N], ax: Axes | None = None, *, max_nodes: int = 2000) -> Axes:
    """Draw a graph on matplotlib axes; see `graph_scene` for what it shows.

    Parameters
    ----------
    graph : networkx.Graph
        As ``puzzle.graph(kind)``, ``solution.graph(kind)`` or
        `graphpuzzles.search.explored_graph` makes it, or any other.
    ax : matplotlib.axes.Axes, optional
        By default those of a new figure.
    max_nodes : int
        Refuse to draw a greater graph.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    MissingDependencyError
        If matplotlib is not installed.
    TypeError
        If it is no networkx graph.
    ValueError
        If the graph is empty, or too great for a picture.
    """
    from graphpuzzles.picture.axes import draw_scene

    return draw_scene(graph_scene(graph, max_nodes=max_nodes), ax)


def graph_scene(graph: nx.Graph[N], *, max_nodes: int = 2000) -> Scene:
    """Return the picture of a graph as data; ``graph_scene(graph).svg()`` needs no matplotlib.

    Layered diagrams and state graphs run from left to right, graphs of a board are laid out as
    the board is, and others by the distances between their nodes. Labels stand where there is
    room for them; who points at a node of the SVG is told its attributes in any case, and up to
    2,000 edges tell theirs.

    Parameters
    ----------
    graph : networkx.Graph
        Nodes may have ``label``, ``x`` and ``y`` (upwards), ``layer`` or ``depth``; and, as marks
        of an answer, ``in_cut``, ``on_path``, ``line``, ``probability``, ``colour``,
        ``is_source`` and ``is_target``. Edges may have ``in_cut``, ``on_path``, ``line`` and
        ``flow``.
    max_nodes : int
        Refuse to draw a greater graph.

    Returns
    -------
    Scene

    Raises
    ------
    TypeError
        If it is no networkx graph.
    ValueError
        If the graph is empty, or too great for a picture.

    Notes
    -----
    It takes time in proportion to nodes times edges.

    Examples
    --------
    >>> import networkx as nx
    >>> graph_scene(nx.path_graph(3)).title
    '3 nodes, 2 edges'
    """
    import networkx as nx

    require_kind(graph, nx.Graph)
    _require_drawable(graph, max_nodes)
    places = place_nodes(graph)
    routes = list(_routes(graph, places))
    (left, top), (right, bottom) = _extent([[*places.values()], *(route.line for route in routes)])
    places = {node: (x - left, y - top) for node, (x, y) in places.items()}
    width, height = right - left, bottom - top
    unit = max(min(LARGEST_UNIT, WIDEST / max(width, height)), SMALLEST_UNIT)
    marks = _marks(graph, unit)
    edges = _edges(routes, (left, top), marks, directed=graph.is_directed())
    labels = Labels(places.values(), RADIUS, width, height, unit)
    circles = []
    for node, data in graph.nodes(data=True):
        text = _said(data.get("label", node))
        circle = Circle(places[node], RADIUS, marks.node(node, data), _told(text, data))
        circles.append((circle, text))
    # Marked nodes choose the places of their labels first.
    labels.label_nodes(sorted(circles, key=lambda item: item[0].style.fill == UNMARKED))
    if len(routes) <= LABELLED_EDGES:
        for route in routes:
            x, y = route.line[len(route.line) // 2]
            labels.label_edge(_edge_label(route.data), (x - left, y - top))
    shapes = (*edges, *(circle for circle, _ in circles), *labels.shapes)
    return Scene(width, height, shapes, _title(graph), marks.legend(), unit)


def _require_drawable(graph: nx.Graph[N], max_nodes: int) -> None:
    nodes, edges = len(graph), graph.number_of_edges()
    if nodes == 0:
        raise ValueError("a graph without nodes has no picture")
    if nodes > max_nodes or edges > EDGES_A_NODE * max_nodes:
        raise ValueError(
            f"a picture of {nodes} nodes and {edges} edges would show nothing; "
            "write_graphml(graph, path), or the command graphpuzzles graph, exports it for Gephi "
            f"and others (max_nodes={max_nodes})"
        )


def _title(graph: nx.Graph[N]) -> str:
    name = graph.graph.get("kind") or graph.graph.get("name") or ""
    size = f"{counted(len(graph), 'node')}, {counted(graph.number_of_edges(), 'edge')}"
    return f"{_said(name)}: {size}" if name else size


def _extent(lines: Sequence[Sequence[Point]]) -> tuple[Point, Point]:
    """Return the corners of a box around all points, with a margin."""
    points = np.array([point for line in lines for point in line])
    (left, top), (right, bottom) = points.min(axis=0) - MARGIN, points.max(axis=0) + MARGIN
    return (float(left), float(top)), (float(right), float(bottom))


def _marks(graph: nx.Graph[N], unit: float) -> Marks:
    flows = (data.get("flow") for _, _, data in graph.edges(data=True))
    most = max((float(flow) for flow in flows if is_number(flow) and flow > 0), default=1.0)
    target = graph.graph.get("sink", graph.graph.get("target"))
    return Marks(graph.graph.get("source"), target, most, unit)


def _said(value: object) -> str:
    """Return the text of a value; an integer may have more digits than Python prints."""
    try:
        return str(value)
    except (ValueError, RecursionError):
        return f"<{type(value).__name__} too large to show>"


def _told(text: str, data: Mapping[str, object]) -> str:
    """Return what somebody is told who points at a node or edge."""
    facts = [
        f"{_said(name)} {_said(value)}"
        for name, value in data.items()
        if name not in {"label", "x", "y"}
    ]
    return "; ".join(filter(None, [text, *facts]))


# Edges ----------------------------------------------------------------------------------------


class _Route(NamedTuple):
    line: list[Point]
    data: Mapping[str, object]


def _routes(graph: nx.Graph[N], places: Mapping[N, Point]) -> Iterator[_Route]:
    """Yield the way of every edge from circle to circle."""
    points = np.array([places[node] for node in graph])
    number = {node: i for i, node in enumerate(graph)}
    around = graph.number_of_edges() <= BENT_EDGES
    for u, v, bend, data in _bent_edges(graph, number):
        if u == v:
            line = _loop(places[u], bend)
        elif around and bend == 0 and _meets_a_node(points, number[u], number[v]):
            line = _curve(places[u], places[v], 0.15 * math.dist(places[u], places[v]))
        else:
            line = _curve(places[u], places[v], bend)
        yield _Route(line, data)


def _edges(
    routes: Sequence[_Route], origin: Point, marks: Marks, *, directed: bool
) -> list[Shape]:
    """Return the edges' shapes, marked ones last."""
    plain: list[Shape] = []
    marked: list[Shape] = []
    for route in routes:
        style, is_marked = marks.edge(route.data)
        title = ""
        if len(routes) <= TOLD_EDGES:
            title = _told(_edge_label(route.data), route.data)
        line = [(x - origin[0], y - origin[1]) for x, y in route.line]
        (marked if is_marked else plain).extend(_arrow(line, style, title, directed=directed))
    return plain + marked


def _bent_edges(
    graph: nx.Graph[N], number: Mapping[N, int]
) -> Iterator[tuple[N, N, float, Mapping[str, object]]]:
    """Yield every edge with how far it bends away from others between the same nodes."""
    parallel: dict[tuple[int, int], list[tuple[N, N, Mapping[str, object]]]] = {}
    for u, v, data in graph.edges(data=True):
        pair = (min(number[u], number[v]), max(number[u], number[v]))
        parallel.setdefault(pair, []).append((u, v, data))
    for (first, last), edges in parallel.items():
        for i, (u, v, attributes) in enumerate(edges):
            bend = i if first == last else 0.3 * (i - (len(edges) - 1) / 2)
            yield u, v, bend if number[u] == first else -bend, attributes


def _edge_label(data: Mapping[str, object]) -> str:
    if "flow" in data and "capacity" in data:
        return f"{_said(data['flow'])}/{_said(data['capacity'])}"
    return _said(data.get("label") or data.get("weight") or "")


def _meets_a_node(points: NDArray[np.float64], u: int, v: int) -> bool:
    """Tell whether the straight edge between two nodes runs into a third."""
    start, along = points[u], points[v] - points[u]
    squared = float(along @ along)
    if squared == 0:
        return False
    share = np.clip((points - start) @ along / squared, 0.0, 1.0)
    away = points - start - share[:, None] * along
    near = np.einsum("ij,ij->i", away, away) < RADIUS**2
    near[[u, v]] = False
    return bool(near.any())


def _curve(start: Point, end: Point, bend: float) -> list[Point]:
    """Return points from circle to circle on an arc that bends away from the straight line."""
    (x, y), (a, b) = start, end
    length = math.dist(start, end) or 1.0
    across = ((b - y) / length, (x - a) / length)
    # A parabola through three points reaches half the height of its middle control point.
    control = ((x + a) / 2 + 2 * bend * across[0], (y + b) / 2 + 2 * bend * across[1])
    ends = [_towards(start, control), _towards(end, control)]
    steps = 1 if bend == 0 else 10
    line = []
    for i in range(steps + 1):
        t = i / steps
        first, middle, last = (1 - t) ** 2, 2 * t * (1 - t), t**2
        if bend == 0:
            first, middle, last = 1 - t, 0.0, t
        line.append(
            (
                first * ends[0][0] + middle * control[0] + last * ends[1][0],
                first * ends[0][1] + middle * control[1] + last * ends[1][1],
            )
        )
    return line


def _towards(center: Point, aim: Point) -> Point:
    """Return the point of a node's circle that lies towards another point."""
    distance = math.dist(center, aim) or 1.0
    share = min(RADIUS / distance, 0.5)
    return center[0] + share * (aim[0] - center[0]), center[1] + share * (aim[1] - center[1])


def _loop(center: Point, number: float) -> list[Point]:
    """Return a loop above a node; later ones are larger."""
    radius = RADIUS * (0.6 + 0.3 * number)
    x, y = center[0], center[1] - RADIUS - 0.6 * radius
    turns = [math.pi * (0.75 + 1.5 * i / 12) for i in range(13)]
    return [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns]


def _arrow(line: Sequence[Point], style: Style, title: str, *, directed: bool) -> Iterator[Shape]:
    if not directed:
        yield Line(tuple(line), style, title)
        return
    (x, y), (a, b) = line[-2:]
    length = math.dist(line[-2], line[-1]) or 1.0
    along = ((a - x) / length, (b - y) / length)
    size = min(0.16 + style.width, 0.8 * length) if len(line) == 2 else 0.16 + style.width
    back = (a - size * along[0], b - size * along[1])
    side = (-0.4 * size * along[1], 0.4 * size * along[0])
    yield Line((*line[:-1], back), style, title)
    yield Polygon(
        ((a, b), (back[0] + side[0], back[1] + side[1]), (back[0] - side[0], back[1] - side[1])),
        Style(fill=style.stroke),
    )
