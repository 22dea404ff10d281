"""Wirings as answers, and what can be wrong with one.

Faults bear the names that pzprjs, the player behind puzz.link, gives them, and are looked for in
its order, so that its users meet what they know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias, cast

from graphpuzzles.errors import RuleError, require_kind
from graphpuzzles.puzzles.wiring.board import Node, node_name, read_node
from graphpuzzles.text import quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import networkx as nx

    from graphpuzzles.puzzles.wiring.board import WiringBoard

    Link: TypeAlias = tuple[Node, Node]


@dataclass(frozen=True)
class Wiring:
    """The lines that join the terminals.

    Parameters
    ----------
    paths : Mapping of str to sequence of Node
        For every label the nodes of its line, from one terminal to the other; on grids a node is a
        cell, ``(row, column)`` from 0.

    Examples
    --------
    >>> wiring = Wiring({"2": [(0, 0), (0, 1)], "3": [(1, 1), (1, 2)]})
    >>> wiring.length, wiring.nodes_used
    (2, 4)
    """

    paths: Mapping[str, tuple[Node, ...]]

    def __post_init__(self) -> None:
        paths = {
            str(label): tuple(read_node(node) for node in path)
            for label, path in self.paths.items()
        }
        object.__setattr__(self, "paths", MappingProxyType(paths))

    @property
    def length(self) -> int:
        """The number of edges of all lines; on a grid the cell borders that they cross."""
        return sum(max(0, len(path) - 1) for path in self.paths.values())

    @property
    def nodes_used(self) -> int:
        """The number of nodes of all lines."""
        return sum(map(len, self.paths.values()))

    def graph(self) -> nx.Graph[str]:
        """Return the lines as a graph; nodes and edges carry the ``label`` of their line."""
        import networkx as nx

        graph: nx.Graph[str] = nx.Graph()
        for label, path in self.paths.items():
            names = [node_name(node) for node in path]
            graph.add_nodes_from(names, label=label)
            graph.add_edges_from(pairwise(names), label=label)
        return graph

    def to_dict(self) -> dict[str, object]:
        """Return the answer as JSON-ready data; tuples become lists."""
        return {
            "paths": {
                label: [list(node) if isinstance(node, tuple) else node for node in path]
                for label, path in self.paths.items()
            }
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Wiring:
        """Rebuild an answer.

        Raises
        ------
        TypeError
            If the data are not of that form.
        """
        paths = data["paths"]
        if not isinstance(paths, Mapping) or not all(
            isinstance(path, (list, tuple)) for path in paths.values()
        ):
            raise TypeError("paths must map labels to lists of nodes")
        return cls(cast("Mapping[str, tuple[Node, ...]]", paths))

    def __hash__(self) -> int:
        return hash(tuple(self.paths.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (dict(self.paths),)

    def __repr__(self) -> str:
        nodes = sum(map(len, self.paths.values()))
        return f"Wiring({len(self.paths)} lines, {nodes} nodes)"


def check_wiring(board: WiringBoard, wiring: Wiring) -> int:
    """Return the total weight of a wiring that keeps the rules; see `check_links`.

    Raises
    ------
    RuleError
        If a line is no walk on the board, or as `check_links` says, or it joins terminals of
        another label than its own.
    """
    require_kind(wiring, Wiring)
    links: dict[tuple[int, int], None] = {}
    labels = set(board.labels)
    for label, path in wiring.paths.items():
        if label not in labels:
            raise RuleError(f"there is no label {quote(label)}")
        for link in _walk(board, label, path):
            if link in links:
                u, v = (node_name(board.nodes[end]) for end in link)
                raise RuleError(f"lnBranch: two lines, or one twice, run from {u} to {v}")
            links[link] = None
    lines = _check(board, list(links))
    for label, s, t in board.pairs:
        if label not in wiring.paths:
            raise RuleError(f"nmNoLine: there is no line for label {quote(label)}")
        path = tuple(board.index[node] for node in wiring.paths[label])
        if path not in (lines[label], lines[label][::-1]):
            ends = node_name(board.nodes[s]), node_name(board.nodes[t])
            raise RuleError(f"nmConnDiff: the line named {quote(label)} does not join {ends}")
    return sum(board.sides[link] for link in links)


def check_links(board: WiringBoard, links: Iterable[Link]) -> Wiring:
    """Return the wiring that a drawing shows, if it keeps the rules.

    Parameters
    ----------
    board : WiringBoard
    links : iterable of (Node, Node)
        The neighbours between which a line is drawn.

    Raises
    ------
    RuleError
        If a rule is broken; the message begins with the name of the fault and names a node. In
        this order: a link between nodes that are no neighbours; ``brNoLine`` no line at all;
        ``lnBranch`` three links at a node; ``lnCross`` more; ``lcTripleNum`` three terminals on a
        line; ``nmConnDiff`` terminals of different labels on a line; ``lcOnNum`` a line through
        a terminal; ``lnDeadEnd`` a line that ends at no terminal; ``lcIsolate`` a line without
        terminals; ``nmNoLine`` a terminal without a line; ``ceNoLine`` a node without a line,
        where all must have one; ``lnTouch`` a line that touches itself; ``ln2x2`` a line that
        fills a block of 2 x 2.
    """
    found: dict[tuple[int, int], None] = {}
    for u, v in links:
        found[_link(board, u, v, "a line")] = None
    lines = _check(board, list(found))
    return Wiring({label: tuple(board.nodes[i] for i in path) for label, path in lines.items()})


def _walk(board: WiringBoard, label: str, path: Sequence[Node]) -> Iterator[tuple[int, int]]:
    who = f"the line of {quote(label)}"
    for node in path:
        if node not in board.index:
            raise _fault(f"{who} goes to {quote(node_name(node))}, which cannot be used", node)
    for u, v in pairwise(path):
        yield _link(board, u, v, who)


def _link(board: WiringBoard, u: Node, v: Node, who: str) -> tuple[int, int]:
    a, b = board.index.get(u, -1), board.index.get(v, -1)
    link = min(a, b), max(a, b)
    if link not in board.sides:
        raise _fault(
            f"{who} goes from {node_name(u)} to {node_name(v)}, which are no neighbours", u
        )
    return link


def _fault(message: str, node: Node) -> RuleError:
    where = None
    if isinstance(node, tuple) and all(isinstance(part, int) for part in node):
        where = cast("tuple[int, ...]", node)
    return RuleError(message, where=where)


def _check(board: WiringBoard, links: Sequence[tuple[int, int]]) -> dict[str, tuple[int, ...]]:
    """Return the line of every label, as positions in `board.nodes`, or raise the first fault."""
    around: list[list[int]] = [[] for _ in board.nodes]
    for u, v in links:
        around[u].append(v)
        around[v].append(u)
    if board.pairs and not links:
        raise RuleError("brNoLine: there is no line at all")
    for code, u, what in chain(_shape_faults(board, around), _end_faults(board, around)):
        raise _fault(f"{code}: {what} {node_name(board.nodes[u])}", board.nodes[u])
    lines = {label: _line(around, s, t) for label, s, t in board.pairs}
    touching = set(_touching(board, lines))
    for label, path in lines.items():
        if label in touching:
            code, rule = (
                ("lnTouch", "touches itself")
                if board.self_touch == "no_chord"
                else ("ln2x2", "fills a block of 2 x 2 cells")
            )
            raise _fault(f"{code}: the line of {quote(label)} {rule}", board.nodes[path[0]])
    return lines


def _line(around: Sequence[Sequence[int]], s: int, t: int) -> tuple[int, ...]:
    """Return the nodes from one terminal to the other, where every node has one way on."""
    path = [s]
    before = -1
    while path[-1] != t:
        [after] = (v for v in around[path[-1]] if v != before)
        before = path[-1]
        path.append(after)
    return tuple(path)


def _touching(board: WiringBoard, lines: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """Yield the labels whose lines touch themselves where the board does not allow it."""
    line = {u: label for label, path in lines.items() for u in path}
    if board.self_touch == "no_chord":
        links = {frozenset(link) for path in lines.values() for link in pairwise(path)}
        yield from (
            line[u]
            for u, v in board.sides
            if u in line and line[u] == line.get(v) and frozenset((u, v)) not in links
        )
    for block in blocks(board):
        if len({line.get(u) for u in block}) == 1 and block[0] in line:
            yield line[block[0]]


def blocks(board: WiringBoard) -> list[tuple[int, ...]]:
    """Return the sets of nodes that no single line may contain entirely, by their positions."""
    if board.self_touch != "no_2x2":
        return []
    squares = (((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)) for r, c in board.cells)
    return [
        tuple(board.index[cell] for cell in square)
        for square in squares
        if all(cell in board.index for cell in square)
    ]


def _shape_faults(
    board: WiringBoard, around: Sequence[Sequence[int]]
) -> Iterator[tuple[str, int, str]]:
    """Yield where a drawing is no set of lines between two terminals of one label."""
    label = _labels(board)
    yield from (("lnBranch", u, "a line branches at") for u, v in enumerate(around) if len(v) == 3)
    yield from (("lnCross", u, "lines cross at") for u, v in enumerate(around) if len(v) > 3)
    ends = [[u for u in part if u in label] for part in _parts(around)]
    for terminals in ends:
        if len(terminals) > 2:
            yield "lcTripleNum", terminals[2], "three terminals are on the line through"
    for terminals in ends:
        if len({label[u] for u in terminals}) > 1:
            yield "nmConnDiff", terminals[-1], "different labels are on the line to"


def _end_faults(
    board: WiringBoard, around: Sequence[Sequence[int]]
) -> Iterator[tuple[str, int, str]]:
    """Yield where lines do not end as they should, or nodes have none."""
    label = _labels(board)
    inner = [(u, v) for u, v in enumerate(around) if u not in label]
    terminals = [(u, v) for u, v in enumerate(around) if u in label]
    for u, v in terminals:
        if len(v) > 1:
            yield "lcOnNum", u, "a line runs through the terminal"
    yield from (("lnDeadEnd", u, "a line ends at") for u, v in inner if len(v) == 1)
    for part in _parts(around):
        if not any(u in label for u in part):
            yield "lcIsolate", part[0], "no terminal is on the line through"
    yield from (("nmNoLine", u, "no line leaves the terminal") for u, v in terminals if not v)
    if board.rule == "fill":
        yield from (("ceNoLine", u, "no line runs through") for u, v in inner if not v)


def _labels(board: WiringBoard) -> dict[int, str]:
    """Return the label of every terminal by its position."""
    return {end: label for label, *ends in board.pairs for end in ends}


def _parts(around: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Yield the nodes of every connected part of a drawing."""
    seen = [not ends for ends in around]
    for start in range(len(around)):
        if seen[start]:
            continue
        seen[start] = True
        part = [start]
        for u in part:
            for v in around[u]:
                if not seen[v]:
                    seen[v] = True
                    part.append(v)
        yield part
