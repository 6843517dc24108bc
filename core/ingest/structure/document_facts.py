"""What a document says about itself: organisations, years, kind, date, and the abbreviations it explains.

Taken from its file name, its title and its first pages; nothing that a reader cannot see, so never from a
file's metadata. Pure functions; run in the parser process.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from core.ingest.readers.base import ReadPage
from core.ingest.structure.annotations import own_text
from core.ingest.structure.page_roles import find_roles
from core.search.concepts import Concepts, joined, load_concepts, words
from core.store.facts import DocumentFacts
from core.text.dates import MONTHS, find_dates, quarter_in, years_in

FIRST_PAGES = 3
_FIRST_CHARACTERS = 12_000
_MOST_NAMES = 8
_MOST_ABBREVIATIONS = 60

_JOINTS_OF_NAMES = re.compile(r"[_-]|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")  # "10K_2022b"
_PERIOD_END = re.compile(
    r"(?i)(?:year|period|quarter|months|weeks)s?\s+ended:?\s+"
    r"(?:[A-Za-zä]{3,9}\.?\s+\d{1,2},?\s+|\d{1,2}\.?\s+[A-Za-zä]{3,9}\s+)"
    r"((?:19|20)\d\d)|(?:zum|Geschäftsjahr(?:\s+vom)?.{0,30}?)\s+3[01]\.\s?(?:12\.|Dezember\s+)((?:19|20)\d\d)"
)
# An organisation is what stands before its legal form.
_NAME_WORD = r"(?:[A-Z0-9][\w.’'+-]*|&|and|of|the|und|für|der)"
_LEGAL_FORM = (
    r"(?:Incorporated|Inc\.?|Corporation|Corp\.?|Company|Co\.|Limited|Ltd\.?|LLC|L\.L\.C\.|plc|PLC|LLP"
    r"|L\.P\.|N\.V\.|S\.A\.|S\.p\.A\.|SE|AG|GmbH(?:\s*&\s*Co\.?\s*KG(?:aA)?)?|KGaA|KG|OHG|GbR|e\.\s?V\.|eG"
    r"|B\.V\.|A/S|AB|Oyj|INCORPORATED|INC\.?|CORPORATION|CORP\.?|COMPANY|LIMITED|LTD\.?)"
)
_ORGANISATION = re.compile(
    rf"(?<![\w.])((?:[A-Z0-9][\w.’'+-]*)(?:[ \t]+{_NAME_WORD}){{0,6}}?),?[ \t]+{_LEGAL_FORM}(?![\w])"
    r"(?!\s+(?:by|BY|herein)\b)"
)
_CHARTER = re.compile(r"(?m)^\s*(.{2,80}?)\s*$\s*\(exact name of (?:the )?registrant", re.IGNORECASE)
# Markets on which a paper is traded, and what runs on from the line before.
_NOT_NAMES = re.compile(r"(?i)\bstock (?:market|exchange)|\b(?:19|20)\d\d\b|^(?:portions? of|item \d|due )")
_TICKER = re.compile(r"(?<![\w.])([A-Z]{1,5})\s+(?:The\s+)?(?:New York Stock Exchange|NYSE|Nasdaq|NASDAQ)")
_DEFINED = re.compile(r"[(\[][^()\[\]]{0,60}?[\"“„”]([A-Z][\w&.’' -]{1,30}?)[\"“”][^()\[\]]{0,40}?[)\]]")
# Words of file names that name nobody.
_GENERIC = frozenset(
    word
    for line in (
        "final draft copy scan scanned document doc file version rev new old signed dated exhibit ex",
        "page part fy fiscal year quarter annual quarterly the of and for to in on with a an full",
        "complete web print english german deutsch en de us form filing sec amended appendix anhang",
        "anlage entwurf kopie neu alt seite teil dokument datei unterschrieben vom von und der die das",
        "für mit pdf docx xlsx pptx txt html readme index untitled unbenannt img image consolidated notes",
        "statement statements summary overview",
    )
    for word in line.split()
) | frozenset(MONTHS)
_NOT_ALIASES = frozenset(words("company the company we us our registrant group agreement parties party")) | {
    "smallerreporting",
    "emerginggrowth",
    "thecompany",
    "thegroup",
    "theregistrant",
    "theagreement",
}
# Set in capitals before the name of a market, too: "TRADED ON NYSE".
_NO_TICKERS = {
    *("A", "AN", "AND", "AS", "AT", "BY", "FOR", "FROM", "IN", "IS", "IT", "OF", "ON", "OR", "OUR", "THE"),
    *("TO", "VIA", "WITH"),
}
_SMALL_WORDS = frozenset(("and", "of", "the", "for", "in", "on", "to", "a", "und", "der", "die", "für", "&"))
_SHORT_FORM = re.compile(r"\(\s*[\"“„]?([A-Z][A-Za-z&/.-]{0,8}[A-Z&][A-Za-z]{0,2}|[A-Z]{2,8})[\"“”]?\s*[),;]")


def find_facts(
    filename: str, title: str, pages: Sequence[ReadPage], concepts: Concepts | None = None
) -> DocumentFacts:
    """All that can be told; `filename` may be empty."""
    known = concepts or load_concepts()
    first = "\n".join(own_text(page) for page in pages[:FIRST_PAGES])[:_FIRST_CHARACTERS]
    named = name_facts(filename, known)
    return DocumentFacts(
        names=_names(named.names, title, first),
        years=tuple(dict.fromkeys(chain(named.years, _years(title), _period_years(first)))),
        quarter=named.quarter or quarter_in(title),
        kind=named.kind or _kind(title, first, known),
        date=first_date(first),
        abbreviations=abbreviations(page.text for page in pages),
        roles=find_roles(pages, known),
    )


def told_title(title: str, facts: DocumentFacts) -> str:
    """The title, with organisation and year where it does not tell them: what a chunk is said to be of."""
    said = joined(title)
    added: list[str] = []
    heads = [word for name in facts.names[:2] for word in words(name) if len(word) > 3]
    if facts.names and not any(word in said for word in heads):
        added.append(facts.names[0])
    if facts.years and str(facts.years[0]) not in title:
        added.append(str(facts.years[0]))
    return " · ".join([title, *added]) if title else " ".join(added)


def name_facts(filename: str, concepts: Concepts | None = None) -> DocumentFacts:
    """What a file name alone says: cheap, so that it can follow a file that was renamed."""
    known = concepts or load_concepts()
    stem = filename.rpartition(".")[0] or filename
    spaced = " ".join(re.split(r"[\s_.,()\[\]]+|(?<![A-Z])-|-(?!\d)", stem))
    kinds = known.kinds_in(stem.replace("_", " "))
    kind_words = {
        word
        for match in known.kind_terms.find(words(spaced))
        for word in words(spaced)[match.first : match.last]
    }
    kept = []
    for part in spaced.split():
        folded = joined(part)
        is_name = len(folded) > 1 and any(ch.isalpha() for ch in folded) and folded not in _GENERIC
        if is_name and folded not in kind_words and not _is_period(part):
            kept.append(part)
    name = " ".join(kept)
    return DocumentFacts(
        names=(name,) if name and len(kept) <= 6 else (),
        years=tuple(dict.fromkeys(_years(stem))),
        quarter=quarter_in(stem.replace("_", " ")),
        kind=kinds[0] if kinds else "",
    )


def first_date(text: str) -> str:
    """The first day of a text that can be read in one way only, as ISO 8601; empty when there is none."""
    dates = (found.date for found in find_dates(text, day_first=True) if found.other is None)
    return next((date.iso for date in dates if date.year and date.day), "")


def abbreviations(texts: Iterator[str] | Sequence[str]) -> dict[str, str]:
    """Short form → what it is short for, as in "selling, general and administrative (SG&A)".

    After Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical
    text", PSB 2003: the shortest run of words before the bracket in which the letters stand in order.
    """
    found: dict[str, str] = {}
    for text in texts:
        for match in _SHORT_FORM.finditer(text):
            short = match[1].strip(" .")
            if short in found or not 2 <= sum(ch.isalpha() for ch in short) <= 8:
                continue
            full = _long_form(short, text[max(0, match.start() - 160) : match.start()])
            if full:
                found[short] = full
                if len(found) == _MOST_ABBREVIATIONS:
                    return found
    return found


def _long_form(short: str, before: str) -> str:
    letters = [ch.lower() for ch in short if ch.isalnum()]
    most_words = min(len(letters) + 5, len(letters) * 2)
    sentence = re.split(r"[.;:()\n]{1,}\s*(?=[A-Z(]|$)", before.rstrip(' "“„,'))[-1]
    candidates = re.findall(r"\S+", sentence)[-most_words:]
    initials = _by_initials(letters, candidates)
    if initials:
        return initials
    candidate = " ".join(candidates)
    lowered = candidate.lower()
    place = len(lowered)
    for index in range(len(letters) - 1, -1, -1):
        place -= 1
        while place >= 0 and (
            lowered[place] != letters[index] or (index == 0 and place > 0 and lowered[place - 1].isalnum())
        ):
            place -= 1
        if place < 0:
            return ""
    full = candidate[place:].strip(' ,"“”')
    enough = len(full) > len(short) + 2 and len(full.split()) >= 2
    return " ".join(full.split()) if enough and joined(short) not in words(full) else ""


def _by_initials(letters: Sequence[str], before: Sequence[str]) -> str:
    """The last words whose first letters are the letters, small words between them passed over."""
    left = list(letters)
    for place in range(len(before) - 1, -1, -1):
        word = before[place].strip('"“„(,').lower()
        if left and word[:1] == left[-1]:
            left.pop()
            if not left:
                full = " ".join(before[place:]).strip(' ,"“”„(')
                return full if len(letters) > 1 else ""
        elif word not in _SMALL_WORDS:
            return ""
    return ""


# --- names ----------------------------------------------------------------------------------------


def _names(of_file: Sequence[str], title: str, first: str) -> tuple[str, ...]:
    """Those of the file name first, then the organisation that is named earliest and most often."""
    counted: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    order: dict[str, int] = {}
    for text, weight in ((title, 4), (first, 1)):
        for match in _ORGANISATION.finditer(text):
            name = " ".join(match[1].split()).strip(" ,.&")
            key = joined(name)
            if len(key) < 2 or key in _NOT_ALIASES or len(name) > 60 or _NOT_NAMES.search(name):
                continue
            counted[key] += weight
            spelled.setdefault(key, name)
            order.setdefault(key, len(order))
    ranked = sorted(counted, key=lambda key: (-min(counted[key], 4), order[key]))
    charter = [" ".join(match[1].split()) for match in _CHARTER.finditer(first)]
    tickers = [match[1] for match in _TICKER.finditer(first) if match[1] not in _NO_TICKERS]
    organisations = [*of_file, *charter[:1], *(spelled[key] for key in ranked)]
    defined = [
        name
        for match in _DEFINED.finditer(first[:4000])
        if _is_short_for(name := " ".join(match[1].split()), organisations)
    ]
    names = [*of_file, *charter[:1], *(spelled[key] for key in ranked[:3]), *tickers[:2], *defined[:2]]
    unique: dict[str, str] = {}
    for name in names:
        unique.setdefault(joined(name), name)
    unique.pop("", None)
    return tuple(unique.values())[:_MOST_NAMES]


def _is_short_for(name: str, organisations: Sequence[str]) -> bool:
    """A term that a contract defines is a name when it is made of an organisation's: not "the Supplier"."""
    key = joined(name)
    if len(key) < 2 or key in _NOT_ALIASES:
        return False
    for organisation in organisations:
        own = words(organisation)
        initials = "".join(word[0] for word in own)
        if (
            set(words(name)) <= set(own)
            or key in (initials, initials[: len(key)])
            or "".join(own).startswith(key)
        ):
            return True
    return False


def _kind(title: str, first: str, concepts: Concepts) -> str:
    for text in (title, first[:1500], first[:4000]):
        kinds = concepts.kinds_in(text)
        if kinds:
            return kinds[0]
    return ""


# --- time -----------------------------------------------------------------------------------------


def _years(text: str) -> tuple[int, ...]:
    return years_in(_JOINTS_OF_NAMES.sub(" ", text))


def _period_years(text: str) -> list[int]:
    return [int(match[1] or match[2]) for match in _PERIOD_END.finditer(text)][:3]


def _is_period(part: str) -> bool:
    numbered = re.fullmatch(r"([^\W\d_]+)\d+", part)
    if numbered is not None and numbered[1].casefold() in _GENERIC:
        return True  # scan0001
    return bool(re.fullmatch(r"(?i)[\d\W]+|(?:FY|Q|GJ|H)?\d+(?:Q\d?)?|v\d+(?:\.\d+)*", part))
