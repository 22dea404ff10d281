"""What an SVG text may contain: a picture, and nothing that acts or comes from elsewhere."""

import re

from lxml import etree

SVG = "{http://www.w3.org/2000/svg}"
TAGS = {"svg", "title", "rect", "g", "polygon", "polyline", "circle", "text", "image"}


def harmless(text):
    """Check that an SVG text draws, and does nothing else; return its root."""
    root = etree.fromstring(
        text.encode(), etree.XMLParser(resolve_entities=False, no_network=True)
    )
    assert root.tag == f"{SVG}svg"
    _left, _top, width, height = map(float, root.get("viewBox").split())
    assert width > 0
    assert height > 0
    assert not root.getroottree().docinfo.doctype
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in TAGS
        for name, value in element.attrib.items():
            assert not name.lower().startswith("on")
            assert "url(" not in value
            if name.endswith("href"):
                assert re.fullmatch(r"data:image/png;base64,[A-Za-z0-9+/=]+", value)
    return root
