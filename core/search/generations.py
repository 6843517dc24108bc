"""Which folder the embedded index is in: it moves to a fresh one when what was deleted must really go.

The index `edge-x` lies in the folder `edge-x`, after its first rewriting in `edge-x.1`, then `edge-x.2`, ….
The file `edge-x.current` names the valid one and is replaced in one step; all others are rubbish. (An open
folder cannot be renamed on Windows, and a kill may come at any moment.)
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import uuid
from pathlib import Path

_POINTER = ".current"
_WORK = ".work-"


def current_folder(base: Path) -> Path:
    """The valid folder; `base` itself until the first rewriting, and when the named one is gone."""
    try:
        name = _pointer(base).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return base
    if _number(base, name) is None or not base.with_name(name).is_dir():
        return base
    return base.with_name(name)


def next_folder(base: Path) -> Path:
    """Where to rewrite the index to; what an interrupted rewriting left there is deleted.

    Raises:
        OSError: it cannot be deleted.
    """
    target = base.with_name(f"{base.name}.{(_number(base, current_folder(base).name) or 0) + 1}")
    if target.exists():
        shutil.rmtree(target)
    return target


def work_folder(base: Path) -> Path:
    """A name for a copy that is worked on; it takes a number when it is done. None was given out before."""
    return base.with_name(f"{base.name}{_WORK}{uuid.uuid4().hex[:8]}")


def sweep_work(base: Path) -> None:
    """Delete copies that a program which was ended has left. Only while nobody works on one."""
    for path in list(base.parent.glob(base.name + _WORK + "*")):
        shutil.rmtree(path, ignore_errors=True)


def make_current(base: Path, folder: Path) -> None:
    """From now on `folder` is the index, also after a power cut. What is in it must be on the disk already.

    Raises:
        OSError: it could not be written; the index is where it was.
    """
    pointer = _pointer(base)
    partial = pointer.with_name(pointer.name + ".part")
    with partial.open("w", encoding="utf-8") as file:
        file.write(folder.name)
        file.flush()
        os.fsync(file.fileno())
    os.replace(partial, pointer)
    if os.name == "posix":
        descriptor = os.open(base.parent, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def sweep(base: Path) -> bool:
    """Delete the folders of this index that are not valid; False when one could not be deleted.

    Only for the process that holds the valid one open: nobody else is rewriting then.
    """
    valid = current_folder(base).name
    for path in list(base.parent.iterdir()) if base.parent.is_dir() else []:
        if path.name != valid and _number(base, path.name) is not None:
            shutil.rmtree(path, ignore_errors=True)
    return not any(
        path.name != valid and _number(base, path.name) is not None for path in base.parent.iterdir()
    )


def sweep_others(base: Path) -> bool:
    """Delete the indexes that other settings shaped, and damaged ones that were set aside.

    Coming back to other settings fills the index from the library anew, so nothing is lost with them. False
    when one could not be deleted.
    """
    others = [path for path in base.parent.iterdir() if not _belongs(base, path.name)]
    for path in others:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with contextlib.suppress(OSError):
                path.unlink()
    return not any(path.exists() for path in others)


def forget(base: Path) -> None:
    """The valid folder was set aside as damaged: begin anew in `base`.

    Raises:
        OSError: an older folder could not be deleted.
    """
    _pointer(base).unlink(missing_ok=True)
    if base.exists():
        shutil.rmtree(base)


def _pointer(base: Path) -> Path:
    return base.with_name(base.name + _POINTER)


def _number(base: Path, name: str) -> int | None:
    """0 for the base folder, n for its n-th rewriting; None for anything else."""
    match = re.fullmatch(re.escape(base.name) + r"(?:\.(\d{1,9}))?", name)
    return int(match[1] or 0) if match else None


def _belongs(base: Path, name: str) -> bool:
    return _number(base, name) is not None or name.startswith(base.name + _POINTER)
