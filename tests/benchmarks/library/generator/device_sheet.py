"""A device on paper: its marked words, and the pieces that its layouts share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.benchmarks.library.generator.datasheet_parts import (
    Paper,
    cells,
    name,
)
from tests.benchmarks.library.generator.devices import Device
from tests.benchmarks.library.generator.drawing import Sheet
from tests.benchmarks.library.generator.tables import Column, Look, table


@dataclass(frozen=True, slots=True)
class DeviceSheet:
    """A device and the paper it is described on."""

    paper: Paper
    device: Device

    def number(self) -> str:
        return self.paper.job.text("part_number", self.device.number)

    def kind(self) -> str:
        job = self.paper.job
        return job.key("device_type", self.device.kind, job.t(self.device.german, self.device.english))

    def package(self) -> str:
        return self.paper.job.text("package", self.device.package)

    def features(self) -> list[str]:
        job = self.paper.job
        texts = [
            job.t("Hohe Zuverlässigkeit", "High reliability"),
            job.t("RoHS-konform, halogenfrei", "RoHS compliant, halogen free"),
            job.t("Geringer Platzbedarf", "Small footprint"),
            job.t("Feuchteempfindlichkeit Stufe 1", "Moisture sensitivity level 1"),
            job.t("Geprüft nach AEC-Q101", "AEC-Q101 qualified"),
            job.t("Lieferbar auf Rolle (3000 Stück)", "Available on tape and reel (3000 pcs)"),
        ]
        return job.chance.sample(texts, 4)

    def uses(self) -> list[str]:
        job = self.paper.job
        texts = [
            job.t("Schaltanwendungen", "General purpose switching"),
            job.t("Motorsteuerungen", "Motor control"),
            job.t("Batteriegeräte", "Battery-powered equipment"),
            job.t("Fahrzeugelektronik", "Automotive electronics"),
            job.t("Stromversorgungen", "Power supplies"),
        ]
        return job.chance.sample(texts, 3)


def bullets(sheet: Sheet, texts: Sequence[str], *, mark: str = "•") -> None:
    for text in texts:
        sheet.flow(text, indent=12, hang=mark, after=1.5)
    sheet.y += 6


def characteristics_table(sheet: Sheet, made: DeviceSheet, look: Look, *, upper: bool = False) -> None:
    job = made.paper.job
    titles = [
        job.t("Symbol", "Symbol"),
        job.t("Parameter", "Parameter"),
        job.t("Bedingungen", ("Conditions", "Test conditions")),
        job.t("Min.", "Min"),
        job.t("Typ.", "Typ"),
        job.t("Max.", "Max"),
        job.t("Einheit", "Unit"),
    ]
    shares = (8, 22, 18, 7, 7, 7, 7)
    columns = [
        Column(title.upper() if upper else title, share, "c" if 2 < place < 6 else "l")
        for place, (title, share) in enumerate(zip(titles, shares, strict=True))
    ]
    rows = [
        [r.symbol, name(job, r), r.conditions, *cells(job, r), r.unit] for r in made.device.characteristics
    ]
    table(sheet, columns, rows, look)
