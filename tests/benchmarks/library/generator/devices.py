"""Electronic devices: what their makers state of them, with the ratings that are fields."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.benchmarks.library.generator.components import amplifier, led, regulator, zener
from tests.benchmarks.library.generator.discretes import diode, mosfet, transistor
from tests.benchmarks.library.generator.ratings import Rating


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
        "npn_transistor": transistor,
        "pnp_transistor": transistor,
        "n_mosfet": mosfet,
        "p_mosfet": mosfet,
        "diode": diode,
        "zener_diode": zener,
        "led": led,
        "voltage_regulator": regulator,
        "op_amp": amplifier,
    }[kind](chance, big)
    return Device(kind, number, german, english, package, tuple(limits), tuple(characteristics))
