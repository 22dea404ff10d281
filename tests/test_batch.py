"""Many puzzles: the same results in the same order, wherever and however they are solved."""

import contextlib
import itertools
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.batch import Failure, solve_many
from graphpuzzles.errors import CertificateError, NotApplicableError
from graphpuzzles.limits import Limits
from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles import PUZZLES, load
from tests.deeds import Deed, OddError

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")


class Inline:
    """An executor with nothing but what is asked of one, which solves when it is submitted to."""

    def __init__(self, fault=None):
        self.sizes = []
        self.fault = fault

    def submit(self, function, /, *arguments):
        self.sizes.append(len(arguments[0]))
        future = Future()
        if self.fault is not None and (fault := self.fault(len(self.sizes))):
            future.set_exception(fault)
        else:
            future.set_result(function(*arguments))
        return future


@contextlib.contextmanager
def threads():
    with ThreadPoolExecutor(3) as executor:
        yield {"executor": executor}


@contextlib.contextmanager
def processes():
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        yield {"executor": executor}


WAYS = {
    "here": lambda: contextlib.nullcontext({}),
    "jobs": lambda: contextlib.nullcontext({"jobs": 2}),
    "inline": lambda: contextlib.nullcontext({"executor": Inline()}),
    "threads": threads,
    "processes": processes,
}
every_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
ELSEWHERE = {name: way for name, way in WAYS.items() if name != "here"}
every_way_elsewhere = pytest.mark.parametrize("way", ELSEWHERE.values(), ids=ELSEWHERE)


def told(result):
    if isinstance(result, Failure):
        return result.number, type(result.error).__name__, str(result.error)
    return result.value, result.method, str(result.status)


@every_way
def test_results_come_in_order(way):
    puzzles = [Deed(i, "nap" if i % 7 == 0 else "solve") for i in range(40)]
    with way() as options:
        results = list(solve_many(puzzles, **options))
    assert [result.value for result in results] == list(range(40))
    assert all(result.puzzle is puzzle for result, puzzle in zip(results, puzzles, strict=True))


def test_registered_puzzles_are_solved_alike_here_and_in_other_processes():
    texts = [(load(name), text) for name in PUZZLES for text in list(load(name).EXAMPLES)[:2]]
    puzzles = [cls.parse(text) for cls, text in texts]
    here = list(solve_many(puzzles))
    there = list(solve_many(puzzles, jobs=2))
    assert [s.to_dict(certificate=True) for s in here] == [
        s.to_dict(certificate=True) for s in there
    ]
    lines = [[p.judge(s, 5) for p, s in zip(puzzles, w, strict=True)] for w in (here, there)]
    assert lines[0] == lines[1]


FAULTS = {
    "raise": (IndexError, "a mistake in the method"),
    "refuse": (NotApplicableError, "method 'act' does not apply: it refuses"),
}
FAULTS_ELSEWHERE = {
    # Where distributed is loaded, its tblib brings even this one back.
    "raise oddly": ((RuntimeError, OddError), "1 and 2"),
    "cannot leave": (TypeError, "this puzzle does not pickle"),
    "strange answer": ((AttributeError, pickle.PicklingError), "lambda"),
}


@every_way
@pytest.mark.parametrize("deed", FAULTS)
def test_a_failure_stands_in_its_place(way, deed):
    with way() as options:
        before, failure, *after = solve_many(
            [Deed(1), Deed(2, deed), *map(Deed, (3, 4))], **options
        )
    assert [s.value for s in (before, *after)] == [1, 3, 4]
    assert isinstance(failure, Failure)
    assert (failure.number, failure.puzzle.deed) == (2, deed)
    assert isinstance(failure.error, FAULTS[deed][0])
    assert str(failure.error) == FAULTS[deed][1]


@every_way_elsewhere
@pytest.mark.parametrize("deed", FAULTS_ELSEWHERE)
def test_what_does_not_pickle_fails_alone(way, deed):
    with way() as options:
        before, failure, *after = solve_many(
            [Deed(1), Deed(2, deed), *map(Deed, (3, 4))], **options
        )
    assert [s.value for s in (before, *after)] == [1, 3, 4]
    kind, message = FAULTS_ELSEWHERE[deed]
    assert isinstance(failure.error, kind)
    assert message in str(failure.error)


def test_a_failure_from_a_worker_tells_where_it_was_raised():
    (failure,) = solve_many([Deed(1, "raise")], executor=Inline())
    assert "in _act" in failure.error.__notes__[0]


@given(
    st.lists(st.sampled_from(["solve", "raise", "refuse", "cannot leave", "strange answer"])),
    st.none() | st.integers(1, 9),
)
@settings(max_examples=50)
def test_an_executor_changes_nothing(deeds, window):
    puzzles = [Deed(i, deed) for i, deed in enumerate(deeds)]
    with ThreadPoolExecutor(2) as executor:
        results = list(map(told, solve_many(puzzles, executor=executor, window=window)))
    expected = [
        (i + 1, None) if deed != "solve" else (i, "act", "solved") for i, deed in enumerate(deeds)
    ]
    assert [
        r if e[1] else (r[0], None) for r, e in zip(results, expected, strict=True)
    ] == expected


