"""Where the labels of a schema stand among the words of a cell or a page. Pure functions.

Of labels that overlap the longest counts: "delivery date" is no "date". Words are compared joined, so that
"Invoice No", "Invoice-No." and "InvoiceNo" are the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.fields.extraction.layout import normal
from core.fields.schema import BucketSchema, FieldSpec

_LEAST_WEIGHT = 0.65  # of the last label in a list; the first has 1
_SHORT = 3  # letters; a label so short counts only where labels stand


@dataclass(frozen=True, slots=True)
class FoundLabel:
    """A label at the words `[first, last)`, for these fields with how well it suits them (0 to 1).

    Without fields it is a label all the same: what stands beside it is something else.
    """

    first: int
    last: int
    fields: Mapping[str, float]
    is_short: bool


class LabelIndex:
    """All labels of a schema."""

    def __init__(self, schema: BucketSchema) -> None:
        self._fields: dict[str, dict[str, float]] = {}
        self._longest = 1
        for spec in schema.fields:
            self._add(spec)

    def _add(self, spec: FieldSpec) -> None:
        labels = [key for label in spec.labels if (key := _key(label))]
        for rank, key in enumerate(labels):
            weight = 1 - (1 - _LEAST_WEIGHT) * rank / len(labels)
            self._fields.setdefault(key, {}).setdefault(spec.name, weight)
        for label in spec.not_labels:
            self._fields.setdefault(_key(label), {})
        for label in (*spec.labels, *spec.not_labels):
            self._longest = max(self._longest, len(label.split()) + 1)

    def find(self, norms: Sequence[str], ends: Sequence[bool]) -> list[FoundLabel]:
        """Labels among words in their order.

        Args:
            norms: the words as `layout.normal` makes them.
            ends: whether a word ends with a colon, after which no label goes on.
        """
        found, place = [], 0
        while place < len(norms):
            last = self._longest_from(norms, ends, place)
            if last:
                key = "".join(norms[place:last])
                found.append(FoundLabel(place, last, self._fields[key], len(key) <= _SHORT))
                place = last
            else:
                place += 1
        return found

    def _longest_from(self, norms: Sequence[str], ends: Sequence[bool], first: int) -> int:
        key, best = "", 0
        if not norms[first]:
            return 0
        for last in range(first, min(len(norms), first + self._longest)):
            key += norms[last]
            if norms[last] and key in self._fields:
                best = last + 1
            if ends[last]:
                break
        return best


def _key(label: str) -> str:
    return "".join(normal(word) for word in label.split())
