"""Make the pictures of the documentation: ``python docs/make_pictures.py [FOLDER]``.

The folder is docs/pictures if none is named; the tests compare what is there with what this makes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import model_pictures

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphpuzzles.scene import Scene

FOLDER = Path(__file__).parent / "pictures"

PICTURES: dict[str, Callable[[], Scene]] = {
    "cut-model": model_pictures.cut_model,
    "voltage-model": model_pictures.voltage_model,
    "frontier-model": model_pictures.frontier_model,
}
"""Name of the file without its suffix, and what makes the picture."""


def main(folder: Path = FOLDER) -> None:
    folder.mkdir(exist_ok=True)
    for name, make in PICTURES.items():
        (folder / f"{name}.svg").write_text(make().svg(), "utf-8", newline="\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
