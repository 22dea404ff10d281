"""Derived graphs, and the search with one bit a state."""

import math
import random
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpuzzles.lattice import HEX, SQUARE
from graphpuzzles.limits import Limits, Meter
from graphpuzzles.models.voltage import layers
from graphpuzzles.models.voltage.board import Board, HeadDistance
from graphpuzzles.models.voltage.derived import DerivedGraph
from graphpuzzles.models.voltage.layers import BitSearch, Layer, shifted
from graphpuzzles.puzzles.hexerpent.gait import HEXERPENT
from graphpuzzles.puzzles.snake.gait import SNAKE, snake_graph
from graphpuzzles.search import bfs_search

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
    graph = nx.Graph([("target", cell) for cell in targets if board.is_free(cell)])
    graph.add_nodes_from(["target", *filter(board.is_free, cells)])
    graph.add_edges_from(
        (u, v) for u in cells for v in board.lattice.neighbors(u) if {u, v} <= set(graph)
    )
    known = nx.single_source_shortest_path_length(graph, "target")
    for cell in filter(board.is_free, cells):
        assert distance(cell) == known.get(cell, math.inf + 1) - 1


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
    gait, longest = rng.choice([(SNAKE, 6), (HEXERPENT, 5)])
    table = gait.table(rng.randint(1, longest))
    board = random_board(rng, gait.lattice, rng.randint(1, 5), rng.randint(1, 6), rng.randrange(5))
    states = DerivedGraph(table, board, whole=True)
    cells = [(a, b) for a in range(board.rows) for b in range(board.columns)]
    all_states = states.standing_on(cells)
    return states, all_states, board, rng


@given(st.integers(0, 2**32))
def test_codes_and_bodies(seed):
    states, codes, board, _ = random_states(seed)
    decoded = [states.decode(code) for code in codes.tolist()]
    assert [states.encode(body) for body in decoded] == codes.tolist()
    assert all(board.is_free(cell) for body in decoded for cell in body)
    assert all(code in states for code in codes.tolist())
    assert sum(code in states for code in range(states.n_states)) == len(codes)


@given(st.integers(0, 2**32))
def test_predecessors_are_successors_turned_round(seed):
    states, codes, _, _ = random_states(seed)
    forward = {(u, v) for u in codes.tolist() for v in states.successors(u)}
    backward = {(u, v) for v in codes.tolist() for u in states.predecessors(v)}
    assert forward == backward


@given(st.integers(0, 2**32))
def test_all_engines_see_the_same_layers(seed):
    states, codes, _, rng = random_states(seed)
    if not len(codes):
        return
    start = int(rng.choice(codes.tolist()))
    search = BitSearch(states, np.array([start]))
    assert search.run(stop=False) is None
    sizes = tuple(search.sizes[:-1])
    for engine in ("array", "python"):
        assert bfs_search(states, start, targets=(), engine=engine).stats.layer_sizes == sizes
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
