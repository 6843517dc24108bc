"""Documents as people have them, and the values that are read from them: real PDFs, laid out by MuPDF."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from core.fields.extraction.extract import Known, pages_to_read, read_fields
from core.fields.schema import built_in_schemas
from core.ingest.readers import format_named, load_reader
from core.store.words import unpack_words
from core.types import Page, Span

GERMAN_INVOICE = """
<p style="font-size:18pt"><b>Bergmann Elektrotechnik GmbH</b></p>
<p style="font-size:7pt">Bergmann Elektrotechnik GmbH · Lindenweg 4 · 80331 München</p>
<p>Stadtwerke Neuburg AG<br>Herrn Karl Weber<br>Hafenstraße 12<br>86633 Neuburg</p>
<table><tr><td>Rechnungs-Nr.</td><td>Kunden-Nr.</td><td>Datum</td></tr>
<tr><td>RE-2023-118</td><td>K-4711</td><td>14.03.2023</td></tr>
</table>
<h2>Rechnung</h2>
<p>Lieferdatum: 10.03.2023<br>Ihre Bestellung: B-9920 vom 01.03.2023</p>
<p>Sehr geehrter Herr Weber, wir erlauben uns, wie folgt zu berechnen:</p>
<table><tr><td>Pos</td><td>Bezeichnung</td><td>Menge</td><td>Preis</td><td>Gesamt</td></tr>
<tr><td>1</td><td>Kabel NYM 5x6</td><td>100 m</td><td>4,20</td><td>420,00</td></tr>
<tr><td>2</td><td>Montage</td><td>8 h</td><td>72,50</td><td>580,00</td></tr>
</table>
<table><tr><td>Zwischensumme netto</td><td>1.000,00 €</td></tr>
<tr><td>zzgl. 19 % MwSt.</td><td>190,00 €</td></tr>
<tr><td><b>Gesamtbetrag</b></td><td><b>1.190,00 €</b></td></tr>
</table>
<p>Bitte überweisen Sie den Betrag bis zum 28.03.2023 auf unser Konto IBAN DE89 3704 0044 0532 0130 00,
BIC COBADEFF.</p>
<p style="font-size:7pt">Bergmann Elektrotechnik GmbH, Amtsgericht München HRB 12345, USt-IdNr.
DE123456789, Geschäftsführer: Max Bergmann</p>
"""

GERMAN_LEASE = """
<h1>Mietvertrag</h1>
<p>Vertragsnummer: MV-2022/17</p>
<p>zwischen</p>
<p>Immobilien Hansen KG, Elbchaussee 10, 22765 Hamburg<br>– nachfolgend „Vermieter“ genannt –</p>
<p>und</p>
<p>Nordlicht Software GmbH, Spitalerstraße 3, 20095 Hamburg<br>– nachfolgend „Mieter“ genannt –</p>
<h3>§ 1 Mietgegenstand</h3>
<p>Vermietet werden Büroräume im 3. OG, 240 m².</p>
<h3>§ 2 Mietzeit</h3>
<p>Das Mietverhältnis beginnt am 1. April 2022 und wird auf die Dauer von fünf Jahren geschlossen. Es
endet am 31. März 2027. Es verlängert sich jeweils um ein Jahr, wenn es nicht mit einer Frist von sechs
Monaten gekündigt wird.</p>
<h3>§ 3 Miete</h3>
<p>Die monatliche Miete beträgt 4.800,00 EUR zuzüglich Umsatzsteuer. Die Kaution beträgt 14.400,00
EUR.</p>
<h3>§ 9 Schlussbestimmungen</h3>
<p>Es gilt das Recht der Bundesrepublik Deutschland. Gerichtsstand ist Hamburg.</p>
<p>Hamburg, den 15. Februar 2022</p>
"""

SERVICE_AGREEMENT = """
<h1>Master Services Agreement</h1>
<p>Agreement No. MSA-0093</p>
<p>This Master Services Agreement (the "Agreement") is entered into as of the 1st day of April 2023 (the
"Effective Date") by and between Brightwater Consulting LLC, a Delaware limited liability company with
offices at 12 Main Street, Boston, MA 02110 ("Provider"), and Global Freight Inc., a New York
corporation ("Client").</p>
<p>1. Term. This Agreement shall continue for an initial term of twenty-four (24) months and shall
automatically renew for successive one-year periods unless either party gives ninety (90) days' prior
written notice.</p>
<p>2. Fees. Client shall pay Provider a total contract value of $480,000.00 in monthly instalments.</p>
<p>3. Governing Law. This Agreement shall be governed by the laws of the State of New York, without
regard to conflict of laws.</p>
<p>IN WITNESS WHEREOF the parties have signed on March 28, 2023.</p>
"""

TRANSISTOR = """
<h1>BC547B</h1>
<p><b>NPN General Purpose Transistor</b></p>
<p>Voltrex Semiconductors Ltd. Rev. 3, 12 May 2021</p>
<p>Package: TO-92</p>
<h3>Absolute Maximum Ratings</h3>
<table border=1><tr><td>Symbol</td><td>Parameter</td><td>Value</td><td>Unit</td></tr>
<tr><td>VCBO</td><td>Collector-Base Voltage</td><td>50</td><td>V</td></tr>
<tr><td>VCEO</td><td>Collector-Emitter Voltage</td><td>45</td><td>V</td></tr>
<tr><td>IC</td><td>Collector Current (continuous)</td><td>100</td><td>mA</td></tr>
<tr><td>ICM</td><td>Peak Collector Current</td><td>200</td><td>mA</td></tr>
<tr><td>Ptot</td><td>Total Power Dissipation</td><td>500</td><td>mW</td></tr>
<tr><td>TJ</td><td>Operating Junction Temperature</td><td>-55 to +150</td><td>°C</td></tr>
</table>
<h3>Electrical Characteristics</h3>
<table
border=1><tr><td>Symbol</td><td>Parameter</td><td>Conditions</td><td>Min</td><td>Typ</td><td>Max</td><td>Unit</td></tr>
<tr><td>hFE</td><td>DC Current Gain</td><td>IC = 2 mA, VCE = 5
V</td><td>200</td><td>290</td><td>450</td><td></td></tr>
<tr><td>VCE(sat)</td><td>Collector-Emitter Saturation Voltage</td><td>IC = 10
mA</td><td></td><td>90</td><td>250</td><td>mV</td></tr>
</table>
"""

SOLVENT = """
<h1>Aceton</h1>
<p>Technisches Datenblatt – Lösungsmittel</p>
<p>Hersteller: Rheinchemie Handels GmbH</p>
<p>CAS-Nr.: 67-64-1<br>Stand: 03.02.2022</p>
<table><tr><td>Eigenschaft</td><td>Wert</td><td>Einheit</td></tr>
<tr><td>Siedepunkt</td><td>56,1</td><td>°C</td></tr>
<tr><td>Flammpunkt</td><td>-20</td><td>°C</td></tr>
<tr><td>Dichte bei 20 °C</td><td>0,791</td><td>g/cm³</td></tr>
<tr><td>Molare Masse</td><td>58,08</td><td>g/mol</td></tr>
</table>
"""

MANAGEMENT_CERTIFICATE = """
<h1 style="text-align:center">CERTIFICATE</h1>
<p style="text-align:center">TÜV Nordwest Cert GmbH</p>
<p style="text-align:center">hereby certifies that</p>
<h2 style="text-align:center">Karst Seals GmbH</h2>
<p style="text-align:center">Industriestrasse 9, 8010 Graz, Austria</p>
<p style="text-align:center">has established and applies a quality management system for the scope:
design and manufacture of shaft seals. The requirements of ISO 9001:2015 are fulfilled.</p>
<p>Certificate registration no.: 44 100 20 2211<br>Date of issue: 2021-06-01<br>Valid until:
2024-05-31</p>
"""

CALIBRATION_CERTIFICATE = """
<h1>Kalibrierschein</h1>
<table><tr><td>Gegenstand</td><td>Digitalmultimeter</td></tr>
<tr><td>Hersteller</td><td>Messtronik AG</td></tr>
<tr><td>Typ</td><td>DM-400</td></tr>
<tr><td>Serien-Nr.</td><td>SN-88213</td></tr>
<tr><td>Auftraggeber</td><td>Stadtwerke Neuburg AG</td></tr>
<tr><td>Kalibrierschein-Nr.</td><td>K-2023-0457</td></tr>
<tr><td>Datum der Kalibrierung</td><td>11.09.2023</td></tr>
<tr><td>Nächste Kalibrierung</td><td>11.09.2024</td></tr>
</table>
<p>Die Messwerte liegen innerhalb der Toleranz. Kalibriert nach VDI/VDE/DGQ/DKD 2622.</p>
<p>Kalibrierlabor Süd GmbH</p>
"""


def written(html: str, path: Path) -> Path:
    story, writer, more = pymupdf.Story(html), pymupdf.DocumentWriter(str(path)), 1
    while more:
        device = writer.begin_page(pymupdf.paper_rect("a4"))
        more, _ = story.place(pymupdf.Rect(60, 60, 540, 780))
        story.draw(device)
        writer.end_page()
    writer.close()
    return path


def read(path: Path) -> list[Page]:
    document = load_reader(format_named("pdf")).open(path, "")
    pages, start = [], 0
    for page in document.pages(1, document.page_count, check=False):
        span = Span(start, start + len(page.text))
        words = unpack_words(page.words, start)
        pages.append(Page(page.number, page.text, span, page.width, page.height, words=words))
        start = span.end + 1
    document.close()
    return pages


@pytest.mark.parametrize(
    ("bucket", "language", "html", "expected"),
    [
        (
            "invoices",
            "de",
            GERMAN_INVOICE,
            {
                "document_type": "invoice",
                "invoice_date": "2023-03-14",
                "due_date": "2023-03-28",
                "delivery_date": "2023-03-10",
                "vendor_name": "Bergmann Elektrotechnik GmbH",
                "customer_name": "Stadtwerke Neuburg AG",
                "purchase_order": "B-9920",
                "net_amount": "1000.00 EUR",
                "tax_rate": "19 %",
                "tax_amount": "190.00 EUR",
                "total_amount": "1190.00 EUR",
                "iban": "DE89370400440532013000",
            },
        ),
        (
            "contracts",
            "de",
            GERMAN_LEASE,
            {
                "contract_number": "MV-2022/17",
                "contract_type": "lease",
                "party_a": "Immobilien Hansen KG",
                "party_b": "Nordlicht Software GmbH",
                "signed_date": "2022-02-15",
                "effective_date": "2022-04-01",
                "end_date": "2027-03-31",
                "term_months": "60 months",
                "notice_period_days": "180 days",
                "auto_renewal": "true",
                "contract_value": "4800.00 EUR",
                "governing_law": "Bundesrepublik Deutschland",
            },
        ),
        (
            "contracts",
            "en",
            SERVICE_AGREEMENT,
            {
                "contract_number": "MSA-0093",
                "contract_type": "service",
                "party_a": "Brightwater Consulting LLC",
                "party_b": "Global Freight Inc.",
                "signed_date": "2023-03-28",
                "effective_date": "2023-04-01",
                "term_months": "24 months",
                "notice_period_days": "90 days",
                "auto_renewal": "true",
                "contract_value": "480000.00 USD",
                "governing_law": "State of New York",
            },
        ),
        (
            "datasheets",
            "en",
            TRANSISTOR,
            {
                "part_number": "BC547B",
                "manufacturer": "Voltrex Semiconductors Ltd.",
                "device_type": "npn_transistor",
                "package": "TO-92",
                "voltage_max": "45 V",
                "current_max": "0.1 A",
                "power_max": "0.5 W",
                "temperature_min": "-55 °C",
                "temperature_max": "150 °C",
                "revision_date": "2021-05-12",
            },
        ),
        (
            "datasheets",
            "de",
            SOLVENT,
            {
                "manufacturer": "Rheinchemie Handels GmbH",
                "device_type": "solvent",
                "cas_number": "67-64-1",
                "boiling_point": "56.1 °C",
                "flash_point": "-20 °C",
                "density": "0.791 g/cm³",
                "molar_mass": "58.08 g/mol",
                "revision_date": "2022-02-03",
            },
        ),
        (
            "certificates",
            "en",
            MANAGEMENT_CERTIFICATE,
            {
                "certificate_number": "44 100 20 2211",
                "certificate_type": "management_system",
                "holder": "Karst Seals GmbH",
                "issuer": "TÜV Nordwest Cert GmbH",
                "issue_date": "2021-06-01",
                "expiry_date": "2024-05-31",
                "standard": "ISO 9001:2015",
            },
        ),
        (
            "certificates",
            "de",
            CALIBRATION_CERTIFICATE,
            {
                "certificate_number": "K-2023-0457",
                "certificate_type": "calibration",
                "holder": "Stadtwerke Neuburg AG",
                "issue_date": "2023-09-11",
                "expiry_date": "2024-09-11",
                "product": "Digitalmultimeter",
                "serial_number": "SN-88213",
                "passed": "true",
            },
        ),
    ],
    ids=["inv_de", "con_de", "con_en", "ds_en", "chem", "cert", "cal"],
)
def test_values_of_a_document(
    bucket: str, language: str, html: str, expected: dict[str, str], tmp_path: Path
) -> None:
    pages = read(written(html, tmp_path / "document.pdf"))
    found = read_fields(built_in_schemas()[bucket], pages, Known(language))
    shown = {
        entry.field: f"{entry.value.shown} {entry.value.unit}".rstrip() for entry in found if entry.value
    }
    assert {field: shown.get(field) for field in expected} == expected
    for entry in found:
        assert 0 < entry.confidence < 1
        if entry.span is not None:
            text = pages[entry.page - 1].text[slice(entry.span.start, entry.span.end)]
            assert " ".join(text.split()).startswith(entry.quote.rstrip(",;"))


def test_a_blank_page_has_no_values() -> None:
    page = Page(1, "", Span(0, 0), 595, 842)
    assert read_fields(built_in_schemas()["invoices"], [page], Known("en")) == []


def test_lines_without_boxes_are_read_too() -> None:
    text = "Invoice number | R-7\nInvoice date | 2024-05-03\nTotal amount due | 1,190.00 EUR"
    page = Page(1, text, Span(0, len(text)), 0, 0)
    found = read_fields(built_in_schemas()["invoices"], [page], Known("en"))
    assert {entry.field: entry.quote for entry in found if entry.method != "words"} == {
        "invoice_number": "R-7",
        "invoice_date": "2024-05-03",
        "total_amount": "1,190.00 EUR",
    }


def test_only_the_ends_of_a_long_document_are_read() -> None:
    assert pages_to_read(3) == [1, 2, 3]
    assert pages_to_read(9) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert pages_to_read(500) == [1, 2, 3, 4, 5, 6, 7, 8, 498, 499, 500]


def test_a_long_run_of_capitals_and_digits_takes_no_time() -> None:
    text = "Key: AB12" + "F" * 4000
    page = Page(1, text, Span(0, len(text)), 595, 842)
    found = read_fields(built_in_schemas()["invoices"], [page], Known("en"))
    assert all(value.field != "iban" for value in found)
