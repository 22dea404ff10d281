"""The C++ programs to measure against, where a folder with their sources is named."""

import os
import resource
import shutil
import subprocess
from pathlib import Path


def compiled(name, tmp_path_factory):
    """Compile a program of the folder GRAPHPUZZLES_BASELINES; None where there is none."""
    folder = os.environ.get("GRAPHPUZZLES_BASELINES")
    compiler = shutil.which("g++")
    if folder is None or compiler is None:
        return None
    path = tmp_path_factory.mktemp("baseline") / name
    source = Path(folder) / f"{name}.cpp"
    subprocess.run([compiler, "-O2", "-std=c++17", "-o", path, source], check=True)
    return path


def _run(program, text):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program], input=text, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cpu_seconds(program, text, nothing=""):
    """Return the CPU seconds of a program on a text, those on an empty one left out."""
    return max(_run(program, text) - _run(program, nothing), 1e-4)
