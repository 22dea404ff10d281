"""GraphML read by networkx on two XML parsers and by igraph, and theirs read by us."""

import io
import math
import sys
import xml.etree.ElementTree as ET

import igraph
import lxml.etree
import networkx as nx
import pytest
from hypothesis import assume, given, settings
from networkx.readwrite.graphml import GraphMLReader

from graphpuzzles.export import read_graphml
from tests.export.export_graphs import CLASSES, TEXTS, exact, graphml, graphs, sample


def by_networkx(parse, data, **options):
    """Read with networkx on the tree of an XML parser; drop what its reader adds."""
    reader = GraphMLReader(**options)
    tree = parse(data)
    keys, defaults = reader.find_graphml_keys(tree)
    graph = reader.make_graph(tree.find(f"{{{reader.NS_GRAPHML}}}graph"), keys, defaults)
    del graph.graph["node_default"], graph.graph["edge_default"]
    for *_, attributes in graph.edges(data=True):
        attributes.pop("id", None)
    return graph


PARSERS = [
    pytest.param(ET.fromstring, id="stdlib"),
    pytest.param(lxml.etree.fromstring, id="lxml"),
]


@pytest.mark.parametrize("parse", PARSERS)
def test_networkx_reads_what_was_written(parse):
    assert exact(by_networkx(parse, graphml(sample()))) == exact(sample())


@pytest.mark.parametrize("parse", PARSERS)
def test_networkx_reads_integer_nodes_and_integers_beyond_64_bits(parse):
    graph = nx.path_graph(3)
    graph.nodes[1]["code"] = 2**70
    back = by_networkx(parse, graphml(graph), node_type=int)
    assert list(back.edges) == [(0, 1), (1, 2)]
    assert back.nodes[1] == {"code": str(2**70)}


@pytest.mark.parametrize("parse", PARSERS)
def test_networkx_reads_parallel_edges(parse):
    graph = nx.MultiDiGraph([("a", "b"), ("a", "b"), ("b", "b")])
    back = by_networkx(parse, graphml(graph))
    assert list(back.edges(keys=True)) == [("a", "b", "e0"), ("a", "b", "e1"), ("b", "b", "e2")]
    assert [data for *_, data in back.edges(data=True)] == [{"key": 0}, {"key": 1}, {"key": 0}]


@given(graphs(nodes=[TEXTS.filter(bool)], names=TEXTS.filter(bool)))
def test_networkx_reads_every_graph_of_text_nodes(graph):
    back = by_networkx(ET.fromstring, graphml(graph))
    assert list(back) == list(graph)
    assert back.number_of_edges() == graph.number_of_edges()
    assert set().union(*dict(back.nodes(data=True)).values()) == set().union(
        *dict(graph.nodes(data=True)).values()
    )


def by_igraph(data, path):
    path.write_bytes(data)
    return igraph.Graph.Read_GraphML(str(path))


def test_igraph_reads_what_was_written(tmp_path):
    graph = sample()
    back = by_igraph(graphml(graph), tmp_path / "sample.graphml")
    assert back.is_directed()
    assert {name: back[name] for name in back.attributes()} == graph.graph
    nodes = [vertex.attributes() for vertex in back.vs]
    assert nodes == [{**data, "id": node} for node, data in graph.nodes(data=True)]
    names = back.vs["id"]
    edges = [(names[edge.source], names[edge.target], edge.attributes()) for edge in back.es]
    for _, _, data in edges:
        data.pop("id", None)  # igraph 1.0 takes it from the list of nodes
    expected = [
        (u, v, {name: data[name] for name in edges[0][2]}) for u, v, data in graph.edges(data=True)
    ]
    assert repr(edges) == repr(expected)


@pytest.mark.parametrize("make", CLASSES)
def test_igraph_reads_empty_graphs_self_loops_and_parallel_edges(make, tmp_path):
    empty = by_igraph(graphml(make()), tmp_path / "empty.graphml")
    assert (empty.vcount(), empty.ecount(), empty.is_directed()) == (0, 0, make().is_directed())
    graph = make([(0, 0), (0, 1), (0, 1), (1, 0), ("", 0)])
    back = by_igraph(graphml(graph), tmp_path / "graph.graphml")
    number = {node: position for position, node in enumerate(graph)}
    assert back.get_edgelist() == [(number[u], number[v]) for u, v in graph.edges()]


