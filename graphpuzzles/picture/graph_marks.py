"""How marks on a graph's nodes and edges are painted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphpuzzles.picture import (
    BLACK,
    BLUE,
    GREEN,
    LIGHT,
    ORANGE,
    PURPLE,
    SKY,
    VERMILLION,
    WHITE,
    YELLOW,
    Key,
    Style,
)
from graphpuzzles.picture.colours import mixed
from graphpuzzles.picture.graph_places import is_number

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["UNMARKED", "Marks"]

UNMARKED = LIGHT

LINES = (BLUE, VERMILLION, GREEN, ORANGE, PURPLE, SKY, YELLOW, BLACK)
DIM = "#9a9a9a"
COLOURS = {"blue": BLUE, "red": VERMILLION}


class Marks:
    """The styles of a graph's nodes and edges; what occurred is in the legend.

    Parameters
    ----------
    source, target : object
        Nodes to be shown as such; None for none.
    most : float
        The greatest flow on an edge.
    unit : float
        Pixels a cell; strokes are not drawn thinner than can be seen.
    """

    def __init__(self, source: object, target: object, most: float, unit: float) -> None:
        self._source, self._target, self._most = source, target, most
        self._thin, self._thick = max(0.03, 0.5 / unit), max(0.08, 1.5 / unit)
        self._legend: dict[str, Style] = {}
        self._colours: dict[str, str] = {}

    def legend(self) -> tuple[Key, ...]:
        """Return what has been used, in order of its first use."""
        return tuple(Key(style, text) for text, style in self._legend.items())

    def node(self, node: object, data: Mapping[str, object]) -> Style:
        """Return the style of a node's circle."""
        fill, text = self._node_fill(node, data)
        style = Style(fill=fill, stroke=BLACK, width=self._thin)
        if text:
            self._legend.setdefault(text, style)
        return style

    def _node_fill(self, node: object, data: Mapping[str, object]) -> tuple[str, str]:
        probability, colour, line = (data.get(k) for k in ("probability", "colour", "line"))
        if data.get("in_cut") is True:
            return VERMILLION, "in the cut"
        if node == self._source or data.get("is_source") is True:
            return GREEN, "source"
        if node == self._target or data.get("is_target") is True:
            return PURPLE, "target"
        if is_number(probability) and 0 <= probability <= 1:
            for end, end_fill in ("probability 0", WHITE), ("probability 1", ORANGE):
                self._legend.setdefault(end, Style(fill=end_fill, stroke=BLACK, width=self._thin))
            return mixed(WHITE, ORANGE, float(probability)), ""
        if isinstance(colour, str) and colour in COLOURS:
            return COLOURS[colour], colour
        if isinstance(line, str) and line:
            return self._line_colour(line), f"line {line}"
        if data.get("on_path") is True:
            return SKY, "on the path"
        return UNMARKED, ""

    def edge(self, data: Mapping[str, object]) -> tuple[Style, bool]:
        """Return the style of an edge, and whether it is marked."""
        flow, line = data.get("flow"), data.get("line")
        width = self._thick
        if data.get("in_cut") is True:
            stroke, text = VERMILLION, "edge in the cut"
        elif isinstance(line, str) and line:
            stroke, text = self._line_colour(line), f"line {line}"
        elif is_number(flow) and flow > 0:
            width = self._thick * (0.5 + float(flow) / self._most)
            stroke, text = BLUE, "flow"
        elif data.get("on_path") is True:
            stroke, text = BLUE, "edge on the path"
        else:
            return Style(stroke=DIM, width=self._thin), False
        style = Style(stroke=stroke, width=width)
        self._legend.setdefault(text, Style(stroke=stroke, width=self._thick))
        return style, True

    def _line_colour(self, line: str) -> str:
        return self._colours.setdefault(line, LINES[len(self._colours) % len(LINES)])
