"""How well documents were sorted and their fields read: each value against the truth of its document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from core.fields.schema import BucketSchema
from core.fields.values import FieldValue, Value
from tests.benchmarks.library.documents import Truth
from tests.benchmarks.reporting import Bench

_FIELDS_AIMS, _SORTER_AIM = {"clean": 0.95, "scanned": 0.85}, 0.97


@dataclass(slots=True)
class Tally:
    """Values read right and wrong, and those that were to be read. A wrong value counts as missed, too."""

    right: int = 0
    wrong: int = 0
    wanted: int = 0

    def add(self, wanted: bool, found: bool, right: bool) -> None:
        self.wanted += wanted
        self.right += right
        self.wrong += found and not right


@dataclass(slots=True)
class FieldScores:
    """Tallies by look ("clean" or "scanned") and what a report tells apart; `lines` are for its details."""

    by: dict[tuple[str, str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    sorted_right: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    lines: list[str] = field(default_factory=list)

    def add(self, truth: Truth, bucket: str, schema: BucketSchema, values: Sequence[FieldValue]) -> None:
        """Score the bucket that one document was sorted into, and its values, those of its true bucket."""
        self.sorted_right[truth.look].append(bucket == truth.bucket)
        if bucket != truth.bucket:
            told = f"{bucket} instead of {truth.bucket}"
            self.lines.append(f"sorted wrongly: {truth.filename} ({truth.look}): {told}")
        read = {value.field: value for value in values}
        for spec in schema.fields:
            wanted, found = truth.values.get(spec.name), read.get(spec.name)
            value = found.value if found else None
            if value is None and wanted is None:
                continue
            right = value is not None and wanted is not None and _matches(wanted, value)
            method = found.method.value if found else ""
            groups = {"all": "", "type": spec.type.value, "bucket": truth.bucket, "language": truth.language}
            if value is not None:
                groups["method"] = method
            for group, name in groups.items():
                self.by[truth.look, group, name].add(wanted is not None, value is not None, right)
            if not right:
                told = f"{_told(wanted)!r} was read as {_told(value)!r}"
                self.lines.append(f"{truth.filename}: {spec.name}: {told} ({method})")

    def keep(self, bench: Bench, sorter: Mapping[str, str], label: Callable[[str, str, str], str]) -> None:
        """`sorter` names the figure of a look; `label` of look, group, name is how those of fields begin."""
        for look, marks in self.sorted_right.items():
            bench.share(sorter[look], sum(marks), len(marks), target=_SORTER_AIM)
        for (look, group, name), tally in sorted(self.by.items()):
            shown = label(look, group, name)
            if not shown:
                continue
            read = tally.right + tally.wrong
            parts = {"precision": (tally.right, read)}
            if group != "method":
                f1 = (2 * tally.right, read + tally.wanted)  # the harmonic mean of both others
                parts = {"f1": f1, "recall": (tally.right, tally.wanted), **parts}
            for part, (count, of) in parts.items():
                aim = _FIELDS_AIMS[look] if (part, group) == ("f1", "all") else None
                share = count / of if of else None
                bench.add(f"{shown}.{part}", share, "share", "higher", aim, digits=3)


def _matches(wanted: Value, found: Value) -> bool:
    """Whether both say the same: figures, days and currencies exactly, texts without regard to capitals."""
    return (wanted.number, wanted.key, wanted.unit) == (found.number, found.key, found.unit)


def _told(value: Value | None) -> str:
    return f"{value.shown} {value.unit}".rstrip() if value else ""
