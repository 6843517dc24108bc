"""Numbered parts of documents in a text: sections, annexes, figures, tables, notes, pages. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.research.references.part_numbers import ARABIC, LIST, NUMBER, QUANTITY, SINGLE, listed
from core.research.references.raw_finds import SEE, Found, before, goes_on, is_pointed_to, opens_line
from core.research.references.reference import ReferenceKind
from core.text.number_words import ENGLISH_NUMBERS, GERMAN_NUMBERS, GERMAN_ORDINALS, folded, words_for

# unit → its words; those that a number follows in other meanings, too, need a word that points.
_CERTAIN = {
    "section": (
        r"Satzes|Sätzen|Artikels|Absatz(?:es)?|Absätzen?|Absätze|[Aa]bschnitt(?:e|en|s|es)?|Abschn\."
        r"|(?:Unter|Teil)abschnitt(?:e|en|s|es)?|Unterkapiteln?"
        r"|[Kk]apiteln?|[Kk]apitels|Kap\.|[Zz]iffern?|Ziff\.|Textziffern?|Tz\.|Randnummern?|Rn\."
        r"|[Ss]ections?|SECTIONS?|[Ss]ect?s?\.|[Cc]hapters?|[Cc]h\.|[Cc]lauses?|[Pp]aragraphs?"
        r"|[Pp]aras?\.|[Ss]ub-?sections?|[Ss]ub-?clauses?"
    ),
    "annex": (
        r"[Aa]nhang|[Aa]nhänge|Beibl(?:att(?:e?s)?|ättern?)|[Aa]nnex(?:es)?|[Aa]ppendi(?:x|ces)|APPENDIX|ANNEX"
        r"|[Ss]chedules?"
    ),
    "figure": r"[Aa]bbildung(?:en)?|Abb\.|[Ff]igures?|[Ff]igs?\.",
    "table": r"[Tt]abellen?|Tab\.|[Tt]ables?",
    "note": r"[Aa]nhangangaben?|[Ff]ootnotes?|Fußnoten?|[Ff]n\.",
    "equation": r"[Gg]leichung(?:en)?|Gln?\.|[Ee]quations?|[Ee]qs?\.",
}
_DOUBTFUL = {
    "equation": r"Formeln?",
    "section": r"Teil(?:e|s|en)?|Satz|Sätze|Punkte?s?|Nummern?|Nr\.|Part|Parts|Abs\.|Artikels?|Articles?",
    "annex": r"Anlagen?|Beilagen?|[Aa]ttachments?|Exhibits?",
    "figure": r"Bild(?:er|ern)?|[Dd]rawings?|Zeichnung(?:en)?",
    "note": r"Notes?",
    "item": r"[Ii]tems?|ITEMS?|[Rr]ules?|[Cc]hecklists?|Checklisten?|Prüfanweisung|Arbeitsschritt",
    "condition": r"[Cc]onditions?|Nebenbestimmung(?:en)?",
    "page": r"Seiten?|S\.|[Pp]ages?|pp?\.",
}
_WORDS = {
    **{word: unit for unit, word in _CERTAIN.items()},
    **{word: unit for unit, word in _DOUBTFUL.items()},
}
_ANY = "|".join(f"(?:{words})" for words in _WORDS)
_UNIT = re.compile(rf"(?<![\w.\-/])(?P<unit>{_ANY})\s*(?:Nr\.\s*|No\.\s*)?(?=[\d(A-Z])")
_CERTAIN_UNIT = re.compile("|".join(_CERTAIN.values()))
_PLURAL = re.compile(
    r"(?i)(?:abschnitten?|kapiteln?|ziffern|tabellen|abbildungen|gleichungen|anhänge|anlagen|seiten"
    r"|artikel|nummern|absätzen?|sätzen?|abs\.|nr\.|bilder"
    r"|fußnoten|anhangangaben|teilen?|punkte|s\.|formeln|tz\.|rn\."
    r"|(?:sub-?)?sections?|sections|chapters|clauses|paragraphs|annexes|appendices|schedules|figures"
    r"|figs\.|tables|notes|items|pages|pp\.|p\.|"
    r"exhibits|equations|eqs\.|articles|parts|rules|drawings|attachments|sects?\.|paras\.|footnotes"
    r"|checklists)$"
)
_LIST, _SINGLE = re.compile(LIST), re.compile(SINGLE)
# "Absatz 2 Satz 3", "Anlage 2 Nr. 4", "Schedule 1, Part B", "Part II, Item 7", "Item 8 of Part II"
_FINER = re.compile(
    r"(?:,?\s+(?P<finer>Absatz|Abs\.|Satz|Nr\.|Nummer|Buchst\.|Buchstabe|lit\.|Part|Teil)\s+"
    rf"(?P<which>{NUMBER})|,\s+(?:[Tt]able|Tabelle)\s+\d+"
    rf"|,\s+(?P<item>Items?)\s+(?P<inner>{ARABIC})|\s+of\s+Part\s+(?P<outer>[IVX]+))"
)
_HYPHEN = re.compile(r"(?<![\w.-])(\d+)-(\d+)(?![\w.-])")
_SELF = re.compile(r"(?i)\b(?:this|these|dies(?:e[rsmn]?)?|vorliegende[rsmn]?)\s+(?:Part\s+[IVX]+,\s+)?$")
_HEADING_GOES_ON = re.compile(
    r"\.?\s*$|[.:]?\s*\n|(?:\.|:)\s+[\"“„]?[A-ZÄÖÜ]|\s+[—–-]\s|\.?\s{2,}[A-ZÄÖÜ(]|\.\d"
)
_ATTACHED = re.compile(r"\s+(?:hereto|hereof|attached|herewith|hierzu|liegt\s+bei|beigefügt)\b")
# "Abschnitt 4 und Anlage 3": what stands beside a certain part is one, too.
_BESIDE_A_PART = re.compile(
    r"(?:(?:[Aa]bschnitt|[Kk]apitel|[Zz]iffer|Anhang|Tabelle|Abbildung|Absatz|[Ss]ection|[Cc]hapter|[Cc]lause)\w*"
    r"|§§?)\s*[\dA-Z][\d.]*\s+(?:und|sowie|oder|and|or)\s+(?:(?:der|die|den|dem|to|the)\s+)?$"
)
_RULES = re.compile(r"\s+(?:gilt|gelten|findet|finden|ist|sind|bleibt|bleiben|Nummer|Nr\.)\b")
# Words that mean something else in the other language: a "Note" is a mark at school, a "Part" is played.
_ENGLISH_ONLY = re.compile(r"(?i:parts?|notes?|pp?\.)")
_GERMAN_ONLY = re.compile(
    r"Teile?[sn]?|Punkte?s?|Nummern?|Nr\.|Abs\.|Artikel|Satz|Sätze|Anlagen?|Beilagen?|Bilder?n?"
    r"|Zeichnung(?:en)?|Checklisten?|Arbeitsschritt|Seiten?|S\."
)
_APPLIED_FOR = re.compile(r"\s+(?:beantrag|protection|bankruptcy|proceedings)")
# "Room 12, Section B"
_IN_A_BUILDING = re.compile(
    r"\b(?:Room|Row|Block|Gate|Floor|Level|Hall|Stand|Raum|Zimmer|Reihe|Tor|Etage|Halle)\s+[\dA-Z]{1,4},\s+$"
)
_BUILT = re.compile(
    r"(?:\s+(?:der|des)\s+[A-ZÄÖÜ][\wäöüß-]+)?\s+(?:(?:wird|werden|ist|wurde|of\s+the\s+\w+|is|was|will\s+be)\s+)"
    r"(?:\w+\s+){0,2}(?:asphaltiert|gesperrt|gebaut|saniert|befahrbar|ausgebaut|paved|resurfaced|repaved)\b"
)
_OTHER_THINGS = (
    (
        re.compile(r"[Ss]chedules?\s+\d+"),
        re.compile(r"\s+(?:[A-Za-z]+\s+)?(?:pip(?:es?|ing)|tub(?:es?|ing)|steel|fittings?|wall|PVC)\b"),
    ),
    (
        re.compile(r"[Ff]igures?\s+8"),
        re.compile(r"[\s-]+(?:skat\w+|knots?|shaped?|patterns?|tracks?|loops?|rac(?:es?|ing)|stitch)\b"),
    ),
    (re.compile(r"Sections?\s+\w+"), re.compile(r"\s+(?:seats?|seating|tickets?)\b")),
    (re.compile(r"Formel\s+[1-4]"), re.compile(r"(?!\s*[.,;:)]|\s+(?:ergibt|folgt|gilt|berechne))")),
)
_COUNTED = re.compile(r"\s+(?:of|von)\s+\d")
_NO_CHAPTER = re.compile(r"(?i)\b(?:filed? for|petition\w*|beantragt\w*)\s+$")
_AMONG = re.compile(r"(?i)(?:[,;”\"“’']\s*|\d,?\s+|\)\s*,?\s*)$")
UNSURE = 0.3  # nothing but a document behind it can make it a reference
_CONTAINED = re.compile(
    r"\s+(?:of|to|in)\s+(?:the|our|this)\b|\s+(?:der|des|im|in|unsere[smrn]|[iI]hre[smrn])\b"
)
_TITLED = re.compile(
    r"(?P<word>\b(?i:headings?|captions?|sections?|chapters?|entitled|titled|abschnitte?s?|kapitels?"
    r"|überschrift|see(?: also)?|siehe)"
    r"|\bunder)(?:\s+(?:the\s+)?(?i:headings?|captions?|sections?))?\s+"
    r"(?P<quoted>[\"“„‚](?P<title>[^\"“”„\n]{3,90})[\"“”])"
)
_NUMBERED_TITLE = re.compile(rf"(?:{_ANY})\s+{NUMBER}(?:\s*[.:,–—-]|$)")
_GERMAN_ORDINALS = {f"{word}n": number for word, number in GERMAN_ORDINALS.items()}
_NUMBERS_IN_WORDS = words_for(ENGLISH_NUMBERS, range(1, 13)) | words_for(GERMAN_NUMBERS, range(1, 13))
_ORDINAL = re.compile(
    rf"(?<![\w.])(?:(?P<figure>[1-9]\d?)\.|(?P<word>{'|'.join(_GERMAN_ORDINALS)}))\s+"
    r"(?P<unit>Abschnitte?s?|Kapitels?|Absatz(?:es)?|Anhang)(?![\wäöüß-])"
)
_SPELT = re.compile(
    r"(?<![\w-])(?P<unit>[Ss]ection|[Cc]hapter|[Cc]lause|[Aa]nnex|[Aa]ppendix|[Kk]apitel|Abschnitt|Teil)\s+"
    rf"(?P<word>(?i:{'|'.join(_NUMBERS_IN_WORDS)}))(?![\w-])"
)
_BARE = re.compile(
    r"(?P<cue>\b(?i:siehe(?: auch)?|s\.|vgl\.|unter|see(?: also)?|those in|cf\.|in)\s+)"
    r"(?P<number>\d{1,2}(?:\.\d{1,2}){1,3})(?!\w|%|[.,]\d)"
)
_SAID = re.compile(
    r"\s+(?:dargelegt|beschrieben|genannt|ausgeführt|erläutert|aufgeführt|geregelt|described|above"
    r"|below|set out|oben|unten)|\s*[).;,]|\.?\s*$"
)
_NOTES_TO = re.compile(
    r"(?P<cue>\b[Ss]ee\s+(?:the\s+)?(?:accompanying\s+)?)(?P<title>[Nn]otes\s+to\s+(?:the\s+)?"
    r"(?:\w+\s+){0,4}?[Ff]inancial\s+[Ss]tatements)"
)


def find_sections(text: str, language: str | None = None) -> Iterator[Found]:
    """All of them, headings and captions left out; overlaps with other kinds are the caller's.

    `language`, "de" or "en": doubtful words of the other language are passed over, unless the text says
    to look there ("siehe Exhibit 4").
    """
    foreign = {"de": _ENGLISH_ONLY, "en": _GERMAN_ONLY}.get(language or "")
    for match in _UNIT.finditer(text):
        is_foreign = foreign is not None and foreign.fullmatch(match["unit"])
        if is_foreign and not SEE.search(before(text, match.start())):
            continue
        found = _numbered(text, match)
        if found is not None:
            yield found
    yield from _titled(text)
    yield from _bare(text)
    yield from _in_words(text)


def _numbered(text: str, match: re.Match[str]) -> Found | None:
    word = match["unit"]
    numbers = (_LIST if _PLURAL.fullmatch(word) else _SINGLE).match(text, match.end())
    if numbers is None or QUANTITY.match(text, numbers.end()):
        return None
    unit = _unit_of(word)
    start, end = match.start(), numbers.end()
    if (
        _SELF.search(before(text, start))
        or _is_heading(text, start, end)
        or _NO_CHAPTER.search(before(text, start))
        or _is_no_part(text, start, end)
        or _APPLIED_FOR.match(text, end)
    ):
        return None
    if (
        unit != "equation"
        and numbers[0].startswith("(")
        and not re.match(r"(?i)sub|par|clause|text|tz|abs", word)
    ):
        return None
    if not (word.endswith(".") or text[match.end() - 1].isspace()):
        return None
    certain = bool(_CERTAIN_UNIT.fullmatch(word))
    pointed = certain or _points(text, start, end, unit)
    if not pointed and not _CONTAINED.match(text, end):
        return None
    if unit == "page" and _COUNTED.match(text, end):
        return None
    if (
        certain
        and numbers[0].isalpha()
        and len(numbers[0]) == 1
        and not word[:1].isupper()
        and unit == "section"
    ):
        return None
    inner = _FINER.match(text, end)
    which = listed(_with_ranges(numbers[0], unit, word))
    if inner is not None:
        end = inner.end()
        if inner["item"]:
            unit, which = "item", [*listed(inner["inner"])]
    return Found(
        start, end, ReferenceKind.SECTION, unit, tuple(which), 0.9 if certain else 0.75 if pointed else UNSURE
    )


def _is_no_part(text: str, start: int, end: int) -> bool:
    """A number behind such a word that names no part of a text: a road, a seat, a pipe, a sport."""
    if _IN_A_BUILDING.search(before(text, start)) or _BUILT.match(text, end):
        return True
    words = text[start:end]
    return any(alike.fullmatch(words) and goes.match(text, end) for alike, goes in _OTHER_THINGS)


def _with_ranges(numbers: str, unit: str, word: str) -> str:
    """A hyphen between pages, or after a word in the plural, stands for "to": "pp. 33-35", "Sections 3-5"."""
    several = word.endswith((".", "n", "s")) if unit == "page" else word.endswith(("s", "en"))
    if several and (unit == "page" or re.fullmatch(r"\d+-\d+", numbers)):
        return _HYPHEN.sub(
            lambda one: one[0] if int(one[1]) >= int(one[2]) else f"{one[1]}–{one[2]}", numbers
        )
    return numbers


def _unit_of(word: str) -> str:
    return next(unit for words, unit in _WORDS.items() if re.fullmatch(words, word))


def _points(text: str, start: int, end: int, unit: str) -> bool:
    """Something says that a doubtful unit is meant as a place: a word before it, a bracket, what follows."""
    head = before(text, start)
    if is_pointed_to(text, start) or _ATTACHED.match(text, end) or _BESIDE_A_PART.search(head):
        return True
    if unit == "page":
        # Entries of a bibliography have page ranges behind a comma.
        one = not _PLURAL.fullmatch(text[start:end].split()[0])
        behind_comma = bool(re.search(r"[\w”\"“)],\s+$", head)) and not opens_line(text, start)
        return one and behind_comma and not re.search(r"(?i)\b(?:rev|version)", head)
    if unit in ("note", "item") and re.search(r"\w\s+[—–-]\s+$", head):
        return True
    if unit == "section" and text[start : start + 4] == "Satz" and _RULES.match(text, end):
        return True
    if re.search(r"[\"“„]$", head):
        return unit in ("item", "note")
    return (
        bool(_AMONG.search(head))
        and unit in ("note", "item", "section", "annex")
        and bool(_CONTAINED.match(text, end) or text[end : end + 1] in (",", "."))
    )


def _is_heading(text: str, start: int, end: int) -> bool:
    """It opens a line as a heading, a caption or a line of contents does."""
    if not opens_line(text, start) or goes_on(text, start):
        return False
    return bool(_HEADING_GOES_ON.match(text, end)) or text[start:end].split()[0].isupper()


def _titled(text: str) -> Iterator[Found]:
    for match in _TITLED.finditer(text):
        title = match["title"].strip(" .,")
        if _NUMBERED_TITLE.match(title):
            continue
        yield Found(match.start("quoted"), match.end("quoted"), ReferenceKind.SECTION, "title", (title,), 0.7)
    for match in _NOTES_TO.finditer(text):
        yield Found(
            match.start("title"),
            match.end("title"),
            ReferenceKind.SECTION,
            "title",
            (" ".join(match["title"].split()),),
            0.6,
        )


def _in_words(text: str) -> Iterator[Found]:
    """ "im 3. Abschnitt", "im dritten Kapitel", "section three"."""
    for match in _ORDINAL.finditer(text):
        if is_pointed_to(text, match.start()):
            number = match["figure"] or str(_GERMAN_ORDINALS[match["word"]])
            unit = _unit_of(match["unit"])
            yield Found(match.start(), match.end(), ReferenceKind.SECTION, unit, (number,), 0.7)
    for match in _SPELT.finditer(text):
        if is_pointed_to(text, match.start()) and not QUANTITY.match(text, match.end()):
            number, unit = str(_NUMBERS_IN_WORDS[folded(match["word"])]), _unit_of(match["unit"])
            yield Found(match.start(), match.end(), ReferenceKind.SECTION, unit, (number,), 0.7)


def _bare(text: str) -> Iterator[Found]:
    for match in _BARE.finditer(text):
        cue = match["cue"].strip().casefold()
        if QUANTITY.match(text, match.end()):
            continue
        if cue in ("unter", "in") and not re.match(
            r"\s+(?:dargelegt|beschrieben|genannt|ausgeführt|erläutert|described|above|below)",
            text[match.end() :],
        ):
            continue
        if _SAID.match(text, match.end()):
            yield Found(
                match.start("number"),
                match.end("number"),
                ReferenceKind.SECTION,
                "section",
                (match["number"],),
                0.6,
            )
