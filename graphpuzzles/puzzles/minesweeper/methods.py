"""The methods of Minesweeper: frontier diagrams, integer programming, and all layouts."""

from __future__ import annotations

from collections import Counter
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
from graphpuzzles.puzzles.minesweeper.clues import BRUTE_CELLS, all_layouts
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


def run_frontier(game: MinePosition, limits: Limits, progress: ProgressCallback | None) -> Result:
    """Infer all of it from frontier diagrams; see `graphpuzzles.puzzles.minesweeper.inference`.

    Parameters
    ----------
    game : MinePosition
    limits : Limits
    progress : ProgressCallback, optional
    """
    try:
        model = build_model(game.plan, Meter(limits, progress))
        if model is None or not model.feasible:
            return _infeasible(game, {} if model is None else _stats(game, model))
        chances = model.probabilities()
        values = [int(chance) if chance.denominator == 1 else -1 for chance in chances]
        layouts = covering_layouts(model, values)
        counted = model.layouts
    except LimitError as error:
        return _stopped(game, error)
    answer = _knowledge(game, values, layouts, chances, counted)
    return _solved(game, answer, values, _stats(game, model), model)


def run_milp(game: MinePosition, limits: Limits, progress: ProgressCallback | None) -> Result:
    """Find the decided cells by integer programs; see `graphpuzzles.puzzles.minesweeper.program`.

    Parameters
    ----------
    game : MinePosition
    limits : Limits
    progress : ProgressCallback, optional
    """
    from graphpuzzles.puzzles.minesweeper.program import MineProgram

    try:
        backbone = MineProgram(game.system, Meter(limits, progress)).backbone()
    except LimitError as error:
        return _stopped(game, error)
    stats: dict[str, Stat] = {"programs": backbone.programs}
    if not backbone.layouts:
        return _infeasible(game, stats)
    answer = _knowledge(game, backbone.values, backbone.layouts)
    return _solved(game, answer, backbone.values, stats)


def run_brute(game: MinePosition, limits: Limits, progress: ProgressCallback | None) -> Result:
    """Try all layouts; see `graphpuzzles.puzzles.minesweeper.clues`.

    Parameters
    ----------
    game : MinePosition
    limits : Limits
    progress : ProgressCallback, optional
    """
    try:
        found = all_layouts(game.system, Meter(limits, progress))
    except LimitError as error:
        return _stopped(game, error)
    if not found.masks:
        return _infeasible(game, {})
    chances = found.probabilities()
    values = [int(chance) if chance.denominator == 1 else -1 for chance in chances]
    answer = _knowledge(game, values, found.layouts(), chances, len(found.masks))
    return _solved(game, answer, values, {})


def _knowledge(
    game: MinePosition,
    values: Sequence[int],
    layouts: Iterable[Sequence[int]],
    chances: Sequence[Fraction] | None = None,
    counted: int | None = None,
) -> MineKnowledge:
    system, hidden = game.numbered[:2]
    groups: dict[tuple[int, ...], list[int]] = {}
    for cell, value in enumerate(values):
        if value < 0:
            groups.setdefault(system.touching[cell], []).append(cell)
    return MineKnowledge(
        mines=tuple(hidden[cell] for cell, value in enumerate(values) if value > 0),
        safes=tuple(hidden[cell] for cell, value in enumerate(values) if value == 0),
        groups=tuple(
            MineGroup(
                tuple(hidden[cell] for cell in cells),
                None if chances is None else chances[cells[0]],
            )
            for cells in groups.values()
        ),
        untouched=tuple(hidden[cell] for cell in system.untouched),
        witnesses=tuple(tuple(hidden[cell] for cell in layout) for layout in layouts),
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
    "frontier": Method("frontier diagram", run_frontier),
    "milp": Method("integer program", run_milp),
    "brute": Method("exhaustion", run_brute, _too_many),
}
