"""Maximum flow, minimum cuts and vertex splitting against brute force, networkx and igraph."""

from __future__ import annotations

import io
import itertools
import math
import random
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

import igraph
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.errors import CertificateError, NoSolutionError
from graphpuzzles.models.cut.flow import (
    FlowNetwork,
    MaximumFlow,
    maximum_flow,
    vertex_disjoint_paths,
    vertex_split,
    vertex_split_graph,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

METHODS = ("scipy", "networkx")
NETWORKX_ALGORITHMS = (
    nx.algorithms.flow.boykov_kolmogorov,
    nx.algorithms.flow.dinitz,
    nx.algorithms.flow.edmonds_karp,
    nx.algorithms.flow.preflow_push,
    nx.algorithms.flow.shortest_augmenting_path,
)
BORDERS = [power + step for power in (2**31, 2**53, 2**63) for step in (-1, 0, 1)]


def network_of(
    size: int, arcs: Sequence[tuple[int, int, int | None]], names: Sequence[str] | None = None
) -> FlowNetwork:
    """Build a network from node 0 to node 1."""
    tails, heads, capacities = zip(*arcs, strict=True) if arcs else ((), (), ())
    return FlowNetwork.from_arrays(
        tails, heads, capacities, source=0, sink=1, size=size, names=names
    )


def minimum_sides(
    size: int, arcs: Sequence[tuple[int, int, int | None]]
) -> tuple[int | None, list[set[int]]]:
    """Try every side of the source: the least value, and every side that attains it."""
    best: int | None = None
    sides: list[set[int]] = []
    for chosen in itertools.product((False, True), repeat=size - 2):
        side = {0, *itertools.compress(range(2, size), chosen)}
        crossing = [c for tail, head, c in arcs if tail in side and head not in side]
        if None in crossing:
            continue
        value = sum(c for c in crossing if c is not None)
        if best is None or value < best:
            best, sides = value, []
        if value == best:
            sides.append(side)
    return best, sides


def names_of(network: FlowNetwork, mask: np.ndarray) -> set[int]:
    assert len(mask) == network.size
    return set(np.flatnonzero(mask).tolist())


def arc_capacities(network: FlowNetwork) -> dict[tuple[int, int], int | None]:
    """Give capacities by ends, None where the arc is uncapacitated."""
    columns = (network.tails, network.heads, network.capacities, network.uncapacitated)
    return {
        (tail, head): None if unlimited else capacity
        for tail, head, capacity, unlimited in zip(*(c.tolist() for c in columns), strict=True)
    }


def examine(result: MaximumFlow, value: int) -> None:
    """Check a result by code that shares nothing with the module."""
    network = result.network
    capacity = arc_capacities(network)
    flow = dict(zip(capacity, result.flow.tolist(), strict=True))
    kept = Counter[int]()
    for (tail, head), amount in flow.items():
        limit = capacity[tail, head]
        assert amount >= 0
        assert limit is None or amount <= limit
        kept[head] += amount
        kept[tail] -= amount
    assert kept.pop(network.sink, 0) == -kept.pop(network.source, 0) == result.value == value
    assert not any(kept.values())
    result.check()

    used = Counter[tuple[int, int]]()
    paths = list(result.paths())
    for amount, nodes in paths:
        assert amount > 0
        assert (nodes[0], nodes[-1]) == (network.source, network.sink)
        assert len(set(nodes)) == len(nodes)
        used.update(dict.fromkeys(itertools.pairwise(nodes), amount))
    assert sum(amount for amount, _ in paths) == value
    assert all(used[arc] <= flow[arc] for arc in used)
    assert len(paths) <= len(flow)

    left = {}
    for tail, head in {*flow, *((head, tail) for tail, head in flow)}:
        limit = capacity.get((tail, head), 0)
        unused = math.inf if limit is None else limit - flow.get((tail, head), 0)
        rest = unused + flow.get((head, tail), 0)
        if tail == head:
            rest = unused
        if rest:
            left[tail, head] = None if rest == math.inf else rest
    residual = result.residual()
    assert arc_capacities(residual) == left
    assert (residual.size, residual.source, residual.sink) == (
        network.size,
        network.source,
        network.sink,
    )
    assert maximum_flow(residual).value == 0


small = st.integers(0, 6)
wide = st.one_of(small, st.sampled_from(BORDERS), st.integers(0, 2**100))
limits = st.one_of(small, st.none())


def arc_lists(capacities: st.SearchStrategy[int | None]) -> st.SearchStrategy[object]:
    def sized(size: int) -> st.SearchStrategy[object]:
        node = st.integers(0, size - 1)
        return st.tuples(
            st.just(size), st.lists(st.tuples(node, node, capacities), max_size=4 * size)
        )

    return st.integers(2, 6).flatmap(sized)


# --- against brute force, networkx and igraph ---------------------------------------------------


@settings(max_examples=200)
@given(arc_lists(st.one_of(small, wide, st.sampled_from([1, 2, None]))), st.sampled_from(METHODS))
def test_flow_and_extreme_cuts_equal_brute_force(case, method):
    size, arcs = case
    network = network_of(size, arcs)
    value, sides = minimum_sides(size, arcs)
    if value is None:
        with pytest.raises(NoSolutionError, match=r"0 -> .*1"):
            maximum_flow(network, method=method)
        return
    result = maximum_flow(network, method=method)
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


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("amount", BORDERS)
def test_a_path_carries_exactly_its_least_capacity(amount, method):
    for other in (amount, amount + 1, 2 * amount):
        result = maximum_flow(network_of(3, [(0, 2, other), (2, 1, amount)]), method=method)
        examine(result, amount)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("amount", BORDERS)
def test_many_paths_and_opposite_arcs_at_the_borders(amount, method):
    arcs = [(0, 2, amount), (0, 3, 1), (2, 3, amount), (3, 2, amount), (2, 1, 2), (3, 1, amount)]
    arcs += [(0, 1, amount), (1, 0, amount)]
    examine(maximum_flow(network_of(4, arcs), method=method), 2 * amount + 1)


@pytest.mark.parametrize("amount", [1, 2**28, 7 * 10**8, 2**30, *BORDERS])
def test_taking_back_flow_on_an_arc_with_a_wide_opposite(amount):
    # After s -> u -> v -> t the residual of v -> u is its capacity and the flow of u -> v.
    arcs = [("s", "u", amount), ("u", "v", amount), ("v", "u", 3 * amount), ("v", "t", amount)]
    arcs += [("s", "x", 2 * amount), ("x", "v", 2 * amount)]
    arcs += [("u", "y", 2 * amount), ("y", "z", 2 * amount), ("z", "t", 2 * amount)]
    examine(maximum_flow(FlowNetwork.from_arcs(arcs, source="s", sink="t")), 3 * amount)


def test_a_stand_in_may_be_the_first_number_beyond_int64():
    network = network_of(3, [(0, 2, 2**63 - 1), (2, 1, None)])
    assert network.capacities.tolist() == [2**63 - 1, 2**63]
    examine(maximum_flow(network), 2**63 - 1)


@pytest.mark.parametrize("amount", BORDERS)
def test_parallel_arcs_add_up_exactly(amount):
    network = network_of(2, [(0, 1, amount)] * 3 + [(0, 1, 1)])
    assert network.capacities.tolist() == [3 * amount + 1]
    examine(maximum_flow(network), 3 * amount + 1)


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
        examine(maximum_flow(network, method="scipy"), value)


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
    for method in METHODS:
        assert maximum_flow(network, method=method).value == 5 * int(amount)


@pytest.mark.parametrize("capacity", [2**31 + 5, 2**32 + 7])
def test_capacities_that_scipy_truncates(capacity):
    # csgraph.maximum_flow takes int64 data and answers 0 and 7.
    assert maximum_flow(network_of(2, [(0, 1, capacity)])).value == capacity


# --- what others were reported for --------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_opposite_arcs_keep_their_own_flows(method):
    # scipy's flow matrix is antisymmetric: opposite arcs share one net number.
    arcs = [(0, 2, 5), (2, 3, 4), (3, 2, 3), (3, 1, 3), (2, 1, 1)]
    network = network_of(4, arcs)
    result = maximum_flow(network, method=method)
    examine(result, 4)
    flow = dict(zip(arc_capacities(network), result.flow.tolist(), strict=True))
    assert flow[2, 3] - flow[3, 2] == 3


def test_the_residual_is_not_the_flow():
    # scipy/scipy 14731: an attribute named "residual" held the flow.
    result = maximum_flow(network_of(3, [(0, 2, 5), (2, 1, 3)]))
    assert result.flow.tolist() == [3, 3]
    assert arc_capacities(result.residual()) == {(0, 2): 2, (1, 2): 3, (2, 0): 3}


def test_a_network_beyond_16_bits_of_vertices():
    # scipy/scipy 14385: index overflow above 2**16 vertices; 14405: no cut.
    cells = np.arange(300 * 300).reshape(300, 300)
    tails = np.concatenate([cells[:, :-1].ravel(), cells[:-1].ravel()])
    heads = np.concatenate([cells[:, 1:].ravel(), cells[1:].ravel()])
    network = vertex_split(
        np.ones(cells.size, dtype=np.int64), tails, heads, sources=cells[0], sinks=cells[-1]
    )
    result = maximum_flow(network)
    assert result.value == 300
    result.check()
    assert result.minimum_cut("source").vertices.tolist() == cells[0].tolist()
    assert result.minimum_cut("sink").vertices.tolist() == cells[-1].tolist()
    paths = list(result.vertex_paths())
    assert [amount for amount, _ in paths] == [1] * 300
    assert len({cell for _, path in paths for cell in path}) == sum(len(p) for _, p in paths)


def test_which_of_the_minimum_cuts_is_said():
    # networkx/networkx 5239: the partition was not "what the source reaches".
    arcs = [("s", "a", 1), ("a", "b", 1), ("b", "t", 1)]
    result = maximum_flow(FlowNetwork.from_arcs(arcs, source="s", sink="t"))
    assert result.minimum_cut().partition == (("s",), ("t", "a", "b"))
    assert result.minimum_cut("sink").partition == (("s", "a", "b"), ("t",))
    assert result.minimum_cut("sink").arc_names == (("b", "t"),)


def test_isolated_parts_are_far_from_the_terminal_that_is_nearest():
    # networkx/networkx 1213: isolated parts landed on either side.
    arcs = [("s", "t", 1), ("x", "y", 1)]
    result = maximum_flow(FlowNetwork.from_arcs(arcs, source="s", sink="t", nodes=["lone"]))
    assert result.minimum_cut("source").partition == (("s",), ("t", "x", "y", "lone"))
    assert result.minimum_cut("sink").partition == (("s", "x", "y", "lone"), ("t",))


def test_weights_of_vertices_count():
    # networkx/networkx 1810: minimum_node_cut ignores weights and answers {3}.
    graph = nx.path_graph(5)
    nx.set_node_attributes(graph, dict(enumerate([9, 9, 1, 9, 9])), "weight")
    cut = maximum_flow(vertex_split_graph(graph, 0, 4)).minimum_cut()
    assert (cut.value, cut.vertices.tolist()) == (1, [2])


def test_adjacent_terminals_have_no_vertex_cut():
    # networkx/networkx 1812: minimum_node_cut answers the empty set.
    network = vertex_split_graph(nx.complete_graph(3), 0, 2, weight=None)
    path = "source -> 0:in -> 0:out -> 2:in -> 2:out -> sink"
    with pytest.raises(NoSolutionError, match=f"the path {path}$"):
        maximum_flow(network)


@pytest.mark.parametrize("free", [None, math.inf])
@pytest.mark.parametrize("method", METHODS)
def test_the_unbounded_path_is_named_whole(free, method):
    # pytorch/pytorch 167708: "infinite capacity path" without the path.
    arcs = [("s", "a", free), ("a", "b", free), ("b", "t", free), ("s", "c", 1), ("c", "t", free)]
    network = FlowNetwork.from_arcs(arcs, source="s", sink="t")
    with pytest.raises(NoSolutionError, match=r"the path s -> a -> b -> t$"):
        maximum_flow(network, method=method)
    assert network.unbounded_path() == (0, 2, 3, 1)


def test_capacities_of_zero_stay():
    # igraph/igraph 1363: arcs of capacity 0 were dropped.
    network = network_of(3, [(0, 2, 0), (2, 1, 7)])
    result = maximum_flow(network)
    examine(result, 0)
    assert result.minimum_cut("source").arcs.tolist() == [0]
    assert result.minimum_cut("sink").arcs.tolist() == [0]
    assert result.minimum_cut("sink").source_side.tolist() == [True, False, False]
    assert list(result.paths()) == []


def test_source_and_sink_must_differ():
    # igraph/python-igraph 736: the process crashed.
    with pytest.raises(ValueError, match="node a is both source and sink"):
        FlowNetwork.from_arcs([("a", "b", 1)], source="a", sink="a")


def test_graphml_keeps_every_capacity():
    # networkx/networkx 3343 and 878: numpy types and None were refused.
    arcs = [("s", "a", np.int32(7)), ("a", "t", 2**70), ("s", "é", None), ("é", "t", np.uint8(3))]
    graph = maximum_flow(FlowNetwork.from_arcs(arcs, source="s", sink="t")).to_networkx()
    text = io.BytesIO()
    nx.write_graphml(graph, text)
    text.seek(0)
    back = nx.read_graphml(text)
    assert dict(back.nodes(data=True)) == dict(graph.nodes(data=True))
    assert list(back.edges(data=True)) == list(graph.edges(data=True))
    assert nx.maximum_flow_value(back, back.graph["source"], back.graph["sink"]) == 10


# --- the network --------------------------------------------------------------------------------


def test_export_is_explicit():
    network = FlowNetwork.from_arcs([("s", "a", None), ("a", "t", 4)], source="s", sink="t")
    graph = network.to_networkx()
    assert graph.graph == {"source": "s", "sink": "t"}
    assert list(graph.edges(data=True)) == [
        ("s", "a", {"capacity": 5, "uncapacitated": True}),
        ("a", "t", {"capacity": 4, "uncapacitated": False}),
    ]
    assert {type(c) for _, _, c in graph.edges(data="capacity")} == {int}


@settings(max_examples=40)
@given(arc_lists(limits), st.randoms(use_true_random=False))
def test_the_order_of_arcs_does_not_matter(case, rng):
    size, arcs = case
    shuffled = list(arcs)
    rng.shuffle(shuffled)
    assert arc_capacities(network_of(size, shuffled)) == arc_capacities(network_of(size, arcs))


@settings(max_examples=40)
@given(arc_lists(limits))
def test_networks_go_through_networkx_and_back(case):
    size, arcs = case
    multigraph = nx.MultiDiGraph()
    multigraph.add_nodes_from(range(size))
    multigraph.add_edges_from((t, h, {"capacity": c}) for t, h, c in arcs)
    network = FlowNetwork.from_networkx(multigraph, 0, 1)
    assert arc_capacities(network) == arc_capacities(network_of(size, arcs))
    assert network.names == tuple(map(str, range(size)))


def test_an_undirected_edge_is_two_arcs_and_a_loop_one():
    graph = nx.Graph()
    graph.add_edge("s", "t", c=3)
    graph.add_edge("t", "t", c=2)
    network = FlowNetwork.from_networkx(graph, "s", "t", capacity="c")
    assert arc_capacities(network) == {(0, 1): 3, (1, 0): 3, (1, 1): 2}
    examine(maximum_flow(network), 3)


def test_marked_graph_shows_flow_and_cut():
    arcs = [("b", "t", 1), ("s", "a", 2), ("a", "b", 5)]
    result = maximum_flow(FlowNetwork.from_arcs(arcs, source="s", sink="t"))
    graph = result.to_networkx("sink")
    assert dict(graph.nodes(data="source_side")) == {"s": True, "t": False, "b": True, "a": True}
    assert sorted(graph.edges(data="flow")) == [("a", "b", 1), ("b", "t", 1), ("s", "a", 1)]
    assert [edge[:2] for edge in graph.edges(data="in_cut") if edge[2]] == [("b", "t")]


def test_arrays_are_read_only():
    result = maximum_flow(network_of(2, [(0, 1, 1)]))
    for array in (result.flow, result.network.capacities, result.network.tails):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 5


def test_a_network_may_have_no_arcs():
    result = maximum_flow(network_of(3, []))
    examine(result, 0)
    assert result.minimum_cut().source_side.tolist() == [True, False, False]


def test_importing_and_building_loads_neither_networkx_nor_scipy():
    code = (
        "import sys; from graphpuzzles.models.cut.flow import vertex_split; "
        "vertex_split([1, 2], [0], [1], sources=[0], sinks=[1]); "
        "sys.exit(any(name in sys.modules for name in ('networkx', 'scipy')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


ARC = {"source": 0, "sink": 1, "size": 2}


@pytest.mark.parametrize(
    ("capacity", "error", "message"),
    [
        (-1, ValueError, "capacity of arc s -> t is negative: -1"),
        (-(2**70), ValueError, "capacity of arc s -> t is negative"),
        (1.0, TypeError, "capacity of arc s -> t is 1.0"),
        (math.nan, TypeError, "capacity of arc s -> t is nan"),
        (-math.inf, TypeError, "capacity of arc s -> t is -inf"),
        (True, TypeError, "capacity of arc s -> t is True"),
        ("1", TypeError, "capacity of arc s -> t is '1'"),
        (np.float32(1), TypeError, "capacity of arc s -> t is"),
        (np.bool_(1), TypeError, "capacity of arc s -> t is"),
        (np.int8(-3), ValueError, "capacity of arc s -> t is negative: -3"),
    ],
)
def test_bad_capacities_are_refused_with_the_arc(capacity, error, message):
    arcs = [("s", "a", 1), ("s", "t", capacity), ("a", "t", -5)]
    with pytest.raises(error, match=message):
        FlowNetwork.from_arcs(arcs, source="s", sink="t")


@pytest.mark.parametrize(
    ("capacities", "error", "message"),
    [
        (np.array([3, -7]), ValueError, "arc 1 -> 0 is negative: -7"),
        (np.array([1.0, 2.0]), TypeError, "arc 0 -> 1 is"),
        (np.array([True, False]), TypeError, "arc 0 -> 1 is"),
        (np.array([[1], [2]]), ValueError, "one-dimensional"),
        (np.array([1]), ValueError, "2 tails, 2 heads and 1 capacities"),
    ],
)
def test_bad_capacity_arrays_are_refused(capacities, error, message):
    with pytest.raises(error, match=message):
        FlowNetwork.from_arrays([0, 1], [1, 0], capacities, **ARC)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"size": -1}, ValueError, "nodes"),
        ({"size": 2**31}, ValueError, "nodes"),
        ({"size": 2.0}, TypeError, "integer"),
        ({"sink": 2}, ValueError, r"sink: 2 is not in range\(2\)"),
        ({"source": -1}, ValueError, r"source: -1 is not in range\(2\)"),
        ({"source": True}, TypeError, "source: True"),
        ({"sink": 0}, ValueError, "node 0 is both"),
        ({"tails": [2]}, ValueError, r"tails: 2 is not in range\(2\)"),
        ({"heads": np.array([-1])}, ValueError, r"heads: -1 is not in range\(2\)"),
        ({"heads": [2**80]}, ValueError, "heads: "),
        ({"tails": [False]}, TypeError, "tails: False"),
        ({"tails": np.array([0.0])}, TypeError, "tails are"),
        ({"heads": np.array([[1]])}, TypeError, "heads are"),
        ({"names": ["a"]}, ValueError, "1 names for 2 nodes"),
        ({"names": ["a", "a"]}, ValueError, "two nodes are named 'a'"),
        ({"names": ["a", 1]}, TypeError, "1 is not"),
        ({"uncapacitated": np.array([1])}, TypeError, "booleans"),
        ({"uncapacitated": np.array([True, True])}, ValueError, "shape"),
    ],
)
def test_bad_arguments_are_refused(change, error, message):
    arguments = {"tails": [0], "heads": [1], "capacities": [1], **ARC, **change}
    with pytest.raises(error, match=message):
        FlowNetwork.from_arrays(**arguments)


