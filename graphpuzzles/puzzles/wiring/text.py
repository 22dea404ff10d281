"""The texts of wiring puzzles: the contest's, and a grid of labels for any number of pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast, get_args

from graphpuzzles.errors import PuzzleError, WriteError
from graphpuzzles.puzzles.wiring.board import (
    BLANK,
    CROSSING,
    MAX_CELLS,
    WALL,
    Rule,
    SelfTouch,
    WiringBoard,
    read_node,
)
from graphpuzzles.text import Scanner, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from graphpuzzles.puzzles.wiring.board import L, Node
    from graphpuzzles.text import Token

DIGITS = (BLANK, WALL, "2", "3")
"""What the contest's digits mean."""

_END = "0 0"


def _ends(scanner: Scanner, rows: Token, columns: Token) -> bool:
    """Tell whether these sizes are the end marker; refuse a board of no cell or far too many."""
    sizes = [
        scanner.as_integer(rows, "a number of rows", minimum=0),
        scanner.as_integer(columns, "a number of columns", minimum=0),
    ]
    if not any(sizes):
        return True
    for token, size in zip((rows, columns), sizes, strict=True):
        if size == 0:
            scanner.fail(token, "at least one row and one column")
    if sizes[0] * sizes[1] > MAX_CELLS:
        scanner.fail(rows, f"at most {MAX_CELLS} cells", f"{sizes[0]} x {sizes[1]}")
    return False


def read_contest(lines: Iterable[str], source: str | None) -> Iterator[list[str]]:
    """Yield the rows of every dataset in the contest's format, wherever its lines break.

    The end marker may be missing where a dataset ends; nothing may follow it.
    """
    scanner = Scanner(lines, source=source)
    first = True
    while first or scanner.peek() is not None:
        first = False
        header = scanner.next("a number of rows"), scanner.next("a number of columns")
        if _ends(scanner, *header):
            scanner.end()
            return
        rows, columns = (int(token.text) for token in header)
        count = {"2": 0, "3": 0}
        cells: list[str] = []
        while len(cells) < rows * columns:
            token = scanner.next("a cell: 0, 1, 2 or 3")
            if token.text not in {"0", "1", "2", "3"}:
                scanner.fail(token, "a cell: 0, 1, 2 or 3")
            if token.text in count:
                count[token.text] += 1
                if count[token.text] > 2:
                    scanner.fail(token, f"no more than two cells marked {token.text}")
            cells.append(token.text)
        for mark, found in count.items():
            if found < 2:
                scanner.fail(header[0], f"two cells marked {mark} in this dataset", f"{found}")
        yield ["".join(cells[at : at + columns]) for at in range(0, len(cells), columns)]


def write_contest(tables: Iterable[Sequence[Sequence[int]]]) -> str:
    """Return datasets in the contest's format."""
    lines = []
    for table in tables:
        lines.append(f"{len(table)} {len(table[0])}")
        lines += [" ".join(map(str, row)) for row in table]
    return "\n".join([*lines, _END, ""])


def read_numberlink(lines: Iterable[str], source: str | None) -> Iterator[WiringBoard]:
    """Yield the boards of a text of label grids, each of its rows on a line.

    The end marker may be missing where a board ends; nothing may follow it.
    """
    scanner = Scanner(lines, source=source)
    first = True
    while first or scanner.peek() is not None:
        first = False
        # Sizes and two rules; one word more is a fault.
        header = scanner.rest_of_line(5) or [scanner.next("the numbers of rows and columns")]
        if len(header) < 2:
            scanner.fail(header[0], "the numbers of rows and columns in one line")
        if _ends(scanner, *header[:2]):
            if len(header) > 2:
                scanner.fail(header[2], "the end of the text")
            scanner.end()
            return
        rows, columns = (int(token.text) for token in header[:2])
        options = _options(scanner, header[2:])
        grid: list[list[Token]] = []
        for _ in range(rows):
            row = scanner.rest_of_line(columns)
            if not row:
                scanner.fail(None, f"a row of {columns} labels")
            if len(row) < columns:
                scanner.fail(row[0], f"a row of {columns} labels", f"a row of {len(row)}")
            if scanner.more_on_line():
                scanner.fail(scanner.peek(), f"the end of a row of {columns} labels")
            grid.append(row)
        try:
            board = WiringBoard.of_grid([[token.text for token in row] for row in grid])
        except PuzzleError as error:
            r, c = error.where or (0, 0)
            scanner.fail(grid[r][c], "a board with every label on two cells", str(error))
        yield board.with_rules(*options)


def _options(scanner: Scanner, words: Sequence[Token]) -> tuple[Rule, SelfTouch]:
    rule: Rule | None = None
    touch: SelfTouch | None = None
    for word in words:
        if word.text in get_args(Rule) and rule is None:
            rule = cast("Rule", word.text)
        elif word.text in get_args(SelfTouch) and touch is None:
            touch = cast("SelfTouch", word.text)
        else:
            scanner.fail(word, "a rule (shortest, any, fill) or no_chord, no_2x2, each once")
    return rule or "shortest", touch or "allow"


def write_numberlink(boards: Iterable[WiringBoard]) -> str:
    """Return a text of label grids."""
    lines = []
    for board in boards:
        if board.shape is None:
            raise WriteError("graph", "only grids have a text; use to_dict")
        if any(weight != 1 for _, _, weight in board.edges):
            raise WriteError("weights", "the text has no place for them; use to_dict")
        for label in board.labels:
            if not label or label.split() != [label] or not label.isprintable():
                raise WriteError("labels", f"{quote(label)} is no word")
        header = [*map(str, board.shape)]
        header += [board.rule] * (board.rule != "shortest")
        header += [board.self_touch] * (board.self_touch != "allow")
        lines.append(" ".join(header))
        lines += [" ".join(row) for row in board.tokens]
    return "\n".join([*lines, _END, ""])


def place_pairs(
    tokens: list[list[str]], pairs: Mapping[L, tuple[Node, Node]] | None
) -> list[list[str]]:
    """Write further pairs of terminals on the empty cells of a grid.

    Raises
    ------
    TypeError
        If the terminals are no cells.
    PuzzleError
        If a cell does not exist or is not empty, or a label means an empty cell or a wall.
    """
    for label, ends in (pairs or {}).items():
        if str(label) in {BLANK, WALL, CROSSING}:
            raise PuzzleError(f"{quote(str(label))} is no label on a grid")
        for end in ends:
            cell = read_node(end)
            if not isinstance(cell, tuple) or len(cell) != 2:
                raise TypeError(f"a terminal on a grid is a cell (row, column), not {cell!r}")
            row, column = cell
            if not (
                isinstance(row, int)
                and isinstance(column, int)
                and 0 <= row < len(tokens)
                and 0 <= column < len(tokens[row])
            ):
                raise PuzzleError(f"the terminal {cell!r} of {quote(str(label))} is off the grid")
            if tokens[row][column] != BLANK:
                raise PuzzleError(
                    f"the terminal {cell!r} of {quote(str(label))} is not on an empty cell",
                    where=(row, column),
                )
            tokens[row][column] = str(label)
    return tokens
