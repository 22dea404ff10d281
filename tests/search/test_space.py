"""What counts as a state space, and the faults that a space or a question can have."""

import math

import networkx as nx
import numpy as np
import pytest

from graphpuzzles.limits import UNLIMITED, Limits
from graphpuzzles.search import (
    ArraySpace,
    Space,
    StateSpace,
    as_space,
    astar_search,
    beam_search,
    bfs_search,
    bidirectional_search,
    branch_and_bound,
    dijkstra_search,
    idastar_search,
)
from tests.search.search_spaces import Grid

GRAPH = nx.DiGraph([(0, 1), (1, 2), (0, 2), (2, 3)])
FORMS = {
    "function": GRAPH.successors,
    "mapping of lists": nx.to_dict_of_lists(GRAPH),
    "mapping of mappings": {u: dict.fromkeys(GRAPH[u], 1) for u in GRAPH},
    "mapping of attributes": nx.to_dict_of_dicts(GRAPH),
    "networkx": GRAPH,
    "multigraph": nx.MultiDiGraph(GRAPH),
    "object": Grid(2, 2, blocked=0),
    "space": as_space(GRAPH),
}


@pytest.mark.parametrize("name", FORMS)
def test_every_form_of_a_graph_is_taken(name):
    space = as_space(FORMS[name])
    assert isinstance(space, Space)
    assert as_space(space) is space
    assert bfs_search(FORMS[name], 0, 3).cost == 2
    assert dijkstra_search(FORMS[name], 0, 3, weight="weight").cost == 2
    if space.predecessors is not None:
        assert sorted(space.predecessors(3)) in ([2], [1, 2])
        assert bidirectional_search(FORMS[name], 0, 3).cost == 2


@pytest.mark.parametrize("thing", [3, None, "graph", [(0, 1)], object()])
def test_other_things_are_refused(thing):
    with pytest.raises(TypeError, match="a state space is a function, a mapping"):
        as_space(thing)


def test_protocols_are_recognised():
    assert isinstance(Grid(), ArraySpace)
    assert isinstance(Grid(), StateSpace)
    assert not isinstance(lambda u: [u], StateSpace)


def test_weights_of_mappings_and_their_names():
    graph = {0: {1: {"weight": 5, "toll": 1}, 2: {"toll": 7}}, 1: {2: {}}}
    assert dijkstra_search(graph, 0, 2).cost == 1
    assert dijkstra_search(graph, 0, 2, weight="toll").cost == 2
    assert as_space(graph).contains(2)
    assert not as_space(graph).contains(3)
    with pytest.raises(TypeError, match="no edge attribute 'toll'"):
        dijkstra_search(lambda u: [u + 1], 0, 2, weight="toll")


ENGINES = {
    "bfs": bfs_search,
    "dijkstra": dijkstra_search,
    "astar": lambda *args, **options: astar_search(*args, heuristic=zero, **options),
    "bidirectional": bidirectional_search,
    "idastar": lambda *args, **options: idastar_search(*args, heuristic=zero, **options),
    "branch and bound": lambda *args, **options: branch_and_bound(
        *args, heuristic=zero, **options
    ),
    "beam": lambda *args, **options: beam_search(*args, value=zero, **options),
}


def zero(_):
    return 0


@pytest.mark.parametrize("name", ENGINES)
def test_questions_that_make_no_sense(name):
    search = ENGINES[name]
    with pytest.raises(TypeError, match="needs a source"):
        search(GRAPH, targets=[1])
    with pytest.raises(TypeError, match="source or sources, not both"):
        search(GRAPH, 0, 1, sources=[0])
    with pytest.raises(TypeError, match="target or targets, not both"):
        search(GRAPH, 0, 1, targets=[0])
    with pytest.raises(ValueError, match="sources is empty"):
        search(GRAPH, sources=[], targets=[1])
    with pytest.raises(ValueError, match="cutoff is nan"):
        search(GRAPH, 0, 1, cutoff=math.nan)
    with pytest.raises(nx.NodeNotFound):
        search(GRAPH, 7, 1)
    with pytest.raises(nx.NodeNotFound):
        search(GRAPH, 0, 7)
    with pytest.raises(TypeError, match="unhashable"):
        search(GRAPH, [0], 1)
    if name != "bidirectional":
        with pytest.raises(TypeError, match="not both"):
            search(GRAPH, 0, 1, is_target=bool)


@pytest.mark.parametrize("name", ENGINES)
def test_several_sources_and_targets(name):
    line = nx.path_graph(10)
    result = ENGINES[name](line, sources=iter([0, 6, 0]), targets=iter([3, 8]))
    assert (result.cost, result.path) == (2, [6, 7, 8])
    assert result.target == 8


