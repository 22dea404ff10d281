"""What runs while a stranger's proof is verified: the rules, the board and the certificate alone.

A certificate that leaned on a solver would share the solver's faults. So `verify` of solutions
that come back from JSON is watched call by call, over the examples of every puzzle and over random
boards, by every method that serves them; a frame of the package outside the list below fails.
"""

import contextlib
import gc
import itertools
import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest

import graphpuzzles
from graphpuzzles import PUZZLES, Limits, Puzzle, load
from graphpuzzles.errors import LimitError, NoSolutionError
from graphpuzzles.generate import board_random

PACKAGE = Path(graphpuzzles.__file__).parent
# What a proof may run. The list may become shorter; a module of a solver never stands in it.
SHARED = re.compile(r"(errors|limits|lattice|text|outcome|certificate|puzzle)(/\w+)?\.py")
OWN = re.compile(r"puzzles/(?P<folder>\w+)/(board|rules|body|text|(\w+_)?certificate)\.py")
# A body that walks has its rules in a folder that two puzzles share.
FOLDERS = {"snake": {"snake", "walking"}, "hexerpent": {"hexerpent", "walking"}}
# The class of a puzzle stands on top of its methods: of its file, only what hands on to the rules.
CLASSES = re.compile(r"puzzles/\w+/(puzzle|puzzles|base|winner)\.py")
HANDED_ON = {"certificates", "check", "counts", "key", "to_dict"}
PATIENCE = Limits(max_states=20_000)
BOARDS = 5


def is_allowed(path: str, function: str, folder: str) -> bool:
    """Tell whether a proof of a puzzle in this folder may call a function of the package."""
    if SHARED.fullmatch(path):
        return True
    if own := OWN.fullmatch(path):
        return own["folder"] in FOLDERS.get(folder, {folder})
    names = function.split(".")
    return CLASSES.fullmatch(path) is not None and len(names) > 1 and names[1] in HANDED_ON


def entered(verify: Callable[[], object]) -> set[tuple[str, str]]:
    """Return file and function of every frame of the package that a call enters."""
    codes = set()

    def note(frame, event, _argument):
        if event == "call":
            codes.add(frame.f_code)

    before = sys.getprofile()
    gc.disable()  # a generator that a solver left enters its frame when it is collected
    sys.setprofile(note)
    try:
        verify()
    finally:
        sys.setprofile(before)
        gc.enable()
    files = ((Path(code.co_filename), code.co_qualname) for code in codes)
    return {
        (path.relative_to(PACKAGE).as_posix(), function)
        for path, function in files
        if path.is_relative_to(PACKAGE)
    }


def boards(cls):
    """Yield the examples of a puzzle and some boards of its generator."""
    for text in cls.EXAMPLES:
        yield cls.parse(text)
    for seed in range(BOARDS):
        yield cls.generate(board_random(seed, 0), size=5)


def strangers(puzzle):
    """Yield what can be proved of a board, as it comes back from JSON: solutions and counts."""
    cls = type(puzzle)
    for name, method in cls.methods().items():
        if method.refuses(puzzle) is None and method.slow(puzzle) is None:
            solution = puzzle.solve(name, limits=PATIENCE)
            if solution.prove is not None:
                yield cls.solution_from_dict(json.loads(json.dumps(solution.to_dict())))
    for question in cls.counts():
        with contextlib.suppress(LimitError, NoSolutionError):
            count = puzzle.counted(question, limits=PATIENCE)
            yield cls.count_from_dict(json.loads(json.dumps(count.to_dict())))


def offenders(cls: type[Puzzle]) -> tuple[Counter[str], set[tuple[str, str]]]:
    """Return how many proofs of each class were seen, and what they enter and may not."""
    folder = cls.__module__.split(".")[2]
    seen, found = Counter(), set()
    for stranger in itertools.chain.from_iterable(map(strangers, boards(cls))):
        certificate = stranger.certificate()
        seen[type(certificate).__name__] += 1
        found |= entered(stranger.verify)
    return seen, {call for call in found if not is_allowed(*call, folder)}


@pytest.mark.parametrize("name", PUZZLES)
def test_verifying_runs_the_rules_and_the_certificate_alone(name):
    seen, found = offenders(load(name))
    assert found == set()
    assert seen.total() > 10, seen


def leaning():
    return graphpuzzles.search.bfs_search(nx.path_graph(3), 0, 2).cost


def test_a_proof_that_asks_a_solver_is_seen():
    """The watch itself: a search is entered, and no search may be."""
    found = {path for path, _ in entered(leaning)}
    assert "search/blind_searches.py" in found
    assert not any(is_allowed(path, "f", "snake") for path in found if path.startswith("search/"))


@pytest.mark.parametrize(
    ("path", "function", "allowed"),
    [
        ("puzzles/snake/rules.py", "step", True),
        ("puzzles/walking/certificate.py", "WalkBound.proves", True),
        ("puzzles/snake/puzzle.py", "Snake.check", True),
        ("puzzle/solution.py", "Solution.verify", True),
        ("puzzles/snake/puzzle.py", "Snake.solve", False),
        ("puzzles/snake/puzzle.py", "check", False),
        ("puzzles/snake/methods.py", "Snake.check", False),
        ("puzzles/wiring/rules.py", "check", False),
        ("models/cut/flow.py", "maximum_flow", False),
        ("search/engine.py", "run", False),
        ("validation.py", "cross_validate", False),
    ],
)
def test_what_a_proof_of_snake_may_enter(path, function, allowed):
    assert is_allowed(path, function, "snake") is allowed
