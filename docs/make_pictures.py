"""Make the pictures of the documentation: ``python docs/make_pictures.py [FOLDER]``.

The folder is docs/pictures if none is named; the tests compare what is there with what this makes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import model_pictures
import puzzle_pictures

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphpuzzles.picture import Scene

FOLDER = Path(__file__).parent / "pictures"

PICTURES: dict[str, Callable[[], Scene]] = {
    "cut-model": model_pictures.cut_model,
    "voltage-model": model_pictures.voltage_model,
    "frontier-model": model_pictures.frontier_model,
    "five": puzzle_pictures.five,
    "start": puzzle_pictures.start,
    "connecting-game": puzzle_pictures.connecting_game,
    "connecting-game-flow": puzzle_pictures.connecting_game_flow,
    "winner": puzzle_pictures.winner,
    "snake": puzzle_pictures.snake,
    "snake-states": puzzle_pictures.snake_states,
    "hexerpent": puzzle_pictures.hexerpent,
    "manhattan-wiring": puzzle_pictures.manhattan_wiring,
    "numberlink": puzzle_pictures.numberlink,
    "generated": puzzle_pictures.generated,
    "numberlink-frontier": puzzle_pictures.numberlink_frontier,
    "minesweeper": puzzle_pictures.minesweeper,
    "minesweeper-constraints": puzzle_pictures.minesweeper_constraints,
}
"""Name of the file without its suffix, and what makes the picture."""


def main(folder: Path = FOLDER) -> None:
    folder.mkdir(exist_ok=True)
    for name, make in PICTURES.items():
        (folder / f"{name}.svg").write_text(make().svg(), "utf-8", newline="\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
