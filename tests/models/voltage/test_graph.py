"""Voltage graphs, their derived graphs, and the search with one bit a state."""

import random
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpuzzles.errors import NotApplicableError
from graphpuzzles.lattice import HEX, SQUARE
from graphpuzzles.limits import Limits, Meter
from graphpuzzles.models.voltage import layers
from graphpuzzles.models.voltage.board import Board, HeadDistance, shortest_way
from graphpuzzles.models.voltage.derived import DerivedGraph
from graphpuzzles.models.voltage.graph import explore
from graphpuzzles.models.voltage.layers import BitSearch, Layer, shifted
from graphpuzzles.models.voltage.poses import Poses
from graphpuzzles.puzzles.walking.moves import HEXERPENT, SNAKE
from graphpuzzles.puzzles.walking.shapes import (
    hexerpent_graph,
    induced_paths,
    self_avoiding_walks,
    snake_graph,
)
from graphpuzzles.search import bfs_search

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
    assert [len(self_avoiding_walks(n)) for n in range(1, 13)] == WALKS


def test_a_snake_has_as_many_moves_as_there_are_longer_walks():
    # A move adds a cell before the head: it is a walk of one more cell, read from its end.
    assert [snake_graph(n).arcs for n in range(1, 12)] == WALKS[1:]


def test_numbers_of_hexerpent_shapes():
    assert [len(induced_paths(n)) for n in range(2, 9)] == [6, 18, 54, 162, 474, 1398, 4074]


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
    [(snake_graph, 15), (hexerpent_graph, 11), (self_avoiding_walks, 15), (induced_paths, 11)],
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


# Words and layers ------------------------------------------------------------------------------


@given(st.integers(1, 5), st.integers(-400, 400), st.integers(0, 2**32))
def test_shifting_words_is_shifting_one_long_integer(width, shift, seed):
    value = random.Random(seed).getrandbits(64 * width)
    words = np.frombuffer(value.to_bytes(8 * width, "little"), dtype="<u8").reshape(1, -1)
    moved = shifted(words.astype(np.uint64), shift, np.full((1, width), 7, dtype=np.uint64))
    expected = (value << shift if shift >= 0 else value >> -shift) % (1 << 64 * width)
    assert int.from_bytes(moved.astype("<u8").tobytes(), "little") == expected


codes = st.sets(st.integers(0, 1000), max_size=60)


@given(codes, codes)
def test_layers_are_sets(some, others):
    layer, other = (Layer.of(np.array(sorted(each), dtype=np.int64)) for each in (some, others))
    assert set(layer.codes().tolist()) == some
    assert len(layer) == len(some)
    assert layer.common(other).tolist() == sorted(some & others)
    asked = np.arange(1000)
    assert set(asked[layer.holds(asked)].tolist()) == some - {1000}


# Boards ----------------------------------------------------------------------------------------


def random_board(rng, lattice, rows, columns, blocked):
    cells = [(a, b) for a in range(rows) for b in range(columns)]
    return Board(lattice, rows, columns, frozenset(rng.sample(cells, min(blocked, len(cells)))))


@given(st.integers(0, 2**32))
def test_head_distances_are_shortest_ways(seed):
    rng = random.Random(seed)
    board = random_board(rng, rng.choice([SQUARE, HEX]), 4, 5, rng.randrange(12))
    cells = [(a, b) for a in range(4) for b in range(5)]
    targets = rng.sample(cells, 2)
    distance = HeadDistance(board, targets)
    rng.shuffle(cells)
    for cell in cells:
        if board.is_free(cell):
            free = [target for target in targets if board.is_free(target)]
            way = shortest_way(board, cell, free, ())
            assert distance(cell) == (float("inf") if way is None else len(way) - 1)


def test_beyond_its_reach_a_distance_is_a_lower_bound():
    board = Board(HEX, 9, 9, frozenset(), (-4, -4), walled=False)
    distance = HeadDistance(board, [(0, 0)], reach=2)
    assert [distance((0, b)) for b in range(5)] == [0, 1, 2, 3, 3]
    assert not distance.closed


def test_free_cells_with_a_margin():
    board = Board(SQUARE, 1, 2, frozenset({(0, 1), (5, 5)}))
    window = Board(SQUARE, 1, 2, frozenset({(0, 1), (1, 1)}), walled=False)
    assert board.free_cells(1).astype(int).tolist() == [[0, 0, 0, 0], [0, 1, 0, 0], [0] * 4]
    assert window.free_cells(1).astype(int).tolist() == [[1, 1, 1, 1], [1, 1, 0, 1], [1, 1, 0, 1]]


# The derived graph and its searches ------------------------------------------------------------


def random_states(seed):
    """Return a derived graph, the code of one of its states, and what made them."""
    rng = random.Random(seed)
    build, rule, longest = rng.choice([(snake_graph, SNAKE, 6), (hexerpent_graph, HEXERPENT, 5)])
    table = build(rng.randint(1, longest))
    board = random_board(rng, rule.lattice, rng.randint(1, 5), rng.randint(1, 6), rng.randrange(5))
    states = DerivedGraph(table, board, whole=True)
    cells = [(a, b) for a in range(board.rows) for b in range(board.columns)]
    all_states = states.standing_on(cells)
    return states, all_states, rule, board, rng


