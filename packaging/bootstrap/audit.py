"""Asks a service about known weaknesses of every locked version: `pip-audit`, in an environment of its own.

Of its own, because neither the program nor its tests need it. Uses the network, and only on this command.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from bootstrap.console import run_logged, say
from bootstrap.places import LOCKS, ROOT
from bootstrap.stamps import digest

FOLDER = ROOT / "build" / "audit"
LOCK = LOCKS / "audit.txt"


def locks() -> list[Path]:
    """What is asked about: what the program is made of and what it is built and tested with."""
    return [LOCKS / f"{name}.txt" for name in ("runtime", "source", "build", "dev")]


def audit(arguments: Sequence[str]) -> int:
    """0: nothing is known; 1: something is, or the service could not be asked (its message is shown).

    `arguments` are passed on to `pip-audit`, for example `-s osv` or `--ignore-vuln ID`.

    Raises:
        SetupError: `pip-audit` could not be installed.
    """
    tool = _installed()
    code = 0
    for lock in locks():
        say(f"{lock.relative_to(ROOT)}:")
        # Strict: a package that the service does not know would be passed over, and the end be "none found".
        options = ["--strict", "--disable-pip", "--require-hashes", "--progress-spinner", "off"]
        done = subprocess.run([tool, *options, "-r", lock, *arguments], check=False)
        code = max(code, done.returncode)
    return code


def _installed() -> Path:
    programs = FOLDER / ("Scripts" if os.name == "nt" else "bin")
    tool = programs / ("pip-audit.exe" if os.name == "nt" else "pip-audit")
    stamp, inputs = FOLDER / "made-from", digest([LOCK, sys.version])
    if tool.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == inputs:
        return tool
    making = [sys.executable, "-m", "venv", "--clear", FOLDER]
    run_logged("Making an environment for pip-audit", making, ROOT / "build" / "audit-venv.log", cwd=ROOT)
    python = programs / ("python.exe" if os.name == "nt" else "python")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    run_logged(
        "Installing pip-audit",
        [*pip, "--require-hashes", "--only-binary", ":all:", "--no-deps", "-r", LOCK],
        FOLDER / "install.log",
        cwd=ROOT,
    )
    stamp.write_text(inputs, encoding="utf-8")
    return tool
