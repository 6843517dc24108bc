"""Formats that are text: web pages, Markdown, tables, mail, rich and plain text, with all that goes wrong."""

from __future__ import annotations

import csv
import time
from dataclasses import replace
from email.message import EmailMessage
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import Path
from typing import Any

import pytest

from core.errors import DocumentError
from core.ingest.readers import FORMATS
from core.ingest.readers.csv import CsvReader
from core.ingest.readers.eml import EmlReader
from core.ingest.readers.html import html_root
from core.ingest.readers.htmlstyle import StyleSheet
from core.ingest.readers.size_limits import LIMITS, ReadLimits
from core.ingest.readers.text import TextDocument
from core.types import PageKind
from tests.cases import Case, cases
from tests.ingest.formats.kit import PATIENCE_S, open_file, pages_of, told, write_text

TEXTS = cases("formats", "text")


@pytest.mark.parametrize("case", TEXTS, ids=lambda case: case.id)
def test_what_is_read(tmp_path: Path, case: Case) -> None:
    path = tmp_path / case.given["file"]
    write_text(path, case.given)
    assert told(path) == case.expected


@pytest.mark.parametrize("case", cases("formats", "bounded"), ids=lambda case: case.id)
def test_hostile_markup_ends_soon(tmp_path: Path, case: Case) -> None:
    path = tmp_path / case.given["file"]
    write_text(path, case.given)
    begun = time.monotonic()
    assert len(pages_of(path)) == case.expected
    assert time.monotonic() - begun < PATIENCE_S  # a second at most on the computer this was written on


# -- web pages ---------------------------------------------------------------------------------------------


