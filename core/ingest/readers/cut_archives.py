"""Zip archives whose end is missing, and with it the table of contents: the files that are whole are read.

Runs in the parser process. Each file has a header of its own before it (APPNOTE.TXT 4.3.7). What it unpacks
to is compared with its checksum and, whole or not, counts towards the limits of all archives.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from pathlib import Path

from core.ingest.readers.size_limits import MIB, ReadLimits

_HEADER = struct.Struct("<4s5H3I2H")
_MARK = b"PK\x03\x04"
_ENCRYPTED, _CHECKSUM_BEHIND, _UTF8 = 0x1, 0x8, 0x800
_DESCRIPTOR = b"PK\x07\x08"
_LARGEST_BYTES = 512 * MIB


def whole_files(path: Path, limits: ReadLimits) -> BytesIO | None:
    """An archive of the files that are whole in one that is cut off; None where there are none."""
    if path.stat().st_size > _LARGEST_BYTES:
        return None
    copy = BytesIO()
    with zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as mended:
        for name, content, is_whole in islice(_files(path.read_bytes(), limits), limits.archive_members):
            if is_whole:
                mended.writestr(name, content)
        return copy if mended.filelist else None


def _files(data: bytes, limits: ReadLimits) -> Iterator[tuple[str, bytes, bool]]:
    room = limits.unpacked_bytes
    at = data.find(_MARK)
    while room > 0 and 0 <= at <= len(data) - _HEADER.size:
        _, _, flags, method, _, _, checksum, packed, _, name_length, extra = _HEADER.unpack_from(data, at)
        name = data[at + _HEADER.size :][:name_length].decode(
            "utf-8" if flags & _UTF8 else "cp437", "replace"
        )
        begins = at + _HEADER.size + name_length + extra
        most = min(room, max(MIB, limits.unpacked_ratio * (packed or len(data))))
        content, ends = _unpacked(data, begins, method, packed, most)
        if flags & _CHECKSUM_BEHIND:
            is_marked = data.startswith(_DESCRIPTOR, ends)
            checksum = int.from_bytes(data[ends + 4 * is_marked :][:4], "little")
        room -= len(content)
        is_whole = begins < ends <= len(data) and zlib.crc32(content) == checksum
        yield name, content, is_whole and not flags & _ENCRYPTED
        at = data.find(_MARK, max(ends, at + len(_MARK)))


def _unpacked(data: bytes, begins: int, method: int, packed: int, most: int) -> tuple[bytes, int]:
    """What a file unpacks to, and where it ends; where it begins, if it is not whole."""
    if method == zipfile.ZIP_STORED:
        return data[begins : begins + packed], begins + packed
    unpacking = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        content = unpacking.decompress(memoryview(data)[begins:], most)
    except zlib.error:
        return b"", begins
    return content, len(data) - len(unpacking.unused_data) if unpacking.eof else begins
