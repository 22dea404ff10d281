"""Imports go down only, those for types and those inside functions too, and never in a circle."""

import ast
import graphlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "graphpuzzles"

# From the ground up. A module imports from its own place in this list and from those before it.
FLOORS = (
    ("errors", "limits", "lattice", "text", "names"),
    (
        *("certificate", "export", "search"),
        *("models.cut", "models.voltage", "models.frontier", "models"),
        "picture",
    ),
    ("outcome", "generate", "puzzle", "validation"),
    ("puzzles",),
    ("exploring", "workers", "batch", "judge", "formats", "demo"),
    ("__init__", "cli", "__main__"),
)
PLACES = tuple(place for floor in FLOORS for place in floor)

# The rows inside a puzzle's folder, from the ground up; any other file stands on the third.
ROWS = (
    r"board|rules|text|body",
    r"(\w+_)?certificate(_\w+)?",
    r"",
    r"graphs|picture(_\w+)?|generator|mistakes",
    r"puzzles?|winner|base|__init__",
)
METHODS = ROWS.index("")
SHARED = {"snake": "walking", "hexerpent": "walking"}
# All that the two lowest rows import from outside: what decides whether a proof holds.
PROOFS = {"errors", "limits", "lattice", "text", "certificate", "outcome", "puzzle"}

HEAVY = ("dask", "matplotlib", "networkx", "pandas", "pysat", "scipy")


def modules(package):
    """Return the package's modules by dotted name, a folder's ``__init__`` as the folder."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        folder = parts[-1] == "__init__"
        found[".".join(parts[:-1] if folder else parts)] = path
    return found


def imports(name, known):
    """Yield the dotted name of every module of the package that a module names as an import."""
    is_folder = known[name].name == "__init__.py"
    for node in ast.walk(ast.parse(known[name].read_bytes())):
        if isinstance(node, ast.Import):
            targets = [(alias.name, None) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parents = name.split(".")
            kept = len(parents) - node.level + is_folder if node.level else 0
            base = ".".join([*parents[:kept], *filter(None, [node.module])])
            targets = [(base, alias.name) for alias in node.names]
        elif (
            isinstance(node, ast.Call)
            and ast.unparse(node.func).rpartition(".")[2] in {"import_module", "__import__"}
            and isinstance(text := _leading_text(node.args[0]), str)
        ):
            # A name that is put together may end in any module that begins like it.
            targets = [(module, None) for module in known if module.startswith(text)]
            targets = targets or [(text, None)]
        else:
            continue
        for module, attribute in targets:
            if module.partition(".")[0] == "graphpuzzles":
                inner = f"{module}.{attribute}"
                yield inner if inner in known else module


def _leading_text(argument):
    if isinstance(argument, ast.JoinedStr):
        argument = argument.values[0]
    return argument.value if isinstance(argument, ast.Constant) else None


def arrows(package):
    """Return every import of one module of the package by another."""
    known = modules(package)
    return {(name, target) for name in known for target in imports(name, known)} - {
        (name, name) for name in known
    }


def place(name):
    """Return the place of a module in the list of floors."""
    parts = name.split(".")[1:] or ["__init__"]
    return ".".join(parts[:2]) if parts[0] == "models" else parts[0]


def room(name):
    """Return folder and row of a module inside a puzzle's folder, else None."""
    parts = name.split(".")[2:]
    if place(name) != "puzzles" or len(parts) == 0 or (len(parts) == 1 and parts[0][0] == "_"):
        return None
    stem = parts[1] if len(parts) > 1 else "__init__"
    rows = (row for row, names in enumerate(ROWS) if re.fullmatch(names, stem))
    return parts[0], next(rows, METHODS)


def is_down(name, target):
    """Tell whether a module may import another."""
    own, other = place(name), place(target)
    if other not in PLACES or PLACES.index(other) > PLACES.index(own):
        return False
    if room(name) is None:
        return True
    folder, row = room(name)
    if other != "puzzles":
        return row >= METHODS or other in PROOFS
    if room(target) is None:
        return False
    other_folder, other_row = room(target)
    return other_folder in {folder, SHARED.get(folder)} and other_row <= row


def upward(package):
    """Return the imports that go up, each as a line of text, and the modules without a place."""
    lost = {f"{name} has no place" for name in modules(package) if place(name) not in PLACES}
    return lost | {
        f"{name} -> {target}"
        for name, target in arrows(package)
        if place(name) in PLACES and not is_down(name, target)
    }


def refuse_circles(package):
    """Raise CycleError if modules import each other in a circle."""
    graph = {name: set() for name in modules(package)}
    for name, target in arrows(package):
        graph[name].add(target)
    graphlib.TopologicalSorter(graph).prepare()


def test_imports_go_down_only():
    assert upward(PACKAGE) == set()


def test_no_imports_form_a_circle():
    refuse_circles(PACKAGE)


