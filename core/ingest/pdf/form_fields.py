"""What form fields of a PDF page say: boxes are ticked or not, lists have a chosen entry.

A tick is a glyph of a symbol font, which reads as "3" or "4"; a list draws entries that nobody has chosen.
The words that fields draw are replaced here by what they mean. In the parser process, on its one thread.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pymupdf
from pymupdf.mupdf import (
    PDF_ENUM_NAME_V,
    pdf_annot_obj,
    pdf_array_get,
    pdf_array_len,
    pdf_dict_get_inheritable,
    pdf_to_text_string,
)

from core.ingest.pdf.pageview import Box, PageView
from core.ingest.pdf.side_texts import READ_ERRORS, clean, is_secret, limited
from core.ingest.pdf.text_rows import RawWord
from core.text.symbol_fonts import sign_at, signs_of

log = logging.getLogger(__name__)

_TICKED, _NOT_TICKED = "ticked", "not ticked"
_BUTTONS = (pymupdf.PDF_WIDGET_TYPE_CHECKBOX, pymupdf.PDF_WIDGET_TYPE_RADIOBUTTON)
_WRITTEN = (pymupdf.PDF_WIDGET_TYPE_TEXT, pymupdf.PDF_WIDGET_TYPE_COMBOBOX)
_UNSEEN = pymupdf.PDF_ANNOT_IS_HIDDEN | pymupdf.PDF_ANNOT_IS_NO_VIEW
_FEW = 5  # words of a caption that stands apart from its box
_NEAR = 2.0  # heights of a line: between a box and the caption behind it, and between words of a caption
_LONGEST_NAME = 80


@dataclass(slots=True)
class _Field:
    box: Box
    name: str
    says: str
    is_button: bool


def entries_of_lists(page: Any) -> set[str]:
    """The words of all entries that lists of the page offer: those not in view can be scrolled to."""
    return {
        word
        for widget in limited(page.widgets)
        if widget.field_type == pymupdf.PDF_WIDGET_TYPE_LISTBOX
        for entry in _entries(widget).values()
        for word in entry.split()
    }


def with_fields(page: Any, words: Sequence[RawWord], added: int) -> tuple[Sequence[RawWord], int]:
    """The words with what the page's fields say, and how many of them are added ones (the last ones, see
    `lay_out`). A button says it behind its caption, with a colon between them."""
    if not page.first_widget:
        return words, added
    try:
        fields = list(_fields(page, words[len(words) - added :]))
    except READ_ERRORS as error:
        log.info("form fields cannot be read: %s", error)
        return words, added
    own = list(words[: len(words) - added])
    drawn = [word for word in words[len(own) :] if not any(_holds(field.box, word) for field in fields)]
    buttons = [field for field in fields if field.is_button]
    for field in fields:
        block = max((word[5] for word in (*own, *drawn)), default=0) + 1
        caption = _caption(field, own, buttons) if field.is_button else []
        if not caption:
            is_named = not field.is_button and any(_is_left(word, field.box) for word in own)
            said = (
                field.says if is_named or not (field.name and field.says) else f"{field.name}: {field.says}"
            )
            drawn += [(*field.box, word, block, 0, place) for place, word in enumerate(said.split())]
            continue
        last = caption[-1]
        at = own.index(last)
        said = last[4] if last[4].endswith((":", "?")) else f"{last[4]}:"
        own[at : at + 1] = [
            (*last[:4], said, *last[5:]),
            *((*field.box, word, *last[5:7], last[7]) for word in field.says.split()),
        ]
    return [*own, *drawn], len(drawn)


def without_dingbats(words: list[RawWord], view: PageView) -> list[RawWord]:
    """The words with signs of symbol fonts as what they are, not as letters and figures of the same codes."""
    listed = [(str(font[3]), str(font[5])) for font in view.fonts if signs_of(str(font[3])) is not None]
    if not listed:
        return words
    zapf = signs_of("ZapfDingbats")
    is_moved = any(
        signs_of(name) is zapf and not encoding for name, encoding in listed
    )  # to codes of its own
    signs = [
        (char, {} if known is zapf and is_moved else known)
        for char, span, _ in view.characters()
        if (known := signs_of(span["font"])) is not None
    ]
    readable = []
    for word in words:
        text, at = word[4], 0
        for char, known in signs:
            x0, y0, x1, y1 = char["bbox"]
            if _holds(word[:4], (x0, y0, x1, y1)) and (found := text.find(char["c"], at)) >= 0:
                text, at = f"{text[:found]}{sign_at(known, ord(char['c']))}{text[found + 1 :]}", found + 1
        readable.append(word if text == word[4] else (*word[:4], text, *word[5:]))
    return readable


def _fields(page: Any, drawn: Sequence[RawWord]) -> Iterator[_Field]:
    """Those that do not simply say what they draw."""
    for widget in limited(page.widgets):
        kind, number = widget.field_type, page.parent.xref_get_key(widget.xref, "F")[1]
        if number.isdigit() and int(number) & _UNSEEN:
            continue
        box: Box = tuple(widget.rect)
        name = clean(widget.field_label or widget.field_name, _LONGEST_NAME)
        if kind in _BUTTONS:
            yield _Field(box, name, _TICKED if _is_ticked(page, widget) else _NOT_TICKED, is_button=True)
            continue
        shown = [word[4] for word in drawn if _holds(box, word)]
        said = "" if is_secret(widget) else ", ".join(_values(widget))
        # Letters in boxes of their own, and what is stored for an entry, are not what is meant.
        is_spelled = (
            "".join(shown) in (_letters(said), _letters(widget.field_value)) if shown else _draws_values(page)
        )
        is_redrawn = kind in _WRITTEN and said and shown != said.split() and is_spelled
        if kind == pymupdf.PDF_WIDGET_TYPE_LISTBOX or is_redrawn or (shown and is_secret(widget)):
            yield _Field(box, name, said, is_button=False)


def _letters(text: object) -> str:
    return "".join(clean(text).split())


def _is_ticked(page: Any, widget: Any) -> bool:
    shown = page.parent.xref_get_key(widget.xref, "AS")
    is_drawn = shown[0] == "name" and not _draws_values(page)
    state = shown[1].lstrip("/") if is_drawn else str(widget.field_value or "")
    return state not in ("", "Off")


def _draws_values(page: Any) -> bool:
    """A viewer draws the values of fields, whatever the file has drawn."""
    root = page.parent.pdf_catalog()
    return bool(page.parent.xref_get_key(root, "AcroForm/NeedAppearances")[1] == "true")


def _values(widget: Any) -> list[str]:
    """What is filled in or, of a list's entries, chosen; as a reader sees it."""
    shown = _entries(widget)
    chosen = pdf_dict_get_inheritable(pdf_annot_obj(widget._annot.this), PDF_ENUM_NAME_V)
    several = [pdf_to_text_string(pdf_array_get(chosen, place)) for place in range(pdf_array_len(chosen))]
    values = [clean(entry) for entry in several or [widget.field_value]]
    if widget.field_type == pymupdf.PDF_WIDGET_TYPE_LISTBOX:
        values = [entry for entry in values if entry in shown or entry in shown.values()]
    return [shown.get(entry, entry) for entry in values if entry]


