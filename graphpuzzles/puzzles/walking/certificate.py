"""Proof that no walk of a body is shorter, or that none reaches its goal.

The proof is a potential on the states that rises by at most 1 a step, is not above 0 at the start
and not below the bound at every goal: then no walk from the start to a goal has fewer steps than
the bound. The potential of a state is ``min(g, bound - h)``, where ``h`` is a lower bound of the
steps that its head still needs, the body ignored, and ``g`` is given for some states only
(infinite elsewhere). With a good ``h`` few states need a ``g``; with bound infinity the states
that have one are a closed set, and the proof says that there is no way at all.

References
----------
.. [1] R. K. Ahuja, T. L. Magnanti, J. B. Orlin, "Network Flows", 1993, section 5.2 (distance
   labels and optimality conditions).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

import numpy as np

from graphpuzzles.certificate import Certificate, refuse
from graphpuzzles.limits import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.limits import Limits

__all__ = ["WalkBound", "WalkRules"]

_INFINITE = 1 << 60
_CHUNK = 4096
_COORDINATE = 1 << 31


@runtime_checkable
class WalkRules(Protocol):
    """What a certificate asks of a puzzle: its rules, on rows of cells.

    A state is an array of shape (length, 2), its cells from the head on.
    """

    @property
    def start(self) -> NDArray[np.int64]:
        """The first state, shape (length, 2)."""
        ...

    @property
    def goal_cells(self) -> NDArray[np.int64]:
        """The cells that a head can be on when it has reached its goal, shape (k, 2)."""
        ...

    def expand(self, states: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return all states one step away.

        Parameters
        ----------
        states : numpy.ndarray of int64, shape (n, length, 2)

        Returns
        -------
        origin : numpy.ndarray of int64, shape (m,)
            Index into `states`.
        reached : numpy.ndarray of int64, shape (m, length, 2)
        """
        ...

    def reached(self, states: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell which states are at the goal, shape (n,)."""
        ...

    def head_steps(self, cells: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the cells between which and these a head can step, whatever its body.

        Parameters
        ----------
        cells : numpy.ndarray of int64, shape (n, 2)

        Returns
        -------
        origin : numpy.ndarray of int64, shape (m,)
            Index into `cells`.
        beside : numpy.ndarray of int64, shape (m, 2)
            If a head can step from ``a`` to ``b``, then ``b`` is beside ``a`` and ``a`` beside
            ``b``.
        """
        ...


@dataclass(frozen=True, eq=False)
class WalkBound(Certificate[int]):
    """No walk has fewer steps than a bound.

    Parameters
    ----------
    bound : int or None
        The bound; None: no walk reaches the goal.
    distances : Mapping of (int, int) to int or None
        Lower bounds of the steps that a head on a cell needs; None: it never gets there.
    beyond : int or None
        The same for all other cells.
    layers : Sequence of numpy.ndarray of int64, shape (n, length, 2)
        The states with a ``g``: those of ``layers[g]``.

    Examples
    --------
    A snake that is one step from its goal:

    >>> from graphpuzzles.puzzles.snake.puzzle import Snake
    >>> snake = Snake(1, 3, [(0, 1), (0, 2)])
    >>> WalkBound(1, {(0, 0): 0, (0, 1): 1, (0, 2): 2}, None, ()).proves(snake)
    1
    """

    bound: int | None
    distances: Mapping[tuple[int, int], int | None]
    beyond: int | None
    layers: Sequence[NDArray[np.int64]]

    def __repr__(self) -> str:
        states = sum(map(len, self.layers))
        return f"WalkBound({self.bound}, {len(self.distances)} cells, {states} states)"

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> int | None:
        """Return the bound, once every condition of the proof holds.

        Notes
        -----
        O(states * degree) steps of the rules, in batches.
        """
        del limits
        if not isinstance(puzzle, WalkRules):
            raise TypeError(f"a {type(puzzle).__name__} has no walks")
        self._check_distances(puzzle)
        rises = {key: g for g, layer in enumerate(self.layers) for key in _keys(layer)}
        limit = _number(self.bound)
        start = puzzle.start
        if rises.get(_keys(start[np.newaxis])[0]) != 0 and self._estimate(start[:1])[0] < limit:
            raise refuse("the start has a potential above 0")
        for g, states in self._batches(start.shape):
            if puzzle.reached(states).any():
                raise refuse(f"a state of layer {g} is at the goal")
            _, reached = puzzle.expand(states)
            near = reached[self._estimate(reached[:, 0]) < limit - (g + 1)]
            risen = np.array([rises.get(key, _INFINITE) for key in _keys(near)], dtype=np.int64)
            if self.bound is None and (risen == _INFINITE).any():
                raise refuse(f"a step from layer {g} leaves the closed set")
            if self.bound is not None and (risen > g + 1).any():
                raise refuse(f"a step from layer {g} raises the potential by more than 1")
        return self.bound

    def _check_distances(self, puzzle: WalkRules) -> None:
        if (self._estimate(puzzle.goal_cells) != 0).any():
            raise refuse("a goal has a distance other than 0")
        if not self.distances:
            return
        cells = np.array(list(self.distances), dtype=np.int64)
        own = self._estimate(cells)
        origin, beside = puzzle.head_steps(cells)
        wrong = np.flatnonzero(np.abs(own[origin] - self._estimate(beside)) > 1)
        if len(wrong):
            u, v = cells[origin[wrong[0]]].tolist(), beside[wrong[0]].tolist()
            raise refuse(f"the distances of {tuple(u)} and {tuple(v)} differ by more than 1")

    @cached_property
    def _sorted_distances(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The cells with a distance, as one integer each, ascending, and the distances."""
        cells = np.array(list(self.distances), dtype=np.int64).reshape(-1, 2)
        values = np.array(list(map(_number, self.distances.values())), dtype=np.int64)
        code = cells[:, 0] * _COORDINATE + cells[:, 1]
        order = np.argsort(code)
        # The last entry, greater than all codes, stands for the cells that are not listed.
        return (
            np.append(code[order], _INFINITE * 2),
            np.append(values[order], _number(self.beyond)),
        )

    def _estimate(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return what the certificate says of the distance of some cells."""
        codes, values = self._sorted_distances
        asked = cells[:, 0] * _COORDINATE + cells[:, 1]
        at = np.searchsorted(codes, asked)
        return np.where(codes[at] == asked, values[at], values[-1])

    def _batches(self, shape: tuple[int, ...]) -> Iterator[tuple[int, NDArray[np.int64]]]:
        for g, layer in enumerate(self.layers):
            if len(layer) and layer.shape[1:] != shape:
                raise refuse(f"the states of layer {g} are not of the puzzle's length")
            for first in range(0, len(layer), _CHUNK):
                yield g, layer[first : first + _CHUNK]

    def to_dict(self) -> dict[str, object]:
        """Return the certificate as JSON-ready data.

        A state is a list of the head's two coordinates and a text whose characters say by which of
        ``steps`` each cell follows the one before.
        """
        steps = sorted({step for layer in self.layers for step in _differences(layer)})
        return {
            "bound": self.bound,
            "distances": [[a, b, value] for (a, b), value in self.distances.items()],
            "beyond": self.beyond,
            "steps": [list(step) for step in steps],
            "layers": [_write(layer, steps) for layer in self.layers],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> WalkBound:
        """Rebuild a certificate from what `to_dict` gave."""
        triples = cast("Iterable[Sequence[object]]", data["distances"])
        steps = np.array(
            [
                [_coordinate(a), _coordinate(b)]
                for a, b in cast("Iterable[Sequence[object]]", data["steps"])
            ],
            dtype=np.int64,
        ).reshape(-1, 2)
        layers = cast("Iterable[Sequence[Sequence[object]]]", data["layers"])
        return cls(
            _bound(data["bound"]),
            {(_coordinate(a), _coordinate(b)): _bound(value) for a, b, value in triples},
            _bound(data["beyond"]),
            [_read(layer, steps) for layer in layers],
        )


def _number(value: int | None) -> int:
    return _INFINITE if value is None else value


def _keys(states: NDArray[np.int64]) -> list[bytes]:
    """Return a key of every state, for use in a dictionary."""
    if not len(states):
        return []
    rows = np.ascontiguousarray(states).reshape(len(states), -1)
    keys = rows.view(np.dtype((np.void, rows[0].nbytes))).ravel().tolist()
    return cast("list[bytes]", keys)


def _differences(states: NDArray[np.int64]) -> set[tuple[int, int]]:
    steps = np.diff(states, axis=1).reshape(-1, 2)
    code = np.unique(steps[:, 0] * _COORDINATE + steps[:, 1])
    a, b = np.divmod(code + _COORDINATE // 2, _COORDINATE)
    return set(zip(a.tolist(), (b - _COORDINATE // 2).tolist(), strict=True))


def _write(states: NDArray[np.int64], steps: Sequence[tuple[int, int]]) -> list[list[object]]:
    if states.shape[1] == 1:
        return [[a, b, ""] for a, b in states[:, 0].tolist()]
    digits = np.zeros((len(states), states.shape[1] - 1), dtype=np.uint8)
    difference = np.diff(states, axis=1)
    for digit, step in enumerate(steps):
        digits[(difference == step).all(axis=2)] = digit
    turns = (digits + ord("0")).view(f"S{digits.shape[1]}").ravel().astype(str).tolist()
    heads = states[:, 0].tolist()
    return [[a, b, turn] for (a, b), turn in zip(heads, turns, strict=True)]


def _read(rows: Sequence[Sequence[object]], steps: NDArray[np.int64]) -> NDArray[np.int64]:
    if not rows:
        return np.zeros((0, 1, 2), dtype=np.int64)
    turns = [str(turn) for _, _, turn in rows]
    if len({len(turn) for turn in turns}) > 1:
        raise ValueError("the states of a layer are not of one length")
    digits = np.frombuffer("".join(turns).encode(), dtype=np.uint8).astype(np.int64) - ord("0")
    if ((digits < 0) | (digits >= len(steps))).any():
        raise ValueError("a state uses a step that is not listed")
    heads = np.array([[_coordinate(a), _coordinate(b)] for a, b, _ in rows], dtype=np.int64)
    moves = steps[digits.reshape(len(rows), -1)] if digits.size else np.zeros((len(rows), 0, 2))
    cells = np.concatenate([heads[:, np.newaxis], moves.astype(np.int64)], axis=1)
    return np.cumsum(cells, axis=1)


def _coordinate(value: object) -> int:
    if type(value) is not int or abs(value) >= _COORDINATE // 4:
        raise ValueError(f"{value!r} is no coordinate")
    return value


def _bound(value: object) -> int | None:
    if value is not None and (type(value) is not int or not 0 <= value < _COORDINATE):
        raise ValueError(f"{value!r} is no number of steps")
    return value
