"""The generator itself, on puzzles that are plain numbers."""

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from graphpuzzles.errors import LimitError, NotApplicableError
from graphpuzzles.generate import (
    SHARE,
    TRUTH,
    Generator,
    Wish,
    WrongApproach,
    against,
    below,
    drawn,
    pick,
    read_size,
    shuffled,
    whole,
)
from graphpuzzles.puzzle import Puzzle
from graphpuzzles.puzzles import PUZZLES, load
from graphpuzzles.puzzles._template import DigitDescent
from tests.only_random import OnlyRandom

PAGE = Path(__file__).parents[1] / "docs" / "generating.md"


def hard_to_judge(_board, _wanted):
    raise LimitError("max_states", "too many")


NUMBERS = Generator(
    size=(2, 3),
    propose=lambda rng, size, wanted: below(rng, size[0] * size[1] * wanted["scale"]),
    wishes={
        "even": Wish(text="even", values=TRUTH, holds=lambda n, yes: (n % 2 == 0) is yes),
        "above": Wish(text="larger", values=whole(), holds=lambda n, least: n > least),
        "hard": Wish(text="nobody knows", values=TRUTH, holds=hard_to_judge),
        "scale": Wish(text="how large", values=whole(1, 100), default=10),
        "against": against(
            {
                "odd-is-zero": WrongApproach("forgets odd ones", lambda n: n if n % 2 == 0 else 0),
                "clipped": WrongApproach("stops at 30", lambda n: min(n, 30)),
            },
            truth=lambda n: n,
        ),
    },
    refuses=lambda size, wanted: (
        "above needs room"
        if wanted.get("above", 0) >= size[0] * size[1] * wanted["scale"]
        else None
    ),
    tries=200,
)


def test_without_a_wish_the_first_proposal_is_taken():
    assert NUMBERS.generate(random.Random(5)) == below(random.Random(5), 60)


def test_all_wishes_hold_at_once():
    for seed in range(50):
        found = NUMBERS.generate(
            random.Random(seed), 2, {"even": False, "above": 30, "scale": 20, "against": "clipped"}
        )
        assert found % 2 == 1
        assert 30 < found < 80


def test_a_wish_that_only_shapes_has_a_default_and_can_be_set():
    numbers = [NUMBERS.generate(random.Random(s), (1, 1), {"scale": 2}) for s in range(30)]
    assert set(numbers) == {0, 1}


def test_several_wrong_approaches_all_fail():
    wish = {"against": ["odd-is-zero", "clipped"]}
    for seed in range(20):
        found = NUMBERS.generate(random.Random(seed), wish=wish)
        assert found % 2 == 1
        assert found > 30
        names = {"clipped", "odd-is-zero"}
        assert NUMBERS.read({"against": names}) == NUMBERS.read(wish)


def test_a_proposal_may_run_into_a_dead_end():
    turns = iter([None, None, 7])
    generator = Generator(size=(1, 1), propose=lambda *_: next(turns))
    assert generator.generate(random.Random(0)) == 7


def test_giving_up_proves_nothing_and_says_so():
    with pytest.raises(LimitError) as caught:
        NUMBERS.generate(random.Random(0), (1, 1), {"even": True, "against": "odd-is-zero"})
    assert caught.value.limit == "tries"
    assert str(caught.value) == (
        'tries reached: no 1 x 1 board with even=true, against=["odd-is-zero"] in 200 tries; '
        "nothing is proved"
    )
    with pytest.raises(LimitError, match="in 3 tries, 3 of them too hard to judge; nothing"):
        NUMBERS.generate(random.Random(0), wish={"hard": True}, tries=3)


def test_a_callback_sees_every_try_and_can_stop():
    seen = []

    def callback(event):
        seen.append((event.stage, event.expanded))
        return event.expanded == 2

    with pytest.raises(LimitError, match=r"stopped reached: .* in 2 tries") as caught:
        NUMBERS.generate(random.Random(0), wish={"hard": True}, progress=callback)
    assert caught.value.limit == "stopped"
    assert seen == [("tries", 0), ("tries", 1), ("tries", 2)]


