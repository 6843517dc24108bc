"""Do references lead where they should? Asked of a real library into which the documents were read.

Each known reference is looked up in the stored text of its page: it has to be detected there, and then
resolved to the right place. A chain follows two of them, the second from the text that the first led to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.research.references.library_view import DocumentText, ReferenceLibrary
from core.research.references.reference import ReferenceKind
from core.research.references.resolve import Outcome, Resolution, Resolver
from core.types import Span
from tests.benchmarks.research.labelled import RealPlace
from tests.benchmarks.research.library_pages import Places
from tests.benchmarks.research.library_plan import KnownReference

_WHOLE = (ReferenceKind.DOCUMENT, ReferenceKind.DOCUMENT_MENTION)


@dataclass(slots=True)
class ResolutionScores:
    """`of`: references asked; `detected` of them, and `right`; by what they lead to, too."""

    of: int = 0
    detected: int = 0
    right: int = 0
    by_outcome: dict[str, list[int]] = field(default_factory=dict)  # [right, of]
    wrong_document: int = 0  # resolved to a document that is not meant
    mistakes: list[str] = field(default_factory=list)

    def add(self, told: str, said: str, outcome: str, *, right: bool, strayed: bool) -> None:
        """`said`: to what it was resolved; empty where it was not detected."""
        if outcome:
            tally = self.by_outcome.setdefault(outcome, [0, 0])
            tally[0] += right
            tally[1] += 1
        self.of += 1
        self.detected += bool(said)
        self.right += right
        self.wrong_document += strayed and not right
        if not right:
            self.mistakes.append(f"{told} → {said}" if said else f"not detected: {told}")


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
            found = self._resolved(one)
            led = {*found.document_ids} if found else set()
            strayed = bool(led) and not led & {self._ids[file] for file, _ in one.targets}
            right = self._is_right(found, one) if found else one.outcome is Outcome.NOWHERE
            scores.add(_told(one), self._said(found), one.outcome, right=right, strayed=strayed)
        return scores

    def score_real(self, places: Sequence[RealPlace]) -> ResolutionScores:
        """References of real documents, each from its page."""
        scores = ResolutionScores()
        for one in places:
            document = self._text(one.path.name)
            text = next(page.text for page in document.pages if page.number == one.page)
            spans = [match.span() for match in _pattern(one.words).finditer(text)]
            every = self.resolver.references(text, document_id=document.document_id)
            found = next(
                (at for at in every if any(_meets(at.reference.span, *span) for span in spans)), None
            )
            page = found.place.first_page if found and found.place else 0
            strayed = bool(found and page) and found.document_ids[0] != document.document_id
            right = found is not None and page == one.target and not strayed
            told = f"{one.path.name} p. {one.page}: “{one.words}” (p. {one.target or 'none'})"
            scores.add(told, self._said(found), "", right=right, strayed=strayed)
        return scores

    def follow(self, chain: tuple[KnownReference, KnownReference]) -> str:
        """Empty when the chain leads where it should, else what went wrong."""
        within = None
        for one in chain:
            found = self._resolved(one, within)
            if found is None:
                return f"not detected: {_told(one)}"
            if not self._is_right(found, one):
                return f"{_told(one)} → {self._said(found)}"
            within = found.place.span if found.place else None
        return ""

    def _text(self, filename: str) -> DocumentText:
        document = self._library.text_of(self._ids[filename])
        if document is None:
            raise LookupError(f"{filename} cannot be searched")
        return document

    def _resolved(self, known: KnownReference, within: Span | None = None) -> Resolution | None:
        """Where the reference at the known words leads, of a list the first; None if it is not detected."""
        document = self._text(known.filename)
        within = within or Span(0, document.end)
        first = self._places[known.filename].get(known.part, 1)
        for page in document.pages:
            start = max(within.start, page.start)
            text = page.text[start - page.start : max(start, within.end) - page.start]
            for match in _pattern(known.words).finditer(text):
                found = self.resolver.references(text, document_id=document.document_id)
                # "The Manual, section 5" is a section of it; the manual alone is found there, too.
                for one in sorted(found, key=lambda one: one.reference.kind in _WHOLE):
                    at = document.page_at(start + one.reference.span.start)
                    # On the page of its heading, or the one after it.
                    if _meets(one.reference.span, *match.span()) and first <= at <= first + 1:
                        return one
        return None

    def _is_right(self, resolution: Resolution, known: KnownReference) -> bool:
        further = (resolution.outcome, known.outcome) == (Outcome.PLACE, Outcome.DOCUMENT)
        if resolution.outcome is not known.outcome and not further:
            return False
        found = self._names.get(resolution.document_ids[0], "") if known.targets else ""
        page = resolution.place.first_page if resolution.place else 0
        return not known.targets or any(
            file == found and (not place or page == self._places[file][place])
            for file, place in known.targets
        )

    def _said(self, resolution: Resolution | None) -> str:
        if resolution is None:
            return ""
        where = ", ".join(self._names.get(one, one) for one in resolution.document_ids)
        place = f" p. {resolution.place.first_page} “{resolution.place.heading}”" if resolution.place else ""
        return f"{resolution.outcome.value} {where}{place}"


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, words.split())) + r"(?!\w)")


def _meets(span: Span, start: int, end: int) -> bool:
    return span.start < end and start < span.end


def _told(known: KnownReference) -> str:
    targets = " or ".join(f"{file}#{place}" if place else file for file, place in known.targets)
    return f"{known.filename}, {known.part}: “{known.words}” ({targets or known.outcome})"
