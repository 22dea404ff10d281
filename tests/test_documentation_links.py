"""Links between the Markdown pages lead somewhere; those of the reference are left to Sphinx."""

import re
from pathlib import Path

import pytest

from tests.test_documentation import PAGES, ROOT

CODE = re.compile(r"^( *)```.*?^\1```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^()\s]+)\)|\bsrc=\"([^\"]+)\"")
MADE = {"gallery/index"}  # by Sphinx, from examples/


def slugs(text):
    """Return the anchors of a page's headings, as GitHub and MyST make them."""
    headings = re.findall(r"^#+ (.+)$", CODE.sub(" ", text), re.MULTILINE)
    words = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {word.strip().replace(" ", "-") for word in words}


def broken_links(page, text):
    """Yield the targets of a page's links that do not exist."""
    for link in LINK.finditer(CODE.sub(" ", text)):
        target = link[1] or link[2]
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = page.parent / name if name else page
        if name in MADE and page.parent == ROOT / "docs":
            continue
        known = path.is_file() and (not anchor or anchor in slugs(path.read_text("utf-8")))
        if not known and not (path == page and anchor in slugs(text)):
            yield target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page):
    assert list(broken_links(page, page.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("[a](docs/start.md) ![b](docs/pictures/five.svg) [c](https://x.example/none)", []),
        ("[a](docs/nowhere.md)", ["docs/nowhere.md"]),
        ('<img src="docs/pictures/six.svg">', ["docs/pictures/six.svg"]),
        ("[a](docs)", ["docs"]),
        ("# Two words, and more\n\n[a](#two-words-and-more) [b](#three-words)", ["#three-words"]),
        ("[a](docs/start.md#install) [b](docs/start.md#none)", ["docs/start.md#none"]),
        ("```sh\n[a](nowhere.md)\n```\n`[b](nowhere.md)`", []),
    ],
)
def test_broken_links_are_found(text, broken):
    assert list(broken_links(ROOT / "README.md", text)) == broken


def test_no_page_is_forgotten():
    """Every page is in the table of contents of another one."""
    pages = {path.stem for path in Path(ROOT / "docs").glob("*.md")} - {"index"}
    told = set()
    for path in (ROOT / "docs").glob("*.md"):
        for block in re.findall(r"```\{toctree\}\n(.*?)```", path.read_text("utf-8"), re.DOTALL):
            lines = [line.strip() for line in block.splitlines()]
            told |= {re.sub(r".*<(.*)>", r"\1", line) for line in lines if line[:1] != ":"}
    assert pages - told == set()


def test_no_module_is_forgotten_in_the_reference():
    listed = (ROOT / "docs" / "reference" / "index.md").read_text("utf-8").split()
    modules = {
        path.stem
        for path in (ROOT / "graphpuzzles").iterdir()
        if (path.suffix == ".py" or (path / "__init__.py").is_file()) and path.stem[0] != "_"
    }
    assert {f"graphpuzzles.{module}" for module in modules} <= set(listed)


CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PATHS = re.compile(r"`((?:\w|\.\w)[\w./-]*/[\w.-]*)`")


@pytest.mark.parametrize("path", sorted(set(PATHS.findall(CONTRIBUTING))))
def test_contributors_are_told_of_files_that_are_there(path):
    below = ("graphpuzzles", "graphpuzzles/puzzles/snake")
    places = (ROOT / path, *(ROOT / folder / path for folder in below))
    assert any(place.exists() for place in places)


def test_each_walk_opens_six_files_at_most():
    part = CONTRIBUTING.partition("## Four walks")[2].partition("\n## ")[0]
    files = [set(PATHS.findall(walk)) for walk in part.split("\n### ")[1:]]
    assert len(files) == 4
    assert all(3 <= len(names) <= 6 for names in files), files
