"""Set the project up beside this file, then run one of its tasks.

    python3 run.py demo     solve, cross-check and export sample puzzles
    python3 run.py test     run the tests; what follows goes to pytest
    python3 run.py bench    measure other libraries beside this one; --help tells more
    python3 run.py mutants  change the code of proofs and see that tests notice; --help tells more

The first run makes `.venv` and installs the project with its test tools into it, which needs a
network and takes a minute or two; later runs need none, but that the first `bench` and the first
`mutants` add what they use. Only Python 3.11 or newer with its own pip is asked for: neither
`ensurepip` nor leave to write into the system's Python (PEP 668). The exit code is the task's.
"""

import contextlib
import hashlib
import itertools
import locale
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import IO

if sys.version_info < (3, 11):  # noqa: UP036 - written for the Python that is too old
    sys.exit(
        "run.py: Python 3.11 or newer is needed, and {} is Python {}.{}".format(
            sys.executable, *sys.version_info[:2]
        )
    )

TASKS = {
    "demo": ["-m", "graphpuzzles", "demo"],
    "test": ["-m", "pytest", "-rs"],
    "bench": ["-m", "tests.bench.peers", "--install"],
    "mutants": ["-m", "tests.mutants"],
}
OLDEST_PIP = (22, 3)  # the first with --python

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
MARK = VENV / "made-by-run.txt"  # empty while .venv is being made, then its fingerprint
LOG = VENV / "install.log"
LOCK = ROOT / ".venv.lock"
REMAINS = ROOT / ".venv.remains"

UNREACHABLE = re.compile(
    r"NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|ProxyError|SSLError"
    r"|Connection(Reset|Refused)?Error|from versions: none"
)


class SetupError(Exception):
    """The environment could not be made; the message says why in one line."""


def main(arguments: list[str]) -> int:
    """Run the task that the arguments name and return its exit code."""
    if not arguments or arguments[0] not in TASKS:
        asked_for_help = arguments[:1] in (["-h"], ["--help"])
        if arguments and not asked_for_help:
            say(f"there is no task {arguments[0]!r}\n")
        print(__doc__, end="", file=sys.stdout if asked_for_help else sys.stderr)
        return 0 if asked_for_help else 2
    task, *rest = arguments
    try:
        with open_lock() as lock:
            prepare(lock)
            return start([str(PYTHON), *TASKS[task], *rest], lock)
    except (SetupError, OSError) as error:
        say(error)
        return 1
    except KeyboardInterrupt:
        say("interrupted")
        return 130


def say(message: object) -> None:
    """Tell the user something without touching the task's output."""
    print(f"run.py: {message}", file=sys.stderr)


def start(command: list[str], lock: IO[bytes]) -> int:
    """Run a task in the project's folder and return its exit code."""
    os.chdir(ROOT)
    if os.name != "nt":
        # In this process's place, so that signals reach the task itself; the lock goes along and
        # keeps another run from making .venv anew under it.
        os.set_inheritable(lock.fileno(), True)
        os.execve(command[0], command, environment())  # noqa: S606 - no shell is wanted
    return subprocess.run(command, env=environment(), check=False).returncode


