"""Pictures that explain the three graph models, computed by the package itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import atan2, comb, cos, hypot, pi, sin
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
from picture_parts import arrow, side_by_side

from graphpuzzles import ConnectingGame, Minesweeper, Snake
from graphpuzzles.lattice import SQUARE
from graphpuzzles.models.voltage.board import Board
from graphpuzzles.models.voltage.derived import DerivedGraph
from graphpuzzles.picture import (
    BLACK,
    BLUE,
    GREY,
    LIGHT,
    ORANGE,
    SKY,
    VERMILLION,
    WHITE,
    Circle,
    Line,
    Scene,
    Style,
    Text,
    rectangle,
)
from graphpuzzles.puzzles.snake.gait import snake_graph
from graphpuzzles.search import bfs_search

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphpuzzles.picture import Point, Shape

THIN = Style(stroke=GREY, width=0.03)
EDGE = Style(stroke=GREY, width=0.06)
NODE = Style(fill=WHITE, stroke=BLACK, width=0.05)
RED = Style(fill=VERMILLION, stroke=BLACK, width=0.05)
SOFT_RED = "#f3c9b0"


# Cuts ----------------------------------------------------------------------------------------

GAME = ConnectingGame(["FDDHBA", "GEEHHC", "GEEEEC", "EEEEEE"])


def cut_model() -> Scene:
    solution = GAME.solve("layers")
    board = replace(solution.scene(), title="red stops blue", legend=())
    blue = replace(_over_board("regions"), title="regions: where blue walks")
    red = replace(_over_board("contacts"), title="contacts: where red walks")
    return side_by_side([board, blue, red], "A board of regions and its two graphs")


def _over_board(kind: str) -> Scene:
    """Draw a graph of the regions over the faded board."""
    graph = GAME.solve("layers").graph(kind)
    at = {
        u: _inside(int(u[1:]), data["x"] + 0.5, 0.5 - data["y"])
        for u, data in graph.nodes(data=True)
    }
    shapes = [*_faded_cells(graph), *_borders()]
    for u, v, data in graph.edges(data=True):
        style = EDGE
        if data.get("on_path"):
            style = Style(stroke=VERMILLION, width=0.14)
        elif data.get("by") == "corner":
            style = replace(EDGE, dash=(0.12, 0.14))
        shapes.append(Line((at[u], at[v]), style))
    for u, data in graph.nodes(data=True):
        shapes.append(Circle(at[u], 0.3, RED if data["in_cut"] else NODE))
        colour = WHITE if data["in_cut"] else BLACK
        shapes.append(Text(at[u], f"{data['label']}{data['weight']}", 0.28, colour))
    rows, columns = GAME.shape
    return Scene(columns, rows, tuple(shapes))


def _faded_cells(graph: nx.Graph[str]) -> Iterator[Shape]:
    for (row, column), region in np.ndenumerate(GAME.regions.of):
        fill = SOFT_RED if graph.nodes[f"r{region}"]["in_cut"] else LIGHT
        yield rectangle((column, row), 1, 1, Style(fill=fill, stroke=fill))


def _borders() -> Iterator[Shape]:
    """Yield the sides of cells where one region ends."""
    style = Style(stroke=BLACK, width=0.05)
    of = GAME.regions.of
    for row, column in np.argwhere(of[:, :-1] != of[:, 1:]).tolist():
        yield Line(((column + 1, row), (column + 1, row + 1)), style)
    for row, column in np.argwhere(of[:-1] != of[1:]).tolist():
        yield Line(((column, row + 1), (column + 1, row + 1)), style)


def _inside(region: int, x: float, y: float) -> Point:
    """Return the middle of the region's cell that is nearest to a point."""
    cells = [(c + 0.5, r + 0.5) for r, c in np.argwhere(GAME.regions.of == region).tolist()]
    return min(cells, key=lambda cell: hypot(cell[0] - x, cell[1] - y))


# Voltage graphs ------------------------------------------------------------------------------

STONES = frozenset({(1, 1)})
SNAKE = Snake(3, 4, [(2, 1), (2, 2)], stones=STONES)


def voltage_model() -> Scene:
    return side_by_side(
        [_shapes(), _states()], "The shapes of a snake of two sections, and its states on a board"
    )


