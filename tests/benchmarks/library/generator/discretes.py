"""Limits and characteristics of transistors and rectifier diodes."""

from __future__ import annotations

from decimal import Decimal
from random import Random

from tests.benchmarks.library.generator.ratings import (
    Rating,
    Rows,
    current_limit,
    junction,
    limit,
    power_limit,
)


def transistor(chance: Random, big: bool) -> Rows:
    volts = chance.choice((30, 45, 60, 65, 80, 100, 150, 300) if big else (20, 25, 30, 40, 45, 60, 65, 80))
    amps = chance.choice((1000, 1500, 3000, 5000, 8000) if big else (100, 150, 200, 500, 600, 800))
    gain = chance.choice((25, 40, 63, 75, 100, 110, 125, 160, 200, 250))
    power = chance.choice((1250, 2000, 12500, 30000, 65000) if big else (200, 250, 300, 310, 350, 500, 625))
    limits = [
        limit(
            "VCBO",
            "Kollektor-Basis-Spannung",
            "Collector-base voltage",
            volts + chance.choice((10, 15, 20)),
            "V",
        ),
        limit("VCEO", "Kollektor-Emitter-Spannung", "Collector-emitter voltage", volts, "V", "voltage_max"),
        limit("VEBO", "Emitter-Basis-Spannung", "Emitter-base voltage", chance.choice((5, 6, 7)), "V"),
        current_limit(
            chance, "IC", "Kollektorstrom (Dauer)", "Collector current (continuous)", amps, "current_max"
        ),
        current_limit(chance, "ICM", "Kollektorspitzenstrom", "Peak collector current", amps * 2, ""),
        power_limit(
            chance, "Ptot", "Gesamtverlustleistung", "Total power dissipation", power, "Tamb = 25 °C"
        ),
        *junction(chance, -55, 150),
    ]
    step = "IC = 150 mA, VCE = 2 V" if big else "IC = 2 mA, VCE = 5 V"
    characteristics = [
        Rating(
            "ICBO",
            "Kollektorreststrom",
            "Collector cut-off current",
            "VCB = 30 V",
            None,
            None,
            Decimal(15),
            "nA",
        ),
        Rating(
            "hFE",
            "Gleichstromverstärkung",
            "DC current gain",
            step,
            Decimal(gain),
            Decimal(gain) * 2,
            Decimal(gain) * 4,
            "",
            low_field="gain_min",
        ),
        Rating(
            "VCEsat",
            "Sättigungsspannung",
            "Collector-emitter saturation voltage",
            "IC = 100 mA; IB = 5 mA",
            None,
            Decimal(90),
            Decimal(chance.choice((250, 300, 400, 600))),
            "mV",
        ),
        Rating(
            "fT",
            "Transitfrequenz",
            "Transition frequency",
            "f = 100 MHz",
            Decimal(100),
            Decimal(300),
            None,
            "MHz",
        ),
        Rating(
            "Cc",
            "Kollektorkapazität",
            "Collector capacitance",
            "VCB = 10 V",
            None,
            Decimal("2.5"),
            None,
            "pF",
        ),
    ]
    return limits, characteristics


def mosfet(chance: Random, big: bool) -> Rows:
    volts = chance.choice((40, 55, 60, 75, 100, 200, 500, 650) if big else (12, 20, 30, 50, 60))
    amps = chance.choice((9000, 12000, 28000, 55000, 80000) if big else (115, 200, 300, 1300, 2500, 4200))
    power = chance.choice((48000, 94000, 150000) if big else (225, 350, 830, 1400))
    limits = [
        limit("VDSS", "Drain-Source-Spannung", "Drain-source voltage", volts, "V", "voltage_max"),
        Rating(
            "VGS", "Gate-Source-Spannung", "Gate-source voltage", "", Decimal(-20), None, Decimal(20), "V"
        ),
        current_limit(chance, "ID", "Drainstrom (Dauer)", "Continuous drain current", amps, "current_max"),
        current_limit(chance, "IDM", "Drainstrom (gepulst)", "Pulsed drain current", amps * 4, ""),
        power_limit(
            chance, "PD", "Verlustleistung", "Power dissipation", power, "TC = 25 °C" if big else "TA = 25 °C"
        ),
        *junction(chance, -55, chance.choice((150, 175))),
    ]
    characteristics = [
        Rating(
            "RDS(on)",
            "Einschaltwiderstand",
            "On-state resistance",
            "VGS = 10 V",
            None,
            Decimal(28),
            Decimal(35),
            "mΩ",
        ),
        Rating(
            "VGS(th)",
            "Schwellenspannung",
            "Gate threshold voltage",
            "ID = 250 µA",
            Decimal(1),
            Decimal("1.6"),
            Decimal("2.5"),
            "V",
        ),
        Rating(
            "IDSS",
            "Drain-Reststrom",
            "Zero gate voltage drain current",
            "VGS = 0 V",
            None,
            None,
            Decimal(1),
            "µA",
        ),
        Rating("Ciss", "Eingangskapazität", "Input capacitance", "f = 1 MHz", None, Decimal(850), None, "pF"),
        Rating("Qg", "Gateladung", "Total gate charge", "VGS = 10 V", None, Decimal(19), Decimal(27), "nC"),
    ]
    return limits, characteristics


def diode(chance: Random, big: bool) -> Rows:
    volts = chance.choice((50, 100, 200, 400, 600, 1000, 1200))
    rated = limit(
        "VRRM",
        "Periodische Spitzensperrspannung",
        "Repetitive peak reverse voltage",
        volts,
        "V",
        "voltage_max",
    )
    if volts >= 1000 and chance.random() < 0.7:
        thousands = str(Decimal(volts) / 1000)
        rated = limit("VRRM", rated.german, rated.english, thousands, "kV", "voltage_max")
    amps = 3000 if big else chance.choice((150, 200, 1000, 1500))
    limits = [
        rated,
        current_limit(
            chance, "IF(AV)", "Mittlerer Durchlassstrom", "Average forward current", amps, "current_max"
        ),
        limit(
            "IFSM", "Stoßstrom", "Non-repetitive surge current", 30 if not big else 150, "A", "", "t = 8.3 ms"
        ),
        *junction(chance, chance.choice((-65, -55, -40)), chance.choice((125, 150, 175))),
    ]
    characteristics = [
        Rating(
            "VF",
            "Durchlassspannung",
            "Forward voltage",
            "Tj = 25 °C",
            None,
            Decimal("0.95"),
            Decimal("1.1"),
            "V",
        ),
        Rating("IR", "Sperrstrom", "Reverse current", "VR = VRRM", None, Decimal("0.5"), Decimal(5), "µA"),
        Rating(
            "trr", "Sperrverzugszeit", "Reverse recovery time", "IF = 0.5 A", None, None, Decimal(50), "ns"
        ),
    ]
    return limits, characteristics
