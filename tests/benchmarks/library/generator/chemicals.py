"""Chemicals as their sheets describe them: solvents and adhesives, with marked values."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from tests.benchmarks.library.generator.datasheet_parts import Paper, figure
from tests.benchmarks.library.generator.facts import NBSP
from tests.benchmarks.library.generator.job import Job
from tests.benchmarks.library.generator.substances import ADHESIVES, GRADES, SOLVENTS, Solvent


@dataclass(frozen=True, slots=True)
class Chemical:
    """`solvent` is None for an adhesive, whose numbers are below; temperatures in °C, density in g/cm³."""

    paper: Paper
    name: str
    number: str
    solvent: Solvent | None
    kind_words: str
    density: Decimal
    flash: Decimal | None
    coldest: int
    warmest: int

    @property
    def job(self) -> Job:
        return self.paper.job

    def number_text(self) -> str:
        return self.job.text("part_number", self.number)

    def kind(self) -> str:
        key = "solvent" if self.solvent else "adhesive"
        return self.job.key("device_type", key, self.kind_words)

    def degrees(self, field: str, value: Decimal, *, unit: bool = True) -> str:
        text = figure(self.job, value)
        return self.job.key(field, value, f"{text}{NBSP}°C" if unit else text)

    def density_text(self, *, unit: bool = True) -> tuple[str, str]:
        """The density and its unit, apart; the first holds both where asked."""
        form = self.job.pick("g/cm³", "g/cm³", "g/mL" if self.job.language == "en" else "g/ml", "kg/m³")
        value = self.density * 1000 if form == "kg/m³" else self.density
        text = figure(self.job, value.normalize() if form == "kg/m³" else value)
        if form == "kg/m³":
            text = f"{int(value)}"
        return self.job.key("density", self.density, f"{text}{NBSP}{form}" if unit else text), form

    def properties(self, *, unit: bool = True) -> list[tuple[str, str, str, str]]:
        """Name, value, unit and method or condition of each; the value holds the unit where asked."""
        job, rows = self.job, list[tuple[str, str, str, str]]()
        solvent = self.solvent

        def degrees(value: Decimal | int) -> str:
            return f"{figure(job, Decimal(value))}{NBSP}°C" if unit else figure(job, Decimal(value))

        if solvent:
            rows.append(
                (
                    job.t("Schmelzpunkt", ("Melting point", "Freezing point")),
                    degrees(solvent.melting),
                    "°C",
                    "",
                )
            )
            boiling = self.degrees("boiling_point", solvent.boiling, unit=unit)
            rows.append(
                (
                    job.t(("Siedepunkt", "Siedebeginn"), ("Boiling point", "Initial boiling point")),
                    boiling,
                    "°C",
                    "1013 hPa",
                )
            )
        if self.flash is not None:
            flash = self.degrees("flash_point", self.flash, unit=unit)
            method = job.t("geschlossener Tiegel", ("closed cup", "c.c."))
            rows.append((job.t("Flammpunkt", "Flash point"), flash, "°C", method))
        if solvent:
            label = job.t(
                ("Zündtemperatur", "Selbstentzündungstemperatur"),
                ("Auto-ignition temperature", "Ignition temperature"),
            )
            rows.append((label, degrees(solvent.ignition), "°C", "DIN 51794"))
        density, form = self.density_text(unit=unit)
        rows.append(
            (job.t(("Dichte", "Dichte (20 °C)"), ("Density", "Density (20 °C)")), density, form, "20 °C")
        )
        if solvent:
            mass = figure(job, solvent.molar_mass)
            mass = job.key("molar_mass", solvent.molar_mass, f"{mass}{NBSP}g/mol" if unit else mass)
            rows.append(
                (job.t(("Molare Masse", "Molmasse"), ("Molar mass", "Molecular weight")), mass, "g/mol", "")
            )
        else:
            rows.append(
                (job.t("Viskosität", "Viscosity"), "4500 mPa·s" if unit else "4500", "mPa·s", "ISO 2555")
            )
            strength = figure(job, Decimal(job.chance.randrange(80, 260)) / 10)
            rows.append(
                (
                    job.t("Zugscherfestigkeit", "Lap shear strength"),
                    f"{strength}{NBSP}MPa" if unit else strength,
                    "MPa",
                    "ISO 4587",
                )
            )
            low = job.key("temperature_min", Decimal(self.coldest), figure(job, Decimal(self.coldest)))
            high = job.key(
                "temperature_max", Decimal(self.warmest), figure(job, Decimal(self.warmest), plus=True)
            )
            span = f"{low} {job.t('bis', 'to')} {high}"
            rows.append(
                (
                    job.t("Einsatztemperatur", ("Operating temperature", "Service temperature")),
                    f"{span}{NBSP}°C" if unit else span,
                    "°C",
                    "",
                )
            )
        return rows


def make_chemical(paper: Paper, *, adhesive: bool) -> Chemical:
    job, chance = paper.job, paper.job.chance
    if adhesive:
        german, english, prefix = job.pick(*ADHESIVES)
        number = f"{prefix} {chance.randrange(100, 999)}{job.pick('', '-HT', ' F')}"
        name = f"{paper.maker.short}{job.pick('fix', 'bond', 'tec')} {number}"
        density = Decimal(chance.randrange(92, 148)) / 100
        flash = Decimal(chance.randrange(80, 120)) if job.likely(0.7) else None
        coldest, warmest = job.pick(-60, -55, -40), job.pick(80, 100, 120, 150, 180)
        return Chemical(paper, name, number, None, job.t(german, english), density, flash, coldest, warmest)
    solvent = job.pick(*SOLVENTS)
    number = job.pick(
        f"{chance.randrange(1000, 9999)}.{chance.randrange(1, 6)}",
        f"{paper.maker.short[:2].upper()}-{chance.randrange(10000, 99999)}",
        f"S{chance.randrange(100000, 999999)}",
    )
    grade = job.pick(*GRADES[job.language])
    name = f"{solvent.german if job.language == 'de' else solvent.english} {grade}"
    kind = job.t("Lösungsmittel", ("Solvent", "Organic solvent"))
    return Chemical(paper, name, number, solvent, kind, solvent.density, solvent.flash, 0, 0)
