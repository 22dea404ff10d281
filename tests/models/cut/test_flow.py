"""Maximum flow and minimum cuts against brute force, networkx and igraph."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter

import igraph
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.errors import NoSolutionError
from graphpuzzles.models.cut.flow import MaximumFlow, maximum_flow
from graphpuzzles.models.cut.network import FlowNetwork
from tests.models.cut.networks import (
    BORDERS,
    arc_capacities,
    arc_lists,
    examine,
    minimum_sides,
    named_network,
    names_of,
    network_of,
    small,
    wide,
)

NETWORKX_ALGORITHMS = (
    nx.algorithms.flow.boykov_kolmogorov,
    nx.algorithms.flow.dinitz,
    nx.algorithms.flow.edmonds_karp,
    nx.algorithms.flow.preflow_push,
    nx.algorithms.flow.shortest_augmenting_path,
)


# --- against brute force, networkx and igraph ---------------------------------------------------


@settings(max_examples=200)
@given(arc_lists(st.one_of(small, wide, st.sampled_from([1, 2, None]))))
def test_flow_and_extreme_cuts_equal_brute_force(case):
    size, arcs = case
    network = network_of(size, arcs)
    value, sides = minimum_sides(size, arcs)
    if value is None:
        with pytest.raises(NoSolutionError, match=r"0 -> .*1"):
            maximum_flow(network)
        return
    result = maximum_flow(network)
    examine(result, value)
    least, greatest = result.minimum_cut("source"), result.minimum_cut("sink")
    assert names_of(network, least.source_side) == set.intersection(*sides)
    assert names_of(network, greatest.source_side) == set.union(*sides)
    assert least.value == greatest.value == value


def test_random_networks_fall_in_every_class():
    rng = random.Random(1)
    classes = Counter[str]()
    for _ in range(300):
        size = rng.randint(2, 6)
        arcs = [
            (rng.randrange(size), rng.randrange(size), rng.choice([0, 1, 2, 3, 4, 5, None]))
            for _ in range(rng.randint(0, 3 * size))
        ]
        value, sides = minimum_sides(size, arcs)
        if value is None:
            classes["unbounded"] += 1
            path = network_of(size, arcs).unbounded_path()
            assert path is not None
            assert (path[0], path[-1]) == (0, 1)
            free = {(tail, head) for tail, head, capacity in arcs if capacity is None}
            assert free.issuperset(itertools.pairwise(path))
            continue
        assert network_of(size, arcs).unbounded_path() is None
        result = maximum_flow(network_of(size, arcs))
        examine(result, value)
        classes["no flow" if not value else "one cut" if len(sides) == 1 else "many cuts"] += 1
    assert min(classes[name] for name in ("unbounded", "no flow", "one cut", "many cuts")) >= 20


@settings(max_examples=60)
@given(arc_lists(small))
def test_every_networkx_algorithm_agrees_on_the_exported_graph(case):
    network = network_of(*case)
    graph = network.to_networkx()
    value = maximum_flow(network).value
    ends = graph.graph["source"], graph.graph["sink"]
    for algorithm in NETWORKX_ALGORITHMS:
        assert nx.maximum_flow_value(graph, *ends, flow_func=algorithm) == value
        assert nx.minimum_cut_value(graph, *ends, flow_func=algorithm) == value


@settings(max_examples=80)
@given(arc_lists(st.integers(1, 3)))
def test_extreme_cuts_equal_those_that_igraph_lists(case):
    size, arcs = case
    network = network_of(size, [(t, h, c) for t, h, c in arcs if t != h])
    pairs = list(zip(network.tails.tolist(), network.heads.tolist(), strict=True))
    graph = igraph.Graph(size, pairs, directed=True)
    # igraph puts nodes that lie on no way between the terminals on either side.
    ways = igraph.Graph(size, [(t, h) for t, h in pairs if h != 0 and t != 1], directed=True)
    on_paths = set(ways.subcomponent(0, mode="out")) & set(ways.subcomponent(1, mode="in"))
    result = maximum_flow(network)
    if not on_paths:
        assert result.value == 0
        return
    cuts = graph.all_st_mincuts(0, 1, network.capacities.tolist())
    assert {cut.value for cut in cuts} == {result.value}
    sides = [set(cut.partition[0]) & on_paths for cut in cuts]
    for nearest, extreme in (("source", set.intersection), ("sink", set.union)):
        cut = result.minimum_cut(nearest)
        assert names_of(network, cut.source_side) & on_paths == extreme(*sides)
        assert sorted(cut.arcs.tolist()) in [sorted(other.cut) for other in cuts]


# --- exact integers -----------------------------------------------------------------------------


@pytest.mark.parametrize("amount", BORDERS)
def test_a_path_carries_exactly_its_least_capacity(amount):
    for other in (amount, amount + 1, 2 * amount):
        result = maximum_flow(network_of(3, [(0, 2, other), (2, 1, amount)]))
        examine(result, amount)


@pytest.mark.parametrize("amount", BORDERS)
def test_many_paths_and_opposite_arcs_at_the_borders(amount):
    arcs = [(0, 2, amount), (0, 3, 1), (2, 3, amount), (3, 2, amount), (2, 1, 2), (3, 1, amount)]
    arcs += [(0, 1, amount), (1, 0, amount)]
    examine(maximum_flow(network_of(4, arcs)), 2 * amount + 1)


@pytest.mark.parametrize("amount", [1, 2**28, 7 * 10**8, 2**30, *BORDERS])
def test_taking_back_flow_on_an_arc_with_a_wide_opposite(amount):
    # After s -> u -> v -> t the residual of v -> u is its capacity and the flow of u -> v.
    arcs = [("s", "u", amount), ("u", "v", amount), ("v", "u", 3 * amount), ("v", "t", amount)]
    arcs += [("s", "x", 2 * amount), ("x", "v", 2 * amount)]
    arcs += [("u", "y", 2 * amount), ("y", "z", 2 * amount), ("z", "t", 2 * amount)]
    examine(maximum_flow(named_network(arcs)), 3 * amount)


def test_refinement_takes_many_steps_on_random_wide_networks():
    rng = random.Random(2)
    for bits in (29, 30, 31, 40, 62, 63, 64, 200, 1000):
        size = 12
        arcs = [
            (rng.randrange(size), rng.randrange(size), rng.getrandbits(bits)) for _ in range(60)
        ]
        network = network_of(size, arcs)
        value = nx.maximum_flow_value(
            network.to_networkx(), "0", "1", flow_func=nx.algorithms.flow.edmonds_karp
        )
        assert value.bit_length() > bits - 8
        examine(maximum_flow(network), value)


@settings(max_examples=30)
@given(arc_lists(small), st.sampled_from(BORDERS))
def test_a_factor_on_every_capacity_is_a_factor_on_the_value(case, factor):
    size, arcs = case
    value = maximum_flow(network_of(size, arcs)).value
    scaled = network_of(size, [(t, h, c * factor) for t, h, c in arcs])
    examine(maximum_flow(scaled), value * factor)


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int16, np.int32, np.int64, np.uint64])
def test_numpy_integers_of_any_width_do_not_wrap(dtype):
    # networkx on np.uint8: 100 + 100 + 200 gives 176 or "unbounded", depending on the algorithm.
    amount = np.iinfo(dtype).max
    network = FlowNetwork.from_arrays(
        np.zeros(5, dtype=dtype),
        np.ones(5, dtype=dtype),
        np.full(5, amount, dtype=dtype),
        source=np.int16(0),
        sink=1,
        size=2,
    )
    assert maximum_flow(network).value == 5 * int(amount)


@pytest.mark.parametrize("capacity", [2**31 + 5, 2**32 + 7])
def test_capacities_that_scipy_truncates(capacity):
    # csgraph.maximum_flow takes int64 data and answers 0 and 7.
    assert maximum_flow(network_of(2, [(0, 1, capacity)])).value == capacity


# --- what others were reported for --------------------------------------------------------------


def test_opposite_arcs_keep_their_own_flows():
    # scipy's flow matrix is antisymmetric: opposite arcs share one net number.
    arcs = [(0, 2, 5), (2, 3, 4), (3, 2, 3), (3, 1, 3), (2, 1, 1)]
    network = network_of(4, arcs)
    result = maximum_flow(network)
    examine(result, 4)
    flow = dict(zip(arc_capacities(network), result.flow.tolist(), strict=True))
    assert flow[2, 3] - flow[3, 2] == 3


def side_of(network, cut):
    """Return the names of the nodes on the side of the source."""
    return {name for name, near in zip(network.names, cut.source_side, strict=True) if near}


def test_which_of_the_minimum_cuts_is_said():
    # networkx/networkx 5239: the partition was not "what the source reaches".
    network = named_network([("s", "a", 1), ("a", "b", 1), ("b", "t", 1)])
    result = maximum_flow(network)
    assert side_of(network, result.minimum_cut()) == {"s"}
    cut = result.minimum_cut("sink")
    assert side_of(network, cut) == {"s", "a", "b"}
    assert [network.names[network.tails[arc]] for arc in cut.arcs] == ["b"]


def test_isolated_parts_are_far_from_the_terminal_that_is_nearest():
    # networkx/networkx 1213: isolated parts landed on either side.
    network = named_network([("s", "t", 1), ("x", "y", 1)])
    result = maximum_flow(network)
    assert side_of(network, result.minimum_cut("source")) == {"s"}
    assert side_of(network, result.minimum_cut("sink")) == {"s", "x", "y"}


@pytest.mark.parametrize("free", [None, math.inf])
def test_the_unbounded_path_is_named_whole(free):
    # pytorch/pytorch 167708: "infinite capacity path" without the path.
    arcs = [("s", "a", free), ("a", "b", free), ("b", "t", free), ("s", "c", 1), ("c", "t", free)]
    network = named_network(arcs)
    with pytest.raises(NoSolutionError, match=r"the path s -> a -> b -> t$"):
        maximum_flow(network)
    assert network.unbounded_path() == (0, 2, 3, 1)


def test_arrays_are_read_only():
    result = maximum_flow(network_of(2, [(0, 1, 1)]))
    cut, network = result.minimum_cut(), result.network
    arrays = (network.tails, network.heads, network.capacities, network.uncapacitated)
    for array in (result.flow, cut.source_side, cut.arcs, *arrays):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 5
        with pytest.raises(ValueError, match="cannot set WRITEABLE"):
            array.setflags(write=True)


def test_a_network_may_have_no_arcs():
    result = maximum_flow(network_of(3, []))
    examine(result, 0)
    assert result.minimum_cut().source_side.tolist() == [True, False, False]


def test_unknown_sides_are_refused():
    with pytest.raises(ValueError, match="nearest is"):
        maximum_flow(network_of(2, [(0, 1, 1)])).minimum_cut("top")


# --- paths -------------------------------------------------------------------------------------


def test_flow_on_cycles_is_no_part_of_the_paths():
    # A cycle on the way, one beside it, and one through both terminals.
    arcs = [(0, 2, 2), (2, 3, 3), (3, 4, 3), (4, 2, 1), (4, 1, 2), (5, 6, 4), (6, 5, 4), (1, 0, 1)]
    network = network_of(7, arcs)
    amounts = {(t, h): c for t, h, c in arcs}
    flow = np.array([amounts[arc] for arc in arc_capacities(network)])
    result = MaximumFlow(network, flow)
    assert result.value == 1
    assert list(result.paths()) == [(1, (0, 2, 3, 4, 1))]


def test_long_paths_need_no_recursion():
    length = 50_000
    network = FlowNetwork.from_arrays(
        np.arange(length),
        np.arange(1, length + 1),
        [3] * length,
        source=0,
        sink=length,
        size=length + 1,
    )
    ((amount, nodes),) = maximum_flow(network).paths()
    assert (amount, len(nodes)) == (3, length + 1)
