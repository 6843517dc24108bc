"""Why a file cannot be read at present, in words: gone, not allowed, its folder or drive not there.

Such a document waits in the queue (stage `wait`) and is read when its file is seen again. Any thread.
"""

from __future__ import annotations

import os
from pathlib import Path


def absence(path: Path) -> str:
    """A sentence when the file cannot be opened now; empty when it can."""
    try:
        with path.open("rb") as file:
            file.read(1)
        return ""
    except FileNotFoundError:
        pass
    except PermissionError:
        return f"You may not read {path}. Change its permissions; it is read as soon as that is possible."
    except OSError as error:
        return f"{path} cannot be read ({error.strerror or error}). It is tried again at the next start."
    missing = _first_missing(path)
    if missing == path:
        return (
            f"{path.name} is gone from {path.parent}. Put it back and it is read, "
            "or add it again from its new place."
        )
    return (
        f"The folder {missing} with {path.name} in it cannot be found. If it is on a network or removable "
        "drive, connect the drive; the file is read then."
    )


def is_back(path: Path) -> bool:
    """Cheap: the file is there and its permissions allow reading."""
    return path.is_file() and os.access(path, os.R_OK)


def _first_missing(path: Path) -> Path:
    for folder in reversed(path.parents):
        if not folder.exists():
            return folder
    return path