def test_a_mask_makes_arcs_uncapacitated():
    network = FlowNetwork.from_arrays(
        [0, 2], [2, 1], [9, 4], source=0, sink=1, size=3, uncapacitated=np.array([True, False])
    )
    assert arc_capacities(network) == {(0, 2): None, (2, 1): 4}
    assert network.capacities.tolist() == [5, 4]


def test_a_name_must_be_a_string():
    with pytest.raises(TypeError, match="names are strings; 7 is not"):
        FlowNetwork.from_arcs([("s", 7, 1)], source="s", sink="t")


@pytest.mark.parametrize(
    ("edge", "ends", "error", "message"),
    [
        ({}, ("s", "t"), ValueError, "arc s -> t has no attribute 'capacity'"),
        ({"capacity": 0.5}, ("s", "t"), TypeError, "arc s -> t is 0.5"),
        ({"capacity": 1}, ("s", "x"), ValueError, "node x is not in the graph"),
        ({"capacity": 1}, ("s", "s"), ValueError, "node s is both source and sink"),
    ],
)
def test_bad_networkx_graphs_are_refused(edge, ends, error, message):
    graph = nx.DiGraph()
    graph.add_edge("s", "t", **edge)
    with pytest.raises(error, match=message):
        FlowNetwork.from_networkx(graph, *ends)


