"""Folders of layers: written layer by layer, whole or not at all, and verified when opened."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from graphpuzzles.errors import StoreError
from graphpuzzles.exploring.files import (
    CodeWriter,
    FileLock,
    crc32_of,
    disk_errors,
    open_plain,
    replace_file,
    require_plain,
    sync_folder,
)
from graphpuzzles.exploring.manifest import LayerEntry, Manifest, layer_name
from graphpuzzles.exploring.merge import LayerReader, RunReader
from graphpuzzles.text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from graphpuzzles.exploring.manifest import Identity


MANIFEST = "manifest.json"
LOCK = "lock"
TEMPORARY = "temporary"
"""Folder of what a stopped process may leave behind: runs, and files that were not renamed yet."""

LARGEST_MANIFEST = 2**26
"""Bytes of a manifest of half a million layers; more are not read."""

_LAYER = re.compile(r"layer-(\d{5,})\.u64")
_LEFT_BEHIND = re.compile(r"run-\d+\.u64|layer\.u64|manifest\.json")


class LayerStore:
    """A folder of layers under the lock of one writer.

    Use `LayerStore.open` to write, `LayerStore.read` to read. It holds

    - ``manifest.json``, which lists what is whole (`Manifest`);
    - ``layer-00000.u64`` and so on, one file a layer: its codes as little-endian unsigned
      integers of 64 bits, ascending, each once;
    - ``lock``, and ``temporary``, a folder whose files mean nothing once their writer has died.

    A layer is written to ``temporary``, brought to the disk and renamed; then the manifest is
    replaced the same way. Whatever moment power fails at, the manifest lists whole layers only.

    Examples
    --------
    What an engine of any kind does, one layer after another::

        with LayerStore.open(path, identity) as store:
            writer = store.begin_layer()
            writer.write(block)  # sorted blocks, one after another
            store.commit_layer(writer)
            store.finish()  # when there are no more states
    """

    def __init__(self, path: Path, manifest: Manifest, lock: FileLock | None) -> None:
        self.path = path
        self.manifest = manifest
        self._lock = lock
        self._runs = 0

    @classmethod
    def open(cls, path: str | os.PathLike[str], identity: Identity) -> LayerStore:
        """Lock a folder for writing, make it if it is missing, and verify what it holds.

        Parameters
        ----------
        path : path
        identity : Identity
            What is to be explored.

        Raises
        ------
        StoreError
            If the folder holds anything that this class did not write, or of another exploration;
            if a layer is damaged; if another process writes to it; or if the folder or what is in
            it is a link or a pipe. Nothing is changed then.
        """
        folder = Path(path)
        with disk_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
            _refuse_foreign(folder)
            _manifest(folder)  # of something else, it is refused before a file is made beside it
            lock = FileLock(folder / LOCK)
        try:
            manifest = _manifest(folder)
            with disk_errors(folder):
                if manifest is None:
                    _refuse_layers(folder)
                    (folder / TEMPORARY).mkdir(exist_ok=True)
                    store = cls(folder, Manifest(identity=identity), lock)
                    store._write_manifest()
                else:
                    store = cls(folder, manifest, lock)
                    _refuse_more_layers(folder, len(manifest.layers))
                    store.require(identity)
                    store.verify()
                    store._clean()
        except BaseException:
            lock.release()
            raise
        return store

    @classmethod
    def read(cls, path: str | os.PathLike[str], *, verify: bool = True) -> LayerStore:
        """Open a folder for reading; another process may write to it.

        Parameters
        ----------
        path : path
        verify : bool, optional
            Read all layers once to compare their checksums; else only their sizes are looked at.

        Raises
        ------
        StoreError
            If there is no such folder, or it is damaged or foreign, or cannot be read.
        """
        folder = Path(path)
        if not folder.is_symlink() and not folder.is_dir():
            raise StoreError(str(folder), "a folder of layers", "no folder")
        with disk_errors(folder):
            _refuse_foreign(folder)
            manifest = _manifest(folder)
            if manifest is None:
                raise StoreError(str(folder / MANIFEST), "a manifest", "no file")
            store = cls(folder, manifest, None)
            store.verify(checksums=verify)
        return store

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the lock back. Layers can still be read."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    @property
    def identity(self) -> Identity:
        """What is explored."""
        return self.manifest.identity

    @property
    def layer_sizes(self) -> list[int]:
        """How many states there are at each depth."""
        return [entry.states for entry in self.manifest.layers]

    @property
    def complete(self) -> bool:
        """Whether there are no more layers."""
        return self.manifest.complete

    @property
    def free(self) -> int:
        """Bytes that the disk has left."""
        return shutil.disk_usage(self.path).free

    def reader(self, depth: int) -> LayerReader:
        """Return the reader of a layer."""
        entry = self.manifest.layers[depth]
        return LayerReader(self.path / entry.file, entry.states)

    def begin_layer(self) -> CodeWriter:
        """Return the writer of the next layer, which exists once it is committed."""
        return CodeWriter(self.path / TEMPORARY / "layer.u64")

    def commit_layer(self, writer: CodeWriter) -> None:
        """Make what was written the next layer. It is not empty.

        Raises
        ------
        StoreError
            If the disk is full or fails; the store stays as it is.
        ValueError
            If nothing was written.
        """
        if not writer.states:
            raise ValueError("an empty layer is none; finish the store instead")
        writer.close(sync=True)
        name = layer_name(len(self.manifest.layers))
        with disk_errors(self.path / name):
            writer.path.replace(self.path / name)
            sync_folder(self.path)
        entry = LayerEntry(
            file=name, states=writer.states, bytes=8 * writer.states, crc32=f"{writer.crc32:08x}"
        )
        manifest = replace(self.manifest, layers=(*self.manifest.layers, entry))
        self._write_manifest(manifest)

    def write_layer(self, blocks: Iterable[NDArray[np.uint64]]) -> int:
        """Write and commit the next layer, if it is not empty, and return its size."""
        writer = self.begin_layer()
        writer.write_all(blocks)
        if writer.states:
            self.commit_layer(writer)
        else:
            writer.abandon()
        return writer.states

    def finish(self) -> None:
        """Remove all temporary files, then say that there are no more layers."""
        # First, for nobody need open a finished folder for writing again.
        self.discard_temporary()
        self._write_manifest(replace(self.manifest, complete=True))

    def write_run(self, blocks: Iterable[NDArray[np.uint64]]) -> RunReader:
        """Write ascending codes to a temporary file."""
        self._runs += 1
        writer = CodeWriter(self.path / TEMPORARY / f"run-{self._runs}.u64")
        writer.write_all(blocks)
        writer.close(sync=False)
        return RunReader(writer.path, writer.states)

    def discard_temporary(self) -> None:
        """Remove all runs and the layer that has not been committed."""
        with disk_errors(self.path / TEMPORARY):
            for path in (self.path / TEMPORARY).iterdir():
                path.unlink()

    def verify(self, *, checksums: bool = True) -> None:
        """Compare all listed layers with the manifest.

        Raises
        ------
        StoreError
            If a file is missing, or differs in size or checksum.
        """
        for entry in self.manifest.layers:
            path = self.path / entry.file
            if not path.exists():
                raise StoreError(str(path), f"a layer of {entry.states} states", "no file")
            size = path.stat().st_size
            if size != entry.bytes:
                raise StoreError(str(path), f"{entry.bytes} bytes", f"{size}")
            if checksums and (found := crc32_of(path)) != entry.crc32:
                raise StoreError(str(path), f"CRC-32 {entry.crc32}", found)

    def require(self, identity: Identity) -> None:
        """Raise if the layers are of another exploration.

        Raises
        ------
        StoreError
            Naming what differs.
        """
        difference = self.manifest.differs(identity)
        if difference is not None:
            name, expected, found = difference
            raise StoreError(
                str(self.path / MANIFEST),
                f"the exploration with {name} {expected!r}",
                one_line(repr(found)),
            )

    def _clean(self) -> None:
        """Remove what a process left behind that was stopped."""
        (self.path / TEMPORARY).mkdir(exist_ok=True)
        self.discard_temporary()
        for path in _layer_files(self.path, len(self.manifest.layers)):
            path.unlink()

    def _write_manifest(self, manifest: Manifest | None = None) -> None:
        manifest = manifest or self.manifest
        replace_file(self.path / TEMPORARY / MANIFEST, self.path / MANIFEST, manifest.to_bytes())
        self.manifest = manifest


def _manifest(folder: Path) -> Manifest | None:
    path = folder / MANIFEST
    if not os.path.lexists(path):
        return None
    with disk_errors(path), open_plain(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > LARGEST_MANIFEST:
            raise StoreError(str(path), f"at most {LARGEST_MANIFEST:,} bytes", f"{size:,}")
        content = file.read()
    return Manifest.from_bytes(content, str(path))


def _refuse_more_layers(folder: Path, listed: int) -> None:
    # One more may have been renamed before its writer died.
    for stray in _layer_files(folder, listed + 1):
        raise StoreError(str(stray), f"no layer beyond {listed}", "a file")


def _refuse_foreign(folder: Path) -> None:
    """Raise if a folder holds what no store holds, or is no real folder of plain files."""
    require_plain(folder, folder=True)
    strays = []
    for path in folder.iterdir():
        if path.name == TEMPORARY:
            require_plain(path, folder=True)
            left = list(path.iterdir())
            strays += [p for p in left if not _LEFT_BEHIND.fullmatch(p.name)]
        elif path.name in {MANIFEST, LOCK} or _LAYER.fullmatch(path.name):
            left = [path]
        else:
            left = []
            strays.append(path)
        for file in left:
            with contextlib.suppress(FileNotFoundError):  # a writer at work has removed it
                require_plain(file)
    if strays:
        raise StoreError(str(min(strays)), "files of a store of layers only", "another file")


def _refuse_layers(folder: Path) -> None:
    for path in _layer_files(folder, 0):
        raise StoreError(str(folder / MANIFEST), f"a manifest that lists {path.name}", "no file")


def _layer_files(folder: Path, first: int) -> Sequence[Path]:
    """Return the files of layers from a depth on."""
    names = ((path, _LAYER.fullmatch(path.name)) for path in folder.iterdir())
    return sorted(path for path, match in names if match and int(match[1]) >= first)
