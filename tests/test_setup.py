"""run.py, on a small project of the same shape that needs no network."""

import ast
import importlib.metadata
import importlib.util
import os
import runpy
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RUN = ROOT / "run.py"

FILES = {
    "pyproject.toml": """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "graphpuzzles"
version = "1"
""",
    # The least that can be installed; while there is a file named "hold" it does not finish.
    "backend.py": """
import os, pathlib, time, zipfile

METADATA = "Metadata-Version: 2.1\\nName: graphpuzzles\\nVersion: 1\\nProvides-Extra: test\\n"
TAGS = "Wheel-Version: 1.0\\nTag: py3-none-any\\n"

def build_editable(folder, config_settings=None, metadata_directory=None):
    pathlib.Path("building").touch()
    for _ in range(3_000):
        if pathlib.Path("hold").exists():
            time.sleep(0.02)
    name = "graphpuzzles-1-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(folder, name), "w") as wheel:
        wheel.writestr("graphpuzzles.pth", os.getcwd() + "\\n")
        for part, text in {"METADATA": METADATA, "WHEEL": TAGS, "RECORD": ""}.items():
            wheel.writestr("graphpuzzles-1.dist-info/" + part, text)
    return name
""",
    "graphpuzzles/__main__.py": "import sys; print(sys.argv[1:], sys.prefix); sys.exit(7)",
    "tests/bench/peers.py": "import sys; print(sys.argv[1:]); sys.exit(5)",
    "tests/mutants.py": "import sys; print(sys.argv[1:]); sys.exit(4)",
    "pytest.py": "import os, sys; print('tests', sys.argv[1:], os.getcwd()); sys.exit(3)",
}


def lay(folder):
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    shutil.copy(RUN, folder)
    return folder


def load(folder):
    spec = importlib.util.spec_from_file_location("run_of_" + folder.name, folder / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def launch(folder, *arguments, **variables):
    return subprocess.Popen(
        [sys.executable, str(folder / "run.py"), *arguments],
        env=os.environ | {"PIP_NO_INDEX": "1"} | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        # What a shell starts in the background ignores interrupts, and so do its children.
        preexec_fn=None if os.name == "nt" else interruptible,
    )


def interruptible():
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run(folder, *arguments, **variables):
    with launch(folder, *arguments, **variables) as process:
        out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def wait_for(path):
    for _ in range(3_000):
        if path.exists():
            return
        time.sleep(0.02)
    raise AssertionError(f"{path.name} did not come")


@pytest.fixture(scope="module")
def ready(tmp_path_factory):
    """Return a project that is set up, in a folder whose name has a space and an umlaut."""
    folder = lay(tmp_path_factory.mktemp("set up ü"))
    code, _out, err = run(folder, "demo")
    assert (code, err.count("making .venv")) == (7, 1), err
    return folder


@pytest.fixture
def module(tmp_path):
    return load(lay(tmp_path / "project"))


# The tasks -------------------------------------------------------------------------------------


def test_demo_passes_arguments_on_and_its_exit_code_back(ready):
    assert run(ready, "demo", "a", "b c") == (7, f"['demo', 'a', 'b c'] {ready / '.venv'}\n", "")


def test_pytest_gets_the_arguments_tells_what_it_skips_and_runs_in_the_project(ready):
    assert run(ready, "test", "-k", "x or y") == (
        3,
        f"tests ['-rs', '-k', 'x or y'] {ready}\n",
        "",
    )


def test_bench_is_told_to_install_what_it_measures(ready):
    assert run(ready, "bench", "--quick") == (5, "['--install', '--quick']\n", "")


def test_mutants_gets_the_arguments(ready):
    assert run(ready, "mutants", "wiring") == (4, "['wiring']\n", "")


def test_packages_of_another_python_do_not_come_first(ready, tmp_path):
    (tmp_path / "runpy.py").write_text("raise SystemExit(99)")
    assert run(ready, "demo", PYTHONPATH=str(tmp_path))[0] == 7


@pytest.mark.skipif(os.name == "nt", reason="the locale's encoding is of POSIX systems")
def test_the_plain_c_locale_is_enough_in_any_folder(ready):
    assert run(ready, "demo", LC_ALL="C")[0] == 7


@pytest.mark.parametrize("arguments", [[], ["tset"], ["-q", "test"]])
def test_any_other_task_is_refused_with_the_usage(arguments, tmp_path):
    code, out, err = run(lay(tmp_path), *arguments)
    assert (code, out) == (2, "")
    assert "python3 run.py demo" in err
    told = [line for line in err.splitlines() if line.startswith("run.py: there is no task")]
    assert told == [f"run.py: there is no task {task!r}" for task in arguments[:1]]
    assert not (tmp_path / ".venv").exists()


def test_help_is_no_error(tmp_path):
    code, out, err = run(lay(tmp_path), "--help")
    assert (code, err) == (0, "")
    assert "python3 run.py test" in out


def test_an_old_python_is_told_so(monkeypatch):
    ast.parse(RUN.read_text("utf-8"), feature_version=(3, 6))
    monkeypatch.setattr(sys, "version_info", (3, 6, 15, "final", 0))
    with pytest.raises(SystemExit, match=r"3\.11 or newer is needed.* is Python 3\.6$"):
        runpy.run_path(str(RUN))


# When .venv is made, and when not --------------------------------------------------------------


def test_a_ready_project_is_known_as_such(ready):
    assert load(ready).is_ready()


@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        ("pyproject.toml", lambda path: path.write_text(FILES["pyproject.toml"] + "#")),
        (".venv/made-by-run.txt", lambda path: path.write_text("")),
        (".venv/made-by-run.txt", lambda path: path.write_bytes(b"\xff")),
        (".venv/made-by-run.txt", lambda path: path.unlink()),
        (".venv/pyvenv.cfg", lambda path: path.unlink()),
        (".venv", lambda path: path.rename(path.with_name("elsewhere"))),
    ],
)
def test_a_spoilt_environment_is_not_believed(name, spoil, ready, tmp_path):
    copy = shutil.copytree(ready, tmp_path / "copy", symlinks=True)
    module = load(copy)
    module.MARK.write_text(module.fingerprint())
    assert module.is_ready()
    spoil(copy / name)
    assert not module.is_ready()


