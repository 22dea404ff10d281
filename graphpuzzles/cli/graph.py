"""``graphpuzzles graph``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphpuzzles.cli.codes import ANSWERED, LIMIT_REACHED, tell
from graphpuzzles.cli.inputs import (
    add_input,
    add_limits,
    read_dataset,
    read_limits,
    require_other_file,
)
from graphpuzzles.text import counted

if TYPE_CHECKING:
    import argparse

    from graphpuzzles.cli.commands import Commands

__all__ = ["add"]


def add(commands: Commands) -> None:
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
