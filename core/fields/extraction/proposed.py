"""What a language model proposes for fields that the rules found empty: asked for with a grammar made from
the schema, and taken only as far as the page says it. Pure functions, any thread.

A value must stand as it is in words that stand on a page; else it is dropped. What is left is still no more
than likely, and is marked wherever it is shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from core.errors import UsageError
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import FieldValue, Method, Value, parse_value
from core.llm.reply_json import reply_json
from core.types import Page, Span

CONFIDENCE = 0.5  # of every value: below what is shown without a mark
MOST_VALUES = 6  # of one answer
LONGEST_VALUE, LONGEST_WORDS = 80, 160  # characters
SYSTEM = (
    "You find values in documents. You copy them exactly. What is not there you leave out. Reply as JSON."
)
_TASK = (
    "Document:\n{text}\n\nFields:\n{fields}\n\nvalues: only fields whose value stands in the document. "
    "words: the words of the document that the value stands in, copied. value: copied from these words"
    "{listed}.\nReply as JSON."
)
_LISTED = ", or one of the field's values"


def empty_fields(schema: BucketSchema, values: Collection[FieldValue]) -> list[FieldSpec]:
    """The fields of which nothing was read or entered."""
    known = {value.field for value in values}
    return [spec for spec in schema.fields if spec.name not in known]


def answer_schema(specs: Sequence[FieldSpec]) -> dict[str, Any]:
    """JSON schema of the model's answer."""
    properties: dict[str, Any] = {
        "field": {"enum": [spec.name for spec in specs]},
        "words": {"type": "string", "minLength": 1, "maxLength": LONGEST_WORDS},
        "value": {"type": "string", "minLength": 1, "maxLength": LONGEST_VALUE},
    }
    entry = _closed(properties)
    return _closed({"values": {"type": "array", "items": entry, "maxItems": MOST_VALUES}})


def task(specs: Sequence[FieldSpec], text: str) -> str:
    """What the model is asked."""
    listed = any(spec.values for spec in specs)
    return _TASK.format(text=text, fields="\n".join(map(_told, specs)), listed=_LISTED if listed else "")


def matches_pattern(spec: FieldSpec, text: str) -> bool:
    """Whether a text matches a field's pattern whole; without a time limit, so not for a user's patterns."""
    return re.fullmatch(spec.pattern, text) is not None


def accepted(
    answer: str,
    specs: Sequence[FieldSpec],
    pages: Sequence[Page],
    *,
    german: bool,
    fits: Callable[[FieldSpec, str], bool] = matches_pattern,
) -> list[FieldValue]:
    """The values of an answer that stand on a page, the first for each field, in the order of the fields.

    Args:
        answer: the model's JSON; one that was cut off proposes nothing.
        german: how figures and dates are written.
        fits: whether a text matches a field's pattern whole.
    """
    by_name = {spec.name: spec for spec in specs}
    found: dict[str, FieldValue] = {}
    for entry in _entries(answer):
        spec = by_name.get(str(entry.get("field")))
        if spec is None or spec.name in found:
            continue
        told = str(entry.get("value", ""))
        if spec.pattern and not fits(spec, told.strip()):
            continue
        value = _accepted(spec, told, str(entry.get("words", "")), pages, german)
        if value is not None:
            found[spec.name] = value
    return [found[name] for name in by_name if name in found]


def _accepted(
    spec: FieldSpec, value: str, words: str, pages: Sequence[Page], german: bool
) -> FieldValue | None:
    shown = _told_by(spec, value, words)
    parsed = _parsed(spec, value, german) if shown else None
    if parsed is None:
        return None
    for page in pages:
        place = _place(words, page.text)
        within = _place(shown, page.text[place.start : place.end]) if place else None
        if place and within:
            start = place.start + within.start
            end = place.start + within.end
            span = Span(page.span.start + start, page.span.start + end)
            quote = " ".join(page.text[start:end].split())
            return FieldValue(spec.name, parsed, Method.MODEL, CONFIDENCE, quote, page.number, span)
    return None


def _told_by(spec: FieldSpec, value: str, words: str) -> str:
    """The part of the words that says the value; empty where none does."""
    if spec.type in (FieldType.ENUM, FieldType.BOOL):
        told = sorted(spec.values.get(value, ()), key=len, reverse=True)
        return next((word for word in told if _place(word, words)), "")
    return value if _place(value, words) else ""


def _parsed(spec: FieldSpec, value: str, german: bool) -> Value | None:
    try:
        return parse_value(spec, value, german=german)
    except UsageError:
        return None


def _place(words: str, text: str) -> Span | None:
    """Where words stand in a text as whole words, however they are spaced."""
    parts = words.split()
    if not parts:
        return None
    pattern = r"(?<!\w)" + r"\s+".join(map(re.escape, parts)) + r"(?!\w)"
    found = re.search(pattern, text, re.IGNORECASE)
    return Span(found.start(), found.end()) if found else None


def _entries(answer: str) -> list[Mapping[str, Any]]:
    try:
        content = reply_json(answer)
    except ValueError:
        return []
    values = content.get("values") if isinstance(content, dict) else None
    return [entry for entry in values if isinstance(entry, dict)] if isinstance(values, list) else []


def _told(spec: FieldSpec) -> str:
    about = [spec.type.value, *([spec.unit] if spec.unit else []), *spec.values]
    labels = ", ".join(spec.labels[:2])
    return f"{spec.name} ({', '.join(about)}): {spec.description or labels or spec.shown}"


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
