"""Random Minesweeper boards: positions of real games, opened from a first click."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar, cast

from graphpuzzles.generate import (
    TRUTH,
    Generator,
    Wish,
    against,
    below,
    drawn,
    exact_solution,
    exact_value,
    is_solvable,
    pick,
    shuffled,
    whole,
)
from graphpuzzles.lattice import KING
from graphpuzzles.puzzles.minesweeper.board import MAX_CLUE, UNKNOWN
from graphpuzzles.puzzles.minesweeper.mistakes import MINE_APPROACHES, MineGame

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from graphpuzzles.generate import Size
    from graphpuzzles.puzzles.minesweeper.board import Grid
    from graphpuzzles.puzzles.minesweeper.rules import MineKnowledge

G = TypeVar("G", bound=MineGame)

CELLS_A_MINE = 6
TRIES = 10_000
MAX_SIDE = 300
ROUNDS = 3
"""How often, at most, what is safe is opened after the first click, where no wish says more."""


# The game --------------------------------------------------------------------------------------


@dataclass(eq=False)
class _Game:
    """A board whose mines are known, as far as it has been opened."""

    size: Size
    mines: frozenset[int]
    opened: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        table = KING.neighbor_table(*self.size).tolist()
        self.beside = [[cell for cell in cells if cell >= 0] for cells in table]

    def number(self, cell: int) -> int:
        return sum(other in self.mines for other in self.beside[cell])

    def open(self, cells: Iterable[int]) -> None:
        """Open safe cells, and all around those that show 0."""
        stack = list(cells)
        while stack:
            cell = stack.pop()
            if cell not in self.opened:
                self.opened.add(cell)
                if not self.number(cell):
                    stack += self.beside[cell]

    def closed(self) -> list[int]:
        """Return the safe cells that are not opened."""
        cells = range(len(self.beside))
        return [cell for cell in cells if cell not in self.opened and cell not in self.mines]

    def rows(self) -> Grid:
        """Return what the player sees."""
        rows, columns = self.size
        shown = [
            self.number(cell) if cell in self.opened else UNKNOWN for cell in range(rows * columns)
        ]
        return tuple(tuple(shown[at : at + columns]) for at in range(0, len(shown), columns))


def _first_click(rng: random.Random, size: Size, mines: int) -> _Game:
    """Lay mines and open a cell, with nothing around it where there is room for that."""
    cells = size[0] * size[1]
    start = below(rng, cells)
    beside = {start, *KING.neighbor_table(*size)[start].tolist()}
    spared = beside if cells - len(beside - {-1}) >= mines else {start}
    game = _Game(size, frozenset(drawn(rng, [c for c in range(cells) if c not in spared], mines)))
    game.open([start])
    return game


def _last_corner(rng: random.Random, size: Size, mines: int, hidden: int) -> _Game:
    """Lay all mines among a few cells that hang together, and open all other cells."""
    beside = KING.neighbor_table(*size).tolist()
    around = [below(rng, len(beside))]
    corner: set[int] = set()
    while len(corner) < hidden:
        at = below(rng, len(around))
        cell, around[at] = around[at], around[-1]
        around.pop()
        if cell not in corner:
            corner.add(cell)
            around += [other for other in beside[cell] if other >= 0]
    game = _Game(size, frozenset(drawn(rng, sorted(corner), mines)))
    game.opened.update(set(range(len(beside))) - corner)
    return game


# Wishes ----------------------------------------------------------------------------------------


def _knowledge(game: MineGame) -> MineKnowledge | None:
    """Return what is known for sure; None where the clues contradict each other."""
    return exact_solution(game, "frontier").answer


def _decided(game: MineGame, least: object) -> bool:
    return sum(exact_value(game) or ()) >= cast("int", least)


def _must_guess(game: MineGame, wanted: object) -> bool:
    """Tell whether no cell is safe for sure, though not all are known; unwanted, that one is safe.

    A game in which only mines are hidden is neither.
    """
    known = _knowledge(game)
    if known is None or bool(known.safes) is wanted:
        return False
    return not wanted or bool(known.groups)


def _layouts(game: MineGame, most: object) -> bool:
    known = _knowledge(game)
    return known is not None and cast("int", known.layouts) <= cast("int", most)


WISHES: dict[str, Wish[MineGame]] = {
    "mines": Wish(
        text=f"how many mines there are (by default one in {CELLS_A_MINE} cells); not told unless "
        "total=true",
        values=whole(1),
    ),
    "total": Wish(
        text="whether the number of mines is told; the text format has no place for it",
        values=TRUTH,
        holds=lambda game, wanted: (game.mines is not None) is wanted,
        default=False,
    ),
    "hidden": Wish(
        text="how many cells are hidden at most",
        values=whole(1),
        holds=lambda game, most: len(game.hidden) <= cast("int", most),
    ),
    "consistent": Wish(
        text="whether there is a layout: false asks for clues that contradict each other",
        values=TRUTH,
        holds=is_solvable,
        default=True,
    ),
    "decided": Wish(
        text="how many hidden cells, at least, are known for sure",
        values=whole(1),
        holds=_decided,
    ),
    "guess": Wish(
        text="whether the player must guess: no cell is safe for sure; false asks for one that is",
        values=TRUTH,
        holds=_must_guess,
    ),
    "layouts": Wish(text="how many layouts there are at most", values=whole(1), holds=_layouts),
    "against": against(MINE_APPROACHES, exact_value),
}
SPOILT = ("decided", "guess", "against")
"""Wishes that opening a cell may spoil."""


def _refuses(size: Size, wanted: Mapping[str, object]) -> str | None:
    cells = size[0] * size[1]
    mines = cast("int", wanted.get("mines", 0))
    if mines >= cells:
        return f"{cells} cells have no room for {mines} mines and a first click"
    hidden = cast("int", wanted.get("hidden", cells))
    if mines > hidden:
        return "all mines are hidden"
    if cast("int", wanted.get("decided", 0)) > hidden:
        return "only hidden cells are counted as decided"
    if wanted["consistent"] is False:
        for name in ("decided", "guess", "layouts"):
            if wanted.get(name):
                return f"{name} needs a layout, and consistent=false wants none"
    return None


# Proposals -------------------------------------------------------------------------------------


def mine_generator(make: Callable[..., G]) -> Generator[G]:
    """Return the generator of positions of Minesweeper.

    Parameters
    ----------
    make : callable
        Makes a board of its rows and, by the name ``mines``, its total.
    """

    def propose(rng: random.Random, size: Size, wanted: Mapping[str, object]) -> G | None:
        cells = size[0] * size[1]
        mines = cast("int", wanted.get("mines", _mines(size, wanted)))
        told = mines if wanted["total"] else None
        few = cast("int", wanted.get("hidden", cells))
        # Where few cells are to be hidden, those of a real game are scattered and mostly easy.
        last = few < cells and bool(below(rng, 2))
        game = _last_corner(rng, size, mines, few) if last else _first_click(rng, size, mines)

        def seen() -> G:
            return make(game.rows(), mines=told)

        if not last:
            _play(rng, game, wanted, seen)
        if wanted["consistent"] is False:
            return make(_with_a_lie(rng, game.rows()), mines=told)
        return seen()

    return Generator(
        size=(9, 9),
        propose=propose,
        wishes=WISHES,
        refuses=_refuses,
        tries=TRIES,
        max_side=MAX_SIDE,
    )


def _mines(size: Size, wanted: Mapping[str, object]) -> int:
    """Return the number of mines by default; few hidden cells are not to be mines alone."""
    cells = size[0] * size[1]
    few = cast("int", wanted.get("hidden", cells)) // 2
    return min(max(1, min(cells // CELLS_A_MINE, few)), cells - 1)


def _play(
    rng: random.Random, game: _Game, wanted: Mapping[str, object], seen: Callable[[], MineGame]
) -> None:
    """Open cells until the position is likely to be as wished."""
    columns = game.size[1]
    to_the_end = bool(wanted.get("guess")) or "against" in wanted
    rounds = len(game.beside) if to_the_end else below(rng, ROUNDS + 1)
    for _ in range(rounds):
        board = seen()
        known = _knowledge(board)
        if known is None or not known.safes:
            break
        if "against" in wanted and _as_wished(board, wanted):
            break
        places = cast("Sequence[tuple[int, int]]", known.safes)
        game.open(row * columns + column for row, column in places)
    _open_more(rng, game, wanted, seen)


def _open_more(
    rng: random.Random, game: _Game, wanted: Mapping[str, object], seen: Callable[[], MineGame]
) -> None:
    """Open safe cells that nobody can know, while too many are hidden or there are more layouts.

    A cell stays closed where opening it would spoil what else is wished.
    """
    most_hidden = cast("int", wanted.get("hidden", len(game.beside)))
    good = _as_wished(seen(), wanted)
    for cell in shuffled(rng, game.closed()):
        few = "layouts" not in wanted or _layouts(seen(), wanted["layouts"])
        if few and len(game.beside) - len(game.opened) <= most_hidden:
            break
        before = set(game.opened)
        game.open([cell])
        if good and not _as_wished(seen(), wanted):
            game.opened = before


def _as_wished(board: MineGame, wanted: Mapping[str, object]) -> bool:
    """Tell whether the wishes hold that are in `SPOILT`."""
    checks = [(WISHES[name].holds, wanted[name]) for name in SPOILT if name in wanted]
    return all(holds(board, value) for holds, value in checks if holds is not None)


def _with_a_lie(rng: random.Random, grid: Grid) -> Grid:
    """Change one number by one."""
    rows = [*map(list, grid)]
    cells = [(r, c) for r, row in enumerate(rows) for c, code in enumerate(row) if code >= 0]
    r, c = pick(rng, cells)
    more = bool(below(rng, 2))
    if rows[r][c] in {0, MAX_CLUE}:
        more = rows[r][c] == 0
    rows[r][c] += 1 if more else -1
    return tuple(map(tuple, rows))
