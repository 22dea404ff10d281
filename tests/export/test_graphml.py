"""GraphML written and read back without loss; what GraphML cannot hold is refused by name."""

import copy
import enum
import io
import math
import re
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings

from graphpuzzles.errors import ExportError
from graphpuzzles.export import read_graphml, read_json, write_dot, write_graphml, write_json
from graphpuzzles.export.values import tagged_text, untagged
from tests.export.export_graphs import (
    CLASSES,
    VALUES,
    dot,
    exact,
    graphml,
    graphs,
    node_link,
    sample,
)


@settings(max_examples=200)
@given(graphs())
def test_graphml_comes_back_with_every_type(graph):
    assert exact(read_graphml(io.BytesIO(graphml(graph)))) == exact(graph)


@settings(max_examples=50)
@given(graphs())
def test_writing_changes_nothing_and_is_the_same_each_time(graph):
    before = exact(copy.deepcopy(graph))
    assert graphml(graph) == graphml(graph)
    assert exact(graph) == before


@given(VALUES)
def test_tagged_text_is_undone(value):
    back = untagged(tagged_text(value))
    assert repr(back) == repr(value)


@pytest.mark.parametrize("make", CLASSES)
def test_the_empty_graph_keeps_its_class(make):
    assert exact(read_graphml(io.BytesIO(graphml(make())))) == exact(make())


@pytest.mark.parametrize("make", CLASSES)
def test_self_loops_and_parallel_edges(make):
    graph = make([("a", "a"), ("a", "b"), ("a", "b"), ("b", "a"), ("a", "a")])
    assert exact(read_graphml(io.BytesIO(graphml(graph)))) == exact(graph)


def test_an_attribute_named_key_leaves_the_keys_of_a_multigraph_alone():
    graph = nx.MultiGraph()
    graph.add_edges_from([("a", "b", "first", {"key": 1, "key_": 2}), ("a", "b", 7, {})])
    assert exact(read_graphml(io.BytesIO(graphml(graph)))) == exact(graph)


def test_nodes_1_and_text_1_stay_two():
    graph = nx.Graph([(1, "1"), ("1", "one")])
    assert re.findall(rb'<node id="(.*?)"', graphml(graph)) == [b"1", b"&quot;1&quot;", b"one"]
    assert exact(read_graphml(io.BytesIO(graphml(graph)))) == exact(graph)


def test_the_file_itself():
    graph = nx.Graph(name="pair")
    graph.add_node("u", value=1)
    graph.add_node("v", value=2.5)
    graph.add_edge("u", "v", weight=2**64)
    assert graphml(graph).decode().splitlines()[3:] == [
        '<key id="d0" for="graph" attr.name="name" attr.type="string"/>',
        '<key id="d1" for="node" attr.name="value" attr.type="double"/>',
        '<key id="d2" for="edge" attr.name="weight" attr.type="string"/>',
        '<graph edgedefault="undirected">',
        '<data key="d0">pair</data>',
        '<node id="u"><data key="d1">1</data></node>',
        '<node id="v"><data key="d1">2.5</data></node>',
        '<edge id="e0" source="u" target="v"><data key="d2">18446744073709551616</data></edge>',
        "</graph>",
        "</graphml>",
    ]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([-(2**63), 2**63 - 1], "long"),
        ([0, 2**63], "string"),
        ([0, -(2**63) - 1], "string"),
        ([0.5, 1.5], "double"),
        ([0.5, 2**53], "double"),
        ([0.5, 2**53 + 1], "string"),
        ([0.5, -(2**53) - 1], "string"),
        ([True, False], "boolean"),
        ([True, 1], "string"),
        (["a", "b"], "string"),
        (["a", 1], "string"),
    ],
)
def test_the_type_of_an_attribute_is_the_narrowest_without_loss(values, kind):
    graph = nx.Graph()
    graph.add_nodes_from((f"n{i}", {"a": value}) for i, value in enumerate(values))
    assert re.findall(r'attr.type="(.*?)"', graphml(graph).decode()) == [kind]
    assert exact(read_graphml(io.BytesIO(graphml(graph)))) == exact(graph)


class Colour(enum.StrEnum):
    RED = "red"


class Size(enum.IntEnum):
    BIG = 3


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (np.int8(-5), -5),
        (np.uint64(2**64 - 1), 2**64 - 1),
        (np.float16(0.5), 0.5),
        (np.float32(0.1), float(np.float32(0.1))),
        (np.float64(0.1), 0.1),
        (np.bool_(True), True),
        (np.str_("a"), "a"),
        (Colour.RED, "red"),
        (Size.BIG, 3),
    ],
    ids=repr,
)
@pytest.mark.parametrize("write", [graphml, node_link])
def test_scalars_of_numpy_and_enums_count_as_plain_values(write, value, plain):
    graph = nx.Graph()
    graph.add_node(value, attribute=value)
    read = read_graphml if write is graphml else read_json
    back = read(io.BytesIO(write(graph)))
    assert repr(list(back.nodes(data=True))) == repr([(plain, {"attribute": plain})])


