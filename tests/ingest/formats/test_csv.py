"""Tables as text: encodings, separators, decimal commas, addresses, and files larger than allowed."""

from __future__ import annotations

import csv
import time
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import DocumentError
from core.ingest.readers.csv import CsvReader
from core.ingest.readers.size_limits import LIMITS
from core.types import PageKind
from tests.ingest.formats.office_kit import pages_of, places_of, rows_of

PRICES = "Name;Preis;Ort\nMüller;1,5;Köln\nJäger;2,75;Nürnberg\nGroß;10,00;München\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_encodings_separators_and_decimal_commas(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "prices.csv"
    path.write_bytes(PRICES.encode(encoding))
    (page,) = pages_of(CsvReader().open(path))
    assert (page.kind, page.label, page.problem) == (PageKind.SHEET, "prices", "")
    assert page.text == (
        "Name | Preis | Ort\nMüller | 1,5 | Köln\nJäger | 2,75 | Nürnberg\nGroß | 10,00 | München"
    )
    assert [above for _, above in rows_of(page)] == ["", *["Name | Preis | Ort"] * 3]
    places = places_of(page)
    assert (places["B2"], places["A3"], places["C4"]) == ("1,5", "Jäger", "München")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", 'part,note,price\nnut,"small, round",1.5\nbolt,"two\nlines",2\n'),
        ("a.tsv", "part\tnote\tprice\nnut\tsmall, round\t1.5\nbolt\ttwo lines\t2\n"),
        ("b.csv", "part|note|price\nnut|small, round|1.5\nbolt|two lines|2\n"),
        ("c.csv", "sep=;\npart;note;price\nnut;small, round;1.5\nbolt;two lines;2\n"),
    ],
)
def test_separators_and_quotes(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8", newline="")
    (page,) = pages_of(CsvReader().open(tmp_path / name))
    assert page.text == "part | note | price\nnut | small, round | 1.5\nbolt | two lines | 2"
    assert places_of(page)["B3"] == "two lines"


def test_lines_above_the_table_are_not_its_header(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("Export of 1 May\n\nitem,count\nnut,7\n\nbolt,9\n", encoding="utf-8")
    (page,) = pages_of(CsvReader().open(tmp_path / "a.csv"))
    assert rows_of(page) == [("item | count", ""), ("nut | 7", "item | count"), ("bolt | 9", "item | count")]
    assert places_of(page)["A1"] == "Export of 1 May"
    assert places_of(page)["A6"] == "bolt"


def test_a_stray_byte_does_not_turn_all_umlauts(tmp_path: Path) -> None:
    rows = "Müller,Köln\n".encode() * 40
    (tmp_path / "a.csv").write_bytes(b"name,place\n" + rows + b"caf\xe9,Z\n")
    (page,) = pages_of(CsvReader().open(tmp_path / "a.csv"))
    assert page.text.count("Müller | Köln") == 40
    assert page.text.endswith("caf� | Z")


@pytest.mark.slow
def test_a_quotation_mark_that_is_never_closed(tmp_path: Path) -> None:
    rows = "".join(f"row {number},{number}\n" for number in range(80_000))
    (tmp_path / "a.csv").write_text('name,count\n"open,1\n' + rows, encoding="utf-8")
    pages = pages_of(CsvReader().open(tmp_path / "a.csv"))
    assert pages[0].text.startswith('name | count\n"open | 1\nrow 0 | 0\nrow 1 | 1\n')
    assert pages[-1].text.endswith("row 79999 | 79999")
    assert pages[-1].problem == ""


def test_a_large_file_is_bounded_and_says_so(tmp_path: Path) -> None:
    with (tmp_path / "large.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["name", "value"])
        writer.writerows([f"row {number}", number] for number in range(200_000))
    started = time.perf_counter()
    pages = pages_of(CsvReader(replace(LIMITS, cells=20_000)).open(tmp_path / "large.csv"))
    assert time.perf_counter() - started < 20
    assert pages[-1].problem == "The table has more than 20,000 cells; what follows row 10001 was left out."
    assert pages[-1].text.endswith("row 9999 | 9999")
    assert all(rows_of(page)[0][1] == "name | value" for page in pages[1:])

    pages = pages_of(CsvReader(replace(LIMITS, text_characters=5_000)).open(tmp_path / "large.csv"))
    assert sum(len(page.text) for page in pages) < 8_000
    assert pages[-1].problem.startswith("The file is too long")


def test_what_is_no_table(tmp_path: Path) -> None:
    for name, content, words in (
        ("empty.csv", b"", "is empty"),
        ("picture.csv", b"\x89PNG\r\n\x1a\n" + bytes(300), "is not a table"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(DocumentError, match=words) as failure:
            CsvReader().open(tmp_path / name)
        assert name in failure.value.message
    with pytest.raises(DocumentError, match="cannot be read"):
        CsvReader().open(tmp_path / "gone.csv")
    (tmp_path / "prose.csv").write_text("Only one sentence. And one more.\n", encoding="utf-8")
    (page,) = pages_of(CsvReader().open(tmp_path / "prose.csv"))
    assert page.text == "Only one sentence. And one more."
