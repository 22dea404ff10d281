"""Costs of integers, fractions and floats: every engine and pruner against all paths, added up."""

import math
import random
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from graphpuzzles.limits import Limits
from graphpuzzles.search import (
    BoundPruner,
    DeadEndPruner,
    Guarantee,
    LimitedPruner,
    Pruner,
    all_shortest_paths,
    astar_search,
    audit_pruning,
    bfs_search,
    bidirectional_search,
    branch_and_bound,
    check_heuristic,
    dijkstra_search,
    idastar_search,
    number_of_shortest_paths,
)
from graphpuzzles.search.costs import LARGEST, beyond, coarse, number
from tests.search.tiny_questions import EXACT, WEIGHTS, questions

INFORMED = {
    "astar": astar_search,
    "astar fifo": partial(astar_search, ties="fifo"),
    "astar h": partial(astar_search, ties="h"),
    "branch and bound": branch_and_bound,
    "idastar": idastar_search,
}


def engines(question, estimates, **options):
    """Yield names and searches for a question, waiting for pruners and limits."""
    ends = {"sources": question.sources, "targets": question.targets, **options}
    yield "dijkstra", partial(dijkstra_search, question.graph, **ends)
    yield "bidirectional", partial(bidirectional_search, question.graph, **ends)
    for name, search in INFORMED.items():
        yield name, partial(search, question.graph, heuristic=estimates.get, **ends)


def pruners(question, estimates, rng):
    """Return pruners that keep the answer, sometimes."""
    found = [(), DeadEndPruner(estimates.get)]
    if question.costs:
        witness = rng.choice(sorted(question.costs))
        found += [
            BoundPruner(witness, estimates.get),
            BoundPruner(witness, estimates.get, keep_ties=True),
            [LimitedPruner(BoundPruner(witness, estimates.get)), DeadEndPruner(estimates.get)],
        ]
    return rng.choice(found)


def cutoffs(question, rng):
    """Return no cutoff, the least cost, one right below it, or any."""
    found = [None, None, rng.choice((0, 0.3, 1, Fraction(1, 3)))]
    if question.least is not None:
        found += [question.least, question.least]
        found += [max(0, math.nextafter(float(question.least), 0))]
    return rng.choice(found)


def in_steps(search, rng):
    """Run a search, perhaps with stops on the way, and check what it says at each."""
    if rng.random() < 0.7:
        yield search()
        return
    result = search(limits=Limits(max_expanded=0))
    while result.status == "expanded_limit":
        yield result
        result = result.resume(Limits(max_expanded=result.stats.expanded + 1))
    yield result


@pytest.mark.parametrize("kind", WEIGHTS)
def test_every_engine_finds_the_least_sum_from_the_source_on(kind):
    found = 0
    for rng, question in questions(kind, 150):
        estimates, cutoff = question.estimates(rng, kind), cutoffs(question, rng)
        least = question.least
        if least is not None and cutoff is not None and least > cutoff:
            least = None
        found += least is not None
        for name, search in engines(question, estimates, cutoff=cutoff):
            prune = {}
            if name != "bidirectional":
                prune = {"prune": pruners(question, estimates, rng)}
            for result in in_steps(partial(search, **prune), rng):
                assert (result.path is None) == (result.cost is None)
                if result.path is not None:
                    assert result.cost == question.cost(result.path)
                    assert cutoff is None or result.cost <= cutoff
            told = (kind, name, question, estimates, cutoff, prune, result)
            assert (result.status, result.proved) == (
                "exhausted" if least is None else "found",
                True,
            )
            if name == "idastar" and kind not in EXACT and least is not None:
                assert math.isclose(result.cost, least, rel_tol=2**-31), told
            else:
                assert result.cost == least, told
            rounded = kind not in EXACT or any(map(coarse, estimates.values()))
            assert result.exact or rounded, told
    assert 50 < found < 140


