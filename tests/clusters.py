"""A Dask cluster of two processes on this machine."""

import contextlib
import logging
import sys

import pytest

distributed = pytest.importorskip("distributed", reason="Dask is not installed: extra distributed")

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")


@contextlib.contextmanager
def local_client(memory_limit):
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            memory_limit=memory_limit,
            silence_logs=logging.CRITICAL,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client
