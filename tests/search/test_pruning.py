"""Pruners: what they promise, how promises combine, and audits that find the broken ones."""

import math
import pickle
from functools import partial
from itertools import pairwise, product
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.limits import Limits
from graphpuzzles.search import (
    BoundPruner,
    DeadEndPruner,
    DominancePruner,
    Guarantee,
    LimitedPruner,
    Pruner,
    SearchIncomplete,
    SymmetryPruner,
    all_shortest_paths,
    astar_search,
    audit_pruning,
    bfs_search,
    branch_and_bound,
    check_heuristic,
    combined_guarantee,
    dijkstra_search,
    idastar_search,
)
from tests.search.search_spaces import Grid, WeightedGrid, random_graphs, whole

ALL, ONE, SOME, NONE = Guarantee.ALL, Guarantee.ONE, Guarantee.SOME, Guarantee.NONE

BOARD = Grid(5, 5, 84, 0.3)  # 10 steps to the goal, 17 cells
EMPTY = Grid(6, 6, blocked=0)


def zero(u):
    return 0 * u


ENGINES = {
    "bfs": partial(bfs_search, engine="python"),
    "dijkstra": dijkstra_search,
    "astar": partial(astar_search, heuristic=zero),
    "astar fifo": partial(astar_search, heuristic=zero, ties="fifo"),
    "idastar": partial(idastar_search, heuristic=zero),
    "branch and bound": partial(branch_and_bound, heuristic=zero),
}


def never(*_):
    return False


def into(*states):
    return lambda u, v, context: v in states


# Promises ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("guarantees", "expected"),
    [
        ([], ALL),
        ([ALL, ALL, ALL], ALL),
        ([ALL, ONE], ONE),
        ([SOME, ALL], SOME),
        ([NONE], NONE),
        ([ONE, ONE], NONE),
        ([ONE, ALL, SOME], NONE),
    ],
)
def test_promises_combine_by_rule(guarantees, expected):
    pruners = [Pruner(never, guarantee=g) for g in guarantees]
    assert combined_guarantee(pruners) is expected
    assert combined_guarantee([LimitedPruner(p) for p in pruners]) is expected


def test_a_declared_order_joins_weak_promises():
    ordered = [Pruner(never, guarantee=g, order="lexicographic") for g in (ONE, SOME)]
    assert combined_guarantee(ordered) is SOME
    assert combined_guarantee([*ordered, Pruner(never, guarantee=ONE)]) is NONE
    assert combined_guarantee([*ordered, Pruner(never, guarantee=ONE, order="other")]) is NONE


def test_a_known_path_weakens_no_other_promise():
    bound = BoundPruner([0, 1], zero)
    assert combined_guarantee([bound]) is ONE
    assert combined_guarantee([bound, Pruner(never, guarantee=ONE)]) is ONE
    assert combined_guarantee([LimitedPruner(bound), Pruner(never, guarantee=SOME)]) is SOME
    assert combined_guarantee([BoundPruner([0, 1], zero, keep_ties=True)]) is ALL


def test_why_two_weak_promises_are_none():
    """Of the paths S-A-G and S-B-G each pruner keeps one, and not the same."""
    graph = {"S": ["A", "B"], "A": ["G"], "B": ["G"]}
    left = Pruner(into("A"), name="left", guarantee=ONE)
    right = Pruner(into("B"), name="right", guarantee=ONE)
    for one in (left, right):
        result = bfs_search(graph, "S", "G", prune=one)
        assert (result.cost, result.guarantee, result.optimal) == (2, ONE, True)
        assert audit_pruning(graph, "S", "G", prune=one).passed
    both = bfs_search(graph, "S", "G", prune=[left, right])
    assert (both.status, both.guarantee, both.proved) == ("incomplete", NONE, False)
    assert audit_pruning(graph, "S", "G", prune=[left, right]).passed  # nothing was promised
    for one in (left, right):
        one.order = "a lie"
    assert bfs_search(graph, "S", "G", prune=[left, right]).status == "exhausted"
    (violation,) = audit_pruning(graph, "S", "G", prune=[left, right]).violations
    assert violation.pruner == "left + right"
    assert (violation.u, violation.v, violation.g) == ("S", "A", 1)
    assert violation.path == ("S", "A", "G")


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("guarantee", Guarantee)
def test_what_is_left_decides_what_is_proved(name, guarantee):
    """One pruner cuts the only way; its promise decides how the result reads."""
    graph = {0: [1, 2], 1: [3], 2: []}
    cut = Pruner(into(3), name="cut", guarantee=guarantee)
    result = ENGINES[name](graph, 0, 3, prune=cut)
    assert result.status == ("incomplete" if guarantee is NONE else "exhausted")
    assert result.guarantee is guarantee
    assert result.lower_bound == (0 if guarantee is NONE else math.inf)
    assert result.stats.pruned["cut"] == 1
    # A pruner that has dropped nothing can have spoilt nothing.
    result = ENGINES[name](graph, 0, 3, prune=Pruner(never, guarantee=guarantee))
    assert (result.status, result.guarantee, result.optimal) == ("found", ALL, True)
    result = ENGINES[name](graph, 0, 3, prune=Pruner(into(2), guarantee=guarantee))
    assert (result.status, result.cost) == ("found", 2)
    if result.guarantee is not ALL:  # asked before the target was found
        assert result.optimal == (guarantee >= ONE)


