"""Scenes as SVG.

The text is always well-formed XML without scripts and without references to other files, the
same bytes for the same scene. Nothing but numbers and validated colours goes into attributes.
"""

from __future__ import annotations

import base64
import html
import struct
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING

from graphpuzzles.picture.layout import printable
from graphpuzzles.picture.shapes import WHITE, Circle, Polygon, Raster, Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    import numpy.typing as npt

    from graphpuzzles.picture.layout import Layout
    from graphpuzzles.picture.shapes import Shape, Style


def document(shapes: Iterable[Shape], layout: Layout, unit: float, title: str) -> str:
    """Return a complete SVG document; `unit` is pixels a cell."""
    lines = [
        opening(layout, unit),
        *([f"<title>{escaped(title)}</title>"] if title else []),
        background(layout),
        *map(element, (*layout.heading, *shapes, *layout.legend)),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def opening(layout: Layout, unit: float) -> str:
    """Return the start tag of a document."""
    width, height = layout.width * unit, layout.height * unit
    box = " ".join(map(number, (layout.left, layout.top, layout.width, layout.height)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}" '
        f'height="{number(height)}" viewBox="{box}" role="img" '
        f'style="max-width:100%;height:auto">'
    )


def background(layout: Layout) -> str:
    """Return the ground of a document, and the start tag of the group of its shapes."""
    top = f'y="{number(layout.top)}" ' if layout.top else ""
    return (
        f'<rect x="{number(layout.left)}" {top}width="{number(layout.width)}" '
        f'height="{number(layout.height)}" fill="{WHITE}"/>\n'
        '<g stroke-linecap="round" stroke-linejoin="round">'
    )


def element(shape: Shape) -> str:
    """Return the element of one shape."""
    if isinstance(shape, Text):
        return _text(shape)
    if isinstance(shape, Raster):
        name, attributes = "image", _image(shape)
    elif isinstance(shape, Circle):
        x, y = map(number, shape.center)
        name = "circle"
        attributes = f'cx="{x}" cy="{y}" r="{number(shape.radius)}" {_paint(shape.style)}'
    else:
        closed = isinstance(shape, Polygon)
        name = "polygon" if closed else "polyline"
        points = " ".join(f"{number(x)},{number(y)}" for x, y in shape.points)
        style = shape.style
        if not closed and style.fill is not None:
            style = replace(style, fill=None)
        attributes = f'points="{points}" {_paint(style)}'
    if not shape.title:
        return f"<{name} {attributes}/>"
    return f"<{name} {attributes}><title>{escaped(shape.title)}</title></{name}>"


def _text(shape: Text) -> str:
    x, y = shape.at
    family = "monospace" if shape.mono else "sans-serif"
    more = ' font-weight="bold"' if shape.bold else ""
    if shape.mono:
        more += ' xml:space="preserve"'
    if shape.anchor != "start":
        more += f' text-anchor="{shape.anchor}"'
    # Readers differ in dominant-baseline; capitals are about 0.7 of the size high.
    return (
        f'<text x="{number(x)}" y="{number(y + 0.35 * shape.size)}" font-family="{family}" '
        f'font-size="{number(shape.size)}" fill="{shape.color}"{more}>{escaped(shape.text)}</text>'
    )


def _image(raster: Raster) -> str:
    x, y = raster.corner
    data = base64.b64encode(png(raster.pixels)).decode("ascii")
    return (
        f'x="{number(x)}" y="{number(y)}" width="{number(raster.width)}" '
        f'height="{number(raster.height)}" preserveAspectRatio="none" '
        f'style="image-rendering:pixelated" href="data:image/png;base64,{data}"'
    )


def _paint(style: Style) -> str:
    faint = "" if style.opacity == 1 else number(style.opacity)
    paint = f'fill="{style.fill or "none"}"'
    if style.fill and faint:
        paint += f' fill-opacity="{faint}"'
    if style.stroke is not None:
        paint += f' stroke="{style.stroke}" stroke-width="{number(style.width)}"'
        if style.dash:
            paint += f' stroke-dasharray="{" ".join(map(number, style.dash))}"'
        if faint:
            paint += f' stroke-opacity="{faint}"'
    return paint


def number(value: float) -> str:
    """Return a number with at most three decimals, the same on every platform."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escaped(text: str) -> str:
    """Return text for an element or a quoted attribute of XML or HTML."""
    return html.escape(printable(text))


def png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """Return an image file of pixels, an array of shape (rows, columns, 3).

    References
    ----------
    ISO/IEC 15948:2004, *Portable Network Graphics (PNG): Functional specification*.
    """
    rows, columns, _ = pixels.shape
    header = struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)
    scanlines = b"".join(b"\0" + row.tobytes() for row in pixels)  # filter 0: none
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(scanlines, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )
