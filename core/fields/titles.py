"""What buckets, fields and values are called in German answers. Pure functions, any thread.

Only what comes with the program has German names; whatever the user has named keeps the user's name.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from core.fields.schema import BUILT_IN, BucketSchema, FieldSpec, built_in_schemas

_FILE = BUILT_IN.parent / "bucket_titles_de.toml"


def in_german(schema: BucketSchema) -> BucketSchema:
    """The schema with German titles."""
    known, ours = _german().get(schema.bucket), built_in_schemas().get(schema.bucket)
    if known is None or ours is None:
        return schema
    fields = tuple(_titled(spec, ours.field(spec.name), known.get(spec.name)) for spec in schema.fields)
    title = known["nouns"][0] if schema.title == ours.title else schema.title
    return schema.model_copy(update={"title": title, "fields": fields})


def noun(schema: BucketSchema, count: int, *, german: bool, dative: bool = False) -> str:
    """What documents of the bucket are called behind a number: "1 invoice", "2 invoices"; "von 3 Verträgen".

    Args:
        schema: with its German titles where `german`; see `in_german`.
    """
    plural = schema.shown if german else schema.shown.lower()
    if german:
        nouns = _german().get(schema.bucket, {}).get("nouns", ())
        if plural not in nouns:
            return plural
        return str(nouns[1] if count == 1 else nouns[2] if dative else nouns[0])
    if count != 1:
        return plural
    words = (word for word in schema.nouns if plural in (f"{word}s", f"{word}es"))
    return next(words, "other document" if plural == "other documents" else plural)


def german_value(name: str) -> str:
    """A value of a list in German; as it is where it has no German name."""
    return str(_german()["values"].get(name, name.replace("_", " ")))


@cache
def _german() -> dict[str, dict[str, Any]]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def _titled(spec: FieldSpec, ours: FieldSpec | None, title: str | None) -> FieldSpec:
    if title is None or ours is None or spec.title != ours.title:
        return spec
    return spec.model_copy(update={"title": title})
