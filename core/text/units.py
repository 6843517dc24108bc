"""Units of measure in English and German text: "kg", "°C", "m³/h", "litres per minute", "mg daily".

Pure functions. Symbols are told by their letters' case ("mW" is no "MW"), names are not. A rate is a unit and
what it is counted per; both are compared, in one unit ("0.5 m³" equals "500 litres"). Factors are exact.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from core.text.currency_names import SIGN

GROUP = "\ue001"  # a space between the groups of one number; a plain space separates numbers
SQUARED, CUBED = "\ue0b2", "\ue0b3"  # raised figures of a unit, which are no figures of the text
_RAISED = re.compile(r"(?<=[^\W\d_])[²³]")
_RAISED_BEHIND = re.compile(r"(?<=\d)(?P<gap>[\s-]?)(?P<unit>[kcdm]?m)\^?(?P<power>[23])(?!\w)")
_POWERS = {"²": SQUARED, "2": SQUARED, "³": CUBED, "3": CUBED}


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: what it measures, and how a figure in it becomes one in the base unit of that measure:
    `figure * factor + offset`."""

    name: str
    measure: str
    factor: Decimal = Decimal(1)
    offset: Decimal = Decimal(0)


_PREFIXES = {
    "p": ("1e-12", "pico"), "n": ("1e-9", "nano"), "µ": ("1e-6", "micro mikro"), "m": ("1e-3", "milli"),
    "c": ("0.01", "centi zenti"), "d": ("0.1", "deci dezi"), "h": ("100", "hecto hekto"),
    "k": ("1e3", "kilo"), "M": ("1e6", "mega"), "G": ("1e9", "giga"), "T": ("1e12", "tera"),
}  # fmt: skip
# Name; what it measures; factor; prefixes ("-": never without); other symbols; names in words; what stands
# for it only where a unit is expected. A line without words, and prefixes with "~", are read nowhere else;
# symbols with "~" are not read there.
_TABLE = """
g; mass; 1; ~n µ m k;; gram grams gramme grammes gramm;
kg; mass; 1e3;;; kilo kilos;
µg; mass; 1e-6;; mcg; microgram;
t; mass; 1e6;;; tonne tonnes tonnen ton tons;
lb; mass; 453.59237;;; lb lbs; pound pounds
oz; mass; 28.349523125;;;;
m; length; 1; n µ m c ~d k;; meter meters metre metres metern;
in; length; 0.0254;;; inch inches zoll; in
ft; length; 0.3048;;; foot feet fuß;
yard; length; 0.9144;;; yard yards;
mile; length; 1609.344;;; mile miles meile meilen;
m²; area; 1;; qm sqm; squaremeter squaremeters squaremetre squaremetres quadratmeter quadratmetern;
km²; area; 1e6;; qkm; squarekilometer squarekilometers squarekilometre squarekilometres quadratkilometer;
cm²; area; 1e-4;;; squarecentimeter squarecentimeters squarecentimetre squarecentimetres quadratzentimeter;
mm²; area; 1e-6;;; squaremillimeter squaremillimetre quadratmillimeter;
ha; area; 1e4;;; hectare hectares hektar;
acre; area; 4046.8564224;;; acre acres;
l; volume; 1; µ m c d h; L; liter liters litre litres litern;
m³; volume; 1000;; cbm; cubicmeter cubicmeters cubicmetre cubicmetres kubikmeter;
dm³; volume; 1;;; kubikdezimeter;
cm³; volume; 0.001;; ccm; cubiccentimeter cubiccentimeters cubiccentimetre cubiccentimetres kubikzentimeter;
mm³; volume; 1e-6;;; cubicmillimeter cubicmillimetre kubikmillimeter;
s; time; 1; ~n µ m; sec sek; second seconds sekunde sekunden;
min; time; 60;;; minute minutes minuten;
h; time; 3600;; hrs std; hour hours stunde stunden; hr betriebsstunden
days; calendar days; 1;; d; day days tag tage tagen; kalendertage kalendertagen
weeks; calendar days; 7;;; week weeks woche wochen;
months; calendar months; 1;;; month months monat monate monaten monats; mon
years; calendar months; 12;; yr yrs; year years jahr jahre jahren jahres;
decades; calendar months; 120;;; decade decades jahrzehnt jahrzehnte jahrzehnten;
centuries; calendar months; 1200;;; century centuries jahrhundert jahrhunderte jahrhunderten;
W; power; 1; ~n µ m k M G;; watt watts;
Wh; electrical energy; 1; ~m k M G;; wattstunde wattstunden;
J; energy; 1; ~m k M;; joule joules;
V; voltage; 1; ~p ~n µ m k;; volt volts; vdc vac vdc. v(dc) vrms
A; current; 1; ~p ~n µ m k;; ampere amperes amp amps; adc
Ah; charge; 1; m;; amperestunde amperestunden;
Ω; resistance; 1; ~m k M ~G;; ohm ohms;
F; capacitance; 1; p n µ m;;;
H; inductance; 1; n µ m;;;
Hz; frequency; 1; ~m k M G;; hertz;
B; memory; 1e-6; - k M G T;; byte bytes;
bit; bits; 1e-6; - k M G;; bit bits;
bar; pressure; 1e5; m;; bar; bars
Pa; pressure; 1; ~m h k M;; pascal;
psi; pressure; 6894.757293168;;;;
N; force; 1; ~m k ~M;; newton newtons;
Nm; torque; 1;;; newtonmeter newtonmetre newtonmetres;
rotation; rotation; 1;; ~U ~rev; rotation rotations revolution revolutions umdrehung umdrehungen;
mol; amount of substance; 1; n µ m;;;
°; degree; 1;;; degree degrees grad;
°C; temperature; 1;;; celsius degreecelsius degreescelsius gradcelsius; c grad degc deg.c oc
°F; temperature; 0.55555555555555555556;;; fahrenheit degreefahrenheit; f degf
°F; temperature; 0.55555555555555555556;;; degreesfahrenheit gradfahrenheit;
K; temperature; 1;;; kelvin;
dB; level; 1;;;;
lm; luminous flux; 1;;;;
cd; luminous intensity; 1;;;;
%; share; 1;;;; percent prozent v.h. pct
‰; share; 0.1;;;;
ppm; share; 0.0001;;;;
g/cm³; density; 1;;;; g/cm3 g/ccm g·cm-3 gcm-3 g/cc
kg/m³; density; 0.001;;;;
g/l; density; 0.001;;;;
kg/l; density; 1;;;;
g/ml; density; 1;;;;
g/mol; molar mass; 1;;;; g·mol-1 gmol-1
kg/mol; molar mass; 1000;;;;
mPa·s; viscosity; 1;;;; mpas cp
l/min; flow; 1;;;;
l/h; flow; 0.016666666666666666667;;;;
m³/h; flow; 16.666666666666666667;;;;
rpm; speed of rotation; 1;;;; u/min 1/min min-1
pages; pages; 1;;;; page seiten
pcs; pieces; 1;;;; pieces stück stk
"""
_OFFSETS = {"°C": Decimal("273.15"), "°F": Decimal("255.37222222222222222")}  # kelvin is the base
# Of two things together there is as much as of both; what is left out, such as a density, is no more of.
_ADDED = frozenset(
    {"mass", "volume", "length", "area", "time", "calendar days", "calendar months", "energy"}
    | {"electrical energy", "amount of substance", "pages", "pieces"}
)
# What statements are compared in: feet and metres are, as scales of temperature, not the same.
_KINDS = {
    "lb": "pound", "in": "foot", "ft": "foot", "yard": "foot", "mile": "mile", "acre": "acre",
    "°C": "celsius", "°F": "fahrenheit", "K": "kelvin",
}  # fmt: skip
# Measures that statements do not tell apart, and how many of the other's base unit theirs is.
_ALSO = {
    "calendar days": ("time", 86400), "calendar months": ("month", 1), "electrical energy": ("energy", 3600),
}  # fmt: skip
_DEGREES = frozenset({"degree", "celsius", "fahrenheit"})  # what "degrees" alone may be
# Rates that are written as one word.
_RATES = {
    "kmh": ("km", "h"), "kph": ("km", "h"), "stundenkilometer": ("km", "h"), "mph": ("mile", "h"),
    "rpm": ("rotation", "min"),
}  # fmt: skip
_ADVERBS = {
    "daily": "days", "täglich": "days", "weekly": "weeks", "wöchentlich": "weeks", "hourly": "h",
    "stündlich": "h", "monthly": "months", "monatlich": "months", "yearly": "years", "annually": "years",
    "annual": "years", "jährlich": "years",
}  # fmt: skip
_TIMES = frozenset({"s", "min", "h", "days", "weeks", "months", "years"})
_PLAIN = str.maketrans({"º": "°", "μ": "µ", "Ω": "Ω", "⁻": "-", " ": "", SQUARED: "2", CUBED: "3"})


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text.translate(_PLAIN)).translate(_PLAIN).strip(".")


