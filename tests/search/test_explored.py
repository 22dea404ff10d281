"""What a search has seen, taken out as a graph or written row by row."""

import enum
import io
import tracemalloc
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.export import GraphStream, write_graphml
from graphpuzzles.limits import Limits
from graphpuzzles.search import (
    ExploredStream,
    astar_search,
    bfs_search,
    bidirectional_search,
    dijkstra_search,
    explored,
    explored_graph,
)
from tests.search.search_spaces import Grid, WeightedGrid, random_graphs

BOARD = Grid(5, 5, 84, 0.3)
CHOICES = ("tree", "shortest", "all")


def by_state(graph):
    """Rename n0, n1, ... back to the integers that the states are."""
    return nx.relabel_nodes(graph, {n: int(graph.nodes[n]["label"]) for n in graph})


@settings(max_examples=100)
@given(random_graphs())
def test_edges_are_the_steps_that_were_asked_for(graph):
    result = dijkstra_search(graph, 0, len(graph) - 1)
    seen = result.seen
    induced = {(u, v): w for u, v, w in graph.edges(data="weight") if u in seen and v in seen}
    expected = {
        "all": induced,
        "shortest": {e: w for e, w in induced.items() if seen[e[0]] + w == seen[e[1]]},
        "tree": {(u, v): induced[u, v] for v, u in result.pred.items() if u is not None},
    }
    for edges in CHOICES:
        found = by_state(explored_graph(result, edges=edges))
        assert list(found) == list(seen)
        assert nx.get_edge_attributes(found, "weight") == expected[edges]
        assert nx.get_node_attributes(found, "cost") == dict(seen)
        on_path = [e for e in found.edges if found.edges[e]["on_path"]]
        assert set(on_path) == set(pairwise(result.path or []))
        assert [u for u in found if found.nodes[u]["on_path"]] == [
            u for u in seen if u in (result.path or [])
        ]


def test_marks():
    graph = explored_graph(
        bfs_search(BOARD, sources=[0, next(BOARD.successors(0))], target=BOARD.goal)
    )
    assert list(graph)[:3] == ["n0", "n1", "n2"]
    assert [n for n in graph if graph.nodes[n]["is_source"]] == ["n0", "n1"]
    (goal,) = [n for n in graph if graph.nodes[n]["is_target"]]
    assert graph.nodes[goal]["label"] == str(BOARD.goal)
    assert graph.graph == {
        "status": "found",
        "engine": "layers",
        "states": len(graph),
        "expanded": graph.graph["expanded"],
    }


@pytest.mark.parametrize("edges", CHOICES)
@pytest.mark.parametrize("goal", [(BOARD.goal,), ()])
def test_arrays_and_states_one_by_one_give_the_same_graph(edges, goal):
    array = bfs_search(BOARD, 0, targets=goal, engine="array", limits=Limits(max_steps=7))
    scalar = bfs_search(BOARD, 0, targets=goal, engine="python", limits=Limits(max_steps=7))
    one, other = (by_state(explored_graph(r, edges=edges)) for r in (array, scalar))
    assert dict(one.nodes(data=True)) == dict(other.nodes(data=True))
    if edges != "tree":  # which of two shortest paths is kept is up to the engine
        assert sorted(one.edges(data=True)) == sorted(other.edges(data=True))
    assert len(one.edges) == len(other.edges)


@pytest.mark.parametrize("edges", CHOICES)
@pytest.mark.parametrize(
    "result",
    [
        bfs_search(BOARD, 0, engine="python"),
        bfs_search(BOARD, 0, engine="array"),
        bfs_search(BOARD, 0, limits=Limits(max_states=7)),
        astar_search(BOARD, 0),
        astar_search(WeightedGrid(5, 5, 84, 0.3), 0),
        bidirectional_search(BOARD, 0, BOARD.goal),
        bfs_search(BOARD, 0, limits=Limits(max_states=0)),
    ],
    ids=["python", "array", "stopped", "astar", "weighted", "bidirectional", "nothing"],
)
def test_the_stream_writes_the_graph(result, edges):
    stream = ExploredStream(result, edges=edges)
    assert isinstance(stream, GraphStream)
    file = io.BytesIO()
    write_graphml(stream, file)
    file.seek(0)
    back = nx.read_graphml(file)
    graph = explored_graph(result, edges=edges)
    assert dict(back.nodes(data=True)) == dict(graph.nodes(data=True))
    assert graph.graph.items() <= back.graph.items()
    assert sorted(back.edges) == sorted(graph.edges)
    for edge, data in graph.edges.items():  # networkx adds the edge's own name
        assert data.items() <= back.edges[edge].items()


