"""Places of a document that a text names: pages, numbered sections. Exact, whatever the text says of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PAGE = r"pages?|pp?\.|seiten?|s\.|páginas?|pagin[ae]|pagina's|bladzijden?"
_PART = (
    r"sections?|sect?\.|chapters?|ch\.|clauses?|articles?|art\.|parts?|paragraphs?|para\.|items?|points?|rules?"
    r"|abschnitte?[ns]?|kapitels?|kap\.|ziffern?|artikels?|punkte?s?|teile?s?|absatz|paragra(?:ph|f)(?:en)?"
    r"|nummer|nr\.|chapitres?|sections?|clauses?|articles?|secci(?:ón|ones)|cap[ií]tulos?|cláusulas?"
    r"|art[ií]culos?|sezion[ei]|capitol[oi]|clausol[ae]|articol[oi]|hoofdstuk(?:ken)?|afdeling|artikel(?:en)?"
)
_NUMBER = r"\d{1,4}(?:\.\d{1,3})*"
_RANGE = rf"(?P<first>{_NUMBER})(?:\s*(?:-|–|to|bis|until|à|a|tot|al?)\s*(?P<last>\d{{1,4}}))?"
_PAGES = re.compile(rf"(?<!\w)(?:{_PAGE})\s*{_RANGE}(?![\w%])", re.IGNORECASE)
_PARTS = re.compile(rf"(?:(?<!\w)(?:{_PART})\s*|§+\s*)(?P<first>{_NUMBER}[a-z]?)(?![\w%])", re.IGNORECASE)
_LABEL = re.compile(rf"(?P<mark>§+\s*)?(?P<number>{_NUMBER}[a-z]?)(?P<stop>[.):]?)(?=\s|$)")


@dataclass(frozen=True, slots=True)
class NamedPlaces:
    """`pages`: first and last of each range, 1-based; `sections`: their numbers as written ("3.4", "7")."""

    pages: tuple[tuple[int, int], ...] = ()
    sections: tuple[str, ...] = ()


def places_in(text: str) -> NamedPlaces:
    """The pages and sections that a text names by their number."""
    pages: list[tuple[int, int]] = []
    for found in _PAGES.finditer(text):
        if "." not in found["first"]:
            first = int(found["first"])
            pages.append((first, max(first, int(found["last"] or first))))
    sections = [found["first"].rstrip(".") for found in _PARTS.finditer(text)]
    return NamedPlaces(tuple(pages), tuple(dict.fromkeys(sections)))


def without_places(text: str) -> str:
    """The text without the pages and sections that it names by their number."""
    return _PARTS.sub(" ", _PAGES.sub(" ", text))


def section_number(text: str) -> str:
    """The number that a heading begins with ("3.4" of "3.4. Acceptance", "7" of "§ 7 Zeitpunkt"); else ""."""
    found = _LABEL.match(text.strip())
    return found["number"] if found else ""
