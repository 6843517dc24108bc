"""The commands of `dev.py`: run, test, setup, package, verify-package, audit."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager

from bootstrap import audit, environment, models
from bootstrap.console import SetupError, only_one, say
from bootstrap.places import PYTHON, ROOT, cache_folder
from bootstrap.system import qt_can_open_a_window, require_qt_libraries
from desktop.start.display import has_display, no_window_reason

USAGE = "usage: python3 packaging/dev.py run|test|setup|package|verify-package|audit [arguments passed on]"
INTERRUPTED = 130
MOST_AT_ONCE = 4  # test processes; each takes up to 1.5 GB of memory
IN_MEMORY = "/dev/shm"  # noqa: S108 (pytest makes folders of its own in it, with names and rights that hold)
ROOM_IN_MEMORY = 12 << 30  # bytes; the tests of every day take 0.5 GB at most, and leave what failed
# What may follow `test`; without one of them it is `daily`, which makes the other checks, too.
SPEEDS = {
    "unit": "unit and not slow and not model and not package",
    "daily": "not slow and not package",
    "slow": "slow and not package",
}


def main(arguments: Sequence[str]) -> int:
    """Carry out one command; returns its exit code."""
    commands = {
        "run": run,
        "test": test,
        "setup": setup,
        "package": package,
        "verify-package": verify_package,
        "audit": audit.audit,
    }
    if not arguments or arguments[0] not in commands:
        say(USAGE)
        return 0 if arguments and arguments[0] in ("-h", "--help") else 2
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return commands[arguments[0]](list(arguments[1:]))
    except SetupError as error:
        say(f"\nError: {error}")
        return 1
    except OSError as error:
        say(f"\nError: {error.filename or 'A file'}: {error.strerror}. Check free space and permissions.")
        return 1
    except KeyboardInterrupt:
        say("\nStopped. The same command goes on from here.")
        return INTERRUPTED


def run(arguments: list[str]) -> int:
    """Open the window, or the demo in the terminal when there is no display."""
    display = has_display()
    if display:
        require_qt_libraries(window=True)
    with _alone():
        environment.prepare(development=False)
        models.prepare("run", models.RUN_MODELS)
    if display and qt_can_open_a_window(PYTHON):
        return _become([str(PYTHON), "-m", "desktop.app", *arguments])
    say(no_window_reason())
    say("Instead, a demo in the terminal on the sample documents:\n")
    return _become([str(PYTHON), "-m", "core.cli", "demo", *arguments])


def setup(arguments: list[str]) -> int:
    """Prepare for both commands."""
    if arguments:
        raise SetupError("setup takes no arguments.")
    require_qt_libraries(window=has_display())
    with _alone():
        environment.prepare(development=True)
        models.prepare("run", models.RUN_MODELS)
        models.prepare("test", models.TEST_MODELS)
    say("Ready.")
    return 0


def test(arguments: list[str]) -> int:
    """The tests of one speed (`unit`, `slow`), or the other checks and the tests of every day.

    Everything runs, the first failure decides the exit code. The checks run beside pytest and are printed
    behind it. It runs in several processes, files at a time; `-n 0` among the arguments makes it one, as
    `-s` and `--pdb` need it.
    """
    speed = arguments.pop(0) if arguments and arguments[0] in SPEEDS else "daily"
    require_qt_libraries(window=False)
    with _alone():
        environment.prepare(development=True)
        models_folder = models.prepare("test", models.TEST_MODELS)
    surroundings = environment.pip_environment()
    surroundings.pop("DOCUCHAT_HOME", None)
    # The tests start more than a thousand processes: without bytecode each would compile the program anew.
    surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
    at_once, threads = _shares()
    surroundings |= {
        "OMP_NUM_THREADS": str(threads),  # for the models, too: see core/system/cores.py
        "DOCUCHAT_MODELS": models_folder,
        "QT_QPA_PLATFORM": "offscreen",
        "ORT_DISABLE_TELEMETRY": "1",
        **_scratch(),
    }
    checks = _started_checks(surroundings) if speed == "daily" else {}
    parallel = ["-n", str(at_once), "--dist", "loadfile"] if at_once > 1 else []
    pytest = [PYTHON, "-m", "pytest", "-m", SPEEDS[speed], *parallel, *arguments]
    code = subprocess.run(pytest, cwd=ROOT, env=surroundings, check=False).returncode
    return _failure(checks) or code


def _started_checks(surroundings: dict[str, str]) -> dict[str, subprocess.Popen[str]]:
    """Lint, format, types, layers, all at once; each with its output kept."""
    tool, cache = environment.executable, cache_folder()
    commands = {
        "ruff check": [tool("ruff"), "check", "."],
        "ruff format": [tool("ruff"), "format", "--check", "."],
        # Its memory lies beside the compiled wheels, where a new clone has it, too.
        "mypy": [tool("mypy"), *(["--cache-dir", str(cache / "types")] if os.access(cache, os.W_OK) else [])],
        "import-linter": [tool("lint-imports")],
    }
    kept = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    return {
        name: subprocess.Popen(command, cwd=ROOT, env=surroundings, **kept)
        for name, command in commands.items()
    }


def _failure(checks: dict[str, subprocess.Popen[str]]) -> int:
    """Print what the checks found; the exit code of the first that failed, else 0."""
    failed = 0
    for name, check in checks.items():
        output, _ = check.communicate()
        print(f"{name}: ok" if check.returncode == 0 else f"{name}: FAILED\n{output.rstrip()}", flush=True)
        failed = failed or check.returncode
    return failed


def package(arguments: list[str]) -> int:
    """Make the packages of `build/package`; see docs/packaging.md."""
    require_qt_libraries(window=True)
    with _alone():
        environment.prepare(development=True)
        full = "full" in arguments
        models.prepare("package", models.RUN_MODELS if full else models.BUNDLED)
    return _packaging("build", arguments)


def verify_package(arguments: list[str]) -> int:
    """Run the newest package without network and with an empty home; see docs/packaging.md."""
    with _alone():
        models.prepare("proof", (models.RUN_MODELS[0], models.TEST_MODELS[0]))
    return _packaging("verify", arguments)


def _packaging(command: str, arguments: list[str]) -> int:
    script = ROOT / "packaging" / "package.py"
    surroundings = environment.pip_environment()
    return subprocess.run([PYTHON, script, command, *arguments], env=surroundings, check=False).returncode


def _shares() -> tuple[int, int]:
    """Test processes at once, and threads for the models of each.

    Half as many again as cores: a third of the time a test waits for something.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    at_once = min(cores + cores // 2, MOST_AT_ONCE)
    return at_once, max(1, cores // at_once)


def _scratch() -> dict[str, str]:
    """Where tests put their files: into memory where there is plenty, which saves a fifth of the time."""
    if "TMPDIR" in os.environ or not os.path.isdir(IN_MEMORY):
        return {}
    if os.statvfs(IN_MEMORY).f_flag & os.ST_NOEXEC:  # tests write programs, too
        return {}
    with open("/proc/meminfo", encoding="ascii") as file:
        sizes = dict(line.split(":", 1) for line in file)
    available = int(sizes.get("MemAvailable", "0 kB").split()[0]) * 1024
    room = min(shutil.disk_usage(IN_MEMORY).free, available)
    return {"TMPDIR": IN_MEMORY} if room >= ROOM_IN_MEMORY and os.access(IN_MEMORY, os.W_OK) else {}


def _alone() -> AbstractContextManager[None]:
    """Two set-ups in one checkout would install into each other."""
    return only_one(ROOT / "build" / "setup.lock", "Another set-up is at work in this folder")


def _become(command: list[str]) -> int:
    """Let `command` take the place of this process, so that signals reach it directly."""
    sys.stdout.flush()
    sys.stderr.flush()
    os.chdir(ROOT)
    if os.name == "nt":
        return subprocess.run(command, check=False).returncode
    try:
        os.execv(command[0], command)  # noqa: S606
    except OSError as error:
        raise SetupError(f"{shlex.join(command)} cannot be started ({error.strerror}).") from error
