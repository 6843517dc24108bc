"""What stands where the value of a field can stand: behind its label, right of it, below it, in its sentence.

Pure functions. Weights are set by hand; `docuchat bench library` shows what comes of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.fields.extraction.labels import FoundLabel, LabelIndex
from core.fields.extraction.layout import Cell, Row, Sheet, Token, join_cells, normal, span_of, tokens_between
from core.fields.extraction.tables import figures_of_row
from core.fields.extraction.typed import Locale, Reading, readings
from core.fields.schema import FieldSpec, FieldType
from core.fields.values import FieldValue, Method, Value
from core.types import Span

_BEHIND, _RIGHT, _BELOW, _COLUMN, _IN_SENTENCE, _BEFORE = 0.95, 0.92, 0.85, 0.93, 0.72, 0.55
_NO_COLON = 0.9
_INSIDE = 0.6  # a label in the middle of a cell
_FEW_WORDS = 6
_SURE_WORDS = 2
_SECOND_LABEL = 0.6  # another label stands between
_MOST_BELOW = 3
_ROW_GAP = 1.8  # heights of a line
_AFTER, _AHEAD = 200, 110  # characters of a sentence
_SENTENCE_END = re.compile(r"(?:(?<=[a-zäöüß)\]%€])|(?<=\d{3}))[.;](?=\s+[A-ZÄÖÜ§(\d]|\s*$)|\n\s*\n")
_REFERENCES = re.compile(
    r"(?i)\b(?:regulation|directive|act|statute|verordnung|richtlinie|gesetz\w*|dsgvo|gdpr|fassung|version|form"
    r"|letter of intent|absichtserklärung|supersed\w+|ersetz\w+|replaces?)\b[^.;]*$"
)
_ELSEWHERE = 0.5
_WORD = re.compile(r"\S+")
_DEFINED = re.compile(r"[\"“”„’']\s*\)?\s*$")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value that a field may have, with where it stands; `score` from 0 to 1."""

    field: str
    value: Value
    score: float
    method: Method
    page: int
    span: Span | None
    quote: str

    def as_value(self, confidence: float) -> FieldValue:
        return FieldValue(
            self.field, self.value, self.method, round(confidence, 3), self.quote, self.page, self.span
        )


def beside_labels(
    sheet: Sheet, labels: LabelIndex, specs: Mapping[str, FieldSpec], locale: Locale
) -> Iterator[Candidate]:
    """From the rows of a page."""
    found = [[labels.find(cell.norms, _ends(cell)) for cell in row.cells] for row in sheet.rows]
    for row_number, row in enumerate(sheet.rows):
        heading = _is_heading(row, found[row_number])
        for cell_number, cell in enumerate(row.cells):
            for place, label in enumerate(found[row_number][cell_number]):
                if not label.fields or not _stands(cell, label, found[row_number][cell_number][:place]):
                    continue
                for name, weight in label.fields.items():
                    spec = specs[name]
                    yield from _of_label(
                        _Spot(sheet, found, row_number, cell_number, label, spec, weight, locale, heading)
                    )


@dataclass(frozen=True, slots=True)
class _Spot:
    """A label in a row, and whose it is."""

    sheet: Sheet
    found: Sequence[Sequence[Sequence[FoundLabel]]]
    row_number: int
    cell_number: int
    label: FoundLabel
    spec: FieldSpec
    weight: float
    locale: Locale
    heading: bool

    @property
    def row(self) -> Row:
        return self.sheet.rows[self.row_number]

    @property
    def cell(self) -> Cell:
        return self.row.cells[self.cell_number]

    def labels(self, row: int, cell: int) -> Sequence[FoundLabel]:
        return self.found[row][cell]


