"""A puzzle whose method does what the puzzle says: solve, raise, die ..."""

import os
import signal
import struct
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from graphpuzzles.certificate import Potentials
from graphpuzzles.puzzle import Method, Outcome, Puzzle, Status


@dataclass(frozen=True)
class Done:
    number: int
    extra: object = None

    def to_dict(self):
        return {"number": self.number} | ({"extra": self.extra} if self.extra else {})


class OddError(Exception):
    """Pickles, and does not come back."""

    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


@dataclass(frozen=True, eq=False)
class Deed(Puzzle[Done, int]):
    number: int
    deed: str = "solve"
    where: str = ""

    name: ClassVar[str] = "deed"
    EXAMPLES: ClassVar = {}
    MALFORMED: ClassVar = ()

    @classmethod
    def read(cls, lines, *, source=None):
        raise NotImplementedError

    @classmethod
    def write(cls, puzzles):
        raise NotImplementedError

    @classmethod
    def answer_from_dict(cls, data):
        return Done(data["number"])

    @classmethod
    def methods(cls):
        return {
            "act": Method("acting", _act, lambda p: "it refuses" if p.deed == "refuse" else None)
        }

    @classmethod
    def graphs(cls):
        return {}

    def check(self, answer):
        return answer.number

    def arcs(self):
        yield "s", "t", self.number

    def ends(self):
        return "s", "t", 0

    def __reduce__(self):
        if self.deed == "cannot leave":
            raise TypeError("this puzzle does not pickle")
        return super().__reduce__()


def _send_half():
    """Send the length of a result, and nothing of it, as one who is killed in between does."""
    frame = sys._getframe()
    while "pipe" not in frame.f_locals:
        frame = frame.f_back
    os.write(frame.f_locals["pipe"].fileno(), struct.pack("!i", 1000))


def _die():
    os.kill(os.getpid(), signal.SIGKILL)


ENDS = {
    "die": lambda _where: _die(),
    "send half": lambda where: (_send_half(), Path(where).touch(), time.sleep(600)),
    "send half and die": lambda _where: (_send_half(), _die()),
}


def _act(puzzle, limits, _progress):
    value = puzzle.number
    match puzzle.deed:
        case "raise":
            raise IndexError("a mistake in the method")
        case "raise oddly":
            raise OddError(1, 2)
        case "die" | "send half" | "send half and die":
            ENDS[puzzle.deed](puzzle.where)
        case "die once":
            if not Path(puzzle.where).exists():
                Path(puzzle.where).touch()
                os.kill(os.getpid(), signal.SIGKILL)
        case "sleep":
            Path(puzzle.where, str(os.getpid())).touch()
            time.sleep(600)
        case "nap":
            time.sleep(0.1)
        case "count" if limits.max_states is not None and value > limits.max_states:
            return Outcome(status=Status.LIMIT, bounds=(limits.max_states, None))
    return Outcome(
        status=Status.SOLVED,
        value=value,
        answer=Done(value, (lambda: 0) if puzzle.deed == "strange answer" else None),
        bounds=(value, value),
        prove=lambda: Potentials({"s": 0, "t": value}),
    )
