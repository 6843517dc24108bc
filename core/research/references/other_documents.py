"""Other documents that a text names: manuals, reports, files, standards, acts as a whole. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.research.references.raw_finds import SEE, Found, before
from core.research.references.reference import ReferenceKind

_EXTENSIONS = (
    "pdf|docx?|odt|rtf|xlsx?|ods|csv|pptx?|odp|txt|md|rst|html?|xml|json|ya?ml|eml|msg|epub|zip|log"
    "|hh?|hpp|cc?|cpp|py|js|java|toml|ini|cfg"
)
_FILE = re.compile(rf"(?<![\w@./:\\-])/?(?:[\w-]+/)*[\w-][\w.-]*\.(?:{_EXTENSIONS})(?![\w/@-]|\.\w)")
_FILE_IN_CAPITALS = re.compile(
    r"(?<![\w.])(?:README|LICEN[CS]E|COPYING|CHANGES|CHANGELOG|ChangeLog|INSTALL|NOTICE|AUTHORS|NEWS"
    r"|TODO)(?![\w.])"
)
_GERMAN_HEADS = (
    r"(?:handbuch(?:e?s)?|anleitung|richtlinie|bericht(?:e?s)?|gutachten|pläne?|plan(?:e?s)?|anweisung"
    r"|merkblatt(?:e?s)?|datenblatt(?:e?s)?|verzeichnis(?:ses)?|leitfaden"
    r"|leitfadens|heft(?:e?s)?|rundschreiben|protokoll|vertrag(?:e?s)?|ordnung|konzept(?:e?s)?"
    r"|spezifikation|vorschrift|beschreibung|vereinbarung|bedingungen|leitlinien?|unterlagen?"
    r"|konzernanhang)"
)
GERMAN_NOUN = (
    rf"(?!Inhaltsverzeichnis|Verordnung|Anordnung|Unterordnung)(?:[A-ZÄÖÜ][\w-]*{_GERMAN_HEADS}"
    rf"|[A-ZÄÖÜ][\w]*-(?i:{_GERMAN_HEADS})|(?i:{_GERMAN_HEADS})|[Dd]okumente?s?)(?![a-zäöüß])"
)
_QUOTED = r"(?:[„“\"‚][^„“”\"\n]{3,90}[“”\"‘])"
# An identifier: OM-310, 4711-LB-02, Nr. 2023-117, 05/2023 (BA), 4.2, M 112, 2022
_MARK = (
    r"(?:(?:Nr\.|No\.)\s*[\w][\w./-]*\w|[A-Z]{1,5}[ -]?\d[\w./-]*(?<![./-])|\d[\d.]*[\w/-]*"
    r"(?:\s\([A-Z]{2,5}\))?(?<![./-]))"
)
_GERMAN = re.compile(rf"(?<![\w-])(?P<name>{GERMAN_NOUN}[ \t]+(?:{_QUOTED}|{_MARK}))(?!\w)")
ENGLISH_HEADS = (
    r"(?:Data\s+Sheet|Datasheet|Manual|Handbook|Guide|Guidelines?|Report|Plan|Agreement|Statement"
    r"|Specification|Procedure"
    r"|Policy|Assessment|Contract|Rules|Works|Protocol|Instructions?"
    r"|Permit|Programme|Program|Framework|Charter|Memorandum|Prospectus|Certificate|Form\s+\d+-[A-Z])"
    r"(?:\s+of\s+[A-Z][a-z]+)?"
)
_SPACE = r"[ \t]*(?:[ \t]|\n(?![ \t]*\n))[ \t]*"
_PROPER = (
    rf"(?:(?!(?:The|Our|Its|This|Their)\b)(?:[A-Z][\w’'-]*|\d{{4}}){_SPACE}(?:(?:of|and|for|the"
    rf"|to){_SPACE})*){{1,6}}"
)
_ENGLISH_NAME = (
    rf"{_PROPER}{ENGLISH_HEADS}(?![a-z])(?:[ \t]+(?:on\s+Form\s+\d+-[A-Z]|{_MARK}|\d{{4}}"
    rf"|dated\s+\d{{1,2}}\s+[A-Z][a-z]+\s+\d{{4}}|,\s+Volume\s+\d+))?(?:,\s+Volume\s+\d+)?"
)
_ENGLISH = re.compile(rf"(?<![\w-])(?P<name>{_ENGLISH_NAME})(?!\w)")
_SMALL = re.compile(
    r"(?<![\w-])(?P<name>(?i:data ?sheet|report|document|drawing|specification|manual|procedure"
    r"|memo)\s+(?:No\.\s*[\w./-]*\w|[A-Z]{1,6}[- ]?\d[\w./-]*(?<![./-])))(?!\w)"
)
_CODED = re.compile(r"(?<![\w-])(?P<name>(?:SOP|QMH|QM|AA|VA|PA|WI|FB)-\d[\w.-]*(?<![.-]))(?!\w)")
_POINTED = re.compile(
    r"(?i)\b(?:see(?: also)?|refer(?:red)? to|consult|according to|described in|set out in|given in"
    r"|accordance with|incorporate[sd]?(?: herein)? by reference"
    r"|by reference to|in the event of conflict|in|with|under|from|by|follows|follow|to|was|is|of|and"
    r"|than|per|siehe|vgl\.|laut|gemäß|nach"
    r"|verwiesen|auf|maßgeblich ist|in|im|hinsichtlich|zu)"
    r",?\s+(?:the|our|its|their|your|dem|den|der|die|das|des)?\s*$"
)
_TITLE = re.compile(
    r"(?P<cue>(?i:described in|set out in|stützt sich (?:im wesentlichen )?auf|beschrieben in"
    r"|published as|laut|relies on|based on|according to|gemäß|entnommen aus)"
    rf"(?:\s+(?:the|den|die|der|dem))?\s+)(?P<name>{_QUOTED})"
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
    r"|(?<![\w])(?:[A-Z][\w’'-]*\s+(?:(?:of|and|at|the|for)\s+)*){1,6}(?:Act|Regulations)\s+(?:of\s+)?"
    r"(?:19|20)\d\d"
)
_SPECIFICATION = re.compile(r"(?<![\w-])[A-Z][A-Za-z]*[A-Z]\s+specification(?!\w)")
_TERMS = re.compile(r"(?<![\w-])Allgemeine[nr]?\s+[A-ZÄÖÜ]\w*bedingungen")
_OWN = re.compile(r"(?i)\b(?:this|these|such|each|any|dies(?:e[rsmn]?)?|vorliegende[rnm]?)\s+$")
_FORM_OWN = re.compile(r"^(?:Annual|Quarterly|Current)\s+Report\s+on\s+Form|^Form\s")
_FROM = re.compile(r"(?i)\b(?:from|by reference to)\s+(?:our\s+|the\s+)?(?:\w+[’']s\s+)?$")
_MARKED = re.compile(r"\s(?:(?:Nr|No)\.\s*\w+|[A-Z]{1,5}[ -]?\d[\w./-]*)$")
_COUNTED = re.compile(
    r"(?i:vorschrift|plan|bericht|konzept|ordnung|vertrag|protokoll|heft|beschreibung)\s+\d{1,2}"
)
_FILE_WORD = re.compile(r"(?<![^\s(„“\"])(?P<word>[A-ZÄÖÜ\d][\w-]*)[ ]$")
_NO_FILE_WORDS = frozenset(
    (
        *("Datei", "Dokument", "Ordner", "Siehe", "Die", "Der", "Das", "Den", "Im", "In", "Vgl", "Anlage"),
        *("File", "Document", "Folder", "See", "The", "Please", "Open", "Use", "Report", "Consult", "Read"),
    )
)
_LEADING = re.compile(
    r"^(?:The|Our|Its|In|Under|By|See|Refer|According|For|This|And|Before|After|Registration|Please"
    r"|With|On|From|Report)\s+(?:to\s+)?(?:the\s+)?"
)


def find_documents(text: str) -> Iterator[Found]:
    """Files, documents with a number, a title or a proper name, and standards and acts as a whole."""
    for match in _FILE.finditer(text):
        start = _file_start(text, match.start())
        yield _found(start, match.end(), text[start : match.end()], ReferenceKind.DOCUMENT, 0.95)
    for match in _FILE_IN_CAPITALS.finditer(text):
        if SEE.search(before(text, match.start())) or re.search(
            r"(?:README|INSTALL|COPYING)\s+(?:and|und)\s+$", before(text, match.start())
        ):
            yield _found(match.start(), match.end(), match[0], ReferenceKind.DOCUMENT, 0.7)
    for pattern in (_GERMAN, _SMALL, _CODED):
        for match in pattern.finditer(text):
            name = match["name"]
            head = before(text, match.start())
            if name.startswith("Plan ") and re.search(r"[A-Z]\w+ $", head):
                continue  # an English plan
            if not (_OWN.search(head) or _ACT.match(name) or _COUNTED.fullmatch(name)):
                yield _found(
                    match.start("name"), match.end("name"), match["name"], ReferenceKind.DOCUMENT, 0.85
                )
    yield from _by_name(text)
    for match in _TITLE.finditer(text):
        yield _found(match.start("name"), match.end("name"), match["name"], ReferenceKind.DOCUMENT, 0.75)
    for pattern, confidence in ((_STANDARD, 0.9), (_ACT, 0.85), (_SPECIFICATION, 0.6), (_TERMS, 0.6)):
        for match in pattern.finditer(text):
            start = match.start() + _lead(match[0])
            if start < match.end() and not _OWN.search(before(text, start)):
                yield _found(
                    start, match.end(), text[start : match.end()], ReferenceKind.DOCUMENT_MENTION, confidence
                )


def _by_name(text: str) -> Iterator[Found]:
    for match in _ENGLISH.finditer(text):
        start = match.start("name") + _lead(match["name"])
        name = text[start : match.end("name")]
        head = before(text, start)
        if len(name.split()) < 2 or _OWN.search(head):
            continue
        if _FORM_OWN.match(name) and not _FROM.search(head):
            continue
        if _POINTED.search(head):
            yield _found(start, match.end("name"), name, ReferenceKind.DOCUMENT, 0.7)
        elif _MARKED.search(name):
            yield _found(start, match.end("name"), name, ReferenceKind.DOCUMENT, 0.65)


def _file_start(text: str, start: int) -> int:
    """File names have blanks in them: "P-120 Data Sheet.pdf"."""
    for _ in range(4):
        word = _FILE_WORD.search(text[max(0, start - 40) : start])
        if word is None or word["word"] in _NO_FILE_WORDS:
            break
        start -= len(word[0])
    return start


def _lead(name: str) -> int:
    """Characters of words before the name: a sentence begins with a capital, too."""
    lead = _LEADING.match(name)
    return lead.end() if lead else 0


def _found(start: int, end: int, name: str, kind: ReferenceKind, confidence: float) -> Found:
    return Found(start, end, kind, "document", (" ".join(name.split()),), confidence)
