"""One broken part costs that part: the rest of the file is read, and the report says which."""

from __future__ import annotations

import base64
import zipfile
import zlib
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import docx
import openpyxl
import pptx
import pymupdf
import pytest

from core.store.pages import PageRepository
from core.types import Document, DocumentStatus
from tests.ingest.formats.kit import change_part
from tests.ingest.formats.made_epub import write_book
from tests.ingest.formats.msg_kit import OutlookMessage
from tests.ingest.formats.zip_kit import write_zip
from tests.library_kit import Library

KEPT = "The spare valve costs 120 euros."
LOST = "The spare pump costs 900 euros."


def flip(path: Path, name: str) -> Path:
    """Overwrite bytes of one member of a zip, so that its checksum is wrong."""
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        member = archive.getinfo(name)
    start = member.header_offset + 30 + len(name.encode())
    place = start + member.compress_size // 2
    data[place : place + 4] = bytes(byte ^ 0xFF for byte in data[place : place + 4])
    path.write_bytes(bytes(data))
    return path


def with_bomb(path: Path, name: str) -> Path:
    """Replace a member by one that unpacks to a thousand times its size."""
    with zipfile.ZipFile(path) as archive:
        parts = {one.filename: archive.read(one) for one in archive.infolist()}
    parts[name] = parts[name] + b" " * 8_000_000
    return write_zip(path, parts)


def without(path: Path, name: str) -> Path:
    with zipfile.ZipFile(path) as archive:
        parts = {one.filename: archive.read(one) for one in archive.infolist() if one.filename != name}
    return write_zip(path, parts)


