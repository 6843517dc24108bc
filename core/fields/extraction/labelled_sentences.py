"""Values in running text: behind a label in its sentence, or before it. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from core.fields.extraction.candidates import Candidate, about_else, is_free, wanted_of
from core.fields.extraction.label_places import ends, equated, has_colon, is_label
from core.fields.extraction.layout import Sheet, normal
from core.fields.extraction.schema_labels import LabelIndex
from core.fields.extraction.typed import Locale, Reading, is_range, readings
from core.fields.schema import FieldSpec, FieldType
from core.fields.values import Method, text_value
from core.types import Span

_IN_SENTENCE, _BEFORE = 0.72, 0.55
_AFTER, _AHEAD = 200, 110  # characters of a sentence
_SENTENCE_END = re.compile(r"(?:(?<=[a-zäöüß)\]%€])|(?<=\d{3}))[.;](?=\s+[A-ZÄÖÜ§(\d]|\s*$)|\n\s*\n")
_REFERENCES = re.compile(
    r"(?i)\b(?:regulation|directive|act|statute|verordnung|richtlinie|gesetz\w*|dsgvo|gdpr|fassung|version|form"
    r"|letter of intent|absichtserklärung|supersed\w+|ersetz\w+|replaces?)\b[^.;]*$"
)
_ELSEWHERE = 0.5
_NUMBER_OF_ANYTHING = frozenset({"no", "nr"})  # "registered under no. 52350820"
_WORD = re.compile(r"\S+")
_BARE_NUMBER, _MOST_WORDS = "2020", 3
_ADJECTIVE = re.compile(r"\s[a-zäöüß]+$")
_LAST_WORD = re.compile(r"[a-zäöüß]{5,}[.;]$")  # of a sentence, no abbreviation
_DEFINED = re.compile(r"[\"“”„’']\s*\)?\s*$")


def in_sentences(
    sheet: Sheet, labels: LabelIndex, specs: Mapping[str, FieldSpec], locale: Locale
) -> Iterator[Candidate]:
    """From the text of a page, line breaks or not."""
    words = list(_WORD.finditer(sheet.text))
    norms = [normal(word.group()) for word in words]
    found = labels.find(norms, [word.group().endswith(":") for word in words])
    labelled = _labels_of_cells(sheet, labels)
    for place, label in enumerate(found):
        start, end = words[label.first].start(), words[label.last - 1].end()
        if equated([word.group() for word in words[: label.last + 1]], label.last):
            continue
        ended = _LAST_WORD.search(words[label.last - 1].group())
        after = "" if ended else _sentence_after(sheet.text, end)
        following = [
            (begin - end, other)
            for other in found[place + 1 :]
            if (begin := words[other.first].start()) in labelled
        ]
        before = _sentence_before(sheet.text, start)
        for name, weight in label.fields.items():
            spec = specs[name]
            if is_free(spec) or (spec.type is FieldType.NUMBER and not spec.unit):
                continue
            if spec.type is FieldType.TEXT and norms[label.first] in _NUMBER_OF_ANYTHING:
                continue
            stop = next((at for at, other in following if name not in other.fields), len(after))
            yield from _after(sheet, spec, after[:stop], end, weight, locale)
            if spec.pattern and _tells_by_form(spec):
                yield from _right_before(sheet, spec, before, start, weight)
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


def _labels_of_cells(sheet: Sheet, labels: LabelIndex) -> frozenset[int]:
    """Where in the text the labels begin that are a cell of their own, or stand before a colon."""
    starts = set()
    for row in sheet.rows:
        for cell in row.cells:
            found = labels.find(cell.norms, ends(cell))
            if is_label(cell, found) and (len(row.cells) > 1 or has_colon(cell, found[0])):
                starts.add(cell.tokens[found[0].first].span.start - sheet.start)
    return frozenset(starts)


def _after(
    sheet: Sheet, spec: FieldSpec, text: str, at: int, weight: float, locale: Locale
) -> Iterator[Candidate]:
    flat = text.replace("\n", " ")
    found = readings(spec, flat, locale)
    if not found:
        return
    reading = _wanted(spec, flat, found)
    if _is_reference(spec, sheet.text[max(0, at - 60) : at] + flat[: reading.start]):
        return
    until = len(flat) if spec.type is FieldType.DATE else reading.end
    if about_else(spec, sheet.text[max(0, at - 90) : at] + flat[:until]):
        weight *= _ELSEWHERE
    distance = 1 - reading.start / (2 * _AFTER)
    yield _from_text(sheet, spec, reading, flat, at, weight * _IN_SENTENCE * reading.quality * distance)


def _is_span(between: str) -> bool:
    return not between.strip() or is_range(between)


def _wanted(spec: FieldSpec, text: str, found: Sequence[Reading]) -> Reading:
    """The first figure behind the label; of a range the end that is wanted."""
    if spec.type is FieldType.NUMBER and len(found) > 1 and _is_span(text[found[0].end : found[1].start]):
        return wanted_of(spec, found[:2])
    return found[0]


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


def _tells_by_form(spec: FieldSpec) -> bool:
    """Whether no bare number can be a value, as of packages ("TO-220") but not of invoices."""
    return not spec.joined and re.fullmatch(spec.pattern, _BARE_NUMBER) is None


def _right_before(sheet: Sheet, spec: FieldSpec, before: str, end: int, weight: float) -> Iterator[Candidate]:
    """ "supplied in a TO-220 plastic package": the value, at most one word, and the label. `before` ends at
    `end` of the page."""
    flat = before.replace("\n", " ").rstrip()
    for part in (flat, _ADJECTIVE.sub("", flat)):
        for word in list(_WORD.finditer(part))[-_MOST_WORDS:]:
            if re.fullmatch(spec.pattern, part[word.start() :]):
                reading = Reading(text_value(part[word.start() :]), word.start(), len(part), 1.0)
                yield _from_text(sheet, spec, reading, flat, end - len(before), weight * _IN_SENTENCE)
                return


def _is_reference(spec: FieldSpec, before: str) -> bool:
    """The date of a law or of another paper: "Regulation (EU) 2016/679 of 27 April 2016"."""
    return spec.type is FieldType.DATE and bool(_REFERENCES.search(before[-60:]))


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
