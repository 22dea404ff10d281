"""``graphpuzzles draw`` and ``graphpuzzles graph``: pictures and graphs as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from graphpuzzles.cli.commands import ANSWERED, LIMIT_REACHED, tell
from graphpuzzles.cli.inputs import (
    add_input,
    add_limits,
    read_dataset,
    read_limits,
    require_other_file,
)
from graphpuzzles.errors import NotApplicableError
from graphpuzzles.puzzle import Solution, Status
from graphpuzzles.text import counted

if TYPE_CHECKING:
    import argparse

    from graphpuzzles.cli.commands import Commands
    from graphpuzzles.picture import Film, Scene
    from graphpuzzles.puzzles import AnyPuzzle, AnySolution

MOVING = (".gif", ".html")


def add_draw(commands: Commands) -> None:
    """Add the command."""
    draw = commands.add("draw", draw_file, "draw a puzzle with its answer, or a graph of it")
    add_input(draw)
    draw.add_argument("--dataset", type=int, default=1, help="which dataset (default: 1)")
    draw.add_argument("--board", action="store_true", help="the board alone; nothing is solved")
    draw.add_argument("--method", default="auto", help="a method of the puzzle (default: auto)")
    add_limits(draw)
    draw.add_argument("--kind", help="draw this graph of the puzzle instead")
    draw.add_argument(
        "--scale", type=float, default=1.0, metavar="X", help="size of the picture (default: 1)"
    )
    draw.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="OUT",
        help="OUT.svg or OUT.html, OUT.png with matplotlib, or OUT.gif where something moves",
    )


def add_graph(commands: Commands) -> None:
    """Add the command."""
    graph = commands.add("graph", write_graph_file, "write a graph of a puzzle to a file")
    add_input(graph)
    graph.add_argument("--kind", help="a graph of the puzzle (default: its first)")
    graph.add_argument("--dataset", type=int, default=1, help="which dataset (default: 1)")
    graph.add_argument("--solve", action="store_true", help="solve it and mark the answer")
    graph.add_argument("--method", default="auto", help="the method for --solve")
    add_limits(graph)
    graph.add_argument(
        "-o", "--output", required=True, metavar="OUT", help="OUT.graphml, OUT.json or OUT.dot"
    )


def write_graph_file(options: argparse.Namespace) -> int:
    """Write a graph of one dataset."""
    from graphpuzzles.export import write_graph

    require_other_file(options.file, options.output)
    puzzle = read_dataset(options)
    code = ANSWERED
    answer = None
    if options.solve:
        solution = puzzle.solve(options.method, limits=read_limits(options))
        answer = solution.answer
        code = ANSWERED if puzzle.answered(solution) else LIMIT_REACHED
    graph = puzzle.graph(options.kind, answer=answer)
    write_graph(graph, options.output)
    nodes, edges = graph.number_of_nodes(), graph.number_of_edges()
    tell(f"{options.output}: {counted(nodes, 'node')}, {counted(edges, 'edge')}")
    return code


def draw_file(options: argparse.Namespace) -> int:
    """Draw one dataset to a file."""
    from graphpuzzles.export.files import writing
    from graphpuzzles.picture.files import encoded

    suffix = _checked_suffix(options)
    require_other_file(options.file, options.output)
    puzzle = read_dataset(options)
    code = ANSWERED
    drawn: AnyPuzzle | AnySolution = puzzle
    if not options.board:
        drawn = solution = puzzle.solve(options.method, limits=read_limits(options))
        code = ANSWERED if puzzle.answered(solution) else LIMIT_REACHED
    picture = _picture(drawn, suffix, options.kind)
    data = encoded(picture, suffix, scale=options.scale)
    with writing(options.output) as file:
        file.write(data)
    tell(f"{options.output}: {_what(drawn, options.kind)}, {len(data)} bytes")
    return code


def _checked_suffix(options: argparse.Namespace) -> str:
    """Return the suffix of the output, or say before anything is solved what is wrong with it."""
    from graphpuzzles.picture.files import require_format

    path = Path(options.output)
    suffix = path.suffix.lower()
    require_format(suffix)
    if not 0.01 <= options.scale <= 100:
        raise ValueError(f"--scale takes a number from 0.01 to 100, not {options.scale}")
    if not path.parent.is_dir():
        raise ValueError(f"{options.output}: there is no folder {str(path.parent)!r}")
    if suffix == ".gif" and (options.board or options.kind is not None):
        raise ValueError(f"{options.output}: only an answer moves; write *.svg, *.png or *.html")
    return suffix


def _what(drawn: AnyPuzzle | AnySolution, kind: str | None) -> str:
    """Return what has been drawn, and how it is with the answer where nothing was solved."""
    if not isinstance(drawn, Solution):
        return f"the {'board' if kind is None else f'graph {kind!r}'} of {drawn.name}"
    board_or_answer = "board" if drawn.answer is None else "answer"
    what = f"the {board_or_answer if kind is None else f'graph {kind!r}'} of {drawn.puzzle.name}"
    return what if drawn.status is Status.SOLVED else f"{what} ({drawn.told})"


def _picture(drawn: AnyPuzzle | AnySolution, suffix: str, kind: str | None) -> Scene | Film:
    """Return what to draw: a film where the format can show one and something moves."""
    if kind is not None:
        from graphpuzzles.picture import graph_scene

        return graph_scene(drawn.graph(kind))
    if suffix in MOVING and isinstance(drawn, Solution):
        if drawn.answer is None:
            if suffix == ".gif":
                raise NotApplicableError(
                    f"there is no answer that could move ({drawn.told}); write *.svg"
                )
            return drawn.scene()
        try:
            return drawn.film()
        except NotApplicableError as error:
            if suffix == ".gif":
                raise NotApplicableError(f"{error}; write *.svg, *.png or *.html") from error
            tell(f"{error}: the picture is a still one")
    return drawn.scene()
