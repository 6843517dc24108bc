"""Where the set-up finds and puts things."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LOCKS = ROOT / "packaging" / "locks"
VENV = ROOT / ".venv"
STAMPS = VENV / "docuchat-setup"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")


def cache_folder() -> Path:
    """The user's cache, which outlives this checkout: compiled wheels are kept there."""
    if os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "docuchat"
