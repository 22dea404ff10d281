"""Foreign formats of Numberlink: what they mean, round trips, and what is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.errors import ParseError, RuleError, WriteError
from graphpuzzles.formats.janko import read_janko, write_janko
from graphpuzzles.formats.letter_grids import (
    read_digits,
    read_flow_solver,
    read_letter_grids,
    write_digits,
    write_flow_solver,
    write_letter_grids,
)
from graphpuzzles.formats.puzzlink import read_puzzlink, write_puzzlink
from graphpuzzles.formats.pzprv3 import read_pzprv3, write_pzprv3
from graphpuzzles.puzzles.wiring.puzzles import Numberlink


def test_rows_and_columns_change_places_between_address_and_file():
    puzzle, _ = read_pzprv3("pzprv3\nnumlin\n2\n5\n. . . 1 . \n2 1 . . 2 \n")
    assert puzzle.board.shape == (2, 5)
    assert write_puzzlink(puzzle, prefix="") == "numlin/5/2/i1g21h2"


FIRST = "1 . . . . / 2 . . 3 . / . . . . . / . 1 . . 2 / . . . . 3"


# Addresses ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "rows", "rule"),
    [
        ("https://puzz.link/p?numlin/5/5/1j2h3m1h2j3", FIRST, "any"),
        ("http://pzv.jp/p.html?numlin/5/5/1j2h3m1h2j3", FIRST, "any"),
        ("numlin_edit/v:1/2/1/11/", "1 1", "any"),
        ("numlin/3/1/-10g-10", "16 . 16", "any"),
        (
            "arukone/5/5/1m2h3g3h1m2",
            "A . . . . / . . . B . / . C . C . / . A . . . / . . . . B",
            "fill",
        ),
        ("https://puzz.link/p?type=player&numlin/5/5/1j2h3m1h2j3", FIRST, "any"),
        ("https://puzz.link/p?pzprv3/numlin/2/3/1 . 1 /2 . 2 /", "1 . 1 / 2 . 2", "any"),
        ("https://puzz.link/p?pzprv3/arukone/1/2/passallcell/A A /0 /", "A A", "fill"),
        (
            "http://www.kanpen.net/numberlink.html?problem=2/3/1_._1_/2_._2_/",
            "1 . 1 / 2 . 2",
            "any",
        ),
        ("http://www.kanpen.net/numberlink.html?pzpr=3/2/1g12g2", "1 . 1 / 2 . 2", "any"),
        ("arukone/e/2/1/-1b-1b", "a a", "any"),
        ("arukone/2/1/-34-34", "z z", "fill"),
    ],
)
def test_addresses(url, rows, rule):
    puzzle = read_puzzlink(url)
    grid = " / ".join(" ".join(row) for row in puzzle.board.tokens)
    assert (grid, puzzle.board.rule) == (rows, rule)


EDGES = (1, 15, 16, 255, 256, 4095, 4096, 8191, 8192, 12239, 12240, 77775, 77776, 1126351)


@st.composite
def label_grids(draw, names):
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 9))
    pairs = draw(st.integers(0, min(3, rows * columns // 2)))
    labels = draw(st.lists(names, min_size=pairs, max_size=pairs, unique=True))
    places = draw(st.permutations(range(rows * columns)))
    grid = [["."] * columns for _ in range(rows)]
    for i, place in enumerate(places[: 2 * pairs]):
        grid[place // columns][place % columns] = labels[i // 2]
    return grid


@given(label_grids(st.sampled_from(EDGES).map(str)))
@settings(max_examples=150)
def test_numlin_round_trip(grid):
    puzzle = Numberlink(grid, rule="any")
    assert read_puzzlink(write_puzzlink(puzzle)) == puzzle
    assert read_pzprv3(write_pzprv3(puzzle)).puzzle == puzzle


@given(label_grids(st.sampled_from("AZaz")), st.sampled_from(("any", "fill")))
@settings(max_examples=100)
def test_arukone_round_trip(grid, rule):
    puzzle = Numberlink(grid, rule=rule)
    assert read_puzzlink(write_puzzlink(puzzle, kind="arukone")) == puzzle
    assert read_pzprv3(write_pzprv3(puzzle, kind="arukone")).puzzle == puzzle


@given(label_grids(st.sampled_from("AZaz09")))
@settings(max_examples=60)
def test_letter_grids_round_trip(grid):
    puzzle = Numberlink(grid, rule="fill")
    if puzzle.board.labels:
        assert list(read_letter_grids(write_letter_grids([puzzle, puzzle]))) == [puzzle] * 2
    assert read_janko(write_janko(puzzle), rule="fill").puzzle == puzzle


@given(label_grids(st.sampled_from(("1", "2", "11", "12"))))
@settings(max_examples=100)
def test_drawings_round_trip(grid):
    puzzle = Numberlink(grid, rule="any")
    answer = puzzle.solve("frontier").answer
    if answer is None:
        return
    for drawing in (
        read_pzprv3(write_pzprv3(puzzle, answer)),
        read_janko(write_janko(puzzle, answer)),
    ):
        assert drawing.puzzle == puzzle
        if puzzle.board.labels:
            again = drawing.puzzle.wiring_of_links(drawing.links)
            assert puzzle.check(again) == puzzle.check(answer)


def test_long_runs_are_split():
    grid = [["1", *["."] * 43, "1"]]
    puzzle = Numberlink(grid, rule="any")
    assert write_puzzlink(puzzle, prefix="") == "numlin/45/1/1zzi1"
    assert read_puzzlink("numlin/45/1/1zzi1") == puzzle


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("", "numlin or arukone"),
        ("https://puzz.link/p?slither/5/5/1", "column 21: expected numlin or arukone"),
        ("numlin/5/5", "the end of the address"),
        ("numlin/5/5/1j2h3m1h2j3/7", "columns, rows and body"),
        ("numlin/x/5/1j2h3m1h2j3", "a number of columns"),
        ("numlin/0/5/1", "a number of columns"),
        ("numlin/e/1/2/11", "columns, rows and body"),
        ("numlin/9999999/9999999/1", "at most 500000 cells"),
        ("numlin/5/5/1j2h3m1h2j", "label '3' on two cells|25 cells"),
        ("numlin/2/1/1", "a body of 2 cells, found one of 1"),
        ("numlin/2/1/11g", "a body of 2 cells, found one of 3"),
        (
            "numlin/3/2/1h.1",
            r"column 14: expected a label, found a question mark on cell \(1, 0\)",
        ),
        ("numlin/2/1/1!", "a number or a run"),
        ("numlin/2/1/1A", "a number or a run"),
        ("numlin/2/1/-1", "2 hexadecimal digits"),
        ("numlin/2/1/00", "at least 1"),
        ("numlin/3/1/111", "column 14: expected label '1' on two cells, found a third one"),
        ("numlin/3/1/1h", "this one alone"),
        ("arukone/2/1/-35-35", "at most 52"),
        ("arukone/x/2/1/11", "columns, rows and body"),
        ("https://puzz.link/p?pzprv3/numlin/1/2/1 x /", "line 1, column 41: expected '.' or"),
        ("a.net/b.html?problem=1/2/1_x", "line 1, column 28: expected '.' or a number"),
        ("a.net/numberlink.html?pzpr=2/1/1!", "line 1, column 33: expected a number or a run"),
        ("a.net/shikaku.html?pzpr=2/1/11", "line 1, column 1: expected numlin or arukone"),
        ("p?type=player&slither/2/1/11", "column 15: expected numlin or arukone"),
    ],
)
def test_bad_addresses(url, message):
    with pytest.raises(ParseError, match=message):
        read_puzzlink(url)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "pzprv3"),
        ("pzprv4/numlin/1/2/1 1 /", "pzprv3"),
        ("pzprv3/slither/1/2/1 1 /", "numlin or arukone"),
        ("pzprv3/numlin/0/2/", "at least 1"),
        ("pzprv3/numlin/1/2/1 /", "'.' or a number"),
        ("pzprv3/numlin/2/2/1 1 /. - /", r"expected a label, found a question mark on .*\(1, 1\)"),
        ("pzprv3/arukone/1/2/passallcell/- A /", r"a question mark on cell \(0, 0\)"),
        ("pzprv3/numlin/1/2/1 A /", "'.' or a number"),
        ("pzprv3/arukone/1/2/A A /", "passallcell"),
        ("pzprv3/arukone/1/2/passallcell/A 1 /", "'.' or a letter"),
        ("pzprv3/numlin/1/2/1 1 /2 /", "at most 1"),
        ("pzprv3/numlin/1/3/1 . 1 /1 /", "a border"),
        ("pzprv3/numlin/1/2/1 1 /1 /0 /", "the end of the text"),
        ("pzprv3/numlin/1/3/1 1 1 /", "a third one"),
        ("pzprv3/numlin/1/3/1 + 1 /", "'.' or a number"),
    ],
)
def test_bad_files(text, message):
    with pytest.raises(ParseError, match=message):
        read_pzprv3(text)


@pytest.mark.parametrize(
    ("puzzle", "field"),
    [
        (Numberlink(["1#1"], rule="any"), "walls"),
        (Numberlink(["1+1"], rule="any"), "crossings"),
        (Numberlink(["A1", "A1"], rule="any"), "labels"),
        (Numberlink([["01", ".", "01"]], rule="any"), "labels"),
        (Numberlink(["1.1"]), "rule"),
        (Numberlink(["1.1"], rule="fill"), "rule"),
        (Numberlink(["1.1"], rule="any", self_touch="no_chord"), "self_touch"),
        (Numberlink(["1.1"], rule="any", weights={((0, 0), (0, 1)): 2}), "weights"),
    ],
)
@pytest.mark.parametrize("write", [write_puzzlink, write_pzprv3])
def test_what_puzzlink_cannot_express_is_refused(puzzle, field, write):
    with pytest.raises(WriteError) as caught:
        write(puzzle)
    assert caught.value.field == field


def test_a_graph_has_no_address():
    import networkx as nx

    with pytest.raises(WriteError, match="grids only"):
        write_puzzlink(Numberlink(nx.path_graph(3), {"1": (0, 2)}, rule="any"))


def test_a_wrong_answer_is_not_drawn():
    puzzle = Numberlink(["1.1"], rule="any")
    with pytest.raises(RuleError, match="brNoLine"):
        write_pzprv3(puzzle, type(puzzle.solve().answer)({}))


# janko.at ----------------------------------------------------------------------------------------


def test_janko():
    text = "[problem]\n1 - 1\n2 - 2\n[solution]\ne ew w\ne ew w\n[moves]\nx y\n[end]\n"
    puzzle, links = read_janko(f"begin\npuzzle arukone\nrows 2\ncols 3\n{text}")
    assert puzzle.check(puzzle.wiring_of_links(links)) == 4
    assert write_janko(puzzle, puzzle.solve().answer) == text.replace("[moves]\nx y\n", "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a section \\[problem\\]"),
        ("1 2\n", "a section \\[problem\\]"),
        ("[problem]\n1 1\n1\n", "a row of 2 cells"),
        ("size 3\n[problem]\n1 1\n", "line 1, column 6"),
        ("puzzle sudoku\n[problem]\n1 1\n", "numberlink or arukone"),
        ("[problem]\n1 1\n[solution]\ne w\ne w\n", "1 rows of a solution"),
        ("[problem]\n1 1\n[solution]\ne -\n", "comes back"),
        ("[problem]\n1 1\n[solution]\ne x\n", "directions"),
        ("[problem]\n1 1\n[solution]\nee w\n", "directions"),
        ("[problem]\n1 1\n[end]\nmore\n", "the end of the text"),
        ("[problem]\n1 1\n[areas]\n1 1\n", "line 3, column 1"),
        ("[problem]\n1 1\n[problem]\n1 1\n", "each section once"),
        ("[problem]\n1 1 1\n", "a third one"),
    ],
)
def test_bad_janko_texts(text, message):
    with pytest.raises(ParseError, match=message):
        read_janko(text)


# Boards that nobody means ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("read", "text", "line"),
    [
        (read_flow_solver, "...\n.0.\n...\n", 1),
        (read_flow_solver, "?", 1),
        (read_digits, "00\n00\n", 1),
        (lambda text: list(read_letter_grids(text)), "2 1\n..\n", 2),
        (lambda text: list(read_letter_grids(text)), "2 1\nAA\n2 1\n..\n", 4),
    ],
)
def test_a_grid_of_letters_or_digits_without_a_label_is_refused(read, text, line):
    with pytest.raises(ParseError, match="expected labels, each on two cells; other labels") as no:
        read(text)
    assert (no.value.line, no.value.column) == (line, 1)


@pytest.mark.parametrize(
    "write", [write_flow_solver, write_digits, lambda puzzle: write_letter_grids([puzzle])]
)
def test_a_grid_of_letters_or_digits_without_a_label_is_not_written(write):
    with pytest.raises(WriteError, match="at least one") as caught:
        write(Numberlink(["..", ".."], rule="any"))
    assert caught.value.field == "labels"


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (lambda text: read_janko(text).puzzle, "[problem]\n- -\n[end]\n"),
        (read_puzzlink, "numlin/3/2/l"),
        (lambda text: read_pzprv3(text).puzzle, "pzprv3/numlin/1/2/. . /"),
    ],
)
def test_where_empty_cells_are_written_a_board_may_have_no_label(read, text):
    assert read(text).board.labels == ()


@pytest.mark.parametrize(("text", "column"), [("1..1\n....\n....\n2..2\n", 1), ("A2\nA2\n", 2)])
def test_digits_in_a_board_of_flow_solver_are_not_taken_for_empty_cells(text, column):
    with pytest.raises(ParseError, match="digits are labels in the format 'letters'") as caught:
        read_flow_solver(text)
    assert (caught.value.line, caught.value.column) == (1, column)


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (read_flow_solver, "A" * 1000),
        (lambda text: list(read_letter_grids(text)), "1000 1000\nA\n"),
        (read_janko, "[problem]\n" + "- " * 500_001),
        (read_puzzlink, "numlin/1000/1000/1"),
        (read_pzprv3, "pzprv3/numlin/1000/1000/1 1 /"),
    ],
)
def test_a_board_of_too_many_cells_is_refused(read, text):
    with pytest.raises(ParseError, match="at most 500000 cells"):
        read(text)


# Letters -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1000\n2001\n0002\n", "1 . . . / 2 . . 1 / . . . 2"),
        ("1 0 12\n12 0 1", "1 . 12 / 12 . 1"),
        ("07 0\n7 0\n\n", "7 . / 7 ."),
        ("11", "1 1"),
    ],
)
def test_grids_of_digits(text, rows):
    puzzle = read_digits(text)
    assert " / ".join(map(" ".join, puzzle.board.tokens)) == rows
    assert read_digits(write_digits(puzzle)) == puzzle
    assert puzzle.board.rule == "any"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: expected a row of 1 cells, found 0"),
        ("10\n1", "line 2, column 1: expected a row of 2 cells, found 1"),
        ("1.\n1.", "line 1, column 2: expected a number, 0 for an empty cell"),
        ("1 -1", "line 1, column 3: expected a number, 0 for an empty cell"),
        ("10\n00", "line 1, column 1: expected label '1' on two cells"),
    ],
)
def test_bad_grids_of_digits(text, message):
    with pytest.raises(ParseError, match=message):
        read_digits(text)


def test_several_letter_grids_with_comments():
    text = "# first\n5 4\nC...B\nA.BA.\n...C.\n.....\n\n2 1\nxx\n0 0\n"
    first, second = read_letter_grids(text)
    assert (first.board.shape, second.board.labels) == ((4, 5), ("x",))


def test_flow_solver_boards():
    puzzle = read_flow_solver("R.G.Y\n..B.O\n.....\n.G.Y.\n.RBO.\n")
    assert (puzzle.solve().value, puzzle.is_unique()) == (20, True)
    assert write_flow_solver(puzzle) == "R.G.Y\n..B.O\n.....\n.G.Y.\n.RBO.\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5\nAA\n", "width and height"),
        ("2 1\nA\n", "a row of 2 cells"),
        ("2 2\nAA\n", "2 rows"),
        ("2 1\nA!\n", "a letter, a digit"),
        ("0 1\n", "at least 1"),
        ("2 1\nAA\n0 0\nA\n", "the end of the text"),
        ("2 1\nAB\n", "this one alone"),
    ],
)
def test_bad_letter_grids(text, message):
    with pytest.raises(ParseError, match=message):
        list(read_letter_grids(text))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a row of cells"),
        ("RR\n", "a square of 2 rows"),
        ("RR\nR\n", "a row of 2 cells"),
        ("RG\nR.\n", "this one alone"),
        ("R\x07\nR.\n", "can be seen"),
        ("RR\n..\n..\n", "a square of 2 rows"),
    ],
)
def test_bad_flow_solver_boards(text, message):
    with pytest.raises(ParseError, match=message):
        read_flow_solver(text)


@pytest.mark.parametrize(
    ("write", "puzzle", "field"),
    [
        (write_flow_solver, Numberlink(["A.A"]), "shape"),
        (write_flow_solver, Numberlink(["11", ".."]), "labels"),
        (lambda p: write_letter_grids([p]), Numberlink([["10", "10"]]), "labels"),
        (lambda p: write_letter_grids([p]), Numberlink(["A#A"]), "walls"),
        (write_janko, Numberlink(["[.["]), "labels"),
        (write_janko, Numberlink(["-.-"]), "labels"),
    ],
)
def test_what_letters_cannot_express_is_refused(write, puzzle, field):
    with pytest.raises(WriteError) as caught:
        write(puzzle)
    assert caught.value.field == field
