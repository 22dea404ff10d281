"""Exploring state spaces layer by layer, in memory or in a folder, larger than memory.

`explore` explores, `open_exploration` reads what is in a folder, `Exploration` answers questions
about it. `LayerStore` is the folder, for engines of other kinds.
"""

from graphpuzzles.search.exploration.engine import explore
from graphpuzzles.search.exploration.files import CodeWriter
from graphpuzzles.search.exploration.manifest import Identity
from graphpuzzles.search.exploration.opening import open_exploration
from graphpuzzles.search.exploration.result import Exploration, ExplorationStatus
from graphpuzzles.search.exploration.reversibility import check_reversible
from graphpuzzles.search.exploration.sources import LayerReader
from graphpuzzles.search.exploration.store import LayerStore

__all__ = [
    "CodeWriter",
    "Exploration",
    "ExplorationStatus",
    "Identity",
    "LayerReader",
    "LayerStore",
    "check_reversible",
    "explore",
    "open_exploration",
]
