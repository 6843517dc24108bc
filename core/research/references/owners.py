"""What a numbered part seems to be a part of: "section 4 of the Service Manual". Pure functions.

By shape only: whether there is such a document, or the name is one of this document's own parts, is told by
the library and the outline (`resolve`).
"""

from __future__ import annotations

import re

from core.research.references.reference_words import ENGLISH_KIND, PART, is_kind_of_document

_QUOTE = '„“"‚«»”‘'
QUOTED = rf"[{_QUOTE}][^{_QUOTE}\n]{{3,90}}[{_QUOTE}]"
# A title in brackets or in quotation marks between a number and what it belongs to.
_ASIDE = (
    rf"(?:\s{{0,20}}\([^()\n]{{2,60}}\)|\s{{0,20}},?\s{{0,20}}[{_QUOTE}][^{_QUOTE}\n]{{2,80}}[{_QUOTE}],?)?"
)
GAP = r"[ \t]*(?:[ \t]|\n(?![ \t]*\n))[ \t]*"
LEAD = r"(?!(?:The|Our|See|In|Under|By|From|For)\s)"  # begins a sentence, and no name
_WORD = r"[A-ZÄÖÜ\d][\w’'&/-]*(?:\.[\w-]+)*"
RUN = rf"{LEAD}{_WORD}(?:{GAP}(?:(?:of|and|for|on){GAP}|(?:Nr|No)\.\s*)?{_WORD}){{0,7}}"
_ENGLISH = r"(?:the|our|its|their|your|an)"
_GERMAN = r"(?:der|des|dem|den|(?:unser|[iI]hr)e[rsm])"
_OWNS = rf"(?:of(?:\s+{_ENGLISH})?|(?:in|aus|von|zu)?\s*{_GERMAN})"
_LIES_IN = rf"(?:(?:in|to|from|under)(?:\s+{_ENGLISH})?|im|aus|vo[mn]|zu[mr]|in)"
_ADJECTIVES = r"(?:[a-zäöüß]{3,}e[nrms]\s+){0,2}"
_SMALL = (
    r"(?<=(?:the|our|its)\s)(?=[a-z\d])"
    rf"(?:(?:(?:19|20)\d\d|[a-z]+)\s+){{0,3}}?{ENGLISH_KIND}(?:\s+\d{{4}}(?!\d))?"
)
_BEHIND = re.compile(
    rf"{_ASIDE}\s{{1,20}}(?:(?P<owns>{_OWNS})|{_LIES_IN})\s+{_ADJECTIVES}"
    rf"(?P<name>{QUOTED}|{_SMALL}|{RUN})"
)
_IDENTIFIED = re.compile(
    rf"[{_QUOTE}]|(?<!\w)[A-ZÄÖÜ]{{1,6}}(?:-[A-Z]{{1,4}})?[- ]?\d|\d[./-]\w|N[ro]\.|\w\.[a-z]\w{{1,4}}$"
)
_PART_OF_ONE = re.compile(rf"{PART}\s+[\dA-Z]|{PART}$")
_AHEAD = re.compile(rf"(?:^|(?<=[\s(]))(?P<name>{QUOTED}|{RUN})(?:,\s+|\s+\()$")
_REACH = 120  # characters
_STANDS_BEHIND = re.compile(
    r",\s+(?:\w+\s+){0,2}|\s+\(|(?:\s+(?!(?:and|or|und|oder)\s)[^\s.,;:()]+){0,6}?\s+(?:in|im|unter|under)\s+(?:(?:the|der|dem|den)\s+)?"
)
_WITHIN = re.compile(r"\s+(?:of|in|from|to|des|der|im|in\s+de[rm]|aus|zu[rm]?)\s+(?:the\s+)?")


def owner(text: str, start: int, end: int) -> tuple[str, int]:
    """The name of what the part at [start, end) seems to belong to, and where it stands; empty and -1
    without.

    What only lies in something ("Abschnitt 3.1 im Detail") belongs to it if that has the name of a document.
    """
    match = _BEHIND.match(text, end)
    if match is not None and not _PART_OF_ONE.match(match["name"]) and not match["name"].isdigit():
        name = match["name"].rstrip(".,-/&")
        if match["owns"] or is_document_name(name):
            return " ".join(name.split()), match.start("name")
    ahead = _AHEAD.search(text[max(0, start - _REACH) : start])
    if ahead is not None and is_document_name(ahead["name"]) and not _PART_OF_ONE.match(ahead["name"]):
        return " ".join(ahead["name"].split()), -1
    return "", -1


def is_document_name(name: str) -> bool:
    """By its shape: in quotation marks, a code or a file, or with a word for a document in it."""
    return is_identified(name) or is_kind_of_document(name)


def is_identified(name: str) -> bool:
    """In quotation marks, or with an identifier that is more than a year: "Form 10-K", "HO-20"."""
    return bool(_IDENTIFIED.search(name))


def stands_behind(between: str) -> bool:
    """Whether what is between a document's name and a section makes it a section of that document:
    "QM-01, section 5", "Die Preisliste 2024 nennt in Abschnitt 4"."""
    return bool(_STANDS_BEHIND.fullmatch(between))


def is_within(between: str) -> bool:
    """Whether what is between two parts makes the first one a part of the second."""
    return bool(_WITHIN.fullmatch(between))
