"""Pictures of the puzzles with their answers, and of their graphs, as the pages show them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from picture_parts import side_by_side

from graphpuzzles import (
    ConnectingGame,
    Hexerpent,
    ManhattanWiring,
    Minesweeper,
    Numberlink,
    Snake,
    WinnerQuestion,
    graph_scene,
)
from graphpuzzles.generate import board_random
from graphpuzzles.picture import Scene, placed

if TYPE_CHECKING:
    from graphpuzzles.picture import Shape

GAME = ConnectingGame(
    [
        "yyAArJqjWTH5",
        "yyEEruYYWTHG",
        "hooEvutpkkb2",
        "OooNgFFF9sbi",
        "RRMNgFL99Vmm",
        "R76XgFF9dVVV",
        "SKnZUPf88Vee",
    ]
)
SMALL_GAME = ConnectingGame(["FDDHBA", "GEEHHC", "GEEEEC", "EEEEEE"])
SNAKE = Snake(
    6,
    6,
    [(5, 2), (5, 1), (4, 1), (4, 2), (3, 2), (3, 1), (3, 0)],
    stones=[(0, 4), (0, 5), (1, 0), (1, 4), (2, 2), (3, 3), (3, 4), (5, 0)],
)
HEXERPENT = Hexerpent([(0, 0), (0, 1), (0, 2)], rocks=[(1, 1)], goal=(0, 5))
WIRING = ManhattanWiring(["1000001", "2000002", "1131311"])
NUMBERLINK = Numberlink(["A...", "B..A", "...B"])
FLOWS = ["R.G.Y", "..B.O", ".....", ".G.Y.", ".RBO."]
MINES = Minesweeper(
    [
        [-1, 2, -1, -1, -1, -1],
        [-1, -1, 2, 1, 1, -1],
        [-1, 4, 2, 0, 1, -1],
        [-1, -1, 1, 0, 1, -1],
    ],
    mines=6,
)


def five() -> Scene:
    """Show all five, with their answers."""
    scenes = {
        "ConnectingGame": connecting_game(),
        "Snake": snake(),
        "Hexerpent": hexerpent(),
        "ManhattanWiring, Numberlink": Numberlink(FLOWS, rule="fill").solve().scene(),
        "Minesweeper": minesweeper(),
    }
    named = [replace(scene, title=name) for name, scene in scenes.items()]
    return side_by_side(named, "The five puzzles with their answers", size=0.45, height=6)


def connecting_game() -> Scene:
    return GAME.solve("layers").scene()


def start() -> Scene:
    return SMALL_GAME.solve("layers").scene()


def connecting_game_flow() -> Scene:
    return graph_scene(ConnectingGame(["AAB", "ACD", "CCD"]).solve("layers").graph("flow"))


def winner() -> Scene:
    return WinnerQuestion(["AB", "CD"]).solve().scene()


def snake() -> Scene:
    return SNAKE.solve("layers").scene()


def snake_states() -> Scene:
    small = Snake(3, 3, [(2, 2), (2, 1)])
    return graph_scene(small.solve().graph("states"))


def hexerpent() -> Scene:
    return HEXERPENT.solve("layers").scene()


def manhattan_wiring() -> Scene:
    return WIRING.solve().scene()


def numberlink() -> Scene:
    return NUMBERLINK.solve().scene()


def numberlink_frontier() -> Scene:
    return graph_scene(Numberlink(["A..", "..A"], rule="any").solve().graph("frontier"))


def minesweeper() -> Scene:
    return MINES.solve().scene()


def minesweeper_constraints() -> Scene:
    return graph_scene(MINES.solve().graph("constraints"))


GENERATED = [
    ("7 x 7", {"size": 7}),
    ("fewer pairs", {"size": 7, "pairs": 5}),
    ("10 x 10", {"size": 10}),
    ("empty cells left", {"size": 7, "fills": False}),
]


def generated() -> Scene:
    """Show boards as they come: three seeds of four sizes and wishes, with their one answer."""
    shapes: list[Shape] = []
    top = 0.0
    for seed in range(3):
        boards = [
            (name, Numberlink.generate(board_random(seed, i), **wish))
            for i, (name, wish) in enumerate(GENERATED)
        ]
        scenes = [replace(board.solve().scene(), title=name) for name, board in boards]
        row = side_by_side(scenes, "", size=0.35, height=5)
        shapes += [placed(shape, (0, top), 1.0) for shape in row.shapes]
        top += row.height
    return Scene(row.width, top, tuple(shapes), "Generated boards of Numberlink", unit=32)