def test_a_moved_project_is_not_believed(ready, tmp_path):
    assert not load(shutil.copytree(ready, tmp_path / "moved", symlinks=True)).is_ready()


@pytest.mark.skipif(os.name == "nt", reason="Windows copies the interpreter")
def test_an_environment_whose_python_has_gone_is_not_believed(ready, monkeypatch):
    module = load(ready)
    monkeypatch.setattr(module, "PYTHON", module.VENV / "bin" / "python-that-has-gone")
    assert not module.is_ready()


def test_another_python_makes_it_anew(ready, monkeypatch):
    module = load(ready)
    monkeypatch.setattr(module.sysconfig, "get_platform", lambda: "elsewhere")
    assert not module.is_ready()


@pytest.fixture
def quick(tmp_path):
    """Return a project in which pip is found instead of being unpacked anew."""
    pip = importlib.metadata.distribution("pip")
    beside = tmp_path / "pip"
    beside.mkdir()
    for name in {file.parts[0] for file in pip.files if file.parts[0].startswith("pip")}:
        (beside / name).symlink_to(pip.locate_file(name))
    folder = lay(tmp_path / "project")
    (folder / "ensurepip.py").write_text(
        "import pathlib, sysconfig\n"
        f"pathlib.Path(sysconfig.get_path('purelib'), 'pip.pth').write_text({str(beside)!r})\n"
    )
    return folder


@pytest.mark.slow
def test_two_at_once_make_it_once(quick):
    folder = quick
    with launch(folder, "demo") as one, launch(folder, "test") as two:
        told = one.communicate(timeout=120)[1] + two.communicate(timeout=120)[1]
    assert (one.returncode, two.returncode) == (7, 3)
    assert told.count("making .venv") == 1


@pytest.fixture
def cut_short(quick):
    """Return a project and a run in it that is installing and does not finish."""
    folder = quick
    (folder / "hold").touch()
    with launch(folder, "demo") as process:
        wait_for(folder / "building")
        yield folder, process
        (folder / "hold").unlink(missing_ok=True)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals are sent differently there")
def test_an_interrupted_run_says_so_and_leaves_nothing_believed(cut_short):
    folder, process = cut_short
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=60)[1]
    assert (process.returncode, told.splitlines()[-1]) == (130, "run.py: interrupted")
    assert not load(folder).is_ready()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals are sent differently there")
