"""A module imports only from its own row of the table below and from the rows before it."""

import ast
import contextlib
import graphlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "graphpuzzles"

ROWS = (
    "errors",
    "limits",
    "lattice",
    "text",
    "certificate",
    "export",
    "search",
    "models",
    "picture",
    "outcome",
    "generate",
    "puzzle",
    "validation",
    "puzzles",
    "exploring",
    "workers",
    "batch",
    "judge",
    "formats",
    "demo",
    "__init__",
    "cli",
    "__main__",
)

# What a certificate must not owe its proof to, not even for a type.
APART = {"certificate": {"search", "models"}}

HEAVY = ("dask", "matplotlib", "networkx", "pandas", "scipy")


def modules(package):
    """Return the package's modules by dotted name, a folder's ``__init__`` as the folder."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        folder = parts[-1] == "__init__"
        found[".".join(parts[:-1] if folder else parts)] = path
    return found


def imports(name, known, nodes):
    """Yield line and dotted name of every module of the package that the nodes import."""
    is_folder = known[name].name == "__init__.py"
    for node in nodes:
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
            targets = [(text.rstrip("."), None)]
        else:
            continue
        for module, attribute in targets:
            if module.partition(".")[0] == "graphpuzzles":
                inner = f"{module}.{attribute}"
                yield node.lineno, inner if inner in known else module


def _leading_text(argument):
    if isinstance(argument, ast.JoinedStr):
        argument = argument.values[0]
    return argument.value if isinstance(argument, ast.Constant) else None


def head(name):
    """Return the part of a dotted name that has a row."""
    return name.split(".")[1] if "." in name else "__init__"


def violations(package):
    """Return one line for each import that the table does not allow."""
    known = modules(package)
    found = []
    for name, path in known.items():
        own = head(name)
        if own not in ROWS:
            found.append(f"{name} has no row")
            continue
        for line, target in imports(name, known, ast.walk(ast.parse(path.read_bytes()))):
            other = head(target)
            earlier = other in ROWS and ROWS.index(other) <= ROWS.index(own)
            if not earlier or other in APART.get(own, ()):
                found.append(f"{name}, line {line}: {target}")
    return found


def executed(node):
    """Yield the nodes that run when a module is imported."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        yield child
        yield from executed(child)


def test_imports_go_to_earlier_rows_only():
    assert violations(PACKAGE) == []


def test_contributors_are_told_the_same_table():
    text = PACKAGE.with_name("CONTRIBUTING.md").read_text("utf-8")
    cells = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    assert re.findall(r"`(\w+)`", " ".join(cells)) == list(ROWS)


def refuse_circles(package):
    """Raise CycleError if modules need each other in a circle while they are imported."""
    known = modules(package)
    graph = {
        name: {
            target
            for _line, target in imports(name, known, executed(ast.parse(path.read_bytes())))
        }
        for name, path in known.items()
    }
    graphlib.TopologicalSorter(graph).prepare()


def test_no_module_needs_itself_while_it_is_imported():
    refuse_circles(PACKAGE)


PLANTED = [
    ("limits", "import graphpuzzles.lattice", "graphpuzzles.lattice"),
    ("limits", "from graphpuzzles.search.space import Space", "graphpuzzles.search.space"),
    ("limits", "from graphpuzzles import lattice", "graphpuzzles.lattice"),
    ("limits", "from graphpuzzles import Limits", "graphpuzzles"),
    ("limits", "from . import lattice", "graphpuzzles.lattice"),
    ("limits", "def f():\n    from .lattice import HEX", "graphpuzzles.lattice"),
    ("limits", "if TYPE_CHECKING:\n    from .lattice import HEX", "graphpuzzles.lattice"),
    ("limits", "importlib.import_module('graphpuzzles.cli')", "graphpuzzles.cli"),
    ("limits", "import_module(f'graphpuzzles.puzzles.{x}')", "graphpuzzles.puzzles"),
    ("limits", "import graphpuzzles.unlisted", "graphpuzzles.unlisted"),
    ("search.space", "from ..models import flow", "graphpuzzles.models"),
    ("search.__init__", "from ..cli import main", "graphpuzzles.cli"),
    (
        "certificate",
        "from graphpuzzles.models.cut.flow import f",
        "graphpuzzles.models.cut.flow",
    ),
    ("certificate", "import graphpuzzles.search", "graphpuzzles.search"),
]
ALLOWED = [
    ("lattice", "import os\nfrom graphpuzzles.errors import ParseError"),
    ("models.flow", "from graphpuzzles.models.cut.planar import x\nfrom ..search import space"),
    ("models.__init__", "from .flow import x\nfrom . import planar"),
    ("certificate", "from graphpuzzles.errors import RuleError"),
    ("cli", "from graphpuzzles import __version__"),
    ("__main__", "from graphpuzzles.cli import main"),
]


def plant(folder, module, text):
    path = folder.joinpath("graphpuzzles", *module.split(".")).with_suffix(".py")
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    for name in ("__init__", "lattice"):
        folder.joinpath("graphpuzzles", f"{name}.py").touch()
    return folder / "graphpuzzles"


@pytest.mark.parametrize(("module", "text", "target"), PLANTED)
def test_a_planted_violation_is_found(module, text, target, tmp_path):
    (found,) = violations(plant(tmp_path, module, text))
    assert found.endswith(f": {target}")


@pytest.mark.parametrize(("module", "text"), ALLOWED)
def test_what_is_allowed_is_not_reported(module, text, tmp_path):
    assert violations(plant(tmp_path, module, text)) == []


def test_a_module_without_a_row_is_found(tmp_path):
    assert violations(plant(tmp_path, "unlisted", "")) == ["graphpuzzles.unlisted has no row"]


@pytest.mark.parametrize(
    ("lattice", "refused"),
    [
        ("from graphpuzzles.limits import x", True),
        ("class C:\n    from graphpuzzles.limits import x", True),
        ("def f():\n    from graphpuzzles.limits import x", False),
        ("if TYPE_CHECKING:\n    from graphpuzzles.limits import x", False),
    ],
)
def test_a_circle_is_found(lattice, refused, tmp_path):
    package = plant(tmp_path, "limits", "from graphpuzzles import lattice")
    (package / "lattice.py").write_text(lattice)
    with pytest.raises(graphlib.CycleError) if refused else contextlib.nullcontext():
        refuse_circles(package)


def loaded(code):
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()


def test_the_package_loads_no_heavy_library():
    names = loaded("import sys, graphpuzzles; print(*sorted(sys.modules))")
    assert "graphpuzzles" in names
    assert [name for name in names if name.partition(".")[0] in HEAVY] == []