def test_nodes_with_one_name_are_refused():
    graph = nx.DiGraph()
    graph.add_edge(1, "1", capacity=1)
    with pytest.raises(ValueError, match="two nodes are named '1'"):
        FlowNetwork.from_networkx(graph, 1, "1")


def test_unknown_methods_and_sides_are_refused():
    network = network_of(2, [(0, 1, 1)])
    with pytest.raises(ValueError, match="method is"):
        maximum_flow(network, method="simplex")
    with pytest.raises(ValueError, match="nearest is"):
        maximum_flow(network).minimum_cut("top")


# --- checking and decomposing flows that were made elsewhere ------------------------------------


@pytest.mark.parametrize(
    ("flow", "message"),
    [
        ([2, 2, 0], "cut"),
        ([4, 4, 0], "flow above capacity on 2 -> 1: 4"),
        ([3, 3, -1], "negative flow on 2 -> 2: -1"),
        ([3, 2, 0], "node 2 keeps 1 units"),
        ([3, 3], "2 amounts for 3 arcs"),
    ],
)
def test_flows_that_are_not_maximum_fail_the_check(flow, message):
    network = network_of(3, [(0, 2, 5), (2, 1, 3), (2, 2, 1)])
    with pytest.raises(CertificateError, match=message):
        MaximumFlow(network, np.array(flow), "other").check()


