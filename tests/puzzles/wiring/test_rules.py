"""The rules of wirings: what a drawing may be, and the name of each fault."""

import random
from collections import Counter
from itertools import pairwise

import networkx as nx
import pytest

from graphpuzzles.errors import RuleError
from graphpuzzles.formats.pzprv3 import read_pzprv3
from graphpuzzles.puzzles.wiring.puzzles import Numberlink, Wiring
from tests.puzzles.wiring.wiring_cases import brute_force, random_puzzle, weight_of

# robx/pzprjs, test/script/numlin.js and arukone.js: drawings and the faults its player finds.
NUMLIN = "pzprv3/numlin/5/5/1 . . . . /2 . . 3 . /. . . . . /. 1 . . 2 /. . . . 3 /"
ARUKONE = "pzprv3/arukone/5/5/{}/A . . . . /. . . B . /. C . C . /. A . . . /. . . . B /"
NUMLIN_DRAWINGS = {
    "brNoLine": "",
    "lnBranch": "0 0 0 0 /1 1 1 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /"
    "0 0 0 0 0 /0 1 0 0 0 /0 1 0 0 0 /0 0 0 0 0 /",
    "lnCross": "1 0 0 0 /1 1 1 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /"
    "0 1 0 0 0 /0 1 0 0 0 /0 1 0 0 0 /0 0 0 0 0 /",
    "lcTripleNum": "1 1 1 1 /1 1 1 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /"
    "1 0 0 0 1 /0 0 0 0 1 /0 0 0 0 1 /0 0 0 0 1 /",
    "nmConnDiff": "1 1 0 0 /0 0 0 0 /0 0 0 0 /0 0 1 1 /0 0 0 0 /"
    "0 0 1 0 0 /0 0 1 0 0 /0 0 1 0 0 /0 0 0 0 0 /",
    "lcOnNum": "0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 1 1 /0 0 0 0 /"
    "0 0 1 0 1 /0 0 1 0 1 /0 0 1 0 1 /0 0 0 0 0 /",
    "lnDeadEnd": "1 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 1 /"
    "0 1 0 0 0 /0 1 0 1 0 /0 0 0 1 0 /0 0 0 1 0 /",
    "lcIsolate": "1 0 0 0 /0 0 0 0 /0 0 1 0 /0 0 0 0 /0 0 1 0 /"
    "0 1 0 0 0 /0 1 0 0 0 /0 1 1 1 0 /0 0 1 1 0 /",
    "nmNoLine": "1 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 1 /"
    "0 1 0 0 0 /0 1 0 1 0 /0 1 0 1 0 /0 0 0 1 0 /",
}
ARUKONE_DRAWINGS = {
    "brNoLine": "0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /"
    "0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /",
    "lnBranch": "1 1 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /"
    "0 1 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /",
    "lnCross": "1 1 0 0 /0 0 0 0 /0 1 1 0 /0 1 0 0 /0 0 0 0 /"
    "0 0 1 0 0 /0 0 1 0 0 /0 0 1 0 0 /0 0 0 0 0 /",
    "lcTripleNum": "1 1 0 0 /0 0 0 0 /0 1 0 0 /0 0 0 0 /0 0 0 0 /"
    "0 0 1 0 0 /0 0 1 0 0 /0 1 0 0 0 /0 0 0 0 0 /",
    "nmConnDiff": "1 1 0 0 /0 0 0 0 /0 1 0 0 /0 0 0 0 /0 0 0 0 /"
    "0 0 1 0 0 /0 0 1 0 0 /0 0 0 0 0 /0 0 0 0 0 /",
    "lcOnNum": "1 1 0 0 /0 0 0 0 /0 0 0 0 /1 1 0 0 /1 1 1 0 /"
    "0 0 1 0 0 /0 0 1 0 0 /0 0 1 0 0 /1 0 0 0 0 /",
    "lnDeadEnd": "1 1 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /"
    "0 0 1 0 0 /0 0 1 0 0 /0 0 1 0 0 /0 0 0 0 0 /",
    "lcIsolate": "0 1 0 0 /1 0 0 0 /0 0 0 0 /0 0 0 0 /1 1 0 0 /"
    "0 1 1 0 0 /1 0 1 0 0 /1 0 1 0 0 /1 0 1 0 0 /",
    "nmNoLine": "1 1 1 1 /0 0 0 0 /0 0 0 0 /0 1 1 1 /0 0 0 0 /"
    "0 0 0 0 1 /0 0 0 0 1 /0 0 0 0 1 /0 0 0 0 0 /",
    "ceNoLine": "0 0 0 0 /0 0 0 1 /0 1 1 0 /1 0 0 0 /0 0 0 0 /"
    "1 0 0 0 0 /1 0 0 0 1 /1 0 0 0 1 /0 0 0 0 1 /",
}


