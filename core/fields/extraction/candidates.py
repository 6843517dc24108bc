"""What stands where the value of a field can stand: behind its label, right of it, below it, in its sentence.

Pure functions. Weights are set by hand; `tests.benchmarks library` shows what comes of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.fields.extraction.label_places import (
    FEW_WORDS,
    SURE_WORDS,
    coded,
    ends,
    has_colon,
    is_heading,
    is_label,
    leads,
    only_marks,
    stands,
)
from core.fields.extraction.layout import (
    Cell,
    Row,
    Sheet,
    Token,
    first_run,
    join_cells,
    span_of,
    tokens_between,
)
from core.fields.extraction.legal_forms import is_legal_form
from core.fields.extraction.row_values import figures_of_row, heads_figures
from core.fields.extraction.schema_labels import FoundLabel, LabelIndex
from core.fields.extraction.typed import Locale, Reading, readings
from core.fields.schema import FieldSpec, FieldType
from core.fields.values import FieldValue, Method, Value
from core.types import Span

_BEHIND, _RIGHT, _BELOW, _COLUMN = 0.95, 0.92, 0.85, 0.93
_NO_COLON = 0.9
_INSIDE = 0.6  # a label in the middle of a cell
_SECOND_LABEL = 0.6  # another label stands between
_MOST_BELOW = 3
_MOST_OF_A_ROW = 8  # words; more are a sentence
_FEW_BEHIND = 4  # words behind a label: fewer hold no sentence
_MOST_SMALL = 3  # words in small letters that end a text on the next line
_LARGER = 1.5
_ROW_GAP = 1.8  # heights of a line
_ENDED = re.compile(r"[a-zäöüß)]\.\s+(?:\(?\d{1,2}[.)]\s+)?[A-ZÄÖÜ]")
_LAST_WORD = re.compile(r"[a-zäöüß]{5,}[.;]")  # of a sentence, no abbreviation
_TOWN = re.compile(r"(?:[A-Z]{1,2}-)?\d{4,6} [A-ZÄÖÜ][a-zäöüß][\w ./()-]*")  # a postal code before its town
_SUM_COLUMNS = 3  # net, tax and total
_MOST_RATES = 6
_ALL_RATES = frozenset(("summe", "gesamt", "total", "gesamtsumme", "sum", "totals", "insgesamt"))
_ARTICLES = frozenset(
    {"the", "a", "an", "its", "der", "die", "das", "dem", "den", "des", "ein", "einem", "einen", "eines"}
)


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
    found = [[labels.find(cell.norms, ends(cell)) for cell in row.cells] for row in sheet.rows]
    for row_number, row in enumerate(sheet.rows):
        heading = is_heading(row, found[row_number])
        for cell_number, cell in enumerate(row.cells):
            if heads_figures(row, cell):
                continue  # "Min | Typ | Max" are no labels
            for place, label in enumerate(found[row_number][cell_number]):
                if not label.fields or not stands(sheet, cell, label, found[row_number][cell_number][:place]):
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
    colon = has_colon(spot.cell, spot.label)
    at_start = leads(spot.cell, spot.label)
    if is_free(spot.spec) and (_in_clause(spot) if colon else not _announces(spot)):
        return
    if not (colon or at_start) and about_else(spot.spec, spot.cell.text):
        return
    inside = _NO_COLON * _NO_COLON if len(spot.cell.tokens) <= FEW_WORDS else _INSIDE
    weight = spot.weight * (1.0 if colon else _NO_COLON if at_start else inside)
    if _is_answer(spot, colon):
        return
    behind = spot.cell.tokens[spot.label.last :]
    if len(behind) > _FEW_BEHIND and _LAST_WORD.fullmatch(spot.cell.tokens[spot.label.last - 1].text):
        return  # the label ends its sentence
    row_method = Method.TABLE if len(spot.row.cells) > 2 else Method.LABEL
    any_behind = False
    if behind and not only_marks(behind):
        for candidate in _behind(spot, Cell(behind), weight * _BEHIND):
            any_behind = True
            yield candidate
    right = _right(spot)
    if right and _about_else_before(spot, right):
        return
    if _is_lone_word(spot, colon) or (len(behind) > _FEW_BEHIND and _ENDED.search(Cell(behind).text)):
        right = []
    if _is_behind_or_nowhere(spot, behind, colon):
        right = []
    if right and behind == () and _right_below(spot):
        right = []
    if spot.spec.type is FieldType.NUMBER and right:
        taken = figures_of_row(spot.sheet, spot.row_number, spot.cell_number, spot.spec, spot.locale)
        for value, tokens in taken:
            any_behind = True
            yield _candidate(spot, value, tokens, weight * _COLUMN, Method.TABLE)
    if right and not any_behind:
        factor = 0.5 if spot.heading else 1.0
        text = spot.spec.type is FieldType.TEXT
        target = _with_next_line(spot, right[0]) if text else join_cells(right)
        yield from _read(spot, target, weight * _RIGHT * factor, row_method)
    if spot.spec.type is FieldType.MONEY and not any_behind and not right and _is_column(spot):
        total = _total_of_column(spot)
        if total is not None:
            yield from _read(spot, total, weight * _COLUMN, Method.TABLE)
        return
    if not any_behind and spot.label.last >= len(spot.cell.tokens) - (0 if colon else 1):
        factor = _COLUMN if spot.heading else _BELOW
        for below in _below(spot):
            yield from _read(spot, below, weight * factor, Method.TABLE if spot.heading else row_method)


def _behind(spot: _Spot, cell: Cell, score: float) -> Iterator[Candidate]:
    """What stands behind a label in its cell, unless its sentence has ended before."""
    for candidate in _read(spot, cell, score, Method.LABEL, behind=True):
        ahead = cell.text.partition(candidate.quote)[0]
        if len(cell.tokens) <= FEW_WORDS or not _ENDED.search(ahead):
            yield candidate


def _about_else_before(spot: _Spot, right: Sequence[Cell]) -> bool:
    """Whether what stands beside a label is about something else: "Term | The notice period is …"."""
    text = join_cells(right).text
    if spot.spec.type is FieldType.TEXT or len(text.split()) <= FEW_WORDS:
        return False
    found = readings(spot.spec, text, spot.locale)
    return bool(found) and about_else(spot.spec, text[: found[0].start])


def _is_lone_word(spot: _Spot, colon: bool) -> bool:
    """A short word in small letters, as "vom" at the beginning of a line: of a sentence, not of a value."""
    word = spot.cell.tokens[spot.label.first].text
    return spot.label.is_short and not colon and word.isalpha() and word.islower()


def _is_answer(spot: _Spot, colon: bool) -> bool:
    """The "No" of "Renews automatically | No" is no number's label."""
    word = spot.cell.tokens[-1].text
    alone = spot.cell_number > 0 and len(spot.cell.tokens) == 1 and not spot.heading
    return alone and spot.label.is_short and not colon and word.isalpha()


