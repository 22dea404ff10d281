"""The methods of Minesweeper: frontier diagrams, integer programming, and all layouts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from graphpuzzles.errors import CertificateError, LimitError
from graphpuzzles.limits import Meter
from graphpuzzles.puzzle import Method, Outcome, Status
from graphpuzzles.puzzles.minesweeper.brute import BRUTE_CELLS, all_layouts
from graphpuzzles.puzzles.minesweeper.certificate import ClueConflict, ForcedCells, ForcedStep
from graphpuzzles.puzzles.minesweeper.deductions import derive
from graphpuzzles.puzzles.minesweeper.explain import minimal_conflict
from graphpuzzles.puzzles.minesweeper.inference import build_model
from graphpuzzles.puzzles.minesweeper.knowledge import MineGroup, MineKnowledge
from graphpuzzles.puzzles.minesweeper.witnesses import covering_layouts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction
    from typing import TypeAlias

    from graphpuzzles.limits import Limits, ProgressCallback
    from graphpuzzles.puzzle import Stat
    from graphpuzzles.puzzles.minesweeper.inference import MineModel
    from graphpuzzles.puzzles.minesweeper.puzzle import Minesweeper

    Result: TypeAlias = Outcome[MineKnowledge, tuple[int, int]]

__all__ = ["METHODS", "complaint", "conflict_of"]


def run_frontier(game: Minesweeper, limits: Limits, progress: ProgressCallback | None) -> Result:
    """Infer all of it from frontier diagrams; see `graphpuzzles.puzzles.minesweeper.inference`.

    Parameters
    ----------
    game : Minesweeper
    limits : Limits
    progress : ProgressCallback, optional
    """
    try:
        model = build_model(game.plan, Meter(limits, progress))
        if model is None or not model.feasible:
            return _infeasible(game, {} if model is None else _stats(game, model))
        chances = model.probabilities()
        layouts = covering_layouts(model, chances)
        counted = model.layouts
    except LimitError as error:
        return _stopped(game, error)
    values = [int(chance) if chance.denominator == 1 else -1 for chance in chances]
    answer = _knowledge(game, values, layouts, chances, counted)
    return _solved(game, answer, values, _stats(game, model), model)


def run_milp(game: Minesweeper, limits: Limits, progress: ProgressCallback | None) -> Result:
    """Find the decided cells by integer programs; see `graphpuzzles.puzzles.minesweeper.program`.

    Parameters
    ----------
    game : Minesweeper
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


def run_brute(game: Minesweeper, limits: Limits, progress: ProgressCallback | None) -> Result:
    """Try all layouts; see `graphpuzzles.puzzles.minesweeper.brute`.

    Parameters
    ----------
    game : Minesweeper
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
    game: Minesweeper,
    values: Sequence[int],
    layouts: Iterable[Sequence[int]],
    chances: Sequence[Fraction] | None = None,
    counted: int | None = None,
) -> MineKnowledge:
    hidden = game.hidden
    groups: dict[tuple[int, ...], list[int]] = {}
    for cell, value in enumerate(values):
        if value < 0:
            groups.setdefault(tuple(game.system.touching[cell]), []).append(cell)
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
        untouched=game.untouched,
        witnesses=tuple(tuple(hidden[cell] for cell in layout) for layout in layouts),
        layouts=counted,
    )


def _solved(
    game: Minesweeper,
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


def _infeasible(game: Minesweeper, stats: Mapping[str, Stat]) -> Result:
    return Outcome(status=Status.INFEASIBLE, stats=stats, prove=lambda: conflict_of(game))


def _stopped(game: Minesweeper, error: LimitError) -> Result:
    found = game.plan.deduction
    proved = (found.values.count(1), found.values.count(0))
    return Outcome(
        status=Status.LIMIT,
        bounds=(proved if found.conflict is None else None, None),
        stats={"limit": error.limit, "message": error.message},
    )


def _stats(game: Minesweeper, model: MineModel) -> dict[str, Stat]:
    orders = Counter(order.name for _, order in game.plan.components)
    stats: dict[str, Stat] = {
        "parts": len(model.parts),
        "states": sum(part.diagram.nodes for part in model.parts),
        "arcs": sum(part.diagram.size for part in model.parts),
        "widest": max((part.diagram.widest for part in model.parts), default=0),
        "orders": " ".join(f"{name}:{count}" for name, count in sorted(orders.items())),
    }
    if all(part.diagram.feasible for part in model.parts):
        known = len(game.known_mines)
        least, most = model.mine_range
        stats["least_mines"], stats["most_mines"] = known + least, known + most
    return stats


def _proof(game: Minesweeper, values: Sequence[int]) -> ForcedCells:
    """Return why the decided cells are decided."""
    hidden, clues = game.hidden, tuple(game.clue_sets)
    return ForcedCells(
        tuple(
            ForcedStep(
                tuple(clues[clue] for clue in step.core.clues),
                step.core.total,
                tuple(hidden[cell] for cell in step.mines),
                tuple(hidden[cell] for cell in step.safes),
            )
            for step in derive(game.system, values)
        )
    )


def conflict_of(game: Minesweeper) -> ClueConflict:
    """Return a minimal set of clues that contradict each other.

    Parameters
    ----------
    game : Minesweeper
        A contradictory one.

    Raises
    ------
    CertificateError
        If there is a layout.
    """
    core = minimal_conflict(game.system)
    if core is None:
        raise CertificateError("the clues do not contradict each other")
    clues = tuple(game.clue_sets)
    return ClueConflict(tuple(clues[clue] for clue in core.clues), core.total)


def complaint(game: Minesweeper, conflict: ClueConflict) -> str:
    """Say in one line what contradicts what.

    Parameters
    ----------
    game : Minesweeper
    conflict : ClueConflict
    """
    places = ", ".join(map(str, conflict.clues[:6]))
    if len(conflict.clues) > 6:
        places += f" and {len(conflict.clues) - 6} more"
    if not conflict.total:
        return f"these clues contradict each other: {places}"
    least, most = game.mine_range()
    if game.mines is not None and least <= game.mines <= most:
        return f"a total of {game.mines} contradicts the clues {places}"
    return f"a total of {game.mines} is impossible: the clues allow {least} to {most} mines"


def _too_many(game: Minesweeper) -> str | None:
    count = len(game.hidden)
    return None if count <= BRUTE_CELLS else f"{count} hidden cells, more than {BRUTE_CELLS}"


METHODS = {
    "frontier": Method("frontier diagram", run_frontier),
    "milp": Method("integer program", run_milp),
    "brute": Method("exhaustion", run_brute, _too_many),
}
