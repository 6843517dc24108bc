"""How a document was read: what was recognised, set aside, said about it, lies in it, or is missing."""

from __future__ import annotations

from dataclasses import dataclass

from core.types.documents import Document, Span
from core.types.retrieval import CitedPlace


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A piece of text and where it stands; `place.page` is 0 for the document as a whole.

    `reason`: see `HiddenText`; empty for what was said about a page, which is part of the document's text, at
    `spans`.
    """

    place: CitedPlace
    text: str
    reason: str = ""
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadingReport:
    """What a user may want to look at before relying on a document.

    `recognised` are pages whose text was taken from their picture, `waiting` those of which it still will be,
    `unchecked` those that may not enter prompts yet, neighbours as one place; `problems` are the document's,
    each with its places (none: the whole file). `properties` are what the file says of itself beside its
    pages, as nearly every file does. `files` became documents of their own, read or not.
    """

    document: Document
    recognised: tuple[CitedPlace, ...] = ()
    waiting: tuple[CitedPlace, ...] = ()
    unchecked: tuple[CitedPlace, ...] = ()
    problems: tuple[tuple[tuple[CitedPlace, ...], str], ...] = ()
    set_aside: tuple[PlacedText, ...] = ()
    properties: tuple[PlacedText, ...] = ()
    notes: tuple[PlacedText, ...] = ()
    files: tuple[Document, ...] = ()

    @property
    def is_whole(self) -> bool:
        """All of it was read, and nothing set aside."""
        read = self.document.status.can_be_searched
        return read and not (self.waiting or self.unchecked or self.problems or self.set_aside)
