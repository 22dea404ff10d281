"""Pictures and films as the bytes of a file, by its suffix."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from graphpuzzles.errors import MissingDependencyError
from graphpuzzles.picture.film import Animation, scaled
from graphpuzzles.picture.scene import Film, Scene

if TYPE_CHECKING:
    from collections.abc import Mapping


FORMATS: Mapping[str, Mapping[str, str]] = {
    ".svg": {},
    ".png": {"matplotlib": "matplotlib"},
    ".gif": {"matplotlib": "matplotlib", "PIL": "pillow"},
    ".html": {},
}
"""The suffixes, and the modules that writing them needs with their packages."""


def require_format(suffix: str) -> None:
    """Refuse a suffix that cannot be written, before anything is made.

    Raises
    ------
    MissingDependencyError
        If a package is not installed that it needs.
    ValueError
        If there is no such format.
    """
    if suffix not in FORMATS:
        raise ValueError(f"a picture is written to *{', *'.join(FORMATS)}, not to *{suffix}")
    for module, package in FORMATS[suffix].items():
        try:
            import_module(module)
        except ImportError as error:
            raise MissingDependencyError(package, "draw") from error


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
        from graphpuzzles.picture.axes import png

        return png(picture, scale=scale)
    raise ValueError("nothing moves in this picture: it is written to *.svg, *.png or *.html")
