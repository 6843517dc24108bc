"""Where things lie on disk.

In this order: `DOCUCHAT_HOME`; a folder `docuchat-data` beside an installed program (portable: everything
stays on the stick); the folder that the data was moved to (`core.safety.moving`); the platform's own folders.
`DOCUCHAT_MODELS` names a shared folder of models.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import platformdirs

APP_NAME = "docuchat"
UPDATES_FILE = "updates-url.txt"
PORTABLE_FOLDER = "docuchat-data"
# Lies in a folder that the data was moved to. Without it the folder is another one, or its drive is away.
HOME_MARKER = "docuchat-home.json"


@dataclass(frozen=True, slots=True)
class AppPaths:
    """Absolute folders of one installation; nothing is created until it is needed.

    `moved_to`: the folder that the data was moved to, when that is why it lies where it does.
    """

    data: Path
    models: Path
    cache: Path
    logs: Path
    moved_to: Path | None = None

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
    def window_lock(self) -> Path:
        """Held by the window that is open, from before the library is."""
        return self.data / "window.lock"

    @property
    def settings(self) -> Path:
        return self.data / "settings.json"

    @classmethod
    def from_environment(cls, home: str | os.PathLike[str] | None = None) -> AppPaths:
        """The folders that hold now; `home` goes before everything."""
        chosen = home or os.environ.get("DOCUCHAT_HOME") or portable_home()
        cache = Path(platformdirs.user_cache_dir(APP_NAME, appauthor=False))
        logs = Path(platformdirs.user_log_dir(APP_NAME, appauthor=False))
        moved = None if chosen else moved_home()
        if chosen:
            root = Path(chosen).expanduser().resolve()
            data, models, cache, logs = root / "data", root / "models", root / "cache", root / "logs"
        elif moved:
            data, models = moved / "data", moved / "models"
        else:
            data = Path(platformdirs.user_data_dir(APP_NAME, appauthor=False))
            models = data / "models"
        shared = os.environ.get("DOCUCHAT_MODELS")
        if shared:
            models = Path(shared).expanduser().resolve()
        return cls(data=data, models=models, cache=cache, logs=logs, moved_to=moved)


def portable_home() -> Path | None:
    """`docuchat-data` beside the program's own file, if it is there; never for a checkout."""
    if not getattr(sys, "frozen", False):
        return None
    folder = Path(sys.executable).resolve().parent / PORTABLE_FOLDER
    return folder if folder.is_dir() else None


def built_commit() -> str:
    """The commit an installed program was built from, with `+` where files differed; empty for a checkout."""
    return commit_beside(Path(sys.executable)) if getattr(sys, "frozen", False) else ""


def commit_beside(executable: Path) -> str:
    """What the package of this program's file was built from; empty when it does not say."""
    program = executable.resolve().parent
    for folder in (program, program.parent / "Resources"):  # the latter in an application of macOS
        try:
            return (folder / "COMMIT").read_text(encoding="utf-8").strip()
        except OSError:
            continue
    return ""


def location_file() -> Path:
    """Says where the data was moved to; a file that is missing or says nothing means: not at all."""
    return Path(platformdirs.user_config_dir(APP_NAME, appauthor=False)) / "location.json"


def moved_home() -> Path | None:
    """The folder that `location_file` names, whether it can be reached at present or not."""
    try:
        home = json.loads(location_file().read_text(encoding="utf-8"))["home"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return Path(home) if isinstance(home, str) and Path(home).is_absolute() else None


def make_private(folder: Path) -> None:
    """Make a folder that only this user can look into; one that is there keeps its rights.

    Made so from its first moment, and without `chmod`, which fails where a disk knows no rights (FAT).
    Windows keeps users' folders apart by where they lie.
    """
    if folder.is_dir():
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def packaged_updates_url() -> str:
    """Whom a package names to ask for newer versions (`packaging/package.py build --updates-url`); empty for
    most, and for a checkout."""
    try:
        return (resources() / UPDATES_FILE).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def resources() -> Path:
    """The `resources` folder: beside `core` in a checkout, inside the bundle when frozen."""
    bundle = getattr(sys, "_MEIPASS", None)
    if bundle:
        return Path(bundle) / "resources"
    return Path(__file__).resolve().parents[2] / "resources"
