"""Units behind a figure, in English and German: "kg", "°C", "m³/h", "litres per minute", "mg daily".

Pure functions. Symbols are told by their letters' case ("mW" is no "MW"), names are not. A rate is a unit and
what it is counted per; both are compared, in one unit ("0.5 m³" equals "500 litres").
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from core.answer.facts.stems import one_spelling, stem

GROUP = "\ue001"  # a space between the groups of one number; a plain space separates numbers
SQUARED, CUBED = "\ue0b2", "\ue0b3"  # raised figures of a unit, which are no figures of the text
_RAISED = re.compile(r"(?<=[^\W\d_])[²³]")
_RAISED_BEHIND = re.compile(r"(?<=\d)(?P<gap>[\s-]?)(?P<unit>[kcdm]?m)\^?(?P<power>[23])(?!\w)")
_POWERS = {"²": SQUARED, "2": SQUARED, "³": CUBED, "3": CUBED}

# One name, its symbols, its names, what it measures, and how many of the least unit it is.
_TABLE = (
    ("t", "t", "tonne tonnes tonnen ton tons", "mass", "1000000"),
    ("kg", "kg", "kilo kilos kilogram kilograms kilogramme kilogrammes kilogramm", "mass", "1000"),
    ("g", "g", "gram grams gramme grammes gramm", "mass", "1"),
    ("mg", "mg", "milligram milligrams milligramm", "mass", "0.001"),
    ("μg", "μg mcg", "microgram micrograms mikrogramm", "mass", "0.000001"),
    ("lb", "lb lbs", "", "pound", "1"),
    ("km", "km", "kilometer kilometers kilometre kilometres kilometern", "length", "1000"),
    ("m", "m", "meter meters metre metres metern", "length", "1"),
    ("cm", "cm", "centimeter centimeters centimetre centimetres zentimeter", "length", "0.01"),
    ("mm", "mm", "millimeter millimeters millimetre millimetres", "length", "0.001"),
    ("μm", "μm", "micrometer micrometers micrometre micrometres mikrometer", "length", "0.000001"),
    ("nm", "nm", "nanometer nanometers nanometre nanometres", "length", "0.000000001"),
    ("mile", "", "mile miles meile meilen", "mile", "1"),
    ("yard", "", "yard yards", "foot", "3"),
    ("ft", "ft", "foot feet fuß", "foot", "1"),
    ("inch", "", "inch inches zoll", "foot", "0.08333"),
    ("hl", "hl", "hectolitre hectolitres hektoliter", "volume", "100"),
    ("l", "l L", "liter liters litre litres litern", "volume", "1"),
    ("cl", "cl", "centilitre centilitres zentiliter", "volume", "0.01"),
    ("ml", "ml", "milliliter milliliters millilitre millilitres", "volume", "0.001"),
    ("m³", f"m{CUBED} cbm", "cubicmeter cubicmeters cubicmetre cubicmetres kubikmeter", "volume", "1000"),
    ("dm³", f"dm{CUBED}", "kubikdezimeter", "volume", "1"),
    ("cm³", f"cm{CUBED} ccm", "cubiccentimeter cubiccentimeters cubiccentimetre cubiccentimetres"
     " kubikzentimeter", "volume", "0.001"),
    ("mm³", f"mm{CUBED}", "", "volume", "0.000001"),
    ("m²", f"m{SQUARED} qm sqm", "squaremeter squaremeters squaremetre squaremetres quadratmeter"
     " quadratmetern", "area", "1"),
    ("km²", f"km{SQUARED} qkm", "squarekilometer squarekilometers squarekilometre squarekilometres"
     " quadratkilometer", "area", "1000000"),
    ("cm²", f"cm{SQUARED}", "squarecentimeter squarecentimeters squarecentimetre squarecentimetres"
     " quadratzentimeter", "area", "0.0001"),
    ("mm²", f"mm{SQUARED}", "", "area", "0.000001"),
    ("ha", "ha", "hectare hectares hektar", "area", "10000"),
    ("acre", "", "acre acres", "acre", "1"),
    ("μs", "μs", "microsecond microseconds mikrosekunde mikrosekunden", "time", "0.000001"),
    ("ms", "ms", "millisecond milliseconds millisekunde millisekunden", "time", "0.001"),
    ("second", "s sec sek", "second seconds sekunde sekunden", "time", "1"),
    ("minute", "min", "minute minutes minuten", "time", "60"),
    ("hour", "h hrs std", "hour hours stunde stunden", "time", "3600"),
    ("day", "d", "day days tag tage tagen", "time", "86400"),
    ("week", "", "week weeks woche wochen", "time", "604800"),
    ("month", "", "month months monat monate monaten monats", "month", "1"),
    ("year", "yr yrs", "year years jahr jahre jahren jahres", "month", "12"),
    ("decade", "", "decade decades jahrzehnt jahrzehnte jahrzehnten", "month", "120"),
    ("century", "", "century centuries jahrhundert jahrhunderte jahrhunderten", "month", "1200"),
    ("μW", "μW", "microwatt mikrowatt", "power", "0.000001"),
    ("mW", "mW", "milliwatt milliwatts", "power", "0.001"),
    ("W", "W", "watt watts", "power", "1"),
    ("kW", "kW", "kilowatt kilowatts", "power", "1000"),
    ("MW", "MW", "megawatt megawatts", "power", "1000000"),
    ("GW", "GW", "gigawatt gigawatts", "power", "1000000000"),
    ("Wh", "Wh", "wattstunde wattstunden", "energy", "3600"),
    ("kWh", "kWh", "kilowattstunde kilowattstunden", "energy", "3600000"),
    ("MWh", "MWh", "megawattstunde megawattstunden", "energy", "3600000000"),
    ("GWh", "GWh", "gigawattstunde gigawattstunden", "energy", "3600000000000"),
    ("J", "J", "joule joules", "energy", "1"),
    ("kJ", "kJ", "kilojoule kilojoules", "energy", "1000"),
    ("MJ", "MJ", "megajoule megajoules", "energy", "1000000"),
    ("μV", "μV", "microvolt mikrovolt", "voltage", "0.000001"),
    ("mV", "mV", "millivolt millivolts", "voltage", "0.001"),
    ("V", "V", "volt volts", "voltage", "1"),
    ("kV", "kV", "kilovolt kilovolts", "voltage", "1000"),
    ("μA", "μA", "microampere mikroampere", "current", "0.000001"),
    ("mA", "mA", "milliampere milliamperes milliamp milliamps", "current", "0.001"),
    ("A", "A", "ampere amperes amp amps", "current", "1"),
    ("kA", "kA", "kiloampere kiloamperes", "current", "1000"),
    ("mAh", "mAh", "", "charge", "0.001"),
    ("Ah", "Ah", "amperestunde amperestunden", "charge", "1"),
    ("ohm", "Ω", "ohm ohms", "resistance", "1"),
    ("kohm", "kΩ", "kiloohm kiloohms", "resistance", "1000"),
    ("Mohm", "MΩ", "megaohm megaohms", "resistance", "1000000"),
    ("Hz", "Hz", "hertz", "frequency", "1"),
    ("kHz", "kHz", "kilohertz", "frequency", "1000"),
    ("MHz", "MHz", "megahertz", "frequency", "1000000"),
    ("GHz", "GHz", "gigahertz", "frequency", "1000000000"),
    ("kB", "kB", "kilobyte kilobytes", "memory", "0.001"),
    ("MB", "MB", "megabyte megabytes", "memory", "1"),
    ("GB", "GB", "gigabyte gigabytes", "memory", "1000"),
    ("TB", "TB", "terabyte terabytes", "memory", "1000000"),
    ("kbit", "kbit", "kilobit kilobits", "bits", "0.001"),
    ("Mbit", "Mbit", "megabit megabits", "bits", "1"),
    ("Gbit", "Gbit", "gigabit gigabits", "bits", "1000"),
    ("mbar", "mbar", "millibar", "pressure", "0.001"),
    ("bar", "bar", "", "pressure", "1"),
    ("Pa", "Pa", "pascal", "pressure", "0.00001"),
    ("hPa", "hPa", "hektopascal hectopascal", "pressure", "0.001"),
    ("kPa", "kPa", "kilopascal", "pressure", "0.01"),
    ("MPa", "MPa", "megapascal", "pressure", "10"),
    ("N", "N", "newton newtons", "force", "1"),
    ("kN", "kN", "kilonewton kilonewtons", "force", "1000"),
    ("Nm", "Nm", "newtonmeter newtonmetre newtonmetres", "torque", "1"),
    ("rotation", "U rev", "rotation rotations revolution revolutions umdrehung umdrehungen", "rotation", "1"),
    ("°", "°", "degree degrees grad", "degree", "1"),
    ("°C", "°C", "celsius degreecelsius degreescelsius gradcelsius", "celsius", "1"),
    ("°F", "°F", "fahrenheit degreefahrenheit degreesfahrenheit gradfahrenheit", "fahrenheit", "1"),
    ("K", "K", "kelvin", "kelvin", "1"),
)  # fmt: skip
# Rates that are written as one word.
_RATES = {
    "kmh": ("km", "hour"), "kph": ("km", "hour"), "stundenkilometer": ("km", "hour"),
    "mph": ("mile", "hour"), "rpm": ("rotation", "minute"),
}  # fmt: skip
_SYMBOLS = {symbol: name for name, symbols, *_ in _TABLE for symbol in symbols.split()}
_NAMES = {word: name for name, _symbols, names, *_ in _TABLE for word in names.split()}
_MEASURES = {name: (kind, Fraction(factor)) for name, _symbols, _names, kind, factor in _TABLE}
_DEGREES = frozenset({"degree", "celsius", "fahrenheit"})  # what "degrees" alone may be
_ADVERBS = {
    "daily": "day", "täglich": "day", "weekly": "week", "wöchentlich": "week", "hourly": "hour",
    "stündlich": "hour", "monthly": "month", "monatlich": "month", "yearly": "year", "annually": "year",
    "annual": "year", "jährlich": "year",
}  # fmt: skip
_TIMES = frozenset({"second", "minute", "hour", "day", "week", "month", "year"})


def _by_letters() -> dict[str, str]:
    """Symbols of two letters or more that no other differs from only by case: "KG" is "kg"."""
    found: dict[str, set[str]] = {}
    for symbol, name in _SYMBOLS.items():
        if len(symbol) > 1:
            found.setdefault(symbol.casefold(), set()).add(name)
    return {symbol: next(iter(names)) for symbol, names in found.items() if len(names) == 1}


_FOLDED = _by_letters()
_EXPONENT = f"[{SQUARED}{CUBED}]?"
_WRITTEN = rf"°\s?[CF](?![^\W\d_])|°|[^\W\d_]+{_EXPONENT}"
_DOUBLE = r"(?:(?:square|cubic)\s[^\W\d_]+|(?:degrees?|grad)\s(?:celsius|fahrenheit)(?![^\W\d_]))"
_UNIT = re.compile(rf"[\s{GROUP}-]*(?P<word>(?i:{_DOUBLE})|{_WRITTEN}|[$€£])")
_PER = re.compile(
    rf"\.?(?:\s?/\s?|\s(?i:per|pro|je|(?P<article>an?|jede[nrs]?|each|every))\s)"
    rf"(?P<word>(?i:{_DOUBLE})|{_WRITTEN})(?![\w{SQUARED}{CUBED}])"
)
_YEARLY = re.compile(r"\s(?:p\.\s?a\.|per annum|pro anno)", re.IGNORECASE)
_BY = re.compile(rf"\s(?P<word>{'|'.join(_ADVERBS)})(?!\w)", re.IGNORECASE)
_SOMEWHERE = re.compile(
    rf"\b(?:(?P<adverb>(?:{'|'.join(_ADVERBS)}))(?:e[nmrs]?)?"
    r"|(?:per|pro|je|an?|every|each|one|jede[nmrs]?|alle|einer|einem|24)\s(?P<time>[^\W\d_]+))(?!\w)",
    re.IGNORECASE,
)
_UNIT_STEMS = frozenset(
    stem(one_spelling(word))
    for word in (
        *_NAMES,
        *(symbol.casefold() for symbol in _SYMBOLS),
        *_RATES,
        *("cubic", "square", "annum"),
    )
)
SHORT = tuple(symbol for symbol in _SYMBOLS if len(symbol) <= 3 and symbol not in ("s", "A", "K", "U", "d"))


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as read: its `name` ("" where `word` is none), what it is counted `per`, where it ends."""

    word: str
    name: str
    per: str
    end: int


