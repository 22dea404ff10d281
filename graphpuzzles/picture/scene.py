"""Scenes, films, and how a text is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphpuzzles.picture.layout import lay_out
from graphpuzzles.picture.shapes import Text, require_length
from graphpuzzles.picture.svg import document
from graphpuzzles.text import counted

if TYPE_CHECKING:
    from graphpuzzles.picture.layout import Layout
    from graphpuzzles.picture.shapes import Key, Shape


@dataclass(frozen=True)
class Scene:
    """A picture.

    Parameters
    ----------
    width, height : float
        In cells; the picture shows x from 0 to `width` and y from 0 to `height`.
    shapes : tuple of Shape
        Later ones cover earlier ones.
    title : str
        One line about it, for those who cannot see it too.
    legend : tuple of Key
        Shown below the picture, in letters of one size whatever the unit is; a picture too
        narrow for it gets white margins.
    unit : float
        Pixels a cell, where the medium counts in pixels.

    Raises
    ------
    ValueError
        If a length is not finite and above 0.

    Examples
    --------
    >>> from graphpuzzles.picture import BLUE, Style, rectangle
    >>> scene = Scene(2, 1, (rectangle((0, 0), 1, 1, Style(fill=BLUE)), Text((1.5, 0.5), "<")))
    >>> print(scene.svg())  # doctest: +ELLIPSIS
    <svg xmlns="http://www.w3.org/2000/svg" ... viewBox="0 0 2 1" ...>
    ...
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""
    legend: tuple[Key, ...] = ()
    unit: float = 40.0

    def __post_init__(self) -> None:
        require_length(self.width, "width of a scene")
        require_length(self.height, "height of a scene")
        require_length(self.unit, "unit of a scene")

    def layout(self, *, titled: bool = False) -> Layout:
        """Return where the legend and, if it is wished, the title stand."""
        legend = lay_out(self.width, self.height, self.legend, self.unit)
        return legend.with_title(self.title, self.unit) if titled and self.title else legend

    def svg(self, *, titled: bool = False) -> str:
        """Return the picture as a complete SVG document: no scripts, nothing from elsewhere.

        Parameters
        ----------
        titled : bool
            Show the title above the picture, as notebooks and files of the command do. It is in
            the document in either case.
        """
        return document(self.shapes, self.layout(titled=titled), self.unit, self.title)

    def __repr__(self) -> str:
        shapes = counted(len(self.shapes), "shape")
        return f"Scene({self.title!r}, {self.width:g} x {self.height:g} cells, {shapes})"

    def _repr_svg_(self) -> str:
        return self.svg(titled=True)


@dataclass(frozen=True)
class Film:
    """Scenes of one size, one a step.

    Parameters
    ----------
    frames : tuple of Scene
        What does not move stands in every frame, first or last among the shapes: players draw
        that once.
    captions : tuple of str
        One a frame.
    title : str

    Raises
    ------
    ValueError
        If there is no frame, or frames and captions do not go together.
    """

    frames: tuple[Scene, ...]
    captions: tuple[str, ...]
    title: str = ""

    def __post_init__(self) -> None:
        if not self.frames:
            raise ValueError("a film needs a frame")
        if len(self.captions) != len(self.frames):
            raise ValueError(f"{len(self.frames)} frames, but {len(self.captions)} captions")
        first = self.frames[0]
        for number, frame in enumerate(self.frames):
            for name in ("width", "height", "unit", "legend"):
                if getattr(frame, name) != getattr(first, name):
                    raise ValueError(f"frame {number} has another {name} than the first")

    def __repr__(self) -> str:
        return f"Film({self.title!r}, {counted(len(self.frames), 'frame')})"


def text_scene(text: str, title: str = "") -> Scene:
    """Return the picture of a text, letter below letter."""
    lines = text.expandtabs().splitlines() or [""]
    shapes = tuple(
        Text((0.5, row + 0.75), line, 0.8, anchor="start", mono=True)
        for row, line in enumerate(lines)
    )
    width = 0.5 * max(map(len, lines)) + 1
    return Scene(width, len(lines) + 0.5, shapes, title, unit=20)
