"""The page that tells what was measured."""

from __future__ import annotations

import math
import os
import platform
from importlib.metadata import version
from pathlib import Path

from tests.bench.peers.tasks import TASKS

COMMAND = "python3 run.py bench"


def write(peers, options):
    """Return the page as Markdown."""
    rows = [row for peer in peers for row in peer.rows]
    sections = dict.fromkeys(task.section for task in TASKS.values())
    parts = [
        "# Beside other libraries",
        introduction(options),
        *overview(peers),
        *(part for section in sections for part in tables(section, rows)),
        *faults(rows),
        "## Machine and versions",
        machine(),
        *versions(peers),
        *absent(peers),
        *method(options),
    ]
    return "\n\n".join(parts) + "\n"


def introduction(options):
    size = " This page shows small inputs, which only try that all works." if options.quick else ""
    return INTRODUCTION + size


INTRODUCTION = f"""\
`{COMMAND}` writes this page. It gives each library the same input as graphpuzzles, in one process,
call by call in turn, and compares the answers. *Ratio* is the time of the library over that of
graphpuzzles: above 1 graphpuzzles is faster, below 1 the library is. Times are milliseconds on one
machine: compare ratios."""


def overview(peers):
    """Sum up each peer, and name what is faster than graphpuzzles."""
    lines = []
    for peer in peers:
        found = [row for row in peer.rows if row.ratio is not None]
        if not found:
            continue
        # What was stopped counts with what it had taken by then.
        whole = [math.log(row.ratio) for row in found if not row.built]
        low, high = min(found, key=_ratio), max(found, key=_ratio)
        lines.append(
            [
                peer.name,
                peer.about,
                str(len(peer.rows)),
                f"{shown_ratio(low)} to {shown_ratio(high)}",
                figure(math.exp(sum(whole) / len(whole))) if whole else "",
                str(sum(row.ratio < 1 for row in found)),
                str(sum(row.wrong is not None or row.failed is not None for row in peer.rows)),
            ]
        )
    if not lines:
        return ["Nothing was measured."]
    head = ["library", "what it is", "rows", "ratios", "mean", "faster in", "faults"]
    parts = [
        "## In short",
        table(head, lines, numbers=5),
        "*Mean* is the geometric mean of the ratios of whole tasks, nothing built before.",
    ]
    faster = sorted(
        (row for peer in peers for row in peer.rows if row.ratio is not None and row.ratio < 1),
        key=_ratio,
    )
    if faster:
        told = "\n".join(
            f"- {row.peer}, {row.way}{where(row)}: {shown_ratio(row)} ({title(row.task)})"
            for row in faster
        )
        parts += ["Faster than the method of graphpuzzles that the tables name:", told]
    return parts


def _ratio(row):
    return row.ratio


def title(key):
    """Return the title of a task; the asterisk of A* would end what is bold."""
    return TASKS[key].title.replace("*", "\\*")


def where(row):
    return ", built before" if row.built else ""


def tables(section, rows):
    """Return the heading of a section and one table a task."""
    parts = []
    for key, task in TASKS.items():
        found = [row for row in rows if row.task == key]
        if task.section != section or not found:
            continue
        lines = [
            [
                row.peer,
                row.way,
                timed(row),
                seconds(row.their_seconds, row.over),
                seconds(row.our_seconds),
                shown_ratio(row),
                str(row.runs),
                answer(row),
            ]
            for row in found
        ]
        head = ["library", "how", "timed", "its ms", "our ms", "ratio", "runs", "its answer"]
        told = title(key)
        parts.append(f"**{told[0].upper()}{told[1:]}.** graphpuzzles: {task.way}.")
        parts.append(table(head, lines, numbers=4, texts_after=1))
    return [f"## {section}", *parts] if parts else []


def timed(row):
    return "built before" if row.built else "all"


def answer(row):
    if row.wrong is not None:
        return f"**differs**: {row.wrong}"
    if row.failed is not None:
        return f"**failed**: {row.failed}"
    return "none" if row.over is not None else "agrees"


