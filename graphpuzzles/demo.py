"""The demonstration: a real case of every puzzle, solved, cross-validated and exported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from graphpuzzles.errors import LimitError
from graphpuzzles.export import write_graph
from graphpuzzles.limits import Limits
from graphpuzzles.puzzles import PUZZLES, load
from graphpuzzles.validation import cross_validate

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["demonstrate"]

PATIENCE = Limits(max_seconds=20)


def demonstrate(folder: str) -> Iterator[str]:
    """Solve the first example of every puzzle and write its graphs.

    Parameters
    ----------
    folder : str
        Where the graphs are written as GraphML; made if it is not there.

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
        for kind in cls.graphs():
            try:
                graph = best.graph(kind)
            except LimitError as error:
                yield f"graph {kind}: left out, {error}"
                continue
            path = out / f"{name}.{kind}.graphml"
            write_graph(graph, path)
            size = f"{graph.number_of_nodes()} nodes, {graph.number_of_edges()} edges"
            yield f"graph {kind}: {size} -> {path}"
        yield ""
    yield f"Open the files in {out} with Gephi, Cytoscape or yEd, or read them with networkx."
