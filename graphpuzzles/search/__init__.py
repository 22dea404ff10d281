"""Searching graphs that are given by a function: in networkx's vocabulary, with proof and limits.

Everything takes whatever `as_space` understands: a function from a state to its successors, a
mapping, a networkx graph, or an object with a method ``successors`` (`StateSpace`, `ArraySpace`).
The searches return a `SearchResult`; the functions that bear networkx's names return what
networkx returns and raise its exceptions.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from graphpuzzles.search.audit import PruningAudit, PruningViolation, audit_pruning
from graphpuzzles.search.explored import ExploredStream, explored_graph
from graphpuzzles.search.heuristic_audit import HeuristicAudit, check_heuristic
from graphpuzzles.search.informed import (
    astar_search,
    beam_search,
    branch_and_bound,
    idastar_search,
)
from graphpuzzles.search.networkx_names import (
    all_shortest_paths,
    astar_path,
    astar_path_length,
    bidirectional_dijkstra,
    bidirectional_shortest_path,
    dijkstra_path,
    dijkstra_path_length,
    has_path,
    number_of_shortest_paths,
    shortest_path,
    shortest_path_length,
    single_source_shortest_path,
    single_source_shortest_path_length,
)
from graphpuzzles.search.problem import Problem
from graphpuzzles.search.pruning import (
    BoundPruner,
    DeadEndPruner,
    DominancePruner,
    LimitedPruner,
    PruneContext,
    Pruner,
    SymmetryPruner,
    combined_guarantee,
)
from graphpuzzles.search.result import (
    Guarantee,
    Search,
    SearchResult,
    SearchStats,
    SearchStatus,
)
from graphpuzzles.search.searches import bfs_search, bidirectional_search, dijkstra_search
from graphpuzzles.search.space import ArraySpace, Space, SpaceLike, StateSpace, as_space
from graphpuzzles.search.traversal import (
    bfs_edges,
    bfs_layers,
    descendants,
    descendants_at_distance,
    predecessor,
)

if TYPE_CHECKING:
    from graphpuzzles.search.incomplete import SearchIncomplete
    from graphpuzzles.search.lazy import lazy_graph

__all__ = [
    "ArraySpace",
    "BoundPruner",
    "DeadEndPruner",
    "DominancePruner",
    "ExploredStream",
    "Guarantee",
    "HeuristicAudit",
    "LimitedPruner",
    "Problem",
    "PruneContext",
    "Pruner",
    "PruningAudit",
    "PruningViolation",
    "Search",
    "SearchIncomplete",
    "SearchResult",
    "SearchStats",
    "SearchStatus",
    "Space",
    "SpaceLike",
    "StateSpace",
    "SymmetryPruner",
    "all_shortest_paths",
    "as_space",
    "astar_path",
    "astar_path_length",
    "astar_search",
    "audit_pruning",
    "beam_search",
    "bfs_edges",
    "bfs_layers",
    "bfs_search",
    "bidirectional_dijkstra",
    "bidirectional_search",
    "bidirectional_shortest_path",
    "branch_and_bound",
    "check_heuristic",
    "combined_guarantee",
    "descendants",
    "descendants_at_distance",
    "dijkstra_path",
    "dijkstra_path_length",
    "dijkstra_search",
    "explored_graph",
    "has_path",
    "idastar_search",
    "lazy_graph",
    "number_of_shortest_paths",
    "predecessor",
    "shortest_path",
    "shortest_path_length",
    "single_source_shortest_path",
    "single_source_shortest_path_length",
]

# What derives from networkx's classes; networkx costs as much start-up time as numpy.
_LAZY = {"SearchIncomplete": "incomplete", "lazy_graph": "lazy"}


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
