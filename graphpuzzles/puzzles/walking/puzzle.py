"""The puzzles in which a body walks to a target: all that does not depend on its rules."""

from __future__ import annotations

from abc import abstractmethod
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.errors import RuleError, require_kind
from graphpuzzles.puzzle import Method, Puzzle
from graphpuzzles.puzzles.walking import graphs as walk_graphs
from graphpuzzles.puzzles.walking import methods as walk_methods
from graphpuzzles.puzzles.walking import questions as walk_questions
from graphpuzzles.puzzles.walking.body import Body, Walk, Walker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Self

    import networkx as nx
    from numpy.typing import NDArray

    from graphpuzzles.certificate import Certificate
    from graphpuzzles.limits import Limits
    from graphpuzzles.picture import Film, Scene
    from graphpuzzles.puzzles.walking.picture import WalkPicture

    Graph = nx.Graph[str]

__all__ = ["WalkPuzzle"]

SMALL_BYTES = 1 << 16
"""Up to this memory, a search with one bit a state takes a millisecond or two in any case."""

SLOW_STATES = 300_000
"""Possible states from which on a search one state at a time is not made without being asked."""


class WalkPuzzle(Walker, Puzzle[Walk, int]):
    """A puzzle whose answer is a shortest walk of a body to a target.

    Subclasses give the rules three times over, so that no two of them share a mistake: as
    `successors` on tuples of cells, as `expand` on arrays of cells for the certificates, and as
    `step_fault`, which names the rule that a step breaks. The tables of shapes are a fourth time.
    """

    # Rules -------------------------------------------------------------------------------------

    @abstractmethod
    def step_fault(self, before: Body, after: Body) -> str | None:
        """Say which rule a step breaks; None if it breaks none."""

    @abstractmethod
    def expand(self, states: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return all states one step away.

        See `graphpuzzles.puzzles.walking.certificate.WalkRules`.
        """

    def check(self, answer: Walk) -> int:
        """Return the number of steps of a walk, once it is found to keep the rules.

        Raises
        ------
        RuleError
            If a step breaks a rule, or the walk does not begin with the puzzle's body, or does
            not end on a target; ``where`` holds the number of the step.
        """
        require_kind(answer, Walk)
        if not answer.states or answer.states[0] != self.body:
            raise RuleError("the walk does not begin where the body lies", where=(0,))
        for number, (before, after) in enumerate(pairwise(answer.states), 1):
            fault = self.step_fault(before, after)
            if fault is not None:
                raise RuleError(f"step {number}: {fault}", where=(number,))
        end = answer.states[-1][0]
        if end not in self.target_cells:
            raise RuleError(f"the walk ends with the head on {end}", where=(answer.steps,))
        if self.step_cap is not None and answer.steps > self.step_cap:
            raise RuleError(
                f"the walk has {answer.steps} steps, over {self.step_cap}",
                where=(self.step_cap + 1,),
            )
        return answer.steps

    # What certificates ask -----------------------------------------------------------------------

    @property
    def start(self) -> NDArray[np.int64]:
        """The first state, shape (length, 2)."""
        return np.array(self.body, dtype=np.int64)

    @property
    def goal_cells(self) -> NDArray[np.int64]:
        """The cells that a head can be on when it has reached its goal, shape (k, 2)."""
        free = [cell for cell in self.target_cells if self.board.is_free(cell)]
        return np.array(free, dtype=np.int64).reshape(-1, 2)

    def reached(self, states: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell which states have their head on a target."""
        goals = np.array(self.target_cells, dtype=np.int64)
        on_goal: NDArray[np.bool_] = (states[:, :1] == goals).all(axis=2).any(axis=1)
        return on_goal

    # Methods -----------------------------------------------------------------------------------

    @classmethod
    def answer_from_dict(cls, data: Mapping[str, object]) -> Walk:
        """Rebuild a walk from what its ``to_dict`` gave."""
        return Walk.from_dict(data)

    @classmethod
    def certificates(cls) -> tuple[type[Certificate[object]], ...]:
        """Return the classes of its certificates; see `Puzzle.certificates`."""
        from graphpuzzles.puzzles.walking.certificate import WalkBound

        return (WalkBound,)

    @classmethod
    def methods(cls) -> Mapping[str, Method[Self, Walk, int]]:
        """Return the methods by name."""
        shapes = "voltage graph"
        return {
            "bounds": Method("bounds", walk_methods.bounds, walk_methods.bounds_obstacle),
            "layers": Method(shapes, walk_methods.layers, Walker.table_obstacle),
            "astar": Method(shapes, walk_methods.astar, slow=cls._slow_one_by_one),
            "bidirectional": Method(shapes, walk_methods.bidirectional, Walker.table_obstacle),
            "bfs": Method("rules", walk_methods.breadth_first, slow=cls._slow_one_by_one),
        }

    def _slow_one_by_one(self) -> str | None:
        """Say why a search one state at a time takes long; None if it does not."""
        if walk_methods.bounds_obstacle(self) is None:
            return None
        cells = self.board.rows * self.board.columns
        states = cells * (
            len(self.table().bodies) if self.table_obstacle() is None else SLOW_STATES
        )
        return f"there can be {states} states" if states > SLOW_STATES else None

    def choose(self) -> str:
        """Return the method that ``"auto"`` means here.

        Bounds if they meet; otherwise whole layers where the state space is small, or where no
        walk is known and every state may have to be seen; otherwise A*.
        """
        if walk_methods.bounds_obstacle(self) is None:
            return "bounds"
        if self.table_obstacle() is not None:
            return "astar"
        small = self.table_bytes() <= SMALL_BYTES
        return "layers" if small or self.best_upper_walk is None else "astar"

    # Pictures ----------------------------------------------------------------------------------

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

    # Graphs and questions ------------------------------------------------------------------------

    @classmethod
    def graphs(cls) -> Mapping[str, Callable[[Self, Walk | None], Graph]]:
        """Return the graph kinds by name."""
        return {
            "board": walk_graphs.board_graph,
            "states": walk_graphs.state_graph,
            "shapes": walk_graphs.shape_graph,
        }

    def state_graph(
        self, *, answer: Walk | None = None, max_nodes: int = walk_graphs.MAX_NODES
    ) -> nx.DiGraph[str]:
        """Return all states that the body can reach; see `walk_graphs.state_graph`.

        Raises
        ------
        LimitError
            If there are more than `max_nodes`.
        """
        return walk_graphs.state_graph(self, answer, max_nodes=max_nodes)

    def number_of_best_walks(self, *, limits: Limits | None = None) -> int:
        """Return how many shortest walks there are, exactly.

        Raises
        ------
        NoSolutionError
            If there is no walk.
        NotApplicableError
            If there is no table of shapes for a body of this length.
        LimitError
            If a limit or the step cap was reached first.
        """
        return walk_questions.number_of_walks(self, limits)

    def best_walks(self, *, limits: Limits | None = None) -> Iterator[Walk]:
        """Yield all shortest walks; take as many as you want with `itertools.islice`.

        Raises
        ------
        NoSolutionError, NotApplicableError, LimitError
            As `number_of_best_walks`, when the first walk is asked for.
        """
        return walk_questions.best_walks(self, limits)

    def layer_sizes(self, *, limits: Limits | None = None) -> list[int]:
        """Return the number of states at every number of steps from the first one.

        Raises
        ------
        NotApplicableError, LimitError
            As `number_of_best_walks`; the step cap just ends the list.
        """
        return walk_questions.layer_sizes(self, limits)

    @abstractmethod
    def with_body(self, body: Body) -> Self:
        """Return the same puzzle with another first state."""

    def hardest_start(self, *, limits: Limits | None = None) -> tuple[Self, int]:
        """Return this puzzle with the body that needs the most steps, and how many.

        Bodies that cannot reach a target within the step cap do not count.

        Raises
        ------
        NoSolutionError
            If no body of this length fits on a target.
        NotApplicableError, LimitError
            As `layer_sizes`.
        """
        body, steps = walk_questions.hardest_body(self, limits)
        return self.with_body(body), steps

    def farthest_walk(self, *, limits: Limits | None = None) -> Walk:
        """Return a shortest walk to a state that needs the most steps from the first one.

        Raises
        ------
        NotApplicableError, LimitError
            As `layer_sizes`.
        """
        return walk_questions.farthest_walk(self, limits)
