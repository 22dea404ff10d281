"""Graph models: region graphs and their cuts, voltage graphs, frontier diagrams."""

from typing import TYPE_CHECKING

from graphpuzzles.names import names_of

if TYPE_CHECKING:
    from graphpuzzles.models import cut as cut, frontier as frontier, voltage as voltage
else:
    __getattr__, __dir__ = names_of(__name__)
