"""Tokens, numbers and their places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpuzzles.errors import ParseError
from graphpuzzles.text import Scanner, decode_lines, quote


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
    lines = decode_lines([b"\xef\xbb\xbf1\n", "é".encode() + b"\xff\n"])
    scanner = Scanner(lines, source="a.txt")
    assert scanner.integer("x") == 1
    with pytest.raises(ParseError, match=r"a\.txt: line 2, column 2: .* found the byte 0xff"):
        scanner.peek()


def test_quote_shows_one_line():
    assert quote("a\nb\x00") == r"'a\nb\x00'"
    assert len(quote("x" * 10**6)) < 60
