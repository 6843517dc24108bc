"""Safety data sheets: sixteen sections over several pages, the physical data in the ninth."""

from __future__ import annotations

from datetime import timedelta

from tests.benchmarks.library.generator.chemicals import Chemical
from tests.benchmarks.library.generator.drawing import GREY, Sheet
from tests.benchmarks.library.generator.tables import Column, Look, pairs, table

_TITLES = {
    "de": (
        "Bezeichnung des Stoffs und des Unternehmens",
        "Mögliche Gefahren",
        "Zusammensetzung / Angaben zu Bestandteilen",
        "Erste-Hilfe-Maßnahmen",
        "Maßnahmen zur Brandbekämpfung",
        "Maßnahmen bei unbeabsichtigter Freisetzung",
        "Handhabung und Lagerung",
        "Begrenzung und Überwachung der Exposition",
        "Physikalische und chemische Eigenschaften",
        "Stabilität und Reaktivität",
        "Toxikologische Angaben",
        "Umweltbezogene Angaben",
        "Hinweise zur Entsorgung",
        "Angaben zum Transport",
        "Rechtsvorschriften",
        "Sonstige Angaben",
    ),
    "en": (
        "Identification of the substance and of the company",
        "Hazards identification",
        "Composition / information on ingredients",
        "First aid measures",
        "Firefighting measures",
        "Accidental release measures",
        "Handling and storage",
        "Exposure controls / personal protection",
        "Physical and chemical properties",
        "Stability and reactivity",
        "Toxicological information",
        "Ecological information",
        "Disposal considerations",
        "Transport information",
        "Regulatory information",
        "Other information",
    ),
}
_TEXTS = {
    "de": {
        2: "Flüssigkeit und Dampf entzündbar. Verursacht schwere Augenreizung. Kann Schläfrigkeit und "
        "Benommenheit "
        "verursachen. Signalwort: Gefahr.",
        4: "Nach Einatmen an die frische Luft bringen. Nach Augenkontakt mindestens 15 Minuten mit Wasser "
        "spülen. Nach "
        "Verschlucken kein Erbrechen herbeiführen, Arzt rufen.",
        5: "Geeignete Löschmittel: Kohlendioxid, Schaum, Löschpulver. Dämpfe sind schwerer als Luft.",
        6: "Zündquellen entfernen. Nicht in die Kanalisation gelangen lassen. Mit Bindemittel aufnehmen.",
        7: "Behälter dicht geschlossen halten. Lagertemperatur 15 bis 25 °C. Maßnahmen gegen "
        "elektrostatische Aufladung "
        "treffen.",
        8: "Arbeitsplatzgrenzwert: 500 ppm. Schutzbrille und Handschuhe aus Butylkautschuk (0,7 mm) tragen.",
        10: "Unter normalen Bedingungen stabil. Zu vermeiden: Erhitzen über 60 °C, starke Oxidationsmittel.",
        11: "LD50 oral, Ratte: 5800 mg/kg. Hautreizung, Kaninchen: schwach.",
        12: "LC50, Fisch, 96 h: 5540 mg/l. Biologisch leicht abbaubar.",
        13: "Als gefährlichen Abfall entsorgen, Abfallschlüssel 14 06 03.",
        15: "Wassergefährdungsklasse 1. Beschäftigungsbeschränkungen für Jugendliche beachten.",
        16: "Vollständiger Wortlaut der H-Sätze: siehe Abschnitt 2. Die Angaben stützen sich auf den "
        "heutigen Stand.",
    },
    "en": {
        2: "Flammable liquid and vapour. Causes serious eye irritation. May cause drowsiness or dizziness. "
        "Signal word: "
        "Danger.",
        4: "If inhaled, move to fresh air. After eye contact rinse with water for at least 15 minutes. If "
        "swallowed, do "
        "not induce vomiting; call a physician.",
        5: "Suitable extinguishing media: carbon dioxide, foam, dry powder. Vapours are heavier than air.",
        6: "Remove sources of ignition. Do not let the product enter drains. Take up with absorbent "
        "material.",
        7: "Keep container tightly closed. Storage temperature 15 to 25 °C. Take precautions against "
        "static discharge.",
        8: "Occupational exposure limit: 500 ppm. Wear safety goggles and butyl rubber gloves (0.7 mm).",
        10: "Stable under normal conditions. Avoid heating above 60 °C and strong oxidising agents.",
        11: "LD50 oral, rat: 5800 mg/kg. Skin irritation, rabbit: slight.",
        12: "LC50, fish, 96 h: 5540 mg/l. Readily biodegradable.",
        13: "Dispose of as hazardous waste, waste code 14 06 03.",
        15: "Water hazard class 1. Observe restrictions on the employment of young people.",
        16: "For the full text of H statements see section 2. The information is based on present knowledge.",
    },
}


