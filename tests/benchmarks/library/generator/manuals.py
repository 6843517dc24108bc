"""Manuals: the machine, its document, and the marked words their layouts draw."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from tests.benchmarks.library.generator.companies import Company, of_trade, some_company
from tests.benchmarks.library.generator.facts import NBSP
from tests.benchmarks.library.generator.formats import random_date
from tests.benchmarks.library.generator.job import Job
from tests.benchmarks.library.generator.manual_words import CHAPTERS, Chapter

_MACHINES = (
    ("HydroFlow", "Kreiselpumpe", "Centrifugal Pump", "pumps"),
    ("ViscoMax", "Zahnradpumpe", "Gear Pump", "pumps"),
    ("CoolJet", "Umlaufkühler", "Recirculating Chiller", "pumps"),
    ("PressTec", "Hydraulikpresse", "Hydraulic Press", "machinery"),
    ("CutLine", "Bandsäge", "Band Saw", "machinery"),
    ("AirPro", "Schraubenkompressor", "Screw Compressor", "machinery"),
    ("LiftMate", "Scherenhubtisch", "Scissor Lift Table", "machinery"),
    ("TempoDry", "Trockenschrank", "Drying Oven", "electrical"),
    ("MixStar", "Labormischer", "Laboratory Mixer", "machinery"),
)


@dataclass(slots=True)
class Manual:
    """`voltage` in V, `weight` in kg, `interval` of the service in operating hours."""

    job: Job
    maker: Company
    name: str
    kind: str
    model: str
    document: str
    revision: str
    published: date
    voltage: Decimal
    mains: str
    weight: Decimal
    interval: Decimal
    details: dict[str, str]

    # Marked words.

    def product_name(self) -> str:
        return self.job.text("product_name", self.name)

    def model_text(self) -> str:
        return self.job.text("model_number", self.model)

    def maker_name(self) -> str:
        return self.job.text("manufacturer", self.maker.name)

    def document_text(self) -> str:
        return self.job.text("document_number", self.document)

    def revision_text(self) -> str:
        return self.job.text("revision", self.revision)

    def published_on(self, *, prose: bool = False) -> str:
        return self.job.date("publication_date", self.published, prose=prose)

    def voltage_text(self) -> str:
        text = f"{self.job.notation.number(self.voltage)}{NBSP}V"
        return self.job.key("voltage", self.voltage, text) + f" {self.mains}"

    def weight_text(self) -> str:
        return self.job.key("weight", self.weight, f"{self.job.notation.number(self.weight)}{NBSP}kg")

    def interval_text(self, *, unit: bool = True) -> str:
        number = self.job.notation.number(self.interval)
        unit_word = self.job.t(("Betriebsstunden", "Betriebsstunden", "h"), ("operating hours", "hours", "h"))
        return self.job.key(
            "service_interval_hours", self.interval, f"{number}{NBSP}{unit_word}" if unit else number
        )

    def word(self) -> str:
        return self.job.t(
            ("Betriebsanleitung", "Bedienungsanleitung"), ("Operating Manual", "Instruction Manual")
        )

    def chapter(self, key: str) -> Chapter:
        title, texts = CHAPTERS[self.job.language][key]
        return title, tuple(text.format(**self.details) for text in texts)

    def technical_rows(self) -> list[tuple[str, str]]:
        job, number = self.job, self.job.notation.number
        shipped = self.weight + Decimal(job.chance.randrange(2, 30))
        rows = [
            (
                job.t(
                    ("Versorgungsspannung", "Netzspannung", "Anschlussspannung"),
                    ("Supply voltage", "Mains voltage", "Voltage"),
                ),
                self.voltage_text(),
            ),
            (
                job.t("Leistungsaufnahme", "Power consumption"),
                f"{number(Decimal(self.details['kilowatts']))} kW",
            ),
            (
                job.t(("Gewicht (netto)", "Masse", "Gewicht"), ("Weight (net)", "Weight", "Mass")),
                self.weight_text(),
            ),
            (job.t("Versandgewicht", "Shipping weight"), f"{number(shipped)} kg"),
            (
                job.t("Abmessungen (L x B x H)", "Dimensions (L x W x H)"),
                f"{job.chance.randrange(400, 1600)} x 480 x 620 mm",
            ),
            (job.t("Schalldruckpegel", "Sound pressure level"), "72 dB(A)"),
            (job.t("Umgebungstemperatur", "Ambient temperature"), job.t("5 bis 40 °C", "5 to 40 °C")),
            (job.t("Steuerspannung intern", "Internal control circuit"), "DC, PELV"),
        ]
        middle = rows[1:]
        job.chance.shuffle(middle)
        return [rows[0], *middle] if job.likely(0.5) else [*middle[:3], rows[0], *middle[3:]]

    def maintenance_rows(self) -> list[tuple[str, str]]:
        """Interval and work."""
        job = self.job
        every = job.t(("alle {}", "nach {}"), ("every {}", "after every {}"))
        return [
            (
                job.t("täglich", "daily"),
                job.t("Ölstand prüfen, Sichtprüfung auf Lecks", "Check oil level, look for leaks"),
            ),
            (job.t("wöchentlich", "weekly"), job.t("Filtermatten reinigen", "Clean filter mats")),
            (
                every.format(self.interval_text()),
                job.t(
                    "Wartung durchführen: Öl und Filter wechseln, Lager schmieren",
                    "Carry out service: change oil and filter, grease bearings",
                ),
            ),
            (
                job.t("jährlich", "annually"),
                job.t("elektrische Prüfung, Schlauchleitungen ersetzen", "Electrical test, replace hoses"),
            ),
        ]

    def service_sentence(self) -> str:
        job = self.job
        return job.t(
            (
                f"Die Wartung ist alle {self.interval_text()} durchzuführen; dabei Öl und Filter wechseln.",
                f"Das Wartungsintervall beträgt {self.interval_text()}. Unabhängig davon sind Schläuche "
                f"nach 6 Jahren "
                "zu ersetzen.",
            ),
            (
                f"The machine must be serviced every {self.interval_text()}; change oil and filter on this "
                f"occasion.",
                f"The service interval is {self.interval_text()}. Hoses are to be replaced after 6 years "
                f"in any case.",
            ),
        )


def make_manual(job: Job) -> Manual:
    chance = job.chance
    brand, german, english, trade = job.pick(*_MACHINES)
    maker = some_company(
        chance, of_trade((trade,), job.language), abroad="DE" if job.language == "en" else ""
    )
    job.settle(maker.country)
    size = chance.choice((60, 120, 180, 250, 300, 420, 600, 750))
    volts, mains = job.pick(("230", "AC, 50 Hz"), ("400", "3~, 50 Hz"), ("24", "DC"), ("115", "AC, 60 Hz"))
    if maker.country == "US":
        volts, mains = job.pick(("120", "AC, 60 Hz"), ("480", "3~, 60 Hz"), ("208", "AC, 60 Hz"))
    n = chance.randrange(100, 9999)
    weight = Decimal(chance.randrange(80, 9000)) / 10
    return Manual(
        job=job,
        maker=maker,
        name=f"{brand} {size}",
        kind=job.t(german, english),
        model=job.pick(
            f"{brand[:2].upper()}{size}-{n % 100:02}",
            f"{brand[0]}{size}{job.pick('A', 'B', 'X')}",
            f"{n}.{size}",
        ),
        document=job.pick(
            f"BA-{n:04}-{job.language.upper()}", f"{n:04}-{size}-01", f"DOC{n:05}", f"MAN {n:04}"
        ),
        revision=job.pick("A", "B", "C", "02", "03", "1.2", "2.0", "4"),
        published=random_date(chance, date(2012, 2, 1), date(2025, 4, 1)),
        voltage=Decimal(volts),
        mains=mains,
        weight=weight if weight < 100 else weight.quantize(Decimal(1)),
        interval=Decimal(job.pick(250, 500, 500, 1000, 1500, 2000, 4000)),
        details={
            "gap": str(chance.choice((300, 450, 500, 600))),
            "torque": str(chance.randrange(38, 52)),
            "oil": str(chance.choice((32, 46, 68))),
            "warmup": str(chance.choice((5, 8, 12, 20))),
            "litres": str(chance.randrange(2, 38)),
            "seal": f"D-{chance.randrange(1000, 9999)}",
            "bolts": str(chance.randrange(8, 24)),
            "fuse": str(chance.choice((4, 6, 10, 16))),
            "kilowatts": str(Decimal(chance.randrange(3, 75)) / 10),
        },
    )
