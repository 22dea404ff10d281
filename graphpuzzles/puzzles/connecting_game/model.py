"""The region graph of a board, with what red pays: built once, and kept with the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

import numpy as np

from graphpuzzles.errors import PuzzleError
from graphpuzzles.models.cut.arrays import locked
from graphpuzzles.models.cut.layered_flow import LayeredFlow
from graphpuzzles.models.cut.planar import PlanarDual
from graphpuzzles.models.cut.regions import Regions
from graphpuzzles.puzzles.connecting_game.board import smallest_kind
from graphpuzzles.puzzles.connecting_game.rules import BluePath, RegionCut

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from graphpuzzles.models.cut.arrays import Weights
    from graphpuzzles.models.cut.regions import LabelArray
    from graphpuzzles.puzzles.connecting_game.board import Label, RegionBoard

SIDES = 4


@dataclass(frozen=True, eq=False)
class RegionModel:
    """What the methods build of a board; certificates and rules never look at it.

    Parameters
    ----------
    board : RegionBoard
    """

    board: RegionBoard

    @cached_property
    def regions(self) -> Regions:
        """The connected regions, turned so that blue walks from top to bottom."""
        turned = self.board.turned(self.board.labels)
        return Regions(cast("LabelArray", np.ascontiguousarray(turned)))

    @cached_property
    def weights(self) -> Weights:
        """What red pays for each region, shape (k,)."""
        board, regions = self.board, self.regions
        if board.weights is None:
            return regions.sizes
        if isinstance(board.weights, Mapping):
            values = [board.weights[self.label(region)] for region in range(regions.count)]
            return locked(smallest_kind(np.array(values, dtype=object), sum(values)))
        sums = cast("Weights", np.zeros(regions.count, dtype=board.weights.dtype))
        np.add.at(sums, regions.of.ravel(), board.turned(board.weights).ravel())
        return locked(sums)

    @cached_property
    def forbidden(self) -> NDArray[np.bool_]:
        """Which regions red must not take, shape (k,)."""
        board = self.board
        if not board.forbidden:
            return locked(np.zeros(self.regions.count, dtype=bool))
        numbers = [board.label_numbers[label] for label in board.forbidden]
        chosen = np.array(numbers, dtype=board.labels.dtype)
        return locked(np.isin(self.regions.label_of, chosen))

    @cached_property
    def dual(self) -> PlanarDual:
        """The planar dual with its distances."""
        return PlanarDual(self.regions, self.weights, self.forbidden)

    def label(self, region: int) -> Label:
        """Return the label of a region."""
        number = int(self.regions.label_of[region])
        return chr(number) if self.board.text else number

    def cut(self, regions: Iterable[int]) -> RegionCut:
        """Return the answer in which red takes these regions."""
        chosen = sorted(set(regions))
        taken = np.zeros(self.regions.count, dtype=bool)
        taken[chosen] = True
        labels = tuple(self.label(region) for region in chosen)
        if self.board.by_label:
            labels = tuple(dict.fromkeys(labels))
        mask = self.board.turned(taken[self.regions.of])
        return RegionCut(labels, mask, self.board.direction, self.blue_paths)

    def taken(self, answer: RegionCut) -> list[int]:
        """Return the regions that an answer takes."""
        taken: list[int] = np.unique(self.regions.of[self.board.turned(answer.mask)]).tolist()
        return taken

    def blue_paths(self) -> list[BluePath]:
        """Return blue paths that together are a maximum flow; see `LayeredFlow`."""
        return [BluePath(*path) for path in LayeredFlow(self.dual).paths()]

    def by_group(self, groups: NDArray[np.int32], count: int) -> tuple[Weights, NDArray[np.bool_]]:
        """Return weights and forbidden marks of labels instead of regions.

        Parameters
        ----------
        groups : numpy.ndarray of int32, shape (k,)
            Number of the label of every region.
        count : int
            How many labels there are.
        """
        weights = cast("Weights", np.zeros(count, dtype=self.weights.dtype))
        if self.board.weights_add:
            np.add.at(weights, groups, self.weights)
        else:
            weights[groups] = self.weights
        forbidden = np.zeros(count, dtype=bool)
        forbidden[groups[self.forbidden]] = True
        return weights, forbidden

    # The winner question ----------------------------------------------------------------------

    @cached_property
    def windows(self) -> list[tuple[int, int, int, int]]:
        """The regions of every 2 x 2 window that holds four, in scan order."""
        of = self.regions.of
        corners = np.stack([of[:-1, :-1], of[:-1, 1:], of[1:, :-1], of[1:, 1:]], axis=-1)
        ordered = np.sort(corners.reshape(-1, SIDES), axis=1)
        different = np.all(ordered[:, 1:] != ordered[:, :-1], axis=1)
        return [(a, b, c, d) for a, b, c, d in corners.reshape(-1, SIDES)[different].tolist()]

    @cached_property
    def borders(self) -> tuple[NDArray[np.int32], ...]:
        """The regions on the top, right, bottom and left of the board."""
        of = self.regions.of
        return tuple(locked(np.unique(side)) for side in (of[0], of[:, -1], of[-1], of[:, 0]))


def model_of(board: RegionBoard) -> RegionModel:
    """Return the model of a board, built at the first call and kept with it."""
    kept = board.__dict__.get("_model")
    if not isinstance(kept, RegionModel):
        kept = board.__dict__["_model"] = RegionModel(board)
    return kept


def refuse_disconnected(board: RegionBoard) -> None:
    """Raise PuzzleError where a label is not connected: the first two of its pieces are named."""
    model = model_of(board)
    two = model.regions.disconnected()
    if two is not None:
        first, second = (board.turned_cell(model.regions.cell(piece)) for piece in two)
        raise PuzzleError(
            f"label {model.label(two[0])!r} is not connected: no walk through sides joins its "
            f"cells {first} and {second}",
            where=second,
        )