def _body(center: Point, to: Point, size: float, *, dark: bool = True) -> Iterator[Shape]:
    """Yield a snake of two sections: a head with an eye, and a tail."""
    colour = BLUE if dark else SKY
    x, y = center
    tail = (x + to[0] * size, y + to[1] * size)
    yield Line((center, tail), Style(stroke=colour, width=0.45 * size))
    yield Circle(center, 0.33 * size, Style(fill=colour))
    yield Circle(center, 0.12 * size, Style(fill=WHITE))


def _shapes() -> Scene:
    graph = snake_graph(2).to_networkx()
    middle, radius = 3.6, 2.35
    at, tails = {}, {}
    for node, data in graph.nodes(data=True):
        row, column = map(int, data["label"].strip("()").split(","))
        tails[node] = (column, row)
        at[node] = (middle + column * radius, middle + row * radius)
    shapes: list[Shape] = []
    for u, v, data in graph.edges(data=True):
        voltage = f"({data['row']},{data['column']})"
        if u == v:
            x, y = at[u]
            dx, dy = tails[u]
            shapes += _loop((x + 0.74 * dx, y + 0.74 * dy), (dx, dy))
            beside = (x + 0.85 * dx + 0.62 * abs(dy), y + 0.85 * dy + 0.48 * abs(dx))
            shapes.append(Text(beside, voltage, 0.26))
            continue
        (x, y), (z, w) = at[u], at[v]
        length = hypot(z - x, w - y)
        side = ((w - y) / length * 0.13, (x - z) / length * 0.13)
        start = (x + (z - x) * 0.3 + side[0], y + (w - y) * 0.3 + side[1])
        end = (x + (z - x) * 0.7 + side[0], y + (w - y) * 0.7 + side[1])
        shapes += arrow(start, end, EDGE)
        place = ((start[0] + end[0]) / 2 + 3.2 * side[0], (start[1] + end[1]) / 2 + 2.2 * side[1])
        shapes.append(Text(place, voltage, 0.26))
    for node in graph:
        x, y = at[node]
        dx, dy = tails[node]
        shapes.append(Circle(at[node], 0.62, NODE))
        shapes += _body((x - 0.2 * dx, y - 0.2 * dy), (dx, dy), 0.45)
    return Scene(2 * middle, 2 * middle, tuple(shapes), "voltage graph: 4 shapes, 12 moves")


def _loop(at: Point, to: Point) -> Iterator[Shape]:
    """Yield an arrow that comes back to where it begins."""
    radius = 0.26
    base = atan2(to[1], to[0])
    points = tuple(
        (at[0] + radius * cos(base + turn), at[1] + radius * sin(base + turn))
        for turn in (0.75 * pi * step / 12 for step in range(-12, 13))
    )
    yield Line(points[:-1], EDGE)
    yield from arrow(points[-2], points[-1], EDGE)


def _states() -> Scene:
    """Draw every state where its body lies: a dot between head and tail, nearer to the head."""
    space = DerivedGraph(snake_graph(2), Board(SQUARE, SNAKE.rows, SNAKE.columns, STONES))
    size = 1.8
    shapes: list[Shape] = []
    for row in range(SNAKE.rows):
        for column in range(SNAKE.columns):
            fill = GREY if (row, column) in STONES else LIGHT
            style = Style(fill=fill, stroke=WHITE, width=0.06)
            shapes.append(rectangle((column * size, row * size), size, size, style))
    answer = SNAKE.solve().answer
    walk = answer.states if answer else ()
    taken = set(pairwise(walk))
    reached = bfs_search(space, space.encode(SNAKE.body)).seen
    arcs = [
        (space.decode(u), space.decode(v))
        for u in sorted(reached)
        for v in sorted(space.successors(u))
    ]

    def place(body: Sequence[tuple[int, int]]) -> Point:
        (r, c), (tr, tc) = body
        return size * (c + 0.5 + 0.27 * (tc - c)), size * (r + 0.5 + 0.27 * (tr - r))

    for u, v in sorted(arcs, key=taken.__contains__):
        style = Style(stroke=VERMILLION, width=0.09) if (u, v) in taken else THIN
        shapes += arrow(place(u), place(v), style, short=0.13)
    nodes = {state for arc in arcs for state in arc} | set(walk)
    for state in sorted(nodes):
        style = RED if state in walk else NODE
        shapes.append(Circle(place(state), 0.12, replace(style, width=0.03)))
    width, height = size * SNAKE.columns, size * SNAKE.rows
    title = f"derived graph on a board: {len(nodes)} states, {len(arcs)} moves"
    return Scene(width, height, tuple(shapes), title)


