"""The puzzle that docs/add-a-puzzle.md builds is as short, and as good, as the page says."""

import ast
import importlib
import io
import os
import random
import re
import subprocess
import sys
import tokenize
from collections import Counter

import pytest

from graphpuzzles import Status, cross_validate
from tests.test_documentation import BLOCK, ROOT, add_to_file

BLANK = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The folder with the files of the page, as pip would leave it."""
    folder = tmp_path_factory.mktemp("sliding-robot")
    for block in BLOCK.finditer((ROOT / "docs" / "add-a-puzzle.md").read_text("utf-8")):
        _indent, _language, file, text = block.groups()
        if file:
            add_to_file(folder / file, text)
    return folder


def lines_of_code(text):
    """Count the lines that hold more than blanks, comments and docstrings."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    held = {
        line
        for token in tokens
        if token.type not in BLANK
        for line in range(token.start[0], token.end[0] + 1)
    }
    for node in ast.walk(ast.parse(text)):
        documented = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        if documented and ast.get_docstring(node):
            first = node.body[0]
            held -= set(range(first.lineno, first.end_lineno + 1))
    return len(held)


def test_lines_of_code_are_counted():
    text = '"""Text.\n\nMore.\n"""\n\n# a comment\nx = (\n    1,\n)\ny = """a\nb"""\n'
    assert lines_of_code(text) == 5


def test_it_takes_less_than_100_lines_of_code(package):
    assert lines_of_code((package / "sliding_robot.py").read_text("utf-8")) < 100


def test_it_passes_the_contract_tests(package):
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "tests/test_contract.py", "-k", "sliding-robot"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    summary = told.stdout.splitlines()[-1]
    assert int(re.search(r"(\d+) passed", summary).group(1)) > 50, summary
    assert "skipped" not in summary


def random_board(rng):
    rows, columns = rng.randint(1, 5), rng.randint(2, 6)
    cells = rng.choices(".#", [4, 1], k=rows * columns)
    for mark, at in zip("RG", rng.sample(range(len(cells)), 2), strict=True):
        cells[at] = mark
    return "/".join("".join(cells[at : at + columns]) for at in range(0, len(cells), columns))


def test_its_methods_agree_on_random_boards(package, monkeypatch):
    monkeypatch.syspath_prepend(package)
    monkeypatch.delitem(sys.modules, "sliding_robot", raising=False)
    robot = importlib.import_module("sliding_robot").SlidingRobot
    rng = random.Random(6)
    results = [cross_validate(robot(random_board(rng))) for _ in range(300)]
    assert all(result.confirmed for result in results)
    found = Counter(result.status for result in results)
    assert min(found[Status.SOLVED], found[Status.INFEASIBLE]) > 100
    assert max(result.value or 0 for result in results) > 4
