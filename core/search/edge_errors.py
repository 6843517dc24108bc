"""What went wrong in the embedded index, in words a user can do something with. Pure functions."""

from __future__ import annotations

import errno
import re
from pathlib import Path

from core.errors import AlreadyRunningError, StorageError

# A file that is missing or has become a folder is damage; any other failure of the system may be over the
# next time. 3 is Windows' ERROR_PATH_NOT_FOUND.
_DAMAGE_CODES = {errno.ENOENT, errno.ENOTDIR, errno.EISDIR, 3}


def unusable(folder: Path, error: OSError) -> StorageError:
    """The system refuses files of the index."""
    return StorageError(
        f"The index folder {folder} cannot be used ({error.strerror}).",
        "Check its permissions and the free space of the disk.",
    )


def explained(folder: Path, error: BaseException, *, opening: bool) -> StorageError | AlreadyRunningError:
    """What Edge says in its own words, panics included; `opening`: rebuilding would help, and is tried."""
    text = str(error)
    if "WouldBlock" in text:
        return AlreadyRunningError(
            f"The index {folder} is in use by another DocuChat.",
            "Close the other one and try again.",
        )
    if "No space left" in text or "os error 28" in text:
        return StorageError(
            f"The disk that holds the index {folder} is full.", "Free some space and try again."
        )
    first_line = text.strip().splitlines()[0][:200] if text.strip() else type(error).__name__
    if isinstance(error, MemoryError) or _may_pass(text):
        return StorageError(
            f"The index {folder} cannot be used at present ({first_line}).",
            "Close other programs and try again; nothing in it has been changed.",
        )
    known = StorageError(
        f"The index {folder} is damaged or cannot be used ({first_line}).",
        "Start the program again: the index is checked and rebuilt from the library.",
    )
    if opening:
        known.code = "index_damaged"
    return known


def _may_pass(text: str) -> bool:
    """True for failures of the system around the index: no rights, no memory, too many open files."""
    codes = {int(code) for code in re.findall(r"(?:os error|Os \{ code:) (\d+)", text)}
    lowered = text.lower()
    return bool(codes - _DAMAGE_CODES) or "out of memory" in lowered or "cannot allocate" in lowered
