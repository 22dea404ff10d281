"""Explorations on a Dask cluster, whose workers die meanwhile, against explorations without."""

import itertools
import os
import signal
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.exploring import PancakeSpace, SlidingPuzzle, explore
from graphpuzzles.exploring.distributed import (
    DistributedExpander,
    _expand,
    partition_of,
)
from graphpuzzles.exploring.merge import ArrayReader, CodeCollector
from graphpuzzles.limits import Limits
from tests.clusters import local_client, needs_signals
from tests.exploring.explorations import array_graphs, files_of, layers_of, tiny_memory

pytestmark = needs_signals


@pytest.fixture(scope="module")
def client():
    with local_client("1GiB") as client:
        yield client


class Mistaken(PancakeSpace):
    """A space that breaks its word three steps from the start."""

    fault = "range"

    def successors_array(self, codes):
        for src, dst in super().successors_array(codes):
            if len(codes) > 20 and self.fault == "range":
                yield src, dst * 0 - 1
            elif len(codes) > 20:
                raise TimeoutError("the space's own")
            else:
                yield src, dst


def test_the_files_are_those_of_an_exploration_without_a_cluster(client, tmp_path):
    space = SlidingPuzzle(3, 3)
    alone = explore(space, space.start, store=tmp_path / "alone")
    found = explore(space, space.start, store=tmp_path / "cluster", client=client)
    assert found.layer_sizes == alone.layer_sizes
    assert (sum(found.layer_sizes), len(found.layer_sizes)) == (181_440, 32)
    assert files_of(tmp_path / "cluster") == files_of(tmp_path / "alone")


@settings(max_examples=15)
@given(case=array_graphs())
def test_any_graph_is_explored_as_without_a_cluster(client, tmp_path_factory, case):
    space, starts = case
    folder = tmp_path_factory.mktemp("cluster")
    with tiny_memory():
        found = explore(space, starts, store=folder, client=client)
    assert layers_of(found) == layers_of(explore(space, starts))


def test_workers_that_are_killed_in_the_middle_change_nothing(client, tmp_path):
    space = PancakeSpace(8)
    victims = []

    def kill_now_and_then(progress):
        if progress.depth in {3, 6} and len(victims) < progress.depth // 3:
            victims.append(min(set(client.run(os.getpid).values()) - {*victims}))
            os.kill(victims[-1], signal.SIGKILL)

    found = explore(
        space, space.start, store=tmp_path / "cluster", client=client, progress=kill_now_and_then
    )
    assert len(victims) == 2
    explore(space, space.start, store=tmp_path / "alone")
    assert found.complete
    assert files_of(tmp_path / "cluster") == files_of(tmp_path / "alone")


def test_an_exploration_goes_on_with_and_without_a_cluster(client, tmp_path):
    space = PancakeSpace(6)
    for depth, worker in enumerate(itertools.islice(itertools.cycle([client, None]), 5)):
        limits = Limits(max_steps=depth)
        found = explore(space, space.start, store=tmp_path, client=worker, limits=limits)
        assert found.limit == "max_steps"
    found = explore(space, space.start, store=tmp_path, client=client)
    assert found.layer_sizes == explore(space, space.start).layer_sizes


def test_a_call_can_be_stopped_within_a_layer(client, tmp_path):
    space = PancakeSpace(7)
    reports = itertools.count()
    found = explore(
        space,
        space.start,
        store=tmp_path,
        client=client,
        progress=lambda _: next(reports) > 20,
    )
    assert found.limit == "stopped"
    assert not found.complete
    whole = explore(space, space.start).layer_sizes
    assert found.layer_sizes == whole[: len(found.layer_sizes)]


def test_a_bound_on_memory_holds_in_the_middle_of_a_wave(client):
    space = PancakeSpace(8)
    found = explore(space, space.start, client=client, limits=Limits(max_memory=2**18))
    assert found.limit == "max_memory"
    whole = explore(space, space.start).layer_sizes
    assert found.layer_sizes == whole[: len(found.layer_sizes)]