@posix
def test_only_the_puzzle_that_kills_its_worker_fails():
    puzzles = [Deed(i, "die" if i in {3, 4, 30} else "solve") for i in range(40)]
    results = list(solve_many(puzzles, jobs=2))
    failed = {r.puzzle.number: r for r in results if isinstance(r, Failure)}
    assert list(failed) == [3, 4, 30]
    assert all(isinstance(r.error, BrokenProcessPool) for r in failed.values())
    assert [r.value for r in results if not isinstance(r, Failure)] == [
        i for i in range(40) if i not in failed
    ]


@posix
def test_a_worker_that_is_killed_from_outside_costs_nothing(tmp_path):
    puzzles = [Deed(i, "die once" if i == 5 else "nap", str(tmp_path / "x")) for i in range(12)]
    assert [s.value for s in solve_many(puzzles, jobs=2)] == list(range(12))
    assert (tmp_path / "x").exists()


@posix
def test_a_broken_executor_of_the_caller_fails_what_remains():
    puzzles = [Deed(1), Deed(2, "die"), *map(Deed, range(3, 30))]
    with processes() as options:
        results = list(solve_many(puzzles, **options, window=1))
    assert len(results) == 29
    assert all(
        isinstance(r, Failure) and isinstance(r.error, BrokenProcessPool) for r in results[1:]
    )
    assert [r.number for r in results[1:]] == list(range(2, 30))


def test_an_executor_that_was_shut_down_fails_them_all():
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    results = list(solve_many(map(Deed, range(3)), executor=executor))
    assert [str(r.error) for r in results] == ["cannot schedule new futures after shutdown"] * 3


def test_an_executor_that_refuses_is_not_asked_again():
    class Refusing:
        asked = 0

        def submit(self, *_):
            self.asked += 1
            raise RuntimeError("closed")

    executor = Refusing()
    results = list(solve_many(map(Deed, range(3)), executor=executor))
    assert [told(result) for result in results] == [
        (n, "RuntimeError", "closed") for n in (1, 2, 3)
    ]
    assert executor.asked == 3


def test_small_puzzles_share_tasks_and_a_task_that_fails_is_solved_again_one_by_one():
    quiet = Inline()
    assert len(list(solve_many(map(Deed, range(200)), executor=quiet, window=64))) == 200
    assert max(quiet.sizes) == 8
    assert sum(quiet.sizes) == 200
    faulty = Inline(lambda task: OSError("lost") if task == 3 else None)
    results = list(solve_many(map(Deed, range(200)), executor=faulty, window=64))
    assert [s.value for s in results] == list(range(200))
    assert sum(faulty.sizes) == 200 + faulty.sizes[2]


@every_way
def test_an_error_of_the_iterable_comes_after_the_results_before_it(way):
    def puzzles():
        yield Deed(1)
        yield Deed(2)
        raise OSError("the disk is gone")

    found = []
    with way() as options, pytest.raises(OSError, match="the disk is gone"):
        found.extend(s.value for s in _noted(solve_many(puzzles(), **options), found))
    assert found == [1, 2]


def _noted(results, found):
    for result in results:
        found.append(result.value)
        yield from ()


@every_way
@pytest.mark.parametrize("window", [1, 5, 20])
def test_an_endless_input_is_read_a_bounded_way_ahead(way, window):
    read = itertools.count()
    with way() as options:
        results = solve_many(
            (Deed(next(read)) for _ in itertools.count()), **options, window=window
        )
        for expected in range(60):
            assert next(results).value == expected
            assert next(read) <= expected + 1 + window
            read = itertools.count(next(read) - 1)
        results.close()


@every_way
def test_limits_are_for_each_puzzle(way):
    with way() as options:
        results = list(
            solve_many(
                [Deed(i, "count") for i in (5, 6, 7, 2)], limits=Limits(max_states=6), **options
            )
        )
    assert [r.status for r in results] == [
        Status.SOLVED,
        Status.SOLVED,
        Status.LIMIT,
        Status.SOLVED,
    ]


@every_way_elsewhere
def test_proofs_come_along_or_are_left_out(way):
    with way() as options:
        (solution,) = solve_many([Deed(7)], **options)
        assert solution.verify()
        (solution,) = solve_many([Deed(7)], **options, proofs=False)
    with pytest.raises(CertificateError, match="left out"):
        solution.verify()
    assert pickle.loads(pickle.dumps(solution)).value == 7


@every_way
def test_progress_counts_and_can_stop(way):
    seen = []

    def watch(progress):
        seen.append(progress)
        return progress.expanded == 3

    with way() as options:
        assert [
            s.value for s in solve_many(map(Deed, itertools.count()), progress=watch, **options)
        ] == [0, 1, 2]
    assert [p.expanded for p in seen] == [1, 2, 3]
    assert all(p.states - p.expanded == p.frontier >= 0 for p in seen)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"limits": 5}, TypeError, "not 5"),
        ({"jobs": -1}, ValueError, "jobs must be at least 0"),
        ({"jobs": True}, TypeError, "jobs is a number"),
        ({"jobs": 1.5}, TypeError, "integer"),
        ({"window": 0}, ValueError, "window must be at least 1"),
        ({"jobs": 1, "executor": Inline()}, TypeError, "not both"),
    ],
)
def test_arguments_are_checked_before_anything_is_read(options, error, message):
    puzzles = iter([Deed(1)])
    with pytest.raises(error, match=message):
        solve_many(puzzles, **options)
    assert next(puzzles)


