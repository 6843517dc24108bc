"""`packaging/` is a folder of scripts, not a package: its modules are imported as `dev.py` imports them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))


def small_folder(parent: Path) -> Path:
    """A folder as PyInstaller leaves it, with its pages."""
    from bundle import documentation

    made = parent / "docuchat"
    (made / "_internal").mkdir(parents=True)
    for name in ("docuchat", "docuchat-desktop"):
        (made / name).write_bytes(b"program")
        (made / name).chmod(0o755)
    (made / "_internal" / "library.so").write_bytes(b"x" * 1000)
    (made / "_internal" / "library.so").chmod(0o755)
    documentation.write_documentation(made)
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return small_folder(tmp_path)
