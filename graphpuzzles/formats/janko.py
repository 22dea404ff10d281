"""The text of puzzles on janko.at: sections of rows, the problem and its solution.

Lines before ``[problem]`` are about the puzzle (``puzzle arukone``, ``size 10``, ``rows``,
``cols``, author, source) and are read only as far as they concern the board. The problem's rows
hold ``-`` for empty cells and numbers or letters; the solution's rows tell for every cell in which
directions its line leaves it: letters out of ``n``, ``e``, ``s``, ``w``, or ``-``. ``[moves]``,
``[end]`` or ``end`` close the board.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, cast

from graphpuzzles.errors import WriteError
from graphpuzzles.formats._numberlink import Drawing, fail, grid_of, grid_puzzle, require_few
from graphpuzzles.puzzles.wiring.board import BLANK
from graphpuzzles.text import Token, quote

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphpuzzles.lattice import Cell
    from graphpuzzles.puzzles.wiring.board import Rule, SelfTouch
    from graphpuzzles.puzzles.wiring.puzzles import Numberlink, Wiring

__all__ = ["read_janko", "write_janko"]

_EMPTY = "-"
_STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
_BACK = {"n": "s", "e": "w", "s": "n", "w": "e"}
_KINDS = ("numberlink", "arukone", "arukone-2", "arukone-3")


def read_janko(text: str, *, rule: Rule = "any", self_touch: SelfTouch = "allow") -> Drawing:
    r"""Read a puzzle and, where there is one, its solution.

    Parameters
    ----------
    text : str
    rule, self_touch : str
        The rules, which the text does not tell; see `Numberlink`.

    Raises
    ------
    ParseError
        If the text is not of that form, or a line of the solution leaves a cell and does not
        enter the next one.

    Examples
    --------
    >>> puzzle, links = read_janko("[problem]\n1 2\n1 2\n[solution]\ns s\nn n\n[end]\n")
    >>> links
    (((0, 0), (1, 0)), ((0, 1), (1, 1)))
    """
    header, problem, solution = _sections(text)
    if not problem:
        fail(Token("", header[-1][0].line if header else 1, 1), "a section [problem]", "none")
    columns = len(problem[0])
    for row in (*problem, *solution):
        if len(row) != columns:
            fail(row[0], f"a row of {columns} cells", f"a row of {len(row)}")
    _check_header(header, len(problem), columns)
    puzzle = grid_puzzle(problem, blanks=_EMPTY, rule=rule, self_touch=self_touch)
    if solution and len(solution) != len(problem):
        fail(solution[-1][0], f"{len(problem)} rows of a solution", str(len(solution)))
    return Drawing(puzzle, tuple(_links(solution)))


def _sections(
    text: str,
) -> tuple[list[list[Token]], list[list[Token]], list[list[Token]]]:
    """Return the rows of the header, of the problem and of the solution."""
    sections: dict[str, list[list[Token]]] = {"": [], "[problem]": [], "[solution]": []}
    current = ""
    closed = False
    for number, line in enumerate(text.split("\n"), 1):
        row = _tokens(line, number)
        if not row:
            continue
        name = row[0].text
        if closed:
            fail(row[0], "the end of the text")
        if name in {"[moves]", "[end]"} or (name == "end" and current):
            # Moves are hints about one way to solve it: left unread.
            closed = name != "[moves]"
            current = name
        elif name in sections and name:
            if sections[name] or len(row) > 1:
                fail(row[0], "each section once, alone in its line")
            current = name
        elif name.startswith("["):
            fail(row[0], "[problem], [solution], [moves] or [end]")
        elif current != "[moves]":
            sections[current].append(row)
    return sections[""], sections["[problem]"], sections["[solution]"]


def _tokens(line: str, number: int) -> list[Token]:
    row = []
    column = 0
    for word in line.split():
        column = line.index(word, column)
        row.append(Token(word, number, column + 1))
        require_few(len(row), row[0])
        column += len(word)
    return row


def _check_header(header: Sequence[Sequence[Token]], rows: int, columns: int) -> None:
    sizes = {"size": (rows, columns), "rows": (rows,), "cols": (columns,)}
    for row in header:
        key = row[0].text
        if key in sizes:
            for value in row[1:2]:
                if {value.text} != set(map(str, sizes[key])):
                    fail(value, f"the {key} of the board, {rows} rows of {columns}")
        elif key == "puzzle":
            for value in row[1:2]:
                if value.text.lower() not in _KINDS:
                    fail(value, "numberlink or arukone")


def _links(solution: Sequence[Sequence[Token]]) -> Iterator[tuple[Cell, Cell]]:
    leaving: dict[Cell, str] = {}
    for r, row in enumerate(solution):
        for c, token in enumerate(row):
            ways = "" if token.text == _EMPTY else token.text
            if set(ways) - set(_STEPS) or len(set(ways)) < len(ways):
                fail(token, "directions out of n, e, s, w, each once, or '-'")
            leaving[r, c] = ways
    for (r, c), ways in leaving.items():
        for way in ways:
            cell = r + _STEPS[way][0], c + _STEPS[way][1]
            if _BACK[way] not in leaving.get(cell, ""):
                fail(solution[r][c], f"a cell in direction {way} whose line comes back", "none")
            if way in "es":
                yield (r, c), cell


def write_janko(puzzle: Numberlink, answer: Wiring | None = None) -> str:
    """Return the text of a puzzle, with its solution if an answer is given.

    Parameters
    ----------
    puzzle : Numberlink
        The text does not tell its rules.
    answer : Wiring, optional

    Raises
    ------
    WriteError
        If the text cannot express the puzzle; the error names the field.
    RuleError
        If the answer breaks the rules.
    """
    grid = grid_of(puzzle, "janko's text")
    for label in puzzle.board.labels:
        if label == _EMPTY or label.split() != [label] or label.startswith("["):
            raise WriteError("labels", f"janko's text has no label {quote(label)}")
    lines = ["[problem]"]
    lines += [" ".join(_EMPTY if token == BLANK else token for token in row) for row in grid]
    if answer is not None:
        puzzle.check(answer)
        ways: dict[Cell, str] = {}
        for path in answer.paths.values():
            cells = cast("tuple[Cell, ...]", path)
            for (r, c), (row, column) in (*pairwise(cells), *pairwise(cells[::-1])):
                way = next(way for way, step in _STEPS.items() if step == (row - r, column - c))
                ways[r, c] = ways.get((r, c), "") + way
        lines.append("[solution]")
        lines += [
            " ".join("".join(sorted(ways.get((r, c), _EMPTY))) for c in range(len(grid[0])))
            for r in range(len(grid))
        ]
    return "\n".join([*lines, "[end]", ""])
