"""Electronic devices: what their makers state of them, with the ratings that are fields."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from random import Random

_FACTORS = {"µA": Decimal("0.000001"), "mA": Decimal("0.001"), "mW": Decimal("0.001"), "kV": Decimal(1000)}


@dataclass(frozen=True, slots=True)
class Rating:
    """A row of a datasheet. `low`, `typical` and `high` are in `unit`; `low_field` and `high_field` name the
    fields the first and the last of them are, in the field's own unit after `in_field_unit`."""

    symbol: str
    german: str
    english: str
    conditions: str
    low: Decimal | None
    typical: Decimal | None
    high: Decimal | None
    unit: str
    low_field: str = ""
    high_field: str = ""

    def in_field_unit(self, value: Decimal) -> Decimal:
        return value * _FACTORS.get(self.unit, Decimal(1))

    @property
    def is_range(self) -> bool:
        return self.low is not None and self.high is not None and self.typical is None


@dataclass(frozen=True, slots=True)
class Device:
    """`limits` are its absolute maximum ratings, `characteristics` what it does below them."""

    kind: str
    number: str
    german: str
    english: str
    package: str
    limits: tuple[Rating, ...]
    characteristics: tuple[Rating, ...]


_NAMES = {
    "npn_transistor": ("NPN-Siliziumtransistor", "NPN silicon transistor"),
    "pnp_transistor": ("PNP-Siliziumtransistor", "PNP silicon transistor"),
    "n_mosfet": ("N-Kanal-MOSFET", "N-channel enhancement mode MOSFET"),
    "p_mosfet": ("P-Kanal-MOSFET", "P-channel enhancement mode MOSFET"),
    "diode": ("Gleichrichterdiode", "Silicon rectifier diode"),
    "zener_diode": ("Zenerdiode", "Zener voltage regulator diode"),
    "led": ("Leuchtdiode (LED)", "Light emitting diode (LED)"),
    "voltage_regulator": ("Festspannungsregler", "Fixed positive voltage regulator"),
    "op_amp": ("Operationsverstärker", "Low-power operational amplifier"),
}
KINDS = tuple(_NAMES)
_PACKAGES = {
    "npn_transistor": ("SOT-23", "TO-92", "SOT-223", "TO-220", "TO-126"),
    "pnp_transistor": ("SOT-23", "TO-92", "SOT-223", "TO-220"),
    "n_mosfet": ("SOT-23", "TO-220", "TO-252", "SO-8", "TO-247"),
    "p_mosfet": ("SOT-23", "TO-252", "SO-8", "SOT-323"),
    "diode": ("DO-41", "SMA", "SOD-123", "DO-201AD"),
    "zener_diode": ("DO-35", "SOD-323", "DO-41", "SOT-23"),
    "led": ("PLCC-2", "PLCC-4", "0603", "0805"),
    "voltage_regulator": ("TO-220", "SOT-223", "TO-92", "TO-252"),
    "op_amp": ("SO-8", "DIP-8", "SOT-23-5", "TSSOP-8"),
}
_CODES = {"npn_transistor": "NT", "pnp_transistor": "PT", "n_mosfet": "NM", "p_mosfet": "PM", "diode": "D"}
_CODES |= {"zener_diode": "Z", "led": "L", "voltage_regulator": "VR", "op_amp": "OA"}


def make_device(chance: Random, kind: str, prefix: str) -> Device:
    """`prefix` is what the maker's part numbers begin with."""
    german, english = _NAMES[kind]
    package = chance.choice(_PACKAGES[kind])
    big = package.startswith(("TO-2", "TO-126", "DO-201"))
    digits = f"{chance.randrange(100, 9999)}"
    number = f"{prefix}{_CODES[kind]}{digits}{chance.choice(('', '', 'A', 'B', 'C', '-5', 'LT1', 'W'))}"
    limits, characteristics = {
        "npn_transistor": _transistor,
        "pnp_transistor": _transistor,
        "n_mosfet": _mosfet,
        "p_mosfet": _mosfet,
        "diode": _diode,
        "zener_diode": _zener,
        "led": _led,
        "voltage_regulator": _regulator,
        "op_amp": _amplifier,
    }[kind](chance, big)
    return Device(kind, number, german, english, package, tuple(limits), tuple(characteristics))


_Rows = tuple[list[Rating], list[Rating]]


