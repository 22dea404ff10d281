"""Texts of other programs on the command: read, converted, refused in one line."""

import importlib
import io
import json
import pkgutil
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpuzzles import formats
from graphpuzzles.cli import main
from graphpuzzles.errors import ParseError, PuzzleError
from graphpuzzles.formats import FORMATS, Unit, format_names
from graphpuzzles.puzzles import PUZZLES, load
from graphpuzzles.puzzles.minesweeper.puzzle import Minesweeper
from graphpuzzles.puzzles.wiring.puzzles import Numberlink

LINK = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"
LINK_BOARD = "5 5 any\n1 . . . .\n2 . . 3 .\n. . . . .\n. 1 . . 2\n. . . . 3\n0 0\n"

# What a format expresses without loss; beside it, what it does not, and the name of the field.
ROUND_TRIPS = {
    ("numberlink", "digits"): (
        [Numberlink([["10", ".", "2"], [".", "10", "2"]], rule="any")],
        (Numberlink(["A.A"], rule="any"), "labels"),
    ),
    ("numberlink", "flow-solver"): (
        [Numberlink(["A..", "B.A", "..B"], rule="fill")],
        (Numberlink(["A..", "..A"], rule="fill"), "shape"),
    ),
    ("numberlink", "janko"): (
        [Numberlink([["10", ".", "a"], [".", "10", "a"]], rule="any")],
        (Numberlink(["A#A"], rule="any"), "walls"),
    ),
    ("numberlink", "letters"): (
        [Numberlink(["A.1", "..1", "A.."], rule="fill"), Numberlink(["zz"], rule="fill")],
        (Numberlink([["10", "10"]], rule="fill"), "labels"),
    ),
    ("numberlink", "puzzlink"): (
        [
            Numberlink([["1", ".", "300"], [".", "1", "300"]], rule="any"),
            Numberlink(["A..", "b.A", "..b"], rule="fill"),
            Numberlink(["A.", ".A"], rule="any"),
        ],
        (Numberlink(["1.1"], rule="fill"), "rule"),
    ),
    ("numberlink", "pzprv3"): (
        [Numberlink(["A..", "b.A", "..b"], rule="fill")],
        (Numberlink(["A.1", "..1", "A.."], rule="any"), "labels"),
    ),
    ("minesweeper", "jsminesweeper"): (
        [Minesweeper([[-1, -2, 1], [1, 1, -3]], mines=2)],
        (Minesweeper([[-1, 1]]), "mines"),
    ),
    ("minesweeper", "minesweepr"): (
        [Minesweeper([[-1, 1, 0], [-3, 1, 0]])],
        (Minesweeper([[-2, 1]]), "board"),
    ),
    ("minesweeper", "ms-toollib"): (
        [Minesweeper([[-1, 1, 0], [-2, 1, 0]])],
        (Minesweeper([[-3, 1]]), "board"),
    ),
}
WRITTEN = pytest.mark.parametrize(("puzzle", "name"), ROUND_TRIPS)
READ = [(puzzle, name) for puzzle, known in FORMATS.items() for name in known]


def run(capsys, *arguments, code=0):
    assert main([*map(str, arguments)]) == code
    return capsys.readouterr()


def refused(capsys, *arguments):
    """Return the only line that a command prints, on standard error."""
    out, err = run(capsys, *arguments, code=2)
    assert out == ""
    assert err.startswith("graphpuzzles: ")
    assert err.count("\n") == 1
    return err.removeprefix("graphpuzzles: ").rstrip("\n")


