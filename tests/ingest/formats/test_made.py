"""Office files, mail, e-books and archives: what is read of each odd one; damage, passwords and bombs."""

from __future__ import annotations

import random
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import DocumentError
from core.ingest.readers import FORMATS
from core.ingest.readers.attachments import attachment_names
from core.ingest.readers.office import guarded
from core.ingest.readers.size_limits import LIMITS
from core.ingest.readers.xlsx import XlsxReader
from core.ingest.structure.chunking import Chunker, embedding_text
from core.ingest.structure.structure import find_structure
from core.ingest.structure.token_count import TokenizerCounter
from core.settings import ChunkingSettings
from tests.cases import Case, cases
from tests.ingest.formats import (
    made_docx,
    made_epub,
    made_image,
    made_msg,
    made_odt,
    made_pdf,
    made_pptx,
    made_xlsx,
    made_zip,
)
from tests.ingest.formats.kit import (
    BOMB,
    ODD,
    Build,
    change_part,
    odd,
    open_file,
    pages_of,
    told,
    with_doctype,
)
from tests.library_kit import write_tokenizer

MADE = (made_docx, made_epub, made_image, made_msg, made_odt, made_pdf, made_pptx, made_xlsx, made_zip)
OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000)
LOCKED = OLD + "EncryptedPackage".encode("utf-16-le")
EXTERNAL = '<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/hostname">]>'
LATE = BOMB.replace("lolz [", f"lolz <!-- {'x' * 70_000} --> [")

# A good file of each zipped format, its main part, and a text in it.
GOOD: dict[str, tuple[Build, str, str]] = {
    "a.docx": (made_docx.order, "word/document.xml", "Rinse it."),
    "a.xlsx": (made_xlsx.sales, made_xlsx.SHEET, "<sheetData>"),
    "a.pptx": (made_pptx.slideshow, "ppt/slides/slide1.xml", "Marker"),
    "a.odt": (made_odt.manual, "content.xml", "Rinse it."),
}
PLAIN = {
    "a.csv": b"Wanted,Value\na,1\nb,2\n",
    "a.rtf": rb"{\rtf1\ansi Wanted\par {\b more} text\par}",
}


@odd("bomb of zeros.docx")
def zeros(path: Path) -> None:
    made_docx.order(path)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/media/zeros.bin", bytes(64 * 1024 * 1024))


def test_every_odd_file_has_a_reading() -> None:
    assert {case.id for case in cases("formats", "made")} == set(ODD)


@pytest.mark.parametrize("case", cases("formats", "made"), ids=lambda case: case.id)
def test_what_is_read(tmp_path: Path, case: Case) -> None:
    ODD[case.id](tmp_path / case.id)
    assert told(tmp_path / case.id) == case.expected


