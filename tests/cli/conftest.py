"""The command on a terminal, as far as a test can have one."""

import os
import sys

import pytest

from graphpuzzles.cli import commands, main


@pytest.fixture
def terminal(monkeypatch):
    """Run the command with streams on a terminal; return its code and what the terminal got."""
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals")

    def run(*arguments, streams, first_seconds=0.0, term="xterm"):
        monkeypatch.setattr(commands, "FIRST_SECONDS", first_seconds)
        monkeypatch.setattr(commands, "SECONDS_BETWEEN", 0.0)
        monkeypatch.setenv("TERM", term)
        master, slave = pty.openpty()
        with os.fdopen(slave, "w", buffering=1) as stream, monkeypatch.context() as patch:
            for name in streams:
                patch.setattr(sys, name, stream)
            code = main(arguments)
        written = b""
        try:
            while chunk := os.read(master, 10**6):
                written += chunk
        except OSError:  # Linux: the other end is closed
            pass
        os.close(master)
        return code, written.decode()

    return run