@pytest.mark.parametrize("kind", WEIGHTS)
def test_every_best_path_survives_where_that_is_promised(kind):
    many = 0
    for rng, question in questions(kind, 200):
        if not question.costs:
            continue
        estimates = question.estimates(rng, kind)
        bound = BoundPruner(rng.choice(sorted(question.costs)), estimates.get, keep_ties=True)
        ends = {"sources": question.sources, "targets": question.targets, "all_predecessors": True}
        for result in (
            dijkstra_search(question.graph, prune=bound, **ends),
            astar_search(question.graph, heuristic=estimates.get, **ends),
            astar_search(question.graph, heuristic=estimates.get, prune=bound, **ends),
        ):
            assert result.guarantee is Guarantee.ALL
            assert set(listed(question, result)) == question.best_paths
            # Each state once, and none before itself, whatever its loop costs.
            assert all(
                len({v, *before}) == 1 + len(before) for v, before in result.predecessors.items()
            )
        many += len(question.best_paths) > 1
        if len(question.sources) == len(question.targets) == 1:
            end = (question.graph, question.sources[0], question.targets[0], "weight")
            paths = list(map(tuple, all_shortest_paths(*end)))
            assert sorted(paths) == sorted(question.best_paths)
            assert number_of_shortest_paths(*end) == len(paths)
    assert many > 5


def listed(question, result):
    """Yield the paths without repeated states that predecessors make."""
    waiting = [(t,) for t in question.targets if result.seen.get(t) == result.cost]
    while waiting:
        path = waiting.pop()
        if path[0] in question.sources:
            yield path
        before = result.predecessors.get(path[0], ())
        waiting += [(u, *path) for u in before if u not in path]


@pytest.mark.parametrize("kind", WEIGHTS)
def test_an_answer_that_refutes_its_heuristic_is_not_called_optimal(kind):
    refuted = wrong = 0
    for rng, question in questions(kind, 300):
        if not question.costs:
            continue
        estimates = {u: rng.choice((0, 1, 2, 5, 0.3, 7, math.inf)) for u in question.graph}
        witness = rng.choice(sorted(question.costs))
        for name, search in engines(question, estimates):
            if name == "bidirectional":
                continue
            bounds = rng.random() < 0.3 or name == "dijkstra"
            result = search(prune=BoundPruner(witness, estimates.get) if bounds else ())
            path = result.path or ()
            costs = [question.cost(path[: i + 1]) for i in range(len(path))]
            assert result.cost == (costs[-1] if costs else None)
            over = [
                u
                for u, cost in zip(path, costs, strict=True)
                if beyond(cost + estimates[u], costs[-1], rounded=True)
            ]
            if over:
                assert (result.overestimated_at, result.optimal) == (over[0], False)
                assert (result.proved, result.lower_bound) == (False, 0)
                assert f"heuristic overestimates at {over[0]}" in repr(result)
                refuted += 1
                wrong += result.cost > question.least
            else:
                assert result.overestimated_at is None
    assert refuted > 500
    assert wrong > 20


@pytest.mark.parametrize("kind", WEIGHTS)
def test_heuristics_are_held_against_exact_distances(kind):
    faults = 0
    for rng, question in questions(kind, 150):
        ends = {"sources": question.sources, "targets": question.targets}
        states = [u for u in question.graph if any(question.paths_to([u]))]
        good = question.estimates(rng, kind)
        assert check_heuristic(question.graph, heuristic=good.get, **ends).admissible
        u = rng.choice(states)
        for part, told in ((2**-40, kind in EXACT[:2]), (2**-20, True)):
            bad = dict(good)
            if question.distances[u] in {0, math.inf} or (kind == "mixed" and not told):
                continue
            bad[u] = question.distances[u] * (1 + Fraction(part))
            audit = check_heuristic(question.graph, heuristic=bad.get, **ends)
            assert [fault.u for fault in audit.overestimates] == ([u] if told else [])
            faults += told
        audit = check_heuristic(question.graph, heuristic=good.get, **ends)
        for fault in audit.inconsistencies:
            assert Fraction(fault.h_u) > Fraction(fault.weight) + Fraction(fault.h_v)
    assert faults > 30


