"""How well fields were read: each value against the truth of its document. Pure functions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from core.fields.schema import BucketSchema, FieldType
from core.fields.values import FieldValue, text_key
from tests.benchmarks.library.generator.truth import FieldValue as TrueValue
from tests.benchmarks.library.generator.truth import MoneyTruth, Truth


@dataclass(slots=True)
class Tally:
    """Values that were read right and wrong, and those that were to be read. A wrong value counts as both
    wrong and missed."""

    right: int = 0
    wrong: int = 0
    wanted: int = 0

    @property
    def precision(self) -> float | None:
        read = self.right + self.wrong
        return self.right / read if read else None

    @property
    def recall(self) -> float | None:
        return self.right / self.wanted if self.wanted else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both; None where nothing was to be read or was."""
        total = self.right + self.wrong + self.wanted
        return 2 * self.right / total if total else None


@dataclass(frozen=True, slots=True)
class Miss:
    """A field that was not read right, for the report: what stands there and what was read ("" for none)."""

    filename: str
    field: str
    wanted: str
    read: str
    method: str = ""


@dataclass(slots=True)
class FieldScores:
    """Tallies by what a report tells apart: whether it was scanned, type, bucket and method."""

    by: dict[tuple[str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    misses: list[Miss] = field(default_factory=list)

    def add(self, truth: Truth, schema: BucketSchema, read: Mapping[str, FieldValue]) -> None:
        """Score one document whose bucket is right."""
        look = "scanned" if truth.scanned else "clean"
        for spec in schema.fields:
            found, wanted = read.get(spec.name), truth.value(spec.name)
            has = found is not None and found.value is not None
            if not has and wanted is None:
                continue
            right = has and wanted is not None and found is not None and matches(wanted, found)
            names = [("look", look), (f"type, {look}", spec.type.value), (f"bucket, {look}", schema.bucket)]
            names.append((f"layout of {schema.bucket}", truth.layout))
            for name in names:
                tally = self.by[name]
                tally.wanted += wanted is not None
                tally.right += right
                tally.wrong += has and not right
            if has and found is not None:
                method = self.by[f"method, {look}", found.method.value]
                method.right += right
                method.wrong += not right
            if not right:
                shown = ""
                if found and found.value:
                    shown = f"{found.value.shown} {found.value.unit}".rstrip()
                told = "" if wanted is None else _told(wanted)
                how = found.method.value if found else ""
                self.misses.append(Miss(truth.filename, spec.name, told, shown, how))


def matches(wanted: TrueValue, found: FieldValue) -> bool:
    """Whether a value says the same: figures and days exactly, texts without regard to capitals."""
    value = found.value
    if value is None:
        return False
    if isinstance(wanted, bool):
        return value.key == str(wanted).lower()
    if isinstance(wanted, MoneyTruth):
        return value.number == float(wanted.amount) and value.unit == wanted.currency
    if isinstance(wanted, Decimal):
        return value.number is not None and abs(value.number - float(wanted)) <= 1e-9 * max(
            1.0, abs(float(wanted))
        )
    if isinstance(wanted, date):
        return value.number == float(wanted.toordinal())
    return value.key == text_key(wanted)


def true_values(truth: Truth, schema: BucketSchema) -> list[FieldValue]:
    """The truth as if it had been read, to ask questions whose answers depend on nothing else."""
    from core.fields.values import (
        Method,
        Value,
        bool_value,
        date_value,
        enum_value,
        money_value,
        number_value,
    )
    from core.fields.values import text_value as text

    found = []
    for spec in schema.fields:
        wanted = truth.value(spec.name)
        value: Value
        if wanted is None:
            continue
        if isinstance(wanted, bool):
            value = bool_value(wanted)
        elif isinstance(wanted, MoneyTruth):
            value = money_value(wanted.amount, wanted.currency)
        elif isinstance(wanted, Decimal):
            value = number_value(wanted, spec.unit)
        elif isinstance(wanted, date):
            value = date_value(wanted)
        elif spec.type is FieldType.ENUM:
            value = enum_value(wanted)
        else:
            value = text(wanted)
        found.append(FieldValue(spec.name, value, Method.LABEL, 0.9))
    return found


def _told(wanted: TrueValue) -> str:
    if isinstance(wanted, MoneyTruth):
        return f"{wanted.amount} {wanted.currency}"
    return str(wanted)
