"""The commands of `dev.py`: run, test, setup, package, verify-package, audit."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager

from bootstrap import audit, environment, models
from bootstrap.console import SetupError, only_one, say
from bootstrap.places import PYTHON, ROOT
from bootstrap.system import qt_can_open_a_window, require_qt_libraries
from desktop.start.display import has_display, no_window_reason

USAGE = "usage: python3 packaging/dev.py run|test|setup|package|verify-package|audit [arguments passed on]"
INTERRUPTED = 130
MOST_AT_ONCE = 4  # test processes; each takes up to 1.5 GB of memory
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

    Everything runs, the first failure decides the exit code.

    pytest comes last, so that its summary is the last line. It runs in one process a core, files at a time;
    `-n 0` among the arguments makes it one process, as `-s` and `--pdb` need it.
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
    }
    failure = _check(surroundings) if speed == "daily" else 0
    parallel = ["-n", str(at_once), "--dist", "loadfile"] if at_once > 1 else []
    pytest = [PYTHON, "-m", "pytest", "-m", SPEEDS[speed], *parallel, *arguments]
    code = subprocess.run(pytest, cwd=ROOT, env=surroundings, check=False).returncode
    return failure or code


def _check(surroundings: dict[str, str]) -> int:
    """Lint, format, types, layers; all of them run, and the first failure is the exit code."""
    tool = environment.executable
    checks = {
        "ruff check": [tool("ruff"), "check", "."],
        "ruff format": [tool("ruff"), "format", "--check", "."],
        "mypy": [tool("mypy")],
        "import-linter": [tool("lint-imports")],
    }
    results = {}
    for name, command in checks.items():
        began = time.monotonic()
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=surroundings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        results[name] = done.returncode
        verdict = "ok" if done.returncode == 0 else f"FAILED\n{done.stdout.rstrip()}"
        print(f"{name}: {verdict} ({time.monotonic() - began:.1f} s)", flush=True)
    failed = [name for name, code in results.items() if code]
    print(
        f"Failed before the tests: {', '.join(failed)}" if failed else "Lint, types and layers are clean.",
        flush=True,
    )
    return next((code for code in results.values() if code), 0)


def package(arguments: list[str]) -> int:
    """Make the packages of `build/package`; see docs/packaging.md."""
    require_qt_libraries(window=True)
    with _alone():
        environment.prepare(development=True)
        full = "full" in arguments
        models.prepare("package", models.RUN_MODELS if full else (models.EMBEDDER,))
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
    """Test processes at once, and threads for the models of each: together as many as cores may be used."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    at_once = min(cores, MOST_AT_ONCE)
    return at_once, max(1, cores // at_once)


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
