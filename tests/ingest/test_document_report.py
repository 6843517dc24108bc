"""What was set aside of a document, said about it, or lies in it: each is counted, and its text is kept."""

from __future__ import annotations

import zipfile
from collections import Counter
from email.message import EmailMessage
from pathlib import Path

import docx
import openpyxl
import pymupdf
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from core.engine.document_report import report_on
from core.types.reading_report import ReadingReport
from tests.library_kit import Library


def fees(path: Path) -> None:
    """Struck out twice, hidden once, with a note and a file in it."""
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 90), "The entry fee is 20 euro from May on.", fontsize=11)
    page.insert_text((72, 120), "Nobody reads this line of white words.", fontsize=11, color=(1, 1, 1))
    page.insert_text((72, 150), "The old fee of 15 euro is void.", fontsize=11)
    page.insert_text((72, 180), "Guests pay at the gate in cash.", fontsize=11)
    for words in ("The old fee of 15 euro is void.", "in cash."):
        (area,) = page.search_for(words)
        page.draw_line((area.x0, (area.y0 + area.y1) / 2), (area.x1, (area.y0 + area.y1) / 2))
    page.add_text_annot((300, 90), "Ask the treasurer about the fee.").set_info(title="Ann")
    document.embfile_add("prices.txt", b"The old price was 15 euro for each visitor.", filename="prices.txt")
    document.save(path)


def lease(path: Path) -> None:
    """Two deletions, a hidden sentence and two comments."""
    document = docx.Document()
    rent = document.add_paragraph("The rent is 900 euro a month and is due on the third working day.")
    document.add_comment(rent.runs, "Was it not 950?", author="Ann")
    ends = document.add_paragraph("The lease ends after two years. ")
    ends.add_run("Renewal is automatic.").font.hidden = True
    document.add_comment(ends.runs, "Is that so?", author="Ann")
    for text in ("and is paid in cash", "Heating is included."):
        deleted = (
            f'<w:del {nsdecls("w")} w:id="9" w:author="B"><w:r><w:delText>{text}</w:delText></w:r></w:del>'
        )
        document.add_paragraph("The deposit is two rents.")._p.append(parse_xml(deleted))
    document.save(path)


def orders(path: Path) -> None:
    """Two hidden rows, a hidden sheet, and a row that a filter leaves out, which is content."""
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (("Item", "Price"), ("Chair", 40), ("Table", 120), ("Lamp", 25), ("Desk", 200)):
        sheet.append(row)
    sheet.row_dimensions[3].hidden = sheet.row_dimensions[5].hidden = True
    stock = book.create_sheet("Stock")
    for row in (("Part", "Left"), ("Bolt", 5), ("Washer", 7)):
        stock.append(row)
    stock.auto_filter.ref = "A1:B3"
    stock.auto_filter.add_filter_column(1, ["5"])
    stock.row_dimensions[3].hidden = True
    book.create_sheet("Costs").append(("Margin", 29))
    book["Costs"].sheet_state = "hidden"
    book.save(path)


def offer(path: Path) -> None:
    """A mail with a file that can be read, and one that cannot."""
    mail = EmailMessage()
    mail["Subject"] = "Offer for the hall"
    mail.set_content("Our offer is attached. It is valid for 30 days.")
    terms = b"Ten days of the hall cost 900 euro with the stage."
    mail.add_attachment(terms, maintype="text", subtype="plain", filename="terms.txt")
    mail.add_attachment(b"\0", maintype="application", subtype="octet-stream", filename="plan.dwg")
    path.write_bytes(mail.as_bytes())


def pack(path: Path) -> None:
    """One member is whole, one is broken, one is no document."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("gate.txt", "The gate opens at nine in the morning.")
        archive.writestr("bad.txt", "Nobody can read this any more. " * 30)
        archive.writestr("torn.pdf", "%PDF-1.7 nothing")
    content = bytearray(path.read_bytes())
    start = content.find(b"bad.txt") + 12
    content[start : start + 20] = bytes(20)
    path.write_bytes(content)


def test_everything_is_counted(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    fees(folder / "fees.pdf")
    lease(folder / "lease.docx")
    orders(folder / "orders.xlsx")
    offer(folder / "offer.eml")
    pack(folder / "pack.zip")
    library.ingest(folder)

    found: dict[str, ReadingReport] = {}
    for document in library.documents.all():
        report = report_on(library.database, document.document_id)
        assert report is not None
        found[document.filename] = report

    def aside(name: str) -> Counter[str]:
        return Counter(one.reason for one in found[name].set_aside)

    def inside(name: str) -> list[str]:
        return [one.filename for one in found[name].files]

    assert aside("fees.pdf") == {"struck_out": 2, "white": 1}
    struck = [one.text for one in found["fees.pdf"].set_aside if one.reason == "struck_out"]
    assert struck == ["The old fee of 15 euro is void.", "in cash."]
    assert [one.text for one in found["fees.pdf"].notes] == ["Ask the treasurer about the fee."]
    assert inside("fees.pdf") == ["prices.txt"]
    assert aside("lease.docx") == {"deleted": 2, "hidden_layer": 1}
    assert len(found["lease.docx"].properties) == 1
    assert [one.text for one in found["lease.docx"].notes] == ["Was it not 950?", "Is that so?"]
    assert [one.text for one in found["orders.xlsx"].set_aside] == [
        "Costs: Margin | 29",
        "A3: Table; B3: 120",
        "A5: Desk; B5: 200",
    ]
    assert inside("offer.eml") == ["terms.txt"]
    assert [reason.partition(" (")[0] for _places, reason in found["offer.eml"].problems] == [
        "plan.dwg cannot be read"
    ]
    assert inside("pack.zip") == ["gate.txt", "torn.pdf"]
    assert [reason for _places, reason in found["pack.zip"].problems] == [
        "bad.txt in pack.zip is damaged. Copy or download the file again."
    ]
    whole = {name for name, report in found.items() if report.is_whole}
    assert whole == {"prices.txt", "terms.txt", "gate.txt"}
