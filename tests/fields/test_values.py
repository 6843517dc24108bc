"""Units, figures, dates and values as documents and users write them."""

from __future__ import annotations

import datetime
import re
from decimal import Decimal

import pytest

from core.errors import UsageError
from core.fields.amounts import find_measured, find_money, parse_figure
from core.fields.dates import find_dates, parse_date
from core.fields.schema import FieldSpec, FieldType
from core.fields.units import converted, unit_of
from core.fields.values import parse_value, text_key, unmistakable

APRIL = datetime.date(2023, 4, 1)


@pytest.mark.parametrize(
    "text",
    [
        "2023-04-01",
        "01.04.2023",
        "1.4.23",
        "1. April 2023",
        "April 1st, 2023",
        "April 1, 2023",
        "1 Apr 2023",
        "1st day of April 2023",
        "01-APR-2023",
        "2023/04/01",
        "01/04/2023",
    ],
)
def test_a_day_is_read_however_it_is_written(text: str) -> None:
    assert parse_date(text) == APRIL


def test_slashes_are_read_as_the_document_does() -> None:
    assert parse_date("04/01/2023", day_first=False) == APRIL
    assert parse_date("25/12/2023", day_first=False) == datetime.date(2023, 12, 25)


@pytest.mark.parametrize("text", ["31.06.2022", "2023", "RE-2023-04-01-7", "1.234", "4711/12", "32.01.2023"])
def test_what_is_no_day_is_not_read_as_one(text: str) -> None:
    assert parse_date(text) is None


def test_dates_of_a_sentence_stand_where_they_are_found() -> None:
    text = "from 1 July 2024 until 30. Juni 2027, revised March 2021"
    found = find_dates(text)
    assert [(text[date.start : date.end], date.date.isoformat(), date.exact) for date in found] == [
        ("1 July 2024", "2024-07-01", True),
        ("30. Juni 2027", "2027-06-30", True),
        ("March 2021", "2021-03-01", False),
    ]


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("1.234,56 €", "1234.56", "EUR"),
        ("EUR 1.234,56", "1234.56", "EUR"),
        ("$1,234.56", "1234.56", "USD"),
        ("1 234,56 €", "1234.56", "EUR"),
        ("CHF 1'234.50", "1234.50", "CHF"),
        ("1.234,- EUR", "1234", "EUR"),
        ("-$5.00", "-5.00", "USD"),
        ("(1,200.00 USD)", "-1200.00", "USD"),
        ("2.5 Mio. €", "2500000.0", "EUR"),
        ("£12", "12", "GBP"),
    ],
)
def test_money_is_read_with_its_currency(text: str, amount: str, currency: str) -> None:
    [found] = find_money(text)
    assert (found.figure, found.currency) == (Decimal(amount), currency)


@pytest.mark.parametrize(
    ("text", "comma_is_decimal", "figure"),
    [
        ("1.234", True, "1234"),
        ("1.234", False, "1.234"),
        ("1,234", False, "1234"),
        ("1,234", True, "1.234"),
        ("0,791", None, "0.791"),
        ("1.234.567", None, "1234567"),
        ("12.5", None, "12.5"),
        ("1.23.4", None, None),
        ("1,2,3", None, None),
    ],
)
def test_separators_of_a_figure(text: str, comma_is_decimal: bool | None, figure: str | None) -> None:
    assert parse_figure(text, comma_is_decimal) == (None if figure is None else Decimal(figure))


@pytest.mark.parametrize(
    ("figure", "unit", "target", "expected"),
    [
        ("100", "mA", "A", "0.1"),
        ("25", "µA", "A", "0.000025"),
        ("25", "uA", "A", "0.000025"),
        ("1.5", "kV", "V", "1500"),
        ("500", "mW", "W", "0.5"),
        ("2", "MW", "W", "2000000"),
        ("140", "°F", "°C", "60"),
        ("300", "K", "°C", "26.85"),
        ("3", "Monate", "days", "90"),
        ("2", "years", "months", "24"),
        ("791", "kg/m³", "g/cm³", "0.791"),
    ],
)
def test_figures_are_converted(figure: str, unit: str, target: str, expected: str) -> None:
    source, wanted = unit_of(unit), unit_of(target)
    assert source is not None
    assert wanted is not None
    assert converted(Decimal(figure), source, wanted) == Decimal(expected)


def test_a_figure_of_very_many_digits_is_converted_and_not_tripped_over() -> None:
    kilogram, gram = unit_of("kg"), unit_of("g")
    assert kilogram is not None
    assert gram is not None
    assert converted(Decimal("1e30"), kilogram, gram) == Decimal("1e33")


def test_what_measures_something_else_is_not_converted() -> None:
    volt, kilogram = unit_of("V"), unit_of("kg")
    assert volt is not None
    assert kilogram is not None
    assert converted(Decimal(1), volt, kilogram) is None
    assert unit_of("Rechnung") is None


