"""Random boards with wished properties, each verified before it is handed out.

A generator proposes boards and keeps the first one that has all wished properties. Whoever writes
one need not reason about them: a proposal may be as blind as it likes, since every property is
decided exactly on the board itself; a clever proposal only makes the wait shorter.

The same seed gives the same board on every platform and with every version of Python. For that,
generators draw by `below`, `pick`, `drawn` and `shuffled`.
"""

from graphpuzzles.generation.draws import below, board_random, drawn, pick, shuffled
from graphpuzzles.generation.generator import Generator
from graphpuzzles.generation.values import SHARE, TRUTH, Size, Values, one_of, read_size, whole
from graphpuzzles.generation.wishes import Wish, WrongApproach, against, names_against

__all__ = [
    "SHARE",
    "TRUTH",
    "Generator",
    "Size",
    "Values",
    "Wish",
    "WrongApproach",
    "against",
    "below",
    "board_random",
    "drawn",
    "names_against",
    "one_of",
    "pick",
    "read_size",
    "shuffled",
    "whole",
]
