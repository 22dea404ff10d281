"""The pictures of ConnectingGame and of the winner question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.models.cut.planar import exact_sum
from graphpuzzles.picture import BLACK, BLUE, VERMILLION, WHITE, Circle, Key, Scene, Style
from graphpuzzles.picture.boards import Canvas
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
from graphpuzzles.text import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from graphpuzzles.models.cut.layered_flow import BluePath
    from graphpuzzles.picture import Shape
    from graphpuzzles.puzzles.connecting_game.answer import RegionCut
    from graphpuzzles.puzzles.connecting_game.board import Label
    from graphpuzzles.puzzles.connecting_game.puzzle import ConnectingGame
    from graphpuzzles.puzzles.connecting_game.winner import Colouring, WinnerQuestion

__all__ = ["colouring_scene", "cut_scene"]

TAKEN = Style(fill=RED, stroke=VERMILLION, width=0.04)
FREE = Style(fill=BLUISH, stroke=BLUE, width=0.04)
RING = Style(stroke=BLACK, width=0.07)
PAPER = Style(fill=WHITE)
CROSS_KEY = Key(PAPER, "red must not take it", tuple(crossed((0.2, 0.2), 0.6)))
RING_KEY = Key(PAPER, "where they cross at a corner", (Circle((0.5, 0.5), 0.4, RING),))
LEFT_OUT = "borders and labels"


def cut_scene(game: ConnectingGame, answer: RegionCut | None) -> Scene:
    """Return the picture of a board, with the cells that red takes; see `ConnectingGame.scene`.

    Raises
    ------
    ValueError
        If the answer is for a board of another shape or direction.
    """
    canvas = Canvas(*game.shape, MARGIN)
    mask = _mask(game, answer)
    regions = game.turned(game.regions.of)
    codes = np.where(mask, len(TONES), tones(game, canvas))
    upright = game.direction == "top-bottom"
    shapes: list[Shape] = [
        *side_bars(canvas, BLUE, upright=upright),
        *cell_shapes(canvas, codes, regions, (*TONES, RED)),
        *crosses(canvas, game.forbidden_cells()),
    ]
    keys = [Key(bar(BLUE), "the sides that blue joins")]
    keys += [_red_key(canvas, "taken by red")] * bool(mask.any())
    if game.forbidden and not canvas.large:
        keys.append(CROSS_KEY)
    if answer is not None:
        paths = list(path_lines(canvas, game, _known_paths(canvas, game, answer)))
        keys += [Key(PATH, "blue paths of a maximum flow")] * bool(paths)
        name = "the walk that stops blue"
        walk = walk_lines(canvas, across(mask, sideways=upright), WALK, name, sideways=upright)
        keys += [Key(walk_style(canvas, WALK), name)] * bool(walk)
        shapes += [*paths, *walk]
    shapes += region_labels(canvas, game, regions, corner=answer is not None)
    shapes += cell_weights(canvas, game)
    title = _cut_title(game, answer) + canvas.left_out(LEFT_OUT)
    return Scene(*canvas.size, tuple(shapes), title, tuple(keys), canvas.unit)


def colouring_scene(question: WinnerQuestion, answer: Colouring | None) -> Scene:
    """Return the picture of a board, with a colouring; see `WinnerQuestion.scene`.

    Raises
    ------
    ValueError
        If the colouring names a label that is not on the board.
    """
    canvas = Canvas(*question.shape, MARGIN)
    regions = question.regions.of
    rows, columns = question.shape
    title = f"ConnectingGame {rows} x {columns}: "
    shapes: list[Shape] = [
        *side_bars(canvas, BLUE, upright=True),
        *side_bars(canvas, VERMILLION, upright=False),
    ]
    keys = [Key(bar(BLUE), "blue joins these"), Key(bar(VERMILLION), "red joins these")]
    if answer is not None and answer.red is not None:
        red = _red_cells(question, answer.red)
        shapes += cell_shapes(canvas, red.astype(np.int64), regions, (BLUISH, RED))
        keys += [_red_key(canvas, "red"), Key(FREE, "blue")]
        said, more_shapes, more_keys = _colouring(canvas, question, red)
        title += said
        shapes += more_shapes
        keys += more_keys
    else:
        title += counted(question.regions.count, "region")
        title += "" if answer is None else ", every colouring has a winner"
        shapes += cell_shapes(canvas, tones(question, canvas), regions, TONES)
        shapes += region_labels(canvas, question, regions, corner=False)
    title += canvas.left_out(LEFT_OUT)
    return Scene(*canvas.size, tuple(shapes), title, tuple(keys), canvas.unit)


def _colouring(
    canvas: Canvas, question: WinnerQuestion, red: NDArray[np.bool_]
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
    shapes += region_labels(canvas, question, question.regions.of, corner=True, rings=rings)
    said = "a colouring" + " without a winner" * all(walks)
    return said, shapes, keys


def _red_key(canvas: Canvas, text: str) -> Key:
    """Return the entry of the legend for what red has; boards in pixels have no hatching."""
    if canvas.large:
        return Key(Style(fill=VERMILLION), text)
    return Key(TAKEN, text, tuple(hatched((0.0, 0.0))))


def _mask(game: ConnectingGame, answer: RegionCut | None) -> NDArray[np.bool_]:
    if answer is None:
        return np.zeros(game.shape, dtype=bool)
    if answer.mask.shape != game.shape or answer.direction != game.direction:
        raise ValueError(
            f"the answer is for a game {answer.direction} of shape {answer.mask.shape}, "
            f"not {game.direction} of {game.shape}"
        )
    return answer.mask


def _cut_title(game: ConnectingGame, answer: RegionCut | None) -> str:
    rows, columns = game.shape
    title = f"ConnectingGame {rows} x {columns}: "
    if answer is None:
        return title + counted(game.regions.count, "region")
    title += counted(int(np.count_nonzero(answer.mask)), "red cell")
    if game.weights is None:
        return title
    taken = np.unique(game.regions.of[game.turned(answer.mask)])
    if game.weights_add:
        return f"{title} of weight {exact_sum(game.region_weights[taken])}"
    each = {game.label(region): int(game.region_weights[region]) for region in taken.tolist()}
    return f"{title} of weight {sum(each.values())}"


def _red_cells(question: WinnerQuestion, labels: Sequence[Label]) -> NDArray[np.bool_]:
    numbers = question.label_numbers
    try:
        chosen = [numbers[label] for label in labels]
    except KeyError as error:
        raise ValueError(f"label {error} is not on the board") from None
    return np.isin(question.labels, np.array(chosen, dtype=question.labels.dtype))


def _known_paths(canvas: Canvas, game: ConnectingGame, answer: RegionCut) -> Sequence[BluePath]:
    """Return the blue paths if nothing has to be solved for them."""
    if canvas.large:
        return ()
    if "paths" in vars(answer):
        return answer.paths
    if game.dual.solved and game.dual.value is not None:
        return game.blue_paths()
    return ()
