"""Pictures and films as the bytes of a file, by its suffix."""

from __future__ import annotations

from graphpuzzles.picture import Film, Scene
from graphpuzzles.picture.film import Animation, scaled
from graphpuzzles.picture.optional import require_format

__all__ = ["encoded"]


def encoded(picture: Scene | Film, suffix: str, *, scale: float = 1.0) -> bytes:
    """Return a picture or a film in the format that a suffix means.

    Parameters
    ----------
    picture : Scene or Film
        A scene can be written to all formats but ``.gif``; a film to ``.gif`` and ``.html``.
    suffix : str
        With the dot, in small letters.
    scale : float
        Factor to the size in pixels.

    Raises
    ------
    MissingDependencyError
        If a package is not installed that the format needs.
    ValueError
        If there is no such format, it does not suit, or the scale makes too many pixels.
    """
    require_format(suffix)
    if isinstance(picture, Film):
        if suffix == ".gif":
            return Animation(picture).gif(scale=scale)
        if suffix == ".html":
            return Animation(picture).html(scale=scale).encode()
        raise ValueError(f"a film is written to *.gif or *.html, not to *{suffix}")
    if suffix == ".svg":
        return scaled(picture, scale).svg(titled=True).encode()
    if suffix == ".html":
        still = Film((picture,), ("",), picture.title)
        return Animation(still).html(scale=scale).encode()
    if suffix == ".png":
        from graphpuzzles.picture.images import png

        return png(picture, scale=scale)
    raise ValueError("nothing moves in this picture: it is written to *.svg, *.png or *.html")
