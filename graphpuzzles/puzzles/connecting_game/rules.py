"""The answers to both questions about a board, and what can be wrong with them, from its cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, Self, cast

import numpy as np

from graphpuzzles.errors import RuleError, require_kind
from graphpuzzles.lattice import KING, SQUARE
from graphpuzzles.puzzles.connecting_game.board import is_label, locked

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell
    from graphpuzzles.puzzles.connecting_game.board import Direction, Label, RegionBoard


class BluePath(NamedTuple):
    """A path of blue through regions, from its first side to its second.

    Parameters
    ----------
    amount : int
        How many units of the flow take this path.
    regions : tuple of int
        Regions from side to side, consecutive ones sharing a side of a cell.
    """

    amount: int
    regions: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class RegionCut:
    """The cells that red takes.

    Parameters
    ----------
    labels : tuple of str or int
        Labels of the regions taken, in scan order of their first cells; with
        ``on_disconnected="split"`` a label stands there once for every piece taken.
    mask : numpy.ndarray of bool, shape (H, W)
        The cells taken; nobody can change them.
    """

    labels: tuple[Label, ...]
    mask: NDArray[np.bool_]
    direction: Direction = "top-bottom"
    _blue: Callable[[], Sequence[BluePath]] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "mask", locked(np.asarray(self.mask)))

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
        walk = walk_across(mask, KING.steps, axis=1)
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
        if {len(row) for row in rows} != {len(rows[0])} or set("".join(rows)) - set(".#"):
            raise ValueError("a mask is rows of one length of '.' and '#'")
        mask = np.array([[cell == "#" for cell in row] for row in rows])
        labels = tuple(cast("Sequence[Label]", data["labels"]))
        return cls(labels, mask, cast("Direction", data["direction"]))

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self.labels[:6])) + (", ..." if len(self.labels) > 6 else "")
        return f"RegionCut({int(self.mask.sum())} cells, labels {shown})"


@dataclass(frozen=True)
class Colouring:
    """A colouring that claims to have no winner, or the claim that there is none.

    Parameters
    ----------
    red : tuple of str or int, or None
        Labels of the red regions, in scan order; all others are blue. None claims that every
        colouring has a winner; that is for a certificate to prove.
    """

    red: tuple[Label, ...] | None

    def to_dict(self) -> dict[str, object]:
        """Return the colouring as JSON-ready data."""
        return {"red": None if self.red is None else list(self.red)}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Rebuild a colouring."""
        red = cast("Sequence[Label] | None", data["red"])
        return cls(None if red is None else tuple(red))


# Cells -----------------------------------------------------------------------------------------


def pieces(labels: NDArray[np.integer]) -> NDArray[np.int64]:
    """Give every connected part of a label a number from 0, on a picture of twice the size.

    Cells stand on even coordinates; between two cells of one label the picture is filled.
    """
    from scipy.ndimage import label

    rows, columns = labels.shape
    picture = np.zeros((2 * rows - 1, 2 * columns - 1), dtype=bool)
    picture[::2, ::2] = True
    picture[::2, 1::2] = labels[:, 1:] == labels[:, :-1]
    picture[1::2, ::2] = labels[1:] == labels[:-1]
    numbered, _ = label(picture)
    return numbered[::2, ::2].astype(np.int64) - 1


