"""Sorting and merging in blocks, against sets."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpuzzles.exploring import merge as merging
from graphpuzzles.exploring.layers import EarlierLayers
from graphpuzzles.exploring.merge import (
    ArrayReader,
    CodeCollector,
    merge,
    merge_within,
    sort_distinct,
)

CODES = st.one_of(st.integers(0, 20), st.integers(0, 2**63 - 1), st.just(2**63 - 1))
SETS = st.lists(st.sets(CODES, max_size=12), max_size=9)


class Run(ArrayReader):
    """A run in memory that knows whether it was discarded."""

    made = ()

    def __init__(self, blocks):
        blocks = [np.zeros(0, dtype=np.uint64), *blocks]
        super().__init__(np.concatenate(blocks))
        self.discarded = False
        Run.made = (*Run.made, self)

    def discard(self):
        assert not self.discarded
        self.discarded = True


def readers_of(sets):
    return [ArrayReader(np.array(sorted(codes), dtype=np.uint64)) for codes in sets]


def joined(blocks):
    found = [code for block in blocks for code in block.tolist()]
    assert all(len(block) for block in blocks)
    return found


@given(SETS, SETS, st.integers(1, 30))
def test_merging_leaves_out_what_is_known(new, known, size):
    expected = sorted(set().union(*new).difference(*known))
    assert joined(list(merge(readers_of(new), readers_of(known), size))) == expected


@given(SETS, SETS, st.integers(1, 30), st.integers(4, 6))
def test_several_passes_give_the_same_and_leave_no_runs(new, known, size, fan_in):
    Run.made = ()
    runs = [Run([reader.array()]) for reader in readers_of(new)]
    blocks = list(merge_within(runs, readers_of(known), size=size, fan_in=fan_in, write_run=Run))
    assert joined(blocks) == sorted(set().union(*new).difference(*known))
    assert all(run.discarded for run in Run.made)


@given(st.lists(CODES, max_size=40), st.integers(1, 8))
def test_sorting_in_place_brings_distinct_codes_to_the_front(codes, block):
    array = np.array(codes, dtype=np.uint64)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(merging, "BLOCK", block)
        kept = sort_distinct(array)
    assert array[:kept].tolist() == sorted(set(codes))


@given(st.lists(st.lists(st.integers(0, 30), max_size=12), max_size=12), st.integers(1, 16))
def test_a_collector_gives_back_what_it_took(batches, capacity):
    collector = CodeCollector(capacity, Run)
    for _ in range(2):
        for batch in batches:
            collector.add(np.array(batch, dtype=np.uint64))
        readers = collector.readers()
        assert all((np.diff(reader.array()) > 0).all() for reader in readers)
        assert {u for reader in readers for u in reader.array().tolist()} == {
            u for batch in batches for u in batch
        }


def test_a_collector_that_cannot_put_aside_says_so():
    collector = CodeCollector(4, None)
    collector.add(np.array([1, 2, 3, 3, 2, 4], dtype=np.uint64))
    with pytest.raises(MemoryError):
        collector.add(np.array([5, 6], dtype=np.uint64))


def test_a_collector_grows_as_it_must():
    collector = CodeCollector(2**40, None)
    codes = np.arange(50_000, dtype=np.uint64)
    collector.add(codes[::-1])
    (reader,) = collector.readers()
    assert np.array_equal(reader.array(), codes)


@given(st.lists(st.sets(st.integers(0, 99), min_size=1), max_size=20), st.integers(0, 30))
def test_all_earlier_layers_are_in_few_readers(layers, capacity):
    known = set()
    earlier = EarlierLayers(reversible=False, capacity=capacity, write_run=Run)
    for layer in layers:
        new = layer - known
        if new:
            earlier.add(*readers_of([new]))
            known |= new
        assert {u for reader in earlier.readers() for u in reader.array().tolist()} == known
        assert earlier.held <= capacity
    assert len(earlier.readers()) <= 2 * len(known) / max(capacity, 1) + capacity + 1


def test_of_reversible_spaces_two_layers_are_kept():
    earlier = EarlierLayers(reversible=True, capacity=0, write_run=None)
    for reader in readers_of([{1}, {2}, {3}]):
        earlier.add(reader)
    assert [reader.array().tolist() for reader in earlier.readers()] == [[2], [3]]
