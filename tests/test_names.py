"""Public names: listed once, loaded at their first use, and nothing else is shown."""

import importlib
import subprocess
import sys
import zipfile
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

import graphpuzzles
from graphpuzzles import names

FACES = ["graphpuzzles", "graphpuzzles.search", "graphpuzzles.models"]


def run(code, *path):
    return subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(path[0])} if path else None,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "face", [*FACES, "graphpuzzles.export", "graphpuzzles.exploring", "graphpuzzles.formats"]
)
def test_a_face_shows_what_it_offers_and_nothing_else(face):
    module = importlib.import_module(face)
    assert dir(module) == module.__all__ == sorted(set(module.__all__))
    for name in module.__all__:
        assert getattr(module, name) is not None
        assert not name.startswith("_")
    with pytest.raises(AttributeError, match=f"module '{face}' has no attribute 'nothing'"):
        module.nothing  # noqa: B018 - asking is all


def test_the_faces_for_users_are_reachable_from_the_package():
    done = run(
        "import graphpuzzles as g; print(g.search.bfs_search, g.export.write_dot, g.models.cut,"
        "g.picture.Scene, g.formats.FORMATS, g.exploring.explore)"
    )
    assert done.returncode == 0, done.stderr


def test_a_name_loads_its_module_and_no_other():
    done = run(
        "import sys; from graphpuzzles import Limits;"
        "print(*(name for name in sys.modules if name.startswith('graphpuzzles')))"
    )
    expected = {"graphpuzzles", "graphpuzzles.names", "graphpuzzles.limits", "graphpuzzles.errors"}
    assert set(done.stdout.split()) <= expected


def test_everything_can_be_imported_at_once():
    assert run("from graphpuzzles import *; print(Snake, search)").returncode == 0


FACE = """
from typing import TYPE_CHECKING
from graphpuzzles.names import names_of
if TYPE_CHECKING:
    from face.inner import value as value
else:
    __getattr__, __dir__ = names_of(__name__)
"""


def test_a_face_in_an_archive_lists_its_names(tmp_path):
    archive = tmp_path / "face.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("face/__init__.py", FACE)
        file.writestr("face/inner.py", "value = 5")
    done = run("import face; print(dir(face), face.value)", archive)
    assert done.stdout == "['value'] 5\n", done.stderr


def test_a_face_without_its_source_says_so(tmp_path):
    (tmp_path / "face").mkdir()
    (tmp_path / "face" / "source.py").write_text(FACE)
    code = f"import py_compile as p; p.compile({str(tmp_path / 'face/source.py')!r}, "
    done = run(
        f"{code}{str(tmp_path / 'face/__init__.pyc')!r}); import face; face.value", tmp_path
    )
    assert done.stderr.endswith(
        "ImportError: face is here without its source, which lists its names\n"
    )


def test_the_version_is_that_of_what_is_installed(monkeypatch):
    assert graphpuzzles.__version__ == importlib.metadata.version("graphpuzzles")

    def miss(_name):
        raise PackageNotFoundError

    monkeypatch.setattr(importlib.metadata, "version", miss)
    assert names.version_of("graphpuzzles") == "unknown"


def test_type_checkers_read_the_same_list():
    text = Path(graphpuzzles.__file__).read_text("utf-8")
    for name in graphpuzzles.__all__:
        assert f"{name} as {name}" in text