@pytest.mark.parametrize(
    "search", [bfs_search, dijkstra_search, partial(astar_search, heuristic=zero)]
)
@pytest.mark.parametrize(
    "prune",
    [Pruner(never, guarantee=ONE), BoundPruner([0, 1], zero), [Pruner(never), Pruner(never)]],
)
def test_all_shortest_paths_need_pruners_that_keep_all(search, prune):
    with pytest.raises(ValueError, match="keep ALL optimal paths"):
        search({0: [1]}, 0, 1, prune=prune, all_predecessors=True)
    kept = search({0: [1]}, 0, 1, prune=Pruner(never, guarantee=ALL), all_predecessors=True)
    assert kept.predecessors[1] == [0]


def test_counts_by_pruner_in_the_order_of_asking():
    first, second = Pruner(into(1, 2), name="first"), Pruner(into(2, 3), name="second")
    stats = bfs_search({0: [1, 2, 3, 4]}, 0, prune=[first, second]).stats
    assert stats.pruned == {"first": 2, "second": 1}
    assert (stats.generated, stats.states) == (4, 2)


# The ready-made pruners --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ENGINES)
def test_a_known_path_is_the_answer_where_nothing_is_better(name):
    witness = bfs_search(BOARD, 0).path
    loose = BoundPruner(witness, BOARD.heuristic)
    result = ENGINES[name](BOARD, 0, BOARD.goal, prune=loose)
    assert (result.status, result.path, result.cost) == ("found", witness, 10)
    assert result.optimal
    assert result.stats.pruned["BoundPruner"] > 0
    # With a bound that is met from the start there is nothing to do.
    tight = BoundPruner(witness, {u: 10 - i for i, u in enumerate(witness)}.get)
    result = ENGINES[name](BOARD, 0, BOARD.goal, prune=tight)
    assert (result.path, result.optimal, result.stats.expanded) == (witness, True, 0)


@pytest.mark.parametrize("name", ENGINES)
def test_a_known_path_is_improved_where_something_is_better(name):
    witness = [0, 6, 0, 6, 7, 6, 12, 18, 24, 30, 31, 32, 33, 34, 35]
    assert all(v in EMPTY.successors(u) for u, v in pairwise(witness))
    for ties in (False, True):
        bound = BoundPruner(witness, EMPTY.heuristic, keep_ties=ties)
        result = ENGINES[name](EMPTY, 0, EMPTY.goal, prune=bound)
        assert (result.cost, result.optimal) == (10, True)
        stopped = ENGINES[name](EMPTY, 0, EMPTY.goal, prune=bound, limits=Limits(max_expanded=1))
        assert (stopped.status, stopped.cost, stopped.path) == ("expanded_limit", 14, witness)
        assert not stopped.optimal
        assert stopped.resume().cost == 10


def test_a_known_path_with_ties_kept_keeps_every_optimal_path():
    witness = bfs_search(EMPTY, 0).path
    bound = BoundPruner(witness, keep_ties=True)
    result = bfs_search(EMPTY, 0, prune=bound, all_predecessors=True)
    plain = bfs_search(EMPTY, 0, all_predecessors=True, engine="python")
    assert dict(result.predecessors) == {
        u: before for u, before in plain.predecessors.items() if u in result.seen
    }
    assert result.stats.pruned == {"BoundPruner": 0}


