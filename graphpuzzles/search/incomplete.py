"""The exception for searches that prove nothing; apart, because it needs networkx."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, TypeVar

import networkx as nx

from graphpuzzles.errors import GraphPuzzlesError

if TYPE_CHECKING:
    from graphpuzzles.search.result import SearchResult

__all__ = ["SearchIncomplete"]

N = TypeVar("N", bound=Hashable)


class SearchIncomplete(nx.NetworkXException, GraphPuzzlesError):  # noqa: N818 - as in networkx
    """A search ended without a path and without a proof that there is none.

    Parameters
    ----------
    result : SearchResult
        What the search did; ``result.status`` says why it ended, ``result.resume()`` goes on.
    """

    def __init__(self, result: SearchResult[N]) -> None:
        super().__init__(result)
        self.result = result

    def __str__(self) -> str:
        stats = self.result.stats
        return f"{self.result.status} after {stats.states} states: nothing is proved"
