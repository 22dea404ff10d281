"""Graphs that are written without ever being built: columns of attributes, batch by batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Column: TypeAlias = Sequence[object] | NDArray[np.generic]

__all__ = ["ColumnKind", "GraphStream", "Scalar"]

Scalar: TypeAlias = str | int | float | bool
"""What an attribute can be in every format."""

ColumnKind: TypeAlias = Literal["long", "double", "boolean", "string", "number", "any"]
"""What one attribute holds, on all nodes or on all edges.

``"long"``
    Integers of 64 bits with a sign.
``"double"``
    Floats, infinities and NaN among them.
``"boolean"``
    Truth values.
``"string"``
    Texts.
``"number"``
    Floats and integers of at most 2^53 in absolute value, mixed; other programs see doubles.
``"any"``
    Texts, numbers and truth values, mixed, and integers of any size; other programs see texts.
"""


@runtime_checkable
class GraphStream(Protocol):
    """A graph that can tell its nodes and edges in batches of columns.

    Any object with these six members is one; nothing need be inherited. Nodes have no names but
    numbers from 0 in the order in which they are told, and node 7 is called ``n7`` in the file.
    Parallel edges and self-loops are allowed.

    A batch holds for each attribute one column: a list or tuple, or a one-dimensional NumPy array
    (of booleans, integers, floats or texts), as long as the batch. None in a list says that this
    node or edge has no such attribute; a batch that leaves out a column says so of all its rows.
    Values must be of the declared kind (a NumPy scalar counts as its Python value); nothing is
    converted silently. Batches may be of any size: they are formatted a few thousand rows at a
    time, so one batch with whole arrays is as good as many small ones.

    Notes
    -----
    A graph is written in one pass over `node_batches`, then one over `edge_batches`, in memory
    that does not grow with the graph.

    Examples
    --------
    The path 0 -> 1 -> 2 with the depth of every node:

    >>> import io
    >>> class Path:
    ...     directed = True
    ...     attributes = {"name": "path"}
    ...     node_schema = {"depth": "long"}
    ...     edge_schema = {}
    ...     def node_batches(self):
    ...         yield 3, {"depth": [0, 1, 2]}
    ...     def edge_batches(self):
    ...         yield [0, 1], [1, 2], {}
    >>> isinstance(Path(), GraphStream)
    True
    >>> from graphpuzzles.export import read_graphml, write_graphml
    >>> file = io.BytesIO()
    >>> write_graphml(Path(), file)
    >>> _ = file.seek(0)
    >>> list(read_graphml(file).edges)
    [('n0', 'n1'), ('n1', 'n2')]
    """

    @property
    def directed(self) -> bool:
        """Whether the edges have a direction."""
        ...

    @property
    def attributes(self) -> Mapping[str, Scalar]:
        """Attributes of the graph as a whole."""
        ...

    @property
    def node_schema(self) -> Mapping[str, ColumnKind]:
        """The kind of every node attribute, in the order in which the file declares them."""
        ...

    @property
    def edge_schema(self) -> Mapping[str, ColumnKind]:
        """The kind of every edge attribute, in the order in which the file declares them."""
        ...

    def node_batches(self) -> Iterable[tuple[int, Mapping[str, Column]]]:
        """Yield, for each batch of nodes, how many they are and their columns by name."""
        ...

    def edge_batches(self) -> Iterable[tuple[Column, Column, Mapping[str, Column]]]:
        """Yield, for each batch of edges, the numbers of their sources and targets, and columns.

        In an undirected graph the two ends may stand in either order.
        """
        ...
