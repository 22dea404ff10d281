"""A board of regions with weights: what the two questions about ConnectingGame have in common."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeGuard, TypeVar, cast

import numpy as np

from graphpuzzles.errors import PuzzleError
from graphpuzzles.models.cut.planar import INT64_SAFE, Weights
from graphpuzzles.models.cut.regions import LabelArray, Regions, label_array

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell

__all__ = ["Direction", "Label", "OnDisconnected", "RegionBoard", "is_label", "locked"]

T = TypeVar("T", bound=np.generic)

# An array of one value a cell; the type that goes in comes out.
Cells = TypeVar(
    "Cells",
    "NDArray[np.bool_]",
    "NDArray[np.int32]",
    "LabelArray",
    "Weights",
)

Label: TypeAlias = str | int
Direction: TypeAlias = Literal["top-bottom", "left-right"]
OnDisconnected: TypeAlias = Literal["error", "split", "bounds"]


def locked(array: NDArray[T]) -> NDArray[T]:
    """Return an array that nobody can change.

    Built from bytes, its flag cannot be turned back; an array of Python integers has no bytes and
    is only flagged.
    """
    if array.dtype == object:
        copy = array.copy()
        copy.setflags(write=False)
        return copy
    return np.frombuffer(array.tobytes(), dtype=array.dtype).reshape(array.shape)


def smallest_kind(numbers: Iterable[int], total: int) -> Weights:
    """Return non-negative integers as int64 where their sum is safe there, else as objects."""
    kind = np.int64 if total < INT64_SAFE else object
    return cast("Weights", np.array(numbers, dtype=kind))


def is_label(value: object) -> TypeGuard[Label]:
    """Tell whether a value can be a label; 1.0 and True, which equal 1, cannot."""
    return isinstance(value, str | int | np.integer) and not isinstance(value, bool)


def _weight(value: object, owner: str) -> int:
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer):
        raise TypeError(f"the weight of {owner} is {value!r}, not an integer")
    weight = operator.index(value)
    if weight < 0:
        raise ValueError(f"the weight of {owner} is negative: {weight}")
    return weight


@dataclass(frozen=True, eq=False, init=False, repr=False)
class RegionBoard:
    """A board of regions with weights; see `ConnectingGame` for the parameters."""

    labels: LabelArray
    text: bool
    weights: Mapping[Label, int] | Weights | None
    forbidden: tuple[Label, ...]
    direction: Direction
    on_disconnected: OnDisconnected

    def __init__(
        self,
        board: Sequence[str] | Sequence[Sequence[int]] | NDArray[np.integer],
        *,
        weights: Mapping[str, int] | Mapping[int, int] | object = None,
        forbidden: Iterable[Label] = (),
        direction: Direction = "top-bottom",
        on_disconnected: OnDisconnected = "error",
    ) -> None:
        labels, text = label_array(board)
        fields = self.__dict__
        fields["labels"] = labels
        fields["text"] = text
        if direction not in ("top-bottom", "left-right"):
            raise ValueError(f"direction is 'top-bottom' or 'left-right', not {direction!r}")
        if on_disconnected not in ("error", "split", "bounds"):
            raise ValueError(
                f"on_disconnected is 'error', 'split' or 'bounds', not {on_disconnected!r}"
            )
        fields["direction"] = direction
        fields["on_disconnected"] = on_disconnected
        if on_disconnected == "error":
            self._refuse_disconnected()
        fields["weights"] = None if weights is None else self._checked_weights(weights)
        fields["forbidden"] = self._checked_forbidden(forbidden)

    def _refuse_disconnected(self) -> None:
        pieces = self.regions.disconnected()
        if pieces is None:
            return
        first, second = (self.turned_cell(self.regions.cell(piece)) for piece in pieces)
        label = self.label(pieces[0])
        raise PuzzleError(
            f"label {label!r} is not connected: no walk through sides joins its cells "
            f"{first} and {second}",
            where=second,
        )

    def _checked_weights(self, weights: object) -> Mapping[Label, int] | Weights:
        if isinstance(weights, Mapping):
            known = self.label_numbers
            given = {}
            for label, weight in weights.items():
                if not self._has(label):
                    raise ValueError(f"there is a weight for label {label!r}, not on the board")
                given[label] = _weight(weight, f"label {label!r}")
            missing = [label for label in known if label not in given]
            if missing:
                raise ValueError(f"there is no weight for label {missing[0]!r}")
            return MappingProxyType({label: given[label] for label in known})
        # numpy would read integers beyond 64 bits as floats.
        cells = weights if isinstance(weights, np.ndarray) else np.array(weights, dtype=object)
        if cells.shape != self.labels.shape:
            raise ValueError(f"weights have shape {cells.shape}, the board {self.labels.shape}")
        if np.ma.is_masked(cells):
            raise ValueError("every cell has a weight; the array masks some")
        if cells.dtype.kind not in "iu":
            cells = np.array(
                [
                    [_weight(x, f"cell {(r, c)}") for c, x in enumerate(row)]
                    for r, row in enumerate(cells.tolist())
                ],
                dtype=object,
            )
        if int(cells.min()) < 0:
            row, column = np.argwhere(cells < 0)[0].tolist()
            raise ValueError(f"the weight of cell {(row, column)} is negative")
        return cast("Weights", locked(smallest_kind(cells, int(cells.max()) * cells.size)))

    def _checked_forbidden(self, forbidden: Iterable[Label]) -> tuple[Label, ...]:
        given = list(forbidden)
        if not given:
            return ()
        for label in given:
            if not self._has(label):
                raise ValueError(f"label {label!r} is forbidden but not on the board")
        return tuple(label for label in self.label_numbers if label in given)

    def _has(self, label: object) -> bool:
        if not is_label(label):
            raise TypeError(f"a label is a string or an integer, not {label!r}")
        return label in self.label_numbers

    # The board -------------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the board."""
        rows, columns = self.labels.shape
        return rows, columns

    def given(self) -> list[str] | list[list[int]]:
        """Return the rows of the board as strings or as integers, as it was given."""
        rows: list[list[int]] = self.labels.tolist()
        return ["".join(map(chr, row)) for row in rows] if self.text else rows

    def packed(self) -> list[str] | LabelArray:
        """Return the rows for another board, or another process: an array is read at once."""
        return cast("list[str]", self.given()) if self.text else self.labels

    @property
    def by_label(self) -> bool:
        """Whether red pays for all cells of a label at once, wherever they are."""
        return self.on_disconnected != "split"

    @cached_property
    def regions(self) -> Regions:
        """The connected regions, turned so that blue walks from top to bottom."""
        return Regions(cast("LabelArray", np.ascontiguousarray(self.turned(self.labels))))

    def turned(self, cells: Cells) -> Cells:
        """Turn an array of cells so that blue walks from top to bottom, or back again."""
        return cells if self.direction == "top-bottom" else cells.T

    def turned_cell(self, cell: Cell) -> Cell:
        """Turn a cell as `turned` does."""
        return cell if self.direction == "top-bottom" else (cell[1], cell[0])

    def label(self, region: int) -> Label:
        """Return the label of a region."""
        number = int(self.regions.label_of[region])
        return chr(number) if self.text else number

    @cached_property
    def label_numbers(self) -> dict[Label, int]:
        """The labels in scan order, and the integers that stand for them on the board."""
        numbers = dict.fromkeys(self.regions.label_of.tolist())
        return {(chr(number) if self.text else number): number for number in numbers}

    @property
    def weights_add(self) -> bool:
        """Whether a region weighs the sum of its cells; otherwise `weights` is by label."""
        return not isinstance(self.weights, Mapping)

    def cell_weights(self) -> NDArray[np.int64] | NDArray[np.object_]:
        """Return the weight of every cell; see `weights_add`."""
        if self.weights is None:
            return np.ones(self.shape, dtype=np.int64)
        if isinstance(self.weights, Mapping):
            return self._by_label([self.weights[label] for label in self.label_numbers])
        return self.weights

    def forbidden_cells(self) -> NDArray[np.bool_]:
        """Return the cells that red must not take, shape (H, W)."""
        numbers = [self.label_numbers[label] for label in self.forbidden]
        return np.isin(self.labels, np.array(numbers, dtype=self.labels.dtype))

    def _by_label(self, values: Sequence[int]) -> NDArray[np.int64] | NDArray[np.object_]:
        """Spread one value a label, in the order of `label_numbers`, over the cells."""
        numbers = np.array(list(self.label_numbers.values()), dtype=self.labels.dtype)
        order = np.argsort(numbers)
        kind = np.int64 if max(values) < INT64_SAFE else object
        table = np.array(values, dtype=kind)[order]
        found: NDArray[np.int64] = table[np.searchsorted(numbers[order], self.labels)]
        return found

    @cached_property
    def region_weights(self) -> Weights:
        """What red pays for each region, shape (k,)."""
        regions = self.regions
        if self.weights is None:
            return regions.sizes
        if isinstance(self.weights, Mapping):
            values = [self.weights[self.label(region)] for region in range(regions.count)]
            return smallest_kind(np.array(values, dtype=object), sum(values))
        sums = cast("Weights", np.zeros(regions.count, dtype=self.weights.dtype))
        np.add.at(sums, regions.of.ravel(), self.turned(self.weights).ravel())
        return sums

    def group_weights(
        self, groups: NDArray[np.int32], count: int
    ) -> tuple[Weights, NDArray[np.bool_]]:
        """Return weights and forbidden marks of labels instead of regions.

        Parameters
        ----------
        groups : numpy.ndarray of int32, shape (k,)
            Number of the label of every region.
        count : int
            How many labels there are.
        """
        each = self.region_weights
        weights = cast("Weights", np.zeros(count, dtype=each.dtype))
        if isinstance(self.weights, Mapping):
            weights[groups] = each
        else:
            np.add.at(weights, groups, each)
        forbidden = np.zeros(count, dtype=bool)
        forbidden[groups[self.region_forbidden]] = True
        return weights, forbidden

    @cached_property
    def region_forbidden(self) -> NDArray[np.bool_]:
        """Which regions red must not take, shape (k,)."""
        numbers = [self.label_numbers[label] for label in self.forbidden]
        return np.isin(self.regions.label_of, np.array(numbers, dtype=self.labels.dtype))
