"""Proofs about walks of a body: that none is shorter, that there is none, how many are best.

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
from functools import cached_property, partial
from itertools import count
from typing import TYPE_CHECKING, ClassVar, Self, TypeAlias, cast

import numpy as np

from graphpuzzles.certificate import Certificate, refuse
from graphpuzzles.limits import UNLIMITED, Meter
from graphpuzzles.puzzles.walking.rules import WalkRules, cell_codes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from graphpuzzles.limits import Limits

    Codes: TypeAlias = NDArray[np.int64]
    Cells: TypeAlias = NDArray[np.int64]

_INFINITE = 1 << 60
_STEPS = 1 << 31
_FARTHEST = 1 << 29
_CHUNK = 4096

_FREE = 100
"""So many bodies may be looked at for a state of the proof before they count as states, too."""


@dataclass(frozen=True, eq=False, repr=False)
class WalkBound(Certificate[int]):
    """No walk has fewer steps than a bound.

    Parameters
    ----------
    bound : int or None
        The bound; None: no walk reaches the goal.
    distances : Mapping of (int, int) to int or None
        Lower bounds of the steps that a head on a cell needs; None: it never gets there.
    beyond : int or None
        The same for all other cells. On the plane the distance if nothing lay between is a lower
        bound, too, and need not be said.
    layers : Sequence of numpy.ndarray of integers, shape (n, length, 2)
        The states with a ``g``: those of ``layers[g]``.

    Raises
    ------
    ValueError
        If a layer is no array of integers of that shape.

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
    layers: Sequence[NDArray[np.integer]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "layers", tuple(map(_locked, self.layers)))

    def __repr__(self) -> str:
        states = sum(map(len, self.layers))
        told = f"{self.bound}, {len(self.distances)} cells, {states} states"
        return f"{type(self).__name__}({told})"

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> int | None:
        """Return the bound, once every condition of the proof holds.

        Notes
        -----
        O(states * degree) steps of the rules, in batches.
        """
        proof = _Proof(self, puzzle, limits)
        limit = _number(self.bound)
        start = proof.rules.start[np.newaxis]
        if proof.depths(proof.find(start))[0] != 0 and proof.estimate(start[:, 0])[0] < limit:
            raise refuse("the start has a potential above 0")
        for g, _, reached in proof.steps(limit, limit):
            depths = proof.depths(proof.find(reached))
            if self.bound is None and (depths == _INFINITE).any():
                raise refuse(f"a step from layer {g} leaves the closed set")
            if self.bound is not None and (depths > g + 1).any():
                raise refuse(f"a step from layer {g} raises the potential by more than 1")
        return self.bound

    @cached_property
    def sorted_distances(self) -> tuple[Codes, NDArray[np.int64]]:
        """The cells with a distance, as one integer each, ascending, and the distances."""
        codes = cell_codes(np.array(list(self.distances), dtype=np.int64).reshape(-1, 2))
        values = np.array(list(map(_number, self.distances.values())), dtype=np.int64)
        order = np.argsort(codes)
        # The last entry, greater than all codes, stands for the cells that are not listed.
        found = (
            np.append(codes[order], np.iinfo(np.int64).max),
            np.append(values[order], _number(self.beyond)),
        )
        for array in found:
            array.flags.writeable = False
        return found

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
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Rebuild a certificate from what `to_dict` gave."""
        triples = cast("Iterable[Sequence[object]]", data["distances"])
        steps = [
            (_step(a), _step(b)) for a, b in cast("Iterable[Iterable[object]]", data["steps"])
        ]
        layers = cast("Iterable[Sequence[Sequence[object]]]", data["layers"])
        return cls(
            _bound(data["bound"]),
            {(_coordinate(a), _coordinate(b)): _bound(value) for a, b, value in triples},
            _bound(data["beyond"]),
            [_read(layer, np.array(steps, dtype=np.int32)) for layer in layers],
        )


class StepBound(WalkBound):
    """No walk has fewer steps than a bound, of a search that found none within its limit."""

    question: ClassVar[str] = "bound"


class WalkCount(WalkBound):
    """So many shortest walks there are, all of `bound` steps.

    The layers hold every state that a walk of so many steps can go through, each in the layer of
    the fewest steps that lead to it, and no goal lies in a layer before the last. So a shortest
    walk goes from layer to layer, and the ways to a state add up from those to the states before.
    """

    question: ClassVar[str] = "best_walks"

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> int:
        """Return the number of walks, once the layers are found to hold all of them."""
        if self.bound is None:
            raise refuse("it says of how many steps no walk is")
        proof = _Proof(self, puzzle, limits)
        if len(proof.positions) < proof.count:
            raise refuse("a state is listed twice")
        (first,) = proof.find(proof.rules.start[np.newaxis])
        if proof.depths(first) != 0:
            raise refuse("the start is not in the first layer")
        ways = np.zeros(proof.count, dtype=object)  # Python integers: they outgrow 64 bits
        ways[first] = 1
        for g, origin, reached in proof.steps(self.bound + 1, self.bound):
            position = proof.find(reached)
            depths = proof.depths(position)
            if (depths > g + 1).any():
                raise refuse(f"a step from layer {g} leads to a state that is not listed")
            onward = depths == g + 1
            np.add.at(ways, position[onward], ways[origin[onward]])
        total = sum(
            ways[first : first + len(states)][proof.rules.reached(states)].sum()
            for g, first, states in proof.chunks()
            if g == self.bound
        )
        if not total:
            raise refuse(f"no walk has {self.bound} steps")
        return int(total)


class _Proof:
    """The states and distances of a certificate, held against the rules of a puzzle.

    Parameters
    ----------
    certificate : WalkBound
    puzzle : object
    limits : Limits

    Attributes
    ----------
    positions : dict of bytes to int
        Of every state listed, where it stands in the list of all.
    """

    def __init__(self, certificate: WalkBound, puzzle: object, limits: Limits) -> None:
        if not isinstance(puzzle, WalkRules):
            raise TypeError(f"a {type(puzzle).__name__} has no walks")
        self.rules = puzzle
        self.layers = certificate.layers
        self._codes, self._values = certificate.sorted_distances
        self._meter = Meter(limits)
        self.count = sum(map(len, self.layers))
        self._require(0)
        self._check_distances(certificate)
        self.positions: dict[bytes, int] = {}
        for g, layer in enumerate(self.layers):
            if len(layer) and layer.shape[1] != len(puzzle.body):
                raise refuse(f"the states of layer {g} are not of the puzzle's length")
        for _, first, states in self.chunks():
            self.positions.update(zip(_keys(states), count(first)))
        sizes = [len(layer) for layer in self.layers]
        # The last entry stands for the states that are not listed.
        self._depth = np.append(np.repeat(np.arange(len(sizes)), sizes), _INFINITE)

    def _require(self, looked: int) -> None:
        """Stop if the states of the proof, or the bodies looked at, are too many."""
        self._meter.require(
            f"of the proof {looked} steps were checked",
            states=max(self.count, looked - _FREE * self.count),
            expanded=looked,
            memory=self.count * (16 * len(self.rules.body) + 150),
        )

    def _check_distances(self, certificate: WalkBound) -> None:
        if (self._listed(self.rules.goal_cells) != 0).any():
            raise refuse("a goal has a distance other than 0")
        cells = np.array(list(certificate.distances), dtype=np.int64).reshape(-1, 2)
        own = self._listed(cells)
        origin, beside = self.rules.head_steps(cells)
        wrong = np.flatnonzero(np.abs(own[origin] - self._listed(beside)) > 1)
        if len(wrong):
            u, v = cells[origin[wrong[0]]].tolist(), beside[wrong[0]].tolist()
            raise refuse(f"the distances of {tuple(u)} and {tuple(v)} differ by more than 1")

    def _listed(self, cells: Cells) -> NDArray[np.int64]:
        """Return what the certificate says of the distance of some cells."""
        asked = cell_codes(cells)
        at = np.searchsorted(self._codes, asked)
        return np.where(self._codes[at] == asked, self._values[at], self._values[-1])

    def estimate(self, cells: Cells) -> NDArray[np.int64]:
        """Return a lower bound of the steps that heads on some cells need."""
        # Both are 0 on the goals and change by at most 1 a step, and so does the greater one.
        return np.maximum(self._listed(cells), self.rules.bare_distance(cells))

    def _is_below(self, limit: int, heads: Cells) -> NDArray[np.bool_]:
        below: NDArray[np.bool_] = self.estimate(heads) < limit
        return below

    def chunks(self) -> Iterator[tuple[int, int, Cells]]:
        """Yield the depth, the position of the first, and the states, some thousands at once."""
        position = 0
        for g, layer in enumerate(self.layers):
            for first in range(0, len(layer), _CHUNK):
                states = layer[first : first + _CHUNK].astype(np.int64)
                yield g, position, states
                position += len(states)

    def find(self, states: Cells) -> NDArray[np.int64]:
        """Return the positions of states, -1 for those that are not listed."""
        return np.array([self.positions.get(key, -1) for key in _keys(states)], dtype=np.int64)

    def depths(self, positions: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the depth of the state at every position."""
        depths: NDArray[np.int64] = self._depth[positions]
        return depths

    def steps(self, limit: int, goal_depth: int) -> Iterator[tuple[int, NDArray[np.int64], Cells]]:
        """Yield the steps from all states by the rules, but those to a potential that is fixed.

        Parameters
        ----------
        limit : int
            Where g and the estimate are at least that together, the potential needs no look.
        goal_depth : int
            No state of a layer before that may be at the goal.

        Yields
        ------
        g : int
        origin : numpy.ndarray of int64
            Positions of states of layer g.
        reached : numpy.ndarray of int64, shape (m, length, 2)
        """
        looked = 0
        for g, position, states in self.chunks():
            if g < goal_depth and self.rules.reached(states).any():
                raise refuse(f"a state of layer {g} is at the goal")
            near = partial(self._is_below, limit - (g + 1))
            for origin, reached, work in self.rules.expand(states, near):
                looked += work
                self._require(looked)
                yield g, position + origin, reached


