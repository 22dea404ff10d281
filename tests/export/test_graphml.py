"""GraphML is valid by its schema and says all that was written; what it lacks is refused."""

import copy
import enum
import io
import math
import re
import tracemalloc
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from lxml import etree

from graphpuzzles.errors import ExportError
from graphpuzzles.export import graphml as graphml_module
from graphpuzzles.export import write_dot, write_graphml, write_json
from graphpuzzles.export.sources import columns_of
from tests.export.export_graphs import (
    CLASSES,
    SCHEMA,
    assert_tells,
    dot,
    exact,
    graphml,
    graphs,
    node_link,
    node_text,
    text,
    validated,
)


@settings(max_examples=200)
@given(graphs())
def test_every_graph_is_valid_and_says_what_was_written(graph):
    assert_tells(graphml(graph), graph)


@settings(max_examples=50)
@given(graphs())
def test_writing_changes_nothing_and_is_the_same_each_time(graph):
    before = exact(copy.deepcopy(graph))
    assert graphml(graph) == graphml(graph)
    assert exact(graph) == before


def test_names_that_are_kept_are_tokens_in_every_edition_of_xml():
    # libxml2 has the letters of the first four editions; the fifth has these ranges.
    fifth = re.compile(
        "[-.0-9:A-Z_a-z\u00b7\u0300-\u036f\u203f-\u2040\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff"
        "\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff"
        "\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff]"
    )
    kept = [c for c in map(chr, range(0x20, 0x20000)) if graphml_module._TOKEN.fullmatch(c)]
    assert all(map(fifth.fullmatch, kept))
    assert SCHEMA.validate(etree.fromstring(graphml(nx.empty_graph(kept))))
    assert {
        "a",
        "Z",
        "9",
        "\u00e9",
        "\u03b1",
        "\u0416",
        "\u05d0",
        "\u3042",
        "\u6f22",
        "\ud55c",
    } <= set(kept)
    ids = [name for name, _ in validated(graphml(nx.empty_graph(kept))).nodes]
    assert ids == kept


@pytest.mark.parametrize(
    ("nodes", "ids"),
    [
        (["a", "b c", "n0", "", "d"], ["a", "n1", "n0", "n2", "d"]),
        ([1, "1", 1.5, True], ["1", "n0", "1.5"]),
        ([(0, 1), (0, "b"), -3, math.inf], ["n0", "n1", "-3", "Infinity"]),
        ([math.nan, float("nan")], ["NaN", "n0"]),
        (["Z\u00fcrich", "\u5317\u4eac", "x\u2009y"], ["Z\u00fcrich", "\u5317\u4eac", "n0"]),
    ],
)
def test_a_name_that_is_a_token_stays_and_any_other_becomes_a_label(nodes, ids):
    back = validated(graphml(nx.empty_graph(nodes))).nodes
    assert [name for name, _ in back] == ids
    texts = [data.get("label", name) for name, data in back]
    assert texts == [node_text(node) for node in nx.empty_graph(nodes)]


def test_the_text_of_a_node_never_takes_the_place_of_an_attribute():
    graph = nx.Graph()
    graph.add_node("a b", label="A")
    graph.add_node("c", name="C")
    assert validated(graphml(graph)).nodes == [
        ("n0", {"label": "A", "name_": "a b"}),
        ("c", {"name": "C"}),
    ]


def test_an_attribute_whose_name_is_no_token_is_renamed_and_described():
    graph = nx.Graph(**{"my graph": 1})
    graph.add_node("a", **{"": 1, "two words": "x", "n0": 2.5})
    graph.add_edge("a", "a", **{"<&>": True})
    names = re.findall(r'attr.name="(.*?)".*?(?:<desc>(.*)</desc>.*)?\n', graphml(graph).decode())
    assert names == [
        ("n0", "my graph"),
        ("n1", ""),
        ("n2", "two words"),
        ("n0", ""),
        ("n0", "&lt;&amp;&gt;"),
    ]
    assert nx.parse_graphml(graphml(graph).decode()).nodes["a"] == {"n0": 2.5, "n1": 1, "n2": "x"}


@pytest.mark.parametrize("make", CLASSES)
def test_the_empty_graph_and_self_loops_and_parallel_edges(make):
    assert validated(graphml(make())).nodes == []
    graph = make([("a", "a"), ("a", "b"), ("a", "b"), ("b", "a"), ("a", "a")])
    back = validated(graphml(graph))
    assert [(u, v) for u, v, _ in back.edges] == list(graph.edges())
    assert back.directed == graph.is_directed()


