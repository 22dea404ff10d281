"""Writing node-link JSON, the form that networkx and D3 use."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from graphpuzzles.export.columns import text_of
from graphpuzzles.export.files import writing
from graphpuzzles.export.sources import columns_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    import networkx as nx

    from graphpuzzles.export.columns import Columns, Form, GraphStream
    from graphpuzzles.export.files import Target

N = TypeVar("N", bound="Hashable")

_MEMBERS = {"node": ("id",), "edge": ("source", "target")}
_quoted = json.JSONEncoder().encode


def write_json(
    graph: nx.Graph[N] | GraphStream, target: Target, *, allow_nan: bool = False
) -> None:
    """Write a graph as node-link JSON, one line a node and one line an edge.

    Parameters
    ----------
    graph : networkx.Graph or GraphStream
        Nodes and attributes as for `write_graphml`; a stream is a multigraph.
    target : path or binary file
        A file at a path is replaced in one step, or not at all.
    allow_nan : bool
        Whether NaN and infinities are written as ``NaN``, ``Infinity`` and ``-Infinity``. These
        are no JSON, though Python and JavaScript's JSON5 read them; by default they are refused.

    Raises
    ------
    ExportError
        If a node or attribute would not come back as it is: a type other than str, int, float and
        bool, a node attribute ``id``, an edge attribute ``source``, ``target`` or, in a
        multigraph, ``key``; the message names it.
    TypeError
        If `graph` is no graph, or `target` neither a path nor a binary file.

    See Also
    --------
    networkx.node_link_graph : makes a graph of the data again, with ``edges="edges"``.

    Notes
    -----
    Integers keep all digits; programs in JavaScript round those beyond 2^53. A node that is a
    tuple is an array, one that is a tuple with tuples in it is its text: networkx would read no
    edge of it.

    Examples
    --------
    >>> import io, json, networkx as nx
    >>> graph = nx.Graph([(1, 2, {"weight": 3})])
    >>> file = io.BytesIO()
    >>> write_json(graph, file)
    >>> print(file.getvalue().decode(), end="")
    {"directed": false, "multigraph": false, "graph": {}, "nodes": [
    {"id": 1},
    {"id": 2}
    ], "edges": [
    {"source": 1, "target": 2, "weight": 3}
    ]}
    >>> nx.node_link_graph(json.loads(file.getvalue()), edges="edges").edges[1, 2]
    {'weight': 3}
    """
    columns = columns_of(graph)
    columns.reserve("node-link JSON", **_MEMBERS)
    with writing(target) as file:
        for text in _texts(columns, allow_nan=allow_nan):
            file.write(text.encode("ascii"))


def _texts(columns: Columns, *, allow_nan: bool) -> Iterator[str]:
    literal = _literal if allow_nan else _finite_literal
    forms: dict[str, Form] = {
        name: (f", {_quoted(name)}: ", literal, "")
        for name in set().union(_MEMBERS["node"], _MEMBERS["edge"], *columns.schema.values())
    }
    kinds = json.dumps({"directed": columns.directed, "multigraph": columns.multigraph})
    (attributes,) = columns.graph.texts(forms)
    yield f'{kinds[:-1]}, "graph": {{{attributes[2:]}}}'
    for what, batches in (("node", columns.nodes), ("edge", columns.edges)):
        yield f', "{what}s": ['
        separator = "\n"
        for rows in batches:
            members = dict(zip(_MEMBERS[what], rows.ids, strict=True))
            texts = replace(rows, columns={**members, **rows.columns}).texts(forms)
            yield separator + ",\n".join([f"{{{text[2:]}}}" for text in texts])
            separator = ",\n"
        yield "]" if separator == "\n" else "\n]"
    yield "}\n"


def _literal(value: object) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_literal, value))}]"
    return text_of(value)


def _finite_literal(value: object) -> str:
    values = value if isinstance(value, tuple) else (value,)
    if any(isinstance(v, float) and not math.isfinite(v) for v in values):
        raise ValueError(
            "NaN and infinities are no JSON (allow_nan=True writes them all the same)"
        )
    return _literal(value)
