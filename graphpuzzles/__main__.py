"""``python -m graphpuzzles``: the command."""

from graphpuzzles.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
