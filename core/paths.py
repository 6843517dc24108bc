"""Where things lie on disk.

`DOCUCHAT_HOME` puts everything under one folder; `DOCUCHAT_MODELS` names a shared folder of models.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import platformdirs

APP_NAME = "docuchat"


@dataclass(frozen=True, slots=True)
class AppPaths:
    """Absolute folders of one installation; nothing is created until it is needed."""

    data: Path
    models: Path
    cache: Path
    logs: Path

    @property
    def database(self) -> Path:
        return self.data / "library.sqlite3"

    @property
    def backups(self) -> Path:
        return self.data / "backups"

    @property
    def index_root(self) -> Path:
        return self.data / "index"

    @property
    def lock(self) -> Path:
        return self.data / "docuchat.lock"

    @property
    def lock_owner(self) -> Path:
        """Names the process that holds the lock."""
        return self.data / "docuchat.pid"

    @property
    def settings(self) -> Path:
        return self.data / "settings.json"

    @classmethod
    def from_environment(cls, home: str | os.PathLike[str] | None = None) -> AppPaths:
        """`home` (or `DOCUCHAT_HOME`) if given, else the platform's own folders for an application."""
        chosen = home or os.environ.get("DOCUCHAT_HOME")
        if chosen:
            root = Path(chosen).expanduser().resolve()
            data, models, cache, logs = root / "data", root / "models", root / "cache", root / "logs"
        else:
            data = Path(platformdirs.user_data_dir(APP_NAME, appauthor=False))
            models = data / "models"
            cache = Path(platformdirs.user_cache_dir(APP_NAME, appauthor=False))
            logs = Path(platformdirs.user_log_dir(APP_NAME, appauthor=False))
        shared = os.environ.get("DOCUCHAT_MODELS")
        if shared:
            models = Path(shared).expanduser().resolve()
        return cls(data=data, models=models, cache=cache, logs=logs)


def make_private(folder: Path) -> None:
    """Make a folder that only this user can look into; one that is there keeps its rights.

    Windows keeps users' folders apart by where they lie.
    """
    if folder.is_dir():
        return
    folder.mkdir(parents=True, exist_ok=True)
    if os.name == "posix":
        folder.chmod(0o700)


def resources() -> Path:
    """The `resources` folder: beside `core` in a checkout, inside the bundle when frozen."""
    bundle = getattr(sys, "_MEIPASS", None)
    if bundle:
        return Path(bundle) / "resources"
    return Path(__file__).resolve().parent.parent / "resources"
