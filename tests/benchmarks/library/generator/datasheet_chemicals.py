"""Sheets of chemicals: technical data, specification cards, lists."""

from __future__ import annotations

from tests.benchmarks.library.generator.chemicals import Chemical
from tests.benchmarks.library.generator.datasheet_parts import copyright_line, running_foot
from tests.benchmarks.library.generator.drawing import GREY, Sheet
from tests.benchmarks.library.generator.letterhead import head
from tests.benchmarks.library.generator.tables import Column, Look, pairs, table


def property_table(chemical: Chemical) -> Sheet:
    """Property, value, unit and method in columns."""
    job, paper = chemical.job, chemical.paper
    sheet = Sheet(job.facts, size=9.5, margins=(58, 60, 58, 60))
    head(sheet, job, paper.maker_name(), paper.maker, contact=False)
    sheet.flow(
        job.t("Technisches Datenblatt", ("Technical Data Sheet", "Product data sheet")),
        size=11,
        ink=GREY,
        after=2,
    )
    sheet.flow(chemical.name, size=18, style="b", after=4)
    line = [
        f"{job.t(('Art.-Nr.', 'Bestellnummer'), ('Product no.', 'Cat. no.'))} {chemical.number_text()}",
        chemical.kind(),
    ]
    if chemical.solvent:
        cas = job.text("cas_number", chemical.solvent.cas)
        line += [f"CAS {cas}", f"EC {chemical.solvent.ec}"]
    sheet.flow("   |   ".join(line), after=14)
    sheet.flow(_description(chemical), after=12)
    sheet.flow(job.t("Eigenschaften", ("Typical properties", "Physical properties")), style="b", size=11)
    columns = [
        Column(job.t("Eigenschaft", "Property"), 24),
        Column(job.t("Wert", ("Value", "Typical value")), 14, "r" if job.likely(0.5) else "l"),
        Column(job.t("Einheit", "Unit"), 10),
        Column(job.t("Methode / Bedingung", "Method / condition"), 18),
    ]
    rows = [list(row) for row in chemical.properties(unit=False)]
    table(
        sheet,
        columns,
        rows,
        Look(head=job.pick("fill", "rule"), lines=job.pick("grid", "rows"), accent=job.accent, size=9.5),
    )
    sheet.flow(job.t("Lagerung und Handhabung", "Storage and handling"), style="b", size=11)
    sheet.flow(_storage(chemical))
    sheet.running.append(running_foot(paper, [paper.revision_line()]))
    return sheet


def _description(chemical: Chemical) -> str:
    job = chemical.job
    if chemical.solvent:
        return job.t(
            "Klare, farblose Flüssigkeit. Einsatz als Löse- und Reinigungsmittel, als Reaktionsmedium und "
            "zur "
            "Extraktion. Wassergehalt höchstens 0,1 %.",
            "Clear, colourless liquid. Used for cleaning, as a reaction medium and for extraction. Water "
            "content not "
            "more than 0.1 %.",
        )
    return job.t(
        "Für Metalle, Keramik und viele Kunststoffe. Topfzeit 20 min bei 23 °C, Aushärtung in 24 h. "
        "Untergründe "
        "müssen fettfrei und trocken sein.",
        "For metals, ceramics and many plastics. Pot life 20 min at 23 °C, full cure in 24 h. Substrates "
        "must be dry "
        "and free from grease.",
    )


def _storage(chemical: Chemical) -> str:
    return chemical.job.t(
        "Dicht verschlossen an einem kühlen, gut belüfteten Ort bei 5 bis 25 °C lagern. Haltbarkeit 24 "
        "Monate in der "
        "Originalverpackung.",
        "Keep tightly closed in a cool, well-ventilated place at 5 to 25 °C. Shelf life 24 months in the "
        "original "
        "container.",
    )


