"""Which bucket a document belongs to, and how sure that is: by words, by likeness, by what the user moved.

Pure functions. Words count more where titles stand; a bucket's description and the documents that the user
put into it are compared by embedding.
"""

from __future__ import annotations

import math
import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.fields.extraction.layout import Cell, Sheet, normal
from core.fields.schema import GENERIC, BucketSchema

Vector = NDArray[np.float32]

_HEAD = 0.35  # of the first page
_TITLE_SIZE = 1.3  # of the usual height of a word
_IN_TITLE, _IN_HEAD, _BELOW, _MENTIONED, _IN_NAME = 2.0, 1.3, 0.6, 0.25, 1.5
_SENTENCE = 8  # words; what stands among more of them names something else as often as the document
_MOST_ROWS = 160
_GENERIC_BASE = 3.0  # a bucket needs more than this to take a document from those that fit none
_SHARPNESS = 0.55
_ALIKE = 6.0  # of a likeness above the mean of all buckets
_EXAMPLE, _NEAR = 9.0, 0.55  # of an example of the user's, from this likeness on
_HEAD_NOUN, _BEGINNING = 6, 3  # letters of a noun that ends a compound, and of what stands before it
_LONGEST_WORD = 60
_LAST_WORD = re.compile(r"(\S+)[ \t]*\n?$")
_DETERMINERS = frozenset(
    {
        *("the", "a", "an", "our", "your"),
        *("der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer"),
        *("unser", "unsere", "unserer", "ihr", "ihre", "ihrer"),
    }
)
_THIS = frozenset({"this", "diese", "dieser", "dieses", "diesem", "diesen"})  # the document itself
_CAMEL = re.compile(r"(?<=[a-zäöü])(?=[A-ZÄÖÜ])|[_\W]+")


@dataclass(frozen=True, slots=True)
class Head:
    """What a document is sorted by: its file name, title and first pages; `vector` of its first passage."""

    filename: str
    title: str
    sheets: Sequence[Sheet]
    vector: Vector | None = None


@dataclass(frozen=True, slots=True)
class Likeness:
    """What vectors are compared with: bucket → vector of its description, and (bucket, vector) of each
    document the user moved there. Vectors have length 1, those of unrelated texts the cosine `unrelated`."""

    descriptions: Mapping[str, Vector] = field(default_factory=dict)
    examples: Sequence[tuple[str, Vector]] = ()
    unrelated: float = 0.0

    def of(self, one: Vector, other: Vector) -> float:
        """0 for unrelated texts, 1 for the same, whichever model made the vectors."""
        return (float(np.dot(one, other)) - self.unrelated) / (1 - self.unrelated)


