"""Limits and characteristics of Zener diodes, LEDs, regulators and amplifiers."""

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


def zener(chance: Random, big: bool) -> Rows:
    volts = Decimal(chance.choice(("3.3", "5.1", "6.2", "9.1", "12", "15", "24")))
    limits = [
        current_limit(
            chance,
            "IF",
            "Durchlassstrom (Dauer)",
            "Continuous forward current",
            chance.choice((200, 250)),
            "current_max",
        ),
        power_limit(
            chance,
            "Ptot",
            "Gesamtverlustleistung",
            "Total power dissipation",
            chance.choice((300, 500, 1300)),
            "Tamb = 25 °C",
        ),
        *junction(chance, -65, chance.choice((150, 175))),
    ]
    characteristics = [
        Rating(
            "VZ",
            "Arbeitsspannung",
            "Working voltage",
            "IZ = 5 mA",
            volts * Decimal("0.95"),
            volts,
            volts * Decimal("1.05"),
            "V",
        ),
        Rating(
            "rdif",
            "Differentieller Widerstand",
            "Differential resistance",
            "IZ = 5 mA",
            None,
            Decimal(30),
            Decimal(60),
            "Ω",
        ),
        Rating("IR", "Sperrstrom", "Reverse current", "VR = 1 V", None, None, Decimal(100), "nA"),
    ]
    return limits, characteristics


def led(chance: Random, big: bool) -> Rows:
    amps = chance.choice((20, 25, 30, 50, 150, 350))
    limits = [
        current_limit(chance, "IF", "Durchlassstrom", "Forward current", amps, "current_max"),
        current_limit(chance, "IFM", "Stoßstrom (tp ≤ 10 µs)", "Surge current (tp ≤ 10 µs)", amps * 5, ""),
        limit("VR", "Sperrspannung", "Reverse voltage", chance.choice((5, 5, 8, 12)), "V", "voltage_max"),
        power_limit(
            chance,
            "Ptot",
            "Leistungsaufnahme",
            "Power consumption",
            amps * 3 + chance.choice((5, 10, 15)),
            "",
        ),
        *junction(chance, chance.choice((-40, -30)), chance.choice((85, 100, 110)), ambient=True),
    ]
    characteristics = [
        Rating(
            "VF",
            "Durchlassspannung",
            "Forward voltage",
            "IF = 20 mA",
            Decimal("1.9"),
            Decimal("2.2"),
            Decimal("2.6"),
            "V",
        ),
        Rating(
            "λdom",
            "Dominante Wellenlänge",
            "Dominant wavelength",
            "IF = 20 mA",
            Decimal(617),
            Decimal(625),
            Decimal(630),
            "nm",
        ),
        Rating(
            "IV", "Lichtstärke", "Luminous intensity", "IF = 20 mA", Decimal(180), Decimal(320), None, "mcd"
        ),
        Rating("2φ", "Abstrahlwinkel", "Viewing angle", "IF = 20 mA", None, Decimal(120), None, "°"),
    ]
    return limits, characteristics


def regulator(chance: Random, big: bool) -> Rows:
    output = Decimal(chance.choice(("3.3", "5", "12")))
    amps = chance.choice((1000, 1500)) if big else chance.choice((100, 150, 500, 800))
    limits = [
        limit(
            "VI",
            "Eingangsspannung",
            "Input voltage",
            chance.choice((15, 18, 20, 30, 35, 40)),
            "V",
            "voltage_max",
        ),
        current_limit(chance, "IO", "Ausgangsstrom", "Output current", amps, "current_max"),
        power_limit(
            chance,
            "PD",
            "Verlustleistung",
            "Power dissipation",
            15000 if big else chance.choice((700, 1200)),
            "TC = 25 °C",
        ),
        *junction(chance, chance.choice((0, -40)), chance.choice((125, 150))),
    ]
    characteristics = [
        Rating(
            "VO",
            "Ausgangsspannung",
            "Output voltage",
            "IO = 5 mA",
            output * Decimal("0.96"),
            output,
            output * Decimal("1.04"),
            "V",
        ),
        Rating(
            "Vd", "Spannungsabfall", "Dropout voltage", "IO = 500 mA", None, Decimal("1.1"), Decimal(2), "V"
        ),
        Rating("Iq", "Ruhestrom", "Quiescent current", "TJ = 25 °C", None, Decimal("4.3"), Decimal(8), "mA"),
        Rating(
            "SVR",
            "Brummspannungsunterdrückung",
            "Ripple rejection",
            "f = 120 Hz",
            Decimal(62),
            Decimal(78),
            None,
            "dB",
        ),
    ]
    return limits, characteristics


def amplifier(chance: Random, big: bool) -> Rows:
    volts = chance.choice(("5.5", "7", "16", "32", "36", "44"))
    limits = [
        limit("VCC", "Versorgungsspannung", "Supply voltage", volts, "V", "voltage_max"),
        limit("VID", "Differenzeingangsspannung", "Differential input voltage", chance.choice((30, 44)), "V"),
        current_limit(
            chance, "IO", "Ausgangsstrom", "Output current", chance.choice((10, 20, 25, 40)), "current_max"
        ),
        power_limit(
            chance,
            "PD",
            "Verlustleistung",
            "Power dissipation",
            chance.choice((310, 500, 680, 830)),
            "TA = 25 °C",
        ),
        *junction(chance, chance.choice((0, -25, -40)), chance.choice((70, 85, 105, 125)), ambient=True),
    ]
    characteristics = [
        Rating(
            "VIO",
            "Eingangsoffsetspannung",
            "Input offset voltage",
            "TA = 25 °C",
            None,
            Decimal(2),
            Decimal(7),
            "mV",
        ),
        Rating(
            "IIB",
            "Eingangsruhestrom",
            "Input bias current",
            "TA = 25 °C",
            None,
            Decimal(20),
            Decimal(250),
            "nA",
        ),
        Rating(
            "GBW",
            "Verstärkungsbandbreite",
            "Gain bandwidth product",
            "CL = 100 pF",
            None,
            Decimal("1.2"),
            None,
            "MHz",
        ),
        Rating("SR", "Anstiegsrate", "Slew rate", "RL = 2 kΩ", None, Decimal("0.6"), None, "V/µs"),
    ]
    return limits, characteristics