class _Table:
    """Units by name, by symbols as they are written, and by words in small letters.

    `expected`: by what stands for a unit only where one is expected.
    """

    def __init__(self) -> None:
        self.named: dict[str, Unit] = {}
        self.symbols: dict[str, Unit] = {}
        self.words: dict[str, Unit] = {}
        self.expected: dict[str, Unit] = {}
        for line in _TABLE.strip().splitlines():
            self._add(*(part.strip() for part in line.split(";")))
        self.expected |= {name: unit for name, unit in self.symbols.items() if not name.startswith("~")}
        self.symbols = {name.strip("~"): unit for name, unit in self.symbols.items() if name != "in"}
        self.letters: dict[str, list[str]] = {}  # symbols that differ by case only
        for symbol in dict.fromkeys((*self.symbols, *self.expected)):
            self.letters.setdefault(symbol.lower(), []).append(symbol)

    def _add(
        self, base: str, measure: str, factor: str, prefixes: str, symbols: str, words: str, more: str
    ) -> None:
        for marked in ["", *prefixes.split()] if "-" not in prefixes else prefixes.split()[1:]:
            prefix = marked.strip("~")
            size, spoken = _PREFIXES.get(prefix, ("1", ""))
            name = prefix + base
            unit = Unit(name, measure, Decimal(factor) * Decimal(size), _OFFSETS.get(name, Decimal(0)))
            unit = self.named.setdefault(name, unit)
            names = [name] if prefix else [name, *symbols.split()]
            anywhere = words and prefix == marked
            (self.symbols if anywhere else self.expected).update({_folded(each): unit for each in names})
            if prefix:
                self.words |= {said + word: unit for said in spoken.split() for word in words.split()}
            else:
                self.words |= dict.fromkeys(words.split(), unit)
                self.expected |= {_folded(word): unit for word in more.split()}
            if prefix == "µ":
                self.expected["u" + base] = unit

    def in_any_case(self, text: str, known: dict[str, Unit]) -> list[str]:
        """The symbols that differ from a text by their case only, one a unit."""
        return list(
            {known[name].name: name for name in self.letters.get(text.lower(), ()) if name in known}.values()
        )


