"""The pictures of ConnectingGame and of the winner board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.models.cut.arrays import exact_sum
from graphpuzzles.picture import BLACK, BLUE, VERMILLION, WHITE, Circle, Key, Scene, Style
from graphpuzzles.picture.boards import Canvas
from graphpuzzles.puzzles.connecting_game.model import model_of
from graphpuzzles.puzzles.connecting_game.picture_parts import (
    BLUISH,
    MARGIN,
    PATH,
    RED,
    TONES,
    WALK,
    across,
    bar,
    cell_shapes,
    cell_weights,
    crossed,
    crosses,
    crossings,
    hatched,
    path_lines,
    region_labels,
    side_bars,
    tones,
    walk_lines,
    walk_style,
)
from graphpuzzles.puzzles.connecting_game.rules import cells_of
from graphpuzzles.text import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from graphpuzzles.picture import Shape
    from graphpuzzles.puzzles.connecting_game.board import RegionBoard
    from graphpuzzles.puzzles.connecting_game.rules import BluePath, Colouring, RegionCut

TAKEN = Style(fill=RED, stroke=VERMILLION, width=0.04)
FREE = Style(fill=BLUISH, stroke=BLUE, width=0.04)
RING = Style(stroke=BLACK, width=0.07)
PAPER = Style(fill=WHITE)
CROSS_KEY = Key(PAPER, "red must not take it", tuple(crossed((0.2, 0.2), 0.6)))
RING_KEY = Key(PAPER, "where they cross at a corner", (Circle((0.5, 0.5), 0.4, RING),))
LEFT_OUT = "borders and labels"


def cut_scene(board: RegionBoard, answer: RegionCut | None) -> Scene:
    """Return the picture of a board, with the cells that red takes; see `ConnectingGame.scene`.

    Raises
    ------
    ValueError
        If the answer is for a board of another shape or direction.
    """
    canvas = Canvas(*board.shape, MARGIN)
    mask = _mask(board, answer)
    regions = board.turned(model_of(board).regions.of)
    codes = np.where(mask, len(TONES), tones(board, canvas))
    upright = board.direction == "top-bottom"
    shapes: list[Shape] = [
        *side_bars(canvas, BLUE, upright=upright),
        *cell_shapes(canvas, codes, regions, (*TONES, RED)),
        *crosses(canvas, board.forbidden_cells()),
    ]
    keys = [Key(bar(BLUE), "the sides that blue joins")]
    keys += [_red_key(canvas, "taken by red")] * bool(mask.any())
    if board.forbidden and not canvas.large:
        keys.append(CROSS_KEY)
    if answer is not None:
        paths = list(path_lines(canvas, board, _known_paths(canvas, board, answer)))
        keys += [Key(PATH, "blue paths of a maximum flow")] * bool(paths)
        name = "the walk that stops blue"
        walk = walk_lines(canvas, across(mask, sideways=upright), WALK, name, sideways=upright)
        keys += [Key(walk_style(canvas, WALK), name)] * bool(walk)
        shapes += [*paths, *walk]
    shapes += region_labels(canvas, board, regions, corner=answer is not None)
    shapes += cell_weights(canvas, board)
    title = _cut_title(board, answer) + canvas.left_out(LEFT_OUT)
    return Scene(*canvas.size, tuple(shapes), title, tuple(keys), canvas.unit)


def colouring_scene(board: RegionBoard, answer: Colouring | None) -> Scene:
    """Return the picture of a board, with a colouring; see `WinnerQuestion.scene`.

    Raises
    ------
    ValueError
        If the colouring names a label that is not on the board.
    """
    canvas = Canvas(*board.shape, MARGIN)
    regions = model_of(board).regions.of
    rows, columns = board.shape
    title = f"ConnectingGame {rows} x {columns}: "
    shapes: list[Shape] = [
        *side_bars(canvas, BLUE, upright=True),
        *side_bars(canvas, VERMILLION, upright=False),
    ]
    keys = [Key(bar(BLUE), "blue joins these"), Key(bar(VERMILLION), "red joins these")]
    if answer is not None and answer.red is not None:
        red = cells_of(board, answer.red)
        shapes += cell_shapes(canvas, red.astype(np.int64), regions, (BLUISH, RED))
        keys += [_red_key(canvas, "red"), Key(FREE, "blue")]
        said, more_shapes, more_keys = _colouring(canvas, board, red)
        title += said
        shapes += more_shapes
        keys += more_keys
    else:
        title += counted(model_of(board).regions.count, "region")
        title += "" if answer is None else ", every colouring has a winner"
        shapes += cell_shapes(canvas, tones(board, canvas), regions, TONES)
        shapes += region_labels(canvas, board, regions, corner=False)
    title += canvas.left_out(LEFT_OUT)
    return Scene(*canvas.size, tuple(shapes), title, tuple(keys), canvas.unit)


def _colouring(
    canvas: Canvas, board: RegionBoard, red: NDArray[np.bool_]
) -> tuple[str, list[Shape], list[Key]]:
    """Return what the walks of both colours show, with their shapes and keys."""
    shapes: list[Shape] = []
    keys = []
    walks = (across(~red, sideways=False), across(red, sideways=True))
    for walk, colour, sideways, other in (
        (walks[0], BLUE, False, "red"),
        (walks[1], WALK, True, "blue"),
    ):
        name = f"stops {other}"
        shapes += walk_lines(canvas, walk, colour, f"the walk that {name}", sideways=sideways)
        keys += [Key(walk_style(canvas, colour), name)] * bool(walk)
    rings = crossings(*walks)
    shapes += [Circle(canvas.corner(corner), 0.3, RING) for corner in rings]
    keys += [RING_KEY] * bool(rings)
    shapes += region_labels(canvas, board, model_of(board).regions.of, corner=True, rings=rings)
    said = "a colouring" + " without a winner" * all(walks)
    return said, shapes, keys


def _red_key(canvas: Canvas, text: str) -> Key:
    """Return the entry of the legend for what red has; boards in pixels have no hatching."""
    if canvas.large:
        return Key(Style(fill=VERMILLION), text)
    return Key(TAKEN, text, tuple(hatched((0.0, 0.0))))


def _mask(board: RegionBoard, answer: RegionCut | None) -> NDArray[np.bool_]:
    if answer is None:
        return np.zeros(board.shape, dtype=bool)
    if answer.mask.shape != board.shape or answer.direction != board.direction:
        raise ValueError(
            f"the answer is for a game {answer.direction} of shape {answer.mask.shape}, "
            f"not {board.direction} of {board.shape}"
        )
    return answer.mask


def _cut_title(board: RegionBoard, answer: RegionCut | None) -> str:
    rows, columns = board.shape
    title = f"ConnectingGame {rows} x {columns}: "
    if answer is None:
        return title + counted(model_of(board).regions.count, "region")
    title += counted(int(np.count_nonzero(answer.mask)), "red cell")
    if board.weights is None:
        return title
    taken = np.unique(model_of(board).regions.of[board.turned(answer.mask)])
    if board.weights_add:
        return f"{title} of weight {exact_sum(model_of(board).weights[taken])}"
    each = {
        model_of(board).label(region): int(model_of(board).weights[region])
        for region in taken.tolist()
    }
    return f"{title} of weight {sum(each.values())}"


def _known_paths(canvas: Canvas, board: RegionBoard, answer: RegionCut) -> Sequence[BluePath]:
    """Return the blue paths if nothing has to be solved for them."""
    if canvas.large:
        return ()
    if "paths" in vars(answer):
        return answer.paths
    if model_of(board).dual.solved and model_of(board).dual.value is not None:
        return model_of(board).blue_paths()
    return ()
