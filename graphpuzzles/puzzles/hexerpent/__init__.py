"""Hexerpent: a body that walks on the plane of hexagonal dimples."""