def _locked(layer: NDArray[np.integer]) -> NDArray[np.int32]:
    """Return a copy of states that nobody can change."""
    states = np.asarray(layer)
    integers = np.issubdtype(states.dtype, np.integer)
    if states.ndim != 3 or states.shape[2] != 2 or not integers:
        raise ValueError("the states of a layer are no array of pairs of integers")
    if states.size and (states.max() >= 2 * _FARTHEST or states.min() <= -2 * _FARTHEST):
        raise ValueError(f"a coordinate is {2 * _FARTHEST} or more")
    copy = states.astype(np.int32)
    copy.setflags(write=False)
    return copy


def _number(value: int | None) -> int:
    return _INFINITE if value is None else value


def _keys(states: Cells) -> list[bytes]:
    """Return a key of every state, for use in a dictionary."""
    if not len(states):
        return []
    rows = states.astype(np.int32).reshape(len(states), states[0].size)
    keys = rows.view(np.dtype((np.void, rows[0].nbytes))).ravel().tolist()
    return cast("list[bytes]", keys)


def _differences(states: NDArray[np.integer]) -> set[tuple[int, int]]:
    steps = np.diff(states.astype(np.int64), axis=1)
    code = np.unique(steps[..., 0] * _STEPS + steps[..., 1])
    a, b = np.divmod(code + _STEPS // 2, _STEPS)
    return set(zip(a.tolist(), (b - _STEPS // 2).tolist(), strict=True))


def _write(states: NDArray[np.integer], steps: Sequence[tuple[int, int]]) -> list[list[object]]:
    heads = states[:, 0].tolist()
    if states.shape[1] == 1:
        return [[a, b, ""] for a, b in heads]
    digits = np.zeros((len(states), states.shape[1] - 1), dtype=np.uint8)
    difference = np.diff(states, axis=1)
    for digit, step in enumerate(steps):
        digits[(difference == step).all(axis=2)] = digit
    turns = (digits + ord("0")).view(f"S{digits.shape[1]}").ravel().astype(str).tolist()
    return [[a, b, turn] for (a, b), turn in zip(heads, turns, strict=True)]


def _read(rows: Sequence[Sequence[object]], steps: NDArray[np.int32]) -> NDArray[np.int32]:
    turns = [str(turn) for _, _, turn in rows]
    length = max(map(len, turns), default=0)
    if any(len(turn) < length for turn in turns):
        raise ValueError("the states of a layer are not of one length")
    digits = np.frombuffer("".join(turns).encode(), dtype=np.uint8) - ord("0")
    if digits.size and digits.max() >= len(steps):  # below "0" they wrap round, far above
        raise ValueError("a state uses a step that is not listed")
    states = np.zeros((len(rows), length + 1, 2), dtype=np.int32)
    states[:, 0] = [[_coordinate(a), _coordinate(b)] for a, b, _ in rows] or 0
    if digits.size:
        np.take(steps, digits.reshape(len(rows), length), axis=0, out=states[:, 1:])
    return np.cumsum(states, axis=1, out=states)


def _coordinate(value: object) -> int:
    if type(value) is not int or abs(value) >= _FARTHEST:
        raise ValueError(f"{value!r} is no coordinate")
    return value


def _step(value: object) -> int:
    if type(value) is not int or abs(value) > 1:
        raise ValueError(f"{value!r} is no step to a cell beside")
    return value


def _bound(value: object) -> int | None:
    if value is not None and (type(value) is not int or not 0 <= value < _STEPS):
        raise ValueError(f"{value!r} is no number of steps")
    return value