def test_an_uncapacitated_arc_may_carry_more_than_its_stand_in():
    network = network_of(4, [(0, 1, 1), (2, 3, None), (3, 2, None)])
    MaximumFlow(network, np.array([1, 7, 7]), "other").check()


def test_sums_of_flow_do_not_wrap():
    arcs = [arc for middle in range(2, 6) for arc in ((0, middle, None), (middle, 6, None))]
    network = network_of(7, arcs)
    with pytest.raises(CertificateError, match=f"node 6 keeps {2**64} units"):
        MaximumFlow(network, np.full(8, 2**62), "other").check()


def test_a_flow_below_an_unlimited_path_fails_the_check():
    network = network_of(2, [(0, 1, None)])
    with pytest.raises(CertificateError, match="cut"):
        MaximumFlow(network, np.array([1]), "other").check()


def test_flow_on_cycles_is_no_part_of_the_paths():
    # A cycle on the way, one beside it, and one through both terminals.
    arcs = [(0, 2, 2), (2, 3, 3), (3, 4, 3), (4, 2, 1), (4, 1, 2), (5, 6, 4), (6, 5, 4), (1, 0, 1)]
    network = network_of(7, arcs)
    amounts = {(t, h): c for t, h, c in arcs}
    flow = np.array([amounts[arc] for arc in arc_capacities(network)])
    result = MaximumFlow(network, flow, "other")
    assert result.value == 1
    assert list(result.paths()) == [(1, (0, 2, 3, 4, 1))]
    with pytest.raises(CertificateError, match="the flow is 1, the cut"):
        result.check()


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


