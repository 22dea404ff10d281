"""A board of regions with weights: what the two questions about ConnectingGame have in common."""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeGuard, TypeVar, cast

import numpy as np

from graphpuzzles.errors import PuzzleError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphpuzzles.lattice import Cell

T = TypeVar("T", bound=np.generic)

LabelArray: TypeAlias = "NDArray[np.int32] | NDArray[np.int64] | NDArray[np.uint64]"
Weights: TypeAlias = "NDArray[np.int64] | NDArray[np.object_]"
"""Integers: int64 where sums cannot overflow, else an object array of Python integers."""

# An array of one value a cell; the type that goes in comes out.
Cells = TypeVar(
    "Cells",
    "NDArray[np.bool_]",
    "NDArray[np.int32]",
    "NDArray[np.int64]",
    "LabelArray",
    "Weights",
)

Label: TypeAlias = str | int
Direction: TypeAlias = Literal["top-bottom", "left-right"]
OnDisconnected: TypeAlias = Literal["error", "split", "bounds"]

# Sums of two numbers up to here fit int64.
INT64_SAFE = 2**62


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
        fields = self.__dict__
        fields["labels"], fields["text"] = label_array(board)
        if direction not in ("top-bottom", "left-right"):
            raise ValueError(f"direction is 'top-bottom' or 'left-right', not {direction!r}")
        if on_disconnected not in ("error", "split", "bounds"):
            raise ValueError(
                f"on_disconnected is 'error', 'split' or 'bounds', not {on_disconnected!r}"
            )
        fields["direction"] = direction
        fields["on_disconnected"] = on_disconnected
        fields["weights"] = None if weights is None else self._checked_weights(weights)
        fields["forbidden"] = self._checked_forbidden(forbidden)
        self._accept()

    def _accept(self) -> None:
        """Raise PuzzleError where a label is not connected and must be; a question says how."""

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
        if not isinstance(forbidden, Iterable):
            raise TypeError(f"forbidden are several labels, not {forbidden!r}")
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

    def turned(self, cells: Cells) -> Cells:
        """Turn an array of cells so that blue walks from top to bottom, or back again."""
        return cells if self.direction == "top-bottom" else cells.T

    def turned_cell(self, cell: Cell) -> Cell:
        """Turn a cell as `turned` does."""
        return cell if self.direction == "top-bottom" else (cell[1], cell[0])

    @cached_property
    def label_numbers(self) -> Mapping[Label, int]:
        """The labels in scan order, and the integers that stand for them on the board."""
        numbers = dict.fromkeys(self.turned(self.labels).ravel().tolist())
        return MappingProxyType(
            {(chr(number) if self.text else number): number for number in numbers}
        )

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
        if not self.forbidden:
            return np.zeros(self.shape, dtype=bool)
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


def label_array(board: object) -> tuple[LabelArray, bool]:
    """Return the labels of a board given as strings or integers, checked and locked.

    Parameters
    ----------
    board : sequence of str, or two-dimensional integer array or nested sequence of int
        Rows of equal length. Characters of strings are labels by their code points.

    Returns
    -------
    labels : numpy.ndarray of int32 (text), int64 or uint64, shape (H, W)
        A read-only copy.
    text : bool
        Whether the board was given as strings.

    Raises
    ------
    TypeError
        If the rows are neither strings nor integers, or some are this and some that.
    PuzzleError
        If there is no cell, or a row has another length than the first (named).
    ValueError
        If an array has not two dimensions, or an integer does not fit 64 bits.

    Examples
    --------
    >>> labels, text = label_array(["AB", "AC"])
    >>> labels.tolist(), text
    ([[65, 66], [65, 67]], True)
    """
    if isinstance(board, np.ndarray):
        return _filled(_integers(board)), False
    if isinstance(board, str):
        raise TypeError("a board is a sequence of rows, not str; `parse` reads a text")
    if not isinstance(board, Sequence):
        raise TypeError(f"a board is a sequence of rows, not {type(board).__name__}")
    rows = list(board)
    if not rows:
        raise PuzzleError("the board has no rows")
    text = isinstance(rows[0], str)
    for number, row in enumerate(rows):
        known = isinstance(row, str | Sequence | np.ndarray) and not isinstance(row, bytes)
        if isinstance(row, str) != text or not known:
            raise TypeError(
                f"row {number} is {type(row).__name__}; rows are all strings or all integers"
            )
        if len(row) != len(rows[0]):
            raise PuzzleError(
                f"row {number} has {len(row)} cells, row 0 has {len(rows[0])}", where=(number, 0)
            )
    if text:
        order = "utf-32-le" if sys.byteorder == "little" else "utf-32-be"
        points = np.frombuffer("".join(rows).encode(order, "surrogatepass"), dtype=np.int32)
        return _filled(points.reshape(len(rows), -1)), True
    return _filled(_integers(_array_of_rows(rows))), False


def _array_of_rows(rows: list[Sequence[object]]) -> NDArray[np.generic]:
    for number, row in enumerate(rows):
        for column, value in enumerate(row):
            if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer):
                raise TypeError(
                    f"label {value!r} in row {number}, column {column} is not an integer"
                )
    try:
        return np.array(rows, dtype=np.int64)
    except OverflowError:
        pass
    try:
        return np.array(rows, dtype=np.uint64)
    except OverflowError:
        raise ValueError("labels must fit 64 bits, all signed or all unsigned") from None


def _integers(array: NDArray[np.generic]) -> LabelArray:
    if array.ndim != 2:
        raise ValueError(f"a board has rows and columns; got shape {array.shape}")
    if array.dtype.kind not in "iu":
        raise TypeError(f"labels are integers; got an array of {array.dtype}")
    if np.ma.is_masked(array):
        raise ValueError("every cell has a label; the array masks some")
    if array.dtype.kind == "u" and array.size and int(array.max()) > np.iinfo(np.int64).max:
        return array.astype(np.uint64, copy=False)
    return array.astype(np.int64, copy=False)


def _filled(labels: LabelArray) -> LabelArray:
    """Return labels that nobody can change; of strings they are read from bytes already."""
    if labels.size == 0:
        raise PuzzleError("the board has no cells")
    return labels if labels.dtype == np.int32 else cast("LabelArray", locked(labels))
