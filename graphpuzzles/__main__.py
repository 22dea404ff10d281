# PYTHON_ARGCOMPLETE_OK
"""``python -m graphpuzzles``: the command."""

from __future__ import annotations

__all__ = ["main"]

INTERRUPTED = 130
"""As `graphpuzzles.cli` says it, which is not imported yet where it is needed here."""


def main() -> int:
    """Run the command; an interrupt while it is imported ends it as quietly as any later one."""
    try:
        from graphpuzzles.cli import main as run
    except KeyboardInterrupt:
        return INTERRUPTED
    return run()


if __name__ == "__main__":
    raise SystemExit(main())
