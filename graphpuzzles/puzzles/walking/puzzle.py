"""The puzzles in which a body walks to a target: all that does not depend on its rules."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar

from graphpuzzles.limits import UNLIMITED
from graphpuzzles.puzzle import Method, Puzzle
from graphpuzzles.puzzles.walking import graphs as walk_graphs
from graphpuzzles.puzzles.walking import methods as walk_methods
from graphpuzzles.puzzles.walking import questions as walk_questions
from graphpuzzles.puzzles.walking.body import Body, Walk
from graphpuzzles.puzzles.walking.certificate import StepBound, WalkBound, WalkCount
from graphpuzzles.puzzles.walking.proof import prove_count
from graphpuzzles.puzzles.walking.rules import WalkRules
from graphpuzzles.puzzles.walking.walker import Walker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Self

    import networkx as nx

    from graphpuzzles.certificate import Certificate
    from graphpuzzles.limits import Limits, ProgressCallback
    from graphpuzzles.outcome import Outcome
    from graphpuzzles.picture import Film, Scene
    from graphpuzzles.puzzle import Graph
    from graphpuzzles.puzzles.walking.gait import Gait
    from graphpuzzles.puzzles.walking.picture import WalkPicture

SLOW_STATES = 300_000
"""Possible states from which on a search one state at a time is not made without being asked."""


class WalkPuzzle(WalkRules, Puzzle[Walk, int]):
    """A puzzle whose answer is a shortest walk of a body to a target.

    Attributes
    ----------
    gait : Gait
        How the body moves, for the methods; answers and certificates are judged by `WalkRules`.
    """

    gait: ClassVar[Gait]

    @cached_property
    def walker(self) -> Walker:
        """The body as the methods see it, with what they find out about it."""
        return Walker(self, self.gait)

    @abstractmethod
    def with_body(self, body: Body) -> Self:
        """Return the same puzzle with another first state."""

    def successors(self, body: Body) -> Iterable[Body]:
        """Return every state one step away: the state space, for `graphpuzzles.search`."""
        return self.walker.successors(body)

    # Methods -----------------------------------------------------------------------------------

    @classmethod
    def methods(cls) -> Mapping[str, Method[Self, Walk, int]]:
        """Return the methods by name."""
        shapes = "voltage graph"
        no_bounds = _of_walker(walk_methods.bounds_obstacle)
        no_table = _of_walker(Walker.table_obstacle)
        slow = _of_walker(_slow_one_by_one)
        return {
            "bounds": Method("bounds", _run(walk_methods.bounds), no_bounds),
            "layers": Method(shapes, _run(walk_methods.layers), no_table),
            "astar": Method(shapes, _run(walk_methods.astar), slow=slow),
            "bidirectional": Method(shapes, _run(walk_methods.bidirectional), no_table),
            "bfs": Method("rules", _run(walk_methods.breadth_first), slow=slow),
        }

    def choose(self) -> str:
        """Return the method with which ``"auto"`` begins: the bounds if they decide, or A*."""
        return "bounds" if walk_methods.bounds_obstacle(self.walker) is None else "astar"

    def automatic(
        self, limits: Limits, progress: ProgressCallback | None
    ) -> tuple[str, Outcome[Walk, int]]:
        """Run what ``"auto"`` means, and return the name of the method, too.

        Where the bounds do not decide, A* takes a small part of the time of a search in layers,
        or many times as long, and nothing tells beforehand. So A* may take about a tenth of what
        layers would take; if that is not enough, they begin.
        """
        walker = self.walker
        if self.choose() == "bounds" or walker.table_obstacle() is not None:
            return super().automatic(limits, progress)
        effort = walk_methods.trial_effort(walker)
        outcome = walk_methods.astar(walker, limits, progress, effort)
        if outcome.stats.get("limit") != "effort":
            return "astar", outcome
        return "layers", walk_methods.layers(walker, limits, progress)

    @classmethod
    def certificates(cls) -> tuple[type[Certificate[object]], ...]:
        """Return the classes of certificates that speak of walks."""
        return (WalkBound, StepBound, WalkCount)

    # Pictures and graphs -----------------------------------------------------------------------

    @abstractmethod
    def picture(self, walk: Walk | None = None) -> WalkPicture:
        """Return how the board and a walk are drawn."""

    def scene(self, answer: Walk | None = None) -> Scene:
        """Return the picture of the board, with the way of the head if there is an answer."""
        return self.picture(answer).scene()

    def film(self, answer: Walk) -> Film:
        """Return an answer step by step; see `Puzzle.film`.

        Raises
        ------
        NotApplicableError
            If it has too many steps for a film.
        """
        return self.picture(answer).film()

    @classmethod
    def graphs(cls) -> Mapping[str, Callable[[Self, Walk | None], Graph]]:
        """Return the graph kinds by name."""
        return {
            "board": lambda puzzle, walk: puzzle.board_graph(answer=walk),
            "states": lambda puzzle, walk: puzzle.state_graph(answer=walk),
            "shapes": lambda puzzle, walk: walk_graphs.shape_graph(puzzle.walker, walk),
        }

    def board_graph(
        self, *, answer: Walk | None = None, max_nodes: int = walk_graphs.MAX_NODES
    ) -> nx.Graph[str]:
        """Return the cells that a head can be on; see `walk_graphs.board_graph`.

        Raises
        ------
        LimitError
            If there are more than `max_nodes`.
        """
        return walk_graphs.board_graph(self.walker, answer, max_nodes=max_nodes)

    def state_graph(
        self, *, answer: Walk | None = None, max_nodes: int = walk_graphs.MAX_NODES
    ) -> nx.DiGraph[str]:
        """Return all states that the body can reach; see `walk_graphs.state_graph`.

        Raises
        ------
        LimitError
            If there are more than `max_nodes`.
        """
        return walk_graphs.state_graph(self.walker, answer, max_nodes=max_nodes)

    # Questions ---------------------------------------------------------------------------------

    @classmethod
    def counts(
        cls,
    ) -> Mapping[str, Callable[[Self, Limits], tuple[int, Callable[[], Certificate[int]]]]]:
        """Return the one number that can be asked for: ``"best_walks"``."""
        return {"best_walks": cls._count_best_walks}

    def _count_best_walks(self, limits: Limits) -> tuple[int, Callable[[], Certificate[int]]]:
        number, steps = walk_questions.count_walks(self.walker, limits)
        return number, partial(prove_count, self.walker, steps)

    def number_of_best_walks(self, *, limits: Limits = UNLIMITED) -> int:
        """Return how many shortest walks there are, exactly; `counted` gives a proof, too.

        Raises
        ------
        NoSolutionError
            If there is no walk.
        NotApplicableError
            If there is no table of shapes for a body of this length.
        LimitError
            If a limit or the step cap was reached first.
        """
        return walk_questions.count_walks(self.walker, limits)[0]

    def best_walks(self, *, limits: Limits = UNLIMITED) -> Iterator[Walk]:
        """Yield all shortest walks; take as many as you want with `itertools.islice`.

        Raises
        ------
        NoSolutionError, NotApplicableError, LimitError
            As `number_of_best_walks`, when the first walk is asked for.
        """
        return walk_questions.best_walks(self.walker, limits)

    def layer_sizes(self, *, limits: Limits = UNLIMITED) -> list[int]:
        """Return the number of states at every number of steps from the first one.

        Raises
        ------
        NotApplicableError, LimitError
            As `number_of_best_walks`; the step cap just ends the list.
        """
        return walk_questions.layer_sizes(self.walker, limits)

    def hardest_start(self, *, limits: Limits = UNLIMITED) -> tuple[Self, int]:
        """Return this puzzle with the body that needs the most steps, and how many.

        Bodies that cannot reach a target within the step cap do not count.

        Raises
        ------
        NoSolutionError
            If no body of this length fits on a target.
        NotApplicableError, LimitError
            As `layer_sizes`.
        """
        body, steps = walk_questions.hardest_body(self.walker, limits)
        return self.with_body(body), steps

    def farthest_walk(self, *, limits: Limits = UNLIMITED) -> Walk:
        """Return a shortest walk to a state that needs the most steps from the first one.

        Raises
        ------
        NotApplicableError, LimitError
            As `layer_sizes`.
        """
        return walk_questions.farthest_walk(self.walker, limits)


def _run(
    method: Callable[[Walker, Limits, ProgressCallback | None], Outcome[Walk, int]],
) -> Callable[[WalkPuzzle, Limits, ProgressCallback | None], Outcome[Walk, int]]:
    return lambda puzzle, limits, progress: method(puzzle.walker, limits, progress)


def _of_walker(says: Callable[[Walker], str | None]) -> Callable[[WalkPuzzle], str | None]:
    return lambda puzzle: says(puzzle.walker)


def _slow_one_by_one(walker: Walker) -> str | None:
    """Say why a search one state at a time takes long; None if it does not."""
    if walk_methods.bounds_obstacle(walker) is None:
        return None
    shapes = SLOW_STATES
    if walker.table_obstacle() is None:
        shapes = walker.gait.sizes[len(walker.body) - 1][0]
    states = walker.board.rows * walker.board.columns * shapes
    return f"there can be {states} states" if states > SLOW_STATES else None