def environment() -> dict[str, str]:
    """Return the environment in which nothing stands before the packages of .venv."""
    dropped = {"PYTHONHOME", "PYTHONPATH"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    if os.name != "nt" and not str(ROOT).isascii() and locale.getencoding().lower() != "utf-8":
        # The editable install names this folder in a .pth file, which Python up to 3.12 reads in
        # the locale's encoding (not even its UTF-8 mode helps) and dies of in plain C.
        kept["LC_ALL"] = "C.UTF-8"
    return kept


# Who may make .venv, and when ------------------------------------------------------------------


def prepare(lock: IO[bytes]) -> None:
    """Return once .venv is complete, holding the lock in the shared way."""
    while True:
        acquire(lock, exclusive=False)
        if is_ready():
            return
        acquire(lock, exclusive=True)
        if not is_ready():
            build(lock)


def open_lock() -> IO[bytes]:
    """Open the lock file, which may be someone else's where the project is ready."""
    try:
        return LOCK.open("ab")
    except OSError:
        if not LOCK.exists():
            raise
        return LOCK.open("rb")


def acquire(lock: IO[bytes], *, exclusive: bool) -> None:
    """Wait for the lock, whichever way this process holds it now.

    The operating system releases it when its last holder has died. Windows has no shared way
    for a whole file: there a task runs without the lock.
    """
    if sys.platform == "win32":
        import errno
        import msvcrt

        lock.seek(0)
        if not exclusive:
            with contextlib.suppress(OSError):
                msvcrt.locking(lock.fileno(), msvcrt.LK_UNLCK, 1)
            return
        while True:  # it gives up after ten seconds
            try:
                msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
            except OSError as error:
                if error.errno != errno.EDEADLOCK:
                    raise
            else:
                return
    else:
        import fcntl

        # Released first, for two processes that wait to trade up would wait for each other.
        fcntl.flock(lock, fcntl.LOCK_UN)
        way = fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH
        try:
            fcntl.flock(lock, way | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another run.py")
            fcntl.flock(lock, way)


def is_ready() -> bool:
    """Tell whether .venv is complete, made from this pyproject.toml, here and by this Python."""
    try:
        return (
            PYTHON.exists()
            and (VENV / "pyvenv.cfg").exists()
            and MARK.read_text("ascii") == fingerprint()
        )
    except (OSError, UnicodeDecodeError):
        return False


def fingerprint() -> str:
    """Return a hash of all that an environment depends on."""
    python = f"{sys.implementation.cache_tag} {sysconfig.get_platform()}"
    parts = [(ROOT / "pyproject.toml").read_bytes(), python.encode(), os.fsencode(ROOT)]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


# Making .venv ----------------------------------------------------------------------------------


def build(lock: IO[bytes]) -> None:
    """Make .venv anew; a crash at any point leaves one that is not believed complete."""
    try:
        import venv  # some systems pack it apart from Python
    except ImportError as error:
        raise SetupError(f"this Python cannot make environments: {error}") from error
    say("making .venv; this happens once and needs a network")
    final = fingerprint()
    clear_the_way()
    VENV.mkdir()
    MARK.touch()
    venv.EnvBuilder(symlinks=os.name != "nt").create(VENV)
    with LOG.open("w+b") as log:
        install(find_pip(log, lock), log, lock)
    MARK.write_text(final, "ascii")


def clear_the_way() -> None:
    """Remove a .venv that this file made, and put any other one aside."""
    shutil.rmtree(REMAINS, ignore_errors=True)
    if MARK.exists() and not VENV.is_symlink():
        # Renamed first: half removed, it would not be known for one of ours any more.
        VENV.rename(REMAINS)
        shutil.rmtree(REMAINS)
    elif os.path.lexists(VENV):
        names = (ROOT / f".venv.{number}" for number in itertools.count(1))
        aside = next(path for path in names if not os.path.lexists(path))
        VENV.rename(aside)
        say(f"the .venv that was here is not of run.py's making; it is now {aside.name}")


def find_pip(log: IO[bytes], lock: IO[bytes]) -> list[str]:
    """Return the start of a command that installs into .venv."""
    if call([str(PYTHON), "-m", "ensurepip", "--default-pip"], log, lock) == 0:
        return [str(PYTHON), "-m", "pip"]
    found = [[path] for path in map(shutil.which, ("pip3", "pip")) if path is not None]
    for pip in ([sys.executable, "-m", "pip"], *found):
        if pip_version(pip) >= OLDEST_PIP:
            return [*pip, "--python", str(PYTHON)]
    raise SetupError(
        "neither ensurepip nor pip 22.3 or newer is here; on Debian and Ubuntu, "
        "'apt install python3-venv' brings the one, 'apt install python3-pip' the other"
    )


def pip_version(pip: list[str]) -> tuple[int, ...]:
    """Return the first two numbers of a pip's version, or (0, 0) where it does not run."""
    try:
        told = subprocess.run([*pip, "--version"], capture_output=True, check=False).stdout
    except OSError:
        return (0, 0)
    numbers = re.match(rb"pip (\d+)\.(\d+)", told)
    return tuple(map(int, numbers.groups())) if numbers else (0, 0)


def install(pip: list[str], log: IO[bytes], lock: IO[bytes]) -> None:
    """Install the project, its test tools, and pip where it is not there: tasks add packages."""
    if call([*pip, "install", "--editable", ".[test]", "pip"], log, lock) == 0:
        return
    log.seek(0)
    told = log.read().decode(errors="replace")
    if UNREACHABLE.search(told):
        raise SetupError(f"no package index can be reached; is there a network? See {LOG}")
    raise SetupError(f"pip failed ({last_error(told)}); see {LOG}")


def last_error(told: str) -> str:
    """Return the last line that pip calls an error."""
    errors = [line for line in told.splitlines() if line.lower().startswith("error")]
    return errors[-1] if errors else "it does not say why"


def call(command: list[str], log: IO[bytes], lock: IO[bytes]) -> int:
    """Run a step in the project's folder, its output in the log, and return its exit code."""
    # A step that outlives this process keeps the lock, or the next run would meet it in .venv.
    kept = () if os.name == "nt" else (lock.fileno(),)
    settings = {"PIP_USER": "0", "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    return subprocess.run(
        command,
        cwd=ROOT,
        env=environment() | settings,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
        pass_fds=kept,
        check=False,
    ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
