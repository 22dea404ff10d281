"""``graphpuzzles explore``."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from graphpuzzles.cli.commands import ANSWERED, LIMIT_REACHED, ProgressBar, tell
from graphpuzzles.cli.inputs import add_limits, read_limits
from graphpuzzles.text import counted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import TypeAlias

    from graphpuzzles.cli.commands import Commands
    from graphpuzzles.exploring import Exploration, PancakeSpace, SlidingPuzzle
    from graphpuzzles.limits import Progress

    ReadySpace: TypeAlias = PancakeSpace | SlidingPuzzle

EXIT_CODES = (
    "Exit codes: 0 all states are found, 2 bad usage, or a folder that cannot be used, 3 a limit "
    "was reached: what is printed is right, and the same command goes on."
)


def add_explore(commands: Commands) -> None:
    """Add the command."""
    text = "count the states of a puzzle by their distance from the start, larger than memory"
    explore = commands.add("explore", explore_space, text, exit_codes=EXIT_CODES)
    explore.add_argument("space", choices=_SPACES, metavar="SPACE", help=", ".join(_SPACES))
    explore.add_argument(
        "size", metavar="SIZE", help="number of pancakes, or rows and columns, such as 3x4"
    )
    explore.add_argument(
        "--store", metavar="DIR", help="folder for the layers; the same command goes on with it"
    )
    explore.add_argument("--max-steps", type=int, metavar="N", help="go no farther than N steps")
    add_limits(explore, otherwise="512M with --store, a quarter of what is free without")
    explore.add_argument("--json", action="store_true", help="one JSON object instead")
    explore.add_argument("--quiet", action="store_true", help="no progress bar on a terminal")


def explore_space(options: argparse.Namespace) -> int:
    """Explore a space and print the sizes of its layers."""
    from graphpuzzles.exploring import explore

    space = _SPACES[options.space](options.size)
    limits = replace(read_limits(options), max_steps=options.max_steps)
    if options.store is not None:
        limits = replace(limits, max_memory=options.max_memory)
        _tell_disk(space, options.store)
    with _LayerBar(space, shown=not options.quiet) as bar:
        found = explore(
            space, space.start, store=options.store, limits=limits, progress=bar.update
        )
    if options.json:
        print(json.dumps(_to_dict(found)))
    else:
        for depth, states in found.histogram().items():
            print(f"{depth} {states}")
        end = "" if found.limit is None else f", {found.limit} reached"
        size = f"{counted(found.states, 'state')} in {counted(len(found.layer_sizes), 'layer')}"
        print(f"{found.status}{end}: {size}")
    return ANSWERED if found.complete else LIMIT_REACHED


def _to_dict(found: Exploration) -> dict[str, object]:
    return {
        "status": str(found.status),
        "limit": found.limit,
        "states": found.states,
        "layer_sizes": found.layer_sizes,
    }


def _tell_disk(space: ReadySpace, store: str) -> None:
    folder = Path(store).absolute()
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    need = 8 * space.expected_states
    tell(f"all layers take {need:,} bytes, temporary files besides; {free:,} bytes are free")


class _LayerBar(ProgressBar):
    """Says at which depth the exploration is, and how many of all states it has."""

    def __init__(self, space: ReadySpace, *, shown: bool) -> None:
        super().__init__(shown=shown, size=None)
        self._expected = space.expected_states

    def _text(self, progress: Progress) -> str:
        part = progress.states / self._expected
        used = progress.expanded - (progress.states - progress.frontier)
        return (
            f"depth {progress.depth}, {progress.states:,} states ({part:.1%}), "
            f"{used / max(progress.frontier, 1):.0%} of the last layer expanded, "
            f"{progress.seconds:.0f} s"
        )


def _pancakes(size: str) -> PancakeSpace:
    from graphpuzzles.exploring import PancakeSpace

    if not re.fullmatch("[0-9]{1,4}", size):
        raise ValueError(f"the size is a number of pancakes, not {size!r}")
    return PancakeSpace(int(size))


def _sliding_puzzle(size: str) -> SlidingPuzzle:
    from graphpuzzles.exploring import SlidingPuzzle

    match = re.fullmatch("([0-9]{1,4})x([0-9]{1,4})", size)
    if match is None:
        raise ValueError(f"the size is rows and columns, such as 3x4, not {size!r}")
    return SlidingPuzzle(int(match[1]), int(match[2]))


_SPACES: dict[str, Callable[[str], ReadySpace]] = {
    "pancakes": _pancakes,
    "sliding-puzzle": _sliding_puzzle,
}
