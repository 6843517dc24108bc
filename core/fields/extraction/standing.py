"""Values that have no label: told by where they stand, by the words around them or by their form.

Letterhead and address, parties of a contract, law, the largest line. Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from core.fields.dates import find_dates
from core.fields.extraction.candidates import Candidate
from core.fields.extraction.layout import Cell, Sheet, join_cells, span_of, tokens_between
from core.fields.extraction.typed import Locale
from core.fields.schema import BucketSchema, FieldSpec
from core.fields.values import Method, date_value, number_value, text_value
from core.types import Span

_FORM = (
    r"(?:GmbH(?:\s*&\s*Co\.?\s*KG(?:aA)?)?|AG|SE|KG|KGaA|OHG|UG(?:\s*\(haftungsbeschränkt\))?|e\.\s?K\."
    r"|e\.\s?V\.|eG|GbR|mbH|Inc\.?|Incorporated|Corp\.?|Corporation|LLC|L\.L\.C\.|Ltd\.?|Limited|PLC|plc|LLP"
    r"|L\.P\.|S\.A\.?|S\.r\.l\.|S\.p\.A\.|SARL|SAS|S\.?à\.?r\.?l\.?|B\.V\.|BV|N\.V\.|A/S|AB|Oy|ApS|AS"
    r"|Sp\. z o\.o\.|Co\.)"
)
_NAME_PART = r"(?:[A-ZÀ-Þ0-9&(][\w.&’'+/)-]*|und|and|of|für|der|&)"
_COMPANY = re.compile(
    rf"(?<![\w.])((?!\d+\s)[A-ZÀ-Þ0-9&][\w.&’'+/-]*(?:\s+{_NAME_PART}){{0,6}}?,?\s+{_FORM})(?!\w)"
)
_CERTIFIES = re.compile(
    _COMPANY.pattern + r",?\s+(?:hereby\s+)?(?:certifies|confirms|declares|bescheinigt|bestätigt|erklärt)\b"
)
_POSTAL = re.compile(
    r"(?:\b[A-Z]{1,2}-)?\b\d{4,6}\s+[A-ZÄÖÜ][\w äöüßé.-]+|\b[A-Z]{2}\s+\d{5}(?:-\d{4})?\b"
    r"|\b[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}\b|\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b"
)
_STREET = re.compile(
    r"(?i)\b(?:weg|platz|allee|gasse|ring|street|st\.|avenue|ave\.?|road|rd\.?|lane|drive|blvd|boulevard|way"
    r"|court|park|postfach|p\.?o\.? box|suite|floor)\b"
    r"|(?:straße|strasse|str\.|weg|platz|allee|gasse|damm|ufer)\s*\d"
)
_CONTACT = re.compile(
    r"(?i)\b(?:tel|phone|fax|telefon|e-?mail|http|iban|bic|vat|ust|hrb|registered|amtsgericht|bank)\b|@|www\."
)
_BETWEEN = re.compile(r"(?i)(?<!\w)(?:between|zwischen)(?!\w)\s*:?")
_PARTY_AND = re.compile(r"(?i)\s(?:and|und)\s|\n\s*[–—-]\s*und\s*[–—-]\s*\n")
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
_TITLES = re.compile(
    r"(?i)^(?:tax\s+)?(?:invoice|rechnung|gutschrift|credit note|mahnung|reminder|receipt|quittung"
    r"|data\s?sheet|datenblatt|manual|handbuch|agreement|contract|vertrag|page|seite|contents"
    r"|inhalt\w*|date|datum)\b|\b(?:certificate|zertifikat)\b"
)
_ADDRESSED = re.compile(
    r"(?i)^(?:bill(?:ed)? to|prepared for|issued for|account of|für|for|an|to|kunde|customer"
    r"|rechnung(?:sempfänger| an)?|firma|herrn?|frau)\b:?\s*$"
)
# "MixStar 250 – Instruction Manual" is called MixStar 250.
_ARTICLE = re.compile(
    r"(?:(?i:certificate|zertifikat|registration)(?:\s+(?:No|Nr)\.?\s+\S+)?\s+)?(?:(?:Die|Der|Das|The)\s+)?"
)
_SUBTITLE = re.compile(
    r"(?i)\s+[–—|-]\s+(?:instruction|operating|user|service|owner|installation|betriebs|bedienungs|wartungs|montage"
    r"|manual|handbuch|anleitung|data\s?sheet|datenblatt).*$"
)
_SENDER = re.compile(
    r"(?i)^(?:\d+\.?\s*)?(?:from|sender|supplier|seller|vendor|issued by|absender|lieferant|verkäufer"
    r"|aussteller|rechnungssteller|von)\b:?\s*$"
)
_PLACE = re.compile(r"(?:[A-ZÄÖÜ][\w .äöüßé()/-]{1,30},\s*(?:den|the|am)?\s*)?")
_TIME = re.compile(r"(?:,?\s+\d{1,2}:\d\d(?::\d\d)?(?:\s?(?:h|Uhr|AM|PM))?)?")
_NUMBERED = re.compile(r"(?m)^\s*\((?P<number>[12])\)\s+")
_DATELINE, _ALONE = 0.5, 0.35
_TOP, _ADDRESS_BOTTOM, _FOOT = 0.2, 0.45, 0.88
_LONGEST = 80


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
                yield from _issuer(spec, sheets, names)
            case "recipient":
                yield from _recipient(spec, first, 0.72)
            case "first_party" | "second_party":
                yield from _party(spec, first, spec.stands == "second_party")
                if spec.stands == "first_party":
                    yield from (replace(one, score=one.score * 0.6) for one in _issuer(spec, sheets, ()))
                else:
                    yield from _recipient(spec, first, 0.5)
            case "dateline":
                yield from _dateline(spec, first, locale)
            case "law":
                yield from _law(spec, sheets)
            case "heading":
                yield from _largest(spec, first)
            case "year":
                yield from _year(spec, first, years, locale)


def _issuer(spec: FieldSpec, sheets: Sequence[Sheet], names: Sequence[str]) -> Iterator[Candidate]:
    sheet = sheets[0]
    body = sheet.line_height
    for row_number, row in enumerate(sheet.rows):
        place = row.y0 / sheet.height
        for cell in row.cells:
            company = _COMPANY.search(cell.text)
            if place < _TOP:
                score = (0.75 if company else 0.32) + min(0.2, 0.15 * (cell.height / body - 1))
                if not company and (cell.height < 1.25 * body or _TITLES.search(cell.text)):
                    continue
                if _is_sender_line(cell):
                    score = 0.88
            elif place > _FOOT and company:
                score = 0.6
            elif company and company.start() == 0 and row.y0 > _TOP * sheet.height:
                score = 0.42 if company.end() == len(cell.text.rstrip(" ,;")) else 0.36
            else:
                continue
            text = company.group(1) if company else cell.text
            above = _line_above(sheet, row_number, cell) if company and place < _TOP else None
            if above is not None:
                both = join_cells([above, cell])
                yield _of_cell(spec, sheet, both, both.text, score + 0.05)
            if 2 < len(text) <= _LONGEST and any(character.isalpha() for character in text):
                yield _of_cell(spec, sheet, cell, text, score)
    for certifying in _CERTIFIES.finditer(sheet.text.replace("\n", " ")):
        article = _ARTICLE.match(certifying[1])
        quote = certifying[1][article.end() if article else 0 :]
        at = sheet.start + certifying.end(1) - len(quote)
        span = Span(at, at + len(quote))
        yield Candidate(spec.name, text_value(quote), 0.87, Method.PROSE, sheet.number, span, quote)
    for name in names[:1]:
        yield Candidate(spec.name, text_value(name), 0.62, Method.LAYOUT, 0, None, "")


def _line_above(sheet: Sheet, row_number: int, cell: Cell) -> Cell | None:
    """The beginning of a name that takes two lines: in the same large letters, right above."""
    if row_number == 0 or cell.height < 1.15 * sheet.line_height:
        return None
    row = sheet.rows[row_number - 1]
    for other in row.cells:
        alike = 0.85 < other.height / cell.height < 1.18 and abs(other.x0 - cell.x0) < cell.height
        if alike and not _TITLES.search(other.text) and sheet.rows[row_number].y0 - row.y1 < cell.height:
            return other
    return None


def _is_sender_line(cell: Cell) -> bool:
    """The small line above an address: "Firma GmbH · Straße 1 · 12345 Ort"."""
    return bool(re.search(r"[·•|]|\s[–-]\s|,", cell.text)) and bool(_POSTAL.search(cell.text))


def _recipient(spec: FieldSpec, sheet: Sheet, score: float) -> Iterator[Candidate]:
    """The first line of an address: below it a street, below that a postal code."""
    for number, row in enumerate(sheet.rows):
        if row.y0 > _ADDRESS_BOTTOM * sheet.height:
            break
        for cell in row.cells:
            if not _POSTAL.search(cell.text) or (_is_sender_line(cell) and _STREET.search(cell.text)):
                continue
            block = _block_above(sheet, number, cell)
            if not block or any(_CONTACT.search(line.text) for line in block):
                continue
            below = _cell_below(sheet, number, cell)
            contact = below is not None and _CONTACT.search(below.text)
            if any(_SENDER.match(line.text.strip()) for line in block):
                continue
            addressed = any(_ADDRESSED.match(line.text.strip()) for line in block)
            names = [line for line in block if _can_be_name(line.text)]
            if names and not contact:
                left = cell.x0 < 0.45 * sheet.width or addressed
                name = names[0]
                sure = 1.15 if addressed else 1.0 if left else 0.75
                yield _of_cell(spec, sheet, name, name.text, score * sure)


def _can_be_name(text: str) -> bool:
    """A line of an address that names somebody: no label, no street, no amount."""
    return (
        len(text) <= _LONGEST
        and ":" not in text
        and text[:1].isupper()
        and not (_TITLES.search(text) or _ADDRESSED.match(text.strip()) or _SENDER.match(text.strip()))
        and not _STREET.search(text)
        and not _POSTAL.search(text)
    )


def _dateline(spec: FieldSpec, sheet: Sheet, locale: Locale) -> Iterator[Candidate]:
    """ "Bern, den 21. Dezember 2021": where a letter is dated; or a day that stands alone."""
    for row in sheet.rows:
        if row.y0 > _DATELINE * sheet.height:
            return
        for cell in row.cells:
            dates = [found for found in find_dates(cell.text, locale.day_first) if found.exact]
            if len(dates) != 1:
                continue
            before, behind = cell.text[: dates[0].start], cell.text[dates[0].end :]
            if not _PLACE.fullmatch(before) or not _TIME.fullmatch(behind):
                continue
            tokens = tokens_between(cell, dates[0].start, dates[0].end)
            quote = cell.text[dates[0].start : dates[0].end]
            if not before.strip() and (len(row.cells) > 1 or row.y0 > _ALONE * sheet.height):
                continue  # a date of a table
            score = 0.7 if before.strip() else 0.5
            yield Candidate(
                spec.name,
                date_value(dates[0].date),
                score,
                Method.LAYOUT,
                sheet.number,
                span_of(tokens),
                quote,
            )


def _block_above(sheet: Sheet, number: int, cell: Cell) -> list[Cell]:
    """The lines that stand above a cell and begin where it does, from the top."""
    block: list[Cell] = []
    top = sheet.rows[number].y0
    for row in reversed(sheet.rows[max(0, number - 6) : number]):
        if top - row.y1 > 1.2 * cell.height:
            break
        aligned = [other for other in row.cells if abs(other.x0 - cell.x0) < 0.6 * cell.height]
        if not aligned:
            continue
        if aligned[0].height > 1.5 * cell.height or _is_sender_line(aligned[0]):
            break
        block.insert(0, aligned[0])
        top = row.y0
    return block


def _cell_below(sheet: Sheet, number: int, cell: Cell) -> Cell | None:
    for row in sheet.rows[number + 1 : number + 3]:
        for other in row.cells:
            if abs(other.x0 - cell.x0) < 0.6 * cell.height:
                return other
    return None


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
    return bool(_COMPANY.match(text)) or (1 < len(words) <= 4 and all(word[:1].isupper() for word in words))


def _named_at(spec: FieldSpec, sheet: Sheet, begin: int, end: int) -> Iterator[Candidate]:
    """The name that a part of the text begins with."""
    part = sheet.text[begin:end]
    lead = len(part) - len(part.lstrip(" \n\t:-–—1234567890.)("))
    name = part[lead:]
    company = _COMPANY.match(name.replace("\n", " "))
    stop = _PARTY_END.search(name, 2)
    name = name[: company.end() if company else stop.start() if stop else len(name)].strip(" \n,;:")
    if 2 < len(name) <= _LONGEST and any(character.isalpha() for character in name):
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
            match = next(
                (
                    found
                    for token in cell.tokens
                    if (found := re.fullmatch(spec.pattern, token.text.strip(",;:()")))
                ),
                None,
            )
            if match is None:
                continue
            text = match.group()
        else:
            text = _SUBTITLE.sub("", text)
            if _TITLES.search(text) or len(text) > _LONGEST or text[:1].isdigit():
                continue
        yield _of_cell(spec, sheet, cell, text, 0.45 + 0.25 * share)


def _year(spec: FieldSpec, sheet: Sheet, years: Sequence[int], locale: Locale) -> Iterator[Candidate]:
    """What is known of the document; else the year of the first day it names."""
    for year in years[:1]:
        yield Candidate(spec.name, number_value(Decimal(year)), 0.8, Method.LAYOUT, 0, None, "")
    for found in find_dates(sheet.text, locale.day_first)[:1]:
        span = Span(sheet.start + found.start, sheet.start + found.end)
        quote = " ".join(sheet.text[found.start : found.end].split())
        year_value = number_value(Decimal(found.date.year))
        yield Candidate(spec.name, year_value, 0.45, Method.LAYOUT, sheet.number, span, quote)


def _of_cell(spec: FieldSpec, sheet: Sheet, cell: Cell, text: str, score: float) -> Candidate:
    start = cell.text.find(text)
    tokens, at = [], 0
    for token in cell.tokens:
        if at >= start and at + len(token.text) <= start + len(text) + 1:
            tokens.append(token)
        at += len(token.text) + 1
    clean = text.strip(" ,;:·|")
    return Candidate(
        spec.name,
        text_value(clean),
        score,
        Method.LAYOUT,
        sheet.number,
        span_of(tokens or cell.tokens),
        clean,
    )
