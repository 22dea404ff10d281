"""The bound on memory holds for the process as a whole, and does not change what is found."""

import subprocess
import sys
from pathlib import Path

import pytest

from graphpuzzles.exploring import PancakeSpace, explore, open_exploration

PROCESS = """
import json, re, sys
from pathlib import Path
from graphpuzzles.limits import Limits
from graphpuzzles.exploring import PancakeSpace, explore

def peak():
    status = Path("/proc/self/status").read_text()
    return 1024 * int(re.search(r"VmHWM:\\s*(\\d+) kB", status)[1])

folder, bound, steps = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
options = {"reversible": steps == "both ways", "limits": Limits(max_memory=bound)}
small = PancakeSpace(6)
explore(small, small.start, store=folder / "small", **options)
before = peak()
space = PancakeSpace(9)
explore(space, space.start, store=folder / "large", **options)
print(peak() - before)
"""

# OEIS A092113.
SIZES = [1, 8, 56, 391, 2_278, 10_666, 38_015, 93_585, 132_697, 79_379, 5_804]

MEBIBYTE = 2**20


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize(("steps", "bound"), [("both ways", MEBIBYTE // 2), ("one way", MEBIBYTE)])
def test_a_process_takes_no_more_memory_than_it_may(steps, bound, tmp_path):
    command = [sys.executable, "-c", PROCESS, str(tmp_path), str(bound), steps]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    # The layers alone are 2.8 MiB, the steps from the widest one 8 MiB; what Python and the
    # system keep for themselves is allowed a MiB.
    assert int(done.stdout) < bound + MEBIBYTE
    space = PancakeSpace(9)
    found = open_exploration(tmp_path / "large")
    assert found.layer_sizes == SIZES
    in_memory = explore(space, space.start)
    for depth in range(len(SIZES)):
        assert (found.layer(depth) == in_memory.layer(depth)).all()
