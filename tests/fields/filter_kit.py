"""Documents with values of all types, and filters over them, by chance but the same each time."""

from __future__ import annotations

import datetime
import random
import string
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import (
    NO_CURRENCY,
    Value,
    bool_value,
    date_value,
    enum_value,
    money_value,
    number_value,
    text_value,
)

SCHEMA = BucketSchema(
    bucket="invoices",
    title="Invoices",
    fields=(
        FieldSpec(name="vendor_name", type=FieldType.TEXT),
        FieldSpec(name="note", type=FieldType.TEXT, title="Note on it"),
        FieldSpec(name="total_amount", type=FieldType.MONEY),
        FieldSpec(name="tax", type=FieldType.MONEY),
        FieldSpec(name="current", type=FieldType.NUMBER, unit="A"),
        FieldSpec(name="pieces", type=FieldType.NUMBER),
        FieldSpec(name="invoice_date", type=FieldType.DATE),
        FieldSpec(name="paid", type=FieldType.BOOL),
        FieldSpec(
            name="status",
            type=FieldType.ENUM,
            values={"open": ("offen",), "not_paid": ("unpaid", "nicht bezahlt"), "closed": ()},
        ),
    ),
)
CURRENCIES = ("EUR", "EUR", "EUR", "USD", "CHF", "")
NASTY = (
    "Acme GmbH",
    "ACME  gmbh & Co.",
    "O'Brien's \"Best\"",
    "'; DROP TABLE fields; --",
    "100% Wolle",
    "100_ Wolle",
    "100\\% Wolle",
    "a\\b_c%d",
    "\\",
    "%",
    "_",
    "％ＡＣＭＥ",
    "Straße 5",
    "STRASSE 5",
    "İstanbul ŞTİ",
    "Ünïcode ﬁ 株式会社",
    "👩‍🚀 rockets",
    "e\u0301clair",
    "éclair",
    "null",
    "NULL",
    "true",
    "1000",
    "AND OR NOT",
    "key.vendor_name",
    "(a, b)",
    "line\nbreak\ttab",
    ") OR 1=1 --",
)


@dataclass(slots=True)
class Made:
    """A document. A value of None is the user's word that there is none."""

    document_id: str
    values: dict[str, Value | None] = field(default_factory=dict)


