"""Puzzles as networkx graphs, solved exactly, every answer with a checkable certificate."""
