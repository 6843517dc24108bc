"""Do references lead where they should? Asked of a real library into which the documents were read.

Each known reference is looked up in the stored text of its page: it has to be detected there, and then
resolved to the right place. A chain follows two of them, the second from the text that the first led to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.research.references.detect import detect
from core.research.references.library_view import DocumentText, PageText, ReferenceLibrary
from core.research.references.mentions import with_names
from core.research.references.reference import Reference, ReferenceKind
from core.research.references.resolve import Outcome, Resolution, Resolver
from core.types import Span
from tests.benchmarks.research.labelled import RealPlace
from tests.benchmarks.research.library_pages import Places
from tests.benchmarks.research.library_plan import NOWHERE, OPEN, SEARCH, KnownReference

_WHOLE = (ReferenceKind.DOCUMENT, ReferenceKind.DOCUMENT_MENTION)
_OUTCOMES = {
    "place": (Outcome.PLACE,),
    "document": (Outcome.DOCUMENT, Outcome.PLACE),
    OPEN: (Outcome.OPEN,),
    SEARCH: (Outcome.SEARCH,),
    NOWHERE: (Outcome.NOWHERE,),
}


@dataclass(slots=True)
class ResolutionScores:
    """`of`: references asked; `detected` of them, and `right`; by what they lead to, too."""

    of: int = 0
    detected: int = 0
    right: int = 0
    by_outcome: dict[str, list[int]] = field(default_factory=dict)  # [right, of]
    wrong_document: int = 0  # resolved to a document that is not meant
    mistakes: list[str] = field(default_factory=list)


class LibraryUnderTest:
    """The library, the documents of it by their file name, and the pages on which their headings stand."""

    def __init__(self, library: ReferenceLibrary, ids: dict[str, str], places: Places) -> None:
        self._library = library
        self._ids = ids
        self._names = {document_id: name for name, document_id in ids.items()}
        self._places = places
        self.resolver = Resolver(library)

    def score(self, known: Sequence[KnownReference]) -> ResolutionScores:
        """All references, each from the page that it stands on."""
        scores = ResolutionScores()
        for one in known:
            tally = scores.by_outcome.setdefault(one.outcome, [0, 0])
            scores.of += 1
            tally[1] += 1
            document = self._text(one.filename)
            reference = self._detected(document, one, Span(0, document.end))
            if reference is None:
                scores.mistakes.append(f"not detected: {_told(one)}")
                continue
            scores.detected += 1
            resolution = self._resolve(reference, one)
            if self._is_right(resolution, one):
                scores.right += 1
                tally[0] += 1
                continue
            meant = {self._ids[file] for file, _ in one.targets}
            scores.wrong_document += bool(resolution.document_ids) and not (
                meant & {*resolution.document_ids}
            )
            scores.mistakes.append(f"{_told(one)} → {self._said(resolution)}")
        return scores

    def score_real(self, places: Sequence[RealPlace]) -> ResolutionScores:
        """References of real documents, each from its page."""
        scores = ResolutionScores()
        for one in places:
            scores.of += 1
            document = self._text(one.path.name)
            text = next(page.text for page in document.pages if page.number == one.page)
            told = f"{one.path.name} p. {one.page}: “{one.words}” (p. {one.target or 'none'})"
            reference = _at_words(text, one.words)
            if reference is None:
                scores.mistakes.append(f"not detected: {told}")
                continue
            scores.detected += 1
            found = self.resolver.resolve(reference, document_id=document.document_id)
            page = found.place.first_page if found.place else 0
            if page == one.target and (not page or found.document_ids[0] == document.document_id):
                scores.right += 1
                continue
            scores.wrong_document += bool(page) and found.document_ids[0] != document.document_id
            scores.mistakes.append(f"{told} → {self._said(found)}")
        return scores

    def follow(self, chain: tuple[KnownReference, KnownReference]) -> str:
        """Empty when the chain leads where it should, else what went wrong."""
        first, second = chain
        document = self._text(first.filename)
        reference = self._detected(document, first, Span(0, document.end))
        if reference is None:
            return f"not detected: {_told(first)}"
        resolution = self._resolve(reference, first)
        if not self._is_right(resolution, first) or resolution.place is None:
            return f"{_told(first)} → {self._said(resolution)}"
        reference = self._detected(self._text(second.filename), second, resolution.place.span)
        if reference is None:
            return f"not found in what the first led to: {_told(second)}"
        resolution = self._resolve(reference, second)
        return "" if self._is_right(resolution, second) else f"{_told(second)} → {self._said(resolution)}"

    def _text(self, filename: str) -> DocumentText:
        document = self._library.text_of(self._ids[filename])
        if document is None:
            raise LookupError(f"{filename} cannot be searched")
        return document

    def _detected(self, document: DocumentText, known: KnownReference, within: Span) -> Reference | None:
        """The reference that the detector finds at the known words; of a list the first."""
        pattern = _pattern(known.words)
        for page in document.pages:
            text, start = _part(page, within)
            for match in pattern.finditer(text):
                # "The Manual, section 5" is a section of it; the manual alone is found there, too.
                for reference in sorted(self._found(text, document), key=lambda one: one.kind in _WHOLE):
                    span = reference.span
                    if (
                        span.start < match.end()
                        and match.start() < span.end
                        and self._under(document, start + span.start, known)
                    ):
                        return reference
        return None

    def _found(self, text: str, document: DocumentText) -> list[Reference]:
        named = self.resolver.mentioned(text, document_id=document.document_id)
        return with_names(text, detect(text), named)

    def _under(self, document: DocumentText, offset: int, known: KnownReference) -> bool:
        """On the page of its heading, or the one after it."""
        page = self._places[known.filename].get(known.part, 1)
        return page <= document.page_at(offset) <= page + 1

    def _resolve(self, reference: Reference, known: KnownReference) -> Resolution:
        return self.resolver.resolve(reference, document_id=self._ids[known.filename])

    def _is_right(self, resolution: Resolution, known: KnownReference) -> bool:
        if resolution.outcome not in _OUTCOMES[known.outcome]:
            return False
        if not known.targets:
            return True
        found = self._names.get(resolution.document_ids[0], "")
        for file, place in known.targets:
            if file == found and (
                not place
                or (resolution.place is not None and resolution.place.first_page == self._places[file][place])
            ):
                return True
        return False

    def _said(self, resolution: Resolution) -> str:
        where = ", ".join(self._names.get(one, one) for one in resolution.document_ids)
        place = f" p. {resolution.place.first_page} “{resolution.place.heading}”" if resolution.place else ""
        return f"{resolution.outcome.value} {where}{place} ({resolution.reason})"


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, words.split())) + r"(?!\w)")


def _at_words(text: str, words: str) -> Reference | None:
    """The reference that is detected at these words; None without."""
    spans = [match.span() for match in _pattern(words).finditer(text)]
    return next(
        (
            one
            for one in detect(text)
            if any(one.span.start < end and start < one.span.end for start, end in spans)
        ),
        None,
    )


def _part(page: PageText, within: Span) -> tuple[str, int]:
    """What of a page lies in a span, and where that begins in the document."""
    start = max(within.start, page.start)
    end = max(start, min(within.end, page.start + len(page.text)))
    return page.text[start - page.start : end - page.start], start


def _told(known: KnownReference) -> str:
    targets = " or ".join(f"{file}#{place}" if place else file for file, place in known.targets)
    return f"{known.filename}, {known.part}: “{known.words}” ({targets or known.outcome})"
