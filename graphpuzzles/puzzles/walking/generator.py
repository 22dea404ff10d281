"""Wishes that can be made of every puzzle in which a body walks."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

from graphpuzzles.errors import LimitError
from graphpuzzles.generate import (
    EFFORT,
    TRUTH,
    Wish,
    exact_value,
    has_value,
    is_solvable,
    names_against,
    whole,
)
from graphpuzzles.puzzle import Status

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from graphpuzzles.generate import Values
    from graphpuzzles.puzzles.walking.puzzle import WalkPuzzle

__all__ = ["WALK_WISHES", "contradiction", "number_of_sections", "sections_wish"]

P = TypeVar("P", bound="WalkPuzzle")


def _has_gap(puzzle: WalkPuzzle, least: object) -> bool:
    value = exact_value(puzzle)
    return value is not None and value - cast("int", puzzle.lower_bound) >= cast("int", least)


def _has_walks(puzzle: WalkPuzzle, wanted: object) -> bool:
    if exact_value(puzzle) is None:
        return False
    return puzzle.number_of_best_walks(limits=EFFORT) == wanted


def _is_long(puzzle: WalkPuzzle, least: object) -> bool:
    value = exact_value(puzzle)
    return value is not None and value >= cast("int", least)


def _is_hard(puzzle: WalkPuzzle, least: object) -> bool:
    solution = puzzle.solve("astar", limits=EFFORT)
    if cast("int", solution.stats["expanded"]) >= cast("int", least):
        return True
    if solution.status is Status.LIMIT and not puzzle.answered(solution):
        raise LimitError("max_states", "the board is too hard to judge", solution=solution)
    return False


WALK_WISHES: dict[str, Wish[WalkPuzzle]] = {
    "solvable": Wish(
        text="whether there is a walk to the goal; false: it is proved that there is none",
        values=TRUTH,
        holds=is_solvable,
    ),
    "optimum": Wish(
        text="the fewest steps, exactly",
        values=whole(),
        holds=has_value,
    ),
    "min_optimum": Wish(text="the fewest steps, at least", values=whole(1), holds=_is_long),
    "gap": Wish(
        text="how many steps more, at least, the body takes than a head alone would",
        values=whole(1),
        holds=_has_gap,
    ),
    "walks": Wish(
        text="how many shortest walks there are, exactly", values=whole(1), holds=_has_walks
    ),
    "expansions": Wish(
        text="how many states, at least, A* with the head's distance expands",
        values=whole(1, EFFORT.max_states),
        holds=_is_hard,
    ),
}
"""The cheapest to verify first."""


def sections_wish(sections: int, values: Values) -> Wish[WalkPuzzle]:
    """Return the wish for a number of sections, of which there are so many by default."""
    return Wish(
        text=f"how many sections ({sections}; more where expansions takes more)", values=values
    )


def number_of_sections(wanted: Mapping[str, object], sections: int, hardness: int) -> int:
    """Return how many sections a proposed body has.

    Parameters
    ----------
    wanted : Mapping of str to object
        Values by the names of wishes.
    sections : int
        By default.
    hardness : int
        States that A* readily expands for so many sections; every section more doubles them.
    """
    expansions = cast("int", wanted.get("expansions", 0))
    return cast("int", wanted.get("sections", sections + (expansions // hardness).bit_length()))


def contradiction(
    kind: type[WalkPuzzle],
    sections: int,
    wanted: Mapping[str, object],
    only_real: Collection[str],
) -> str | None:
    """Say why no board can have all the wished properties, or None.

    Parameters
    ----------
    kind : type of WalkPuzzle
    sections : int
    wanted : Mapping of str to object
        Values by the names of wishes.
    only_real : Collection of str
        Wrong approaches that find only walks that keep the rules, though not always a shortest.
    """
    walk = next(
        (name for name in ("optimum", "min_optimum", "gap", "walks") if name in wanted), ""
    )
    if wanted.get("solvable") is False:
        if walk:
            return f"solvable=false means that there is no walk, {walk} that there is one"
        for name in names_against(wanted):
            if name in only_real:
                return f"{name} is right wherever there is no walk, because all its walks are real"
    if sections == 1 and wanted.keys() & {"gap", "against"}:
        return "a body of 1 section moves like a head alone, and nothing can be wrong about it"
    if "walks" in wanted and sections > kind.longest:
        return f"walks of bodies of more than {kind.longest} sections are not counted"
    if "optimum" not in wanted:
        return None
    return _contradicts_optimum(cast("int", wanted["optimum"]), wanted)


def _contradicts_optimum(optimum: int, wanted: Mapping[str, object]) -> str | None:
    if optimum < cast("int", wanted.get("min_optimum", 0)):
        return f"the fewest steps cannot be {optimum} and at least {wanted['min_optimum']}"
    if cast("int", wanted.get("gap", 0)) >= max(optimum, 1):
        return f"of {optimum} steps, fewer than {wanted['gap']} can be a detour"
    if optimum == 0 and wanted.get("walks", 1) != 1:
        return "there is one walk of 0 steps"
    if optimum == 0 and wanted.keys() & {"against", "expansions"}:
        return "nothing can be hard or wrong about 0 steps"
    return None
