"""Units of measure that fields can be in, and the ways they are written in English and German.

Pure functions. Factors are exact decimals; temperatures have an offset, too.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: what it measures, and how a figure in it becomes one in the base unit of that measure:
    `figure * factor + offset`. `letters`: written with just these capitals ("mW" is not "MW")."""

    name: str
    measure: str
    factor: Decimal = Decimal(1)
    offset: Decimal = Decimal(0)


_PREFIXES = {
    "p": "1e-12", "n": "1e-9", "µ": "1e-6", "m": "1e-3", "": "1", "k": "1e3", "M": "1e6", "G": "1e9",
}  # fmt: skip
_PREFIXED = {
    "V": ("voltage", "p n µ m k"),
    "A": ("current", "p n µ m k"),
    "W": ("power", "n µ m k M G"),
    "Ω": ("resistance", "m k M G"),
    "F": ("capacitance", "p n µ m"),
    "H": ("inductance", "n µ m"),
    "Hz": ("frequency", "m k M G"),
    "s": ("time", "n µ m"),
    "J": ("energy", "m k M"),
    "Wh": ("electrical energy", "m k M G"),
    "Pa": ("pressure", "m k M"),
    "N": ("force", "m k M"),
    "m": ("length", "n µ m k"),
    "g": ("mass", "n µ m k"),
    "l": ("volume", "µ m"),
    "mol": ("amount of substance", "n µ m"),
}
# Others: name, measure, factor to the base unit above.
_OTHERS = (
    ("cm", "length", "0.01"),
    ("dm", "length", "0.1"),
    ("in", "length", "0.0254"),
    ("ft", "length", "0.3048"),
    ("t", "mass", "1e6"),
    ("lb", "mass", "453.59237"),
    ("oz", "mass", "28.349523125"),
    ("cl", "volume", "0.01"),
    ("dl", "volume", "0.1"),
    ("m³", "volume", "1000"),
    ("cm³", "volume", "0.001"),
    ("min", "time", "60"),
    ("h", "time", "3600"),
    ("days", "calendar days", "1"),
    ("weeks", "calendar days", "7"),
    ("months", "calendar months", "1"),
    ("years", "calendar months", "12"),
    ("bar", "pressure", "1e5"),
    ("mbar", "pressure", "100"),
    ("psi", "pressure", "6894.757293168"),
    ("K", "temperature", "1"),
    ("%", "share", "1"),
    ("‰", "share", "0.1"),
    ("ppm", "share", "0.0001"),
    ("g/cm³", "density", "1"),
    ("kg/m³", "density", "0.001"),
    ("g/l", "density", "0.001"),
    ("kg/l", "density", "1"),
    ("g/ml", "density", "1"),
    ("g/mol", "molar mass", "1"),
    ("kg/mol", "molar mass", "1000"),
    ("mPa·s", "viscosity", "1"),
    ("l/min", "flow", "1"),
    ("l/h", "flow", "0.016666666666666666667"),
    ("m³/h", "flow", "16.666666666666666667"),
    ("rpm", "speed of rotation", "1"),
    ("dB", "level", "1"),
    ("lm", "luminous flux", "1"),
    ("cd", "luminous intensity", "1"),
    ("pages", "pages", "1"),
    ("pcs", "pieces", "1"),
)
# Of two things together there is as much as of both; what is left out, such as a density, is no more of.
_ADDED = frozenset(
    {"mass", "volume", "length", "time", "calendar days", "calendar months", "energy", "electrical energy"}
    | {"amount of substance", "pages", "pieces"}
)
# Spellings beside the name itself; compared without regard to capitals.
_SPELLINGS = {
    "V": "volt volts vdc vac vdc. v(dc) vrms",
    "A": "amp amps ampere amperes adc",
    "W": "watt watts",
    "Ω": "ohm ohms",
    "Hz": "hertz",
    "s": "sec second seconds sekunde sekunden",
    "min": "minute minutes minuten",
    "h": "hr hrs hour hours std stunde stunden betriebsstunden",
    "days": "day tag tage tagen d kalendertage kalendertagen",
    "weeks": "week woche wochen",
    "months": "month monat monate monaten mon",
    "years": "year yr yrs jahr jahre jahren",
    "m": "meter meters metre metres",
    "in": "inch inches zoll",
    "ft": "foot feet",
    "g": "gram grams gramm",
    "kg": "kilogram kilograms kilogramm kilo kilos",
    "t": "tonne tonnes tonnen",
    "lb": "lbs pound pounds",
    "l": "liter liters litre litres",
    "ml": "milliliter millilitre",
    "%": "percent prozent v.h. pct",
    "g/cm³": "g/cm3 g/ccm g·cm-3 gcm-3 g/cc",
    "kg/m³": "kg/m3",
    "m³": "m3 cbm",
    "cm³": "cm3 ccm",
    "m³/h": "m3/h",
    "g/mol": "g·mol-1 gmol-1",
    "rpm": "u/min 1/min min-1",
    "pcs": "pieces stück stk",
    "pages": "page seiten",
    "mPa·s": "mpas cp",
    "bar": "bars",
}
# Kelvin is the base.
_TEMPERATURES = (
    ("°C", "1", "273.15", "c celsius grad degc deg.c ºc oc degreescelsius degreecelsius gradcelsius"),
    (
        "°F",
        "0.55555555555555555556",
        "255.37222222222222222",
        "f fahrenheit degf ºf degreesfahrenheit gradfahrenheit",
    ),
)


