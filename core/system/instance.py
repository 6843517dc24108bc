"""One program at a time on one data folder: the lock, and who holds it. Taken when the engine opens."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from filelock import FileLock, Timeout

from core.errors import AlreadyRunningError, StorageError
from core.system.paths import HOME_MARKER, AppPaths, location_file, make_private


@contextmanager
def only_instance(paths: AppPaths) -> Iterator[bool]:
    """Hold the data folder, which is made (for its user alone) when it is missing. Yields True when the
    program that held it last was cut off.

    Raises:
        AlreadyRunningError: another DocuChat holds it; its process is named where it can be told.
        StorageError: the folder cannot be used, or the drive it was moved to is away.
    """
    if paths.moved_to and not (paths.moved_to / HOME_MARKER).is_file():
        raise StorageError(
            f"The data folder was moved to {paths.moved_to}, and is not there.",
            "Connect its drive and start again. If it is gone for good, delete "
            f"{location_file()} to begin with an empty library.",
        )
    lock = FileLock(paths.lock)
    try:
        make_private(paths.data)
        if os.name == "posix" and not paths.database.exists():
            paths.data.chmod(0o700)  # models may have been fetched into it before
        _heal(paths)
        lock.acquire(timeout=0)
    except Timeout:
        raise AlreadyRunningError(
            f"DocuChat is already open on the data folder {paths.data}{_owner(paths)}.",
            "One at a time can have it: use the open window, or wait for the command that runs in another "
            "terminal (`docuchat index`, `docuchat folders watch`). Ctrl+C there stops it; nothing is lost, "
            "and the same command goes on later.",
        ) from None
    except OSError as error:
        raise StorageError(
            f"The data folder {paths.data} cannot be used ({error.strerror or error}).",
            "Check its permissions, or set DOCUCHAT_HOME to a folder you may write to.",
        ) from error
    was_cut_off = paths.lock_owner.exists()
    try:
        with suppress(OSError):  # only for the message to whoever comes second
            paths.lock_owner.write_text(str(os.getpid()), encoding="ascii")
        yield was_cut_off
    finally:
        with suppress(OSError):
            paths.lock_owner.unlink(missing_ok=True)
        lock.release()


def _heal(paths: AppPaths) -> None:
    """Once, a library that was moved into a folder that was there could be read by everybody."""
    if os.name != "posix" or paths.moved_to is None or paths.data.is_symlink():
        return
    with suppress(OSError):  # a disk that knows no rights
        found = paths.data.stat()
        if found.st_uid == os.getuid() and found.st_mode & 0o077:
            paths.data.chmod(0o700)


def _owner(paths: AppPaths) -> str:
    try:
        owner = int(paths.lock_owner.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return ""
    return f" (process {owner})"