def floats_in(graph):
    """Yield all floats among the attributes of a graph."""
    for owner in (graph.graph, *dict(graph.nodes).values(), *dict(graph.edges).values()):
        yield from (value for value in owner.values() if isinstance(value, float))


@given(graphs(names=TEXTS.filter(bool)))
@settings(max_examples=50)
@pytest.mark.filterwarnings("ignore:Could not add:RuntimeWarning")  # an attribute named id
def test_igraph_reads_every_graph(tmp_path_factory, graph):
    path = tmp_path_factory.getbasetemp() / "drawn.graphml"
    # igraph 1.0 refuses to read subnormal floats.
    assume(not any(0 < abs(value) < sys.float_info.min for value in floats_in(graph)))
    back = by_igraph(graphml(graph), path)
    assert (back.vcount(), back.ecount()) == (len(graph), graph.number_of_edges())


@pytest.mark.parametrize("lxml_writer", [True, False])
@pytest.mark.parametrize("make", CLASSES)
def test_graphml_of_networkx_is_read(make, lxml_writer):
    graph = make(name="g")
    graph.add_node("a", label="x & y", depth=1, seen=True, ratio=0.5)
    graph.add_edges_from([("a", "b"), ("a", "b"), ("b", "b")], weight=2)
    file = io.BytesIO()
    writer = nx.write_graphml_lxml if lxml_writer else nx.write_graphml_xml
    writer(graph, file)
    file.seek(0)
    assert exact(read_graphml(file)) == exact(graph)


def test_graphml_of_igraph_is_read(tmp_path):
    graph = igraph.Graph([(0, 1), (1, 2), (1, 1)], directed=True)
    graph.vs["name"] = ["\u00e4", "<", ""]
    graph.es["weight"] = [1.0, 2.5, -1.0]
    path = tmp_path / "igraph.graphml"
    graph.write_graphml(str(path))
    back = read_graphml(path)
    assert list(back.nodes(data="name")) == [("n0", "\u00e4"), ("n1", "<"), ("n2", "")]
    assert dict(back.edges) == {
        ("n0", "n1"): {"weight": 1.0},
        ("n1", "n2"): {"weight": 2.5},
        ("n1", "n1"): {"weight": -1.0},
    }


FOREIGN = b"""<?xml version="1.0" encoding="ISO-8859-1"?>
<!-- by hand -->
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
  <desc>left out <b>whole</b></desc>
  <key id="c" for="node" attr.name="colour" attr.type="string"><default>gr\xfcn</default></key>
  <key id="w" for="edge" attr.name="weight" attr.type="float"/>
  <key id="s" for="all" attr.name="size" attr.type="int"><desc>any</desc></key>
  <key id="t" attr.name="note"/>
  <key id="y" for="node" yfiles.type="nodegraphics"/>
  <graph id="G" edgedefault="undirected">
    <data key="t"> kept as it is </data>
    <edge source="p" target="q" directed="false"><data key="w"> .5e1 </data></edge>
    <node id="p"><data key="s">+07</data><port name="north"/></node>
    <node id="q"><data key="c"/><data key="y"><y:ShapeNode><y:Fill/></y:ShapeNode></data></node>
    <edge source="q" target="p" id="12"/>
    <edge source="p" target="p" id="loop"><data key="w">INF</data><data key="s">1</data></edge>
  </graph>
</graphml>"""


def test_graphml_by_hand_is_read_as_it_is_meant():
    graph = read_graphml(io.BytesIO(FOREIGN))
    assert type(graph) is nx.MultiGraph
    assert graph.graph == {"note": " kept as it is "}
    assert dict(graph.nodes(data=True)) == {
        "p": {"colour": "gr\u00fcn", "size": 7},
        "q": {"colour": ""},
    }
    assert dict(graph.edges) == {
        ("p", "q", 0): {"weight": 5.0},
        ("p", "q", 12): {},
        ("p", "p", "loop"): {"weight": math.inf, "size": 1},
    }


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1"])
def test_graphml_is_read_in_its_encoding(encoding):
    name = "utf-8" if encoding == "utf-8-sig" else encoding
    body = '<graphml><graph><node id="\u00e4"/></graph></graphml>'
    text = f'<?xml version="1.0" encoding="{name}"?>{body}'
    assert list(read_graphml(io.BytesIO(text.encode(encoding)))) == ["\u00e4"]
