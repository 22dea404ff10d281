"""What generators of puzzles in which a body walks share: bodies, wishes, wrong programs."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, cast

from graphpuzzles.errors import LimitError
from graphpuzzles.generate import (
    EFFORT,
    TRUTH,
    Solvable,
    Wish,
    exact_value,
    has_value,
    is_solvable,
    names_against,
    pick,
    whole,
)
from graphpuzzles.limits import Meter
from graphpuzzles.models.voltage.poses import PoseSearch, ShapeBook
from graphpuzzles.puzzles.walking.body import Walk
from graphpuzzles.puzzles.walking.questions import count_walks

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Collection, Mapping, Sequence

    from graphpuzzles.generate import Values
    from graphpuzzles.lattice import Cell
    from graphpuzzles.limits import Limits
    from graphpuzzles.models.voltage.graph import MoveRule
    from graphpuzzles.puzzles.walking.body import Body
    from graphpuzzles.puzzles.walking.walker import Walker


class Walking(Solvable[Walk, int], Protocol):
    """A puzzle in which a body walks, as far as its generator must know it."""

    @property
    def walker(self) -> Walker:
        """The body as the methods see it."""
        ...


def _has_gap(puzzle: Walking, least: object) -> bool:
    value = exact_value(puzzle)
    return value is not None and value - cast("int", puzzle.walker.lower_bound) >= cast(
        "int", least
    )


def _has_walks(puzzle: Walking, wanted: object) -> bool:
    if exact_value(puzzle) is None:
        return False
    return count_walks(puzzle.walker, EFFORT)[0] == wanted


def _is_long(puzzle: Walking, least: object) -> bool:
    value = exact_value(puzzle)
    return value is not None and value >= cast("int", least)


def _is_hard(puzzle: Walking, least: object) -> bool:
    # One state at a time: a search in arrays expands whole buckets, some for nothing.
    limits = replace(EFFORT, max_expanded=cast("int", least))
    search, limit = _searched(puzzle.walker, puzzle.walker.gait, limits)
    if limit not in (None, "max_expanded"):
        raise LimitError(limit, "the board is too hard to judge")
    return search.expanded >= cast("int", least)


WALK_WISHES: dict[str, Wish[Walking]] = {
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


def sections_wish(sections: int, values: Values) -> Wish[Walking]:
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
    longest: int,
    sections: int,
    wanted: Mapping[str, object],
    only_real: Collection[str],
) -> str | None:
    """Say why no board can have all the wished properties, or None.

    Parameters
    ----------
    longest : int
        The greatest number of sections for which walks can be counted.
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
    if "walks" in wanted and sections > longest:
        return f"walks of bodies of more than {longest} sections are not counted"
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


# Bodies ----------------------------------------------------------------------------------------


def random_body(
    rng: random.Random, head: Cell, length: int, places: Callable[[list[Cell]], Sequence[Cell]]
) -> Body | None:
    """Return a body that grows from its head by random steps, None where it got stuck.

    Parameters
    ----------
    rng : random.Random
    head : Cell
    length : int
    places : callable
        Returns the cells on which the next section may be, of the sections so far.

    Notes
    -----
    The growth of Rosenbluth and Rosenbluth (1955): every self-avoiding walk can come, those with
    few choices on their way more often than others.

    References
    ----------
    M. N. Rosenbluth and A. W. Rosenbluth, "Monte Carlo calculation of the average extension of
    molecular chains", Journal of Chemical Physics 23 (1955), 356-359.

    Examples
    --------
    >>> from random import Random
    >>> from graphpuzzles.lattice import SQUARE
    >>> def beside(body):
    ...     return [cell for cell in SQUARE.neighbors(body[-1]) if cell not in body]
    >>> random_body(Random(1), (0, 0), 3, beside)
    ((0, 0), (-1, 0), (-1, 1))
    """
    body = [head]
    while len(body) < length:
        cells = places(body)
        if not cells:
            return None
        body.append(pick(rng, cells))
    return tuple(body)


# Wrong programs --------------------------------------------------------------------------------


def _searched(walker: Walker, rule: MoveRule, limits: Limits) -> tuple[PoseSearch, str | None]:
    """Run A* on a body that moves by a rule; return it with the limit that stopped it, if any."""
    search = PoseSearch(ShapeBook(rule), walker.board, walker.body, walker.distance)
    return search, search.run(Meter(limits), most=walker.step_cap)


def distance_by_rule(puzzle: Walking, rule: MoveRule) -> int | None:
    """Return the fewest steps of a body that moves by another rule, None where there are none.

    Raises
    ------
    LimitError
        If that takes too many states.
    """
    search, limit = _searched(puzzle.walker, rule, EFFORT)
    if limit is not None:
        raise LimitError(limit, "the board is too hard for a wrong approach")
    walk = search.walk()
    return None if walk is None else len(walk) - 1


def head_distance(puzzle: Walking) -> int | None:
    """Take the head's way among the obstacles alone: the body may be in the way."""
    walker = puzzle.walker
    head = walker.body[0]
    steps = 0 if head in walker.targets else walker.distance(head)
    reach = math.inf if walker.step_cap is None else walker.step_cap
    return None if steps == math.inf or steps > reach else int(steps)
