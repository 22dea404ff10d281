"""The models behind Minesweeper on their own: deduction, orders, diagrams, totals, conflicts."""

import random
from itertools import product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.errors import LimitError, NoSolutionError
from graphpuzzles.limits import Limits, Meter
from graphpuzzles.models.frontier.build import build_diagram
from graphpuzzles.models.frontier.sweeps import count_solutions, solutions_by_weight
from graphpuzzles.puzzles.minesweeper.clues import Clue, ClueSystem, propagate
from graphpuzzles.puzzles.minesweeper.explain import (
    Core,
    Reasoner,
    derive,
    forcing_clues,
    minimal_conflict,
    shrink,
)
from graphpuzzles.puzzles.minesweeper.frontier import (
    MineFrontier,
    StepOrder,
    WideMineFrontier,
    choose_order,
    group_ways,
    mine_diagram,
)
from graphpuzzles.puzzles.minesweeper.inference import build_model, plan_model
from graphpuzzles.puzzles.minesweeper.program import MineProgram
from graphpuzzles.puzzles.minesweeper.totals import Polynomial, TotalMix
from tests.puzzles.minesweeper.mine_cases import lattice_game, played_game


@st.composite
def systems(draw, *, total=True):
    """Clues over at most 9 cells, most of them true of one layout."""
    size = draw(st.integers(1, 9))
    cells = st.lists(st.integers(0, size - 1), unique=True, min_size=1, max_size=6)
    mines = draw(st.sets(st.integers(0, size - 1)))
    clues = []
    for members in draw(st.lists(cells, max_size=5)):
        error = draw(st.sampled_from([0] * 9 + [1]))
        clues.append(Clue(len(mines & set(members)) + error, tuple(members)))
    number = len(mines) if total and draw(st.booleans()) else None
    return ClueSystem(size, tuple(clues), number)


def layouts_of(system):
    every = product((0, 1), repeat=system.size)
    sets = [{cell for cell, value in enumerate(values) if value} for values in every]
    return [layout for layout in sets if system.satisfied_by(layout)]


@given(systems())
def test_deduction_decides_only_what_is_so(system):
    deduction = propagate(system)
    layouts = layouts_of(system)
    if deduction.conflict is not None:
        assert layouts == []
    for cell, value in enumerate(deduction.values):
        if value >= 0:
            assert all((cell in layout) == value for layout in layouts)


@given(systems(total=False))
def test_components_are_independent(system):
    deduction = propagate(system)
    if deduction.conflict is not None:
        return
    counted = 2 ** len(system.untouched)
    for component in deduction.components():
        counted *= count_solutions(mine_diagram(component, choose_order(component)))
    assert counted == len(layouts_of(system))


@given(systems(), st.randoms(use_true_random=False))
def test_every_order_gives_the_same_count_within_its_bound(system, rng):
    deduction = propagate(system)
    if deduction.conflict is not None:
        return
    turned = list(range(system.size))
    rng.shuffle(turned)
    for component in deduction.components():
        best = choose_order(component, turned)
        expected = solutions_by_weight(mine_diagram(component, best))
        assert sorted(best.groups) == list(range(len(component.groups)))
        for _ in range(3):
            groups = list(range(len(component.groups)))
            rng.shuffle(groups)
            order = StepOrder("any", tuple(groups), 0)
            assert solutions_by_weight(mine_diagram(component, order)) == expected
        assert mine_diagram(component, best).built <= best.states


@pytest.mark.parametrize("name", ["row", "column", "cuthill-mckee", "greedy"])
def test_each_order_wins_somewhere(name):
    games = [lattice_game(12, seed, share=0.4) for seed in range(12)]
    games += [played_game(16, 30, 99, seed) for seed in range(18)]
    games += [played_game(24, 10, 40, seed) for seed in range(12)]
    won = {order.name for game in games for _, order in game.plan.components}
    assert name in won


@given(systems())
def test_arrays_and_dictionaries_build_the_same_diagram(system):
    deduction = propagate(system)
    if deduction.conflict is not None:
        return
    for component in deduction.components():
        order = choose_order(component)
        ways = group_ways(component, order)
        narrow = build_diagram(MineFrontier(component, order.groups), ways=ways)
        wide = build_diagram(WideMineFrontier(component, order.groups), ways=ways, wide_layer=1)
        assert solutions_by_weight(narrow) == solutions_by_weight(wide)
        assert (narrow.nodes, narrow.size, narrow.built) == (wide.nodes, wide.size, wide.built)


def test_clues_too_many_for_one_word_stay_in_dictionaries():
    """A star: 40 pairs of which one cell each lies in a common clue, taken last."""
    hub = Clue(20, tuple(range(40)))
    pairs = [Clue(1, (cell, 40 + cell, 80 + cell)) for cell in range(40)]
    system = ClueSystem(120, (hub, *pairs))
    (component,) = propagate(system).components()
    order = sorted(range(80), key=lambda group: min(component.groups[group]) < 40)
    frontier = MineFrontier(component, order)
    assert frontier.words * frontier.bits > 62
    diagram = mine_diagram(component, choose_order(component))
    assert count_solutions(diagram) == comb(40, 20) * 2**20


