"""Files in office files are named in the report; pictures, charts and formulas are none."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import docx
import odfdo
import pptx
import pytest
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from tests.ingest.formats.kit import change_part, open_file
from tests.ingest.formats.made_xlsx import book_of
from tests.ingest.formats.msg_kit import write_compound

KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def holding(path: Path, name: str, content: bytes, kind: str) -> None:
    document = docx.Document()
    document.add_paragraph("See inside.")
    part = Part(
        PackURI(f"/word/embeddings/{name}"), "application/octet-stream", content, document.part.package
    )
    document.part.relate_to(part, f"{KIND}/{kind}")
    document.save(str(path))


def workbook(path: Path) -> None:
    book_of(["Price", 7]).save(path.with_name("prices.xlsx"))
    holding(path, "prices.xlsx", path.with_name("prices.xlsx").read_bytes(), "package")


def compound(path: Path, stream: str, content: bytes) -> None:
    write_compound(path.with_name("object.bin"), {stream: content})
    holding(path, "oleObject1.bin", path.with_name("object.bin").read_bytes(), "oleObject")


def handed_over(path: Path) -> None:
    name = b"\x02\x00offer.pdf\x00C:\\offer.pdf\x00"
    compound(path, "\x01Ole10Native", struct.pack("<I", len(name)) + name)


def unnamed(path: Path) -> None:
    compound(path, "Workbook", b"figures")


def formula(path: Path) -> None:
    compound(path, "Equation Native", b"a + b")


def chart(path: Path) -> None:
    show = pptx.Presentation()
    data = CategoryChartData()
    data.categories = ["North"]
    data.add_series("Sold", (1,))
    shapes = show.slides.add_slide(show.slide_layouts[6]).shapes
    shapes.add_chart(XL_CHART_TYPE.BAR_CLUSTERED, 0, 0, Inches(4), Inches(3), data)
    show.save(str(path))


def open_document(path: Path) -> None:
    document = odfdo.Document("text")
    document.save(str(path))
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    entry = f'<manifest:file-entry manifest:full-path="Object 1/" manifest:media-type="{kind}"/>'
    end = "</manifest:manifest>"
    change_part(path, "META-INF/manifest.xml", lambda xml: xml.replace(end, entry + end))


@pytest.mark.parametrize(
    ("name", "build", "named"),
    [
        ("a.docx", workbook, "prices.xlsx"),
        ("b.docx", handed_over, "offer.pdf"),
        ("c.docx", unnamed, "oleObject1.bin"),
        ("a.odt", open_document, "Object 1"),
        ("d.docx", formula, ""),
        ("a.pptx", chart, ""),
    ],
)
def test_files_in_a_file_are_named(
    tmp_path: Path, name: str, build: Callable[[Path], object], named: str
) -> None:
    build(tmp_path / name)
    document = open_file(tmp_path / name)
    assert list(document.pages())
    said = f"Files embedded in it were not read: {named}. Save them as files of their own and add those."
    assert document.problem == (said if named else "")
