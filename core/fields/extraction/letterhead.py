"""Who sends a document and whom it is sent to, told by where their names stand: letterhead, the small line
above an address, the address, the foot of the page. Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.fields.extraction.candidates import Candidate
from core.fields.extraction.layout import Cell, Sheet, join_cells, span_of
from core.fields.extraction.legal_forms import COMPANY, is_legal_form
from core.fields.schema import FieldSpec
from core.fields.values import Method, text_value
from core.types import Span

_CERTIFIES = re.compile(
    COMPANY.pattern + r",?\s+(?:hereby\s+)?(?:certifies|confirms|declares|bescheinigt|bestätigt|erklärt)\b"
)
_POSTAL = re.compile(
    r"(?:\b[A-Z]{1,2}-)?\b(?:\d{4,6}|\d\d-\d{3}|\d{3} \d\d)\s+[A-ZÄÖÜ][\w äöüßé.-]+"
    r"|\b[A-Z]{2}\s+\d{5}(?:-\d{4})?\b|\b[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}\b|\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b"
)
_STREET = re.compile(
    r"(?i)\b(?:weg|platz|allee|gasse|ring|street|st\.|avenue|ave\.?|road|rd\.?|lane|drive|blvd|boulevard|way"
    r"|court|park|postfach|p\.?o\.? box|suite|floor)\b"
    r"|(?:straße|strasse|str\.|weg|platz|allee|gasse|damm|ufer)\s*\d"
)
_CONTACT = re.compile(
    r"(?i)\b(?:tel|phone|fax|telefon|e-?mail|http|iban|bic|vat|ust|hrb|registered|amtsgericht|bank)\b|@|www\."
)
TITLES = re.compile(
    r"(?i)^(?:tax\s+)?(?:invoice|rechnung|gutschrift|credit note|mahnung|reminder|receipt|quittung"
    r"|data\s?sheet|datenblatt|manual|handbuch|agreement|contract|vertrag|page|seite|contents"
    r"|inhalt\w*|date|datum|minutes|niederschrift|agenda|tagesordnung)\b|\b(?:certificate|zertifikat)\b"
    r"|^\w*(?:zertifikat|bescheinigung|zeugnis|erklärung|rechnung|vertrag|protokoll|bericht|anleitung"
    r"|datenblatt|nachweis|programm|mitteilung)$"
)
_ADDRESSED = re.compile(
    r"(?i)^(?:bill(?:ed)? to|prepared for|issued for|account of|für|for|an|to|kunde|customer"
    r"|rechnung(?:sempfänger| an)?|firma|herrn?|frau)\b:?\s*$"
)
_ARTICLE = re.compile(
    r"(?:(?i:certificate|zertifikat|registration)(?:\s+(?:No|Nr)\.?\s+\S+)?\s+)?(?:(?:Die|Der|Das|The)\s+)?"
)
# "Staff magazine of Acme Ltd" is Acme's.
_OF = re.compile(
    r"(?i)^(?:.*?\b\w*(?:zeitung|magazin|zeitschrift|ausschuss(?:es)?|vorstands?|rats|bericht|minutes|report"
    r"|committee|board|council|magazine|newsletter)\s+(?:der|des|von|of)\s+(?:the\s+)?)+"
)
_SENDER = re.compile(
    r"(?i)^(?:\d+\.?\s*)?(?:from|sender|supplier|seller|vendor|issued by|absender|lieferant|verkäufer"
    r"|aussteller|rechnungssteller|von)\b:?\s*$"
)
_FIRST_OF_LINE = re.compile(r"([^·•|]{3,60}?)\s*[·•|]\s")
FOOT = 0.88
_TOP, _ADDRESS_BOTTOM = 0.2, 0.45
_COUNTRIES = frozenset(
    {
        *(
            "deutschland",
            "österreich",
            "schweiz",
            "germany",
            "austria",
            "switzerland",
            "france",
            "italy",
            "spain",
        ),
        *(
            "the netherlands",
            "netherlands",
            "belgium",
            "poland",
            "denmark",
            "sweden",
            "norway",
            "united kingdom",
        ),
        *("england", "ireland", "united states", "united states of america", "usa", "canada"),
    }
)
_NAMED = 0.3  # more for a company than for any large line
LONGEST = 80


def issuer(spec: FieldSpec, sheets: Sequence[Sheet], names: Sequence[str]) -> Iterator[Candidate]:
    sheet = sheets[0]
    body = sheet.line_height
    for row_number, row in enumerate(sheet.rows):
        place = row.y0 / sheet.height
        for cell in row.cells:
            company = COMPANY.search(cell.text)
            if is_legal_form(cell.text) and place < _ADDRESS_BOTTOM:
                above = _begun_above(sheet, row_number, cell)
                if above is not None:
                    both = join_cells([above, cell])
                    yield of_cell(spec, sheet, both, both.text, 0.78)
                continue
            if place < _TOP:
                score = (0.75 if company else 0.32) + min(0.2, 0.15 * (cell.height / body - 1))
                if not company:
                    yield from _on_two_lines(spec, sheet, row_number, cell, score)
                    yield from _sender(spec, sheet, cell)
                if not company and (cell.height < 1.25 * body or not _can_be_issuer(cell.text)):
                    continue
                if _is_sender_line(cell):
                    score = 0.88
            elif place > FOOT and company:
                score = 0.6
            elif company and company.start() == 0 and row.y0 > _TOP * sheet.height:
                score = 0.42 if company.end() == len(cell.text.rstrip(" ,;")) else 0.36
            else:
                continue
            starts = company is not None and company.start() == 0
            above = _line_above(sheet, row_number, cell) if starts and place < _TOP else None
            if above is not None:
                both = join_cells([above, cell])
                text = _OF.sub("", both.text)
                whole = COMPANY.match(text)
                yield of_cell(spec, sheet, both, whole.group(1) if whole else text, score + 0.05)
            if company and starts and above is None and _goes_on_from_title(sheet, row_number, cell):
                continue
            text = _OF.sub("", company.group(1) if company else cell.text)
            if 2 < len(text) <= LONGEST and any(character.isalpha() for character in text):
                yield of_cell(spec, sheet, cell, text, score)
    for certifying in _CERTIFIES.finditer(sheet.text.replace("\n", " ")):
        name = _on_its_line(sheet.text[certifying.start(1) : certifying.end(1)])
        article = _ARTICLE.match(name)
        quote = name[article.end() if article else 0 :].replace("\n", " ")
        at = sheet.start + certifying.end(1) - len(quote)
        span = Span(at, at + len(quote))
        yield Candidate(spec.name, text_value(quote), 0.87, Method.PROSE, sheet.number, span, quote)
    text = _letters(" ".join(sheet.text for sheet in sheets))
    for name in names[:1]:
        if _letters(name) not in text:
            continue  # of a file: "ds bc557" names nobody
        yield Candidate(spec.name, text_value(name), 0.62, Method.LAYOUT, 0, None, "")


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def _on_its_line(name: str) -> str:
    """A name without the number on the line above it, which looks like its beginning."""
    above, _, last = name.rpartition("\n")
    is_number = any(character.isdigit() for character in above)
    article = _ARTICLE.match(last)
    return last if is_number and COMPANY.fullmatch(last[article.end() if article else 0 :]) else name


def _line_above(sheet: Sheet, row_number: int, cell: Cell) -> Cell | None:
    """The beginning of a name that takes two lines: in the same large letters, right above."""
    if row_number == 0 or cell.height < 1.15 * sheet.line_height:
        return None
    row = sheet.rows[row_number - 1]
    for other in row.cells:
        alike = 0.85 < other.height / cell.height < 1.18 and abs(other.x0 - cell.x0) < cell.height
        alike = alike and not COMPANY.search(other.text)
        if alike and _can_be_issuer(other.text) and sheet.rows[row_number].y0 - row.y1 < cell.height:
            return other
    return None


def _sender(spec: FieldSpec, sheet: Sheet, cell: Cell) -> Iterator[Candidate]:
    """Who stands first in the small line above an address, without a legal form: "Ann Reed · Lane 1 · …"."""
    first = _FIRST_OF_LINE.match(cell.text) if _is_sender_line(cell) else None
    name = first.group(1) if first else ""
    if name and _can_be_issuer(name) and not _STREET.search(name):
        yield of_cell(spec, sheet, cell, name, 0.8)


def _on_two_lines(
    spec: FieldSpec, sheet: Sheet, row_number: int, cell: Cell, score: float
) -> Iterator[Candidate]:
    """A company whose name goes on in the second line of a title."""
    below = _goes_on_below(sheet, row_number, cell)
    if below is None:
        return
    both = join_cells([cell, below])
    named = COMPANY.search(both.text)
    if named and named.start() < len(cell.text) < named.end():
        yield of_cell(spec, sheet, both, _OF.sub("", named.group(1)), score + _NAMED)


def _goes_on_below(sheet: Sheet, row_number: int, cell: Cell) -> Cell | None:
    """The second line of a title in the same large letters: "Minutes of the board of Acme", "Ltd, 3 May"."""
    if row_number + 1 >= len(sheet.rows) or cell.height < 1.15 * sheet.line_height:
        return None
    row = sheet.rows[row_number + 1]
    for other in row.cells:
        alike = 0.85 < other.height / cell.height < 1.18 and abs(other.x0 - cell.x0) < cell.height
        if alike and row.y0 - sheet.rows[row_number].y1 < cell.height:
            return other
    return None


def _can_be_issuer(text: str) -> bool:
    """A large line without a legal form: a name, rather than a title, a date or the rest of a line above."""
    return (
        text[:1].isalnum()
        and not TITLES.search(text)
        and text[:1] == text[:1].upper()
        and _names_somebody(text)
    )


def _goes_on_from_title(sheet: Sheet, row_number: int, cell: Cell) -> bool:
    """Whether a line is the rest of a title on two lines: then its beginning is missing from the name."""
    if row_number == 0:
        return False
    above = sheet.rows[row_number - 1]
    return any(
        TITLES.search(other.text)
        and len(other.tokens) > 2
        and 0.95 < other.height / cell.height < 1.05
        and abs(other.x0 - cell.x0) < cell.height
        for other in above.cells
    )


def _begun_above(sheet: Sheet, row_number: int, cell: Cell) -> Cell | None:
    """The name whose legal form stands in a line of its own: right above it, in the same letters."""
    for row in reversed(sheet.rows[max(0, row_number - 2) : row_number]):
        for other in row.cells:
            alike = 0.9 < other.height / cell.height < 1.1 and abs(other.x0 - cell.x0) < 0.3 * cell.height
            near = cell.tokens[0].box.y0 - other.tokens[0].box.y1 < 0.6 * cell.height
            if alike and near and _can_be_name(other.text) and other.text[-1:].isalpha():
                return other
    return None


def _is_sender_line(cell: Cell) -> bool:
    """The small line above an address: "Firma GmbH · Straße 1 · 12345 Ort"."""
    return bool(re.search(r"[·•|]|\s[–-]\s|,", cell.text)) and bool(_POSTAL.search(cell.text))


def recipient(spec: FieldSpec, sheet: Sheet, score: float) -> Iterator[Candidate]:
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
            said = [place for place, line in enumerate(block) if _ADDRESSED.match(line.text.strip())]
            addressed = bool(said)
            block = block[said[-1] :] if said else block  # above "Bill to" stands something else
            names = [line for line in block if _can_be_name(line.text)]
            alone = bool(names) and (addressed or not _beside(sheet, names[0]))
            if alone and not contact and _names_somebody(names[0].text):
                left = cell.x0 < 0.45 * sheet.width or addressed
                name = names[0]
                rest = block[block.index(name) + 1 :]
                if rest and is_legal_form(rest[0].text):
                    name = join_cells([name, rest[0]])
                sure = 1.15 if addressed else 1.0 if left else 0.75
                yield of_cell(spec, sheet, name, name.text, score * sure)


def _beside(sheet: Sheet, name: Cell) -> bool:
    """Whether a line without a legal form is the value of a table: something stands left of it."""
    if COMPANY.search(name.text):
        return False
    return any(name in row.cells and row.cells[0] is not name for row in sheet.rows)


def _names_somebody(text: str) -> bool:
    """Whether a line above a street names a company or a person: no number of a form, no sentence."""
    if COMPANY.search(text):
        return True
    if text.strip().casefold() in _COUNTRIES:
        return False
    return not (any(character.isdigit() for character in text) or "," in text or text.rstrip().endswith("."))


def _can_be_name(text: str) -> bool:
    """A line of an address that names somebody: no label, no street, no amount."""
    return (
        len(text) <= LONGEST
        and ":" not in text
        and text[:1].isupper()
        and not (TITLES.search(text) or _ADDRESSED.match(text.strip()) or _SENDER.match(text.strip()))
        and not _STREET.search(text)
        and not _POSTAL.search(text)
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


def of_cell(spec: FieldSpec, sheet: Sheet, cell: Cell, text: str, score: float) -> Candidate:
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
