"""Proofs that a stranger can check without the solvers.

Nothing here imports the search engines or the graph models: every certificate works on another
representation of the puzzle (cells instead of regions, rows of cells instead of shapes) and
re-derives everything from the rules.
"""

from graphpuzzles.certificate.base import VERIFIED, Certificate, Strength, Trivial
from graphpuzzles.certificate.registry import certificate_from_dict, certificate_to_dict

__all__ = [
    "VERIFIED",
    "Certificate",
    "Strength",
    "Trivial",
    "certificate_from_dict",
    "certificate_to_dict",
]
