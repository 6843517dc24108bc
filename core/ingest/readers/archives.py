"""Zip archives, also those that office files and e-books are: checked before anything is unpacked.

Runs in the parser, renderer and recogniser processes. Every reader that lets a library open a zip calls
`checked_archive` first; what is unpacked goes through `copy_member`, which counts what really arrives.
"""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import IO

from core.errors import DocumentError, PasswordError
from core.ingest.readers.size_limits import LIMITS, MIB, ReadLimits

_BLOCK = 256 * 1024
_LOCAL_HEADER = 30  # bytes before the name, APPNOTE.TXT 4.3.7
_DIRECTORY_ENTRY = 1024  # bytes of the central directory that one file may take; 46 and its name are usual
_END_MARK = b"PK\x05\x06"
_END_LENGTH = 22
_END_REACH = _END_LENGTH + 0xFFFF  # the end record, and the longest comment behind it
_END64_LOCATOR = struct.Struct("<4sLQL")
_END64_RECORD = struct.Struct("<4sQ2H2L4Q")
_ENCRYPTED = 0x1
# Everything that zipfile and its decompressors raise for damaged, cut or unsupported members.
DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    struct.error,
)
_COPY_AGAIN = "Copy or download the file again."
COPY_AGAIN = "Copy or download the file again, or open it in the program it comes from and save it anew."
NAMED = 3  # of many, in a sentence
_REFUSED = "Unpack it with another program if you trust it, and add the files you need."


def is_encrypted(member: zipfile.ZipInfo) -> bool:
    """True when a member cannot be read without a password."""
    return bool(member.flag_bits & _ENCRYPTED)


def checked_archive(path: Path, limits: ReadLimits = LIMITS, *, allow_encrypted: bool = False) -> None:
    """Look at the table of contents only, and refuse what would fill memory or disk when it is unpacked.

    Raises:
        PasswordError: a member is encrypted, unless `allow_encrypted`.
        DocumentError: damaged, or a bomb: too many files, too large, or several files made of the same bytes
            (https://www.bamsoftware.com/hacks/zipbomb/). Single members packed too tightly are left to
            `is_too_tight`.
    """
    try:
        _check_directory_size(path, limits)
        with zipfile.ZipFile(path) as archive:
            _check_members(path, archive, limits, allow_encrypted)
    except OSError as error:
        raise DocumentError(
            f"{path.name} cannot be read ({error.strerror or error}).", "Check that the file is still there."
        ) from error
    except DAMAGE as error:
        raise DocumentError(f"{path.name} is damaged and cannot be unpacked.", _COPY_AGAIN) from error


def is_too_tight(member: zipfile.ZipInfo, limits: ReadLimits = LIMITS) -> bool:
    """True when a member claims to unpack to more than its share: a bomb, which nobody may unpack."""
    return _too_tight(member.file_size, member.compress_size, limits)


def refused(filename: str, member: str, limits: ReadLimits = LIMITS) -> DocumentError:
    """The error for an archive of which nothing is left without such a member."""
    return DocumentError(
        f"{filename} was refused: {member} in it unpacks to more than "
        f"{limits.unpacked_ratio} times its size.",
        _REFUSED,
    )


def sound_archive(
    path: Path,
    limits: ReadLimits = LIMITS,
    *,
    stand_in: Callable[[str, bytes], bytes],
    is_sound: Callable[[str, IO[bytes]], bool] = lambda _name, _file: True,
    wanted: Callable[[zipfile.ZipFile], Iterable[str]] = lambda _archive: (),
    completed: Callable[[str, bytes, Sequence[str]], bytes] = lambda _name, content, _missing: content,
) -> tuple[str | BytesIO, list[str]]:
    """What a library may open of the archive, which `checked_archive` let through, and the members that are
    lost: packed too tightly, damaged, not sound, or `wanted` and not there. Where some are lost it is a copy
    in memory, in which stands for each what `stand_in` makes of its name and what can be read of it. Where
    some are missing, `completed` says what else changes of the others.
    """
    with zipfile.ZipFile(path) as archive:
        members = archive.infolist()
        lost = [
            member.filename
            for member in members
            if is_too_tight(member, limits) or not _can_be_read(archive, member, is_sound)
        ]
        missing = sorted(set(wanted(archive)) - set(archive.namelist()))
        if not lost and not missing:
            return str(path), []
        copy = BytesIO()
        with zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as mended:
            for member in members:
                is_whole = not is_too_tight(member, limits) and _can_be_read(archive, member)
                content = archive.read(member) if is_whole else b""
                if member.filename in lost:
                    content = stand_in(member.filename, content)
                content = completed(member.filename, content, missing) if missing else content
                is_packed = member.compress_type != zipfile.ZIP_STORED
                mended.writestr(member.filename, content, None if is_packed else zipfile.ZIP_STORED)
            for name in missing:
                mended.writestr(name, stand_in(name, b""))
    return copy, lost + missing


def _can_be_read(
    archive: zipfile.ZipFile,
    member: zipfile.ZipInfo,
    is_sound: Callable[[str, IO[bytes]], bool] = lambda _name, _file: True,
) -> bool:
    try:
        with archive.open(member) as file:
            sound = is_sound(member.filename, file)
            while file.read(_BLOCK):  # to the end, where the checksum is compared
                pass
    except (OSError, *DAMAGE):
        return False
    return sound