def with_raised(text: str) -> str:
    """The raised figures of "m²", "m³", "45 m3" as `SQUARED` and `CUBED`, which are no figures."""
    text = _RAISED.sub(lambda match: _POWERS[match.group()], text)
    return _RAISED_BEHIND.sub(lambda m: f"{m['gap']}{m['unit']}{_POWERS[m['power']]}", text)


def unit_named(word: str) -> str:
    """The one name of a unit as written, or nothing."""
    word = "".join(word.split())
    if word in _SYMBOLS:
        return _SYMBOLS[word]
    folded = word.casefold()
    return _NAMES.get(folded) or _FOLDED.get(folded, "")


def unit_behind(text: str, at: int) -> Unit | None:
    """The word behind a figure that ends at `at`, and its rate; None where there is none."""
    match = _UNIT.match(text, at)
    if match is None:
        return None
    word, end = match["word"], match.end()
    name = unit_named(word)
    if not name and " " in word:
        word, end = word.split()[0], match.start("word") + len(word.split()[0])
        name = unit_named(word)
    if word.casefold() in _RATES:
        name, per = _RATES[word.casefold()]
        return Unit(word, name, per, end)
    return Unit(word, name, rate_behind(text, end), end)


def rate_behind(text: str, at: int) -> str:
    """What is counted per what: "hour" for "/h", " per hour", " an hour", " hourly"; else nothing."""
    if _YEARLY.match(text, at):
        return "year"
    if match := _BY.match(text, at):
        return _ADVERBS[match["word"].casefold()]
    match = _PER.match(text, at)
    if match is None:
        return ""
    name = "year" if match["word"] == "a" and not match["article"] else unit_named(match["word"])
    return name if name in _TIMES or not match["article"] else ""


