"""The elements of a GraphML file, read event by event and without trust in what is there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, NoReturn
from xml.parsers import expat

from graphpuzzles.errors import ParseError
from graphpuzzles.export.values import untagged
from graphpuzzles.text import quote

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphpuzzles.export.stream import Scalar
    from graphpuzzles.export.values import Node

__all__ = ["INTEGER", "Edge", "Key", "Parser"]

# Older writers put a version behind the name space or leave it out.
_NAME_SPACE = re.compile(r"(?:http://graphml\.graphdrawing\.org/[^ ]* )?([^ ]+)\Z")
_HINT = re.compile(r'([a-z-]+)="([^"]*)"')
INTEGER = re.compile(r"\s*[+-]?[0-9]+\s*\Z", re.ASCII)
_FLOAT = re.compile(
    r"\s*[+-]?(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?|inf(?:inity)?|nan)\s*\Z",
    re.ASCII | re.IGNORECASE,
)
_BOOLEAN = {"true": True, "1": True, "false": False, "0": False}


def _integer(text: str) -> int:
    if not INTEGER.match(text):
        raise ValueError(text)
    return int(text)


def _float(text: str) -> float:
    if not _FLOAT.match(text):
        raise ValueError(text)
    return float(text)


def _boolean(text: str) -> bool:
    value = _BOOLEAN.get(text.strip().lower())
    if value is None:
        raise ValueError(text)
    return value


_TYPES: dict[str, Callable[[str], Scalar]] = {
    "boolean": _boolean,
    "int": _integer,
    "integer": _integer,  # no GraphML, but some programs write it
    "long": _integer,
    "float": _float,
    "double": _float,
    "string": str,
}


@dataclass(frozen=True)
class Key:
    """The declaration of an attribute; without a name its data are left out."""

    name: str | None
    kind: str
    convert: Callable[[str], object]
    defaults: dict[str, object]  # holds the default, if any, under the name


class Edge(NamedTuple):
    """An edge as it stands in the file."""

    source: str
    target: str
    id: str | None
    data: dict[str, object]
    place: tuple[int, int]


# What is read inside of what; everything else is skipped with all that it contains.
_CHILDREN: dict[str, frozenset[str]] = {
    "": frozenset({"graphml"}),
    "graphml": frozenset({"key", "graph"}),
    "key": frozenset({"default"}),
    "graph": frozenset({"node", "edge", "data"}),
    "node": frozenset({"data"}),
    "edge": frozenset({"data"}),
    "data": frozenset(),
    "default": frozenset(),
}


class Parser:
    """The events of expat, turned into declarations, nodes and edges."""

    def __init__(self, source: str | None) -> None:
        self.source = source
        self.hints: dict[str, str] = {}
        self._tagged: frozenset[str] = frozenset()  # ids of keys
        self.keys: dict[tuple[str, str], Key] = {}  # by what they are for, and their id
        self.directed: bool | None = None  # None until the graph begins
        self.attributes: dict[str, object] = {}
        self.nodes: dict[str, tuple[Node, dict[str, object]]] = {}  # by id
        self.edges: list[Edge] = []
        self._distinct: set[Node] = set()
        self._stack = [""]
        self._skipped = 0  # depth inside an element that is left out
        self._owners: list[dict[str, object]] = []  # data of the open graph, and node or edge
        self._key: Key | None = None  # of the open key or data element
        self._values: dict[str, object] = {}  # where the open data or default element goes
        self._value_place = (1, 1)
        self._text: list[str] = []
        self._structured = False  # whether it has elements inside
        self._local: dict[str, str] = {}  # tags without their name space
        self._openers: dict[str, Callable[[dict[str, str]], None]] = {
            "graphml": lambda _: None,
            "key": self._open_key,
            "default": self._open_default,
            "graph": self._open_graph,
            "node": self._open_node,
            "edge": self._open_edge,
            "data": self._open_data,
        }
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.ProcessingInstructionHandler = self._instruction
        parser.StartDoctypeDeclHandler = self._doctype
        self._expat = parser

    def feed(self, data: bytes, *, final: bool = False) -> None:
        """Read a piece of the file."""
        try:
            self._expat.Parse(data, final)
        except expat.ExpatError as error:
            place = (error.lineno, error.offset + 1)
            self.fail("well-formed XML", expat.ErrorString(error.code) or "a fault", place)
        except ParseError:
            raise
        except (LookupError, ValueError) as error:  # from the search for a codec
            self.fail("an encoding that can be read", str(error), (1, 1))

    def fail(self, expected: str, found: str, place: tuple[int, int] | None = None) -> NoReturn:
        """Raise the error of a place, by default the current one."""
        line, column = place or self.place()
        raise ParseError(line, column, expected, found, source=self.source) from None

    def place(self) -> tuple[int, int]:
        """Return the current line and column, both from 1."""
        return self._expat.CurrentLineNumber, self._expat.CurrentColumnNumber + 1

    # Events --------------------------------------------------------------------------------------

    def _doctype(self, *_: object) -> NoReturn:
        self.fail("GraphML without a document type", "a DOCTYPE declaration")

    def _instruction(self, target: str, data: str) -> None:
        if target != "graphpuzzles" or self._stack != [""]:
            return
        self.hints = dict(_HINT.findall(data))
        self._tagged = frozenset(self.hints.get("tagged", "").split())
        if self.hints.get("format") != "1":
            self.fail('format="1", the only one so far', quote(data))

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self._skipped:
            self._skipped += 1
            return
        tag = self._local.get(name)
        if tag is None:
            match = _NAME_SPACE.match(name)
            tag = self._local[name] = "" if match is None else match[1]
        parent = self._stack[-1]
        if tag not in _CHILDREN[parent]:
            self._leave_out(tag, parent, name)
            return
        self._stack.append(tag)
        self._openers[tag](attributes)

    def _leave_out(self, tag: str, parent: str, name: str) -> None:
        if not parent:
            self.fail("the element graphml", quote(name))
        if tag == "hyperedge" or (tag == "graph" and parent in {"node", "edge"}):
            self.fail("nodes and edges", "a hyperedge" if tag == "hyperedge" else "a nested graph")
        self._structured = True
        self._skipped = 1

    def _end(self, _: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        tag = self._stack.pop()
        if tag in {"data", "default"}:
            self._close_value()
        elif tag in {"node", "edge", "graph"}:
            self._owners.pop()

    def _characters(self, text: str) -> None:
        if not self._skipped and self._stack[-1] in {"data", "default"}:
            self._text.append(text)

    # Elements ------------------------------------------------------------------------------------

    def _open_key(self, attributes: dict[str, str]) -> None:
        key_id = self._required(attributes, "id", "a key with an id")
        domain = attributes.get("for", "all")
        name = attributes.get("attr.name")
        kind = attributes.get("attr.type", "string")
        convert: Callable[[str], object] | None = _TYPES.get(kind)
        if convert is None:
            if name is not None:
                self.fail(f"an attr.type of {', '.join(_TYPES)}", quote(kind))
            convert = str
        if key_id in self._tagged:
            convert = untagged
        if (domain, key_id) in self.keys:
            self.fail("another id for the key", f"{quote(key_id)} again")
        self._key = self.keys[domain, key_id] = Key(name, kind, convert, {})

    def _open_default(self, _: dict[str, str]) -> None:
        if self._key is not None:
            self._begin_value(self._key.defaults)

    def _open_graph(self, attributes: dict[str, str]) -> None:
        if self.directed is not None:
            self.fail("one graph", "a second one")
        direction = attributes.get("edgedefault", "undirected")
        if direction not in {"directed", "undirected"}:
            self.fail("edgedefault to be directed or undirected", quote(direction))
        self.directed = direction == "directed"
        self._owners.append(self.attributes)

    def _open_node(self, attributes: dict[str, str]) -> None:
        node_id = self._required(attributes, "id", "a node with an id")
        node: Node = node_id
        if self.hints.get("nodes") == "tagged":
            try:
                node = untagged(node_id, nested=True)
            except ValueError:
                self.fail("an id in tagged text", quote(node_id))
        if node_id in self.nodes or node in self._distinct:
            self.fail("another id for the node", f"{quote(node_id)} again")
        self._distinct.add(node)
        data: dict[str, object] = {}
        self.nodes[node_id] = node, data
        self._owners.append(data)

    def _open_edge(self, attributes: dict[str, str]) -> None:
        source = self._required(attributes, "source", "an edge with a source")
        target = self._required(attributes, "target", "an edge with a target")
        directed = attributes.get("directed")
        if directed is not None and _BOOLEAN.get(directed) is not self.directed:
            default = "directed" if self.directed else "undirected"
            self.fail(f"every edge {default}, as edgedefault says", f"directed={quote(directed)}")
        data: dict[str, object] = {}
        self.edges.append(Edge(source, target, attributes.get("id"), data, self.place()))
        self._owners.append(data)

    def _open_data(self, attributes: dict[str, str]) -> None:
        key_id = self._required(attributes, "key", "data with a key")
        key = self.keys.get((self._stack[-2], key_id)) or self.keys.get(("all", key_id))
        if key is None:
            self.fail(f"a key declared for {self._stack[-2]}", quote(key_id))
        self._key = key
        self._begin_value(self._owners[-1])

    def _begin_value(self, values: dict[str, object]) -> None:
        self._values = values
        self._text = []
        self._structured = False
        self._value_place = self.place()

    def _close_value(self) -> None:
        key, text = self._key, "".join(self._text)
        if key is None or key.name is None or self._structured:
            return
        try:
            value = key.convert(text)
        except ValueError:
            expected = f"a value of type {key.kind} for attribute {quote(key.name)}"
            self.fail(expected, quote(text), self._value_place)
        if key.name in self._values:
            self.fail(f"one value of attribute {quote(key.name)}", "another", self._value_place)
        self._values[key.name] = value

    def _required(self, attributes: dict[str, str], name: str, expected: str) -> str:
        value = attributes.get(name)
        if value is None:
            self.fail(expected, "none")
        return value
