"""What libraries say of others: which they need, and where to look for them. Folders of the builder among the
latter are taken out.

A Python that was compiled by hand writes its own folder into each of its libraries (`RUNPATH`). On another
computer the loader would look there first, whoever owns that folder. 64-bit ELF files, as on every Linux that
packages are made for.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

_DYNAMIC, _LOAD = 2, 1  # kinds of segments
_END, _NEEDED, _STRINGS, _RPATH, _RUNPATH = 0, 1, 5, 15, 29  # kinds of dynamic entries
_ENTRY = struct.Struct("<qQ")
_SEGMENT = struct.Struct("<IIQQQQQQ")


def drop_foreign_run_paths(folder: Path) -> list[str]:
    """Take entries that lead out of the bundle from all libraries below `folder`; returns their names."""
    changed = []
    for path in sorted(folder.rglob("*.so*")):
        if path.is_file() and not path.is_symlink() and _drop(path):
            changed.append(str(path.relative_to(folder)))
    return changed


def run_paths(content: bytes) -> list[str]:
    """What a library says of where others lie."""
    return [text for _at, text in _entries(content)]


def needed(content: bytes) -> list[str]:
    """The names of the libraries that a program or library loads when it starts."""
    return [text for _at, text in _entries(content, (_NEEDED,))]


def _drop(path: Path) -> bool:
    content = bytearray(path.read_bytes())
    foreign = [at for at, text in _entries(content) if not text.startswith("$ORIGIN")]
    for at in reversed(foreign):
        # What follows moves up, as `chrpath -d` does it; the end of the table is an entry of zeros.
        while _ENTRY.unpack_from(content, at)[0] != _END:
            following = at + _ENTRY.size
            content[at:following] = content[following : following + _ENTRY.size]
            at = following
    if foreign:
        path.write_bytes(content)
    return bool(foreign)


def _entries(
    content: bytes | bytearray, kinds: tuple[int, ...] = (_RPATH, _RUNPATH)
) -> Iterator[tuple[int, str]]:
    """Place in the file and text of each dynamic entry of these kinds."""
    if content[:6] != b"\x7fELF\x02\x01":
        return
    first, size, count = *struct.unpack_from("<Q", content, 32), *struct.unpack_from("<HH", content, 54)
    segments = [_SEGMENT.unpack_from(content, first + number * size) for number in range(count)]
    table = next(((segment[2], segment[5]) for segment in segments if segment[0] == _DYNAMIC), None)
    if table is None:
        return
    found, strings = [], 0
    for at in range(table[0], table[0] + table[1], _ENTRY.size):
        kind, value = _ENTRY.unpack_from(content, at)
        if kind == _END:
            break
        if kind == _STRINGS:
            strings = next(
                value - segment[3] + segment[2]
                for segment in segments
                if segment[0] == _LOAD and segment[3] <= value < segment[3] + segment[5]
            )
        if kind in kinds:
            found.append((at, value))
    for at, offset in found:
        begin = strings + offset
        yield at, bytes(content[begin : content.index(b"\0", begin)]).decode(errors="replace")