def _right_below(spot: _Spot) -> bool:
    """Whether a number stands right under its label, as where what is at the right is another column."""
    if not spot.spec.pattern or spot.row_number + 1 >= len(spot.sheet.rows):
        return False
    number = spot.row_number + 1
    below = spot.sheet.rows[number]
    for place, other in enumerate(below.cells):
        under = abs(other.x0 - spot.cell.x0) < 0.3 * spot.cell.height
        near = other.tokens[0].box.y0 - spot.cell.tokens[0].box.y1 < 0.6 * spot.cell.height
        if under and near and not is_label(other, spot.labels(number, place)):
            return re.fullmatch(spot.spec.pattern, other.text) is not None
    return False


def _is_behind_or_nowhere(spot: _Spot, behind: Sequence[Token], colon: bool) -> bool:
    """Words in small letters behind a colon: "Wear protective equipment: goggles" names no equipment, nor
    does what stands in the next column."""
    return is_free(spot.spec) and colon and bool(behind) and behind[0].text[:1].islower()


def _in_clause(spot: _Spot) -> bool:
    """A label with a colon that is part of a sentence: "Scope: The Seller delivers to the Buyer: …"."""
    ahead = spot.cell.tokens[: spot.label.first]
    if not ahead or ahead[-1].norm not in _ARTICLES:
        return False
    return len(ahead) > _MOST_SMALL or any(token.ends_label for token in ahead)


