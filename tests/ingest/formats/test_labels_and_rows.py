"""A label with its value, or a row with its header, is a passage of its own that can be found and quoted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import docx
import odfdo
import pymupdf
import pytest

from core.ingest.structure.chunking import Chunker
from core.ingest.structure.structure import find_structure
from core.ingest.structure.token_count import TokenizerCounter
from core.settings import ChunkingSettings
from core.text.textspan import split_sentences
from tests.ingest.formats.kit import open_file, pages_of
from tests.ingest.formats.made_xlsx import book_of
from tests.library_kit import write_tokenizer

LABELLED = [
    ("Order number", "ORD150123"),
    ("Customer", "Meyer Ltd"),
    ("Delivery", "next day"),
    ("Neuer Saldo", "5.791,78"),
]


def aligned(path: Path) -> None:
    path.write_text("\n".join(f"{label:<20}{value}" for label, value in LABELLED))


def tabbed(path: Path) -> None:
    path.write_text("\n".join(f"{label}\t{value}" for label, value in LABELLED))


def colons(path: Path) -> None:
    path.write_text("\n".join(f"{label}: {value}" for label, value in LABELLED))


def web(path: Path) -> None:
    path.write_text("<p>" + "<br>".join(f"{label}: {value}" for label, value in LABELLED) + "</p>")


def terms(path: Path) -> None:
    path.write_text("<dl>" + "".join(f"<dt>{label}<dd>{value}" for label, value in LABELLED) + "</dl>")


def word(path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph()
    for label, value in LABELLED:
        paragraph.add_run(f"{label}\t{value}").add_break()
    document.save(str(path))


def odt(path: Path) -> None:
    document = odfdo.Document("text")
    document.body.clear()
    document.body.append(
        odfdo.Paragraph("\n".join(f"{label}\t{value}" for label, value in LABELLED), formatted=True)
    )
    document.save(str(path))


def drawn(path: Path) -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        for place, (label, value) in enumerate(LABELLED):
            page.insert_text((60, 100 + 13 * place), label, fontsize=9)
            page.insert_text((220, 100 + 13 * place), value, fontsize=9)
        document.save(path)


@pytest.mark.parametrize(
    ("name", "build"),
    [
        ("aligned.txt", aligned),
        ("tabbed.txt", tabbed),
        ("colons.txt", colons),
        ("colons.md", colons),
        ("a.html", web),
        ("b.html", terms),
        ("a.docx", word),
        ("a.odt", odt),
        ("a.pdf", drawn),
    ],
)
def test_a_label_and_its_value_are_a_sentence(
    tmp_path: Path, name: str, build: Callable[[Path], object]
) -> None:
    build(tmp_path / name)
    (page,) = pages_of(tmp_path / name)
    sentences = [page.text[span.start : span.end] for span in split_sentences(page.text)]
    assert [" ".join(text.replace(":", "").replace("|", "").split()) for text in sentences] == [
        f"{label} {value}" for label, value in LABELLED
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The pump is made of steel. Note that it must be\ngrounded: the housing carries a screw for this.",
        "We  deliver within  three days of  the order\nand tell  you by mail  when it leaves  the house.",
        "There are two sizes of the housing: small\nand large. Both are made in Bonn.",
    ],
)
def test_prose_that_is_wrapped_stays_together(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.txt").write_text(text)
    (page,) = pages_of(tmp_path / "a.txt")
    assert len(split_sentences(page.text)) == text.replace("\n", " ").count(". ") + 1


HEAD = ["order", "customer", "amount"]
ORDERS = [[f"ORD{150000 + n}", f"Customer {n}", f"{n}.50"] for n in range(120)]


def csv(path: Path) -> None:
    path.write_text("\n".join(",".join(row) for row in (HEAD, *ORDERS)))


def semicolons(path: Path) -> None:
    path.write_text("\n".join(";".join(row) for row in (HEAD, *ORDERS)))


def xlsx(path: Path) -> None:
    book_of(HEAD, *ORDERS).save(path)


def word_table(path: Path) -> None:
    document = docx.Document()
    table = document.add_table(0, len(HEAD))
    for row in (HEAD, *ORDERS):
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    document.save(str(path))


@pytest.mark.parametrize(
    ("name", "build"),
    [("a.csv", csv), ("b.csv", semicolons), ("a.xlsx", xlsx), ("a.docx", word_table)],
)
def test_every_row_comes_with_its_header(tmp_path: Path, name: str, build: Callable[[Path], object]) -> None:
    build(tmp_path / name)
    document = open_file(tmp_path / name)
    pages = list(document.pages())
    structure = find_structure(pages, document.outline)
    chunker = Chunker(TokenizerCounter(write_tokenizer(tmp_path / "tokenizer")), ChunkingSettings())
    header = " | ".join(HEAD)
    told: list[str] = []
    for chunk in chunker.chunks("hash", "Orders", pages, structure):
        text = "\n".join(pages[0].text[span.start : span.end] for span in chunk.spans)
        rows = [text[span.start : span.end] for span in split_sentences(text)]
        assert header in chunk.context or rows[0] == header
        told += [row for row in rows if row != header]
    assert told == [" | ".join(row) for row in ORDERS]
