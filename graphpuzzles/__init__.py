"""Puzzles as networkx graphs, solved exactly, every answer with a checkable certificate.

Text becomes a puzzle, the puzzle becomes a graph, a method solves the graph, a certificate proves
the answer, and everything on the way can be taken out as a networkx graph.

>>> from graphpuzzles import ConnectingGame, cross_validate
>>> game = ConnectingGame(["AAB", "ACD", "CCD"])
>>> solution = game.solve()
>>> solution.value, solution.answer.labels
(4, ('B', 'C'))
>>> solution.verify()
True
>>> cross_validate(game).confirmed
True
>>> solution.graph("flow")
<networkx.classes.digraph.DiGraph object at ...>
"""

from graphpuzzles.names import names_of

# What an interrupt meets before the command can handle it: `typing` would be most of that time.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from graphpuzzles import (
        exploring as exploring,
        export as export,
        formats as formats,
        models as models,
        picture as picture,
        search as search,
    )
    from graphpuzzles.batch import Failure as Failure, solve_many as solve_many
    from graphpuzzles.certificate import Certificate as Certificate
    from graphpuzzles.export import (
        GraphStream as GraphStream,
        write_dot as write_dot,
        write_graph as write_graph,
        write_graphml as write_graphml,
        write_json as write_json,
    )
    from graphpuzzles.judge import Verdict as Verdict, judge_answers as judge_answers
    from graphpuzzles.limits import Limits as Limits, Progress as Progress
    from graphpuzzles.picture import Film as Film, Scene as Scene
    from graphpuzzles.picture.film import Animation as Animation
    from graphpuzzles.picture.graphs import draw_graph as draw_graph, graph_scene as graph_scene
    from graphpuzzles.puzzle import (
        GraphPath as GraphPath,
        Method as Method,
        Outcome as Outcome,
        Puzzle as Puzzle,
        Solution as Solution,
        Status as Status,
    )
    from graphpuzzles.puzzles import (
        PUZZLES as PUZZLES,
        load as load,
        puzzle_names as puzzle_names,
        solution_from_dict as solution_from_dict,
    )
    from graphpuzzles.puzzles.connecting_game.puzzle import (
        ConnectingGame as ConnectingGame,
        RegionCut as RegionCut,
    )
    from graphpuzzles.puzzles.connecting_game.winner import (
        Colouring as Colouring,
        WinnerQuestion as WinnerQuestion,
    )
    from graphpuzzles.puzzles.hexerpent.puzzle import Hexerpent as Hexerpent
    from graphpuzzles.puzzles.minesweeper.puzzle import (
        ClueSets as ClueSets,
        MineKnowledge as MineKnowledge,
        Minesweeper as Minesweeper,
    )
    from graphpuzzles.puzzles.snake.puzzle import Snake as Snake, Walk as Walk
    from graphpuzzles.puzzles.wiring.puzzles import (
        ManhattanWiring as ManhattanWiring,
        Numberlink as Numberlink,
        Wiring as Wiring,
    )
    from graphpuzzles.validation import (
        CrossValidation as CrossValidation,
        cross_validate as cross_validate,
    )

    __version__: str
else:
    __getattr__, __dir__ = names_of(__name__)
