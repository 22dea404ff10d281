"""Folders of layers: what they refuse, and that no fault leads to wrong layers."""

import errno
import json
import os
import subprocess
import sys
import zlib
from pathlib import Path
from unittest import mock

import networkx as nx
import numpy as np
import pytest

from graphpuzzles.errors import StoreError
from graphpuzzles.exploring import (
    CodeWriter,
    LayerStore,
    PancakeSpace,
    explore,
    files,
    open_exploration,
)
from graphpuzzles.exploring.manifest import identity_of
from graphpuzzles.limits import Limits
from tests.exploring.explorations import ArrayGraph, files_of, tiny_memory

SPACE = PancakeSpace(5)
IDENTITY = identity_of(SPACE, np.array([SPACE.start], dtype=np.uint64), reversible=True)


@pytest.fixture(scope="module", autouse=True)
def _no_waiting_for_the_disk():
    with mock.patch("os.fsync"):
        yield


@pytest.fixture
def folder(tmp_path):
    """Return a folder with an exploration that was stopped after four layers."""
    explore(SPACE, SPACE.start, store=tmp_path / "store", limits=Limits(max_steps=3))
    return tmp_path / "store"


def go_on(folder):
    return explore(SPACE, SPACE.start, store=folder)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize(("mode", "least"), [("everywhere", 100), ("random", 20)])
def test_a_killed_exploration_ends_as_if_nothing_had_been(mode, least, tmp_path):
    command = [sys.executable, "-m", "tests.exploring.exploration_faults", mode, str(tmp_path)]
    done = subprocess.run(
        command,
        cwd=Path(__file__).parents[2],
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        check=False,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) >= least


class FullDisk:
    """A file on a disk that has room for some bytes, or fails."""

    def __init__(self, file, room):
        self.file = file
        self.room = room

    def write(self, content):
        size = min(len(content), self.room[0])
        self.room[0] -= size
        self.file.write(content[:size])
        # A file without a buffer says first how much it could take.
        if not size:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return size

    def __getattr__(self, name):
        return getattr(self.file, name)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.file.close()


def test_a_full_disk_stops_with_an_error_and_the_same_call_goes_on(tmp_path):
    space = PancakeSpace(4)
    with tiny_memory():
        explore(space, space.start, store=tmp_path / "whole")
    expected = files_of(tmp_path / "whole")
    real = files.open_plain
    stopped = 0
    for size in range(0, 20_000, 401):
        work = tmp_path / f"work{size}"
        room = [size]

        def limited(path, mode, room=room):
            file = real(path, mode)
            return FullDisk(file, room) if "w" in mode else file

        with mock.patch.object(files, "open_plain", limited), tiny_memory():
            try:
                explore(space, space.start, store=work)
            except StoreError as error:
                assert error.expected == "room on the disk"  # noqa: PT017 - or it may succeed
                stopped += 1
        with tiny_memory():
            explore(space, space.start, store=work)
        assert files_of(work) == expected
    assert 5 < stopped < 50


@pytest.mark.parametrize("name", ["replace", "fsync", "mkdir"])
def test_a_disk_that_fails_is_said_to(name, tmp_path):
    failure = OSError(errno.EIO, os.strerror(errno.EIO))
    with (
        mock.patch.object(os, name, side_effect=failure),
        pytest.raises(
            StoreError, match="expected what can be read and written, found Input/output"
        ),
    ):
        go_on(tmp_path / "store")
    assert go_on(tmp_path / "store").complete


def test_a_layer_that_is_gone_is_said_to_be(tmp_path):
    found = explore(SPACE, SPACE.start, store=tmp_path)
    (tmp_path / "layer-00002.u64").unlink()
    for use in (lambda: found.layer(2), lambda: list(found.store.reader(2).blocks(5))):
        with pytest.raises(StoreError, match=r"layer-00002.*expected what can be read"):
            use()


def test_a_folder_that_cannot_be_listed_is_said_to_be_so(folder):
    failure = OSError(errno.EIO, os.strerror(errno.EIO))
    with (
        mock.patch.object(Path, "iterdir", side_effect=failure),
        pytest.raises(StoreError, match=failure.strerror),
    ):
        open_exploration(folder)


def cut(path):
    path.write_bytes(path.read_bytes()[:-3])


