"""An answer step by step: as a page for the browser, or as a GIF."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from graphpuzzles.picture.player import embedded, page

if TYPE_CHECKING:
    import os

    from graphpuzzles.picture.scene import Film, Scene


def scaled(scene: Scene, scale: float) -> Scene:
    """Return a scene in another size.

    Raises
    ------
    ValueError
        If the scale is not finite or not above 0.
    """
    if not 0 < scale < math.inf:
        raise ValueError(f"the scale is a finite number above 0, not {scale!r}")
    return replace(scene, unit=scene.unit * scale)


@dataclass(frozen=True)
class Animation:
    """A film that can be shown in a notebook and saved.

    Parameters
    ----------
    film : Film
    seconds : float
        How long a step is shown.

    Raises
    ------
    ValueError
        If a step is not shown for 0.02 to 60 seconds.

    Examples
    --------
    >>> from graphpuzzles.picture import BLUE, Circle, Film, Scene, Style
    >>> dot = Style(fill=BLUE)
    >>> frames = tuple(Scene(3, 1, (Circle((x + 0.5, 0.5), 0.4, dot),)) for x in range(3))
    >>> animation = Animation(Film(frames, ("start", "on its way", "there"), "a dot"))
    >>> animation.html().startswith("<!DOCTYPE html>")
    True
    """

    film: Film
    seconds: float = 0.5

    def __post_init__(self) -> None:
        if not 0.02 <= self.seconds <= 60:
            raise ValueError(f"a step is shown for 0.02 to 60 seconds, not {self.seconds!r}")

    def html(self, *, autoplay: bool = False, scale: float = 1.0) -> str:
        """Return a page with a player; it needs no network and no other file.

        Space plays and pauses, the arrow keys go one step, Home and End to the first and last.

        Parameters
        ----------
        autoplay : bool
            Play at once, unless the reader's system asks for less motion.
        scale : float
            Factor to the size of the picture.

        Raises
        ------
        ValueError
            If the scale is not finite or not above 0.
        """
        frames = tuple(scaled(frame, scale) for frame in self.film.frames)
        film = replace(self.film, frames=frames)
        return page(film, seconds=self.seconds, autoplay=autoplay)

    def gif(self, *, scale: float = 1.0) -> bytes:
        """Return a GIF that runs again and again; the last step is held longer.

        The same film gives the same bytes with the same versions of matplotlib and pillow.

        Parameters
        ----------
        scale : float
            Factor to the size of the picture.

        Raises
        ------
        MissingDependencyError
            If matplotlib or pillow is not installed.
        ValueError
            If the scale is not above 0, or gives more pixels than a picture can have, or all
            frames together more than a thousand million.
        """
        from graphpuzzles.picture.gif import gif

        return gif(self.film, seconds=self.seconds, scale=scale)

    def save(self, path: str | os.PathLike[str], *, scale: float = 1.0) -> None:
        """Write the film to ``*.html`` or ``*.gif``.

        Parameters
        ----------
        path : str or os.PathLike
        scale : float
            Factor to the size of the picture.

        Raises
        ------
        MissingDependencyError
            If matplotlib or pillow is not installed, for a GIF.
        ValueError
            If the suffix is another one, or the scale does not suit.
        """
        file = Path(path)
        suffix = file.suffix.lower()
        if suffix == ".html":
            file.write_bytes(self.html(scale=scale).encode())
        elif suffix == ".gif":
            file.write_bytes(self.gif(scale=scale))
        else:
            raise ValueError(f"a film is written to *.html or *.gif, not to {file.name!r}")

    def __repr__(self) -> str:
        frames = len(self.film.frames)
        return f"Animation({self.film.title!r}, {frames} frames, {self.seconds} s each)"

    def _repr_html_(self) -> str:
        """Return the player for a notebook; several on one page do not meet."""
        return embedded(self.film, self.html())
