"""Explorations in memory and in folders, against plain breadth-first search."""

import tempfile
from itertools import pairwise
from pathlib import Path
from unittest import mock

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.exploring import (
    PancakeSpace,
    SlidingPuzzle,
    check_reversible,
    explore,
    layers,
    open_exploration,
)
from graphpuzzles.exploring.store import LayerStore
from graphpuzzles.limits import Limits
from graphpuzzles.search import bfs_search
from graphpuzzles.search.explored import ExploredStream
from tests.exploring.explorations import (
    ArrayGraph,
    array_graphs,
    files_of,
    layers_of,
    plain_layers,
    tiny_memory,
)


@pytest.fixture(scope="module", autouse=True)
def _no_waiting_for_the_disk():
    with mock.patch("os.fsync"):
        yield


@settings(max_examples=80)
@given(array_graphs())
def test_any_graph_is_explored_as_by_a_plain_search(case):
    space, starts = case
    expected = plain_layers(space, starts)
    assert layers_of(explore(space, starts)) == expected
    with tempfile.TemporaryDirectory() as folder, tiny_memory():
        found = explore(space, starts, store=folder)
        assert found.complete
        assert layers_of(found) == expected
        assert list((Path(folder) / "temporary").iterdir()) == []
        assert sorted(files_of(Path(folder))) == sorted(
            ["manifest.json", *(f"layer-{d:05d}.u64" for d in range(len(expected)))]
        )


@settings(max_examples=50)
@given(array_graphs())
def test_stopping_after_every_layer_changes_nothing(case):
    space, starts = case
    expected = plain_layers(space, starts)
    in_memory = None
    for depth in range(len(expected)):
        in_memory = explore(space, starts, store=in_memory, limits=Limits(max_steps=depth))
        assert in_memory.limit == "max_steps"
        assert layers_of(in_memory) == expected[: depth + 1]
    assert layers_of(explore(space, starts, store=in_memory)) == expected
    with (
        tempfile.TemporaryDirectory() as one,
        tempfile.TemporaryDirectory() as other,
        tiny_memory(),
    ):
        explore(space, starts, store=one)
        for depth in range(len(expected)):
            stopped = explore(space, starts, store=other, limits=Limits(max_steps=depth))
            assert (str(stopped.status), stopped.limit) == ("limit", "max_steps")
            assert layers_of(stopped) == expected[: depth + 1]
        assert explore(space, starts, store=other).complete
        assert files_of(Path(other)) == files_of(Path(one))


@settings(max_examples=60)
@given(array_graphs(), st.booleans())
def test_depths_and_paths(case, stored):
    space, starts = case
    depths = {u: d for d, layer in enumerate(plain_layers(space, starts)) for u in layer}
    with tempfile.TemporaryDirectory() as folder:
        found = explore(space, starts, store=folder if stored else None)
        for u in range(0, space.n_states, space.scale):
            if u not in depths:
                with pytest.raises(KeyError):
                    found.depth_of(u)
                continue
            assert found.depth_of(u) == depths[u]
            path = found.path_to(u)
            assert path[0] in starts
            assert path[-1] == u
            assert len(path) == depths[u] + 1
            assert all(v in space.successors(w) for w, v in pairwise(path))


@pytest.mark.parametrize(
    "space", [PancakeSpace(6), SlidingPuzzle(2, 3)], ids=["pancakes", "tiles"]
)
def test_small_memory_gives_the_same_files_as_large(space, tmp_path):
    large = explore(space, space.start, store=tmp_path / "large")
    explore(space, space.start, store=tmp_path / "small", limits=Limits(max_memory=2**16))
    with tiny_memory():
        explore(space, space.start, store=tmp_path / "tiny")
    files = files_of(tmp_path / "large")
    assert files == files_of(tmp_path / "small") == files_of(tmp_path / "tiny")
    layers = [
        np.frombuffer(files[f"layer-{d:05d}.u64"], "<u8").tolist()
        for d in range(99)
        if f"layer-{d:05d}.u64" in files
    ]
    assert layers == plain_layers(space, [space.start]) == layers_of(large)
    assert large.states == space.expected_states