_UNITS = _Table()
_NOT_BEHIND = {"c", "f", "d", "°", "monats", "jahres"}  # "am Ende eines Monats" is no length of time
# What stands for a unit behind a figure, the longest first; for whoever looks for figures with units.
UNIT_PATTERN = r"(?:degrees?|grad) (?:celsius|fahrenheit)|" + "|".join(
    re.escape(name).replace("3", "[3³]").replace("2", "[2²]")
    for name in sorted({*_UNITS.expected, *_UNITS.words} - _NOT_BEHIND, key=lambda name: (-len(name), name))
)
# As texts have them once their figures are raised and their letters are those of Unicode's NFKC.
_WRITTEN_SO = {"µ": "μ", "2": SQUARED, "3": CUBED}
_IN_TEXTS = [re.sub("[µ23]", lambda sign: _WRITTEN_SO[sign[0]], name) for name in _UNITS.symbols]
UNIT_WORDS = (*_UNITS.words, *map(str.casefold, _IN_TEXTS), *_RATES, "cubic", "square", "annum")
SHORT = tuple(name for name in _IN_TEXTS if len(name) <= 3 and name not in ("s", "A", "K", "U", "d"))
_EXPONENT = f"[{SQUARED}{CUBED}]?"
_WRITTEN = rf"°\s?[CF](?![^\W\d_])|°|[^\W\d_]+{_EXPONENT}"
_DOUBLE = r"(?:(?:square|cubic)\s[^\W\d_]+|(?:degrees?|grad)\s(?:celsius|fahrenheit)(?![^\W\d_]))"
_UNIT = re.compile(rf"[\s{GROUP}-]*(?P<word>(?i:{_DOUBLE})|{_WRITTEN}|{SIGN})")
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


@dataclass(frozen=True, slots=True)
class Behind:
    """What stands behind a figure: the `word`, and the `name` of the unit that it is, if it is one.

    `per`: what that is counted per; it stands at `[start, end)`.
    """

    word: str
    name: str
    per: str
    start: int
    end: int