def _entries(widget: Any) -> dict[str, str]:
    """What the file stores for each entry of a list → what a reader sees of it."""
    pairs = (
        entry if isinstance(entry, list | tuple) else (entry, entry) for entry in widget.choice_values or ()
    )
    return {clean(stored): clean(shown) for stored, shown in pairs}


def _caption(field: _Field, own: Sequence[RawWord], buttons: Sequence[_Field]) -> list[RawWord]:
    """The words printed behind a button, or else before it, as far as the next button; in their order. Far
    before it only a few stand for it, as in a column of boxes; a sentence belongs to something else."""
    x0, y0, x1, y1 = field.box
    beside = [word for word in own if word[1] < (y0 + y1) / 2 < word[3] or y0 < (word[1] + word[3]) / 2 < y1]
    near = [other.box for other in buttons if other.box[1] < y1 and y0 < other.box[3]]
    line = max((word[3] - word[1] for word in beside), default=0.0)
    ends = min((box[0] for box in near if box[0] >= x1 - 1), default=float("inf"))
    begins = max((box[2] for box in near if box[2] <= x0 + 1), default=float("-inf"))
    behind = _together([word for word in beside if x1 - 1 <= word[0] and word[2] <= ends], line)
    before = _together([word for word in beside if begins <= word[0] and word[2] <= x0 + 1][::-1], line)[::-1]
    gap = behind[0][0] - x1 if behind else float("inf")
    gap_before = x0 - before[-1][2] if before else float("inf")
    if gap <= _NEAR * line and gap <= gap_before:
        return behind
    is_caption = len(before) <= _FEW and before and before[-1][4][-1] not in ".!?;,"
    return before if is_caption or gap_before <= _NEAR * line else []


def _together(words: Sequence[RawWord], line: float) -> list[RawWord]:
    """The first words, as far as no wide gap parts them."""
    found = list(words[:1])
    for one, other in pairwise(words):
        if max(one[0], other[0]) - min(one[2], other[2]) > _NEAR * line:
            break
        found.append(other)
    return found


def _holds(box: Sequence[float], word: Box | RawWord) -> bool:
    """The middle of the word lies in the box."""
    return box[0] <= (word[0] + word[2]) / 2 <= box[2] and box[1] <= (word[1] + word[3]) / 2 <= box[3]


def _is_left(word: RawWord, box: Box) -> bool:
    """The word stands on the line of the box, before it."""
    return word[2] <= box[0] + 1 and word[1] < (box[1] + box[3]) / 2 < word[3]
