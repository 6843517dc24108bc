"""Small pumps for liquids: what their sheets and manuals state."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from random import Random


@dataclass(frozen=True, slots=True)
class Pump:
    """Limits of the supply in V, A and W; ambient temperatures in °C; `weight` in kg."""

    name: str
    number: str
    volts: Decimal
    amps: Decimal
    watts: Decimal
    coldest: int
    warmest: int
    flow: Decimal
    head: Decimal
    weight: Decimal


_NAMES = ("HydroFlow", "MicroDos", "AquaLift", "ViscoMax", "CoolJet", "LabStream")


def make_pump(chance: Random) -> Pump:
    volts = Decimal(chance.choice(("13.2", "26.4", "28", "30", "48")))
    amps = Decimal(chance.randrange(8, 95)) / 10
    model = chance.choice((120, 180, 250, 300, 420, 600))
    return Pump(
        f"{chance.choice(_NAMES)} {model}",
        f"{chance.choice(('P', 'KP', 'DP', 'MP'))}{model}-{chance.randrange(10, 99)}",
        volts,
        amps,
        (volts * amps * Decimal("0.9")).quantize(Decimal(1)),
        chance.choice((-20, -10, 0, 5)),
        chance.choice((40, 45, 50, 60, 70)),
        Decimal(chance.randrange(4, 180)) / 10,
        Decimal(chance.randrange(8, 62)) / 2,
        Decimal(chance.randrange(8, 120)) / 10,
    )
