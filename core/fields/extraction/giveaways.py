"""Values told by words or forms that stand anywhere: kinds, yes or no, names of standards. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.fields.extraction.candidates import Candidate
from core.fields.extraction.layout import Cell, Sheet, Token, normal, span_of, tokens_between
from core.fields.extraction.legal_forms import COMPANY
from core.fields.extraction.row_values import column_kind
from core.fields.extraction.typed import is_iban
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import Method, bool_value, enum_value, text_value
from core.types import Span

_GROUPS = re.compile(r"\b[A-Z]{2}\d{2}[A-Z0-9]{0,30}(?: [A-Z0-9]{1,30}){0,8}\b")
_WORD = re.compile(r"\S+")
_YEAR = re.compile(r":\d{4}$")
_DATED = 0.1
_UNTICKED = re.compile(r"(?:\[\s*\]|☐|□)\s*$")  # a box before a phrase: the opposite is meant
_PART = 0.3  # of a cell: a phrase that is less of it stands in a sentence
# Letters of a German noun that ends a longer one ("Rahmenliefervertrag" is a "Liefervertrag"), and of what
# stands before it.
_HEAD_NOUN, _BEGINNING = 6, 3
_REST, _YIELDS = "other", 0.2  # a press release about a year's figures is told by these
_WHOSE = re.compile(r".*\b(?:der|des|von|of|the)\s+")
_SAME_TEXT = 0.6  # of the height of a word: no further apart are lines of one text
_LARGE = 1.25  # of the usual height of a word
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
class Phrases:
    """The words that give a field's values away: joined → value; the longest that begins at a word counts."""

    names: Mapping[str, str]
    longest: int

    def at(self, norms: Sequence[str], place: int) -> tuple[int, str] | None:
        """Words it takes, and its value."""
        key, best = "", None
        for length in range(1, min(self.longest, len(norms) - place) + 1):
            key += norms[place + length - 1]
            if norms[place + length - 1] and key in self.names:
                best = (length, self.names[key])
        if best is None and norms[place]:
            best = self._compound(norms[place])
        return best if norms[place] else None

    def _compound(self, word: str) -> tuple[int, str] | None:
        """A German compound is a kind of what its last part says."""
        for start in range(_BEGINNING, len(word) - _HEAD_NOUN + 1):
            if word[start:] in self.names:
                return (1, self.names[word[start:]])
        return None


def phrases_of(spec: FieldSpec) -> Phrases:
    names: dict[str, str] = {}
    longest = 1
    for value, words in spec.values.items():
        for phrase in (*words, value.replace("_", " ")):
            parts = phrase.split()
            names.setdefault("".join(normal(part) for part in parts), value)
            longest = max(longest, len(parts) + 1)
    return Phrases(names, longest)


def _kind(spec: FieldSpec, sheet: Sheet) -> Iterator[Candidate]:
    """The value named largest, highest and longest on the first page."""
    phrases = phrases_of(spec)
    order = list(spec.values)
    for number, row in enumerate(sheet.rows):
        place = row.y0 / sheet.height
        for cell in row.cells:
            named = _named(cell)
            whole = [*cell.tokens, *_next_line(sheet, number, cell)[: phrases.longest - 1]]
            norms = ["" if token in named else normal(_YEAR.sub("", token.text)) for token in whole]
            at = 0
            while at < len(cell.tokens):
                found = phrases.at(norms, at)
                if found is None:
                    at += 1
                    continue
                length, value = found
                share = length / max(len(cell.tokens), at + length)
                if share < _PART and _is_numbered(norms, at + length):
                    at += length
                    continue
                size = min(0.15, 0.1 * max(0.0, cell.height / sheet.line_height - 1))
                large = cell.height >= _LARGE * sheet.line_height
                base = _TITLE if share >= 0.6 else _CELL if share >= _PART or large else _INSIDE
                score = base * (1 - 0.35 * min(1.0, max(0.0, place - 0.1))) - 0.1 + size
                score += 0.01 * min(length, 4) - 0.002 * order.index(value)
                if value == _REST:
                    score -= _YIELDS
                tokens = whole[at : at + length]
                yield Candidate(
                    spec.name, enum_value(value), min(0.99, score), Method.WORDS, sheet.number,
                    span_of(tokens), " ".join(token.text for token in tokens),
                )  # fmt: skip
                at += length


def _named(cell: Cell) -> Sequence[Token]:
    """The words of a company's name: "Acme Supply Inc." is no supply contract, but "Newsletter of Acme Inc."
    is a newsletter."""
    company = COMPANY.search(cell.text)
    if company is None:
        return ()
    begin = company.start() + len(company.group()) - len(_WHOSE.sub("", company.group()))
    return tokens_between(cell, begin, company.end())


def _next_line(sheet: Sheet, row_number: int, cell: Cell) -> tuple[Token, ...]:
    """The words right below a cell, in letters of its size: below "Low-power operational" "amplifier"."""
    if row_number + 1 >= len(sheet.rows):
        return ()
    below = sheet.rows[row_number + 1]
    for other in below.cells:
        alike = 0.9 < other.height / cell.height < 1.1 and abs(other.x0 - cell.x0) < 0.3 * cell.height
        if alike and other.tokens[0].box.y0 - cell.tokens[0].box.y1 < _SAME_TEXT * cell.height:
            return other.tokens
    return ()


def _is_numbered(norms: Sequence[str], place: int) -> bool:
    """Whether a number follows: in a sentence that is another document, or part of a law ("Article 17")."""
    return place < len(norms) and norms[place][:1].isdigit()


def _truth(spec: FieldSpec, sheets: Sequence[Sheet]) -> Iterator[Candidate]:
    """A phrase that denies goes before one that affirms."""
    phrases = phrases_of(spec)
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
            if _UNTICKED.search(sheet.text[:start]):
                value = "true" if value == "false" else "false"
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
    """What is written like a value, wherever it stands but in a column of methods or conditions; one with a
    year ("EN 809:1998") goes before others."""
    pattern = re.compile(rf"(?<![\w-])(?:{spec.pattern})(?![\w-])")
    for sheet in sheets:
        conditions = _in_conditions(sheet)
        for rank, match in enumerate(pattern.finditer(sheet.text.replace("\n", " "))):
            text = match.group().rstrip(" .,;")
            start = sheet.start + match.start()
            if not any(character.isdigit() for character in text) or start in conditions:
                continue
            score = max(0.4, 0.6 - 0.02 * rank) + (_DATED if _YEAR.search(text) else 0.0)
            yield Candidate(
                spec.name, text_value(text), score, Method.WORDS, sheet.number,
                Span(start, start + len(text)), text,
            )  # fmt: skip


def _in_conditions(sheet: Sheet) -> set[int]:
    """Where the words start that say how something was measured, or under which conditions."""
    return {
        token.span.start
        for number, row in enumerate(sheet.rows)
        if len(row.cells) > 2
        for cell in row.cells
        if column_kind(sheet, number, cell) == "condition"
        for token in cell.tokens
    }