def test_an_attribute_named_key_leaves_the_keys_of_a_multigraph_alone():
    graph = nx.MultiGraph()
    graph.add_edges_from([("a", "b", 3, {"key": 1, "key_": 2}), ("a", "b", 7, {})])
    assert [data for *_, data in validated(graphml(graph)).edges] == [
        {"key": 1, "key_": 2, "key__": 3},
        {"key__": 7},
    ]


def test_the_file_itself():
    graph = nx.Graph(name="pair")
    graph.add_node("u", value=1)
    graph.add_node("v", value=2.5)
    graph.add_edge("u", "v", weight=2**64)
    assert graphml(graph).decode().splitlines()[2:] == [
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
        ([0.5, -(2**53)], "double"),
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
    read = [data["a"] for _, data in validated(graphml(graph)).nodes]
    assert read == (list(map(text, values)) if kind == "string" else values)


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
@pytest.mark.parametrize("write", [graphml, node_link, dot])
def test_scalars_of_numpy_and_enums_count_as_plain_values(write, value, plain):
    graphs = nx.Graph(), nx.Graph()
    for graph, item in zip(graphs, (value, plain), strict=True):
        graph.add_node(item, attribute=item)
        graph.add_node((item, "b"))
    assert write(graphs[0]) == write(graphs[1])


@pytest.mark.parametrize("write", [graphml, node_link, dot])
def test_a_graph_that_networkx_read_can_be_written(write):
    graph = nx.parse_graphml(graphml(nx.path_graph(3)).decode())
    assert graph.graph == {"node_default": {}, "edge_default": {}}
    assert "_default" not in str(write(graph))


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
    "digits": (10**5000, "digits"),
}
UNTOLD = {
    "control character": ("a\x07", r"U\+0007"),
    "null character": ("\0", r"U\+0000"),
    "lone surrogate": ("\ud800", r"U\+D800"),
    "non-character": ("\uffff", r"U\+FFFF"),
}
CASES = [
    pytest.param(write, *case, id=f"{write.__name__}-{name}")
    for write in (graphml, dot, node_link)
    for name, case in (REFUSED if write is node_link else REFUSED | UNTOLD).items()
]


@pytest.mark.parametrize(("write", "value", "reason"), CASES)
def test_a_value_that_cannot_be_written_is_named_with_its_place(write, value, reason):
    graph = nx.path_graph(9)
    graph.nodes[5]["what"] = value
    with pytest.raises(ExportError, match=f"^node 5: attribute 'what': .*{reason}"):
        write(graph)
    graph = nx.path_graph(9, create_using=nx.MultiGraph)
    graph.edges[5, 6, 0]["what"] = value
    with pytest.raises(ExportError, match=rf"^edge \(5, 6, 0\): attribute 'what': .*{reason}"):
        write(graph)
    with pytest.raises(ExportError, match=f"^graph: attribute 'what': .*{reason}"):
        write(nx.Graph(what=value))


def test_names_that_each_node_has_for_itself_take_room_in_proportion():
    def peak(size):
        graph = nx.empty_graph(size)
        for node in graph:
            graph.nodes[node][f"own{node}"] = node
        tracemalloc.start()
        columns = columns_of(graph)
        top = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert len(columns.schema["node"]) == size
        return top

    peak(10)
    assert peak(1000) < 2.5 * peak(500)


@pytest.mark.parametrize("write", [graphml, dot, node_link])
def test_none_is_refused_in_a_column_that_lacks_other_values_too(write):
    graph = nx.path_graph(2000)
    graph.nodes[3]["what"] = "here"
    graph.nodes[1777]["what"] = None
    with pytest.raises(ExportError, match=r"^node 1777: attribute 'what': None"):
        write(graph)


@pytest.mark.parametrize("write", [graphml, dot, node_link])
@pytest.mark.parametrize(
    ("node", "reason"),
    [
        (frozenset({1}), "type frozenset"),
        ((1, None), "type NoneType"),
        (b"a", "type bytes"),
        (10**5000, "digits"),
    ],
    ids=["frozenset", "none", "bytes", "digits"],
)
def test_a_node_that_cannot_be_written_is_named(write, node, reason):
    with pytest.raises(ExportError, match=rf"^node .*: .*{reason}"):
        write(nx.Graph([("a", node)]))


@pytest.mark.parametrize("write", [graphml, dot])
@pytest.mark.parametrize(("node", "reason"), [("a\x00", r"U\+0000"), ("\udfff", r"U\+DFFF")])
def test_a_node_with_a_character_that_no_file_holds_is_named(write, node, reason):
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
    with pytest.raises(TypeError, match="expected a networkx graph or a GraphStream"):
        write(graph, io.BytesIO())