def _of_label(spot: _Spot) -> Iterator[Candidate]:
    colon = _colon(spot.cell, spot.label)
    at_start = _leads(spot.cell, spot.label)
    if _is_free(spot.spec) and not colon and not _announces(spot):
        return
    inside = _NO_COLON * _NO_COLON if len(spot.cell.tokens) <= _FEW_WORDS else _INSIDE
    weight = spot.weight * (1.0 if colon else _NO_COLON if at_start else inside)
    behind = spot.cell.tokens[spot.label.last :]
    row_method = Method.TABLE if len(spot.row.cells) > 2 else Method.LABEL
    any_behind = False
    if behind and not _only_marks(behind):
        for candidate in _read(spot, Cell(behind), weight * _BEHIND, Method.LABEL, behind=True):
            any_behind = True
            yield candidate
    right = _right(spot)
    if spot.spec.type is FieldType.NUMBER and right:
        taken = figures_of_row(spot.sheet, spot.row_number, spot.cell_number, spot.spec, spot.locale)
        for value, tokens in taken:
            any_behind = True
            yield _candidate(spot, value, tokens, weight * _COLUMN, Method.TABLE)
    if right and not any_behind:
        factor = 0.5 if spot.heading else 1.0
        target = right[0] if spot.spec.type is FieldType.TEXT else join_cells(right)
        yield from _read(spot, target, weight * _RIGHT * factor, row_method)
    if spot.spec.type is FieldType.MONEY and not any_behind and not right and _is_column(spot):
        return
    if not any_behind and spot.label.last >= len(spot.cell.tokens) - (0 if colon else 1):
        factor = _COLUMN if spot.heading else _BELOW
        for below in _below(spot):
            yield from _read(spot, below, weight * factor, Method.TABLE if spot.heading else row_method)


def _is_free(spec: FieldSpec) -> bool:
    """Whether any text will do: then the label must leave no doubt."""
    return spec.type is FieldType.TEXT and not spec.pattern


def _announces(spot: _Spot) -> bool:
    """A label without a colon: it is all of its cell, or several words at its beginning ("Issued to")."""
    words = spot.label.last - spot.label.first
    whole = spot.label.last >= len(spot.cell.tokens)
    if whole and words > _SURE_WORDS:  # "… certifies that the company", and below it who
        return True
    return _leads(spot.cell, spot.label) and (whole or words >= _SURE_WORDS)


def _leads(cell: Cell, label: FoundLabel) -> bool:
    """A label at the beginning of its cell, or behind nothing but a number ("3. Buyer")."""
    return all(not norm or norm.isdigit() for norm in cell.norms[: label.first])


def _read(
    spot: _Spot, cell: Cell, score: float, method: Method, *, behind: bool = False
) -> Iterator[Candidate]:
    """The first value of a cell; of the figures of a range or of a row of amounts the one that is wanted."""
    found = readings(spot.spec, cell.text, spot.locale)
    if not found:
        return
    reading = _wanted(spot.spec, found)
    if behind and spot.spec.type is FieldType.TEXT and not spot.spec.pattern:
        cut = _until_label(cell, reading, spot)
        if cut is None:
            return
        reading = cut
    tokens = tokens_between(cell, reading.start, reading.end)
    if behind and _label_between(cell, reading, spot):
        score *= _SECOND_LABEL
    quote = cell.text[reading.start : reading.end]
    yield replace(_candidate(spot, reading.value, tokens, score * reading.quality, method), quote=quote)


def _wanted(spec: FieldSpec, found: Sequence[Reading]) -> Reading:
    if spec.type is FieldType.NUMBER and spec.pick in ("min", "max") and len(found) > 1:
        choose: Callable[..., Reading] = min if spec.pick == "min" else max
        return choose(found[:2], key=lambda reading: reading.value.number or 0.0)
    if spec.type is FieldType.MONEY and len(found) > 1:
        best = max(reading.quality for reading in found)
        return [reading for reading in found if reading.quality == best][-1]
    return found[0]


def _until_label(cell: Cell, reading: Reading, spot: _Spot) -> Reading | None:
    """A text ends where the next label with a colon begins."""
    at = 0
    rest = spot.cell.tokens[spot.label.last :]
    ends = [
        label.first - spot.label.last
        for label in spot.labels(spot.row_number, spot.cell_number)
        if label.first >= spot.label.last and _colon(spot.cell, label)
    ]
    if not ends:
        return reading
    for token in rest[: ends[0]]:
        at += len(token.text) + 1
    if at <= reading.start:
        return None
    cut = readings(spot.spec, cell.text[:at].rstrip(), spot.locale)
    return cut[0] if cut else None


def _label_between(cell: Cell, reading: Reading, spot: _Spot) -> bool:
    before = len(tokens_between(cell, 0, reading.start))
    return any(
        spot.label.last <= label.first < spot.label.last + before and not label.is_short
        for label in spot.labels(spot.row_number, spot.cell_number)
        if label.fields and spot.spec.name not in label.fields
    )


