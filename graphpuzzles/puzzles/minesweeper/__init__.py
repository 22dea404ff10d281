"""Minesweeper: which hidden cells are mines, which are safe, and how likely the rest is."""
