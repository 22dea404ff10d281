"""Every engine of the search layer: the answers, the limits, and going on after a stop."""

import functools
import math
import pickle
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.errors import NotApplicableError
from graphpuzzles.limits import Limits
from graphpuzzles.search import (
    astar_search,
    beam_search,
    bfs_search,
    bidirectional_search,
    branch_and_bound,
    dijkstra_search,
    idastar_search,
)
from tests.search.search_spaces import Grid, WeightedGrid, random_graphs, whole


def listed(search):
    @functools.wraps(search)
    def call(space, **options):
        return search(space, 0, space.goal, **options)

    return call


UNIT = {
    "bfs": lambda space, **options: bfs_search(space, 0, engine="python", **options),
    "bfs listed": lambda space, **options: bfs_search(
        space, 0, space.goal, engine="python", **options
    ),
    "bfs all": lambda space, **options: bfs_search(
        space, 0, all_predecessors=True, engine="python", **options
    ),
    "layers": lambda space, **options: bfs_search(space, 0, engine="array", **options),
    "layers listed": lambda space, **options: bfs_search(
        space, 0, space.goal, engine="array", **options
    ),
    "layers all": lambda space, **options: bfs_search(space, 0, all_predecessors=True, **options),
    "dijkstra": lambda space, **options: dijkstra_search(space, 0, **options),
    "dijkstra all": lambda space, **options: dijkstra_search(
        space, 0, all_predecessors=True, **options
    ),
    "astar": lambda space, **options: astar_search(space, 0, **options),
    "astar fifo": lambda space, **options: astar_search(space, 0, ties="fifo", **options),
    "astar h": lambda space, **options: astar_search(space, 0, ties="h", **options),
    "bidirectional": listed(bidirectional_search),
    "idastar": lambda space, **options: idastar_search(space, 0, **options),
    "branch and bound": lambda space, **options: branch_and_bound(space, 0, **options),
}
WEIGHTED = {
    name: UNIT[name]
    for name in (
        "dijkstra",
        "dijkstra all",
        "astar",
        "astar fifo",
        "astar h",
        "bidirectional",
        "branch and bound",
    )
}
INEXACT = {"beam": lambda space, **options: beam_search(space, 0, width=3, **options)}

CLOSED = 52  # with this seed there is no way
SMALL = {"rows": 5, "columns": 5, "seed": 84, "blocked": 0.3}  # 10 steps, 17 cells
SPACES = [
    *((name, Grid(**SMALL)) for name in (*UNIT, *INEXACT)),
    *((name, WeightedGrid(**SMALL)) for name in WEIGHTED),
    *((name, Grid(rows=4, columns=4, seed=CLOSED, blocked=0.4)) for name in (*UNIT, *INEXACT)),
]
IDS = [f"{name}-{type(space).__name__}-{space.rows}" for name, space in SPACES]
ALL = UNIT | INEXACT
SCALAR = [pair for pair in SPACES if not pair[0].startswith("layers")]
SCALAR_IDS = [i for i in IDS if not i.startswith("layers")]


def truth(space):
    graph = nx.DiGraph()
    graph.add_nodes_from(u for u in range(space.n_states) if u in space)
    for u in list(graph):
        for v in space.successors(u):
            weight = space.weight(u, v) if hasattr(space, "weight") else 1
            graph.add_edge(u, v, weight=weight)
    try:
        return nx.dijkstra_path_length(graph, 0, space.goal)
    except nx.NetworkXNoPath:
        return None


@pytest.mark.parametrize(("name", "space"), SPACES, ids=IDS)
def test_the_boards_hold_both_outcomes_and_every_engine_finds_them(name, space):
    result = ALL[name](space)
    expected = truth(space)
    if expected is None:
        assert result.status == "exhausted"
        assert result.proved
        assert result.path is None
        assert result.lower_bound == math.inf
    else:
        assert result.status == "found"
        assert result.path[0] == 0
        assert result.path[-1] == space.goal
        assert all(v in space.successors(u) for u, v in pairwise(result.path))
        assert result.optimal or name == "beam"
        if result.optimal:
            assert result.cost == expected == result.lower_bound
        else:
            assert result.cost >= expected