@pytest.mark.parametrize("code", NUMLIN_DRAWINGS)
def test_faults_of_numlin_bear_the_names_of_pzprjs(code):
    puzzle, links = read_pzprv3(NUMLIN + NUMLIN_DRAWINGS[code])
    with pytest.raises(RuleError, match=f"^{code}: "):
        puzzle.wiring_of_links(links)


@pytest.mark.parametrize("code", ARUKONE_DRAWINGS)
def test_faults_of_arukone_bear_the_names_of_pzprjs(code):
    cover = "passallcell" if code == "ceNoLine" else "allowempty"
    puzzle, links = read_pzprv3(ARUKONE.format(cover) + ARUKONE_DRAWINGS[code])
    with pytest.raises(RuleError, match=f"^{code}: "):
        puzzle.wiring_of_links(links)


def test_the_right_drawing_of_numlin_is_a_wiring():
    drawn = (
        "1 -1 1 1 /0 -1 0 0 /0 -1 -1 0 /0 -1 -1 0 /1 1 -1 1 /"
        "0 1 1 0 1 /1 1 1 1 1 /1 1 1 1 1 /1 0 1 1 0 /"
    )
    puzzle, links = read_pzprv3(NUMLIN + drawn)
    assert puzzle.check(puzzle.wiring_of_links(links)) == 22


def test_the_right_drawing_of_arukone_is_a_wiring():
    drawn = (
        "1 1 1 1 /1 1 1 0 /-1 1 1 0 /-1 1 1 1 /1 1 1 1 /"
        "0 0 0 0 1 /1 -1 0 0 1 /1 -1 0 0 1 /1 -1 0 0 0 /"
    )
    puzzle, links = read_pzprv3(ARUKONE.format("passallcell") + drawn)
    assert puzzle.board.rule == "fill"
    assert puzzle.check(puzzle.wiring_of_links(links)) == puzzle.solve().value == 22


# Drawings and wirings against the list of all that are right -------------------------------------


def drawn(paths):
    return frozenset(frozenset(link) for path in paths for link in pairwise(path))


def some_links(rng, every, listed):
    """Return a right drawing with up to three links changed, or any drawing."""
    if not listed or rng.random() < 0.2:
        return frozenset(rng.sample(every, rng.randint(0, len(every))))
    links = drawn(rng.choice(listed))
    return links.symmetric_difference(rng.sample(every, min(len(every), rng.randrange(4))))


@pytest.mark.parametrize("seed", range(3))
def test_a_drawing_is_right_exactly_if_brute_force_lists_it(seed):
    rng = random.Random(seed)
    faults = Counter()
    for _ in range(500):
        puzzle = random_puzzle(rng)
        listed = brute_force(puzzle)
        right = {drawn(paths): paths for paths in listed}
        nodes = puzzle.board.nodes
        every = [frozenset((nodes[u], nodes[v])) for u, v, _ in puzzle.board.edges]
        links = some_links(rng, every, listed)
        try:
            wiring = puzzle.wiring_of_links([tuple(link) for link in links])
        except RuleError as error:
            assert links not in right
            faults[str(error).partition(":")[0]] += 1
            continue
        faults["none"] += 1
        assert tuple(wiring.paths.values()) == right[links]
        assert puzzle.check(wiring) == weight_of(puzzle, right[links])
    assert faults["none"] > 60
    assert len(faults) >= 10


def spoil(rng, paths, nodes):
    """Change one thing about lines by label, which may be no fault at all."""
    label, other = rng.choice(sorted(paths)), rng.choice(sorted(paths))
    path = paths[label]
    at = rng.randrange(len(path) + 1)
    match rng.randrange(8):
        case 0:
            paths[label] = path[::-1]
        case 1:
            paths[label], paths[other] = paths[other], path
        case 2:
            del paths[label]
        case 3:
            paths[label] = path[:at] + path[at + 1 :]
        case 4:
            paths[label] = (*path[:at], rng.choice(nodes), *path[at:])
        case 5:
            paths[label] = path + paths[other]
        case 6:
            paths[label] = path + path[::-1][1:]
        case 7:
            paths["?"] = path


