"""What a sentence tells without a label: who took part in a course, what a batch is of. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.fields.extraction.candidates import Candidate
from core.fields.extraction.layout import Sheet
from core.fields.schema import FieldSpec
from core.fields.values import Method, text_value
from core.types import Span

_TAKER, _PRODUCT = 0.78, 0.7
_NAME = r"(?P<name>[A-ZÄÖÜ][^\n\d,;:]{2,60}?)"
# "Ann Reed", and in the next line "has attended the course …".
_TOOK_PART = re.compile(
    rf"(?m)^{_NAME}[ \t]*\n+(?=(?:(?:has|successfully)\s+){{0,2}}"
    r"(?:attended|completed|passed|participated|took part)\b"
    r"|hat\b(?:(?!\n\n)[\s\S]){0,200}?\b(?:teilgenommen|absolviert|bestanden|abgeschlossen)\b)"
)
# "Batch 54228A of Ethanol p.a., produced on …", "Die Charge 222 des Produkts Ethanol, hergestellt am …".
_BATCH_OF = re.compile(
    r"(?i:\b(?:batch|lot|charge|los)(?:\s+(?:no|nr)\b\.?)?)\s+(?=\S*\d)[\w./-]+\s+"
    r"(?:of|des|der|von)\s+(?:(?:the\s+)?(?i:product|produkts|produktes|material|materials)\s+)?"
    r"(?P<name>(?:[a-z]{1,5}-)?[A-ZÄÖÜ0-9][^,;:]{2,60}?)(?=,|;|\s+(?:was|has|is|wurde|ist)\b)"
)


def who_took_part(spec: FieldSpec, sheet: Sheet) -> Iterator[Candidate]:
    """The line above "has attended the course"."""
    for match in _TOOK_PART.finditer(sheet.text):
        yield _candidate(spec, sheet, match, _TAKER)


def what_a_batch_is_of(spec: FieldSpec, sheet: Sheet) -> Iterator[Candidate]:
    for match in _BATCH_OF.finditer(sheet.text.replace("\n", " ")):
        yield _candidate(spec, sheet, match, _PRODUCT)


def _candidate(spec: FieldSpec, sheet: Sheet, match: re.Match[str], score: float) -> Candidate:
    span = Span(sheet.start + match.start("name"), sheet.start + match.end("name"))
    name = " ".join(match["name"].split())
    return Candidate(spec.name, text_value(name), score, Method.PROSE, sheet.number, span, name)
