"""Node-link JSON, against networkx."""

import io
import json
import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings

from graphpuzzles.errors import ExportError, ParseError
from graphpuzzles.export import read_json
from tests.export.export_graphs import CLASSES, JSON_NAMES, exact, graphs, node_link


@settings(max_examples=200)
@given(graphs(names=JSON_NAMES))
def test_json_comes_back_with_every_type(graph):
    data = node_link(graph, allow_nan=True)
    assert exact(read_json(io.BytesIO(data))) == exact(graph)


@given(graphs(names=JSON_NAMES))
def test_json_is_what_networkx_makes(graph):
    data = node_link(graph, allow_nan=True)
    theirs = json.loads(json.dumps(nx.node_link_data(graph, edges="edges")))
    assert repr(sort_keys(json.loads(data))) == repr(sort_keys(theirs))


def sort_keys(value):
    """Return a value of JSON with the members of objects in order."""
    if isinstance(value, dict):
        return {name: sort_keys(value[name]) for name in sorted(value)}
    return [sort_keys(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("make", CLASSES)
def test_networkx_reads_json(make):
    graph = make([("a", "a"), ("a", "b"), ("a", "b"), ((1, "x"), "b")], name="g")
    graph.nodes["a"].update(label="\u00e4", nested={"list": [1, None, {"deep": True}]})
    data = json.loads(node_link(graph))
    back = nx.node_link_graph(data, edges="edges")
    assert exact(back) == exact(graph) == exact(read_json(io.BytesIO(node_link(graph))))


def test_json_of_any_age_is_read():
    old = b'{"nodes": [{"id": 0}, {"id": 1}], "links": [{"source": 0, "target": 1, "key": 2}]}'
    graph = read_json(io.BytesIO(old))
    assert exact(graph) == exact(nx.Graph([(0, 1, {"key": 2})]))


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (math.nan, "NaN and infinities are no JSON .allow_nan=True"),
        ([math.inf], "NaN and infinities are no JSON .allow_nan=True"),
        ((1, 2), r"attribute 'what': \(1, 2\) is a tuple, which would come back as a list"),
        ([(1, 2)], "is a tuple"),
        ({"a": {1: 2}}, "attribute 'what': 1 is no text"),
        ({1}, "type set"),
        (b"a", "type bytes"),
        (np.zeros(2), "type ndarray"),
        (10**5000, "digits"),
    ],
    ids=["nan", "infinity", "tuple", "inner tuple", "key", "set", "bytes", "array", "digits"],
)
def test_a_value_that_json_lacks_is_named(value, reason):
    graph = nx.path_graph(3)
    graph.edges[1, 2]["what"] = value
    with pytest.raises(ExportError, match=rf"^edge \(1, 2\): .*{reason}"):
        node_link(graph)


def test_a_list_in_itself_is_refused():
    loop = []
    loop.append(loop)
    with pytest.raises(ExportError, match=r"^graph: nested too deeply, or in itself"):
        node_link(nx.Graph(loop=loop))


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (nx.Graph(), None),
        (nx.DiGraph([("a", "b", {"key": 1})]), None),
        (nx.Graph([("a", "b", {"source": 1})]), r"edge \('a', 'b'\): attribute 'source'"),
        (nx.Graph([("a", "b", {"target": 1})]), r"edge \('a', 'b'\): attribute 'target'"),
        (nx.MultiGraph([("a", "b", 0, {"key": 1})]), r"edge \('a', 'b', 0\): attribute 'key'"),
    ],
)
def test_an_attribute_that_node_link_data_would_lose_is_refused(graph, message):
    graph.add_node("c")
    if message is None:
        message = "node 'c': attribute 'id'"
        graph.nodes["c"]["id"] = 1
    with pytest.raises(ExportError, match=f"^{message}: node-link JSON needs this name"):
        node_link(graph)


LOOP = '{"source": 1, "target": 1}'
KEYED = '{"source": 1, "target": 1, "key": 0}'


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "Expecting value"),
        ('{"nodes": [],\n  x', 2, 3, "well-formed JSON"),
        ("[" * 100_000, 1, 1, "nested too deeply"),
        (b"\xff\xfe\xff", 1, 1, "UTF-8"),
        ("9" * 5000, 1, 1, "digits"),
        ("[]", 1, 1, "expected an object"),
        ("{}", 1, 1, "expected an array nodes, found none"),
        ('{"nodes": {}}', 1, 1, "expected an array nodes"),
        ('{"nodes": []}', 1, 1, "expected an array links, found none"),
        ('{"nodes": [], "edges": 1}', 1, 1, "expected an array edges"),
        ('{"directed": 1}', 1, 1, "expected directed to be true or false"),
        ('{"multigraph": "no"}', 1, 1, "expected multigraph to be true or false"),
        ('{"graph": []}', 1, 1, "expected graph to be an object"),
        ('{"nodes": [1]}', 1, 1, r"expected nodes\[0\] to be an object"),
        ('{"nodes": [{}]}', 1, 1, r"expected nodes\[0\] with the member id"),
        ('{"nodes": [{"id": null}]}', 1, 1, r"as id of nodes\[0\], found 'null'"),
        ('{"nodes": [{"id": [{}]}]}', 1, 1, r"as id of nodes\[0\]"),
        ('{"nodes": [{"id": 1}, {"id": 1.0}]}', 1, 1, r"nodes\[1\] with another id"),
        ('{"nodes": [{"id": 1}], "edges": [{}]}', 1, 1, r"edges\[0\] with the member source"),
        (
            '{"nodes": [{"id": 1}], "edges": [{"source": 1, "target": 2}]}',
            1,
            1,
            r"edges\[0\] between nodes, found '2'",
        ),
        (
            f'{{"nodes": [{{"id": 1}}], "edges": [{LOOP}, {LOOP}]}}',
            1,
            1,
            r"edges\[1\], a parallel one",
        ),
        (
            f'{{"multigraph": true, "nodes": [{{"id": 1}}], "edges": [{LOOP}, {KEYED}]}}',
            1,
            1,
            r"edges\[1\] with another key",
        ),
    ],
)
def test_what_is_no_node_link_data_is_refused(text, line, column, message):
    file = io.BytesIO(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ParseError, match=message) as caught:
        read_json(file)
    assert (caught.value.line, caught.value.column) == (line, column)