@pytest.mark.parametrize(
    ("witness", "message"),
    [
        ([], "begin at a source"),
        ([1, 2], "begin at a source"),
        ([0, 1], "end at a target"),
        ([0, 1, 2, 3, 4, 10, 35], "step 5 of the known path, 10 to 35"),
    ],
)
def test_a_known_path_is_replayed(witness, message):
    with pytest.raises(ValueError, match=message):
        bfs_search(EMPTY, 0, prune=BoundPruner(witness))


def test_pruners_say_what_they_miss():
    with pytest.raises(ValueError, match="needs a lower bound"):
        bfs_search({0: [1]}, 0, 1, prune=BoundPruner([0, 1]))
    with pytest.raises(ValueError, match="needs a heuristic"):
        bfs_search({0: [1]}, 0, 1, prune=DeadEndPruner())
    with pytest.raises(NotImplementedError, match="neither a cut nor a prune"):
        bfs_search({0: [1]}, 0, 1, prune=Pruner())
    with pytest.raises(NotImplementedError, match="does not work on arrays"):
        Pruner(never).prune_array([], [], None)


@pytest.mark.parametrize("name", ENGINES)
def test_dead_ends(name):
    graph = {0: [1, 2], 1: [3, 4, 5], 2: [6]}
    dead = DeadEndPruner(lambda u: math.inf if u in {1, 3, 4, 5} else 0)
    result = ENGINES[name](graph, 0, 6, prune=dead)
    assert (result.cost, result.guarantee) == (2, ALL)
    assert 1 not in result.seen
    result = ENGINES[name](graph, 1, 6, prune=dead)
    assert (result.status, result.stats.expanded) == ("exhausted", 0)
    assert result.lower_bound == math.inf


def transposed(u):
    row, column = divmod(u, EMPTY.columns)
    return min(u, column * EMPTY.columns + row)


@pytest.mark.parametrize("name", ENGINES)
def test_symmetric_states_are_kept_once(name):
    symmetry = SymmetryPruner(transposed)
    result = ENGINES[name](EMPTY, 0, EMPTY.goal, prune=symmetry)
    assert (result.cost, result.guarantee, result.optimal) == (10, ONE, True)
    assert {transposed(u) for u in result.seen} == set(map(transposed, result.seen))
    assert audit_pruning(EMPTY, 0, prune=symmetry).passed
    if name in {"bfs", "dijkstra"}:
        assert result.stats.states == 21  # of 36
    # A new search begins with a clean slate.
    assert whole(ENGINES[name](EMPTY, 0, EMPTY.goal, prune=symmetry)) == whole(result)


@st.composite
def fuel_puzzles(draw):
    """A car on a small graph: each road costs time and fuel, and the tank is small."""
    n = draw(st.integers(3, 6))
    node = st.integers(0, n - 1)
    road = st.tuples(st.integers(0, 4), st.integers(0, 3))
    roads = draw(st.dictionaries(st.tuples(node, node), road, max_size=3 * n))
    tank = draw(st.integers(0, 6))
    adjacency = {}
    for (u, v), (time, fuel) in roads.items():
        for left in range(fuel, tank + 1):
            adjacency.setdefault((u, left), {})[v, left - fuel] = time
    return adjacency, (0, tank), n - 1


@settings(max_examples=150)
@given(fuel_puzzles())
def test_dominated_states_are_not_needed(puzzle):
    graph, start, end = puzzle

    def arrived(state):
        return state[0] == end

    dominance = DominancePruner(lambda state: state[0], lambda a, b: a[1] >= b[1])
    graph = {start: {}, **graph}
    expected = dijkstra_search(graph, start, is_target=arrived)
    engines = ("dijkstra", "astar", "astar fifo", "idastar", "branch and bound")
    for name in engines:
        options = {} if name == "dijkstra" else {"heuristic": lambda state: 0}
        search = ENGINES[name]
        result = search(graph, start, is_target=arrived, prune=dominance, **options)
        assert (result.status, result.cost) == (expected.status, expected.cost)
    assert audit_pruning(graph, start, is_target=arrived, prune=dominance).passed


def test_a_pruner_that_hits_too_seldom_is_switched_off():
    asked = []

    def cut(_, v, __):
        asked.append(v)
        return v == 50

    def chain(n):
        return [n + 1, n + 1000] if n < 100 else []

    limited = LimitedPruner(Pruner(cut, name="rare", guarantee=NONE), min_ratio=0.1, after=20)
    result = bfs_search(chain, 0, prune=limited)
    assert len(asked) == 20
    assert limited.switched_off
    assert result.stats.pruned == {"rare": 0}
    limited = LimitedPruner(Pruner(cut, name="rare", guarantee=NONE), min_ratio=0, after=20)
    assert bfs_search(chain, 0, prune=limited).stats.pruned == {"rare": 1}


