"""Exploring state spaces layer by layer, in memory or in a folder, larger than memory.

`explore` explores, `open_exploration` reads what is in a folder, `Exploration` answers questions
about it. `LayerStore` is the folder, for engines of other kinds.
"""

from graphpuzzles.exploring.depths import ExplorationStatus
from graphpuzzles.exploring.explore import explore, open_exploration
from graphpuzzles.exploring.files import CodeWriter
from graphpuzzles.exploring.manifest import Identity
from graphpuzzles.exploring.merge import LayerReader
from graphpuzzles.exploring.result import Exploration
from graphpuzzles.exploring.spaces import PancakeSpace, SlidingPuzzle
from graphpuzzles.exploring.states import check_reversible
from graphpuzzles.exploring.store import LayerStore

__all__ = [
    "CodeWriter",
    "Exploration",
    "ExplorationStatus",
    "Identity",
    "LayerReader",
    "LayerStore",
    "PancakeSpace",
    "SlidingPuzzle",
    "check_reversible",
    "explore",
    "open_exploration",
]


def __dir__() -> list[str]:
    """Return the public names, not what they are made with."""
    return sorted(__all__)
