"""Where each thing of a comparison is read: a document of its own, or its part of a document they share.

Which document a thing is, the search and the embedder tell. Within one document a thing is known by its name
alone, found as it is written: a line or heading that names only others is not about it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from core.events import Event
from core.plans.base import PlanRequest, PlanTools
from core.plans.comparison_request import MOST_THINGS, Compared
from core.plans.document_outline import Line, Outline, Section, outline_of
from core.plans.scope_reading import documents_of, found, is_named
from core.text.places import places_in
from core.text.textspan import CELL_SEPARATOR

_FUSED = 2.0  # what the first place of a ranking counts for less than one place more
_BY_TITLE = 4.0  # how much a cosine of name and title, and words of both, count against places in a search
_AS_WELL = 1.0  # a quarter of what the name of a thing counts that a title or text has
_NAMING = 4  # letters of a word that names a document


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Equal to itself alone. `name`: the head of its column. `asked`: what its questions begin with, "" where
    a document or a heading says what they are about. `lines`: what is about it, each with its section;
    `others`: what may be, asked only where these say nothing."""

    name: str
    asked: str
    outline: Outline
    lines: tuple[tuple[Section, Line], ...]
    others: tuple[tuple[Section, Line], ...] = ()


def compared_things(
    compared: Compared, request: PlanRequest, tools: PlanTools
) -> Generator[Event, None, list[Thing]]:
    """The things in the order of the request; none where there is nothing to read.

    Raises:
        core.errors.KnownError: the library cannot be read.
        core.errors.Cancelled: Stop was asked for.
    """
    if request.document_ids is None and compared.things and not _are_one(compared.things):
        return _apart((yield from _in_library(compared, request.text, tools)))
    outlines, _ = yield from documents_of(request, tools, MOST_THINGS if request.document_ids else 2)
    if len(outlines) == 1:
        return _within(compared.things, outlines[0])
    return _apart([_document("", outline) for outline in outlines])


def _are_one(names: Sequence[str]) -> bool:
    """Whether one name only has words of another: a model makes such of "the two minutes of May and June",
    where documents are meant."""
    words = [frozenset(name.casefold().split()) for name in names]
    return any(one < other for one in words for other in words)


def _apart(things: Sequence[Thing]) -> list[Thing]:
    """Columns of one name, as of equal files in two folders, are numbered."""
    seen: Counter[str] = Counter()
    told: list[Thing] = []
    for thing in things:
        seen[thing.name] += 1
        again = seen[thing.name]
        told.append(thing if again == 1 else replace(thing, name=f"{thing.name} ({again})"))
    return told


def _in_library(compared: Compared, request: str, tools: PlanTools) -> Generator[Event, None, list[Thing]]:
    """Each thing in the document that its name fits best, or hardly worse one that has all the names; what
    fits one document is read within it."""
    fit = yield from _fit(compared, request, tools)
    shared = frozenset.intersection(*(of.naming for of in fit.values()))
    common = max(shared, key=lambda one: sum(of.scores[one] for of in fit.values()), default="")
    named: dict[str, list[str]] = {}
    for name, of in fit.items():
        if of.scores:
            best = max(of.scores, key=lambda one: of.scores[one])
            fits_common = common and of.scores[common] >= of.scores[best] - _AS_WELL
            named.setdefault(common if fits_common else best, []).append(name)
    things: list[Thing] = []
    number = 1
    for document_id, names in named.items():
        outline = outline_of(tools.retriever, document_id, number)
        tools.cancel.check()
        if outline is not None and outline.lines:
            number = 1 + max(line.source.number for line in outline.all_lines)
            things += _within(names, outline) if len(names) > 1 else [_document(names[0], outline)]
    return things


@dataclass(frozen=True, slots=True)
class _Fit:
    """How well documents that are found fit a name, and those whose passages have all its words."""

    scores: dict[str, float]
    naming: frozenset[str]


