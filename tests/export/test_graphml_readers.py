"""GraphML read by networkx on two XML parsers and by igraph."""

import math
import xml.etree.ElementTree as ET

import igraph
import lxml.etree
import networkx as nx
import pytest
from hypothesis import given, settings
from networkx.readwrite.graphml import GraphMLReader

from tests.export.export_graphs import CLASSES, exact, graphml, graphs, sample, validated


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


def test_nodes_get_their_names_back_from_their_label():
    graph = nx.grid_2d_graph(3, 3)
    back = by_networkx(ET.fromstring, graphml(graph))
    named = nx.relabel_nodes(back, nx.get_node_attributes(back, "label"))
    assert nx.utils.edges_equal(named.edges, [(str(u), str(v)) for u, v in graph.edges])


@given(graphs())
def test_networkx_reads_every_graph(graph):
    data = graphml(graph)
    back, told = by_networkx(ET.fromstring, data), validated(data)
    assert list(back) == [name for name, _ in told.nodes]
    assert [len(row) for _, row in back.nodes(data=True)] == [len(row) for _, row in told.nodes]
    assert back.number_of_edges() == graph.number_of_edges()


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


def test_igraph_finds_the_names_of_nodes_that_are_no_tokens(tmp_path):
    graph = nx.Graph([("0,0", "0,1")])
    nx.set_node_attributes(graph, {"0,0": "A", "0,1": "B"}, "label")
    back = by_igraph(graphml(graph), tmp_path / "board.graphml")
    assert back.vs["name"] == ["0,0", "0,1"]
    assert back.vs.find(name="0,1")["label"] == "B"


@pytest.mark.parametrize("make", CLASSES)
def test_igraph_reads_empty_graphs_self_loops_and_parallel_edges(make, tmp_path):
    empty = by_igraph(graphml(make()), tmp_path / "empty.graphml")
    assert (empty.vcount(), empty.ecount(), empty.is_directed()) == (0, 0, make().is_directed())
    graph = make([(0, 0), (0, 1), (0, 1), (1, 0), ("", 0)])
    back = by_igraph(graphml(graph), tmp_path / "graph.graphml")
    number = {node: position for position, node in enumerate(graph)}
    assert back.get_edgelist() == [(number[u], number[v]) for u, v in graph.edges()]


@pytest.mark.parametrize("value", [5e-324, -1e-310, 2.2e-308, 2.2250738585072014e-308, 1e308])
def test_igraph_reads_the_smallest_floats(value, tmp_path):
    graph = nx.Graph()
    graph.add_node("a", x=value)
    assert by_igraph(graphml(graph), tmp_path / "small.graphml").vs["x"] == [value]
    assert by_networkx(ET.fromstring, graphml(graph)).nodes["a"] == {"x": value}


@given(graphs())
@settings(max_examples=50)
@pytest.mark.filterwarnings("ignore:Could not add:RuntimeWarning")  # an attribute named id
def test_igraph_reads_every_graph(tmp_path_factory, graph):
    path = tmp_path_factory.getbasetemp() / "drawn.graphml"
    back = by_igraph(graphml(graph), path)
    assert (back.vcount(), back.ecount()) == (len(graph), graph.number_of_edges())
    floats = {
        n: x for n, x in graph.graph.items() if isinstance(x, float) and n in back.attributes()
    }
    assert all(back[name] == x or math.isnan(x) for name, x in floats.items())
