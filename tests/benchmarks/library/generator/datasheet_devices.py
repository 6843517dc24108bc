"""Datasheets of electronic devices."""

from __future__ import annotations

from tests.benchmarks.library.generator.datasheet_parts import (
    cells,
    copyright_line,
    curve,
    name,
    one_value,
    outline,
    running_foot,
    running_head,
)
from tests.benchmarks.library.generator.device_sheet import DeviceSheet, bullets, characteristics_table
from tests.benchmarks.library.generator.drawing import GREY, Sheet
from tests.benchmarks.library.generator.letterhead import logo
from tests.benchmarks.library.generator.ratings import Rating
from tests.benchmarks.library.generator.tables import Column, Look, pairs, table


def ratings_table(made: DeviceSheet) -> Sheet:
    """Limits with one value column on the first page, characteristics and curves on the next."""
    job, paper = made.paper.job, made.paper
    sheet = Sheet(job.facts, size=9, margins=(48, 56, 48, 56))
    logo(sheet, job, sheet.left, 30, 24)
    sheet.put(sheet.left + 32, 48, paper.maker_name(), size=11, style="b", ink=job.accent)
    sheet.put(
        sheet.right,
        48,
        job.t("Datenblatt", ("Datasheet", "Product data sheet")),
        size=10,
        align="r",
        ink=GREY,
    )
    sheet.rule(sheet.left, 60, sheet.right, 60, width=1.5, ink=job.accent)
    sheet.y = 70
    sheet.flow(made.number(), size=22, style="b", after=2)
    package = made.package()
    sheet.flow(
        job.t(f"{made.kind()} im Gehäuse {package}", f"{made.kind()} in {package} package"), size=12, after=12
    )
    outline(sheet, sheet.right - 80, 78, 3 if made.device.kind not in ("diode", "zener_diode", "led") else 2)
    sheet.flow(job.t("Eigenschaften", "Features"), style="b", size=11)
    bullets(sheet, made.features())
    sheet.flow(job.t("Anwendungen", "Applications"), style="b", size=11)
    bullets(sheet, made.uses())
    sheet.flow(
        job.t("Absolute Grenzwerte", ("Absolute maximum ratings", "Absolute Maximum Ratings (Ta = 25 °C)")),
        style="b",
        size=11,
    )
    unit = job.t("Einheit", "Unit")
    columns = [
        Column("Symbol", 9),
        Column(job.t("Parameter", "Parameter"), 30),
        Column(job.t("Wert", ("Value", "Rating", "Limit")), 14, "c"),
        Column(unit, 8),
    ]
    rows = []
    for r in made.device.limits:
        extra = f" ({r.conditions})" if r.conditions else ""
        rows.append([r.symbol, name(job, r) + extra, one_value(job, r), r.unit])
    look = Look(head=job.pick("fill", "rule"), lines=job.pick("grid", "rows"), accent=job.accent, size=8.5)
    table(sheet, columns, rows, look)
    sheet.new_page()
    title = job.t(
        "Elektrische Kennwerte (TA = 25 °C, wenn nicht anders angegeben)",
        "Electrical characteristics (TA = 25 °C unless otherwise noted)",
    )
    sheet.flow(title, style="b", size=11)
    characteristics_table(sheet, made, look)
    sheet.y += 20
    top = sheet.y
    curve(
        sheet,
        job,
        sheet.left + 20,
        top,
        job.t("Bild 1. Derating", "Fig. 1. Power derating"),
        ("T (°C)", "P (%)"),
    )
    curve(
        sheet,
        job,
        sheet.left + 270,
        top,
        job.t("Bild 2. Kennlinie", "Fig. 2. Transfer characteristic"),
        ("V (V)", "I (A)"),
    )
    sheet.running.append(running_head(made.number(), job.t(made.device.german, made.device.english)))
    sheet.running.append(running_foot(paper, [paper.revision_line()]))
    return sheet