def zero(path):
    path.write_bytes(bytes(path.stat().st_size))


def flip(path):
    content = bytearray(path.read_bytes())
    content[9] ^= 4
    path.write_bytes(content)


DAMAGE = [
    ("layer-00002.u64", cut, "expected 96 bytes, found 93"),
    ("layer-00002.u64", zero, "expected CRC-32 [0-9a-f]{8}, found [0-9a-f]{8}"),
    ("layer-00002.u64", flip, "expected CRC-32 [0-9a-f]{8}, found [0-9a-f]{8}"),
    ("layer-00002.u64", Path.unlink, "expected a layer of 12 states, found no file"),
    ("manifest.json", cut, "expected JSON, found [0-9]+ bytes that begin with"),
    (
        "manifest.json",
        lambda path: path.write_bytes(b"[" * 10**5),
        "expected JSON, found 100000 b",
    ),
    ("manifest.json", zero, "expected JSON, found [0-9]+ empty bytes"),
    ("manifest.json", Path.unlink, "manifest"),
    ("manifest.json", lambda path: path.write_bytes(b""), "expected JSON, found an empty file"),
    ("manifest.json", lambda path: path.write_bytes(b"[]"), 'expected "format": "graphpuzzles'),
    ("manifest.json", lambda path: path.write_bytes(b'{"a": 1}'), 'expected "format"'),
]


@pytest.mark.parametrize(("name", "damage", "message"), DAMAGE)
@pytest.mark.parametrize("use", [go_on, open_exploration], ids=["explore", "open"])
def test_a_damaged_folder_is_refused_and_left_alone(name, damage, message, use, folder):
    damage(folder / name)
    before = files_of(folder)
    with pytest.raises(StoreError, match=message) as caught:
        use(folder)
    assert Path(caught.value.path).name == name
    assert files_of(folder) == before


ENTRY = {"file": "layer-00000.u64", "states": 1, "bytes": 8, "crc32": "0" * 8}


def rewritten(folder, **changes):
    """Change entries of the manifest, with a checksum that fits."""
    path = folder / "manifest.json"
    data = json.loads(path.read_bytes()) | changes
    del data["crc32"]
    text = f"{json.dumps(data)[:-1]},\n".encode()
    path.write_bytes(text + f'"crc32": "{zlib.crc32(text):08x}"\n}}\n'.encode())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "layers"}, 'expected "format": "graphpuzzles layers"'),
        ({"format_version": 2}, "expected format_version 1, found 2"),
        ({"layers": [{}]}, "expected the fields of a manifest"),
        ({"layers": 5}, "expected the fields of a manifest"),
        ({"layers": [ENTRY | {"file": "../x"}]}, "an entry for layer-00000.u64"),
        ({"layers": [ENTRY | {"states": 0, "bytes": 0}]}, "an entry for layer-00000.u64"),
        ({"layers": [ENTRY | {"crc32": "0"}]}, "an entry for layer-00000.u64"),
        ({"complete": "no"}, "expected \"complete\": false, found 'no'"),
        ({"complete": True, "layers": []}, 'expected "complete": false, found True'),
        ({"space": "chess"}, "with space 'pancakes 5', found 'chess'"),
        ({"n_states": 3}, "with n_states 1048576, found 3"),
        ({"reversible": False}, "with reversible True, found False"),
    ],
)
def test_a_manifest_that_says_otherwise_is_refused(changes, message, folder):
    rewritten(folder, **changes)
    with pytest.raises(StoreError, match=message):
        go_on(folder)


def test_a_changed_manifest_is_noticed(folder):
    path = folder / "manifest.json"
    path.write_text(path.read_text("utf-8").replace('"complete": false', '"complete": true'))
    with pytest.raises(StoreError, match="expected contents with CRC-32"):
        go_on(folder)


@pytest.mark.parametrize(
    "name", ["notes.txt", "layer-00001.npy", "temporary/notes.txt", "layer-00007.u64", "sub/x"]
)
def test_a_folder_with_other_files_is_refused_and_left_alone(name, folder):
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_bytes(b"mine")
    before = files_of(folder)
    with pytest.raises(StoreError, match=name.partition("/")[0]):
        go_on(folder)
    assert files_of(folder) == before


