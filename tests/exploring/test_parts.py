"""Parts of explorations as graphs, against networkx on the whole graph."""

import io
import tempfile
import tracemalloc
from unittest import mock

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.exploring import PancakeSpace, SlidingPuzzle, explore
from graphpuzzles.export import GraphStream, write_graphml
from graphpuzzles.limits import Limits
from tests.exploring.explorations import ArrayGraph, array_graphs, plain_layers

PANCAKES = PancakeSpace(6)
EXPLORED = explore(PANCAKES, PANCAKES.start)


def read_back(stream):
    """Return the graph of a stream, its nodes named by their codes."""
    graph = read_graphml_of(stream)
    assert len(graph) == len(stream)
    return nx.relabel_nodes(graph, nx.get_node_attributes(graph, "code"))


def whole_graph(space, starts):
    """Return the explored graph, and the depth of each of its states."""
    depths = {u: d for d, layer in enumerate(plain_layers(space, starts)) for u in layer}
    graph = nx.DiGraph([(u, v) for u in depths for v in space.successors(u)])
    graph.add_nodes_from(depths)
    return graph, depths


def explored(space, starts, limits=None):
    """Explore to a folder that is gone again."""
    with tempfile.TemporaryDirectory() as folder, mock.patch("os.fsync"):
        yield explore(space, starts, store=folder, limits=limits)


@settings(max_examples=50)
@given(array_graphs(), st.data())
def test_a_ball_holds_what_is_near(case, data):
    space, starts = case
    graph, depths = whole_graph(space, starts)
    center = data.draw(st.sampled_from(sorted(graph)))
    radius = data.draw(st.integers(0, 4))
    distances = nx.single_source_shortest_path_length(graph, center, cutoff=radius)
    for exploration in explored(space, starts):
        found = read_back(exploration.ball(center, radius))
        assert nx.get_node_attributes(found, "distance") == distances
        assert nx.get_node_attributes(found, "depth") == {u: depths[u] for u in distances}
        assert set(found.edges) == set(graph.subgraph(distances).edges)
        assert not found.is_multigraph()


@settings(max_examples=40)
@given(array_graphs(), st.data())
def test_a_range_of_layers_holds_their_states(case, data):
    space, starts = case
    graph, depths = whole_graph(space, starts)
    last = data.draw(st.integers(0, max(depths.values())))
    first = data.draw(st.integers(0, last))
    exploration = explore(space, starts)
    found = read_back(exploration.layer_range(first, last))
    expected = {u: d for u, d in depths.items() if first <= d <= last}
    assert nx.get_node_attributes(found, "depth") == expected
    assert set(found.edges) == set(graph.subgraph(expected).edges)


def all_shortest(graph, sources, targets):
    """Return the states and steps of all shortest paths between two sets."""
    bridged = graph.copy()
    bridged.add_edges_from([("begin", u) for u in sources])
    bridged.add_edges_from([(u, "end") for u in targets])
    paths = [path[1:-1] for path in nx.all_shortest_paths(bridged, "begin", "end")]
    return {u for path in paths for u in path}, {
        step for path in paths for step in nx.utils.pairwise(path)
    }


@settings(max_examples=80)
@given(array_graphs(), st.data(), st.booleans())
def test_all_shortest_paths_between_two_sets(case, data, from_starts):
    space, starts = case
    graph, _ = whole_graph(space, starts)
    some = st.sets(st.sampled_from(sorted(graph)), min_size=1, max_size=3)
    sources = set(starts) if from_starts else data.draw(some)
    targets = data.draw(some)
    exploration = explore(space, starts)
    try:
        states, steps = all_shortest(graph, sources, targets)
    except nx.NetworkXNoPath:
        with pytest.raises(ValueError, match="no path leads"):
            exploration.shortest_paths(sources, targets)
        return
    found = read_back(exploration.shortest_paths(sources, targets))
    assert set(found) == states
    assert set(found.edges) == steps


@settings(max_examples=40)
@given(array_graphs(), st.data())
def test_parts_of_what_was_stopped_hold_explored_states_only(case, data):
    space, starts = case
    graph, depths = whole_graph(space, starts)
    steps = data.draw(st.integers(0, 3))
    inside = graph.subgraph(u for u in graph if depths[u] <= steps)
    center = data.draw(st.sampled_from(sorted(inside)))
    for exploration in explored(space, starts, Limits(max_steps=steps)):
        found = read_back(exploration.ball(center, 9))
        assert set(found) == {center, *nx.descendants(inside, center)}
        assert set(found.edges) == set(inside.subgraph(found).edges)


