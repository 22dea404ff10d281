"""Grids of one character a cell, as two solvers of Numberlink and Flow Free read them.

thomasahle/numberlink: a line with width and height, then the rows, ``.`` for an empty cell, a
letter or digit for a terminal. Lines that begin with ``#`` are comments, boards may follow each
other, ``0 0`` may end the text. mzucker/flow_solver: a square board without a header, as large as
its first line is long; letters are terminals, every other character is an empty cell. Since so
much would be read as empty, digits but 0 are refused there. Rows of numbers without a header, 0
for an empty cell, stand in many programs: a digit a cell, or numbers with blanks between them.

None of them holds a board without a label.
"""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING

from graphpuzzles.errors import WriteError
from graphpuzzles.formats._numberlink import fail, grid_of, grid_puzzle, require_few
from graphpuzzles.puzzles.wiring.board import BLANK
from graphpuzzles.text import Token, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphpuzzles.puzzles.wiring.board import Rule, SelfTouch
    from graphpuzzles.puzzles.wiring.puzzles import Numberlink

__all__ = [
    "read_digits",
    "read_flow_solver",
    "read_letter_grids",
    "write_digits",
    "write_flow_solver",
    "write_letter_grids",
]

_LABELS = string.ascii_letters + string.digits


def read_letter_grids(
    text: str, *, rule: Rule = "fill", self_touch: SelfTouch = "allow"
) -> Iterator[Numberlink]:
    r"""Yield the boards of a text as thomasahle/numberlink reads it.

    Parameters
    ----------
    text : str
    rule, self_touch : str
        The rules, which the text does not tell; see `Numberlink`. That solver itself asks for
        ``"fill"`` and ``"no_chord"``.

    Raises
    ------
    ParseError
        If the text is not of that form.

    Examples
    --------
    >>> [puzzle] = read_letter_grids("4 3\nA...\nB..A\n...B\n")
    >>> puzzle.solve().value, puzzle.count()
    (10, 2)
    """
    lines = [
        Token(line.rstrip(), number, 1)
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.startswith("#")
    ]
    at = 0
    while at < len(lines):
        header = lines[at]
        sizes = re.fullmatch(r"([0-9]{1,6})[ \t]+([0-9]{1,6})", header.text)
        if sizes is None:
            fail(header, "width and height")
        width, height = map(int, sizes.groups())
        if width == height == 0:
            if at + 1 < len(lines):
                fail(lines[at + 1], "the end of the text")
            return
        if not width or not height:
            fail(header, "a width and height of at least 1")
        require_few(width * height, header)
        rows = lines[at + 1 : at + 1 + height]
        if len(rows) < height:
            fail(Token("", lines[-1].line + 1, 1), f"{height} rows", f"{len(rows)}")
        cells = [_row(row, width) for row in rows]
        for row in cells:
            for token in row:
                if token.text not in _LABELS + BLANK:
                    fail(token, "a letter, a digit or '.'")
        puzzle = grid_puzzle(cells, blanks=BLANK, rule=rule, self_touch=self_touch)
        yield _labelled(puzzle, rows[0])
        at += 1 + height


def _row(line: Token, width: int) -> list[Token]:
    if len(line.text) != width:
        fail(line, f"a row of {width} cells", f"a row of {len(line.text)}")
    return [Token(cell, line.line, i) for i, cell in enumerate(line.text, 1)]


def write_letter_grids(puzzles: Iterable[Numberlink]) -> str:
    """Return boards as thomasahle/numberlink reads them; the text does not tell the rules.

    Raises
    ------
    WriteError
        If the text cannot express a puzzle; the error names the field.
    """
    lines = []
    for puzzle in puzzles:
        grid = grid_of(puzzle, "a letter grid")
        _check_labels(puzzle, _LABELS)
        lines += [f"{len(grid[0])} {len(grid)}", *map("".join, grid)]
    return "\n".join([*lines, ""])


