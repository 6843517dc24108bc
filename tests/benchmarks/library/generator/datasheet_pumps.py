"""Datasheets of pumps."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from tests.benchmarks.library.generator.datasheet_parts import Paper, curve, figure, running_foot
from tests.benchmarks.library.generator.drawing import GREY, Sheet
from tests.benchmarks.library.generator.facts import NBSP
from tests.benchmarks.library.generator.letterhead import head
from tests.benchmarks.library.generator.pumps import Pump
from tests.benchmarks.library.generator.tables import Column, Look, boxed, table


@dataclass(frozen=True, slots=True)
class PumpSheet:
    """A pump and the paper it is described on."""

    paper: Paper
    pump: Pump

    def rows(self) -> list[tuple[str, str]]:
        """Label and marked value with unit, of everything that is measured."""
        job, pump = self.paper.job, self.pump

        def value(field: str, number: Decimal, unit: str) -> str:
            return job.key(field, number, f"{figure(job, number)}{NBSP}{unit}")

        watts = value("power_max", pump.watts, "W")
        if pump.watts >= 100 and job.likely(0.4):
            thousandth = figure(job, (pump.watts / 1000).normalize())
            watts = job.key("power_max", pump.watts, f"{thousandth}{NBSP}kW")
        low = job.key("temperature_min", Decimal(pump.coldest), figure(job, Decimal(pump.coldest)))
        high = job.key(
            "temperature_max", Decimal(pump.warmest), figure(job, Decimal(pump.warmest), plus=True)
        )
        return [
            (job.t("Förderstrom", "Flow rate"), f"{figure(job, pump.flow)}{NBSP}l/min"),
            (job.t("Förderhöhe", ("Head", "Delivery head")), f"{figure(job, pump.head)}{NBSP}m"),
            (
                job.t("Max. Versorgungsspannung", ("Max. supply voltage", "Maximum supply voltage")),
                value("voltage_max", pump.volts, job.pick("V", "V DC")),
            ),
            (
                job.t("Max. Stromaufnahme", ("Max. current", "Maximum current")),
                value("current_max", pump.amps, "A"),
            ),
            (job.t("Max. Leistungsaufnahme", ("Max. power consumption", "Maximum power input")), watts),
            (
                job.t(("Umgebungstemperatur (Betrieb)", "Betriebstemperatur"), "Operating temperature"),
                f"{low} {job.t('bis', 'to')} {high}{NBSP}°C",
            ),
            (job.t("Schutzart", "Degree of protection"), job.pick("IP54", "IP65", "IP67")),
            (job.t("Gewicht", "Weight"), f"{figure(job, pump.weight)}{NBSP}kg"),
            (job.t("Geräuschpegel", "Noise level"), "48 dB(A)"),
        ]

    def number(self) -> str:
        return self.paper.job.text("part_number", self.pump.number)

    def kind(self) -> str:
        job = self.paper.job
        return job.key(
            "device_type",
            "pump",
            job.t(
                ("Kreiselpumpe", "Dosierpumpe", "Membranpumpe"),
                ("Centrifugal pump", "Diaphragm pump", "Metering pump"),
            ),
        )


def pump_form(made: PumpSheet) -> Sheet:
    """A form of boxes, small labels over the values."""
    job, paper = made.paper.job, made.paper
    sheet = Sheet(job.facts, size=9.5, margins=(50, 54, 50, 60))
    sheet.put(
        sheet.left, 54, job.t("Pumpendatenblatt", ("Pump data sheet", "PUMP DATA SHEET")), size=17, style="b"
    )
    sheet.put(sheet.right, 54, paper.maker_name(), size=11, style="b", align="r")
    sheet.y = 70
    cells = [
        (job.t("Bezeichnung", "Designation"), made.pump.name),
        (job.t(("Typ", "Artikelnummer"), ("Model no.", "Part number")), made.number()),
        (job.t("Bauart", "Type"), made.kind()),
    ]
    if paper.revised:
        cells.append((job.t(("Revision vom", "Stand"), ("Revision date", "Rev. date")), paper.revised_on()))
    cells.append((job.t("Ausgabe", "Issue"), paper.revision))
    cells += made.rows()
    boxed(sheet, cells, columns=job.pick(2, 3), height=36, size=10.5)
    sheet.y += 34
    curve(
        sheet, job, sheet.left + 130, sheet.y, job.t("Pumpenkennlinie", "Pump curve"), ("Q (l/min)", "H (m)")
    )
    return sheet


def pump_leaflet(made: PumpSheet) -> Sheet:
    """A leaflet: words for the customer, then the table."""
    job, paper = made.paper.job, made.paper
    sheet = Sheet(job.facts, family=job.pick("sans", "serif"), size=10, margins=(60, 60, 60, 60))
    head(sheet, job, paper.maker_name(), paper.maker, contact=False)
    sheet.flow(f"{made.pump.name}", size=22, style="b", ink=job.accent, after=2)
    sheet.flow(f"{made.kind()} {made.number()}", size=12, ink=GREY, after=12)
    sheet.flow(
        job.t(
            "Leise, trocken selbstansaugend und wartungsarm: für Kühlkreisläufe, Analysegeräte und die "
            "Dosierung "
            "wässriger Medien von 5 bis 80 °C.",
            "Quiet, self-priming and easy to service: for cooling loops, analysers and the metering of "
            "aqueous media "
            "from 5 to 80 °C.",
        ),
        after=12,
    )
    columns = [Column(job.t("Technische Daten", "Technical data"), 26), Column("", 20, job.pick("l", "r"))]
    rows = [list(row) for row in made.rows()]
    table(
        sheet,
        columns,
        rows,
        Look(head=job.pick("fill", "rule"), lines="rows", zebra=True, accent=job.accent, size=9.5),
    )
    sheet.y += 20
    curve(sheet, job, sheet.left + 20, sheet.y, job.t("Kennlinie", "Performance"), ("Q (l/min)", "H (m)"))
    sheet.running.append(running_foot(paper, [paper.revision_line()]))
    return sheet
