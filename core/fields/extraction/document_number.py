"""The number of a document itself where no label stands beside it: in the line of its title, or before its
revision; and the day that stands behind it. Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.fields.extraction.candidates import Candidate
from core.fields.extraction.giveaways import Phrases, phrases_of
from core.fields.extraction.layout import Cell, Sheet, span_of, tokens_between
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import Method, date_value, text_value
from core.text.dates import find_days, parse_day
from core.types import Span

_IN_TITLE, _BEFORE_REVISION, _DATED = 0.75, 0.72, 0.86
_MOST_WORDS = 10  # of a title with its number
_LEAST_DIGITS = 5  # of a number without a letter
_PAGES = 2
_LONGEST_DATE = 40
_NUMBER_WORD = re.compile(r"(?i)\s(?:no|nr|number|nummer)\b\.?:?\s*")
_REVISION = re.compile(
    r"(?i)[,;]?\s+(?:rev|revision|version|ausgabe|issue|edition|index|änderungsstand)\b\.?:?\s*[a-z0-9][\w.]{0,7}"
)
_THIS = re.compile(r"(?i)\b(?:this|diese[rs]?)\s+\w+\s+(?:no|nr|number|nummer)\b\.?:?\s*")
_OF_DAY = r"\)?,?\s+(?:vom|dated|issued on|of|from|du)\s+(?:the\s+)?"


def own_number(spec: FieldSpec, schema: BucketSchema, sheets: Sequence[Sheet]) -> Iterator[Candidate]:
    """Numbers that can only be the document's own.

    Args:
        spec: has a pattern.
    """
    yield from _of_this(spec, sheets[0])
    kinds = [phrases_of(one) for one in schema.fields if one.type is FieldType.ENUM]
    for sheet in sheets[:_PAGES]:
        for row in sheet.rows:
            for cell in row.cells:
                if sheet is sheets[0]:
                    yield from _in_title(spec, kinds, sheet, cell)
                yield from _before_revision(spec, sheet, cell)


def days_of(number: str, spec: FieldSpec, sheets: Sequence[Sheet], day_first: bool) -> Iterator[Candidate]:
    """The day right behind a document's own number: "our invoice 4711 dated 3 May 2023".

    Args:
        spec: the field of the day.
    """
    behind = re.compile(rf"(?<!\w){re.escape(number)}{_OF_DAY}")
    for sheet in sheets:
        for match in behind.finditer(sheet.text.replace("\n", " ")):
            text = sheet.text[match.end() : match.end() + _LONGEST_DATE].replace("\n", " ")
            for found in find_days(text, day_first)[:1]:
                if found.start == 0 and found.exact:
                    start = sheet.start + match.end()
                    yield Candidate(
                        spec.name, date_value(found.first), _DATED, Method.PROSE, sheet.number,
                        Span(start, start + found.end), text[: found.end],
                    )  # fmt: skip


def _of_this(spec: FieldSpec, sheet: Sheet) -> Iterator[Candidate]:
    """ "This Agreement No. 12-A is made between …"."""
    text = sheet.text.replace("\n", " ")
    for this in _THIS.finditer(text):
        match = re.compile(spec.pattern).match(text, this.end())
        number = match.group().rstrip(" .,;") if match else ""
        if number and _is_number(number):
            start = sheet.start + this.end()
            yield Candidate(
                spec.name, text_value(number), _IN_TITLE, Method.PROSE, sheet.number,
                Span(start, start + len(number)), number,
            )  # fmt: skip


def _in_title(spec: FieldSpec, kinds: Sequence[Phrases], sheet: Sheet, cell: Cell) -> Iterator[Candidate]:
    """ "Lease of Business Premises no. 2020-8506": a kind of document, and at the end its number."""
    if len(cell.tokens) > _MOST_WORDS or not cell.text[:1].isupper():
        return
    for word in _NUMBER_WORD.finditer(cell.text):
        ahead = tokens_between(cell, 0, word.start())
        number = cell.text[word.end() :]
        if not re.fullmatch(spec.pattern, number) or not _names_kind(kinds, [one.norm for one in ahead]):
            continue
        yield _candidate(spec, sheet, cell, word.end(), number, _IN_TITLE)
        return


def _names_kind(kinds: Sequence[Phrases], norms: Sequence[str]) -> bool:
    return any(phrases.at(norms, place) for phrases in kinds for place in range(len(norms)))


def _before_revision(spec: FieldSpec, sheet: Sheet, cell: Cell) -> Iterator[Candidate]:
    """ "BA-9190-DE Rev. 2.0": what has a revision, in a cell of its own."""
    revision = _REVISION.search(cell.text)
    if revision is None or revision.end() < len(cell.text):
        return
    number = cell.text[: revision.start()]
    if re.fullmatch(spec.pattern, number) and _is_number(number):
        yield _candidate(spec, sheet, cell, 0, number, _BEFORE_REVISION)


def _is_number(text: str) -> bool:
    """No day, no year, no version: "V2.1"."""
    if parse_day(text) is not None or re.fullmatch(r"(?i)v?[\d.]+", text):
        return text.isdigit() and len(text) >= _LEAST_DIGITS
    return True


def _candidate(spec: FieldSpec, sheet: Sheet, cell: Cell, start: int, number: str, score: float) -> Candidate:
    span = span_of(tokens_between(cell, start, start + len(number)))
    return Candidate(spec.name, text_value(number), score, Method.LAYOUT, sheet.number, span, number)
