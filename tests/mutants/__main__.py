"""Change the code of certificates and rules, one place at a time, and see that a test notices.

The changes are made and run by mutmut, on both cores, in a copy of the project. The tests of the
folder that mirrors the changed one decide. A change that no test notices is a survivor: it is
shown, and fails the command unless survivors.md says why it changes nothing.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tests import extras
from tests.mutants.survivors import EXPLAINED, Change, counts, explained, read_diff

ROOT = Path(__file__).parents[2]
GOAL = 95  # per cent
CHANGED = ("certificate.py", "puzzles/*/*certificate*.py", "puzzles/*/rules.py")
# Folders whose tests decide together, else each has its own.
TOGETHER = {"snake": "walking", "hexerpent": "walking"}
TESTS = {
    "certificate": ("tests/test_certificate.py", "tests/test_registry.py"),
    "walking": ("tests/puzzles/walking", "tests/puzzles/snake", "tests/puzzles/hexerpent"),
}
SETTINGS = """
[tool.mutmut]
source_paths = ["graphpuzzles/"]
only_mutate = {files}
pytest_add_cli_args_test_selection = {tests}
pytest_add_cli_args = ["-p", "no:benchmark"]
# What is said of a fault is for people; that one is raised is for the tests.
do_not_mutate_patterns = ['\\braise\\b', '\\brefuse\\(', '\\w+Error\\(']
use_git_change_detection = false
# An endless loop is one after four times the time that the tests need.
timeout_multiplier = 4.0
"""
KILLED = {"killed", "timeout", "segfault"}  # an endless loop is noticed too
# On a busy machine a change of no consequence can take too long as well.
UNSURE = "timeout"


@dataclass(frozen=True)
class Mutant:
    """One change that was tried, with what became of it."""

    file: str
    status: str
    change: Change | None = None


def groups():
    """Return the files that are changed, by the folder whose tests decide."""
    found = {}
    package = ROOT / "graphpuzzles"
    for path in sorted({path for pattern in CHANGED for path in package.glob(pattern)}):
        name = path.parent.name if path.parent != package else path.stem
        found.setdefault(TOGETHER.get(name, name), []).append(path.relative_to(ROOT).as_posix())
    return found


def try_all(name, files, jobs):
    """Return every mutant of a group."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Path(folder)
        for part in ("graphpuzzles", "tests"):
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        tests = TESTS.get(name, (f"tests/puzzles/{name}",))
        settings = SETTINGS.format(files=list(files), tests=list(tests))
        project = (ROOT / "pyproject.toml").read_text("utf-8")
        (copy / "pyproject.toml").write_text(project + settings, "utf-8")
        told = mutmut(copy, "run", "--max-children", str(jobs))
        if told.returncode != 0:
            sys.exit(f"mutmut could not try {name}:\n{told.stdout[-5000:]}")
        listed = mutmut(copy, "results", "--all", "true").stdout
        # What a session shows of a certificate is no part of a proof.
        pairs = re.findall(r"^ +((?!\S*__(?:repr|str)__)\S+): (.*)$", listed, re.MULTILINE)
        return [read_mutant(copy, *pair) for pair in pairs]


def read_mutant(copy, name, status):
    file = f"{name.rpartition('.')[0].replace('.', '/')}.py"
    if status in KILLED and status != UNSURE:
        return Mutant(file, status)
    return Mutant(file, status, read_diff(file, mutmut(copy, "show", name).stdout))


def mutmut(copy, *arguments):
    """Run mutmut in a copy of the project, where nothing of the checkout comes first."""
    return subprocess.run(
        [sys.executable, "-m", "mutmut", *arguments],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )


def table(mutants, known):
    """Return a line for each file and one for all: mutants, noticed, explained, score."""
    lines = [f"{'file':58}{'mutants':>8}{'killed':>8}{'explained':>10}{'score':>8}"]
    names = sorted({mutant.file for mutant in mutants})
    for name in [*names, "all"]:
        own = [mutant for mutant in mutants if name in {mutant.file, "all"}]
        killed = sum(mutant.status in KILLED for mutant in own)
        excused = sum(mutant.change in known and mutant.status not in KILLED for mutant in own)
        score = 100 * killed / max(1, len(own))
        lines.append(f"{name:58}{len(own):>8}{killed:>8}{excused:>10}{score:>7.1f}%")
    return "\n".join(lines)


def main(arguments=None):
    asked = parse(arguments)
    if sys.platform == "win32":
        sys.exit("mutmut needs a system that can fork")
    if extras.add("mutants"):
        return 1
    mutants = []
    for name in asked.groups:
        sys.stderr.write(f"{name} ...\n")
        mutants += try_all(name, groups()[name], asked.jobs)
    mutants = [mutant for mutant in mutants if mutant.change is None or counts(mutant.change)]
    known = explained(EXPLAINED.read_text("utf-8"))
    survivors = Counter(mutant.change for mutant in mutants if mutant.status not in KILLED)
    tried = {mutant.file for mutant in mutants}
    told = {mutant.change for mutant in mutants}
    gone = [change for change in known if change.file in tried and change not in told]
    unexplained = [change for change in survivors if change not in known]
    for title, changes in (("not explained", unexplained), ("explained, but killed", gone)):
        for change in changes:
            sys.stdout.write(f"{title}: {change}\n\n")
    sys.stdout.write(f"{table(mutants, known)}\n")
    score = 100 * (1 - survivors.total() / max(1, len(mutants)))
    return int(bool(unexplained or gone) or score < GOAL)


def parse(arguments):
    parser = argparse.ArgumentParser(prog="run.py mutants", description=__doc__)
    known = list(groups())
    parser.add_argument(
        "groups", nargs="*", default=known, metavar="FOLDER", help=f"of {', '.join(known)}"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.groups) - set(known):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    return asked


if __name__ == "__main__":
    sys.exit(main())