def test_the_boards_hold_both_outcomes():
    assert {truth(space) is None for _, space in SPACES} == {True, False}


@pytest.mark.parametrize(("name", "space"), SPACES, ids=IDS)
def test_a_search_resumed_state_by_state_is_the_same_as_one_run_through(name, space):
    once = ALL[name](space)
    result = ALL[name](space, limits=Limits(max_states=0))
    stops = 0
    while result.status == "state_limit":
        stops += 1
        assert result.stats.states <= stops
        result = result.resume(Limits(max_states=stops))
        assert stops < 1000
    assert stops > 2
    assert whole(result) == whole(once)


@pytest.mark.parametrize(("name", "space"), SPACES, ids=IDS)
def test_a_search_resumed_expansion_by_expansion_is_the_same(name, space):
    once = ALL[name](space)
    result = ALL[name](space, limits=Limits(max_expanded=0))
    allowed = 0
    while result.status == "expanded_limit":
        assert result.stats.expanded <= allowed
        allowed += 1
        result = result.resume(Limits(max_expanded=allowed))
    assert allowed > 2
    assert whole(result) == whole(once)


@pytest.mark.parametrize(("name", "space"), SCALAR, ids=SCALAR_IDS)
def test_the_limits_are_exact(name, space):
    once = ALL[name](space).stats
    most = once.states if name != "idastar" else once.max_frontier
    for limit in range(1, once.expanded, 3):
        result = ALL[name](space, limits=Limits(max_expanded=limit))
        assert (result.status, result.stats.expanded) == ("expanded_limit", limit)
    for limit in range(2, most, 3):
        result = ALL[name](space, limits=Limits(max_states=limit))
        assert (result.status, result.stats.states) == ("state_limit", limit)


