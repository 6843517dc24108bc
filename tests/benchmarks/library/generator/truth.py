"""What a generated document states: the values, and where and how they are printed; and their file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class MoneyTruth:
    """An amount and its ISO 4217 code."""

    amount: Decimal
    currency: str


FieldValue = str | Decimal | MoneyTruth | date | bool


@dataclass(frozen=True, slots=True)
class FieldTruth:
    """`value` in the field's unit; `page` is 1-based; `text` as printed there, line breaks as spaces."""

    value: FieldValue
    page: int
    text: str


@dataclass(frozen=True, slots=True)
class Truth:
    """One document. A field that is not printed in it is not in `fields`."""

    filename: str
    bucket: str
    layout: str
    language: str
    scanned: bool
    fields: Mapping[str, FieldTruth]

    def value(self, field: str) -> FieldValue | None:
        truth = self.fields.get(field)
        return None if truth is None else truth.value


def write_truths(path: Path, truths: Iterable[Truth]) -> None:
    """One JSON object a line.

    Raises:
        OSError: the file cannot be written.
    """
    with path.open("w", encoding="utf-8") as target:
        for truth in truths:
            row = {
                "filename": truth.filename,
                "bucket": truth.bucket,
                "layout": truth.layout,
                "language": truth.language,
                "scanned": truth.scanned,
                "fields": {
                    name: {**_encoded(field.value), "page": field.page, "text": field.text}
                    for name, field in truth.fields.items()
                },
            }
            target.write(json.dumps(row, ensure_ascii=False) + "\n")


def read_truths(path: Path) -> list[Truth]:
    """The truths `write_truths` wrote.

    Raises:
        OSError: the file cannot be read. ValueError, KeyError: it is not such a file.
    """
    truths = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        fields = {
            name: FieldTruth(_decoded(field), field["page"], field["text"])
            for name, field in row["fields"].items()
        }
        truths.append(
            Truth(row["filename"], row["bucket"], row["layout"], row["language"], row["scanned"], fields)
        )
    return truths


def _encoded(value: FieldValue) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"type": "bool", "value": value}
    if isinstance(value, Decimal):
        return {"type": "number", "value": str(value)}
    if isinstance(value, MoneyTruth):
        return {"type": "money", "value": str(value.amount), "currency": value.currency}
    if isinstance(value, date):
        return {"type": "date", "value": value.isoformat()}
    return {"type": "text", "value": value}


def _decoded(field: Mapping[str, Any]) -> FieldValue:
    kind, value = field["type"], field["value"]
    if kind == "bool":
        return bool(value)
    if kind == "number":
        return Decimal(value)
    if kind == "money":
        return MoneyTruth(Decimal(value), field["currency"])
    if kind == "date":
        return date.fromisoformat(value)
    return str(value)