@pytest.fixture
def elsewhere(tmp_path):
    """Return a folder of somebody else's, with a file that has the name of one of ours."""
    other = tmp_path / "elsewhere"
    other.mkdir()
    for name in ("thesis.tex", "layer.u64"):
        (other / name).write_text("mine")
    return other


@pytest.mark.parametrize("use", [go_on, open_exploration], ids=["explore", "open"])
@pytest.mark.parametrize(
    "name", ["manifest.json", "lock", "layer-00001.u64", "temporary/layer.u64"]
)
@pytest.mark.parametrize("kind", ["link", "link to nothing", "pipe", "folder"])
def test_only_plain_files_are_opened(kind, name, use, folder, elsewhere):
    path = folder / name
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(elsewhere / ("thesis.tex" if kind == "link" else "nothing"))
    with pytest.raises(StoreError, match=r"a plain file, found (a link|mode [pd])") as caught:
        use(folder)
    assert caught.value.path == str(path)
    assert {p.name: p.read_text() for p in elsewhere.iterdir()} == dict.fromkeys(
        ("thesis.tex", "layer.u64"), "mine"
    )


@pytest.mark.parametrize("use", [go_on, open_exploration], ids=["explore", "open"])
@pytest.mark.parametrize("name", ["", "temporary"])
def test_only_real_folders_are_used(name, use, folder, elsewhere):
    path = folder / name
    path.rename(elsewhere.parent / "moved")
    path.symlink_to(elsewhere if name else elsewhere.parent / "moved")
    with pytest.raises(StoreError, match="expected a real folder, found a link"):
        use(folder)
    assert {p.name for p in elsewhere.iterdir()} == {"thesis.tex", "layer.u64"}


def test_a_name_that_becomes_a_link_or_a_pipe_meanwhile_is_not_followed(tmp_path, elsewhere):
    link, pipe = tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(elsewhere / "thesis.tex")
    os.mkfifo(pipe)
    for path in (link, pipe):
        for mode in ("rb", "wb"):
            with pytest.raises(OSError, match=r"symbolic links|no plain file|No such device"):
                files.open_plain(path, mode)
        with pytest.raises(OSError, match=r"symbolic links|no plain file"):
            files.FileLock(path)
    assert (elsewhere / "thesis.tex").read_text() == "mine"


def test_a_manifest_without_end_is_not_read(folder):
    with (folder / "manifest.json").open("r+b") as file:
        file.truncate(2**40)
    with pytest.raises(StoreError, match="expected at most 67,108,864 bytes, found 1,099,511"):
        open_exploration(folder)


def test_what_a_manifest_says_is_told_in_short(folder):
    rewritten(folder, format_version="x" * 10**6)
    with pytest.raises(StoreError) as caught:
        go_on(folder)
    assert len(str(caught.value)) < 400 + len(str(folder))