class Parity(Pruner):
    """Drops steps into every third state; asked about arrays too."""

    vectorized = True

    def prune(self, _, v, __):
        return v % 3 == 2 and v != EMPTY.goal

    def prune_array(self, src, dst, context):
        assert context.g >= 1
        assert src.shape == dst.shape
        return (dst % 3 == 2) & (dst != EMPTY.goal)


@pytest.mark.parametrize("limited", [False, True])
@pytest.mark.parametrize("narrow", [0, 256])
def test_pruners_on_arrays(monkeypatch, limited, narrow):
    from graphpuzzles.search import layers

    monkeypatch.setattr(layers, "NARROW", narrow)
    pruner = LimitedPruner(Parity()) if limited else Parity()
    by_state = bfs_search(EMPTY, 0, targets=(), prune=pruner, engine="python")
    by_layer = bfs_search(EMPTY, 0, targets=(), prune=pruner, engine="array")
    assert bfs_search(EMPTY, 0, targets=(), prune=pruner).stats.engine == "layers"
    assert by_layer.status == by_state.status == "incomplete"
    assert dict(by_layer.seen) == dict(by_state.seen)
    assert by_layer.stats.layer_sizes == by_state.stats.layer_sizes
    assert by_layer.stats.pruned == by_state.stats.pruned
    limits = Limits(max_states=3)
    assert whole(bfs_search(EMPTY, 0, targets=(), prune=pruner, limits=limits).resume()) == whole(
        by_layer
    )


def test_pruners_that_know_no_arrays_choose_the_scalar_engine():
    result = bfs_search(EMPTY, 0, prune=SymmetryPruner(transposed))
    assert result.stats.engine == "breadth-first"
    with pytest.raises(ValueError, match="the pruner SymmetryPruner, which is not vectorised"):
        bfs_search(EMPTY, 0, prune=SymmetryPruner(transposed), engine="array")
    with pytest.raises(ValueError, match="a space without successors_array"):
        bfs_search({0: [1]}, 0, engine="array")


@pytest.mark.parametrize("name", ENGINES)
def test_a_search_with_pruners_goes_on_like_one_run_through(name):
    def prune():
        witness = [0, 6, 0, 6, 7, 6, 12, 18, 24, 30, 31, 32, 33, 34, 35]
        limited = LimitedPruner(Pruner(into(14), name="limited", guarantee=ALL), after=12)
        return [limited, BoundPruner(witness), SymmetryPruner(transposed)]

    search = partial(ENGINES[name], EMPTY, 0, EMPTY.goal)
    once = search(prune=prune())
    for kind in ("max_states", "max_expanded"):
        result = search(prune=prune(), limits=Limits(**{kind: 0}))
        steps = 0
        while result.status.endswith("_limit"):
            steps += 1
            result = result.resume(Limits(**{kind: steps}))
        assert steps > 3
        assert whole(result) == whole(once)


def test_a_stopped_search_pickles_with_the_memory_of_its_pruners():
    stopped = bfs_search(EMPTY, 0, prune=SymmetryPruner(transposed), limits=Limits(max_expanded=5))
    copy = pickle.loads(pickle.dumps(stopped))
    assert whole(copy.resume()) == whole(bfs_search(EMPTY, 0, prune=SymmetryPruner(transposed)))


# Audits ------------------------------------------------------------------------------------------


@settings(max_examples=120)
@given(random_graphs(), st.data())
def test_an_audit_says_broken_exactly_where_a_promise_is(graph, data):
    s, t = 0, len(graph) - 1
    for _, _, attributes in graph.edges(data=True):
        attributes["weight"] += 1
    edges = list(graph.edges)
    cut = data.draw(st.sets(st.sampled_from(edges))) if edges else set()
    kept = graph.copy()
    kept.remove_edges_from(cut)
    paths = list(nx.all_shortest_paths(graph, s, t, "weight")) if nx.has_path(graph, s, t) else []
    optimal = {edge for path in paths for edge in pairwise(path)}
    broken = {
        ALL: bool(optimal & cut),
        ONE: bool(paths)
        and (
            not nx.has_path(kept, s, t)
            or nx.dijkstra_path_length(kept, s, t) > nx.dijkstra_path_length(graph, s, t)
        ),
        SOME: bool(paths) and not nx.has_path(kept, s, t),
        NONE: False,
    }
    for guarantee, expected in broken.items():
        pruner = Pruner(lambda u, v, _: (u, v) in cut, name="cut", guarantee=guarantee)
        audit = audit_pruning(graph, s, t, prune=pruner)
        assert audit.passed != expected
        for violation in audit.violations:
            assert (violation.u, violation.v) in optimal & cut
            assert list(violation.path) in paths
            steps = list(pairwise(violation.path))
            place = steps.index((violation.u, violation.v))
            assert violation.g == nx.path_weight(graph, violation.path[: place + 2], "weight")


