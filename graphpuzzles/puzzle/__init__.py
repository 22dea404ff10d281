"""The interface of a puzzle, and what is known of one, with its proof."""

from graphpuzzles.outcome import Answer, Bounds, GraphPath, Method, Outcome, Stat, Status
from graphpuzzles.puzzle.interface import Puzzle
from graphpuzzles.puzzle.solution import Count, Solution, restore_solution
from graphpuzzles.puzzle.statement import Graph, Statement

__all__ = [
    "Answer",
    "Bounds",
    "Count",
    "Graph",
    "GraphPath",
    "Method",
    "Outcome",
    "Puzzle",
    "Solution",
    "Stat",
    "Statement",
    "Status",
    "restore_solution",
]