def test_contributors_are_told_the_same_floors():
    text = PACKAGE.with_name("CONTRIBUTING.md").read_text("utf-8")
    drawn = re.findall(r"^```text\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[0]
    told = [re.findall(r"^ *\d  (\S.*?)(?:   |$)", line) for line in drawn.splitlines()]
    assert [floor[0].split() for floor in reversed(told) if floor] == [list(f) for f in FLOORS]


# What the tests above would miss if they were wrong ---------------------------------------------

PLANTED = [
    ("limits", "import graphpuzzles.lattice", "lattice"),
    ("limits", "from graphpuzzles.search.space import Space", "search.space"),
    ("limits", "from graphpuzzles import lattice", "lattice"),
    ("limits", "from graphpuzzles import Limits", ""),
    ("limits", "from . import lattice", "lattice"),
    ("limits", "def f():\n    from .lattice import HEX", "lattice"),
    ("limits", "if TYPE_CHECKING:\n    from .lattice import HEX", "lattice"),
    ("limits", "importlib.import_module('graphpuzzles.cli')", "cli"),
    ("limits", "import_module(f'graphpuzzles.l{x}')", "lattice"),
    ("limits", "import graphpuzzles.unlisted", "unlisted"),
    ("search.space", "from ..models.cut import flow", "models.cut"),
    ("models.cut.flow", "from graphpuzzles.models.voltage import graph", "models.voltage"),
    ("search.__init__", "from ..cli import main", "cli"),
    ("puzzles.snake.rules", "from graphpuzzles.search.space import Space", "search.space"),
    ("puzzles.snake.board", "from .certificate import x", "puzzles.snake.certificate"),
    ("puzzles.snake.certificate", "from graphpuzzles.models.cut.flow import f", "models.cut.flow"),
    ("puzzles.snake.long_certificate", "from .methods import x", "puzzles.snake.methods"),
    ("puzzles.snake.methods", "from .graphs import x", "puzzles.snake.graphs"),
    ("puzzles.snake.picture_parts", "from .puzzle import Snake", "puzzles.snake.puzzle"),
    ("puzzles.snake.methods", "from graphpuzzles import puzzles", "puzzles"),
    ("puzzles.snake.methods", "from ..wiring.board import x", "puzzles.wiring.board"),
    ("puzzles.walking.methods", "from ..snake.board import x", "puzzles.snake.board"),
]
ALLOWED = [
    ("lattice", "import os\nfrom graphpuzzles.errors import ParseError"),
    (
        "models.voltage.graph",
        "from graphpuzzles.models.cut.flow import x\nfrom ...search import y",
    ),
    ("models.__init__", "from .cut.flow import x\nfrom . import frontier"),
    ("puzzles.snake.certificate", "from graphpuzzles.puzzle import Puzzle\nfrom .rules import x"),
    (
        "puzzles.snake.methods",
        "from ..walking.shapes import x\nfrom graphpuzzles.models import cut",
    ),
    ("puzzles.snake.generator", "from .methods import x\nfrom .graphs import y"),
    ("puzzles.snake.puzzle", "from .base import x\nfrom .generator import y"),
    ("puzzles._template", "from graphpuzzles.search import bfs_search"),
    ("cli", "from graphpuzzles import __version__"),
    ("__main__", "from graphpuzzles.cli import main"),
]


def plant(folder, module, text):
    path = folder.joinpath("graphpuzzles", *module.split(".")).with_suffix(".py")
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    for name in ("__init__", "lattice", "puzzles/__init__"):
        beside = folder.joinpath("graphpuzzles", f"{name}.py")
        beside.parent.mkdir(exist_ok=True)
        beside.touch()
    return folder / "graphpuzzles"


@pytest.mark.parametrize(("module", "text", "target"), PLANTED)
def test_a_planted_import_upwards_is_found(module, text, target, tmp_path):
    (found,) = upward(plant(tmp_path, module, text))
    assert found.endswith(f"-> graphpuzzles{'.' if target else ''}{target}")


@pytest.mark.parametrize(("module", "text"), ALLOWED)
def test_what_is_allowed_is_not_reported(module, text, tmp_path):
    assert upward(plant(tmp_path, module, text)) == set()


def test_a_module_without_a_place_is_found(tmp_path):
    assert upward(plant(tmp_path, "unlisted", "")) == {"graphpuzzles.unlisted has no place"}


@pytest.mark.parametrize(
    "lattice",
    [
        "from graphpuzzles.limits import x",
        "class C:\n    from graphpuzzles.limits import x",
        "def f():\n    from graphpuzzles.limits import x",
        "if TYPE_CHECKING:\n    from graphpuzzles.limits import x",
        "import_module('graphpuzzles.limits')",
        "from graphpuzzles import x",  # whose file imports both
    ],
)
def test_a_circle_is_found(lattice, tmp_path):
    package = plant(tmp_path, "limits", "from graphpuzzles import lattice")
    refuse_circles(package)
    (package / "__init__.py").write_text("from graphpuzzles.limits import x\nimport y")
    (package / "lattice.py").write_text(lattice)
    with pytest.raises(graphlib.CycleError):
        refuse_circles(package)


def test_the_package_loads_no_heavy_library():
    code = "import sys, graphpuzzles; print(*sorted(sys.modules))"
    command = [sys.executable, "-c", code]
    told = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()
    assert "graphpuzzles" in told
    assert [name for name in told if name.partition(".")[0] in HEAVY] == []