class Named(Grid):
    """A board with attributes of all kinds."""

    class Move(enum.IntEnum):
        DOWN = 1

    def decode(self, u):
        return divmod(u, self.columns)

    def node_attrs(self, u):
        return {
            "parity": np.int64(u % 2),
            "free": np.bool_(1),
            "nothing": None,
            "cell": divmod(u, 5),
            "text": "bell\x07",
            "depth": "not this one",
            "half": np.float32(0.5),
        }

    def edge_attrs(self, u, v):
        return {"move": v - u, "kind": self.Move.DOWN}


def test_attributes_become_what_every_format_can_hold():
    graph = explored_graph(bfs_search(Named(2, 2, blocked=0), 0, targets=()), edges="all")
    assert graph.nodes["n1"] == {
        "label": "(0, 1)",
        "depth": 1,
        "is_source": False,
        "is_target": False,
        "on_path": False,
        "parity": 1,
        "free": True,
        "cell": "(0, 1)",
        "text": "bell\\x07",
        "half": 0.5,
    }
    assert graph.edges["n0", "n1"] == {"move": 1, "kind": 1, "on_path": False}
    types = {type(x) for _, data in graph.nodes(data=True) for x in data.values()}
    types |= {type(x) for *_, data in graph.edges(data=True) for x in data.values()}
    assert types == {str, int, bool, float}
    for write in (nx.write_graphml, write_graphml):
        file = io.BytesIO()
        write(graph, file)
        file.seek(0)
        back = nx.read_graphml(file)
        assert dict(back.nodes(data=True)) == dict(graph.nodes(data=True))
        for edge, data in graph.edges.items():  # networkx adds the edge's own name
            assert data.items() <= back.edges[edge].items()
        assert len(back.edges) == len(graph.edges)


def test_fractions_become_floats():
    result = dijkstra_search({0: {1: Fraction(1, 3)}, 1: {2: Decimal("0.5")}}, 0)
    graph = explored_graph(result)
    assert list(nx.get_edge_attributes(graph, "weight").values()) == [1 / 3, 0.5]
    assert list(nx.get_node_attributes(graph, "cost").values()) == [0, 1 / 3, 5 / 6]
    written = io.BytesIO(), io.BytesIO()
    write_graphml(ExploredStream(result), written[0])
    write_graphml(graph, written[1])
    for file in written:
        file.seek(0)
        back = nx.read_graphml(file)
        assert nx.get_node_attributes(back, "cost") == nx.get_node_attributes(graph, "cost")


def test_labels_are_up_to_the_caller():
    result = bfs_search({"a b": [("x", 1)], ("x", 1): []}, "a b")
    assert list(nx.get_node_attributes(explored_graph(result), "label").values()) == [
        "'a b'",
        "('x', 1)",
    ]
    graph = explored_graph(result, label=lambda state: "".join(map(str, state)))
    assert graph.nodes["n1"]["label"] == "x1"


def test_a_graph_that_is_too_big_is_refused_with_its_size():
    result = bfs_search(lambda n: [n + 1], 0, limits=Limits(max_states=51))
    with pytest.raises(ValueError, match="51 states, more than max_nodes=50"):
        explored_graph(result, max_nodes=50)
    assert len(explored_graph(result, max_nodes=51)) == 51
    with pytest.raises(ValueError, match="edges must be"):
        explored_graph(result, edges="some")


def test_streaming_takes_no_more_memory_for_more_states(monkeypatch):
    monkeypatch.setattr(explored, "BATCH", 512)

    class Counter(io.RawIOBase):
        written = 0

        def writable(self):
            return True

        def write(self, data):
            self.written += len(data)
            return len(data)

    def peak(side):
        result = bfs_search(Grid(side, side, blocked=0), 0, targets=())
        stream = ExploredStream(result, edges="all")
        table = 4 * result.stats.states  # the numbers of the states
        tracemalloc.start()
        try:
            write_graphml(stream, Counter())
            return tracemalloc.get_traced_memory()[1] - table
        finally:
            tracemalloc.stop()

    assert peak(100) < 1.5 * peak(50)


@given(st.sampled_from(CHOICES))
def test_a_step_that_two_moves_make_is_one_edge(edges):
    class Twice:
        n_states = 3

        def successors(self, u):
            return [(u + 1) % 3, (u + 1) % 3]

        def successors_array(self, codes):
            for _ in range(2):
                yield codes, (codes + 1) % 3

    for engine in ("python", "array"):
        result = bfs_search(Twice(), 0, engine=engine)
        expected = 3 if edges == "all" else 2
        assert len(explored_graph(result, edges=edges).edges) == expected
        stream = ExploredStream(result, edges=edges)
        assert sum(len(src) for src, _, _ in stream.edge_batches()) == expected
