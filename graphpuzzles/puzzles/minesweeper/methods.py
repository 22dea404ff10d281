"""The methods of Minesweeper: frontier diagrams, integer programming, and all layouts."""

from __future__ import annotations

from collections import Counter
from functools import wraps
from typing import TYPE_CHECKING

from graphpuzzles.errors import CertificateError, InconsistentBoardError, LimitError
from graphpuzzles.limits import UNLIMITED, Meter
from graphpuzzles.puzzle import Method, Outcome, Status
from graphpuzzles.puzzles.minesweeper.certificate import (
    ClueConflict,
    ForcedCells,
    ForcedStep,
    MineRange,
)
from graphpuzzles.puzzles.minesweeper.clues import BRUTE_CELLS, all_layouts, probabilities
from graphpuzzles.puzzles.minesweeper.explain import (
    Core,
    Step,
    derive,
    minimal_conflict,
    single_steps,
)
from graphpuzzles.puzzles.minesweeper.inference import build_model
from graphpuzzles.puzzles.minesweeper.position import MinePosition
from graphpuzzles.puzzles.minesweeper.rules import MineGroup, MineKnowledge
from graphpuzzles.puzzles.minesweeper.witnesses import covering_layouts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from fractions import Fraction
    from typing import TypeAlias

    from graphpuzzles.limits import Limits, ProgressCallback
    from graphpuzzles.puzzle import Stat
    from graphpuzzles.puzzles.minesweeper.board import Place
    from graphpuzzles.puzzles.minesweeper.inference import MineModel

    Result: TypeAlias = Outcome[MineKnowledge, tuple[int, int]]


def _method(
    family: str,
    find: Callable[[MinePosition, Meter], Result],
    refuses: Callable[[MinePosition], str | None] = lambda _: None,
) -> Method[MinePosition, MineKnowledge, tuple[int, int]]:
    """Return a method that tells what single clues decide where a limit is reached."""

    @wraps(find)
    def run(game: MinePosition, limits: Limits, progress: ProgressCallback | None) -> Result:
        try:
            return find(game, Meter(limits, progress))
        except LimitError as error:
            return _stopped(game, error)

    return Method(family, run, refuses)


def run_frontier(game: MinePosition, meter: Meter) -> Result:
    """Infer all of it from frontier diagrams; see `graphpuzzles.puzzles.minesweeper.inference`."""
    model = build_model(game.plan, meter)
    if model is None or not model.feasible:
        return _infeasible(game, {} if model is None else _stats(game, model))
    chances = model.probabilities()
    values = _decided(chances)
    answer = _knowledge(game, values, covering_layouts(model, values), chances, model.layouts)
    return _solved(game, answer, values, _stats(game, model), model)


def run_milp(game: MinePosition, meter: Meter) -> Result:
    """Find the decided cells alone; see `graphpuzzles.puzzles.minesweeper.program`."""
    from graphpuzzles.puzzles.minesweeper.program import MineProgram

    backbone = MineProgram(game.system, meter).backbone()
    stats: dict[str, Stat] = {"programs": backbone.programs}
    if not backbone.layouts:
        return _infeasible(game, stats)
    answer = _knowledge(game, backbone.values, backbone.layouts)
    return _solved(game, answer, backbone.values, stats)


def run_brute(game: MinePosition, meter: Meter) -> Result:
    """Try all layouts; see `graphpuzzles.puzzles.minesweeper.clues`."""
    layouts = all_layouts(game.system, meter)
    if not layouts:
        return _infeasible(game, {})
    chances = probabilities(layouts, game.system)
    values = _decided(chances)
    return _solved(game, _knowledge(game, values, layouts, chances, len(layouts)), values, {})


def _decided(chances: Iterable[Fraction]) -> list[int]:
    """Return 1 for a mine in every layout, 0 for safe in every layout, -1 for both."""
    return [int(chance) if chance.denominator == 1 else -1 for chance in chances]


def _knowledge(
    game: MinePosition,
    values: Sequence[int],
    layouts: Iterable[Sequence[int]],
    chances: Sequence[Fraction] | None = None,
    counted: int | None = None,
) -> MineKnowledge:
    system, hidden = game.numbered[:2]
    cells_of: dict[int, list[int]] = {1: [], 0: [], -1: []}
    for cell, value in enumerate(values):
        cells_of[value].append(cell)

    def places(cells: Iterable[int]) -> tuple[Place, ...]:
        return tuple(map(hidden.__getitem__, cells))

    return MineKnowledge(
        mines=places(cells_of[1]),
        safes=places(cells_of[0]),
        groups=tuple(
            MineGroup(places(cells), None if chances is None else chances[cells[0]])
            for cells in system.groups(cells_of[-1]).values()
        ),
        untouched=places(system.untouched),
        witnesses=tuple(map(places, layouts)),
        layouts=counted,
    )


def _solved(
    game: MinePosition,
    answer: MineKnowledge,
    values: Sequence[int],
    stats: Mapping[str, Stat],
    model: MineModel | None = None,
) -> Result:
    value = (len(answer.mines), len(answer.safes))
    return Outcome(
        status=Status.SOLVED,
        value=value,
        bounds=(value, value),
        answer=answer,
        stats=stats,
        prove=lambda: _proof(game, values),
        model=model,
    )