# --- vertex splitting ---------------------------------------------------------------------------


def test_names_of_a_split_network():
    network = vertex_split([1, 2], [0], [1], sources=[0], sinks=[1], names=["a", "a:in"])
    assert network.names == ("a:in", "a:out", "a:in:in", "a:in:out", "source", "sink")
    assert network.names[network.source] == "source"
    assert network.names[network.sink] == "sink"


@st.composite
def vertex_graphs(draw):
    count = draw(st.integers(0, 5))
    vertex = st.integers(0, max(0, count - 1))
    several = st.lists(vertex, max_size=3 if count else 0)
    weights = draw(st.lists(st.one_of(small, limits), min_size=count, max_size=count))
    edges = draw(st.lists(st.tuples(vertex, vertex), max_size=8 if count else 0))
    return weights, edges, draw(several), draw(several), draw(st.booleans())


def separates(cut, count, edges, sources, sinks):
    graph = nx.DiGraph(edges)
    graph.add_nodes_from(range(count))
    graph.remove_nodes_from(cut)
    starts, ends = set(sources) - set(cut), set(sinks) - set(cut)
    return not any(nx.has_path(graph, s, t) for s in starts for t in ends)


@settings(max_examples=150)
@given(vertex_graphs(), st.sampled_from(METHODS))
def test_vertex_cuts_equal_brute_force(case, method):
    weights, edges, sources, sinks, directed = case
    count = len(weights)
    both = edges if directed else edges + [(head, tail) for tail, head in edges]
    network = vertex_split(
        weights,
        [tail for tail, _ in edges],
        [head for _, head in edges],
        sources=sources,
        sinks=sinks,
        directed=directed,
    )
    finite = [vertex for vertex in range(count) if weights[vertex] is not None]
    costs = [
        sum(weights[vertex] for vertex in cut)
        for size in range(len(finite) + 1)
        for cut in itertools.combinations(finite, size)
        if separates(cut, count, both, sources, sinks)
    ]
    if not costs:
        with pytest.raises(NoSolutionError, match=r"source -> .*:in -> .*:out -> sink"):
            maximum_flow(network, method=method)
        return
    result = maximum_flow(network, method=method)
    examine(result, min(costs))
    used = Counter()
    for amount, path in result.vertex_paths():
        assert path[0] in sources
        assert path[-1] in sinks
        assert set(itertools.pairwise(path)) <= set(both)
        used.update(dict.fromkeys(path, amount))
    assert all(weights[v] is None or used[v] <= weights[v] for v in used)
    for nearest in ("source", "sink"):
        cut = result.minimum_cut(nearest)
        vertices = cut.vertices.tolist()
        assert sum(weights[vertex] for vertex in vertices) == min(costs) == cut.value
        assert separates(vertices, count, both, sources, sinks)
        assert cut.arc_names == tuple((f"{v}:in", f"{v}:out") for v in vertices)


