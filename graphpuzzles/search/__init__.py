"""Searching graphs that are given by a function: in networkx's vocabulary, with proof and limits.

Everything takes whatever `as_space` understands: a function from a state to its successors, a
mapping, a networkx graph, or an object with a method ``successors`` (`StateSpace`, `ArraySpace`).
The searches return a `SearchResult`; the functions that bear networkx's names return what
networkx returns and raise its exceptions.
"""

from graphpuzzles.search.informed import (
    astar_search,
    beam_search,
    branch_and_bound,
    idastar_search,
)
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
from graphpuzzles.search.uninformed import bfs_search, bidirectional_search, dijkstra_search

__all__ = [
    "ArraySpace",
    "BoundPruner",
    "DeadEndPruner",
    "DominancePruner",
    "Guarantee",
    "LimitedPruner",
    "PruneContext",
    "Pruner",
    "Search",
    "SearchResult",
    "SearchStats",
    "SearchStatus",
    "Space",
    "SpaceLike",
    "StateSpace",
    "SymmetryPruner",
    "as_space",
    "astar_search",
    "beam_search",
    "bfs_search",
    "bidirectional_search",
    "branch_and_bound",
    "combined_guarantee",
    "dijkstra_search",
    "idastar_search",
]
