"""Many puzzles on a Dask cluster, whose workers die meanwhile."""

import itertools
import os

import pytest

from graphpuzzles.batch import Failure, solve_many
from tests.clusters import dask, distributed, local_client, needs_signals
from tests.deeds import Deed

pytestmark = needs_signals


@pytest.fixture(scope="module")
def client():
    # By default, a board has to kill four workers before it is given up.
    few = dask.config.set({"distributed.scheduler.allowed-failures": 1})
    with few, local_client(0) as client:
        yield client


def test_a_board_that_kills_every_worker_fails_alone_and_all_others_keep_their_order(client):
    before = {*client.run(os.getpid).values()}
    boards = [Deed(i, "die" if i == 500 else "solve") for i in range(2_000)]
    results = list(solve_many(boards, executor=client.get_executor()))
    (failure,) = (result for result in results if isinstance(result, Failure))
    assert failure.number == 501
    assert isinstance(failure.error, distributed.KilledWorker)
    assert [r.value for r in results if r is not failure] == [*range(500), *range(501, 2_000)]
    assert all(result.verify() for result in results[400:600] if result is not failure)
    assert before != {*client.run(os.getpid).values()}


def test_what_fails_in_a_worker_fails_alone(client):
    boards = [Deed(1), Deed(2, "raise"), Deed(3, "refuse"), Deed(4, "strange answer"), Deed(5)]
    results = list(solve_many(boards, executor=client.get_executor(), proofs=False))
    failed = [result.number for result in results if isinstance(result, Failure)]
    assert failed == [2, 3, 4]


def test_closing_leaves_nothing_to_do(client):
    results = solve_many(
        (Deed(i, "nap") for i in itertools.count()), executor=client.get_executor(), window=50
    )
    assert next(results).value == 0
    results.close()
    assert next(solve_many([Deed(7)], executor=client.get_executor())).value == 7