class Sorter:
    """Sorts by these schemas."""

    def __init__(self, schemas: Mapping[str, BucketSchema], likeness: Likeness | None = None) -> None:
        self._buckets = list(schemas)
        self._likeness = likeness or Likeness()
        self._signs: dict[str, dict[str, float]] = {}
        self._kinds: set[str] = set()
        self._longest = 1
        for bucket, schema in schemas.items():
            for sign, weight in schema.signs.items():
                words = sign.split()
                self._longest = max(self._longest, len(words) + 1)
                key = "".join(normal(word) for word in words)
                self._signs.setdefault(key, {})[bucket] = weight
                if weight > 0 and _names_kind(normal(words[0]), schema):
                    self._kinds.add(key)

    def sort(self, head: Head) -> list[tuple[str, float]]:
        """(bucket, confidence), the likeliest first; confidences add up to 1."""
        scores = dict.fromkeys(self._buckets, 0.0)
        if GENERIC in scores:
            scores[GENERIC] = _GENERIC_BASE
        for key, weight in self._found(head).items():
            for bucket, sign in self._signs[key].items():
                scores[bucket] += sign * weight
        if head.vector is not None:
            self._add_likeness(scores, head.vector)
        return _shares(scores)

    def _found(self, head: Head) -> dict[str, float]:
        """sign → how much its best place counts; each counts once."""
        found: dict[str, float] = {}
        for text in (head.filename, head.title):
            self._look([normal(word) for word in _CAMEL.split(text) if word], _IN_NAME, found)
        rows = 0
        for number, sheet in enumerate(head.sheets):
            for row in sheet.rows:
                rows += 1
                if rows > _MOST_ROWS:
                    return found
                for cell in row.cells:
                    is_title = number == 0 and cell.height >= _TITLE_SIZE * sheet.line_height
                    in_head = number == 0 and row.y0 < _HEAD * sheet.height
                    in_head = in_head and len(cell.tokens) <= _SENTENCE
                    weight = _IN_TITLE if is_title else _IN_HEAD if in_head else _BELOW
                    self._look(cell.norms, weight, found, _mentions(sheet, cell) if not is_title else ())
        return found

    def _look(
        self, norms: Sequence[str], weight: float, found: dict[str, float], mentions: Container[int] = ()
    ) -> None:
        """The longest sign from each word on; words inside one that was found are none of their own.

        Args:
            mentions: places at which a kind of document is only mentioned.
        """
        place = 0
        while place < len(norms):
            key, best, best_key = "", 0, ""
            for length in range(1, min(self._longest, len(norms) - place) + 1):
                key += norms[place + length - 1]
                if norms[place + length - 1] and key in self._signs:
                    best, best_key = length, key
            if not best and weight >= _IN_HEAD and (best_key := self._head_noun(norms[place])):
                best = 1
            if best and norms[place]:
                mentioned = place in mentions and best_key in self._kinds
                found[best_key] = max(found.get(best_key, 0.0), _MENTIONED if mentioned else weight)
            place += best if best and norms[place] else 1

    def _head_noun(self, word: str) -> str:
        """The kind of document that a German compound is: "Gewerbemietvertrag" is a "Mietvertrag"."""
        ends = (word[start:] for start in range(_BEGINNING, len(word) - _HEAD_NOUN + 1))
        return next((end for end in ends if end in self._kinds), "")

    def _add_likeness(self, scores: dict[str, float], vector: Vector) -> None:
        likeness = {
            bucket: self._likeness.of(vector, description)
            for bucket, description in self._likeness.descriptions.items()
            if bucket in scores
        }
        mean = sum(likeness.values()) / len(likeness) if likeness else 0.0
        for bucket, alike in likeness.items():
            scores[bucket] += _ALIKE * (alike - mean)
        nearest: dict[str, float] = {}
        for bucket, example in self._likeness.examples:
            nearest[bucket] = max(nearest.get(bucket, 0.0), self._likeness.of(vector, example))
        for bucket, alike in nearest.items():
            if bucket in scores and alike > _NEAR:
                scores[bucket] += _EXAMPLE * (alike - _NEAR) / (1 - _NEAR)


def _names_kind(word: str, schema: BucketSchema) -> bool:
    """Whether a word is what such documents are called, or ends with that: "Mietvertrag" is a "Vertrag"."""
    nouns = [normal(noun) for noun in schema.nouns]
    return word in nouns or any(len(noun) >= _HEAD_NOUN and word.endswith(noun) for noun in nouns)


def _mentions(sheet: Sheet, cell: Cell) -> list[int]:
    """Places of words that an article or a word in small letters stands before, in their line or at the end
    of the one above: in "please settle the invoice" and "Der Mietvertrag läuft" another document is meant."""
    before = [token.text for token in cell.tokens[:-1]]
    at = max(0, cell.tokens[0].span.start - sheet.start)
    last = _LAST_WORD.search(sheet.text[max(0, at - _LONGEST_WORD) : at])
    return [
        place
        for place, word in enumerate([last.group(1) if last else "", *before])
        if ((word.isalpha() and word.islower()) or word.casefold() in _DETERMINERS) and word not in _THIS
    ]


def _shares(scores: Mapping[str, float]) -> list[tuple[str, float]]:
    top = max(scores.values())
    powers = {bucket: math.exp(_SHARPNESS * (score - top)) for bucket, score in scores.items()}
    whole = sum(powers.values())
    return sorted(((bucket, power / whole) for bucket, power in powers.items()), key=lambda entry: -entry[1])
