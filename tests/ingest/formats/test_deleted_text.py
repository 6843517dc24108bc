"""Text that tracked changes have deleted is no part of the document, and is kept apart from it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import docx
import pytest

from core.ingest.readers import format_named, load_reader
from tests.ingest.formats.made_docx import table, xml
from tests.ingest.formats.made_odt import with_text

GONE = "the fee is 30 euro"
DELETION = f"<w:del w:id='1' w:author='a'><w:r><w:delText>{GONE}</w:delText></w:r></w:del>"


def in_paragraph(path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("What is left.")._p.append(xml(DELETION))
    document.save(str(path))


def in_row(path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("What is left.")
    made = table(document, ["Item", "Price"], [GONE, "30"], ["Entry", "20"])
    made.rows[1]._tr.get_or_add_trPr().append(xml("<w:del w:id='1' w:author='a'/>"))
    document.save(str(path))


def in_text(path: Path) -> None:
    with_text(
        path,
        "<text:tracked-changes><text:changed-region><text:deletion>"
        f"<text:p>{GONE}</text:p></text:deletion></text:changed-region></text:tracked-changes>"
        "<text:p>What is left.</text:p>",
    )


@pytest.mark.parametrize(("name", "make"), [("a.docx", in_paragraph), ("b.docx", in_row), ("c.odt", in_text)])
def test_it_is_set_aside(name: str, make: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / name
    make(path)
    document = load_reader(format_named(path.suffix[1:])).open(path, "")
    pages = list(document.pages())
    document.close()
    text = "".join(page.text for page in pages)
    assert "What is left." in text
    assert GONE not in text
    assert [one.text for page in pages for one in page.hidden if one.reason == "deleted"] in (
        [GONE],
        [f"{GONE} 30"],
    )
