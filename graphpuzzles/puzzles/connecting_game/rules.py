"""Check a cut of a board of regions, from its cells alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

import numpy as np

from graphpuzzles.errors import RuleError, require_kind
from graphpuzzles.lattice import SQUARE
from graphpuzzles.models.cut.grids import grid_walk
from graphpuzzles.models.cut.planar import exact_sum
from graphpuzzles.puzzles.connecting_game.answer import RegionCut
from graphpuzzles.puzzles.connecting_game.board import is_label

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell
    from graphpuzzles.puzzles.connecting_game.puzzle import ConnectingGame

__all__ = ["check_cut"]


def check_cut(game: ConnectingGame, answer: RegionCut) -> int:
    """Return what red pays for the cells of an answer; see `ConnectingGame.check`.

    Parameters
    ----------
    game : ConnectingGame
    answer : RegionCut

    Raises
    ------
    RuleError
        If the answer breaks a rule.
    """
    require_kind(answer, RegionCut)
    mask = answer.mask
    if mask.shape != game.shape or mask.dtype != bool:
        raise RuleError(f"the mask has shape {mask.shape}, the board {game.shape}")
    if answer.direction != game.direction:
        raise RuleError(f"the answer is for a game {answer.direction}")
    wrong = np.argwhere(mask & game.forbidden_cells())
    if len(wrong):
        cell = cast("Cell", tuple(wrong[0].tolist()))
        raise RuleError(f"red takes the forbidden cell {cell}", where=cell)
    _check_whole(game, mask)
    _check_blocked(game, mask)
    expected = game.labels_of(np.unique(game.regions.of[game.turned(mask)]).tolist())
    if answer.labels != expected or not all(map(is_label, answer.labels)):
        raise RuleError(f"the labels are {answer.labels}, those of the cells {expected}")
    if isinstance(game.weights, Mapping):
        return sum(game.weights[label] for label in expected)
    return exact_sum(game.cell_weights()[mask])


def _check_whole(game: ConnectingGame, mask: NDArray[np.bool_]) -> None:
    """Look for a cell that is left out although red takes others of its region."""
    labels = game.labels
    if game.by_label:
        left = np.isin(labels, np.unique(labels[mask])) & ~mask
    else:
        left = np.zeros_like(mask)
        for here, there in ((np.s_[1:], np.s_[:-1]), (np.s_[:, 1:], np.s_[:, :-1])):
            torn = (labels[here] == labels[there]) & (mask[here] != mask[there])
            left[here] |= torn & ~mask[here]
            left[there] |= torn & ~mask[there]
    cells = np.argwhere(left)
    if len(cells):
        cell = cast("Cell", tuple(cells[0].tolist()))
        raise RuleError(f"red takes a region but not its cell {cell}", where=cell)


def _check_blocked(game: ConnectingGame, mask: NDArray[np.bool_]) -> None:
    """Look for a blue path; neither regions nor their contacts are used."""
    from scipy.ndimage import label

    blue = game.turned(~mask)
    parts, _ = label(blue)
    if not set(parts[0].tolist()) & set(parts[-1].tolist()) - {0}:
        return
    path = grid_walk(blue, SQUARE.steps) or []
    cells = [game.turned_cell(cell) for cell in path]
    raise RuleError(
        f"blue gets through, from {cells[0]} to {cells[-1]} in {len(cells)} cells",
        where=cells[0],
    )
