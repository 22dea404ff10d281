"""Bodies as integers of 64 bits: the place of the head, and the turns from cell to cell."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphpuzzles.lattice import Lattice

    Codes: TypeAlias = NDArray[np.int16]
    Keys: TypeAlias = NDArray[np.int64]

STRIDE = 64
"""What one step in the first coordinate adds to the code of a cell relative to a head."""

MAX_LENGTH = 31
"""Longest body whose cells have codes."""


class BodyKeys:
    """Bodies as integers: the place of the head, the first step, and the turns after it.

    Parameters
    ----------
    lattice : Lattice
        No two consecutive steps of a body differ by more than one turn to either side.
    length : int
    places : int
    """

    def __init__(self, lattice: Lattice, length: int, places: int) -> None:
        self.length = length
        self.places = places
        around = sorted(lattice.steps, key=lambda step: math.atan2(*lattice.place(*step)))
        self.directions = np.array([STRIDE * a + b for a, b in around], dtype=np.int16)
        self._direction_of = np.zeros(4 * STRIDE, dtype=np.int64)
        self._direction_of[self.directions] = np.arange(len(around))

    @staticmethod
    def fit(lattice: Lattice, length: int, places: int) -> bool:
        """Tell whether every body has a key of 64 bits."""
        turns = len(lattice.steps) * 3 ** max(length - 2, 0)
        return length <= MAX_LENGTH and places * turns < 1 << 63

    def encode(self, places: Keys, bodies: Codes) -> Keys:
        """Return the keys of bodies whose heads are on places."""
        count = len(self.directions)
        keys = places.astype(np.int64)
        before = None
        for section in range(1, self.length):
            direction = self._direction_of[bodies[:, section] - bodies[:, section - 1]]
            if before is None:
                keys = keys * count + direction
            else:
                keys = keys * 3 + (direction - before + 1) % count
            before = direction
        return keys

    def decode(self, keys: Keys) -> tuple[Keys, Codes]:
        """Return the places of heads, and the bodies relative to them."""
        count = len(self.directions)
        turns = []
        for _ in range(self.length - 2):
            keys, turn = np.divmod(keys, 3)
            turns.append(turn - 1)
        bodies = np.zeros((len(keys), self.length), dtype=np.int16)
        if self.length > 1:
            keys, direction = np.divmod(keys, count)
            bodies[:, 1] = self.directions[direction]
            for section, turn in enumerate(reversed(turns), 2):
                direction = (direction + turn) % count
                bodies[:, section] = bodies[:, section - 1] + self.directions[direction]
        return keys, bodies
