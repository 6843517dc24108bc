"""Certificates to hang on a wall: frames, side bands, declarations, examinations."""

from __future__ import annotations

from tests.benchmarks.library.generator.certificates import Certificate, course
from tests.benchmarks.library.generator.drawing import GREY, WHITE, Sheet
from tests.benchmarks.library.generator.letterhead import head, logo, page_numbers, signing, stamp
from tests.benchmarks.library.generator.tables import pairs


def framed(certificate: Certificate) -> Sheet:
    """Everything in the middle, inside a frame of ornaments."""
    job = certificate.job
    wide = job.likely(0.35)
    paper = (842.0, 595.0) if wide else (595.0, 842.0)
    sheet = Sheet(
        job.facts, family=job.pick("serif", "serif", "sans"), size=11.5, paper=paper, margins=(84, 84, 84, 70)
    )
    _frame(sheet, job.chance.randrange(3), job.accent)
    sheet.y = 84 if wide else 120
    gap = 5 if wide else 16
    flow = sheet.flow
    flow(certificate.title(), size=30 if wide else 34, style="b", align="c", ink=job.accent, after=gap)
    flow(
        job.t(("Nr. ", "Zertifikats-Nr.: ", "Registriernummer "), ("No. ", "Certificate no.: "))
        + certificate.number_text(),
        align="c",
        after=gap,
    )
    issuer, holder = certificate.issuer_name(), certificate.holder_name()
    if certificate.form == "training":
        flow(holder, size=24, style="b", align="c", after=gap)
        days = f"{job.notation.date(certificate.tested)}"
        name = course(job)
        flow(
            job.t(
                f"hat am {days} an der Schulung „{name}“ teilgenommen.",
                f"attended the course “{name}” on {days}.",
            ),
            align="c",
            after=4,
        )
        flow(job.t("Abschlussprüfung: ", "Final examination: ") + certificate.verdict(), align="c", after=gap)
    else:
        flow(
            job.t(
                f"Die {issuer} bescheinigt hiermit, dass das Unternehmen",
                f"{issuer} hereby certifies that the organisation",
            ),
            align="c",
            after=gap,
        )
        flow(holder, size=20, style="b", align="c", after=2)
        for line in certificate.holder_lines:
            flow(line, align="c", after=0)
        sheet.y += gap
        flow(job.t("für den Geltungsbereich", "for the scope of"), align="c", after=2)
        flow(certificate.scope, style="b", align="c", after=gap)
        flow(
            job.t(
                "ein Managementsystem eingeführt hat und anwendet nach",
                "has established and applies a management system in accordance with",
            ),
            align="c",
            after=4,
        )
        flow(certificate.standard_text(), size=18, style="b", align="c", after=gap)
        first = job.notation.date(certificate.earlier)
        flow(
            job.t(f"Erstzertifizierung: {first}", f"Original certification: {first}"),
            size=9.5,
            align="c",
            after=2,
        )
    _validity(sheet, certificate, align="c")
    base = min(sheet.y + (78 if wide else 90), sheet.height - 96)
    left = sheet.width / 2 - 200
    signing(
        sheet,
        job,
        left,
        base,
        [
            certificate.signer,
            job.t("Leitung der Zertifizierungsstelle", "Head of certification body")
            if certificate.form != "training"
            else job.t("Seminarleitung", "Course director"),
        ],
    )
    if certificate.form == "training":
        sheet.put(left + 250, base + 11, issuer, size=9)
    stamp(sheet, left + 320, base - 34, [certificate.issuer.short.upper()[:11]])
    return sheet


def _frame(sheet: Sheet, form: int, ink: tuple[float, float, float]) -> None:
    x1, y1 = sheet.width, sheet.height
    for inset, width in ((26, 3.0), (34, 0.8), (38, 0.8)) if form else ((22, 1.0), (28, 5.0), (36, 1.0)):
        sheet.box(inset, inset, x1 - inset, y1 - inset, width=width, ink=ink)
    if form == 2:
        for step in range(48, int(x1) - 40, 14):
            sheet.circle(step, 32, 2.2, ink=ink)
            sheet.circle(step, y1 - 32, 2.2, ink=ink)
    for x in (40.0, x1 - 40):
        for y in (40.0, y1 - 40):
            sheet.circle(x, y, 11, ink=ink, width=2, fill=WHITE)
            sheet.circle(x, y, 5, ink=ink, width=1)


