"""What the formats of Numberlink share: from tokens with places to a puzzle, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, NoReturn

from graphpuzzles.errors import ParseError, WriteError
from graphpuzzles.puzzles.wiring.board import BLANK, MAX_CELLS, WALL, WiringBoard
from graphpuzzles.puzzles.wiring.puzzles import Numberlink
from graphpuzzles.text import Token, quote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphpuzzles.lattice import Cell
    from graphpuzzles.puzzles.wiring.board import Rule, SelfTouch

__all__ = ["Drawing"]


class Drawing(NamedTuple):
    """A puzzle and the lines drawn on it, right or wrong.

    Parameters
    ----------
    puzzle : Numberlink
    links : tuple of (cell, cell)
        Neighbours between which a line is drawn; ``puzzle.wiring_of_links(links)`` is the answer
        they show, or says what is wrong with them.
    """

    puzzle: Numberlink
    links: tuple[tuple[Cell, Cell], ...]


def fail(token: Token, expected: str, found: str | None = None) -> NoReturn:
    """Raise the `ParseError` of a token."""
    raise ParseError(token.line, token.column, expected, found or quote(token.text))


def require_few(cells: int, place: Token) -> None:
    """Raise the `ParseError` of a board with too many cells."""
    if cells > MAX_CELLS:
        fail(place, f"at most {MAX_CELLS} cells", f"{cells}")


def _require_pairs(tokens: Sequence[Sequence[Token]], blanks: str) -> None:
    """Make sure that every label stands on two cells."""
    seen: dict[str, list[Token]] = {}
    for row in tokens:
        for token in row:
            if token.text not in blanks:
                seen.setdefault(token.text, []).append(token)
    for label, found in seen.items():
        if len(found) > 2:
            fail(found[2], f"label {quote(label)} on two cells", "a third one")
        if len(found) < 2:
            fail(found[0], f"label {quote(label)} on two cells", "this one alone")


def grid_puzzle(
    tokens: Sequence[Sequence[Token]],
    *,
    blanks: str,
    rule: Rule,
    self_touch: SelfTouch = "allow",
) -> Numberlink:
    """Return the puzzle of a grid without walls; `blanks` are the tokens of empty cells.

    Raises
    ------
    ParseError
        If there are too many cells, or a label does not stand on two of them.
    """
    require_few(len(tokens) * len(tokens[0]), tokens[0][0])
    _require_pairs(tokens, blanks)
    grid = [[BLANK if token.text in blanks else token.text for token in row] for row in tokens]
    return Numberlink.of_board(WiringBoard.of_grid(grid, rule=rule, self_touch=self_touch))


def grid_of(puzzle: Numberlink, name: str) -> tuple[tuple[str, ...], ...]:
    """Return the grid of a puzzle for a format that knows neither walls, graphs nor weights.

    Raises
    ------
    WriteError
        If the puzzle has one of these.
    """
    board = puzzle.board
    if board.shape is None:
        raise WriteError("graph", f"{name} knows grids only")
    if any(weight != 1 for _, _, weight in board.edges):
        raise WriteError("weights", f"{name} has no place for them")
    if any(WALL in row for row in board.tokens):
        raise WriteError("walls", f"{name} has no place for them")
    return board.tokens
