"""Layers of a PDF (optional content): which are shown when it is opened, and the text of the others.

Runs in the parser and the renderer process, on their one thread.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pymupdf
from pymupdf import mupdf

from core.ingest.pdf.pageview import PageView
from core.ingest.pdf.text_rows import RawWord

log = logging.getLogger(__name__)

_MOST_OBJECTS = 100_000  # of a file with layers that are looked at
_MOST_NESTED = 20
_REFERENCE = re.compile(r"(\d+)\s+\d+\s+R")
_EXPRESSION = re.compile(r"(\[)|(\])|(/[A-Za-z]+)|(\d+)\s+\d+\s+R")
_CLEARED = ("OCGs", "VE", "P")


def has_layers(document: Any) -> bool:
    """Whether the file has optional content at all."""
    return bool(document.is_pdf and mupdf.pdf_count_layers(pymupdf._as_pdf_document(document)))


def correct_memberships(document: Any) -> None:
    """Rewrite, in memory, each membership dictionary (OCMD) as one that MuPDF judges right.

    MuPDF 1.28.2 takes the policies AllOn and AnyOff for others and knows no visibility expressions
    (ISO 32000-1, 8.11.2.2); other viewers hide what it would show. To be dropped once it does.
    """
    if not has_layers(document):
        return
    is_on = {xref: bool(layer["on"]) for xref, layer in document.get_ocgs().items()}
    for xref in _memberships(document):
        try:
            layers = [layer for layer in _numbers(document, xref, "OCGs") if layer in is_on]
            _, policy = document.xref_get_key(xref, "P")
            expression = _resolved(document, document.xref_get_key(xref, "VE"))
            if expression.startswith("["):
                visible = _evaluate(document, _parsed(expression), is_on, 0)
            else:
                visible = _follows(policy, [is_on[layer] for layer in layers])
            _rewrite(document, xref, visible, is_on)
        except (RuntimeError, ValueError, KeyError, TypeError, IndexError) as error:
            log.info("membership %d cannot be read: %s", xref, error)


def _memberships(document: Any) -> list[int]:
    pdf = pymupdf._as_pdf_document(document)
    kinds = (  # as `xref_get_key` has them, in 0.4 of its time
        (xref, mupdf.pdf_dict_get(mupdf.pdf_load_object(pdf, xref), mupdf.PDF_ENUM_NAME_Type))
        for xref in range(1, min(document.xref_length(), _MOST_OBJECTS))
    )
    return [xref for xref, kind in kinds if mupdf.pdf_name_eq(kind, mupdf.PDF_ENUM_NAME_OCMD)]


def _numbers(document: Any, xref: int, key: str) -> list[int]:
    """Object numbers that an entry refers to: one, or an array of them, in place or elsewhere."""
    kind, value = document.xref_get_key(xref, key)
    if kind == "xref":
        target = document.xref_object(int(value.split()[0]), compressed=True).strip()
        value = target if target.startswith("[") else value
    return [int(number) for number in _REFERENCE.findall(value)]


def _resolved(document: Any, entry: tuple[str, str]) -> str:
    kind, value = entry
    return document.xref_object(int(value.split()[0]), compressed=True).strip() if kind == "xref" else value


def _follows(policy: str, states: list[bool]) -> bool:
    if not states:
        return True
    match policy:
        case "/AllOn":
            return all(states)
        case "/AnyOff":
            return not all(states)
        case "/AllOff":
            return not any(states)
    return any(states)  # AnyOn, also when nothing is said


def _parsed(expression: str) -> list[Any]:
    """A visibility expression as nested lists of operators and object numbers."""
    stack: list[list[Any]] = [[]]
    for opened, closed, operator, number in _EXPRESSION.findall(expression):
        if opened:
            stack.append([])
        elif closed and len(stack) > 1:
            inner = stack.pop()
            stack[-1].append(inner)
        elif operator or number:
            stack[-1].append(operator or int(number))
    return list(stack[0][0]) if stack[0] else []


def _evaluate(document: Any, expression: Any, is_on: dict[int, bool], depth: int) -> bool:
    if depth > _MOST_NESTED or not expression:
        return True
    if isinstance(expression, int):
        if expression in is_on:
            return is_on[expression]
        target = document.xref_object(expression, compressed=True).strip()
        return _evaluate(document, _parsed(target), is_on, depth + 1) if target.startswith("[") else True
    operator, *operands = expression
    values = [_evaluate(document, operand, is_on, depth + 1) for operand in operands]
    match operator:
        case "/Not":
            return not all(values)
        case "/Or":
            return any(values)
    return all(values)


def _rewrite(document: Any, xref: int, visible: bool, is_on: dict[int, bool]) -> None:
    for key in _CLEARED:
        document.xref_set_key(xref, key, "null")
    if visible or not is_on:
        return
    off = next((layer for layer, on in is_on.items() if not on), 0)
    document.xref_set_key(xref, "OCGs", f"[{off or next(iter(is_on))} 0 R]")
    document.xref_set_key(xref, "P", "/AnyOn" if off else "/AllOff")


class HiddenLayers:
    """Text of the layers that are not shown, read from a second handle of the file, with all switched on."""

    def __init__(self, document: Any) -> None:
        self._document = document
        pdf = pymupdf._as_pdf_document(document)
        for xref in _memberships(document):
            for key in _CLEARED:
                document.xref_set_key(xref, key, "null")
        for layer in range(int(mupdf.pdf_count_layers(pdf))):
            mupdf.pdf_enable_layer(pdf, layer, 1)

    def words(self, index: int, shown: Iterable[RawWord]) -> list[str]:
        """Words of page `index` (from 0) that are not among those shown, in order."""
        visible = Counter(_at(word) for word in shown)
        page = self._document[index]
        if page.rotation:
            page.set_rotation(0)
        return [word[4] for word in PageView(page).words if not visible[_at(word)]]

    def close(self) -> None:
        """Close the second handle."""
        self._document.close()


def _at(word: RawWord) -> tuple[str, int, int]:
    return word[4], round(word[0]), round(word[1])
