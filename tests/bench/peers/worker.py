"""One peer in a process of its own: told which entry to measure, it tells each call it has made.

``python -m tests.bench.peers.worker MODULE OPTIONS`` reads one request a line from standard input
and writes one report a line, both JSON. Nothing else gets to standard output: what a library
prints goes to standard error.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
import time
from importlib.metadata import PackageNotFoundError, version

from graphpuzzles.errors import RuleError
from tests.bench.peers.task import Measured, MissingError, WrongAnswerError

TICK = 1e-7  # what takes no time that can be told


def main(module, options):
    reports = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def report(**what):
        reports.write(json.dumps(what) + "\n")
        reports.flush()

    options = json.loads(options)
    bound_memory(options["memory"])
    try:
        peer = importlib.import_module(module)
    except MissingError as error:
        report(missing=str(error))
        return
    except Exception as error:  # noqa: BLE001 - whatever keeps a peer from being used is its reason
        report(missing=one_line(error))
        return
    report(**introduction(peer))
    for line in sys.stdin:
        request = json.loads(line)
        measure(peer.ENTRIES[request["entry"]], built=request["built"], report=report, **options)


def introduction(peer):
    try:
        installed = peer.DISTRIBUTION and version(peer.DISTRIBUTION)
    except PackageNotFoundError:
        installed = None
    return {
        "name": peer.NAME,
        "about": peer.ABOUT,
        "version": installed,
        "entries": [[entry.task, entry.way, entry.build is not None] for entry in peer.ENTRIES],
    }


def bound_memory(gigabytes):
    """Let a peer fail by itself before it takes the machine along, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        limit = int(gigabytes * 2**30)
        resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))


def one_line(error):
    told = str(error).strip().splitlines()
    name = type(error).__name__
    return f"{name}: {told[0]}" if told else name


def measure(entry, *, built, report, quick, seed, rounds, enough, memory):
    """Measure an entry and graphpuzzles in turn, on one input, each once before it counts.

    With ``built`` the peer's own preparation is done before and not timed.
    """
    from tests.bench.peers.tasks import TASKS  # which a peer that is missing needs not wait for

    del memory
    task = TASKS[entry.task]
    build = entry.build or (lambda given: given)
    right = None

    def ours():
        nonlocal right
        answer, seconds = timed(lambda: task.ours(given))
        if right is None:
            right = [task.value(given, answer)]
        report(who="ours", seconds=seconds, wrong=None)
        return seconds

    def peer():
        answer, seconds = timed(lambda: entry.run(prepared if built else build(given)))
        report(who="peer", seconds=seconds, wrong=judge(task, given, right[0], answer))
        return seconds

    try:
        given = (task.small if quick else task.make)(seed)
        prepared = build(given) if built else None
        report(who="ready")
        spent = 0.0
        for _ in range(1 + rounds):
            spent += max(ours(), peer())
            if spent > enough:
                break
        report(done=True)
    except Exception as error:  # noqa: BLE001 - told in the table
        report(failed=one_line(error))


def timed(call):
    """Return an answer and the CPU seconds of this process, or those that the answer names."""
    began = time.process_time()
    answer = call()
    seconds = max(time.process_time() - began, TICK)
    return answer if isinstance(answer, Measured) else Measured(answer, seconds)


def judge(task, given, right, answer):
    """Return what is wrong with an answer, or None."""
    try:
        return task.differs(right, task.value(given, answer))
    except WrongAnswerError as fault:
        return str(fault)
    except RuleError as fault:
        return f"breaks the rules: {fault}"
    except Exception as error:  # noqa: BLE001 - an answer that cannot be read is a wrong one
        return f"cannot be read as an answer: {one_line(error)}"


if __name__ == "__main__":
    main(*sys.argv[1:])
