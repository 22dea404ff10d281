"""Dual distances, layered flows and all minimum cuts, against brute force and igraph."""

import random
from itertools import pairwise

import igraph
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.errors import LimitError
from graphpuzzles.models.cut import planar
from graphpuzzles.models.cut.arrays import exact_sum
from graphpuzzles.models.cut.layered_flow import LayeredFlow
from graphpuzzles.models.cut.minimum_cuts import MinimumCuts
from graphpuzzles.models.cut.planar import PlanarDual
from graphpuzzles.models.cut.regions import Regions
from graphpuzzles.puzzles.connecting_game.board import label_array
from tests import oracles
from tests.puzzles.connecting_game.strategies import boards

pytestmark = pytest.mark.usefixtures("both_ways")


@st.composite
def weighted_boards(draw, smallest=0, scales=(1, 1, 2**31, 2**53, 2**63)):
    board = draw(boards(4, 4, 8))
    regions = Regions(label_array(board)[0])
    factor = draw(st.sampled_from(scales))
    numbers = st.integers(smallest, 5).map(lambda x: x * factor)
    weights = draw(st.lists(numbers, min_size=regions.count, max_size=regions.count))
    forbidden = draw(st.lists(st.integers(0, 7), max_size=2))
    mask = np.isin(np.arange(regions.count), forbidden)
    kind = np.int64 if sum(weights) < 2**62 else object
    return board, PlanarDual(regions, np.array(weights, dtype=kind), mask)


def brute(board, dual):
    pieces = oracles.pieces(board)
    forbidden = set(np.flatnonzero(dual.forbidden).tolist())
    return oracles.all_cuts(pieces, dual.weights.tolist(), forbidden, len(board), len(board[0]))


@settings(max_examples=120)
@given(weighted_boards())
def test_value_and_walk_are_a_minimum_cut(case):
    board, dual = case
    value, sets = brute(board, dual)
    assert dual.value == value
    if value is None:
        with pytest.raises(ValueError, match="red cannot win"):
            dual.walk()
    else:
        walk = dual.walk()
        assert len(set(walk)) == len(walk)
        assert any(set(walk) >= set(chosen) for chosen in sets)
        assert sum(dual.weights[walk].tolist()) == value


@settings(max_examples=80)
@given(weighted_boards())
def test_distances_are_those_of_the_walks(case):
    _, dual = case
    if dual.value is None:
        return
    weights = dual.weights.tolist()
    count, cap = len(weights), dual.value
    before = [0 if node in dual.left else None for node in range(count)]
    for _ in range(count):  # Bellman and Ford
        for u in range(count):
            if before[u] is None or dual.forbidden[u]:
                continue
            for v in dual.regions.corners.neighbors(u).tolist():
                step = before[u] + weights[u]
                if before[v] is None or step < before[v]:
                    before[v] = step
    expected = [cap if d is None else min(d, cap) for d in before]
    assert dual.before.tolist() == expected


@settings(max_examples=100)
@given(weighted_boards())
def test_layers_are_a_flow_of_the_same_value(case):
    _, dual = case
    if dual.value is None:
        with pytest.raises(ValueError, match="unbounded"):
            LayeredFlow(dual)
        return
    flow = LayeredFlow(dual)
    assert flow.value == dual.value
    paths = flow.paths()
    assert sum(amount for amount, _ in paths) == dual.value
    assert len(paths) == flow.count
    assert sum(len(regions) for _, regions in paths) == flow.steps
    load = [0] * len(dual.weights)
    for amount, regions in paths:
        assert amount > 0
        assert regions[0] in dual.top
        assert regions[-1] in dual.bottom
        assert len(set(regions)) == len(regions)
        for u, v in pairwise(regions):
            assert v in dual.regions.sides.neighbors(u)
        for region in regions:
            load[region] += amount
    for amount, weight, free in zip(load, dual.weights.tolist(), dual.forbidden, strict=True):
        assert free or amount <= weight


