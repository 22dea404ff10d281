"""Graphs written from columns, without being built."""

import subprocess
import sys

import networkx as nx
import numpy as np
import pytest

from graphpuzzles.errors import ExportError
from graphpuzzles.export import GraphStream
from tests.export.export_graphs import Stream, graphml, told, validated


def test_a_graph_is_no_stream_and_a_stream_is_one():
    assert isinstance(Stream(), GraphStream)
    assert not isinstance(nx.MultiDiGraph(), GraphStream)


@pytest.mark.parametrize("cut", [7, 2047, 2048, 5_000])
@pytest.mark.parametrize("directed", [True, False])
def test_a_stream_gives_the_file_of_the_graph(cut, directed):
    size = 5_000
    numbers = np.arange(size)
    edges = numbers[1:] // 2, numbers[1:]
    weights = np.sqrt(edges[1])
    graph = nx.DiGraph() if directed else nx.Graph()
    for i in range(size):
        graph.add_node(f"n{i}", depth=i % 97, label=f"<{i}>", even=i % 2 == 0)
    for u, v, weight in zip(*map(np.ndarray.tolist, edges), weights.tolist(), strict=True):
        graph.add_edge(f"n{u}", f"n{v}", weight=weight)

    def batches(length):
        return (slice(start, min(start + cut, length)) for start in range(0, length, cut))

    # networkx lists the edges of an undirected tree in another order.
    order = {
        (u, v): k for k, (u, v) in enumerate(zip(*map(np.ndarray.tolist, edges), strict=True))
    }
    rows = np.array([order[int(u[1:]), int(v[1:])] for u, v in graph.edges])
    u, v, weights = edges[0][rows], edges[1][rows], weights[rows]
    stream = Stream(
        {"depth": "long", "label": "string", "even": "boolean"},
        {"weight": "double"},
        [
            (
                part.stop - part.start,
                {
                    "even": numbers[part] % 2 == 0,
                    "depth": numbers[part] % 97,
                    "label": [f"<{i}>" for i in numbers[part]],
                },
            )
            for part in batches(size)
        ],
        [(u[part], v[part], {"weight": weights[part]}) for part in batches(size - 1)],
        directed=directed,
    )
    assert graphml(stream) == graphml(graph)


@pytest.mark.parametrize(
    ("kind", "column"),
    [
        ("long", np.array([-1, 2, 3], dtype=np.int8)),
        ("long", np.array([1, 2, 3], dtype=np.uint64)),
        ("long", [1, None, np.int32(3)]),
        ("double", np.array([0.5, np.nan, -np.inf], dtype=np.float32)),
        ("double", [0.5, None, None]),
        ("boolean", np.array([True, False, True])),
        ("boolean", [None, False, np.bool_(1)]),
        ("string", np.array(["a", "<", "\u00e9"])),
        ("string", ("a", None, "")),
        ("double", [1, 2.0, 2**53]),
        ("double", np.array([1.0, 2, 3], dtype=object)),
        ("string", [1, "1", True]),
        ("string", [2**64, None, 0.5]),
        ("string", np.array([1, "1", 0.5], dtype=object)),
        ("string", np.array([2**64 - 1, 0, 1], dtype=np.uint64)),
    ],
    ids=repr,
)
def test_a_column_comes_back_with_every_type(kind, column):
    stream = Stream(
        {"x": kind}, {"x": kind}, [(3, {"x": column})], [(range(3), [0] * 3, {"x": column})]
    )
    back = validated(graphml(stream))
    values = [value.item() if isinstance(value, np.generic) else value for value in column]
    expected = told([{} if value is None else {"x": value} for value in values])
    assert repr([data for _, data in back.nodes]) == repr(expected)
    assert repr([data for *_, data in back.edges]) == repr(expected)


def test_a_stream_may_leave_out_columns_and_have_parallel_edges():
    stream = Stream(
        {"x": "long"},
        {},
        [(1, {}), (0, {"x": []}), (1, {"x": [5]})],
        [([0, 0], np.array([1, 1]), {}), ([], [], {})],
        attributes={"name": "pair"},
    )
    back = validated(graphml(stream))
    assert back.attributes == {"name": "pair"}
    assert back.nodes == [("n0", {}), ("n1", {"x": 5})]
    assert back.edges == [("n0", "n1", {}), ("n0", "n1", {})]


