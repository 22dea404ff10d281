"""What ManhattanWiring and Numberlink have in common: methods, rules, counts and graphs."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Self

from graphpuzzles.errors import NoSolutionError
from graphpuzzles.limits import UNLIMITED, Limits, Meter
from graphpuzzles.puzzle import Outcome, Puzzle, Status
from graphpuzzles.puzzles.wiring import methods, portfolio
from graphpuzzles.puzzles.wiring.model import WiringModel
from graphpuzzles.puzzles.wiring.proofs import count_wirings
from graphpuzzles.puzzles.wiring.rules import Wiring, check_links, check_wiring
from graphpuzzles.text import one_integer

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from graphpuzzles.certificate import Certificate
    from graphpuzzles.limits import ProgressCallback
    from graphpuzzles.picture import Scene
    from graphpuzzles.puzzle import Graph, Method
    from graphpuzzles.puzzles.wiring.board import Node, WiringBoard
    from graphpuzzles.puzzles.wiring.model import WiringDiagram


class WiringPuzzle(Puzzle[Wiring, int]):
    """Terminals of a graph to be joined in pairs by lines that share no node.

    Attributes
    ----------
    board : WiringBoard
        The graph, its terminals and the rules.
    """

    board: WiringBoard

    @cached_property
    def model(self) -> WiringModel:
        """What methods compute of the board; rules and certificates do without it."""
        return WiringModel(self.board)

    # Solving ---------------------------------------------------------------------------------

    @classmethod
    def certificates(cls) -> tuple[type[Certificate[object]], ...]:
        """Return the classes of its certificates; see `Puzzle.certificates`."""
        from graphpuzzles.puzzles.wiring.certificate import CrossingTerminals, SeparatedTerminals
        from graphpuzzles.puzzles.wiring.clause_certificate import ClauseConflict, OnlyWiring
        from graphpuzzles.puzzles.wiring.degree_certificate import DegreeBound
        from graphpuzzles.puzzles.wiring.price_certificate import (
            PriceBound,
            PriceConflict,
            PriceTree,
        )
        from graphpuzzles.puzzles.wiring.sweep_certificate import CountedWirings, ExhaustedWirings

        proofs = (
            CrossingTerminals,
            PriceBound,
            PriceConflict,
            PriceTree,
            DegreeBound,
            SeparatedTerminals,
        )
        return (*proofs, ClauseConflict, OnlyWiring, CountedWirings, ExhaustedWirings)

    @classmethod
    def methods(cls) -> Mapping[str, Method[Self, Wiring, int]]:
        """Return ``bounds``, ``frontier``, ``flow``, ``sat`` and ``search``."""
        return methods.METHODS

    def choose(self) -> str:
        """Return the method that is tried first; see `automatic`."""
        return next(portfolio.stages(self.model))[0]

    def automatic(
        self, limits: Limits, progress: ProgressCallback | None
    ) -> tuple[str, Outcome[Wiring, int]]:
        """Try one method after the other, each with a share of work, until one has an answer.

        Cheap bounds first, then what the board is made for: a dense table, planarity, clauses
        (where python-sat is installed), connectivity states, the integer program.
        """
        return portfolio.solve(self, limits, progress)

    @classmethod
    def answer_from_dict(cls, data: Mapping[str, object]) -> Wiring:
        """Rebuild an answer."""
        return Wiring.from_dict(data)

    def check(self, answer: Wiring) -> int:
        """Return the total weight of the lines, from the rules alone.

        Raises
        ------
        RuleError
            If a rule is broken. The message begins with the name that pzprjs gives the fault and
            names a node: ``lnBranch``, ``lnCross``, ``lcTripleNum``, ``nmConnDiff``, ``lcOnNum``,
            ``lnDeadEnd``, ``lcIsolate``, ``nmNoLine``, ``ceNoLine`` and others.
        """
        return check_wiring(self.board, answer)

    def wiring_of_links(self, links: Iterable[tuple[Node, Node]]) -> Wiring:
        """Return the answer that a drawing shows, if it keeps the rules.

        Parameters
        ----------
        links : iterable of (node, node)
            The neighbours between which a line is drawn.

        Raises
        ------
        RuleError
            As `check` does.
        """
        return check_links(self.board, links)

    def judge(self, solution: Outcome[Wiring, int], number: int) -> str:
        """Return the total length, or 0 where there is no wiring."""
        del number
        if solution.status is Status.LIMIT:
            return "?"
        return str(solution.value or 0)

    def read_judged(self, tokens: Sequence[str], number: int) -> int | None:
        """Return the length that an output line claims; see `Puzzle.read_judged`."""
        del number
        length = one_integer(tokens)
        # Where there is nothing to join, 0 is a length.
        return None if length == 0 and self.board.labels else length

    def scene(self, answer: Wiring | None = None) -> Scene:
        """Return the picture of the board; see `Puzzle.scene`.

        A graph is drawn on a circle, unless its nodes are pairs of small integers: then these
        are rows and columns. Grids of more than 10,000 cells are shown in pixels.

        Raises
        ------
        ValueError
            If the answer has a line with a label or a node that the board has not.
        """
        from graphpuzzles.puzzles.wiring.picture import wiring_scene

        return wiring_scene(type(self).__name__, self.board, answer)

    # Counting --------------------------------------------------------------------------------

    def diagram(self, *, limits: Limits = UNLIMITED) -> WiringDiagram:
        """Return all solutions as a diagram that can be asked many questions.

        Solutions are the shortest wirings with rule ``"shortest"``, all that cover every node with
        ``"fill"``, all there are with ``"any"``.

        Raises
        ------
        LimitError
            If a limit is reached while the diagram is built.
        """
        return self.model.diagram(Meter(limits))

    def count(self, *, limits: Limits = UNLIMITED) -> int:
        """Return the exact number of solutions; see `diagram`."""
        return self.diagram(limits=limits).count

    @classmethod
    def counts(
        cls,
    ) -> Mapping[str, Callable[[Self, Limits], tuple[int, Callable[[], Certificate[int]]]]]:
        """Return ``wirings``: how many solutions there are, as `count` does, with a proof."""
        return {"wirings": lambda puzzle, limits: count_wirings(puzzle.model, limits)}

    def is_unique(self, *, limits: Limits = UNLIMITED) -> bool:
        """Tell whether there is exactly one solution; see `diagram`.

        Where python-sat is installed, wide boards need no diagram for it.
        """
        return portfolio.is_unique(self.model, limits)

    def solutions(
        self, limit: int | None = None, *, limits: Limits = UNLIMITED
    ) -> Iterator[Wiring]:
        """Yield solutions by rising weight, at most `limit` of them; see `diagram`.

        Where python-sat is installed, a few of them need no diagram; which of several of the same
        weight come first may then differ.
        """
        return map(self.model.wiring, portfolio.solutions(self.model, limit, limits))

    def sample(self, rng: random.Random, *, limits: Limits = UNLIMITED) -> Wiring:
        """Draw one of the solutions, each with the same probability; see `diagram`.

        Raises
        ------
        NoSolutionError
            If there is none.
        """
        diagram = self.diagram(limits=limits)
        if not diagram.diagram.feasible:
            raise NoSolutionError("there is no wiring to draw")
        return self.model.wiring(diagram.sample(rng))

    # Graphs ----------------------------------------------------------------------------------

    @classmethod
    def graphs(cls) -> Mapping[str, Callable[[Self, Wiring | None], Graph]]:
        """Return ``grid`` (the board), ``flow`` (split nodes) and ``frontier`` (all wirings)."""
        from graphpuzzles.puzzles.wiring import graphs

        few = Limits(max_states=graphs.MAX_STATES)
        return {
            "grid": lambda puzzle, answer: graphs.board_graph(puzzle.board, answer),
            "flow": lambda puzzle, answer: graphs.flow_graph(puzzle.board, answer),
            "frontier": lambda puzzle, answer: graphs.frontier_graph(
                puzzle.board, puzzle.diagram(limits=few), answer
            ),
        }