def _candidate(
    spot: _Spot,
    value: Value,
    tokens: Sequence[Token],
    score: float,
    method: Method,
) -> Candidate:
    quote = " ".join(token.text for token in tokens)
    return Candidate(spot.spec.name, value, score, method, spot.sheet.number, span_of(tokens), quote)


def _right(spot: _Spot) -> list[Cell]:
    """The cells to the right, up to one that is a label itself."""
    cells: list[Cell] = []
    for number in range(spot.cell_number + 1, len(spot.row.cells)):
        cell = spot.row.cells[number]
        labels = spot.labels(spot.row_number, number)
        starts = [label for label in labels if label.first == 0]
        is_label = bool(starts) and (_colon(cell, starts[0]) or starts[0].last >= len(cell.tokens))
        if is_label and (cells or not _is_value(spot.spec, cell, spot.locale)):
            break
        if not _only_marks(cell.tokens):
            cells.append(cell)
    return cells


def _is_value(spec: FieldSpec, cell: Cell, locale: Locale) -> bool:
    """A cell that reads like a label can be a value: the customer may be called "Order GmbH"."""
    return spec.type is not FieldType.TEXT and bool(readings(spec, cell.text, locale))


def _below(spot: _Spot) -> Iterator[Cell]:
    """The first cell under the label."""
    row, cell = spot.row, spot.cell
    right = (
        row.cells[spot.cell_number + 1].x0
        if spot.cell_number + 1 < len(row.cells)
        else cell.x1 + 8 * cell.height
    )
    bottom = row.y1
    for number in range(spot.row_number + 1, min(len(spot.sheet.rows), spot.row_number + 1 + _MOST_BELOW)):
        below = spot.sheet.rows[number]
        if below.y0 - bottom > _ROW_GAP * max(cell.height, spot.sheet.line_height):
            return
        for place, other in enumerate(below.cells):
            if other.x1 > cell.x0 - 2 and other.x0 < max(cell.x1, right - 2):
                labels = spot.labels(number, place)
                if (
                    labels
                    and labels[0].first == 0
                    and (labels[0].last >= len(other.tokens) or _colon(other, labels[0]))
                ):
                    return
                yield other
                return
        bottom = below.y1


def _is_column(spot: _Spot) -> bool:
    """Several amounts stand below: a column of items, none of which is the field."""
    cell, found = spot.cell, 0
    for row in spot.sheet.rows[spot.row_number + 1 : spot.row_number + 5]:
        for other in row.cells:
            near = other.x1 > cell.x0 - 2 * cell.height and other.x0 < cell.x1 + 2 * cell.height
            if near and readings(spot.spec, other.text, spot.locale):
                found += 1
                break
    return found > 1


def _stands(cell: Cell, label: FoundLabel, earlier: Sequence[FoundLabel]) -> bool:
    """Whether a label stands where labels stand, rather than in a sentence or a condition."""
    if _equated([token.text for token in cell.tokens], label.last):
        return False
    if _leads(cell, label) or _colon(cell, label):
        return True
    if label.is_short:
        return False
    if label.last >= len(cell.tokens) and label.last - label.first > _SURE_WORDS:
        return True
    return (
        all(not norm for norm in cell.norms[: label.first])
        or (bool(earlier) and len(cell.tokens) <= 14)
        or len(cell.tokens) <= _FEW_WORDS
    )


def _colon(cell: Cell, label: FoundLabel) -> bool:
    last = cell.tokens[label.last - 1]
    if last.ends_label:
        return True
    return label.last < len(cell.tokens) and cell.tokens[label.last].text == ":"


def _equated(words: Sequence[str], last: int) -> bool:
    """Behind "IC = 2 mA" stands a condition, not what the field is."""
    return last < len(words) and words[last].startswith("=")


def _ends(cell: Cell) -> list[bool]:
    return [token.ends_label for token in cell.tokens]


def _only_marks(tokens: Sequence[Token]) -> bool:
    return all(not token.norm for token in tokens)


def _is_heading(row: Row, labels: Sequence[Sequence[FoundLabel]]) -> bool:
    """Whether the cells of a row are the headings of what stands below them."""
    if len(row.cells) < 2:
        return False
    whole = sum(
        1
        for cell, found in zip(row.cells, labels, strict=True)
        if found
        and found[0].first == 0
        and found[0].last >= len(cell.tokens) - 1
        and not _colon(cell, found[0])
    )
    digits = sum(any(character.isdigit() for character in cell.text) for cell in row.cells)
    return whole >= 2 and digits <= len(row.cells) // 3