def rates_in(text: str) -> frozenset[str]:
    """The times that a text counts per, wherever it says so: "The daily dose is 20 mg"."""
    found = set()
    for match in _SOMEWHERE.finditer(text):
        time = _ADVERBS[match["adverb"].casefold()] if match["adverb"] else unit_named(match["time"])
        if match.group().startswith("24"):
            time = "day" if time == "hour" else ""
        if time in _TIMES:
            found.add(time)
    return frozenset(found)


def is_unit(name: str) -> bool:
    return name in _MEASURES


def kind_of(name: str) -> str:
    """What is measured in it ("mass", "time"); empty for no unit."""
    return _MEASURES[name][0] if name in _MEASURES else ""


def size_of(name: str) -> Fraction:
    """How many of the least unit of its kind it is; 1 for no unit."""
    return _MEASURES[name][1] if name in _MEASURES else Fraction(1)


def is_same_kind(left: str, right: str) -> bool:
    """Both measure the same; "degrees" alone are of any scale."""
    kinds = {kind_of(left), kind_of(right)}
    return len(kinds) == 1 or ("degree" in kinds and kinds <= _DEGREES)


def may_be_left_out(per: str) -> bool:
    """ "20 mg" of "20 mg per day" is still that; "20 m" of "20 m/s" is something else."""
    return kind_of(per) == "month" or per in ("day", "week")


def is_unit_word(word: str) -> bool:
    """True for the stem of a unit of measure."""
    return word in _UNIT_STEMS
