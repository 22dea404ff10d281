"""Films as one HTML page that needs nothing else."""

from __future__ import annotations

import json
import re
from importlib import resources
from itertools import takewhile
from typing import TYPE_CHECKING

from graphpuzzles.picture.layout import printable
from graphpuzzles.picture.svg import background, element, escaped, number, opening

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphpuzzles.picture.scene import Film
    from graphpuzzles.picture.shapes import Shape

NARROW, CONTROLS = 420.0, 170.0
"""Pixels that the controls take across, and they, title and caption in height."""


def page(film: Film, *, seconds: float, autoplay: bool) -> str:
    """Return a page that plays a film; one with a single frame just shows it.

    What all frames begin and end with is written once, and every other element once too, however
    many frames show it.

    Parameters
    ----------
    film : Film
    seconds : float
        Of one step.
    autoplay : bool
        Play at once, unless the reader has asked for less motion.
    """
    last = len(film.frames) - 1
    behind, moving, before = split([frame.shapes for frame in film.frames])
    elements, frames = _table(moving)
    data = {
        "elements": elements,
        "frames": frames,
        "captions": [printable(caption) for caption in film.captions],
        "seconds": seconds,
        "autoplay": autoplay,
    }
    first = film.frames[0]
    layout = first.layout()
    picture = [
        opening(layout, first.unit),
        f"<title>{escaped(first.title or film.title)}</title>",
        background(layout),
        *map(element, behind),
        '<g class="frame">',
        *map(element, moving[0]),
        "</g>",
        *map(element, (*before, *layout.legend)),
        "</g>",
        "</svg>",
    ]
    return _filled(
        title=escaped(film.title),
        width=number(max(layout.width * first.unit, NARROW)),
        picture="\n".join(picture),
        caption=escaped(film.captions[0]),
        count=f"0 / {last}",
        last=str(last),
        hidden="" if last else "hidden",
        film=_script_safe(json.dumps(data, separators=(",", ":"))),
    )


def embedded(film: Film, text: str) -> str:
    """Return an element that holds a film's page apart from the page around it."""
    layout = film.frames[0].layout()
    unit = film.frames[0].unit
    width, height = max(layout.width * unit, NARROW) + 32, layout.height * unit + CONTROLS
    return (
        f'<iframe srcdoc="{_attribute(text)}" title="{escaped(film.title)}" '
        f'width="{number(width)}" height="{number(height)}" sandbox="allow-scripts" '
        f'style="border:0;max-width:100%"></iframe>'
    )


def _attribute(text: str) -> str:
    """Return a page as the value of a quoted attribute."""
    return text.replace("&", "&amp;").replace('"', "&quot;")


def split(
    frames: Sequence[Sequence[Shape]],
) -> tuple[Sequence[Shape], list[Sequence[Shape]], Sequence[Shape]]:
    """Return what all frames begin with, what is left of each, and what all end with."""
    start = _shared(frames)
    left = [shapes[start:] for shapes in frames]
    end = _shared([shapes[::-1] for shapes in left])
    moving = [shapes[: len(shapes) - end] for shapes in left]
    return frames[0][:start], moving, left[0][len(left[0]) - end :]


def _table(moving: Sequence[Sequence[Shape]]) -> tuple[list[list[int | str]], list[list[int]]]:
    """Return the different elements of all frames, and the numbers of each frame's.

    An element is told by how it differs from an earlier one, the one that stood in its place a
    frame before: its number, the letters kept at the start and at the end, what is between.
    """
    texts: list[str] = []
    index: dict[str, int] = {}
    coded: list[list[int | str]] = []
    frames: list[list[int]] = []
    # Frames share their shapes, and a shape's identity is cheaper to look up than its value.
    different = {id(shape): shape for shapes in moving for shape in shapes}
    known = {key: element(shape) for key, shape in different.items()}
    for shapes in moving:
        frame = []
        for place, shape in enumerate(shapes):
            text = known[id(shape)]
            if text not in index:
                index[text] = len(texts)
                near = frames[-1][place] if frames and place < len(frames[-1]) else len(texts) - 1
                coded.append(_difference(near, texts[near] if near >= 0 else "", text))
                texts.append(text)
            frame.append(index[text])
        frames.append(frame)
    return coded, frames


def _difference(number: int, old: str, new: str) -> list[int | str]:
    # Elsewhere letters are counted in UTF-16.
    if not (old.isascii() and new.isascii()):
        return [0, 0, 0, new]
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    return [max(number, 0), start, end, new[start : len(new) - end]]


def _alike(first: Sequence[object], second: Sequence[object]) -> int:
    """Return how many members two sequences have in common at their start."""
    pairs = zip(first, second, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _shared(frames: Sequence[Sequence[Shape]]) -> int:
    columns = zip(*frames, strict=False)
    same = takewhile(lambda shapes: all(s is shapes[0] or s == shapes[0] for s in shapes), columns)
    return sum(1 for _ in same)


def _script_safe(text: str) -> str:
    """Return JSON in which nothing can end a script element or begin a comment."""
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _filled(**values: str) -> str:
    template = resources.files("graphpuzzles.picture").joinpath("player.html").read_text("utf-8")
    # In one pass, so that what is put in is not looked through again.
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], template)
