"""Explorations in memory and in folders, against plain breadth-first search."""

import numpy as np
import pytest

from graphpuzzles.limits import Limits
from graphpuzzles.search import PancakeSpace, SlidingPuzzle, bfs_layers, explore


@pytest.mark.parametrize("space", [PancakeSpace(6), SlidingPuzzle(2, 3)], ids=["pancakes", "tiles"])
def test_layers_in_memory_and_in_a_folder_are_those_of_a_plain_search(space, tmp_path):
    expected = [sorted(layer) for layer in bfs_layers(space.successors, space.start)]
    in_memory = explore(space, space.start)
    in_folder = explore(space, space.start, store=tmp_path, limits=Limits(max_memory=2**16))
    for found in (in_memory, in_folder):
        assert found.complete
        assert [found.layer(d).tolist() for d in range(len(expected))] == expected
        assert found.states == space.expected_states
    files = sorted(tmp_path.glob("layer-*.u64"))
    assert [np.fromfile(file, dtype="<u8").tolist() for file in files] == expected
