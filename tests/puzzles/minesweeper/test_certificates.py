"""What proves an answer about a Minesweeper board, and what is refused."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from graphpuzzles.errors import (
    CertificateError,
    LimitError,
    NotApplicableError,
    PuzzleError,
    RuleError,
)
from graphpuzzles.limits import Limits
from graphpuzzles.puzzles.minesweeper.certificate import ClueConflict, ForcedCells, ForcedStep
from graphpuzzles.puzzles.minesweeper.puzzle import (
    ClueSets,
    MineGroup,
    MineKnowledge,
    Minesweeper,
    NamedClue,
)
from graphpuzzles.puzzles.minesweeper.rules import magnitude
from tests.puzzles.minesweeper.mine_cases import PROVED, SIMPLE, played_game


def test_the_board_to_tamper_with_has_everything():
    answer = PROVED.solve().answer
    assert answer.mines
    assert answer.safes
    assert len(answer.groups) > 1
    assert answer.untouched == ()
    assert len(answer.witnesses) > 1


def changed_answers():
    answer = PROVED.solve().answer
    first, *others = answer.groups
    moved = MineGroup(first.cells, first.probability * Fraction(9, 10))
    witness = answer.witnesses[0]
    yield "a mine is called safe", replace(answer, mines=(), safes=(*answer.safes, *answer.mines))
    yield "a cell is left out", replace(answer, safes=answer.safes[1:])
    yield "a cell is named twice", replace(answer, mines=(*answer.mines, *answer.safes[:1]))
    yield "a cell is off the board", replace(answer, mines=((9, 9), *answer.mines[1:]))
    yield (
        "an undecided group is called safe",
        replace(answer, safes=(*answer.safes, *first.cells), groups=tuple(others)),
    )
    yield (
        "a decided cell is called undecided",
        replace(
            answer,
            mines=answer.mines[1:],
            groups=(*answer.groups, MineGroup(answer.mines[:1], Fraction(1, 2))),
        ),
    )
    yield (
        "groups are joined",
        replace(
            answer,
            groups=(
                MineGroup((*first.cells, *others[0].cells), first.probability),
                *others[1:],
            ),
        ),
    )
    yield "a probability is moved", replace(answer, groups=(moved, *others))
    yield (
        "a probability is missing",
        replace(answer, groups=(MineGroup(first.cells, None), *others)),
    )
    yield "a group is empty", replace(answer, groups=(*answer.groups, MineGroup((), None)))
    yield "a layout lacks a mine", replace(answer, witnesses=(witness[1:], *answer.witnesses[1:]))
    yield (
        "a layout has a mine twice",
        replace(answer, witnesses=((*witness, witness[0]), *answer.witnesses[1:])),
    )
    yield "there is one layout only", replace(answer, witnesses=answer.witnesses[:1])
    yield "there is no layout", replace(answer, witnesses=())
    yield "there is one more layout", replace(answer, layouts=answer.layouts + 1)
    yield "there are twice as many", replace(answer, layouts=answer.layouts * 2)
    yield "the number is missing", replace(answer, layouts=None)
    yield "an untouched cell is made up", replace(answer, untouched=first.cells)
    yield (
        "a layout has a mine too many",
        replace(answer, witnesses=((*witness[1:], *answer.safes[:1]), *answer.witnesses[1:])),
    )
    yield (
        "an undecided cell has probability 1",
        replace(answer, groups=(MineGroup(first.cells, Fraction(1)), *others)),
    )


@pytest.mark.parametrize(
    ("name", "answer"), [pytest.param(*pair, id=pair[0]) for pair in changed_answers()]
)
def test_changed_answers_are_refused(name, answer):
    with pytest.raises((CertificateError, RuleError)):
        replace(PROVED.solve(), answer=answer).verify()
    if name not in {"there are twice as many", "the number is missing"}:
        with pytest.raises(RuleError):
            PROVED.check(answer)


@pytest.mark.parametrize("share", [Fraction(1, 9), Fraction(2, 3)])
def test_probabilities_add_up_to_the_numbers(share):
    answer = PROVED.solve().answer
    first, *others = answer.groups
    wrong = replace(
        answer, layouts=9 * answer.layouts, groups=(MineGroup(first.cells, share), *others)
    )
    with pytest.raises(RuleError, match=r"around .* do not add up to"):
        PROVED.check(wrong)


@pytest.mark.parametrize("share", [Fraction(1, 6), Fraction(1, 2)])
def test_probabilities_add_up_to_the_total(share):
    game = Minesweeper([[1, -1, -1, -1, -1]], mines=2)
    answer = game.solve().answer
    (group,) = answer.groups
    assert group == MineGroup(((0, 2), (0, 3), (0, 4)), Fraction(1, 3))
    with pytest.raises(RuleError, match="the probabilities do not add up to 2"):
        game.check(replace(answer, layouts=6, groups=(MineGroup(group.cells, share),)))


TRIPLE = Minesweeper(
    ClueSets(("a", "b", "c"), (NamedClue("p", 1, ("a", "b")), NamedClue("q", 1, ("b", "c"))))
)
"""Either b is a mine, or a and c are."""


@pytest.mark.parametrize(
    ("layout", "side"), [(("b",), "mine in the group of 'a'"), (("a", "c"), "safe cell in the gr")]
)
def test_every_group_is_shown_both_ways(layout, side):
    answer = replace(TRIPLE.knowledge(), witnesses=(layout,))
    with pytest.raises(RuleError, match=f"no layout shows a {side}"):
        TRIPLE.check(answer)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"safes": ("b",)}, "'b' is a mine in layout 1"),
        ({"mines": ("b",)}, "'b' is safe in layout 2"),
        ({"witnesses": (("b",), ("c",))}, "layout 2 has 0 mines around 'p'"),
        ({"witnesses": (("b",), ("a",))}, "layout 2 has 0 mines around 'q'"),
        ({"witnesses": (("b",), ("a", "b", "c"))}, "layout 2 has 2 mines around 'p'"),
        ({"witnesses": (("b", "b"),)}, "layout 1 has a mine twice, or not in a hidden cell"),
        (
            {"witnesses": (("b",), ("b", "x"))},
            "layout 2 has a mine twice, or not in a hidden cell",
        ),
    ],
)
def test_layouts_that_do_not_bear_out_what_is_claimed(change, told):
    answer = TRIPLE.knowledge()
    claimed = {*change.get("safes", ()), *change.get("mines", ())}
    groups = tuple(group for group in answer.groups if not claimed.intersection(group.cells))
    witnesses = (("b",), ("a", "c"))
    wrong = replace(answer, **{"groups": groups, "witnesses": witnesses, **change})
    with pytest.raises(RuleError, match=f"^{told}$"):
        TRIPLE.check(wrong)


def test_a_mine_beside_a_zero_is_told_with_its_place():
    sets = ClueSets(("x", "y"), (NamedClue("z", 0, ("x",)), NamedClue("w", 0, ("y",))))
    game = Minesweeper(sets)
    with pytest.raises(RuleError, match="layout 1 has 1 mines around 'w'"):
        game.check(replace(game.knowledge(), witnesses=(("y",),)))


@pytest.mark.parametrize("layouts", [1, -2, 16, 2**100])
def test_numbers_of_layouts_are_neither_too_small_nor_too_large(layouts):
    answer = replace(TRIPLE.knowledge(), layouts=layouts)
    with pytest.raises(RuleError, match="which others refute"):
        TRIPLE.check(answer)


def test_a_board_without_doubt_has_one_layout():
    game = Minesweeper([[1, -1]])
    answer = game.knowledge()
    assert game.check(answer) == (1, 0)
    for layouts in (0, 2):
        with pytest.raises(RuleError, match="which others refute"):
            game.check(replace(answer, layouts=layouts))


@pytest.mark.parametrize("chance", [0, 1, Fraction(3, 2), -1])
def test_what_is_undecided_is_neither_sure_nor_impossible(chance):
    answer = TRIPLE.knowledge()
    groups = (MineGroup(answer.groups[0].cells, Fraction(chance)), *answer.groups[1:])
    with pytest.raises(RuleError, match="undecided, but not by its probability"):
        TRIPLE.check(replace(answer, groups=groups))


@pytest.mark.parametrize("shares", [(2, 4, 6), (2, 5, 5)])
def test_untouched_cells_share_alike_under_a_total(shares):
    game = Minesweeper([[1, -1, -1, -1, -1]], mines=2)
    groups = tuple(MineGroup(((0, 2 + i),), Fraction(share, 12)) for i, share in enumerate(shares))
    witnesses = tuple(((0, 1), (0, 2 + i)) for i in range(3))
    with pytest.raises(RuleError, match="do not share alike"):
        game.check(replace(game.knowledge(), groups=groups, layouts=12, witnesses=witnesses))


def test_probabilities_that_fit_each_other_are_counted_anew():
    """What the corners gain the middle loses, twice, and the sums around all clues stay right."""
    game = Minesweeper([[-1, 1, -1], [1, -1, 1], [-1, 1, -1]], density=Fraction(1, 3))
    solution = game.solve()
    corners = Fraction(1, 5)
    wrong = tuple(
        MineGroup(cells, 1 - 2 * corners if cells == ((1, 1),) else corners)
        for cells, _ in solution.answer.groups
    )
    answer = replace(solution.answer, groups=wrong)
    assert game.check(answer) == (0, 0)
    with pytest.raises(CertificateError, match="is another"):
        replace(solution, answer=answer).verify()


UNTOUCHED = Minesweeper([[1, -1, -1, -1]])


@pytest.mark.parametrize("layouts", [2, 3, 6])
def test_untouched_cells_are_checked(layouts):
    answer = UNTOUCHED.solve().answer
    with pytest.raises(RuleError):
        UNTOUCHED.check(replace(answer, layouts=layouts))
    uneven = replace(answer, groups=(MineGroup(answer.groups[0].cells, Fraction(1, 4)),))
    with pytest.raises(RuleError):
        UNTOUCHED.check(uneven)


def test_a_proof_needs_all_its_steps():
    solution = PROVED.solve()
    whole = solution.certificate()
    assert whole.proves(PROVED) == solution.value
    for position in range(len(whole.steps)):
        steps = (*whole.steps[:position], *whole.steps[position + 1 :])
        assert ForcedCells(steps).proves(PROVED) != solution.value
    assert repr(whole) == f"ForcedCells(2 mines, 4 safe cells, in {len(whole.steps)} steps)"


def changed_steps():
    step = ForcedStep(((1, 1), (2, 1)), total=False, mines=(), safes=())
    yield "an undecided cell", replace(step, clues=((1, 0), (1, 1)), mines=((0, 0),))
    yield "a cell not counted", replace(step, clues=((2, 1),), safes=((0, 2),))
    yield "a shown cell", replace(step, mines=((1, 1),))
    yield "no clue", replace(step, clues=((0, 0),), mines=((1, 2),))
    yield "a cell twice", replace(step, mines=((1, 2), (1, 2)))
    yield "the opposite", replace(step, clues=((2, 1),), safes=((1, 2),))
    yield "nothing", step
    yield "a clue twice", replace(step, clues=((2, 1), (2, 1)), mines=((1, 2),))


@pytest.mark.parametrize("step", [pytest.param(step, id=name) for name, step in changed_steps()])
def test_changed_proofs_are_refused(step):
    with pytest.raises(CertificateError):
        ForcedCells((step,)).proves(SIMPLE)


def test_every_cell_of_a_step_is_looked_at():
    """A cell that the clues cannot tell from the one before needs no test; the next one does."""
    sets = ClueSets(
        ("a", "b", "c", "d"), (NamedClue("p", 0, ("a", "b")), NamedClue("q", 1, ("c", "d")))
    )
    game = Minesweeper(sets)
    step = ForcedStep(("p", "q"), total=False, mines=(), safes=("a", "b"))
    assert ForcedCells((step,)).proves(game) == (0, 2)
    with pytest.raises(CertificateError, match="leave open that 'c' is a mine"):
        ForcedCells((replace(step, safes=("a", "b", "c")),)).proves(game)
    with pytest.raises(CertificateError, match="leave open that 'd' is safe"):
        ForcedCells((replace(step, mines=("d",)),)).proves(game)


def test_a_cell_is_forced_once():
    step = ForcedStep(((2, 1),), total=False, mines=((1, 2),), safes=())
    with pytest.raises(CertificateError, match="twice"):
        ForcedCells((step, step)).proves(SIMPLE)


def test_a_total_that_is_not_given_proves_nothing():
    game = Minesweeper([[-1, -1]])
    step = ForcedStep((), total=True, mines=((0, 0),), safes=())
    with pytest.raises(CertificateError, match="no total"):
        ForcedCells((step,)).proves(game)
    with pytest.raises(CertificateError, match="no total"):
        ClueConflict((), total=True).proves(game)


def test_clues_that_can_be_met_are_no_conflict():
    with pytest.raises(CertificateError, match="some layout"):
        ClueConflict(((2, 1),)).proves(SIMPLE)
    with pytest.raises(TypeError, match="clues"):
        ClueConflict(()).proves("a board")


def wide_clues():
    """Four clues over all sets of which a class of 1,200 cells can be counted."""
    classes = [[f"{mask}.{i}" for i in range(1200)] for mask in range(1, 16)]
    clues = tuple(
        NamedClue(
            f"clue {bit}",
            3000 + bit,
            tuple(cell for mask in range(1, 16) if mask >> bit & 1 for cell in classes[mask - 1]),
        )
        for bit in range(4)
    )
    return Minesweeper(ClueSets(tuple(cell for cells in classes for cell in cells), clues))


@pytest.mark.parametrize(
    "limits", [Limits(max_states=10_000), Limits(max_memory=10**7), Limits(max_seconds=0)]
)
def test_wide_clues_are_looked_at_within_limits(limits):
    game = wide_clues()
    conflict = ClueConflict(tuple(game.clue_sets))
    with pytest.raises(LimitError):
        conflict.proves(game, limits)
    with pytest.raises(LimitError):
        conflict.is_minimal(game, limits)
    forced = ForcedStep(tuple(game.clue_sets), total=False, mines=("1.0",), safes=())
    with pytest.raises(LimitError):
        ForcedCells((forced,)).proves(game, limits)


def test_cells_that_no_clue_counts_cost_nothing():
    game = Minesweeper([[1, -1, 0, *[-1] * 1000]])
    assert ClueConflict(((0, 0), (0, 2))).is_minimal(game, Limits(max_memory=1000))


def test_a_clue_is_named_once():
    with pytest.raises(CertificateError, match="named twice"):
        ClueConflict(((2, 1),) * 200_000).proves(SIMPLE)


def test_a_name_that_occurs_twice_is_found_among_many():
    names = tuple(f"c{i}" for i in range(100_000))
    with pytest.raises(PuzzleError, match="'c99999' occurs twice"):
        ClueSets((*names, "c99999"), ())


def test_a_conflict_with_a_clue_too_many_is_not_minimal():
    game = Minesweeper([[1, -1, 0, -1, 1]])
    assert ClueConflict(((0, 0), (0, 2), (0, 4))).is_minimal(game) is False
    sets = ClueSets(
        ("x", "y"),
        (NamedClue("p", 1, ("x",)), NamedClue("q", 1, ("y",)), NamedClue("r", 0, ("y",))),
    )
    assert ClueConflict(("p", "q", "r")).is_minimal(Minesweeper(sets)) is False
    assert ClueConflict(("q", "r")).is_minimal(Minesweeper(sets)) is True
    told = Minesweeper(sets, mines=0)
    assert ClueConflict(("p", "r"), total=True).is_minimal(told) is False
    assert ClueConflict(("p",), total=True).is_minimal(told) is True
    assert ClueConflict(("q", "r"), total=True).is_minimal(told) is False


@pytest.mark.parametrize(
    "data",
    [
        {"clues": [[0]], "total": False},
        {"clues": [[0, "x"]], "total": False},
        {"clues": [], "total": 1},
        {"clues": 3, "total": False},
        {},
    ],
)
def test_other_data_are_no_conflict(data):
    with pytest.raises((ValueError, TypeError, KeyError)):
        ClueConflict.from_dict(data)


@pytest.mark.parametrize(
    "change",
    [
        {"cells": ["a", 1]},
        {"clues": [["p", True, ["a"]]]},
        {"clues": [["p", "1", ["a"]]]},
    ],
)
def test_other_data_are_no_clues(change):
    data = {"cells": ["a"], "clues": [["p", 1, ["a"]]], "flags": [], "exploded": []}
    assert ClueSets.from_dict(data).clues == (NamedClue("p", 1, ("a",)),)
    with pytest.raises((ValueError, TypeError)):
        ClueSets.from_dict({**data, **change})


@pytest.mark.parametrize(
    "change",
    [
        {"layouts": 7.0},
        {"layouts": "seven"},
        {"layouts": "9" * 4001},
        {"mines": [[1]]},
        *(
            {"groups": [{"cells": [[0, 0]], "probability": share}]}
            for share in ("1/0", "0x1/0x0", "1/-2", "1/2/3", ["1", "2"], "x", "", "1/")
        ),
    ],
)
def test_other_data_are_no_answer(change):
    data = PROVED.solve().answer.to_dict()
    with pytest.raises(ValueError):  # noqa: PT011 - each in its own words
        MineKnowledge.from_dict({**data, **change})


def test_proofs_go_to_json_and_back():
    for game in (PROVED, Minesweeper([[1, -1, 0]])):
        solution = game.solve()
        data = json.loads(json.dumps(solution.to_dict()))
        assert Minesweeper.solution_from_dict(data).certificate() == solution.certificate()


@pytest.mark.parametrize(("layouts", "share"), [("3", "0x1/0x3"), ("0x3", "3/9"), (3, "1/0x3")])
def test_numbers_of_either_form_are_read(layouts, share):
    data = PROVED.solve().answer.to_dict()
    assert (data["layouts"], data["groups"][0]["probability"]) == (3, "1/3")
    groups = [{**data["groups"][0], "probability": share}, *data["groups"][1:]]
    again = MineKnowledge.from_dict({**data, "layouts": layouts, "groups": groups})
    assert again == PROVED.solve().answer


def test_explanations_are_minimal_and_enough():
    game = played_game(9, 9, 12, 3, total=True)
    answer = game.knowledge()
    for cell in [*answer.mines, *answer.safes]:
        reason = game.explain(cell)
        pinned = Minesweeper(game.graph(), mines=game.mines)
        opposite = int(cell in answer.safes)
        sets = pinned.board
        name = f"{cell[0]},{cell[1]}"
        extra = replace(sets, clues=(*sets.clues, NamedClue("opposite", opposite, (name,))))
        names = tuple(f"{r},{c}" for r, c in reason.clues)
        conflict = ClueConflict((*names, "opposite"), reason.total)
        assert conflict.is_minimal(Minesweeper(extra, mines=game.mines))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"safes": ()}, "frontier and other decide different cells"),
        ({"layouts": 5}, "frontier and other count different numbers of layouts"),
        ({"groups": ()}, "frontier and other find different probabilities"),
        ({"layouts": None}, None),
    ],
)
def test_disagreements_are_told_apart(change, told):
    one = PROVED.solve()
    other = replace(one, method="other", answer=replace(one.answer, **change))
    message = PROVED.disagreement(one, other)
    assert message == told


def test_what_is_not_decided_is_not_explained():
    with pytest.raises(ValueError, match="not decided"):
        Minesweeper([[-1, 1, -1]]).explain((0, 0))
    with pytest.raises(ValueError, match="not a hidden cell"):
        Minesweeper([[-1, 1, -1]]).explain((0, 1))


@pytest.mark.parametrize("ask", ["probability", "verdict"])
def test_only_hidden_cells_are_known(ask):
    with pytest.raises(ValueError, match="not a hidden cell"):
        getattr(SIMPLE.knowledge(), ask)((0, 3))


def test_witnesses_that_do_not_show_a_cell_are_no_witnesses():
    answer = replace(PROVED.knowledge(), witnesses=())
    with pytest.raises(ValueError, match="do not show"):
        answer.witness((0, 2), mine=True)
    assert (0, 2) in PROVED.witness((0, 2), mine=True)
    bare = replace(PROVED.knowledge(), witnesses=((),))
    with pytest.raises(ValueError, match="do not show"):
        bare.witness((1, 1), mine=True)
    assert bare.witness((0, 0), mine=False) == ()


def test_knowledge_is_printed_in_a_line():
    told = "MineKnowledge(2 mines, 4 safe cells, 7 undecided"
    assert repr(PROVED.knowledge()) == f"{told}, 3 layouts)"
    assert repr(PROVED.solve("milp").answer) == f"{told})"


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (7, "7"),
        (10**15 - 1, "999999999999999"),
        (10**15, "about 1.0e15"),
        (314 * 10**3000, "about 3.1e3002"),
    ],
)
def test_large_numbers_are_told_roughly(number, told):
    assert magnitude(number) == told


def test_the_safest_cells_are_all_of_them():
    game = Minesweeper([[-1, 1, -1, -1]], density=Fraction(1, 4))
    assert game.knowledge().safest == ((0, 3),)
    assert Minesweeper([[-1, 1, -1]]).knowledge().safest == ((0, 0), (0, 2))
    assert Minesweeper([[0]]).knowledge().safest == ()


def test_a_method_that_does_not_count_says_so():
    answer = Minesweeper([[-1, 1, -1]]).solve("milp").answer
    with pytest.raises(NotApplicableError, match="frontier"):
        answer.probability((0, 0))
    assert answer.layouts is None
