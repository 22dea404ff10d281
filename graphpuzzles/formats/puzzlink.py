"""Puzz.link addresses of Numberlink (``numlin``) and Arukone (``arukone``).

``https://puzz.link/p?numlin/COLUMNS/ROWS/BODY``: any host will do, the kind may end in ``_edit``
or ``_play``, ``v:...`` and flags may stand before the sizes. The body lists the cells row by row:
numbers in base 16 of one to five digits behind a prefix that tells how many, and runs of empty
cells as letters ``g`` to ``z``. Arukone's numbers stand for letters, A to Z and then a to z; its
lines must cover the board unless the flag ``e`` is there. Neither knows walls.

Also read are ``?pzprv3/...``, a file of pzprv3 with slashes for the ends of lines; from pages of
kanpen.net ``numberlink.html?pzpr=COLUMNS/ROWS/BODY`` and ``?problem=ROWS/COLUMNS/...``, rows of
cells with ``_`` between them; and settings of the player before the puzzle, such as
``?type=player&numlin/...``.

The decoder is strict: what it does not understand, and a body that does not cover the board
exactly, is refused.

References
----------
robx/pzprjs, the player behind puzz.link (MIT).
"""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING, get_args

from graphpuzzles.errors import ParseError
from graphpuzzles.formats._numberlink import (
    LETTERS,
    Kind,
    check_rules,
    fail,
    grid_of,
    grid_puzzle,
    kind_of,
    label_number,
    refuse_unknown,
    require_few,
)
from graphpuzzles.formats.pzprv3 import read_pzprv3
from graphpuzzles.puzzles.wiring.board import BLANK, MAX_CELLS
from graphpuzzles.text import Token, quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphpuzzles.puzzles.wiring.puzzles import Numberlink

__all__ = ["read_puzzlink", "write_puzzlink"]

# Prefix, digits that follow, what is added to them: the largest ranges last.
_NUMBERS = (
    ("", 1, 0),
    ("-", 2, 0),
    ("+", 3, 0),
    ("=", 3, 4096),
    ("@", 3, 8192),
    ("*", 4, 12240),
    ("$", 5, 77776),
)
_FORMS = {prefix: (digits, offset) for prefix, digits, offset in _NUMBERS}
_FORMS["%"] = _FORMS["@"]
_LONGEST_RUN = 20

# What stands before the puzzle in an address: the page, and settings of the player.
_SETTINGS = re.compile(r"\s*(?:[^?]*\?)?(?:(?!pzpr=|problem=)\w+=[^&/]*&)*")
_FILE = "pzprv3/numlin/"


def read_puzzlink(url: str) -> Numberlink:
    r"""Read the address of a Numberlink or Arukone puzzle.

    Parameters
    ----------
    url : str
        A whole address, or what follows its question mark.

    Returns
    -------
    Numberlink
        With rule ``"any"``, or ``"fill"`` for Arukone without the flag ``e``. Numlin's labels are
        decimal numbers, Arukone's are letters.

    Raises
    ------
    ParseError
        If the address is not of that form; the column counts its characters.

    Examples
    --------
    >>> puzzle = read_puzzlink("https://puzz.link/p?numlin/5/5/1j2h3m1h2j3")
    >>> print("\n".join(map("".join, puzzle.board.tokens)))
    1....
    2..3.
    .....
    .1..2
    ....3
    >>> write_puzzlink(puzzle)
    'https://puzz.link/p?numlin/5/5/1j2h3m1h2j3'
    """
    text = url.rstrip()
    start = _SETTINGS.match(text)
    at = start.end() if start else 0
    query = text[at:]
    if query.startswith("pzprv3"):
        return _from_file(query, at)
    if query.startswith("problem="):
        at += len("problem=")
        return _from_file(_FILE + text[at:].replace("_", " "), at - len(_FILE))
    kind, flag, rest = _split(text, at)
    columns, rows = (_size(part) for part in rest[:2])
    require_few(columns * rows, rest[0])
    cells = list(_cells(rest[2], kind, columns))
    if len(cells) != columns * rows:
        fail(rest[2], f"a body of {columns * rows} cells", f"one of {len(cells)}")
    table = [cells[i : i + columns] for i in range(0, len(cells), columns)]
    fill = kind == "arukone" and flag != "e"
    return grid_puzzle(table, blanks=BLANK, rule="fill" if fill else "any")


def _from_file(text: str, start: int) -> Numberlink:
    """Read a file of pzprv3 in one line, which begins at a place of the address."""
    try:
        return read_pzprv3(text).puzzle
    except ParseError as error:
        before = text.split("/")[: error.line - 1]
        error.column += start + sum(len(part) + 1 for part in before)
        error.line = 1
        raise


