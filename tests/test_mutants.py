"""The command that changes the code of proofs: what it counts, and what it takes for explained."""

import pytest

from tests.mutants import __main__ as command
from tests.mutants.survivors import EXPLAINED, Change, counts, explained, read_diff

DIFF = """# graphpuzzles.x__mutmut_1: survived
--- graphpuzzles/x.py
+++ graphpuzzles/x.py
@@ -1,5 +1,5 @@
     here = 1
-    there = 2
+    there = 3
     return here"""
PAGE = """# Survivors
## graphpuzzles/x.py

```diff
- there = 2
+ there = 3
```

Nobody goes there, as the page says.
"""
CHANGE = Change("graphpuzzles/x.py", ("- there = 2", "+ there = 3"))


def test_a_change_is_known_by_its_lines():
    assert read_diff("graphpuzzles/x.py", DIFF) == CHANGE
    assert explained(PAGE) == {CHANGE: "Nobody goes there, as the page says."}


def test_a_change_is_shown_as_the_page_wants_it():
    assert f"## {CHANGE}" in PAGE


def test_a_survivor_without_a_reason_is_refused():
    with pytest.raises(ValueError, match="nothing is said"):
        explained(PAGE.replace("Nobody goes there, as the page says.", "Equal."))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a = 1", "a = 2", True),
        ('a = data["kind"]', 'a = data["KIND"]', True),
        ('say("one of two")', 'say("XXone of twoXX")', False),
        ("say(f'{n} of two', 1)", "say(f'{n} of two', 2)", True),
        ('a = cast("list[int]", b)', "a = cast(None, b)", False),
        ('a = cast("list[int] | None", b)', 'a = cast("XXlist[int] | NoneXX", b)', False),
        ('a = cast("list[int]", b)', 'a = cast("list[int]", None)', True),
    ],
)
def test_words_for_people_and_for_the_type_checker_do_not_count(old, new, expected):
    assert counts(Change("x.py", (f"- {old}", f"+ {new}"))) is expected


def test_the_groups_hold_all_certificates_and_rules():
    groups = command.groups()
    files = [file for names in groups.values() for file in names]
    assert len(files) == len(set(files))
    assert {"graphpuzzles/certificate.py", "graphpuzzles/puzzles/walking/rules.py"} <= set(files)
    package = command.ROOT / "graphpuzzles"
    told = {path for path in package.rglob("*.py") if "certificate" in path.stem}
    assert {path.relative_to(command.ROOT).as_posix() for path in told} <= set(files)


def test_the_tests_that_decide_are_there():
    for name in command.groups():
        for path in command.TESTS.get(name, (f"tests/puzzles/{name}",)):
            assert (command.ROOT / path).exists()


def test_every_explained_change_is_of_a_file_that_is_changed():
    files = {file for names in command.groups().values() for file in names}
    assert {change.file for change in explained(EXPLAINED.read_text("utf-8"))} <= files


@pytest.fixture
def planted(monkeypatch, tmp_path):
    """Return a function that gives the command's exit code where mutmut finds these mutants."""
    path = tmp_path / "survivors.md"
    monkeypatch.setattr(command.extras, "add", lambda _: {})
    monkeypatch.setattr(command, "EXPLAINED", path)

    def run(mutants, page):
        path.write_text(page)
        monkeypatch.setattr(command, "try_all", lambda *_: mutants)
        return command.main(["wiring"])

    return run


KILLED = [command.Mutant(CHANGE.file, "killed")] * 19


def test_a_survivor_fails_unless_it_is_explained(planted, capsys):
    survivor = command.Mutant(CHANGE.file, "survived", CHANGE)
    assert planted([*KILLED, survivor], "") == 1
    assert f"not explained: {CHANGE}" in capsys.readouterr().out
    assert planted([*KILLED, survivor], PAGE) == 0
    assert "20      19         1   95.0%" in capsys.readouterr().out


def test_an_explained_survivor_that_is_killed_fails(planted, capsys):
    assert planted(KILLED, PAGE) == 1
    assert f"explained, but killed: {CHANGE}" in capsys.readouterr().out


def test_too_many_explained_survivors_fail(planted):
    survivor = command.Mutant(CHANGE.file, "survived", CHANGE)
    assert planted([*KILLED[1:], survivor], PAGE) == 1


def test_an_unknown_folder_is_named(capsys):
    with pytest.raises(SystemExit):
        command.main(["chess"])
    assert "there is no chess; there are certificate" in capsys.readouterr().err
