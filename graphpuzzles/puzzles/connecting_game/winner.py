"""The winner question of ConnectingGame: whether every colouring has a winner.

Every region is coloured red or blue. Blue wins with a path through sides from the top row to the
bottom row, red with one from the left column to the right column. The answer to the question is a
colouring that has no winner, or none.

Input text
    As for ConnectingGame: the number of rows, then the rows, one character a cell; or a line with
    the numbers of rows and columns, then the labels as integers.
Graphs
    A colouring without a winner exists exactly when some 2 x 2 window holds four regions from
    which four disjoint paths, through sides and corners, lead one each to the four sides: a
    maximum flow of 4 in a vertex-split network.
Source
    TopCoder SRM 637, "ConnectingGame" (Div 1 level 2), ``isValid``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self, cast

from graphpuzzles.outcome import Status
from graphpuzzles.puzzle import Puzzle
from graphpuzzles.puzzles.connecting_game import winner_methods
from graphpuzzles.puzzles.connecting_game.board import RegionBoard
from graphpuzzles.puzzles.connecting_game.model import model_of, refuse_disconnected
from graphpuzzles.puzzles.connecting_game.rules import Colouring, check_colouring
from graphpuzzles.puzzles.connecting_game.text import (
    read_boards,
    refuse_other_fields,
    write_board,
)
from graphpuzzles.text import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from graphpuzzles.certificate import Certificate
    from graphpuzzles.generate import Generator
    from graphpuzzles.models.cut.regions import Regions
    from graphpuzzles.outcome import Method, Outcome
    from graphpuzzles.picture import Scene
    from graphpuzzles.puzzle import Graph

__all__ = ["Colouring", "WinnerQuestion"]


@dataclass(frozen=True, eq=False, init=False, repr=False)
class WinnerQuestion(RegionBoard, Puzzle[Colouring, bool]):
    """Whether every colouring of a board has a winner.

    The value is True ("valid") or False ("invalid", with a colouring without a winner).

    Parameters
    ----------
    board : sequence of str, or two-dimensional integer array or nested sequence of int
        As for `ConnectingGame`; labels must be connected.

    Examples
    --------
    >>> solution = WinnerQuestion(["AB", "CD"]).solve()
    >>> solution.value, solution.answer.red, solution.verify()
    (False, ('B', 'C'), True)
    """

    name: ClassVar[str] = "connecting-game-winner"
    # The examples of the problem statement.
    EXAMPLES: ClassVar[Mapping[str, object]] = {
        "2\nAAB\nCCD\n": False,
        "2\nAA\nBB\n": True,
        "3\niii\niwi\niii\n": True,
        "3\nSSnukee\nSKnuthe\nSSSothe\n": False,
        "3\nrng58\nrnggn\nrnnnn\n": True,
    }
    MALFORMED: ClassVar[tuple[str, ...]] = ("", "2\nAA", "2\nAB\nBA", "1 2\n1 x")

    def __init__(
        self, board: Sequence[str] | Sequence[Sequence[int]] | NDArray[np.integer]
    ) -> None:
        super().__init__(board)

    def _accept(self) -> None:
        refuse_disconnected(self)

    @property
    def regions(self) -> Regions:
        """The regions of the board."""
        return model_of(self).regions

    @classmethod
    def of(cls, board: RegionBoard) -> WinnerQuestion:
        """Return the question about a board; weights and forbidden regions play no part.

        Raises
        ------
        PuzzleError
            If a label is not connected.
        """
        return cls(board.packed())

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
        return {"board": self.given()}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Rebuild a board."""
        refuse_other_fields(data, ("board",))
        return cls(cast("list[str]", data["board"]))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_dict, ({"board": self.packed()},)

    @classmethod
    def answer_from_dict(cls, data: Mapping[str, object]) -> Colouring:
        """Rebuild an answer."""
        return Colouring.from_dict(data)

    def __repr__(self) -> str:
        rows, columns = self.shape
        return f"<WinnerQuestion {rows} x {columns}, {self.regions.count} regions>"

    @classmethod
    def certificates(cls) -> tuple[type[Certificate[object]], ...]:
        """Return the classes of its certificates; see `Puzzle.certificates`."""
        from graphpuzzles.puzzles.connecting_game.winner_certificate import WindowCuts

        return (WindowCuts,)

    @classmethod
    def methods(cls) -> Mapping[str, Method[Self, Colouring, bool]]:
        """Return ``flow``, ``milp`` and ``brute``."""
        return winner_methods.METHODS

    def choose(self) -> str:
        """Return ``"flow"``."""
        return "flow"

    @classmethod
    def graphs(cls) -> Mapping[str, Callable[[Self, Colouring | None], Graph]]:
        """Return ``contacts``: the regions that share sides or corners."""
        from graphpuzzles.puzzles.connecting_game.graphs import colouring_graph

        return {"contacts": colouring_graph}

    def scene(self, answer: Colouring | None = None) -> Scene:
        """Return the picture of the board; see `Puzzle.scene`.

        A colouring shows the walk of each colour that stops the other, and where they cross.

        Raises
        ------
        ValueError
            If the colouring names a label that is not on the board.
        """
        from graphpuzzles.puzzles.connecting_game.picture import colouring_scene

        return colouring_scene(self, answer)

    def check(self, answer: Colouring) -> bool:
        """Return False for a colouring without a winner; True for the claim that there is none.

        Raises
        ------
        RuleError
            If a label is not on the board or named twice, or the colouring has a winner (named).
        """
        return check_colouring(self, answer)

    @classmethod
    def generator(cls) -> Generator[Self]:
        """Return boards of random regions; see `Puzzle.generator`."""
        from graphpuzzles.generate import exact_value
        from graphpuzzles.puzzles.connecting_game.generator import winner_generator

        return winner_generator(cls, exact_value)

    def judge(self, solution: Outcome[Colouring, bool], number: int) -> str:  # noqa: ARG002 - lines are not numbered here
        """Return ``valid``, ``invalid``, or ``?`` where a limit was reached."""
        if solution.status is Status.LIMIT:
            return "?"
        return "valid" if solution.value else "invalid"

    def read_judged(self, tokens: Sequence[str], number: int) -> bool:
        """Return what an output line claims; see `Puzzle.read_judged`."""
        del number
        if list(tokens) not in (["valid"], ["invalid"]):
            raise ValueError(f"expected valid or invalid, found {quote(' '.join(tokens))}")
        return tokens[0] == "valid"