def _with_next_line(spot: _Spot, cell: Cell) -> Cell:
    """A text with what is left of it on the next line: the legal form of a company, or a few small words.

    Only where that line begins below the text and nothing stands below the label.
    """
    if spot.row_number + 1 >= len(spot.sheet.rows):
        return cell
    below = spot.sheet.rows[spot.row_number + 1]
    if below.y0 - spot.row.y1 > 0.6 * cell.height:
        return cell
    if any(other.x0 < spot.cell.x1 and other.x1 > spot.cell.x0 for other in below.cells):
        return cell
    for other in below.cells:
        if abs(other.x0 - cell.x0) < 0.3 * cell.height and goes_on(other.text):
            return join_cells([cell, other])
    return cell


def goes_on(text: str) -> bool:
    """Whether a line can only be the end of the one above: a legal form, or words in small letters."""
    words = text.split()
    small = len(words) <= _MOST_SMALL and all(word.isalpha() and word.islower() for word in words)
    return small or is_legal_form(text)


def is_free(spec: FieldSpec) -> bool:
    """Whether any text will do: then the label must leave no doubt."""
    return spec.type is FieldType.TEXT and not spec.pattern


def _announces(spot: _Spot) -> bool:
    """A label without a colon: it is all of its cell, or several words at its beginning ("Issued to")."""
    words = spot.label.last - spot.label.first
    whole = spot.label.last >= len(spot.cell.tokens)
    if whole and words > SURE_WORDS:  # "… certifies that the company", and below it who
        return True
    return leads(spot.cell, spot.label) and (whole or words >= SURE_WORDS)


def _read(
    spot: _Spot, cell: Cell, score: float, method: Method, *, behind: bool = False
) -> Iterator[Candidate]:
    """The first value of a cell; of the figures of a range or of a row of amounts the one that is wanted."""
    found = readings(spot.spec, cell.text, spot.locale, spot.cell.text)
    if not found:
        return
    in_text = len(cell.tokens) > _MOST_OF_A_ROW
    reading = found[0] if in_text and spot.spec.type is FieldType.MONEY else wanted_of(spot.spec, found)
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


def wanted_of(spec: FieldSpec, found: Sequence[Reading]) -> Reading:
    """Of the readings of one place the one that the field is after."""
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
        if label.first >= spot.label.last and has_colon(spot.cell, label)
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
    return Candidate(
        spot.spec.name, value, score, method, spot.sheet.number, span_of(first_run(tokens)), quote
    )


def _right(spot: _Spot) -> list[Cell]:
    """The cells to the right, up to one that is another label. "Forward current | IF | 50 mA": a second label
    of the same field is passed over."""
    cells: list[Cell] = []
    for number in range(spot.cell_number + 1, len(spot.row.cells)):
        cell = spot.row.cells[number]
        labels = spot.labels(spot.row_number, number)
        if spot.cell.norms[0] != cell.norms[0] and coded(spot.cell) and coded(cell):
            break  # the next field of a form
        if is_free(spot.spec) and cell.height > _LARGER * spot.cell.height:
            break  # "Bill to | INVOICE": the title of the page
        labelled = is_label(cell, labels)
        if labelled and not cells and spot.spec.name in labels[0].fields and not spot.heading:
            continue
        if labelled and (cells or not _is_value(spot.spec, cell, spot.locale)):
            break
        if not only_marks(cell.tokens):
            cells.append(cell)
    if spot.spec.pattern and cells and _TOWN.fullmatch(cells[0].text):
        return []  # "Invoice no. | 28195 Bremen": of an address in the next column
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
                if is_label(other, spot.labels(number, place)):
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


def _total_of_column(spot: _Spot) -> Cell | None:
    """Of a table with a row for each rate of tax and one for all of them ("Summe") the cell of that row."""
    fields = {
        name
        for found in spot.found[spot.row_number]
        for label in found[:1]
        for name in list(label.fields)[:1]
    }
    if not spot.heading or len(fields) < _SUM_COLUMNS:
        return None
    for row in spot.sheet.rows[spot.row_number + 1 : spot.row_number + 1 + _MOST_RATES]:
        if "".join(row.cells[0].norms) not in _ALL_RATES:
            continue
        for cell in row.cells[1:]:
            if cell.x1 > spot.cell.x0 - 2 and cell.x0 < spot.cell.x1 + 2:
                return cell
    return None


def about_else(spec: FieldSpec, sentence: str) -> bool:
    """Whether words of the sentence say that it is about something else."""
    key = " ".join(sentence.casefold().split())
    return any(word.casefold() in key for word in spec.not_labels)