@given(st.integers(0, 2**32))
def test_codes_and_bodies(seed):
    states, codes, _, board, _ = random_states(seed)
    decoded = [states.decode(code) for code in codes.tolist()]
    assert [states.encode(body) for body in decoded] == codes.tolist()
    assert all(board.is_free(cell) for body in decoded for cell in body)
    assert all(code in states for code in codes.tolist())
    assert sum(code in states for code in range(states.n_states)) == len(codes)


@given(st.integers(0, 2**32))
def test_predecessors_are_successors_turned_round(seed):
    states, codes, _, _, _ = random_states(seed)
    forward = {(u, v) for u in codes.tolist() for v in states.successors(u)}
    backward = {(u, v) for v in codes.tolist() for u in states.predecessors(v)}
    assert forward == backward


@given(st.integers(0, 2**32))
def test_all_engines_see_the_same_layers(seed):
    states, codes, rule, board, rng = random_states(seed)
    if not len(codes):
        return
    start = int(rng.choice(codes.tolist()))
    search = BitSearch(states, np.array([start]))
    assert search.run(stop=False) is None
    sizes = tuple(search.sizes[:-1])
    for engine in ("array", "python"):
        assert bfs_search(states, start, targets=(), engine=engine).stats.layer_sizes == sizes
    poses = Poses(rule, board, (), lambda _: 0, length=states.graph.length)
    one_by_one = bfs_search(poses.successors, poses.encode(states.decode(start)))
    assert one_by_one.stats.layer_sizes == sizes
    last = search.layers[-2].codes()
    del search.layers[-1]
    walk = search.walk_to(int(last[0]))
    assert len(walk) == len(sizes)
    assert all(v in states.successors(u) for u, v in pairwise(walk))


@pytest.mark.parametrize("cost", [0, 10**9])
def test_sparse_and_dense_layers_are_the_same(cost, monkeypatch):
    states = DerivedGraph(snake_graph(6), Board(SQUARE, 7, 9, frozenset({(2, 2), (3, 5)})))
    start = np.array([states.encode([(0, c) for c in range(6)])])
    usual = BitSearch(states, start)
    usual.run()
    monkeypatch.setattr(layers, "SPARSE_COST", cost)
    forced = BitSearch(states, start)
    forced.run()
    assert forced.sizes == usual.sizes
    for mine, other in zip(forced.layers, usual.layers, strict=True):
        assert mine.codes().tolist() == other.codes().tolist()


def test_only_places_within_a_mask_are_entered():
    states = DerivedGraph(snake_graph(1), Board(SQUARE, 5, 5, frozenset()))
    search = BitSearch(states, np.array([states.encode([(2, 2)])]))
    search.advance(states.mask([(2, 1), (0, 0)]))
    assert [states.decode(code) for code in search.layers[-1].codes().tolist()] == [((2, 1),)]


def test_a_board_of_several_words_a_row_has_no_wrong_neighbours():
    board = Board(SQUARE, 3, 130, frozenset())
    states = DerivedGraph(snake_graph(1), board)
    search = BitSearch(states, np.array([states.encode([(0, 0)])]))
    search.run()
    assert search.sizes[:-1] == [
        sum(a + b == d for a in range(3) for b in range(130)) for d in range(132)
    ]


@pytest.mark.parametrize(
    ("limits", "name"),
    [
        (Limits(max_states=100), "max_states"),
        (Limits(max_expanded=100), "max_expanded"),
        (Limits(max_seconds=0), "max_seconds"),
        (Limits(max_memory=10), "max_memory"),
    ],
)
def test_limits_stop_a_search(limits, name):
    states = DerivedGraph(snake_graph(4), Board(SQUARE, 9, 9, frozenset()))
    search = BitSearch(states, np.array([states.encode([(0, c) for c in range(4)])]))
    assert search.run(Meter(limits)) == name
    assert search.states <= 100 or name == "max_expanded"


def test_depth_ends_a_search():
    states = DerivedGraph(snake_graph(4), Board(SQUARE, 9, 9, frozenset()))
    search = BitSearch(states, np.array([states.encode([(0, c) for c in range(4)])]))
    assert search.run(depth=3) == "max_steps"
    assert (search.depth, len(search.sizes)) == (3, 4)


def test_no_state_for_a_body_that_is_none():
    states = DerivedGraph(snake_graph(2), Board(SQUARE, 2, 2, frozenset()))
    with pytest.raises(ValueError, match="not a state"):
        states.encode([(0, 0), (1, 1)])


def test_no_state_for_a_head_off_the_board():
    states = DerivedGraph(snake_graph(2), Board(SQUARE, 2, 2, frozenset()))
    with pytest.raises(ValueError, match="not a state"):
        states.encode([(0, 2), (0, 1)])
