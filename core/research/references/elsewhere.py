"""What else a numbered part may be a part of: "Abschnitt 4 der Ausschreibung", "clause 5 of the lease".

`containers` knows names that only documents have. Here is whatever else follows a number as its owner does,
so that such a part is never taken for the part of that number in its own document. Pure functions.
"""

from __future__ import annotations

import re

_QUOTE = '„“"‚«»”‘'
# A title in brackets or in quotation marks between a number and what it belongs to.
ASIDE = (
    rf"(?:\s*\([^()\n]{{2,60}}\)|\s*,?\s*[{_QUOTE}][^{_QUOTE}\n]{{2,80}}[{_QUOTE}],?"
    r"|\s*,?\s+(?:S\.|Seite|p\.|page)\s*\d+,?)?"
)
GERMAN_OWNER = r"(?:(?:in|aus|von|bei|zu)\s+)?(?:der|des|dem|den|(?:unser|[iI]hr|eur|sein)e[smrn])"
_ADJECTIVES = r"(?:(?!folgend|eigen|gleich|selb|nächst|vorlieg)[a-zäöüß]{3,}e[nrms]\s+){0,2}"
_NOUN = r"[A-ZÄÖÜ][\wäöüß-]*[a-zäöüß\d](?:\s+(?:Nr\.\s*)?(?:[A-Z]{1,5}-?)?\d[\w./-]*(?<![./-]))?"
_ACRONYM = r"[A-ZÄÖÜ]{2,6}"
_GERMAN = re.compile(
    rf"{ASIDE}\s+(?:{GERMAN_OWNER}|im|aus|vom)\s+{_ADJECTIVES}(?P<name>{_NOUN}|{_ACRONYM})(?![\w„“\"])"
)
_ANNEXED_TO = re.compile(rf"\s+zu[mr]\s+{_ADJECTIVES}(?P<name>{_NOUN})(?!\w)")
_ENGLISH_KINDS = (
    r"(?:(?:annual|quarterly|interim|financial|progress|final|test|price|parts|user|service|safety|master|loan"
    r"|rental|purchase|supply|sales|employment|insurance|maintenance|quality|operating|tender|project)\s+)?"
    r"(?:reports?|manuals?|handbook|guide(?:lines?|book)?|lease|contract|agreement|policy|statutes?|treaty|deed"
    r"|will|by-?laws|standard|plan|statement|proposal|tender|brochure|licen[cs]e|permit|specifications?"
    r"|procedure|instructions?|catalogue|catalog|list|protocol|minutes|charter|prospectus|offer|order"
    r"|directive|regulations?|terms|leaflet|memo(?:randum)?|letter|document|study|survey|book|act)"
)
_ENGLISH = re.compile(
    rf"{ASIDE}\s+(?:(?:of|in|from|to|under)\s+(?:the|our|their|its|your|his|her|an?)\s+"
    rf"(?:(?!same|following|present)[a-z]+\s+){{0,2}}?"
    rf"(?P<name>(?:(?:19|20)\d\d\s+)?{_ENGLISH_KINDS}(?![\w-])(?:\s+(?:19|20)\d\d(?!\d))?)"
    r"|of\s+(?:(?:the|our|their|its|your)\s+)?"
    r"(?P<proper>(?:(?:19|20)\d\d\s+)?[A-Z][\w’'&-]*[a-z\d](?:\s+(?:of\s+)?[A-Z\d][\w’'&-]*){0,4})"
    r"|(?:in|from)\s+(?:the|our|their|your)\s+(?P<inner>(?:(?:19|20)\d\d\s+)?[A-Z][\w’'&-]*[a-z\d]"
    r"(?:\s+(?:of\s+)?[A-Z\d][\w’'&-]*){0,4}))"
)
_AUTHOR = r"[A-ZÄÖÜ][a-zäöüßé]+(?:(?:\s+(?:and|und|&)\s+[A-ZÄÖÜ][a-zäöüßé]+)|\s+et\s+al\.?|\s+u\.\s?a\.)?"
_WORK = re.compile(
    rf"{ASIDE}\s+(?:of|in|from|by|bei|von|aus|nach)\s+(?P<name>{_AUTHOR}\s*,?\s+\(?(?:1[89]|20)\d\d[a-z]?\)?"
    r"|\[\d{1,3}\])"
)
# Parts of a document, and what is said of a place without naming another.
_PARTS = re.compile(
    r"(?i)(?:(?:unter|teil|haupt|zwischen|vor)?(?:abschnitt|kapitel|teil|absatz|satz|anhang|anlage|beilage"
    r"|tabelle|abbildung|bild|seite|ziffer|punkt|artikel|paragra(?:ph|f)|gleichung|fußnote|spalte|zeile)(?:[esn]"
    r"|es)?|anhänge|anhangs|(?:sub-?)?sections?|chapters?|parts?|clauses?|paragraphs?|annex(?:es)?|appendi(?:x"
    r"|ces)|schedules?|attachments?|exhibits?|figures?|tables?|notes?|items?|pages?|introduction|einleitung"
    r"|(?:consolidated|financial|condensed|unaudited|company|group|parent)\b.*|accounts|text(?:e?s)?|volume"
    r"|detail|einzelnen|folgenden|allgemeinen|wesentlichen|übrigen|rahmen|zuge|bezug|hinblick|zusammenhang"
    r"|sinne|falle?|laufe|vergleich|gegensatz|anschluss|vorfeld|interesse|auftrag|hintergrund|wortlaut"
    r"|original|internet|jahre?|bereich|mittel|durchschnitt|januar|februar|märz|april|mai|juni|juli|august"
    r"|september|oktober|november|dezember|january|february|march|june|july|october|december)"
)
# Who does something is no document: "wenn nach Abschnitt 3 der Mieter zahlt".
_AGENT = re.compile(r"der\s+(?:[a-zäöüß]+\s+)*[A-ZÄÖÜ]\w+(?:er|or|ent|ant|ist)$")


