"""References of passages as the library knows them: detected, resolved, and led to passages.

Built on `core.research.references`. Whether one is followed is decided in `core.research.following`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from core.answer.sources import Source
from core.research.base import FoundReference
from core.research.references.library_view import ReferenceLibrary
from core.research.references.reference import ReferenceKind
from core.research.references.resolve import Outcome, Resolution, Resolver
from core.research.research_texts import say
from core.search.place_words import place_in
from core.types import Span

_OPEN_WORDS = {
    ReferenceKind.EXTERNAL: "skip_external",
    ReferenceKind.LEGAL_SECTION: "open_law",
    ReferenceKind.ACADEMIC_NUMBERED: "open_work",
    ReferenceKind.ACADEMIC_SHORTFORM: "open_work",
}
_OF_LIBRARY = frozenset(("open_law", "open_work", "skip_unknown"))  # what is said of the whole library
_LED_WORDS = {
    Outcome.PLACE: "led_place",
    Outcome.DOCUMENT: "led_document",
    Outcome.AMBIGUOUS: "led_several",
    Outcome.SEARCH: "led_search",
}


class LibraryFollower:
    """Implements `core.research.base.ReferenceFollower`. One a run.

    Args:
        allowed: the documents the research may look into; None: all.
        language: of the reasons, "de" or "en".
    """

    def __init__(
        self,
        library: ReferenceLibrary,
        allowed: Collection[str] | None = None,
        language: str = "en",
    ) -> None:
        self._library = library
        self._resolver = Resolver(library)
        self._allowed = None if allowed is None else frozenset(allowed)
        self._language = language

    def references(self, source: Source) -> tuple[FoundReference, ...]:
        """See `ReferenceFollower`.

        Raises:
            core.errors.StorageError: the library cannot be read.
        """
        own = source.document.document_id
        found = self._resolver.references(source.chunk.text, document_id=own, among=self._allowed)
        return tuple(self._found(one, source) for one in found)

    def _found(self, resolution: Resolution, source: Source) -> FoundReference:
        """With what it leads to: that tells, too, what the reference is about."""
        reference = resolution.reference
        found = FoundReference(
            kind=reference.kind.value,
            text=" ".join(reference.words.split()),
            key=reference.key,
            sentence=_sentence_at(source, reference.span.start),
            about=resolution.place.heading if resolution.place else "",
            address=resolution.address,
        )
        if not resolution.can_be_followed:
            return replace(found, leads=False, reason=self._why_not(resolution))
        place, ids = resolution.place, resolution.document_ids
        if place is not None and ids[0] == source.document.document_id and _holds(source, place.span):
            return replace(found, leads=False, reason=say("skip_here", self._language), is_open=False)
        known = self._library.registry().documents.get(ids[0]) if ids else None
        heading = place.heading if place else ""
        if place is not None and place.start < 0:
            heading = place_in(self._language, heading)
        return replace(
            found,
            query=resolution.query,
            document_ids=ids,
            filename=known.filename if known else "",
            chunk_ids=self._library.chunks_at(ids[0], place.span) if place else (),
            reason=say(_LED_WORDS[resolution.outcome], self._language, heading=heading),
            place=resolution.key,
            start=place.start if place else -1,
            is_known=resolution.outcome is not Outcome.SEARCH,
        )

    def _why_not(self, resolution: Resolution) -> str:
        key = _OPEN_WORDS.get(resolution.reference.kind, "skip_unknown")
        # Of what lies outside a selection nobody has looked whether it is there.
        if self._allowed is not None and key in _OF_LIBRARY:
            key += "_selected"
        return say(key, self._language)


def _sentence_at(source: Source, offset: int) -> int:
    """The place of the sentence at an offset of the passage's text; between two, of the one before."""
    at = _in_document(source, offset)
    before = [place for place, sentence in enumerate(source.sentences) if sentence.span.start <= at]
    return before[-1] if before else 0


def _in_document(source: Source, offset: int) -> int:
    """The same offset in the document's text: a passage joins its spans with a line break each."""
    start = 0
    for span in source.chunk.spans:
        length = span.end - span.start
        if offset <= start + length:
            return span.start + offset - start
        start += length + 1
    return source.chunk.spans[-1].end


def _holds(source: Source, place: Span) -> bool:
    """The whole place stands in the passage."""
    spans = source.chunk.spans
    return spans[0].start <= place.start and place.end <= spans[-1].end
