"""Measuring other libraries: on small inputs, and peers that do what they should not."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.peers import __main__ as command
from tests.bench.peers import harness, page
from tests.bench.peers.harness import Options, Peer, Row, measure
from tests.bench.peers.task import Task
from tests.bench.peers.tasks import TASKS

ROOT = Path(__file__).parents[1]
QUICK = Options(quick=True, rounds=1, limit=30)
HEAD = """
from tests.bench.peers.task import Entry, Measured, MissingError, WrongAnswerError
from tests.bench.peers.by_nographs import bidirectional, breadth_first
NAME, ABOUT, DISTRIBUTION = "planted", "made for a test", None
"""


@pytest.fixture
def plant(tmp_path, monkeypatch):
    """Return a function that makes a module for a peer and measures it."""

    def planted(text, options=QUICK):
        name = f"planted_{tmp_path.name.replace('-', '_')}"
        (tmp_path / f"{name}.py").write_text(HEAD + text, "utf-8")
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        return measure(name, options)

    return planted


# What comes with the tests' own extra ----------------------------------------------------------


@pytest.mark.slow
def test_the_peers_that_are_here_agree_in_every_row(tmp_path, capsys):
    target = tmp_path / "page.md"
    names = ["ours", "nographs", "networkx", "igraph"]
    arguments = [word for name in names for word in ("--peer", name)]
    assert command.main(["--quick", *arguments, "--output", str(target)]) == 0
    assert capsys.readouterr().out == ""
    text = target.read_text("utf-8")
    rows = [line.split(" | ") for line in text.splitlines() if line.endswith("agrees |")]
    by_peer = {row[0].removeprefix("| ") for row in rows}
    assert by_peer == {"graphpuzzles, other methods", "nographs", "networkx", "igraph"}
    assert len(rows) == int(re.search(r"(\d+) rows with an answer, 0 with a fault", text)[1])
    assert all(float(number.replace(",", "")) >= 0 for row in rows for number in row[3:6])
    both = {(row[0], row[1]) for row in rows if row[2] == "built before"}
    assert ("| igraph", "`mincut`, split vertices") in both
    assert "differs" not in text.partition("## Answers that differ")[0]


def test_the_command_leaves_out_what_cannot_be_installed_and_prints_a_part(monkeypatch, capsys):
    page_before = (ROOT / "docs" / "benchmarks-peers.md").read_bytes()
    reasons = {"ms-toollib": "ERROR: no wheel <for> you"}
    monkeypatch.setattr(command.extras, "add", {"bench": reasons}.get)
    assert command.main(["--peer", "ms_toollib", "--install"]) == 0
    told = capsys.readouterr().out
    assert "- ms_toollib: ERROR: no wheel &lt;for> you" in told
    assert "Nothing was measured." in told
    assert (ROOT / "docs" / "benchmarks-peers.md").read_bytes() == page_before


def test_without_a_folder_the_programs_are_left_out(monkeypatch, capsys):
    monkeypatch.setenv("GRAPHPUZZLES_BASELINES", "")
    assert command.main(["--peer", "cpp", "--quick"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"- cpp: .*(GRAPHPUZZLES_BASELINES|no g\+\+|resource)", told)


def test_the_benchmarks_are_found_by_the_command_of_the_pages():
    command = "pytest tests/bench --benchmark-only"
    assert command in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    done = subprocess.run(
        [sys.executable, "-m", *command.split(), "--collect-only", "-q"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    found = {line.partition("::")[0] for line in done.stdout.splitlines() if "::" in line}
    assert found == {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "tests/bench").glob("bench_*.py")
    }


# Peers that do not behave ----------------------------------------------------------------------


def test_a_peer_that_is_not_there_is_left_out_with_the_reason(plant):
    peer = plant("import no_such_module")
    assert peer.missing == "ModuleNotFoundError: No module named 'no_such_module'"
    assert "- planted" not in page.write([peer], QUICK).partition("Not measured")[0]


def test_a_peer_that_lacks_something_says_what(plant):
    assert plant("raise MissingError('no compiler')").missing == "no compiler"


def test_a_peer_whose_import_ends_the_process_is_left_out(plant):
    peer = plant("import os, sys; print('no licence', file=sys.stderr); os._exit(3)")
    assert peer.missing == "its process exited with 3: no licence"


def test_a_peer_whose_import_never_ends_is_left_out(plant, monkeypatch):
    monkeypatch.setattr(harness, "START", 0.1)
    assert plant("import time; time.sleep(600)").missing == "not started within 0.1 s"


WRONG = [
    ("board breadth-first", "breadth_first(given)[:1]", "does not lead from the start"),
    ("board breadth-first", "[given.start, given.goal]", "takes a step that there is not"),
    ("board breadth-first", "None", "None instead of "),
    ("board breadth-first", "7", "cannot be read as an answer: TypeError"),
    ("cut 40", "Cut(1)", "1 instead of "),
    ("cut 40", "Cut(1, lambda: [0])", "breaks the rules: blue gets through"),
    ("cut 40", "Cut(1, lambda: range(16))", "its cut costs 64, not 1"),
    ("wiring 10%", "[1] * 3", "3 of 3 boards, first 1 instead of "),
    ("wiring 10%", "[[((0, 0), (0, 1))]] * 3", "breaks the rules: "),
    ("count all", "[-1] * 3", "3 of 3 boards, first -1 instead of "),
    ("mines expert", "[dict.fromkeys(game.hidden, 2.0) for game in given]", "by up to 2"),
    ("mines contest", "[(0, -1)] * 20", "20 of 20 boards"),
    ("mines decided", "[((), ())] * 3", "of 3 boards"),
    ("mines layout", "[() for game in given]", "a layout of 0 mines, not 8"),
    ("mines layout", "[game.hidden[:8] for game in given]", "a layout that breaks the clue"),
    ("snakes", "{'states': 1}", "1 states instead of "),
]


@pytest.fixture(scope="module")
def wrong_answers(tmp_path_factory):
    """Return a peer that gives all these answers, each as an entry of its own."""
    folder = tmp_path_factory.mktemp("wrong")
    entries = [f"Entry({task!r}, 'guess', lambda given: {answer})" for task, answer, _ in WRONG]
    text = f"{HEAD}from tests.bench.peers.cut_tasks import Cut\nENTRIES = [{', '.join(entries)}]"
    (folder / "wrong_answers.py").write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        return measure("wrong_answers", QUICK)


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_a_wrong_answer_is_found(number, wrong_answers):
    assert WRONG[number][2] in wrong_answers.rows[number].wrong


def test_wrong_answers_are_shown(wrong_answers):
    text = page.write([wrong_answers], QUICK)
    shown = [line for line in text.splitlines() if line.startswith("| planted | guess ")]
    for row in wrong_answers.rows:
        cell = f"| **differs**: {page.escaped(row.wrong)} |"
        assert sum(line.endswith(cell) for line in shown) >= 1
    assert len(shown) == len(WRONG)
    count = len(WRONG)
    assert f"{count} rows with an answer, {count} with a fault, 0 stopped." in text


ODD = """
import time
answers = iter([False, True])
def at_first(given): return None if next(answers, False) else breadth_first(given)
def own(given): return Measured(breadth_first(given), 1.4)
def burn():
  while time.process_time() < limit: pass