@pytest.mark.parametrize(
    "name", ["dijkstra", "astar", "bidirectional", "idastar", "branch and bound"]
)
@pytest.mark.parametrize("weight", [-1, math.nan, -math.inf])
@pytest.mark.parametrize("limits", [UNLIMITED, Limits(max_states=100)])
def test_negative_weights_are_refused(name, weight, limits):
    with pytest.raises(ValueError, match=f"the weight of 0 to 1 is {weight}"):
        ENGINES[name](nx.path_graph(3), 0, 2, weight=lambda *_: weight, limits=limits)


@pytest.mark.parametrize("graph", [{0: {1: "x"}}, {0: {1: {"weight": "x"}}}])
def test_a_weight_is_a_number(graph):
    with pytest.raises(TypeError, match="the weight of 0 to 1 is 'x', no number"):
        dijkstra_search(graph, 0, 1)


def test_faults_of_heuristics_and_options():
    with pytest.raises(ValueError, match="the heuristic of 0 is nan"):
        astar_search(GRAPH, 0, 3, lambda _: math.nan)
    with pytest.raises(ValueError, match="needs a heuristic"):
        astar_search(GRAPH, 0, 3)
    with pytest.raises(ValueError, match="needs a heuristic"):
        idastar_search(GRAPH, 0, 3)
    with pytest.raises(ValueError, match="needs a value"):
        beam_search(GRAPH, 0, 3)
    with pytest.raises(ValueError, match="ties must be"):
        astar_search(GRAPH, 0, 3, zero, ties="random")
    with pytest.raises(ValueError, match="engine must be"):
        bfs_search(GRAPH, 0, 3, engine="fast")
    with pytest.raises(ValueError, match="width must be positive"):
        beam_search(GRAPH, 0, 3, zero, 0)
    with pytest.raises(ValueError, match="needs a space with predecessors"):
        bidirectional_search(GRAPH.successors, 0, 3)
    with pytest.raises(ValueError, match="needs listed targets"):
        bidirectional_search(GRAPH, 0)


def test_beam_search_falls_back_on_the_heuristic_of_the_space():
    space = Grid(6, 6, blocked=0)
    result = beam_search(space, 0, width=1)
    assert (result.cost, result.guarantee.name) == (10, "NONE")
    assert result.stats.pruned["beam"] > 0


class Broken:
    """An array space whose moves leave its range."""

    n_states = 1000

    def __init__(self, wrong):
        self.wrong = wrong

    def successors(self, u):
        return [u + 1 if u < 500 else self.wrong]

    def successors_array(self, codes):
        yield codes, np.where(codes < 500, codes + 1, self.wrong)


@pytest.mark.parametrize("narrow", [0, 256])
@pytest.mark.parametrize("wrong", [-1, 1000])
def test_array_spaces_that_leave_their_range_are_found_out(monkeypatch, narrow, wrong):
    from graphpuzzles.search import layers

    monkeypatch.setattr(layers, "NARROW", narrow)
    with pytest.raises((ValueError, IndexError), match=r"range\(1000\)|out of bounds"):
        bfs_search(Broken(wrong), 0)


def test_codes_of_numpy_are_taken_and_python_s_are_given():
    space = Grid(4, 4, blocked=0)
    result = bfs_search(space, np.int64(0), np.int32(15))
    assert result.stats.engine == "layers"
    assert {type(u) for u in result.path} == {int}
    assert 15 in result.seen
    assert 16 not in result.seen
    assert "15" not in result.seen
    assert result.pred[0] is None
    with pytest.raises(KeyError):
        result.seen[16]
    with pytest.raises(KeyError):
        result.path_to(-1)
    for state in (16, -1):
        plain = Grid(4, 4, blocked=0)
        plain.n_states = 16
        with pytest.raises(nx.NodeNotFound):
            bfs_search(plain, state)


def test_an_array_space_without_membership_checks_its_range():
    with pytest.raises(ValueError, match=r"state 1000 is not in range\(1000\)"):
        bfs_search(Broken(3), 1000)


def test_a_target_that_is_found_by_arrays():
    class Goal(Grid):
        def is_target_array(self, codes):
            return codes == self.goal

    for engine in ("array", "python"):
        result = bfs_search(Goal(30, 30, blocked=0), 0, engine=engine)
        assert (result.cost, result.target) == (58, 899)
    by_function = bfs_search(Goal(30, 30, blocked=0), 0, is_target=lambda u: u == 31)
    assert by_function.stats.engine == "breadth-first"
    assert by_function.cost == 2
    forced = bfs_search(Goal(30, 30, blocked=0), 0, is_target=lambda u: u == 31, engine="array")
    assert (forced.stats.engine, forced.path[-1]) == ("layers", 31)


def test_results_say_what_they_are_in_a_line():
    assert repr(bfs_search(GRAPH, 0, 3)) == "SearchResult(found, cost=2, states=4, expanded=3)"
    stopped = bfs_search(lambda n: [n + 1], 0, -1, limits=Limits(max_states=3))
    assert repr(stopped) == "SearchResult(state_limit, lower_bound=3, states=3, expanded=2)"
    assert stopped.best is None