@pytest.mark.parametrize(
    ("wish", "error", "message"),
    [
        ({"odd": True}, ValueError, "no wish 'odd'; there are even, above, hard, scale, against"),
        ({"even": 1}, TypeError, "even: expected true or false, found 1"),
        ({"even": None}, TypeError, "even: expected true or false, found None"),
        ({"above": -1}, ValueError, "above: expected a whole number of at least 0, found -1"),
        ({"above": True}, TypeError, "above: expected a whole number of at least 0, found True"),
        ({"above": 1.0}, TypeError, "above: expected .*, found 1.0"),
        ({"above": "1"}, TypeError, "above: expected .*, found '1'"),
        ({"scale": 101}, ValueError, "scale: expected a whole number from 1 to 100, found 101"),
        (
            {"against": "magic"},
            ValueError,
            "one or several of odd-is-zero, clipped, found 'magic'",
        ),
        ({"against": ["clipped", 1]}, TypeError, "against: expected .*, found 1"),
        ({"against": 1}, TypeError, "against: expected .*, found 1"),
        ({"against": []}, ValueError, "against: expected .*, found none"),
        ({"above": 60}, ValueError, "there is no such board: above needs room"),
    ],
)
def test_wishes_are_checked_before_anything_is_proposed(wish, error, message):
    rng = random.Random(0)
    before = rng.getstate()
    with pytest.raises(error, match=message):
        NUMBERS.generate(rng, wish=wish)
    assert rng.getstate() == before


@pytest.mark.parametrize("rng", [None, 0, random, np.random.default_rng(0)])
def test_random_numbers_come_from_the_standard_library(rng):
    with pytest.raises(TypeError, match=r"^expected a random\.Random, not "):
        NUMBERS.generate(rng)


@pytest.mark.parametrize("tries", [0, -1, True, 1.5, "1"])
def test_tries_are_a_positive_number(tries):
    with pytest.raises((TypeError, ValueError), match="expected a number of tries of at least 1"):
        NUMBERS.generate(random.Random(0), tries=tries)


@pytest.mark.parametrize("size", [0, -1, True, 1.5, "5", (1,), (1, 2, 3), (0, 1), (1, None)])
def test_a_size_is_one_or_two_positive_numbers(size):
    with pytest.raises((TypeError, ValueError), match="size"):
        NUMBERS.generate(random.Random(0), size)


@pytest.mark.parametrize("name", PUZZLES)
def test_boards_that_would_take_minutes_are_refused_at_once(name):
    puzzle = load(name)
    most = puzzle.generator().max_side
    for size in (most + 1, (1, most + 1), (99999, 99999)):
        with pytest.raises(ValueError, match=f"expected a size from 1 to {most}, found"):
            puzzle.generate(random.Random(0), size=size)


def test_sizes_of_numpy_are_plain_integers():
    assert read_size(np.int64(3)) == (3, 3)
    assert [type(n) for n in read_size([np.int8(2), 4])] == [int, int]


@pytest.mark.parametrize("share", [0, 1, 0.25, np.float32(0.5)])
def test_shares(share):
    assert SHARE.read(share) == share
    assert type(SHARE.read(share)) is float


@pytest.mark.parametrize("share", [True, "0.5", None, 1.1, -0.1, float("nan"), 10**400])
def test_no_shares(share):
    with pytest.raises((TypeError, ValueError), match="expected a number from 0 to 1"):
        SHARE.read(share)


def test_nothing_but_random_is_called():
    rng = OnlyRandom(1)
    assert [below(rng, 6) for _ in range(5)] == [0, 5, 4, 1, 2]
    assert pick(rng, "abc") == "b"
    assert drawn(rng, range(9), 9) != list(range(9))
    assert sorted(shuffled(rng, range(9))) == list(range(9))
    assert drawn(rng, "abc", 0) == []


def test_draws_are_even():
    rng = random.Random(0)
    counts = [0] * 6
    for _ in range(6_000):
        a, b = drawn(rng, range(3), 2)
        counts[a * 2 + (b if b < a else b - 1)] += 1
    assert min(counts) > 900
    assert max(counts) < 1_100


def test_the_numbers_of_a_board_do_not_depend_on_hash_seeds_or_on_other_boards():
    code = (
        "from graphpuzzles.generate import below, board_random\n"
        "print([below(board_random(s, i), 10**6) for s, i in ((0, 0), (0, 1), (1, 0), (-5, 7))])"
    )
    expected = "[584700, 189411, 725974, 166684]\n"
    for hash_seed in ("0", "1"):
        told = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            text=True,
            env={"PYTHONHASHSEED": hash_seed},
        ).stdout
        assert told == expected


def test_a_puzzle_without_a_generator_says_so():
    class Plain(DigitDescent):
        generator = classmethod(Puzzle.generator.__func__)

    with pytest.raises(NotApplicableError, match="digit-descent has no generator"):
        Plain.generate(random.Random(0))


def test_a_puzzle_of_a_subclass_is_of_the_subclass():
    class Child(DigitDescent):
        pass

    assert type(Child.generate(random.Random(0), value=20)) is Child


@pytest.mark.parametrize("name", PUZZLES)
def test_the_page_names_all_wishes_and_wrong_approaches(name):
    page = PAGE.read_text("utf-8")
    for question in load(name).questions().values() or [load(name)]:
        wishes = question.generator().wishes
        for word in (*wishes, *wishes["against"].approaches):
            assert f"`{word}`" in page, word
