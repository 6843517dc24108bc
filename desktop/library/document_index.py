"""What is asked of the documents of a library without walking them all. Values only; no Qt."""

from __future__ import annotations

from collections.abc import Iterable

from core.types import Document, DocumentStatus


class DocumentIndex:
    """Kept up document by document: `note` each as it comes, `forget` it before it goes or changes."""

    def __init__(self) -> None:
        self._again: set[str] = set()
        self._at_place: dict[tuple[str, str], list[str]] = {}  # (path, member)

    def note(self, document: Document) -> None:
        self._at_place.setdefault((document.path, document.member), []).append(document.document_id)
        is_partial = document.problems and document.status.can_be_searched
        if document.status is DocumentStatus.FAILED or is_partial:
            self._again.add(document.document_id)

    def forget(self, document: Document) -> None:
        place = (document.path, document.member)
        held = self._at_place[place]
        held.remove(document.document_id)
        if not held:
            del self._at_place[place]
        self._again.discard(document.document_id)

    def at_place_of(self, document: Document) -> list[str]:
        """All that were read from the same file, or from the same part of one; it is among them."""
        return list(self._at_place[document.path, document.member])

    def to_read_again(self, document_ids: Iterable[str]) -> list[str]:
        """Those of them that failed or were not read whole."""
        return [name for name in document_ids if name in self._again] if self._again else []
