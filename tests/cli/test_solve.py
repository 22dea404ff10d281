"""``graphpuzzles solve``, ``count``, ``check`` and ``verify``, as a user starts them."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from graphpuzzles import ConnectingGame, Limits
from graphpuzzles.certificate import Certificate
from graphpuzzles.cli import main
from graphpuzzles.errors import LimitError, NoSolutionError
from graphpuzzles.limits import UNLIMITED
from graphpuzzles.puzzle import Solution

DATA = Path(__file__).parents[1] / "data"
BOARD = "3\nAAB\nACD\nCCD\n"


@pytest.fixture
def board(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    return str(path)


SETS = ("snake", "hexerpent", "manhattan_wiring", "minesweeper")
CASES = [
    *((path, ()) for path in sorted(DATA.glob("connecting_game/*.in"))),
    *((path, ("--ask", "winner")) for path in sorted(DATA.glob("connecting_game_div1/*.in"))),
]


@pytest.mark.parametrize(
    ("name", "path"),
    [
        pytest.param(name.replace("_", "-"), path, id=f"{name}-{path.stem}")
        for name in SETS
        for path in sorted(DATA.glob(f"{name}/*.in"))
    ],
)
def test_cases_of_the_other_puzzles_byte_for_byte(name, path, capsysbinary):
    assert main(["solve", name, str(path)]) == 0
    assert capsysbinary.readouterr().out == path.with_suffix(".out").read_bytes()


@pytest.mark.parametrize(("path", "options"), CASES, ids=lambda x: getattr(x, "stem", None))
def test_published_cases_byte_for_byte(path, options, capsysbinary):
    assert main(["solve", "connecting-game", str(path), *options]) == 0
    assert capsysbinary.readouterr().out == path.with_suffix(".out").read_bytes()


def test_an_error_in_a_later_dataset_leaves_the_lines_before_it(capsys, tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(BOARD + "2\nAA\nB\n")
    assert main(["solve", "connecting-game", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == "4\n"
    place = f"{path}: line 7, column 1"
    assert err == f"graphpuzzles: {place}: expected a row of 2 labels, found a row of 1\n"


def test_json_is_one_object_a_line(board, capsys):
    assert main(["solve", "connecting-game", board, "--json", "--method", "layers"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert list(data) == ["dataset", "method", "status", "value", "bounds", "answer", "stats"]
    assert (data["dataset"], data["value"], data["method"]) == (1, 4, "layers")
    assert data["answer"]["labels"] == ["B", "C"]


def test_a_limit_prints_a_question_mark_and_exits_3(board, capsys):
    assert main(["solve", "connecting-game", board, "--max-states", "2"]) == 3
    out, err = capsys.readouterr()
    assert out == "?\n"
    assert err == (
        "graphpuzzles: dataset 1: gave up (max_states); the value is at least 0, at most unknown\n"
    )
    assert main(["check", "connecting-game", board, "--max-states", "2"]) == 3


def test_timing_goes_to_stderr_so_that_output_stays_the_same(board, capsys):
    assert main(["solve", "connecting-game", board, "--timing"]) == 0
    out, err = capsys.readouterr()
    assert out == "4\n"
    assert err.startswith("dataset 1: ")


def test_check_prints_a_table(board, capsys):
    assert main(["check", "connecting-game", board]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "dataset 1: 4 (confirmed)"
    assert lines[1].split() == ["dual", "planar", "duality", "solved", "4,", "proof", "verified"]


def test_check_can_compare_some_methods_and_speak_json(board, capsys):
    assert main(["check", "connecting-game", board, "--methods", "dual,layers", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["confirmed"] is False
    assert [run["method"] for run in data["runs"]] == ["dual", "layers"]


def test_a_stranger_verifies_a_proof(board, tmp_path, capsys):
    assert main(["solve", "connecting-game", board, "--proof"]) == 0
    proof = tmp_path / "proof.jsonl"
    proof.write_text(capsys.readouterr().out)
    assert main(["verify", str(proof)]) == 0
    assert capsys.readouterr().out == "line 1: 4, proof verified (ContactDistances(3 x 3 cells))\n"
    proof.write_text(proof.read_text().replace('"value": 4', '"value": 3'))
    assert main(["verify", str(proof)]) == 4
    err = capsys.readouterr().err
    assert err.startswith(f"graphpuzzles: {proof}: line 1: ")
    assert "the value claimed is 3" in err


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_nothing_is_no_proof(text, tmp_path, capsys):
    path = tmp_path / "proof.jsonl"
    path.write_text(text)
    assert main(["verify", str(path)]) == 2
    assert capsys.readouterr().err == f"graphpuzzles: {path}: there is nothing to verify\n"


@pytest.mark.parametrize("text", ["x", "3", "[]", "{}", '{"puzzle": {"name": "x"}}', "[" * 10**5])
def test_a_file_that_is_no_proof(text, tmp_path, capsys):
    path = tmp_path / "proof.jsonl"
    path.write_text(text)
    assert main(["verify", str(path)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"graphpuzzles: {path}: line 1: ")
    assert err.count("\n") == 1


def lines_of(board, capsys, *options):
    main(["solve", "connecting-game", board, "--proof", *options])
    return capsys.readouterr().out


WORST = [
    (["right"], 0, []),
    (["right", "gave up", "right"], 3, ["line 2: limit, at least 0: there is no certificate"]),
    (["gave up", "twice", "right"], 2, ["line 1: limit", "line 2: an object names 'value' twice"]),
    (["wrong", "right", "gave up"], 4, ["line 1: the certificate proves 4", "line 3: limit"]),
    (["twice", "wrong", "gave up"], 4, ["line 1: an object", "line 2: the", "line 3: limit"]),
]


def test_lines_that_are_no_json_are_told_with_their_place(tmp_path, capsys):
    path = tmp_path / "answers.txt"
    path.write_text("4 4\n")
    assert main(["verify", str(path)]) == 2
    assert capsys.readouterr().err == (
        f"graphpuzzles: {path}: line 1: this is no JSON (column 3: Extra data): '4 4'\n"
    )


@pytest.mark.parametrize(("kinds", "code", "messages"), WORST)
def test_verify_reads_all_and_its_exit_code_tells_the_worst(
    kinds, code, messages, board, tmp_path, capsys
):
    right = lines_of(board, capsys)
    kinds_of_line = {
        "right": right,
        "wrong": right.replace('"value": 4', '"value": 3'),
        "twice": right.replace('"value": 4', '"value": 4, "value": 4'),
        "gave up": lines_of(board, capsys, "--max-states", "2"),
    }
    path = tmp_path / "proofs"
    path.write_text("".join(kinds_of_line[kind] for kind in kinds))
    assert main(["verify", str(path)]) == code
    out, err = capsys.readouterr()
    told = [f"line {n}: 4, proof verified" for n, kind in enumerate(kinds, 1) if kind == "right"]
    assert [line.partition(" (")[0] for line in out.splitlines()] == told
    assert all(
        line.startswith(f"graphpuzzles: {path}: {message}")
        for line, message in zip(err.splitlines(), messages, strict=True)
    )


def test_what_cannot_be_read_at_all_ends_verify_and_hides_nothing_before_it(
    board, tmp_path, capsys
):
    right = lines_of(board, capsys)
    path = tmp_path / "proofs"
    path.write_bytes(right.replace('"value": 4', '"value": 3').encode() + b"\xff\n")
    assert main(["verify", str(path)]) == 4
    assert f"{path}: line 2, column 1: expected text in UTF-8" in capsys.readouterr().err
    path.write_bytes(right.encode() + b"\xff\n")
    assert main(["verify", str(path)]) == 2


@pytest.mark.parametrize("place", ["status", "type", "method", "puzzle name", "label"])
def test_what_a_stranger_wrote_is_repeated_in_part_and_in_one_line(place, board, tmp_path, capsys):
    data = json.loads(lines_of(board, capsys))
    hostile = "\x1b[2J\n x" * 10**5
    match place:
        case "type":
            data["certificate"]["type"] = hostile
        case "puzzle name":
            data["puzzle"]["name"] = hostile
        case "label":
            data["answer"]["labels"] = [hostile]
        case _:
            data[place] = hostile
    path = tmp_path / "proofs"
    path.write_text(json.dumps(data))
    code = main(["verify", str(path)])
    out, err = capsys.readouterr()
    told = (out + err)[:-1]
    assert code == (0 if place == "method" else 4 if place == "label" else 2)
    assert told.isprintable()
    assert len(told) < 400 + len(str(path))


def test_a_check_has_limits_by_default_and_takes_others(board, tmp_path, capsys, monkeypatch):
    path = tmp_path / "proofs"
    path.write_text(lines_of(board, capsys))
    given = []

    def claims(_solution, limits):
        given.append(limits)
        raise LimitError("max_states", "nothing was looked at")

    monkeypatch.setattr(Solution, "claims", claims)
    assert main(["verify", str(path)]) == 3
    assert capsys.readouterr().err == (
        f"graphpuzzles: {path}: line 1: not decided: max_states reached: nothing was looked at\n"
    )
    options = ["--max-seconds", "5", "--max-states", "7", "--max-memory", "2M"]
    assert main(["verify", str(path), *options]) == 3
    assert given == [
        Limits(max_seconds=60, max_states=10**7, max_memory=2**30),
        Limits(max_seconds=5, max_states=7, max_memory=2**21),
    ]


@pytest.mark.parametrize("error", [MemoryError(), IndexError("list index out of range")])
def test_a_check_that_fails_otherwise_does_not_end_verify(
    error, board, tmp_path, capsys, monkeypatch
):
    def claims(*_):
        raise error

    path = tmp_path / "proofs"
    path.write_text(2 * lines_of(board, capsys))
    monkeypatch.setattr(Solution, "claims", claims)
    assert main(["verify", str(path)]) == (3 if isinstance(error, MemoryError) else 2)
    assert capsys.readouterr().err.count(f"graphpuzzles: {path}: line ") == 2


# Counting ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Said(Certificate):
    """Proves whatever it is told to, of the question that it is told."""

    what: object
    question: str = "cuts"

    def proves(self, puzzle, limits=UNLIMITED):
        del puzzle, limits
        return self.what

    def to_dict(self):
        return {"what": self.what}

    @classmethod
    def from_dict(cls, data):
        what = data["what"]
        return cls(tuple(what) if isinstance(what, list) else what)


@pytest.fixture
def counted(monkeypatch):
    """Let ConnectingGame be asked for two numbers, and prove whatever is said of the first."""

    def say(*values):
        values = list(values)

        def cuts(_puzzle, _limits):
            value = values.pop(0)
            if isinstance(value, Exception):
                raise value
            return value, lambda: Said(value)

        table = {"cuts": cuts, "others": cuts}
        monkeypatch.setattr(ConnectingGame, "counts", classmethod(lambda _cls: table))
        known = (Said, *ConnectingGame.certificates())
        monkeypatch.setattr(ConnectingGame, "certificates", classmethod(lambda _cls: known))

    return say


def test_count_prints_a_number_a_dataset_and_verify_takes_its_proof(
    counted, board, tmp_path, capsys
):
    counted(7, (2, 30), 10**5000)
    Path(board).write_text(BOARD * 3)
    assert main(["count", "connecting-game", board, "--of", "cuts"]) == 0
    assert capsys.readouterr().out == f"7\n2 30\n{hex(10**5000)}\n"
    counted(7, (2, 30))
    Path(board).write_text(BOARD * 2)
    assert main(["count", "connecting-game", board, "--of", "cuts", "--proof"]) == 0
    proofs = tmp_path / "proofs"
    proofs.write_text(capsys.readouterr().out)
    assert main(["verify", str(proofs)]) == 0
    assert [line.partition(" (")[0] for line in capsys.readouterr().out.splitlines()] == [
        "line 1: cuts 7, proof verified",
        "line 2: cuts 2 30, proof verified",
    ]
    proofs.write_text(proofs.read_text().replace('"value": 7', '"value": 8'))
    assert main(["verify", str(proofs)]) == 4


def test_what_cannot_be_counted_leaves_the_others(counted, board, capsys):
    Path(board).write_text(BOARD * 4)
    proof = ConnectingGame(["AB"], forbidden=["A", "B"]).solve()
    told = (
        LimitError("max_states", "5 of them"),
        NoSolutionError("there is none", solution=proof),
        MemoryError(),
        3,
    )
    counted(*told)
    assert main(["count", "connecting-game", board, "--of", "cuts"]) == 3
    out, err = capsys.readouterr()
    assert out == "?\nnone\n?\n3\n"
    assert err == (
        "graphpuzzles: dataset 1: max_states reached: 5 of them\n"
        "graphpuzzles: dataset 3: there is not enough memory\n"
    )
    counted(*told[1:])
    Path(board).write_text(BOARD)
    assert main(["count", "connecting-game", board, "--of", "cuts", "--proof"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "infeasible"


def test_what_to_count_is_named_where_there_are_several(counted, board, capsys):
    counted(1)
    assert main(["count", "connecting-game", board]) == 2
    assert capsys.readouterr().err.endswith("--of takes one of cuts, others\n")
    assert main(["count", "connecting-game", board, "--of", "magic"]) == 2
    assert capsys.readouterr().err.endswith("no count 'magic'; it has cuts, others\n")
    assert main(["count", "connecting-game-winner", board]) == 2
    assert capsys.readouterr().err.endswith(
        "connecting-game-winner has no count; list tells which puzzles have\n"
    )


# Memory ------------------------------------------------------------------------------------------


def test_without_limits_the_memory_that_is_free_sets_one(board, monkeypatch):
    given = []

    def solve(game, _method, *, limits):
        given.append(limits)
        return original(game, limits=limits)

    original = ConnectingGame.solve
    monkeypatch.setattr(ConnectingGame, "solve", solve)
    monkeypatch.setattr("graphpuzzles.cli.inputs.available_memory", lambda: 4 * 10**9)
    for options in ((), ("--max-states", "10000"), ("--max-memory", "3e6")):
        assert main(["solve", "connecting-game", board, *options]) == 0
    monkeypatch.setattr("graphpuzzles.cli.inputs.available_memory", lambda: None)
    assert main(["solve", "connecting-game", board]) == 0
    assert given == [
        Limits(max_memory=10**9),
        Limits(max_states=10_000),
        Limits(max_memory=3_000_000),
        Limits(),
    ]


def test_a_dataset_that_takes_all_memory_leaves_the_others(board, monkeypatch, capsys):
    left = [MemoryError("Unable to allocate 37 GiB")]
    original = ConnectingGame.solve

    def solve(game, _method, *, limits):
        if left:
            raise left.pop()
        return original(game, limits=limits)

    Path(board).write_text(BOARD * 2)
    monkeypatch.setattr(ConnectingGame, "solve", solve)
    assert main(["solve", "connecting-game", board]) == 3
    out, err = capsys.readouterr()
    assert out == "?\n4\n"
    assert err == "graphpuzzles: dataset 1: there is not enough memory\n"


@pytest.mark.parametrize(("written", "exact"), [("0.2", "1/5"), ("1e-1", "1/10")])
def test_a_decimal_that_is_set_is_what_it_says(written, exact, tmp_path, capsys):
    path = tmp_path / "mines.txt"
    path.write_text("1\n1 3\n-1 1 -1\n")
    assert main(["solve", "minesweeper", str(path), "--set", f"density={written}", "--proof"]) == 0
    assert json.loads(capsys.readouterr().out)["puzzle"]["density"] == exact
