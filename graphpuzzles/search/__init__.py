"""Searching graphs that are given by a function: in networkx's vocabulary, with proof and limits.

Everything takes whatever `as_space` understands: a function from a state to its successors, a
mapping, a networkx graph, or an object with a method ``successors`` (`StateSpace`, `ArraySpace`).
The searches return a `SearchResult`; the functions that bear networkx's names return what
networkx returns and raise its exceptions.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from graphpuzzles.search.blind_searches import bfs_search, bidirectional_search, dijkstra_search
from graphpuzzles.search.explored import ExploredStream, explored_graph
from graphpuzzles.search.heuristic_searches import (
    astar_search,
    beam_search,
    branch_and_bound,
    idastar_search,
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
from graphpuzzles.search.space import ArraySpace, Space, SpaceLike, StateSpace, as_space

if TYPE_CHECKING:
    from graphpuzzles.search.audit import (
        HeuristicAudit,
        Inconsistency,
        Overestimate,
        PruningAudit,
        PruningViolation,
        audit_pruning,
        check_heuristic,
    )
    from graphpuzzles.search.lazy import lazy_graph
    from graphpuzzles.search.networkx_names import (
        SearchIncomplete,
        all_shortest_paths,
        number_of_shortest_paths,
        predecessor,
        shortest_path,
        shortest_path_length,
    )

__all__ = [
    "ArraySpace",
    "BoundPruner",
    "DeadEndPruner",
    "DominancePruner",
    "ExploredStream",
    "Guarantee",
    "HeuristicAudit",
    "Inconsistency",
    "LimitedPruner",
    "Overestimate",
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
    "astar_search",
    "audit_pruning",
    "beam_search",
    "bfs_search",
    "bidirectional_search",
    "branch_and_bound",
    "check_heuristic",
    "combined_guarantee",
    "dijkstra_search",
    "explored_graph",
    "idastar_search",
    "lazy_graph",
    "number_of_shortest_paths",
    "predecessor",
    "shortest_path",
    "shortest_path_length",
]

# What derives from networkx's classes; networkx costs as much start-up time as numpy.
_LAZY = {
    "HeuristicAudit": "audit",
    "Inconsistency": "audit",
    "Overestimate": "audit",
    "PruningAudit": "audit",
    "PruningViolation": "audit",
    "SearchIncomplete": "networkx_names",
    "all_shortest_paths": "networkx_names",
    "audit_pruning": "audit",
    "check_heuristic": "audit",
    "lazy_graph": "lazy",
    "number_of_shortest_paths": "networkx_names",
    "predecessor": "networkx_names",
    "shortest_path": "networkx_names",
    "shortest_path_length": "networkx_names",
}


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