def read_flow_solver(
    text: str, *, rule: Rule = "fill", self_touch: SelfTouch = "allow"
) -> Numberlink:
    r"""Read the board of a text as mzucker/flow_solver reads it.

    Parameters
    ----------
    text : str
    rule, self_touch : str
        The rules, which the text does not tell; see `Numberlink`.

    Raises
    ------
    ParseError
        If the text is not of that form.

    Examples
    --------
    >>> read_flow_solver("R...G\n.....\n.....\n.....\nG...R\n").solve().status.value
    'infeasible'
    """
    lines = [Token(line.rstrip("\r"), i, 1) for i, line in enumerate(text.split("\n"), 1)]
    while len(lines) > 1 and not lines[-1].text.strip():
        lines.pop()
    size = len(lines[0].text)
    if not size:
        fail(lines[0], "a row of cells", "an empty line")
    require_few(size * size, lines[0])
    if len(lines) != size:
        place = lines[size] if len(lines) > size else Token("", lines[-1].line + 1, 1)
        fail(place, f"a square of {size} rows", f"{len(lines)} rows")
    cells = [_row(line, size) for line in lines]
    blank = [
        [t if t.text in string.ascii_letters else t._replace(text=BLANK) for t in row]
        for row in cells
    ]
    for row in cells:
        for token in row:
            if not token.text.isascii() or not token.text.isprintable():
                fail(token, "a character that can be seen")
            if token.text in "123456789":
                fail(token, "a letter or an empty cell; digits are labels in the format 'letters'")
    return _labelled(grid_puzzle(blank, blanks=BLANK, rule=rule, self_touch=self_touch), lines[0])


def write_flow_solver(puzzle: Numberlink) -> str:
    """Return a board as mzucker/flow_solver reads it; the text does not tell the rules.

    Raises
    ------
    WriteError
        If the text cannot express the puzzle; the error names the field.
    """
    grid = grid_of(puzzle, "a board of flow-solver")
    if len(grid) != len(grid[0]):
        raise WriteError("shape", "boards of flow-solver are square")
    _check_labels(puzzle, string.ascii_letters)
    return "\n".join([*map("".join, grid), ""])


def read_digits(text: str, *, rule: Rule = "any", self_touch: SelfTouch = "allow") -> Numberlink:
    r"""Read the board of a grid of numbers, 0 for an empty cell.

    Parameters
    ----------
    text : str
        Rows of digits, one a cell, or of numbers with blanks between them.
    rule, self_touch : str
        The rules, which the text does not tell; see `Numberlink`.

    Raises
    ------
    ParseError
        If the text is not of that form.

    Examples
    --------
    >>> read_digits("1000\n2001\n0002\n").solve().value
    8
    """
    lines = [*enumerate(text.rstrip().split("\n"), 1)]
    cell = r"\S+" if any(len(line.split()) > 1 for _, line in lines) else r"\S"
    cells = [
        [Token(found[0], number, found.start() + 1) for found in re.finditer(cell, line)]
        for number, line in lines
    ]
    for number, row in enumerate(cells, 1):
        for token in row:
            if not re.fullmatch("[0-9]{1,6}", token.text):
                fail(token, "a number, 0 for an empty cell")
        if not row or len(row) != len(cells[0]):
            fail(Token("", number, 1), f"a row of {len(cells[0]) or 1} cells", f"{len(row)}")
    table = [[token._replace(text=str(int(token.text))) for token in row] for row in cells]
    puzzle = grid_puzzle(table, blanks="0", rule=rule, self_touch=self_touch)
    return _labelled(puzzle, cells[0][0])


def write_digits(puzzle: Numberlink) -> str:
    """Return a board as a grid of numbers; the text does not tell the rules.

    Raises
    ------
    WriteError
        If the text cannot express the puzzle; the error names the field.
    """
    grid = grid_of(puzzle, "a grid of digits")
    _require_labels(puzzle)
    for label in puzzle.board.labels:
        if not re.fullmatch("[1-9][0-9]{0,5}", label):
            raise WriteError("labels", f"{quote(label)} is no number from 1 to 999999")
    between = " " if any(len(label) > 1 for label in puzzle.board.labels) else ""
    rows = ([("0" if token == BLANK else token) for token in row] for row in grid)
    return "".join(f"{between.join(row)}\n" for row in rows)


def _labelled(puzzle: Numberlink, place: Token) -> Numberlink:
    """Refuse a board without a label: a text of another format is mostly read as empty cells."""
    if not puzzle.board.labels:
        fail(place, "labels, each on two cells; other labels need another format", "none")
    return puzzle


def _require_labels(puzzle: Numberlink) -> None:
    if not puzzle.board.labels:
        raise WriteError("labels", "such a grid has at least one")


def _check_labels(puzzle: Numberlink, known: str) -> None:
    _require_labels(puzzle)
    for label in puzzle.board.labels:
        if len(label) != 1 or label not in known:
            letter = "letter" if known == string.ascii_letters else "letter or digit"
            raise WriteError("labels", f"{quote(label)} is no single {letter}")