def _validity(sheet: Sheet, certificate: Certificate, *, align: str) -> None:
    job = certificate.job
    issued = job.t(
        ("Ausgestellt am", "Ausstellungsdatum:", "Datum der Ausstellung:"),
        ("Issued on", "Date of issue:", "Issue date:"),
    )
    sheet.flow(f"{issued} {certificate.issue_day()}", align=align, after=2)
    if certificate.expires:
        until = job.t(
            ("Gültig bis", "Dieses Zertifikat ist gültig bis zum"),
            ("Valid until", "Expiry date:", "This certificate is valid until"),
        )
        sheet.flow(f"{until} {certificate.expiry_day()}", align=align, after=2)


def side_band(certificate: Certificate) -> Sheet:
    """A modern page: a band with the issuer at the side, the words left aligned."""
    job = certificate.job
    sheet = Sheet(job.facts, size=11, margins=(200, 90, 60, 60))
    sheet.box(0, 0, 160, sheet.height, ink=None, fill=job.accent)
    sheet.circle(80, 110, 38, ink=WHITE, width=3)
    sheet.put(80, 117, certificate.issuer.short[:1], size=26, style="b", align="c", ink=WHITE)
    y = 190.0
    for line in sheet.wrap(certificate.issuer_name(), 136, 11, "b"):
        sheet.put(14, y, line, size=11, style="b", ink=WHITE)
        y += 14
    sheet.block(
        14,
        y + 8,
        [*certificate.issuer.address(job.language, abroad=True), certificate.issuer.domain],
        size=8,
        ink=WHITE,
    )
    sheet.flow(certificate.title(), size=28, style="b", after=24)
    labels = [
        (job.t(("Zertifikat-Nr.", "Nummer"), ("Certificate number", "Reference")), certificate.number_text())
    ]
    labels.append(
        (
            job.t(("Inhaber", "Ausgestellt für", "Name"), ("Awarded to", "Holder", "Issued to")),
            certificate.holder_name(),
        )
    )
    if certificate.form == "training":
        labels.append((job.t("Schulung", "Course"), course(job)))
        labels.append((job.t("Schulungstag", "Held on"), job.notation.date(certificate.tested)))
        labels.append((job.t("Ergebnis", "Result"), certificate.verdict()))
    else:
        labels.append((job.t("Standort", "Site"), ", ".join(certificate.holder_lines)))
        labels.append((job.t(("Norm", "Regelwerk"), ("Standard", "Scheme")), certificate.standard_text()))
        labels.append((job.t("Geltungsbereich", "Scope"), certificate.scope))
        labels.append(
            (job.t("Erstmals zertifiziert", "First certified"), job.notation.date(certificate.earlier))
        )
    labels.append(
        (job.t(("Ausgestellt", "Ausstellungsdatum"), ("Date of issue", "Issued")), certificate.issue_day())
    )
    if certificate.expires:
        labels.append(
            (job.t(("Gültig bis", "Ablaufdatum"), ("Valid until", "Expires")), certificate.expiry_day())
        )
    for label, value in labels:
        sheet.flow(label, size=8.5, ink=GREY, after=0)
        sheet.flow(value, size=13, after=11)
    signing(sheet, job, sheet.left, sheet.y + 50, [certificate.signer])
    return sheet


def declaration(certificate: Certificate) -> Sheet:
    """The maker's own declaration in numbered points."""
    job = certificate.job
    sheet = Sheet(job.facts, family=job.pick("sans", "serif"), size=10.5, margins=(70, 64, 70, 60))
    sheet.flow(certificate.title(), size=19, style="b", align=job.pick("l", "c"), after=4)
    sheet.flow(
        f"{job.t(('Nr.', 'Nummer der Erklärung:'), ('No.', 'Declaration number:'))} "
        f"{certificate.number_text()}",
        after=16,
    )
    maker = certificate.issuer
    directive = (
        job.pick("2006/42/EG", "2014/35/EU", "2014/30/EU")
        if job.language == "de"
        else job.pick("2006/42/EC", "2014/35/EU", "2014/30/EU")
    )
    points = [
        job.t("Produkt: ", "Product: ")
        + certificate.product_text()
        + (
            f", {job.t(('Seriennummer', 'Serien-Nr.'), ('serial number', 'serial no.'))} "
            f"{certificate.serial_text()}"
            if certificate.serial
            else ""
        ),
        job.t("Name und Anschrift des Herstellers: ", "Name and address of the manufacturer: ")
        + ", ".join([certificate.issuer_name(), *maker.address(job.language, abroad=True)]),
        job.t(
            "Die alleinige Verantwortung für die Ausstellung dieser Erklärung trägt der Hersteller.",
            "This declaration is issued under the sole responsibility of the manufacturer.",
        ),
        job.t(
            f"Der oben beschriebene Gegenstand erfüllt die Richtlinie {directive} des Europäischen "
            f"Parlaments.",
            f"The object described above is in conformity with Directive {directive} of the European "
            f"Parliament.",
        ),
    ]
    if certificate.standard:
        points.append(
            job.t("Angewandte harmonisierte Norm: ", "Harmonised standard applied: ")
            + certificate.standard_text()
        )
    points.append(
        job.t(
            "Bevollmächtigt für die technischen Unterlagen: ",
            "Person authorised to compile the technical file: ",
        )
        + certificate.signer
    )
    for number, text in enumerate(points, 1):
        sheet.flow(text, indent=22, hang=f"{number}.", after=9)
    sheet.y += 24
    day = certificate.issue_day(prose=True)
    sheet.flow(job.t(f"{maker.town_name}, den {day}", f"{maker.town_name}, {day}"), after=54)
    signing(
        sheet,
        job,
        sheet.left,
        sheet.y,
        [certificate.signer, job.t("Leitung Entwicklung", "Head of Engineering")],
    )
    sheet.put(sheet.right - 60, sheet.y - 20, "CE", size=44, style="b", align="c")
    return sheet