# --- sentences -------------------------------------------------------------------------------------


def in_sentences(
    sheet: Sheet, labels: LabelIndex, specs: Mapping[str, FieldSpec], locale: Locale
) -> Iterator[Candidate]:
    """From the text of a page, line breaks or not."""
    words = list(_WORD.finditer(sheet.text))
    norms = [normal(word.group()) for word in words]
    for label in labels.find(norms, [word.group().endswith(":") for word in words]):
        start, end = words[label.first].start(), words[label.last - 1].end()
        if _equated([word.group() for word in words[: label.last + 1]], label.last):
            continue
        after = _sentence_after(sheet.text, end)
        before = _sentence_before(sheet.text, start)
        for name, weight in label.fields.items():
            spec = specs[name]
            if _is_free(spec) or (spec.type is FieldType.NUMBER and not spec.unit):
                continue
            yield from _after(sheet, spec, after, end, weight, locale)
            if spec.type is not FieldType.TEXT:
                yield from _ahead(
                    sheet,
                    spec,
                    before + sheet.text[start:end],
                    start - len(before),
                    weight,
                    len(before),
                    locale,
                    bool(_DEFINED.search(sheet.text[start : end + 2])),
                )


def _after(
    sheet: Sheet, spec: FieldSpec, text: str, at: int, weight: float, locale: Locale
) -> Iterator[Candidate]:
    flat = text.replace("\n", " ")
    for reading in readings(spec, flat, locale)[:1]:
        if _is_reference(spec, sheet.text[max(0, at - 60) : at] + flat[: reading.start]):
            continue
        weight *= (
            _ELSEWHERE if _about_else(spec, sheet.text[max(0, at - 90) : at] + flat[: reading.end]) else 1.0
        )
        distance = 1 - reading.start / (2 * _AFTER)
        score = weight * _IN_SENTENCE * reading.quality * distance
        yield _from_text(sheet, spec, reading, flat, at, score)


def _ahead(
    sheet: Sheet,
    spec: FieldSpec,
    text: str,
    at: int,
    weight: float,
    label_at: int,
    locale: Locale,
    defined: bool,
) -> Iterator[Candidate]:
    """What stands before: "sixty (60) days' notice", "1 April 2023 (the “Effective Date”)"."""
    flat = text.replace("\n", " ")
    if spec.type is FieldType.DATE and not defined:
        return
    for reading in readings(spec, flat, locale)[-1:]:
        distance = 1 - max(0, label_at - reading.end) / _AHEAD
        factor = _IN_SENTENCE * 1.2 if defined and label_at - reading.end < 12 else _BEFORE
        if reading.end > label_at:
            factor = _IN_SENTENCE  # the label says the unit
        yield _from_text(sheet, spec, reading, flat, at, weight * factor * reading.quality * distance)


def _is_reference(spec: FieldSpec, before: str) -> bool:
    """The date of a law or of another paper: "Regulation (EU) 2016/679 of 27 April 2016"."""
    return spec.type is FieldType.DATE and bool(_REFERENCES.search(before[-60:]))


def _about_else(spec: FieldSpec, sentence: str) -> bool:
    """Whether words of the sentence say that it is about something else."""
    key = " ".join(sentence.casefold().split())
    return any(word.casefold() in key for word in spec.not_labels)


def _from_text(
    sheet: Sheet, spec: FieldSpec, reading: Reading, flat: str, at: int, score: float
) -> Candidate:
    span = Span(sheet.start + at + reading.start, sheet.start + at + reading.end)
    quote = " ".join(flat[reading.start : reading.end].split())
    return Candidate(spec.name, reading.value, score, Method.PROSE, sheet.number, span, quote)


def _sentence_after(text: str, end: int) -> str:
    window = text[end : end + _AFTER]
    cut = _SENTENCE_END.search(window)
    return window[: cut.end()] if cut else window


def _sentence_before(text: str, start: int) -> str:
    window = text[max(0, start - _AHEAD) : start]
    cuts = list(_SENTENCE_END.finditer(window))
    return window[cuts[-1].end() :] if cuts else window