def unit_of(text: str) -> Unit | None:
    """The unit that a text is, where one is expected: "mA", "Volt", "µA", "Tage", "in"; None for other words.

    Capitals decide where they can ("mW", "MW"); where a name is written in no known way, they do not
    ("KG", "volt"), but for the first letter ("Mhz").
    """
    folded = _folded(text)
    small = folded.lower()
    found = _UNITS.expected.get(folded) or _UNITS.expected.get(small) or _UNITS.words.get(small)
    if found or folded == "k":  # "40k" is forty thousand
        return found
    names = _UNITS.in_any_case(folded, _UNITS.expected)
    alike = [name for name in names if name[0] == folded[0]] if len(names) > 1 else names
    return _UNITS.expected[alike[0]] if len(alike) == 1 else None


def unit_named(word: str) -> str:
    """The name of the unit that a word of any text is, or nothing: neither "in" nor "v" is one there."""
    folded = _folded("".join(word.split()))
    found = _UNITS.symbols.get(folded) or _UNITS.words.get(folded.casefold())
    names = _UNITS.in_any_case(folded, _UNITS.symbols) if len(folded) > 1 and not found else []
    found = _UNITS.symbols[names[0]] if len(names) == 1 else found
    return found.name if found else ""


def with_raised(text: str) -> str:
    """The raised figures of "m²", "m³", "45 m3" as `SQUARED` and `CUBED`, which are no figures."""
    text = _RAISED.sub(lambda match: _POWERS[match.group()], text)
    return _RAISED_BEHIND.sub(lambda m: f"{m['gap']}{m['unit']}{_POWERS[m['power']]}", text)


def unit_behind(text: str, at: int) -> Behind | None:
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
        return Behind(word, *_RATES[word.casefold()], match.start("word"), end)
    return Behind(word, name, rate_behind(text, end), match.start("word"), end)


def rate_behind(text: str, at: int) -> str:
    """What is counted per what: "h" for "/h", " per hour", " an hour", " hourly"; else nothing."""
    if _YEARLY.match(text, at):
        return "years"
    if match := _BY.match(text, at):
        return _ADVERBS[match["word"].casefold()]
    match = _PER.match(text, at)
    if match is None:
        return ""
    name = "years" if match["word"] == "a" and not match["article"] else unit_named(match["word"])
    return name if name in _TIMES or not match["article"] else ""


def rates_in(text: str) -> frozenset[str]:
    """The times that a text counts per, wherever it says so: "The daily dose is 20 mg"."""
    found = set()
    for match in _SOMEWHERE.finditer(text):
        time = _ADVERBS[match["adverb"].casefold()] if match["adverb"] else unit_named(match["time"])
        if match.group().startswith("24"):
            time = "days" if time == "h" else ""
        if time in _TIMES:
            found.add(time)
    return frozenset(found)


def kind_of(name: str) -> str:
    """What is measured in a unit, as statements are compared ("mass", "time"); empty for no unit."""
    unit = _UNITS.named.get(name)
    if unit is None or (_folded(name) not in _UNITS.symbols and name != "in"):
        return ""
    return _KINDS.get(name) or _ALSO.get(unit.measure, (unit.measure, 1))[0]


def size_of(name: str) -> Fraction:
    """How many of the least unit of its kind it is; 1 for no unit."""
    unit = _UNITS.named.get(name)
    return (
        Fraction(unit.factor) * _ALSO.get(unit.measure, ("", 1))[1] if unit and kind_of(name) else Fraction(1)
    )


def is_same_kind(left: str, right: str) -> bool:
    """Both measure the same; "degrees" alone are of any scale."""
    kinds = {kind_of(left), kind_of(right)}
    return len(kinds) == 1 or ("degree" in kinds and kinds <= _DEGREES)


def may_be_left_out(per: str) -> bool:
    """ "20 mg" of "20 mg per day" is still that; "20 m" of "20 m/s" is something else."""
    return kind_of(per) == "month" or per in ("days", "weeks")


def adds_up(name: str) -> bool:
    """Whether figures in this unit mean something added up: masses do, temperatures and shares do not."""
    unit = unit_of(name)
    return unit is not None and unit.measure in _ADDED


def converted(figure: Decimal, name: str, target_name: str) -> Decimal | None:
    """The figure in another unit of the same measure; None when they measure different things, or nothing.

    Days and months are counted as contracts do: a month has 30 days, a year 365.
    """
    unit, target = unit_of(name), unit_of(target_name)
    if unit is None or target is None or unit.name == target.name:
        return figure if unit else None
    if unit.measure == target.measure:
        return _tidy((figure * unit.factor + unit.offset - target.offset) / target.factor)
    days = {"days": 1, "weeks": 7, "months": 30, "years": 365}
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
