"""Certificates of analyses of chemicals."""

from __future__ import annotations

from decimal import Decimal

from tests.benchmarks.library.generator.certificates import Certificate
from tests.benchmarks.library.generator.drawing import Sheet
from tests.benchmarks.library.generator.facts import NBSP
from tests.benchmarks.library.generator.letterhead import head, plain_footer, signing
from tests.benchmarks.library.generator.tables import Column, Look, pairs, table


def analysis_table(certificate: Certificate) -> Sheet:
    """Labels in two columns, then test, specification, result and method."""
    job = certificate.job
    sheet = Sheet(job.facts, family=job.pick("sans", "serif"), size=9.5, margins=(56, 60, 56, 70))
    head(sheet, job, certificate.issuer_name(), certificate.issuer, contact=False)
    sheet.flow(certificate.title(), size=18, style="b", align=job.pick("l", "c"), after=10)
    rows = _analysis_rows(certificate)
    top, middle = sheet.y, (sheet.left + sheet.right) / 2
    half = (len(rows) + 1) // 2
    separator = job.pick(":", "")
    with sheet.between(sheet.left, middle - 8):
        pairs(sheet, rows[:half], label_width=112, separator=separator, leading=1.6, label_style="b")
    low, sheet.y = sheet.y, top
    with sheet.between(middle + 8, sheet.right):
        pairs(sheet, rows[half:], label_width=112, separator=separator, leading=1.6, label_style="b")
    sheet.y = max(low, sheet.y) + 14
    columns = [
        Column(job.t(("Prüfung", "Parameter"), ("Test", "Parameter")), 22),
        Column(job.t("Spezifikation", "Specification"), 16),
        Column(job.t(("Ergebnis", "Messwert"), ("Result", "Found")), 14),
        Column(job.t("Methode", "Method"), 12),
    ]
    table(
        sheet,
        columns,
        _tests(certificate),
        Look(head=job.pick("fill", "rule"), lines=job.pick("grid", "rows"), accent=job.accent, size=9.5),
    )
    sheet.y += 6
    sheet.flow(
        job.t(("Gesamtbewertung: ", "Ergebnis: "), ("Conclusion: ", "Overall result: ", "Disposition: "))
        + certificate.verdict(),
        style="b",
        after=30,
    )
    signing(
        sheet,
        job,
        sheet.left,
        sheet.y + 24,
        [certificate.signer, job.t("Qualitätskontrolle", "Quality control")],
    )
    sheet.running.append(plain_footer(job, certificate.issuer, certificate.signer))
    return sheet


def _analysis_rows(certificate: Certificate) -> list[tuple[str, str]]:
    job = certificate.job
    rows = [
        (job.t(("Produkt", "Material"), ("Product", "Material")), certificate.product_text()),
        (
            job.t(("Charge", "Chargen-Nr.", "Los"), ("Batch no.", "Lot number", "Batch")),
            certificate.batch_text(),
        ),
        (job.t(("Zertifikat-Nr.", "Nummer"), ("Certificate no.", "CoA no.")), certificate.number_text()),
    ]
    if certificate.solvent:
        rows.append((job.t("CAS-Nr.", "CAS no."), job.text("cas_number", certificate.solvent.cas)))
    if certificate.holder:
        rows.append((job.t(("Kunde", "Empfänger"), ("Customer", "Ship to")), certificate.holder_name()))
    rows.append((job.t("Herstellungsdatum", "Date of manufacture"), job.notation.date(certificate.tested)))
    rows.append(
        (
            job.t(("Ausstellungsdatum", "Ausgestellt"), ("Date of issue", "Issue date")),
            certificate.issue_day(),
        )
    )
    if certificate.expires:
        rows.append(
            (
                job.t(("Verfallsdatum", "Verwendbar bis"), ("Expiry date", "Use before")),
                certificate.expiry_day(),
            )
        )
    return rows


def _tests(certificate: Certificate) -> list[list[str]]:
    job, number = certificate.job, certificate.job.notation.number
    rows = [
        [
            job.t("Aussehen", "Appearance"),
            job.t("klar, farblos", "clear, colourless"),
            job.t("klar, farblos", "clear, colourless"),
            job.t("visuell", "visual"),
        ]
    ]
    if certificate.purity is not None:
        least = number(certificate.required_purity())
        label = job.t(("Gehalt (GC)", "Reinheit (GC)"), ("Assay (GC)", "Purity (GC)"))
        rows.append([label, f"≥ {least}{NBSP}%", certificate.purity_text(), "GC-FID"])
    water = number(Decimal(job.chance.randrange(8, 48)) / 1000)
    rows.append([job.t("Wasser", "Water"), f"≤ {number('0.05')}{NBSP}%", f"{water}{NBSP}%", "Karl Fischer"])
    rows.append(
        [
            job.t("Abdampfrückstand", "Residue on evaporation"),
            "≤ 10 mg/kg",
            f"{job.chance.randrange(1, 9)} mg/kg",
            "ISO 759",
        ]
    )
    if certificate.solvent:
        rows.append(
            [
                job.t("Dichte (20 °C)", "Density (20 °C)"),
                job.t("wie angegeben", "as stated"),
                number(certificate.solvent.density),
                "DIN 51757",
            ]
        )
    return rows


def analysis_letter(certificate: Certificate) -> Sheet:
    """A letter that states the batch and its purity in sentences."""
    job = certificate.job
    sheet = Sheet(job.facts, family=job.pick("serif", "mono", "sans"), size=10.5, margins=(72, 60, 72, 80))
    head(sheet, job, certificate.issuer_name(), certificate.issuer)
    if certificate.holder:
        sheet.flow(certificate.holder_name(), after=0)
        for line in certificate.holder_lines:
            sheet.flow(line, after=0)
    sheet.y += 20
    sheet.flow(certificate.issue_day(prose=True), align="r", after=14)
    sheet.flow(f"{certificate.title()} {certificate.number_text()}", style="b", size=13, after=12)
    product, batch = certificate.product_text(), certificate.batch_text()
    made = job.notation.long_date(certificate.tested)
    sheet.flow(
        job.t(
            f"Die Charge {batch} des Produkts {product}, hergestellt am {made}, wurde untersucht.",
            f"Batch {batch} of {product}, produced on {made}, has been tested.",
        )
    )
    if certificate.purity is not None:
        purity = certificate.purity_text()
        least = job.notation.number(certificate.required_purity())
        sheet.flow(
            job.t(
                f"Die gaschromatographische Reinheit beträgt {purity} (Anforderung: mindestens {least} %).",
                f"The purity by gas chromatography is {purity} (requirement: at least {least} %).",
            )
        )
    water = job.notation.number(Decimal(job.chance.randrange(8, 48)) / 1000)
    sheet.flow(
        job.t(
            f"Der Wassergehalt nach Karl Fischer liegt bei {water} %.",
            f"The water content by Karl Fischer titration is {water} %.",
        )
    )
    sheet.flow(job.t("Bewertung der Charge: ", "Assessment of the batch: ") + certificate.verdict() + ".")
    if certificate.expires:
        day = certificate.expiry_day(prose=True)
        sheet.flow(
            job.t(
                f"Die Ware ist bei sachgerechter Lagerung bis zum {day} verwendbar (Verfallsdatum).",
                f"When stored properly, the product expires on {day}.",
            )
        )
    sheet.y += 50
    signing(
        sheet, job, sheet.left, sheet.y, [certificate.signer, job.t("Leitung Analytik", "Head of analytics")]
    )
    sheet.running.append(plain_footer(job, certificate.issuer, certificate.signer))
    return sheet
