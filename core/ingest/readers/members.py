"""Getting at files inside files: unpacked for as long as they are read, then gone.

Runs in the parser, renderer and recogniser processes. A member is an attachment's name; one that lies deeper
has the names of all levels, joined with "!/": "letters/inner.eml!/scan.pdf".
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil

from core.errors import DocumentError
from core.ingest.readers import format_of, load_reader
from core.ingest.readers.attachments import MEMBER_SEPARATOR
from core.ingest.readers.size_limits import LIMITS, MIB, ReadLimits

FOLDER_PREFIX = "docuchat-member-"
_FOLDER = re.compile(re.escape(FOLDER_PREFIX) + r"(\d+)-\w+")
_UNSAFE = re.compile(r"[^\w .,()+&=@-]")
_DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # no file names on Windows
_LONGEST_STEM = 60  # characters; at most 240 bytes of UTF-8, and file systems allow 255
_LONGEST_ENDING = 10
_swept = False


def member_path(outer: str, name: str) -> str:
    """The member of an attachment `name` of the document that is itself the member `outer` (or "")."""
    return f"{outer}{MEMBER_SEPARATOR}{name}" if outer else name


def nesting(member: str) -> int:
    """How many files must be opened to get at a member: 0 for a file on disk."""
    return member.count(MEMBER_SEPARATOR) + 1 if member else 0


@contextlib.contextmanager
def source_file(
    path: Path, member: str, *, password: str = "", limits: ReadLimits = LIMITS
) -> Iterator[Path]:
    """A real file with the content of `member` of the file at `path`; `path` itself when `member` is empty.

    The file is called like the member, as far as that is safe, and is deleted afterwards. `password` opens
    the outermost file. Whether it still holds what was read earlier is for the caller to compare.

    Raises:
        PasswordError: a file on the way needs a password.
        DocumentError: a file on the way is gone, damaged, too large or nested too deeply.
    """
    if not member:
        yield path
        return
    names = member.split(MEMBER_SEPARATOR)
    if len(names) > limits.nesting:
        raise DocumentError(
            f"{names[-1]} in {path.name} lies inside more than {limits.nesting} files and was not read.",
            "Unpack the file and add what is in it.",
        )
    _sweep_once()
    with tempfile.TemporaryDirectory(
        prefix=f"{FOLDER_PREFIX}{os.getpid()}-", ignore_cleanup_errors=True
    ) as folder:
        yield _unpack(path, names, Path(folder), password, limits)


def _unpack(path: Path, names: list[str], folder: Path, password: str, limits: ReadLimits) -> Path:
    outer = path
    for depth, name in enumerate(names):
        level = folder / str(depth)
        target = level / safe_filename(name)
        try:
            level.mkdir()
            _extract(outer, name, target, password if depth == 0 else "")
            size = target.stat().st_size
            if depth:
                shutil.rmtree(outer.parent)
        except OSError as error:
            raise DocumentError(
                f"{name} in {outer.name} cannot be unpacked ({error.strerror or error}).",
                "Check that the disk has room and that the file is still there.",
            ) from error
        if size > limits.file_bytes:
            raise DocumentError(
                f"{name} in {outer.name} is larger than {limits.file_bytes // MIB} MB and was not read.",
                "Split it into smaller files.",
            )
        outer = target
    return outer


def _extract(container: Path, name: str, target: Path, password: str) -> None:
    file_format = format_of(container)
    if file_format is None:
        raise DocumentError(f"{container.name} cannot hold other files.", "Add the file itself.")
    if not container.is_file():
        raise DocumentError(
            f"{container} is gone, and {name} was in it.", "Put the file back, or add it again."
        )
    document = load_reader(file_format).open(container, password)
    try:
        document.extract(name, target)
    finally:
        document.close()


def safe_filename(name: str) -> str:
    """A plain file name that looks like the last part of `name`; its ending is kept, it tells the format."""
    last = _UNSAFE.sub("_", name.replace("\\", "/").rpartition("/")[2]).lstrip().rstrip(" .")
    stem, dot, ending = last.rpartition(".")
    if not dot or not 0 < len(ending) <= _LONGEST_ENDING:
        stem, dot, ending = last, "", ""
    stem = stem.strip(" .")[:_LONGEST_STEM] or "file"
    if _DEVICE.fullmatch(stem):
        stem = f"_{stem}"
    return f"{stem}{dot}{ending}"


def _sweep_once() -> None:
    """Delete what processes that were killed have left: it is users' text, and nobody else would."""
    global _swept
    if _swept:
        return
    _swept = True
    with contextlib.suppress(OSError):
        for folder in Path(tempfile.gettempdir()).iterdir():
            match = _FOLDER.fullmatch(folder.name)
            if match and not folder.is_symlink() and not psutil.pid_exists(int(match[1])):
                shutil.rmtree(folder, ignore_errors=True)
