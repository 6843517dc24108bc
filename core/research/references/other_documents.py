"""Other documents that a text names: files, what has a number or a title, standards, acts. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.research.references.owners import GAP, LEAD, QUOTED
from core.research.references.raw_finds import Found
from core.research.references.reference import ReferenceKind
from core.research.references.reference_words import ENGLISH_KIND, GERMAN_KIND

_EXTENSIONS = (
    "pdf|docx?|odt|rtf|xlsx?|ods|csv|pptx?|odp|txt|md|rst|html?|xml|json|ya?ml|eml|msg|epub|zip|log"
    "|hh?|hpp|cc?|cpp|py|js|java|toml|ini|cfg"
)
_FILE = re.compile(rf"(?<![\w@./:\\-])/?(?:[\w-]+/)*[\w-][\w.-]*\.(?:{_EXTENSIONS})(?![\w/@-]|\.\w)")
# An identifier: OM-310, 4711-LB-02, Nr. 2023-117, 05/2023 (BA), 4.2, M 112, 2022
_MARK = (
    r"(?:(?:Nr\.|No\.)\s*\w[\w./-]*\w|[A-Z]{1,6}[ -]?\d[\w./-]*(?<![./-])"
    r"|(?:\d{3}|\d+[/-]\w)[\w./-]*(?:\s\([A-Z]{2,5}\))?(?<![./-]))(?!\w)"
)
_NAMED = re.compile(
    rf"(?<![\w-])(?:(?:{GERMAN_KIND}|(?:{LEAD}[A-Z][\w’'-]*{GAP}){{0,5}}{ENGLISH_KIND}){GAP}(?:{QUOTED}|{_MARK})"
    rf"|(?:19|20)\d\d{GAP}(?:[a-z]+{GAP})?{ENGLISH_KIND})"
)
STANDARD = (
    r"(?<![\w-])(?:"
    r"(?:DIN|ÖNORM|SN|BS|NF|UNE)(?:\s+(?:EN|VDE|SPEC))?(?:\s+(?:ISO|IEC))?(?:/(?:IEC|TS"
    r"|TR))?\s+\d{3,6}(?:[-:]\d+)*"
    r"|EN(?:\s+(?:ISO|IEC))?\s+\d{3,6}(?:[-:]\d+)*|ISO(?:/(?:IEC|TS|TR))?\s+(?!(?:100|200|400|800|1600"
    r"|3200|6400)\b(?!-|:))\d{3,6}(?:[-:]\d+)*|IEC\s+\d{4,6}(?:[-:]\d+)*"
    r"|IEEE\s+\d{3,5}(?:\.\d+)?|RFC\s+\d{3,5}|ASTM\s+[A-Z]\d+(?:-\d+)?|ASCE\s+\d+-\d+"
    r"|ASME\s+[A-Z][\d.]+|AWS\s+[A-Z]\d(?:\.\d+)?|ANSI\s+[A-Z]?[\d.]+"
    r"|VD[IE](?:-AR-N)?\s+\d{3,5}(?:-\d+)?|KTA\s+\d{4}|TR(?:GS|BS|BA|OS)\s+\d{3,4}|DGUV\s+"
    r"(?:Vorschrift|Regel|Information)\s+[\d-]+|ICRP\s+Publication\s+\d+"
    r"|(?:IFRS|IAS|IFRIC|ASC|ASU)\s+\d{1,4}(?:-\d+)*|(?:RLS|RASt|RAL)-\d\d"
    r"|IAEA\s+[A-Z]{2,4}[- ][\w.-]+\d|NIST\s+(?:SP|FIPS)\s+[\d-]+|AD\s+2000-Merkblatt\s+[A-Z]+\s?\d+"
    r"|VOB/[ABC]|(?:A?GPL|LGPL|MPL|Apache|CC BY(?:-SA)?)-\d\.\d"
    r")(?![\w]|-\w)"
)
_STANDARD = re.compile(STANDARD)
_ACT = re.compile(
    r"(?:(?:Verordnung|Richtlinie|Regulation|Directive|Decision)\s+)?(?:\((?:EU|EG|EC|EEC|EWG)\)\s+(?:"
    r"(?:Nr|No)\.?\s*)?\d{2,4}/\d{1,4}"
    r"|(?<=\s)\d{2,4}/\d{1,4}/(?:EG|EU|EC|EEC|EWG|Euratom))|(?:Richtlinie"
    r"|Directive)\s+\d{2,4}/\d{1,4}/(?:EG|EU|EC|EEC|EWG|Euratom)"
    r"|(?<![\w-])(?:[A-Z][\w’'-]*\s+(?:(?:of|and|at|the|for)\s+)*){1,6}(?:Act|Regulations)\s+(?:of\s+)?"
    r"(?:19|20)\d\d"
)


def find_standards(text: str) -> Iterator[Found]:
    """Standards and acts as a whole."""
    return _found(text, (_STANDARD, _ACT), ReferenceKind.DOCUMENT_MENTION)


def find_documents(text: str) -> Iterator[Found]:
    """Files, and documents with a number or a title."""
    return _found(text, (_FILE, _NAMED), ReferenceKind.DOCUMENT)


def _found(text: str, patterns: Sequence[re.Pattern[str]], kind: ReferenceKind) -> Iterator[Found]:
    for pattern in patterns:
        for match in pattern.finditer(text):
            yield Found(match.start(), match.end(), kind, "document", (" ".join(match[0].split()),))