@pytest.mark.parametrize("kind", WEIGHTS)
def test_an_audit_names_a_step_exactly_where_a_best_path_takes_it(kind):
    """Also where the step costs nothing and leads to another source or target."""
    broken = free = 0
    for rng, question in questions(kind, 150):
        steps = [(u, v) for u, ends in question.graph.items() for v in ends if u != v]
        if not (question.costs and steps):
            continue
        step = rng.choice(steps)
        cut = Pruner(lambda u, v, _, step=step: (u, v) == step, guarantee=Guarantee.ALL)
        ends = {"sources": question.sources, "targets": question.targets}
        audit = audit_pruning(question.graph, prune=cut, **ends)
        assert audit.unpruned.cost == question.least
        lost = any(step in pairwise(path) for path in question.best_paths)
        assert audit.passed or is_best_walk(question, audit.violations[0].path)
        # Best walks that come back to a state count for an audit: they lie on circles of weight 0.
        assert not (lost and audit.passed)
        broken += lost
        free += lost and question.graph[step[0]][step[1]] == 0
        estimates = question.estimates(rng, kind)
        for ties in (False, True):
            bound = BoundPruner(rng.choice(sorted(question.costs)), estimates.get, keep_ties=ties)
            assert audit_pruning(question.graph, prune=bound, **ends).passed
    assert broken > 15
    assert free > 2


def is_best_walk(question, walk):
    ends = walk[0] in question.sources and walk[-1] in question.targets
    return ends and question.cost(walk) == question.least


def layered(rng):
    """Return a graph of many layers: sums of the same weights are rounded in many ways."""
    weights = rng.choice([(0.1, 0.2, 0.3), (0.1,), (math.sqrt(2), 1.0), (0.1, 0.2, 0.3, 0.0)])
    depth, width = rng.randint(5, 25), rng.randint(2, 4)
    graph = {"t": {}}
    for layer in range(depth):
        for i in range(width):
            ends = [(layer + 1, j) for j in range(width) if i == j or rng.random() < 0.8]
            if rng.random() < 0.2:
                ends.append((layer, rng.randrange(width)))
            ends = ["t"] if layer == depth - 1 else ends
            graph[layer, i] = {v: rng.choice(weights) for v in ends}
    return graph


def test_long_sums_are_the_least_from_the_source_on():
    """Dijkstra's algorithm finds the least sum however it is rounded; all find the same."""
    for seed in range(60):
        rng = random.Random(seed)
        graph, source = layered(rng), (0, 0)
        back = {v: {u: graph[u][v] for u in graph if v in graph[u]} for v in graph}
        h = dijkstra_search(back, "t", targets=()).seen.get
        truth = dijkstra_search(graph, source, "t")
        bound, ties = (BoundPruner(truth.path, h, keep_ties=keep) for keep in (False, True))
        for cutoff in (None, truth.cost, math.nextafter(truth.cost, 0)):
            found = cutoff is None or truth.cost <= cutoff
            for result in (
                bidirectional_search(graph, source, "t", cutoff=cutoff),
                branch_and_bound(graph, source, "t", h, cutoff=cutoff),
                astar_search(graph, source, "t", h, cutoff=cutoff),
                astar_search(graph, source, "t", h, cutoff=cutoff, ties="fifo"),
                dijkstra_search(graph, source, "t", cutoff=cutoff, prune=bound),
            ):
                assert (result.cost, result.proved) == (truth.cost if found else None, True)
        every = dijkstra_search(graph, source, "t", all_predecessors=True).predecessors
        some = astar_search(graph, source, "t", h, all_predecessors=True, prune=ties).predecessors
        waiting = ["t"]
        for v in waiting:
            assert sorted(some[v]) == sorted(every[v])
            waiting += [u for u in every[v] if u not in waiting]


# What was reported -------------------------------------------------------------------------------

TENTHS = {"s": {"a": 0.3}, "a": {"b": 0.2}, "b": {"t": 0.1}, "t": {}}
LEFT = {"s": 0, "a": 0.2 + 0.1, "b": 0.1, "t": 0}


@pytest.mark.parametrize("search", INFORMED.values(), ids=list(INFORMED))
def test_a_path_of_tenths_is_within_the_cutoff_that_it_costs(search):
    result = search(TENTHS, "s", "t", LEFT.get, cutoff=0.6)
    assert (result.cost, result.path, result.optimal) == (0.6, ["s", "a", "b", "t"], True)
    assert not result.exact
    assert "up to rounding" in repr(result)
    assert search(TENTHS, "s", "t", LEFT.get, cutoff=0.59).status == "exhausted"


