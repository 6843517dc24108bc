"""Certificates of materials, and plain lists for these and for trainings."""

from __future__ import annotations

from decimal import Decimal

from tests.benchmarks.library.generator.certificates import Certificate
from tests.benchmarks.library.generator.drawing import GREY, Sheet
from tests.benchmarks.library.generator.letterhead import page_numbers, signing
from tests.benchmarks.library.generator.tables import Column, Look, boxed, pairs, table


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
