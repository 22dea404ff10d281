"""Frontier diagrams against the plain list of all paths of random transition tables."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import pairwise, product

import networkx as nx
import numpy as np
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from graphpuzzles.errors import LimitError, NoSolutionError
from graphpuzzles.limits import Limits, Meter
from graphpuzzles.models.frontier import build as frontier_build
from graphpuzzles.models.frontier.build import build_diagram
from graphpuzzles.models.frontier.diagram import BatchFrontier, ScalarFrontier
from graphpuzzles.models.frontier.paths import PathSampler, iter_best_paths
from graphpuzzles.models.frontier.sweeps import (
    Attainable,
    Counting,
    MinPlus,
    coefficients,
    count_solutions,
    label_counts,
    least_weight,
    optimal_part,
    solutions_by_weight,
    sweep,
)
from tests.models.frontier.listing import iter_paths

Transition = tuple[int, int, int]  # new state, label, weight
Table = list[dict[int, list[Transition]]]
BUILDERS = ["narrow", "wide", "two words", "mixed"]


class Tabled:
    """A scalar problem given by a table: step -> state -> transitions."""

    def __init__(self, table: Table) -> None:
        self.table = table

    start = 0

    @property
    def steps(self) -> int:
        return len(self.table)

    def successors(self, step: int, state: int, /) -> list[Transition]:
        return self.table[step].get(state, [])


class TabledBatch:
    """The same as a batch problem; with two words, state ``s`` is the row ``(s // 2, s % 2)``."""

    def __init__(self, table: Table, words: int = 1) -> None:
        self.table = table
        self.words = words

    @property
    def start(self) -> int | tuple[int, ...]:
        return 0 if self.words == 1 else (0, 0)

    @property
    def steps(self) -> int:
        return len(self.table)

    def expand(self, step, states, /):
        flat = states if self.words == 1 else states[:, 0] * 2 + states[:, 1]
        rows = [
            (i, *transition)
            for i, state in enumerate(flat.tolist())
            for transition in self.table[step].get(state, [])
        ]
        # Backwards: nothing may depend on the order of the sources.
        source, new, label, weight = np.array(rows[::-1], dtype=np.int64).reshape(-1, 4).T
        return source, new if self.words == 1 else np.stack([new // 2, new % 2], 1), label, weight


class TabledBoth(Tabled, TabledBatch):
    """The same, both ways."""

    def __init__(self, table: Table) -> None:
        TabledBatch.__init__(self, table)


def problem_of(table: Table, builder: str):
    match builder:
        case "narrow":
            return Tabled(table)
        case "wide":
            return TabledBatch(table)
        case "two words":
            return TabledBatch(table, words=2)
    return TabledBoth(table)


def build(table: Table, builder: str, **options):
    return build_diagram(problem_of(table, builder), wide_layer=3, **options)


def all_paths(table: Table) -> list[tuple[int, tuple[int, ...]]]:
    """Weight and labels of every path, found by following the table."""
    paths = [(0, 0, ())]
    for transitions in table:
        paths = [
            (new, total + weight, (*labels, label))
            for state, total, labels in paths
            for new, label, weight in transitions.get(state, [])
        ]
    return sorted((total, labels) for _, total, labels in paths)


@st.composite
def tables(draw, *, max_weight: int = 3) -> Table:
    states = draw(st.integers(1, 5))
    weights = st.integers(0, max_weight)
    step = st.dictionaries(
        st.integers(0, states - 1),
        st.lists(
            st.tuples(st.integers(0, states - 1), st.integers(0, 3), weights),
            max_size=4,
            unique_by=lambda transition: transition[1],
        ),
        min_size=states - 1,
    )
    return draw(st.lists(step, max_size=5))


def ways_of(table: Table) -> list[list[int]]:
    return [[1 + (step + label) % 3 for label in range(4)] for step in range(len(table))]


def worth(ways, labels) -> int:
    return math.prod(ways[step][label] for step, label in enumerate(labels))


CHOOSE_TWO_OF_FOUR: Table = [
    {
        n: [(n + k, k, k * (step + 1)) for k in (0, 1) if 0 <= 2 - n - k <= 3 - step]
        for n in range(3)
    }
    for step in range(4)
]


@pytest.mark.parametrize("builder", BUILDERS)
@given(table=tables())
@settings(max_examples=40)
def test_every_question_agrees_with_the_list_of_all_paths(builder, table):
    paths = all_paths(table)
    event("feasible" if paths else "infeasible")
    diagram = build(table, builder)
    assert diagram.feasible == bool(paths)
    assert count_solutions(diagram) == len(paths)
    assert least_weight(diagram) == (paths[0][0] if paths else None)
    assert solutions_by_weight(diagram) == Counter(weight for weight, _ in paths)
    assert sorted(iter_paths(diagram)) == sorted(labels for _, labels in paths)
    listed = list(iter_best_paths(diagram))
    assert [weight for weight, _ in listed] == [weight for weight, _ in paths]
    assert sorted(listed) == paths
    best = optimal_part(diagram)
    assert sorted(iter_paths(best)) == [labels for w, labels in paths if w == paths[0][0]]
    if paths:
        shares = [Counter(column) for column in zip(*(labels for _, labels in paths), strict=True)]
        assert list(label_counts(diagram)) == shares
        weights = sum({1 << weight for weight, _ in paths})
        assert sweep(diagram, Attainable())[-1][0] == weights
        assert sweep(diagram, Attainable(), backward=True)[0][0] == weights


@pytest.mark.parametrize("builder", BUILDERS)
@given(table=tables())
@settings(max_examples=40)
def test_arcs_that_stand_for_several_solutions(builder, table):
    ways = ways_of(table)
    paths = all_paths(table)
    diagram = build(table, builder, ways=ways)
    total = sum(worth(ways, labels) for _, labels in paths)
    assert count_solutions(diagram) == total
    by_weight = Counter()
    for weight, labels in paths:
        by_weight[weight] += worth(ways, labels)
    assert solutions_by_weight(diagram) == by_weight
    if paths:
        bits = total.bit_length()
        for step, counts in enumerate(label_counts(diagram, bits)):
            found = {
                (label, weight): count
                for label, packed in counts.items()
                for weight, count in coefficients(packed, bits).items()
            }
            expected = Counter()
            for weight, labels in paths:
                expected[labels[step], weight] += worth(ways, labels)
            assert found == expected


@pytest.mark.parametrize("builder", BUILDERS)
@given(table=tables())
@settings(max_examples=30)
def test_every_node_lies_on_a_path_and_the_graph_has_the_same_paths(builder, table):
    diagram = build(table, builder)
    graph = diagram.to_networkx()
    source, sink = graph.graph["source"], graph.graph["sink"]
    if not diagram.feasible:
        assert set(graph) == {source, sink}
        assert not graph.edges
        return
    assert set(graph) == nx.descendants(graph, source) | {source}
    assert set(graph) == nx.ancestors(graph, sink) | {sink}
    assert len(graph) == diagram.nodes
    found = [()]
    if source != sink:
        found = [
            tuple(int(graph.edges[edge]["label"]) for edge in path)
            for path in nx.all_simple_edge_paths(graph, source, sink)
        ]
    assert sorted(found) == sorted(labels for _, labels in all_paths(table))


@pytest.mark.parametrize("builder", BUILDERS)
def test_samples_are_uniform(builder):
    ways = [[1, 2]] * 4
    diagram = build(CHOOSE_TWO_OF_FOUR, builder, ways=ways)
    sampler = PathSampler(diagram)
    rng = random.Random(5)
    drawn = Counter(sampler.draw(rng) for _ in range(6000))
    assert len(drawn) == 6
    assert all(850 < count < 1150 for count in drawn.values())


@pytest.mark.parametrize("builder", BUILDERS)
def test_samples_of_one_weight(builder):
    diagram = build(CHOOSE_TWO_OF_FOUR, builder)
    sampler = PathSampler(diagram, by_weight=True)
    rng = random.Random(6)
    drawn = Counter(sampler.draw(rng, weight=5) for _ in range(2000))
    assert set(drawn) == {(1, 0, 0, 1), (0, 1, 1, 0)}
    assert all(900 < count < 1100 for count in drawn.values())
    with pytest.raises(NoSolutionError):
        sampler.draw(rng, weight=8)


def test_a_weight_is_given_exactly_where_it_is_drawn_by():
    sampler = PathSampler(build(CHOOSE_TWO_OF_FOUR, "narrow"))
    with pytest.raises(ValueError, match="weight"):
        sampler.draw(random.Random(1), weight=3)


@pytest.mark.parametrize("builder", BUILDERS)
def test_lists_stop_at_their_limit(builder):
    diagram = build(CHOOSE_TWO_OF_FOUR, builder)
    assert [weight for weight, _ in iter_best_paths(diagram, limit=3)] == [3, 4, 5]
    assert list(iter_best_paths(diagram, limit=0)) == []


def test_all_builders_make_the_same_diagram():
    graphs = [build(CHOOSE_TWO_OF_FOUR, b).to_networkx() for b in ("narrow", "wide", "mixed")]
    for one, other in pairwise(graphs):
        same = nx.is_isomorphic(one, other, node_match=lambda a, b: a["label"] == b["label"])
        assert same


@pytest.mark.parametrize("builder", BUILDERS)
def test_layers_lie_from_left_to_right_and_states_from_the_top_down(builder):
    graph = build(CHOOSE_TWO_OF_FOUR, builder).to_networkx()
    for node, data in graph.nodes(data=True):
        layer, state = map(int, node.split("."))
        assert (data["x"], data["y"]) == (layer, -state)
    assert min(y for _, y in graph.nodes(data="y")) < 0


@pytest.mark.parametrize(("builder", "arrays"), [("narrow", 0), ("wide", 4), ("mixed", 1)])
def test_layers_are_expanded_in_the_way_that_suits_their_width(builder, arrays):
    diagram = build(CHOOSE_TWO_OF_FOUR, builder)
    assert sum(arcs.wide for arcs in diagram.arcs) == arrays


@pytest.mark.parametrize("builder", ["wide", "two words", "mixed"])
def test_arrays_of_a_diagram_are_locked(builder):
    for diagram in (build(CHOOSE_TWO_OF_FOUR, builder), build(subsets(6), builder)):
        for part in (diagram, optimal_part(diagram)):
            columns = [
                column
                for arcs in part.arcs
                for column in (arcs.source, arcs.target, arcs.label, arcs.weight)
            ]
            arrays = [x for x in (*columns, *part.states) if isinstance(x, np.ndarray)]
            assert len(arrays) >= 5
            assert not any(array.flags.writeable for array in arrays)


def test_protocols_tell_the_two_ways_apart():
    assert isinstance(Tabled([]), ScalarFrontier)
    assert not isinstance(Tabled([]), BatchFrontier)
    assert not isinstance(TabledBatch([]), ScalarFrontier)


def doubling(steps: int, weight: int = 0) -> Table:
    """2^steps paths through one state a layer."""
    return [{0: [(0, 0, 0), (0, 1, weight)]}] * steps


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("steps", [30, 31, 32, 61, 62, 63, 64, 65, 200])
def test_counts_never_wrap(builder, steps):
    diagram = build_diagram(problem_of(doubling(steps), builder), wide_layer=1)
    assert count_solutions(diagram) == 2**steps
    assert list(label_counts(diagram)) == [{0: 2 ** (steps - 1), 1: 2 ** (steps - 1)}] * steps


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("weight", [2**31, 2**53 + 1, 2**61 - 1, 2**61, 2**62 - 1])
def test_weights_never_wrap(builder, weight):
    table: Table = [{0: [(0, 0, weight), (0, 1, weight - 1)]}] * 5
    diagram = build_diagram(problem_of(table, builder), wide_layer=1)
    assert least_weight(diagram) == 5 * (weight - 1)
    assert list(iter_paths(optimal_part(diagram))) == [(1,) * 5]


@pytest.mark.parametrize("builder", BUILDERS)
def test_negative_weights_are_refused(builder):
    with pytest.raises(ValueError, match="step 0 has the negative weight -1"):
        build([{0: [(0, 0, -1)]}], builder)


def subsets(steps: int) -> Table:
    """States that never merge: 2^i of them in layer i."""
    return [{s: [(2 * s, 0, 0), (2 * s + 1, 1, 0)] for s in range(2**i)} for i in range(steps)]


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize(
    ("limits", "name"),
    [
        (Limits(max_states=1000), "max_states"),
        (Limits(max_memory=10_000), "max_memory"),
        (Limits(max_seconds=0), "max_seconds"),
    ],
)
def test_limits_stop_the_build(builder, limits, name):
    with pytest.raises(LimitError, match=name):
        build(subsets(12), builder, meter=Meter(limits))


@pytest.mark.parametrize("builder", BUILDERS)
def test_the_limit_of_states_is_exact(builder):
    states = sum(2**i for i in range(6)) + 1
    assert build(subsets(6), builder, meter=Meter(Limits(max_states=states))).built == states
    with pytest.raises(LimitError):
        build(subsets(6), builder, meter=Meter(Limits(max_states=states - 1)))


def test_a_wide_scalar_layer_is_polled_on_the_way():
    calls = []
    with pytest.raises(LimitError, match="stopped"):
        build_diagram(
            Tabled([*subsets(15)]),
            meter=Meter(Limits(), lambda event: calls.append(event) or event.frontier > 2**14),
        )
    assert calls[-1].frontier < 2**15


@pytest.mark.parametrize("words", [1, 2])
def test_a_layer_in_chunks_is_the_same_layer(words, monkeypatch):
    rng = random.Random(words)
    table = [
        {
            state: [(rng.randrange(12), label, rng.randrange(3)) for label in range(3)]
            for state in range(12)
        }
        for _ in range(6)
    ]
    whole = build_diagram(TabledBatch(table, words))
    monkeypatch.setattr(frontier_build, "CHUNK", 5)
    parts = build_diagram(TabledBatch(table, words))
    assert count_solutions(parts) == count_solutions(whole) == 3**6
    assert solutions_by_weight(parts) == solutions_by_weight(whole)
    assert list(iter_paths(parts)) == list(iter_paths(whole))


def test_a_wide_layer_of_arrays_is_polled_on_the_way(monkeypatch):
    monkeypatch.setattr(frontier_build, "CHUNK", 2**8)
    with pytest.raises(LimitError, match="max_memory") as caught:
        build_diagram(TabledBatch(subsets(12)), meter=Meter(Limits(max_memory=100_000)))
    assert "by step 11 of 12" in str(caught.value)


@pytest.mark.parametrize("question", [Counting(), MinPlus(), Attainable()])
def test_sweeps_obey_the_clock(question):
    diagram = build(CHOOSE_TWO_OF_FOUR, "narrow")
    with pytest.raises(LimitError, match="max_seconds"):
        sweep(diagram, question, meter=Meter(Limits(max_seconds=0)))


def test_label_counts_obey_the_clock():
    diagram = build(CHOOSE_TWO_OF_FOUR, "narrow")
    with pytest.raises(LimitError, match="max_seconds"):
        list(label_counts(diagram, meter=Meter(Limits(max_seconds=0))))


@pytest.mark.parametrize(
    "ask", [PathSampler, lambda d: sweep(d, MinPlus()), lambda d: list(label_counts(d))]
)
def test_questions_that_need_a_path_say_so(ask):
    with pytest.raises(NoSolutionError):
        ask(build([{}], "narrow"))


def test_what_leads_nowhere_is_left_out_and_counted():
    dead_end: Table = [{0: [(0, 0, 0), (1, 1, 0)]}, {0: [(0, 0, 0)]}]
    diagram = build(dead_end, "narrow")
    assert (diagram.built, diagram.widest, diagram.nodes, diagram.size) == (4, 2, 3, 2)


@given(
    st.dictionaries(st.integers(0, 40), st.integers(1, 2**20 - 1)),
    st.integers(20, 40),
)
def test_coefficients_unpack_what_was_packed(terms, bits):
    packed = sum(value << exponent * bits for exponent, value in terms.items())
    assert coefficients(packed, bits) == dict(sorted(terms.items()))


def test_independent_sets_of_a_grid():
    """The number of independent sets of the 6 x 6 grid graph is 5598861 (OEIS A006506)."""

    class IndependentSets:
        start = 0
        steps = 36

        def successors(self, step, row, /):
            free = not (row >> 5 & 1) and not (step % 6 and row & 1)
            for taken in (0, 1) if free else (0,):
                yield (row << 1 | taken) & 63, taken, taken

    diagram = build_diagram(IndependentSets())
    assert count_solutions(diagram) == 5598861
    assert solutions_by_weight(diagram)[18] == 2
    small = [
        cells
        for cells in product((0, 1), repeat=9)
        if not any(cells[i] and cells[i + 1] for i in (0, 1, 3, 4, 6, 7))
        and not any(cells[i] and cells[i + 3] for i in range(6))
    ]
    assert len(small) == 63
