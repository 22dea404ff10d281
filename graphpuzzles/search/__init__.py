"""Searching graphs that are given by a function: in networkx's vocabulary, with proof and limits.

Everything takes whatever `as_space` understands: a function from a state to its successors, a
mapping, a networkx graph, or an object with a method ``successors`` (`StateSpace`, `ArraySpace`).
The searches return a `SearchResult`; the functions that bear networkx's names return what
networkx returns and raise its exceptions.
"""

from typing import TYPE_CHECKING

from graphpuzzles.names import names_of

if TYPE_CHECKING:
    from graphpuzzles.search.audit import (
        HeuristicAudit as HeuristicAudit,
        Inconsistency as Inconsistency,
        Overestimate as Overestimate,
        PruningAudit as PruningAudit,
        PruningViolation as PruningViolation,
        audit_pruning as audit_pruning,
        check_heuristic as check_heuristic,
    )
    from graphpuzzles.search.blind_searches import (
        bfs_search as bfs_search,
        bidirectional_search as bidirectional_search,
        dijkstra_search as dijkstra_search,
    )
    from graphpuzzles.search.explored import (
        ExploredStream as ExploredStream,
        explored_graph as explored_graph,
    )
    from graphpuzzles.search.heuristic_searches import (
        astar_search as astar_search,
        beam_search as beam_search,
        branch_and_bound as branch_and_bound,
        idastar_search as idastar_search,
    )
    from graphpuzzles.search.lazy import lazy_graph as lazy_graph
    from graphpuzzles.search.networkx_names import (
        SearchIncomplete as SearchIncomplete,
        all_shortest_paths as all_shortest_paths,
        number_of_shortest_paths as number_of_shortest_paths,
        predecessor as predecessor,
        shortest_path as shortest_path,
        shortest_path_length as shortest_path_length,
    )
    from graphpuzzles.search.problem import Problem as Problem
    from graphpuzzles.search.pruning import (
        BoundPruner as BoundPruner,
        DeadEndPruner as DeadEndPruner,
        DominancePruner as DominancePruner,
        LimitedPruner as LimitedPruner,
        PruneContext as PruneContext,
        Pruner as Pruner,
        SymmetryPruner as SymmetryPruner,
        combined_guarantee as combined_guarantee,
    )
    from graphpuzzles.search.result import (
        Guarantee as Guarantee,
        Search as Search,
        SearchResult as SearchResult,
        SearchStats as SearchStats,
        SearchStatus as SearchStatus,
    )
    from graphpuzzles.search.space import (
        ArraySpace as ArraySpace,
        Space as Space,
        SpaceLike as SpaceLike,
        StateSpace as StateSpace,
        as_space as as_space,
    )
else:
    __getattr__, __dir__ = names_of(__name__)
