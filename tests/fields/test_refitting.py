"""What the user entered, when its field becomes another one: exactly converted, or kept as it was written."""

from __future__ import annotations

import pytest

from core.fields.refitting import refitted
from core.fields.schema import FieldSpec, FieldType
from core.fields.values import FieldValue, Method, parse_value

TEXT = FieldSpec(name="f", type=FieldType.TEXT)
PLAIN = FieldSpec(name="f", type=FieldType.NUMBER)
KILOGRAMS = FieldSpec(name="f", type=FieldType.NUMBER, unit="kg")
GRAMS = FieldSpec(name="f", type=FieldType.NUMBER, unit="g")
VOLTS = FieldSpec(name="f", type=FieldType.NUMBER, unit="V")
MONEY = FieldSpec(name="f", type=FieldType.MONEY)
DATE = FieldSpec(name="f", type=FieldType.DATE)
BOOL = FieldSpec(name="f", type=FieldType.BOOL)
KIND = FieldSpec(name="f", type=FieldType.ENUM, values={"invoice": (), "credit_note": ("Gutschrift",)})
OTHER_KIND = FieldSpec(name="f", type=FieldType.ENUM, values={"invoice": ()})


def entered(spec: FieldSpec, text: str) -> FieldValue:
    return FieldValue("f", parse_value(spec, text), Method.USER, 1.0)


@pytest.mark.parametrize(
    ("before", "text", "after", "shown"),
    [
        (TEXT, "2 May 2024", DATE, "2024-05-02"),
        (TEXT, "1200 EUR", MONEY, "1200 EUR"),
        (TEXT, "12,5 kg", GRAMS, "12500 g"),
        (TEXT, "Gutschrift", KIND, "credit_note"),
        (TEXT, "ja", BOOL, "true"),
        (KILOGRAMS, "1.2340", GRAMS, "1234 g"),
        (PLAIN, "12.5", MONEY, "12.5"),
        (PLAIN, "12.5", KILOGRAMS, "12.5 kg"),
        (MONEY, "1200 EUR", TEXT, "1200 EUR"),
        (DATE, "2024-05-02", TEXT, "2024-05-02"),
        (KIND, "invoice", OTHER_KIND, "invoice"),
        (BOOL, "yes", TEXT, "true"),
    ],
)
def test_what_is_exact_is_converted(before: FieldSpec, text: str, after: FieldSpec, shown: str) -> None:
    now = refitted(after, entered(before, text))
    assert now.value is not None
    assert f"{now.value.shown} {now.value.unit}".rstrip() == shown
    assert (now.method, now.misfit) == (Method.USER, "")
    assert refitted(after, now) == now


@pytest.mark.parametrize(
    ("before", "text", "after", "misfit"),
    [
        (TEXT, "03/04/2023", DATE, "03/04/2023"),  # March or April
        (TEXT, "1.234", PLAIN, "1.234"),  # one or thousands
        (TEXT, "soon", DATE, "soon"),
        (KILOGRAMS, "12", VOLTS, "12 kg"),
        (KILOGRAMS, "12", MONEY, "12 kg"),
        (MONEY, "1200 EUR", PLAIN, "1200 EUR"),
        (PLAIN, "1", BOOL, "1"),
        (PLAIN, "2023", DATE, "2023"),
        (DATE, "2024-05-02", MONEY, "2024-05-02"),
        (DATE, "2024-05-02", PLAIN, "2024-05-02"),
        (KIND, "credit note", OTHER_KIND, "credit_note"),
    ],
)
def test_what_would_be_a_guess_is_kept_as_it_was_written(
    before: FieldSpec, text: str, after: FieldSpec, misfit: str
) -> None:
    value = entered(before, text)
    now = refitted(after, value)
    assert (now.value, now.misfit) == (None, misfit)
    back = refitted(before, now)
    assert back == value


def test_none_stays_none() -> None:
    nothing = FieldValue("f", None, Method.USER, 1.0)
    assert refitted(MONEY, nothing) is nothing
