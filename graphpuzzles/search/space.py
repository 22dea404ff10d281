"""State spaces: graphs given by a function that lists the successors of a state.

Only ``successors`` is required. `as_space` brings whatever a caller has (a function, a mapping, a
networkx graph, an object with methods) to one normal form, `Space`, which every engine reads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Generic, Protocol, TypeAlias, TypeVar, cast, runtime_checkable

from graphpuzzles.search.costs import Cost, coarse, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray

N = TypeVar("N", bound=Hashable)

NUMBERS = (int, float)

Attributes: TypeAlias = Mapping[str, object]
"""Attributes of a node or an edge by name."""


@runtime_checkable
class StateSpace(Protocol[N]):
    """What a state space must have: the successors of a state, which is anything but None.

    Further methods are used where an object has them:

    - ``predecessors(u)``: iterable of states; needed to search backwards;
    - ``weight(u, v)``: number not below 0, or None or `math.inf` for "no such edge"; 1 by default;
    - ``is_target(u)``: bool; the goal of searches that are given no other;
    - ``heuristic(u)``: lower bound of the cost from ``u`` to the nearest target, ``math.inf``
      where no target can be reached;
    - ``__contains__(u)``: whether ``u`` is a state at all;
    - ``node_attrs(u)`` and ``edge_attrs(u, v)``: attributes for graphs that are taken out.

    ``successors`` must give the same states in the same order whenever it is asked: a stopped
    search asks again where it goes on.
    """

    def successors(self, u: N, /) -> Iterable[N]:
        """Return the states that one step leads to."""
        ...


@runtime_checkable
class ArraySpace(Protocol):
    """A state space whose states are the integers ``0 <= code < n_states``, with numpy moves.

    All optional methods of `StateSpace` count here too. More members are used where they exist:

    - ``is_target_array(codes)``: boolean array, one entry a code; the vectorised ``is_target``;
    - ``decode(code)``: the readable state behind a code, used where states are shown;
    - ``reversible``: bool, whether every step leads back: ``v`` is a successor of ``u`` if ``u``
      is one of ``v``; `explore` then looks for duplicates in two layers only, and walks back;
    - ``expected_states``: int, an upper bound on the number of states that can be reached;
    - ``fingerprint``: str that no space with other steps has, parameters included, the same in
      every process. `explore` knows by it whether a folder holds layers of this space; without
      it, by the qualified name of the class and the steps around the starts.
    """

    @property
    def n_states(self) -> int:
        """One more than the largest code."""
        ...

    def successors(self, u: int, /) -> Iterable[int]:
        """Return the codes that one step leads to."""
        ...

    def successors_array(
        self, codes: NDArray[np.int64], /
    ) -> Iterable[tuple[NDArray[np.integer], NDArray[np.integer]]]:
        """Yield the steps from many states, for example one batch a move.

        Parameters
        ----------
        codes : numpy.ndarray of int64, shape (k,)
            Distinct codes.

        Yields
        ------
        src, dst : numpy.ndarray of an integer type, shape (m,)
            Step ``i`` of the batch leads from ``src[i]``, one of `codes`, to ``dst[i]``. All
            batches together are exactly the pairs that `successors` gives for every code.
        """
        ...


Weight: TypeAlias = "str | Callable[[N, N], Cost | None]"
"""A weight function of two states, or the name of an edge attribute (1 where it is missing)."""

SpaceLike: TypeAlias = (
    "Space[N] | StateSpace[N] | Callable[[N], Iterable[N]] | Mapping[N, Iterable[N]]"
    " | nx.Graph[N] | nx.DiGraph[N]"
)
"""Whatever `as_space` accepts."""


@dataclass(frozen=True, kw_only=True)
class Space(Generic[N]):
    """A state space in normal form: functions, None where there is none.

    Parameters
    ----------
    successors : callable
    predecessors, weight, is_target, heuristic, contains : callable, optional
        As in `StateSpace`; ``contains`` is its ``__contains__``. No ``weight`` means 1 everywhere.
    node_attrs, edge_attrs : callable, optional
        As in `StateSpace`.
    attribute : callable, optional
        ``attribute(name, u, v)``: the edge attribute of that name as a weight, 1 where it is
        missing, the least one among parallel edges.
    weights : callable, optional
        ``weights(name)``: all steps of an explicit graph, with the edge attribute of that name.
    weight_name : str, optional
        The edge attribute that `weight` is.
    decode : callable, optional
        The readable state behind a state.
    array : ArraySpace, optional
        The same space for whole arrays of states, which are integers then.
    is_target_array : callable, optional
        As in `ArraySpace`.
    """

    successors: Callable[[N], Iterable[N]]
    predecessors: Callable[[N], Iterable[N]] | None = None
    weight: Callable[[N, N], Cost | None] | None = None
    is_target: Callable[[N], bool] | None = None
    heuristic: Callable[[N], Cost] | None = None
    contains: Callable[[N], bool] | None = None
    node_attrs: Callable[[N], Attributes] | None = None
    edge_attrs: Callable[[N, N], Attributes] | None = None
    attribute: Callable[[str, N, N], Cost] | None = None
    weights: Callable[[str | None], Iterable[tuple[N, N, Cost | None]]] | None = None
    weight_name: str | None = None
    decode: Callable[[N], object] | None = None
    array: ArraySpace | None = None
    is_target_array: Callable[[NDArray[np.int64]], NDArray[np.bool_]] | None = None

    def weighted(self, weight: Weight[N] | None) -> Space[N]:
        """Return this space with another weight.

        Parameters
        ----------
        weight : str or callable, optional
            The name of an edge attribute, a function of two states, or None to keep the weight.

        Raises
        ------
        TypeError
            If the space has no edge attributes and `weight` is another name than ``"weight"``.
        """
        if weight is None:
            return self
        if not isinstance(weight, str):
            return replace(self, weight=weight, weight_name=None)
        if self.attribute is not None:
            return replace(self, weight=partial(self.attribute, weight), weight_name=weight)
        if weight == "weight":
            return self
        raise TypeError(f"this state space has no edge attribute {weight!r}")

    def unweighted(self) -> Space[N]:
        """Return this space with weight 1 everywhere."""
        return self if self.weight is None else replace(self, weight=None)

    def step(self, u: N, v: N) -> Cost | None:
        """Return the weight of a step as a number of Python's own; None where it is no step.

        Raises
        ------
        ValueError
            If the weight is negative or nan.
        TypeError
            If it is no number.
        """
        return 1 if self.weight is None else self.checked(u, v, self.weight(u, v))

    def checked(self, u: N, v: N, weight: Cost | None) -> Cost | None:
        """Return what `step` does, of a weight that has been asked for."""
        if weight is None:
            return None
        step = number(weight)
        try:
            fits = step >= 0
        except TypeError as error:
            raise TypeError(f"the weight of {u!r} to {v!r} is {weight!r}, no number") from error
        if not fits:
            raise ValueError(f"the weight of {u!r} to {v!r} is {step}; it must not be negative")
        return None if step == math.inf else step

    def look_through(self) -> bool:
        """Refuse negative weights of an explicit graph; say whether their sums may be rounded.

        A search may find its target before it meets a negative weight that makes another path
        cheaper.
        """
        if self.weights is None or self.weight is None:
            return False
        rounded = False
        for u, v, named in self.weights(self.weight_name):
            weight = self.weight(u, v) if self.weight_name is None else named
            if type(weight) is not int or weight < 0:
                step = self.checked(u, v, weight)
                rounded = rounded or (step is not None and coarse(step))
        return rounded

    def require(self, u: N) -> None:
        """Raise if something is no state of this space.

        Raises
        ------
        networkx.NodeNotFound
            If the space can tell what its states are, and `u` is none of them.
        TypeError
            If `u` is not hashable.
        ValueError
            If `u` is None.
        """
        if u is None:
            raise ValueError("None cannot be a state")
        hash(u)
        if self.contains is not None and not self.contains(u):
            # Imported only where it is raised: networkx costs as much start-up time as numpy.
            from networkx import NodeNotFound

            raise NodeNotFound(f"{u!r} is not in the graph")


def as_space(graph: SpaceLike[N]) -> Space[N]:
    """Bring a graph to the normal form that the searches read.

    Parameters
    ----------
    graph : SpaceLike
        One of

        - an object with a method ``successors`` (`StateSpace`, `ArraySpace`);
        - a function from a state to its successors;
        - a mapping from a state to an iterable of successors, or to a mapping from successors to
          weights or attributes; a successor that is no key has no successors of its own;
        - a networkx graph, directed or not. Its weight is the edge attribute ``weight``, 1 where
          it is missing, the least one among parallel edges.

    Returns
    -------
    Space

    Raises
    ------
    TypeError
        If `graph` is none of these.

    Examples
    --------
    >>> list(as_space(lambda n: (2 * n, n + 1)).successors(3))
    [6, 4]
    >>> list(as_space({"a": ["b", "c"]}).successors("b"))
    []
    """
    if isinstance(graph, Space):
        return graph
    if hasattr(graph, "is_directed") and hasattr(graph, "adj"):
        return _from_networkx(cast("nx.Graph[N]", graph))
    if isinstance(graph, Mapping):
        return _from_mapping(graph)
    if hasattr(graph, "successors"):
        return _from_object(cast("StateSpace[N]", graph))
    if callable(graph):
        return Space(successors=graph)
    raise TypeError(
        "a state space is a function, a mapping, a networkx graph or an object with a method "
        f"successors, not {type(graph).__name__}"
    )


def _from_object(graph: StateSpace[N]) -> Space[N]:
    # getattr is untyped: the protocol's docstring is the contract of these optional methods.
    edge_attrs: Callable[[N, N], Attributes] | None = getattr(graph, "edge_attrs", None)
    return Space(
        successors=graph.successors,
        predecessors=getattr(graph, "predecessors", None),
        weight=getattr(graph, "weight", None),
        is_target=getattr(graph, "is_target", None),
        heuristic=getattr(graph, "heuristic", None),
        contains=getattr(graph, "__contains__", None),
        node_attrs=getattr(graph, "node_attrs", None),
        edge_attrs=edge_attrs,
        attribute=None if edge_attrs is None else partial(_attribute, edge_attrs),
        decode=getattr(graph, "decode", None),
        array=graph if isinstance(graph, ArraySpace) else None,
        is_target_array=getattr(graph, "is_target_array", None),
    )


def _attribute(edge_attrs: Callable[[N, N], Attributes], name: str, u: N, v: N) -> Cost:
    return cast("Cost", edge_attrs(u, v).get(name, 1))


@dataclass(frozen=True)
class _MappingGraph(Generic[N]):
    """A mapping of states to successors, or to successors with weights or attributes."""

    adjacency: Mapping[N, Iterable[N]]

    def successors(self, u: N) -> Iterable[N]:
        return self.adjacency.get(u, ())

    @cached_property
    def reverse(self) -> dict[N, list[N]]:
        sources: dict[N, list[N]] = {u: [] for u in self.adjacency}
        for u, successors in self.adjacency.items():
            for v in successors:
                sources.setdefault(v, []).append(u)
        return sources

    def predecessors(self, v: N) -> Iterable[N]:
        return self.reverse.get(v, ())

    def contains(self, u: N) -> bool:
        return u in self.adjacency or u in self.reverse

    def edge_attrs(self, u: N, v: N) -> Attributes:
        value = cast("Mapping[N, object]", self.adjacency[u])[v]
        if type(value) not in NUMBERS and isinstance(value, Mapping):
            return value
        return {"weight": value}

    def weights(self, name: str | None) -> Iterator[tuple[N, N, Cost | None]]:
        for u, successors in self.adjacency.items():
            if name is None or not isinstance(successors, Mapping):
                yield from ((u, v, None if name is None else 1) for v in successors)
                continue
            for v, value in successors.items():
                # A number is told by its type first: to look for a method takes far longer.
                if type(value) not in NUMBERS and isinstance(value, Mapping):
                    yield u, v, value.get(name, 1)
                else:
                    yield u, v, value if name == "weight" else 1


def _from_mapping(adjacency: Mapping[N, Iterable[N]]) -> Space[N]:
    graph = _MappingGraph(adjacency)
    space = Space(
        successors=graph.successors,
        predecessors=graph.predecessors,
        contains=graph.contains,
        weights=graph.weights,
    )
    if not any(isinstance(successors, Mapping) for successors in adjacency.values()):
        return space
    attribute = partial(_attribute, graph.edge_attrs)
    return replace(
        space,
        weight=partial(attribute, "weight"),
        weight_name="weight",
        edge_attrs=graph.edge_attrs,
        attribute=attribute,
    )


@dataclass(frozen=True)
class _NetworkxGraph(Generic[N]):
    """The edge attributes of a networkx graph, parallel edges merged."""

    graph: nx.Graph[N]

    def contains(self, u: N) -> bool:
        return u in self.graph

    def node_attrs(self, u: N) -> Attributes:
        return self.graph.nodes[u]

    def edge_attrs(self, u: N, v: N) -> Attributes:
        data = self.graph.adj[u][v]
        if not self.graph.is_multigraph():
            return data
        merged: dict[str, object] = {}
        for attributes in cast("Mapping[object, Attributes]", data).values():
            merged.update(attributes)
        return {**merged, "weight": self.attribute("weight", u, v)}

    def attribute(self, name: str, u: N, v: N) -> Cost:
        # Views of networkx cost four times what this does.
        data = self.graph.get_edge_data(u, v)
        if not self.graph.is_multigraph():
            return cast("Cost", data.get(name, 1))
        parallel = cast("Mapping[object, Attributes]", data)
        return min(cast("Cost", attributes.get(name, 1)) for attributes in parallel.values())

    def weights(self, name: str | None) -> Iterator[tuple[N, N, Cost | None]]:
        parallel = self.graph.is_multigraph()
        for u, neighbors in self.graph.adjacency():
            for v, data in neighbors.items():
                if name is None:
                    yield u, v, None
                elif parallel:
                    yield u, v, self.attribute(name, u, v)
                else:
                    yield u, v, cast("Cost", data.get(name, 1))


def _from_networkx(graph: nx.Graph[N]) -> Space[N]:
    adapter = _NetworkxGraph(graph)
    # The edges of a class of somebody's own may be computed when they are asked for, without end.
    explicit = type(graph).__module__.partition(".")[0] == "networkx"
    return Space(
        successors=graph.neighbors,
        # Directed graphs have predecessors of their own; undirected ones go both ways.
        predecessors=getattr(graph, "predecessors", graph.neighbors),
        weight=partial(adapter.attribute, "weight"),
        contains=adapter.contains,
        node_attrs=adapter.node_attrs,
        edge_attrs=adapter.edge_attrs,
        attribute=adapter.attribute,
        weights=adapter.weights if explicit else None,
        weight_name="weight",
    )
