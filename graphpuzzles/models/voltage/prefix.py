"""How many steps the first cells of a body need, the others taken off: a pattern database.

References
----------
.. [1] J. C. Culberson, J. Schaeffer, "Pattern databases", Computational Intelligence 14 (1998),
   318-334.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.models.voltage.derived import DerivedGraph
from graphpuzzles.models.voltage.keys import STRIDE, BodyKeys
from graphpuzzles.models.voltage.layers import BitSearch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphpuzzles.lattice import Cell
    from graphpuzzles.limits import Meter
    from graphpuzzles.models.voltage.board import Board
    from graphpuzzles.models.voltage.graph import VoltageGraph
    from graphpuzzles.models.voltage.keys import Keys

MAX_ENTRIES = 1 << 24
"""So many numbers may be in the table."""


class PrefixSteps:
    """Steps from every state of the first cells of a body to the nearest target.

    With a move of a whole body its first cells move by the same rule, or all of them stay. So the
    body needs no fewer steps, and one move lowers the number by at most 1.

    Parameters
    ----------
    graph : VoltageGraph
        How the first cells move.
    board : Board
    targets : iterable of Cell
    reach : int
        More steps are not looked for: ``reach + 1`` stands for them.
    """

    def __init__(
        self, graph: VoltageGraph, board: Board, targets: Iterable[Cell], reach: int
    ) -> None:
        self.reach = reach
        self._space = DerivedGraph(graph, board, targets=targets)
        self._shapes = self.entries(graph, 1)
        self.steps = np.full(self.entries(graph, board.rows * board.columns), reach + 1, np.int16)

    @staticmethod
    def entries(graph: VoltageGraph, places: int) -> int:
        """Return how many keys there are of the first cells."""
        bodies: int = 3 ** (graph.length - 2)
        return places * len(graph.lattice.steps) * bodies

    @property
    def nbytes(self) -> int:
        """Bytes of the table."""
        return self.steps.nbytes

    def of(self, keys: Keys, length: int) -> Keys:
        """Return the steps that the first cells of bodies of a length need."""
        # The turns of the other cells are the last digits of a key.
        steps: Keys = self.steps[keys // 3 ** (length - self._space.graph.length)]
        return steps

    def fill(self, meter: Meter) -> str | None:
        """Search backward from the targets; name the limit that was reached, if any."""
        space = self._space
        search = BitSearch(space.reversed, space.reversed.standing_on(space.targets))
        graph = space.graph
        cells = STRIDE * graph.bodies[..., 0].astype(np.int16) + graph.bodies[..., 1]
        keys = BodyKeys(graph.lattice, graph.length, 1)
        shapes = keys.encode(np.zeros(graph.shapes, dtype=np.int64), cells)
        while search.sizes[-1]:
            shape, place = np.divmod(search.layers[-1].codes(), space.bits)
            row, column = np.divmod(place, space.stride)
            at = (row * space.board.columns + column) * self._shapes + shapes[shape]
            self.steps[at] = search.depth
            if search.depth == self.reach:
                break
            search.advance()
            limit = meter.exceeded(memory=search.nbytes + self.nbytes)
            if limit is not None:
                return limit
        return None
