"""Lines of Arabic and Hebrew with figures are read in their logical order, whoever wrote the PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pymupdf
import pytest
from PySide6.QtGui import QPageSize, QPdfWriter, QTextDocument
from PySide6.QtWidgets import QApplication

from core.ingest.readers.pdf import PdfReader
from core.store.words import unpack_words

HEBREW = (
    "דמי השכירות הם 4,500 שקל לחודש החל מ-1.3.2024.",
    "הטלפון 03-5551234 (במשרד) פתוח 50% מהזמן.",
)
ARABIC = (
    "الإيجار الشهري هو 4500 درهم ابتداء من 2024-03-01.",
    "الهاتف 123 والرقم ABC-77 مكتوب (هنا) في الصفحة 12.",
    "بحلول عام ٢٠٢٤ بلغت الإيرادات ٣٫٥ مليون دولار.",
)
MIXED = ("The word שלום עולם and مرحبا بالعالم in English 5.", "נמסר ל-Acme Corp 2024 בתל אביב.")


def by_qt(path: Path, lines: Sequence[str]) -> None:
    document = QTextDocument()
    document.setPlainText("\n".join(lines))
    writer = QPdfWriter(str(path))
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    document.print_(writer)


def by_mupdf(path: Path, lines: Sequence[str]) -> None:
    with pymupdf.open() as document:
        paragraphs = "".join(f'<p dir="auto">{line}</p>' for line in lines)
        document.new_page().insert_htmlbox(pymupdf.Rect(50, 50, 550, 700), paragraphs)
        document.save(path)


def read(path: Path) -> tuple[list[str], list[str]]:
    """The page's lines, without the number below; and the words that have boxes."""
    document = PdfReader().open(path)
    try:
        (page,) = document.pages()
    finally:
        document.close()
    words = [page.text[word.span.start : word.span.end] for word in unpack_words(page.words, 0)]
    lines = [line for line in page.text.split("\n") if line and line != "1"]
    return lines, [word for word in words if word != "1"]


@pytest.mark.parametrize("lines", [HEBREW, ARABIC, MIXED, (*ARABIC, *HEBREW)])
def test_what_qt_prints(qapp: QApplication, tmp_path: Path, lines: Sequence[str]) -> None:
    by_qt(tmp_path / "a.pdf", lines)
    found, words = read(tmp_path / "a.pdf")
    assert found == list(lines)
    assert words == " ".join(lines).split()


@pytest.mark.parametrize("write", [by_qt, by_mupdf])
def test_other_writers_runs_are_read_alike(
    qapp: QApplication, tmp_path: Path, write: Callable[[Path, Sequence[str]], None]
) -> None:
    write(tmp_path / "a.pdf", HEBREW)
    assert read(tmp_path / "a.pdf")[0] == list(HEBREW)
