"""Node-link JSON, against networkx."""

import json
import math

import networkx as nx
import pytest
from hypothesis import given, settings

from graphpuzzles.errors import ExportError
from tests.export.export_graphs import CLASSES, JSON_NAMES, Stream, exact, graphs, node_link


def read(data):
    return nx.node_link_graph(json.loads(data), edges="edges")


@settings(max_examples=150)
@given(graphs(names=JSON_NAMES))
def test_json_comes_back_with_every_type(graph):
    data = node_link(graph, allow_nan=True)
    graph = nx.relabel_nodes(graph, {node: str(node) for node in graph if is_nested(node)})
    assert exact(read(data)) == exact(graph)
    theirs = json.loads(json.dumps(nx.node_link_data(graph, edges="edges")))
    assert repr(sort_keys(json.loads(data))) == repr(sort_keys(theirs))


def is_nested(node):
    return isinstance(node, tuple) and any(isinstance(part, tuple) for part in node)


def test_a_node_that_is_the_text_of_a_tuple_is_refused():
    graph = nx.empty_graph([((0, 1), 2), "((0, 1), 2)"])
    with pytest.raises(ExportError, match="a node is the text of another, which is a tuple"):
        node_link(graph)


def sort_keys(value):
    """Return a value of JSON with the members of objects in order."""
    if isinstance(value, dict):
        return {name: sort_keys(value[name]) for name in sorted(value)}
    return [sort_keys(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("make", CLASSES)
def test_nodes_of_every_kind_and_parallel_edges(make):
    graph = make([("a", "a"), ("a", "b"), ("a", "b"), ((1, "x"), "b"), (1, "1")], name="g")
    graph.nodes["a"].update(label="\u00e4", size=2**70, done=True, share=5e-324)
    assert exact(read(node_link(graph))) == exact(graph)
    assert exact(read(node_link(make()))) == exact(make())


def test_a_file_has_a_line_for_each_node_and_edge():
    graph = nx.path_graph(5000)
    assert node_link(graph).count(b"\n") == 5000 + 4999 + 3


def test_a_stream_is_a_multigraph():
    stream = Stream(
        {"depth": "long", "code": "string"},
        {"move": "string"},
        [(2, {"depth": [0, 1], "code": ["a", 1]})],
        [([0, 0], [1, 1], {"move": ["<", None]})],
        attributes={"name": "pair"},
    )
    graph = nx.MultiDiGraph(name="pair")
    graph.add_node("n0", depth=0, code="a")
    graph.add_node("n1", depth=1, code=1)
    graph.add_edge("n0", "n1", move="<")
    graph.add_edge("n0", "n1")
    assert exact(read(node_link(stream))) == exact(graph)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_json_is_refused_unless_it_is_wished(value):
    reason = r"NaN and infinities are no JSON .allow_nan=True"
    graph = nx.path_graph(3)
    graph.edges[1, 2]["what"] = value
    with pytest.raises(ExportError, match=rf"^edge \(1, 2\): attribute 'what': {reason}"):
        node_link(graph)
    assert repr(read(node_link(graph, allow_nan=True)).edges[1, 2]["what"]) == repr(value)
    for node in (value, (0, value)):
        with pytest.raises(ExportError, match=rf"^node .*: {reason}"):
            node_link(nx.Graph([("a", node)]))


@pytest.mark.parametrize(
    ("graph", "name"),
    [
        (nx.Graph([("a", "b", {"source": 1})]), "edge attribute 'source'"),
        (nx.Graph([("a", "b", {"target": 1})]), "edge attribute 'target'"),
        (nx.MultiGraph([("a", "b", 0, {"key": 1})]), "edge attribute 'key'"),
        (nx.DiGraph(), "node attribute 'id'"),
    ],
)
def test_an_attribute_that_node_link_data_would_lose_is_refused(graph, name):
    graph.add_node("c", id=1)
    if not name.startswith("node"):
        del graph.nodes["c"]["id"]
    with pytest.raises(ExportError, match=f"^{name}: node-link JSON needs this name for itself"):
        node_link(graph)


def test_an_edge_of_a_simple_graph_may_have_a_key():
    graph = nx.DiGraph([("a", "b", {"key": 1})])
    assert exact(read(node_link(graph))) == exact(graph)