def safety_sheet(chemical: Chemical) -> Sheet:
    """Every page repeats the product, its revision and the day of printing, which is another one."""
    job, paper = chemical.job, chemical.paper
    sheet = Sheet(job.facts, size=9, margins=(54, 96, 54, 54))
    word = job.t(("ABSCHNITT", "Abschnitt"), ("SECTION", "Section"))
    texts = _TEXTS[job.language]
    for number, title in enumerate(_TITLES[job.language], 1):
        sheet.flow(f"{word} {number}: {title}", style="b", size=10, after=3, keep_with=50)
        if number == 1:
            _identity(sheet, chemical)
        elif number == 3:
            _composition(sheet, chemical)
        elif number == 9:
            _physical(sheet, chemical)
        elif number == 14:
            un = chemical.solvent.un if chemical.solvent else ""
            sheet.flow(
                f"UN {un}, ADR/RID 3, {job.t('Verpackungsgruppe', 'packing group')} II"
                if un
                else job.t("Kein Gefahrgut.", "Not dangerous goods."),
                after=10,
            )
        else:
            sheet.flow(texts[number], after=10)
    revised, printed = "", ""
    if paper.revised:
        day = paper.revised_on()
        revised = job.t(
            (f"überarbeitet am: {day}", f"Überarbeitungsdatum: {day}"),
            (f"Revision date: {day}", f"Revised: {day}"),
        )
        later = job.notation.date(paper.revised + timedelta(days=job.chance.randrange(20, 400)))
        earlier = job.notation.date(paper.revised - timedelta(days=job.chance.randrange(200, 900)))
        printed = job.t(
            f"Druckdatum: {later}   ersetzt Fassung vom {earlier}",
            f"Print date: {later}   supersedes version of {earlier}",
        )
    law = job.t(
        "gemäß Verordnung (EG) Nr. 1907/2006 (REACH)", "according to Regulation (EC) No 1907/2006 (REACH)"
    )
    title = job.t("Sicherheitsdatenblatt", ("Safety Data Sheet", "SAFETY DATA SHEET"))
    boxed = job.likely(0.5)

    def running(drawn: Sheet, page: int, pages: int) -> None:
        drawn.put(drawn.left, 40, title, size=13, style="b")
        drawn.put(drawn.left, 52, law, size=7, ink=GREY)
        drawn.put(drawn.left, 66, chemical.name, size=9, style="b")
        drawn.put(drawn.right, 40, f"{job.t('Version', 'Version')} {paper.revision}", size=8, align="r")
        drawn.put(drawn.right, 52, revised, size=8, align="r")
        drawn.put(drawn.right, 66, printed, size=8, align="r")
        if boxed:
            drawn.box(drawn.left - 6, 26, drawn.right + 6, 74)
        else:
            drawn.rule(drawn.left, 74, drawn.right, 74, width=1)
        drawn.put(
            drawn.right,
            drawn.height - 30,
            job.t(f"Seite {page} von {pages}", f"Page {page} of {pages}"),
            size=8,
            align="r",
        )

    sheet.running.append(running)
    return sheet


def _identity(sheet: Sheet, chemical: Chemical) -> None:
    job, paper = chemical.job, chemical.paper
    rows = [
        (job.t("Handelsname", ("Trade name", "Product name")), chemical.name),
        (job.t(("Artikelnummer", "Produktcode"), ("Product code", "Article number")), chemical.number_text()),
        (job.t("Verwendung", ("Identified use", "Use")), chemical.kind()),
        (
            job.t(("Hersteller / Lieferant", "Firma"), ("Supplier", "Manufacturer / supplier")),
            paper.maker_name(),
        ),
        (job.t("Anschrift", "Address"), ", ".join(paper.maker.address(job.language, abroad=True))),
        (job.t("Notruf", "Emergency telephone"), paper.maker.phone),
    ]
    pairs(sheet, rows, label_width=150, separator=job.pick(":", ""))
    sheet.y += 8


def _composition(sheet: Sheet, chemical: Chemical) -> None:
    job, solvent = chemical.job, chemical.solvent
    if solvent is None:
        sheet.flow(job.t("Gemisch aus Harzen und Härtern.", "Mixture of resins and hardeners."), after=10)
        return
    columns = [
        Column(job.t("Stoffname", "Substance"), 18),
        Column(job.t("CAS-Nr.", "CAS No."), 12),
        Column(job.t("EG-Nr.", "EC No."), 12),
        Column(job.t("Gehalt", "Content"), 10),
    ]
    name = solvent.german if job.language == "de" else solvent.english
    row = [name, job.text("cas_number", solvent.cas), solvent.ec, "≥ 99 %"]
    table(sheet, columns, [row], Look(head="rule", lines="grid", size=8.5))
    sheet.y += 4


def _physical(sheet: Sheet, chemical: Chemical) -> None:
    job = chemical.job
    rows = [
        (job.t("Aggregatzustand", "Physical state"), job.t("flüssig", "liquid")),
        (job.t("Farbe", "Colour"), job.t("farblos", "colourless")),
    ]
    american = chemical.paper.maker.country == "US"
    for label, value, unit, condition in chemical.properties():
        extra = f" ({condition})" if condition and "(" not in label else ""
        if american and unit == "°C" and label.endswith("point"):
            known = chemical.solvent.boiling if chemical.solvent and "oiling" in label else chemical.flash
            if "elting" not in label and "reezing" not in label and known is not None:
                extra = f" ({round(known * 9 / 5 + 32)} °F)"
        rows.append((label, value + extra))
    if chemical.solvent:
        rows.append(
            (
                job.t("Untere Explosionsgrenze", "Lower explosion limit"),
                f"{job.notation.number('2.1')} Vol.-%",
            )
        )
        rows.append((job.t("Dampfdruck", "Vapour pressure"), "98 hPa"))
    if job.likely(0.5):
        columns = [Column("", 22), Column("", 26)]
        table(sheet, columns, [list(row) for row in rows], Look(head="none", lines="rows", size=9))
    else:
        pairs(sheet, rows, label_width=170, separator=":")
    sheet.y += 8
