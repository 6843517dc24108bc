"""An engine on a real library: SQLite, documents filed by the real pipeline, values, schemas, pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from core.cancel import CancelToken
from core.engine.buckets import LibraryBuckets
from core.engine.viewing import DocumentViewing
from core.events import Event
from core.ingest.readers.passwords import PasswordBook
from core.store.pages import PageRepository
from core.types import Document, Location, Page
from tests.desktop.scripted import ScriptedEngine
from tests.library_kit import Library


class LibraryEngine(ScriptedEngine):
    """What the window asks of documents and fields is answered by `library`; questions are scripted."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.kept = library
        self.database = library.database
        self.buckets = LibraryBuckets(library.database)
        self._pages = PageRepository(library.database)
        self.viewing = DocumentViewing(library.database, PasswordBook())

    def close(self) -> None:
        super().close()
        self.viewing.close()

    def documents(self) -> list[Document]:
        self.library = {document.document_id: document for document in self.kept.documents.all()}
        return list(self.library.values())

    def document(self, document_id: str) -> Document | None:
        return self.kept.documents.get(document_id)

    def page(self, document_id: str, number: int) -> Page | None:
        return self._pages.get(document_id, number)

    def locations(self) -> list[Location]:
        return []

    def add_paths(self, paths: Sequence[Path], cancel: CancelToken) -> Iterator[Event]:
        return self.kept.pipeline.add_paths(paths, cancel)

    def ingest(self, cancel: CancelToken) -> Iterator[Event]:
        return self.kept.pipeline.run(cancel)

    def remove_documents(self, document_ids: Sequence[str]) -> list[str]:
        return self.kept.pipeline.remove_many(document_ids)
