"""`packaging/` is a folder of scripts, not a package: its modules are imported as `dev.py` imports them."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
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
def watched_path() -> Iterator[Path]:
    """A temporary folder that is surely on a disk: what lies under /dev counts as the system's."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        yield Path(folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return small_folder(tmp_path)
