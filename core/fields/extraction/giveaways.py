"""Values told by words or forms that stand anywhere: kinds, yes or no, names of standards. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.fields.extraction.candidates import Candidate
from core.fields.extraction.layout import Sheet, normal, span_of
from core.fields.extraction.typed import is_iban
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import Method, bool_value, enum_value, text_value
from core.types import Span

_HEAD = 0.5  # of the first page: where kinds of documents are named
_GROUPS = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{1,30}){1,9}\b")
_WORD = re.compile(r"\S+")
_TITLE, _CELL, _INSIDE = 0.9, 0.75, 0.5


def given_away(schema: BucketSchema, sheets: Sequence[Sheet]) -> Iterator[Candidate]:
    """Enums and bools by their words, texts with `anywhere` by their pattern."""
    for spec in schema.fields:
        if spec.type is FieldType.ENUM:
            yield from _kind(spec, sheets[0])
        elif spec.type is FieldType.BOOL:
            yield from _truth(spec, sheets)
        elif spec.joined:
            yield from _account(spec, sheets)
        elif spec.anywhere:
            yield from _form(spec, sheets[:2])


@dataclass(frozen=True, slots=True)
class _Phrases:
    """Words joined → value; the longest of those that begin at a word counts."""

    names: Mapping[str, str]
    longest: int

    def at(self, norms: Sequence[str], place: int) -> tuple[int, str] | None:
        """Words it takes, and its value."""
        key, best = "", None
        for length in range(1, min(self.longest, len(norms) - place) + 1):
            key += norms[place + length - 1]
            if norms[place + length - 1] and key in self.names:
                best = (length, self.names[key])
        return best if norms[place] else None


def _phrases(spec: FieldSpec) -> _Phrases:
    names: dict[str, str] = {}
    longest = 1
    for value, words in spec.values.items():
        for phrase in (*words, value.replace("_", " ")):
            parts = phrase.split()
            names.setdefault("".join(normal(part) for part in parts), value)
            longest = max(longest, len(parts) + 1)
    return _Phrases(names, longest)


def _kind(spec: FieldSpec, sheet: Sheet) -> Iterator[Candidate]:
    """The value named largest, highest and longest on the first page."""
    phrases = _phrases(spec)
    order = list(spec.values)
    for row in sheet.rows:
        place = row.y0 / sheet.height
        for cell in row.cells:
            at = 0
            while at < len(cell.norms):
                found = phrases.at(cell.norms, at)
                if found is None:
                    at += 1
                    continue
                length, value = found
                share = length / len(cell.norms)
                size = min(0.15, 0.1 * max(0.0, cell.height / sheet.line_height - 1))
                base = _TITLE if share >= 0.6 else _CELL if share >= 0.3 else _INSIDE
                score = base * (1 - 0.35 * min(1.0, max(0.0, place - 0.1))) - 0.1 + size
                score += 0.01 * min(length, 4) - 0.002 * order.index(value)
                tokens = cell.tokens[at : at + length]
                yield Candidate(
                    spec.name, enum_value(value), min(0.99, score), Method.WORDS, sheet.number,
                    span_of(tokens), " ".join(token.text for token in tokens),
                )  # fmt: skip
                at += length


def _truth(spec: FieldSpec, sheets: Sequence[Sheet]) -> Iterator[Candidate]:
    """A phrase that denies goes before one that affirms."""
    phrases = _phrases(spec)
    for sheet in sheets:
        words = list(_WORD.finditer(sheet.text))
        norms = [normal(word.group()) for word in words]
        at = 0
        while at < len(norms):
            found = phrases.at(norms, at)
            if found is None:
                at += 1
                continue
            length, value = found
            start, end = words[at].start(), words[at + length - 1].end()
            score = (0.9 if value == "false" else 0.75) + 0.02 * min(length, 4)
            yield Candidate(
                spec.name, bool_value(value == "true"), score, Method.WORDS, sheet.number,
                Span(sheet.start + start, sheet.start + end), " ".join(sheet.text[start:end].split()),
            )  # fmt: skip
            at += length


def _account(spec: FieldSpec, sheets: Sequence[Sheet]) -> Iterator[Candidate]:
    """An account number with its check digits, wherever it stands."""
    for sheet in sheets:
        for match in _GROUPS.finditer(sheet.text.replace("\n", " ")):
            words = match.group().split(" ")
            for count in range(len(words), 0, -1):
                joined = "".join(words[:count])
                if re.fullmatch(spec.pattern, joined) and is_iban(joined):
                    quote = " ".join(words[:count])
                    start = sheet.start + match.start()
                    yield Candidate(
                        spec.name, text_value(joined), 0.8, Method.WORDS, sheet.number,
                        Span(start, start + len(quote)), quote,
                    )  # fmt: skip
                    break


def _form(spec: FieldSpec, sheets: Sequence[Sheet]) -> Iterator[Candidate]:
    pattern = re.compile(rf"(?<![\w-])(?:{spec.pattern})(?![\w-])")
    for sheet in sheets:
        for rank, match in enumerate(pattern.finditer(sheet.text.replace("\n", " "))):
            text = match.group().rstrip(" .,;")
            if not any(character.isdigit() for character in text):
                continue
            start = sheet.start + match.start()
            yield Candidate(
                spec.name, text_value(text), max(0.4, 0.6 - 0.02 * rank), Method.WORDS, sheet.number,
                Span(start, start + len(text)), text,
            )  # fmt: skip
