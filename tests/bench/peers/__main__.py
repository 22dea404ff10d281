"""Measure graphpuzzles beside its peers and write the page; see ``--help``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests import extras
from tests.bench.peers import page
from tests.bench.peers.harness import PEERS, ROOT, Options, Peer, measure

PAGE = ROOT / "docs" / "benchmarks-peers.md"


def parse(arguments):
    parser = argparse.ArgumentParser(prog="run.py bench", description=__doc__)
    parser.add_argument(
        "--peer",
        action="append",
        metavar="NAME",
        help=f"measure only this one: {', '.join(PEERS)}, or a module; may be repeated",
    )
    parser.add_argument("--quick", action="store_true", help="small inputs, one run of each")
    parser.add_argument("--seed", type=int, default=Options.seed, help="of random inputs")
    parser.add_argument("--rounds", type=int, help="calls of each side that count")
    parser.add_argument(
        "--limit", type=float, default=Options.limit, metavar="SECONDS", help="of one call"
    )
    parser.add_argument(
        "--memory", type=float, default=Options.memory, metavar="GB", help="of one process"
    )
    parser.add_argument(
        "--output",
        type=Path,
        help="where to write the page; by default docs/benchmarks-peers.md when everything is "
        "measured in full, else standard output",
    )
    parser.add_argument(
        "--install", action="store_true", help="install first what is not there; run.py says so"
    )
    return parser.parse_args(arguments)


def main(arguments=None):
    asked = parse(arguments)
    options = Options(
        quick=asked.quick,
        seed=asked.seed,
        rounds=asked.rounds or (1 if asked.quick else Options.rounds),
        limit=asked.limit,
        memory=asked.memory,
    )
    reasons = extras.add("bench") if asked.install else {}
    missing = {name.replace("-", "_"): reason for name, reason in reasons.items()}
    peers = []
    for key in asked.peer or PEERS:
        if key in missing:
            peers.append(Peer(key, key, missing=missing[key]))
        else:
            peers.append(measure(key, options, say))
    text = page.write(peers, options)
    output = asked.output or (None if asked.quick or asked.peer else PAGE)
    if output is None:
        sys.stdout.write(text)
    else:
        output.write_text(text, "utf-8")
        say(f"written to {output}")
    return 0


def say(message):
    sys.stderr.write(f"{message}\n")


if __name__ == "__main__":
    sys.exit(main())
