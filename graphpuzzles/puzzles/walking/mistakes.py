"""What wrong programs for the puzzles in which a body walks have in common."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from graphpuzzles.errors import LimitError
from graphpuzzles.generate import EFFORT
from graphpuzzles.models.voltage.poses import Poses
from graphpuzzles.search import astar_search

if TYPE_CHECKING:
    from graphpuzzles.models.voltage.graph import MoveRule
    from graphpuzzles.puzzles.walking.puzzle import WalkPuzzle

__all__ = ["distance_by_rule", "head_distance"]


def distance_by_rule(puzzle: WalkPuzzle, rule: MoveRule) -> int | None:
    """Return the fewest steps of a body that moves by another rule, None where there are none.

    Raises
    ------
    LimitError
        If that takes too many states.
    """
    poses = Poses(
        rule, puzzle.board, puzzle.target_cells, puzzle.distance, length=len(puzzle.body)
    )
    result = astar_search(poses, poses.encode(puzzle.body), cutoff=puzzle.step_cap, limits=EFFORT)
    if result.path is None and result.status != "exhausted":
        raise LimitError("max_states", "the board is too hard for a wrong approach")
    return None if result.path is None else len(result.path) - 1


def head_distance(puzzle: WalkPuzzle) -> int | None:
    """Take the head's way among the obstacles alone: the body may be in the way."""
    head = puzzle.body[0]
    steps = 0 if head in puzzle.target_cells else puzzle.distance(head)
    reach = math.inf if puzzle.step_cap is None else puzzle.step_cap
    return None if steps == math.inf or steps > reach else int(steps)