class Chance:
    """Documents and filters from one seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.documents: list[Made] = []
        self.fitting: dict[str, list[Value]] = {spec.name: [] for spec in SCHEMA.fields}

    def made(self, count: int) -> list[Made]:
        for number in range(count):
            document = Made(f"document {number}")
            for spec in SCHEMA.fields:
                fate = self.random.random()
                if fate < 0.05:
                    document.values[spec.name] = None
                elif fate < 0.07:  # from when the field was of another type
                    document.values[spec.name] = self.value(self.random.choice(SCHEMA.fields))
                elif fate < 0.8:
                    self.fitting[spec.name].append(self.value(spec))
                    document.values[spec.name] = self.fitting[spec.name][-1]
            self.documents.append(document)
        return self.documents

    def value(self, spec: FieldSpec) -> Value:
        if spec.type is FieldType.TEXT:
            return text_value(self.text())
        if spec.type is FieldType.MONEY:
            return money_value(self.figure(2), self.random.choice(CURRENCIES))
        if spec.type is FieldType.NUMBER:
            return number_value(self.figure(), spec.unit)
        if spec.type is FieldType.DATE:
            return date_value(datetime.date(2021, 12, 1) + datetime.timedelta(self.random.randrange(800)))
        if spec.type is FieldType.BOOL:
            return bool_value(self.random.random() < 0.5)
        return enum_value(self.random.choice(list(spec.values)))

    def text(self) -> str:
        if self.random.random() < 0.7:
            return self.random.choice(NASTY)
        letters = "ab%_\\' " + string.ascii_uppercase[:3]
        return "x" + "".join(self.random.choice(letters) for _ in range(self.random.randrange(6)))

    def figure(self, places: int | None = None) -> Decimal:
        """Often the same few, sometimes of 15 digits at any size."""
        kind = self.random.random()
        if kind < 0.4:
            return Decimal(
                self.random.choice(("0", "1", "-1", "0.1", "0.3", "1000", "1000.5", "-0.05", "2e6"))
            )
        if kind < 0.7 or places is not None:
            return Decimal(self.random.randrange(-(10**6), 10**7)).scaleb(-(2 if places is None else places))
        digits = self.random.randrange(10**14, 10**15)
        return Decimal(digits).scaleb(self.random.randrange(-38, 15))

    # --- filters, as JSON has them -------------------------------------------------------------

    def filter(self, depth: int = 0) -> Any:
        kind = self.random.random()
        if depth > 4 or kind < 0.55:
            return self.comparisons()
        if kind < 0.7:
            return {"NOT": self.filter(depth + 1)}
        if kind < 0.75:
            return [self.filter(depth + 1) for _ in range(self.random.randrange(1, 4))]
        parts = [self.filter(depth + 1) for _ in range(self.random.randrange(1, 4))]
        return {self.random.choice(("AND", "OR")): parts}

    def comparisons(self) -> dict[str, Any]:
        specs = self.random.sample(SCHEMA.fields, self.random.choice((1, 1, 1, 2)))
        return {spec.name: self.comparison(spec) for spec in specs}

    def comparison(self, spec: FieldSpec) -> Any:
        kinds = ["=", "!=", "IN", "NOT IN", "IS NULL", "IS NOT NULL", "bare"]
        if spec.type.is_ordered:
            kinds += ["<", "<=", ">", ">=", "BETWEEN", "NOT BETWEEN", "<", "<=", ">", ">=", "both"]
        if spec.type in (FieldType.TEXT, FieldType.ENUM):
            kinds += ["LIKE", "NOT LIKE", "LIKE", "LIKE"]
        kind = self.random.choice(kinds)
        if kind == "bare":
            return self.operand(spec)
        if kind.endswith("NULL"):
            return {kind: True}
        if kind == "both":
            return {">=": self.operand(spec), "<": self.operand(spec)}
        if kind.endswith("IN"):
            listed = [self.operand(spec) for _ in range(self.random.randrange(1, 5))]
            return {kind: listed}
        if kind.endswith("BETWEEN"):
            return {kind: self.two(spec)}
        if kind.endswith("LIKE"):
            return {"operator": kind, "value": self.pattern(spec)}
        return {kind: self.operand(spec)}

    def known(self, spec: FieldSpec) -> Value:
        """One that a document has, most of the time."""
        held = self.fitting[spec.name]
        return self.random.choice(held) if held and self.random.random() < 0.8 else self.value(spec)

    def operand(self, spec: FieldSpec) -> Any:
        value = self.known(spec)
        if spec.type is FieldType.MONEY:
            return self.random.choice((f"{value.shown} {value.unit or NO_CURRENCY}", value.shown))
        if spec.type is FieldType.BOOL:
            return value.key == "true"
        if spec.type is FieldType.DATE and self.random.random() < 0.2:
            return self.random.choice((2022, "2023", "2023-04", "May 2022"))
        text = value.shown
        return text.swapcase() if spec.type is FieldType.TEXT and self.random.random() < 0.3 else text

    def two(self, spec: FieldSpec) -> list[str]:
        values = sorted((self.known(spec) for _ in range(2)), key=lambda value: value.number or 0.0)
        unit = self.random.choice((*CURRENCIES, NO_CURRENCY)) if spec.type is FieldType.MONEY else ""
        return [f"{value.shown} {unit}".strip() for value in values]

    def pattern(self, spec: FieldSpec) -> str:
        text = self.known(spec).shown
        start, end = sorted(self.random.randrange(len(text) + 1) for _ in range(2))
        part = text[start:end]
        if self.random.random() < 0.5:
            part = part.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        if part and self.random.random() < 0.3:
            place = self.random.randrange(len(part))
            part = part[:place] + self.random.choice("%_") + part[place + 1 :]
        pattern = self.random.choice(("", "%", "_")) + part + self.random.choice(("", "%", "_"))
        return pattern if pattern.strip() else "%"
