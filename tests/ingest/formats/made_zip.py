"""ZIP archives, each with a trap."""

from __future__ import annotations

import random
import zipfile
from pathlib import Path

from tests.ingest.formats.kit import odd
from tests.ingest.formats.zip_kit import overlapping_zip, with_encryption_flag, write_zip

MIB = 1024**2


def noise(size: int) -> bytes:
    return random.Random(1).randbytes(size)


@odd("Papers 2023.zip")
def papers(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("notes/Größe.txt", (2023, 5, 1, 12, 30, 0)), "Notes")
        archive.writestr(zipfile.ZipInfo("program.exe", (2023, 5, 2, 8, 5, 0)), b"MZ" * 4000)
        archive.writestr("notes/", b"")
        for clutter in ("__MACOSX/notes/._a.txt", ".hidden.txt", "notes/.git/config.txt", "x/Thumbs.db"):
            archive.writestr(clutter, "clutter")
        archive.writestr(zipfile.ZipInfo("inner.zip", (2023, 5, 3, 0, 0, 0)), b"PK\x05\x06" + bytes(18))


@odd("nothing but clutter.zip")
def clutter(path: Path) -> None:
    write_zip(path, {".DS_Store": b"x"})


@odd("names of the same bytes.zip")
def overlapping(path: Path) -> None:
    overlapping_zip(path, 500)
    assert len(zipfile.ZipFile(path).namelist()) == 500


@odd("bomb.zip")
def bomb(path: Path) -> None:
    write_zip(path, {"a.txt": bytes(3 * MIB)})


@odd("empty.zip")
def empty(path: Path) -> None:
    path.write_bytes(b"")


@odd("ten bytes of it.zip")
def ten_bytes(path: Path) -> None:
    path.write_bytes(write_zip(path, {"a.txt": noise(200)}).read_bytes()[:10])


@odd("cut at the end.zip")
def cut(path: Path) -> None:
    path.write_bytes(write_zip(path, {"a.txt": noise(200)}).read_bytes()[:-120])


def partly_locked(path: Path) -> Path:
    write_zip(path, {"open.txt": b"open", "locked.txt": b"locked"})
    with_encryption_flag(path, "locked.txt")
    return path
