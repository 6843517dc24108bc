"""Where each thing of a comparison is read: a document of its own, or its part of a document they share.

Which document a thing is, the search and the embedder tell. Within one document a thing is known by its name
alone, found as it is written: a line or heading that names only others is not about it.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import PurePath

from core.events import Event
from core.plans.base import PlanRequest, PlanTools
from core.plans.comparison_request import MOST_THINGS, Compared
from core.plans.document_outline import Line, Outline, Section, outline_of
from core.plans.scope_reading import documents_of, found
from core.text.places import places_in

_FUSED = 2.0  # what the first place of a ranking counts for less than one place more
_BY_TITLE = 4.0  # how much a cosine of name and title counts against places in a search


@dataclass(frozen=True, slots=True)
class Thing:
    """`name`: the head of its column. `asked`: what its questions begin with, "" where the document says
    what they are about. `lines`: what may be about it, each with its section."""

    name: str
    asked: str
    outline: Outline
    lines: tuple[tuple[Section, Line], ...]


def compared_things(
    compared: Compared, request: PlanRequest, tools: PlanTools
) -> Generator[Event, None, list[Thing]]:
    """The things in the order of the request; none where there is nothing to read.

    Raises:
        core.errors.KnownError: the library cannot be read.
        core.errors.Cancelled: Stop was asked for.
    """
    most = MOST_THINGS if request.document_ids else max(2, len(compared.things))
    outlines, _ = yield from documents_of(request, tools, most)
    if not outlines:
        return []
    if len(outlines) == 1 or not compared.things:
        return _within(compared.things, outlines[0]) if len(outlines) == 1 else _documents({}, outlines)
    fit = yield from _fit(compared, request, outlines, tools)
    if request.document_ids is None:
        best = [max(fit[name], key=lambda one: fit[name][one]) for name in compared.things]
        read = {one.document.document_id: one for one in outlines}
        for document_id in best:
            if document_id not in read:
                first = 1 + max(line.source.number for one in read.values() for line in one.all_lines)
                other = outline_of(tools.retriever, document_id, first)
                if other is not None and other.lines:
                    read[document_id] = other
        if len(set(best)) == 1 and best[0] in read:
            return _within(compared.things, read[best[0]])
        named = {name: read[one] for name, one in zip(compared.things, best, strict=True) if one in read}
        return [
            thing
            for outline in dict.fromkeys(named.values())
            for thing in _named(tuple(name for name in named if named[name] is outline), outline)
        ]
    return _documents(_assigned(compared.things, outlines, fit), outlines)


def _fit(
    compared: Compared, request: PlanRequest, outlines: Sequence[Outline], tools: PlanTools
) -> Generator[Event, None, dict[str, dict[str, float]]]:
    """How well each document fits the name of each thing."""
    scores: dict[str, dict[str, float]] = {}
    subject = ", ".join(aspect.name for aspect in compared.aspects)
    for name in compared.things:
        hits = yield from found(f"{name}: {subject}", request.document_ids, tools)
        of: dict[str, float] = {}
        for rank, hit in enumerate(hits):
            document_id = hit.chunk.document_id
            of[document_id] = of.get(document_id, 0.0) + 1 / (rank + _FUSED)
        for outline in outlines:
            of.setdefault(outline.document.document_id, 0.0)
        documents = [tools.retriever.read_document(document_id, for_prompt=True) for document_id in of]
        titles = [_titles(read[0].title, read[0].filename) if read else "" for read in documents]
        near = tools.embedder.embed(titles) @ tools.embedder.embed_query(name)
        for (document_id, score), cosine in zip(list(of.items()), near, strict=True):
            of[document_id] = score + _BY_TITLE * float(cosine)
        scores[name] = of
    return scores


def _titles(title: str, filename: str) -> str:
    return f"{title} {PurePath(filename).stem.replace('_', ' ').replace('-', ' ')}".strip()


def _assigned(
    names: Sequence[str], outlines: Sequence[Outline], fit: dict[str, dict[str, float]]
) -> dict[str, str]:
    """Document id → the thing that it is, where there are as many things as documents."""
    if len(names) != len(outlines):
        return {}
    ids = [outline.document.document_id for outline in outlines]
    best = max(
        permutations(ids),
        key=lambda order: sum(fit[name][one] for name, one in zip(names, order, strict=True)),
    )
    return dict(zip(best, names, strict=True))


def _documents(names: dict[str, str], outlines: Sequence[Outline]) -> list[Thing]:
    """Each document as a thing, in the order in which the request names them."""
    order = list(names)
    placed = sorted(
        outlines,
        key=lambda one: order.index(one.document.document_id) if one.document.document_id in order else 0,
    )
    return [
        Thing(_head(names.get(one.document.document_id, ""), one), "", one, tuple(_all_lines(one)))
        for one in placed
    ]


def _named(names: Sequence[str], outline: Outline) -> list[Thing]:
    """Things of the library: one that has a document for itself, or several that share one."""
    if len(names) > 1:
        return _within(names, outline)
    return [Thing(_head(names[0], outline), "", outline, tuple(_all_lines(outline)))]


def _head(name: str, outline: Outline) -> str:
    """The thing as the user names it, and the file that was read for it."""
    file = outline.document.filename
    return f"{name} ({file})" if name and name.casefold() not in file.casefold() else file


def _within(names: Sequence[str], outline: Outline) -> list[Thing]:
    """Things of one document, each with the lines that do not name only others."""
    if not names:
        return [Thing(outline.document.filename, "", outline, tuple(_all_lines(outline)))]
    sections = [outline.at(places_in(name)) for name in names]
    if all(sections):  # "section 2 and section 3"
        return [
            Thing(name, "", outline, tuple((section, line) for section in own for line in section.lines))
            for name, own in zip(names, sections, strict=True)
        ]
    marks = _marks(names)
    of_line = [(section, line, _about(section, line, marks)) for section, line in _all_lines(outline)]
    return [
        Thing(name, name, outline, tuple((s, line) for s, line, about in of_line if not about or at in about))
        for at, name in enumerate(names)
    ]


def _about(section: Section, line: Line, marks: Sequence[tuple[str, int]]) -> set[int]:
    """The places of the things that a line names, else those that the innermost heading names that names
    any."""
    for text in (line.text, *reversed(section.path)):
        if about := _named_in(text, marks):
            return about
    return set()


def _marks(names: Sequence[str]) -> list[tuple[str, int]]:
    """What is looked for in a text, longest first: each name, and what of it the others do not have, if that
    is more than a figure."""
    words = [name.casefold().split() for name in names]
    common = set(words[0]).intersection(*words[1:])
    marks = [(" ".join(own), at) for at, own in enumerate(words)]
    for at, own in enumerate(words):
        rest = " ".join(word for word in own if word not in common)
        if any(map(str.isalpha, rest)):
            marks.append((rest, at))
    return sorted(set(marks), key=lambda mark: -len(mark[0]))


def _named_in(text: str, marks: Sequence[tuple[str, int]]) -> set[int]:
    """A name within a longer one is not there: "exempt" in "non-exempt"."""
    left = " ".join(text.casefold().split())
    about: set[int] = set()
    for mark, at in marks:
        pattern = rf"(?<![\w-]){re.escape(mark)}(?![\w-])"
        if re.search(pattern, left):
            about.add(at)
            left = re.sub(pattern, " ", left)
    return about


def _all_lines(outline: Outline) -> list[tuple[Section, Line]]:
    return [(section, line) for section in outline.sections for line in section.lines]