NODE = {"nodes": [(1, {}), (1, {})]}


@pytest.mark.parametrize(
    ("stream", "message"),
    [
        (Stream({"x": "int"}), "node attribute 'x' is of kind 'int', not one of boolean, long"),
        (Stream({}, {1: "long"}), "edge attribute name 1 is no text"),
        (Stream(nodes=[(1, {"x": [1]})]), "node attribute 'x' is not in the schema"),
        (Stream({"x": "long"}, nodes=[(2, {"x": [1]})]), "has 1 values in a batch of 2"),
        (Stream(nodes=[(-1, {})]), "a batch of -1 nodes"),
        (
            Stream({"x": "long"}, nodes=[(1, {}), (2, {"x": [1, 2.0]})]),
            r"node n2: attribute 'x': 2\.0 is of type float, not 'long'",
        ),
        (
            Stream({"x": "long"}, nodes=[(1, {"x": [2**63]})]),
            "node n0: attribute 'x': 9223372036854775808 is too large; declare",
        ),
        (Stream({"x": "double"}, nodes=[(1, {"x": [-(2**53) - 1]})]), "is too large; declare"),
        (Stream({"x": "double"}, nodes=[(1, {"x": ["1"]})]), "'1' is of type str, not 'double'"),
        (Stream({"x": "long"}, nodes=[(1, {"x": [True]})]), "True is of type bool, not 'long'"),
        (
            Stream({"x": "string"}, nodes=[(1, {"x": [[]]})]),
            r"node n0: attribute 'x': \[\] is of type list",
        ),
        (Stream({"x": "string"}, nodes=[(1, {"x": ["\x00"]})]), r"node n0: .*U\+0000"),
        (
            Stream({"x": "string"}, nodes=[(1, {"x": np.array(["2020-01-01"], dtype="M8[ns]")})]),
            r"node attribute 'x': an array of type datetime64\[ns\] cannot be written",
        ),
        (
            Stream(**NODE, edges=[([0], [1], {"x": [1]})]),
            "edge attribute 'x' is not in the schema",
        ),
        (Stream(**NODE, edges=[([0], [1, 0], {})]), "2 targets in a batch of 1 edges"),
        (
            Stream(**NODE, edges=[([0], [1], {}), ([0, 1], [1, 2], {})]),
            "edge e2: the target 2 is no node; nodes are numbered from 0 to 1",
        ),
        (Stream(**NODE, edges=[(np.array([-1]), [1], {})]), "edge e0: the source -1 is no node"),
        (Stream(**NODE, edges=[([True], [1], {})]), "edge e0: the source True is no node"),
        (Stream(**NODE, edges=[(np.array([0.0]), [1], {})]), r"the source 0\.0 is no node"),
        (
            Stream(
                {}, {"x": "string"}, **NODE, edges=[([0, np.int8(1)], [1, 0], {"x": ["", b"1"]})]
            ),
            r"edge e1 \(n1, n0\): attribute 'x': b'1' is of type bytes",
        ),
        (Stream(attributes={"x": None}), "graph: attribute 'x': None"),
        (Stream({"\x00": "long"}), r"^node attribute '.x00': .*U\+0000"),
    ],
)
def test_a_faulty_stream_is_refused_with_its_place(stream, message):
    with pytest.raises(ExportError, match=message):
        graphml(stream)


def test_a_stream_is_written_in_constant_memory_and_without_networkx():
    code = """if True:
        import io, sys, tracemalloc
        from graphpuzzles.export import write_graphml
        class Path:
            directed, attributes = False, {}
            node_schema, edge_schema = {"depth": "long"}, {"move": "string"}
            def __init__(self, size):
                self.size = size
            def node_batches(self):
                yield self.size, {"depth": range(self.size)}
            def edge_batches(self):
                for start in range(0, self.size - 1, 1000):
                    part = range(start, min(start + 1000, self.size - 1))
                    yield part, [i + 1 for i in part], {"move": ["right"] * len(part)}
        class Sink(io.RawIOBase):
            write = staticmethod(len)
        peaks = []
        write_graphml(Path(5_000), Sink())
        for size in (5_000, 25_000):
            tracemalloc.start()
            write_graphml(Path(size), Sink())
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
        assert peaks[1] < 1.1 * peaks[0], peaks
        assert "networkx" not in sys.modules
    """
    subprocess.run([sys.executable, "-c", code], check=True)