def test_a_folder_of_something_else_is_not_touched(tmp_path):
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(StoreError, match=r"thesis\.tex"):
        go_on(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_the_manifest_of_something_else_gets_no_file_beside_it(tmp_path):
    (tmp_path / "manifest.json").write_text('{"name": "an app"}')
    with pytest.raises(StoreError, match='expected "format"'):
        go_on(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "store").write_text("mine")
    with pytest.raises(StoreError, match="store"):
        go_on(tmp_path / "store")


def test_layers_that_appear_while_a_folder_is_opened_are_not_looked_at(folder):
    for depth in (4, 5):  # a writer has gone on after the manifest was read
        (folder / f"layer-{depth:05d}.u64").write_bytes(b"more")
    assert open_exploration(folder).layer_sizes == [1, 4, 12, 35]


def test_what_a_killed_process_left_behind_is_no_layer(folder):
    (folder / "layer-00004.u64").write_bytes(b"half")
    for name in ("run-1.u64", "layer.u64", "manifest.json"):
        (folder / "temporary" / name).write_bytes(b"half")
    assert open_exploration(folder).layer_sizes == [1, 4, 12, 35]
    assert go_on(folder).layer_sizes == [1, 4, 12, 35, 48, 20]
    assert list((folder / "temporary").iterdir()) == []


@pytest.mark.parametrize(
    ("space", "starts", "options", "field"),
    [
        (PancakeSpace(6), 0x43210, {}, "space"),
        (SPACE, 0x01234, {}, "steps"),
        (SPACE, [0x01234, SPACE.start], {}, "steps"),
        (SPACE, SPACE.start, {"reversible": False}, "reversible"),
    ],
)
def test_layers_of_another_exploration_are_refused(space, starts, options, field, folder):
    with pytest.raises(StoreError, match=f"the exploration with {field} "):
        explore(space, starts, store=folder, **options)
    assert go_on(folder).complete


def test_spaces_without_a_fingerprint_are_told_apart_by_their_steps(tmp_path):
    path = nx.path_graph(9, create_using=nx.DiGraph)
    explore(ArrayGraph(path), 0, store=tmp_path)
    explore(ArrayGraph(path.copy()), 0, store=tmp_path)
    path.add_edge(3, 8)
    with pytest.raises(StoreError, match="with steps"):
        explore(ArrayGraph(path), 0, store=tmp_path)


def test_a_fingerprint_is_a_text():
    space = ArrayGraph(nx.path_graph(3, create_using=nx.DiGraph))
    space.fingerprint = 5
    with pytest.raises(TypeError, match="fingerprint"):
        explore(space, 0)


def test_opening_with_another_space_is_refused(folder):
    with pytest.raises(StoreError, match="with space"):
        open_exploration(folder, PancakeSpace(6))
    assert open_exploration(folder, SPACE).path_to(SPACE.start) == [SPACE.start]


def test_opening_needs_a_folder_with_layers(tmp_path):
    with pytest.raises(StoreError, match="expected a folder of layers, found no folder"):
        open_exploration(tmp_path / "store")
    with pytest.raises(StoreError, match="expected a manifest, found no file"):
        open_exploration(tmp_path)


def test_opening_may_trust_the_checksums(folder):
    flip(folder / "layer-00002.u64")
    assert open_exploration(folder, verify=False).layer_sizes == [1, 4, 12, 35]


def test_two_writers_at_a_time_are_refused(folder):
    with (
        LayerStore.open(folder, IDENTITY),
        pytest.raises(StoreError, match=rf"the lock of process {os.getpid()}"),
    ):
        go_on(folder)
    assert go_on(folder).complete


def test_a_disk_that_knows_no_locks_is_not_taken_for_a_locked_one(tmp_path):
    failure = OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))
    with (
        mock.patch.object(files, "_lock", side_effect=failure),
        pytest.raises(StoreError, match=f"found {failure.strerror}"),
    ):
        go_on(tmp_path / "store")


def test_another_process_holds_the_lock_as_well(folder):
    code = (
        "import sys; from graphpuzzles.exploring.files import FileLock;"
        "from pathlib import Path; lock = FileLock(Path(sys.argv[1]));"
        "print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(folder / "lock")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout.readline() == "held\n"
        with pytest.raises(StoreError, match=rf"the lock of process {other.pid}"):
            go_on(folder)
        assert open_exploration(folder).layer_sizes == [1, 4, 12, 35]
        other.kill()
    assert go_on(folder).complete


def test_any_engine_can_write_layers(tmp_path):
    whole = explore(SPACE, SPACE.start, store=tmp_path / "one")
    with LayerStore.open(tmp_path / "other", IDENTITY) as store:
        for depth in range(len(whole.layer_sizes)):
            writer = store.begin_layer()
            for block in np.array_split(whole.layer(depth).view(np.uint64), 3):
                writer.write(block)
            store.commit_layer(writer)
        store.finish()
    assert files_of(tmp_path / "one") == files_of(tmp_path / "other")


@pytest.mark.parametrize("blocks", [[[2, 1]], [[1, 1]], [[1, 2], [2]], [[5], [4]]])
def test_codes_that_do_not_ascend_are_refused(blocks, tmp_path):
    writer = CodeWriter(tmp_path / "codes")
    with pytest.raises(ValueError, match="do not ascend"):  # noqa: PT012 - either block
        for block in blocks:
            writer.write(np.array(block, dtype=np.uint64))
    writer.abandon()


def test_an_empty_layer_is_refused(tmp_path):
    with LayerStore.open(tmp_path, IDENTITY) as store:
        writer = store.begin_layer()
        with pytest.raises(ValueError, match="empty"):
            store.commit_layer(writer)
        writer.abandon()
