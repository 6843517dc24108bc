"""Archives that lie: zip files made by hand, because no library writes them."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from pathlib import Path


def write_zip(path: Path, files: dict[str, bytes]) -> Path:
    path.write_bytes(packed(files))
    return path


def packed(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def overlapping_zip(path: Path, names: int) -> Path:
    """Every name stands for the same packed bytes."""
    content = b"text " * 1000
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(content) + packer.flush()
    numbers = (zlib.crc32(content), len(packed), len(content))
    local = struct.pack("<4s5H3L2H", b"PK\x03\x04", 20, 0, 8, 0, 33, *numbers, 5, 0) + b"a.txt"
    directory = bytearray()
    for number in range(names):
        name = f"a{number}.txt".encode()
        directory += struct.pack(
            "<4s6H3L5H2L", b"PK\x01\x02", 20, 20, 0, 8, 0, 33, *numbers, len(name), 0, 0, 0, 0, 0, 0
        )
        directory += name
    start = len(local) + len(packed)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, names, names, len(directory), start, 0)
    path.write_bytes(local + packed + bytes(directory) + end)
    return path


def with_claimed_size(path: Path, size: int) -> Path:
    """The archive's first file claims to unpack to `size` bytes, in both of its headers."""
    data = bytearray(path.read_bytes())
    directory = data.index(b"PK\x01\x02")
    struct.pack_into("<L", data, data.index(b"PK\x03\x04") + 22, size)
    struct.pack_into("<L", data, directory + 24, size)
    path.write_bytes(bytes(data))
    return path


def with_encryption_flag(path: Path, name: str) -> Path:
    """One file is marked as encrypted, as it is in a protected archive."""
    data = bytearray(path.read_bytes())
    for mark, flag_at, name_at in ((b"PK\x03\x04", 6, 30), (b"PK\x01\x02", 8, 46)):
        place = data.find(mark)
        while place >= 0:
            if data[place + name_at :].startswith(name.encode()):
                data[place + flag_at] |= 1
            place = data.find(mark, place + 4)
    path.write_bytes(bytes(data))
    return path