@pytest.mark.parametrize("seed", range(3))
def test_a_wiring_is_right_exactly_if_brute_force_lists_it(seed):
    rng = random.Random(seed)
    fates = Counter()
    while fates.total() < 500:
        puzzle = random_puzzle(rng)
        listed = brute_force(puzzle)
        labels = puzzle.board.labels
        if not listed or not labels:
            continue
        chosen = rng.choice(listed)
        paths = dict(zip(labels, chosen, strict=True))
        if rng.random() < 0.9:
            spoil(rng, paths, puzzle.board.nodes)
        right = set(paths) == set(labels) and any(
            all(
                paths[label] in (path, path[::-1])
                for label, path in zip(labels, wiring, strict=True)
            )
            for wiring in listed
        )
        fates[right] += 1
        if right:
            assert puzzle.check(Wiring(paths)) == weight_of(puzzle, paths.values())
        else:
            with pytest.raises(RuleError):
                puzzle.check(Wiring(paths))
    assert min(fates.values()) > 50


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        ({"A": [(0, 0), (0, 1)], "C": [(1, 0), (1, 1)]}, "there is no label 'C'"),
        ({"A": [(0, 0), (0, 1)]}, "nmNoLine: no line leaves the terminal 1,0"),
        (
            {"A": [(0, 0), (0, 1)], "B": [(1, 0), (1, 2)]},
            "from 1,0 to 1,2, which are no neighbours",
        ),
        ({"A": [(0, 0), (0, 9)], "B": []}, "the line of 'A' goes to '0,9', which cannot be used"),
        ({"A": [(1, 0), (1, 1)], "B": [(0, 0), (0, 1)]}, "nmConnDiff: the line named 'A'"),
        (
            {"A": [(0, 0), (0, 1), (0, 0)], "B": [(1, 0), (1, 1)]},
            "lnBranch: two lines, or one twice",
        ),
        ({"A": [], "B": []}, "brNoLine"),
    ],
)
def test_the_first_fault_is_told(paths, message):
    with pytest.raises(RuleError, match=message):
        Numberlink(["AA.", "BB."]).check(Wiring(paths))


@pytest.mark.parametrize(
    ("touch", "message"), [("no_chord", "lnTouch: the line of 'A'"), ("no_2x2", "ln2x2: the line")]
)
def test_lines_that_touch_themselves(touch, message):
    around = Wiring({"A": [(0, 0), (1, 0), (1, 1), (0, 1)]})
    assert Numberlink(["AA", ".."]).check(around) == 3
    with pytest.raises(RuleError, match=message) as caught:
        Numberlink(["AA", ".."], self_touch=touch).check(around)
    assert caught.value.where == (0, 0)


def test_two_lines_may_touch_each_other_and_share_a_block():
    for touch in ("no_chord", "no_2x2"):
        assert Numberlink(["AA", "BB"], self_touch=touch).solve().value == 2


def test_faults_on_a_graph_have_no_place():
    puzzle = Numberlink(nx.path_graph(3), {"a": (0, 2)})
    with pytest.raises(RuleError, match="lnDeadEnd: a line ends at 1") as caught:
        puzzle.check(Wiring({"a": [0, 1]}))
    assert caught.value.where is None


def test_the_graph_of_an_answer_joins_the_nodes_of_each_line():
    wires = Wiring({"a": [(0, 0), (0, 1)], "b": [(1, 1), (1, 2)]}).graph()
    assert nx.get_edge_attributes(wires, "label") == {("0,0", "0,1"): "a", ("1,1", "1,2"): "b"}


def test_a_wiring_as_graph_and_as_data():
    wiring = Wiring({"a": [(0, 0), (0, 1)], "b": ["x", "y", 3]})
    graph = wiring.graph()
    assert dict(graph.nodes(data="label")) == {
        "0,0": "a",
        "0,1": "a",
        "x": "b",
        "y": "b",
        "3": "b",
    }
    assert set(graph.edges(data="label")) == {
        ("0,0", "0,1", "a"),
        ("x", "y", "b"),
        ("y", "3", "b"),
    }
    data = wiring.to_dict()
    assert data == {"paths": {"a": [[0, 0], [0, 1]], "b": ["x", "y", 3]}}
    assert Wiring.from_dict(data) == wiring
    assert hash(Wiring.from_dict(data)) == hash(wiring) != hash(Wiring({"a": [(0, 0), (1, 0)]}))
    for paths in ({"a": "xy"}, {"a": 3}, [["x", "y"]]):
        with pytest.raises(TypeError, match="paths must map"):
            Wiring.from_dict({"paths": paths})
