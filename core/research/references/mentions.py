"""Documents of the library that a text names as they are called there, whatever the sentence looks like.

The library knows its documents: no pattern has to say what their names look like. Only whole names
count, written as names are, with a word for a document or a number in them: a report may carry the name of
the authority that it was sent to.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from core.research.references.raw_finds import Found
from core.research.references.reference import ReferenceKind
from core.research.references.reference_words import GERMAN_KIND, is_kind_of_document
from core.research.references.title_matching import DocumentNameTable
from core.search.concepts import joined

_MOST_WORDS = 9
_LEAST_LETTERS = 8  # of a name
_WORD = re.compile(r"\w+")
_GAP = re.compile(r"[ \t]*\n?[ \t]*|-|\. ?|, ")
_COMPOUND = re.compile(rf"(?=\w{{10}}){GERMAN_KIND}")
_GOES_ON = re.compile(r"[ \t]+(?:[A-ZÄÖÜ\d„“\"]|Nr\.)|[-/]\w")  # the name does, so that it is another one's


def mentioned(
    text: str, table: DocumentNameTable, own: str, among: Collection[str] | None = None
) -> list[Found]:
    """Names of documents of `among` (None: all) in the order of the text, the longest where several begin.

    `own`: the document that the text stands in, which names itself on every page.
    """
    words = list(_WORD.finditer(text))
    found: list[Found] = []
    end = 0
    for place, word in enumerate(words):
        if word.start() < end or not word[0][0].isupper():
            continue
        name = _whole_name(text, words[place : place + _MOST_WORDS], table, own, among)
        name = name or _only_one(text, word, table, own, among)
        if name:
            end = word.start() + len(name)
            said = (" ".join(name.split()),)
            found.append(Found(word.start(), end, ReferenceKind.DOCUMENT, "document", said))
    return found


def _whole_name(
    text: str,
    words: Sequence[re.Match[str]],
    table: DocumentNameTable,
    own: str,
    among: Collection[str] | None,
) -> str:
    """The longest name that begins with the first of these words; empty without one."""
    key = longest = ""
    for last, word in enumerate(words):
        if last and not _GAP.fullmatch(text, words[last - 1].end(), word.start()):
            break
        key += joined(word[0])
        if last and len(key) >= _LEAST_LETTERS:
            ids = [one for one in table.called(key) if among is None or one in among]
            name = text[words[0].start() : word.end()]
            is_one = is_kind_of_document(name) or any(letter.isdigit() for letter in name)
            longest = name if ids and own not in ids and is_one else longest
    return longest


def _only_one(
    text: str, word: re.Match[str], table: DocumentNameTable, own: str, among: Collection[str] | None
) -> str:
    """ "nach dem Wartungshandbuch": a compound that says what document it is, and one alone is called so."""
    if not _COMPOUND.fullmatch(word[0]) or _GOES_ON.match(text, word.end()):
        return ""
    bearing = table.bearing(word[0])
    is_one = len(bearing) == 1 and own not in bearing and (among is None or bearing[0] in among)
    return word[0] if is_one else ""
