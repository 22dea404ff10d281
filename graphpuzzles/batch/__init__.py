"""Many puzzles one after the other, or side by side on an executor, in their order.

`solve_many` yields a `Solution` for each puzzle, or a `Failure` in the place of one whose solver
failed, so that the others are not lost.
"""

from __future__ import annotations

from graphpuzzles.batch._solving import Failure, solve_many

__all__ = ["Failure", "solve_many"]
