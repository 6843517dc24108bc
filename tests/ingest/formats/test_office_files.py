"""All office formats: found by the registry, refused when encrypted, at worst an error when damaged."""

from __future__ import annotations

import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import odfdo
import openpyxl
import pytest
from pptx import Presentation

from core.errors import DocumentError, PasswordError
from core.ingest.readers import format_of, load_reader
from core.ingest.readers.attachments import attachment_names
from core.ingest.readers.office import check_package, guarded
from core.ingest.structure.lines import pack_lines, unpack_lines
from core.store.places import pack_places


def make_docx(path: Path) -> None:
    document = docx.Document()
    document.add_heading("Wanted", 1)
    document.add_table(rows=2, cols=2).cell(0, 0).text = "cell"
    document.save(str(path))


def make_pptx(path: Path) -> None:
    show = Presentation()
    show.slides.add_slide(show.slide_layouts[0]).shapes.title.text = "Wanted"
    show.save(str(path))


def make_xlsx(path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (["Wanted", "Value"], ["a", 1], ["b", 2.5]):
        book.active.append(row)
    book.save(path)


def make_odt(path: Path) -> None:
    document = odfdo.Document("text")
    document.body.clear()
    document.body.append(odfdo.Header(1, "Wanted"))
    document.save(str(path))


def make_csv(path: Path) -> None:
    path.write_text("Wanted,Value\na,1\nb,2\n", encoding="utf-8")


def make_rtf(path: Path) -> None:
    path.write_bytes(rb"{\rtf1\ansi Wanted\par {\b more} text\par}")


MAKERS = {
    "a.docx": make_docx,
    "a.docm": make_docx,
    "a.pptx": make_pptx,
    "a.ppsx": make_pptx,
    "a.xlsx": make_xlsx,
    "a.xlsm": make_xlsx,
    "a.csv": make_csv,
    "a.tsv": make_csv,
    "a.odt": make_odt,
    "a.rtf": make_rtf,
}
ZIPPED = ("a.docx", "a.pptx", "a.xlsx", "a.odt")


@pytest.mark.parametrize(("name", "make"), MAKERS.items())
def test_the_registry_finds_a_reader_that_reads(
    tmp_path: Path, name: str, make: Callable[[Path], None]
) -> None:
    make(tmp_path / name)
    file_format = format_of(name)
    assert file_format is not None
    assert file_format.accepts((tmp_path / name).read_bytes()[:1024])
    document = load_reader(file_format).open(tmp_path / name)
    pages = list(document.pages())
    assert [page.number for page in pages] == list(range(1, document.page_count + 1))
    assert "Wanted" in pages[0].text
    assert document.attachments == []
    assert [page.number for page in document.pages(1, 1)] == [1]
    for page in pages:
        assert unpack_lines(pack_lines(page.lines)) == page.lines
        assert bool(pack_places(page.places)) == bool(page.text)
        assert page.checked
    with pytest.raises(DocumentError):
        document.extract("anything", tmp_path / "target")
    document.close()


@pytest.mark.parametrize("name", ["a.docx", "a.pptx", "a.xlsx"])
def test_encrypted_files_reach_their_reader_and_are_named(tmp_path: Path, name: str) -> None:
    content = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000) + "EncryptedPackage".encode("utf-16-le")
    (tmp_path / name).write_bytes(content)
    file_format = format_of(name)
    assert file_format is not None
    assert file_format.accepts(content[:1024])
    with pytest.raises(DocumentError, match="is encrypted with a password") as failure:
        load_reader(file_format).open(tmp_path / name)
    assert not isinstance(failure.value, PasswordError)  # no password could help here
    assert "save a copy without the password" in failure.value.hint


@pytest.mark.parametrize("name", [*ZIPPED, "a.rtf", "a.csv"])
def test_damaged_files_end_in_an_error_or_in_pages(tmp_path: Path, name: str) -> None:
    MAKERS[name](tmp_path / name)
    good = (tmp_path / name).read_bytes()
    file_format = format_of(name)
    assert file_format is not None
    source = random.Random(7)
    failed = read = 0
    for turn in range(24):
        damaged = bytearray(good)
        if turn % 3 == 0:
            del damaged[source.randrange(len(damaged)) :]
        else:
            for _ in range(turn):
                damaged[source.randrange(len(damaged))] = source.randrange(256)
        (tmp_path / name).write_bytes(damaged)
        try:
            read += len(list(load_reader(file_format).open(tmp_path / name).pages())) > 0
        except DocumentError as failure:
            failed += name in failure.message
    assert failed + read == 24
    assert failed > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ZIPPED)
def test_damaged_xml_ends_in_an_error_or_in_pages(tmp_path: Path, name: str) -> None:
    """Parts that are cut, emptied, or hold other XML than expected, with the archive itself in order."""
    MAKERS[name](tmp_path / name)
    with zipfile.ZipFile(tmp_path / name) as archive:
        parts = {member.filename: archive.read(member) for member in archive.infolist()}
    file_format = format_of(name)
    assert file_format is not None
    ended = 0
    changes = [
        (part, content) for part in parts for content in (b"", b"<a/>", parts[part][: len(parts[part]) // 2])
    ]
    changes = random.Random(3).sample(changes, min(40, len(changes)))
    for part, content in changes:
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            for other, original in parts.items():
                archive.writestr(other, content if other == part else original)
        try:
            list(load_reader(file_format).open(tmp_path / name).pages())
        except DocumentError as failure:
            assert name in failure.message  # noqa: PT017 - pages are right, too
        ended += 1
    assert ended == len(changes)


def test_a_bomb_of_zeros_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    make_docx(tmp_path / "a.docx")
    with zipfile.ZipFile(tmp_path / "a.docx", "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/media/zeros.bin", bytes(64 * 1024 * 1024))
    with pytest.raises(DocumentError, match=r"a\.docx was refused"):
        check_package(tmp_path / "a.docx", "a Word document", "word/")


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