_NAMED_KIND = (
    r"[A-ZÄÖÜ][\w-]*(?:liste|satzung|katalog|register|ausschreibung|angebot|police|norm|statut|tarif|auftrag"
    r"|Liste|Satzung|Katalog|Angebot|[Ll]ist|[Cc]atalogue|[Cc]atalog|[Ll]ease|[Tt]ender|[Rr]eport|[Mm]anual)"
)
_AHEAD = re.compile(
    r"(?:^|[\s(])(?:(?i:siehe|vgl\.|see|cf\.|laut|gemäß|nach|in|aus|from|the|der|die|das|dem|den)\s+)+"
    rf"(?P<name>(?:[A-Z]\w+\s+){{0,2}}(?:{_NAMED_KIND}(?:\s+\d[\w./-]*)?|[A-ZÄÖÜ][\w-]+\s+(?:19|20)\d\d))(?:,\s+|\s+\()$"
)
_REACH = 120  # characters
# A document by its kind and which one it is: a bare "contract" is as well the one that the text stands in.
_YEAR = r"(?:(?:19|20)\d\d(?!\d))"
_WHICH = rf"(?:{_YEAR}|(?:(?:Nr|No)\.\s*)?[A-Z]{{1,5}}[ -]?\d[\w./-]*(?<![./-])|(?:Nr|No)\.\s*\w[\w./-]*)"
_GERMAN_DOCUMENT = (
    rf"{_NAMED_KIND}(?:\s+{_WHICH})?"
    r"|[A-ZÄÖÜ][\w-]*(?:handbuch|anleitung|richtlinie|bericht|vertrag|ordnung|vereinbarung|plan|verzeichnis|konzept"
    rf"|bedingungen|protokoll|vorschrift)\s+{_WHICH}"
    rf"|(?:Handbuch|Anleitung|Richtlinie|Bericht|Vertrag|Liste|Plan|Protokoll|Vereinbarung)\s+{_WHICH}"
)
_ENGLISH_DOCUMENT = (
    rf"{_YEAR}\s+(?:[a-z]+\s+)?{_ENGLISH_KINDS}|(?:price|parts|spare\s+parts)\s+(?:list|catalogue|catalog)"
    rf"(?:\s+{_WHICH})?|{_ENGLISH_KINDS}\s+(?:of\s+)?{_WHICH}"
)
_SAYS_GERMAN = (
    r"(?:nennt|nennen|regelt|regeln|sagt|sagen|legt|enthält|enthalten|beschreibt|bestimmt|verlangt|fordert|führt"
    r"|schreibt|definiert|listet|zeigt|gibt|behandelt|weist|sieht|verweist|verzeichnet)"
)
_SAYS_ENGLISH = (
    r"(?:says?|states?|gives?|names?|lists?|specif(?:y|ies)|provides?|requires?|describes?|explains?|defines?|sets?"
    r"|lays?|stipulates?|tells?|shows?|mentions?|contains?|regulates?|fixes|prescribes?|notes?|reports?)"
)
_FEW_WORDS = r"(?:\s+(?!(?:in|im)\b)[^\s.,;:()]+){0,5}?"
# "Die Preisliste 2024 nennt in Abschnitt 2 …", "the 2024 price list states in section 2 …"
_SAYS_IN = re.compile(
    rf"\b(?:(?i:die|der|das|unsere?)\s+(?P<german>{_GERMAN_DOCUMENT})\s+{_SAYS_GERMAN}{_FEW_WORDS}"
    r"\s+(?:in|im|unter)"
    rf"|(?i:in)\s+(?:der|dem|unsere[rm])\s+(?P<within>{_GERMAN_DOCUMENT})"
    r"\s+(?:steht|stehen|findet|finden|ist|sind)"
    rf"{_FEW_WORDS}\s+(?:in|im|unter)"
    rf"|(?:{_SAYS_GERMAN}|(?i:laut|nach|gemäß|in))\s+(?:die|der|das|dem|unsere[rmn]?)\s+"
    rf"(?P<turned>{_GERMAN_DOCUMENT})\s+(?:in|im|unter)"
    rf"|(?i:the|our|its|their|your)\s+(?P<english>{_ENGLISH_DOCUMENT})\s+{_SAYS_ENGLISH}{_FEW_WORDS}"
    r"\s+(?:in|under))\s+(?:(?:the|der|dem|den|its)\s+)?$"
)
_GENITIVE = re.compile(r"\s+(?:of|des|der|aus|vom|zum|zur)\b")
# "In Abschnitt 2 nennt die Preisliste 2024 …"
_SAYS_BEHIND = re.compile(
    rf"\s+{_SAYS_GERMAN}\s+(?:die|der|das|unsere?)\s+(?P<name>{_GERMAN_DOCUMENT})(?![\w„“\"-])"
)