def test_ways_to_hide(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    for case in cases("formats", "hidden_by"):
        path.write_text(f"<body><p>Good</p>{case.given['markup']}<p>Fine</p></body>")
        pages = pages_of(path)
        assert " ".join(page.text for page in pages).split() == ["Good", "Fine"], case
        ((reason, text),) = [(found.reason, found.text) for page in pages for found in page.hidden]
        assert (reason, "bad" in text) == (case.expected, True), case


def test_what_only_looks_hidden(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    for case in cases("formats", "only_looks_hidden"):
        path.write_text(f"<body>{case.given['markup']}</body>")
        assert [page.text for page in pages_of(path)] == ["good"], case


def find_element(root: Any, address: str) -> Any:
    """The element that a place names, counted as somebody would who has only the page and the address."""
    element = root
    for tag, number in (part.split() for part in address.split(" › ")):
        tags = {"row": ("tr",), "cell": ("td", "th")}.get(tag, (tag,))
        element = list(element.iter(*tags))[int(number) - 1]
    return element


@pytest.mark.parametrize("name", ["html: a whole page", "html: cells over several rows"])
def test_elements_are_found_again(tmp_path: Path, name: str) -> None:
    (case,) = [case for case in TEXTS if case.id == name]
    path = tmp_path / case.given["file"]
    write_text(path, case.given)
    root = html_root(path.read_bytes())
    places = [(page, place) for page in pages_of(path) for place in page.places]
    assert len(places) > 10
    for page, place in places:
        element = find_element(root, place.address)
        whole = "".join("".join(element.itertext()).split())
        said = page.text[place.span.start : place.span.end]
        assert "".join(said.split()) in whole or "tiny" in whole


@pytest.mark.slow
def test_hostile_style_sheets_take_no_time() -> None:
    begun = time.thread_time()
    for sheet in ("@;" * 400_000, "a" * 900_000, "{" * 900_000, "a{b:c}" * 200_000, "/*" * 400_000):
        StyleSheet([sheet])
    for selector in (":not(" * 400, "[" + r"\a" * 600, '"\\"' * 200_000, "a ~ " * 400 + "a", "[a='" * 450):
        StyleSheet([f"{selector}{{b:c}}"] * 50)
    assert time.thread_time() - begun < 30


# -- long files --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [f"a{each.suffixes[0]}" for each in FORMATS])
def test_a_missing_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(DocumentError, match=rf"{name} cannot be read"):
        open_file(tmp_path / name)


def test_a_very_long_markdown_file_is_read_as_text(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("# A heading\n\nSome words to fill the file.\n" * 110_000)
    document = open_file(path)
    assert document.page_count > 100
    page = next(iter(document.pages()))
    assert (page.places[0].address, page.text[:11]) == ("line 1", "# A heading")


def test_length_makes_pages(tmp_path: Path) -> None:
    paragraphs = [f"Paragraph {number} {'word ' * 200}".rstrip() for number in range(40)]
    (tmp_path / "a.txt").write_text("\n\n".join(paragraphs))
    pages = pages_of(tmp_path / "a.txt")
    assert len(pages) > 3
    assert all(len(page.text) <= 12_000 for page in pages)
    assert [line for page in pages for line in page.text.split("\n\n")] == paragraphs


def test_one_endless_line_is_bounded(tmp_path: Path) -> None:
    words = [f"w{number}" for number in range(30_000)]
    (tmp_path / "a.txt").write_text("\n".join(["begin", " ".join(words), "x" * 50_000, "end"]))
    pages = pages_of(tmp_path / "a.txt")
    assert all(len(page.text) <= 12_010 for page in pages)  # with the breaks between the pieces
    assert all(line.end - line.start <= 4_000 for page in pages for line in page.lines)
    places = [
        (page.text[place.span.start : place.span.end], place.address)
        for page in pages
        for place in page.places
    ]
    assert " ".join(text for text, address in places if address == "line 2").split() == words
    assert sum(len(text) for text, address in places if address == "line 3") == 50_000
    assert places[-1] == ("end", "line 4")


def test_what_is_too_long_is_left_out_and_said() -> None:
    text = "\n".join(f"line {number} of many" for number in range(5_000))
    pages = list(TextDocument(text, limits=ReadLimits(text_characters=30_000)).pages())
    assert sum(len(page.text) for page in pages) <= 30_000
    assert [page.problem for page in pages[:-1]] == [""] * (len(pages) - 1)
    assert "left out" in pages[-1].problem
    pages = list(TextDocument(text, limits=ReadLimits(pages=2)).pages())
    assert len(pages) == 2
    assert "left out" in pages[-1].problem


def test_a_large_log_is_cheap(tmp_path: Path) -> None:
    line = "2024-05-01 12:00:00,123 INFO worker finished a job in 12 ms and said caf\xe9\n"
    path = tmp_path / "a.log"
    path.write_bytes((line * 150_000).encode("cp1252"))
    begun = time.monotonic()
    document = open_file(path)
    last = next(iter(document.pages(document.page_count)))
    # 11 MB take 0.2 s on the computer this was written on.
    assert time.monotonic() - begun < 10
    assert last.text.endswith(line.rstrip())
    assert last.places[-1].address == "line 150000"


def test_a_large_table_is_bounded_and_says_so(tmp_path: Path) -> None:
    with (tmp_path / "large.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["name", "value"])
        writer.writerows([f"row {number}", number] for number in range(200_000))
    started = time.perf_counter()
    pages = list(CsvReader(replace(LIMITS, cells=20_000)).open(tmp_path / "large.csv").pages())
    assert time.perf_counter() - started < PATIENCE_S
    assert pages[-1].problem == "The table has more than 20,000 cells; what follows row 10001 was left out."
    assert pages[-1].text.endswith("row 9999 | 9999")
    assert all(page.lines[0].table_header == "name | value" for page in pages[1:])
    pages = list(CsvReader(replace(LIMITS, text_characters=5_000)).open(tmp_path / "large.csv").pages())
    assert sum(len(page.text) for page in pages) < 8_000
    assert pages[-1].problem.startswith("The file is too long")


@pytest.mark.slow
def test_a_quotation_mark_that_is_never_closed(tmp_path: Path) -> None:
    rows = "".join(f"row {number},{number}\n" for number in range(80_000))
    (tmp_path / "a.csv").write_text('name,count\n"open,1\n' + rows, encoding="utf-8")
    pages = pages_of(tmp_path / "a.csv")
    assert pages[0].text.startswith('name | count\n"open | 1\nrow 0 | 0\nrow 1 | 1\n')
    assert pages[-1].text.endswith("row 79999 | 79999")
    assert pages[-1].problem == ""


# -- e-mails -----------------------------------------------------------------------------------------------


def letter(subject: str, text: str, *attachments: tuple[str | None, bytes]) -> EmailMessage:
    message = EmailMessage()
    message["Subject"] = subject
    message.set_content(text)
    for name, content in attachments:
        message.add_attachment(content, maintype="application", subtype="pdf", filename=name)
    return message


def test_attachments_are_listed_and_handed_out(tmp_path: Path) -> None:
    files = (("Größe.pdf", b"x"), ("../../plan.pdf", b"yy"), ("Größe.pdf", b"zzz"), (None, b"nameless"))
    path = tmp_path / "letter.eml"
    path.write_bytes(letter("Plans", "See below.", *files).as_bytes())
    document = open_file(path)
    names = ["Größe.pdf", "plan.pdf", "Größe (2).pdf", "attachment.pdf"]
    assert [(one.name, one.size_bytes) for one in document.attachments] == list(
        zip(names, (1, 2, 3, 8), strict=True)
    )
    (page,) = document.pages()
    assert f"Attachments: {', '.join(names)}" in page.text
    document.extract("Größe (2).pdf", tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == b"zzz"
    with pytest.raises(DocumentError, match=r"There is no file gone\.pdf in letter\.eml"):
        document.extract("gone.pdf", tmp_path / "out")
    document = EmlReader().open(path, limits=ReadLimits(attachments=3))
    assert len(document.attachments) == 3
    assert "first 3 attachments" in next(iter(document.pages())).problem


def test_forwarded_messages_are_files(tmp_path: Path) -> None:
    outer = MIMEMultipart()
    outer["Subject"] = "Outer"
    outer.attach(MIMEText("See the other one."))
    outer.attach(MIMEMessage(letter("Inner: a/b", "Inner text.", ("deep.pdf", b"deep"))))
    (tmp_path / "letter.eml").write_bytes(outer.as_bytes())
    document = open_file(tmp_path / "letter.eml")
    (attachment,) = document.attachments
    assert attachment.name == "Inner a b.eml"
    document.extract(attachment.name, tmp_path / "inner.eml")
    again = open_file(tmp_path / "inner.eml")
    (page,) = again.pages()
    assert page.label == "Inner: a/b"
    assert page.text.endswith("Inner text.")
    assert [one.name for one in again.attachments] == ["deep.pdf"]


@pytest.mark.slow
def test_parts_too_deep_in_each_other(tmp_path: Path) -> None:
    path = tmp_path / "letter.eml"

    def write(levels: int) -> None:
        part = b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n"
        parts = b"".join(part % (level, level) for level in range(levels))
        path.write_bytes(b"Subject: deep\r\n" + parts + b"\r\nText")

    write(60)
    assert [page.label for page in pages_of(path)] == ["deep"]
    write(3_000)
    with pytest.raises(DocumentError, match=r"letter\.eml is damaged"):
        open_file(path)


def test_a_long_message_goes_on_on_pages(tmp_path: Path) -> None:
    text = "".join(f"Paragraph {number}. {'word ' * 30}\n\n" for number in range(400))
    (tmp_path / "a.eml").write_bytes(letter("Größe der Räume", text).as_bytes())
    pages = pages_of(tmp_path / "a.eml")
    assert len(pages) > 3
    assert {page.kind for page in pages} == {PageKind.MESSAGE}
    assert pages[1].label == "Größe der Räume (continued)"
    assert pages[-1].text.split("\n\n")[-1].startswith("Paragraph 399.")
