"""Certificates that there is no wiring: a cut, or a plane drawing with a wheel.

They speak of nodes by their positions on the board, and find themselves what joins them.
"""

from __future__ import annotations

import reprlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphpuzzles.certificate import Certificate, refuse
from graphpuzzles.limits import UNLIMITED, Meter
from graphpuzzles.puzzles.wiring.board import WiringBoard
from graphpuzzles.puzzles.wiring.rules import blocks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graphpuzzles.limits import Limits

__all__ = ["CrossingTerminals", "SeparatedTerminals"]


class Ground:
    """What is to be wired, as the rules have it: no solver has touched it.

    Parameters
    ----------
    board : WiringBoard

    Attributes
    ----------
    size : int
        Number of nodes; they are 0, 1, ..., size - 1.
    edges : list of (int, int, int)
        ``(u, v, weight)`` with ``u < v``.
    pairs : list of (int, int)
        Terminals to join.
    fill, chordless : bool
        Whether every node must be used, and whether neighbours on one line must follow each other.
    shortest : bool
        Whether only wirings of least weight are solutions.
    blocks : list of tuple of int
        Sets of nodes that no line may contain entirely.
    """

    def __init__(self, board: WiringBoard) -> None:
        self.board = board
        self.size = len(board.nodes)
        self.edges = [(u, v, weight) for (u, v), weight in board.sides.items()]
        self.pairs = [(s, t) for _, s, t in board.pairs]
        self.fill = board.rule == "fill"
        self.shortest = board.rule == "shortest"
        self.chordless = board.self_touch == "no_chord"
        self.blocks = blocks(board)

    def pair(self, number: int) -> tuple[int, int]:
        """Return the terminals of a pair; refuse a number that none has."""
        if not 0 <= number < len(self.pairs):
            raise refuse(f"there is no pair number {number}")
        return self.pairs[number]


def ground_of(puzzle: object, meter: Meter) -> Ground:
    """Return what a wiring puzzle asks for.

    Raises
    ------
    LimitError
        If it has more nodes than states are allowed.
    TypeError
        If the puzzle is of another kind.
    """
    board = getattr(puzzle, "board", None)
    if not isinstance(board, WiringBoard):
        raise TypeError(f"a wiring certificate speaks of wires, not of a {type(puzzle).__name__}")
    meter.require(f"the board has {len(board.nodes)} nodes", states=len(board.nodes))
    return Ground(board)


