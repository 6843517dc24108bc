"""The numbers that a document prints as its own: "Document BM-120-EN, edition 4" on its title page or in the
line at the foot of each page. Pure functions, English and German.
"""

from __future__ import annotations

import re
from collections import Counter

from core.research.references.library_view import DocumentText
from core.research.references.reference_words import ENGLISH_KIND, GERMAN_KIND
from core.search.concepts import joined

_CODE = r"(?=[\w./-]*\d)[A-ZÄÖÜ]{1,6}(?:-[A-Z]{1,4})?[- ]?\d[\w./-]*(?<![./-])|\d{2,}[-/][\w/-]*\w"
_CODES = re.compile(_CODE)
_KIND = rf"(?:{GERMAN_KIND}|{ENGLISH_KIND}|doc\.?)"
_NUMBER = r"(?:\s*-?\s*(?:no|nr|number|nummer|id|code)\b\.?)"
# At the beginning of a line or a sentence, with its edition or nothing behind it: no sentence that points.
_IMPRINT = re.compile(
    rf"(?i:(?:^|(?<=[.|·–]\s)|(?<=\s\s))\s*{_KIND}{_NUMBER}?\s*:?\s+)(?P<code>{_CODE})"
    r"(?=\s*(?:$|[|·]|[,;–—-]?\s*(?i:edition|ed\.|issue|rev(?:ision)?|version|v\d|status|dated|date|page|ausgabe"
    r"|auflage|fassung|stand|vom|seite)\b))",
    re.MULTILINE,
)
# "Document number: QM-01", "Dok.-Nr. QM-01": what is called so is the document's own.
_LABELLED = re.compile(
    rf"(?im:^\s*(?:{_KIND}|dok\.?){_NUMBER}\s*:?\s*)(?P<code>{_CODE})(?=\s*(?:$|[|,;]))", re.MULTILINE
)
_TITLE_PAGE = 1500  # characters
_EDGE = 2  # lines at the top and the foot of a page
_LONGEST_LINE = 120  # characters
_LEAST_PAGES = 3


def own_numbers(document: DocumentText) -> frozenset[str]:
    """As `core.search.concepts.joined` writes them: of the title, the title page, and lines on most pages."""
    found = set(_CODES.findall(document.title))
    if document.pages:
        top = document.pages[0].text[:_TITLE_PAGE]
        found |= {match["code"] for pattern in (_IMPRINT, _LABELLED) for match in pattern.finditer(top)}
    for line in _running_lines(document):
        found |= {match["code"] for pattern in (_IMPRINT, _LABELLED) for match in pattern.finditer(line)}
    return frozenset(joined(code) for code in found)


def is_own_number(name: str, numbers: frozenset[str]) -> bool:
    """Whether a name ("manual BM-120-EN") has one of these, and no other code."""
    codes = {joined(code) for code in _CODES.findall(name)}
    return bool(codes) and codes <= numbers


def _running_lines(document: DocumentText) -> list[str]:
    """Lines that stand at the edge of most pages, whatever the number of the page in them is."""
    lines: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for page in document.pages:
        rows = [row.strip() for row in page.text.splitlines() if row.strip()]
        for row in {*rows[:_EDGE], *rows[-_EDGE:]}:
            key = re.sub(r"\b\d{1,4}\b", "", row)
            if len(row) <= _LONGEST_LINE:
                lines[key] += 1
                shown.setdefault(key, row)
    least = max(_LEAST_PAGES, len(document.pages) // 2 + 1)
    return [shown[key] for key, count in lines.items() if count >= least]
