"""The process that reads the fields of documents: a user's regular expression can take for ever, and nothing
in Python ends it; and what reads hundreds of documents must not hold the lock of Python that a window needs.

Everything here runs in the child, on its main thread. Orders and answers:

- `fields` {schema, pages: [[number, start, end, width, height, bytes of text, of words]…], language, names,
  years}, blob: texts, words → `done` {values: [[field, shown, number, key, unit, method, confidence, quote,
  page, start, end]…]}

The parent's side is `core.ingest.stages.own_patterns`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.fields.extraction.extract import Known, read_fields
from core.fields.schema import schema_from_text
from core.fields.values import FieldValue
from core.procs.channel import Channel, Request
from core.store.words import unpack_words
from core.types import Page, Span


def main(channel: Channel) -> None:
    """Answer orders until the parent closes."""

    def handle(request: Request) -> None:
        order = request.payload
        known = Known(order["language"], tuple(order["names"]), tuple(order["years"]))
        schema = schema_from_text(order["schema"], "of the order")
        values = read_fields(schema, list(_pages(order["pages"], request.blob)), known)
        channel.done({"values": [_packed(value) for value in values]})

    channel.serve(handle)


def _pages(heads: list[list[Any]], blob: bytes) -> Iterator[Page]:
    at = 0
    for number, start, end, width, height, text_bytes, word_bytes in heads:
        text = blob[at : at + text_bytes].decode("utf-8")
        words = unpack_words(blob[at + text_bytes : at + text_bytes + word_bytes], start)
        at += text_bytes + word_bytes
        yield Page(number, text, Span(start, end), width, height, words=words)


def _packed(found: FieldValue) -> list[Any]:
    value, span = found.value, found.span
    if value is None:
        raise ValueError(f"{found.field} was read without a value")
    place = (span.start, span.end) if span is not None else (None, None)
    return [
        found.field, value.shown, value.number, value.key, value.unit, found.method.value, found.confidence,
        found.quote, found.page, *place,
    ]  # fmt: skip