def walk_across(
    mask: NDArray[np.bool_], steps: Sequence[Cell], *, axis: Literal[0, 1] = 0
) -> list[Cell] | None:
    """Return a shortest walk across a grid over the cells of a mask.

    Parameters
    ----------
    mask : numpy.ndarray of bool, shape (H, W)
        The cells that may be used.
    steps : Sequence of (int, int)
        Allowed steps as (rows, columns), closed under negation.
    axis : {0, 1}
        0 for a walk from the top row to the bottom row, 1 from the left column to the right.

    Returns
    -------
    list of (int, int) or None
        Cells as (row, column); None where no walk exists.

    Examples
    --------
    >>> ring = np.array([[1, 1, 1], [1, 0, 1]], dtype=bool)
    >>> sides = ((-1, 0), (1, 0), (0, -1), (0, 1))
    >>> walk_across(ring, sides), walk_across(ring, sides, axis=1)
    ([(0, 0), (1, 0)], [(0, 0), (0, 1), (0, 2)])
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order

    rows, columns = mask.shape
    cells = np.flatnonzero(mask)
    root = len(cells)
    padded = np.full((rows + 2, columns + 2), -1, dtype=np.int32)
    inside = padded[1:-1, 1:-1]
    inside[mask] = np.arange(root)
    first, last = inside.take(0, axis=axis), inside.take(-1, axis=axis)
    starts, ends = first[first >= 0], last[last >= 0]
    beside = np.full((root, len(steps)), -1, dtype=np.int32)
    for column, (dr, dc) in enumerate(steps):
        beside[:, column] = padded[1 + dr : rows + 1 + dr, 1 + dc : columns + 1 + dc][mask]
    # A row for every cell and one for the root, from which the search goes to all starts at once.
    degrees = np.append(np.count_nonzero(beside >= 0, axis=1), len(starts))
    heads = np.append(beside[beside >= 0], starts)
    indptr = np.concatenate([[0], np.cumsum(degrees)]).astype(np.int32)
    graph = csr_array((np.ones(len(heads)), heads, indptr), shape=(root + 1, root + 1))
    order, previous = breadth_first_order(graph, root)
    rank = np.full(root + 1, len(order))
    rank[order] = np.arange(len(order))
    if not np.any(rank[ends] < len(order)):
        return None
    walk = []
    node = int(ends[np.argmin(rank[ends])])
    while node != root:
        row, column = divmod(int(cells[node]), columns)
        walk.append((row, column))
        node = int(previous[node])
    return walk[::-1]


# Red stops blue --------------------------------------------------------------------------------


def check_cut(board: RegionBoard, answer: RegionCut) -> int:
    """Return what red pays for the cells of an answer; see `ConnectingGame.check`.

    Raises
    ------
    RuleError
        If the answer breaks a rule.
    """
    require_kind(answer, RegionCut)
    mask = answer.mask
    if mask.shape != board.shape or mask.dtype != bool:
        raise RuleError(f"the mask has shape {mask.shape}, the board {board.shape}")
    mask = mask.view(np.uint8) != 0  # a boolean array may hold other bytes than 0 and 1
    if answer.direction != board.direction:
        raise RuleError(f"the answer is for a game {answer.direction}")
    wrong = np.argwhere(mask & board.forbidden_cells())
    if len(wrong):
        cell = cast("Cell", tuple(wrong[0].tolist()))
        raise RuleError(f"red takes the forbidden cell {cell}", where=cell)
    _check_whole(board, mask)
    _check_blocked(board, mask)
    expected = _labels_taken(board, mask)
    if answer.labels != expected or not all(map(is_label, answer.labels)):
        raise RuleError(f"the labels are {answer.labels}, those of the cells {expected}")
    if isinstance(board.weights, Mapping):
        return sum(board.weights[label] for label in expected)
    if board.weights is None:
        return int(np.count_nonzero(mask))
    return int(board.weights[mask].sum())


def _labels_taken(board: RegionBoard, mask: NDArray[np.bool_]) -> tuple[Label, ...]:
    """Return the labels of the cells taken, in scan order of the regions' first cells."""
    taken, labels = board.turned(mask), board.turned(board.labels)
    if board.by_label:
        numbers = list(dict.fromkeys(labels[taken].tolist()))
    else:
        _, first = np.unique(pieces(labels)[taken], return_index=True)
        numbers = labels[taken][np.sort(first)].tolist()
    return tuple(map(chr, numbers)) if board.text else tuple(numbers)


def _check_whole(board: RegionBoard, mask: NDArray[np.bool_]) -> None:
    """Look for a cell that is left out although red takes others of its region."""
    labels = board.labels
    if board.by_label:
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


def _check_blocked(board: RegionBoard, mask: NDArray[np.bool_]) -> None:
    """Look for a blue path; neither regions nor their contacts are used."""
    blue = board.turned(~mask)
    if not _joined(blue):
        return
    path = walk_across(blue, SQUARE.steps) or []
    cells = [board.turned_cell(cell) for cell in path]
    raise RuleError(
        f"blue gets through, from {cells[0]} to {cells[-1]} in {len(cells)} cells",
        where=cells[0],
    )


def _joined(mask: NDArray[np.bool_]) -> bool:
    """Tell whether cells of a mask that share sides join the top row and the bottom row."""
    from scipy.ndimage import label

    parts, _ = label(mask)
    return bool(set(parts[0].tolist()) & set(parts[-1].tolist()) - {0})


# Somebody wins ---------------------------------------------------------------------------------


def check_colouring(board: RegionBoard, answer: Colouring) -> bool:
    """Return False for a colouring without a winner; see `WinnerQuestion.check`.

    Raises
    ------
    RuleError
        If a label is not on the board or named twice, or the colouring has a winner (named).
    """
    require_kind(answer, Colouring)
    if answer.red is None:
        return True
    numbers = board.label_numbers
    seen = set[object]()
    for label in answer.red:
        if not is_label(label) or label not in numbers:
            raise RuleError(f"label {label!r} is not on the board")
        if label in seen:
            raise RuleError(f"label {label!r} is named twice")
        seen.add(label)
    red = cells_of(board, answer.red)
    for player, mask in (("blue", ~red), ("red", red.T)):
        if _joined(mask):
            raise RuleError(f"{player} wins")
    return False


def cells_of(board: RegionBoard, labels: Sequence[Label]) -> NDArray[np.bool_]:
    """Return the cells of some labels, shape (H, W).

    Raises
    ------
    ValueError
        If one of them is not on the board.
    """
    try:
        chosen = [board.label_numbers[label] for label in labels]
    except KeyError as error:
        raise ValueError(f"label {error} is not on the board") from None
    return np.isin(board.labels, chosen)