def build(given):
  global limit
  limit = time.process_time() + 0.1
  burn()
  return given
ENTRIES = [
  Entry('board breadth-first', 'right at first', at_first),
  Entry('board breadth-first', 'names its time', own),
  Entry('board breadth-first', 'builds', breadth_first, build),
]
"""


def test_answers_are_looked_at_and_timed_in_every_round_while_that_is_not_too_long(plant):
    peer = plant(ODD, Options(quick=True, rounds=5, enough=3.0))
    first, own, whole, rest = peer.rows
    assert first.wrong.startswith("None instead of")
    # An answer may name its own time; few calls are made where one takes long.
    assert (own.theirs, own.runs, own.wrong) == ([1.4] * 3, 2, None)
    # What is built before is built once and not timed.
    assert min(whole.theirs) >= 0.1 > max(rest.theirs)
    assert (whole.runs, rest.runs) == (5, 5)


def test_what_fails_or_ends_the_process_does_not_keep_the_others_from_being_measured(plant):
    peer = plant(
        "import os\n"
        "def fail(given): raise RuntimeError('one\\ntwo')\n"
        "ENTRIES = [Entry('board breadth-first', 'raises', fail),\n"
        "  Entry('board breadth-first', 'aborts', lambda given: os.abort()),\n"
        "  Entry('board breadth-first', 'prints', lambda g: (print('x'), breadth_first(g))[1])]"
    )
    raises, aborts, prints = peer.rows
    assert raises.failed == "RuntimeError: one"
    assert "its process e" in aborts.failed
    assert (prints.failed, prints.wrong, prints.runs) == (None, None, 1)
    text = page.write([peer], QUICK)
    assert "| **failed**: RuntimeError: one |" in text


@pytest.mark.skipif(sys.platform != "linux", reason="no CPU time of other processes")
def test_a_call_over_the_limit_is_stopped_and_shown_as_such(plant):
    options = Options(quick=True, rounds=1, limit=0.3)
    peer = plant(
        "def spin(given):\n"
        "  while True: pass\n"
        "ENTRIES = [Entry('board breadth-first', 'spins', spin, lambda given: given)]",
        options,
    )
    assert [(row.built, row.over) for row in peer.rows] == [(False, 0.3), (True, 0.3)]
    text = page.write([peer], options)
    assert text.count("| > 300 |") == 2
    assert "0 rows with an answer, 0 with a fault, 2 stopped." in text


def test_a_call_that_hangs_is_given_up(plant):
    options = Options(quick=True, rounds=1, limit=0.5, patience=5)
    peer = plant(
        "import time\n"
        "ENTRIES = [Entry('board breadth-first', 'sleeps', lambda given: time.sleep(600)),\n"
        "  Entry('board breadth-first', 'works', breadth_first)]",
        options,
    )
    assert [row.failed for row in peer.rows] == ["the library hangs", None]


# The page --------------------------------------------------------------------------------------


def test_a_row_counts_what_comes_after_the_warm_up():
    row = Row("p", "cut 40", "w", built=False, ours=[9, 1, 3, 2], theirs=[9, 4, 8, 6])
    assert (row.our_seconds, row.their_seconds, row.ratio, row.runs) == (2, 6, 3, 3)
    assert Row("p", "cut 40", "w", built=False, ours=[2], theirs=[4]).ratio == 2
    assert Row("p", "cut 40", "w", built=False).ratio is None


def test_who_is_faster_is_named():
    slow = Row("slow", "cut 40", "w", built=False, ours=[1, 1], theirs=[4, 4])
    fast = Row("fast", "cut 40", "v", built=True, ours=[1, 1], theirs=[0.25, 0.25])
    text = page.write([Peer("a", "slow", rows=[slow]), Peer("b", "fast", rows=[fast])], Options())
    named = re.search(r"Faster than .*?:\n\n(.*?)\n\n", text, re.DOTALL)[1]
    assert named == "- fast, v, built before: 0.25 (40 x 40 cells, 400 regions)"


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (1234.5, 3, "1,230"),
        (0.9996, 3, "1.00"),
        (0.0123, 2, "0.012"),
        (7, 2, "7.0"),
        (99.6, 2, "100"),
        (0, 2, "0"),
    ],
)
def test_numbers_have_so_many_figures(value, digits, text):
    assert page.figure(value, digits) == text


def test_every_table_is_whole():
    text = (ROOT / "docs" / "benchmarks-peers.md").read_text("utf-8")
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    for table in tables:
        cells = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(cells) == 1
    assert len(tables) > 20


@pytest.mark.parametrize("name", TASKS)
def test_the_inputs_are_the_same_for_the_same_seed(name):
    task = TASKS[name]
    assert isinstance(task, Task)
    one, other = task.small(3), task.small(3)
    assert task.value(one, task.ours(one)) == task.value(other, task.ours(other))