def test_a_wrong_dead_end_is_caught():
    path = bfs_search(BOARD, 0).path
    wrong = DeadEndPruner(lambda u: math.inf if u == path[5] else 0, name="wrong")
    (violation,) = audit_pruning(BOARD, 0, prune=wrong).violations
    assert (violation.pruner, violation.guarantee, violation.g) == ("wrong", ALL, 5)
    assert violation.v == path[5]
    assert list(violation.path) in list(all_shortest_paths(BOARD, 0, BOARD.goal))


def test_a_source_that_is_refused_wrongly_is_named():
    pruner = DeadEndPruner(lambda u: math.inf if u == 0 else 0, name="gloomy")
    (violation,) = audit_pruning(BOARD, 0, prune=pruner).violations
    assert (violation.pruner, violation.u, violation.v) == ("gloomy", 0, 0)
    assert violation.path[0] == 0
    assert len(violation.path) == 11


def test_a_bound_that_overestimates_is_caught_where_the_known_path_is_not_optimal():
    witness = [0, 6, 0, 6, 7, 6, 12, 18, 24, 30, 31, 32, 33, 34, 35]
    wrong = BoundPruner(witness, lambda u: 2 * EMPTY.heuristic(u), name="wrong")
    (violation,) = audit_pruning(EMPTY, 0, prune=wrong).violations
    assert violation.pruner == "wrong"
    assert len(violation.path) == 11
    assert audit_pruning(EMPTY, 0, prune=BoundPruner(witness)).passed


def test_a_wrong_symmetry_and_a_wrong_dominance_are_caught():
    graph = {0: [1, 2], 1: [3], 2: [4], 4: [5]}  # 1 and 2 look alike and are not
    symmetry = SymmetryPruner(lambda u: 1 if u == 2 else u, name="symmetry")
    dominance = DominancePruner(symmetry.key, lambda a, b: a < b, name="dominance")
    for pruner in (symmetry, dominance):
        (violation,) = audit_pruning(graph, 0, 5, prune=pruner).violations
        assert (violation.u, violation.v, violation.path) == (0, 2, (0, 2, 4, 5))
        assert str(violation).startswith(f"{pruner.name} promises ONE and drops the step 0 -> 2")
        assert audit_pruning(graph, 0, 3, prune=pruner).passed


def test_an_audit_with_weights():
    space = WeightedGrid(5, 5, 84, 0.3)
    path = dijkstra_search(space, 0).path
    wrong = Pruner(into(path[3]), name="wrong", guarantee=SOME)
    audit = audit_pruning(space, 0, prune=wrong)
    assert audit.unpruned.cost == 12
    if audit.pruned.status == "found":
        assert audit.passed
    else:
        assert audit.violations[0].v == path[3]


def test_an_audit_does_not_guess():
    with pytest.raises(SearchIncomplete):
        audit_pruning(lambda n: [n + 2], 0, 1, prune=Pruner(never), limits=Limits(max_states=9))
    with pytest.raises(SearchIncomplete):
        check_heuristic(lambda n: [n + 2], 0, 1, zero, limits=Limits(max_states=9))


@settings(max_examples=60)
@given(random_graphs(), st.data())
def test_faults_of_heuristics_are_named_one_by_one(graph, data):
    s, t = 0, len(graph) - 1
    values = st.one_of(st.integers(0, 6), st.just(math.inf))
    h = {u: data.draw(values) for u in graph}
    reached = {s} | nx.descendants(graph, s)
    distance = nx.single_source_dijkstra_path_length(graph.reverse(), t)
    audit = check_heuristic(graph, s, t, h.get)
    assert audit.states == len(reached)
    assert {(o.u, o.h, o.distance) for o in audit.overestimates} == {
        (u, h[u], distance[u]) for u in reached if u in distance and h[u] > distance[u]
    }
    assert {(i.u, i.v, i.h_u, i.weight, i.h_v) for i in audit.inconsistencies} == {
        (u, v, h[u], w, h[v]) for u, v, w in graph.edges(reached, data="weight") if h[u] > w + h[v]
    }
    assert audit.admissible == (not audit.overestimates)
    assert audit.consistent == (not audit.inconsistencies)


