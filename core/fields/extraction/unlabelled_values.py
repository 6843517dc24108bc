"""Values that have no label: told by where they stand, by the words around them or by their form.

Letterhead and address, parties of a contract, law, the largest line. Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from core.fields.extraction.candidates import Candidate
from core.fields.extraction.document_number import own_number
from core.fields.extraction.layout import Cell, Row, Sheet, span_of, tokens_between
from core.fields.extraction.legal_forms import COMPANY
from core.fields.extraction.letterhead import FOOT, LONGEST, TITLES, issuer, of_cell, recipient
from core.fields.extraction.typed import Locale
from core.fields.extraction.unlabelled_sentences import what_a_batch_is_of, who_took_part
from core.fields.schema import BucketSchema, FieldSpec
from core.fields.values import Method, date_value, number_value, text_value
from core.text.dates import find_days
from core.types import Span

_BETWEEN = re.compile(r"(?i)(?<!\w)(?:between|zwischen)(?!\w)\s*:?")
_PARTY_AND = re.compile(r"(?i)\s(?:and|und)\s|\n\s*[–—-]\s*und\s*[–—-]\s*\n")
_ARTICLE = re.compile(r"(?:der|dem|die|den|das|the)\s+(?=[A-ZÄÖÜ0-9])")
_PARTY_END = re.compile(
    r"(?i)\s*(?:\(|,\s|\s[–—-]\s|\n|\ba company\b|\ba corporation\b|\bwith its\b|\bhereinafter\b"
    r"|\bnachfolgend\b|\bnachstehend\b|\bim folgenden\b|\bvertreten\b|\bwohnhaft\b|\borganized\b|\bwhose\b"
    r"|\bhaving\b|\blocated\b|\bmit sitz\b|;|$)"
)
_GERMAN_LAND = r"(?P<law>[A-ZÄÖÜ][\wäöüß]+(?:\s+[A-ZÄÖÜ][\wäöüß]+)*)"
_LAWS = tuple(
    re.compile(pattern)
    for pattern in (
        r"\b[Ll]aws?\s+of\s+(?:the\s+)?(?P<law>[A-Z]\w+(?:\s+(?:of|and|the|[A-Z]\w+))*)",
        r"\b(?P<law>[A-Z]\w+)\s+law\s+(?:shall\s+)?(?:appl|govern)",
        rf"\b[Dd](?:as|em)\s+Recht\s+(?:der|des|von)\s+{_GERMAN_LAND}",
        r"\b(?:gilt|findet|unterliegt)\s+(?:ausschließlich\s+)?"
        r"(?P<law>(?:deutsche|österreichische|schweizerische|schweizer)[sm]?\s+Recht)",
    )
)
# "MixStar 250 – Instruction Manual" is called MixStar 250.
_SUBTITLE = re.compile(
    r"(?i)\s+[–—|-]\s+(?:instruction|operating|user|service|owner|installation|betriebs|bedienungs|wartungs|montage"
    r"|manual|handbuch|anleitung|data\s?sheet|datenblatt).*$"
)
_PLACE = re.compile(r"(?:[A-ZÄÖÜ][\w .äöüßé()/-]{1,30},\s*(?:den|the|am)?\s*)?")
_STORY = re.compile(r"(?:\s*/[^/\n]{2,40}/)?\s*(?:[–—-]{1,2})\s+\S")  # "Kiel, 11 January 2023 – Revenue rose"
_TIME = re.compile(r"(?:,?\s+\d{1,2}:\d\d(?::\d\d)?(?:\s?(?:h|Uhr|AM|PM))?)?")
_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?(?:\s?(?:h|Uhr|AM|PM))?")
_NUMBERED = re.compile(r"(?m)^\s*\((?P<number>[12])\)\s+")
_YEARS = re.compile(r"(?<![\w.,:/-])(?:19|20)\d\d(?![\w/]|[.,-]\d)")
_OF_A_LAW = re.compile(r"(?i)\b(?:act|law|regulation|directive|gesetz\w*|verordnung|richtlinie)\b.{0,30}$")
_NAME = re.compile(r"[a-zäöüß]{4}")
_TITLE = 1.25  # of the usual height of a word
_HEADER, _DATELINE, _ALONE = 0.06, 0.5, 0.35  # of the page's height
_LEAST_DIGITS = 5  # of a number in a heading that has no letter


def standing(
    schema: BucketSchema,
    sheets: Sequence[Sheet],
    names: Sequence[str],
    years: Sequence[int],
    locale: Locale,
) -> Iterator[Candidate]:
    """Values of the fields that `stands` somewhere.

    Args:
        names, years: what is known of the document as a whole, the likeliest first.
    """
    first = sheets[0]
    for spec in schema.fields:
        match spec.stands:
            case "issuer":
                yield from issuer(spec, sheets, names)
            case "recipient":
                yield from recipient(spec, first, 0.62)
                yield from who_took_part(spec, first)
            case "first_party" | "second_party":
                yield from _party(spec, first, spec.stands == "second_party")
                if spec.stands == "first_party":
                    yield from (replace(one, score=one.score * 0.5) for one in issuer(spec, sheets, ()))
                else:
                    yield from recipient(spec, first, 0.5)
            case "dateline":
                yield from _dateline(spec, sheets, locale)
            case "law":
                yield from _law(spec, sheets)
            case "heading":
                yield from _largest(spec, first)
            case "year":
                yield from _year(spec, sheets, years, locale)
            case "number":
                yield from own_number(spec, schema, sheets)
        if spec.names == "product" and not spec.pattern:
            yield from what_a_batch_is_of(spec, first)


def _dateline(spec: FieldSpec, sheets: Sequence[Sheet], locale: Locale) -> Iterator[Candidate]:
    """ "Bern, den 21. Dezember 2021": where a letter is dated, or at its end; or a day that stands alone."""
    for sheet in sheets:
        for row in sheet.rows:
            top = sheet is sheets[0] and row.y0 <= _DATELINE * sheet.height
            for cell in row.cells:
                dates = [found for found in find_days(cell.text, locale.day_first) if found.exact]
                if len(dates) != 1:
                    continue
                before, behind = cell.text[: dates[0].start], cell.text[dates[0].end :]
                told = bool(before.strip()) and _STORY.match(behind) is not None
                if not _PLACE.fullmatch(before) or not (told or _TIME.fullmatch(behind)):
                    continue
                if before.strip():
                    score = 0.7 if top else 0.45
                elif row.y0 > FOOT * sheet.height:
                    score = 0.4
                elif not top or row.y0 > _ALONE * sheet.height or not _stands_alone(sheet, row, cell):
                    continue  # a date of a table
                else:
                    score = 0.5
                yield Candidate(
                    spec.name,
                    date_value(dates[0].first),
                    score,
                    Method.LAYOUT,
                    sheet.number,
                    span_of(tokens_between(cell, dates[0].start, dates[0].end)),
                    cell.text[dates[0].start : dates[0].end],
                )


def _stands_alone(sheet: Sheet, row: Row, cell: Cell) -> bool:
    """Whether a day begins its row or stands at the head of the page, with no figures beside it but a time:
    "11 Feb 2023 | Story by Ann Reed"."""
    if row.cells[0] is not cell and row.y0 > _HEADER * sheet.height:
        return False
    beside = [other.text for other in row.cells if other is not cell]
    return all(_CLOCK.fullmatch(text) or not any(mark.isdigit() for mark in text) for text in beside)


def _party(spec: FieldSpec, sheet: Sheet, second: bool) -> Iterator[Candidate]:
    text = sheet.text
    for start in _NUMBERED.finditer(text):
        if start["number"] == ("2" if second else "1"):
            found = list(_named_at(spec, sheet, start.end(), start.end() + 200))
            if found and _looks_named(found[0].quote):
                yield found[0]
                return
    for start in _BETWEEN.finditer(text):
        window = text[start.end() : start.end() + 1200]
        cut = _PARTY_AND.search(window, 3)
        if not cut:
            continue
        begin = start.end() + (cut.end() if second else 0)
        end = start.end() + (len(window) if second else cut.start())
        found = list(_named_at(spec, sheet, begin, end))
        if found:
            yield from found
            return


def _looks_named(text: str) -> bool:
    """A company, or a few capitalised words, rather than the beginning of a clause."""
    words = text.split()
    return bool(COMPANY.match(text)) or (1 < len(words) <= 4 and all(word[:1].isupper() for word in words))


def _named_at(spec: FieldSpec, sheet: Sheet, begin: int, end: int) -> Iterator[Candidate]:
    """The name that a part of the text begins with."""
    part = sheet.text[begin:end]
    lead = len(part) - len(part.lstrip(" \n\t:-–—1234567890.)("))
    article = _ARTICLE.match(part, lead)
    lead = article.end() if article else lead
    name = part[lead:]
    company = COMPANY.match(name.replace("\n", " "))
    stop = _PARTY_END.search(name, 2)
    name = name[: company.end() if company else stop.start() if stop else len(name)].strip(" \n,;:")
    if 2 < len(name) <= LONGEST and any(character.isalpha() for character in name):
        at = sheet.start + begin + lead
        score, span = 0.85 if company else 0.7, Span(at, at + len(name))
        quote = " ".join(name.split())
        yield Candidate(spec.name, text_value(name), score, Method.PROSE, sheet.number, span, quote)


def _law(spec: FieldSpec, sheets: Sequence[Sheet]) -> Iterator[Candidate]:
    for sheet in sheets:
        for rank, pattern in enumerate(_LAWS):
            for match in pattern.finditer(sheet.text.replace("\n", " ")):
                law = re.sub(r"\s+(?:and|of|the|Anwendung|Gerichtsstand)$", "", match["law"].strip())
                at = sheet.start + match.start("law")
                yield Candidate(
                    spec.name, text_value(law), 0.85 - 0.02 * rank, Method.PROSE, sheet.number,
                    Span(at, at + len(law)), law,
                )  # fmt: skip


def _largest(spec: FieldSpec, sheet: Sheet) -> Iterator[Candidate]:
    """The largest lines of the page, those above before those below."""
    cells = [(row, cell) for row in sheet.rows for cell in row.cells if row.y0 < 0.6 * sheet.height]
    cells = [(row, cell) for row, cell in cells if cell.height > 1.25 * sheet.line_height]
    largest = max((cell.height for _, cell in cells), default=0.0)
    for _, cell in cells:
        share = cell.height / largest
        text = cell.text
        if spec.pattern:
            number = _number_in(spec, text)
            if not number:
                continue
            text = number
        else:
            text = _SUBTITLE.sub("", text)
            if TITLES.search(text) or len(text) > LONGEST or text[:1].isdigit():
                continue
        yield of_cell(spec, sheet, cell, text, 0.45 + 0.25 * share)


def _number_in(spec: FieldSpec, text: str) -> str:
    """The first number of a line, with the capitals before it where it has some: "TL 119-HT"."""
    pattern = re.compile(spec.pattern)
    for word in re.finditer(r"[^\s,;:()]+", text):
        found = pattern.match(text, word.start())
        number = found.group() if found and not text[found.end() : found.end() + 1].isalnum() else ""
        if number and _can_be_number(number):
            return number
    return ""


def _can_be_number(text: str) -> bool:
    """Whether a word of a heading can be a number of its own: "HAL8307", but not the 250 of "Pump 250", and
    not a name with digits in it ("2-Propanol")."""
    if _NAME.search(text):
        return False
    return any(character.isalpha() for character in text) or len(text) >= _LEAST_DIGITS


def _year(
    spec: FieldSpec, sheets: Sequence[Sheet], years: Sequence[int], locale: Locale
) -> Iterator[Candidate]:
    """What is known of the document; else the year in its title, or that of the first day it names."""
    sheet, body = sheets[0], min(sheet.line_height for sheet in sheets)
    for year in years[:1]:
        yield Candidate(spec.name, number_value(Decimal(year)), 0.8, Method.LAYOUT, 0, None, "")
    for row in sheet.rows:
        for cell in row.cells:
            named = _YEARS.findall(cell.text)
            if row.y0 > 0.6 * sheet.height or cell.height < _TITLE * body or len(named) != 1:
                continue  # "2021 and 2022" are two
            if _OF_A_LAW.search(cell.text.partition(named[0])[0]):
                continue  # "Securities Exchange Act of 1934"
            tokens = tokens_between(cell, cell.text.index(named[0]), cell.text.index(named[0]) + 4)
            yield Candidate(
                spec.name, number_value(Decimal(named[0])), 0.6, Method.LAYOUT, sheet.number,
                span_of(tokens), named[0],
            )  # fmt: skip
    for found in find_days(sheet.text, locale.day_first)[:1]:
        span = Span(sheet.start + found.start, sheet.start + found.end)
        quote = " ".join(sheet.text[found.start : found.end].split())
        year_value = number_value(Decimal(found.first.year))
        yield Candidate(spec.name, year_value, 0.45, Method.LAYOUT, sheet.number, span, quote)