def _limit(
    symbol: str, german: str, english: str, value: str | int, unit: str, field: str = "", conditions: str = ""
) -> Rating:
    return Rating(symbol, german, english, conditions, None, None, Decimal(value), unit, high_field=field)


def _current(chance: Random, symbol: str, german: str, english: str, milliamps: int, field: str) -> Rating:
    if milliamps >= 1000 or (milliamps >= 100 and chance.random() < 0.2):
        return _limit(symbol, german, english, str(Decimal(milliamps) / 1000), "A", field)
    return _limit(symbol, german, english, milliamps, "mA", field)


def _power(
    chance: Random, symbol: str, german: str, english: str, milliwatts: int, conditions: str
) -> Rating:
    if milliwatts >= 1000 or chance.random() < 0.2:
        watts = (
            str((Decimal(milliwatts) / 1000).normalize()) if milliwatts < 10000 else str(milliwatts // 1000)
        )
        return _limit(symbol, german, english, watts, "W", "power_max", conditions)
    return _limit(symbol, german, english, milliwatts, "mW", "power_max", conditions)


def _junction(chance: Random, low: int, high: int, *, ambient: bool = False) -> list[Rating]:
    """Operating range, mostly with the wider one for storage."""
    stored = Rating(
        "Tstg",
        "Lagertemperatur",
        "Storage temperature range",
        "",
        Decimal(-65),
        None,
        Decimal(high + 15),
        "°C",
    )
    both = chance.random() < 0.35 and not ambient
    names = ("Sperrschichttemperatur", "Operating junction temperature range")
    if ambient:
        names = ("Betriebstemperatur", "Operating temperature range")
    elif both:
        names = ("Sperrschicht- und Lagertemperatur", "Operating and storage junction temperature range")
    symbol = "Topr" if ambient else "TJ, Tstg" if both else "TJ"
    fields = {"low_field": "temperature_min", "high_field": "temperature_max"}
    rating = Rating(symbol, *names, "", Decimal(low), None, Decimal(high), "°C", **fields)
    return [rating] if both else [stored, rating] if chance.random() < 0.6 else [rating]


def _transistor(chance: Random, big: bool) -> _Rows:
    volts = chance.choice((30, 45, 60, 65, 80, 100, 150, 300) if big else (20, 25, 30, 40, 45, 60, 65, 80))
    amps = chance.choice((1000, 1500, 3000, 5000, 8000) if big else (100, 150, 200, 500, 600, 800))
    gain = chance.choice((25, 40, 63, 75, 100, 110, 125, 160, 200, 250))
    power = chance.choice((1250, 2000, 12500, 30000, 65000) if big else (200, 250, 300, 310, 350, 500, 625))
    limits = [
        _limit(
            "VCBO",
            "Kollektor-Basis-Spannung",
            "Collector-base voltage",
            volts + chance.choice((10, 15, 20)),
            "V",
        ),
        _limit("VCEO", "Kollektor-Emitter-Spannung", "Collector-emitter voltage", volts, "V", "voltage_max"),
        _limit("VEBO", "Emitter-Basis-Spannung", "Emitter-base voltage", chance.choice((5, 6, 7)), "V"),
        _current(
            chance, "IC", "Kollektorstrom (Dauer)", "Collector current (continuous)", amps, "current_max"
        ),
        _current(chance, "ICM", "Kollektorspitzenstrom", "Peak collector current", amps * 2, ""),
        _power(chance, "Ptot", "Gesamtverlustleistung", "Total power dissipation", power, "Tamb = 25 °C"),
        *_junction(chance, -55, 150),
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


def _mosfet(chance: Random, big: bool) -> _Rows:
    volts = chance.choice((40, 55, 60, 75, 100, 200, 500, 650) if big else (12, 20, 30, 50, 60))
    amps = chance.choice((9000, 12000, 28000, 55000, 80000) if big else (115, 200, 300, 1300, 2500, 4200))
    power = chance.choice((48000, 94000, 150000) if big else (225, 350, 830, 1400))
    limits = [
        _limit("VDSS", "Drain-Source-Spannung", "Drain-source voltage", volts, "V", "voltage_max"),
        Rating(
            "VGS", "Gate-Source-Spannung", "Gate-source voltage", "", Decimal(-20), None, Decimal(20), "V"
        ),
        _current(chance, "ID", "Drainstrom (Dauer)", "Continuous drain current", amps, "current_max"),
        _current(chance, "IDM", "Drainstrom (gepulst)", "Pulsed drain current", amps * 4, ""),
        _power(
            chance, "PD", "Verlustleistung", "Power dissipation", power, "TC = 25 °C" if big else "TA = 25 °C"
        ),
        *_junction(chance, -55, chance.choice((150, 175))),
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


def _diode(chance: Random, big: bool) -> _Rows:
    volts = chance.choice((50, 100, 200, 400, 600, 1000, 1200))
    rated = _limit(
        "VRRM",
        "Periodische Spitzensperrspannung",
        "Repetitive peak reverse voltage",
        volts,
        "V",
        "voltage_max",
    )
    if volts >= 1000 and chance.random() < 0.7:
        thousands = str(Decimal(volts) / 1000)
        rated = _limit("VRRM", rated.german, rated.english, thousands, "kV", "voltage_max")
    amps = 3000 if big else chance.choice((150, 200, 1000, 1500))
    limits = [
        rated,
        _current(
            chance, "IF(AV)", "Mittlerer Durchlassstrom", "Average forward current", amps, "current_max"
        ),
        _limit(
            "IFSM", "Stoßstrom", "Non-repetitive surge current", 30 if not big else 150, "A", "", "t = 8.3 ms"
        ),
        *_junction(chance, chance.choice((-65, -55, -40)), chance.choice((125, 150, 175))),
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


def _zener(chance: Random, big: bool) -> _Rows:
    volts = Decimal(chance.choice(("3.3", "5.1", "6.2", "9.1", "12", "15", "24")))
    limits = [
        _current(
            chance,
            "IF",
            "Durchlassstrom (Dauer)",
            "Continuous forward current",
            chance.choice((200, 250)),
            "current_max",
        ),
        _power(
            chance,
            "Ptot",
            "Gesamtverlustleistung",
            "Total power dissipation",
            chance.choice((300, 500, 1300)),
            "Tamb = 25 °C",
        ),
        *_junction(chance, -65, chance.choice((150, 175))),
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


def _led(chance: Random, big: bool) -> _Rows:
    amps = chance.choice((20, 25, 30, 50, 150, 350))
    limits = [
        _current(chance, "IF", "Durchlassstrom", "Forward current", amps, "current_max"),
        _current(chance, "IFM", "Stoßstrom (tp ≤ 10 µs)", "Surge current (tp ≤ 10 µs)", amps * 5, ""),
        _limit("VR", "Sperrspannung", "Reverse voltage", chance.choice((5, 5, 8, 12)), "V", "voltage_max"),
        _power(
            chance,
            "Ptot",
            "Leistungsaufnahme",
            "Power consumption",
            amps * 3 + chance.choice((5, 10, 15)),
            "",
        ),
        *_junction(chance, chance.choice((-40, -30)), chance.choice((85, 100, 110)), ambient=True),
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


def _regulator(chance: Random, big: bool) -> _Rows:
    output = Decimal(chance.choice(("3.3", "5", "12")))
    amps = chance.choice((1000, 1500)) if big else chance.choice((100, 150, 500, 800))
    limits = [
        _limit(
            "VI",
            "Eingangsspannung",
            "Input voltage",
            chance.choice((15, 18, 20, 30, 35, 40)),
            "V",
            "voltage_max",
        ),
        _current(chance, "IO", "Ausgangsstrom", "Output current", amps, "current_max"),
        _power(
            chance,
            "PD",
            "Verlustleistung",
            "Power dissipation",
            15000 if big else chance.choice((700, 1200)),
            "TC = 25 °C",
        ),
        *_junction(chance, chance.choice((0, -40)), chance.choice((125, 150))),
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


def _amplifier(chance: Random, big: bool) -> _Rows:
    volts = chance.choice(("5.5", "7", "16", "32", "36", "44"))
    limits = [
        _limit("VCC", "Versorgungsspannung", "Supply voltage", volts, "V", "voltage_max"),
        _limit(
            "VID", "Differenzeingangsspannung", "Differential input voltage", chance.choice((30, 44)), "V"
        ),
        _current(
            chance, "IO", "Ausgangsstrom", "Output current", chance.choice((10, 20, 25, 40)), "current_max"
        ),
        _power(
            chance,
            "PD",
            "Verlustleistung",
            "Power dissipation",
            chance.choice((310, 500, 680, 830)),
            "TA = 25 °C",
        ),
        *_junction(chance, chance.choice((0, -25, -40)), chance.choice((70, 85, 105, 125)), ambient=True),
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
