"""Works that a text cites: "[12]", "[Mül20]", "Smith et al. (2019)", "(Huber, 2011)". Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.research.references.found import Found, before, goes_on, line_around, opens_line
from core.research.references.numbers import listed
from core.research.references.reference import ReferenceKind

_PLACE = (
    r"(?:,\s*(?:Kap\.|Kapitel|[Cc]h\.|[Cc]hapter|S\.|Seite|pp?\.|[Ss]ec(?:\.|tion)|Abschn(?:\.|itt)|Th"
    r"(?:m|eorem)\.?|[Ff]ig\.)\s*[\d.–-]+)"
)
_NUMBERED = re.compile(
    rf"\[(?P<list>[1-9]\d{{0,2}}(?:\s*[,;–-]\s*[1-9]\d{{0,2}})*){_PLACE}?\](?:\s*[–-]\s*\["
    rf"(?P<last>[1-9]\d{{0,2}})\])?"
)
_LABELLED = re.compile(rf"\[(?P<label>[A-ZÄÖÜ][A-Za-zäöüß]{{0,5}}\+?\d{{2}}[a-z]?)(?:{_PLACE})?\]")
_NOT_CITED = re.compile(
    r"(?i)(?:interval|intervall|range|bereich|between|zwischen|feld|field|box|kästchen|array|index"
    r"|element|zeile|row|column|spalte|tick|option)s?\s*$"
)
_ELEMENT = re.compile(r"\w$")
_BOXES = re.compile(r"\[\s*[xX✓]?\s*\]")
_YEAR = r"(?:1[89]\d\d|20[0-4]\d)[a-z]?"
_NAME = (
    r"(?:(?:[Vv]an der|[Vv]an den|[Vv]an|[Vv]on|[Dd]e|[Dd]i|[Ll]e)\s+)?(?:O['’]|Mc"
    r"|D['’])?[A-ZÄÖÜÉ][a-zäöüßéèőáíóøåčšžñ]+(?:-[A-ZÄÖÜ][\w]+|[A-Z][a-zäöü]+)?"
)
_OTHERS = r"(?:\s+et\s+al\.?|\s+u\.\s?a\.|\s+und\s+andere|\s+and\s+others|\s+and\s+colleagues)"
_AND = r"(?:\s*,?\s+(?:and|und)\s+|\s*&\s*)"
_SEVERAL = rf"{_NAME}(?:{_OTHERS}|(?:,\s+{_NAME}){{0,8}}{_AND}(?:{_NAME}|Söhne|Sons|Co\.?))"
_AUTHORS = rf"(?:{_SEVERAL}|{_NAME})"
_PAGE = r"(?:,\s*(?:S\.|Seite|pp?\.|Kap\.|ch\.|Abschn\.)\s*[\d.–-]+(?:\s*ff?\.)?)?"
_NARRATIVE = re.compile(rf"(?<![\w-])(?P<authors>{_AUTHORS})\s+\((?P<year>{_YEAR}){_PAGE}\)")
_IN_BRACKETS = re.compile(
    r"\((?P<body>(?:(?:see(?: also)?|e\.g\.,?|cf\.|vgl\.(?: auch)?|siehe(?: auch)?|z\.\s?B\."
    rf"|so auch)\s+)?(?:{_AUTHORS},?\s+{_YEAR}{_PAGE})"
    rf"(?:\s*;\s*{_AUTHORS},?\s+{_YEAR}{_PAGE})*)\)"
)
_EACH = re.compile(rf"(?P<authors>{_AUTHORS}),?\s+(?P<year>{_YEAR})")
_NO_AUTHORS = re.compile(
    r"(?i)^(?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november"
    r"|dezember|january|february|march|may|june|july"
    r"|october|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez|spring|summer|autumn"
    r"|winter|fall|frühjahr|sommer|herbst"
    r"|stand|version|fassung|ausgabe|auflage|edition|rev|revision|seit|since|bis|until|ab|from|year"
    r"|jahr|fiscal|vorjahr|geschäftsjahr|in|im|the"
    r"|quarter|quartal|halbjahr|act|code|table|figure|section|tabelle|abbildung|abschnitt|anhang|annex"
    r"|note|januar|gegründet|founded|established"
    r"|total|gesamt|umsatz|revenue|sales|income|source|quelle|basis|index|report|bericht|directive"
    r"|richtlinie|gesetz|regulation|release|"
    r"olympics|conference|konferenz|volume|band|issue|heft|nummer|number|about|circa|ca|only|mid|late"
    r"|early|end|ende|anfang|mitte)$"
)
_CITING = re.compile(
    r"(?i)(?:\b(?:bei|nach|von|laut|vgl\.|siehe|wie|berichten|zeigen|by|of|see|to|in|following|unlike"
    r"|cf\.|per|with|from|as|and|und|that)\s+|^\s*|[.;]\s+|,\s+)$"
)
_REPORTS = re.compile(
    r"\s*,?\s*(?:zeig|bericht|find|fand|beschreib|untersuch|argumentier|weis|nenn|schlag|gib|geben|geh"
    r"|komm|ist\b|sind\b|show|report|found|find|argue|describe|propose|suggest|note|observe|used"
    r"|introduce|conclude|demonstrate|derive)"
)


def find_works(text: str) -> Iterator[Found]:
    """Citations by number, by label, and by author and year; entries of a bibliography are none."""
    yield from _numbered(text)
    yield from _by_author(text)


def _numbered(text: str) -> Iterator[Found]:
    for match in _NUMBERED.finditer(text):
        head = before(text, match.start())
        line = line_around(text, match.start(), match.end())
        if _NOT_CITED.search(head) or _ELEMENT.search(head) or _BOXES.search(line) or _is_entry(text, match):
            continue
        numbers = listed(match["list"])
        if match["last"]:
            numbers = listed(f"{numbers[-1]}–{match['last']}")
        if re.fullmatch(r"(?:19|20)\d\d", match["list"]):
            continue
        yield Found(
            match.start(), match.end(), ReferenceKind.ACADEMIC_NUMBERED, "bibliography", tuple(numbers), 0.9
        )
    for match in _LABELLED.finditer(text):
        if not _is_entry(text, match):
            yield Found(
                match.start(),
                match.end(),
                ReferenceKind.ACADEMIC_NUMBERED,
                "bibliography",
                (match["label"],),
                0.85,
            )


def _is_entry(text: str, match: re.Match[str]) -> bool:
    """It opens a line and a name or title follows, as in a bibliography."""
    if not opens_line(text, match.start()) or goes_on(text, match.start()):
        return False
    return bool(re.match(r"\s*[A-ZÄÖÜ„“\"]", text[match.end() : match.end() + 8]))


def _by_author(text: str) -> Iterator[Found]:
    for match in _IN_BRACKETS.finditer(text):
        works = [
            _work(one["authors"], one["year"])
            for one in _EACH.finditer(match["body"])
            if not _NO_AUTHORS.match(_surname(one["authors"]))
        ]
        if works:
            yield Found(
                match.start(), match.end(), ReferenceKind.ACADEMIC_SHORTFORM, "work", tuple(works), 0.85
            )
    for match in _NARRATIVE.finditer(text):
        authors = match["authors"]
        several = bool(re.fullmatch(_SEVERAL, authors))
        if any(_NO_AUTHORS.match(word) for word in re.split(r"[\s,&]+", authors)):
            continue
        if not several and not (
            _CITING.search(before(text, match.start())) or _REPORTS.match(text, match.end())
        ):
            continue
        yield Found(
            match.start(), match.end(), ReferenceKind.ACADEMIC_SHORTFORM, "work",
            (_work(authors, match["year"]),), 0.9 if several else 0.65,
        )  # fmt: skip


def _surname(authors: str) -> str:
    return re.split(r"[\s,&]+", authors)[0]


def _work(authors: str, year: str) -> str:
    """ "Smith et al." and 2019 as "Smith 2019": the first author tells."""
    first = re.match(_NAME, authors)
    return f"{first[0] if first else authors} {year}"
