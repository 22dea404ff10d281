"""What a measurement is made of: a task, and the way in which a peer does it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


def equal(ours, theirs):
    """Return None where two answers are the same, and what differs where they are not."""
    return None if ours == theirs else f"{theirs} instead of {ours}"


def as_it_is(_given, answer):
    return answer


@dataclass(frozen=True)
class Task:
    """Work that can be given to several libraries.

    ``make(seed)`` returns the input, ``ours(input)`` the answer of graphpuzzles. ``value(input,
    answer)`` checks an answer by the rules as far as it can be checked alone, raises
    `WrongAnswerError` if it breaks them, and returns what all must agree on; ``differs(ours,
    theirs)`` says how two such values differ. ``small`` makes an input that takes no time.
    """

    section: str
    title: str
    way: str
    make: Callable[[int], Any]
    small: Callable[[int], Any]
    ours: Callable[[Any], Any]
    value: Callable[[Any, Any], Any] = as_it_is
    differs: Callable[[Any, Any], str | None] = equal


@dataclass(frozen=True)
class Entry:
    """How a peer does a task.

    What ``build(input)`` returns is given to ``run`` in place of the input. It is measured once
    as a part of the work and once left out, since a graph may be asked more than once.
    """

    task: str
    way: str
    run: Callable[[Any], Any]
    build: Callable[[Any], Any] | None = None


class Measured(NamedTuple):
    """An answer that says itself how long it took, in seconds of CPU time."""

    answer: Any
    seconds: float


class WrongAnswerError(Exception):
    """An answer is wrong whatever the right one is."""


class MissingError(Exception):
    """What a peer needs is not here; the message says what."""
