"""Certificates of measurements: calibrations, analyses, materials."""

from __future__ import annotations

from decimal import Decimal

from core.bench.library.generator.certificates import Certificate
from core.bench.library.generator.drawing import GREY, Sheet
from core.bench.library.generator.facts import NBSP
from core.bench.library.generator.letterhead import head, page_numbers, plain_footer, signing, stamp
from core.bench.library.generator.tables import Column, Look, boxed, pairs, table


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
        rows.append((job.t("CAS-Nr.", "CAS no."), certificate.solvent.cas))
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


def mill_grid(certificate: Certificate) -> Sheet:
    """A wide form of boxes with codes, chemistry and strength in tables."""
    job = certificate.job
    sheet = Sheet(job.facts, size=9, paper=(842, 595), margins=(40, 44, 40, 40))
    sheet.put(sheet.left, 46, certificate.issuer_name(), size=14, style="b")
    sheet.put(sheet.right, 46, certificate.title(), size=14, style="b", align="r")
    sheet.y = 58
    cells = [
        (job.t("A03 Zeugnis-Nr.", "A03 Certificate no."), certificate.number_text()),
        (job.t("Z02 Datum", "Z02 Date of issue"), certificate.issue_day()),
        (job.t("A06 Besteller", "A06 Purchaser"), certificate.holder_name()),
        (
            job.t("A07 Bestell-Nr. des Kunden", "A07 Customer order no."),
            str(job.chance.randrange(4500000000, 4599999999)),
        ),
        (job.t("B01 Erzeugnis", "B01 Product"), certificate.product_text()),
        (
            job.t(("B07 Schmelze / Charge", "B07 Charge"), ("B07 Heat no.", "B07 Heat / batch no.")),
            certificate.batch_text(),
        ),
    ]
    if certificate.standard:
        cells.append((job.t("A02 Zeugnis nach", "A02 Certificate according to"), certificate.standard_text()))
    cells.append((job.t("B08 Stückzahl", "B08 Number of pieces"), str(job.chance.randrange(1, 40))))
    boxed(sheet, cells, columns=3, height=34, size=10)
    sheet.y += 14
    number = job.notation.number
    symbols = ("C", "Si", "Mn", "P", "S", "Cr", "Mo", "Ni")
    sheet.flow(job.t("C71-C92 Chemische Zusammensetzung (%)", "C71-C92 Chemical composition (%)"), style="b")
    values = [number(Decimal(job.chance.randrange(5, 90)) / 1000, 3) for _ in symbols]
    table(
        sheet,
        [Column(symbol, 10, "c") for symbol in symbols],
        [values],
        Look(head="rule", lines="grid", size=9),
    )
    sheet.flow(job.t("C10-C29 Zugversuch", "C10-C29 Tensile test"), style="b")
    columns = [
        Column("Re (MPa)", 10, "c"),
        Column("Rm (MPa)", 10, "c"),
        Column("A5 (%)", 10, "c"),
        Column("KV (J)", 10, "c"),
    ]
    row = [
        str(job.chance.randrange(255, 420)),
        str(job.chance.randrange(470, 640)),
        str(job.chance.randrange(20, 33)),
        str(job.chance.randrange(40, 190)),
    ]
    table(sheet, columns, [row], Look(head="rule", lines="grid", size=9))
    if certificate.passed is not None:
        sheet.flow(
            f"{job.t('Z01 Prüfung der Lieferung', 'Z01 Inspection of the delivery')}: "
            f"{certificate.verdict()}",
            style="b",
            after=30,
        )
    signing(
        sheet,
        job,
        sheet.left,
        sheet.y + 30,
        [certificate.signer, job.t("Abnahmebeauftragter", "Inspection representative")],
    )
    sheet.put(
        sheet.right,
        sheet.y + 30,
        job.t("Dieses Zeugnis wurde maschinell erstellt.", "Produced by computer."),
        size=7.5,
        align="r",
        ink=GREY,
    )
    return sheet


def record(certificate: Certificate) -> Sheet:
    """A plain list of labels and values for materials and trainings."""
    job = certificate.job
    sheet = Sheet(job.facts, family=job.pick("serif", "sans", "mono"), size=10.5, margins=(74, 70, 74, 60))
    sheet.flow(certificate.issuer_name(), style="b", after=0)
    sheet.flow(", ".join(certificate.issuer.address(job.language)), size=9, after=24)
    sheet.flow(certificate.title(), size=18, style="b", after=14)
    rows = [(job.t(("Nummer", "Zeugnis-Nr."), ("Number", "Certificate no.")), certificate.number_text())]
    material = certificate.form == "material"
    holder = (
        job.t(("Kunde", "Besteller"), ("Customer", "Purchaser"))
        if material
        else job.t(("Name", "Teilnehmer/in"), ("Name", "Participant"))
    )
    rows.append((holder, certificate.holder_name()))
    if certificate.product:
        rows.append((job.t("Erzeugnis", "Product"), certificate.product_text()))
    if certificate.batch:
        rows.append((job.t(("Charge", "Schmelze"), ("Batch", "Heat number")), certificate.batch_text()))
    if certificate.standard:
        rows.append((job.t("Norm", "Standard"), certificate.standard_text()))
    if not material:
        rows.append((job.t("Dauer", "Duration"), job.t("16 Unterrichtseinheiten", "16 lessons")))
    rows.append(
        (
            job.t(("Prüftag", "Tag der Prüfung"), ("Date of test", "Tested on")),
            job.notation.date(certificate.tested),
        )
    )
    if certificate.passed is not None:
        rows.append((job.t(("Ergebnis", "Bewertung"), ("Result", "Outcome")), certificate.verdict()))
    rows.append(
        (
            job.t(("Ausstellungsdatum", "Ausgestellt am"), ("Issue date", "Date of issue")),
            certificate.issue_day(),
        )
    )
    if certificate.expires:
        rows.append((job.t("Gültig bis", "Valid until"), certificate.expiry_day()))
    dots = job.likely(0.4)
    pairs(sheet, rows, label_width=190, separator="" if dots else ":", dots=dots, leading=1.9)
    sheet.y += 60
    signing(sheet, job, sheet.left, sheet.y, [certificate.signer])
    sheet.running.append(page_numbers("{page}/{pages}", align="r"))
    return sheet
