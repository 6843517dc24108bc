"""The virtual environment: made once, filled from the lock files, with DocuChat itself installed editable.

pip's own configuration decides where packages come from; the locks' hashes decide what is accepted.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from bootstrap import compiled
from bootstrap.console import SetupError, run_logged
from bootstrap.places import BIN, LOCKS, PYTHON, ROOT, STAMPS, VENV
from bootstrap.stamps import digest, forget, is_done, mark_done
from bootstrap.system import require_compiler, require_venv

PIP = (PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input")
PYTHON_SERIES = f"{sys.version_info[0]}.{sys.version_info[1]}"


def pip_environment() -> dict[str, str]:
    """The caller's own, without what would point Python or pip somewhere else."""
    dropped = {"PYTHONHOME", "PYTHONPATH", "PIP_TARGET", "PIP_PREFIX", "PIP_USER", "PIP_REQUIRE_VIRTUALENV"}
    kept = {key: value for key, value in os.environ.items() if key not in dropped}
    return {**kept, "PATH": f"{BIN}{os.pathsep}{kept.get('PATH', '')}", "VIRTUAL_ENV": str(VENV)}


def prepare(*, development: bool) -> None:
    """Everything Python: the environment, the locked packages, the compiled one, DocuChat.

    Raises:
        SetupError: a step failed; the finished ones stay.
    """
    _make_venv()
    locks = ["build", "runtime"] + (["dev"] if development else [])
    for name in locks:
        _install_lock(name)
    _install_compiled()
    _install_project()


def _make_venv() -> None:
    inputs = digest([PYTHON_SERIES, str(VENV)])
    if PYTHON.exists() and is_done("venv", inputs):
        return
    if not _usable():
        require_venv()
        run_logged(
            f"Making the virtual environment {VENV}",
            [sys.executable, "-m", "venv", "--clear", VENV],
            # Not below .venv, which is being cleared.
            ROOT / "build" / "venv.log",
            cwd=ROOT,
        )
    mark_done("venv", inputs)


def _usable() -> bool:
    """An environment of this Python series with a working pip, whoever made it."""
    if not PYTHON.exists():
        return False
    code = "import sys, pip; print('%d.%d' % sys.version_info[:2])"
    done = subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=False)
    return done.returncode == 0 and done.stdout.strip() == PYTHON_SERIES


def _install_lock(name: str) -> None:
    lock = LOCKS / f"{name}.txt"
    inputs = digest([lock, PYTHON_SERIES])
    if is_done(name, inputs):
        return
    run_logged(
        f"Installing the locked packages of {lock.relative_to(ROOT)}",
        [*PIP, "install", "--require-hashes", "--only-binary", ":all:", "--no-deps", "-r", lock],
        STAMPS / f"{name}.log",
        cwd=ROOT,
        environment=pip_environment(),
    )
    mark_done(name, inputs)


def _install_compiled() -> None:
    key = compiled.build_key()
    inputs = digest([key, PYTHON_SERIES])
    if is_done("llama", inputs):
        return
    wheel = compiled.kept_wheel(key)
    if wheel is None:
        require_compiler()
        wheel = compiled.build(key, PIP, pip_environment())
    run_logged(
        f"Installing {wheel.name}",
        [*PIP, "install", "--no-deps", "--no-index", "--force-reinstall", wheel],
        STAMPS / "llama-install.log",
        cwd=ROOT,
        environment=pip_environment(),
    )
    done = subprocess.run([PYTHON, "-c", "import llama_cpp"], capture_output=True, text=True, check=False)
    if done.returncode:
        compiled.discard(key)
        raise SetupError(
            f"The compiled llama-cpp-python does not load and was thrown away:\n{done.stderr[-1500:]}\n"
            "Start again to compile it anew."
        )
    mark_done("llama", inputs)


def _install_project() -> None:
    inputs = digest([ROOT / "pyproject.toml", str(ROOT), PYTHON_SERIES])
    if is_done("project", inputs):
        return
    forget("project")
    run_logged(
        "Installing DocuChat itself (editable)",
        [*PIP, "install", "--no-build-isolation", "--no-deps", "--no-index", "-e", ROOT],
        STAMPS / "project.log",
        cwd=ROOT,
        environment=pip_environment(),
    )
    mark_done("project", inputs)


def executable(name: str) -> Path:
    """A command of the environment."""
    return BIN / (f"{name}.exe" if os.name == "nt" else name)