def _split(text: str, start: int) -> tuple[str, str, list[Token]]:
    """Return the kind, its flag, and the parts for columns, rows and body."""
    parts = []
    if text.startswith("pzpr=", start):
        start += len("pzpr=")
        page = re.search(r"(\w+)\.html\?", text)
        known = page is not None and page[1] in {"numlin", "numberlink"}
        parts.append(Token("numlin" if known else text[:start], 1, 1))
    for part in text[start:].split("/", 8):
        parts.append(Token(part, 1, start + 1))
        start += len(part) + 1
    kind = parts[0].text.removesuffix("_edit").removesuffix("_play")
    if kind not in get_args(Kind):
        fail(parts[0], "numlin or arukone")
    rest = parts[1:]
    if rest and rest[0].text.startswith("v:"):
        rest = rest[1:]
    flag = ""
    if kind == "arukone" and rest and rest[0].text in {"", "e"}:
        flag = rest[0].text
        rest = rest[1:]
    if len(rest) == 4 and not rest[3].text:
        # A slash ends a body whose last character is no letter or digit.
        rest = rest[:3]
    if len(rest) != 3:
        end = rest[3] if len(rest) > 3 else Token("", 1, len(text) + 1)
        fail(end, "columns, rows and body", None if end.text else "the end of the address")
    return kind, flag, rest


def _size(part: Token) -> int:
    if not re.fullmatch("[1-9][0-9]{0,6}", part.text):
        fail(part, "a number of columns, then of rows")
    return int(part.text)


def _cells(body: Token, kind: str, columns: int) -> Iterator[Token]:
    """Yield the cells of a body as tokens of labels or blanks."""
    text = body.text
    at = 0
    cells = 0
    while at < len(text) and cells <= MAX_CELLS:
        here = Token(text[at], 1, body.column + at)
        if "g" <= here.text <= "z":
            run = int(here.text, 36) - 15
            yield from (Token(BLANK, 1, here.column) for _ in range(run))
            at += 1
            cells += run
            continue
        prefix = "" if here.text in "0123456789abcdef" else here.text
        if prefix not in _FORMS:
            if prefix == ".":
                refuse_unknown(here, cells, columns)
            fail(here, "a number or a run of empty cells")
        digits, offset = _FORMS[prefix]
        found = text[at + len(prefix) : at + len(prefix) + digits]
        if not re.fullmatch(f"[0-9a-f]{{{digits}}}", found):
            fail(here, f"{digits} hexadecimal digits after {quote(prefix)}", quote(found))
        yield Token(_label(int(found, 16) + offset, kind, here), 1, here.column)
        at += len(prefix) + digits
        cells += 1


def _label(number: int, kind: str, place: Token) -> str:
    if kind == "numlin" and number > 0:
        return str(number)
    if kind == "arukone" and 0 < number <= len(LETTERS):
        return LETTERS[number - 1]
    most = "" if kind == "numlin" else f" and at most {len(LETTERS)}"
    return fail(place, f"a number of at least 1{most}", str(number))


def write_puzzlink(
    puzzle: Numberlink, *, kind: Kind | None = None, prefix: str = "https://puzz.link/p?"
) -> str:
    """Return the address of a puzzle.

    Parameters
    ----------
    puzzle : Numberlink
    kind : {"numlin", "arukone"}, optional
        Numlin takes labels that are numbers and rule ``"any"``, arukone labels that are single
        letters and rules ``"any"`` and ``"fill"``. By default arukone where all labels are
        letters.
    prefix : str
        What stands before the kind.

    Raises
    ------
    WriteError
        If an address cannot express the puzzle: a graph, walls, weights, another rule, a rule of
        self-contact, other labels. The error names the field.
    """
    kind = kind or kind_of(puzzle)
    number = {label: label_number(label, kind) for label in puzzle.board.labels}
    grid = grid_of(puzzle, "a puzz.link address")
    check_rules(puzzle, kind, "a puzz.link address")
    body = []
    run = 0
    for token in (token for row in grid for token in row):
        if token == BLANK:
            run += 1
        if run and (token != BLANK or run == _LONGEST_RUN):
            body.append(_run(run))
            run = 0
        if token != BLANK:
            body.append(_coded(number[token]))
    if run:
        body.append(_run(run))
    flag = "e/" if kind == "arukone" and puzzle.board.rule == "any" else ""
    return f"{prefix}{kind}/{flag}{len(grid[0])}/{len(grid)}/{''.join(body)}"


def _coded(number: int) -> str:
    fitting = (form for form in _NUMBERS if number < form[2] + 16 ** form[1])
    prefix, digits, offset = next(fitting)
    return f"{prefix}{number - offset:0{digits}x}"


def _run(length: int) -> str:
    return string.ascii_lowercase[length + 5]
