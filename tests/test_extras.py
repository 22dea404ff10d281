"""What a task adds to the environment, on a pip that only tells what it was asked."""

import json
import sys

import pytest

from tests import extras

PIP = """
import json, sys
asked = sys.argv[1:]
if asked[0] == "list":
    print(json.dumps([{"name": "numpy", "version": "2.0.0"}]))
    print("a note")
elif "no-such[x]>=1" in asked:
    print("ERROR: first\\nERROR: No matching distribution\\nnote")
    sys.exit(1)
else:
    held = open(asked[asked.index("--constraint") + 1]).read()
    with open(sys.path[0] + "/asked.txt", "a") as file:
        file.write(json.dumps([asked[0], asked[3], held]) + "\\n")
"""
PROJECT = """
[project.optional-dependencies]
bench = ["one>=1", "no-such[x]>=1", "other"]
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    (tmp_path / "pip.py").write_text(PIP)
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    monkeypatch.setattr(extras, "ROOT", tmp_path)
    monkeypatch.setattr(extras, "PIP", [sys.executable, str(tmp_path / "pip.py")])
    return tmp_path


def test_each_is_installed_by_itself_and_changes_nothing_that_is_there(project, capsys):
    assert extras.add("bench") == {"no-such": "ERROR: No matching distribution"}
    assert capsys.readouterr().err == "no-such is left out: ERROR: No matching distribution\n"
    asked = [json.loads(line) for line in (project / "asked.txt").read_text().splitlines()]
    assert asked == [["install", name, "numpy==2.0.0\n"] for name in ("one>=1", "other")]


def test_without_a_list_of_packages_nothing_is_added(project, monkeypatch):
    monkeypatch.setattr(extras, "PIP", [sys.executable, "-c", "import sys; sys.exit(1)"])
    with pytest.raises(SystemExit, match="pip does not tell what is installed: pip does not say"):
        extras.add("bench")
    assert not (project / "asked.txt").exists()


def test_the_extras_of_the_tasks_are_there():
    assert extras.tomllib.loads((extras.ROOT / "pyproject.toml").read_text("utf-8"))["project"][
        "optional-dependencies"
    ].keys() >= {"bench", "mutants"}
