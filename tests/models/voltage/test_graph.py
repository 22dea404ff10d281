"""Voltage graphs: the shapes of bodies, the moves between them, and their tables."""

from collections import Counter

import numpy as np
import pytest

from graphpuzzles.errors import NotApplicableError
from graphpuzzles.models.voltage.graph import VoltageGraph, explore
from graphpuzzles.puzzles.hexerpent.gait import HEXERPENT, hexerpent_graph
from graphpuzzles.puzzles.snake.gait import SNAKE, snake_graph

# OEIS A001411: self-avoiding walks on the square lattice.
WALKS = [1, 4, 12, 36, 100, 284, 780, 2172, 5916, 16268, 44100, 120292]


def as_shapes(bodies):
    return [tuple(map(tuple, body)) for body in bodies.tolist()]


def arcs_of(graph):
    shapes = as_shapes(graph.bodies)
    ends = zip(graph.source.tolist(), graph.target.tolist(), graph.voltage.tolist(), strict=True)
    return Counter((shapes[u], shapes[v], tuple(step)) for u, v, step in ends)


# Shapes and moves ------------------------------------------------------------------------------


def test_numbers_of_self_avoiding_walks():
    assert [snake_graph(n).shapes for n in range(1, 13)] == WALKS


def test_a_snake_has_as_many_moves_as_there_are_longer_walks():
    # A move adds a cell before the head: it is a walk of one more cell, read from its end.
    assert [snake_graph(n).arcs for n in range(1, 12)] == WALKS[1:]


def test_numbers_of_hexerpent_shapes():
    assert [hexerpent_graph(n).shapes for n in range(2, 9)] == [6, 18, 54, 162, 474, 1398, 4074]


@pytest.mark.parametrize(
    ("length", "mean", "most"),
    [(2, 4, 4), (3, 6, 6), (4, 7.1, 9), (5, 9.5, 17), (6, 12.2, 26), (7, 15.9, 44), (8, 20.5, 71)],
)
def test_moves_of_a_hexerpent(length, mean, most):
    moves = np.diff(hexerpent_graph(length).first_arc)
    assert (round(float(moves.mean()), 1), moves.max()) == (mean, most)


@pytest.mark.parametrize(
    ("build", "rule", "length"),
    [
        *((snake_graph, SNAKE, length) for length in range(1, 8)),
        *((hexerpent_graph, HEXERPENT, length) for length in range(1, 7)),
    ],
)
def test_tables_hold_what_the_rule_says_of_each_shape(build, rule, length):
    table = build(length)
    explored = explore(rule, as_shapes(table.bodies))
    assert arcs_of(table) == arcs_of(explored)
    assert (np.diff(table.source) >= 0).all()


@pytest.mark.parametrize("length", [1, 2, 5])
def test_a_step_of_a_hexerpent_can_be_taken_back(length):
    arcs = arcs_of(hexerpent_graph(length))
    assert arcs == Counter({(v, u, (-a, -b)): count for (u, v, (a, b)), count in arcs.items()})


def test_turned_round_twice_a_graph_is_itself():
    graph = snake_graph(5)
    assert arcs_of(graph.reversed.reversed) == arcs_of(graph)
    assert arcs_of(graph.reversed) != arcs_of(graph)


@pytest.mark.parametrize("graph", [snake_graph(4), hexerpent_graph(5), hexerpent_graph(1)])
def test_passes_hold_every_arc_once(graph):
    found = Counter(
        (int(u), int(v), voltage)
        for voltage, targets, sources in graph.passes
        for tails in sources
        for u, v in zip(tails, targets[: len(tails)], strict=True)
    )
    arcs = zip(graph.source.tolist(), graph.target.tolist(), graph.voltage.tolist(), strict=True)
    assert found == Counter((u, v, tuple(step)) for u, v, step in arcs)


@pytest.mark.parametrize(
    ("build", "length"),
    [(snake_graph, 15), (hexerpent_graph, 11)],
)
def test_tables_of_long_bodies_are_refused(build, length):
    with pytest.raises(NotApplicableError, match="tables go up to"):
        build(length)


def test_a_body_has_a_section():
    with pytest.raises(ValueError, match="at least 1 section"):
        snake_graph(0)


def test_shape_of_a_body():
    graph = snake_graph(3)
    assert graph.label(graph.shape_of([(7, 7), (7, 8), (8, 8)])) == "(0,1) (1,1)"
    assert graph.shape_of([(7, 7), (7, 9), (8, 8)]) is None
    assert graph.shape_of([(7, 7), (7, 8)]) is None
    assert graph.shape_of([(0, 0), (0, 256), (0, 257)]) is None


def test_explicit_graph_has_plain_attributes():
    graph = snake_graph(3).to_networkx()
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (12, 36)
    assert all(type(node) is str for node in graph)
    values = [data for _, data in graph.nodes(data=True)]
    values += [data for _, _, data in graph.edges(data=True)]
    assert {type(value) for data in values for value in data.values()} <= {str, int, float}


def test_an_explicit_graph_lies_as_in_a_plot():
    square = {data["label"]: data for _, data in snake_graph(2).to_networkx().nodes(data=True)}
    assert (square["(1,0)"]["x"], square["(1,0)"]["y"]) == (0, -0.5)  # the tail below the head
    hexagons = hexerpent_graph(2).to_networkx()
    places = [(data["x"], data["y"]) for _, data in hexagons.nodes(data=True)]
    assert all(x * x + y * y == pytest.approx(0.25) for x, y in places)


@pytest.mark.parametrize(
    ("gait", "lengths"),
    [(SNAKE, range(1, 12)), (HEXERPENT, range(1, 9))],
    ids=["snake", "hexerpent"],
)
def test_the_sizes_of_tables_are_known_without_them(gait, lengths):
    built = (gait.table(length) for length in lengths)
    assert [(table.shapes, table.arcs) for table in built] == list(gait.sizes[: len(lengths)])


@pytest.mark.parametrize("field", ["bodies", "source", "target", "voltage", "first_arc"])
def test_nobody_can_write_into_a_table(field):
    array = getattr(snake_graph(3), field)
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 7


def test_the_passes_of_a_table_are_locked_too():
    for _, targets, sources in hexerpent_graph(3).passes:
        assert not any(array.flags.writeable for array in (targets, *sources))


def test_a_graph_without_moves():
    nothing = np.zeros(0, dtype=np.int32)
    graph = VoltageGraph(SNAKE.lattice, np.zeros((1, 1, 2), np.int8), nothing, nothing, nothing)
    assert (graph.shapes, graph.arcs, graph.passes) == (1, 0, ())
