"""A Dask cluster of two processes on this machine."""

import contextlib
import logging
import multiprocessing
import sys
import threading

import pytest

dask = pytest.importorskip("dask", reason="Dask is not installed: extra distributed")
distributed = pytest.importorskip("distributed", reason="Dask is not installed: extra distributed")

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")

PATIENCE = 15
"""Seconds to wait for a cluster to close."""

SETTINGS = {
    # A local cluster looks, by default 15 seconds after a worker died, whether there is one in its
    # place, and if not, starts none there any more. Where workers die again and again, that one
    # may be just starting. So it does not look at all while the tests run.
    "distributed.deploy.lost-worker-timeout": "1 day",
    # By default, a task waits for ever where no worker starts.
    "distributed.scheduler.no-workers-timeout": "2 minutes",
}


@contextlib.contextmanager
def local_client(memory_limit):
    with (
        dask.config.set(SETTINGS),
        _local_cluster(memory_limit) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@contextlib.contextmanager
def _local_cluster(memory_limit):
    cluster = distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        memory_limit=memory_limit,
        silence_logs=logging.CRITICAL,
    )
    try:
        yield cluster
    finally:
        with _processes_ended():
            cluster.close()


@contextlib.contextmanager
def _processes_ended():
    """Kill the workers of a cluster that does not close, again and again.

    Where a worker was killed while it started, its nanny can wait for ever for the next one.
    """
    closed = threading.Event()
    threading.Thread(target=_kill_children, args=(closed,), daemon=True).start()
    try:
        yield
    finally:
        closed.set()


def _kill_children(closed):
    while not closed.wait(PATIENCE):
        for process in multiprocessing.active_children():
            process.kill()
