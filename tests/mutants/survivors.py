"""Mutants that no test notices, and the page that explains them."""

import re
from dataclasses import dataclass
from pathlib import Path

EXPLAINED = Path(__file__).with_name("survivors.md")


@dataclass(frozen=True)
class Change:
    """The lines of a file that a mutant takes out and puts in."""

    file: str
    lines: tuple[str, ...]

    def __str__(self):
        return "\n".join([self.file, "", "```diff", *self.lines, "```"])


def read_diff(file, text):
    """Return what a diff changes, without the lines around and their indentation."""
    lines = re.findall(r"^([-+])(?!\1\1 ) *(.*)$", text, re.MULTILINE)
    return Change(file, tuple(f"{sign} {line}" for sign, line in lines))


# A text with blanks is one for people, changed or left out, and `cast` is read by the type checker
# alone.
SPOKEN = re.compile(r"""[rf]*(["'])(?:(?!\1).)* (?:(?!\1).)*\1""")
CAST = re.compile(r"""cast\((["'][^"']*["']|None), """)


def counts(change):
    """Tell whether a change can be of any consequence to a value."""
    sides = [[], []]
    for line in change.lines:
        sides[line[0] == "+"].append(SPOKEN.sub("None", CAST.sub("cast(", line[2:])))
    return sides[0] != sides[1]


def explained(page):
    """Return the changes of a page, each with the words that follow it.

    A heading of the second rank names a file; a block of a diff is a change; what follows, up to
    the next block or heading, says why it changes nothing.
    """
    found = {}
    for section in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        file, _, body = section.partition("\n")
        for block, words in re.findall(r"```diff\n(.*?)```\n(.*?)(?=```|\Z)", body, re.DOTALL):
            change = read_diff(file.strip(), block)
            if len(words.split()) < 3:
                raise ValueError(f"nothing is said of a survivor: {change}")
            found[change] = words.strip()
    return found