# Frontier diagrams ---------------------------------------------------------------------------

BOARD = [[-1] * 5, [-1, 1, 1, 1, -1]]
MINES = Minesweeper(BOARD)


def frontier_model() -> Scene:
    return side_by_side(
        [_groups(), _diagram()], "Five groups of cells, and the diagram of all layouts"
    )


def _groups() -> Scene:
    """Draw the board, its hidden cells numbered by the step that decides them."""
    graph = MINES.graph("frontier")
    steps = nx.get_node_attributes(graph, "layer")
    group = {}
    for u, _, cells in graph.edges(data="cells"):
        for cell in cells.split():
            group[cell] = steps[u] + 1
    shapes: list[Shape] = []
    for row, numbers in enumerate(BOARD):
        for column, number in enumerate(numbers):
            hidden = number < 0
            style = Style(fill="#d9d9d9" if hidden else WHITE, stroke=GREY)
            shapes.append(rectangle((column, row), 1, 1, style))
            text = f"step {group[f'{row},{column}']}" if hidden else str(number)
            size = 0.28 if hidden else 0.55
            shapes.append(Text((column + 0.5, row + 0.5), text, size, bold=not hidden))
    return Scene(5, 2, tuple(shapes), "seven hidden cells, five groups")


def _lacks(graph: nx.DiGraph[str]) -> dict[str, tuple[int, ...]]:
    """Return for every node how many mines the three clues still lack there."""
    clues = {1: 1, 2: 1, 3: 1}  # column -> number
    lacks = {graph.graph["source"]: tuple(clues.values())}
    for u in nx.topological_sort(graph):
        for v in graph.successors(u):
            column = int(graph.edges[u, v]["cells"].split()[0].split(",")[1])
            mines = graph.edges[u, v]["mines"]
            lacks[v] = tuple(
                lack - mines * (abs(clue - column) <= 1)
                for clue, lack in zip(clues, lacks[u], strict=True)
            )
    return lacks


def _diagram() -> Scene:
    graph = nx.DiGraph(MINES.graph("frontier"))  # no two arcs are parallel here
    source, sink = graph.graph["source"], graph.graph["sink"]
    ways = {
        (u, v): comb(len(data["cells"].split()), data["mines"])
        for u, v, data in graph.edges(data=True)
    }
    ahead = {sink: 1}
    for u in reversed(list(nx.topological_sort(graph))):
        ahead.setdefault(u, sum(ways[u, v] * ahead[v] for v in graph.successors(u)))
    layers: dict[int, list[str]] = {}
    for node, layer in graph.nodes(data="layer"):
        layers.setdefault(layer, []).append(node)
    tallest = max(map(len, layers.values()))
    at = {
        node: (0.7 + 2.2 * layer, 0.6 + 1.7 * (number + (tallest - len(nodes)) / 2))
        for layer, nodes in layers.items()
        for number, node in enumerate(nodes)
    }
    lacks = _lacks(graph)
    shapes: list[Shape] = []
    for (u, v), number in ways.items():
        mines = graph.edges[u, v]["mines"]
        style = Style(stroke=ORANGE if mines else GREY, width=0.09 if mines else 0.06)
        shapes += arrow(at[u], at[v], style, short=0.42)
        if number > 1:
            middle = ((at[u][0] + at[v][0]) / 2, (at[u][1] + at[v][1]) / 2 + 0.3)
            shapes.append(Text(middle, f"x {number}", 0.3))
    for node in graph:
        x, y = at[node]
        shapes.append(Circle((x, y), 0.4, NODE))
        shapes.append(Text((x, y), str(ahead[node]), 0.4, bold=True))
        shapes.append(Text((x, y + 0.6), "lack " + " ".join(map(str, lacks[node])), 0.24))
    for layer in range(len(layers) - 1):
        x = 0.7 + 2.2 * (layer + 0.5)
        shapes.append(Text((x, 1.7 * tallest - 0.2), f"step {layer + 1}", 0.28, GREY))
    title = f"{ahead[source]} layouts; in each node: ways from there to the end"
    return Scene(0.7 + 2.2 * max(layers) + 0.8, 1.7 * tallest, tuple(shapes), title)