def _folded(text: str) -> str:
    text = unicodedata.normalize("NFKC", text.replace("º", "°")).replace("μ", "µ").replace("μ", "µ")
    return text.replace("Ω", "Ω").replace("⁻", "-").replace(" ", "").strip(".")


def _units() -> tuple[dict[str, Unit], dict[str, Unit]]:
    """By exact name, and by spelling with small letters."""
    named: dict[str, Unit] = {}
    for base, (measure, prefixes) in _PREFIXED.items():
        for prefix in ["", *prefixes.split()]:
            named[prefix + base] = Unit(prefix + base, measure, Decimal(_PREFIXES[prefix]))
            if prefix == "µ":
                named["u" + base] = named[prefix + base]
    for name, measure, factor in _OTHERS:
        named[name] = Unit(name, measure, Decimal(factor))
    for name, factor, offset, _ in _TEMPERATURES:
        named[name] = Unit(name, "temperature", Decimal(factor), Decimal(offset))
    named = {_folded(name): unit for name, unit in named.items()}
    spelled: dict[str, Unit] = {}
    for name, unit in named.items():
        if name != "K":  # "40k" is forty thousand
            spelled.setdefault(name.lower(), unit)
    for name, spellings in _SPELLINGS.items():
        for spelling in spellings.split():
            spelled[_folded(spelling).lower()] = named[_folded(name)]
    for name, _, _, spellings in _TEMPERATURES:
        for spelling in spellings.split():
            spelled[_folded(spelling).lower()] = named[name]
    return named, spelled


_NAMED, _SPELLED = _units()


def unit_of(text: str) -> Unit | None:
    """The unit that is written like this: "mA", "Volt", "µA", "Tage"; None for any other word.

    Capitals decide where they can ("mW", "MW"); where a name is written in no known way, they do not
    ("KG", "volt").
    """
    folded = _folded(text)
    return _NAMED.get(folded) or _SPELLED.get(folded.lower())


def is_unit(text: str) -> bool:
    """Whether a schema can use it."""
    return unit_of(text) is not None


def adds_up(name: str) -> bool:
    """Whether figures in this unit mean something added up: masses do, temperatures and shares do not."""
    unit = unit_of(name)
    return unit is not None and unit.measure in _ADDED


def converted(figure: Decimal, unit: Unit, target: Unit) -> Decimal | None:
    """The figure in another unit of the same measure; None when they measure different things.

    Days and months are counted as contracts do: a month has 30 days, a year 365.
    """
    if unit.name == target.name:
        return figure
    if unit.measure == target.measure:
        return _tidy((figure * unit.factor + unit.offset - target.offset) / target.factor)
    days = {"days": Decimal(1), "weeks": Decimal(7), "months": Decimal(30), "years": Decimal(365)}
    if unit.name in days and target.name in days:
        return _tidy(figure * days[unit.name] / days[target.name])
    return None


_MOST_DIGITS = 24


def _tidy(figure: Decimal) -> Decimal:
    """Twelve digits: what conversion adds behind them was never measured."""
    rounded = Decimal(f"{figure:.12g}")
    if rounded.adjusted() >= _MOST_DIGITS:
        return rounded  # no figure of a document; a value that long is refused where it is kept
    return rounded.quantize(Decimal(1)) if rounded == rounded.to_integral_value() else rounded.normalize()


# What stands for a unit behind a figure, the longest first; for whoever looks for figures with units.
UNIT_PATTERN = r"(?:degrees?|grad) (?:celsius|fahrenheit)|" + "|".join(
    re.escape(name).replace("3", "[3³]")
    for name in sorted({*_NAMED, *_SPELLED} - {"c", "f", "d"}, key=lambda name: (-len(name), name))
)
