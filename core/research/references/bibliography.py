"""The bibliography of a document: its entries by number or label, and by author and year. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from core.research.references.library_view import DocumentText
from core.research.references.outline import Landmark
from core.research.references.web_addresses import find_addresses
from core.search.concepts import words
from core.types import Span

_HEADING = re.compile(
    r"(?i)^(?:(?:\d+|[A-Z])(?:\.\d+)*\.?\s+)?(?:references|bibliography|works cited|literature"
    r"(?: cited)?|literatur(?:verzeichnis)?"
    r"|quellen(?:verzeichnis)?|quellen- und literaturverzeichnis|referenzen|list of references"
    r"|normative verweisungen)\s*:?$"
)
_NUMBERED = re.compile(
    r"^\s*(?:\[(?P<bracket>\d{1,3}|[A-ZÄÖÜ][\w+]{1,8})\]|(?P<number>\d{1,3})[.)])\s+(?=\S)"
)
_INNER_NUMBER = re.compile(
    r"\s(?P<mark>\[(?P<bracket>\d{1,3}|[A-ZÄÖÜ][\w+]{1,8})\]|(?P<number>\d{1,3})[.)])\s+(?=[A-ZÄÖÜ\d„“\"])"
)
_SENTENCE_ENDS = re.compile(r"[.)\]]\s*$")
# An entry may cite another one.
_CITES = re.compile(
    r"(?i)\b(?:see(?: also)?|siehe(?: auch)?|vgl\.|cf\.|in|of|to|and|und|zu|von|bei|with|mit|on)\s*$"
)
_BY_AUTHOR = re.compile(r"^\s*[A-ZÄÖÜ][\w'’-]+,\s+(?:[A-ZÄÖÜ]\.|[A-ZÄÖÜ][a-zäöü]+)")
_INNER_AUTHOR = re.compile(
    r"(?<=[\w)]{2}\.)\s+(?P<author>[A-ZÄÖÜ][\w'’-]+,\s+(?:[A-ZÄÖÜ]\.|[A-ZÄÖÜ][a-zäöü]+))"
)
_YEAR = re.compile(r"(?<!\d)(?:1[89]\d\d|20[0-4]\d)[a-z]?(?![\d/])")
_QUOTED = re.compile(r"[„“\"‚](?P<title>[^„“”\"]{4,160})[“”\"‘]")
_SENTENCES = re.compile(r"(?:(?<=[a-zäöüß\d)])\.|:)\s+(?=[A-ZÄÖÜ\d„“\"])")
_LOOK_BACK = 20  # characters
_MOST_ENTRY = 600  # characters
_MOST_ENTRIES = 1500


@dataclass(frozen=True, slots=True)
class Entry:
    """One work. `label` as it is cited ("12", "Mül20"), empty in lists by author."""

    label: str
    text: str
    span: Span

    @property
    def address(self) -> str:
        """Its web address or DOI, else its words."""
        return next((one.numbers[0] for one in find_addresses(self.text)), self.text)

    @property
    def titles(self) -> tuple[str, ...]:
        """What may be its title, the likeliest first."""
        quoted = [match["title"].strip(" ,.") for match in _QUOTED.finditer(self.text)]
        # Authors first, where and when it was published last: the title is one of the longer middle parts.
        parts = [part.strip(" ,.") for part in _SENTENCES.split(self.text)]
        longer = sorted((part for part in parts if len(words(part)) > 1), key=lambda part: -len(part))
        return tuple(dict.fromkeys((*quoted, *longer)))

    def is_by(self, author: str, year: str) -> bool:
        """Whether the author stands at its beginning and the year in it."""
        name = words(author)
        first = words(self.text)[: 3 + len(name)]
        begins = any(first[place : place + len(name)] == name for place in range(len(first)))
        return (
            bool(name)
            and begins
            and year.casefold() in {found.casefold() for found in _YEAR.findall(self.text)}
        )


def bibliography(document: DocumentText, marks: Sequence[Landmark]) -> list[Entry]:
    """The entries under the last heading that names one; empty when there is none."""
    start = _start(document)
    if start < 0:
        return []
    end = next((mark.offset for mark in marks if mark.offset > start + 3 and _ends(mark)), document.end)
    found: list[tuple[str, int, list[str]]] = []
    lines = [
        (offset, line) for _page, offset, line in document.lines() if start < offset < end and line.strip()
    ]
    numbered = bool(lines) and _NUMBERED.match(lines[0][1]) is not None
    for offset, line in _run_on(lines, numbered=numbered):
        mark = _NUMBERED.match(line)
        begins = mark if numbered else _BY_AUTHOR.match(line)
        if begins:
            label = _label(mark) if mark else ""
            found.append((label, offset, [line[mark.end() :] if mark else line]))
        elif found:
            found[-1][2].append(line)
        if len(found) > _MOST_ENTRIES:
            break
    entries = []
    for place, (label, offset, parts) in enumerate(found):
        last = found[place + 1][1] if place + 1 < len(found) else end
        text = _joined(parts)[:_MOST_ENTRY]
        entries.append(Entry(label, text, Span(offset, last)))
    return entries


def _run_on(lines: Sequence[tuple[int, str]], *, numbered: bool) -> Iterator[tuple[int, str]]:
    """The lines, and each entry that begins in the middle of one as a line of its own.

    In running text, as of Markdown, line breaks between entries are lost. What has the next number there
    begins an entry, unless a line begins with that number; what looks like an author behind a full stop does
    in lists by author.
    """
    begun = [_NUMBERED.match(line) for _, line in lines]
    opened = {_label(mark) for mark in begun if mark}
    last: re.Match[str] | None = None
    for (offset, line), mark in zip(lines, begun, strict=True):
        last = mark or last
        place = 0
        inner = list(_inner_numbers(line, last, opened)) if numbered else []
        for start in [one.start("mark") for one in inner] if numbered else _inner_authors(line):
            yield offset + place, line[place:start]
            place = start
        yield offset + place, line[place:]
        last = inner[-1] if inner else last


def _inner_numbers(line: str, last: re.Match[str] | None, opened: Collection[str]) -> Iterator[re.Match[str]]:
    """Where in a line the entries after the last one begin that are not opened by a line of their own."""
    if last is None:
        return
    for match in _INNER_NUMBER.finditer(line):
        head = line[max(0, match.start() - _LOOK_BACK) : match.start()]
        is_bare = match["bracket"] is None
        if is_bare != (last["bracket"] is None) or _label(match) in opened or _CITES.search(head):
            continue
        if _follows(_label(match), _label(last)) and not (is_bare and not _SENTENCE_ENDS.search(head)):
            last = match
            yield match


def _follows(label: str, previous: str) -> bool:
    """It is the next number, or a label that is no number, as the one before it."""
    if label.isdigit() and previous.isdigit():
        return int(label) == int(previous) + 1
    return not label.isdigit() and not previous.isdigit()


def _inner_authors(line: str) -> Iterator[int]:
    place = 0
    for match in _INNER_AUTHOR.finditer(line):
        if _YEAR.search(line, place, match.start()):
            place = match.start("author")
            yield place


def _label(mark: re.Match[str]) -> str:
    return mark["bracket"] or mark["number"] or ""


def _start(document: DocumentText) -> int:
    """Behind the heading; -1 when there is none."""
    ends = [
        offset + len(line)
        for page, offset, line in document.lines()
        if not page.is_contents and len(line) < 60 and _HEADING.match(line.strip())
    ]
    return ends[-1] if ends else -1


def _ends(mark: Landmark) -> bool:
    """An annex or another heading behind the list; numbered lines in it are entries."""
    return mark.unit == "annex" or (
        mark.is_heading and mark.unit in ("title", "section") and len(words(mark.title)) < 8
    )


def _joined(lines: Sequence[str]) -> str:
    """The lines of one entry as one, words put together that were broken at the end of a line."""
    text = ""
    for line in lines:
        bare = " ".join(line.split())
        if text.endswith("-") and bare[:1].islower():
            text = text[:-1] + bare
        else:
            text = f"{text} {bare}".strip()
    return text
