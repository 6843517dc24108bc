"""Values of fields in the words of the window: as shown, as spoken, where they come from. No widgets."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import InvalidOperation
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from core.corpus import result_tables as display
from core.corpus.evidence import is_sure
from core.fields.results import Amount, Extreme
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.titles import german_value, in_german
from core.fields.values import FieldValue, Method, Value, unmistakable
from core.types import Box, Span
from desktop.messages.words import quoted
from desktop.shared.numbers import day_as_shown, is_german, localised

if TYPE_CHECKING:
    from core.engine.buckets import Refitted

NOTHING = "–"
# Beside a value: entered by the user; read with little certainty; entered when the field was another one.
ENTERED, UNSURE, MISFIT = "✎", "◐", "!"


@dataclass(frozen=True, slots=True)
class ValuePlace:
    """Where a value stands: on `page` in `boxes`, or in the document's text at `spans` where pages have no
    picture. `field`: the name of the field."""

    document_id: str
    filename: str
    field: str
    page: int
    boxes: tuple[Box, ...]
    spans: tuple[Span, ...]
    quote: str


def _tr(text: str) -> str:
    return QCoreApplication.translate("Fields", text)


def type_word(kind: FieldType) -> str:
    return {
        FieldType.TEXT: _tr("Text"),
        FieldType.NUMBER: _tr("Number"),
        FieldType.MONEY: _tr("Money"),
        FieldType.DATE: _tr("Date"),
        FieldType.BOOL: _tr("Yes or no"),
        FieldType.ENUM: _tr("One of a list"),
    }[kind]


def shown(spec: FieldSpec, value: Value) -> str:
    """`1,190.00 EUR`, `2023-04-01`, `credit note`, `yes`."""
    if spec.type is FieldType.BOOL:
        return _tr("yes") if value.key == "true" else _tr("no")
    if spec.type is FieldType.ENUM:
        return shown_key(spec, value.shown)
    try:
        told = display.shown(spec, value)
    except InvalidOperation:  # entered when the field was of another type
        return f"{value.shown} {value.unit}".rstrip()
    if spec.type is FieldType.DATE:
        return day_as_shown(told)
    return localised(told) if spec.type.is_numeric else told


def shown_found(spec: FieldSpec, found: FieldValue | None) -> str:
    """What stands in a cell; empty where there is nothing."""
    if found is None:
        return ""
    return shown(spec, found.value) if found.value is not None else found.misfit


def shown_key(spec: FieldSpec, text: str) -> str:
    """A group of `FieldQueries.groups` as a user reads it."""
    if spec.type is FieldType.BOOL:
        return _tr("yes") if text == "true" else _tr("no")
    if spec.type is not FieldType.ENUM:
        return text
    return german_value(text) if is_german() else text.replace("_", " ")


def titled(schema: BucketSchema) -> BucketSchema:
    """With titles in the language of the window, as they stand alone: "Andere Dokumente". The user's own stay
    as they are."""
    german = in_german(schema) if is_german() else schema
    if german.title == schema.title:
        return german
    return german.model_copy(update={"title": german.title[:1].upper() + german.title[1:]})


def to_edit(spec: FieldSpec, found: FieldValue | None) -> str:
    """What an editor begins with: `parse_value` of it gives the same value; a misfit as it was entered."""
    if found is None or found.value is None:
        return found.misfit if found is not None else ""
    value = found.value
    if not spec.type.is_numeric:
        return value.shown
    try:
        figure = unmistakable(value.exact)
    except InvalidOperation:  # entered when the field was of another type
        figure = value.shown
    return f"{figure} {value.unit}".rstrip() if spec.type is FieldType.MONEY else figure


def mark(found: FieldValue | None) -> tuple[str, str]:
    """Glyph and colour token beside a value; empty where nothing is to be said."""
    if found is None:
        return "", ""
    if found.misfit:
        return MISFIT, "bad"
    if found.method is Method.USER:
        return ENTERED, "accent"
    return ("", "") if is_sure(found) else (UNSURE, "weak")


def mark_words(found: FieldValue | None) -> str:
    """The mark in words."""
    if found is None:
        return ""
    if found.misfit:
        return _tr("entered by you, and no value of the field since it was changed")
    if found.method is Method.USER:
        return _tr("entered by you")
    return "" if is_sure(found) else _tr("read with little certainty")


def spoken(spec: FieldSpec, found: FieldValue | None) -> str:
    """For screen readers: field, value and mark."""
    value = shown_found(spec, found) or _tr("no value")
    return ", ".join(part for part in (f"{spec.shown}: {value}", mark_words(found)) if part)


def method_words(method: Method) -> str:
    return {
        Method.LABEL: _tr("found beside its label"),
        Method.TABLE: _tr("found in a table"),
        Method.PROSE: _tr("found in a sentence"),
        Method.LAYOUT: _tr("found by its place on the page"),
        Method.WORDS: _tr("found by words that give it away"),
        Method.FILENAME: _tr("found in the name of the file"),
        Method.MODEL: _tr("found by the language model"),
        Method.USER: _tr("entered by you"),
    }[method]


def provenance(spec: FieldSpec, found: FieldValue | None) -> str:
    """Page, words, method and certainty, a line each: the tooltip of a value."""
    if found is None:
        return _tr("{field}: nothing was found.").format(field=spec.shown)
    if found.misfit:
        told = _tr("You entered “{text}” for {field}, which is another kind of field now. Mend or forget it.")
        return told.format(text=found.misfit, field=spec.shown)
    if found.value is None:
        return _tr("{field}: none, as you said.").format(field=spec.shown)
    lines = [f"{spec.shown}: {shown(spec, found.value)}"]
    if found.quote:
        quote = found.quote if len(found.quote) <= 160 else f"{found.quote[:160]}…"
        lines.append(quoted(quote))
    where = _tr("page {n}, ").format(n=found.page) if found.page else ""
    line = where + method_words(found.method)
    lines.append(line[:1].upper() + line[1:])
    if found.method is not Method.USER:
        told = _tr("{n} % sure").format(n=round(found.confidence * 100))
        lines.append(told if is_sure(found) else f"{UNSURE} {told}: {_tr('look at the page')}")
    return "\n".join(lines)


def refitted_words(now: Refitted) -> str:
    """What became of the user's values when a schema was changed; empty where nothing did."""
    told = []
    if now.converted:
        told.append(_tr("Values of yours that were converted: {n}.").format(n=now.converted))
    if now.misfits:
        form = _tr("Kept as you wrote them, no values of their fields now: {n}, the first is “{text}”.")
        told.append(form.format(n=len(now.misfits), text=now.misfits[0][1]))
    return " ".join(told)


def amount(spec: FieldSpec, entry: Amount) -> str:
    """A sum or an average."""
    return localised(display.amount(spec, entry))


def extent(spec: FieldSpec, entry: Extreme) -> str:
    """`2021-01-04 – 2024-12-30`."""
    least, greatest = shown(spec, entry.least), shown(spec, entry.greatest)
    return least if least == greatest else f"{least} – {greatest}"
