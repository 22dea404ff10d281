"""Puzzles of other packages: found by their entry points, and only when they are needed."""

from dataclasses import dataclass
from importlib.metadata import EntryPoint

import pytest

from graphpuzzles import PUZZLES, load, puzzle_names, puzzles
from graphpuzzles.certificate import Certificate
from graphpuzzles.cli import main
from graphpuzzles.errors import PuzzleError
from graphpuzzles.puzzles import GROUP
from graphpuzzles.puzzles._template import DigitDescent

DESCENT = "graphpuzzles.puzzles._template:DigitDescent"


@pytest.fixture
def add(monkeypatch):
    """Add entry points, name and value each."""

    def do(*points):
        found = [EntryPoint(name, value, GROUP) for name, value in points]
        monkeypatch.setattr(puzzles, "_entry_points", lambda: found)

    return do


def test_an_added_puzzle_is_found_behind_the_built_in_ones(add, capsys, tmp_path):
    add(("digit-descent", DESCENT))
    assert puzzle_names() == [*PUZZLES, "digit-descent"]
    assert load("digit-descent") is DigitDescent
    file = tmp_path / "digits.txt"
    file.write_text("2\n019\n281\n")
    assert main(["solve", "digit-descent", str(file)]) == 0
    assert capsys.readouterr().out == "10\n"
    assert main(["list"]) == 0
    assert "digit-descent\n  methods  auto, table, dijkstra\n" in capsys.readouterr().out


class Unplaced(DigitDescent):
    """Its reader says what is wrong with a grid and not where."""

    name = "unplaced"

    @classmethod
    def read(cls, lines, *, source=None):
        for grid in super().read(lines, source=source):
            if "5" in grid.rows[0]:
                raise PuzzleError("no fives, please")
            yield grid


def test_an_error_without_a_place_gets_the_number_of_the_dataset(add, capsys, tmp_path):
    add(("unplaced", f"{__name__}:Unplaced"))
    file = tmp_path / "digits.txt"
    file.write_text("1\n4\n1\n5\n")
    assert main(["solve", "unplaced", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == "4\n"
    assert err == f"graphpuzzles: {file}: dataset 2: no fives, please\n"


def test_built_in_puzzles_never_look_at_installed_packages(monkeypatch, capsys, tmp_path):
    def look():
        pytest.fail("looked at the installed packages")

    monkeypatch.setattr(puzzles, "_entry_points", look)
    for name in PUZZLES:
        assert load(name).name == name
    file = tmp_path / "board.txt"
    file.write_text("3\nAAB\nACD\nCCD\n")
    assert main(["solve", "connecting-game", str(file)]) == 0
    assert capsys.readouterr().out == "4\n"


def test_a_built_in_name_cannot_be_taken_over(add):
    add(("snake", DESCENT))
    assert load("snake").__name__ == "Snake"
    assert puzzle_names() == list(PUZZLES)


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ([], "there is no puzzle 'chess'; there are connecting-game,"),
        ([("chess", "nowhere_at_all:Chess")], "'chess' cannot be loaded: No module named"),
        ([("chess", "graphpuzzles:Chess")], "'chess' cannot be loaded: module 'graphpuzzles'"),
        ([("chess", "graphpuzzles.limits:Limits")], "Limits is no puzzle with the name 'chess'"),
        ([("chess", "graphpuzzles:load")], "graphpuzzles:load is no puzzle with the name"),
        ([("chess", "graphpuzzles:Puzzle")], "graphpuzzles:Puzzle is no puzzle with the name"),
        ([("chess", DESCENT)], "DigitDescent is no puzzle with the name 'chess'"),
        ([("chess", "a:Chess"), ("chess", "b:Chess")], "is added twice, by a:Chess and b:Chess"),
    ],
)
def test_what_cannot_be_loaded_is_named(add, points, told):
    add(*points)
    with pytest.raises(ValueError, match="chess") as caught:
        load("chess")
    assert told in str(caught.value)


def test_a_package_may_fail_in_any_way(add, monkeypatch, tmp_path):
    (tmp_path / "slipped_here.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    add(("chess", "slipped_here:Chess"))
    with pytest.raises(ValueError, match="'chess' cannot be loaded: division by zero"):
        load("chess")


def test_a_puzzle_that_cannot_be_loaded_does_not_hide_the_others(add, capsys):
    add(("chess", "nowhere_at_all:Chess"), ("digit-descent", DESCENT))
    assert main(["list"]) == 0
    shown = capsys.readouterr().out
    assert "chess\n  the puzzle 'chess' cannot be loaded: No module" in shown
    assert "digit-descent\n  methods" in shown


def test_the_command_names_added_puzzles_where_a_name_is_wrong(add, capsys):
    add(("digit-descent", DESCENT))
    with pytest.raises(SystemExit) as caught:
        main(["solve", "chess"])
    assert caught.value.code == 2
    assert "digit-descent" in capsys.readouterr().err


@dataclass(frozen=True)
class LowDigits(Certificate[int]):
    """A bound of one's own: no cell costs less than the least digit."""

    least: int

    def proves(self, puzzle, _limits):
        return self.least * (len(puzzle.rows) + len(puzzle.rows[0]) - 1)

    def to_dict(self):
        return {"least": self.least}

    @classmethod
    def from_dict(cls, data):
        return cls(**data)


class Trivial(LowDigits):
    """A class whose name is taken."""


class OwnProof(DigitDescent):
    @classmethod
    def certificates(cls):
        return LowDigits, Trivial


def solution_with(certificate):
    puzzle = OwnProof(("11", "91"))
    data = puzzle.solve().to_dict()
    data["certificate"] = {"strength": "proof", **certificate}
    return OwnProof.solution_from_dict(data)


def test_a_certificate_of_a_class_of_ones_own_comes_back_from_json():
    solution = solution_with({"type": "LowDigits", "least": 1})
    assert solution.certificate() == LowDigits(1)
    assert solution.verify()


def test_a_certificate_of_the_package_keeps_its_name():
    assert not isinstance(solution_with({"type": "Trivial"}).certificate(), LowDigits)


def test_a_certificate_of_another_puzzle_is_unknown():
    with pytest.raises(ValueError, match="there is no certificate class 'HighDigits'"):
        solution_with({"type": "HighDigits", "least": 1})
