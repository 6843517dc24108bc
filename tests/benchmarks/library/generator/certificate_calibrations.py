"""Certificates of calibrations."""

from __future__ import annotations

from decimal import Decimal

from tests.benchmarks.library.generator.certificates import Certificate
from tests.benchmarks.library.generator.drawing import Sheet
from tests.benchmarks.library.generator.letterhead import head, plain_footer, signing, stamp
from tests.benchmarks.library.generator.tables import Column, Look, boxed, pairs, table


def _head_rows(certificate: Certificate, *, both: bool = False) -> list[tuple[str, str]]:
    """What stands over the results of a calibration; `both` gives labels in two languages."""
    job = certificate.job

    def label(german: str | tuple[str, ...], english: str | tuple[str, ...]) -> str:
        if not both:
            return job.t(german, english)
        first, second = (german, english) if isinstance(german, str) else (german[0], english[0])
        return f"{first} / {second}"

    rows = [
        (
            label(("Gegenstand", "Messgerät", "Prüfling"), ("Object", "Instrument", "Item")),
            certificate.product_text(),
        ),
        (
            label("Hersteller", "Manufacturer"),
            job.pick("Mitutek", "Gedorra", "WIKAR", "Hoffner", "Starrit", "Sartoria"),
        ),
        (label("Typ", "Type"), f"{job.pick('D', 'MX', 'T', '500-')}{job.chance.randrange(100, 999)}"),
    ]
    if certificate.serial:
        rows.append(
            (
                label(
                    ("Seriennummer", "Serien-Nr.", "Fabrikat/Serien-Nr."),
                    ("Serial number", "Serial no.", "S/N"),
                ),
                certificate.serial_text(),
            )
        )
    rows.append(
        (
            label(("Auftraggeber", "Kunde"), ("Customer", "Client")),
            ", ".join([certificate.holder_name(), *certificate.holder_lines]),
        )
    )
    rows.append((label("Auftragsnummer", "Order no."), str(job.chance.randrange(100000, 999999))))
    rows.append(
        (label("Datum der Kalibrierung", "Date of calibration"), job.notation.date(certificate.tested))
    )
    rows.append(
        (label(("Ausstellungsdatum", "Ausgestellt am"), ("Date of issue", "Issued")), certificate.issue_day())
    )
    if certificate.expires:
        rows.append(
            (
                label(("Gültig bis", "Gültigkeit bis"), ("Valid until", "Expiry date")),
                certificate.expiry_day(),
            )
        )
    return rows


def _points(certificate: Certificate) -> list[list[str]]:
    """Set point, reading, deviation and limit; one point is off where the result is bad."""
    job, number = certificate.job, certificate.job.notation.number
    limit = Decimal("0.03")
    bad = job.chance.randrange(5) if certificate.passed is False else -1
    rows = []
    for place, step in enumerate((0, 25, 50, 100, 150)):
        off = Decimal(job.chance.randrange(-28, 29)) / 1000
        if place == bad:
            off = Decimal(job.chance.randrange(41, 90)) / 1000
        rows.append(
            [number(Decimal(step), 2), number(Decimal(step) + off, 3), number(off, 3), f"±{number(limit)}"]
        )
    return rows


def _results(sheet: Sheet, certificate: Certificate, look: Look) -> None:
    job = certificate.job
    columns = [
        Column(job.t(("Sollwert", "Referenzwert"), ("Reference", "Nominal")), 12, "r"),
        Column(job.t(("Istwert", "Anzeige"), ("Reading", "Measured")), 12, "r"),
        Column(job.t("Abweichung", "Deviation"), 12, "r"),
        Column(job.t("Grenze", "Limit"), 12, "r"),
    ]
    table(sheet, columns, _points(certificate), look)


def calibration_form(certificate: Certificate) -> Sheet:
    """Labels with values on the first page, results on the second."""
    job = certificate.job
    sheet = Sheet(job.facts, size=10, margins=(62, 60, 62, 70))
    head(sheet, job, certificate.issuer_name(), certificate.issuer)
    sheet.flow(certificate.title(), size=20, style="b", after=4)
    sheet.flow(
        job.t(("Nr. ", "Kalibrierschein-Nr. ", "Kalibrierzeichen "), ("No. ", "Certificate number "))
        + certificate.number_text(),
        size=12,
        after=16,
    )
    form = job.pick("pairs", "pairs", "boxes", "both")
    rows = _head_rows(certificate, both=form == "both")
    if form == "boxes":
        boxed(sheet, rows, columns=2, height=34, size=10)
    else:
        width = 230 if form == "both" else 165
        pairs(sheet, rows, label_width=width, separator=job.pick(":", ""), leading=1.8)
    sheet.y += 12
    if certificate.standard:
        text = job.t(
            f"Das Laboratorium arbeitet nach {certificate.standard_text()}. Rückführung auf nationale "
            f"Normale.",
            f"The laboratory operates in accordance with {certificate.standard_text()}. Traceable to "
            f"national standards.",
        )
        sheet.flow(text, size=9)
    sheet.flow(
        job.t(
            "Umgebung: 20,3 °C, 45 % r. F.; Verfahren VA-17 Rev. 4",
            "Ambient: 20.3 °C, 45 % RH; procedure VA-17 rev. 4",
        ),
        size=9,
        after=40,
    )
    signing(
        sheet,
        job,
        sheet.left,
        sheet.y + 20,
        [certificate.signer, job.t("Laborleitung", "Laboratory manager")],
    )
    stamp(sheet, sheet.right - 60, sheet.y + 6, [certificate.issuer.short.upper()[:11]])
    sheet.new_page()
    sheet.flow(job.t("Messergebnisse", "Results"), size=13, style="b")
    _results(
        sheet,
        certificate,
        Look(head=job.pick("fill", "rule"), lines=job.pick("grid", "rows"), accent=job.accent, size=9.5),
    )
    sheet.y += 6
    sheet.flow(
        job.t(
            ("Konformitätsaussage: ", "Ergebnis: ", "Bewertung: "), ("Statement of conformity: ", "Result: ")
        )
        + certificate.verdict(),
        style="b",
        size=11,
    )
    sheet.flow(
        job.t("Messunsicherheit U = 0,008 (k = 2).", "Measurement uncertainty U = 0.008 (k = 2)."), size=9
    )
    sheet.running.append(plain_footer(job, certificate.issuer, certificate.signer))
    return sheet


def calibration_slip(certificate: Certificate) -> Sheet:
    """Half a page in typewriter letters, as a bench prints it."""
    job = certificate.job
    sheet = Sheet(job.facts, family="mono", size=9.5, paper=(595, 480), margins=(48, 44, 48, 30))
    sheet.flow(certificate.issuer_name(), style="b", size=11, after=1)
    sheet.flow(", ".join(certificate.issuer.address(job.language)), size=8.5, after=8)
    sheet.flow(f"{certificate.title()}  {certificate.number_text()}", style="b", size=12, after=8)
    rows = _head_rows(certificate)
    if certificate.standard:
        rows.append((job.t("Norm", "Standard"), certificate.standard_text()))
    rows.append((job.t("Ergebnis", "Result"), certificate.verdict()))
    pairs(
        sheet,
        rows,
        label_width=180,
        separator=":" if job.likely(0.5) else "",
        dots=job.likely(0.5),
        leading=1.45,
    )
    sheet.y += 8
    _results(sheet, certificate, Look(head="plain", size=8.5, pad=1.5, family="mono"))
    sheet.flow(job.t("Geprüft: ", "Checked by: ") + certificate.signer, size=8.5)
    return sheet