def left_out(parts: Sequence[str]) -> str:
    """What is said of a file with such members; empty when there are none."""
    if not parts:
        return ""
    named = named_first(parts)
    said = (
        "Parts of the file are missing, damaged or too large, and what cannot be read of them was left out: "
        f"{named}."
    )
    return f"{said} {COPY_AGAIN}"


def named_first(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def copy_member(
    archive: zipfile.ZipFile, name: str | zipfile.ZipInfo, target: Path, limits: ReadLimits = LIMITS
) -> int:
    """Unpack one member to `target` and return its size in bytes. What the archive claims is not believed.

    Raises:
        PasswordError: the member is encrypted.
        DocumentError: there is none of that name, or it is damaged or too large; `target` is then gone.
        OSError: `target` cannot be written.
    """
    filename = Path(archive.filename or "").name or "The archive"
    try:
        member = archive.getinfo(name) if isinstance(name, str) else name
    except KeyError:
        raise DocumentError(
            f"There is no file {name} in {filename} any more.", "Add the archive again."
        ) from None
    if is_encrypted(member):
        raise PasswordError(
            f"{member.filename} in {filename} is protected with a password.",
            "Unpack it with its password and add the file itself.",
        )
    written = 0
    try:
        with archive.open(member) as source, target.open("wb") as sink:
            while True:
                try:
                    block = source.read(_BLOCK)
                except OSError as error:  # bz2 says so for data that is not its own
                    raise zipfile.BadZipFile(str(error)) from error
                if not block:
                    break
                written += len(block)
                if written > limits.unpacked_bytes or _too_tight(written, member.compress_size, limits):
                    raise DocumentError(
                        f"{member.filename} in {filename} unpacks to more than "
                        f"{written // MIB} MB and was refused.",
                        _REFUSED,
                    )
                sink.write(block)
    except DAMAGE as error:
        target.unlink(missing_ok=True)
        raise DocumentError(f"{member.filename} in {filename} is damaged.", _COPY_AGAIN) from error
    except (DocumentError, OSError):
        target.unlink(missing_ok=True)
        raise
    return written


def _too_tight(unpacked: int, packed: int, limits: ReadLimits) -> bool:
    return unpacked > MIB and unpacked > limits.unpacked_ratio * max(packed, 1)


def _check_members(path: Path, archive: zipfile.ZipFile, limits: ReadLimits, allow_encrypted: bool) -> None:
    members = archive.infolist()
    if len(members) > limits.archive_members:
        raise _too_many(path, limits)
    total = 0
    for member in members:
        total += member.file_size
        if total > limits.unpacked_bytes:
            raise DocumentError(
                f"{path.name} unpacks to more than {limits.unpacked_bytes // MIB} MB and was refused.",
                _REFUSED,
            )
        if is_encrypted(member) and not allow_encrypted:
            raise PasswordError(
                f"{path.name} is protected with a password.",
                "Unpack it with its password and add the files in it.",
            )
    _check_overlap(path, archive, members)


def _check_overlap(path: Path, archive: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> None:
    """Each member needs bytes of its own: files inside each other multiply with every name."""
    end = 0
    for member in sorted(members, key=lambda member: member.header_offset):
        if member.header_offset < end:
            raise DocumentError(
                f"{path.name} was refused: several of its files are made of the same bytes.", _REFUSED
            )
        name = member.orig_filename.encode("utf-8" if member.flag_bits & 0x800 else "cp437", "replace")
        end = member.header_offset + _LOCAL_HEADER + len(name) + member.compress_size
    if end > archive.start_dir:
        raise DocumentError(f"{path.name} is damaged and cannot be unpacked.", _COPY_AGAIN)


def _too_many(path: Path, limits: ReadLimits) -> DocumentError:
    return DocumentError(
        f"{path.name} holds more than {limits.archive_members:,} files and was refused.", _REFUSED
    )


def is_cut(path: Path) -> bool:
    """Whether an archive lacks the mark at its end, and with it the table of contents."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, file.seek(0, 2) - _END_REACH))
            return _END_MARK not in file.read()
    except OSError:
        return False


def _check_directory_size(path: Path, limits: ReadLimits) -> None:
    """Before `zipfile` reads the whole table of contents into memory, an object a file."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        start = max(0, size - _END_REACH - _END64_RECORD.size - _END64_LOCATOR.size)
        file.seek(start)
        tail = file.read()
    found = tail.rfind(_END_MARK)
    if found < 0 or len(tail) - found < _END_LENGTH:
        return  # zipfile says what is wrong
    directory: int = struct.unpack_from("<L", tail, found + 12)[0]
    locator = found - _END64_LOCATOR.size
    record = locator - _END64_RECORD.size  # where zipfile looks, whatever the locator says
    if record >= 0 and tail.startswith(b"PK\x06\x07", locator) and tail.startswith(b"PK\x06\x06", record):
        directory = int(_END64_RECORD.unpack_from(tail, record)[8])
    if directory > limits.archive_members * _DIRECTORY_ENTRY:
        raise _too_many(path, limits)
