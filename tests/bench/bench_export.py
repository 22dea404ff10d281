"""Speed of writing 100,000 nodes and 300,000 edges, beside networkx.

Run with ``pytest tests/bench/bench_export.py``. Compare ratios within one run. networkx is run
once: it takes half a minute.
"""

from __future__ import annotations

import random
from functools import cache

import networkx as nx
import numpy as np
import pytest

from graphpuzzles.export import write_dot, write_graphml, write_json

NODES, EDGES = 100_000, 300_000


class Arrays:
    """A random state space as arrays and lists, as a search leaves it."""

    directed = True
    attributes: dict[str, str] = {}  # noqa: RUF012 - never changed
    node_schema = {"label": "string", "depth": "long"}  # noqa: RUF012 - never changed
    edge_schema = {"move": "string", "weight": "double"}  # noqa: RUF012 - never changed

    def __init__(self) -> None:
        rng = random.Random(0)
        self.depth = np.arange(NODES) // 1000
        self.label = [f"state {number}" for number in range(NODES)]
        pairs = dict.fromkeys((rng.randrange(NODES), rng.randrange(NODES)) for _ in range(EDGES))
        self.source, self.target = np.array(list(pairs)).T
        self.move = [("up", "down", "left", "right")[u % 4] for u, _ in pairs]
        self.weight = np.sqrt(self.target)

    def node_batches(self):
        yield NODES, {"label": self.label, "depth": self.depth}

    def edge_batches(self):
        yield self.source, self.target, {"move": self.move, "weight": self.weight}


@cache
def arrays() -> Arrays:
    return Arrays()


@cache
def graph() -> nx.DiGraph:
    space = arrays()
    built = nx.DiGraph()
    for number, (label, depth) in enumerate(zip(space.label, space.depth.tolist(), strict=True)):
        built.add_node(f"n{number}", label=label, depth=depth)
    columns = (space.source.tolist(), space.target.tolist(), space.move, space.weight.tolist())
    for u, v, move, weight in zip(*columns, strict=True):
        built.add_edge(f"n{u}", f"n{v}", move=move, weight=weight)
    return built


def test_graphml_of_a_stream(benchmark, tmp_path):
    benchmark(write_graphml, arrays(), tmp_path / "out")


@pytest.mark.parametrize("write", [write_graphml, write_json, write_dot])
def test_a_graph_of_networkx(benchmark, tmp_path, write):
    benchmark(write, graph(), tmp_path / "out")


@pytest.mark.parametrize("write", [nx.write_graphml_lxml, nx.write_graphml_xml])
def test_graphml_by_networkx(benchmark, tmp_path, write):
    benchmark.pedantic(write, (graph(), tmp_path / "out"), rounds=1)
