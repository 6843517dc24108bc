"""Units, figures, dates and values as documents and users write them."""

from __future__ import annotations

import datetime
import re
from decimal import Decimal

import pytest

from core.errors import UsageError
from core.fields.amounts import find_measured
from core.fields.dates import find_dates, parse_date
from core.fields.schema import FieldSpec, FieldType
from core.fields.units import converted, unit_of
from core.fields.values import parse_value, text_key, unmistakable
from tests.scored import scored

APRIL = datetime.date(2023, 4, 1)


def test_slashes_are_read_as_the_document_does() -> None:
    assert parse_date("04/01/2023", day_first=False) == APRIL
    assert parse_date("25/12/2023", day_first=False) == datetime.date(2023, 12, 25)


def test_dates_of_a_sentence_stand_where_they_are_found() -> None:
    text = "from 1 July 2024 until 30. Juni 2027, revised March 2021"
    found = find_dates(text)
    assert [(text[date.start : date.end], date.date.isoformat(), date.exact) for date in found] == [
        ("1 July 2024", "2024-07-01", True),
        ("30. Juni 2027", "2027-06-30", True),
        ("March 2021", "2021-03-01", False),
    ]


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


def test_a_number_of_a_part_is_no_figure_with_a_unit() -> None:
    assert find_measured("B-120, Nr. 4711, M8") == []


FIELDS = {
    "AMOUNT": FieldSpec(name="total", type=FieldType.MONEY),
    "CURRENT": FieldSpec(name="current", type=FieldType.NUMBER, unit="A"),
    "WEIGHT": FieldSpec(name="weight", type=FieldType.NUMBER, unit="kg"),
    "PIECES": FieldSpec(name="pieces", type=FieldType.NUMBER, unit="pcs"),
    "DAY": FieldSpec(name="day", type=FieldType.DATE),
    "KIND": FieldSpec(
        name="kind", type=FieldType.ENUM, values={"credit_note": ("Gutschrift",), "invoice": ()}
    ),
    "PAID": FieldSpec(name="paid", type=FieldType.BOOL),
    "NAME": FieldSpec(name="name", type=FieldType.TEXT),
}
THOUSANDS = [FIELDS[name] for name in ("AMOUNT", "WEIGHT", "PIECES")]


@scored("filters")
def test_what_a_user_writes_becomes_a_value(spec: str, text: str, shown: str, unit: str) -> None:
    value = parse_value(FIELDS[spec], text)
    assert (value.shown, value.unit) == (shown, unit)
    assert (value.number is None) != (value.key is None)


@scored("filters")
def test_what_is_no_value_is_refused_in_words(spec: str, text: str) -> None:
    with pytest.raises(UsageError, match=f"is no value of {FIELDS[spec].shown}") as refused:
        parse_value(FIELDS[spec], text)
    assert refused.value.hint


def test_texts_are_compared_without_capitals_and_kinds_of_spaces() -> None:
    assert text_key("ACME\u00a0 GmbH") == text_key("acme gmbh")


@pytest.mark.parametrize("spec", THOUSANDS, ids=lambda spec: spec.name)
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
    assert parse_value(FIELDS["WEIGHT"], written, german=german).number == float(figure)
