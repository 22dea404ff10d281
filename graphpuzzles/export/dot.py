"""Writing DOT, the language of Graphviz."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from graphpuzzles.errors import ExportError
from graphpuzzles.export.columns import show, text_of
from graphpuzzles.export.files import writing
from graphpuzzles.export.sources import columns_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    import networkx as nx

    from graphpuzzles.export.columns import Columns, Form, GraphStream, Rows
    from graphpuzzles.export.files import Target

N = TypeVar("N", bound="Hashable")

# Graphviz keeps no name that begins so: it numbers such nodes itself.
_NAME = re.compile(r"[^%].*", re.DOTALL)

_ESCAPED = re.compile(r'[\\"\n]')
_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n"})

# Graphviz replaces entities of HTML in these, even outside its HTML-like labels.
_LABELS = frozenset({"label", "xlabel", "headlabel", "taillabel"})


def write_dot(graph: nx.Graph[N] | GraphStream, target: Target) -> None:
    r"""Write a graph in the language of Graphviz.

    Parameters
    ----------
    graph : networkx.Graph or GraphStream
        Nodes and attributes as for `write_graphml`.
    target : path or binary file
        A file at a path is replaced in one step, or not at all.

    Raises
    ------
    ExportError
        If a node or attribute cannot be written; the message names it. Refused is what
        `write_graphml` refuses, and, in a multigraph, an edge attribute ``key``: there Graphviz
        wants the key of the edge.
    TypeError
        If `graph` is no graph, or `target` neither a path nor a binary file.

    Notes
    -----
    All names and values are quoted; a backslash is doubled, so that labels show what they
    are and not what Graphviz makes of ``\n`` or ``\N``. A node keeps its name; only one that is
    empty, begins with ``%`` or would be written like another is renamed as `write_graphml` does.

    A node with finite ``x`` and ``y`` also gets a position ``pos`` (unless it has one), y
    pointing up, one unit an inch: ``neato -n`` or ``neato`` draws it there.

    Examples
    --------
    >>> import io, networkx as nx
    >>> graph = nx.Graph([("a", "b", {"label": 'say "hi"'})])
    >>> graph.add_node("a", x=0, y=-1)
    >>> file = io.BytesIO()
    >>> write_dot(graph, file)
    >>> print(file.getvalue().decode(), end="")
    graph {
      "a" ["x"="0", "y"="-1", "pos"="0,-1!"];
      "b";
      "a" -- "b" ["label"="say \"hi\""];
    }
    """
    columns = columns_of(graph, _NAME.fullmatch)
    columns.reserve("DOT")
    with writing(target) as file:
        for text in _texts(columns):
            file.write(text.encode())


def _texts(columns: Columns) -> Iterator[str]:
    arrow = "->" if columns.directed else "--"
    forms = {
        what: {name: _form(what, name) for name in schema}
        for what, schema in columns.schema.items()
    }
    forms["node"].setdefault("pos", _form("node", "pos"))
    yield "digraph {\n" if columns.directed else "graph {\n"
    yield from (
        f"  graph{listed};\n" for listed in _lists(columns.graph, forms["graph"]) if listed
    )
    for rows in columns.nodes:
        placed = replace(rows, columns=_with_positions(rows.columns))
        nodes = zip(map(_quoted, rows.ids[0]), _lists(placed, forms["node"]), strict=True)
        yield "".join([f"  {u}{listed};\n" for u, listed in nodes])
    for rows in columns.edges:
        tails, heads = (map(_quoted, ends) for ends in rows.ids)
        edges = zip(tails, heads, _lists(rows, forms["edge"]), strict=True)
        yield "".join([f"  {u} {arrow} {v}{listed};\n" for u, v, listed in edges])
    yield "}\n"


def _form(what: str, name: str) -> Form:
    try:
        return f", {_quoted(name)}=", _quoted_label if name in _LABELS else _quoted, ""
    except ValueError as refused:
        raise ExportError(f"{what} attribute {show(name)}: {refused}") from None


def _lists(rows: Rows, forms: Mapping[str, Form]) -> Iterable[str]:
    """Return the list of attributes of each row, empty where there is none."""
    return (f" [{text[2:]}]" if text else "" for text in rows.texts(forms))


def _quoted(value: object) -> str:
    text = text_of(value)
    if _ESCAPED.search(text) is not None:
        text = text.translate(_ESCAPES)
    return f'"{text}"'


def _quoted_label(value: object) -> str:
    return _quoted(text_of(value).replace("&", "&amp;"))


def _with_positions(columns: Mapping[str, Sequence[object]]) -> Mapping[str, Sequence[object]]:
    """Return the columns with Graphviz's attribute for the place, pinned by exclamation marks."""
    if not columns.keys() >= {"x", "y"}:
        return columns
    places = [
        f"{text_of(x)},{text_of(y)}!" if _is_finite(x) and _is_finite(y) else None
        for x, y in zip(columns["x"], columns["y"], strict=True)
    ]
    given = columns.get("pos", places)
    return {**columns, "pos": [p if g is None else g for g, p in zip(given, places, strict=True)]}


def _is_finite(value: object) -> bool:
    return type(value) is int or (type(value) is float and math.isfinite(value))
