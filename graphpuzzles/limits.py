"""How much work a call may do, and what it tells about itself while it works."""

from __future__ import annotations

import math
import operator
import os
import re
import reprlib
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from numbers import Real
from pathlib import Path
from typing import Final, TypeAlias

from graphpuzzles.errors import LimitError

__all__ = [
    "UNLIMITED",
    "Limits",
    "Meter",
    "Progress",
    "ProgressCallback",
    "available_memory",
    "require_limits",
]


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How much work a call may do; ``None`` (the default everywhere) sets no limit.

    A call that reaches a limit says so with `Status.LIMIT` (or a search result's own status) and
    proves nothing beyond the bounds that it reports. What is exact and what is polled:

    Parameters
    ----------
    max_states : int, optional
        States (nodes, regions, diagram states) held at most. Exact in scalar engines; engines that
        work on whole layers stop before they hold a layer that would exceed it.
    max_expanded : int, optional
        States expanded at most; exact in scalar engines, per layer otherwise.
    max_seconds : float, optional
        Wall-clock seconds, polled every few thousand expansions, once a layer, or between the
        stages of a method that calls a compiled library.
    max_memory : int, optional
        Bytes of this package's own containers, as accounted by the engine (not the process's
        resident size); polled like `max_seconds`.
    max_steps : int, optional
        Depth of a search: paths of more steps are not looked for. Exact.

    Raises
    ------
    TypeError, ValueError
        If a value is not a non-negative number of the type named above.

    Examples
    --------
    >>> Limits(max_states=1000)
    Limits(max_states=1000)
    """

    max_states: int | None = None
    max_expanded: int | None = None
    max_seconds: float | None = None
    max_memory: int | None = None
    max_steps: int | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is None:
                continue
            if isinstance(value, bool):
                raise TypeError(f"{field.name} must be a number, not a bool")
            if field.name == "max_seconds":
                if not isinstance(value, Real):
                    raise TypeError(f"max_seconds must be a number, not {type(value).__name__}")
                number: float = float(value)
                if math.isnan(number):
                    raise ValueError("max_seconds must be a number, not nan")
            else:
                number = operator.index(value)
            if number < 0:
                raise ValueError(f"{field.name} must not be negative, got {value}")
            object.__setattr__(self, field.name, number)

    def __repr__(self) -> str:
        given = ((field.name, getattr(self, field.name)) for field in fields(self))
        return f"Limits({', '.join(f'{k}={v!r}' for k, v in given if v is not None)})"


UNLIMITED: Final = Limits()
"""No limit at all: the default everywhere."""


@dataclass(frozen=True, kw_only=True)
class Progress:
    """One report of a running call.

    Parameters
    ----------
    stage : str
        What is being done, for example ``"search"`` or ``"adjacency"``.
    depth : int
        Steps from the start, or the number of the layer.
    states, expanded, frontier : int
        States held, states expanded, states waiting.
    lower_bound : int, optional
        What is proved of the value so far.
    seconds : float
        Wall-clock seconds since the call began.
    """

    stage: str
    depth: int = 0
    states: int = 0
    expanded: int = 0
    frontier: int = 0
    lower_bound: int | None = None
    seconds: float = 0.0


ProgressCallback: TypeAlias = Callable[[Progress], bool | None]
"""Called now and then with a `Progress`; returning True stops the call (limit ``"stopped"``)."""


def require_limits(limits: object) -> None:
    """Raise TypeError unless limits are `Limits`: a bare number does not say of what."""
    if not isinstance(limits, Limits):
        raise TypeError(
            f"limits are Limits(max_seconds=...) or the like, not {reprlib.repr(limits)}"
        )


class Meter:
    """The account of one running call against its `Limits`.

    Parameters
    ----------
    limits : Limits
    progress : ProgressCallback, optional

    Raises
    ------
    TypeError
        If `limits` are not `Limits`.

    Examples
    --------
    >>> meter = Meter(Limits(max_states=10))
    >>> meter.exceeded(states=10), meter.exceeded(states=11)
    (None, 'max_states')
    """

    __slots__ = ("limits", "progress", "started")

    def __init__(self, limits: Limits, progress: ProgressCallback | None = None) -> None:
        require_limits(limits)
        self.limits = limits
        self.progress = progress
        self.started = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Wall-clock seconds since the call began."""
        return time.perf_counter() - self.started

    def exceeded(self, *, states: int = 0, expanded: int = 0, memory: int = 0) -> str | None:
        """Name the first limit that these numbers or the clock exceed, or None."""
        limits = self.limits
        if limits.max_states is not None and states > limits.max_states:
            return "max_states"
        if limits.max_expanded is not None and expanded > limits.max_expanded:
            return "max_expanded"
        if limits.max_memory is not None and memory > limits.max_memory:
            return "max_memory"
        if limits.max_seconds is not None and self.seconds > limits.max_seconds:
            return "max_seconds"
        return None

    def require(self, done: str, *, states: int = 0, expanded: int = 0, memory: int = 0) -> None:
        """Raise LimitError if these numbers or the clock exceed a limit.

        Called with what a step would need before it is done, it keeps a check within bounds
        whatever it is given.

        Parameters
        ----------
        done : str
            What had been done by then, for the message.
        states, expanded, memory : int
            As in `exceeded`.

        Examples
        --------
        >>> Meter(Limits(max_states=10)).require("3 layers were checked", states=11)
        Traceback (most recent call last):
        graphpuzzles.errors.LimitError: max_states reached: 3 layers were checked
        """
        limit = self.exceeded(states=states, expanded=expanded, memory=memory)
        if limit is not None:
            raise LimitError(limit, done)

    def report(
        self,
        stage: str,
        *,
        depth: int = 0,
        states: int = 0,
        expanded: int = 0,
        frontier: int = 0,
        lower_bound: int | None = None,
    ) -> str | None:
        """Tell the callback, if any; return ``"stopped"`` when it asks to stop."""
        if self.progress is None:
            return None
        event = Progress(
            stage=stage,
            depth=depth,
            states=states,
            expanded=expanded,
            frontier=frontier,
            lower_bound=lower_bound,
            seconds=self.seconds,
        )
        return "stopped" if self.progress(event) else None


def available_memory() -> int | None:
    """Return the bytes that this process may still take; None where the system does not tell."""
    return min((*_free_memory(), *_allowed_memory()), default=None)


def _free_memory() -> Iterator[int]:
    """Yield what the machine has left, or all that it has."""
    with suppress(OSError):
        told = re.search(r"\nMemAvailable: +(\d+) kB\n", Path("/proc/meminfo").read_text())
        if told is not None:
            yield 1024 * int(told[1])
            return
    with suppress(OSError, ValueError, AttributeError):  # there is no sysconf on Windows
        yield os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _allowed_memory() -> Iterator[int]:
    """Yield what a container, or the shell's ``ulimit -v``, allows."""
    for file in ("memory.max", "memory/memory.limit_in_bytes"):
        with suppress(OSError, ValueError):  # "max" is none
            yield int(Path("/sys/fs/cgroup", file).read_text())
    with suppress(ImportError, OSError):
        import resource

        most, _ = resource.getrlimit(resource.RLIMIT_AS)
        if most != resource.RLIM_INFINITY:
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            yield max(0, most - pages * resource.getpagesize())
