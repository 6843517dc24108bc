"""The questions over a library of documents: their kinds, and that their answers are right."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from functools import lru_cache
from random import Random

from core.bench.library.asking import KINDS
from core.bench.library.generator.schema import FIELDS, SHARES
from core.bench.library.generator.truth import FieldTruth, FieldValue, MoneyTruth, Truth
from core.bench.library.questions import left_out, questions

_FIRMS = (
    "Acme Industrial Supply Inc.",
    "Nordlicht Maschinenbau GmbH",
    "Lone Star Pump & Valve Co.",
    "Müller & Söhne Elektrotechnik GmbH",
    "Fenland Chemicals Ltd",
    "Berner Messtechnik AG",
    "Hartwell Instruments Ltd",
    "Rheintal Chemie AG",
)
_NUMBERS = {
    "tax_rate": (0, 7, 19, 20),
    "term_months": (6, 12, 24, 36, 60),
    "notice_period_days": (14, 30, 60, 90, 180),
    "voltage_max": (5, 12, 30, 60, 100, 600),
    "current_max": ("0.02", "0.1", "0.2", "0.5", 1, 3, 10),
    "power_max": ("0.25", "0.5", 1, 40, 1500, 3000),
    "gain_min": (40, 100, 110, 200),
    "temperature_min": (-65, -55, -40, 0),
    "temperature_max": (70, 85, 125, 150, 175),
    "boiling_point": ("56.1", "64.7", "78.4", "110.6"),
    "flash_point": (-20, 11, 12, 63),
    "density": ("0.791", "0.867", "1.05", "1.33"),
    "molar_mass": ("32.04", "46.07", "92.14", "84.93"),
    "purity": ("98.5", "99.2", "99.8", "99.95"),
    "voltage": (12, 24, 230, 400),
    "weight": ("2.4", 18, 95, 640),
    "service_interval_hours": (250, 500, 2000, 8000),
    "year": (2020, 2021, 2022, 2023, 2024),
}
_WORDS = {
    "governing_law": ("Germany", "State of New York", "Bundesrepublik Deutschland", "Republik Österreich"),
    "package": ("TO-92", "SOT-23", "TO-220"),
    "standard": ("ISO 9001:2015", "ISO/IEC 17025:2018", "DIN EN 10204"),
    "product_name": tuple(f"{kind} {n}" for kind in ("Pump", "Mixer", "Fräse") for n in (10, 20, 35)),
}
_NAMES = {"vendor_name", "customer_name", "party_a", "party_b", "manufacturer", "holder", "issuer"}
_NAMES |= {"organisation"}


def truth(filename: str, bucket: str, **values: FieldValue) -> Truth:
    stated = {name: FieldTruth(value, 1, str(value)) for name, value in values.items()}
    return Truth(filename, bucket, "letter", "de" if len(filename) % 2 else "en", False, stated)


def money(amount: str, currency: str = "EUR") -> MoneyTruth:
    return MoneyTruth(Decimal(amount), currency)


@lru_cache(maxsize=1)
def library() -> tuple[Truth, ...]:
    """800 documents that state four fifths of their fields."""
    chance = Random("library")
    made = []
    for bucket, share in SHARES.items():
        for number in range(share * 8):
            currency = chance.choice(("EUR", "EUR", "USD", "GBP", "CHF"))
            values: dict[str, FieldValue] = {}
            for name, kind in FIELDS[bucket].items():
                if kind.type in ("enum", "money") or chance.random() < 0.8:
                    values[name] = _value(name, kind.type, kind.keys, currency, chance)
            made.append(truth(f"{bucket} {number:03}.pdf", bucket, **values))
    return tuple(made)


def _value(name: str, kind: str, keys: tuple[str, ...], currency: str, chance: Random) -> FieldValue:
    if keys:
        return chance.choice(keys)
    if kind == "money":
        return MoneyTruth(Decimal(round(chance.lognormvariate(7, 1.3) * 100)) / 100, currency)
    if kind == "date":
        return date(2020, 1, 1) + timedelta(days=chance.randrange(2000))
    if kind == "bool":
        return chance.random() < 0.6
    if kind == "number":
        return Decimal(chance.choice(_NUMBERS[name]))
    if name in _NAMES:
        return chance.choices(_FIRMS, range(1, len(_FIRMS) + 1))[0]
    return chance.choice(_WORDS.get(name, (f"{name[:3]}-{chance.randrange(100)}",)))


def test_every_kind_is_asked_in_both_languages() -> None:
    asked = questions(library())

    assert len(asked) >= 200
    assert len({question.question_id for question in asked}) == len(asked)
    assert len({question.question for question in asked}) == len(asked)
    by_language = {lang: [q for q in asked if q.language == lang] for lang in ("en", "de")}
    for found in by_language.values():
        assert len(found) >= 0.45 * len(asked)
        assert {question.kind for question in found} == set(KINDS)
        assert {question.reason for question in found} == {"", "no_results", "overload"}
        assert {question.bucket for question in found} == {"", *SHARES}


def test_hardly_any_question_is_left_out_of_a_large_library() -> None:
    assert len(left_out(library())) <= 12, left_out(library())
