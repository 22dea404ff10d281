"""What a folder of layers says of itself: a small JSON file that is written last."""

from __future__ import annotations

import hashlib
import json
import operator
import re
import zlib
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, cast

import numpy as np

from graphpuzzles.errors import StoreError
from graphpuzzles.exploring.states import steps_from
from graphpuzzles.text import one_line, read_json

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphpuzzles.search.space import ArraySpace

FORMAT = "graphpuzzles layers"
FORMAT_VERSION = 1

_CRC32 = re.compile("[0-9a-f]{8}")

LAYERS = 4
SAMPLE = 64


def layer_name(depth: int) -> str:
    """Return the name of the file that holds a layer."""
    return f"layer-{depth:05d}.u64"


@dataclass(frozen=True, kw_only=True)
class Identity:
    """What is explored. Layers belong together only where all of this is equal.

    Parameters
    ----------
    space : str
        Name of the space: its ``fingerprint``, or the qualified name of its class.
    n_states : int
        One more than the largest code.
    steps : str
        Digest of the steps from the starts and from a few states near them.
    starts : str
        Digest of the starts.
    reversible : bool
        Whether steps were taken to lead back: new states are looked up in two layers only.
    """

    space: str
    n_states: int
    steps: str
    starts: str
    reversible: bool


def name_of(space: ArraySpace) -> str:
    """Return the ``fingerprint`` of a space, or else the qualified name of its class."""
    # getattr is untyped: the protocol's docstring is the contract of optional members.
    given: object = getattr(space, "fingerprint", None)
    if given is None:
        return f"{type(space).__module__}.{type(space).__qualname__}"
    if not isinstance(given, str):
        raise TypeError(f"the fingerprint of a space must be a text, not {given!r}")
    return given


def identity_of(space: ArraySpace, starts: NDArray[np.uint64], *, reversible: bool) -> Identity:
    """Return what tells one exploration from another.

    Parameters
    ----------
    space : ArraySpace
    starts : numpy.ndarray of uint64, shape (k,)
        In ascending order.
    reversible : bool

    Notes
    -----
    A class name says little of a space with parameters, and no code at all outside the reachable
    states may be asked for successors. So the steps of up to 64 states are hashed, evenly spaced
    among the starts, then those of 64 of their successors, and so on four times. Spaces of one
    class that differ only farther away need a ``fingerprint``.
    """
    digest = hashlib.blake2b(digest_size=16)
    codes = starts.astype(np.int64)
    for _ in range(LAYERS):
        if not len(codes):
            break
        spread = np.linspace(0, len(codes) - 1, min(SAMPLE, len(codes))).astype(np.int64)
        steps = steps_from(space, codes[spread])
        digest.update(len(steps).to_bytes(8, "little") + steps.astype("<i8").tobytes())
        codes = np.unique(steps[:, 1])
    return Identity(
        space=name_of(space),
        n_states=operator.index(space.n_states),
        steps=digest.hexdigest(),
        starts=hashlib.blake2b(starts.astype("<u8").tobytes(), digest_size=16).hexdigest(),
        reversible=reversible,
    )


@dataclass(frozen=True, kw_only=True)
class LayerEntry:
    """One layer that is wholly written.

    Parameters
    ----------
    file : str
        Name of the file in the folder: little-endian unsigned integers of 64 bits, ascending,
        each once.
    states, bytes : int
        How many, and eight times that.
    crc32 : str
        CRC-32 of the file, as eight hexadecimal digits.
    """

    file: str
    states: int
    bytes: int
    crc32: str

    @cached_property
    def text(self) -> str:
        """The entry in JSON. It is kept: the manifest is written anew after every layer."""
        return json.dumps({f.name: getattr(self, f.name) for f in fields(self)})


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """The contents of ``manifest.json``.

    Parameters
    ----------
    identity : Identity
    layers : tuple of LayerEntry
        By depth.
    complete : bool
        Whether the last layer has no successors but known states.
    """

    identity: Identity
    layers: tuple[LayerEntry, ...] = ()
    complete: bool = False

    def to_bytes(self) -> bytes:
        """Return the JSON text, whose last member is the CRC-32 of all that stands before."""
        data: dict[str, object] = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            **asdict(self.identity),
            "complete": self.complete,
        }
        members = "".join(
            f"{json.dumps(key)}: {json.dumps(value)},\n" for key, value in data.items()
        )
        layers = ",\n".join([entry.text for entry in self.layers])
        text = f'{{\n{members}"layers": [\n{layers}\n],\n'.encode()
        return text + _last_member(text)

    @classmethod
    def from_bytes(cls, content: bytes, path: str) -> Manifest:
        """Read what `to_bytes` wrote.

        Parameters
        ----------
        content : bytes
        path : str
            Named in errors.

        Raises
        ------
        StoreError
            If it is anything else.
        """
        try:
            data = read_json(content.decode())
        except (ValueError, RecursionError):
            raise StoreError(path, "JSON", _excerpt(content)) from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise StoreError(path, f'"format": "{FORMAT}"', _excerpt(content))
        version = data.get("format_version")
        if version != FORMAT_VERSION:
            raise StoreError(path, f"format_version {FORMAT_VERSION}", one_line(repr(version)))
        text = content[: content.rfind(b'"crc32"')]
        if content != text + _last_member(text):
            found = f"{zlib.crc32(text):08x}"
            given = one_line(repr(data.get("crc32")))
            raise StoreError(path, f"contents with CRC-32 {given}", f"{found!r}")
        try:
            manifest = cls(
                identity=Identity(**{f.name: data[f.name] for f in fields(Identity)}),
                layers=tuple(LayerEntry(**entry) for entry in data["layers"]),
                complete=data["complete"],
            )
        except (KeyError, TypeError) as error:
            raise StoreError(path, "the fields of a manifest", one_line(str(error))) from None
        if type(manifest.complete) is not bool or (manifest.complete and not manifest.layers):
            raise StoreError(path, '"complete": false', one_line(repr(manifest.complete)))
        for depth, entry in enumerate(manifest.layers):
            if not _sound(entry, depth):
                raise StoreError(path, f"an entry for {layer_name(depth)}", one_line(repr(entry)))
        return manifest

    def differs(self, other: Identity) -> tuple[str, object, object] | None:
        """Return a field in which this store is of another exploration, with both values."""
        ours, theirs = asdict(self.identity), asdict(other)
        for name, value in ours.items():
            if value != theirs[name]:
                return name, theirs[name], value
        return None


def _last_member(text: bytes) -> bytes:
    return f'"crc32": "{zlib.crc32(text):08x}"\n}}\n'.encode()


def _sound(entry: LayerEntry, depth: int) -> bool:
    return (
        entry.file == layer_name(depth)
        and type(entry.states) is int
        and entry.states > 0
        and entry.bytes == 8 * entry.states
        and isinstance(cast("object", entry.crc32), str)
        and _CRC32.fullmatch(entry.crc32) is not None
    )


def _excerpt(content: bytes) -> str:
    if not content.strip(b"\0"):
        return f"{len(content)} empty bytes" if content else "an empty file"
    return f"{len(content)} bytes that begin with {content[:40]!r}"
