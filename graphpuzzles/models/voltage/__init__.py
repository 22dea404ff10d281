"""Voltage graphs: how a body moves on a lattice, and the states that it reaches on a board."""