def faults(rows):
    """Gather what differs and what failed, so that nobody has to look for it."""
    found = [row for row in rows if row.wrong is not None or row.failed is not None]
    stopped = [row for row in rows if row.over is not None]
    answered = sum(1 for row in rows if row.theirs)
    told = f"{answered} rows with an answer, {len(found)} with a fault, {len(stopped)} stopped."
    lines = [f"- {row.peer}, {title(row.task)}{where(row)}: {answer(row)}" for row in found]
    return [
        "## Answers that differ, and what failed",
        told,
        *(["\n".join(map(escaped, lines))] if lines else []),
    ]


def machine():
    return (
        f"{os.cpu_count()} cores, {cpu_name()}; {platform.system()} on {platform.machine()}; "
        f"{platform.python_implementation()} {platform.python_version()}."
    )


def cpu_name():
    """Return what the system calls its processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or "unnamed processor"


def versions(peers):
    own = {"graphpuzzles", "numpy", "scipy"}
    found = {name: version(name) for name in sorted(own)}
    found |= {peer.name: peer.version for peer in peers if peer.version and peer.key != "ours"}
    return [table(["package", "version"], [list(item) for item in found.items()])]


def absent(peers):
    lines = [f"- {peer.name}: {peer.missing}" for peer in peers if peer.missing is not None]
    return ["Not measured:", "\n".join(map(escaped, lines))] if lines else []


def method(options):
    """Say how it was measured, and how to do it again."""
    return [
        "## How it is measured",
        METHOD.format(**vars(options)),
        "## The command",
        f"```sh\n{COMMAND}\n```",
        ABOUT_COMMAND,
    ]


METHOD = """\
- A library runs in a process of its own, on one thread (CP-SAT with one worker). Times are CPU
  times of that process; imports, making the input, reading text and checking answers are left
  out. A C++ program reads its input as text, and that counts; its time is the CPU time of its
  process less that on an empty text.
- Each side is called once to warm up, then up to {rounds} more in turn; fewer where that takes
  over {enough:g} s. Shown is the median; *runs* says of how many. A call is stopped after
  {limit:g} s of CPU time; a process that asks for more than {memory:g} GB fails.
- *All* includes everything from the puzzle or the state space to the answer. For a library that
  needs an explicit graph that is exploring the states, or making the network (by graphpuzzles,
  where the library has no such thing), and building the graph. *Built before* leaves that out for
  the library, never for graphpuzzles.
- All searches of a state space call the same Python function for the successors of a state;
  layers in numpy have one for whole arrays.
- An answer agrees if it passes the rules (a path is replayed, a cut must stop blue and cost what
  it says, lines must keep the rules of the puzzle) and its value is that of graphpuzzles;
  probabilities may be off by $10^{{-9}}$.
- The inputs are those of seed {seed}, or boards of the test suite: the same at every run."""

ABOUT_COMMAND = """\
It installs what is missing into `.venv`, each library by itself; one that does not install is
named above with the reason, and so is one that does not load. `--quick` tries everything on small
inputs, `--peer NAME` measures one library; both print the page instead of writing it. Where the
environment variable `GRAPHPUZZLES_BASELINES` names the folder of the C++ programs, they are
measured too."""


def seconds(value, over=None):
    """Return a time in milliseconds, to three figures."""
    if over is not None:
        return f"> {over * 1000:,.0f}"
    return "" if value is None else figure(value * 1000, digits=3)


def shown_ratio(row):
    if row.ratio is None:
        return ""
    return f"{'> ' if row.over is not None else ''}{figure(row.ratio)}"


def figure(value, digits=2):
    """Return a number to so many figures, without an exponent."""
    if value <= 0:
        return "0"
    value = float(f"{value:.{digits - 1}e}")
    places = max(0, digits - 1 - math.floor(math.log10(value)))
    return f"{value:,.{places}f}"


def escaped(text):
    """Return text in which nothing is a mark of Markdown that ends a cell or opens a tag."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def table(head, lines, numbers=0, texts_after=0):
    """Return a table; the last columns but so many texts hold numbers."""
    first = len(head) - texts_after - numbers
    marks = [
        "---:" if first <= column < len(head) - texts_after else "---"
        for column in range(len(head))
    ]
    rows = [head, marks, *([escaped(cell) for cell in line] for line in lines)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