@pytest.mark.parametrize(
    ("text", "figure", "unit"),
    [
        ("sixty (60) days' notice", "60", "days"),
        ("drei Monate zum Quartalsende", "3", "months"),
        ("twenty-four months", "24", "months"),
        ("0,791 g/cm³ bei 20 °C", "0.791", "g/cm³"),
        ("VCEO 45 V", "45", "V"),
    ],
)
def test_figures_with_units_in_text(text: str, figure: str, unit: str) -> None:
    first = find_measured(text)[0]
    assert first.unit is not None
    assert (first.figure, first.unit.name) == (Decimal(figure), unit)


def test_a_number_of_a_part_is_no_figure_with_a_unit() -> None:
    assert find_measured("B-120, Nr. 4711, M8") == []


AMOUNT = FieldSpec(name="total", type=FieldType.MONEY)
CURRENT = FieldSpec(name="current", type=FieldType.NUMBER, unit="A")
WEIGHT = FieldSpec(name="weight", type=FieldType.NUMBER, unit="kg")
PIECES = FieldSpec(name="pieces", type=FieldType.NUMBER, unit="pcs")
DAY = FieldSpec(name="day", type=FieldType.DATE)
KIND = FieldSpec(name="kind", type=FieldType.ENUM, values={"credit_note": ("Gutschrift",), "invoice": ()})
PAID = FieldSpec(name="paid", type=FieldType.BOOL)
NAME = FieldSpec(name="name", type=FieldType.TEXT)


@pytest.mark.parametrize(
    ("spec", "text", "shown", "unit"),
    [
        (AMOUNT, "1234.56 EUR", "1234.56", "EUR"),
        (AMOUNT, "1000", "1000", ""),
        (CURRENT, "100 mA", "0.1", "A"),
        (CURRENT, "0.5", "0.5", "A"),
        (DAY, "1 April 2023", "2023-04-01", ""),
        (KIND, "Gutschrift", "credit_note", ""),
        (KIND, "credit note", "credit_note", ""),
        (PAID, "ja", "true", ""),
        (NAME, "  Müller   & Söhne ", "Müller & Söhne", ""),
    ],
)
def test_what_a_user_writes_becomes_a_value(spec: FieldSpec, text: str, shown: str, unit: str) -> None:
    value = parse_value(spec, text)
    assert (value.shown, value.unit) == (shown, unit)
    assert (value.number is None) != (value.key is None)


@pytest.mark.parametrize(
    ("spec", "text"),
    [(AMOUNT, "much"), (CURRENT, "12 kg"), (DAY, "soon"), (KIND, "letter"), (PAID, "maybe"), (NAME, " ")],
)
def test_what_is_no_value_is_refused_in_words(spec: FieldSpec, text: str) -> None:
    with pytest.raises(UsageError, match=f"is no value of {spec.shown}") as refused:
        parse_value(spec, text)
    assert refused.value.hint


def test_texts_are_compared_without_capitals_and_kinds_of_spaces() -> None:
    assert text_key("ACME\u00a0 GmbH") == text_key("acme gmbh")


@pytest.mark.parametrize("spec", [AMOUNT, WEIGHT, PIECES], ids=lambda spec: spec.name)
@pytest.mark.parametrize(
    ("text", "german", "shown"),
    [
        ("1.234", False, ""),
        ("-1.234", False, ""),
        ("1,234", True, ""),
        ("1,234", False, "1234"),
        ("1.234", True, "1234"),
        ("1.234,56", False, "1234.56"),
        ("1.2340", False, "1.2340"),
        ("0.125", False, "0.125"),
        ("1234.567", False, "1234.567"),
    ],
)
def test_thousands_of_another_language_are_not_taken_for_decimals(
    spec: FieldSpec, text: str, german: bool, shown: str
) -> None:
    unit = spec.unit or "EUR"
    if shown:
        assert parse_value(spec, text, german=german).shown == shown
        assert Decimal(parse_value(spec, f"{text} {unit}", german=german).shown) == Decimal(shown)
        return
    for written in (text, f"{text} {unit}"):
        with pytest.raises(UsageError, match="two ways") as caught:
            parse_value(spec, written, german=german)
        thousands, decimals = re.findall(r"Write (.*), or (.*) if", caught.value.hint)[0]
        read = [float(parse_value(spec, one, german=german).shown) for one in (thousands, decimals)]
        assert [abs(figure) for figure in read] == [1234, 1.234]


@pytest.mark.parametrize("german", [False, True])
@pytest.mark.parametrize("figure", ["1.234", "0.125", "12.5", "-1.234", "1234", "1234.567"])
def test_a_figure_that_is_written_for_a_reader_of_any_language(figure: str, german: bool) -> None:
    written = unmistakable(Decimal(figure))
    assert parse_value(WEIGHT, written, german=german).number == float(figure)
