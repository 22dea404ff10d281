"""Judge somebody's answers: the lines that a program printed, against the puzzles it was given.

An answer is a line as the contest asks for it, or a JSON object that holds the answer itself, as
``graphpuzzles solve --json`` prints it. A line is compared with our own proved value; the answer
of an object is checked by the rules before its value is.
"""

from __future__ import annotations

from graphpuzzles.judging._judging import judge_answers
from graphpuzzles.judging._lines import read_answer_lines
from graphpuzzles.judging._verdicts import Ruling, Verdict, VerdictKind

__all__ = ["Ruling", "Verdict", "VerdictKind", "judge_answers", "read_answer_lines"]
