"""Reads ZIP archives: their own text is the list of their files, and the files are documents of their own.

One thread of the parser process. Files are only unpacked when `extract` asks for one.
"""

from __future__ import annotations

import zipfile
from functools import partial
from pathlib import Path

from core.errors import DocumentError
from core.ingest.readers import format_of
from core.ingest.readers.archives import (
    DAMAGE,
    checked_archive,
    copy_member,
    is_cut,
    is_encrypted,
    is_too_tight,
    left_out,
    named_first,
    refused,
)
from core.ingest.readers.attachments import ContainerDocument, Enclosed, attachment_names
from core.ingest.readers.cut_archives import whole_files
from core.ingest.readers.flow import Cell, FlowBuilder
from core.ingest.readers.size_limits import LIMITS, MIB, ReadLimits
from core.types import PageKind

_CUT = "The archive is incomplete: what is missing at its end was not read. Copy or download the file again."
_UTF8_NAME = 0x800
_SYSTEM_FILES = frozenset({"thumbs.db", "desktop.ini", "icon\r"})


class ZipReader:
    """The reader of `.zip`."""

    def open(self, path: Path, password: str = "", limits: ReadLimits = LIMITS) -> ContainerDocument:
        try:
            # The names can be read without a password, and files that are not protected, too.
            checked_archive(path, limits, allow_encrypted=True)
            archive = zipfile.ZipFile(path)
        except DocumentError:
            whole = whole_files(path, limits) if is_cut(path) else None
            if whole is None:
                raise
            return _listed(path, zipfile.ZipFile(whole), limits, problem=_CUT)
        except (OSError, *DAMAGE) as error:
            raise DocumentError(
                f"{path.name} is damaged and cannot be unpacked.", "Copy or download the file again."
            ) from error
        try:
            return _listed(path, archive, limits)
        except BaseException:
            archive.close()
            raise


def _listed(
    path: Path, archive: zipfile.ZipFile, limits: ReadLimits, *, problem: str = ""
) -> ContainerDocument:
    members = [member for member in archive.infolist() if not member.is_dir()]
    shown = [(name, member) for member in members if not _is_clutter(name := _name(member))]
    if not shown:
        raise DocumentError(f"{path.name} holds no files.", "Unpack it to check it.")
    builder = FlowBuilder(limits)
    builder.start_page(PageKind.SECTION, path.stem)
    builder.row([Cell(text, "header") for text in ("File", "Size", "Changed")], header=True)
    names = attachment_names([name for name, _ in shown])
    enclosed: list[Enclosed] = []
    bombs: list[str] = []
    locked: list[str] = []
    unread = 0
    for count, (name, (_, member)) in enumerate(zip(names, shown, strict=True), 1):
        year, month, day, hour, minute, _second = member.date_time
        changed = f"{year}-{month:02}-{day:02} {hour:02}:{minute:02}"
        place = f"file {count}"
        builder.row([Cell(text, place) for text in (name, size_text(member.file_size), changed)])
        if format_of(name) is None:
            continue
        if is_encrypted(member):
            locked.append(name)
        elif is_too_tight(member, limits):
            bombs.append(name)
        elif len(enclosed) == limits.attachments:
            unread += 1
        else:
            enclosed.append(
                Enclosed(name, member.file_size, partial(_unpack, archive, member, limits=limits))
            )
    if bombs and not enclosed:
        raise refused(path.name, bombs[0], limits)
    if problem:
        builder.problem(problem)
    if bombs:
        builder.problem(left_out(bombs))
    if locked:
        builder.problem(
            f"{_files(len(locked))} in it {'are' if len(locked) > 1 else 'is'} protected with a password "
            f"({named_first(locked)}); unpack the archive and add what was in it."
        )
    if unread:
        builder.problem(f"Only the first {limits.attachments:,} files were read; {unread:,} were left out.")
    return ContainerDocument(builder.pages(), enclosed, filename=path.name, on_close=archive.close)


def _unpack(archive: zipfile.ZipFile, member: zipfile.ZipInfo, target: Path, *, limits: ReadLimits) -> None:
    copy_member(archive, member, target, limits)


def _name(member: zipfile.ZipInfo) -> str:
    """The name; many programs write UTF-8 and do not say so, and `zipfile` takes it for code page 437."""
    if member.flag_bits & _UTF8_NAME:
        return member.filename
    try:
        return member.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return member.filename


def _is_clutter(name: str) -> bool:
    """What systems put beside users' files: resource forks, hidden files, previews of folders."""
    parts = name.replace("\\", "/").split("/")
    return (
        "__MACOSX" in parts
        or any(part.startswith(".") and part not in (".", "..") for part in parts)
        or parts[-1].lower() in _SYSTEM_FILES
        or not parts[-1]
    )


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count:,} files"


def size_text(size: int) -> str:
    """A size as people read it."""
    if size < 1000:
        return f"{size} bytes"
    return f"{size / 1024:.0f} KB" if size < MIB else f"{size / MIB:.1f} MB"