# A cut that is known from programs for Manhattan Wiring ------------------------------------------

TRAP = Path(__file__).parents[1] / "data" / "manhattan_wiring"


class Wiring:
    """Two lines on a board, drawn one after the other from mark to mark."""

    def __init__(self, rows):
        self.rows = rows
        cells = {(r, c): v for r, row in enumerate(rows) for c, v in enumerate(row)}
        self.free = {cell for cell, value in cells.items() if value == 0}
        self.ends = [[cell for cell, value in cells.items() if value == k] for k in (2, 3)]
        self.start = ((self.ends[0][0],), ())

    def successors(self, state):
        first, second = state
        if first[-1] != self.ends[0][1]:
            for cell in self._onward(first, first, self.ends[0][1]):
                yield (*first, cell), ()
        elif not second:
            yield first, (self.ends[1][0],)
        else:
            for cell in self._onward(second, (*first, *second), self.ends[1][1]):
                yield first, (*second, cell)

    def _onward(self, line, taken, end):
        row, column = line[-1]
        for cell in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if (cell in self.free or cell == end) and cell not in taken:
                yield cell

    def weight(self, u, v):
        return int(u[0][-1] != v[0][-1] or len(u[1]) > 0)

    def is_target(self, state):
        return bool(state[1]) and state[1][-1] == self.ends[1][1]


def drops_u_shapes(space, _, v, __):
    """Drop a detour where the straight way between two of its cells is empty."""
    line = v[1] or v[0]
    if len(line) < 4:
        return False
    end = line[-1]
    for start in line[-4::-1]:
        if start[0] != end[0] and start[1] != end[1]:
            continue
        steps = line.index(end) - line.index(start)
        apart = abs(start[0] - end[0]) + abs(start[1] - end[1])
        between = [
            (r, c)
            for r, c in product(
                range(min(start[0], end[0]), max(start[0], end[0]) + 1),
                range(min(start[1], end[1]), max(start[1], end[1]) + 1),
            )
            if (r, c) not in {start, end}
        ]
        if steps > apart and between and all(c in space.free - set(line) for c in between):
            return True
    return False


def boards(name):
    tokens = iter(map(int, (TRAP / name).read_text().split()))
    while (rows := next(tokens)) and (columns := next(tokens)):
        yield [[next(tokens) for _ in range(columns)] for _ in range(rows)]


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("guarantee", [ALL, ONE, SOME])
def test_the_u_shape_cut_of_manhattan_wiring_is_caught(number, guarantee):
    space = Wiring(list(boards("pruning_trap.in"))[number])
    cut = Pruner(partial(drops_u_shapes, space), name="u-shape", guarantee=guarantee)
    audit = audit_pruning(space, space.start, prune=cut)
    assert audit.unpruned.cost == 12
    assert audit.pruned.status == "exhausted"  # "no solution", believing the promise
    (violation,) = audit.violations
    assert violation.pruner == "u-shape"
    first, second = violation.path[-1]
    assert len(first) - 1 + len(second) - 1 == 12
    assert (violation.u, violation.v) in pairwise(violation.path)
    assert drops_u_shapes(space, violation.u, violation.v, None)


def test_the_u_shape_cut_does_no_harm_where_nobody_needs_the_pocket():
    rows = [[2, 0, 0, 0, 2], [0, 0, 0, 0, 0], [3, 0, 0, 0, 3]]
    space = Wiring(rows)
    cut = Pruner(partial(drops_u_shapes, space), name="u-shape", guarantee=ALL)
    audit = audit_pruning(space, space.start, prune=cut)
    assert audit.passed
    assert audit.unpruned.cost == audit.pruned.cost == 8
    assert audit.pruned.stats.pruned["u-shape"] > 0


def test_a_function_is_no_pruner_but_can_be_made_one():
    with pytest.raises(TypeError, match=r"Pruner\(cut\) makes one of cut"):
        bfs_search({"a": ["b"]}, "a", "b", prune=lambda _u, _v, _context: False)
