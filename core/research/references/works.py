"""Works that a text cites: "[12]", "[Mül20]", "Smith et al. (2019)", "(Huber, 2011)". Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.research.references.part_numbers import listed
from core.research.references.raw_finds import Found, before, goes_on, line_around, opens_line
from core.research.references.reference import ReferenceKind
from core.text.currency_names import NAME_PATTERN, SIGN

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
_MEASURED = re.compile(
    rf"\s*(?:(?:kg|mg|µg|km|cm|mm|ml|kWh?|MW|Hz|bar|mSv|{NAME_PATTERN}|Prozent|Stück)\b|[%°]|{SIGN})"
)
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
_PAGE = (
    r"(?:\s*:\s*\d[\d–-]*(?:\s*ff?\.)?|,\s*(?:S\.|Seite|pp?\.|Kap\.|ch\.|Abschn\.)\s*[\d.–-]+(?:\s*ff?\.)?)?"
)
_NARRATIVE = re.compile(rf"(?<![\w-])(?P<authors>{_AUTHORS})\s+\((?P<year>{_YEAR}){_PAGE}\)")
# Without brackets only where a letter tells the works of one year apart: "Jones 2015a reported".
_LETTERED = re.compile(rf"(?<![\w-])(?P<authors>{_AUTHORS}),?\s+(?P<year>(?:1[89]\d\d|20[0-4]\d)[a-f])(?!\w)")
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
    r"(?i)\b(?:bei|nach|von|laut|vgl\.|siehe|wie|berichten|zeigen|by|of|see|to|in|following|unlike"
    r"|cf\.|per|with|from|as|and|und|that)\s+$"
)
_REPORTS = re.compile(
    r"\s*,?\s*(?:(?:has|have|had|also|further|later|first|hat|haben|auch)\s+)?(?:zeig|bericht|find|fand"
    r"|beschreib|untersuch|argumentier|weis|nenn|schlag|gib|geben|geh|komm|schreib|stell|mess|maß|ermittel"
    r"|entwickel|vergleich|nutz|verwend|definier|erklär|schätz|leg|hält|halten|sieht|sehen|führ|unterscheid"
    r"|bestätig|beleg|folger|vermut|forder|kritisier|analysier|(?:ist|sind)\s+der\s+(?:Ansicht|Meinung|Auffassung)"
    r"|show|report|found|find|argu|describ|propos|suggest|not(?:e|ing)|observ|us(?:e|ing)|introduc|conclud"
    r"|demonstrat|deriv|measur|claim|state[sd]?\b|estimat|analy|present|review|stud|develop|compar|identif"
    r"|point|call|write|wrote|say|said|explain|discuss|assum|appl|extend|prove|reject|examin|investigat"
    r"|obtain|confirm|consider|recommend|warn|gave|give)"
)
# Names of places, which a year in brackets follows as the date of something there.
_PLACES = frozenset(
    (
        *(
            "Berlin",
            "Hamburg",
            "München",
            "Köln",
            "Frankfurt",
            "Stuttgart",
            "Düsseldorf",
            "Leipzig",
            "Dresden",
        ),
        *("Hannover", "Bremen", "Wien", "Graz", "Zürich", "Genf", "Basel", "Bern", "Paris", "Lyon", "London"),
        *(
            "Madrid",
            "Barcelona",
            "Rom",
            "Rome",
            "Mailand",
            "Milan",
            "Brüssel",
            "Brussels",
            "Amsterdam",
            "Prag",
        ),
        *(
            "Prague",
            "Warschau",
            "Warsaw",
            "Budapest",
            "Athen",
            "Athens",
            "Lissabon",
            "Lisbon",
            "Dublin",
            "Oslo",
        ),
        *(
            "Stockholm",
            "Kopenhagen",
            "Copenhagen",
            "Helsinki",
            "Moskau",
            "Moscow",
            "Kiew",
            "Kyiv",
            "Istanbul",
        ),
        *(
            "Tokio",
            "Tokyo",
            "Peking",
            "Beijing",
            "Shanghai",
            "Delhi",
            "Mumbai",
            "Sydney",
            "Boston",
            "Chicago",
        ),
        *("Toronto", "Montreal", "Munich", "Vienna", "Zurich", "Geneva", "Cologne", "Deutschland", "Germany"),
        *(
            "Österreich",
            "Austria",
            "Schweiz",
            "Switzerland",
            "Frankreich",
            "France",
            "Italien",
            "Italy",
            "Spanien",
        ),
        *(
            "Spain",
            "Polen",
            "Poland",
            "England",
            "Europa",
            "Europe",
            "Japan",
            "China",
            "Indien",
            "India",
            "Kanada",
        ),
        *("Canada", "Amerika", "America", "Afrika", "Africa", "Asien", "Asia", "Russland", "Russia"),
    )
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
        if _MEASURED.match(text, match.end()):
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
    for pattern in (_NARRATIVE, _LETTERED):
        for match in pattern.finditer(text):
            # "von" in small letters points to the author, or is a part of a name that is found without it.
            start = match.start() + (len("von") if match[0].startswith("von ") else 0)
            start += len(text[start : match.end()]) - len(text[start : match.end()].lstrip())
            authors = text[start : match.end("authors")]
            several = bool(re.fullmatch(_SEVERAL, authors))
            if any(_NO_AUTHORS.match(word) for word in re.split(r"[\s,&]+", authors)):
                continue
            if several or _is_cited(text, start, match.end(), authors):
                yield Found(
                    start, match.end(), ReferenceKind.ACADEMIC_SHORTFORM, "work",
                    (_work(authors, match["year"]),), 0.9 if several else 0.65,
                )  # fmt: skip


def _is_cited(text: str, start: int, end: int, author: str) -> bool:
    """One name and a year mean a work: what stands before them points to it, or it does what works do."""
    head = before(text, start)
    reports = bool(_REPORTS.match(text, end))
    if author in _PLACES:
        return reports
    return bool(_CITING.search(head)) or reports


def _surname(authors: str) -> str:
    return re.split(r"[\s,&]+", authors)[0]


def _work(authors: str, year: str) -> str:
    """ "Smith et al." and 2019 as "Smith 2019": the first author tells."""
    first = re.match(_NAME, authors)
    return f"{first[0] if first else authors} {year}"