def _infeasible(game: MinePosition, stats: Mapping[str, Stat]) -> Result:
    return Outcome(status=Status.INFEASIBLE, stats=stats, prove=lambda: conflict_of(game))


def _stopped(game: MinePosition, error: LimitError) -> Result:
    found = game.plan.deduction
    proved = (found.values.count(1), found.values.count(0))
    return Outcome(
        status=Status.LIMIT,
        bounds=(proved if found.conflict is None else None, None),
        stats={"limit": error.limit, "message": error.message},
    )


def _stats(game: MinePosition, model: MineModel) -> dict[str, Stat]:
    orders = Counter([order.name for _, order in game.plan.components])
    stats: dict[str, Stat] = {
        "parts": len(model.parts),
        "states": sum(part.diagram.nodes for part in model.parts),
        "arcs": sum(part.diagram.size for part in model.parts),
        "widest": max((part.diagram.widest for part in model.parts), default=0),
        "orders": " ".join(f"{name}:{count}" for name, count in sorted(orders.items())),
    }
    if all(part.diagram.feasible for part in model.parts):
        least, most = model.mine_range
        stats["least_mines"] = game.numbered.sure + least
        stats["most_mines"] = game.numbered.sure + most
    return stats


def _proof(game: MinePosition, values: Sequence[int]) -> ForcedCells:
    """Return why the decided cells are decided, and an order in which to count the others."""
    return ForcedCells(_steps(game, derive(game.system, values)), _order(game, values))


def _steps(game: MinePosition, steps: Iterable[Step]) -> tuple[ForcedStep, ...]:
    _, hidden, clues = game.numbered[:3]
    return tuple(
        ForcedStep(
            tuple(clues[clue] for clue in step.core.clues),
            step.core.total,
            tuple(hidden[cell] for cell in step.mines),
            tuple(hidden[cell] for cell in step.safes),
        )
        for step in steps
    )


def _order(game: MinePosition, values: Sequence[int]) -> tuple[Place, ...]:
    """Return a cell of each undecided group beside a clue, in the order of the diagrams."""
    return tuple(
        game.numbered.cells[component.groups[group][0]]
        for component, order in game.plan.components
        for group in order.groups
        if values[component.groups[group][0]] < 0
    )


def conflict_of(game: MinePosition) -> ClueConflict:
    """Return a minimal set of clues that contradict each other.

    Parameters
    ----------
    game : MinePosition
        A contradictory one.

    Raises
    ------
    CertificateError
        If there is a layout.
    """
    core = minimal_conflict(game.system)
    if core is None:
        raise CertificateError("the clues do not contradict each other")
    return as_conflict(game, core)


def as_conflict(game: MinePosition, core: Core) -> ClueConflict:
    """Return a set of clues by their places."""
    return ClueConflict(tuple(game.numbered.clues[clue] for clue in core.clues), core.total)


def contradiction(
    game: MinePosition, conflict: ClueConflict, solution: Result | None = None
) -> InconsistentBoardError:
    """Return the error that says what contradicts what."""
    return InconsistentBoardError(
        _complaint(game, conflict), clues=conflict.clues, total=conflict.total, solution=solution
    )


def _complaint(game: MinePosition, conflict: ClueConflict) -> str:
    """Say in one line what contradicts what."""
    places = ", ".join(map(str, conflict.clues[:6]))
    if len(conflict.clues) > 6:
        places += f" and {len(conflict.clues) - 6} more"
    if not conflict.total:
        return f"these clues contradict each other: {places}"
    (least, most), _ = count_mines(game, UNLIMITED)
    if game.mines is not None and least <= game.mines <= most:
        return f"a total of {game.mines} contradicts the clues {places}"
    return f"a total of {game.mines} is impossible: the clues allow {least} to {most} mines"


def count_mines(
    game: MinePosition, limits: Limits
) -> tuple[tuple[int, int], Callable[[], MineRange]]:
    """Return the least and the most mines that the clues allow on the board, any total aside.

    What builds the certificate comes with them; see `graphpuzzles.puzzle.Puzzle.counts`.

    Raises
    ------
    InconsistentBoardError
        If the clues contradict each other.
    LimitError
        If a limit is reached.
    """
    free = MinePosition(game.board, flags=game.flags)
    model = build_model(free.plan, Meter(limits))
    if model is None or not model.feasible:
        raise contradiction(free, conflict_of(free), _infeasible(free, {}))
    least, most = model.mine_range
    sure = free.numbered.sure

    def prove() -> MineRange:
        deduction = free.plan.deduction
        return MineRange(_steps(free, single_steps(deduction)), _order(free, deduction.values))

    return (sure + least, sure + most), prove


def _too_many(game: MinePosition) -> str | None:
    count = game.system.size
    return None if count <= BRUTE_CELLS else f"{count} hidden cells, more than {BRUTE_CELLS}"


METHODS = {
    "frontier": _method("frontier diagram", run_frontier),
    "milp": _method("integer program", run_milp),
    "brute": _method("exhaustion", run_brute, _too_many),
}