@pytest.mark.parametrize("search", INFORMED.values(), ids=list(INFORMED))
@pytest.mark.parametrize("n", [25, 60])
def test_the_straight_distance_along_a_diagonal_keeps_the_optimum(search, n):
    def around(u):
        return [(u[0] + x, u[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]

    diagonal = dijkstra_search({i: {i + 1: math.sqrt(2)} for i in range(n)}, 0, n).cost
    result = search(
        around,
        (0, 0),
        (n, n),
        lambda u: math.dist(u, (n, n)),
        math.dist,
        cutoff=diagonal,
    )
    assert (result.cost, result.optimal) == (diagonal, True)


def test_the_only_best_path_survives_a_bound_that_is_its_own_cost():
    bound = BoundPruner(["s", "a", "b", "t"], LEFT.get, keep_ties=True)
    for search in (dijkstra_search, partial(astar_search, heuristic=LEFT.get)):
        result = search(TENTHS, "s", "t", prune=bound, all_predecessors=True)
        assert dict(result.predecessors) == {"s": [], "a": ["s"], "b": ["a"], "t": ["b"]}
        assert result.guarantee is Guarantee.ALL
    audit = check_heuristic(TENTHS, "s", "t", LEFT.get)
    assert (audit.overestimates, audit.inconsistencies) == ((), ())


@pytest.mark.parametrize("search", INFORMED.values(), ids=list(INFORMED))
def test_the_state_is_named_whose_estimate_the_answer_refutes(search):
    graph = {"s": {"g": 5, "a": 1}, "a": {"g": 1}}
    result = search(graph, "s", "g", {"s": 9, "a": 9, "g": 0}.get)
    assert (result.cost, result.optimal, result.overestimated_at) == (5, False, "s")
    assert repr(result).startswith("SearchResult(found, cost=5, heuristic overestimates at 's'")


def test_a_cheaper_way_to_a_state_that_was_held_back_is_counted():
    """The path goes through a state that has a cheaper label than when the target was reached."""
    graph = {"s": {"x": 1, "u": 5}, "x": {"u": 1}, "u": {"t": 4}}
    result = astar_search(graph, "s", "t", {"s": 0, "x": 2, "u": 0, "t": 0}.get)
    assert (result.cost, result.path, result.optimal) == (6, ["s", "x", "u", "t"], True)
    held_back = astar_search(graph, "s", "t", {"s": 0, "x": 1, "u": 9, "t": 0}.get)
    weights = [graph[u][v] for u, v in pairwise(held_back.path)]
    assert held_back.cost == sum(weights)
    assert held_back.overestimated_at == "u"


def test_a_known_path_that_is_too_dear_is_no_answer():
    graph = {"s": {"t": 14, "a": 6}, "a": {"t": 6}}
    bound = BoundPruner(["s", "t"], lambda _: 0)
    result = dijkstra_search(graph, "s", "t", cutoff=10, prune=bound)
    assert (result.status, result.cost, result.lower_bound) == ("exhausted", None, 10)
    assert dijkstra_search(graph, "s", "t", cutoff=12, prune=bound).cost == 12


@pytest.mark.parametrize(
    ("graph", "count"),
    [
        ({0: {1: 1}, 1: {1: 0, 2: 1}, 2: {}}, 1),
        ({u: {v: 0 for v in range(4) if v != u} for u in range(4)}, 5),
        ({0: {1: 0, 2: 0}, 1: {0: 0, 2: 0, 3: 1}, 2: {1: 0, 3: 1}, 3: {}}, 4),
    ],
)
def test_paths_through_circles_that_cost_nothing_are_counted(graph, count):
    paths = list(all_shortest_paths(graph, 0, max(graph), "weight"))
    assert len(set(map(tuple, paths))) == len(paths) == count
    assert number_of_shortest_paths(graph, 0, max(graph), "weight") == count


def test_a_step_of_weight_0_into_another_source_lies_on_a_best_path():
    graph = {"a": {"b": 0}, "b": {"t": 1}}
    result = dijkstra_search(graph, sources=["a", "b"], target="t", all_predecessors=True)
    assert result.predecessors == {"a": [], "b": ["a"], "t": ["b"]}
    cut = Pruner(lambda u, v, _: (u, v) == ("a", "b"), name="cut", guarantee=Guarantee.ALL)
    (violation,) = audit_pruning(graph, sources=["a", "b"], target="t", prune=cut).violations
    assert (violation.u, violation.v, violation.path) == ("a", "b", ("a", "b", "t"))
    graph = {"s": {"t": 1}, "t": {"v": 0}, "v": {}}
    result = dijkstra_search(graph, "s", targets=["t", "v"], all_predecessors=True)
    assert result.predecessors == {"s": [], "t": ["s"], "v": ["t"]}


EXPLICIT = {"s": {"t": 5, "a": 10}, "a": {"t": -9}}


@pytest.mark.parametrize("name", ["dijkstra", "bidirectional", *INFORMED])
@pytest.mark.parametrize("form", ["mapping", "attributes", "networkx", "undirected", "multi"])
@pytest.mark.parametrize("weight", [None, "weight", lambda u, v: EXPLICIT.get(u, {}).get(v, 1)])
def test_negative_weights_of_explicit_graphs_are_refused_before_searching(name, form, weight):
    """The target is found at 5 before the weight of -9 is met, which makes it 1."""
    import networkx as nx

    attributes = {u: {v: {"weight": w} for v, w in ends.items()} for u, ends in EXPLICIT.items()}
    attributes["t"] = {}
    directed = nx.DiGraph(attributes)
    graph = {
        "mapping": EXPLICIT,
        "attributes": attributes,
        "networkx": directed,
        "undirected": directed.to_undirected(),
        "multi": nx.MultiDiGraph(directed),
    }[form]
    searches = {"dijkstra": dijkstra_search, "bidirectional": bidirectional_search}
    for kind, search in INFORMED.items():
        searches[kind] = partial(search, heuristic=lambda _: 0)
    with pytest.raises(ValueError, match=r"the weight of '[at]' to '[at]' is -9"):
        searches[name](graph, "s", "t", weight=weight)
    assert bfs_search(graph, "s", "t").cost == 1


def test_edges_of_somebody_s_own_class_are_not_listed():
    import networkx as nx

    class Endless(nx.DiGraph):
        def adjacency(self):
            raise AssertionError

    graph = Endless([(0, 1), (1, 2)])
    assert dijkstra_search(graph, 0, 2).cost == 2


# Numbers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (np.int64(3), int),
        (True, int),
        (np.float64(0.5), float),
        (np.float32(0.1), float),
        (Decimal("0.2"), Fraction),
        (Fraction(1, 3), Fraction),
        (Decimal("inf"), float),
    ],
)
def test_numbers_of_other_libraries_become_python_s_own(value, kind):
    assert type(number(value)) is kind
    assert number(value) == value


