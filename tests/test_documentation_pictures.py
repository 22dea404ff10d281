"""The pictures of the documentation are those that its script makes today."""

import re
import subprocess
import sys

import pytest

from tests.test_documentation import PAGES, ROOT

COMMITTED = ROOT / "docs" / "pictures"
ALL = sorted(path.name for path in COMMITTED.iterdir())


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    subprocess.run([sys.executable, ROOT / "docs" / "make_pictures.py", folder], check=True)
    return folder


def test_there_is_a_file_for_each(made):
    assert sorted(path.name for path in made.iterdir()) == ALL


@pytest.mark.parametrize("name", ALL)
def test_a_picture_is_what_the_script_makes(name, made):
    told = "run `python docs/make_pictures.py`, look at the picture and commit it"
    assert (COMMITTED / name).read_bytes() == (made / name).read_bytes(), told


@pytest.mark.parametrize("name", ALL)
def test_a_picture_is_shown_somewhere(name):
    shown = re.compile(rf"pictures/{re.escape(name)}[\")\s]")
    assert any(shown.search(page.read_text("utf-8")) for page in PAGES)
