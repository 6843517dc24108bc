"""Documents of the library that a text names as they are called there, whatever the sentence looks like.

The patterns know what names of documents look like; the library knows those that there are. Only whole names
count, written as names are, that have a word for a document in them: a report may carry the name of the
authority that it was sent to.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from core.research.references.owners import OF, stands_behind
from core.research.references.reference import Reference, ReferenceKind
from core.research.references.reference_words import GERMAN_KIND, is_kind_of_document
from core.research.references.title_matching import DocumentNameTable
from core.search.concepts import joined
from core.types import Span

_MOST_WORDS = 9
_LEAST_LETTERS = 8  # of a name
_LEAST_COMPOUND = 10  # letters
_WORD = re.compile(r"\w+")
_GAP = re.compile(r"[ \t]*\n?[ \t]*|-|\. ?|, ")
_COMPOUND = re.compile(GERMAN_KIND)
_GOES_ON = re.compile(r"[ \t]+(?:[A-ZÄÖÜ\d„“\"]|Nr\.)|[-/]\w")  # the name does, so that it is another one's


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
        last = last or (place + 1 if _is_the_only_one(text, words[place], table, own, among) else 0)
        if last:
            span = Span(words[place].start(), words[last - 1].end())
            name = text[span.start : span.end]
            found.append(Reference(ReferenceKind.DOCUMENT, name, span, "document", " ".join(name.split())))
        place = last or place + 1
    return found


def with_names(text: str, detected: Sequence[Reference], named: Sequence[Reference]) -> list[Reference]:
    """Both, each thing once: a section right before a name, or behind it and a comma, stands in that
    document, and the name is none of its own then."""
    completed: list[Reference] = []
    for one in detected:
        container = _container(text, one, named)
        completed.append(replace(one, document=container.number) if container is not None else one)
    containers = {joined(one.document) for one in completed if one.document}
    return _merged(completed, [one for one in named if joined(one.number) not in containers])


def _merged(detected: Sequence[Reference], named: Sequence[Reference]) -> list[Reference]:
    """Both, each thing once: what looks like a document gives way to a name that it overlaps."""
    known = {one.key for one in detected}
    added: list[Reference] = []
    for one in named:
        over = [other for other in detected if _overlap(one.span, other.span)]
        if all(other.kind is ReferenceKind.DOCUMENT for other in over) and (over or one.key not in known):
            added.append(one)
            known.add(one.key)
    left = [one for one in detected if not any(_overlap(one.span, other.span) for other in added)]
    return sorted([*left, *added], key=lambda one: (one.span.start, one.span.end))


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _container(text: str, one: Reference, named: Sequence[Reference]) -> Reference | None:
    if one.kind is not ReferenceKind.SECTION or one.document:
        return None
    return next(
        (
            name
            for name in named
            if (one.span.end < name.span.start and OF.fullmatch(text, one.span.end, name.span.start))
            or (name.span.end < one.span.start and stands_behind(text[name.span.end : one.span.start]))
        ),
        None,
    )


def _is_the_only_one(
    text: str,
    word: re.Match[str],
    table: DocumentNameTable,
    own: str,
    among: Collection[str] | None,
) -> bool:
    """ "nach dem Wartungshandbuch": a compound that says what document it is, and one alone is called so."""
    if len(word[0]) < _LEAST_COMPOUND or not _COMPOUND.fullmatch(word[0]):
        return False
    if _GOES_ON.match(text, word.end()):
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
        if ids and own not in ids and _may_be_named(text[start : words[last].end()]):
            longest = last + 1
    return longest


def _may_be_named(name: str) -> bool:
    """A word for a document or a number tells the name of one from one that everything may have."""
    return is_kind_of_document(name) or any(letter.isdigit() for letter in name)
