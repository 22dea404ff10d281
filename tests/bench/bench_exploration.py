"""Speed of explorations beside a C++ hash set, numpy's set operations, and nographs.

Run with ``pytest tests/bench/bench_exploration.py``. All count the stacks of nine pancakes by the
number of turns; compare ratios within one run.
"""

from __future__ import annotations

import shutil
import subprocess

import numpy as np
import pytest

from graphpuzzles.exploring import PancakeSpace, explore
from graphpuzzles.limits import Limits

SPACE = PancakeSpace(9)
SIZES = [1, 8, 56, 391, 2_278, 10_666, 38_015, 93_585, 132_697, 79_379, 5_804]

HASH_SET = r"""
#include <cstdint>
#include <cstdio>
#include <unordered_set>
#include <vector>
int main() {
    uint64_t start = 0;
    for (uint64_t i = 0; i < 9; i++) start |= i << 4 * i;
    std::unordered_set<uint64_t> seen{start};
    seen.reserve(400000);
    std::vector<uint64_t> layer{start}, next;
    for (; !layer.empty(); layer.swap(next)) {
        printf("%zu\n", layer.size());
        next.clear();
        for (uint64_t u : layer)
            for (int turned = 2; turned <= 9; turned++) {
                uint64_t upper = 0, rest = u;
                for (int i = 0; i < turned; i++, rest >>= 4) upper = upper << 4 | (rest & 15);
                uint64_t v = rest << 4 * turned | upper;
                if (seen.insert(v).second) next.push_back(v);
            }
    }
}
"""


def test_in_memory(benchmark):
    found = benchmark(explore, SPACE, SPACE.start)
    assert found.layer_sizes == SIZES


@pytest.mark.parametrize("megabytes", [1, 8, 512])
def test_in_a_folder(benchmark, tmp_path, megabytes):
    limits = Limits(max_memory=megabytes * 2**20)

    def work():
        shutil.rmtree(tmp_path / "store", ignore_errors=True)
        return explore(SPACE, SPACE.start, store=tmp_path / "store", limits=limits)

    assert benchmark(work).layer_sizes == SIZES


def test_sets_of_numpy(benchmark):
    def work():
        before, layer = np.zeros(0, dtype=np.int64), np.array([SPACE.start])
        sizes = []
        while len(layer):
            sizes.append(len(layer))
            found = np.unique(np.concatenate([dst for _, dst in SPACE.successors_array(layer)]))
            for known in (before, layer):
                found = np.setdiff1d(found, known, assume_unique=True)
            before, layer = layer, found
        return sizes

    assert benchmark(work) == SIZES


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_hash_set_of_cpp(benchmark, tmp_path):
    (tmp_path / "pancakes.cpp").write_text(HASH_SET, "utf-8")
    program = tmp_path / "pancakes"
    command = ["g++", "-O2", "-o", str(program), str(tmp_path / "pancakes.cpp")]
    subprocess.run(command, check=True)

    def work():
        return subprocess.run([program], check=True, capture_output=True, text=True).stdout

    assert list(map(int, benchmark(work).split())) == SIZES


def test_nographs(benchmark):
    nographs = pytest.importorskip("nographs")

    def successors(stack, _):
        return [stack[turned::-1] + stack[turned + 1 :] for turned in range(1, 9)]

    def work():
        search = nographs.TraversalBreadthFirst(successors)
        sizes = [1]
        for _ in search.start_from(tuple(range(9))):
            if search.depth == len(sizes):
                sizes.append(0)
            sizes[search.depth] += 1
        return sizes

    assert benchmark.pedantic(work, rounds=1) == SIZES
