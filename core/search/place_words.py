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
_GERMAN = {
    "page": "Seite",
    "pages": "Seiten",
    "p.": "S.",
    "pp.": "S.",
    "sheet": "Blatt",
    "sheets": "Blätter",
    "slide": "Folie",
    "slides": "Folien",
    "section": "Abschnitt",
    "sections": "Abschnitte",
    "message": "Nachricht",
    "messages": "Nachrichten",
    "line": "Zeile",
    "lines": "Zeilen",
    "table": "Tabelle",
    "comment by": "Kommentar von",
    "comment": "Kommentar",
    "speaker notes": "Notizen",
}
# What a place begins with, by itself or behind the name of its file, and what was said about it.
_NAMES = "|".join(map(re.escape, sorted(_GERMAN, key=len, reverse=True)))
_BEGINS = re.compile(rf"(?:(?<=, )|^|(?<=\()(?=comment))(?:{_NAMES})(?=[ )]|$)")
_SHOWN = 3  # addresses that have nothing in common


def cited_place(pages: Sequence[Page], spans: Sequence[Span]) -> CitedPlace:
    """The place of the spans on these pages, one or two; what lies on others is passed over."""
    page, last = pages[0], pages[-1].number
    touched = [
        place
        for place in (place for one in pages for place in one.places)
        if any(place.span.start < span.end and span.start < place.span.end for span in spans)
    ]
    said = join_addresses([place for place in touched if place.kind == ANNOTATION])
    # A named section or slide is told without the places in it, but not as if it said this itself.
    is_named = page.kind in (PageKind.SECTION, PageKind.SLIDE) and page.label
    label = f"{page.label}, {said}" if said and is_named else page.label
    return CitedPlace(page.number, page.kind, label, join_addresses(touched), last * (last > page.number))


def place_words(place: CitedPlace, *, short: bool = False) -> str:
    """`page 3 (iii)`, `pages 3–4`, `page 3, comment by Ann`, `sheet Sales, B3:D3`, `slide 4 (Roadmap)`,
    `lines 14–18`. `short`: `p. 3`, `pp. 3–4`."""
    kind, label = place.page_kind, place.page_label
    over = place.last_page > place.page  # a sentence that ends on another page
    numbers = f"{place.page}–{place.last_page}" if over else str(place.page)
    name = f"{kind.value}{'s' * over}"
    if kind is PageKind.MESSAGE:
        return f"{name} {numbers}" if place.page > 1 or over else name
    if kind is PageKind.SECTION and not label and place.place:
        return place.place  # plain text has lines and no sections
    is_page, is_sheet = kind is PageKind.PAGE, kind is PageKind.SHEET
    if is_sheet and label and not over:
        told = f"{name} {label}"
    elif is_page:
        own = label not in ("", str(place.page))  # what is printed on it: "page 3 (iii)"
        word = f"{'p' * (1 + over)}." if short else name
        told = f"{word} {numbers} ({label}{' f.' * over})" if own else f"{word} {numbers}"
    else:
        told = f"{name} {numbers} ({label})" if label and not is_sheet else f"{name} {numbers}"
    return f"{told}, {place.place}" if place.place and (is_page or is_sheet) else told


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
