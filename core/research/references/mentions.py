"""Documents of the library that a text names as they are called there, whatever the sentence looks like.

The patterns know what names of documents look like; the library knows those that there are. Only whole names
count, written as names are, that have a word for a document in them: a report may carry the name of the
authority that it was sent to.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from core.research.references.containers import stands_behind
from core.research.references.elsewhere import ASIDE, GERMAN_OWNER
from core.research.references.other_documents import ENGLISH_HEADS, GERMAN_NOUN
from core.research.references.reference import Reference, ReferenceKind
from core.research.references.title_matching import DocumentNameTable
from core.search.concepts import joined
from core.types import Span

_MOST_WORDS = 9
_LEAST_LETTERS = 10
_CONFIDENCE = 0.8
_WORD = re.compile(r"\w+")
_GAP = re.compile(r"[ \t]*\n?[ \t]*|-|\. ?|, ")
_OF = re.compile(
    rf"{ASIDE}\s+(?:(?:of|in|to|from)(?:\s+(?:the|our|its|their|your))?|{GERMAN_OWNER}|im|zu[rm]|in|aus|vo[mn])"
    r"\s+(?:[a-zäöüß]{3,}e[nrms]\s+){0,2}[„“\"‚«»]?"
)
_KIND_OF_DOCUMENT = re.compile(
    rf"{GERMAN_NOUN}|{ENGLISH_HEADS}|\w*(?i:satzung|katalog|liste|register|bedingungen)(?!\w)"
    r"|\b(?:Permit|Order|Terms|Catalogue|Register|Roster|Minutes|Letter|Charter|Bylaws|Standard)(?!\w)"
)
_COMPOUND = re.compile(rf"(?!Inhalts|Literatur){GERMAN_NOUN}")
_CUE = re.compile(
    r"(?:^|[\s(])(?i:nach|laut|gemäß|siehe|vgl\.|im|aus|zufolge)\s+(?:(?:dem|der|den|das|die|unserem|unserer)\s+)?$"
)
_GOES_ON = re.compile(r"[ \t]+(?:[A-ZÄÖÜ\d„“\"]|Nr\.)|[-/]\w")  # the name does, so that it is another one's
_SMALL_KIND = re.compile(
    r"\b(?:report|manual|handbook|guide|lease|contract|agreement|policy|plan|standard|statement|tender|list"
    r"|specification|procedure|instructions?|permit|licen[cs]e|charter|prospectus)s?\b"
)
_AUTHOR_AND_YEAR = re.compile(r"^[A-ZÄÖÜ]\w+.*\(?(?:1[89]|20)\d\d[a-z]?\)?$")


def mentioned(
    text: str, table: DocumentNameTable, own: str, among: Collection[str] | None = None
) -> list[Reference]:
    """Names of documents of `among` (None: all) in the order of the text, the longest where several begin.

    `own`: the document that the text stands in, which names itself on every page.
    """
    words = list(_WORD.finditer(text))
    forms = [joined(word[0]) for word in words]
    found: list[Reference] = []
    place = 0
    while place < len(words):
        last = _last(text, words, forms, place, table, own, among)
        last = last or (place + 1 if _is_pointed_to(text, words[place], table, own, among) else 0)
        if last:
            span = Span(words[place].start(), words[last - 1].end())
            name = text[span.start : span.end]
            found.append(
                Reference(
                    ReferenceKind.DOCUMENT, name, span, "document", " ".join(name.split()), "", _CONFIDENCE
                )
            )
        place = last or place + 1
    return found


def is_kind_of_document(name: str) -> bool:
    """There is a word for a document in it, or it is a work: "Preisliste 2024", "Weber (2018)"."""
    return any(kind.search(name) for kind in (_KIND_OF_DOCUMENT, _SMALL_KIND, _AUTHOR_AND_YEAR))


def with_names(text: str, detected: Sequence[Reference], named: Sequence[Reference]) -> list[Reference]:
    """Both, each thing once: a section right before a name, or behind it and a comma, stands in that
    document, and the name is none of its own then."""
    completed: list[Reference] = []
    for one in detected:
        container = _container(text, one, named)
        completed.append(
            replace(one, document=container.number, elsewhere="") if container is not None else one
        )
    containers = {joined(one.document) for one in completed if one.document}
    return _merged(completed, [one for one in named if joined(one.number) not in containers])


def _merged(detected: Sequence[Reference], named: Sequence[Reference]) -> list[Reference]:
    """Both, each thing once: what overlaps something detected, or means the same, is left to that."""
    merged = list(detected)
    known = {one.key for one in detected}
    for one in named:
        if one.key not in known and not any(_overlap(one.span, other.span) for other in merged):
            merged.append(one)
            known.add(one.key)
    return sorted(merged, key=lambda one: (one.span.start, one.span.end))


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _container(text: str, one: Reference, named: Sequence[Reference]) -> Reference | None:
    if one.kind is not ReferenceKind.SECTION or one.document:
        return None
    return next(
        (
            name
            for name in named
            if (one.span.end < name.span.start and _OF.fullmatch(text, one.span.end, name.span.start))
            or (name.span.end < one.span.start and stands_behind(text[name.span.end : one.span.start]))
        ),
        None,
    )


def _is_pointed_to(
    text: str,
    word: re.Match[str],
    table: DocumentNameTable,
    own: str,
    among: Collection[str] | None,
) -> bool:
    """ "nach dem Wartungshandbuch": a compound that says what document it is, and one alone is called so."""
    if len(word[0]) < _LEAST_LETTERS or not _COMPOUND.fullmatch(word[0]):
        return False
    if not _CUE.search(text[max(0, word.start() - 30) : word.start()]) or _GOES_ON.match(text, word.end()):
        return False
    bearing = table.bearing(word[0])
    return len(bearing) == 1 and own not in bearing and (among is None or bearing[0] in among)


def _last(
    text: str,
    words: list[re.Match[str]],
    forms: list[str],
    first: int,
    table: DocumentNameTable,
    own: str,
    among: Collection[str] | None,
) -> int:
    """Behind the last word of the longest name that begins here; 0 without one."""
    start = words[first].start()
    if not text[start].isupper():
        return 0
    key, longest = "", 0
    for last in range(first, min(len(words), first + _MOST_WORDS)):
        if last > first and not _GAP.fullmatch(text, words[last - 1].end(), words[last].start()):
            break
        key += forms[last]
        if last == first or len(key) < _LEAST_LETTERS:
            continue
        ids = [one for one in table.called(key) if among is None or one in among]
        if ids and own not in ids and _KIND_OF_DOCUMENT.search(text[start : words[last].end()]):
            longest = last + 1
    return longest
