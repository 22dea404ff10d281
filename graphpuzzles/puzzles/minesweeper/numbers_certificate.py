"""Count the layouts of a board anew, and how likely a mine is in every class of its cells.

Classes that share a clue, directly or by way of others, are a part of the board. Parts are counted
one by one, from both sides: a class has so many mines in as many layouts as there are ways up to
it times ways on from it. Under a total the ways of a part are told apart by their mines, as
polynomials whose coefficients stand side by side in one integer. What a layout of a part is then
worth, with all that lies outside, follows by halving the parts again and again.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, gcd, prod
from operator import mul
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from graphpuzzles.certificate import refuse
from graphpuzzles.puzzles.minesweeper.elimination_certificate import Elimination

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphpuzzles.limits import Meter
    from graphpuzzles.puzzles.minesweeper.elimination_certificate import Members


class Numbers(NamedTuple):
    """What is counted anew.

    Parameters
    ----------
    layouts : int
    chances : dict of int to (int, int)
        By class, a ratio: the mean number of its mines.
    outside : (int, int)
        The mean number of mines outside all classes.
    """

    layouts: int
    chances: dict[int, tuple[int, int]]
    outside: tuple[int, int]


@dataclass(frozen=True)
class Classes:
    """Classes whose layouts are to be counted.

    Parameters
    ----------
    left : sequence of int
        By clue, its mines.
    groups : sequence of (Members, int)
        The clues that count the cells of a class, at least one, and the number of these cells.
    outside : int
        Number of cells that no clue counts.
    total : int, optional
        Number of mines in all.
    odds : (int, int)
        Weights of a mine and of a safe cell, where there is no total.
    """

    left: Sequence[int]
    groups: Sequence[tuple[Members, int]]
    outside: int
    total: int | None
    odds: tuple[int, int]

    def recount(self, order: Sequence[int], meter: Meter) -> Numbers:
        """Count anew, class by class in this order.

        Raises
        ------
        CertificateError
            If there is no layout.
        LimitError
            If a limit is reached.
        """
        parts = self._parts(order, meter)
        if self.total is None:
            return self._apart(parts)
        return self._joined(parts, self.total, meter)

    def ranges(self, order: Sequence[int], meter: Meter) -> list[tuple[int, int]]:
        """Return by part the least and the most mines, whatever the total; likewise."""
        return [part.span() for part in self._parts(order, meter)]

    def _parts(self, order: Sequence[int], meter: Meter) -> list[_Part]:
        """Place all classes, part by part, each in the order given."""
        part_of = self._part_of()
        together: dict[int, list[int]] = {}
        for number in order:
            together.setdefault(part_of[number], []).append(number)
        parts: list[_Part] = []
        held = 0
        for numbers in together.values():
            parts.append(_Part(self, numbers, meter, held))
            held += parts[-1].held
        return parts

    def _part_of(self) -> dict[int, int]:
        """Return by class the first class that hangs together with it by clues."""
        by_clue: dict[int, list[int]] = {}
        for number, (members, _) in enumerate(self.groups):
            for clue in members:
                by_clue.setdefault(clue, []).append(number)
        part_of: dict[int, int] = {}
        for start in range(len(self.groups)):
            if start in part_of:
                continue
            part = {start: start}
            pending = [start]
            for number in pending:
                # Each clue is looked at once.
                near = [n for clue in self.groups[number][0] for n in by_clue.pop(clue, ())]
                fresh = dict.fromkeys([n for n in near if n not in part], start)
                part |= fresh
                pending += fresh
            part_of |= part
        return part_of

    def _apart(self, parts: Sequence[_Part]) -> Numbers:
        """Let every part have any number of mines: then it has nothing to do with the others."""
        chances: dict[int, tuple[int, int]] = {}
        layouts = []
        for part in parts:
            ways = part.ways((1, 1))
            layouts.append(part.ahead(ways)[0][0])
            if self.odds != (1, 1):
                ways = part.ways(self.odds)
            ahead = part.ahead(ways)
            for number, mines in part.mines(ways, ahead):
                chances[number] = (mines, ahead[0][0])
        mine, safe = self.odds
        outside = (self.outside * mine, mine + safe)
        return Numbers(prod(layouts) << self.outside, chances, outside)

    def _joined(self, parts: Sequence[_Part], total: int, meter: Meter) -> Numbers:
        """Let the parts and the cells outside have so many mines together."""
        found = [part.by_mines() for part in parts]
        total -= sum(least for least, _, _ in found)
        terms = [terms for _, terms, _ in found]
        common, weights = self._outside(total, sum(map(len, terms)) - len(terms), meter)
        chances: dict[int, tuple[int, int]] = {}
        scale = weights[0]
        inside = 0
        for worth, (_, layouts, shares) in zip(_worths(terms, weights, meter), found, strict=True):
            values = [*map(mul, layouts, worth)]
            # Each part gives the same sum: the layouts of the board, but for what is divided out.
            scale = sum(values)
            inside += sum(map(mul, range(len(values)), values))
            for number, share in shares.items():
                chances[number] = (sum(map(mul, share, worth)), scale)
        if not scale:
            raise refuse("no layout meets the clues and the total")
        return Numbers(scale * common, chances, (scale * total - inside, scale))

    def _outside(self, total: int, span: int, meter: Meter) -> tuple[int, list[int]]:
        """Return in how many ways the cells outside take ``total - m`` mines, for m up to a span.

        What the numbers have in common comes first, and is divided out.
        """
        meter.require("the parts were counted", memory=span * self.outside // 8)
        least = max(0, total - span)
        number = comb(self.outside, least)
        ways: dict[int, int] = {}
        for mines in range(least, min(total, self.outside) + 1):
            meter.require("the parts were counted")
            ways[mines] = number
            number = number * (self.outside - mines) // (mines + 1)
        if not ways:
            raise refuse("no layout meets the clues and the total")
        common = gcd(*ways.values())
        return common, [ways.get(total - m, 0) // common for m in range(span + 1)]


Ways: TypeAlias = list[dict[int, int]]
"""By class and number of its mines, how many choices of cells there are, or what they weigh."""


class _Part:
    """Classes that hang together by clues, with all arcs of their elimination."""

    def __init__(self, classes: Classes, numbers: Sequence[int], meter: Meter, held: int) -> None:
        self.numbers = numbers
        self.meter = meter
        local: dict[int, int] = {}
        groups = []
        for number in numbers:
            members, size = classes.groups[number]
            groups.append((tuple([local.setdefault(c, len(local)) for c in members]), size))
        left = [classes.left[clue] for clue in local]
        self.layers = list(Elimination(left, groups, meter, held).layers())
        if not self.layers[-1][1]:
            raise refuse("no layout meets the clues")
        self.sizes = [size for _, size in groups]
        self.held = sum(width for width, _ in self.layers)
        # By class, how many mines it has, least first.
        self.choices = [sorted({mines for _, mines, _ in arcs}) for _, arcs in self.layers]

    def span(self) -> tuple[int, int]:
        """Return the least and the most mines of a layout."""
        ends = [(0, 0)]
        for _, arcs in self.layers:
            after: dict[int, tuple[int, int]] = {}
            for source, mines, target in arcs:
                least, most = ends[source][0] + mines, ends[source][1] + mines
                low, high = after.get(target, (least, most))
                after[target] = min(low, least), max(high, most)
            # Targets are numbered as they first occur.
            ends = list(after.values())
            self.meter.require("a part was placed")
        return ends[0]

    def ways(self, odds: tuple[int, int]) -> Ways:
        """Return what the choices of cells weigh: so much for a mine, so much for a safe cell."""
        bits = sum(odds).bit_length()
        choices = sum(map(mul, self.sizes, map(len, self.choices)))
        self._account(bits * (choices + self.held * sum(self.sizes)))
        mine, safe = odds
        found: Ways = []
        for step, size in enumerate(self.sizes):
            found.append({})
            for mines in self.choices[step]:
                found[step][mines] = comb(size, mines) * mine**mines * safe ** (size - mines)
                self._account()
        return found

    def by_mines(self) -> tuple[int, list[int], dict[int, list[int]]]:
        """Return the least mines of a layout and, for each number from there on, two things.

        These are the number of layouts with so many mines, and the mines of every class in them.
        """
        ways = self.ways((1, 1))
        layouts = self.ahead(ways)[0][0]
        # Sums of mines of a class must not run over into the next coefficient.
        octets = (layouts * max(self.sizes)).bit_length() // 8 + 1
        wide = 1 + sum(choice[-1] - choice[0] for choice in self.choices)
        self._account(8 * octets * wide * self.held)
        ahead = self.ahead(ways, 8 * octets)
        terms = _unpack(ahead[0][0], octets)
        low = next(i for i, term in enumerate(terms) if term)
        shares = {
            number: _unpack(mines, octets)[low:]
            for number, mines in self.mines(ways, ahead, 8 * octets)
        }
        return low + sum(choice[0] for choice in self.choices), terms[low:], shares

    def ahead(self, ways: Ways, bits: int = 0) -> list[list[int]]:
        """Return by layer and state the sum of the ways from there to the end.

        With bits, a mine more than need be stands so many bits further up.
        """
        layers = [[1]]
        for step in reversed(range(len(self.layers))):
            width, arcs = self.layers[step]
            least, way = self.choices[step][0], ways[step]
            values, before = layers[-1], [0] * width
            for source, mines, target in arcs:
                if values[target]:
                    before[source] += values[target] * way[mines] << bits * (mines - least)
            layers.append(before)
            self._account()
        return layers[::-1]

    def mines(
        self, ways: Ways, ahead: Sequence[Sequence[int]], bits: int = 0
    ) -> Iterator[tuple[int, int]]:
        """Yield every class with the sum of its mines over all layouts; see `ahead`."""
        reached = [1]
        for step, number in enumerate(self.numbers):
            width, arcs = self.layers[step]
            least, way, after = self.choices[step][0], ways[step], ahead[step + 1]
            onward = [0] * len(after)
            shares = [0] * width
            for source, mines, target in arcs:
                # Some states lead nowhere.
                if after[target]:
                    up = bits * (mines - least)
                    onward[target] += reached[source] * way[mines] << up
                    shares[source] += mines * way[mines] * after[target] << up
            yield number, sum(map(mul, reached, shares))
            reached = onward
            self._account()

    def _account(self, bits: int = 0) -> None:
        self.meter.require("a part was counted", states=self.held, memory=bits // 8)


def _unpack(packed: int, octets: int) -> list[int]:
    data = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
    return [int.from_bytes(data[i : i + octets], "little") for i in range(0, len(data), octets)]


def _times(parts: Sequence[Sequence[int]], meter: Meter) -> Sequence[int]:
    """Multiply polynomials."""
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    one, other = _times(parts[:half], meter), _times(parts[half:], meter)
    product = [0] * (len(one) + len(other) - 1)
    for i, factor in enumerate(one):
        meter.require("parts were joined")
        for j, term in enumerate(other, i):
            product[j] += factor * term
    return product


def _worths(
    parts: Sequence[Sequence[int]], weights: Sequence[int], meter: Meter
) -> Iterator[Sequence[int]]:
    """Yield by part what a layout is worth, by its mines: the ways of all that lies outside.

    The weights are the ways of what lies outside all parts, by the mines in all parts.
    """
    if len(parts) == 1:
        yield weights
    if len(parts) < 2:
        return
    half = len(parts) // 2
    for inside, others in ((parts[:half], parts[half:]), (parts[half:], parts[:half])):
        terms = _times(others, meter)
        worth = []
        for j in range(len(weights) - len(terms) + 1):
            meter.require("parts were joined")
            worth.append(sum(map(mul, terms, weights[j : j + len(terms)])))
        yield from _worths(inside, worth, meter)