def test_after_a_killed_run_the_next_waits_for_what_it_left_then_makes_it_anew(cut_short):
    folder, process = cut_short
    process.kill()
    process.wait()
    with launch(folder, "demo") as following:
        assert following.stderr.readline() == "run.py: waiting for another run.py\n"
        (folder / "hold").unlink()
        told = following.communicate(timeout=120)[1]
    assert following.returncode == 7
    assert told.count("making .venv") == 1
    assert not (folder / ".venv.remains").exists()


# What stands in the way, and what is missing ---------------------------------------------------


def test_its_own_remains_are_cleared_away(module):
    for folder in (module.VENV, module.REMAINS):
        folder.mkdir()
        (folder / module.MARK.name).touch()
    module.clear_the_way()
    assert not module.VENV.exists()
    assert not module.REMAINS.exists()


def make_folder(path):
    path.mkdir()
    (path / "pyvenv.cfg").touch()


def make_dangling_link(path):
    path.symlink_to("nowhere")


@pytest.mark.parametrize("make", [make_folder, Path.touch, make_dangling_link])
def test_what_another_made_is_put_aside(make, module, capsys):
    (module.ROOT / ".venv.1").mkdir()
    make(module.VENV)
    module.clear_the_way()
    assert not os.path.lexists(module.VENV)
    assert os.path.lexists(module.ROOT / ".venv.2")
    assert ".venv.2" in capsys.readouterr().err


def test_pip_of_the_system_serves_where_ensurepip_is_missing(module, monkeypatch):
    monkeypatch.setattr(module, "call", lambda *_: 1)
    monkeypatch.setattr(module, "pip_version", lambda _: (22, 3))
    assert module.find_pip(None, None) == [
        sys.executable, "-m", "pip", "--python", str(module.PYTHON),
    ]  # fmt: skip


def test_a_pip_found_on_the_path_is_asked_too(module, monkeypatch):
    monkeypatch.setattr(module, "call", lambda *_: 1)
    monkeypatch.setattr(module, "pip_version", lambda pip: (30, 0) if len(pip) == 1 else (0, 0))
    monkeypatch.setattr(module.shutil, "which", {"pip": "/bin/pip"}.get)
    assert module.find_pip(None, None) == ["/bin/pip", "--python", str(module.PYTHON)]


def test_without_any_pip_one_line_says_what_to_install(module, monkeypatch):
    monkeypatch.setattr(module, "call", lambda *_: 1)
    monkeypatch.setattr(module, "pip_version", lambda _: (22, 2))
    with pytest.raises(module.SetupError, match="apt install python3-venv"):
        module.find_pip(None, None)


@pytest.mark.parametrize(
    ("words", "version"), [("pip 22.3.1 from x", (22, 3)), ("pip 9", (0, 0)), ("", (0, 0))]
)
def test_the_version_of_pip_is_read(words, version, module):
    assert module.pip_version([sys.executable, "-c", f"print({words!r})"]) == version


def test_a_pip_that_is_not_there_has_no_version(module):
    assert module.pip_version([str(module.ROOT / "no-such-pip")]) == (0, 0)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("WARNING: Retrying ... NewConnectionError(...)\nERROR: No match", "is there a network"),
        ("ERROR: no version satisfies hatchling (from versions: none)", "is there a network"),
        ("ERROR: one\nnote\nERROR: No space left on device", r"pip failed \(ERROR: No space left"),
        ("Killed", "it does not say why"),
    ],
)
def test_a_failed_install_is_told_in_one_line(words, message, module, tmp_path):
    pip = [sys.executable, "-c", f"print({words!r}); raise SystemExit(1)"]
    with (tmp_path / "log").open("w+b") as log, pytest.raises(module.SetupError) as caught:
        module.install(pip, log, log)
    assert caught.match(message)
    assert "\n" not in str(caught.value)


def test_a_failed_set_up_exits_with_1_and_no_traceback(module, monkeypatch, capsys):
    def fail(_lock):
        raise PermissionError(13, "Permission denied", "x")

    monkeypatch.setattr(module, "prepare", fail)
    assert module.main(["demo"]) == 1
    assert capsys.readouterr().err == "run.py: [Errno 13] Permission denied: 'x'\n"


def test_a_lock_file_of_another_user_is_enough(module, monkeypatch):
    module.LOCK.touch()
    opened = Path.open

    def refuse(path, mode="r"):
        if mode == "ab":
            raise PermissionError(13, "Permission denied")
        return opened(path, mode)

    monkeypatch.setattr(Path, "open", refuse)
    with module.open_lock() as lock:
        module.acquire(lock, exclusive=False)
        assert lock.mode == "rb"
