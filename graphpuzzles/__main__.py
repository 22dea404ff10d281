# PYTHON_ARGCOMPLETE_OK
"""``python -m graphpuzzles``: the command, which an interrupt ends quietly at any moment."""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False  # as in the package's own __init__

if TYPE_CHECKING:
    from types import FrameType

__all__ = ["main"]

INTERRUPTED = 130
"""As `graphpuzzles.cli` says it, which is not imported yet where it is needed here."""


def main() -> int:
    """Run the command.

    While it runs an interrupt is an exception, so that what is half done is cleaned up. While the
    modules are loaded, and while the interpreter ends, there is nothing to clean up and nobody to
    catch it.
    """
    before = signal.getsignal(signal.SIGINT)
    end = _end if before is signal.default_int_handler else before  # or it is to be ignored
    try:
        signal.signal(signal.SIGINT, end)
        from graphpuzzles.cli import main as run

        signal.signal(signal.SIGINT, before)
        return run()
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, end)


def _end(_number: int, _frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    raise SystemExit(main())
