"""Frontier diagrams: layered graphs in which every path from source to sink is a solution."""
