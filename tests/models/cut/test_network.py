"""Flow networks and vertex splitting: what they take, refuse and hand out."""

from __future__ import annotations

import io
import itertools
import math
import subprocess
import sys
from collections import Counter

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.errors import NoSolutionError
from graphpuzzles.models.cut.flow import maximum_flow
from graphpuzzles.models.cut.network import FlowNetwork, vertex_split
from tests.models.cut.networks import (
    BORDERS,
    arc_capacities,
    arc_lists,
    examine,
    limits,
    named_network,
    network_of,
    small,
)


def test_export_is_explicit():
    network = named_network([("s", "a", None), ("a", "t", 4)])
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


def test_importing_and_building_loads_neither_networkx_nor_scipy():
    code = (
        "import sys; from graphpuzzles.models.cut.network import vertex_split; "
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
        named_network(arcs)


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
    ],
)
def test_bad_arguments_are_refused(change, error, message):
    arguments = {"tails": [0], "heads": [1], "capacities": [1], **ARC, **change}
    with pytest.raises(error, match=message):
        FlowNetwork.from_arrays(**arguments)


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


def test_graphml_keeps_every_capacity():
    # networkx/networkx 3343 and 878: numpy types and None were refused.
    arcs = [("s", "a", np.int32(7)), ("a", "t", 2**70), ("s", "é", None), ("é", "t", np.uint8(3))]
    graph = named_network(arcs).to_networkx()
    text = io.BytesIO()
    nx.write_graphml(graph, text)
    text.seek(0)
    back = nx.read_graphml(text)
    assert dict(back.nodes(data=True)) == dict(graph.nodes(data=True))
    assert list(back.edges(data=True)) == list(graph.edges(data=True))
    assert nx.maximum_flow_value(back, back.graph["source"], back.graph["sink"]) == 10


def test_a_stand_in_may_be_the_first_number_beyond_int64():
    network = network_of(3, [(0, 2, 2**63 - 1), (2, 1, None)])
    assert network.capacities.tolist() == [2**63 - 1, 2**63]
    examine(maximum_flow(network), 2**63 - 1)


@pytest.mark.parametrize("amount", BORDERS)
def test_parallel_arcs_add_up_exactly(amount):
    network = network_of(2, [(0, 1, amount)] * 3 + [(0, 1, 1)])
    assert network.capacities.tolist() == [3 * amount + 1]
    examine(maximum_flow(network), 3 * amount + 1)


def test_source_and_sink_must_differ():
    # igraph/python-igraph 736: the process crashed.
    with pytest.raises(ValueError, match="node a is both source and sink"):
        named_network([("a", "b", 1)], source="a", sink="a")


def test_capacities_of_zero_stay():
    # igraph/igraph 1363: arcs of capacity 0 were dropped.
    network = network_of(3, [(0, 2, 0), (2, 1, 7)])
    result = maximum_flow(network)
    examine(result, 0)
    assert result.minimum_cut("source").arcs.tolist() == [0]
    assert result.minimum_cut("sink").arcs.tolist() == [0]
    assert result.minimum_cut("sink").source_side.tolist() == [True, False, False]
    assert list(result.paths()) == []


# --- vertex splitting ---------------------------------------------------------------------------


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
@given(vertex_graphs())
def test_vertex_cuts_equal_brute_force(case):
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
            maximum_flow(network)
        return
    result = maximum_flow(network)
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
        assert network.tails[cut.arcs].tolist() == [2 * v for v in vertices]


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
        ({"uncapacitated": np.array([1, 0])}, TypeError, "booleans"),
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


def test_only_split_networks_have_vertices():
    result = maximum_flow(network_of(2, [(0, 1, 1)]))
    with pytest.raises(ValueError, match="only a network built by vertex_split"):
        list(result.vertex_paths())
    with pytest.raises(ValueError, match="only a network built by vertex_split"):
        _ = result.minimum_cut().vertices


def test_names_of_a_split_network():
    network = vertex_split([1, 2], [0], [1], sources=[0], sinks=[1], names=["a", "a:in"])
    assert network.names == ("a:in", "a:out", "a:in:in", "a:in:out", "source", "sink")
    assert network.names[network.source] == "source"
    assert network.names[network.sink] == "sink"


def test_weights_of_vertices_count():
    # networkx/networkx 1810: minimum_node_cut ignores weights and answers {3}.
    weights, tails = [None, 9, 1, 9, None], [0, 1, 2, 3]
    network = vertex_split(weights, tails, [1, 2, 3, 4], sources=[0], sinks=[4])
    cut = maximum_flow(network).minimum_cut()
    assert (cut.value, cut.vertices.tolist()) == (1, [2])


def test_adjacent_terminals_have_no_vertex_cut():
    # networkx/networkx 1812: minimum_node_cut answers the empty set.
    network = vertex_split([None, 1, None], [0, 0, 1], [1, 2, 2], sources=[0], sinks=[2])
    path = "source -> 0:in -> 0:out -> 2:in -> 2:out -> sink"
    with pytest.raises(NoSolutionError, match=f"the path {path}$"):
        maximum_flow(network)


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
    assert result.minimum_cut("source").vertices.tolist() == cells[0].tolist()
    assert result.minimum_cut("sink").vertices.tolist() == cells[-1].tolist()
    paths = list(result.vertex_paths())
    assert [amount for amount, _ in paths] == [1] * 300
    assert len({cell for _, path in paths for cell in path}) == sum(len(p) for _, p in paths)