@settings(max_examples=40)
@given(vertex_graphs())
def test_a_split_network_has_one_value_for_networkx(case):
    weights, edges, sources, sinks, directed = case
    network = vertex_split(
        weights,
        *zip(*edges, strict=True) if edges else ((), ()),
        sources=sources,
        sinks=sinks,
        directed=directed,
    )
    if network.unbounded_path() is None:
        graph = network.to_networkx()
        expected = maximum_flow(network).value
        assert nx.minimum_cut(graph, "source", "sink")[0] == expected


def test_loops_and_repeated_edges_of_vertices_do_not_matter():
    plain = vertex_split([5, 1, 7], [0, 1], [1, 2], sources=[0], sinks=[2])
    same = vertex_split([5, 1, 7], [0, 0, 1, 1, 2], [1, 1, 0, 1, 1], sources=[0, 0], sinks=[2, 2])
    assert arc_capacities(same) == arc_capacities(plain)


def test_a_mask_makes_vertices_uncapacitated():
    mask = np.array([False, True, False])
    network = vertex_split([5, 1, 7], [0, 1], [1, 2], sources=[0], sinks=[2], uncapacitated=mask)
    cut = maximum_flow(network).minimum_cut("sink")
    assert (cut.value, cut.vertices.tolist()) == (5, [0])