def test_nodes_stand_in_order_and_say_what_they_are():
    stream = EXPLORED.ball(PANCAKES.start, 1, label=str)
    graph = read_graphml_of(stream)
    assert graph.nodes["n0"] == {
        "label": "0 1 2 3 4 5", "code": PANCAKES.start, "depth": 0, "distance": 0, "x": 0, "y": 0,
    }  # fmt: skip
    assert [graph.nodes[n]["x"] for n in graph] == [0, 0, 1, 2, 3, 4]
    assert [graph.nodes[n]["y"] for n in graph] == [0, -1, -1, -1, -1, -1]
    codes = [graph.nodes[n]["code"] for n in graph][1:]
    assert codes == sorted(PANCAKES.successors(PANCAKES.start))
    told = {"status": "complete", "explored_states": 720, "explored_layers": 8}
    assert told.items() <= graph.graph.items()
    assert "distance" not in EXPLORED.layer_range(0, 1).node_schema


def read_graphml_of(stream):
    assert isinstance(stream, GraphStream)
    file = io.BytesIO()
    write_graphml(stream, file)
    file.seek(0)
    return nx.read_graphml(file)


@pytest.mark.parametrize(
    "part",
    [
        lambda: EXPLORED.ball(PANCAKES.start, 2, max_nodes=25),
        lambda: EXPLORED.layer_range(0, 2, max_nodes=25),
        lambda: EXPLORED.shortest_paths(EXPLORED.layer(0), EXPLORED.layer(4), max_nodes=200),
        lambda: EXPLORED.shortest_paths(EXPLORED.layer(1), EXPLORED.layer(4), max_nodes=200),
    ],
)
def test_too_large_parts_are_refused(part):
    with pytest.raises(ValueError, match="more than max_nodes=2"):
        part()


@pytest.mark.parametrize(
    ("part", "error"),
    [
        (lambda: EXPLORED.ball(0, 2), KeyError),
        (lambda: EXPLORED.ball(-1, 2), KeyError),
        (lambda: EXPLORED.ball(2**63, 2), KeyError),
        (lambda: EXPLORED.ball(PANCAKES.start, 1.5), TypeError),
        (lambda: EXPLORED.ball(PANCAKES.start, True), TypeError),
        (lambda: EXPLORED.ball(True, 1), TypeError),
        (lambda: EXPLORED.depth_of(True), TypeError),
        (lambda: EXPLORED.depth_of("1"), TypeError),
        (lambda: EXPLORED.path_to(np.True_), TypeError),
        (lambda: EXPLORED.layer(True), TypeError),
        (lambda: EXPLORED.layer_range(False, True), TypeError),
        (lambda: EXPLORED.shortest_paths(True, PANCAKES.start), TypeError),
        (lambda: EXPLORED.shortest_paths(PANCAKES.start, [True]), TypeError),
        (lambda: EXPLORED.ball(PANCAKES.start, -1), ValueError),
        (lambda: EXPLORED.layer_range(2, 1), IndexError),
        (lambda: EXPLORED.layer_range(0, 8), IndexError),
        (lambda: EXPLORED.layer_range(-1, 1), IndexError),
        (lambda: EXPLORED.shortest_paths([], PANCAKES.start), ValueError),
        (lambda: EXPLORED.shortest_paths(PANCAKES.start, 0), KeyError),
    ],
)
def test_what_is_no_part_is_refused(part, error):
    with pytest.raises(error):
        part()


def test_the_memory_grows_with_the_part_alone(tmp_path):
    space = SlidingPuzzle(3, 3)
    exploration = explore(space, space.start, store=tmp_path)
    far = exploration.layer(31)
    tracemalloc.start()
    stream = exploration.shortest_paths(space.start, far)
    for _ in stream.edge_batches():
        pass
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 100 < len(stream) < 2000
    assert peak < 300_000
    assert np.array_equal(np.unique(stream.depths), np.arange(32))


def test_reversible_paths_are_looked_for_from_both_ends():
    asked = []

    class Counted(ArrayGraph):
        def successors_array(self, codes):
            asked.extend(codes.tolist())
            return super().successors_array(codes)

    tree = nx.balanced_tree(2, 8)
    graph = nx.DiGraph([(u, v) for e in tree.edges for u, v in (e, e[::-1])])
    exploration = explore(Counted(graph, reversible=True), 0)
    asked.clear()
    found = exploration.shortest_paths(255, 510)
    assert len(found) == 17
    assert len(set(asked)) < 100