@pytest.fixture
def board(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(LINK_BOARD)
    return path


# The table ---------------------------------------------------------------------------------------


def test_every_public_reader_and_writer_has_a_name():
    public = set()
    for found in pkgutil.iter_modules(formats.__path__):
        if not found.name.startswith("_"):
            module = importlib.import_module(f"graphpuzzles.formats.{found.name}")
            named = [name for name in module.__all__ if name.startswith(("read_", "write_"))]
            assert named
            public |= {f"{found.name}:{name}" for name in named}
    known = [form for forms in FORMATS.values() for form in forms.values()]
    functions = [place for form in known for place in (form.reader, form.writer) if place]
    assert sorted(functions) == sorted(public)


def test_every_format_that_is_written_has_a_case():
    written = {(p, n) for p in FORMATS for n in format_names(p, written=True) if n != "contest"}
    assert set(ROUND_TRIPS) == written


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_list_names_the_formats(puzzle, capsys):
    out = run(capsys, "list", puzzle).out
    [told] = [line for line in out.splitlines() if line.startswith("  formats  ")]
    names = told.removeprefix("  formats  ").split(", ")
    assert [name.removesuffix(" (read only)") for name in names] == format_names(puzzle)
    written = [name for name in names if not name.endswith(" (read only)")]
    assert written == format_names(puzzle, written=True)


def test_the_table_loads_no_format():
    code = "import sys, graphpuzzles.formats; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    names = [name for name in told.stdout.split() if name.startswith("graphpuzzles.formats")]
    assert names == ["graphpuzzles.formats"]


# Round trips -------------------------------------------------------------------------------------


@WRITTEN
def test_what_is_written_is_read_back(puzzle, name):
    form = FORMATS[puzzle][name]
    puzzles, _ = ROUND_TRIPS[puzzle, name]
    assert list(form.read(form.write(puzzles))) == puzzles


@WRITTEN
def test_the_command_converts_there_and_back(puzzle, name, tmp_path, capsys):
    puzzles, _ = ROUND_TRIPS[puzzle, name]
    text = FORMATS[puzzle][name].write(puzzles)
    path = tmp_path / "given"
    path.write_text(text)
    out = run(capsys, "convert", puzzle, "--format", name, path, "--to", name).out
    assert out == text
    if puzzle == "numberlink":  # the contest's minesweeper has neither totals nor flags
        own = run(capsys, "convert", puzzle, "--format", name, path).out
        assert own == load(puzzle).write(puzzles)
        path.write_text(own)
        assert run(capsys, "convert", puzzle, path, "--to", name).out == text


@WRITTEN
def test_line_ends_and_a_byte_order_mark_do_not_count(puzzle, name, tmp_path, capsys):
    text = FORMATS[puzzle][name].write(ROUND_TRIPS[puzzle, name][0])
    path = tmp_path / "given"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert run(capsys, "convert", puzzle, path, "--format", name, "--to", name).out == text


@WRITTEN
def test_what_a_format_cannot_express_is_told_in_one_line(puzzle, name, tmp_path, capsys):
    _, (other, field) = ROUND_TRIPS[puzzle, name]
    fields = other.to_dict()
    path = tmp_path / "given"
    if puzzle == "numberlink":
        path.write_text(Numberlink.write([other]))
        told = refused(capsys, "convert", puzzle, path, "--to", name)
    else:
        path.write_text("1\n1 1\n-1\n")
        board = f"board={json.dumps(fields['board'])}"
        told = refused(capsys, "convert", puzzle, path, "--to", name, "--set", board)
    assert told.startswith(f"{field}: ")
    assert told.endswith(" (dataset 1)")


def test_the_dataset_that_cannot_be_written_is_named(tmp_path, capsys):
    path = tmp_path / "boards.txt"
    path.write_text("1 2 any\n1 1\n1 3 any\n1 # 1\n")
    told = refused(capsys, "convert", "numberlink", path, "--to", "puzzlink")
    assert told == "walls: a puzz.link address has no place for them (dataset 2)"
    assert told == refused(
        capsys, "convert", "numberlink", path, "--to", "puzzlink", "--dataset", "2"
    )
    out = run(capsys, "convert", "numberlink", path, "--to", "puzzlink", "--dataset", "1").out
    assert out == "https://puzz.link/p?numlin/2/1/11\n"


@pytest.mark.parametrize("name", ["janko", "pzprv3", "flow-solver"])
def test_a_text_of_one_puzzle_takes_no_more(name, tmp_path, capsys):
    path = tmp_path / "boards.txt"
    path.write_text("1 1\n.\n1 1\n.\n")
    told = refused(capsys, "convert", "numberlink", path, "--to", name)
    assert told == f"{name} holds one dataset, not 2: see --dataset"
    with pytest.raises(ValueError, match="holds one puzzle, not 2"):
        FORMATS["numberlink"][name].write([Numberlink(["."]), Numberlink(["."])])


@pytest.mark.parametrize("name", PUZZLES)
def test_the_contests_own_text_is_converted_to_itself(name, tmp_path, capsys):
    cls = load(name)
    path = tmp_path / "given.txt"
    path.write_text(next(iter(cls.EXAMPLES)))
    assert run(capsys, "convert", name, path).out == cls.write(cls.read(path.read_text()))


# Formats on the other commands -------------------------------------------------------------------


def test_a_link_stands_for_a_file(capsys):
    assert run(capsys, "solve", "numberlink", "--format", "puzzlink", LINK).out == "22\n"
    assert run(capsys, "convert", "numberlink", LINK, "--format", "puzzlink").out == LINK_BOARD
    assert "confirmed" in run(capsys, "check", "numberlink", LINK, "--format", "puzzlink").out


def test_a_link_may_be_longer_than_the_name_of_a_file(capsys):
    link = f"https://puzz.link/p?numlin/250/20/{'z' * 250}"
    assert run(capsys, "solve", "numberlink", link, "--format", "puzzlink").out == "0\n"


def test_links_are_read_from_files_and_standard_input(tmp_path, capsys, monkeypatch):
    path = tmp_path / "links.txt"
    path.write_text(f"\n  {LINK}\nnumlin/2/1/11\n")
    assert run(capsys, "solve", "numberlink", path, "--format", "puzzlink").out == "22\n1\n"
    given = io.TextIOWrapper(io.BytesIO(path.read_bytes()))
    monkeypatch.setattr(sys, "stdin", given)
    assert run(capsys, "solve", "numberlink", "--format", "puzzlink", "-").out == "22\n1\n"


def test_only_puzzlink_takes_a_link(capsys):
    for options in ([], ["--format", "janko"]):
        told = refused(capsys, "solve", "numberlink", LINK, *options)
        assert told == "a link is read with --format puzzlink only; nothing is ever fetched"
    told = refused(capsys, "solve", "numberlink", "--format", "puzzlink", "numlin/2/1/11")
    assert told == "numlin/2/1/11: No such file or directory"


def test_pictures_and_graphs_of_a_link(tmp_path, capsys):
    picture = tmp_path / "picture.svg"
    run(capsys, "draw", "numberlink", "--format", "puzzlink", LINK, "-o", picture)
    assert picture.read_text().startswith("<svg")
    graph = tmp_path / "graph.json"
    run(capsys, "graph", "numberlink", LINK, "--format", "puzzlink", "-o", graph)
    assert len(json.loads(graph.read_text())["nodes"]) == 25


def test_answers_to_a_link_are_judged(tmp_path, capsys):
    answers = tmp_path / "answers.txt"
    answers.write_text("22\n")
    out = run(capsys, "judge", "numberlink", "--format", "puzzlink", LINK, answers).out
    assert out == "dataset 1: right\njudged: 1 right\n"
    out, err = run(capsys, "judge", "numberlink", "--format", "x", answers, answers, code=3)
    assert out == ""
    assert err.startswith("graphpuzzles: numberlink has no format 'x'; it has contest, ")


def test_fields_are_set_that_the_format_has_no_place_for(tmp_path, capsys):
    path = tmp_path / "board.txt"
    path.write_text("2 2\nA.\n.A\n")
    arguments = ["convert", "numberlink", path, "--format", "letters", "--set", "rule=any"]
    assert run(capsys, *arguments).out == "2 2 any\nA .\n. A\n0 0\n"


def test_layouts_show_what_the_first_click_reveals(tmp_path, capsys):
    path = tmp_path / "id.txt"
    path.write_text("9x9:4,4,m00b7d48a3e0231c419200\n")
    arguments = ["--format", "mines-id", "--to", "jsminesweeper"]
    out = run(capsys, "convert", "minesweeper", path, *arguments).out
    assert out.splitlines()[:5] == ["9x9x35", "H" * 9, "H" * 9, "HHH423HHH", "HHH203HHH"]
    path.write_bytes(b"\x03\x02\x00\x01\x02\x00")
    arguments = ["--format", "mbf", "--to", "jsminesweeper"]
    assert run(capsys, "convert", "minesweeper", path, *arguments).out == "3x2x1\nHHH\nHHH\n"


# What is refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["solve", "check", "convert"])
def test_an_unknown_format_is_told_with_those_that_there_are(command, board, capsys):
    told = refused(capsys, command, "numberlink", board, "--format", "x")
    known = "contest, digits, flow-solver, janko, letters, puzzlink, pzprv3"
    assert told == f"numberlink has no format 'x'; it has {known}"
    assert refused(capsys, command, "snake", board, "--format", "x") == (
        "snake has no format 'x'; it has contest"
    )


@pytest.mark.parametrize("name", ["mbf", "mines-id"])
def test_a_format_that_is_only_read(name, capsys):
    told = refused(capsys, "convert", "minesweeper", "no-such-file", "--to", name)
    known = "contest, jsminesweeper, minesweepr, ms-toollib"
    assert told == f"minesweeper cannot be written as {name}, only as {known}"
    with pytest.raises(ValueError, match="can only be read"):
        FORMATS["minesweeper"][name].write([])


@pytest.mark.parametrize(
    ("puzzle", "name", "text", "told"),
    [
        ("numberlink", "puzzlink", "\n  x?slither/5", "line 2, column 5: expected numlin or "),
        ("numberlink", "puzzlink", "\n", "line 1, column 1: expected a puzzle a line, found no "),
        ("numberlink", "janko", "[problem]\n1 -\n- -", "line 2, column 1: expected label '1' on "),
        ("numberlink", "letters", "1 1\nAB", "line 2, column 1: expected a row of 1 cells, "),
        ("numberlink", "flow-solver", "A.\nA", "line 2, column 1: expected a row of 2 cells, "),
        ("numberlink", "pzprv3", "pzprv3\nnurikabe", "line 2, column 1: expected numlin or "),
        ("minesweeper", "jsminesweeper", "2x1x1\nHx", "line 2, column 2: expected one of "),
        ("minesweeper", "minesweepr", "x1\nx", "line 2, column 1: expected a row of 2 cells, "),
        ("minesweeper", "mines-id", "\n9x9:4,4,m00", "line 2, column 10: expected 21 digits, "),
        ("minesweeper", "mbf", "abcd", "line 1, column 3: expected 25444 mines of two bytes, "),
        ("minesweeper", "ms-toollib", "[[1, 10],\n [1, 77]]", "line 2, column 6: expected 0 to "),
        ("minesweeper", "ms-toollib", "[[1, 10],\n [1]]", "line 2, column 3: expected a row of "),
        ("minesweeper", "ms-toollib", "[[1, -1]]", "line 1, column 6: expected a number, "),
        ("minesweeper", "ms-toollib", "[[]]", "line 1, column 1: expected a cell, found none"),
        ("minesweeper", "ms-toollib", "[[\u00b2]]", "line 1, column 3: expected a number, "),
        ("minesweeper", "ms-toollib", "[[1]\n[1]]", "line 2, column 1: expected ',', ']' or "),
        ("minesweeper", "ms-toollib", "[[1, [1]]]", "line 1, column 1: expected a list of lists"),
        ("minesweeper", "ms-toollib", "[" * 99_999, "line 1, column 1: expected a list of lists"),
        ("minesweeper", "ms-toollib", "[[1]]]", "line 1, column 6: expected the end of the text"),
        ("minesweeper", "ms-toollib", "[[1", "line 1, column 4: expected ',', ']' or a number, "),
        ("minesweeper", "ms-toollib", f"[[{'1' * 9999}]]", "line 1, column 3: expected a number "),
    ],
)
def test_errors_tell_file_line_and_column(puzzle, name, text, told, tmp_path, capsys):
    path = tmp_path / "given.txt"
    path.write_text(text, "utf-8")
    found = refused(capsys, "solve", puzzle, path, "--format", name)
    assert found.startswith(f"{path}: {told}")


def test_errors_of_a_link_do_not_repeat_it(capsys):
    link = "https://puzz.link/p?slither/5/5/1j2h3m1h2j3"
    told = refused(capsys, "solve", "numberlink", link, "--format", "puzzlink")
    assert told == "the link: line 1, column 21: expected numlin or arukone, found 'slither'"


HOSTILE = [
    b"",
    b"\n\n",
    b"\x00" * 64,
    b"\xff\xfe1",
    b"[" * 50_000,
    b"9" * 5_000,
    b"999999999 999999999\nA",
    b"999999999x999999999x9\nH",
    b"pzprv3\nnumlin\n999999999999\n999999999999\n.",
    b"numlin/1000000/1000000/z",
    b"9999x9999:1,1,mff",
    "\u0661\u00a0\u2028\U0001f4a3".encode(),
]


@pytest.mark.parametrize("data", HOSTILE, ids=lambda data: ascii(data[:12]))
@pytest.mark.parametrize(("puzzle", "name"), READ)
def test_hostile_bytes_are_told_in_one_line(puzzle, name, data, tmp_path, capsys):
    path = tmp_path / "given"
    path.write_bytes(data)
    arguments = ["convert", puzzle, path, "--format", name]
    code = main([*map(str, arguments)])
    err = capsys.readouterr().err
    assert code in {0, 2}
    assert err.count("\n") == (code == 2)
    assert not err or err.startswith((f"graphpuzzles: {path}: ", "graphpuzzles: mines: "))


@pytest.mark.parametrize(("puzzle", "name"), READ)
@given(data=st.data())
def test_a_reader_fails_in_no_other_way(puzzle, name, data):
    form = FORMATS[puzzle][name]
    if form.unit is Unit.BYTES:
        given_data = data.draw(st.binary(max_size=12))
    else:
        pieces = ["1", "A", ".", "-", " ", "\n", "/", "x", "[", "]", ",", "numlin", "pzprv3"]
        pieces += ["[problem]", "2x1x1", "1x1:0,0,u8", "H", "?", "é"]
        given_data = "".join(data.draw(st.lists(st.sampled_from(pieces), max_size=12)))
    try:
        puzzles = list(form.read(given_data))
    except (ParseError, PuzzleError):
        return
    assert all(type(found) is load(puzzle) for found in puzzles)
