"""Small graphs to explore, and how to compare what was found."""

import importlib
from unittest import mock

import networkx as nx
import numpy as np
from hypothesis import strategies as st

from graphpuzzles.exploring.memory import WorkingMemory

# By its name: in the package, the function of the same name hides the module.
MODULE = importlib.import_module("graphpuzzles.exploring.explore")

TINY = WorkingMemory(chunk=2, buffer=3, merged=4, earlier=2, fan_in=4)


class ArrayGraph:
    """A directed graph on integers, as an array space."""

    def __init__(self, graph, *, reversible=False, scale=1):
        self.graph = graph
        self.scale = scale  # spreads the codes out
        self.n_states = scale * len(graph)
        self.reversible = reversible

    def successors(self, u):
        return [self.scale * v for v in self.graph.successors(u // self.scale)]

    def successors_array(self, codes):
        steps = [(u, v) for u in codes.tolist() for v in self.successors(u)]
        # Two batches, one of them perhaps empty, and duplicates.
        for part in (steps[::2], steps[1::2], steps[:1]):
            table = np.array(part, dtype=np.int64).reshape(-1, 2)
            yield table[:, 0], table[:, 1].astype(np.uint64)


@st.composite
def array_graphs(draw):
    n = draw(st.integers(1, 24))
    node = st.integers(0, n - 1)
    edges = draw(st.lists(st.tuples(node, node), max_size=3 * n))
    reversible = draw(st.booleans())
    graph = nx.DiGraph(edges)
    graph.add_nodes_from(range(n))
    if reversible:
        graph.add_edges_from([(v, u) for u, v in edges])
    starts = draw(st.lists(node, min_size=1, max_size=3))
    scale = draw(st.sampled_from([1, 5, 2**58]))
    return ArrayGraph(graph, reversible=reversible, scale=scale), [scale * u for u in starts]


def plain_layers(space, starts):
    layers, known = [sorted(set(starts))], set(starts)
    while layers[-1]:
        found = {v for u in layers[-1] for v in space.successors(u)}
        layers.append(sorted(found - known))
        known |= found
    return layers[:-1]


def layers_of(exploration):
    return [exploration.layer(d).tolist() for d in range(len(exploration.layer_sizes))]


def files_of(folder):
    """Everything in a folder but the lock, which holds the number of a process."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "lock"
    }


def tiny_memory():
    """Let explorations to folders put aside and merge after every few codes."""
    return mock.patch.object(MODULE, "_working_memory", return_value=TINY)