def test_a_graph_that_networkx_read_can_be_written():
    graph = nx.parse_graphml(graphml(sample()).decode())
    assert "node_default" in graph.graph
    assert "node_default" not in read_graphml(io.BytesIO(graphml(graph))).graph


REFUSED = {
    "none": (None, "None is of type NoneType.*leave the attribute out"),
    "list": ([1], "type list"),
    "tuple": ((1, 2), "type tuple"),
    "dict": ({"a": 1}, "type dict"),
    "set": ({1}, "type set"),
    "bytes": (b"a", "type bytes"),
    "fraction": (Fraction(1, 2), "type Fraction"),
    "complex": (1j, "type complex"),
    "time": (np.timedelta64(5, "ns"), "type timedelta64"),
    "long double": (np.longdouble(1), "type longdouble"),
    "array": (np.zeros(2), "type ndarray"),
    "control character": ("a\x07", r"U\+0007"),
    "null character": ("\0", r"U\+0000"),
    "lone surrogate": ("\ud800", r"U\+D800"),
    "non-character": ("\uffff", r"U\+FFFF"),
    "digits": (10**5000, "digits"),
}


@pytest.mark.parametrize("write", [graphml, dot])
@pytest.mark.parametrize(("value", "reason"), REFUSED.values(), ids=REFUSED)
def test_a_value_that_cannot_be_written_is_named_with_its_node(write, value, reason):
    graph = nx.path_graph(9)
    graph.nodes[5]["what"] = value
    with pytest.raises(ExportError, match=f"^node 5: attribute 'what': .*{reason}"):
        write(graph)


@pytest.mark.parametrize("write", [graphml, dot])
@pytest.mark.parametrize(("value", "reason"), REFUSED.values(), ids=REFUSED)
def test_a_value_that_cannot_be_written_is_named_with_its_edge(write, value, reason):
    graph = nx.path_graph(9, create_using=nx.MultiGraph)
    graph.edges[5, 6, 0]["what"] = value
    with pytest.raises(ExportError, match=rf"^edge \(5, 6, 0\): attribute 'what': .*{reason}"):
        write(graph)


@pytest.mark.parametrize("write", [graphml, dot])
@pytest.mark.parametrize(("value", "reason"), REFUSED.values(), ids=REFUSED)
def test_a_value_that_cannot_be_written_is_named_with_the_graph(write, value, reason):
    with pytest.raises(ExportError, match=f"^graph: attribute 'what': .*{reason}"):
        write(nx.Graph(what=value))


@pytest.mark.parametrize("write", [graphml, dot])
@pytest.mark.parametrize(
    ("node", "reason"),
    [
        (frozenset({1}), "type frozenset"),
        ((1, None), "type NoneType"),
        (b"a", "type bytes"),
        ("a\x00", r"U\+0000"),
        ("\udfff", r"U\+DFFF"),
        (10**5000, "digits"),
    ],
    ids=["frozenset", "none", "bytes", "null character", "surrogate", "digits"],
)
def test_a_node_that_cannot_be_written_is_named(write, node, reason):
    with pytest.raises(ExportError, match=rf"^node .*: .*{reason}"):
        write(nx.Graph([("a", node)]))


def nested(depth):
    node = ()
    for _ in range(depth):
        node = (node,)
    return node


@pytest.mark.parametrize("write", [graphml, dot, node_link])
def test_a_node_nested_too_deeply_is_refused(write):
    graph = nx.Graph()
    graph.add_node(nested(5000))
    with pytest.raises(ExportError, match="nested too deeply"):
        write(graph)


@pytest.mark.parametrize("write", [graphml, dot])
def test_two_nodes_of_one_name_are_refused(write):
    graph = nx.Graph()
    graph.add_nodes_from([math.nan, float("nan")])
    with pytest.raises(ExportError, match="nodes nan and nan would have the same name"):
        write(graph)


@pytest.mark.parametrize("write", [graphml, dot, node_link])
def test_an_attribute_name_that_is_no_text_is_refused(write):
    graph = nx.Graph()
    graph.add_nodes_from([("a", {}), ("b", {1: 2})])
    with pytest.raises(ExportError, match=r"^node 'b': the attribute name 1 is no text"):
        write(graph)


@pytest.mark.parametrize("write", [graphml, dot])
def test_an_attribute_name_with_a_control_character_is_refused(write):
    graph = nx.Graph()
    graph.add_nodes_from([("a", {"x\x01": 2})])
    with pytest.raises(ExportError, match=r"node.*U\+0001"):
        write(graph)


@pytest.mark.parametrize("write", [write_graphml, write_dot, write_json])
@pytest.mark.parametrize("graph", [None, {}, [(1, 2)], "a -- b"], ids=repr)
def test_what_is_no_graph_is_a_type_error(write, graph):
    with pytest.raises(TypeError, match="expected a networkx graph"):
        write(graph, io.BytesIO())
