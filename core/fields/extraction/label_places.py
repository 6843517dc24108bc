"""Whether words that are a label stand where labels stand: at the beginning of a cell, before a colon, in a
heading of a table. Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.fields.extraction.layout import Cell, Row, Sheet, Token
from core.fields.extraction.schema_labels import FoundLabel

FEW_WORDS = 6
_HEADING = 1.1  # of the usual height
SURE_WORDS = 2
_LETTER_CODE = re.compile(r"[a-z]\d{1,3}")
_FORM_CODE = re.compile(r"[a-z]?\d{1,3}[a-z]?")  # of a field of a form: "7", "A06"


def leads(cell: Cell, label: FoundLabel) -> bool:
    """A label at the beginning of its cell, or behind nothing but its number ("3. Buyer", "A06 Customer")."""
    return all(not norm or _FORM_CODE.fullmatch(norm) for norm in cell.norms[: label.first])


def is_label(cell: Cell, labels: Sequence[FoundLabel]) -> bool:
    """Whether a cell is a label, or begins with one and its colon."""
    if not labels or not leads(cell, labels[0]):
        return False
    return labels[0].last >= len(cell.tokens) or has_colon(cell, labels[0])


def coded(cell: Cell) -> bool:
    """Whether a cell begins with the code of a form's field: "A06 Customer"."""
    return len(cell.norms) > 1 and bool(_LETTER_CODE.fullmatch(cell.norms[0]))


def stands(sheet: Sheet, cell: Cell, label: FoundLabel, earlier: Sequence[FoundLabel]) -> bool:
    """Whether a label stands where labels stand, rather than in a sentence or a condition."""
    if equated([token.text for token in cell.tokens], label.last) and not has_colon(cell, label):
        return False
    if leads(cell, label) or has_colon(cell, label):
        return True
    if label.is_short:  # "Agreement for the Sale of Goods no. MSA-19"
        abbreviated = cell.tokens[label.last - 1].text.endswith(".")
        if abbreviated and earlier and earlier[-1].fields.keys() & label.fields.keys():
            return True  # "zzgl. 19 % USt."
        return abbreviated and cell.height >= _HEADING * sheet.line_height
    if label.last >= len(cell.tokens) and label.last - label.first > SURE_WORDS:
        return True
    return (
        all(not norm for norm in cell.norms[: label.first])
        or (bool(earlier) and len(cell.tokens) <= 14)
        or len(cell.tokens) <= FEW_WORDS
    )


def has_colon(cell: Cell, label: FoundLabel) -> bool:
    last = cell.tokens[label.last - 1]
    if last.ends_label:
        return True
    behind = [token.text for token in cell.tokens[label.last :]]
    return behind[:1] == [":"] or behind == ["="]  # "Package = | SOT-23": the value is in the next cell


def equated(words: Sequence[str], last: int) -> bool:
    """Behind "IC = 2 mA" stands a condition, not what the field is."""
    return last < len(words) and words[last].startswith("=")


def ends(cell: Cell) -> list[bool]:
    return [token.ends_label for token in cell.tokens]


def only_marks(tokens: Sequence[Token]) -> bool:
    return all(not token.norm for token in tokens)


def is_heading(row: Row, labels: Sequence[Sequence[FoundLabel]]) -> bool:
    """Whether the cells of a row are the headings of what stands below them."""
    if len(row.cells) < 2:
        return False
    whole = [
        bool(found)
        and leads(cell, found[0])
        and found[0].last >= len(cell.tokens) - 1
        and not has_colon(cell, found[0])
        for cell, found in zip(row.cells, labels, strict=True)
    ]
    if len(whole) % 2 == 0 and all(whole[::2]) and not any(whole[1::2]):
        return False  # "Product | Acetone | Customer | Acme Ltd"
    # "Junction temperature | TJ | 150 °C": two labels of one field head nothing.
    named = {frozenset(labels[place][0].fields) or place for place, is_one in enumerate(whole) if is_one}
    digits = sum(_has_figure(cell) for cell in row.cells)
    return len(named) >= 2 and digits <= len(row.cells) // 4


def _has_figure(cell: Cell) -> bool:
    """Digits that are no number of a form's field."""
    return any(
        any(character.isdigit() for character in norm)
        and not (place == 0 and _FORM_CODE.fullmatch(norm) and len(cell.norms) > 1)
        for place, norm in enumerate(cell.norms)
    )
