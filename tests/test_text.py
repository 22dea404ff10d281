"""Tokens, numbers and their places."""

import io
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpuzzles import text
from graphpuzzles.errors import ParseError
from graphpuzzles.text import Scanner, decode_lines, one_line, quote, read_json, read_whole

LONG = "x" * 999


@given(st.lists(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=5), max_size=6), st.data())
def test_integers_in_bulk_are_those_one_by_one_and_know_their_places(rows, data):
    gap = st.sampled_from([" ", "  ", "\t", " \r"])
    text = "\n".join(
        data.draw(gap) + "".join(str(x) + data.draw(gap) for x in row) for row in rows
    )
    flat = [x for row in rows for x in row]
    places = []
    scanner = Scanner(text)
    while (token := scanner.peek()) is not None:
        places.append((token.line, token.column))
        assert scanner.integer("x") == int(token.text)
    count = data.draw(st.integers(0, len(flat)))
    scanner = Scanner(text)
    block = scanner.integers(count, "a label")
    assert block.values == flat[:count]
    assert [block.place(i) for i in range(count)] == places[:count]
    rest = scanner.peek()
    if count < len(flat):
        assert (rest.line, rest.column) == places[count]
    else:
        assert rest is None


@pytest.mark.parametrize(
    ("text", "count", "message"),
    [
        ("1 2", 3, r"line 1, column 4: expected a label \(2 of 3 found\), found the end"),
        ("1\n2 x", 3, "line 2, column 3: expected a label, found 'x'"),
        ("1 2-3", 3, "line 1, column 3: expected a label, found '2-3'"),
        ("1 2_3", 2, "line 1, column 3: expected a label, found '2_3'"),
        ("1 \u0663", 2, r"line 1, column 3: expected a label, found '\\u0663'"),
        ("1 1.5", 2, "found '1.5'"),
        ("1 0x5", 2, "found '0x5'"),
        ("1 --5", 2, "found '--5'"),
        ("1 +", 2, r"found '\+'"),
        ("1\u00a02", 2, r"found '1\\xa02'"),
        ("1 " + "9" * 21, 2, "at most 20 digits"),
        ("", 1, "line 1, column 1: .* found the end of the text"),
    ],
)
def test_integers_in_bulk_name_the_place_of_the_fault(text, count, message):
    with pytest.raises(ParseError, match=message):
        Scanner(text).integers(count, "a label")


def test_bounds_of_an_integer():
    assert Scanner("+5").integer("a size", minimum=5, maximum=5) == 5
    with pytest.raises(ParseError, match=r"a size \(at least 1\), found '0'"):
        Scanner("0").integer("a size", minimum=1)
    with pytest.raises(ParseError, match=r"a size \(at most 9\), found '10'"):
        Scanner("10").integer("a size", maximum=9)
    with pytest.raises(ParseError, match=r"a size \(at most 9\), or 0 0, found '10'"):
        Scanner("10").integer("a size, or 0 0", maximum=9)


def test_lines():
    scanner = Scanner("a b\n\n c d\n")
    assert scanner.next("x").text == "a"
    assert scanner.more_on_line()
    assert [token.text for token in scanner.rest_of_line(9)] == ["b"]
    assert not scanner.more_on_line()
    assert [token.column for token in scanner.rest_of_line(9)] == [2, 4]
    assert scanner.rest_of_line(9) == []
    assert len(Scanner("a b c").rest_of_line(2)) == 2
    scanner.end()


def test_end_names_what_is_left():
    with pytest.raises(ParseError, match="line 2, column 1: expected the end of the text"):
        Scanner("\nx", source=None).end()


def test_the_source_is_named():
    with pytest.raises(ParseError, match=r"^a\.txt: line 1, column 1: "):
        Scanner("x", source="a.txt").integer("a number")


def test_bytes_that_are_not_utf8_are_named_with_line_and_column():
    lines = decode_lines(io.BytesIO(b"\xef\xbb\xbf1\n" + "é".encode() + b"\xff\n"))
    scanner = Scanner(lines, source="a.txt")
    assert scanner.integer("x") == 1
    with pytest.raises(ParseError, match=r"a\.txt: line 2, column 2: .* found the byte 0xff"):
        scanner.peek()


def test_a_line_without_an_end_is_refused_before_it_is_read(monkeypatch):
    monkeypatch.setattr(text, "MAX_LINE", 10)

    class Endless:
        read_so_far = 0

        def readline(self, size):
            self.read_so_far += size
            return b"1" * size

        read = readline

    stream = Endless()
    with pytest.raises(ParseError, match="line 1, column 1: expected a line of at most 10 bytes"):
        list(decode_lines(stream))
    with pytest.raises(ValueError, match="the text is longer than 10 bytes"):
        read_whole(stream)
    assert stream.read_so_far == 22
    whole = io.BytesIO(b"123456789\n1\n")
    assert list(decode_lines(whole)) == ["123456789\n", "1\n"]
    assert read_whole(io.BytesIO(b"1234567890")) == b"1234567890"


def test_many_boards_on_one_line_are_each_looked_at_once():
    boards = 2_000
    looked_at = 0

    scanner = Scanner(["1 2 3 4 5 6 7 8 9 10 " * boards])
    end_of_piece = scanner._end_of_piece

    def watched(start, length):
        nonlocal looked_at
        end = end_of_piece(start, length)
        looked_at += end - start
        return end

    scanner._end_of_piece = watched
    for _ in range(boards):
        assert scanner.integers(10, "a cell").values == list(range(1, 11))
    assert looked_at < 100 * boards


@pytest.mark.parametrize("word", ["1 ", "-123456789 ", " "])
def test_a_long_line_of_integers_takes_a_few_times_its_room(word):
    line = word * (2 * 10**5 // len(word))
    count = len(line.split())
    tracemalloc.start()
    try:
        values = Scanner(line).integers(count, "a cell").values
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(values) == count
    assert peak < 22 * len(line)


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ('{"a": 1, "b": {"a": 1, "a": 1}}', "names 'a' twice"),
        ('[{"": 1, "": 1}]', "names '' twice"),
        (f'{{"{LONG}": 1, "{LONG}": 2}}', r"names 'x{24}...' \(999 characters\)"),
        ("[NaN]", "JSON has no NaN"),
        ("-Infinity", "JSON has no -Infinity"),
        ("[1,]", "line 1"),
    ],
)
def test_json_says_everything_once(told, message):
    with pytest.raises(ValueError, match=message):
        read_json(told)


def test_json_is_read():
    assert read_json('{"a": [{"a": 1.5}, {"a": null}]}') == {"a": [{"a": 1.5}, {"a": None}]}


@pytest.mark.parametrize("hostile", ["x" * 10**6, "x " * 10**6, "\x1b[2J\n" * 10**5, " " * 10**6])
def test_one_line_is_short_and_plain(hostile):
    told = one_line(hostile)
    assert told.isascii()
    assert told.isprintable()
    assert len(told) <= 4 * 200 + 3
    assert one_line("is  short") == "is short"


def test_quote_shows_one_line():
    assert quote("a\nb\x00") == r"'a\nb\x00'"
    assert len(quote("x" * 10**6)) < 60