@pytest.mark.parametrize(("name", "space"), SPACES, ids=IDS)
def test_a_stopped_search_pickles_and_goes_on_elsewhere(name, space):
    once = ALL[name](space)
    stopped = ALL[name](space, limits=Limits(max_expanded=once.stats.expanded // 2))
    copy = pickle.loads(pickle.dumps(stopped))
    assert copy == stopped
    goes_on, stays = copy.resume(), stopped.resume(Limits(max_expanded=0))
    assert whole(goes_on) == whole(once)
    assert stays.status == "expanded_limit"
    assert whole(pickle.loads(pickle.dumps(once)).resume()) == whole(once)


@pytest.mark.parametrize(("name", "space"), SPACES, ids=IDS)
def test_the_callback_stops_a_search_that_can_go_on(name, space):
    once = ALL[name](space)
    events = []
    result = ALL[name](space, progress=lambda event: events.append(event) or True)
    assert result.status == "stopped"
    assert result.stats.expanded == 0
    assert len(events) == 1
    assert events[0].stage == "search"
    assert whole(result.resume(progress=lambda _: None)) == whole(once)


@pytest.mark.parametrize("name", [*UNIT, *INEXACT])
def test_the_reports_on_the_way_are_the_same_every_time_and_grow(name):
    space = Grid(100, 100, blocked=0)
    limits = Limits(max_expanded=9_500)

    def reports():
        events = []
        result = ALL[name](space, limits=limits, progress=events.append)
        assert events[-1].expanded <= result.stats.expanded <= 9_500
        return [(e.depth, e.states, e.expanded, e.frontier, e.lower_bound) for e in events]

    first = reports()
    assert first == reports()
    expanded = [event[2] for event in first]
    assert expanded[0] == 0
    assert expanded == sorted(set(expanded))
    if "listed" not in name and name not in {"bidirectional", "idastar", "beam"}:
        assert len(first) == 3 or name.startswith(("astar", "layers", "branch"))


@pytest.mark.parametrize(("name", "space"), SPACES, ids=IDS)
@pytest.mark.parametrize(
    ("limits", "status"),
    [(Limits(max_seconds=0), "time_limit"), (Limits(max_memory=0), "memory_limit")],
)
def test_clock_and_memory_stop_a_search_that_can_go_on(name, space, limits, status):
    result = ALL[name](space, limits=limits)
    assert result.status == status
    assert not result.proved
    assert whole(result.resume()) == whole(ALL[name](space))


@pytest.mark.parametrize("name", UNIT)
def test_the_step_limit_proves_nothing_beyond_it_and_can_be_raised(name):
    space = Grid(**SMALL)
    cost = truth(space)
    for steps in range(cost):
        result = UNIT[name](space, limits=Limits(max_steps=steps))
        assert result.status == "step_limit"
        assert not result.proved
        assert result.lower_bound == steps + 1
        assert whole(result.resume()) == whole(UNIT[name](space))
    assert UNIT[name](space, limits=Limits(max_steps=cost)).cost == cost


@pytest.mark.parametrize("name", WEIGHTED)
def test_the_step_limit_is_refused_where_steps_have_weights(name):
    space = WeightedGrid(**SMALL)
    with pytest.raises(NotApplicableError, match="does not count steps: give cutoff"):
        WEIGHTED[name](space, limits=Limits(max_steps=3))


@pytest.mark.parametrize(("name", "space"), SPACES, ids=IDS)
def test_the_cutoff_belongs_to_the_question(name, space):
    cost = truth(space)
    if cost is None or name == "beam":
        cost = math.inf
    for cutoff in (0, 1, 2.5, cost - 1, cost):
        result = ALL[name](space, cutoff=cutoff)
        if cutoff >= cost:
            assert cost in {result.cost, math.inf}
        else:
            assert result.status == "exhausted"
            assert cutoff <= result.lower_bound <= cost


@pytest.mark.parametrize("name", UNIT)
def test_a_source_that_is_a_target_is_the_empty_path(name):
    space = Grid(rows=1, columns=1)
    result = UNIT[name](space)
    assert result.path == [0]
    assert result.cost == 0
    assert result.stats.expanded == 0
    assert UNIT[name](space, cutoff=0).path == [0]
    assert UNIT[name](space, limits=Limits(max_states=0)).status == "state_limit"


def test_iterative_deepening_rises_by_the_least_step():
    graph = {0: {3: 5, 1: 1, 2: 10}, 1: {3: 1}}
    assert idastar_search(graph, 0, 3, lambda u: 0 * u).path == [0, 1, 3]


def test_an_exception_in_the_middle_breaks_a_search_for_good():
    def successors(u):
        if u == 5:
            raise KeyError(u)
        return [u + 1]

    result = bfs_search(successors, 0, limits=Limits(max_expanded=2))
    with pytest.raises(KeyError):
        result.resume()
    with pytest.raises(RuntimeError, match="broken off"):
        result.resume()


# Random graphs against networkx ------------------------------------------------------------------


def distances_to(graph, target, weight="weight"):
    found = nx.single_source_dijkstra_path_length(graph.reverse(), target, weight=weight)
    return {u: found.get(u, math.inf) for u in graph}


def assert_answers(graph, result, target, weight="weight"):
    expected = distances_to(graph, target, weight)[0]
    if expected == math.inf:
        assert result.status == "exhausted"
        return
    assert result.status == "found"
    assert result.optimal
    assert result.cost == expected
    assert result.path[0] == 0
    assert result.path[-1] == target
    steps = list(pairwise(result.path))
    if weight is None:
        assert all(graph.has_edge(u, v) for u, v in steps)
        assert len(steps) == expected
    else:
        assert sum(graph.edges[u, v]["weight"] for u, v in steps) == expected


@settings(max_examples=80)
@given(random_graphs(), st.randoms(use_true_random=False))
def test_weighted_engines_agree_with_networkx(graph, rng):
    target = len(graph) - 1
    exact = distances_to(graph, target)
    # Never more than the distance, and as inconsistent as chance makes it.
    h = {
        u: rng.randint(0, d) if d < math.inf else rng.choice([0, 3, math.inf])
        for u, d in exact.items()
    }
    assert_answers(graph, dijkstra_search(graph, 0, target), target)
    assert_answers(graph, bidirectional_search(graph, 0, target), target)
    assert_answers(graph, idastar_search(graph, 0, target, h.get), target)
    assert_answers(graph, branch_and_bound(graph, 0, target, h.get), target)
    for ties in ("lifo", "fifo", "h"):
        assert_answers(graph, astar_search(graph, 0, target, h.get, ties=ties), target)
        result = astar_search(graph, 0, target, h.get, ties=ties, all_predecessors=True)
        assert_answers(graph, result, target)


@settings(max_examples=80)
@given(random_graphs())
def test_breadth_first_engines_agree_with_networkx(graph):
    target = len(graph) - 1
    adjacency = nx.to_dict_of_lists(graph)
    assert_answers(graph, bfs_search(adjacency.__getitem__, 0, target), target, None)
    assert_answers(graph, bidirectional_search(adjacency, 0, target), target, None)
    everything = bfs_search(graph, 0)
    assert dict(everything.seen) == nx.single_source_shortest_path_length(graph, 0)
    assert everything.layers == [
        sorted(layer, key=list(everything.seen).index) for layer in nx.bfs_layers(graph, 0)
    ]


@settings(max_examples=100)
@given(random_graphs(), st.integers(0, 12))
def test_a_resumed_astar_is_the_same_on_any_graph(graph, stop):
    target = len(graph) - 1
    exact = distances_to(graph, target)

    def h(u):
        return (u * 5) % 7 if exact[u] == math.inf else exact[u] * (u % 3) // 2

    once = astar_search(graph, 0, target, h)
    for limits in (Limits(max_expanded=stop), Limits(max_states=stop)):
        assert whole(astar_search(graph, 0, target, h, limits=limits).resume()) == whole(once)


@settings(max_examples=100)
@given(
    st.lists(st.lists(st.integers(0, 19), max_size=4), min_size=20, max_size=20),
    st.integers(0, 19),
    st.integers(0, 3),
)
def test_layers_hold_the_same_states_wide_and_narrow(monkeypatch_narrow, table, target, steps):
    class Table:
        n_states = 20

        def successors(self, u):
            return table[u]

        def successors_array(self, codes):
            pairs = [(u, v) for u in codes.tolist() for v in table[u]]
            # One batch with repeated pairs and targets: the hardest case.
            array = np.array(pairs, dtype=np.int64).reshape(-1, 2)
            yield array[:, 0], array[:, 1]

    expected = bfs_search(table.__getitem__, 0, target)
    for narrow in (0, 100):
        monkeypatch_narrow(narrow)
        result = bfs_search(Table(), 0, target, engine="array")
        assert (result.status, result.cost) == (expected.status, expected.cost)
        if result.path:
            assert all(v in table[u] for u, v in pairwise(result.path))
        everything = bfs_search(Table(), 0, engine="array")
        scalar = bfs_search(table.__getitem__, 0)
        assert dict(everything.seen) == dict(scalar.seen)
        assert everything.stats.generated == scalar.stats.generated
        assert everything.stats.duplicates == scalar.stats.duplicates
        assert everything.stats.layer_sizes == scalar.stats.layer_sizes
        part = bfs_search(Table(), 0, engine="array", limits=Limits(max_steps=steps))
        assert whole(part.resume()) == whole(everything)


@pytest.fixture(scope="module")
def monkeypatch_narrow():
    from graphpuzzles.search import layers

    before = layers.NARROW
    yield lambda value: setattr(layers, "NARROW", value)
    layers.NARROW = before
