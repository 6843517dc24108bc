"""References to laws in a text: "§ 15 Abs. 2 StrlSchG", "Article 6(1) GDPR". Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.research.references.part_numbers import ARABIC, LIST, ROMANS, written_out
from core.research.references.raw_finds import Found, opens_line
from core.research.references.reference import ReferenceKind

# Laws by their short names, and by what their long names end with.
_SHORT = (
    r"(?:[A-ZÄÖÜ][A-Za-zÄÖÜäöü]{0,12}(?:G|V|O|B|VO|GB|StV|SG)\b(?![\w-])|GG|DS-?GVO|AEUV|EUV|EMRK"
    r"|TA\s+(?:Luft|Lärm)|SGB\s+[IVX]+|GDPR|TFEU|TEU|ECHR|UCC|UN-?CISG"
    r"|VOB/[ABC]|VgV|ZPO|StPO|HOAI)(?!\w)"
)
_GERMAN_LONG = (
    r"(?:der|des|dem)\s+(?:[A-ZÄÖÜ][\w-]*\s+){0,2}?[A-ZÄÖÜ][\w-]*(?:gesetz(?:es|buch(?:e?s)?)?|ordnung"
    r"|satzung|statuts?|verfassung|buche?s|verordnung)"
    r"(?:\s+\((?:EG|EU|EWG)\)\s+(?:Nr\.\s+)?\d+/\d+)?"
)
_NUMBERED_ACT = (
    r"(?:(?:der|die|of|the)\s+)?(?:Verordnung|Richtlinie|Regulation|Directive|Decision|Beschluss)\s+"
    r"(?:\((?:EU|EG|EC|EEC|EWG)\)\s+)?(?:(?:Nr|No)\.?\s*)?\d{2,4}/\d{1,4}(?:/(?:EG|EU|EC|EWG|EEC"
    r"|Euratom))?"
)
_ENGLISH_LONG = (
    r"(?:of\s+(?:the\s+)?|under\s+the\s+)?(?:(?:[A-Z][\w.&’'-]*|and|at|of|the|for|on)\s+){0,8}?"
    r"(?:Act|Code|Regulations|Regulation\s+[A-Z](?:-[A-Z])?|Constitution|Convention|Treaty|Title\s+\d+"
    r"|Order|Law)(?:\s+(?:of\s+)?(?:19|20)\d\d)?(?![\w])"
)
_FINER = (
    r"(?:\s*,?\s*(?:Abs(?:atz|ätze|\.|(?=\s\d))|Satz|Sätze|S\.|Nr(?:\.|(?=\s\d))|Nummer|Ziff\.|Buchst(?:abe|\.)|lit\.|Alt\."
    r"|Halbs(?:atz|\.)|Unterabs(?:atz|\.)|Tabelle|Spalte|Hs\.)\s*"
    r"(?:\d{1,3}[a-z]?|[a-z]{1,2}\b)(?:\s*(?:,|und|bis|oder|–|-)\s*(?:\d{1,3}[a-z]?|[a-z])(?![\w.]))*"
    r"|\s+(?:I{1,3}|IV|VI{0,3}|IX|X)(?=\s+(?:\d\s+)?[A-ZÄÖÜ][A-Za-z]*[A-Z])(?:\s+\d(?=\s))?|\s*f{1,2}\.)*"
)
_ONE = r"\d{1,4}[a-z]?(?:\.\d{1,4})*(?:\((?:\d{1,3}|[a-z]{1,4})\))*(?!\w)"
_GERMAN_LIST = rf"{_ONE}{_FINER}(?:\s*(?:,|und|bis|oder|–|-|/)\s*{_ONE}{_FINER})*"
_PARAGRAPH = re.compile(
    rf"§§?\s*(?P<list>{_GERMAN_LIST})(?:\s+(?P<law>{_SHORT}|{_GERMAN_LONG}|of\s+the\s+(?:(?:[A-Z][\w-]*"
    rf"|and|of|the)\s+)*?(?:Act|Code|Regulations?)(?:\s+(?:of\s+)?\d{{4}})?))?"
)
_ARTICLE = re.compile(
    rf"(?<!\w)(?:Art\.|Art(?=\s)|Artikel[ns]?|Articles?|Arts?\.)\s*(?P<list>{_ONE}{_FINER}(?:\s*(?:,|und|and|or"
    rf"|oder|bis|to|–|-)\s*{_ONE}{_FINER})*)"
    rf"\s+(?P<law>(?:of\s+the\s+|der\s+|des\s+)?{_SHORT}|{_NUMBERED_ACT}|{_GERMAN_LONG}|{_ENGLISH_LONG})"
)
_PART = re.compile(
    r"(?<!\w)(?:Anhang|Anlage|Nr\.|Nummer|Annex|Kapitel|Abschnitt|Chapter|Titel)\s+(?P<list>(?:[IVX]+"
    rf"|\d[\d.]*)){_FINER}"
    rf"\s+(?P<law>(?:zur\s+|der\s+|des\s+)?{_SHORT}|{_NUMBERED_ACT}|of\s+{_NUMBERED_ACT})"
)
_SECTION = re.compile(
    r"(?<!\w)(?P<unit>[Ss]ections?|[Ss]s?\.|[Ss]ecs?\.|[Rr]ules?|[Rr]egulations?|Items?"
    rf"|[Cc]hapters?)\s+(?P<list>{LIST})\s+(?P<law>{_ENGLISH_LONG})"
)
_CODE = re.compile(
    rf"(?<!\w)(?P<title>\d{{1,2}})\s+(?P<code>U\.\s?S\.\s?C\.|C\.\s?F\.\s?R\.|USC|CFR)\s*(?:§§?\s*)?"
    rf"(?P<list>{ARABIC})"
)
_RECITAL = re.compile(r"(?<!\w)(?:[Rr]ecitals?|Erwägungsgr(?:und|ünde)s?)\s+\(?(?P<list>\d{1,3})\)?")
_WITHOUT_LAW = re.compile(
    rf"(?<!\w)(?:Artikel[ns]?|Art\.|Articles?)\s+(?P<list>{_ONE}{_FINER})(?P<joined>\s+"
    r"(?:in\s+Verbindung\s+mit|i\.\s?V\.\s?m\.)\s)?"
)
_HEADING = re.compile(r"\s+[A-ZÄÖÜ][^\n]{2,90}(?:\n\s*(?:\n|\(|$)|$)")
_ARTICLES = re.compile(r"^(?:of|der|des|dem|die|the|zur|under)\s+(?:the\s+)?")
_ROMAN = re.compile(r"(?<=[\da-z])\s+(I{1,3}|IV|VI{0,3}|IX|X)(?!\w)(?:\s+\d(?!\w))?")  # "823 I 1"
_UP_TO = re.compile(r"\s*(?:bis|to|–|-)\s*")
_MOST_IN_RANGE = 10  # sections that are named by the first and the last one
_FINER_NUMBER = re.compile(r"(?:Abs(?:atz|\.)?\s*)(\d+[a-z]?)|^\s+(?P<roman>[IVX]{1,4})(?!\w)")
_SPELT = re.compile(
    rf"(?<!\w)Paragra(?:ph|f)(?:en|s)?\s+(?P<list>{_GERMAN_LIST})\s+(?P<law>{_SHORT}|{_GERMAN_LONG})"
)


def find_legal(text: str) -> Iterator[Found]:
    """Sections of laws; a § without a law is one of this document, or of a law named before."""
    for match in _PARAGRAPH.finditer(text):
        law = _law(match["law"])
        if not law and opens_line(text, match.start()) and _HEADING.match(text, match.end()):
            continue
        yield _found(match, "§", _each(match["list"]), law)
    for match in _SPELT.finditer(text):
        yield _found(match, "§", _each(match["list"]), _law(match["law"]))
    for match in _ARTICLE.finditer(text):
        yield _found(match, "article", _each(match["list"]), _law(match["law"]))
    for match in _WITHOUT_LAW.finditer(text):
        if match["joined"] or not re.fullmatch(_ONE, match["list"]):
            end = match.end("list")
            yield Found(match.start(), end, ReferenceKind.LEGAL_SECTION, "article", _each(match["list"]))
    for match in _PART.finditer(text):
        unit = "annex" if match[0].startswith("An") else "section"
        yield _found(match, unit, (match["list"],), _law(match["law"]))
    for match in _SECTION.finditer(text):
        law = _law(match["law"])
        if law.split()[-1] in ("Code", "Law", "Order", "Convention") and len(law.split()) < 2:
            continue
        yield _found(match, match["unit"].casefold().rstrip("s."), _each(match["list"]), law)
    for match in _CODE.finditer(text):
        yield _found(match, "§", (match["list"],), f"{match['title']} {match['code']}")
    for match in _RECITAL.finditer(text):
        if match.start():
            yield _found(match, "recital", (match["list"],), "")


def _found(match: re.Match[str], unit: str, numbers: tuple[str, ...], law: str) -> Found:
    end = match.start() + len(match[0].rstrip())
    return Found(match.start(), end, ReferenceKind.LEGAL_SECTION, unit, numbers, law)


def _each(text: str) -> tuple[str, ...]:
    """ "15 Abs. 2, 16" → 15(2), 16; "305 bis 307" → 305, 306, 307."""
    found: list[str] = []
    end = 0
    text = _ROMAN.sub(lambda one: f" Abs. {ROMANS.index(one[1]) + 1}", text)
    for match in re.finditer(rf"({_ONE})({_FINER})", text):
        inner = _FINER_NUMBER.search(match[2])
        number = match[1] + (f"({inner[1]})" if inner and "(" not in match[1] else "")
        if found and _UP_TO.fullmatch(text, end, match.start()):
            found += written_out(found[-1], match[1], _MOST_IN_RANGE)[1:-1]
        found.append(number)
        end = match.end()
    return tuple(dict.fromkeys(found)) or (text.strip(),)


def _law(said: str | None) -> str:
    return " ".join(_ARTICLES.sub("", said.strip()).split()) if said else ""
