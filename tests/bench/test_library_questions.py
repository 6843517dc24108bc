"""The questions over a library of documents: their kinds, and that their answers are right."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from decimal import Decimal
from functools import lru_cache
from random import Random

import pytest

from tests.benchmarks.library.answers import Amount, Extreme, Group
from tests.benchmarks.library.asking import KINDS, READABLE, LibraryQuestion, short, thousands
from tests.benchmarks.library.conditions import (
    Condition,
    after,
    at_least,
    at_most,
    before,
    during,
    either,
    from_to,
    half,
    is_false,
    kind_is_not,
    missing,
    months,
    named,
    not_named,
    over,
    quarter,
    since,
    under,
    until,
)
from tests.benchmarks.library.generator.schema import FIELDS, SHARES
from tests.benchmarks.library.generator.truth import FieldTruth, FieldValue, MoneyTruth, Truth
from tests.benchmarks.library.questions import left_out, questions
from tests.benchmarks.library.reports import told_by_name

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
    language = "de" if sum(map(ord, filename)) % 2 else "en"
    return Truth(filename, bucket, "letter", language, False, stated)


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


@lru_cache(maxsize=1)
def asked_of_library() -> tuple[LibraryQuestion, ...]:
    return tuple(questions(library()))


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


_ACME, _WEBER, _FENLAND = "Acme Industrial Supply Inc.", "Weber IT-Systeme GmbH", "Fenland Chemicals Ltd"
_NORD, _HART, _BERN = "Nordlicht Maschinenbau GmbH", "Hartwell Instruments Ltd", "Berner Messtechnik AG"
# File | kind | date | due | vendor | customer | order | net | tax | total | currency; - is not printed
_INVOICES = f"""\
i01|invoice|2023-01-15|2023-02-14|{_ACME}|{_NORD}|PO-1|1000|80|1080|USD
i02|invoice|2023-05-10|2023-06-09|{_ACME}|{_HART}|-|200|16|216|USD
i03|credit_note|2023-07-01|-|{_ACME}|{_NORD}|PO-3|50|4|54|USD
i04|invoice|2022-11-20|2022-12-20|{_WEBER}|{_NORD}|-|3000|570|3570|EUR
i05|invoice|2022-02-02|2022-03-04|{_WEBER}|{_NORD}|PO-5|1000|190|1190|EUR
i06|reminder|2022-03-20|2022-04-03|{_WEBER}|{_NORD}|-|1000|190|1190|EUR
i07|invoice|2021-06-30|-|{_FENLAND}|{_HART}|-|400|80|480|GBP
i08|invoice|2021-08-08|2021-09-07|{_FENLAND}|{_HART}|PO-8|90|18|108|GBP
i09|credit_note|2023-09-09|-|{_BERN}|{_NORD}|-|700|53.90|753.90|CHF
i10|invoice|2020-03-03|-|-|-|-|-|-|99|EUR
i11|invoice|-|-|-|-|PO-11|-|-|5|EUR"""


@lru_cache(maxsize=1)
def small_library() -> tuple[Truth, ...]:
    """Few enough to work answers out by hand."""
    made = []
    names = ("document_type", "invoice_date", "due_date", "vendor_name", "customer_name", "purchase_order")
    amounts = ("net_amount", "tax_amount", "total_amount")
    for row in _INVOICES.splitlines():
        filename, *cells, currency = row.split("|")
        values: dict[str, FieldValue] = {}
        for name, cell in zip((*names, *amounts), cells, strict=True):
            if cell != "-":
                day = name.endswith("date")
                plain = date.fromisoformat(cell) if day else cell
                values[name] = money(cell, currency) if name in amounts else plain
        made.append(truth(filename, "invoices", **values))
    lease = {"contract_type": "lease", "party_b": _HART}
    made += [
        truth("c1", "contracts", **lease, party_a=_BERN, auto_renewal=True, end_date=date(2024, 5, 31)),
        truth("c2", "contracts", contract_type="lease", party_a=_BERN, party_b=_NORD, auto_renewal=False),
        truth("c3", "contracts", **lease, party_a=_NORD, end_date=date(2024, 12, 31)),
        truth("c4", "contracts", contract_type="lease", party_a=_BERN),
        truth("c5", "contracts", **lease | {"contract_type": "nda"}, party_a=_BERN, auto_renewal=True),
    ]
    npn = {"device_type": "npn_transistor", "manufacturer": _ACME}
    for number, amps in enumerate(("0.1", "0.2", "0.6", "0.8"), 1):
        made.append(truth(f"d{number}", "datasheets", **npn, current_max=Decimal(amps)))
    made.append(truth("d5", "datasheets", **npn))
    made.append(truth("d6", "datasheets", device_type="n_mosfet", current_max=Decimal(20)))
    return tuple(made)


@lru_cache(maxsize=1)
def asked_of_small_library() -> dict[str, LibraryQuestion]:
    return {asked.question: asked for asked in questions(small_library())}


def answer(question: str) -> LibraryQuestion:
    return asked_of_small_library()[question]


@pytest.mark.parametrize(
    ("question", "kind", "filenames"),
    [
        (f"Show me every invoice from {_ACME}", "list", "i01 i02 i03"),
        ("invoices from fenland", "list", "i07 i08"),
        (f"How many invoices to {_NORD} do we have on file", "count", "i01 i03 i04 i05 i06 i09"),
        ("Which 2023 credit notes are not from Acme?", "list", "i09"),
        ("how many invoices in 2023", "count", "i01 i02 i03 i09"),
        ("how many invoices have no due date", "count", "i03 i07 i09 i10 i11"),
        ("Wie viele Rechnungen haben keine Bestellnummer?", "count", "i02 i04 i06 i07 i09 i10"),
        ("RECHNUNGEN 2023 OHNE LIEFERDATUM", "list", "i01 i02 i03 i09"),
        # c4 names no second party, so nobody knows whether Hartwell is one.
        ("Leases that Hartwell is not a party to", "list", "c2"),
        ("How many of our contracts do not renew automatically?", "count", "c2"),
        ("how many contracts have no end date", "count", "c2 c4 c5"),
        ("NPN transistors with more than 600 mA", "list", "d4"),
    ],
)
def test_documents_that_meet_the_conditions(question: str, kind: str, filenames: str) -> None:
    found = answer(question)

    assert (found.kind, found.filenames) == (kind, tuple(filenames.split()))
    assert found.count == len(found.filenames)


def test_sums_and_means_are_by_currency() -> None:
    assert answer(f"How much do the invoices from {_ACME} add up to?").amounts == (
        Amount(Decimal("1350"), "USD"),
    )
    assert answer("Bitte rechne alle Mahnungen zusammen.").amounts == (Amount(Decimal("1190"), "EUR"),)
    assert answer("Was ist im Mittel der Nettobetrag unserer Gutschriften").amounts == (
        Amount(Decimal("700"), "CHF"),
        Amount(Decimal("50"), "USD"),
    )


def test_extremes_name_every_document_that_has_them() -> None:
    assert answer("What is the biggest invoice in pounds sterling we have?").extremes == (
        Extreme(Decimal("480"), "GBP", ("i07",)),
    )
    assert answer("cheapest invoice from Acme").extremes == (Extreme(Decimal("54"), "USD", ("i03",)),)
    assert answer("Which invoice has the latest due date?").extremes == (
        Extreme(date(2023, 6, 9), "", ("i02",)),
    )
    assert answer("NPN transistor with the most collector current?").extremes == (
        Extreme(Decimal("0.8"), "A", ("d4",)),
    )


def test_groups_leave_out_documents_without_the_value() -> None:
    by_vendor = answer("Break down the number of invoices by vendor.")
    assert by_vendor.groups == (
        Group(_ACME, 3, ()),
        Group(_BERN, 1, ()),
        Group(_FENLAND, 2, ()),
        Group(_WEBER, 3, ()),
    )
    by_year = answer("Invoice totals per year, in euros")
    assert (by_year.group_by, by_year.by_year, by_year.field) == ("invoice_date", True, "total_amount")
    assert by_year.groups == (
        Group("2020", 1, (Amount(Decimal("99"), "EUR"),)),
        Group("2022", 3, (Amount(Decimal("5950"), "EUR"),)),
    )


def test_conditions_count_only_what_is_stated() -> None:
    euros = truth("euros", "invoices", total_amount=money("1000"), vendor_name="MÜLLER & Söhne")
    dollars = truth(
        "dollars", "invoices", total_amount=money("1000.01", "USD"), invoice_date=date(2023, 6, 30)
    )
    bare = truth("bare", "invoices")
    limit, day = Decimal(1000), date(2023, 6, 30)

    def meeting(condition: Condition) -> list[str]:
        return [each.filename for each in (euros, dollars, bare) if condition.holds(each)]

    assert meeting(over("total_amount", limit)) == ["dollars"]
    assert meeting(over("total_amount", limit, "EUR")) == []
    assert meeting(at_least("total_amount", limit, "EUR")) == ["euros"]
    assert meeting(at_most("total_amount", limit)) == ["euros"]
    assert meeting(under("total_amount", limit)) == []
    assert meeting(from_to("total_amount", limit, Decimal("1000.01"))) == ["euros", "dollars"]
    assert meeting(named("müller", "vendor_name")) == ["euros"]
    assert meeting(not_named("acme", "vendor_name")) == ["euros"]
    assert meeting(missing("vendor_name")) == ["dollars", "bare"]
    assert meeting(kind_is_not("document_type", "reminder")) == []
    assert meeting(is_false("auto_renewal")) == []
    assert meeting(either(missing("total_amount"), named("müller", "vendor_name"))) == ["euros", "bare"]
    assert meeting(since("invoice_date", day)) == meeting(until("invoice_date", day)) == ["dollars"]
    assert meeting(after("invoice_date", day)) == meeting(before("invoice_date", day)) == []
    assert meeting(during("invoice_date", quarter(2023, 2))) == ["dollars"]
    assert meeting(during("invoice_date", half(2023, 2))) == []


def test_periods_end_on_their_last_day() -> None:
    assert quarter(2022, 4) == (date(2022, 10, 1), date(2022, 12, 31))
    assert half(2023, 1) == (date(2023, 1, 1), date(2023, 6, 30))
    assert months(2024, 2) == (date(2024, 2, 1), date(2024, 2, 29))


def test_firms_are_called_by_a_name_people_use() -> None:
    names = ("Acme Industrial Supply Inc.", "Bürobedarf Hoffmann e.K.", "Lone Star Pump & Valve Co.")
    assert [short(name) for name in names] == ["Acme", "Bürobedarf Hoffmann", "Lone Star"]
    assert short("Dr. Vogt Unternehmensberatung GmbH") == "Dr. Vogt"
    assert [thousands(Decimal(number)) for number in (1500, 20000, 900)] == ["1.5k", "20k", "900"]


def test_every_kind_is_asked_in_both_languages() -> None:
    asked = asked_of_library()

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


def test_the_same_library_gets_the_same_questions_in_any_order() -> None:
    mixed = list(small_library())
    Random(3).shuffle(mixed)

    assert questions(mixed) == questions(small_library())


def test_answers_are_neither_empty_nor_everything() -> None:
    sizes = Counter(each.bucket for each in library())
    for asked in asked_of_library():
        if asked.reason == "no_results":
            assert asked.count == 0, asked
        elif asked.reason == "overload":
            assert asked.count > READABLE, asked
        elif asked.kind != "text":
            assert asked.count > 0, asked
            assert not asked.conditions or asked.count < sizes[asked.bucket], asked
            assert bool(asked.amounts) == (asked.kind in ("sum", "average")), asked
            assert bool(asked.extremes) == (asked.kind in ("min", "max")), asked
            assert (len(asked.groups) > 1) == (asked.kind == "group"), asked
        assert bool(asked.reason) == (asked.kind == "clarify"), asked


def test_a_library_without_a_kind_gets_no_question_about_it() -> None:
    assert "manuals" not in {asked.bucket for asked in asked_of_small_library().values()}
    assert any(line.startswith("de-manuals, the rest") for line in left_out(small_library()))
    assert {asked.kind for asked in questions([])} == {"text"}


def test_a_condition_that_every_document_meets_is_not_asked_for() -> None:
    from_acme = [each for each in small_library() if each.value("vendor_name") == _ACME]

    asked = {each.question for each in questions(from_acme)}

    assert f"Show me every invoice from {_ACME}" not in asked
    assert "Which 2023 credit notes are not from Acme?" not in asked
    assert "cheapest invoice from Acme" not in asked
    assert "how many invoices have no due date" in asked


@pytest.mark.parametrize(
    ("stem", "told"),
    [
        ("JOHNSON_JOHNSON_2022_10K", ("annual_report", "2022")),
        ("BESTBUY_2024Q2_10Q", ("quarterly_report", "2024")),
        ("PEPSICO_2023_8K_dated-2023-05-05", ("current_report", "2023")),
        ("notes_2023", None),
    ],
)
def test_reports_are_named_by_kind_and_year(stem: str, told: tuple[str, str] | None) -> None:
    assert told_by_name(stem) == told