def damages(path: Path) -> Iterator[str]:
    """Damages a good file in one way after the other, and says which."""
    build, part, mark = GOOD[path.name]
    build(path)
    good = path.read_bytes()
    for name, content in {
        "empty": b"",
        "text": b"hello",
        "halved": good[: len(good) // 2],
        "cut": good[:-100],
        "old": OLD,
        "locked": LOCKED,
    }.items():
        path.write_bytes(content)
        yield name
    changes: dict[str, Callable[[str], str]] = {
        "its text halved": lambda xml: xml[: len(xml) // 2],
        "bomb": with_doctype(BOMB, "&lol9;", mark),
        "late bomb": with_doctype(LATE, "&lol9;", mark),
        "another file": with_doctype(EXTERNAL, "&file;", mark),
    }
    for name, change in changes.items():
        for encoding in ("utf-8", "utf-16"):
            path.write_bytes(good)
            named = change if encoding == "utf-8" else lambda xml, change=change: utf_16(change(xml))
            change_part(path, part, named, encoding)
            yield f"{name}, {encoding}"
    others = {
        "a.docx": ("word/styles.xml", "[Content_Types].xml"),
        "a.xlsx": ("xl/workbook.xml", "xl/styles.xml"),
    }
    for part in others.get(path.name, ()):
        path.write_bytes(good)
        change_part(path, part, lambda xml: xml[: len(xml) // 2])
        yield f"{part} halved"


def utf_16(xml: str) -> str:
    return xml.replace("encoding='UTF-8'", "encoding='UTF-16'").replace(
        'encoding="UTF-8"', 'encoding="UTF-16"'
    )


@pytest.mark.parametrize("case", cases("formats", "damaged"), ids=lambda case: case.id)
def test_damage_costs_what_is_damaged_and_bombs_all(tmp_path: Path, case: Case) -> None:
    path = tmp_path / case.id
    assert {name: told(path) for name in damages(path)} == case.expected


def test_encrypted_files_reach_their_reader() -> None:
    office = [file_format for file_format in FORMATS if file_format.name in ("docx", "pptx", "xlsx")]
    assert [file_format.accepts(LOCKED[:1024]) for file_format in office] == [True] * 3


@pytest.mark.parametrize("name", [*GOOD, *PLAIN])
def test_damaged_files_end_in_an_error_or_in_pages(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name in GOOD:
        GOOD[name][0](path)
    else:
        path.write_bytes(PLAIN[name])
    good = path.read_bytes()
    source = random.Random(7)
    failed = read = 0
    for turn in range(24):
        damaged = bytearray(good)
        if turn % 3 == 0:
            del damaged[source.randrange(len(damaged)) :]
        else:
            for _ in range(turn):
                damaged[source.randrange(len(damaged))] = source.randrange(256)
        path.write_bytes(damaged)
        try:
            read += len(pages_of(path)) > 0
        except DocumentError as failure:
            failed += name in failure.message
    assert failed + read == 24
    assert failed > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", GOOD)
def test_damaged_xml_ends_in_an_error_or_in_pages(tmp_path: Path, name: str) -> None:
    """Parts that are cut, emptied, or hold other XML than expected, with the archive itself in order."""
    path = tmp_path / name
    GOOD[name][0](path)
    with zipfile.ZipFile(path) as archive:
        parts = {member.filename: archive.read(member) for member in archive.infolist()}
    changes = [
        (part, content) for part in parts for content in (b"", b"<a/>", parts[part][: len(parts[part]) // 2])
    ]
    changes = random.Random(3).sample(changes, min(40, len(changes)))
    ended = 0
    for part, content in changes:
        with zipfile.ZipFile(path, "w") as archive:
            for other, original in parts.items():
                archive.writestr(other, content if other == part else original)
        try:
            pages_of(path)
        except DocumentError as failure:
            assert name in failure.message  # noqa: PT017 - pages are right, too
        ended += 1
    assert ended == len(changes)


def test_our_own_mistakes_are_not_damage_of_a_file(tmp_path: Path) -> None:
    def mistaken() -> None:
        raise UnboundLocalError("cannot access local variable 'part'")

    def damaged() -> None:
        raise AttributeError("'NoneType' object has no attribute 'find'")

    with pytest.raises(NameError):
        guarded(tmp_path / "a.docx", mistaken)
    with pytest.raises(DocumentError, match="damaged"):
        guarded(tmp_path / "a.docx", damaged)


def test_names_of_enclosed_files_are_short_and_differ() -> None:
    names = attachment_names(["a" * 400 + ".pdf", "a" * 401 + ".pdf", "a" * 110 + ".pdf"])
    assert [len(name) for name in names] == [120, 124, 114]
    assert all(name.endswith(".pdf") for name in names)
    assert len(set(names)) == 3


# -- tables that are large ---------------------------------------------------------------------------------


def test_too_many_cells_are_bounded_and_said(tmp_path: Path) -> None:
    book = made_xlsx.book_of(*([f"Item {number}", number] for number in range(300)))
    book.create_sheet("Later")["A1"] = "never read"
    book.save(tmp_path / "a.xlsx")
    pages = list(XlsxReader(replace(LIMITS, cells=100)).open(tmp_path / "a.xlsx").pages())
    assert "Item 49 | 49" in pages[0].text
    assert "Item 60" not in pages[0].text
    assert pages[-1].problem == "The workbook has more than 100 cells; the rest was left out."


def test_chunks_keep_rows_whole_and_say_their_header(tmp_path: Path) -> None:
    rows = ([f"Bolt M{number}", number * 1.5, number / 4, number] for number in range(1, 600))
    book = made_xlsx.book_of(["Part", "Torque", "Price", "Stock"], *rows)
    book.active.title = "Parts"
    book.save(tmp_path / "a.xlsx")
    document = open_file(tmp_path / "a.xlsx")
    pages = list(document.pages())
    assert len(pages) > 1
    assert pages[1].label == "Parts (continued)"
    count = TokenizerCounter(write_tokenizer(tmp_path / "tokenizer"))
    chunker = Chunker(count, ChunkingSettings(tokens=60, overlap_tokens=10))
    chunks = chunker.chunks("hash", "", pages, find_structure(pages, document.outline))
    text = "\f".join(page.text for page in pages)
    said: list[str] = []
    for chunk in chunks:
        lines = "\n".join(text[span.start : span.end] for span in chunk.spans).splitlines()
        assert all(line.count(" | ") == 3 for line in lines)
        if not lines[0].startswith("Part | "):
            assert chunk.context.endswith("Part | Torque | Price | Stock")
        assert count([embedding_text(chunk.context, "\n".join(lines))])[0] <= 254
        said += lines
    assert said == [line for page in pages for line in page.text.split("\n") if line]
    assert len(said) == 600


def test_a_row_longer_than_a_chunk_is_cut_between_cells(tmp_path: Path) -> None:
    book = made_xlsx.book_of(
        ["Name", *(f"Column {number}" for number in range(60))],
        ["Pump B-120", *(number + 0.5 for number in range(60))],
    )
    book.save(tmp_path / "a.xlsx")
    document = open_file(tmp_path / "a.xlsx")
    pages = list(document.pages())
    count = TokenizerCounter(write_tokenizer(tmp_path / "tokenizer"))
    chunks = Chunker(count, ChunkingSettings(tokens=60, overlap_tokens=10)).chunks(
        "hash", "", pages, find_structure(pages, document.outline)
    )
    row = pages[0].text.split("\n")[1]
    start = pages[0].text.index(row)
    pieces = [
        (pages[0].text[max(span.start, start) : span.end], chunk.context)
        for chunk in chunks
        for span in chunk.spans
        if span.end > start
    ]
    assert len(pieces) > 2
    assert " | ".join(piece for piece, _ in pieces) == row
    for piece, context in pieces[1:]:
        first = piece.split(" | ")[0].removesuffix(".5")
        assert f"Pump B-120 / Column {first} | Column {int(first) + 1}" in context