def test_levels_are_merged_where_weights_are_large():
    regions = Regions(label_array(["ABC", "DEF", "GHI"])[0])
    dual = PlanarDual(regions, np.full(9, 10**12), np.zeros(9, dtype=bool))
    flow = LayeredFlow(dual)
    assert flow.value == 3 * 10**12
    assert flow.count == 3
    assert {amount for amount, _ in flow.paths()} == {10**12}


def test_a_layered_flow_keeps_to_its_limit():
    regions = Regions(label_array(["AB", "CD"])[0])
    dual = PlanarDual(regions, regions.sizes, np.zeros(4, dtype=bool))
    assert LayeredFlow(dual, max_nodes=4).steps == 4
    with pytest.raises(LimitError, match="max_states"):
        LayeredFlow(dual, max_nodes=3).paths()


def minimum_cuts(case):
    board, dual = case
    value, sets = brute(board, dual)
    if value is None:
        return None, None
    return MinimumCuts(dual), sorted(sets)


@settings(max_examples=120)
@given(weighted_boards(smallest=1))
def test_all_minimum_cuts_are_counted_listed_and_drawn(case):
    cuts, sets = minimum_cuts(case)
    if cuts is None:
        return
    assert cuts.count == len(sets)
    listed = list(cuts)
    assert sorted(listed) == sets
    assert listed == list(cuts)
    drawn = [cuts.sample(random.Random(seed)) for seed in range(20)]
    assert set(drawn) <= set(sets)


@settings(max_examples=80)
@given(weighted_boards(smallest=1))
def test_extreme_cuts_are_those_of_the_lattice(case):
    _, dual = case
    cuts, sets = minimum_cuts(case)
    if cuts is None:
        return

    def above(chosen):
        """Return the regions that blue reaches from the top."""
        met, waiting = set(), [region for region in dual.top.tolist() if region not in chosen]
        while waiting:
            region = waiting.pop()
            if region not in met:
                met.add(region)
                near = dual.regions.sides.neighbors(region).tolist()
                waiting += [other for other in near if other not in chosen]
        return met

    reached = {chosen: above(chosen) for chosen in sets}
    top = cuts.nearest("top")
    assert top in sets
    assert all(reached[top] <= cells for cells in reached.values())
    flipped = Regions(np.ascontiguousarray(dual.regions.labels[::-1]))
    order = [int(dual.regions.of[::-1].ravel()[first]) for first in flipped.first]
    mirrored = MinimumCuts(PlanarDual(flipped, dual.weights[order], dual.forbidden[order]))
    expected = tuple(sorted(order[region] for region in mirrored.nearest("top")))
    assert cuts.nearest("bottom") == expected


def test_samples_are_uniform():
    regions = Regions(label_array(["ABC", "DEF", "GHI"])[0])
    cuts = MinimumCuts(PlanarDual(regions, regions.sizes, np.zeros(9, dtype=bool)))
    rng = random.Random(1)
    drawn = [cuts.sample(rng) for _ in range(1700)]
    counts = [drawn.count(cut) for cut in cuts]
    assert len(counts) == 17
    assert min(counts) > 60
    assert max(counts) < 140


@settings(max_examples=60)
@given(weighted_boards(smallest=1, scales=(1,)))
def test_igraph_lists_as_many_minimum_cuts(case):
    _, dual = case
    if dual.value is None or dual.forbidden.any():
        return
    count = len(dual.weights)
    smaller, larger = (side.tolist() for side in dual.regions.sides.pairs)
    infinite = int(dual.weights.sum()) + 1
    arcs = [(2 * r, 2 * r + 1, int(dual.weights[r])) for r in range(count)]
    for u, v in zip(smaller, larger, strict=True):
        arcs += [(2 * u + 1, 2 * v, infinite), (2 * v + 1, 2 * u, infinite)]
    arcs += [(2 * count, 2 * int(r), infinite) for r in dual.top]
    arcs += [(2 * int(r) + 1, 2 * count + 1, infinite) for r in dual.bottom]
    graph = igraph.Graph(2 * count + 2, [arc[:2] for arc in arcs], directed=True)
    cuts = graph.all_st_mincuts(2 * count, 2 * count + 1, [arc[2] for arc in arcs])
    # igraph tells apart cuts that differ in regions which neither side reaches.
    sets = {tuple(sorted(e for e in cut.cut if e < count)) for cut in cuts}
    assert MinimumCuts(dual).count == len(sets)


