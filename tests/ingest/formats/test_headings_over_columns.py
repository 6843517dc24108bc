"""Headings that span columns or rows: every cell of a table knows all of its own, in every format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import docx
import odfdo
import pptx
import pytest
from pptx.util import Inches

from core.ingest.structure.chunking import Chunker
from core.ingest.structure.structure import find_structure
from core.ingest.structure.token_count import TokenizerCounter
from core.settings import ChunkingSettings
from tests.ingest.formats.kit import open_file
from tests.ingest.formats.made_xlsx import book_of
from tests.library_kit import write_tokenizer

NAMES = ["price", "weight", "length", "width", "height"]
ROWS = [
    ["Hall", "Stand", "Hall A", *[""] * 4, "Hall B", *[""] * 4],
    ["", "", *NAMES, *NAMES],
    ["North", "S1", *(str(30 + n) for n in range(10))],
    ["", "S2", *(str(50 + n) for n in range(10))],
    ["", "S3", *(str(70 + n) for n in range(10))],
]
# First row and column, last row and column: heads over columns, heads over rows, a name beside three rows.
AREAS = [(0, 2, 0, 6), (0, 7, 0, 11), (0, 0, 1, 0), (0, 1, 1, 1), (2, 0, 4, 0)]


def xlsx(path: Path) -> None:
    book = book_of(*([int(text) if text.isdecimal() else text or None for text in row] for row in ROWS))
    for top, left, bottom, right in AREAS:
        book.active.merge_cells(None, top + 1, left + 1, bottom + 1, right + 1)
    book.save(path)


def word(path: Path) -> None:
    document = docx.Document()
    table = document.add_table(len(ROWS), len(ROWS[0]))
    for row, texts in zip(table.rows, ROWS, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    for top, left, bottom, right in AREAS:
        table.cell(top, left).merge(table.cell(bottom, right))
    document.save(str(path))


def odt(path: Path) -> None:
    document = odfdo.Document("text")
    document.body.clear()
    table = odfdo.Table("Halls", width=len(ROWS[0]), height=len(ROWS))
    for y, row in enumerate(ROWS):
        for x, text in enumerate(row):
            table.set_value((x, y), int(text) if text.isdecimal() else text)
    for top, left, bottom, right in AREAS:
        table.set_span((left, top, right, bottom))
    document.body.append(table)
    document.save(str(path))


def slide(path: Path) -> None:
    show = pptx.Presentation()
    shapes = show.slides.add_slide(show.slide_layouts[6]).shapes
    table = shapes.add_table(len(ROWS), len(ROWS[0]), 0, 0, Inches(9), Inches(3)).table
    for y, row in enumerate(ROWS):
        for x, text in enumerate(row):
            table.cell(y, x).text = text
    for top, left, bottom, right in AREAS:
        table.cell(top, left).merge(table.cell(bottom, right))
    show.save(str(path))


def web(path: Path, tag: str = "th") -> None:
    spans = {(top, left): (bottom - top + 1, right - left + 1) for top, left, bottom, right in AREAS}
    rows = ""
    for y, row in enumerate(ROWS):
        rows += "<tr>"
        for x, text in enumerate(row):
            high, wide = spans.get((y, x), (1, 1))
            if text:
                name = tag if y < 2 else "td"
                rows += f'<{name} rowspan="{high}" colspan="{wide}">{text}</{name}>'
        rows += "</tr>"
    path.write_text(f"<body><table>{rows}</table></body>")


def web_without_header_cells(path: Path) -> None:
    web(path, "td")


@pytest.mark.parametrize(
    ("name", "build"),
    [
        ("a.xlsx", xlsx),
        ("a.docx", word),
        ("a.odt", odt),
        ("a.pptx", slide),
        ("a.html", web),
        ("b.html", web_without_header_cells),
    ],
)
def test_every_cell_knows_all_its_headings(
    tmp_path: Path, name: str, build: Callable[[Path], object]
) -> None:
    build(tmp_path / name)
    document = open_file(tmp_path / name)
    pages = list(document.pages())
    page = pages[0]
    rows = [
        dict(zip(line.table_header.split(" | "), page.text[line.start : line.end].split(" | "), strict=True))
        for line in page.lines
        if line.is_row and line.table_header
    ]
    assert [row["Hall A › price"] for row in rows] == ["30", "50", "70"]
    assert [row["Hall A › height"] for row in rows] == ["34", "54", "74"]
    assert [row["Hall B › price"] for row in rows] == ["35", "55", "75"]
    assert [row["Hall B › height"] for row in rows] == ["39", "59", "79"]
    assert [(row["Hall"], row["Stand"]) for row in rows] == [("North", f"S{n}") for n in (1, 2, 3)]
    chunks = Chunker(
        TokenizerCounter(write_tokenizer(tmp_path / "tokenizer")), ChunkingSettings(tokens=60)
    ).chunks("hash", "", pages, find_structure(pages, document.outline))
    with_rows = [
        chunk
        for chunk in chunks
        if any("North | S" in page.text[span.start : span.end] for span in chunk.spans)
    ]
    assert len(with_rows) > 1
    assert all("Hall B › height" in chunk.context for chunk in with_rows)


QUARTERS = [
    ["Plant", "Q1", "", "Q2", ""],
    ["", "sold", "returned", "sold", "returned"],
    ["Kiel", "10", "1", "20", "2"],
    ["Emden", "30", "3", "40", "4"],
]
TITLE = ["Sales of the plants", *[""] * 4]


def unmerged(path: Path) -> None:
    book_of(*([int(text) if text.isdecimal() else text or None for text in row] for row in QUARTERS)).save(
        path
    )


def hidden_column(path: Path) -> None:
    """The headings begin in a column that is not shown."""
    rows = [
        [row[0], "draft" if number else row[1], *(["", *row[2:]] if not number else row[1:])]
        for number, row in enumerate(QUARTERS)
    ]
    book = book_of(*([int(text) if text.isdecimal() else text or None for text in row] for row in rows))
    for area in ("A1:A2", "B1:D1", "E1:F1"):
        book.active.merge_cells(area)
    book.active["E1"] = "Q2"
    book.active.column_dimensions["B"].hidden = True
    book.save(path)


def separated(path: Path) -> None:
    path.write_text("\n".join(",".join(row) for row in QUARTERS))


def titled(path: Path) -> None:
    document = docx.Document()
    table = document.add_table(5, 5)
    for row, texts in zip(table.rows, [TITLE, *QUARTERS], strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    for top, left, bottom, right in ((0, 0, 0, 4), (1, 1, 1, 2), (1, 3, 1, 4), (1, 0, 2, 0)):
        table.cell(top, left).merge(table.cell(bottom, right))
    document.save(str(path))


def plain_web(path: Path) -> None:
    heads = (
        "<tr><td rowspan=2>Plant<td colspan=2>Q1<td colspan=2>Q2<tr><td>sold<td>returned<td>sold<td>returned"
    )
    rows = "".join("<tr>" + "".join(f"<td>{text}" for text in row) for row in QUARTERS[2:])
    path.write_text(f"<table><tr><td colspan=5>{TITLE[0]}{heads}{rows}</table>")


@pytest.mark.parametrize(
    ("name", "build"),
    [
        ("a.xlsx", unmerged),
        ("b.xlsx", hidden_column),
        ("a.csv", separated),
        ("a.docx", titled),
        ("a.html", plain_web),
    ],
)
def test_headings_are_known_however_they_are_set_over_their_columns(
    tmp_path: Path, name: str, build: Callable[[Path], object]
) -> None:
    build(tmp_path / name)
    (page,) = open_file(tmp_path / name).pages()
    rows = [
        dict(zip(line.table_header.split(" | "), page.text[line.start : line.end].split(" | "), strict=True))
        for line in page.lines
        if line.is_row and "sold" in line.table_header
    ]
    heads = ("Plant", "Q1 › sold", "Q1 › returned", "Q2 › sold", "Q2 › returned")
    assert rows == [dict(zip(heads, row, strict=True)) for row in QUARTERS[2:]]


def test_a_title_over_the_table_is_no_heading_of_its_columns(tmp_path: Path) -> None:
    book = book_of(["Sales 2024"], ["Region", "Plan", "Actual"], ["North", 1, 2], ["South", 3, 4])
    book.active.merge_cells("A1:C1")
    book.save(tmp_path / "a.xlsx")
    document = docx.Document()
    table = document.add_table(3, 3)
    for row, texts in zip(
        table.rows, (["Sales 2024", "", ""], ["a", "1", "2"], ["b", "3", "4"]), strict=True
    ):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    table.cell(0, 0).merge(table.cell(0, 2))
    document.save(str(tmp_path / "a.docx"))
    (tmp_path / "a.html").write_text(
        '<table><tr><th colspan="3">Sales 2024</th></tr><tr><th>Region</th><th>Plan</th><th>Actual</th></tr>'
        "<tr><td>North</td><td>1</td><td>2</td></tr></table>"
    )
    headers = {
        name: {line.table_header for page in open_file(tmp_path / name).pages() for line in page.lines}
        for name in ("a.xlsx", "a.docx", "a.html")
    }
    assert headers == {
        "a.xlsx": {"", "Region | Plan | Actual"},
        "a.docx": {""},
        "a.html": {"", "Region | Plan | Actual"},
    }