@pytest.mark.parametrize("weight", BORDERS)
def test_weights_at_the_borders(weight):
    network = vertex_split(
        [weight, weight + 1, None, 2 * weight], [0, 1, 2], [2, 2, 3], sources=[0, 1], sinks=[3]
    )
    examine(maximum_flow(network), 2 * weight)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"weights": [1, -2]}, ValueError, "weight of vertex b is negative: -2"),
        ({"weights": [1, 0.5]}, TypeError, "weight of vertex b is 0.5"),
        ({"tails": [0, 1]}, ValueError, "2 tails and 1 heads"),
        ({"heads": [2]}, ValueError, r"heads: 2 is not in range\(2\)"),
        ({"sources": [2]}, ValueError, r"sources: 2 is not in range\(2\)"),
        ({"sinks": np.array([-1])}, ValueError, r"sinks: -1 is not in range\(2\)"),
        ({"names": ["b", "b"]}, ValueError, "two nodes are named 'b'"),
        ({"uncapacitated": np.array([True])}, ValueError, "shape"),
    ],
)
def test_bad_vertex_graphs_are_refused(change, error, message):
    arguments = {
        "weights": [1, 2],
        "tails": [0],
        "heads": [1],
        "sources": [0],
        "sinks": [1],
        "names": ["a", "b"],
        **change,
    }
    with pytest.raises(error, match=message):
        vertex_split(**arguments)