@every_way
@pytest.mark.parametrize("wrong", ["a text", None])
def test_what_is_no_puzzle_is_the_callers_mistake(way, wrong):
    with way() as options:
        results = solve_many([Deed(1), wrong], **options)
        assert next(results).value == 1
        with pytest.raises(TypeError, match="expected a puzzle"):
            next(results)


def test_an_unknown_method_is_the_callers_mistake():
    with pytest.raises(ValueError, match="deed has no method 'magic'; it has auto, act"):
        next(solve_many([Deed(1)], "magic"))


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # One that ended, and whose parent does not ask for it, is still listed.
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:1]


def wait_until(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@on_linux
def test_closing_the_iterator_ends_the_workers_in_the_middle_of_their_work(tmp_path):
    others = set(multiprocessing.active_children())
    results = solve_many(
        itertools.chain([Deed(0)], (Deed(i, "sleep", str(tmp_path)) for i in itertools.count(1))),
        jobs=2,
    )
    assert next(results).value == 0
    wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
    results.close()
    assert set(multiprocessing.active_children()) <= others
    assert not any(alive(int(path.name)) for path in tmp_path.iterdir())


HALF_SENT = """
import sys, time
from pathlib import Path
from graphpuzzles.batch import solve_many
from tests.deeds import Deed
if __name__ == "__main__":
    results = solve_many([Deed(0), Deed(1, "send half", sys.argv[1]), Deed(2)], jobs=1)
    next(results)
    while not Path(sys.argv[1]).exists():
        time.sleep(0.01)
    results.close()
"""


@posix
def test_a_result_that_is_half_sent_does_not_hold_up_closing(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(HALF_SENT)
    root = Path(__file__).parent.parent
    environment = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, script, tmp_path / "half"]
    subprocess.run(command, env=environment, check=True, timeout=60)


CUT_OFF = """
from graphpuzzles.batch import Failure, solve_many
from tests.deeds import Deed
if __name__ == "__main__":
    deeds = [Deed(i, "send half and die" if i == 1 else "solve") for i in range(4)]
    results = list(solve_many(deeds, jobs=2))
    assert [r.number if isinstance(r, Failure) else r.value for r in results] == [0, 2, 2, 3]
"""


@posix
def test_a_worker_that_dies_in_the_middle_of_a_result_does_not_hold_up_the_others(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(CUT_OFF)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    subprocess.run([sys.executable, script], env=environment, check=True, timeout=60)


SLEEPERS = """
import itertools, sys
from graphpuzzles.batch import solve_many
from tests.deeds import Deed
if __name__ == "__main__":
    for _ in solve_many((Deed(i, "sleep", sys.argv[1]) for i in itertools.count()), jobs=2):
        pass
"""


@on_linux
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_its_parent(number, tmp_path):
    pids = tmp_path / "pids"
    pids.mkdir()
    script = tmp_path / "script.py"
    script.write_text(SLEEPERS)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    with subprocess.Popen(
        [sys.executable, script, pids],
        env=environment,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        wait_until(lambda: len(list(pids.iterdir())) == 2)
        if number == signal.SIGINT:
            os.killpg(process.pid, number)  # as a terminal does
        else:
            process.send_signal(number)
        assert process.wait(20) != 0
        errors = process.stderr.read().decode()
    wait_until(lambda: not any(alive(int(path.name)) for path in pids.iterdir()))
    # The parent's own; the workers have nothing to say.
    assert errors.count("Traceback") == (number == signal.SIGINT)


def test_a_script_without_a_guard_is_told_so(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from graphpuzzles import ConnectingGame, solve_many\n"
        "print(list(solve_many([ConnectingGame(['AA', 'BC'])], jobs=2)))\n"
    )
    ended = subprocess.run([sys.executable, script], capture_output=True, check=False, text=True)
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert "RuntimeError: worker processes do not start (see above); a script" in ended.stderr


class Remembering(Executor):
    """Like Dask's, it knows a call by its arguments; the first ones fail."""

    def __init__(self, failing):
        self.failing = failing
        self.known = {}

    def submit(self, function, /, *arguments):
        key = pickle.dumps(arguments)
        if key not in self.known:
            self.known[key] = future = Future()
            if self.failing:
                self.failing -= 1
                future.set_exception(OSError("its worker died"))
            else:
                future.set_result(function(*arguments))
        return self.known[key]


def test_an_executor_that_remembers_calls_solves_again_what_failed_through_no_fault_of_its_own():
    results = list(solve_many([Deed(i) for i in range(6)], executor=Remembering(1)))
    assert [result.value for result in results] == list(range(6))
