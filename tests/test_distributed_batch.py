"""Many puzzles on a Dask cluster, whose workers die meanwhile."""

import itertools
import os
import signal

import pytest

from graphpuzzles.batch import Failure, solve_many
from graphpuzzles.puzzles._template import DigitDescent
from tests.clusters import dask, distributed, local_client, needs_signals
from tests.deeds import Deed

pytestmark = needs_signals


@pytest.fixture(scope="module")
def client():
    # By default, a board has to kill four workers before it is given up.
    few = dask.config.set({"distributed.scheduler.allowed-failures": 1})
    with few, local_client(0) as client:
        yield client


def test_thousands_of_boards_keep_their_order_though_a_worker_is_killed(client):
    boards = [DigitDescent((f"{i:05}",)) for i in range(3_000)]
    values = []
    for number, solution in enumerate(solve_many(boards, executor=client.get_executor()), 1):
        values.append(solution.value)
        if number == 1_000:
            victim = next(iter(client.run(os.getpid).values()))
            os.kill(victim, signal.SIGKILL)
        if number % 500 == 0:
            assert solution.verify()
    assert values == [sum(map(int, board.rows[0])) for board in boards]
    assert victim not in client.run(os.getpid).values()


def test_a_board_that_kills_every_worker_fails_alone(client):
    boards = [Deed(i, "die" if i == 20 else "solve") for i in range(40)]
    results = list(solve_many(boards, executor=client.get_executor()))
    (failure,) = (result for result in results if isinstance(result, Failure))
    assert failure.number == 21
    assert isinstance(failure.error, distributed.KilledWorker)
    assert [r.value for r in results if r is not failure] == [*range(20), *range(21, 40)]


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