def owner_ahead(text: str, start: int) -> str:
    """The name that a part follows behind a comma: "laut Preisliste 2024, Abschnitt 2"; empty without one."""
    match = _AHEAD.search(text[max(0, start - _REACH) : start])
    return " ".join(match["name"].split()) if match else ""


def saying_ahead(text: str, start: int, end: int) -> str:
    """The document that says something in a part: "die Preisliste 2024 nennt in Abschnitt 2 …". Empty
    without one, and where a genitive behind the part tells what that belongs to."""
    says = _SAYS_IN.search(text[max(0, start - _REACH) : start])
    if says is None or _GENITIVE.match(text, end):
        return ""
    return " ".join(next(name for name in says.groups() if name).split())


def owner_behind(text: str, end: int) -> str:
    """The name of what a part that ends at `end` seems to belong to; empty where nothing follows it so.

    Parts of documents ("of Annex B", "des Kapitels 3") and turns of speech ("im Detail") are none.
    """
    for pattern in (_WORK, _GERMAN, _ENGLISH):
        match = pattern.match(text, end)
        if match is None:
            continue
        group = next(name for name, value in match.groupdict().items() if value)
        name = " ".join(match[group].split())
        if _PARTS.fullmatch(name.split()[0]) and name[-1].isdigit():
            # "der Anlage 2 zum Vertrag": what the whole belongs to counts.
            outer = _ANNEXED_TO.match(text, match.end())
            return " ".join(outer["name"].split()) if outer else owner_behind(text, match.end())
        if _PARTS.fullmatch(name.split()[0]) or _PARTS.fullmatch(name) or _AGENT.search(match[0]):
            return ""
        return name
    says = _SAYS_BEHIND.match(text, end)
    return " ".join(says["name"].split()) if says else ""