@pytest.mark.parametrize(
    ("fault", "error", "told"),
    [("range", ValueError, "state -1 is not in range"), ("time", TimeoutError, "space's own")],
)
def test_an_error_of_the_space_comes_back(client, fault, error, told):
    space = Mistaken(6)
    space.fault = fault
    with pytest.raises(error, match=told):
        explore(space, space.start, client=client, reversible=False)


class Inline:
    """A client of so many threads that does all work at once; it notes the states sent out."""

    asynchronous = False

    def __init__(self, threads):
        self.workers = {"tcp://1": {"nthreads": threads, "memory_limit": 0}}
        self.sent = []

    def scheduler_info(self, **_):
        return {"workers": self.workers}

    def submit(self, work, *args, pure):
        assert not pure  # keys that depend on the contents would take reading them
        if work is _expand:
            self.sent.append(len(args[1]))
        given = [[f.result() for f in a] if isinstance(a, list) else a for a in args]
        found = work(*(a.result() if hasattr(a, "result") else a for a in given))
        return SimpleNamespace(result=lambda timeout=None: found, status="finished")


@pytest.mark.parametrize(("threads", "tasks"), [(1, 2), (8, 16), (32, 64), (100_000, 64)])
def test_waves_take_no_more_memory_where_there_are_more_threads(threads, tasks):
    space, chunk = PancakeSpace(7), 64
    codes = np.arange(5000, dtype=np.uint64)
    client, collector = Inline(threads), CodeCollector(2**20, None)
    expander = DistributedExpander(space, client)
    expander.collect(ArrayReader(codes), collector, chunk=chunk, poll=lambda: None)
    found = [reader.array().tolist() for reader in collector.readers()]
    assert found == [sorted({v for u in range(5000) for v in space.successors(u)})]
    waves = [sum(client.sent[i : i + tasks]) for i in range(0, len(client.sent), tasks)]
    assert len(waves) > 2
    # Two of them take at most half of 32 words for each state of a chunk.
    assert max(waves) <= chunk * 32 // 4


def test_a_task_gives_back_what_it_has_no_memory_for():
    space = PancakeSpace(7)
    codes = np.arange(1000, dtype=np.uint64)
    wanted = {v for u in range(1000) for v in space.successors(u)}
    found, rounds = set(), 0
    while len(codes):
        partitions, codes = _expand(space, codes, buffer=300, partitions=4)
        assert sum(map(len, partitions)) <= 300
        for number, part in enumerate(partitions):
            assert bool(np.all(part[1:] > part[:-1]))
            assert set(partition_of(part, 4).tolist()) <= {number}
        found.update(*(part.tolist() for part in partitions))
        rounds += 1
    assert found == wanted
    assert rounds > 10


@given(st.integers(0, 2**63), st.sampled_from([1, 2, 2**20, 10**12]), st.integers(1, 64))
def test_partitions_are_even_whatever_pattern_the_codes_have(first, stride, partitions):
    codes = np.uint64(first) + np.arange(64 * partitions, dtype=np.uint64) * np.uint64(stride)
    sizes = np.bincount(partition_of(codes, partitions), minlength=partitions)
    assert len(sizes) == partitions
    # 64 on average; eight standard deviations more are not due to chance.
    assert sizes.max() <= 128


def test_the_mix_is_fixed():
    # SplitMix64 gives 0xE220A8397B1DCDAF first where its seed is 0.
    assert 0xE220A839 * 1000 >> 32 == 883
    codes = np.array([0, 1, 2, 10**6, 2**63 - 1], dtype=np.uint64)
    assert partition_of(codes, 1000).tolist() == [883, 566, 591, 406, 165]


def test_a_client_is_one_that_is_synchronous_and_has_workers():
    space = PancakeSpace(4)
    with pytest.raises(TypeError, match="a synchronous distributed"):
        explore(space, space.start, client="127.0.0.1:8786")
    for info in ({"workers": {}}, {}):  # the latter is of one that is closed
        idle = SimpleNamespace(asynchronous=False, scheduler_info=lambda info=info, **_: info)
        with pytest.raises(ValueError, match="no workers"):
            explore(space, space.start, client=idle)
