r"""Files of pzprv3, the format in which puzz.link saves a puzzle with its lines.

The lines are ``pzprv3``, the kind (``numlin`` or ``arukone``), the rows, the columns (the other
way round than in an address), for arukone ``passallcell``, ``dontpassallcell`` or ``allowempty``,
then the cells (``.`` empty; numbers, for arukone letters), then what is drawn: for every row its
borders to the right, for every row but the last its borders below, 1 for a line, 0 for none, -1
for a cross, which means none too. A slash may stand for the end of a line, as in addresses.

References
----------
robx/pzprjs, the player behind puzz.link (MIT).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, cast

from graphpuzzles.formats._numberlink import (
    LETTERS,
    Drawing,
    check_rules,
    grid_of,
    grid_puzzle,
    kind_of,
    label_number,
    refuse_unknown,
    require_few,
)
from graphpuzzles.puzzles.wiring.board import BLANK
from graphpuzzles.text import Scanner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphpuzzles.formats._numberlink import Kind
    from graphpuzzles.lattice import Cell
    from graphpuzzles.puzzles.wiring.board import Node
    from graphpuzzles.puzzles.wiring.puzzles import Numberlink, Wiring
    from graphpuzzles.text import Token

__all__ = ["read_pzprv3", "write_pzprv3"]

_COVER = {"passallcell": "fill", "dontpassallcell": "any", "allowempty": "any"}


def read_pzprv3(text: str) -> Drawing:
    """Read a puzzle and the lines drawn on it.

    Parameters
    ----------
    text : str
        The file; with slashes for the ends of lines, these count as lines in error messages.

    Raises
    ------
    ParseError
        If the text is not of that form.

    Examples
    --------
    >>> puzzle, links = read_pzprv3("pzprv3/numlin/2/2/1 2 /1 2 /0 /0 /1 1 /")
    >>> links
    (((0, 0), (1, 0)), ((0, 1), (1, 1)))
    >>> puzzle.check(puzzle.wiring_of_links(links))
    2
    """
    scanner = Scanner(text.replace("/", "\n"))
    _word(scanner, "pzprv3")
    kind = _word(scanner, "numlin", "arukone")
    size = scanner.peek()
    rows = scanner.integer("a number of rows", minimum=1)
    columns = scanner.integer("a number of columns", minimum=1)
    rule = _COVER[_word(scanner, *_COVER)] if kind == "arukone" else "any"
    require_few(rows * columns, cast("Token", size))
    cells = [
        [_cell(scanner, kind, (row * columns + i, columns)) for i in range(columns)]
        for row in range(rows)
    ]
    puzzle = grid_puzzle(cells, blanks=BLANK, rule="fill" if rule == "fill" else "any")
    links = list(_links(scanner, rows, columns)) if scanner.peek() is not None else []
    scanner.end()
    return Drawing(puzzle, tuple(links))


def _word(scanner: Scanner, *known: str) -> str:
    expected = " or ".join(known)
    token = scanner.next(expected)
    if token.text not in known:
        scanner.fail(token, expected)
    return token.text


def _cell(scanner: Scanner, kind: str, place: tuple[int, int]) -> Token:
    expected = "'.' or a number" if kind == "numlin" else "'.' or a letter"
    token = scanner.next(expected)
    if token.text == BLANK or (
        kind == "arukone" and len(token.text) == 1 and token.text in LETTERS
    ):
        return token
    if token.text == "-":
        refuse_unknown(token, *place)
    if kind == "arukone":
        scanner.fail(token, expected)
    number = scanner.as_integer(token, expected, minimum=1)
    return token._replace(text=str(number))


def _links(scanner: Scanner, rows: int, columns: int) -> Iterator[tuple[Cell, Cell]]:
    borders: list[tuple[Cell, Cell]] = [
        ((r, c), (r, c + 1)) for r in range(rows) for c in range(columns - 1)
    ]
    borders += [((r, c), (r + 1, c)) for r in range(rows - 1) for c in range(columns)]
    for border in borders:
        if scanner.integer("a border: 1, 0 or -1", minimum=-1, maximum=1) == 1:
            yield border


def write_pzprv3(
    puzzle: Numberlink, answer: Wiring | None = None, *, kind: Kind | None = None
) -> str:
    """Return the file of a puzzle, with its lines if an answer is given.

    Parameters
    ----------
    puzzle : Numberlink
    answer : Wiring, optional
        The lines to draw.
    kind : {"numlin", "arukone"}, optional
        See `graphpuzzles.formats.puzzlink.write_puzzlink`.

    Raises
    ------
    WriteError
        If the format cannot express the puzzle; the error names the field.
    RuleError
        If the answer breaks the rules.
    """
    grid = grid_of(puzzle, "a pzprv3 file")
    kind = kind or kind_of(puzzle)
    check_rules(puzzle, kind, "a pzprv3 file")
    for label in puzzle.board.labels:
        label_number(label, kind)
    rows, columns = len(grid), len(grid[0])
    drawn: set[tuple[Node, ...]] = set()
    if answer is not None:
        puzzle.check(answer)
        links = [link for path in answer.paths.values() for link in pairwise(path)]
        drawn = {*links, *(link[::-1] for link in links)}
    lines = ["pzprv3", kind, str(rows), str(columns)]
    if kind == "arukone":
        lines.append("passallcell" if puzzle.board.rule == "fill" else "dontpassallcell")
    lines += [" ".join([*row, ""]) for row in grid]
    lines += [
        "".join(f"{int(((r, c), (r, c + 1)) in drawn)} " for c in range(columns - 1))
        for r in range(rows)
    ]
    lines += [
        "".join(f"{int(((r, c), (r + 1, c)) in drawn)} " for c in range(columns))
        for r in range(rows - 1)
    ]
    return "\n".join([*lines, ""])