def card(chemical: Chemical) -> Sheet:
    """Two columns of labels and values under a band, with warning signs."""
    job, paper = chemical.job, chemical.paper
    sheet = Sheet(job.facts, size=9, margins=(46, 46, 46, 56))
    sheet.box(0, 0, sheet.width, 74, ink=None, fill=job.accent)
    sheet.put(sheet.left, 36, chemical.name, size=18, style="b", ink=(1, 1, 1))
    sheet.put(sheet.left, 58, paper.maker_name(), size=10, ink=(1, 1, 1))
    sheet.y = 96
    for number, word in enumerate(("GHS02", "GHS07")[: 2 if chemical.solvent else 1]):
        x, y = sheet.right - 30 - number * 62, 116
        sheet.path(
            [(x, y - 24), (x + 24, y), (x, y + 24), (x - 24, y)], ink=(0.8, 0, 0), width=2, closed=True
        )
        sheet.put(x, y + 3, word, size=6.5, align="c")
    rows = [
        (
            job.t(("Artikelnummer", "Produktnummer"), ("Product number", "Catalogue number")),
            chemical.number_text(),
        ),
        (job.t(("Produktart", "Stoffklasse"), ("Product type", "Category")), chemical.kind()),
    ]
    if chemical.solvent:
        rows += [
            (job.t("CAS-Nummer", ("CAS number", "CAS-No.")), job.text("cas_number", chemical.solvent.cas)),
            (job.t("EG-Nummer", "EC number"), chemical.solvent.ec),
            (job.t("Summenformel", "Formula"), chemical.solvent.formula),
        ]
    if paper.revised:
        rows.append((job.t(("Überarbeitet am", "Stand"), ("Revision date", "Revised")), paper.revised_on()))
    separator = job.pick(":", "")
    with sheet.between(sheet.left, sheet.left + 330):
        pairs(sheet, rows, label_width=130, separator=separator, leading=1.6, label_style="b")
    sheet.y = max(sheet.y, 190) + 12
    top, middle = sheet.y, (sheet.left + sheet.right) / 2
    with sheet.between(sheet.left, middle - 14):
        sheet.flow(job.t("Physikalische Daten", "Physical data"), style="b", size=12, ink=job.accent)
        values = []
        for label, value, _, condition in chemical.properties():
            values.append((label, f"{value} ({condition})" if condition and "(" not in label else value))
        pairs(sheet, values, label_width=137, separator=separator, leading=1.5)
    low, sheet.y = sheet.y, top
    with sheet.between(middle + 14, sheet.right):
        sheet.flow(job.t("Beschreibung", "Description"), style="b", size=12, ink=job.accent)
        sheet.flow(_description(chemical))
        sheet.flow(job.t("Lagerung", "Storage"), style="b", size=12, ink=job.accent)
        sheet.flow(_storage(chemical))
        sheet.flow(job.t("Gebinde", "Pack sizes"), style="b", size=12, ink=job.accent)
        sheet.flow(
            job.t(
                "1 l Glasflasche, 2,5 l Glasflasche, 25 l Kanister, 200 l Fass",
                "1 L glass bottle, 2.5 L glass bottle, 25 L canister, 200 L drum",
            )
        )
    sheet.y = max(low, sheet.y)
    sheet.flow(copyright_line(paper), size=7.5, ink=GREY)
    return sheet


def data_list(chemical: Chemical) -> Sheet:
    """A typed list with dots or colons, the maker and the revision at the end."""
    job, paper = chemical.job, chemical.paper
    sheet = Sheet(job.facts, family=job.pick("mono", "serif"), size=10, margins=(76, 76, 76, 60))
    sheet.flow(job.t("STOFFDATEN", ("PRODUCT SPECIFICATION", "SUBSTANCE DATA")), size=12, style="b", after=14)
    rows = [
        (job.t("Bezeichnung", ("Name", "Product")), chemical.name),
        (job.t("Art", ("Kind", "Use")), chemical.kind()),
        (job.t("Best.-Nr.", ("Ref.", "Order code")), chemical.number_text()),
    ]
    if chemical.solvent:
        rows.append((job.t("CAS-Nr.", "CAS no."), job.text("cas_number", chemical.solvent.cas)))
        if chemical.solvent.un:
            rows.append((job.t("UN-Nr.", "UN no."), chemical.solvent.un))
    rows += [(label, value) for label, value, _, _ in chemical.properties()]
    rows.append((job.t("Hersteller", ("Manufacturer", "Producer")), paper.maker_name()))
    if paper.revised:
        rows.append((job.t(("Stand", "Revision vom"), ("Revision", "Date of revision")), paper.revised_on()))
    dots = job.likely(0.5)
    pairs(sheet, rows, label_width=215, separator="" if dots else ":", leading=1.75, dots=dots)
    sheet.y += 24
    note = job.t(
        "Die Angaben beruhen auf unserem heutigen Kenntnisstand und sind keine zugesicherten Eigenschaften.",
        "These data reflect our present knowledge and do not constitute a warranty of properties.",
    )
    sheet.flow(note, size=8.5)
    return sheet
