"""Minesweeper: which hidden cells are mines in every layout that agrees with the numbers.

Numbers tell how many of the neighbouring cells are mines. Some hidden cells are mines in every
consistent layout, some in none; of the others the exact probability is known, since all layouts
can be counted.

Input text
    The number of boards; for each the numbers of rows and columns, then the cells: 0 to 8 for a
    number shown, -1 for a hidden cell.
Graphs
    Clues and cells are a bipartite graph. Cells that no clue tells apart are one group; the groups
    in a row are the steps of a frontier diagram, whose paths are the layouts.
Source
    hihoCoder 1120, a board with at most 10 hidden cells; the question is NP-hard in general
    (Kaye, R. (2000). Minesweeper is NP-complete. *The Mathematical Intelligencer* 22 (2)).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self, cast

from graphpuzzles.errors import LimitError
from graphpuzzles.limits import UNLIMITED
from graphpuzzles.puzzle import Outcome, Puzzle, Status
from graphpuzzles.puzzles.minesweeper import methods, rules, text
from graphpuzzles.puzzles.minesweeper.board import (
    FLAG,
    MINE,
    UNKNOWN,
    ClueSets,
    NamedClue,
)
from graphpuzzles.puzzles.minesweeper.certificate import ClueConflict, ForcedCells, MineRange
from graphpuzzles.puzzles.minesweeper.explain import Reasoner, forcing_clues
from graphpuzzles.puzzles.minesweeper.inference import MineModel, build_model
from graphpuzzles.puzzles.minesweeper.position import MinePosition
from graphpuzzles.puzzles.minesweeper.rules import MineGroup, MineKnowledge
from graphpuzzles.text import one_integer, quote

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction

    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray

    from graphpuzzles.certificate import Certificate
    from graphpuzzles.generate import Generator
    from graphpuzzles.limits import Limits
    from graphpuzzles.picture import Scene
    from graphpuzzles.puzzle import Graph, Method, Solution
    from graphpuzzles.puzzles.minesweeper.board import Flags, Place

__all__ = [
    "FLAG",
    "MINE",
    "UNKNOWN",
    "ClueSets",
    "MineGroup",
    "MineKnowledge",
    "Minesweeper",
    "NamedClue",
]

_MAX_STATES = 10**8
"""Up to this bound, which is far above the true number of states, diagrams are tried."""
_FEW_CELLS = 64


@dataclass(frozen=True, eq=False, repr=False)
class Minesweeper(MinePosition, Puzzle[MineKnowledge, tuple[int, int]]):
    """A Minesweeper board; its value is the pair (cells surely mines, cells surely safe).

    Parameters
    ----------
    board : rows of integers, networkx.Graph or ClueSets
        On a grid 0 to 8 for a number shown, `UNKNOWN` (-1), `FLAG` (-2) for a cell that the player
        claims to be a mine, `MINE` (-3) for one that is a mine for sure. Any other geometry is a
        bipartite graph of clues and cells; see `ClueSets.from_graph`.
    mines : int, optional
        Number of mines on the whole board. Without it every layout that agrees with the numbers
        counts the same.
    density : Fraction, optional
        Instead of a total: each cell is a mine with this probability, independently.
    flags : {"ignore", "trust"}
        Flags are claims: by default a flagged cell is hidden like any other, and `flag_verdicts`
        judges it. ``"trust"`` takes flagged cells as mines.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of that form, or both a total and a density are given.
    PuzzleError
        If the board is not well formed. A board that contradicts itself is no error here: its
        solution is `Status.INFEASIBLE`.

    Notes
    -----
    Only the clues are conditioned on; that some games keep the first click safe is not.

    Examples
    --------
    >>> game = Minesweeper([[-1, -1, -1, 1], [1, 2, -1, 1], [0, 1, 1, 1]])
    >>> solution = game.solve()
    >>> solution.value, solution.answer.mines, solution.answer.safes
    ((1, 1), ((1, 2),), ((0, 2),))
    >>> solution.answer.layouts, solution.answer.probability((0, 0)), solution.verify()
    (2, Fraction(1, 2), True)
    """

    name: ClassVar[str] = "minesweeper"
    EXAMPLES: ClassVar[Mapping[str, object]] = text.EXAMPLES
    MALFORMED: ClassVar[tuple[str, ...]] = text.MALFORMED

    if TYPE_CHECKING:  # the fields say what is kept, this what may be given

        def __init__(
            self,
            board: Sequence[Sequence[int]] | NDArray[np.integer] | nx.Graph[str] | ClueSets,
            *,
            mines: int | None = None,
            density: Fraction | None = None,
            flags: Flags = "ignore",
        ) -> None: ...

    def __repr__(self) -> str:
        if isinstance(self.board, ClueSets):
            size = f"{len(self.board.clues)} clues"
        else:
            size = f"{len(self.board)} x {len(self.board[0])}"
        total = "" if self.mines is None else f", {self.mines} mines"
        return f"<Minesweeper {size}, {len(self.hidden)} hidden{total}>"

    # Text and data ---------------------------------------------------------------------------

    @classmethod
    def read(cls, lines: Iterable[str], *, source: str | None = None) -> Iterator[Self]:
        """Yield the boards of a text; see `Puzzle.read`."""
        return text.read_boards(cls, lines, source)

    @classmethod
    def write(cls, puzzles: Iterable[Self]) -> str:
        """Return the text of boards; see `Puzzle.write`."""
        texts = [text.board_text(puzzle) for puzzle in puzzles]
        return "".join([f"{len(texts)}\n", *texts])

    @classmethod
    def answer_from_dict(cls, data: Mapping[str, object]) -> MineKnowledge:
        """Rebuild an answer from what `MineKnowledge.to_dict` gave."""
        return MineKnowledge.from_dict(data)

    # Solving ---------------------------------------------------------------------------------

    @classmethod
    def certificates(cls) -> tuple[type[Certificate[object]], ...]:
        """Return the classes of its certificates; see `Puzzle.certificates`."""
        return (ClueConflict, ForcedCells, MineRange)

    @classmethod
    def methods(cls) -> Mapping[str, Method[Self, MineKnowledge, tuple[int, int]]]:
        """Return ``frontier``, ``milp`` (decides without counting) and ``brute`` (few cells)."""
        return cast("Mapping[str, Method[Self, MineKnowledge, tuple[int, int]]]", methods.METHODS)

    def choose(self) -> str:
        """Return ``"frontier"``, or ``"milp"`` where the diagrams would be too large."""
        if self.system.size <= _FEW_CELLS or self.plan.states <= _MAX_STATES:
            return "frontier"
        return "milp"

    @classmethod
    def counts(
        cls,
    ) -> Mapping[str, Callable[[Self, Limits], tuple[tuple[int, int], Callable[[], MineRange]]]]:
        """Return ``mines``: the least and the most that the clues allow; see `Puzzle.counts`."""
        return {"mines": methods.count_mines}

    @classmethod
    def graphs(cls) -> Mapping[str, Callable[[Self, MineKnowledge | None], Graph]]:
        """Return ``constraints`` (clues and cells) and ``frontier``."""
        from graphpuzzles.puzzles.minesweeper import graphs

        return {
            "constraints": graphs.constraint_graph,
            "frontier": graphs.frontier_graph,
        }

    def scene(self, answer: MineKnowledge | None = None) -> Scene:
        """Return the picture of the board; see `Puzzle.scene`.

        With an answer decided cells are marked, and all others coloured by their chance of a mine
        if the method counts: ``game.scene(game.knowledge())`` and the picture of any solution by
        ``"frontier"`` or ``"brute"`` are heat maps. A cell that no number touches has a chance
        only under a total or a density. Boards of more than 10,000 cells are shown in pixels.

        Raises
        ------
        ValueError
            If the answer speaks of a cell that is not hidden.
        """
        from graphpuzzles.puzzles.minesweeper.picture import mine_scene

        return mine_scene(self, answer)

    def check(self, answer: MineKnowledge) -> tuple[int, int]:
        """Return how many mines and safe cells an answer claims, if its layouts bear it out.

        Every layout must agree with all clues, and every cell not claimed must be shown both as a
        mine and as safe, so no more cells than these are decided. Probabilities and the number of
        layouts must fit each other, the clues and the total; that they are right is shown by the
        certificate, which counts them anew.

        Parameters
        ----------
        answer : MineKnowledge

        Raises
        ------
        RuleError
            If a claim is refuted.
        """
        return rules.check_knowledge(self, answer)

    def disagreement(
        self,
        first: Solution[MineKnowledge, tuple[int, int]],
        second: Solution[MineKnowledge, tuple[int, int]],
    ) -> str | None:
        """Say how two solutions contradict each other: cells, and numbers where both have them.

        Parameters
        ----------
        first, second : Solution
        """
        message = super().disagreement(first, second)
        one, other = first.answer, second.answer
        if message is not None or one is None or other is None:
            return message
        difference = one.difference(other)
        return difference and f"{first.method} and {second.method} {difference}"

    def judge(self, solution: Outcome[MineKnowledge, tuple[int, int]], number: int) -> str:
        """Return both numbers, ``?`` where a limit was reached, ``-1 -1`` for a contradiction."""
        del number
        if solution.status is Status.LIMIT:
            return "?"
        return "{} {}".format(*(solution.value or (-1, -1)))

    def read_judged(self, tokens: Sequence[str], number: int) -> tuple[int, int] | None:
        """Return the numbers that an output line claims; see `Puzzle.read_judged`."""
        del number
        if len(tokens) != 2:
            raise ValueError(f"expected two integers, found {quote(' '.join(tokens))}")
        mines, safes = (one_integer([token]) for token in tokens)
        return None if (mines, safes) == (-1, -1) else (mines, safes)

    @classmethod
    def generator(cls) -> Generator[Self]:
        """Return positions of real games; see `Puzzle.generator`."""
        from graphpuzzles.puzzles.minesweeper.generator import mine_generator

        return mine_generator(cls)

    # Questions that follow -------------------------------------------------------------------

    @cached_property
    def _solution(self) -> Solution[MineKnowledge, tuple[int, int]]:
        return self.solve()

    def knowledge(self) -> MineKnowledge:
        """Return what is known of the hidden cells; solved at the first call.

        Raises
        ------
        InconsistentBoardError
            If the clues contradict each other; it names a minimal set of them and, where only the
            total is at odds with the rest, the range that the clues allow.

        Examples
        --------
        >>> game = Minesweeper([[1, -1, -1], [-1, -1, -1], [1, -1, -1]], mines=2)
        >>> game.knowledge()
        MineKnowledge(0 mines, 0 safe cells, 7 undecided, 7 layouts)
        >>> game.probability((1, 0)), game.probability((0, 1)), game.probability((1, 2))
        (Fraction(3, 7), Fraction(1, 7), Fraction(2, 7))
        """
        solution = self._solution
        if solution.answer is not None:
            return solution.answer
        if solution.status is Status.LIMIT:
            raise LimitError(str(solution.stats["limit"]), str(solution.stats["message"]))
        conflict = cast("ClueConflict", solution.certificate())
        raise methods.contradiction(self, conflict, solution)

    @cached_property
    def model(self) -> MineModel:
        """The frontier diagrams of all undecided parts; built at the first call, without limits.

        Raises
        ------
        InconsistentBoardError
            If the clues contradict each other.
        """
        self.knowledge()
        if isinstance(self._solution.model, MineModel):
            return self._solution.model
        model = build_model(self.plan)
        assert model is not None  # noqa: S101 - the clues do not contradict each other
        return model

    def mine_range(self) -> tuple[int, int]:
        """Return the least and the most mines that the clues allow on the board, any total aside.

        ``counted("mines")`` gives a proof along.

        Raises
        ------
        InconsistentBoardError
            If the clues contradict each other.

        Examples
        --------
        >>> Minesweeper([[1, -1, -1], [-1, -1, -1], [1, -1, -1]]).mine_range()
        (1, 5)
        """
        return methods.count_mines(self, UNLIMITED)[0]

    def probability(self, cell: Place) -> Fraction:
        """Return the exact probability of a mine; see `MineKnowledge.probability`.

        Parameters
        ----------
        cell : Place
        """
        return self.knowledge().probability(cell)

    def witness(self, cell: Place, *, mine: bool) -> tuple[Place, ...]:
        """Return a consistent layout; see `MineKnowledge.witness`.

        Parameters
        ----------
        cell : Place
        mine : bool
        """
        return self.knowledge().witness(cell, mine=mine)

    def explain(self, cell: Place) -> ClueConflict:
        """Return a minimal set of clues that alone force a decided cell.

        Parameters
        ----------
        cell : Place

        Returns
        -------
        ClueConflict
            These clues contradict the opposite of `MineKnowledge.verdict`.

        Raises
        ------
        ValueError
            If the cell is not hidden, or not decided.

        Examples
        --------
        >>> Minesweeper([[-1, -1, -1, 1], [1, 2, -1, 1], [0, 1, 1, 1]]).explain((0, 2))
        ClueConflict(clues=((1, 3), (2, 2)), total=False)
        """
        verdict = self.knowledge().verdict(cell)
        if verdict == "undecided":
            raise ValueError(f"{cell!r} is not decided")
        index = self.numbered.cells.index(cell)
        core = forcing_clues(Reasoner(self.system), index, int(verdict == "mine"))
        assert core is not None  # noqa: S101 - the cell is decided
        return methods.as_conflict(self, core)

    def sample(self, rng: random.Random) -> tuple[Place, ...]:
        """Draw a consistent layout by the board's probabilities, exactly.

        Parameters
        ----------
        rng : random.Random

        Returns
        -------
        tuple of Place
            The mines among the hidden cells.
        """
        return tuple(self.numbered.cells[cell] for cell in self.model.sample(rng))

    def flag_verdicts(self) -> dict[Place, str]:
        """Judge every flag: ``"mine"``, ``"safe"`` (the flag is wrong) or ``"undecided"``.

        Raises
        ------
        ValueError
            If flags are trusted: then they are mines.
        """
        if self.flags == "trust":
            raise ValueError("flags are trusted: they are not judged")
        knowledge = self.knowledge()
        return {cell: knowledge.verdict(cell) for cell, state in self.states() if state == "flag"}
