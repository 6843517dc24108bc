"""What the user entered, when its field becomes another one: exactly converted, or kept as it was written."""

from __future__ import annotations

from core.fields.refitting import refitted
from core.fields.schema import FieldSpec, FieldType
from core.fields.values import FieldValue, Method, parse_value
from tests.scored import scored

FIELDS = {
    "TEXT": FieldSpec(name="f", type=FieldType.TEXT),
    "PLAIN": FieldSpec(name="f", type=FieldType.NUMBER),
    "KILOGRAMS": FieldSpec(name="f", type=FieldType.NUMBER, unit="kg"),
    "GRAMS": FieldSpec(name="f", type=FieldType.NUMBER, unit="g"),
    "VOLTS": FieldSpec(name="f", type=FieldType.NUMBER, unit="V"),
    "MONEY": FieldSpec(name="f", type=FieldType.MONEY),
    "DATE": FieldSpec(name="f", type=FieldType.DATE),
    "BOOL": FieldSpec(name="f", type=FieldType.BOOL),
    "KIND": FieldSpec(name="f", type=FieldType.ENUM, values={"invoice": (), "credit_note": ("Gutschrift",)}),
    "OTHER_KIND": FieldSpec(name="f", type=FieldType.ENUM, values={"invoice": ()}),
}


def entered(spec: FieldSpec, text: str) -> FieldValue:
    return FieldValue("f", parse_value(spec, text), Method.USER, 1.0)


@scored("filters")
def test_what_is_exact_is_converted(before: str, text: str, after: str, shown: str) -> None:
    now = refitted(FIELDS[after], entered(FIELDS[before], text))
    assert now.value is not None
    assert f"{now.value.shown} {now.value.unit}".rstrip() == shown
    assert (now.method, now.misfit) == (Method.USER, "")
    assert refitted(FIELDS[after], now) == now


@scored("filters")
def test_what_would_be_a_guess_is_kept_as_it_was_written(
    before: str, text: str, after: str, misfit: str
) -> None:
    value = entered(FIELDS[before], text)
    now = refitted(FIELDS[after], value)
    assert (now.value, now.misfit) == (None, misfit)
    back = refitted(FIELDS[before], now)
    assert back == value


def test_none_stays_none() -> None:
    nothing = FieldValue("f", None, Method.USER, 1.0)
    assert refitted(FIELDS["MONEY"], nothing) is nothing
