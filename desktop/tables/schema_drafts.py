"""Schemas while they are edited: plain values that may be wrong for now. No widgets.

Nothing that was typed is lost: what does not suit a field's type stays in the draft and is only left out of
the schema that is made of it.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator
from typing import Any

from core.fields.schema import (
    BucketSchema,
    FieldType,
    SchemaProblem,
    built_in_schemas,
    schema_from,
    schema_problems,
)
from desktop.tables.field_words import titled

Packed = dict[str, Any]
_SUITS = {  # keys that only some types have
    "unit": {FieldType.NUMBER},
    "values": {FieldType.ENUM, FieldType.BOOL},
    "pattern": {FieldType.TEXT},
    "joined": {FieldType.TEXT},
    "anywhere": {FieldType.TEXT},
    "names": {FieldType.TEXT},
    "stands": {FieldType.TEXT, FieldType.DATE},
    "pick": {FieldType.NUMBER, FieldType.MONEY},
    "sum_of": {FieldType.NUMBER, FieldType.MONEY},
    "total": {FieldType.NUMBER, FieldType.MONEY},
}


def suits(key: str, kind: str) -> bool:
    """Whether fields of a type have such an entry."""
    kinds = _SUITS.get(key)
    return kinds is None or kind in {one.value for one in kinds}


class SchemaDraft:
    """One bucket's schema in the making. `kept`: how it is in the library; None: it is not there yet."""

    def __init__(self, packed: Packed, kept: BucketSchema | None) -> None:
        self.packed = packed
        self.kept = kept

    @classmethod
    def of(cls, schema: BucketSchema) -> SchemaDraft:
        return cls(schema.model_dump(mode="json", exclude_defaults=True), schema)

    @classmethod
    def new(cls, bucket: str, title: str) -> SchemaDraft:
        """A bucket of the user's own, without fields so far."""
        return cls({"bucket": bucket, "title": title, "fields": []}, None)

    @property
    def bucket(self) -> str:
        return str(self.packed["bucket"])

    @property
    def title(self) -> str:
        """In the language of the window, as long as it is the one that the program comes with."""
        given, ours = str(self.packed.get("title", "")), self._built_in()
        return titled(ours).title if ours is not None and given == ours.title else given

    @property
    def shown(self) -> str:
        return self.title or self.bucket.replace("_", " ")

    @property
    def fields(self) -> list[Packed]:
        fields: list[Packed] = self.packed.setdefault("fields", [])
        return fields

    def field_title(self, place: int) -> str:
        """As `title`."""
        field, ours = self.fields[place], self._built_in()
        given, name = str(field.get("title", "")), str(field.get("name", ""))
        known = ours.field(name) if ours is not None else None
        if ours is None or known is None or known.title != given:
            return given
        return next(spec.title for spec in titled(ours).fields if spec.name == name)

    def field_shown(self, place: int) -> str:
        """What a user calls the field."""
        return self.field_title(place) or str(self.fields[place].get("name", "")).replace("_", " ")

    def _built_in(self) -> BucketSchema | None:
        return built_in_schemas().get(self.bucket)

    @property
    def is_changed(self) -> bool:
        """Not as it is in the library."""
        return self.kept is None or self._clean() != SchemaDraft.of(self.kept)._clean()

    @property
    def is_read_anew(self) -> bool:
        """Whether documents have to be read with it again; also while something is wrong with it."""
        if self.kept is None or self.problems():
            return True
        return self.schema().fingerprint() != self.kept.fingerprint()

    def take(self, schema: BucketSchema) -> None:
        """What a file says, in place of all that was typed."""
        self.packed = SchemaDraft.of(schema).packed

    def set(self, key: str, value: Any) -> None:
        _put(self.packed, key, value)

    def set_field(self, place: int, key: str, value: Any) -> None:
        _put(self.fields[place], key, value)

    def add_field(self) -> int:
        """A new text field at the end; its place."""
        names = {field.get("name") for field in self.fields}
        number = next(n for n in range(1, 1000) if f"field_{n}" not in names)
        self.fields.append({"name": f"field_{number}", "type": FieldType.TEXT.value})
        return len(self.fields) - 1

    def remove_field(self, place: int) -> None:
        del self.fields[place]

    def move_field(self, place: int, step: int) -> int:
        """Up (-1) or down (+1); its new place."""
        target = place + step
        if 0 <= target < len(self.fields):
            self.fields.insert(target, self.fields.pop(place))
            return target
        return place

    def problems(self) -> list[SchemaProblem]:
        """All that keeps it from being used, in the words of the core."""
        return schema_problems(self._clean())

    def schema(self) -> BucketSchema:
        """The schema that was typed.

        Raises:
            UsageError: it cannot be used.
        """
        return schema_from(self._clean(), f"of {self.shown}")

    def _clean(self) -> Packed:
        packed = copy.deepcopy(self.packed)
        packed["fields"] = [
            {key: value for key, value in field.items() if suits(key, str(field.get("type")))}
            for field in packed.get("fields", [])
        ]
        return packed


