"""Cited places as a user would write them: "sheet Sales, B3:D3", "slide 4 (Roadmap)", "lines 14–18".

Pure functions, any thread.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from core.text.dates import ENGLISH_MONTHS
from core.types import ANNOTATION, CitedPlace, Origin, Page, PageKind, Place, SourceState, Span

_CELL = re.compile(r"(?P<sheet>.*!)?\$?(?P<column>[A-Z]{1,3})\$?(?P<row>[1-9]\d*)")
_NUMBERED = re.compile(r"(?P<before>.*?)(?P<first>\d+)(?:[–-](?P<last>\d+))?")
_FILE_WORDS = {
    SourceState.CHANGED: "file changed since",
    SourceState.MISSING: "file missing",
    SourceState.UNREACHABLE: "file out of reach",
}
# What a place begins with, by itself or behind the name of its file.
_BEGINS = re.compile(r"(?:(?<=, )|^)(?:page|sheet|slide|section|message|lines?|table)(?=\s[\w\d])")
_GERMAN = {
    "page": "Seite",
    "sheet": "Blatt",
    "slide": "Folie",
    "section": "Abschnitt",
    "message": "Nachricht",
    "line": "Zeile",
    "lines": "Zeilen",
    "table": "Tabelle",
}
_SHOWN = 3  # addresses that have nothing in common


def cited_place(page: Page, spans: Sequence[Span]) -> CitedPlace:
    """The place of the spans on this page; what lies on other pages is passed over."""
    touched = [
        place
        for place in page.places
        if any(place.span.start < span.end and span.start < place.span.end for span in spans)
    ]
    said = join_addresses([place for place in touched if place.kind == ANNOTATION])
    # A named section or slide is told without the places in it, but not as if it said this itself.
    is_named = page.kind in (PageKind.SECTION, PageKind.SLIDE) and page.label
    label = f"{page.label}, {said}" if said and is_named else page.label
    return CitedPlace(page.number, page.kind, label, join_addresses(touched))


def place_words(place: CitedPlace) -> str:
    """`page 3 (iii)`, `page 3, comment by Ann`, `sheet Sales, B3:D3`, `slide 4 (Roadmap)`, `lines 14–18`."""
    if place.page_kind is PageKind.SHEET:
        page = f"sheet {place.page_label or place.page}"
        return f"{page}, {place.place}" if place.place else page
    if place.page_kind is PageKind.PAGE:
        own = place.page_label not in ("", str(place.page))  # what is printed on it: "page 3 (iii)"
        page = f"page {place.page} ({place.page_label})" if own else f"page {place.page}"
        return f"{page}, {place.place}" if place.place else page
    if place.page_kind is PageKind.MESSAGE:
        return f"message {place.page}" if place.page > 1 else "message"
    if place.page_kind is PageKind.SECTION and not place.page_label and place.place:
        return place.place  # plain text has lines and no sections
    slide = place.page_kind is PageKind.SLIDE
    name = f"slide {place.page}" if slide else f"section {place.page}"
    return f"{name} ({place.page_label})" if place.page_label else name


def place_in(language: str, place: str) -> str:
    """A place as `place_words` tells it, in German for "de"; names of parts stay as they are."""
    return _BEGINS.sub(lambda found: _GERMAN[found[0]], place) if language == "de" else place


def source_words(filename: str, place: CitedPlace, origin: Origin) -> str:
    """`plan.pdf in mail.eml, page 2 (file missing; text as read on 21 Nov 2026)`: with its origin."""
    told = f"{named_within(filename, origin.container)}, {place_words(place)}"
    if origin.source_state is SourceState.PRESENT:
        return told
    read = f"; text as read on {day_words(origin.read_at)}" if origin.read_at else ""
    return f"{told} ({_FILE_WORDS[origin.source_state]}{read})"


def named_within(filename: str, container: str) -> str:
    """`plan.pdf in mail.eml`; the name alone for a file of its own."""
    return f"{filename} in {container}" if container else filename


def day_words(moment: float) -> str:
    """`21 Nov 2026`: the local day of a time in seconds since the epoch."""
    day = time.localtime(moment)
    return f"{day.tm_mday} {ENGLISH_MONTHS[day.tm_mon - 1][:3].title()} {day.tm_year}"


def join_addresses(places: Sequence[Place]) -> str:
    """One address for places in reading order; empty for none."""
    addresses = list(dict.fromkeys(place.address for place in places if place.address))
    if len(addresses) < 2:
        return "".join(addresses)
    # One after another, so that a paragraph and the table behind it keep their own words.
    groups: list[tuple[str, list[str]]] = []
    for address in addresses:
        family = _family(address)
        if groups and family and groups[-1][0] == family:
            groups[-1][1].append(address)
        else:
            groups.append((family, [address]))
    joined = [_join(family, group) for family, group in groups]
    return ", ".join(joined[:_SHOWN]) + (", …" if len(joined) > _SHOWN else "")


def _family(address: str) -> str:
    """What addresses that can be joined to a range have in common."""
    if cell := _CELL.fullmatch(address):
        return f"cell {cell['sheet'] or ''}"
    if numbered := _NUMBERED.fullmatch(address):
        return "number " + re.sub(r"\blines\b", "line", numbered["before"])
    return ""


def _join(family: str, addresses: Sequence[str]) -> str:
    if len(addresses) == 1:
        return addresses[0]
    cells = [cell for address in addresses if (cell := _CELL.fullmatch(address))]
    if len(cells) == len(addresses):
        columns = sorted({cell["column"] for cell in cells}, key=lambda name: (len(name), name))
        rows = sorted({int(cell["row"]) for cell in cells})
        first, last = f"{columns[0]}{rows[0]}", f"{columns[-1]}{rows[-1]}"
        return f"{cells[0]['sheet'] or ''}{first}:{last}"
    numbers: list[int] = []
    for address in addresses:
        if found := _NUMBERED.fullmatch(address):
            numbers += [int(found["first"]), int(found["last"] or found["first"])]
    before = family.removeprefix("number ")
    if before.endswith("line "):
        before = before.removesuffix("line ") + "lines "
    return f"{before}{min(numbers)}–{max(numbers)}"