def test_states_of_several_words_are_counted_too():
    """One cell that ten clues of a thousand cells each have in common."""
    cells = [tuple(range(1 + 1000 * i, 1001 + 1000 * i)) for i in range(10)]
    system = ClueSystem(10_001, tuple(Clue(400, (0, *members)) for members in cells))
    (component,) = propagate(system).components()
    order = choose_order(component)
    frontier = MineFrontier(component, order.groups)
    assert frontier.words * frontier.bits > 62
    counted = count_solutions(mine_diagram(component, order))
    assert counted == comb(1000, 400) ** 10 + comb(1000, 399) ** 10


polynomials = st.builds(
    Polynomial,
    st.integers(0, 3),
    st.lists(st.integers(0, 5), min_size=1, max_size=4)
    .map(tuple)
    .filter(lambda terms: terms[0] and terms[-1]),
)


@given(st.lists(polynomials, max_size=5), st.integers(0, 6), st.integers(0, 20))
def test_totals_against_the_sum_over_all_choices(parts, free, total):
    mix = TotalMix(parts, free, total)
    ranges = [range(part.low, part.high + 1) for part in parts]
    layouts = outside = 0
    worths = [[0] * len(part.terms) for part in parts]
    for choice in product(*ranges):
        rest = total - sum(choice)
        if rest < 0:
            continue
        weight = comb(free, rest)
        for part, mines in zip(parts, choice, strict=True):
            weight *= part.terms[mines - part.low]
        layouts += weight
        outside += weight * rest
        for worth, part, mines in zip(worths, parts, choice, strict=True):
            worth[mines - part.low] += weight
    assert mix.layouts == layouts
    if not layouts:
        assert mix.scale == 0
        return
    assert mix.expected_outside() * layouts == outside * mix.scale
    for found, expected, part in zip(mix.worths(), worths, parts, strict=True):
        for worth, weight, term in zip(found, expected, part.terms, strict=True):
            if term:
                assert worth * term * layouts == weight * mix.scale
    drawn = mix.draw(random.Random(1))
    assert all(part.low <= mines <= part.high for part, mines in zip(parts, drawn, strict=True))
    assert 0 <= total - sum(drawn) <= free


@given(systems())
def test_a_minimal_conflict_exactly_where_there_is_no_layout(system):
    core = minimal_conflict(system)
    layouts = layouts_of(system)
    assert (core is None) == bool(layouts)
    if core is None:
        return

    def consistent(clues, total):
        part = ClueSystem(
            system.size,
            tuple(system.clues[clue] for clue in clues),
            system.total if total else None,
        )
        return bool(layouts_of(part))

    assert not consistent(core.clues, core.total)
    for clue in core.clues:
        assert consistent([other for other in core.clues if other != clue], core.total)
    if core.total:
        assert consistent(core.clues, total=False)


@given(systems())
def test_clues_force_what_all_layouts_have_in_common(system):
    layouts = layouts_of(system)
    if not layouts:
        return
    for cell in range(system.size):
        for value in (0, 1):
            core = forcing_clues(Reasoner(system), cell, value)
            assert (core is not None) == all((cell in layout) == value for layout in layouts)


@given(systems())
def test_deductions_reach_every_decided_cell_and_no_other(system):
    layouts = layouts_of(system)
    if not layouts:
        return
    decided = [
        -1 if len({cell in layout for layout in layouts}) > 1 else int(cell in layouts[0])
        for cell in range(system.size)
    ]
    steps = derive(system, decided)
    mines = sorted(cell for step in steps for cell in step.mines)
    safes = sorted(cell for step in steps for cell in step.safes)
    assert mines == [cell for cell, value in enumerate(decided) if value == 1]
    assert safes == [cell for cell, value in enumerate(decided) if value == 0]


@given(systems())
@settings(max_examples=50)
def test_programs_find_the_backbone(system):
    layouts = layouts_of(system)
    found = MineProgram(system, Meter(Limits())).backbone()
    assert bool(found.layouts) == bool(layouts)
    for layout in found.layouts:
        assert set(layout) in layouts
    if layouts:
        for cell, value in enumerate(found.values):
            assert value == (
                -1 if len({cell in layout for layout in layouts}) > 1 else cell in layouts[0]
            )


def test_shrink_asks_few_questions():
    asked = []

    def conflicting(part):
        asked.append(part)
        return {17, 900} <= set(part)

    assert shrink(range(1000), conflicting) == [17, 900]
    assert len(asked) < 60


def test_the_total_is_one_more_clue():
    system = ClueSystem(4, (Clue(1, (0, 1)), Clue(1, (2, 3))), total=1)
    assert minimal_conflict(system) == Core((0, 1), total=True)


@pytest.mark.parametrize(
    "run",
    [
        lambda system, meter: build_model(plan_model(system), meter),
        lambda system, meter: minimal_conflict(system, meter=meter),
        lambda system, meter: derive(system, [-1] * 9 + [0] * 99, meter=meter),
    ],
)
def test_models_obey_the_clock(run):
    system = lattice_game(12, 1, share=0.5).system
    with pytest.raises(LimitError, match="max_seconds"):
        run(system, Meter(Limits(max_seconds=0)))


def test_no_sample_of_a_contradiction():
    system = ClueSystem(3, (Clue(1, (0, 1)), Clue(2, (0, 1, 2)), Clue(0, (2,))))
    assert build_model(plan_model(system)) is None
    odd = ClueSystem(3, (Clue(1, (0, 1)), Clue(1, (1, 2)), Clue(1, (0, 2))))
    model = build_model(plan_model(odd))
    assert not model.feasible
    with pytest.raises(NoSolutionError):
        model.sample(random.Random(1))
