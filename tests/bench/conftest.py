"""The peers are measured by a command of their own."""

collect_ignore = ["peers"]