def halved(path: Path, name: str) -> Path:
    return change_part(path, name, lambda xml: xml[: len(xml) // 2])


def book(path: Path) -> str:
    write_book(path, {"One": f"<p>{KEPT}</p>", "Two": f"<p>{LOST}</p>" * 20, "Three": f"<p>{KEPT}</p>"})
    return "OEBPS/c1.xhtml"


def slides(path: Path) -> str:
    deck = pptx.Presentation()
    for text in (KEPT, LOST, KEPT):
        deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text = text
    deck.save(str(path))
    return "ppt/slides/slide2.xml"


def sheets(path: Path) -> str:
    book = openpyxl.Workbook()
    for number, text in enumerate((KEPT, LOST, KEPT)):
        sheet = book.create_sheet(f"Part {number}")
        for row in range(50):
            sheet.append([text, row])
    del book["Sheet"]
    book.save(path)
    return "xl/worksheets/sheet2.xml"


def letter(path: Path) -> str:
    document = docx.Document()
    document.add_paragraph(KEPT)
    document.sections[0].header.paragraphs[0].text = LOST
    document.save(str(path))
    with zipfile.ZipFile(path) as archive:
        (name,) = [one for one in archive.namelist() if one.startswith("word/header")]
    return name


def archive(path: Path) -> str:
    write_zip(path, {"kept.txt": KEPT.encode(), "lost.txt": (LOST * 20).encode()})
    return "lost.txt"


BUILDS: dict[str, Callable[[Path], str]] = {
    "book.epub": book,
    "deck.pptx": slides,
    "book.xlsx": sheets,
    "letter.docx": letter,
    "files.zip": archive,
}
DAMAGES = {"wrong bytes": flip, "a bomb": with_bomb, "cut": halved, "missing": without}


def read(library: Library, path: Path) -> tuple[Document, str, str]:
    """The document of the file, all text of the library, and what its report says."""
    library.ingest(path)
    documents = library.documents.all()
    pages = PageRepository(library.database)
    text = " ".join(page.text for one in documents for page in pages.records(one.document_id))
    (document,) = [one for one in documents if not one.member]
    return document, text, " ".join(problem.reason for problem in document.problems)


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", BUILDS)
def test_the_rest_of_a_package_is_read(library: Library, tmp_path: Path, name: str, damage: str) -> None:
    part = BUILDS[name](tmp_path / name)
    DAMAGES[damage](tmp_path / name, part)
    document, text, said = read(library, tmp_path / name)
    assert document.status is DocumentStatus.INDEXED
    assert KEPT in text
    if name == "files.zip" and damage in ("cut", "missing"):
        return  # a shorter text file, or none, is no damage
    assert Path(part).name in said or "Part 1" in said or "Slide 2" in said
    assert "again" in said
    assert damage == "cut" or LOST not in text


def cut_text(path: Path) -> str:
    document = docx.Document()
    for number in range(60):
        document.add_paragraph(f"{KEPT} Line {number}.")
    document.save(str(path))
    halved(path, "word/document.xml")
    return "word/document.xml"


def lost_picture(path: Path) -> str:
    letter(path)
    picture = '<Relationship Id="r99" Type="http://x/image" Target="../NULL"/></Relationships>'
    change_part(path, "word/_rels/document.xml.rels", lambda xml: xml.replace("</Relationships>", picture))
    return "NULL"


def broken_comments(path: Path) -> str:
    document = docx.Document()
    document.add_comment(document.add_paragraph(KEPT).runs[0], text=LOST)
    document.save(str(path))
    change_part(path, "word/comments.xml", lambda _: "<w:comments broken")
    return "comments.xml"


def broken_layout(path: Path) -> str:
    slides(path)
    flip(path, "ppt/slideLayouts/slideLayout6.xml")
    return "slideLayout6.xml"


def broken_contents(path: Path) -> str:
    book(path)
    change_part(path, "OEBPS/toc.ncx", lambda _: "<ncx broken")
    return "toc.ncx"


def locked_file(path: Path) -> str:
    archive(path)
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\1\2", data.index(b"PK\1\2") + 4) + 8] |= 1
    path.write_bytes(bytes(data))
    return "lost.txt"


def cut_archive(path: Path) -> str:
    archive(path)
    data = path.read_bytes()
    path.write_bytes(data[: data.index(b"lost.txt") + 20])
    return "incomplete"


def zeros(path: Path) -> str:
    path.write_bytes(b"Item,Price\n\0\0\0,5\n" + f"{KEPT},7\n".encode() * 20)
    return ""


def cut_page(path: Path) -> str:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 72), [KEPT] * 9)
        page.insert_text((72, 400), [f"{number} {LOST}" for number in range(20)])
        page.clean_contents()
        (content,) = page.get_contents()
        packed = zlib.compress(document.xref_stream(content))
        document.update_stream(content, packed[: len(packed) // 2], compress=False)
        document.xref_set_key(content, "Filter", "/FlateDecode")
        document.save(path)
    return "not all of it can be read"


@pytest.mark.parametrize(
    ("name", "build"),
    [
        ("a.docx", cut_text),
        ("b.docx", lost_picture),
        ("c.docx", broken_comments),
        ("a.pptx", broken_layout),
        ("a.epub", broken_contents),
        ("a.zip", locked_file),
        ("b.zip", cut_archive),
        ("a.csv", zeros),
        ("a.pdf", cut_page),
    ],
)
def test_what_is_whole_is_read_and_what_is_not_is_named(
    library: Library, tmp_path: Path, name: str, build: Callable[[Path], str]
) -> None:
    named = build(tmp_path / name)
    document, text, said = read(library, tmp_path / name)
    assert document.status is DocumentStatus.INDEXED
    assert KEPT in text
    assert named in said
    assert bool(named) == bool(said)


def test_a_package_of_which_nothing_is_left_fails(library: Library, tmp_path: Path) -> None:
    write_book(tmp_path / "book.epub", {"One": f"<p>{LOST}</p>" * 20})
    flip(tmp_path / "book.epub", "OEBPS/c0.xhtml")
    letter(tmp_path / "letter.docx")
    flip(tmp_path / "letter.docx", "word/document.xml")
    archive(tmp_path / "files.zip")
    with_bomb(without(tmp_path / "files.zip", "kept.txt"), "lost.txt")
    library.ingest(tmp_path / "book.epub", tmp_path / "letter.docx", tmp_path / "files.zip")
    documents = library.documents.all()
    assert [one.status for one in documents] == [DocumentStatus.FAILED] * 3
    assert all(one.filename in one.failure for one in documents)


def mail(path: Path, broken: str) -> None:
    message = EmailMessage()
    message["Subject"] = "Offer"
    message.set_content(KEPT, cte="base64")
    message.add_attachment((LOST * 9).encode(), maintype="text", subtype="plain", filename="lost.txt")
    message.add_attachment(KEPT.encode(), maintype="text", subtype="plain", filename="kept.txt")
    raw = message.as_bytes()
    if broken == "attachment":
        at = raw.index(base64.b64encode(LOST.encode())[:20])
        raw = raw[: at + 8] + b"\x01\x02!\x03" + raw[at + 12 :]
    elif broken == "text":
        at = raw.index(base64.b64encode(KEPT.encode())[:20])
        raw = raw[: at + 40] + b"!!" + raw[at + 42 :]
    else:
        raw = raw[: raw.rindex(b"\n--")]
    path.write_bytes(raw)


@pytest.mark.parametrize(
    ("broken", "said"),
    [("attachment", "lost.txt"), ("text", "A text of the message is damaged"), ("end", "ends too early")],
)
def test_the_rest_of_a_mail_is_read(library: Library, tmp_path: Path, broken: str, said: str) -> None:
    mail(tmp_path / "a.eml", broken)
    document, text, report = read(library, tmp_path / "a.eml")
    assert document.status is DocumentStatus.INDEXED
    assert KEPT[:20] in text
    assert said in report
    assert (LOST in text) == (broken != "attachment")


@pytest.mark.parametrize(
    ("stream", "kept", "said"), [("37010102", KEPT, "lost.txt"), ("1000001F", LOST, "A part of the message")]
)
def test_the_rest_of_an_outlook_message_is_read(
    library: Library, tmp_path: Path, stream: str, kept: str, said: str
) -> None:
    message = OutlookMessage(body=KEPT * 900, attachments=[("lost.txt", LOST.encode() * 900)])
    path = message.write(tmp_path / "a.msg")
    data = bytearray(path.read_bytes())
    entry = data.index(f"__substg1.0_{stream}".encode("utf-16-le"))
    data[entry + 116 : entry + 120] = (900_000).to_bytes(4, "little")  # a sector that is not there
    path.write_bytes(bytes(data))
    document, text, report = read(library, path)
    assert document.status is DocumentStatus.INDEXED
    assert [said in text for said in (KEPT, LOST)] == [kept == KEPT, kept == LOST]
    assert "A part of the message is damaged" in report
    assert said in report


def test_the_rest_of_a_pdf_is_read(library: Library, tmp_path: Path) -> None:
    pdf = pymupdf.open()
    for text in (KEPT, LOST, KEPT):
        pdf.new_page().insert_text((72, 72), text)
    pdf.update_stream(pdf[1].get_contents()[0], b"damaged", compress=False)
    pdf.xref_set_key(pdf[1].get_contents()[0], "Filter", "/FlateDecode")
    pdf.save(tmp_path / "a.pdf")
    document, text, report = read(library, tmp_path / "a.pdf")
    assert document.status is DocumentStatus.INDEXED
    assert text.count(KEPT) == 2
    assert [problem.pages for problem in document.problems] == [(2,)]
    assert "again" in report