def examination(certificate: Certificate) -> Sheet:
    """A body's certificate for a product: head, labels with values, conditions in small letters."""
    job = certificate.job
    sheet = Sheet(job.facts, size=10.5, margins=(66, 62, 66, 60))
    head(sheet, job, certificate.issuer_name(), certificate.issuer, contact=False)
    logo(sheet, job, sheet.right - 46, sheet.height - 120, 46)
    sheet.flow(certificate.title(), size=20, style="b", after=16)
    rows = [
        (
            job.t(("Bescheinigung Nr.", "Registriernummer"), ("Certificate no.", "Registration no.")),
            certificate.number_text(),
        ),
        (
            job.t(
                ("Auftraggeber", "Inhaber der Bescheinigung", "Hersteller"),
                ("Certificate holder", "Applicant", "Manufacturer"),
            ),
            ", ".join([certificate.holder_name(), *certificate.holder_lines]),
        ),
        (job.t(("Erzeugnis", "Produkt"), ("Product", "Equipment examined")), certificate.product_text()),
    ]
    if certificate.serial:
        rows.append(
            (
                job.t(("Seriennummer", "Fabriknummer des Musters"), ("Serial number", "Sample serial no.")),
                certificate.serial_text(),
            )
        )
    if certificate.standard:
        rows.append(
            (
                job.t(("Prüfgrundlage", "Angewandte Norm"), ("Tested according to", "Standard")),
                certificate.standard_text(),
            )
        )
    rows.append(
        (
            job.t("Prüfbericht", "Test report"),
            f"{job.chance.randrange(10000, 99999)}-{certificate.tested:%m} "
            f"({job.notation.date(certificate.tested)})",
        )
    )
    if certificate.passed is not None:
        rows.append(
            (
                job.t(("Ergebnis der Prüfung", "Prüfergebnis"), ("Result of the examination", "Test result")),
                certificate.verdict(),
            )
        )
    rows.append((job.t(("Ausstellungsdatum", "Datum"), ("Date of issue", "Issued")), certificate.issue_day()))
    if certificate.expires:
        rows.append((job.t("Gültig bis", ("Valid until", "Expiry date")), certificate.expiry_day()))
    pairs(
        sheet, rows, label_width=180, separator=job.pick(":", ""), leading=1.9, label_style=job.pick("", "b")
    )
    sheet.y += 16
    sheet.flow(
        job.t(
            "Die Bescheinigung gilt nur für das geprüfte Muster und in Verbindung mit dem Prüfbericht. "
            "Änderungen am "
            "Erzeugnis sind der Stelle mitzuteilen.",
            "The certificate covers the examined sample only and is valid in conjunction with the test "
            "report. Changes "
            "to the product must be notified to the body.",
        ),
        size=8.5,
        ink=GREY,
        after=60,
    )
    signing(
        sheet,
        job,
        sheet.left,
        sheet.y,
        [certificate.signer, job.t("Zertifizierungsstelle", "Certification body")],
    )
    stamp(sheet, sheet.left + 280, sheet.y - 20, [certificate.issuer.short.upper()[:11]])
    sheet.running.append(page_numbers(job.t("Seite {page} von {pages}", "Page {page} of {pages}"), align="r"))
    return sheet