class SchemaDrafts:
    """Those of all buckets: in the order of the library, the user's new ones last."""

    def __init__(self) -> None:
        self._drafts: dict[str, SchemaDraft] = {}

    def __iter__(self) -> Iterator[SchemaDraft]:
        return iter(self._drafts.values())

    def __contains__(self, bucket: str) -> bool:
        return bucket in self._drafts

    def of(self, bucket: str) -> SchemaDraft | None:
        return self._drafts.get(bucket)

    def take_library(self, schemas: Iterable[BucketSchema]) -> None:
        """What is edited and not saved stays; all else is as the library has it."""
        known = {schema.bucket: schema for schema in schemas}
        for bucket, schema in known.items():
            draft = self._drafts.get(bucket)
            if draft is None or (draft.kept != schema and not draft.is_changed):
                self._drafts[bucket] = SchemaDraft.of(schema)
            else:
                draft.kept = schema
        for bucket in [name for name in self._drafts if name not in known]:
            if self._drafts[bucket].kept is not None:
                del self._drafts[bucket]

    def begin(self, bucket: str, title: str) -> SchemaDraft:
        """That of the bucket; a new one where there is none."""
        return self._drafts.setdefault(bucket, SchemaDraft.new(bucket, title))

    def undo(self, bucket: str) -> None:
        """As the library has it; a bucket that it does not have is gone."""
        draft = self._drafts.get(bucket)
        if draft is not None and draft.kept is not None:
            self._drafts[bucket] = SchemaDraft.of(draft.kept)
        else:
            self.drop(bucket)

    def drop(self, bucket: str) -> None:
        self._drafts.pop(bucket, None)


def bucket_name(title: str) -> str:
    """The name that a bucket of this title gets: `Delivery notes` is `delivery_notes`."""
    folded = title.casefold().translate({ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"})
    name = re.sub(r"[^a-z0-9]+", "_", folded).strip("_")[:40].strip("_")
    return name if name[:1].isalpha() else f"bucket_{name}"[:40].strip("_")


def _put(packed: Packed, key: str, value: Any) -> None:
    """What is empty is left out, as files do; a name or type that is empty is a mistake to be told."""
    if value in ("", [], {}, False) and key not in ("name", "type", "bucket"):
        packed.pop(key, None)
    else:
        packed[key] = value


# --- lists as lines ---------------------------------------------------------------------------------


def lines_of(words: Any) -> str:
    return "\n".join(map(str, words or ()))


def words_of(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def values_text(values: Any) -> str:
    """`credit_note: credit note, gutschrift`, a line each."""
    return "\n".join(f"{name}: {', '.join(words)}" for name, words in (values or {}).items())


def values_of(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in words_of(text):
        name, _, words = line.partition(":")
        found[name.strip()] = [word.strip() for word in words.split(",") if word.strip()]
    return found


def signs_text(signs: Any) -> str:
    """`invoice number = 4`, a line each."""
    return "\n".join(
        f"{word} = {weight:g}" if isinstance(weight, int | float) else f"{word} = {weight}"
        for word, weight in (signs or {}).items()
    )


def signs_of(text: str) -> dict[str, float | str]:
    """What is no number stays as it was typed, and is told."""
    found: dict[str, float | str] = {}
    for line in words_of(text):
        word, _, weight = line.rpartition("=")
        if not word:
            word, weight = line, "1"
        try:
            found[word.strip()] = float(weight.strip().replace(",", "."))
        except ValueError:
            found[word.strip()] = weight.strip()
    return found
