"""The interface of a puzzle, and a solution with its proof."""

from graphpuzzles.outcome import Answer, Bounds, GraphPath, Method, Outcome, Stat, Status
from graphpuzzles.puzzle.interface import Graph, Puzzle
from graphpuzzles.puzzle.solution import Solution

__all__ = [
    "Answer",
    "Bounds",
    "Graph",
    "GraphPath",
    "Method",
    "Outcome",
    "Puzzle",
    "Solution",
    "Stat",
    "Status",
]
