"""The pictures of Minesweeper: numbers, what is decided, and how likely the rest is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from graphpuzzles.picture import (
    BLACK,
    GREEN,
    GREY,
    VERMILLION,
    WHITE,
    Circle,
    Key,
    Line,
    Polygon,
    Scene,
    Style,
    is_dark,
    mixed,
    rectangle,
    text_scene,
)
from graphpuzzles.picture.boards import (
    BOLD,
    LARGEST_UNIT,
    Canvas,
    fitting,
    grid,
    raster,
)
from graphpuzzles.puzzles.minesweeper.board import ClueSets
from graphpuzzles.puzzles.minesweeper.rules import magnitude
from graphpuzzles.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from numpy.typing import NDArray

    from graphpuzzles.picture import Point, Shape
    from graphpuzzles.puzzles.minesweeper.board import MineBoard, Place
    from graphpuzzles.puzzles.minesweeper.rules import MineKnowledge

NUMBERS = (
    *(GREY, "#0072b2", "#00735a", "#b34e00", "#7d3f66"),
    *("#6b4a00", "#1b6a8f", BLACK, "#4d4d4d"),
)
"""Colours of the numbers 0 to 8, dark enough to be read on white."""
HIDDEN, RAISED = "#c9c9c9", "#dadada"
SAFE, MINED, BLOWN = "#d3ecdf", "#f3b391", VERMILLION
TICK = Style(stroke="#00735a", width=0.1)
HEAT = ("#fff8e1", "#f0b429", "#7a1f00")
"""Colours for a chance of 0, 1/2 and 1; each darker than the one before, in print too."""
MOST_NAMED = 40
"""Clues and cells up to which boards without a grid are drawn."""

PIXELS = {"safe": GREEN, "mine": BLACK, "blown": BLOWN}
"""Colours of single pixels, which have no marks; all other cells are `HIDDEN` there."""

KINDS = {
    "mine": "a mine for sure",
    "safe": "safe for sure",
    "undecided": "undecided",
    "untouched": "no number touches it",
    "blown": "a mine that is known",
}


class Look(NamedTuple):
    """How a cell that shows no number is drawn.

    Parameters
    ----------
    kind : str
        ``"hidden"``, ``"trusted"`` or a word of `KINDS`; ``"chance"`` where there is one.
    percent : int
    text : str
        The chance of a mine as it is written.
    flag : bool
    """

    kind: str
    percent: int = 0
    text: str = ""
    flag: bool = False


def mine_scene(game: MineBoard, knowledge: MineKnowledge | None) -> Scene:
    """Return the picture of a board, with what is known; see `Minesweeper.scene`.

    Raises
    ------
    ValueError
        If the answer speaks of a cell that is not hidden.
    """
    looks = _looks(game, knowledge)
    board = game.board
    if isinstance(board, ClueSets):
        return _named_scene(board, looks, _title(game, knowledge))
    canvas = Canvas(len(board), len(board[0]))
    shapes: list[Shape] = []
    if canvas.large:
        shapes.append(_pixels(canvas, np.array(board), looks))
    else:
        shapes.append(rectangle(canvas.corner((0, 0)), *canvas.shape[::-1], Style(fill=WHITE)))
        for place, look in looks.items():
            shapes += _background(canvas.corner(cast("tuple[int, int]", place)), look)
        shapes += grid(canvas)
        shapes.append(rectangle(canvas.corner((0, 0)), *canvas.shape[::-1], BOLD))
        for row, codes in enumerate(board):
            for column, code in enumerate(codes):
                at = canvas.corner((row, column))
                if code > 0:
                    shapes += _number(canvas.unit, at, code)
                elif code < 0:
                    shapes += _foreground(canvas.unit, at, looks[row, column])
    title = _title(game, knowledge) + canvas.left_out("numbers")
    legend = _keys(looks, large=canvas.large)
    return Scene(*canvas.size, tuple(shapes), title, legend, canvas.unit)


# What is known -------------------------------------------------------------------------------


def _looks(game: MineBoard, knowledge: MineKnowledge | None) -> dict[Place, Look]:
    known = {"mine": "blown", "flag": "trusted" if game.flags == "trust" else "hidden"}
    looks = {
        place: Look(known.get(state, "hidden"), flag=state == "flag")
        for place, state in game.states()
    }
    if knowledge is None:
        return looks
    found = dict.fromkeys(knowledge.mines, Look("mine"))
    found |= dict.fromkeys(knowledge.safes, Look("safe"))
    for cells, chance in knowledge.groups:
        look = Look("undecided") if chance is None else Look("chance", *_percent(chance))
        found |= dict.fromkeys(cells, look)
    if game.mines is None and game.density is None:
        # Nothing at all is known of these; that a half of all layouts has a mine is a convention.
        found |= dict.fromkeys(knowledge.untouched, Look("untouched"))
    hidden = set(game.hidden)
    for place, look in found.items():
        if place not in hidden:
            raise ValueError(f"the answer speaks of {place!r}, which is no hidden cell")
        looks[place] = look._replace(flag=looks[place].flag)
    return looks


def _percent(chance: Fraction) -> tuple[int, str]:
    """Return the nearest percentage, and how it is written: never 0% or 100% for what is open."""
    percent = round(100 * chance)
    if percent == 0 < chance:
        return 0, "<1%"
    if percent == 100 and chance < 1:
        return 100, ">99%"
    return percent, f"{percent}%"


def _title(game: MineBoard, knowledge: MineKnowledge | None) -> str:
    board = game.board
    if isinstance(board, ClueSets):
        title = f"Minesweeper with {counted(len(board.clues), 'clue')}"
    else:
        title = f"Minesweeper {len(board)} x {len(board[0])}"
    if game.mines is not None:
        title += f", {counted(game.mines, 'mine')} in all"
    if knowledge is None:
        return f"{title}: {counted(len(game.hidden), 'hidden cell')}"
    mines, safes = len(knowledge.mines), len(knowledge.safes)
    title += f": {counted(mines, 'mine')} and {counted(safes, 'safe cell')} for sure"
    if knowledge.layouts is not None:
        title += f", {magnitude(knowledge.layouts)} layout{'s' * (knowledge.layouts != 1)}"
    return title


def _keys(looks: Mapping[Place, Look], *, large: bool) -> tuple[Key, ...]:
    kinds = {look.kind for look in looks.values()}
    keys = [_key(Look(kind), large=large) for kind in KINDS if kind in kinds]
    if "chance" in kinds:
        words = ("no mine: 0%", "25%", "50%", "75%", "a mine: 100%")
        for percent, text in zip(range(0, 101, 25), words, strict=True):
            keys.append(Key(Style(fill=_heat(percent), stroke=GREY, width=0.03), text))
    return tuple(keys)


def _key(look: Look, *, large: bool) -> Key:
    """Return the entry of the legend for a kind of cells."""
    if large:
        fill = PIXELS.get(look.kind, HIDDEN)
        return Key(Style(fill=fill, stroke=GREY, width=0.03), KINDS[look.kind])
    fill = RAISED if _fill(look) == HIDDEN else _fill(look)
    marks = tuple(_foreground(LARGEST_UNIT, (0.0, 0.0), look))
    return Key(Style(fill=fill, stroke=GREY, width=0.03), KINDS[look.kind], marks)


# Cells ---------------------------------------------------------------------------------------


def _heat(percent: int) -> str:
    half = int(percent > 50)
    return mixed(HEAT[half], HEAT[half + 1], (percent - 50 * half) / 50)


def _fill(look: Look) -> str:
    if look.kind == "chance":
        return _heat(look.percent)
    return {"mine": MINED, "safe": SAFE, "blown": BLOWN}.get(look.kind, HIDDEN)


def _background(corner: Point, look: Look) -> Iterator[Shape]:
    """Yield the colour of a cell; one of which nothing is known looks raised."""
    x, y = corner
    yield rectangle(corner, 1, 1, Style(fill=_fill(look)))
    if _fill(look) == HIDDEN:
        yield rectangle((x + 0.1, y + 0.1), 0.8, 0.8, Style(fill=RAISED))


def _foreground(unit: float, corner: Point, look: Look) -> Iterator[Shape]:
    """Yield the mark in a cell that shows no number."""
    x, y = corner
    middle = x + 0.5, y + 0.5
    if look.kind in {"mine", "blown"}:
        yield from _mine(middle)
    elif look.kind == "safe":
        points = ((x + 0.24, y + 0.54), (x + 0.43, y + 0.74), (x + 0.78, y + 0.28))
        yield Line(points, TICK, "safe")
    elif look.kind == "chance":
        color = WHITE if is_dark(_fill(look)) else BLACK
        yield from fitting(unit, look.text, middle, room=0.86, size=0.36, color=color)
    elif look.kind == "undecided":
        yield from fitting(unit, "?", middle, room=0.8, size=0.5, color="#5a5a5a")
    if look.flag:
        known = look.kind in {"hidden", "trusted"}
        yield from _flag(corner, 1.0 if known else 0.4)


def _mine(middle: Point) -> Iterator[Shape]:
    """Yield a black disc with eight spikes."""
    x, y = middle
    for turn in range(4):
        a, b = 0.34 * math.cos(turn * math.pi / 4), 0.34 * math.sin(turn * math.pi / 4)
        yield Line(((x - a, y - b), (x + a, y + b)), Style(stroke=BLACK, width=0.07))
    yield Circle(middle, 0.23, Style(fill=BLACK), "mine")
    yield Circle((x - 0.08, y - 0.08), 0.06, Style(fill=WHITE))


def _flag(corner: Point, scale: float) -> Iterator[Shape]:
    """Yield a flag on its pole, over a whole cell or in its corner."""
    x, y = corner
    pole, top, bottom = x + 0.4 * scale, y + 0.18 * scale, y + 0.84 * scale
    cloth = ((pole, top), (pole + 0.36 * scale, y + 0.34 * scale), (pole, y + 0.5 * scale))
    yield Polygon(cloth, Style(fill=VERMILLION, stroke=BLACK, width=0.02), "flag")
    yield Line(((pole, top), (pole, bottom)), Style(stroke=BLACK, width=0.08 * scale))


def _number(unit: float, corner: Point, code: int) -> Iterator[Shape]:
    x, y = corner
    color = NUMBERS[min(code, len(NUMBERS) - 1)]
    at = x + 0.5, y + 0.5
    yield from fitting(unit, str(code), at, room=0.8, size=0.62, color=color, bold=True)


def _pixels(canvas: Canvas, board: NDArray[np.int64], looks: Mapping[Place, Look]) -> Shape:
    palette = [WHITE, "#e8eef4", *map(_heat, range(101)), HIDDEN, *PIXELS.values()]
    fixed = {kind: code for code, kind in enumerate(PIXELS, 104)}
    codes = np.minimum(np.maximum(board, 0), 1)
    for place, look in looks.items():
        code = 2 + look.percent if look.kind == "chance" else fixed.get(look.kind, 103)
        codes[cast("tuple[int, int]", place)] = code
    return raster(canvas, codes, palette, rare=104)


# Boards without a grid -----------------------------------------------------------------------


def _named_scene(board: ClueSets, looks: Mapping[Place, Look], title: str) -> Scene:
    """Return the cells in a row, the clues in a row below, and what counts what between them."""
    most = max(len(board.cells), len(board.clues))
    if most > MOST_NAMED:
        return text_scene(f"{title}: too large to draw", title)
    width, unit = 1.3 * most, Canvas(6, most).unit
    shapes: list[Shape] = []
    starts = {
        name: (width * (i + 0.5) / len(board.cells) - 0.5, 0.6)
        for i, name in enumerate(board.cells)
    }
    for i, clue in enumerate(board.clues):
        x = width * (i + 0.5) / len(board.clues)
        for name in clue.cells:
            start = starts[name][0] + 0.5, 1.6
            shapes.append(Line((start, (x, 3.6)), Style(stroke=GREY, width=0.03)))
        shapes.append(Circle((x, 3.6), 0.42, Style(fill=WHITE, stroke=BLACK, width=0.05)))
        shapes += _number(unit, (x - 0.5, 3.1), clue.mines)
        shapes += fitting(unit, clue.name, (x, 4.3), room=1.2, size=0.32)
    for name, corner in starts.items():
        shapes += _background(corner, looks[name])
        shapes.append(rectangle(corner, 1, 1, Style(stroke=BLACK, width=0.04)))
        shapes += _foreground(unit, corner, looks[name])
        shapes += fitting(unit, name, (corner[0] + 0.5, 0.3), room=1.2, size=0.32)
    return Scene(width, 4.6, tuple(shapes), title, _keys(looks, large=False), unit)
