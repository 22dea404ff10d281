"""The texts of wiring puzzles: the contest's, and a grid of labels for any number of pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast, get_args

from graphpuzzles.errors import PuzzleError, WriteError
from graphpuzzles.puzzles.wiring.board import (
    BLANK,
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

__all__ = [
    "DIGITS",
    "place_pairs",
    "read_contest",
    "read_numberlink",
    "write_contest",
    "write_numberlink",
]

DIGITS = (BLANK, WALL, "2", "3")
"""What the contest's digits mean."""

_END = "0 0"


def _headers(scanner: Scanner) -> Iterator[tuple[list[Token], int, int]]:
    """Yield the first line of every dataset, with the numbers of rows and columns.

    The end marker may be missing where a dataset ends; nothing may follow it.
    """
    datasets = 0
    while scanner.peek() is not None or not datasets:
        header = scanner.rest_of_line() or [scanner.next("the numbers of rows and columns")]
        if len(header) < 2:
            scanner.fail(header[0], "the numbers of rows and columns in one line")
        rows = scanner.as_integer(header[0], "a number of rows", minimum=0)
        columns = scanner.as_integer(header[1], "a number of columns", minimum=0)
        if rows == columns == 0:
            if len(header) > 2:
                scanner.fail(header[2], "the end of the text")
            scanner.end()
            return
        for token, size in zip(header, (rows, columns), strict=False):
            if size == 0:
                scanner.fail(token, "at least one row and one column")
        datasets += 1
        yield header, rows, columns


def read_contest(lines: Iterable[str], source: str | None) -> Iterator[list[list[int]]]:
    """Yield the cells of every dataset in the contest's format."""
    scanner = Scanner(lines, source=source)
    for header, rows, columns in _headers(scanner):
        if len(header) > 2:
            scanner.fail(header[2], "nothing more on the line of the sizes")
        count = {2: 0, 3: 0}
        table = []
        for _ in range(rows):
            row: list[int] = []
            while len(row) < columns:
                token = scanner.next("a cell: 0, 1, 2 or 3")
                if token.text not in {"0", "1", "2", "3"}:
                    scanner.fail(token, "a cell: 0, 1, 2 or 3")
                cell = int(token.text)
                if cell in count:
                    count[cell] += 1
                    if count[cell] > 2:
                        scanner.fail(token, f"no more than two cells marked {cell}")
                row.append(cell)
            table.append(row)
        for mark, found in count.items():
            if found < 2:
                scanner.fail(header[0], f"two cells marked {mark} in this dataset", f"{found}")
        yield table


def write_contest(tables: Iterable[Sequence[Sequence[int]]]) -> str:
    """Return datasets in the contest's format."""
    lines = []
    for table in tables:
        lines.append(f"{len(table)} {len(table[0])}")
        lines += [" ".join(map(str, row)) for row in table]
    return "\n".join([*lines, _END, ""])


def read_numberlink(lines: Iterable[str], source: str | None) -> Iterator[WiringBoard]:
    """Yield the boards of a text of label grids."""
    scanner = Scanner(lines, source=source)
    for header, rows, columns in _headers(scanner):
        options = _options(scanner, header[2:])
        grid: list[list[Token]] = []
        for _ in range(rows):
            row = scanner.rest_of_line()
            if not row:
                scanner.fail(None, f"a row of {columns} labels")
            if len(row) != columns:
                scanner.fail(row[0], f"a row of {columns} labels", f"a row of {len(row)}")
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
        if str(label) in {BLANK, WALL}:
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