# Published counts by distance, from a corner where nothing else is said.
PUBLISHED = {
    "eight pancakes, OEIS A092113": (
        PancakeSpace(8),
        [1, 7, 42, 251, 1191, 4281, 10561, 15011, 8520, 455],
    ),
    "ten pancakes, OEIS A092113": (
        PancakeSpace(10),
        [1, 9, 72, 575, 3963, 22825, 106461, 377863, 919365, 1309756, 814678, 73232],
    ),
    "2x3 tiles, OEIS A090034": (
        SlidingPuzzle(2, 3),
        [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1],
    ),
    "4x2 tiles, OEIS A090035": (
        SlidingPuzzle(4, 2),
        [
            1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788, 985,
            1194, 1414, 1664, 1884, 1999, 1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1,
        ],
    ),
    "3x3 tiles, OEIS A089473 (Reinefeld 1993)": (
        SlidingPuzzle(3, 3),
        [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
            9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("space", "sizes"), PUBLISHED.values(), ids=PUBLISHED)
def test_published_layer_sizes(space, sizes):
    found = explore(space, space.start)
    assert found.layer_sizes == sizes
    assert found.histogram() == dict(enumerate(sizes))
    farthest = int(found.layer(len(sizes) - 1)[0])
    assert len(found.path_to(farthest)) == len(sizes)


def test_the_first_published_layers_of_larger_frames(tmp_path):
    space = SlidingPuzzle(3, 4)
    # OEIS A090166 (Karlemo and Ostergard 2000).
    sizes = [
        1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899, 24215, 41802,
        71167, 119888,
    ]  # fmt: skip
    assert explore(space, space.start, limits=Limits(max_steps=19)).layer_sizes == sizes
    space = SlidingPuzzle(4, 4)
    # OEIS A090165, the gap in a cell of the border that is no corner.
    start = space.encode([1, 0, *range(2, 16)])
    sizes = [1, 3, 6, 14, 32, 66, 134, 280, 585, 1214, 2462, 4946, 9861, 19600, 38688]
    found = explore(space, start, store=tmp_path, limits=Limits(max_steps=14, max_memory=2**20))
    assert found.layer_sizes == sizes


LIMITS = [
    (Limits(max_states=100), "max_states", [1, 5, 20]),
    (Limits(max_states=105), "max_states", [1, 5, 20, 79]),
    (Limits(max_states=0), "max_states", []),
    (Limits(max_expanded=26), "max_expanded", [1, 5, 20, 79]),
    (Limits(max_expanded=25), "max_expanded", [1, 5, 20]),
    (Limits(max_steps=0), "max_steps", [1]),
    (Limits(max_seconds=0), "max_seconds", []),
    (Limits(max_memory=1000), "max_memory", [1]),
]


@pytest.mark.parametrize("stored", [False, True], ids=["memory", "folder"])
@pytest.mark.parametrize(("limits", "name", "sizes"), LIMITS)
def test_limits_leave_whole_layers_and_can_be_lifted(limits, name, sizes, stored, tmp_path):
    space = PancakeSpace(6)
    found = explore(space, space.start, store=tmp_path if stored else None, limits=limits)
    assert (str(found.status), found.limit, found.complete) == ("limit", name, False)
    assert (found.layer_sizes, found.states) == (sizes, sum(sizes))
    again = explore(space, space.start, store=found)
    assert again.complete
    assert again.layer_sizes == [1, 5, 20, 79, 199, 281, 133, 2]
    assert again.limit is None


@pytest.mark.parametrize("stored", [False, True], ids=["memory", "folder"])
def test_going_on_changes_no_earlier_result(stored, tmp_path):
    space = PancakeSpace(5)
    first = explore(
        space, space.start, store=tmp_path if stored else None, limits=Limits(max_steps=2)
    )
    assert explore(space, space.start, store=first).complete
    assert (first.layer_sizes, first.complete, first.limit) == ([1, 4, 12], False, "max_steps")


def test_an_exploration_of_another_space_is_not_gone_on_with():
    found = explore(PancakeSpace(5), PancakeSpace(5).start)
    with pytest.raises(ValueError, match="another space"):
        explore(PancakeSpace(4), PancakeSpace(4).start, store=found)


def test_layers_in_memory_that_exceed_the_limit_stop_the_call():
    space = PancakeSpace(8)
    found = explore(space, space.start, limits=Limits(max_memory=500_000))
    assert found.limit == "max_memory"
    assert found.layer_sizes == [1, 7, 42, 251, 1191, 4281][: len(found.layer_sizes)]
    assert len(found.layer_sizes) >= 4


def test_the_callback_sees_layers_grow_and_can_stop(tmp_path):
    space = PancakeSpace(6)
    told = []

    def progress(event):
        told.append(event)
        return event.depth == 3

    found = explore(space, space.start, store=tmp_path, progress=progress)
    assert (found.limit, found.layer_sizes) == ("stopped", [1, 5, 20, 79])
    last = told[-1]
    assert (last.stage, last.depth, last.states, last.expanded, last.frontier) == (
        "layers", 3, 105, 26, 79,
    )  # fmt: skip


def test_the_callback_sees_how_much_of_a_layer_is_expanded(tmp_path):
    space = PancakeSpace(6)
    told = []
    with tiny_memory():
        explore(space, space.start, store=tmp_path, progress=told.append)
    expanded = [event.expanded for event in told]
    assert expanded == sorted(expanded)
    assert len(set(expanded)) > 300
    assert all(0 <= event.states - event.expanded <= event.frontier for event in told)


def test_a_batch_far_larger_than_its_states_is_taken_in_parts(tmp_path):
    graph = nx.DiGraph([(0, v) for v in range(1, 300)] + [(v, 0) for v in range(300)])
    with tiny_memory():
        found = explore(ArrayGraph(graph), 0, store=tmp_path)
    assert found.layer_sizes == [1, 299]


def circle(n):
    return nx.cycle_graph(n, create_using=nx.DiGraph)


def test_a_space_that_is_wrongly_said_to_be_reversible_is_noticed():
    space = ArrayGraph(circle(9), reversible=True)
    with pytest.raises(ValueError, match="step from 0 to 1 does not lead back"):
        explore(space, 0)
    assert check_reversible(space, [0, 3]) == (0, 1)
    assert check_reversible(space, 3) == (3, 4)
    assert explore(space, 0, reversible=False).layer_sizes == [1] * 9


def test_a_start_found_again_is_noticed():
    with (
        mock.patch.object(layers, "one_way_step", return_value=None),
        pytest.raises(ValueError, match="steps lead in a circle"),
    ):
        explore(ArrayGraph(circle(9), reversible=True), 0)


def test_more_states_than_expected_are_noticed():
    for expected in (0, 5):
        with pytest.raises(ValueError, match=f"more states than expected_states={expected}$"):
            explore(ArrayGraph(circle(9)), 0, expected_states=expected)


def test_states_out_of_range_are_refused():
    space = ArrayGraph(nx.DiGraph([(0, 1), (1, 2)]))
    space.n_states = 2
    with pytest.raises(ValueError, match=r"state 2 is not in range\(2\)"):
        explore(space, 0)


def test_more_codes_than_63_bits_are_refused():
    space = ArrayGraph(circle(3))
    space.n_states = 2**63 + 1
    with pytest.raises(ValueError, match="n_states"):
        explore(space, 0)


def test_negative_states_are_refused():
    space = ArrayGraph(nx.DiGraph([(0, -1)]))
    with pytest.raises(ValueError, match=r"state -1 is not in range\(2\)"):
        explore(space, 0)


class Halves:
    """Codes by a function of whole arrays."""

    n_states = 16

    def __init__(self, steps):
        self.steps = steps

    def successors(self, u):
        return [u // 2]

    def successors_array(self, codes):
        yield codes, self.steps(codes)


@pytest.mark.parametrize(
    ("steps", "error", "message"),
    [
        (lambda codes: codes / 2, TypeError, "arrays of integers, not of float64"),
        (lambda codes: codes > 0, TypeError, "arrays of integers, not of bool"),
        (lambda codes: (codes // 2).astype(object), TypeError, "not of object"),
        (lambda codes: (codes // 2).tolist(), TypeError, "not of list"),
        (lambda codes: codes[:1, None], ValueError, "two arrays of one length"),
        (lambda codes: codes[:0], ValueError, "two arrays of one length"),
    ],
)
def test_successors_that_are_no_integers_are_refused_and_never_rounded(
    steps, error, message, monkeypatch
):
    with pytest.raises(error, match=message):
        explore(Halves(steps), 9)
    # One by one the steps are right, so that only what looks at the arrays can notice.
    found = bfs_search(Halves(steps), 9, 0, engine="array")
    assert found.path == [9, 4, 2, 1, 0]
    for edges in ("shortest", "all"):
        with pytest.raises(error, match=message):
            list(ExploredStream(found, edges=edges).edge_batches())
    with pytest.raises(error, match=message):
        _ = found.predecessors
    monkeypatch.setattr("graphpuzzles.search.layers.NARROW", 0)
    with pytest.raises(error, match=message):
        bfs_search(Halves(steps), 9, engine="array")


@pytest.mark.parametrize("limits", [5, 0.5, "5"])
def test_limits_that_are_none_are_named(limits):
    for search in (explore, bfs_search):
        with pytest.raises(
            TypeError, match=r"limits are Limits\(max_seconds=...\) or the like, not"
        ):
            search(PancakeSpace(4), PancakeSpace(4).start, limits=limits)


def test_an_empty_batch_may_be_of_any_type():
    space = Halves(None)
    space.successors_array = lambda codes: [(codes, codes // 2), (np.array([]), np.array([]))]
    assert explore(space, 9).layer_sizes == [1] * 5


@pytest.mark.parametrize(
    ("states", "error"), [(True, TypeError), ([1.5], TypeError), (-1, ValueError), (9, ValueError)]
)
def test_states_that_are_none_are_not_tried(states, error):
    with pytest.raises(error):
        check_reversible(ArrayGraph(circle(9)), states)


@pytest.mark.parametrize(
    ("starts", "error"),
    [
        ([], ValueError),
        (9, ValueError),
        (-1, ValueError),
        (2**64, ValueError),
        (True, TypeError),
        (0.0, TypeError),
        ([0, 1.5], TypeError),
        ("0", TypeError),
    ],
)
def test_starts_that_are_no_states_are_refused(starts, error):
    with pytest.raises(error):
        explore(ArrayGraph(circle(9)), starts)


@pytest.mark.parametrize("starts", [[8, 0, 8], np.array([0, 8]), (u for u in (0, 8)), {0, 8}])
def test_starts_come_in_any_form(starts):
    assert explore(ArrayGraph(circle(9)), starts).layer(0).tolist() == [0, 8]


def test_a_space_without_an_array_form_is_refused():
    with pytest.raises(TypeError, match="successors_array"):
        explore({0: [1]}, 0)


def test_codes_up_to_the_largest_are_kept(tmp_path):
    class Top:
        n_states = 2**63

        def successors(self, u):
            return [u - 1] if u > 2**63 - 4 else []

        def successors_array(self, codes):
            kept = codes[codes > 2**63 - 4]
            yield kept, kept - 1

    found = explore(Top(), 2**63 - 1, store=tmp_path)
    assert layers_of(found) == [[2**63 - 1], [2**63 - 2], [2**63 - 3], [2**63 - 4]]
    assert found.depth_of(2**63 - 3) == 2


def test_layers_are_read_only(tmp_path):
    space = PancakeSpace(4)
    for found in (explore(space, space.start), explore(space, space.start, store=tmp_path)):
        layer = found.layer(1)
        assert layer.dtype == np.int64
        assert not layer.flags.writeable
        with pytest.raises(IndexError):
            found.layer(99)


def test_a_folder_is_read_without_its_space(tmp_path):
    space = PancakeSpace(5)
    made = explore(space, space.start, store=tmp_path)
    found = open_exploration(tmp_path)
    assert found.layer_sizes == made.layer_sizes == [1, 4, 12, 35, 48, 20]
    assert found.depth_of(space.start) == 0
    with pytest.raises(TypeError, match="space"):
        found.path_to(int(found.layer(2)[0]))
    again = open_exploration(tmp_path, space)
    assert len(again.path_to(int(found.layer(5)[0]))) == 6
    assert repr(again) == "Exploration(complete, states=120, layers=6)"


def test_expected_states_and_free_space_are_compared_first(tmp_path):
    space = PancakeSpace(5)
    with (
        mock.patch.object(LayerStore, "free", 8 * 120 - 1),
        pytest.raises(Exception, match=r"expected room for 960 bytes .* found 959 bytes free"),
    ):
        explore(space, space.start, store=tmp_path)
    with mock.patch.object(LayerStore, "free", 8 * 120):
        assert explore(space, space.start, store=tmp_path).complete


def test_a_disk_that_fills_up_stops_between_layers(tmp_path):
    space = ArrayGraph(nx.balanced_tree(2, 6, create_using=nx.DiGraph))
    with mock.patch.object(LayerStore, "free", 100):
        for _ in range(2):
            with pytest.raises(Exception, match="room for a layer of about 128 bytes"):
                explore(space, 0, store=tmp_path)
    assert open_exploration(tmp_path).layer_sizes == [1, 2, 4, 8]
    assert explore(space, 0, store=tmp_path).layer_sizes == [1, 2, 4, 8, 16, 32, 64]
