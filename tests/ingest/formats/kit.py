"""Odd files, what is read of them as text, and what holds for everything that is read."""

from __future__ import annotations

import time
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from core.errors import DocumentError
from core.ingest.readers import format_of, load_reader
from core.ingest.readers.base import OpenDocument, ReadPage
from core.ingest.structure.lines import pack_lines, unpack_lines
from core.store.places import pack_places
from core.store.words import unpack_words
from core.types import PageKind

ELSEWHERE = "the text of another file"
PATIENCE_S = 20  # a bomb that goes off takes longer
BOMB = (
    '<!DOCTYPE lolz [<!ENTITY lol "lol">'
    + "".join(
        f'<!ENTITY lol{level} "{f"&lol{level - 1};" if level > 1 else "&lol;"}'
        f'{(f"&lol{level - 1};" if level > 1 else "&lol;") * 9}">'
        for level in range(1, 10)
    )
    + "]>"
)

Build = Callable[[Path], object]
ODD: dict[str, Build] = {}


def odd(name: str) -> Callable[[Build], Build]:
    """Adds a file that a function writes; `tests/data/formats.jsonl` says under its name what is read."""

    def keep(build: Build) -> Build:
        ODD[name] = build
        return build

    return keep


def write_text(path: Path, given: Mapping[str, Any]) -> None:
    """A case's text, in its encoding; pieces of it may be said to be repeated."""
    pieces = given["text"] if isinstance(given["text"], list) else [given["text"]]
    text = "".join(piece if isinstance(piece, str) else piece[0] * piece[1] for piece in pieces)
    secret = path.with_name("secret.txt")
    secret.write_text(ELSEWHERE, encoding="utf-8")
    text = text.replace("{secret}", secret.as_uri()).replace("{bomb}", BOMB[BOMB.index("<!ENTITY") : -2])
    path.write_bytes(text.encode(given.get("encoding", "utf-8")))


def open_file(path: Path) -> OpenDocument:
    file_format = format_of(path)
    assert file_format is not None
    return load_reader(file_format).open(path)


def pages_of(path: Path) -> list[ReadPage]:
    return list(open_file(path).pages())


def told(path: Path) -> list[str]:
    """All that is read of a file, a line each; or why it is refused."""
    begun = time.monotonic()
    refused = None
    try:
        document = open_file(path)
        pages = list(document.pages())
    except DocumentError as error:
        refused = error
    assert time.monotonic() - begun < PATIENCE_S
    if refused is not None:
        assert path.name in refused.message
        return [f"{type(refused).__name__}: {refused.message}", f"try: {refused.hint}"]
    check(path, document, pages)
    lines = [f"title: {document.title}"] if document.title else []
    lines += [f"outline: {entry.level} {entry.title} ({entry.page})" for entry in document.outline]
    lines += [f"attached: {one.name} ({one.size_bytes})" for one in document.attachments]
    lines += [f"hidden ({one.reason}): {one.text}" for one in document.hidden]
    lines += [f"problem: {document.problem}"] if document.problem else []
    for page in pages:
        lines += _told(page)
    document.close()
    return lines


def _told(page: ReadPage) -> list[str]:
    """Headings begin with #, rows with |, and end with the header above; [ADDRESS: TEXT] is a place."""
    size = f" {page.width:g} × {page.height:g}" if page.width else ""
    kinds = ", ".join(sorted({place.kind for place in page.places}))
    marks: list[tuple[int, int, str]] = []
    for line in page.lines:
        mark = "#" * line.heading + " " * bool(line.heading) + "| " * line.is_row
        marks.append((line.start, 2, mark))
        marks.append((line.end, 1, f" (under {line.table_header})" if line.table_header else ""))
    for place in page.places:
        marks += [(place.span.start, 3, f"[{place.address}: "), (place.span.end, 0, "]")]
    text = page.text
    for at, _, mark in sorted(marks, key=lambda mark: mark[:2], reverse=True):
        text = text[:at] + mark + text[at:]
    head = f"== {PageKind(page.kind).value} {page.label!r}{size}" + (f" of {kinds}" if kinds else "")
    lines = [head, *(text.split("\n") if text else [])]
    lines += [f"hidden ({one.reason}): {one.text}" for one in page.hidden]
    lines += [f"flag: {flag.value}" for flag in sorted(page.flags)]
    lines += ["wants recognition"] if page.wants_ocr else []
    return lines + ([f"problem: {page.problem}"] if page.problem else [])


def check(path: Path, document: OpenDocument, pages: list[ReadPage]) -> None:
    """What holds for every file: numbers, spans, boxes, what is stored, and that nothing else is read."""
    file_format = format_of(path)
    assert file_format is not None
    assert file_format.accepts(path.read_bytes()[:1024])
    assert [page.number for page in pages] == list(range(1, document.page_count + 1))
    assert next(iter(document.pages(len(pages), len(pages)))).text == pages[-1].text
    for page in pages:
        assert page.checked
        assert ELSEWHERE not in page.text + str(page.hidden) + str(document.hidden)
        assert page.words or unpack_lines(pack_lines(page.lines)) == page.lines
        assert bool(pack_places(page.places)) == bool(page.places)
        ends = 0
        for line in page.lines:
            assert ends <= line.start < line.end <= len(page.text)
            ends = line.end
        for place in page.places:
            assert page.text[place.span.start : place.span.end].strip()
        words = unpack_words(page.words, 0)
        for word in words:
            assert not page.text[word.span.start : word.span.end].isspace()
            assert -1 <= word.box.x0 < word.box.x1 <= page.width + 1
            assert -1 <= word.box.y0 < word.box.y1 <= page.height + 1
    try:
        document.extract("no such file", path.with_name("target"))
    except DocumentError:
        assert not path.with_name("target").exists()
    else:
        raise AssertionError("a file that is not in it was handed out")


def change_part(path: Path, name: str, change: Callable[[str], str], encoding: str = "utf-8") -> Path:
    """Rewrite one part of a zip-based document, as a program that writes it differently would have."""
    with zipfile.ZipFile(path) as archive:
        parts = [(member.filename, archive.read(member)) for member in archive.infolist()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in parts:
            archive.writestr(member, change(content.decode()).encode(encoding) if member == name else content)
    return path


def with_doctype(doctype: str, entity: str, put_in: str) -> Callable[[str], str]:
    """Adds a document type to an XML part and uses its entity in front of `put_in`."""

    def change(xml: str) -> str:
        start = xml.index("?>") + 2 if xml.startswith("<?xml") else 0
        assert put_in in xml
        return xml[:start] + doctype + xml[start:].replace(put_in, entity + put_in, 1)

    return change