def limiting_values(made: DeviceSheet) -> Sheet:
    """An older house style: capitals, limits with minimum and maximum in columns of their own."""
    job, paper = made.paper.job, made.paper
    sheet = Sheet(job.facts, family=job.pick("serif", "sans"), size=9.5, margins=(56, 60, 56, 60))
    sheet.put(sheet.left, 46, paper.maker_name(), size=9)
    sheet.put(sheet.right, 46, job.t("Produktspezifikation", "Product specification"), size=9, align="r")
    sheet.rule(sheet.left, 51, sheet.right, 51, width=1.2)
    sheet.put(sheet.left, 78, made.kind(), size=15, style="b")
    sheet.put(sheet.right, 78, made.number(), size=15, style="b", align="r")
    sheet.rule(sheet.left, 86, sheet.right, 86, width=0.6)
    sheet.y = 98
    sheet.flow(job.t("BESCHREIBUNG", "DESCRIPTION"), style="b")
    kind, package = job.t(made.device.german, made.device.english), made.package()
    sheet.flow(
        job.t(f"{kind} in einem Kunststoffgehäuse {package}.", f"{kind} in a {package} plastic package."),
        after=10,
    )
    sheet.flow(job.t("ANSCHLUSSBELEGUNG", "PINNING"), style="b")
    outline(sheet, sheet.left + 10, sheet.y + 4, 3)
    sheet.y += 72
    look = Look(head="rule", lines="rows", size=8.5)
    sheet.flow(job.t("GRENZWERTE", "LIMITING VALUES"), style="b", after=2)
    note = job.t(
        "Nach dem System absoluter Grenzwerte (IEC 60134).",
        "In accordance with the Absolute Maximum Rating System (IEC 60134).",
    )
    sheet.flow(note, size=8.5)
    columns = [
        Column("SYMBOL", 10),
        Column("PARAMETER", 26),
        Column(job.t("BEDINGUNGEN", "CONDITIONS"), 16),
        Column("MIN.", 8, "c"),
        Column("MAX.", 8, "c"),
        Column(job.t("EINHEIT", "UNIT"), 8),
    ]
    rows = []
    for r in made.device.limits:
        low, _, high = cells(job, r)
        rows.append([r.symbol, name(job, r), r.conditions, low or "–", high, r.unit])
    table(sheet, columns, rows, look)
    sheet.flow(job.t("KENNWERTE", "CHARACTERISTICS"), style="b", after=2, keep_with=160)
    sheet.flow("Tj = 25 °C", size=8.5)
    characteristics_table(sheet, made, look, upper=True)
    sheet.running.append(running_head(kind, made.number()))
    texts = [paper.revised_on()] if paper.revised else []
    sheet.running.append(running_foot(paper, texts))
    return sheet


