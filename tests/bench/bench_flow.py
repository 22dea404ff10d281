"""Speed of splitting, maximum flow and what follows it, on boards of unit cells.

Run with ``pytest tests/bench/bench_flow.py``. Compare ratios within one run: ``engine`` rows show
what exactness beyond 31 bits costs and how far networkx and igraph are.
"""

from __future__ import annotations

import random

import igraph
import networkx as nx
import numpy as np
import pytest

from graphpuzzles.models.cut.flow import maximum_flow
from graphpuzzles.models.cut.network import FlowNetwork, vertex_split


def board(side: int, bits: int) -> FlowNetwork:
    """Split a square board, top row to bottom row, with random weights of so many bits."""
    rng = random.Random(side)
    cells = np.arange(side * side).reshape(side, side)
    weights = [1 + rng.getrandbits(bits) for _ in range(cells.size)]
    return vertex_split(
        np.array(weights),
        np.concatenate([cells[:, :-1].ravel(), cells[:-1].ravel()]),
        np.concatenate([cells[:, 1:].ravel(), cells[1:].ravel()]),
        sources=cells[0],
        sinks=cells[-1],
    )


@pytest.mark.parametrize("side", [50, 200, 300])
def test_vertex_split(benchmark, side):
    cells = np.arange(side * side).reshape(side, side)
    tails = np.concatenate([cells[:, :-1].ravel(), cells[:-1].ravel()])
    heads = np.concatenate([cells[:, 1:].ravel(), cells[1:].ravel()])
    weights = np.ones(cells.size, dtype=np.int64)
    network = benchmark(vertex_split, weights, tails, heads, sources=cells[0], sinks=cells[-1])
    assert network.size == 2 * cells.size + 2


@pytest.mark.parametrize(
    ("side", "bits"), [(50, 3), (50, 40), (50, 100), (200, 0), (200, 3), (300, 0)]
)
def test_engine(benchmark, side, bits):
    network = board(side, bits)
    result = benchmark.pedantic(maximum_flow, (network,), rounds=3)
    assert result.minimum_cut("source").value == result.value


def test_networkx(benchmark):
    network = board(50, 3)
    value = benchmark.pedantic(
        nx.maximum_flow_value, (network.to_networkx(), "source", "sink"), rounds=3
    )
    assert value == maximum_flow(network).value


@pytest.mark.parametrize(("side", "bits"), [(50, 3), (200, 0), (200, 3)])
def test_igraph(benchmark, side, bits):
    network = board(side, bits)
    graph = igraph.Graph(
        network.size, np.column_stack([network.tails, network.heads]).tolist(), directed=True
    )
    capacities = network.capacities.tolist()
    value = benchmark.pedantic(
        graph.maxflow_value, (network.source, network.sink, capacities), rounds=3
    )
    assert value == maximum_flow(network).value


@pytest.mark.parametrize("part", ["minimum_cut", "vertex_paths"])
def test_after_the_flow(benchmark, part):
    result = maximum_flow(board(200, 3))
    read = getattr(result, part)
    benchmark.pedantic(lambda: list(read()) if part == "vertex_paths" else read(), rounds=5)
