"""The answer of ConnectingGame: the cells that red takes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self, cast

import numpy as np

from graphpuzzles.lattice import KING
from graphpuzzles.models.cut.grids import grid_walk
from graphpuzzles.puzzles.connecting_game.board import locked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell
    from graphpuzzles.models.cut.layered_flow import BluePath
    from graphpuzzles.puzzles.connecting_game.board import Direction, Label

__all__ = ["RegionCut"]


@dataclass(frozen=True, eq=False)
class RegionCut:
    """The cells that red takes.

    Parameters
    ----------
    labels : tuple of str or int
        Labels of the regions taken, in scan order of their first cells; with
        ``on_disconnected="split"`` a label stands there once for every piece taken.
    mask : numpy.ndarray of bool, shape (H, W)
        The cells taken.
    """

    labels: tuple[Label, ...]
    mask: NDArray[np.bool_]
    direction: Direction = "top-bottom"
    _blue: Callable[[], Sequence[BluePath]] | None = None

    @cached_property
    def walk(self) -> tuple[Cell, ...]:
        """The dual walk: red cells (row, column) that share sides or corners.

        From the left column to the right column, or from the top row to the bottom row where blue
        walks from left to right. It is what stops blue.

        Raises
        ------
        ValueError
            If the cells taken hold no such walk.
        """
        mask = self.mask if self.direction == "top-bottom" else self.mask.T
        walk = grid_walk(mask, KING.steps, axis=1)
        if walk is None:
            raise ValueError("the cells taken hold no walk across the board")
        return tuple(walk if self.direction == "top-bottom" else [(c, r) for r, c in walk])

    @cached_property
    def paths(self) -> tuple[BluePath, ...]:
        """Blue paths that together need every unit of the cut: a maximum flow.

        Raises
        ------
        ValueError
            If the answer did not come from a solver (it was read from JSON, say); then ask
            `ConnectingGame.blue_paths`.
        """
        if self._blue is None:
            raise ValueError("this answer carries no blue paths; ask ConnectingGame.blue_paths()")
        return tuple(self._blue())

    def to_dict(self) -> dict[str, object]:
        """Return the answer as JSON-ready data."""
        rows = ["".join(".#"[taken] for taken in row) for row in self.mask.tolist()]
        return {"labels": list(self.labels), "mask": rows, "direction": self.direction}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Rebuild an answer.

        Raises
        ------
        ValueError
            If the data are not of that form.
        """
        rows = cast("Sequence[str]", data["mask"])
        if not rows or any(len(row) != len(rows[0]) or set(row) - set(".#") for row in rows):
            raise ValueError("a mask is rows of one length of '.' and '#'")
        mask = np.array([[cell == "#" for cell in row] for row in rows])
        labels = tuple(cast("Sequence[Label]", data["labels"]))
        return cls(
            labels, cast("NDArray[np.bool_]", locked(mask)), cast("Direction", data["direction"])
        )

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self.labels[:6])) + (", ..." if len(self.labels) > 6 else "")
        return f"RegionCut({int(self.mask.sum())} cells, labels {shown})"
