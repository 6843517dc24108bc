"""Which documents and which of their sections a request is about."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from itertools import groupby, zip_longest
from math import inf, log
from pathlib import PurePath

from core.answer.asking.question_language import question_language
from core.answer.judged_sentences import judge_sentences, log_odds_each
from core.answer.relevance.another_thing import SingledOut, singled_out
from core.answer.replies import reply
from core.answer.sources import is_one_paragraph
from core.events import Event, NoticeGiven
from core.plans.base import PlanRequest, PlanTools, sources_of
from core.plans.document_outline import Line, Outline, Section, outline_of
from core.search.called_search import called_search
from core.text.facts import facts_of
from core.text.places import places_in
from core.text.quotations import quotations_in
from core.text.stems import has_word
from core.types import SearchHit
from core.types.requests import RequestKind

_FIRST, _SELDOM = 5, 5  # lines: those that say what a document is about, and those that have a code of many
_OF_ONE_THING = (RequestKind.STEPS, RequestKind.EXPLANATION)
_HITS = 10
_CANDIDATES = 12  # sections that are compared with the request
_READ = 700  # characters of a section that are compared with it
_BY_HITS = 1.5  # how much what the search says counts against log-odds of the judge
_BEST = 8  # sentences
_TINY = 1e-6
_FUSED = 2.0  # what the first place of a ranking counts for less than one place more
# What it counts that a request has a word of a file's name. Chosen on 65 requests put to four libraries: of
# 62 the document that is meant is taken so, of 58 where all hits of a document are added up instead.
_NAMED = 0.4
_NO_WORD = re.compile(r"[\W\d_]+")


def documents_of(
    request: PlanRequest, tools: PlanTools, most: int
) -> Generator[Event, None, tuple[list[Outline], tuple[SearchHit, ...]]]:
    """The documents that a request is about, at most so many, and the hits of a search for it.

    Those that were chosen, if they are few enough; else those that the search finds best and whose files are
    called so.
    """
    hits = yield from found(request.text, request.document_ids, tools, request.said)
    ids = request.document_ids
    if ids is None or len(ids) > most:
        weight: dict[str, float] = {}
        for rank, hit in enumerate(hits):
            name = is_named(request.text, hit.filename)
            weight.setdefault(hit.chunk.document_id, 1 / (rank + _FUSED) + _NAMED * name)
        ids = tuple(sorted(weight, key=lambda document_id: -weight[document_id])[:most])
    outlines: list[Outline] = []
    for document_id in ids:
        number = 1 + max((source.number for one in outlines for source in one.sources), default=0)
        outline = outline_of(tools.retriever, document_id, number)
        if outline is not None and outline.lines:
            outlines.append(outline)
        tools.cancel.check()
    chosen = len(request.document_ids or ())
    if chosen > len(outlines):
        files = ", ".join(outline.document.filename for outline in outlines)
        message = reply("only_documents", request.language, chosen=chosen, files=files)
        yield tools.stamp(NoticeGiven, code="only_documents", message=message, with_answer=True)
    return outlines, hits


def is_named(text: str, filename: str) -> bool:
    """Whether a request has a word of the name of the file: "the ops meeting"."""
    name = facts_of(_NO_WORD.sub(" ", PurePath(filename).stem)).words
    return any(has_word(name, word) for word in facts_of(text).words)


def found(
    text: str, document_ids: Sequence[str] | None, tools: PlanTools, said: Sequence[str] = ()
) -> Generator[Event, None, tuple[SearchHit, ...]]:
    """The hits of one search, told as such; with those for the same in other languages in turn."""
    results: list[tuple[SearchHit, ...]] = []
    for one in (text, *said):
        result = yield from called_search(
            tools.retriever, one, _HITS, document_ids, tools.stamp, tools.cancel
        )
        results.append(result.hits)
    taken = {
        hit.chunk.chunk_id: hit for row in zip_longest(*reversed(results)) for hit in row if hit is not None
    }
    return tuple(taken.values())[:_HITS]


def sections_asked(
    request: PlanRequest, outline: Outline, hits: Sequence[SearchHit], tools: PlanTools
) -> Generator[Event, None, tuple[Section, ...]]:
    """Those that the request names, what it asks of a code that is one of several ("what to do at E4?"), else
    those that come nearest to it; says where a number is not found."""
    if named := named_sections(request.text, outline):
        return named
    if request.kind in _OF_ONE_THING and (coded := with_code(request.text, outline)):
        return coded
    if names_places(request.text):
        message = reply("no_such_place", request.language, file=outline.document.filename)
        yield tools.stamp(NoticeGiven, code="no_such_place", message=message, with_answer=True)
    asks_what = request.kind is RequestKind.EXPLANATION
    return nearest_sections(request.text, outline, hits, tools, by_sentences=asks_what)


def names_places(text: str) -> bool:
    """Whether it names sections or pages by their number."""
    places = places_in(text)
    return bool(places.pages or places.sections)


def named_sections(text: str, outline: Outline) -> tuple[Section, ...]:
    """Those that the request names exactly: by number, by page, or by their heading in quotation marks."""
    if places := outline.at(places_in(text)):
        return places
    quoted = {" ".join(one.text.casefold().split()) for one in quotations_in(text)}
    return tuple(
        section for section in outline.sections if any(name.casefold() in quoted for name in section.path)
    )


def with_code(text: str, outline: Outline) -> tuple[Section, ...]:
    """The sections whose headings have such a code, and of the others the lines about it."""
    texts = [line.text for line in outline.all_lines]
    begins = [*outline.names, *texts[:_FIRST]]
    codes = [
        one
        for one in singled_out(text, "\n".join(texts))
        if not any(one.code.search(name) for name in begins)  # the whole document is about that one
        and sum(one.code.search(line) is not None for line in texts) <= _SELDOM
    ]
    found: list[Section] = []
    for section in outline.sections if codes else ():
        if any(one.code.search(name) for one in codes for name in section.path):
            found.append(section)
        elif own := tuple(dict.fromkeys(line for one in codes for line in _beside(one, section.lines))):
            found.append(Section(section.path, own, section.head))
    return tuple(found)


def _beside(one: SingledOut, lines: Sequence[Line]) -> Iterator[Line]:
    """The lines with the code, and what follows each in its paragraph down to another of the series."""
    before: Line | None = None
    for line in lines:
        follows = before is not None and is_one_paragraph(line.source, before.sentence, line.sentence)
        is_of_it = one.code.search(line.text) or (follows and not one.series.search(line.text))
        before = line if is_of_it else None
        if is_of_it:
            yield line


def nearest_sections(
    text: str,
    outline: Outline,
    hits: Sequence[SearchHit],
    tools: PlanTools,
    *,
    by_sentences: bool = False,
) -> tuple[Section, ...]:
    """The section that comes nearest to the text, or all under one heading where that comes nearer.

    `by_sentences`: one counts by its best sentence, too: a single one may explain, but it is no procedure.
    """
    ranks = {hit.chunk.chunk_id: rank for rank, hit in enumerate(hits)}
    by_hits: dict[int, float] = {}
    for place, section in enumerate(outline.sections):
        in_chunk: dict[str, int] = {}
        for line in section.lines:
            chunk = line.source.chunk
            in_chunk[chunk.chunk_id] = in_chunk.get(chunk.chunk_id, 0) + len(line.text)
        for chunk_id, size in in_chunk.items():
            if chunk_id in ranks:
                by_hits[place] = by_hits.get(place, 0.0) + min(1.0, size / 400) / (ranks[chunk_id] + _FUSED)
    best = sorted(by_hits, key=lambda place: -by_hits[place])[:_CANDIDATES]
    candidates = _with_parents(outline, best)
    if not candidates:
        return outline.sections[:1]
    near = {group: max(by_hits.get(place, 0.0) for place in group) for group in candidates}
    read = [_read(outline, group) for group in candidates]
    language = question_language(text)
    scores = log_odds_each(text, language, read, tools.judge, texts_in=outline.document.language)
    of_sentences = _by_sentences(text, language, outline, best, tools) if by_sentences else {}
    own = [of_sentences.get(group[0], -inf) if len(group) == 1 else -inf for group in candidates]
    order = {
        group: max(score, odds) + _BY_HITS * near[group]
        for group, score, odds in zip(candidates, scores, own, strict=True)
    }
    chosen = max(candidates, key=lambda group: order[group])
    return tuple(outline.sections[place] for place in chosen)


def _by_sentences(
    text: str, language: str, outline: Outline, places: Sequence[int], tools: PlanTools
) -> dict[int, float]:
    """Log-odds that the best sentence of each section answers, of those with the best sentences: what is
    asked may stand far down, as a term does among definitions."""
    sections = {place: outline.sections[place].lines for place in places}
    of_label = {line.sentence.label: place for place, lines in sections.items() for line in lines}
    judged = judge_sentences(text, language, sources_of(sections.values()), tools.judge, _BEST)
    odds: dict[int, float] = {}
    for one in judged.sentences:
        if (place := of_label.get(one.sentence.label)) is not None:
            odds.setdefault(place, log((one.certainty + _TINY) / (1 - one.certainty + _TINY)))
    return odds


def _with_parents(outline: Outline, places: Sequence[int]) -> list[tuple[int, ...]]:
    """Each section, and each run of sections under one numbered or outer heading that has any of them."""
    groups: dict[tuple[int, ...], None] = dict.fromkeys((place,) for place in places)
    for _, run in groupby(range(len(outline.sections)), key=lambda place: outline.sections[place].path[:-1]):
        group = tuple(run)
        parent = outline.sections[group[0]].path[:-1]
        if len(group) > 1 and parent and not set(group).isdisjoint(places):
            groups[group] = None
    return list(groups)


def _read(outline: Outline, group: Sequence[int]) -> str:
    sections = [outline.sections[place] for place in group]
    first = sections[0]
    if len(sections) == 1:
        text = " ".join(line.text for line in first.lines)
        return f"{' › '.join((outline.title, *first.path))}: {text[:_READ]}"
    heads = "; ".join(section.heading for section in sections)
    return f"{' › '.join((outline.title, *first.path[:-1]))}: {heads}"[:_READ]
