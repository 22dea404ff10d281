"""The code blocks of the Markdown pages are run, and do what the page says.

- ``pycon``: a session, compared as a doctest; ``python``: a program. The blocks of a page share
  their names, from top to bottom.
- ``console``: commands after ``$``, run in an empty folder that the page's blocks share, by bash
  unless they are ``graphpuzzles`` and arguments alone; they must print what the page shows.
- a second word after the language names a file of that folder, to which the block is added. A
  package described by ``pyproject.toml`` counts as installed.
- any other language (``sh``, ``text`` ...) is for the eye alone.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from graphpuzzles.cli import main

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/reference/*.md")])
BLOCK = re.compile(r"^( *)```(\w+)(?: ([\w.-]+))?\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
PLAIN = re.compile(r"graphpuzzles [^|<>&;$`]*")  # nothing that only a shell understands
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def run_page(text, name, folder):
    """Run the blocks of a page and return what differs from the page, one text a fault."""
    names = {"__name__": "__main__"}
    faults = []
    for block in BLOCK.finditer(text):
        indent, language, file, lines = block.groups()
        code = re.sub(f"^{indent}", "", lines, flags=re.MULTILINE)
        line = text.count("\n", 0, block.start()) + 1
        if file:
            add_to_file(folder / file, code)
        elif language == "python":
            exec(compile("\n" * line + code, name, "exec"), names)  # noqa: S102 - our own pages
        elif language == "pycon":
            test = doctest.DocTestParser().get_doctest(code, names, name, name, line)
            runner = doctest.DocTestRunner(optionflags=OPTIONS)
            runner.run(test, out=faults.append, clear_globs=False)
            names = test.globs
        elif language == "console":
            faults.extend(run_session(code, line, folder))
    return faults


def add_to_file(path, text):
    """Add a block to a file; do what ``pip install --editable`` does, apart from building."""
    before = f"{path.read_text('utf-8')}\n\n" if path.exists() else ""
    path.write_text(before + text, "utf-8")
    if path.name != "pyproject.toml":
        return
    project = tomllib.loads(text)["project"]
    told = path.with_name(f"{project['name'].replace('-', '_')}-{project['version']}.dist-info")
    told.mkdir()
    for key in ("name", "version"):
        with (told / "METADATA").open("a", encoding="utf-8") as file:
            file.write(f"{key.title()}: {project[key]}\n")
    with (told / "entry_points.txt").open("w", encoding="utf-8") as file:
        for group, points in project["entry-points"].items():
            file.write(f"[{group}]\n")
            file.writelines(f"{name} = {value}\n" for name, value in points.items())


def run_session(code, line, folder):
    """Yield a text for each command whose output is not what the block shows."""
    _before, *steps = re.split(r"^\$ ", code, flags=re.MULTILINE)
    for step in steps:
        # A command goes on where a line ends in a backslash.
        command, shown = re.match(r"((?:[^\n]*\\\n)*[^\n]*)\n(.*)", step, re.DOTALL).groups()
        told = (by_main if PLAIN.fullmatch(command) else by_bash)(command, folder)
        if not doctest.OutputChecker().check_output(shown, told, OPTIONS):
            yield f"the block in line {line}: $ {command}\nshown:\n{shown}\nprinted:\n{told}"


def by_main(command, folder):
    """Return what the command prints when it is called in this process, which saves its start."""
    told = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="")
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(told),
        contextlib.redirect_stderr(told),
    ):
        main(shlex.split(command)[1:])
    told.flush()
    return told.buffer.getvalue().decode()


def by_bash(command, folder):
    """Return what bash prints, for whom this environment and the folder come first."""
    own = Path(sys.executable).parent
    environment = os.environ | {
        "PATH": f"{own}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}".rstrip(os.pathsep),
    }
    return subprocess.run(
        ["bash", "-c", command],  # noqa: S607 - the reader's shell is on the path too
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        text=True,
        encoding="utf-8",
    ).stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="console blocks need bash")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_is_true(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    faults = run_page(page.read_text("utf-8"), str(page), tmp_path)
    assert not faults, "\n".join(faults)


TRUE = """
```python
x = 40
```
1. In a list:

   ```pycon
   >>> x += 2
   >>> x
   42
   ```
```pycon
>>> x
42
```
```console
$ echo one > file
$ cat \\
  file
one
$ python -c 'print(1); print(2)'
1
2
```
```sh
false
```
"""


def test_a_true_page_has_no_faults(tmp_path):
    assert run_page(TRUE, "page", tmp_path) == []


@pytest.mark.parametrize(
    "block",
    [
        "```pycon\n>>> 1 + 1\n3\n```\n",
        "```pycon\n>>> 1 / 0\n1\n```\n",
        "  ```pycon\n  >>> 1 + 1\n  3\n  ```\n",
        "```console\n$ echo one\ntwo\n```\n",
        "```console\n$ echo one\n```\n",
        "```console\n$ true\none\n```\n",
        "```console\n$ no-such-command\n```\n",
    ],
)
def test_an_untrue_page_is_found(block, tmp_path):
    assert run_page(block, "page", tmp_path) != []


def test_a_program_that_fails_is_found(tmp_path):
    with pytest.raises(ZeroDivisionError):
        run_page("```python\n1 / 0\n```\n", "page", tmp_path)


def test_the_citation_names_the_current_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    citation = (ROOT / "CITATION.cff").read_text("utf-8").splitlines()
    assert f"version: {project['version']}" in citation
    assert f"license: {project['license']}" in citation
