"""Helpers of the tests of office formats: reading a page's cells by place, changing parts of a package."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

from core.ingest.readers.base import OpenDocument, ReadPage

BOMB = (
    '<!DOCTYPE lolz [<!ENTITY lol "lol">'
    + "".join(
        f'<!ENTITY lol{level} "{f"&lol{level - 1};" if level > 1 else "&lol;"}'
        f'{(f"&lol{level - 1};" if level > 1 else "&lol;") * 9}">'
        for level in range(1, 10)
    )
    + "]>"
)
EXTERNAL = '<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/hostname">]>'


def pages_of(document: OpenDocument) -> list[ReadPage]:
    return list(document.pages())


def places_of(page: ReadPage) -> dict[str, str]:
    """Address → text at that place."""
    return {place.address: page.text[place.span.start : place.span.end] for place in page.places}


def headings_of(page: ReadPage) -> list[tuple[int, str]]:
    return [(line.heading, page.text[line.start : line.end]) for line in page.lines if line.heading]


def rows_of(page: ReadPage) -> list[tuple[str, str]]:
    """(row, header above it)."""
    return [(page.text[line.start : line.end], line.table_header) for line in page.lines if line.is_row]


def hidden_of(page: ReadPage) -> list[tuple[str, str]]:
    return [(hidden.reason, hidden.text) for hidden in page.hidden]


def change_part(path: Path, name: str, change: Callable[[str], str]) -> Path:
    """Rewrite one part of a zip-based document, as a program that writes it differently would have."""
    with zipfile.ZipFile(path) as archive:
        parts = [(member, archive.read(member)) for member in archive.infolist()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in parts:
            if member.filename == name:
                content = change(content.decode()).encode()
            archive.writestr(member.filename, content)
    return path


def with_doctype(doctype: str, entity: str, put_in: str) -> Callable[[str], str]:
    """Adds a document type to an XML part and uses its entity in front of `put_in`."""

    def change(xml: str) -> str:
        start = xml.index("?>") + 2 if xml.startswith("<?xml") else 0
        assert put_in in xml
        return xml[:start] + doctype + xml[start:].replace(put_in, entity + put_in, 1)

    return change
