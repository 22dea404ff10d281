"""Join the independent parts of a board under one total number of mines.

Part ``i`` has ``P_i[m]`` layouts with ``m`` mines; ``free`` cells that no clue touches take what
is left of the total ``M``. There are as many layouts as the sum over ``m`` of
``(P_1 * P_2 * ...)[m]`` times ``C(free, M - m)``. What a layout of part ``i`` with ``m`` mines is
worth, all others taken together, follows for all parts at once by going down the tree of products
(the transposed product).

References
----------
Bostan, A., Lecerf, G. and Schost, E. (2003). Tellegen's principle into practice. *ISSAC 2003*.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from operator import mul
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping, Sequence


@dataclass(frozen=True)
class Polynomial:
    """A polynomial with coefficients from a lowest exponent on.

    Parameters
    ----------
    low : int
    terms : tuple of int
        The coefficients of ``low``, ``low + 1``, ...
    """

    low: int
    terms: tuple[int, ...]

    @classmethod
    def of(cls, coefficients: Mapping[int, int]) -> Polynomial:
        """Make a polynomial of its non-zero coefficients, of which there is at least one."""
        low, high = min(coefficients), max(coefficients)
        return cls(low, tuple(coefficients.get(m, 0) for m in range(low, high + 1)))

    @property
    def high(self) -> int:
        """The largest exponent."""
        return self.low + len(self.terms) - 1

    def __mul__(self, other: Polynomial) -> Polynomial:
        short, long = sorted((self.terms, other.terms), key=len)
        product = [0] * (len(short) + len(long) - 1)
        for i, factor in enumerate(short):
            if factor:
                for j, term in enumerate(long, i):
                    product[j] += factor * term
        return Polynomial(self.low + other.low, tuple(product))


class _Node:
    """A node of the tree of products; leaves have no children."""

    def __init__(self, polynomial: Polynomial, children: tuple[_Node, ...] = ()) -> None:
        self.polynomial = polynomial
        self.children = children


class TotalMix:
    """Parts of a board, the cells that no clue touches, and a total.

    Parameters
    ----------
    parts : sequence of Polynomial
        By part, the number of layouts by number of mines.
    free : int
        Number of cells outside all parts.
    total : int
        Number of mines in all.

    Notes
    -----
    With ``d`` exponents in all and ``n`` parts, ``O(d^2)`` products of integers; the binomial
    coefficients share a large common divisor, which is taken out.
    """

    def __init__(self, parts: Sequence[Polynomial], free: int, total: int) -> None:
        self.parts = parts
        self.free = free
        self.total = total
        self._leaves = [_Node(part) for part in parts]
        nodes = self._leaves or [_Node(Polynomial(0, (1,)))]
        while len(nodes) > 1:
            pairs = zip(nodes[::2], nodes[1::2], strict=False)
            joined = [_Node(a.polynomial * b.polynomial, (a, b)) for a, b in pairs]
            nodes = joined + nodes[len(nodes) & ~1 :]
        self._root = nodes[0]

    @property
    def product(self) -> Polynomial:
        """The number of layouts of all parts together, by number of mines."""
        return self._root.polynomial

    @cached_property
    def _outside(self) -> tuple[int, int, list[int]]:
        """Return C(free, total - m) for the exponents m of the product, in lowest terms.

        The common factor comes as a fraction, numerator first.
        """
        low, high = self.product.low, self.product.high
        first = max(0, self.total - high)
        last = min(self.free, self.total - low)
        if first > last:
            return 1, 1, [0] * len(self.product.terms)
        # C(free, k) = C(free, first) * scaled[k] / scaled[first], in whole numbers throughout.
        scaled = [math.prod(range(first + 1, last + 1))]
        for k in range(first, last):
            scaled.append(scaled[-1] * (self.free - k) // (k + 1))
        divisor = math.gcd(*scaled)
        weights = [0] * len(self.product.terms)
        for k, weight in enumerate(scaled, first):
            weights[self.total - k - low] = weight // divisor
        return math.comb(self.free, first), scaled[0] // divisor, weights

    @cached_property
    def scale(self) -> int:
        """The number of layouts, up to a constant factor; 0 where the total cannot be met."""
        return sum(map(mul, self.product.terms, self._outside[2]))

    @property
    def layouts(self) -> int:
        """The exact number of layouts."""
        numerator, denominator, _ = self._outside
        return self.scale * numerator // denominator

    def worths(self) -> list[list[int]]:
        """Return what a layout of each part is worth, by its mines from the lowest exponent on.

        The unit is that of `scale`: the sum of worth times number of layouts is the scale for each
        part.
        """
        found: dict[int, list[int]] = {}
        pending = [(self._root, self._outside[2])]
        while pending:
            node, weights = pending.pop()
            if not node.children:
                found[id(node)] = weights
                continue
            for child, other in (node.children, node.children[::-1]):
                terms = other.polynomial.terms
                pending.append((child, list(_correlate(terms, weights, child.polynomial))))
        return [found[id(leaf)] for leaf in self._leaves]

    def expected_outside(self) -> int:
        """Return the sum over layouts of the mines outside all parts, in the unit of `scale`."""
        most = self.total - self.product.low
        rows = enumerate(zip(self.product.terms, self._outside[2], strict=True))
        return sum(term * weight * (most - j) for j, (term, weight) in rows)

    def draw(self, rng: random.Random) -> list[int]:
        """Draw the mines of every part as they are in a layout drawn uniformly.

        Parameters
        ----------
        rng : random.Random

        Returns
        -------
        list of int
            One number a part; the rest of the total lies outside.
        """
        shares = list(map(mul, self.product.terms, self._outside[2]))
        found: dict[int, int] = {}
        pending = [(self._root, self.product.low + _pick(shares, rng))]
        while pending:
            node, mines = pending.pop()
            if not node.children:
                found[id(node)] = mines
                continue
            left, right = (child.polynomial for child in node.children)
            first = max(left.low, mines - right.high)
            last = min(left.high, mines - right.low)
            shares = [
                left.terms[m - left.low] * right.terms[mines - m - right.low]
                for m in range(first, last + 1)
            ]
            taken = first + _pick(shares, rng)
            pending += zip(node.children, (taken, mines - taken), strict=True)
        return [found[id(leaf)] for leaf in self._leaves]


def _correlate(terms: Sequence[int], weights: Sequence[int], child: Polynomial) -> Iterator[int]:
    """Yield what each number of mines of a child is worth, its sibling summed over."""
    for j in range(len(child.terms)):
        yield sum(map(mul, terms, weights[j : j + len(terms)]))


def _pick(shares: Sequence[int], rng: random.Random) -> int:
    """Draw an index with probability proportional to its share."""
    sums = list(accumulate(shares))
    return bisect_right(sums, rng.randrange(sums[-1]))