def integer(value: object) -> int:
    """Return an integer read from JSON, nothing else accepted."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"expected an integer, not {reprlib.repr(value)}")
    return value


def integers(values: object) -> tuple[int, ...]:
    """Return a list of integers read from JSON, nothing else accepted."""
    if not isinstance(values, (list, tuple)):
        raise TypeError(f"expected a list of integers, not {reprlib.repr(values)}")
    return tuple(integer(value) for value in values)


@dataclass(frozen=True)
class SeparatedTerminals(Certificate[int]):
    """A set of nodes that holds one terminal of a pair and that its line cannot leave.

    Proves that there is no wiring at all: every edge out of the set ends on a terminal of another
    pair, and no line passes through a terminal.

    Parameters
    ----------
    pair : int
        Number of the pair, from 0.
    side : tuple of int
        The nodes around its first terminal, in increasing order.
    """

    pair: int
    side: tuple[int, ...]

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> None:
        """Return None: there is no wiring."""
        ground = ground_of(puzzle, Meter(limits))
        s, t = ground.pair(self.pair)
        inside = set(self.side)
        if not inside <= set(range(ground.size)):
            raise refuse("the set names a node that does not exist")
        if s not in inside or t in inside:
            raise refuse("the set does not hold exactly the first terminal of the pair")
        others = {u for pair in ground.pairs for u in pair} - {s, t}
        for u, v, _ in ground.edges:
            if (u in inside) != (v in inside):
                outer = v if u in inside else u
                if outer not in others:
                    raise refuse(f"the line can leave the set from node {u} to node {v}")

    def to_dict(self) -> dict[str, object]:
        """Return pair and set."""
        return {"pair": self.pair, "side": list(self.side)}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> SeparatedTerminals:
        """Rebuild the certificate."""
        return cls(integer(data["pair"]), integers(data["side"]))

    def __repr__(self) -> str:
        return f"SeparatedTerminals(pair {self.pair}, {len(self.side)} nodes)"

    def __str__(self) -> str:
        return f"the line of pair {self.pair} cannot leave a set of {len(self.side)} nodes"


@dataclass(frozen=True)
class CrossingTerminals(Certificate[int]):
    """A plane drawing of the network of two pairs with a wheel around their terminals.

    Proves that there is no wiring at all. Let the pairs be a-b and c-d. Disjoint lines a-b and c-d
    would make, together with the rim a-c-b-d-a and a hub joined to all four, a subdivision of the
    complete graph on five nodes; but no graph that can be drawn in the plane contains one
    (Kuratowski, 1930). Terminals of other pairs are left out, since no line passes through them.

    Parameters
    ----------
    first, second : int
        Numbers of the two pairs, from 0.
    rotation : tuple of tuple of int
        For every node, the hub last, its neighbours in clockwise order. The drawing is plane
        exactly if the faces traced from it satisfy Euler's formula.
    """

    first: int
    second: int
    rotation: tuple[tuple[int, ...], ...]

    def proves(self, puzzle: object, limits: Limits = UNLIMITED) -> None:
        """Return None: there is no wiring."""
        ground = ground_of(puzzle, Meter(limits))
        if self.first == self.second:
            raise refuse("the two pairs are the same")
        (a, b), (c, d) = ground.pair(self.first), ground.pair(self.second)
        hub = ground.size
        others = {u for pair in ground.pairs for u in pair} - {a, b, c, d}
        links = {(u, v) for u, v, _ in ground.edges if not others & {u, v}}
        links |= {(min(u, v), max(u, v)) for u in (a, b) for v in (c, d)}
        links |= {(u, hub) for u in (a, b, c, d)}
        around: list[set[int]] = [set() for _ in range(hub + 1)]
        for u, v in links:
            around[u].add(v)
            around[v].add(u)
        if len(self.rotation) != hub + 1:
            raise refuse("the drawing has not one turn for every node and the hub")
        for u, (turn, expected) in enumerate(zip(self.rotation, around, strict=True)):
            if len(turn) != len(expected) or set(turn) != expected:
                raise refuse(f"the drawing does not show the neighbours of node {u}")
        alone = sum(not turn for turn in self.rotation)
        faces = _count_faces(self.rotation)
        parts = _count_parts(around)
        if hub + 1 - len(links) + faces + alone != 2 * parts:
            raise refuse("the drawing is not plane: its faces break Euler's formula")

    def to_dict(self) -> dict[str, object]:
        """Return the two pairs and the drawing."""
        rotation = [list(turn) for turn in self.rotation]
        return {"first": self.first, "second": self.second, "rotation": rotation}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> CrossingTerminals:
        """Rebuild the certificate."""
        turns = data["rotation"]
        if not isinstance(turns, (list, tuple)):
            raise TypeError("the rotation is a list of lists")
        rotation = tuple(integers(turn) for turn in turns)
        return cls(integer(data["first"]), integer(data["second"]), rotation)

    def __repr__(self) -> str:
        size = f"a drawing of {len(self.rotation)} nodes"
        return f"CrossingTerminals(pairs {self.first} and {self.second}, {size})"

    def __str__(self) -> str:
        return f"pairs {self.first} and {self.second} cross: with a wheel the network is planar"


def _count_faces(rotation: Sequence[Sequence[int]]) -> int:
    """Count the closed walks that turn at every node to the next neighbour in clockwise order."""
    after = {
        (v, u): (u, turn[(i + 1) % len(turn)])
        for u, turn in enumerate(rotation)
        for i, v in enumerate(turn)
    }
    faces = 0
    while after:
        faces += 1
        side = next(iter(after))
        while side in after:
            side = after.pop(side)
    return faces


def _count_parts(around: Sequence[Iterable[int]]) -> int:
    """Count the connected components."""
    left = set(range(len(around)))
    parts = 0
    while left:
        parts += 1
        stack = [left.pop()]
        while stack:
            for v in around[stack.pop()]:
                if v in left:
                    left.remove(v)
                    stack.append(v)
    return parts
