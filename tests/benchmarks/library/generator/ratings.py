"""A row of a datasheet, and the rows that devices of all types have."""

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


Rows = tuple[list[Rating], list[Rating]]


def limit(
    symbol: str, german: str, english: str, value: str | int, unit: str, field: str = "", conditions: str = ""
) -> Rating:
    return Rating(symbol, german, english, conditions, None, None, Decimal(value), unit, high_field=field)


def current_limit(
    chance: Random, symbol: str, german: str, english: str, milliamps: int, field: str
) -> Rating:
    if milliamps >= 1000 or (milliamps >= 100 and chance.random() < 0.2):
        return limit(symbol, german, english, str(Decimal(milliamps) / 1000), "A", field)
    return limit(symbol, german, english, milliamps, "mA", field)


def power_limit(
    chance: Random, symbol: str, german: str, english: str, milliwatts: int, conditions: str
) -> Rating:
    if milliwatts >= 1000 or chance.random() < 0.2:
        watts = (
            str((Decimal(milliwatts) / 1000).normalize()) if milliwatts < 10000 else str(milliwatts // 1000)
        )
        return limit(symbol, german, english, watts, "W", "power_max", conditions)
    return limit(symbol, german, english, milliwatts, "mW", "power_max", conditions)


def junction(chance: Random, low: int, high: int, *, ambient: bool = False) -> list[Rating]:
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