def test_a_count_beyond_64_bits_is_exact():
    side = 60
    regions = Regions(np.arange(side * side).reshape(side, side))
    cuts = MinimumCuts(PlanarDual(regions, regions.sizes, np.zeros(side * side, dtype=bool)))
    ways = [1] * side
    for _ in range(side - 1):
        ways = [sum(ways[max(0, r - 1) : r + 2]) for r in range(side)]
    assert cuts.count == sum(ways) > 2**64
    assert repr(cuts) == "MinimumCuts(value 60)"


def test_minimum_cuts_ask_for_positive_weights():
    regions = Regions(label_array(["AB"])[0])
    with pytest.raises(ValueError, match="positive weights"):
        MinimumCuts(PlanarDual(regions, np.array([0, 1]), np.zeros(2, dtype=bool)))


def test_minimum_cuts_ask_for_a_finite_cut():
    regions = Regions(label_array(["A"])[0])
    with pytest.raises(ValueError, match="there is no cut"):
        MinimumCuts(PlanarDual(regions, np.array([1]), np.ones(1, dtype=bool)))


def test_nearest_knows_two_sides():
    regions = Regions(label_array(["A"])[0])
    cuts = MinimumCuts(PlanarDual(regions, np.array([1]), np.zeros(1, dtype=bool)))
    with pytest.raises(ValueError, match="'top' or 'bottom'"):
        cuts.nearest("left")


@pytest.mark.parametrize("total", [2**31, 2**53, 2**62, 2**63, 2**100])
@pytest.mark.parametrize("delta", [-1, 0, 1])
def test_large_weights_are_exact(total, delta):
    regions = Regions(label_array(["AB", "CD"])[0])
    big = total + delta
    weights = np.array([big, 1, 1, big], dtype=object)
    if 2 * big + 2 < 2**62:
        weights = weights.astype(np.int64)
    dual = PlanarDual(regions, weights, np.zeros(4, dtype=bool))
    assert dual.value == 2
    weights = np.array([big, big, big + 1, big + 2], dtype=weights.dtype)
    dual = PlanarDual(regions, weights, np.zeros(4, dtype=bool))
    assert dual.value == 2 * big
    assert LayeredFlow(dual).value == 2 * big


@settings(max_examples=100)
@given(st.lists(st.integers(0, 2**62), max_size=50))
def test_exact_sum(numbers):
    assert exact_sum(np.array(numbers, dtype=np.int64)) == sum(numbers)
    assert exact_sum(np.array(numbers, dtype=object)) == sum(numbers)


@settings(max_examples=150)
@given(weighted_boards(scales=(1,)))
def test_the_walk_is_the_same_by_lists_and_by_scipy(case):
    """Ties are broken alike, so that an answer does not depend on the size of its board."""
    _, dual = case
    if dual.value is None or 0 in dual.weights:
        return
    with pytest.MonkeyPatch.context() as patch:
        walks = []
        for few in (0, 80):
            patch.setattr(planar, "FEW_NODES", few)
            again = PlanarDual(dual.regions, dual.weights, dual.forbidden)
            walks.append((again.walk(), again.before.tolist()))
    assert walks[0] == walks[1]


def test_nobody_can_change_what_was_found():
    regions = Regions(label_array(["AAB", "ACD", "CCD"])[0])
    dual = PlanarDual(regions, np.array([3, 1, 3, 2]), np.zeros(4, dtype=bool))
    contacts = (regions.sides, regions.corners)
    arrays = [regions.labels, regions.of, regions.first, regions.sizes, regions.label_of]
    arrays += [
        array for found in contacts for array in (found.indptr, found.indices, *found.pairs)
    ]
    arrays += [dual.weights, dual.forbidden, dual.before, dual.after, *dual.arcs]
    arrays += [dual.left, dual.right, dual.top, dual.bottom]
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
        with pytest.raises(ValueError, match="cannot set WRITEABLE"):
            array.setflags(write=True)