def _fit(compared: Compared, request: str, tools: PlanTools) -> Generator[Event, None, dict[str, _Fit]]:
    """How well each document that is found fits the name of each thing, and the request."""
    fit: dict[str, _Fit] = {}
    of_request = yield from found(request, None, tools)
    for name in compared.things:
        hits = yield from found(f"{name}: {compared.subject}", None, tools)
        of: dict[str, float] = {}
        texts: dict[str, str] = {}
        for rank, hit in (*enumerate(hits), *enumerate(of_request)):
            document_id = hit.chunk.document_id
            of.setdefault(document_id, _BY_TITLE * is_named(request, hit.filename))
            of[document_id] += 1 / (rank + _FUSED)
            texts[document_id] = f"{texts.get(document_id, '')} {hit.chunk.text}"
        if not of:
            fit[name] = _Fit({}, frozenset())
            continue
        documents = [tools.retriever.read_document(document_id, for_prompt=True) for document_id in of]
        titles = [_titles(read[0].title, read[0].filename) if read else "" for read in documents]
        near = tools.embedder.embed(titles) @ tools.embedder.embed_query(name)
        in_text = {document_id: _called(name, text) for document_id, text in texts.items()}
        scores = {
            document_id: score + _BY_TITLE * (float(cosine) + _called(name, title) + in_text[document_id])
            for (document_id, score), title, cosine in zip(of.items(), titles, near, strict=True)
        }
        fit[name] = _Fit(scores, frozenset(one for one, share in in_text.items() if share == 1))
    return fit


def _called(name: str, text: str) -> float:
    """Share of the words of a name with which words of a title or text begin: "Ulta" of ULTABEAUTY_2023Q4."""
    words = [word for word in name.casefold().split() if len(word) >= _NAMING]
    found = [re.search(rf"(?<![^\W_]){re.escape(word)}", text.casefold()) for word in words]
    return sum(one is not None for one in found) / len(words) if words else 0.0


def _titles(title: str, filename: str) -> str:
    return f"{title} {PurePath(filename).stem.replace('_', ' ').replace('-', ' ')}".strip()


def _document(name: str, outline: Outline) -> Thing:
    return Thing(_head(name, outline), "", outline, tuple(_all_lines(outline)))


def _head(name: str, outline: Outline) -> str:
    """The thing as the user names it, and the file that was read for it."""
    file = outline.document.filename
    return f"{name} ({file})" if name and name.casefold() not in file.casefold() else file


def _within(names: Sequence[str], outline: Outline) -> list[Thing]:
    """Things of one document, each with the lines that do not name only others."""
    if not names:
        return [_document("", outline)]
    sections = [outline.at(places_in(name)) for name in names]
    if all(sections):  # "section 2 and section 3"
        return [
            Thing(name, "", outline, tuple((section, line) for section in own for line in section.lines))
            for name, own in zip(names, sections, strict=True)
        ]
    marks = _marks(names)
    headings = [_named_in(name, marks) for section in outline.sections for name in section.path]
    headed = {at for about in headings if len(about) == 1 for at in about}
    of_line = [(section, line, _about(section, line, marks)) for section, line in _all_lines(outline)]
    has_rows = any(about and CELL_SEPARATOR in line.text for _, line, about in of_line)

    def is_other(line: Line, about: set[int]) -> bool:
        """A row beside rows that name a thing is of something else."""
        return not about and not (has_rows and CELL_SEPARATOR in line.text)

    things: list[Thing] = []
    for at, name in enumerate(names):
        own = tuple((section, line) for section, line, about in of_line if at in about)
        others = tuple((section, line) for section, line, about in of_line if is_other(line, about))
        if at in headed:
            things.append(Thing(name, "", outline, own, others))
        else:
            things.append(Thing(name, name, outline, own + others))
    return things


def _about(section: Section, line: Line, marks: Sequence[tuple[str, int]]) -> set[int]:
    """The places of the things that a line names, else those that the innermost heading names that names
    any."""
    for text in (line.text, *reversed(section.path)):
        if about := _named_in(text, marks):
            return about
    return set()


def asked_of_each(name: str, question: str, names: Sequence[str]) -> str:
    """A question that names one of the things, though it is asked of each, asks of "it"; one that names
    several compares them itself, and only the name of its aspect is left."""
    named: set[int] = set()
    for mark, at in _marks(names):
        pattern = rf"(?<![\w-])(?:the )?{re.escape(mark)}(?![\w-])"
        question, count = re.subn(pattern, "it", question, flags=re.IGNORECASE)
        named |= {at} if count else set()
    return question if len(named) < 2 else name


def _marks(names: Sequence[str]) -> list[tuple[str, int]]:
    """What is looked for in a text, longest first: each name, and what of it the others do not have, if that
    is more than a figure; of its codes ("B-120", "256-bit") each for itself."""
    words = [name.casefold().split() for name in names]
    common = set(words[0]).intersection(*words[1:]) if words else set()
    marks = [(" ".join(own), at) for at, own in enumerate(words)]
    for at, own in enumerate(words):
        rest = " ".join(word for word in own if word not in common)
        others = {word for other, theirs in enumerate(words) if other != at for word in theirs}
        codes = [word for word in own if word not in others and any(map(str.isdigit, word))]
        marks += [(mark, at) for mark in (rest, *codes) if any(map(str.isalpha, mark))]
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
