"""Summaries: a document, or a part of it, walked from its beginning to its end, in the document's own words.

Each point stands for one stretch of the text: what its sections are called, and the sentence that tells most.
A small model that sums up in its own words leaves out the middle and invents (measured: docs/decisions.md).
"""

from __future__ import annotations

import math
import re
from collections.abc import Generator, Sequence
from dataclasses import replace
from itertools import groupby

from core.events import Event
from core.plans.base import PlanRequest, PlanResult, PlanTools, renumbered, sources_of
from core.plans.document_outline import Line, Outline, Section
from core.plans.key_lines import LONG, most_telling
from core.plans.scope_reading import documents_of, named_sections, names_places, sections_asked
from core.plans.translating import in_language
from core.text.dates import blanked, find_dates
from core.text.numbers import with_digits
from core.text.places import without_places
from core.text.textspan import is_table_row
from core.text.unspaced import in_pairs
from core.types import SearchHit

MOST_DOCUMENTS = 4
_FEWEST_POINTS, _POINTS, _LINES_A_POINT = 3, 7, 3  # of a summary whose length is not asked for
_MOST_POINTS = 12  # that may be asked for
_SENTENCES, _OF_ANOTHER, _MOST_SENTENCES = 300, 75, 500  # characters of a point; more where it has sections
_FEWEST_WORDS = 2  # of a line that tells something, beside addresses and signs
_ADDRESS = re.compile(r"\S*(?://|@)\S*")
_COUNT = re.compile(r"(?<![\w.,§-])\d{1,2}(?![\w.,%-])")


def summarise(request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]:
    """One copied point for each stretch of the text. See `Plan`."""
    outlines, hits = yield from documents_of(request, tools, MOST_DOCUMENTS if request.document_ids else 1)
    asked = asked_count(request.text)
    points: list[list[Line]] = []
    for outline in outlines:
        sections = yield from _about(request, outline, hits, tools)
        count = (asked or _usual_count(sections)) // len(outlines)
        points += [point_of(run) for run in divided(sections, max(1, count))]
    groups = renumbered(points)
    drafts = yield from in_language(request, groups, tools)
    return PlanResult(tuple(drafts), sources_of(groups))


def _usual_count(sections: Sequence[Section]) -> int:
    """How many points a text gets where nobody says it: more where there is more to say."""
    lines = sum(len(section.lines) for section in sections)
    return max(_FEWEST_POINTS, min(_POINTS, math.ceil(lines / _LINES_A_POINT)))


def divided(sections: Sequence[Section], count: int) -> list[list[Section]]:
    """The sections in `count` runs, or fewer, of about the same weight; a long one counts less than its
    length. What stands under one outer heading stays together where there are enough of these; fewer sections
    than runs are cut between their lines."""
    outer = [list(run) for _, run in groupby(sections, key=lambda section: section.path[:1])]
    units = outer if _with_lines(outer) >= count else [[section] for section in sections]
    if not _with_lines(units):
        return [[section] for section in sections][:count]
    if _with_lines(units) < count:
        units = [[piece] for section in sections for piece in _cut(section, sections, count)]
        count = min(count, _with_lines(units))
    weights = [math.sqrt(sum(section.characters for section in unit)) for unit in units]
    total, done = sum(weights) or 1.0, 0.0
    runs: list[list[Section]] = [[] for _ in range(count)]
    headings: list[Section] = []  # of what follows
    for unit, weight in zip(units, weights, strict=True):
        headings += unit
        if weight:
            runs[min(count - 1, int((done + weight / 2) / total * count))] += headings
            headings = []
        done += weight
    runs[-1] += headings
    return [run for run in runs if run]


def _cut(section: Section, sections: Sequence[Section], count: int) -> list[Section]:
    """A section in as many pieces as it has of so many of all, the first under its heading."""
    size = max(1, math.ceil(sum(len(one.lines) for one in sections) / count))
    if len(section.lines) <= size:
        return [section]
    return [
        replace(section, lines=section.lines[start : start + size], head=section.head if start == 0 else ())
        for start in range(0, len(section.lines), size)
    ]


def _with_lines(units: Sequence[Sequence[Section]]) -> int:
    return sum(any(section.lines for section in unit) for unit in units)


def point_of(run: Sequence[Section]) -> list[Line]:
    """The sentences that tell most of a run of sections, each under the headings that it stands under."""
    whole = [line for section in run for line in section.lines]
    longest = max((len(line.text) for line in whole), default=0)
    groups = [section.lines for section in run if section.lines]
    room = min(_MOST_SENTENCES, _SENTENCES + _OF_ANOTHER * (len(groups) - 1))
    sentences = most_telling(groups, room, leads=any(section.head for section in run), longest=LONG)
    sentences = sentences or most_telling([whole], longest)[:1] or whole[:1]
    if not sentences:
        return [line for section in run for line in section.head][:1]
    told = {id(line) for line in sentences}
    point: list[Line] = []
    above: list[Section] = []  # headings with nothing but further ones under them
    for section in run:
        above = [one for one in above if section.path[: len(one.path)] == one.path]
        own = [line for line in section.lines if id(line) in told]
        if own:
            heads = [line for one in (*above, section) for line in one.head]
            point += [line for line in heads if any(map(str.isalpha, line.text))] + own
        above = [] if own else [*above, section] if not section.lines else above
    return point


def asked_count(text: str) -> int:
    """How many points the request asks for in figures or words ("in five points"), if it says one number."""
    bare = without_places(with_digits(blanked(text, find_dates(text, day_first=True))))
    counts = [int(number) for number in _COUNT.findall(bare)]
    return counts[0] if len(counts) == 1 and 1 <= counts[0] <= _MOST_POINTS else 0


def _about(
    request: PlanRequest, outline: Outline, hits: Sequence[SearchHit], tools: PlanTools
) -> Generator[Event, None, tuple[Section, ...]]:
    """The sections that the request is about: those it names, those about its subject, or all."""
    is_named = names_places(request.text) or named_sections(request.text, outline)
    if is_named or tools.kinds.is_about_a_part(request.text, outline.names):
        return (yield from sections_asked(request, outline, hits, tools))
    return _that_tell([section for section in outline.sections if section.lines or section.head])


def _that_tell(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Without those that hold nothing but addresses and single words, and without rows of tables, if the rest
    is most of the text."""
    telling = [one for one in sections if not one.lines or any(map(_tells, one.lines))]
    in_words = [
        replace(one, lines=tuple(line for line in one.lines if not is_table_row(line.text)))
        for one in telling
    ]
    in_words = [one for one, whole in zip(in_words, telling, strict=True) if one.lines or not whole.lines]
    most = sum(one.characters for one in sections) / 2
    choices = (in_words, telling)
    return tuple(next((some for some in choices if sum(one.characters for one in some) > most), sections))


def _tells(line: Line) -> bool:
    bare = _ADDRESS.sub("", line.text)
    words = [word for word in bare.split() if any(map(str.isalnum, word))]
    return len(words) >= _FEWEST_WORDS or bare != in_pairs(bare)  # a script without spaces
