"""Writes Outlook messages ([MS-OXMSG]) in compound files ([MS-CFB]): no kept library writes them.

Small and strict: version 3, sectors of 512 bytes, short streams in the mini stream, siblings as a chain.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

_FREE, _END, _FAT_SECTOR, _NONE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF
_SECTOR, _MINI, _CUTOFF = 512, 64, 4096
_UNICODE, _BINARY, _LONG, _TIME, _BOOLEAN, _OBJECT = 0x001F, 0x0102, 0x0003, 0x0040, 0x000B, 0x000D

Tree = dict[str, "bytes | Tree"]


def write_compound(path: Path, tree: Tree) -> None:
    """A compound file with the streams (bytes) and storages (dicts) of `tree`."""
    entries: list[list[object]] = [["Root Entry", 5, _NONE, _NONE, b""]]  # name, type, right, child, content

    def add(folder: Tree, parent: int) -> None:
        # Siblings are ordered by length, then by upper case; a chain to the right is a valid tree.
        before = -1
        for name in sorted(folder, key=lambda name: (len(name), name.upper())):
            content = folder[name]
            place = len(entries)
            is_folder = isinstance(content, dict)
            entries.append([name, 1 if is_folder else 2, _NONE, _NONE, b"" if is_folder else content])
            if before < 0:
                entries[parent][3] = place
            else:
                entries[before][2] = place
            before = place
            if isinstance(content, dict):
                add(content, place)

    add(tree, 0)
    sectors: list[bytes] = []
    fat: list[int] = []

    def store(content: bytes) -> int:
        if not content:
            return _END
        first = len(sectors)
        pieces = [content[at : at + _SECTOR].ljust(_SECTOR, b"\0") for at in range(0, len(content), _SECTOR)]
        sectors.extend(pieces)
        fat.extend([*range(first + 1, first + len(pieces)), _END])
        return first

    mini = bytearray()
    mini_fat: list[int] = []
    starts: list[int] = []
    for _name, kind, _right, _child, content in entries:
        assert isinstance(content, bytes)
        if kind != 2 or not content:
            starts.append(_END)
        elif len(content) < _CUTOFF:
            first = len(mini_fat)
            count = -(-len(content) // _MINI)
            mini += content.ljust(count * _MINI, b"\0")
            mini_fat.extend([*range(first + 1, first + count), _END])
            starts.append(first)
        else:
            starts.append(store(content))
    starts[0] = store(bytes(mini))
    entries[0][4] = bytes(mini)
    mini_start = store(struct.pack(f"<{len(mini_fat)}L", *mini_fat)) if mini_fat else _END
    mini_count = -(-len(mini_fat) * 4 // _SECTOR)
    directory = b""
    for (name, kind, right, child, content), start in zip(entries, starts, strict=True):
        encoded = str(name).encode("utf-16-le") + b"\0\0"
        assert isinstance(content, bytes)
        directory += struct.pack(
            "<64sHBB3L16sLQQLQ",
            encoded, len(encoded), kind, 1, _NONE, right, child, b"", 0, 0, 0,
            start if kind != 1 else 0, len(content),
        )  # fmt: skip
    directory_start = store(directory)
    fat_count = 1
    while (len(fat) + fat_count) * 4 > fat_count * _SECTOR:
        fat_count += 1
    assert fat_count <= 109
    places = range(len(sectors), len(sectors) + fat_count)
    fat += [_FAT_SECTOR] * fat_count
    fat += [_FREE] * (fat_count * _SECTOR // 4 - len(fat))
    header = struct.pack(
        "<8s16s5H6s9L",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"", 0x3E, 3, 0xFFFE, 9, 6, b"", 0, fat_count,
        directory_start, 0, _CUTOFF, mini_start, mini_count, _END, 0,
    )  # fmt: skip
    header += struct.pack("<109L", *places, *[_FREE] * (109 - fat_count))
    path.write_bytes(header + b"".join(sectors) + struct.pack(f"<{len(fat)}L", *fat))


@dataclass
class OutlookMessage:
    """A message to write; attachments are (name, content), a nested message is content, too."""

    subject: str = "A subject"
    body: str | None = "The text."
    html: bytes | None = None
    rtf_only: bool = False
    sender: tuple[str, str] = ("Jürgen Groß", "j@example.org")
    recipients: list[tuple[int, str, str]] = field(default_factory=lambda: [(1, "Ann", "a@example.org")])
    sent: datetime | None = datetime(2023, 5, 1, 10, 0, tzinfo=UTC)
    attachments: list[tuple[str, bytes | OutlookMessage]] = field(default_factory=list)

    def write(self, path: Path) -> Path:
        write_compound(path, self.tree(top=True))
        return path

    def tree(self, *, top: bool) -> Tree:
        found: Tree = {}
        rows = [
            _text(found, 0x001A, "IPM.Note"),
            _text(found, 0x0037, self.subject),
            _text(found, 0x0C1A, self.sender[0]),
            _text(found, 0x0C1F, self.sender[1]),
            _number(0x340D, 0x40000),
            _number(0x3FDE, 65001),
        ]
        if self.body is not None:
            rows.append(_text(found, 0x1000, self.body))
        if self.html is not None:
            rows.append(_bytes(found, 0x1013, self.html))
        if self.rtf_only:
            rows.append(_bytes(found, 0x1009, b"compressed"))
        if self.sent is not None:
            ticks = int((self.sent - datetime(1601, 1, 1, tzinfo=UTC)).total_seconds() * 10_000_000)
            rows.append(struct.pack("<HHLQ", _TIME, 0x0039, 6, ticks))
        for number, (kind, name, address) in enumerate(self.recipients):
            storage: Tree = {}
            own = [_number(0x0C15, kind), _text(storage, 0x3001, name), _text(storage, 0x39FE, address)]
            storage["__properties_version1.0"] = bytes(8) + b"".join(own)
            found[f"__recip_version1.0_#{number:08X}"] = storage
        for number, (name, content) in enumerate(self.attachments):
            storage = {}
            own = [_text(storage, 0x3707, name)] if name else []
            if isinstance(content, OutlookMessage):
                own += [_number(0x3705, 5), struct.pack("<HHLLL", _OBJECT, 0x3701, 6, 0xFFFFFFFF, 1)]
                storage["__substg1.0_3701000D"] = content.tree(top=False)
            else:
                own += [_number(0x3705, 1), _bytes(storage, 0x3701, content)]
            storage["__properties_version1.0"] = bytes(8) + b"".join(own)
            found[f"__attach_version1.0_#{number:08X}"] = storage
        counts = struct.pack("<8x4L", len(self.recipients), len(self.attachments), *self._counts())
        found["__properties_version1.0"] = counts + (bytes(8) if top else b"") + b"".join(rows)
        return found

    def _counts(self) -> tuple[int, int]:
        return len(self.recipients), len(self.attachments)


def _number(tag: int, value: int) -> bytes:
    return struct.pack("<HHLL4x", _LONG, tag, 6, value)


def _text(folder: Tree, tag: int, value: str) -> bytes:
    folder[f"__substg1.0_{tag:04X}{_UNICODE:04X}"] = value.encode("utf-16-le")
    return struct.pack("<HHLL4x", _UNICODE, tag, 6, len(value) * 2 + 2)


def _bytes(folder: Tree, tag: int, value: bytes) -> bytes:
    folder[f"__substg1.0_{tag:04X}{_BINARY:04X}"] = value
    return struct.pack("<HHLL4x", _BINARY, tag, 6, len(value))