def test_numbers_that_would_overflow_or_round_are_added_exactly():
    graph = {0: {1: np.int64(2**62)}, 1: {2: np.int64(2**62)}, 2: {3: Decimal("0.1")}}
    for search in (dijkstra_search, bidirectional_search, partial(astar_search, heuristic=abs)):
        result = search(graph, 0, 3)
        assert (result.cost, result.exact) == (2**63 + Fraction(1, 10), True)
    assert dijkstra_search(graph, 0, 3, cutoff=Decimal(5)).status == "exhausted"


def test_floats_round_where_they_have_many_digits_or_are_large():
    assert not any(map(coarse, (0.5, 3.0, 7, Fraction(1, 3), math.inf, 0.0, 2.0**-20)))
    assert all(map(coarse, (0.1, math.pi, 2.0**-21, 2 * LARGEST)))
    result = dijkstra_search({0: {1: 1.0}, 1: {2: 0.5}}, 0, 2)
    assert (result.cost, result.exact) == (1.5, True)
    assert not dijkstra_search({0: {1: LARGEST}, 1: {2: LARGEST}}, 0, 2).exact


def test_rounding_is_told_from_more():
    assert beyond(3, 2)
    assert not beyond(2, 2)
    assert beyond(2**60 + 1, 2**60)
    assert beyond(Fraction(1, 3) + Fraction(1, 10**30), Fraction(1, 3))
    assert not beyond(0.1 + 0.2, 0.3)
    assert beyond(0.3 * (1 + 2**-31), 0.3)
    assert not beyond(3, 3 - Fraction(1, 2**40), rounded=True)
    assert beyond(10**400, 10**399, rounded=True)
    assert not beyond(10.0**300, math.inf)
    assert beyond(math.inf, 10**400)
