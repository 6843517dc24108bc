"""How well documents were sorted and their fields read: each value against the truth of its document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from core.fields.schema import BucketSchema
from core.fields.values import FieldValue, Value
from tests.benchmarks.figures import Results, counted, figure
from tests.benchmarks.library.documents import Truth

_FIELDS_AIMS, _SORTER_AIM = {"clean": 0.95, "scanned": 0.85}, 0.97


@dataclass(slots=True)
class Tally:
    """Values that were read right and wrong, and those that were to be read. A wrong value counts as both
    wrong and missed."""

    right: int = 0
    wrong: int = 0
    wanted: int = 0

    @property
    def precision(self) -> float | None:
        return _share(self.right, self.right + self.wrong)

    @property
    def recall(self) -> float | None:
        return _share(self.right, self.wanted)

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both; None where nothing was to be read or was."""
        return _share(2 * self.right, self.right + self.wrong + self.wanted)


@dataclass(slots=True)
class FieldScores:
    """Tallies by look ("clean" or "scanned") and what a report tells apart; `lines` are for its details."""

    by: dict[tuple[str, str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    sorted_right: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    lines: list[str] = field(default_factory=list)

    def add_sorted(self, truth: Truth, bucket: str) -> None:
        self.sorted_right[truth.look].append(bucket == truth.bucket)
        if bucket != truth.bucket:
            told = f"{bucket} instead of {truth.bucket}"
            self.lines.append(f"sorted wrongly: {truth.filename} ({truth.look}): {told}")

    def add(self, truth: Truth, schema: BucketSchema, read: Mapping[str, FieldValue]) -> None:
        """Score the values of one document, those of its true bucket."""
        for spec in schema.fields:
            wanted, found = truth.values.get(spec.name), read.get(spec.name)
            value = found.value if found else None
            if value is None and wanted is None:
                continue
            right = value is not None and wanted is not None and _matches(wanted, value)
            names = [("all", ""), ("type", spec.type.value), ("bucket", truth.bucket)]
            names.append(("language", truth.language))
            for group, name in names:
                tally = self.by[truth.look, group, name]
                tally.wanted += wanted is not None
                tally.right += right
                tally.wrong += value is not None and not right
            method = found.method.value if found else ""
            if value is not None:
                tally = self.by[truth.look, "method", method]
                tally.right += right
                tally.wrong += not right
            if not right:
                told = f"{_told(wanted)!r} was read as {_told(value)!r}"
                self.lines.append(f"{truth.filename}: {spec.name}: {told} ({method})")

    def keep_sorted(self, results: Results, name: Callable[[str], str]) -> None:
        """`name` of a look is that of its figure."""
        for look, marks in self.sorted_right.items():
            results[name(look)] = counted(sum(marks), len(marks), better="higher", target=_SORTER_AIM)

    def keep_fields(self, results: Results, label: Callable[[str, str, str], str]) -> None:
        """`label` of look, group and name is how its figures begin; empty for those that are not shown."""
        for (look, group, name), tally in sorted(self.by.items()):
            shown = label(look, group, name)
            if not shown:
                continue
            if group != "method":
                aim = _FIELDS_AIMS[look] if group == "all" else None
                results[f"{shown}.f1"] = figure(tally.f1, "share", better="higher", target=aim, digits=3)
                results[f"{shown}.recall"] = figure(tally.recall, "share", better="higher", digits=3)
            results[f"{shown}.precision"] = figure(tally.precision, "share", better="higher", digits=3)


def _share(count: int, of: int) -> float | None:
    return count / of if of else None


def _matches(wanted: Value, found: Value) -> bool:
    """Whether both say the same: figures, days and currencies exactly, texts without regard to capitals."""
    return (wanted.number, wanted.key, wanted.unit) == (found.number, found.key, found.unit)


def _told(value: Value | None) -> str:
    return f"{value.shown} {value.unit}".rstrip() if value else ""
