"""The demonstration: a real case of every puzzle, solved, cross-validated, drawn and exported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from graphpuzzles.errors import LimitError, NotApplicableError
from graphpuzzles.export import write_graph
from graphpuzzles.limits import Limits
from graphpuzzles.puzzles import PUZZLES, load
from graphpuzzles.text import counted
from graphpuzzles.validation import cross_validate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphpuzzles.puzzles import AnySolution

PATIENCE = Limits(max_seconds=20)


def demonstrate(folder: str) -> Iterator[str]:
    """Solve the first example of every puzzle, draw the answer and write its graphs.

    Parameters
    ----------
    folder : str
        Where pictures are written as SVG, or as HTML where something moves, and graphs as
        GraphML; made if it is not there.

    Yields
    ------
    str
        Lines that tell what is done.
    """
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    for name in PUZZLES:
        cls = load(name)
        text, expected = next(iter(cls.EXAMPLES.items()))
        puzzle = cls.parse(text)
        yield f"== {name} =="
        yield text.rstrip()
        result = cross_validate(puzzle, limits=PATIENCE)
        best = next(s for s in result.solutions if puzzle.answered(s))
        yield f"judge's line: {puzzle.judge(best, 1)} (known value: {expected})"
        yield result.table()
        yield f"certificate: {best.certificate()!r}"
        yield f"picture: {_drawn(best, out / name)}"
        for kind in cls.graphs():
            try:
                graph = best.graph(kind)
            except LimitError as error:
                yield f"graph {kind}: left out, {error}"
                continue
            path = out / f"{name}.{kind}.graphml"
            write_graph(graph, path)
            nodes, edges = graph.number_of_nodes(), graph.number_of_edges()
            size = f"{counted(nodes, 'node')}, {counted(edges, 'edge')}"
            yield f"graph {kind}: {size} -> {path}"
        yield ""
    yield f"Open the pictures in {out} with a browser, the graphs with Gephi, Cytoscape or yEd."


def _drawn(solution: AnySolution, path: Path) -> Path:
    """Write a film of the answer, or a picture where nothing moves; return where."""
    try:
        suffix, text = ".html", solution.animate().html()
    except NotApplicableError:
        suffix, text = ".svg", solution.scene().svg(titled=True)
    path = path.with_suffix(suffix)
    path.write_text(text, "utf-8", newline="\n")
    return path
