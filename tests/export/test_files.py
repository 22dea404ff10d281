"""Suffixes, paths and files, and what is left when writing fails."""

import io
import os
import stat
from pathlib import Path

import networkx as nx
import pytest

from graphpuzzles.errors import ExportError
from graphpuzzles.export import write_dot, write_graph, write_graphml, write_json
from tests.export.export_graphs import graphml

WRITERS = {".graphml": write_graphml, ".json": write_json, ".dot": write_dot}


@pytest.mark.parametrize("suffix", [*WRITERS, ".GraphML", ".JSON"])
def test_the_suffix_chooses_the_format(tmp_path, suffix):
    graph = nx.path_graph(3)
    write_graph(graph, tmp_path / f"graph.x{suffix}")
    WRITERS[suffix.lower()](graph, str(tmp_path / "direct"))
    assert (tmp_path / f"graph.x{suffix}").read_bytes() == (tmp_path / "direct").read_bytes()
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("name", ["graph", "graph.svg", "graph.graphml.gz", ".json", ""])
def test_an_unknown_suffix_is_refused_with_those_known(name):
    with pytest.raises(ExportError, match=r"the suffix must be \.graphml, \.json or \.dot$"):
        write_graph(nx.Graph(), name)


@pytest.mark.parametrize("write", WRITERS.values())
def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, write):
    path = tmp_path / "graph"
    path.write_text("old")
    graph = nx.path_graph(5000)
    graph.nodes[4999]["what"] = b"no"
    with pytest.raises(ExportError):
        write(graph, path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="permissions and links as POSIX has them")
def test_a_new_file_replaces_the_old_with_its_permissions_and_links(tmp_path):
    path, link = tmp_path / "real", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_graphml(nx.Graph(), link)
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert path.read_bytes() == graphml(nx.Graph())


@pytest.mark.skipif(os.name == "nt", reason="devices as POSIX has them")
def test_a_device_is_written_to_and_not_replaced():
    write_graphml(nx.path_graph(3), os.devnull)
    assert not os.path.isfile(os.devnull)  # noqa: PTH113 - a name, as the user gives it


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_is_named():
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        write_graphml(nx.path_graph(3), "/dev/full")


@pytest.mark.parametrize("write", WRITERS.values())
def test_a_folder_that_is_not_there_is_named(tmp_path, write):
    path = tmp_path / "missing" / "graph.out"
    with pytest.raises(FileNotFoundError) as caught:
        write(nx.Graph(), path)
    assert caught.value.filename == str(path)


@pytest.mark.parametrize("write", WRITERS.values())
@pytest.mark.parametrize("target", [io.StringIO(), 3, None], ids=["text", "number", "none"])
def test_a_target_is_a_path_or_a_binary_file(write, target):
    with pytest.raises(TypeError, match="expected a path or a file open in binary mode"):
        write(nx.Graph(), target)