def side_box(made: DeviceSheet) -> Sheet:
    """Words at the left, a box of key data at the right, a grid of limits below."""
    job, paper = made.paper.job, made.paper
    sheet = Sheet(job.facts, size=9, margins=(44, 50, 44, 56))
    sheet.box(0, 0, sheet.width, 86, ink=None, fill=job.accent)
    sheet.put(sheet.left, 44, made.number(), size=24, style="b", ink=(1, 1, 1))
    sheet.put(sheet.left, 66, made.kind(), size=11, ink=(1, 1, 1))
    sheet.put(sheet.right, 44, paper.maker_name(), size=10, style="b", align="r", ink=(1, 1, 1))
    split = sheet.left + 300
    sheet.y = 106
    with sheet.between(sheet.left, split - 20):
        sheet.flow(job.t("Merkmale", "Features"), style="b", size=11, ink=job.accent)
        bullets(sheet, made.features(), mark="–")
        sheet.flow(job.t("Typische Anwendungen", "Typical applications"), style="b", size=11, ink=job.accent)
        bullets(sheet, made.uses(), mark="–")
    low = sheet.y
    sheet.y = 112
    rows = [(job.t("Gehäuse", ("Package", "Case")), made.package())]
    rows += [(r.symbol, one_value(job, r, unit=True)) for r in made.device.limits[-4:] if r.symbol != "Tstg"]
    if paper.revised:
        rows.append((job.t(("Ausgabedatum", "Stand"), ("Revision date", "Last update")), paper.revised_on()))
    top = sheet.y
    with sheet.between(split + 10, sheet.right - 10):
        sheet.flow(job.t("Auf einen Blick", ("At a glance", "Key parameters")), style="b", size=10)
        pairs(sheet, rows, label_width=80, leading=1.5)
    sheet.box(split, top - 8, sheet.right, sheet.y + 8, ink=job.accent)
    sheet.y = max(low, sheet.y + 14) + 6
    sheet.flow(
        job.t("Grenzwerte", ("Maximum ratings", "Absolute maximum ratings")),
        style="b",
        size=11,
        ink=job.accent,
    )
    columns = [
        Column(job.t("Kenngröße", "Parameter"), 30),
        Column("Symbol", 10),
        Column(job.t("Wert", "Rating"), 16, "c"),
    ]
    rows3 = [[name(job, r), r.symbol, one_value(job, r, unit=True)] for r in made.device.limits]
    look = Look(head="fill", lines="grid", accent=job.accent, zebra=True)
    table(sheet, columns, rows3, look)
    sheet.flow(
        job.t("Kennwerte bei 25 °C", "Characteristics at 25 °C"),
        style="b",
        size=11,
        ink=job.accent,
        keep_with=140,
    )
    characteristics_table(sheet, made, look)
    sheet.running.append(running_foot(paper, [copyright_line(paper)]))
    return sheet


def short_form(made: DeviceSheet) -> Sheet:
    """Labels with values only, one below the other, as in a catalogue."""
    job, paper = made.paper.job, made.paper
    sheet = Sheet(job.facts, family=job.pick("mono", "sans", "serif"), size=10, margins=(70, 70, 70, 60))
    sheet.flow(job.t("Kurzdatenblatt", "Short-form data sheet"), size=9, ink=GREY)
    sheet.flow(made.number(), size=20, style="b", after=10)
    rows = [
        (job.t("Typ", ("Type", "Device type")), made.kind()),
        (job.t("Hersteller", ("Manufacturer", "Maker")), paper.maker_name()),
        (job.t(("Bauform", "Gehäuse"), ("Package", "Case style")), made.package()),
    ]
    for r in made.device.limits:
        label = f"{name(job, r)} {r.symbol}" if job.likely(0.5) else name(job, r)
        rows.append((label, one_value(job, r, unit=True)))
    for r in made.device.characteristics[:3]:
        rows.append((f"{name(job, r)} {r.symbol}", one_value(job, r, unit=True)))
    if paper.revised:
        rows.append((job.t("Stand", ("Issue date", "Updated")), paper.revised_on()))
    dots = job.likely(0.5)
    pairs(
        sheet,
        rows,
        label_width=270,
        separator="" if dots else job.pick(":", " =", ""),
        leading=1.8,
        dots=dots,
    )
    sheet.y += 30
    sheet.flow(copyright_line(paper), size=8, ink=GREY)
    return sheet


def product_brief(made: DeviceSheet) -> Sheet:
    """Sentences that hold the limits, and a table of characteristics."""
    job, paper = made.paper.job, made.paper
    sheet = Sheet(job.facts, family=job.pick("serif", "sans"), size=10.5, margins=(72, 64, 72, 60))
    logo(sheet, job, sheet.right - 34, 40, 32)
    sheet.flow(paper.maker_name(), size=10, ink=job.accent, style="b", after=20)
    sheet.flow(made.number(), size=24, style="b", after=2)
    sheet.flow(
        job.t("Produktinformation", ("Product brief", "Product information")), size=11, ink=GREY, after=14
    )
    by_field = {r.high_field or r.low_field: r for r in made.device.limits if r.high_field or r.low_field}
    kind, package, number = made.kind(), made.package(), made.device.number
    sheet.flow(
        job.t(
            f"Der {number} ist ein Bauelement vom Typ {kind}, geliefert im Gehäuse {package}.",
            f"The {number} is a device of the type {kind}, supplied in a {package} package.",
        )
    )
    sheet.flow(" ".join(_sentences(made, by_field)), after=12)
    sheet.flow(job.t("Kennwerte", "Characteristics"), style="b")
    characteristics_table(sheet, made, Look(head="rule", size=8.5))
    sheet.y += 10
    curve(
        sheet,
        job,
        sheet.left + 120,
        sheet.y + 10,
        job.t("Kennlinie", "Typical behaviour"),
        ("V (V)", "I (A)"),
    )
    sheet.running.append(running_foot(paper, [paper.revision_line()]))
    return sheet


