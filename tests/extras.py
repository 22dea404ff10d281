"""What a task of run.py needs beside the packages of the tests: installed at its first start."""

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PIP = [sys.executable, "-m", "pip"]


def add(extra):
    """Install the packages of an extra, each by itself, into the environment that runs this.

    What is there stays as it is: a package that asks for other versions of it is left out. Returns
    the reason by name for each that could not be installed.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    with tempfile.TemporaryDirectory() as folder:
        held = Path(folder, "constraints.txt")
        held.write_text("".join(f"{one['name']}=={one['version']}\n" for one in installed()))
        reasons = {}
        for requirement in project["optional-dependencies"][extra]:
            done = run("install", "--constraint", str(held), requirement)
            if done.returncode != 0:
                name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
                reasons[name] = last_error(done.stdout)
                sys.stderr.write(f"{name} is left out: {reasons[name]}\n")
    return reasons


def installed():
    """Return name and version of every package that is no checkout."""
    listed = run("list", "--format=json", "--exclude-editable")
    if listed.returncode != 0:
        sys.exit(f"pip does not tell what is installed: {last_error(listed.stdout)}")
    return json.loads(listed.stdout.splitlines()[0])


def run(*arguments):
    settings = ["--disable-pip-version-check", "--no-input"]
    return subprocess.run(
        [*PIP, *arguments, *settings],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def last_error(told):
    """Return the last line that pip calls an error."""
    errors = [line for line in told.splitlines() if line.lower().startswith("error")]
    return errors[-1] if errors else "pip does not say why"
