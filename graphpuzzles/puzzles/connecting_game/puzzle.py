"""ConnectingGame: the fewest cells that red must take to stop blue.

A board is cut into regions, each connected through sides. Red takes whole regions, blue gets the
rest. Blue wins with a path of cells that share sides from the top row to the bottom row. How many
cells must red take, at least, to stop blue?

Input text
    The number of rows, then the rows, one character a cell; or a line with the numbers of rows and
    columns, then the labels as integers. Several boards may follow each other.
Graphs
    Regions that share sides, split into entry and exit, are a flow network whose minimum cut is
    the answer; regions that share sides or corners are its planar dual, in which the answer is a
    shortest path from left to right.
Source
    TopCoder SRM 637, "ConnectingGameDiv2" (Div 2 level 3), ``getmin``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self, TypedDict, cast

import numpy as np

from graphpuzzles.models.cut.minimum_cuts import MinimumCuts
from graphpuzzles.puzzle import Puzzle
from graphpuzzles.puzzles.connecting_game import methods as cut_methods
from graphpuzzles.puzzles.connecting_game.board import RegionBoard
from graphpuzzles.puzzles.connecting_game.model import model_of, refuse_disconnected
from graphpuzzles.puzzles.connecting_game.rules import RegionCut, check_cut
from graphpuzzles.puzzles.connecting_game.text import (
    board_from_dict,
    options_to_dict,
    read_boards,
    write_board,
)
from graphpuzzles.puzzles.connecting_game.winner import WinnerQuestion

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

    from graphpuzzles.certificate import Certificate
    from graphpuzzles.generate import Generator
    from graphpuzzles.limits import Limits
    from graphpuzzles.models.cut.planar import PlanarDual
    from graphpuzzles.models.cut.regions import Regions
    from graphpuzzles.outcome import Answer, Method
    from graphpuzzles.picture import Scene
    from graphpuzzles.puzzle import Graph
    from graphpuzzles.puzzles.connecting_game.board import Direction, Label, OnDisconnected
    from graphpuzzles.puzzles.connecting_game.rules import BluePath

__all__ = ["ConnectingGame", "RegionCut"]


class BoardOptions(TypedDict, total=False):
    """The options of `ConnectingGame`."""

    weights: object
    forbidden: Iterable[Label]
    direction: Direction
    on_disconnected: OnDisconnected


@dataclass(frozen=True, eq=False, init=False, repr=False)
class ConnectingGame(RegionBoard, Puzzle[RegionCut, int]):
    """A board of regions on which red is to stop blue at the least cost.

    Parameters
    ----------
    board : sequence of str, or two-dimensional integer array or nested sequence of int
        The label of every cell; any size, any integers of 64 bits, any characters.
    weights : Mapping of label to int, or integer array of shape (H, W), optional
        What red pays: for each label, or for each cell (a region then costs the sum of its
        cells). By default every cell costs 1. Not negative, of any size.
    forbidden : Iterable of labels, optional
        Regions that red must not take.
    direction : {"top-bottom", "left-right"}
        The sides that blue wants to join.
    on_disconnected : {"error", "split", "bounds"}
        What to do with a label whose cells are not connected through sides. ``"error"`` refuses
        the board. ``"split"`` makes each piece a region of its own, another problem.
        ``"bounds"`` keeps the label whole, which makes the problem a minimum label cut (NP-hard
        in general): method ``"bounds"`` gives a lower and an upper bound, and the
        value where they are equal.

    Raises
    ------
    TypeError, ValueError
        If the board is not of that form (the row is named), or another argument is not.
    PuzzleError
        If the board is empty, a row (named) has another length than the first, or a label is not
        connected and `on_disconnected` is ``"error"``; the message names the label and a cell
        of two of its pieces.

    Examples
    --------
    >>> game = ConnectingGame(["AAB", "ACD", "CCD"])
    >>> solution = game.solve()
    >>> solution.value, solution.answer.labels, solution.verify()
    (4, ('B', 'C'), True)
    """

    name: ClassVar[str] = "connecting-game"
    # The examples of the problem statement.
    EXAMPLES: ClassVar[Mapping[str, object]] = {
        "7\nyyAArJqjWTH5\nyyEEruYYWTHG\nhooEvutpkkb2\nOooNgFFF9sbi\nRRMNgFL99Vmm\n"
        "R76XgFF9dVVV\nSKnZUPf88Vee\n": 14,
        "2\nAA\nBC\n": 2,
        "3\nAAB\nACD\nCCD\n": 4,
        "3\niii\niwi\niii\n": 8,
        "3\nrng58\nSnuke\nSothe\n": 6,
        "1 3\n7 7 -2\n": 3,
    }
    MALFORMED: ClassVar[tuple[str, ...]] = (
        "",
        "x",
        "0",
        "-1\nA",
        "2\nAA",
        "2\nAA\nB",
        "2\nAA\nBC\nextra",
        "2\nAB\nBA",
        "1 2\n1 x",
        "1 2 3\n1 2",
        "2 2\n1 2 3",
        "1 1\n99999999999999999999",
        "\u0662\nAA\nBC",
        "1\nA\x07",
    )

    def _accept(self) -> None:
        if self.on_disconnected == "error":
            refuse_disconnected(self)

    @property
    def regions(self) -> Regions:
        """The regions of the board, turned so that blue walks from top to bottom."""
        return model_of(self).regions

    @property
    def dual(self) -> PlanarDual:
        """The planar dual of the board with its distances."""
        return model_of(self).dual

    @classmethod
    def questions(cls) -> Mapping[str, type[Puzzle[Answer, object]]]:
        """Return ``minimum`` (this class) and ``winner``."""
        return cast(
            "Mapping[str, type[Puzzle[Answer, object]]]",
            {"minimum": ConnectingGame, "winner": WinnerQuestion},
        )

    # Text and data ---------------------------------------------------------------------------

    @classmethod
    def read(cls, lines: Iterable[str], *, source: str | None = None) -> Iterator[Self]:
        """Yield the boards of a text; see `Puzzle.read`."""
        return read_boards(cls, lines, source)

    @classmethod
    def write(cls, puzzles: Iterable[Self]) -> str:
        """Return the text of boards; see `Puzzle.write`."""
        return "".join(write_board(puzzle) for puzzle in puzzles)

    def to_dict(self) -> dict[str, object]:
        """Return the board as JSON-ready data."""
        return {"board": self.given(), **options_to_dict(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Rebuild a board."""
        return board_from_dict(cls, data)

    @classmethod
    def answer_from_dict(cls, data: Mapping[str, object]) -> RegionCut:
        """Rebuild an answer; its blue paths are not kept."""
        return RegionCut.from_dict(data)

    def key(self) -> tuple[Hashable, ...]:
        """Return what makes two boards equal."""
        rest = json.dumps(options_to_dict(self), sort_keys=True)
        return (self.text, self.shape, self.labels.tobytes(), rest)

    def __reduce__(self) -> tuple[object, ...]:
        data = {**options_to_dict(self), "board": self.packed()}
        if isinstance(self.weights, np.ndarray):
            data["weights"] = {"cells": self.weights}
        return type(self).from_dict, (data,)

    def __repr__(self) -> str:
        rows, columns = self.shape
        return f"<ConnectingGame {rows} x {columns}, {self.regions.count} regions>"

    # Solving ---------------------------------------------------------------------------------

    @classmethod
    def certificates(cls) -> tuple[type[Certificate[object]], ...]:
        """Return the classes of its certificates; see `Puzzle.certificates`."""
        from graphpuzzles.puzzles.connecting_game.certificate import (
            BlueFlow,
            ContactBound,
            ContactCount,
            ContactDistances,
            ForbiddenPath,
        )

        return (BlueFlow, ContactBound, ContactCount, ContactDistances, ForbiddenPath)

    @classmethod
    def methods(cls) -> Mapping[str, Method[Self, RegionCut, int]]:
        """Return ``dual``, ``flow``, ``layers`` and, for labels not connected, ``bounds``."""
        return cut_methods.METHODS

    def choose(self) -> str:
        """Return ``"dual"``, or ``"bounds"`` where labels are kept whole though not connected."""
        methods = cut_methods.METHODS
        return "dual" if methods["dual"].refuses(self) is None else "bounds"

    @classmethod
    def graphs(cls) -> Mapping[str, Callable[[Self, RegionCut | None], Graph]]:
        """Return ``regions``, ``contacts`` (the planar dual) and ``flow`` (split vertices)."""
        from graphpuzzles.puzzles.connecting_game import graphs

        return {
            "regions": graphs.region_graph,
            "contacts": graphs.contact_graph,
            "flow": graphs.flow_graph,
        }

    def scene(self, answer: RegionCut | None = None) -> Scene:
        """Return the picture of the board; see `Puzzle.scene`.

        An answer shows what red takes and the walk that stops blue. Blue paths are shown where
        they are known: after `solve` by ``"dual"`` or ``"layers"``, or once `RegionCut.paths` of
        this answer was asked for. Boards of more than 10,000 cells are shown in pixels.

        Raises
        ------
        ValueError
            If the answer is for a board of another shape or direction.
        """
        from graphpuzzles.puzzles.connecting_game.picture import cut_scene

        return cut_scene(self, answer)

    def check(self, answer: RegionCut) -> int:
        """Return what red pays for the cells of an answer, from the rules alone.

        Raises
        ------
        RuleError
            If a region is taken in part, a forbidden one is taken, blue still gets through (the
            message names a blue path), or the labels are not those of the cells.
        """
        return check_cut(self, answer)

    def cut(self, regions: Iterable[int]) -> RegionCut:
        """Return the answer in which red takes these regions.

        Parameters
        ----------
        regions : Iterable of int
            Region numbers.
        """
        return model_of(self).cut(regions)

    @classmethod
    def generator(cls) -> Generator[Self]:
        """Return boards of random regions; see `Puzzle.generator`."""
        from graphpuzzles.generate import exact_value
        from graphpuzzles.puzzles.connecting_game.generator import cut_generator

        return cut_generator(cls, exact_value)

    # Questions that follow -------------------------------------------------------------------

    def blue_paths(self) -> list[BluePath]:
        """Return blue paths that together are a maximum flow; see `LayeredFlow`.

        Raises
        ------
        ValueError
            If forbidden regions join blue's sides.

        Examples
        --------
        >>> ConnectingGame(["AA", "BC"]).blue_paths()
        [BluePath(amount=1, regions=(0, 1)), BluePath(amount=1, regions=(0, 2))]
        """
        return model_of(self).blue_paths()

    @classmethod
    def counts(
        cls,
    ) -> Mapping[str, Callable[[Self, Limits], tuple[int, Callable[[], Certificate[int]]]]]:
        """Return ``minimum_cuts``: how many there are; see `Puzzle.counts`."""
        return {"minimum_cuts": cut_methods.count_cuts}

    @cached_property
    def minimum_cuts(self) -> MinimumCuts:
        """All minimum cuts: their number, one by one, at random, nearest to a side.

        Examples
        --------
        >>> game = ConnectingGame(["AAB", "ACD", "CCD"])
        >>> game.minimum_cuts.count
        2
        >>> [game.cut(regions).labels for regions in game.minimum_cuts]
        [('A', 'B'), ('B', 'C')]
        """
        return MinimumCuts(self.dual)

    def always_has_winner(self) -> bool:
        """Tell whether every colouring of the regions has a winner; see `WinnerQuestion`.

        Examples
        --------
        >>> ConnectingGame(["AA", "BB"]).always_has_winner()
        True
        >>> ConnectingGame(["AB", "CD"]).always_has_winner()
        False
        """
        return WinnerQuestion.of(self).solve().value is True