def test_too_many_vertices_are_refused():
    with pytest.raises(ValueError, match="vertices split to more than"):
        vertex_split(range(2**30), [], [], sources=[], sinks=[])


@pytest.mark.parametrize(
    ("ends", "error", "message"),
    [
        ((0, 2), ValueError, "vertex 1 has no attribute 'weight'"),
        ((0, 0), ValueError, "node 0 is both source and sink"),
        ((0, 7), ValueError, "node 7 is not in the graph"),
    ],
)
def test_bad_graphs_for_vertex_cuts_are_refused(ends, error, message):
    with pytest.raises(error, match=message):
        vertex_split_graph(nx.path_graph(3), *ends)


def test_only_split_networks_have_vertices():
    result = maximum_flow(network_of(2, [(0, 1, 1)]))
    with pytest.raises(ValueError, match="only a network built by vertex_split"):
        list(result.vertex_paths())
    with pytest.raises(ValueError, match="only a network built by vertex_split"):
        _ = result.minimum_cut().vertices


# --- Menger -------------------------------------------------------------------------------------


@settings(max_examples=120)
@given(
    st.integers(2, 7).flatmap(
        lambda n: st.tuples(
            st.just(n),
            st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=3 * n),
        )
    ),
    st.sampled_from([nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]),
    st.sampled_from([(0, 1), (1, 0)]),
)
def test_disjoint_paths_equal_the_least_separator(case, kind, ends):
    count, edges = case
    graph = kind()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(edges)
    paths = vertex_disjoint_paths(graph, *ends)
    inner = [node for path in paths for node in path[1:-1]]
    assert len(set(inner)) == len(inner)
    for path in paths:
        assert (path[0], path[-1]) == ends
        assert all(graph.has_edge(*pair) for pair in itertools.pairwise(path))
        assert not {0, 1} & set(path[1:-1])
    direct = graph.has_edge(*ends)
    assert paths.count(ends) == direct
    rest = nx.DiGraph(graph) if graph.is_directed() else nx.Graph(graph).to_directed()
    rest.remove_edges_from([ends])
    others = range(2, count)
    least = next(
        size
        for size in range(count)
        if any(
            separates(cut, count, rest.edges, ends[:1], ends[1:])
            for cut in itertools.combinations(others, size)
        )
    )
    assert len(paths) == least + direct


def test_disjoint_paths_need_two_nodes_of_the_graph():
    with pytest.raises(ValueError, match="both are 0"):
        vertex_disjoint_paths(nx.path_graph(2), 0, 0)
    with pytest.raises(ValueError, match="node 5 is not in the graph"):
        vertex_disjoint_paths(nx.path_graph(2), 0, 5)


def test_disjoint_paths_keep_the_nodes_of_the_graph():
    grid = nx.grid_2d_graph(3, 3)
    paths = vertex_disjoint_paths(grid, (0, 0), (2, 2))
    assert len(paths) == len(list(nx.node_disjoint_paths(grid, (0, 0), (2, 2)))) == 2
    assert all(path[0] == (0, 0) and path[-1] == (2, 2) for path in paths)
