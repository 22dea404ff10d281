"""What the formats of Numberlink share: from tokens with places to a puzzle, and back."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING, Literal, NamedTuple, NoReturn, TypeAlias

from graphpuzzles.errors import ParseError, WriteError
from graphpuzzles.puzzles.wiring.board import BLANK, CROSSING, MAX_CELLS, WALL, WiringBoard
from graphpuzzles.puzzles.wiring.puzzles import Numberlink
from graphpuzzles.text import Token, quote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphpuzzles.lattice import Cell
    from graphpuzzles.puzzles.wiring.board import Rule, SelfTouch

__all__ = ["Drawing", "Kind"]

Kind: TypeAlias = Literal["numlin", "arukone"]

LETTERS = string.ascii_uppercase + string.ascii_lowercase
_MAX_NUMBER = 77776 + 16**5 - 1


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


def refuse_unknown(token: Token, cell: int, columns: int) -> NoReturn:
    """Raise the `ParseError` of a terminal whose label is left open.

    What such a terminal may join is part of the answer, for which there is no model here.
    """
    fail(token, "a label", f"a question mark on cell {divmod(cell, columns)}")


def require_few(cells: int, place: Token) -> None:
    """Raise the `ParseError` of a board with too many cells."""
    if cells > MAX_CELLS:
        fail(place, f"at most {MAX_CELLS} cells", f"{cells}")


def _require_pairs(tokens: Sequence[Sequence[Token]], blanks: str) -> None:
    """Make sure that every label stands on two cells, and none means something else here."""
    seen: dict[str, list[Token]] = {}
    for row in tokens:
        for token in row:
            if token.text in {WALL, CROSSING}:
                fail(token, "a label")
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
    if any(CROSSING in row for row in board.tokens):
        raise WriteError("crossings", f"{name} has no place for them")
    return board.tokens


def kind_of(puzzle: Numberlink) -> Kind:
    """Return the kind of puzz.link puzzle that has a puzzle's labels, numlin where none has."""
    labels = puzzle.board.labels
    letters = bool(labels) and all(len(label) == 1 and label in LETTERS for label in labels)
    return "arukone" if letters else "numlin"


def check_rules(puzzle: Numberlink, kind: Kind, name: str) -> None:
    """Raise a `WriteError` if a kind of puzz.link puzzle does not have a puzzle's rules."""
    allowed = {"numlin": ("any",), "arukone": ("any", "fill")}[kind]
    if puzzle.board.rule not in allowed:
        raise WriteError("rule", f"{name} of {kind} says {' or '.join(allowed)} by itself")
    if puzzle.board.self_touch != "allow":
        raise WriteError("self_touch", f"{name} has no place for it")


def label_number(label: str, kind: Kind) -> int:
    """Return the number of a label; raise a `WriteError` if a kind of puzzle has none."""
    if kind == "arukone":
        if len(label) == 1 and label in LETTERS:
            return LETTERS.index(label) + 1
        raise WriteError("labels", f"{quote(label)} is not one of the letters A to Z, a to z")
    if re.fullmatch("[1-9][0-9]{0,6}", label) and int(label) <= _MAX_NUMBER:
        return int(label)
    raise WriteError("labels", f"{quote(label)} is no number from 1 to {_MAX_NUMBER}")
