"""What checks Minesweeper's answers on its own: classes of cells placed one after the other."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpuzzles.errors import (
    CertificateError,
    LimitError,
)
from graphpuzzles.limits import UNLIMITED, Limits, Meter
from graphpuzzles.puzzles.minesweeper.elimination_certificate import (
    ClueSet,
    closing_order,
    satisfiable,
)
from graphpuzzles.puzzles.minesweeper.numbers_certificate import Classes
from tests.puzzles.minesweeper.mine_cases import (
    PROVED,
)


@st.composite
def classes(draw):
    """Up to 4 classes of up to 3 cells under up to 3 clues, which some layout meets."""
    clues = st.sampled_from([(0,), (1,), (0, 1), (1, 2), (0, 1, 2)])
    # Three in a chain can have several numbers of mines.
    members = draw(st.sampled_from([[], [(0,), (0, 1), (1,)]])) + draw(st.lists(clues, max_size=1))
    sizes = [draw(st.integers(1, 3)) for _ in members]
    chosen = [draw(st.integers(0, size)) for size in sizes]
    left = [
        sum(mines for clues, mines in zip(members, chosen, strict=True) if clue in clues)
        for clue in range(3)
    ]
    outside = draw(st.integers(0, 2))
    total = draw(st.none() | st.integers(0, outside).map(lambda rest: sum(chosen) + rest))
    odds = draw(st.sampled_from([(1, 2), (2, 1), (3, 4), (1, 1)])) if total is None else (1, 1)
    return Classes(left, [*zip(members, sizes, strict=True)], outside, total, odds)


def every_layout(found):
    """Yield the mines of each class and outside, and the weight of these numbers."""
    sizes = [size for _, size in found.groups]
    for cells in product((0, 1), repeat=sum(sizes) + found.outside):
        ends = [sum(sizes[:i]) for i in range(len(sizes) + 1)]
        mines = [sum(cells[a:b]) for a, b in pairwise(ends)]
        met = all(
            need
            == sum(m for (clues, _), m in zip(found.groups, mines, strict=True) if clue in clues)
            for clue, need in enumerate(found.left)
        )
        if met and found.total in {None, sum(cells)}:
            mine, safe = found.odds
            weight = mine ** sum(cells) * safe ** (len(cells) - sum(cells))
            yield [*mines, sum(cells[ends[-1] :])], weight


@given(classes(), st.randoms(use_true_random=False))
def test_numbers_are_those_of_all_layouts_in_any_order(found, rng):
    layouts = list(every_layout(found))
    weight = sum(w for _, w in layouts)
    means = [
        Fraction(sum(mines[i] * w for mines, w in layouts), weight)
        for i in range(len(found.groups) + 1)
    ]
    order = list(range(len(found.groups)))
    rng.shuffle(order)
    numbers = found.recount(order, Meter(UNLIMITED))
    assert numbers.layouts == len(layouts)
    ratios = [*(numbers.chances[i] for i in range(len(found.groups))), numbers.outside]
    assert [Fraction(*ratio) for ratio in ratios] == means
    if found.total is None:
        ranges = found.ranges(order, Meter(UNLIMITED))
        inside = [sum(mines[:-1]) for mines, _ in layouts]
        assert (sum(low for low, _ in ranges), sum(high for _, high in ranges)) == (
            min(inside),
            max(inside),
        )


@pytest.mark.parametrize("total", [None, 2])
def test_no_layout_has_no_numbers(total):
    # Three pairs out of three cells, of which each is to hold one mine.
    odd = Classes([1, 1, 1], [((0, 1), 1), ((1, 2), 1), ((0, 2), 1)], 1, total, (1, 1))
    with pytest.raises(CertificateError, match="no layout"):
        odd.recount([0, 1, 2], Meter(UNLIMITED))
    with pytest.raises(CertificateError, match="no layout"):
        odd.ranges([0, 1, 2], Meter(UNLIMITED))


def test_a_total_that_no_layout_meets_has_no_numbers():
    pair = Classes([1], [((0,), 2)], 1, 3, (1, 1))
    with pytest.raises(CertificateError, match="the clues and the total"):
        pair.recount([0], Meter(UNLIMITED))


class Ledger:
    """A meter that stops nothing and keeps what it is told."""

    def __init__(self):
        self.entries = []

    def require(self, done, *, states=0, memory=0):
        self.entries.append((done, states, memory))


def chain(total):
    """Two parts with several numbers of mines, one with a single number, and 16 cells outside."""
    first = [((0,), 2), ((0, 1), 3), ((1,), 4)]
    others = [((2,), 2), ((3,), 2), ((3, 4), 1), ((4,), 2)]
    return Classes([3, 4, 1, 1, 1], [*first, *others], 16, total, (1, 1))


def test_a_check_tells_its_meter_what_it_is_about_to_hold():
    placing = [
        ("0 states of an elimination were held", 0, 0),
        ("3 states of an elimination were held", 3, 960),
        ("6 states of an elimination were held", 6, 1920),
        ("7 states of an elimination were held", 7, 2880),
        ("7 states of an elimination were held", 7, 0),
        ("8 states of an elimination were held", 8, 320),
        ("8 states of an elimination were held", 8, 0),
        ("10 states of an elimination were held", 10, 640),
        ("12 states of an elimination were held", 12, 1280),
        ("13 states of an elimination were held", 13, 1920),
    ]
    counting = [
        ("a part was counted", 7, 22),
        ("a part was counted", 7, 0),
        ("a part was counted", 7, 98),
        ("a part was counted", 1, 1),
        ("a part was counted", 1, 0),
        ("a part was counted", 5, 8),
        ("a part was counted", 5, 0),
        ("a part was counted", 5, 20),
        ("the parts were counted", 0, 6),
        ("the parts were counted", 0, 0),
        ("parts were joined", 0, 0),
    ]
    ledger = Ledger()
    chain(12).recount(range(7), ledger)
    assert [*dict.fromkeys(ledger.entries)] == placing + counting
    ledger = Ledger()
    chain(None).ranges(range(7), ledger)
    assert [*dict.fromkeys(ledger.entries)] == [*placing, ("a part was placed", 0, 0)]
    ledger = Ledger()
    assert closing_order([(0,), (0, 1), (1,), ()], ledger) == [0, 1, 2, 3]
    assert ledger.entries[-1][0] == "2 classes were put in order"
    ledger = Ledger()
    assert satisfiable([ClueSet(1, ("a", "b"))], "ab", ledger)
    assert ledger.entries[1:] == [
        (f"{n} states of an elimination were held", n, n * 320) for n in (0, 1)
    ]
    with pytest.raises(LimitError, match="0 cells were forced"):
        PROVED.solve().certificate().proves(PROVED, Limits(max_seconds=0))


@pytest.mark.parametrize(
    ("members", "order"),
    [
        # Beside what is begun, before anything else.
        ([(0,), (1,), (0, 2), (2,)], [0, 2, 3, 1]),
        # Of two clues the one that is closer to its end.
        ([(0, 1), (0, 2), (1,), (1,), (2,)], [0, 1, 4, 2, 3]),
        # What no clue counts comes last.
        ([(), (0,)], [1, 0]),
    ],
)
def test_clues_are_finished_soon(members, order):
    assert closing_order(members, Meter(UNLIMITED)) == order