def _sentences(made: DeviceSheet, limits: dict[str, Rating]) -> list[str]:
    job = made.paper.job
    texts = []
    for field, german, english in (
        (
            "voltage_max",
            "Die {name} darf {value} nicht überschreiten.",
            "The {name} must not exceed {value}.",
        ),
        ("current_max", "Zulässig ist als {name} höchstens {value}.", "The {name} is limited to {value}."),
        ("power_max", "Die größte {name} beträgt {value}.", "The maximum {name} is {value}."),
    ):
        if field in limits:
            words = name(job, limits[field])
            words = words if job.language == "de" else words[0].lower() + words[1:]
            texts.append(
                job.t(german, english).format(name=words, value=one_value(job, limits[field], unit=True))
            )
    if "temperature_max" in limits:
        rating = limits["temperature_max"]
        value = one_value(job, rating, unit=True)
        ambient = rating.symbol == "Topr"
        german = (
            "Der Betriebstemperaturbereich reicht von {}."
            if ambient
            else "Die Sperrschichttemperatur darf im Bereich {} liegen."
        )
        english = (
            "The operating temperature range is {}." if ambient else "The junction temperature range is {}."
        )
        texts.append(job.t(german, english).format(value))
    return texts


def merged_grid(made: DeviceSheet) -> Sheet:
    """One grid for everything, headings between the rows, values with their units in one cell."""
    job, paper = made.paper.job, made.paper
    sheet = Sheet(job.facts, size=9, margins=(50, 50, 50, 60))
    sheet.box(sheet.left, 36, sheet.right, 84)
    sheet.rule(sheet.left + 330, 36, sheet.left + 330, 84)
    sheet.put(sheet.left + 8, 56, made.number(), size=16, style="b")
    sheet.put(sheet.left + 8, 74, made.kind(), size=10)
    sheet.put(sheet.left + 338, 50, paper.maker_name(), size=8, style="b")
    facts = [f"Rev. {paper.revision}", *([paper.revised_on()] if paper.revised else [])]
    sheet.block(sheet.left + 338, 63, facts, size=8.5)
    sheet.y = 100
    columns = [
        Column(job.t("Angabe", "Item"), 30),
        Column(job.t("Bedingung", "Condition"), 18),
        Column(job.t("Wert", "Value"), 18),
    ]
    rows: list[list[str]] = [[job.t("Allgemein", "General")]]
    rows.append([job.t("Gehäuse", "Package"), "", made.package()])
    rows.append([job.t("Montage", "Mounting"), "", job.t("nach IPC-A-610", "per IPC-A-610")])
    rows.append([job.t("Grenzwerte", "Maximum ratings")])
    rows += [
        [f"{name(job, r)}, {r.symbol}", r.conditions, one_value(job, r, unit=True)]
        for r in made.device.limits
    ]
    rows.append([job.t("Elektrische Eigenschaften", "Electrical properties")])
    for r in made.device.characteristics:
        rows.append([f"{name(job, r)}, {r.symbol}", r.conditions, one_value(job, r, unit=True)])
    table(sheet, columns, rows, Look(head="plain", lines="grid", size=9, pad=3.5))
    sheet.flow(copyright_line(paper), size=7.5, ink=GREY)
    return sheet
