"""The colours of pictures, and what is done with colours.

They are those of Okabe and Ito, which people with any common colour vision tell apart.

References
----------
M. Okabe and K. Ito, *Color Universal Design*, 2008.
"""

from __future__ import annotations

__all__ = [
    "BLACK",
    "BLUE",
    "GREEN",
    "GREY",
    "LIGHT",
    "ORANGE",
    "PURPLE",
    "SKY",
    "VERMILLION",
    "WHITE",
    "YELLOW",
    "is_dark",
    "mixed",
]

BLACK, WHITE, GREY, LIGHT = "#000000", "#ffffff", "#808080", "#f2f2f2"
BLUE, SKY, GREEN, YELLOW = "#0072b2", "#56b4e9", "#009e73", "#f0e442"
ORANGE, VERMILLION, PURPLE = "#e69f00", "#d55e00", "#cc79a7"


def is_dark(colour: str) -> bool:
    """Tell whether white letters read better on a colour than black ones.

    Notes
    -----
    By the luma of ITU-R BT.601.

    Examples
    --------
    >>> is_dark(BLUE), is_dark(YELLOW)
    (True, False)
    """
    red, green, blue = bytes.fromhex(colour[1:])
    return 299 * red + 587 * green + 114 * blue < 128_000


def mixed(first: str, second: str, share: float) -> str:
    """Return the colour that lies at a share of the way from one to another.

    Examples
    --------
    >>> mixed(WHITE, BLACK, 0.2)
    '#cccccc'
    """
    pairs = zip(bytes.fromhex(first[1:]), bytes.fromhex(second[1:]), strict=True)
    return "#" + bytes(round(a + share * (b - a)) for a, b in pairs).hex()
